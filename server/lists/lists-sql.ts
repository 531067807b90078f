/**
 * The SQL statements for the lists. This file and lists/lists.ts decide which indexes may serve a statement. The
 * planner does not decide this, because it cannot estimate how many rows contain part of a word, and would scan a whole
 * table to find ten rows.
 */
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import type { QueryConfig } from 'pg'
import type { Position } from '../domain/lists.ts'
import type { ListReader } from '../store/companies.ts'
import type { Tx } from '../store/database.ts'
import type { ReadingWay } from '../store/readers.ts'
import { rowsOf, tableOf } from '../store/records.ts'
import type { Condition } from './filters-sql.ts'
import type { ListTable, SortColumn } from './list-tables.ts'
import { idsIn } from './search-sql.ts'

/** A statement builder that only compiles; the compiled statements run in the caller's transaction. */
const builder = new Kysely<Record<never, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

export interface ListRow extends Position {
  /** The record as JSON, in the form in which it is stored. */
  readonly record: string
}

/** The part of a list to read: its table, sort order, start and conditions. */
export interface ListPart {
  readonly table: ListTable
  readonly sort: SortColumn | null
  readonly isDescending: boolean
  /** Only rows after this position are read; null reads from the beginning of the list. */
  readonly after: Position | null
  /** Conditions that the index also providing the list's order can evaluate. */
  readonly driving: readonly Condition[]
  /** Conditions that no index can evaluate, so they are checked for each row. */
  readonly rest: readonly Condition[]
}

const STOCK_RECORD = sql`json_strip_nulls(json_build_object('productId', t.product_id, 'warehouseId', t.warehouse_id, 'onHand', t.on_hand_milli,
  'reserved', t.reserved_milli, 'available', t.on_hand_milli - t.reserved_milli, 'waiting', nullif(t.waiting_milli, 0),
  'revision', t.revision))::text`

/**
 * The maximum number of statements prepared on each connection. Each prepared statement takes about 70 KB including its
 * plans, so statements beyond the maximum are not prepared. Statement texts differ by sort, filters and number of
 * words, not by values.
 */
const MAX_PREPARED = 100
const prepared = new Map<string, string>()

/**
 * Returns the name under which connections prepare a statement, or undefined once the maximum number of statements is
 * reached.
 */
function nameOf(text: string): string | undefined {
  if (!prepared.has(text) && prepared.size < MAX_PREPARED) prepared.set(text, `list_${prepared.size}`)
  return prepared.get(text)
}

function run<T extends object>(
  { database, companyId }: ListReader,
  access: ReadingWay,
  statement: RawBuilder<T>,
): Promise<T[]> {
  const { sql: text, parameters } = compileList(statement)
  return database.readers[access].read<T>(companyId, {
    name: nameOf(text),
    text,
    values: [...parameters],
  } as QueryConfig)
}

/** Compiles a statement to its SQL text and its values. */
export const compileList = (statement: RawBuilder<unknown>) => statement.compile(builder)

/** Combines conditions with AND. */
export function all(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}

interface Columns {
  readonly from: RawBuilder<unknown>
  readonly sorted: RawBuilder<unknown>
  /** The columns of row `t` that a list reads: its id, its sort key and the record. */
  readonly place: RawBuilder<unknown>
  readonly record: RawBuilder<unknown>
  readonly behind: Condition
}

function columnsOf({ table, sort, isDescending, after }: ListPart): Columns {
  const tie = sql.ref(`t.${table.tieBreaker}`)
  const direction = isDescending ? sql`desc` : sql`asc`
  const column = sort === null ? null : sql.ref(`t.${sort.column}`)
  return {
    from: sql.table(tableOf(table.kind)),
    sorted: column === null ? sql`${tie} ${direction}` : sql`${column} ${direction}, ${tie} ${direction}`,
    place: column === null ? sql`${tie} as id, null as key` : sql`${tie} as id, ${column}::text as key`,
    record: table.kind === 'stock' ? STOCK_RECORD : sql`t.record`,
    behind: behind(sort, tie, isDescending, after),
  }
}

function behind(sort: SortColumn | null, tie: Condition, isDescending: boolean, after: Position | null): Condition {
  if (after === null) return sql`true`
  const sign = isDescending ? sql`<` : sql`>`
  if (sort === null) return sql`${tie} ${sign} ${after.id}::uuid`
  const key = sql`${after.key}::${sql.raw(sort.type)}`
  return sql`(${sql.ref(`t.${sort.column}`)}, ${tie}) ${sign} (${key}, ${after.id}::uuid)`
}

/** Returns one record in its stored form; null if it does not exist. */
export async function findInList(
  { database, companyId }: ListReader,
  kind: ListTable['kind'],
  id: string,
): Promise<string | null> {
  const [row] = await database.readers['in order'].read<{ record: string }>(companyId, {
    name: `record_of_${kind}`,
    text: `select record from ${rowsOf(kind)} and id = $2`,
    values: [companyId, id],
  })
  return row?.record ?? null
}

/** Returns the first `limit` rows of a part of the list, in the list's order. */
export function readInOrder(lists: ListReader, part: ListPart, limit: number): Promise<ListRow[]> {
  const { from, sorted, place, record, behind } = columnsOf(part)
  return run(
    lists,
    'in order',
    sql<ListRow>`
      select ${place}, ${record} as record
        from ${from} as t
       where t.company_id = ${lists.companyId} and ${all(part.driving)} and ${behind} and ${all(part.rest)}
       order by ${sorted}
       limit ${limit}`,
  )
}

/**
 * The rows found by reading the list in order. `edge` is the position of the last row read if too few rows were found;
 * it is null at the end of the list.
 */
export interface Walked {
  readonly rows: readonly ListRow[]
  readonly edge: Position | null
}

/** Reads the next `bound` rows in the list's order and returns the first `limit` of them that meet the conditions. */
export async function walkList(lists: ListReader, part: ListPart, bound: number, limit: number): Promise<Walked> {
  const { from, sorted, place, record, behind } = columnsOf(part)
  const where = sql`t.company_id = ${lists.companyId} and ${all(part.driving)} and ${behind}`
  // The second half of the statement does not run when the first half reaches the limit.
  const found = await run(
    lists,
    'in order',
    sql<ListRow & { is_edge: boolean }>`
      (select ${place}, ${record} as record, false as is_edge
         from (select * from ${from} as t where ${where} order by ${sorted} limit ${bound}) as t
        where ${all(part.rest)}
        order by ${sorted}
        limit ${limit})
      union all
      (select ${place}, null, true from ${from} as t where ${where} order by ${sorted} limit 1 offset ${bound - 1})
      limit ${limit}`,
  )
  return { rows: found.filter((row) => !row.is_edge), edge: found.find((row) => row.is_edge) ?? null }
}

/** Counts the rows in a range of an index, but stops counting at `bound`. */
export async function countInOrder(
  lists: ListReader,
  { kind }: ListTable,
  range: Condition,
  bound: number,
): Promise<number> {
  const [row] = await run(
    lists,
    'in order',
    sql<{ count: number }>`
      select count(*)
        from (select from ${sql.table(tableOf(kind))} as t where t.company_id = ${lists.companyId} and ${range} limit ${bound}) as t`,
  )
  return row!.count
}

function gatherStatement({ companyId }: ListReader, part: ListPart, indexed: Condition, bound: number, limit: number) {
  const { from, record, behind } = columnsOf(part)
  const tie = sql.ref(`t.${part.table.tieBreaker}`)
  const fits = sql`${behind} and ${all(part.driving)} and ${all(part.rest)}`
  const sorted = part.sort === null ? sql`null::text` : sql.ref(`t.${part.sort.column}`)
  const order = sql.raw(
    (part.sort === null ? ['id'] : ['sorted', 'id'])
      .map((name) => `page.${name} ${part.isDescending ? 'desc' : 'asc'}`)
      .join(', '),
  )
  // Read only the rows of the page in full. The statement finds these rows again by their physical location.
  return sql<ListRow & { seen: number }>`
    with gathered as materialized (
      select ${tie} as id, ${sorted} as sorted, t.ctid as place, ${fits} as fits
        from ${from} as t
       where t.company_id = ${companyId} and ${indexed}
       limit ${bound}
    )
    select (select count(*) from gathered) as seen, page.id, page.sorted::text as key, ${record} as record
      from (select) as one
      left join (select * from gathered as page where fits order by ${order} limit ${limit}) as page on true
      left join ${from} as t on t.company_id = ${companyId} and t.ctid = page.place
     order by ${order}`
}

/**
 * Returns the first `limit` rows in order among all rows that an index finds.
 * @returns null when the index finds `bound` rows or more, because the first rows might then be
 * missing.
 */
export async function gatherList(
  lists: ListReader,
  part: ListPart,
  { indexed, bound, limit }: { indexed: Condition; bound: number; limit: number },
): Promise<ListRow[] | null> {
  const rows = await run(lists, 'gathered', gatherStatement(lists, part, indexed, bound, limit))
  if (rows[0]!.seen >= bound) return null
  return rows.filter(({ id }) => id !== null)
}

/**
 * Rows to look up through several indexes: rows that refer to one of several records, or that meet one of several
 * conditions.
 */
export interface LookedUp {
  readonly column: string
  readonly ids: readonly string[]
  readonly conditions: readonly Condition[]
}

/**
 * Returns the first `limit` rows by id. For each record in `ids`, an index gives the first rows that refer to the
 * record, in this order.
 * @returns null when `bound` or more rows meet one of the conditions, because the first rows might then be missing
 */
export async function readLookedUp(
  lists: ListReader,
  part: ListPart,
  { lookedUp, bound, limit }: { lookedUp: LookedUp; bound: number; limit: number },
): Promise<ListRow[] | null> {
  const { from, sorted, record, behind } = columnsOf(part)
  const where = sql`t.company_id = ${lists.companyId} and ${behind}`
  const conditions = lookedUp.conditions.map(
    (condition) => sql`(select t.id from ${from} as t where ${where} and ${condition} limit ${bound})`,
  )
  const others =
    conditions.length === 0 ? sql`select null::uuid as id where false` : sql.join(conditions, sql` union all `)
  const rows = await run(
    lists,
    'in order',
    sql<ListRow & { seen: number }>`
      with others as materialized (${others})
      select t.id, null as key, (select count(*) from others) as seen, ${record} as record
        from (select) as one
        left join (
          select id from (
            select found.id
              from unnest(${idsIn(lookedUp.ids)}) as named (id)
             cross join lateral (
                   select t.id from ${from} as t where ${where} and ${sql.ref(`t.${lookedUp.column}`)} = named.id
                    order by ${sorted} limit ${limit}) as found
             union
            select id from others) as t
           order by ${sorted}
           limit ${limit}) as page on true
        left join ${from} as t on t.company_id = ${lists.companyId} and t.id = page.id
       order by ${sorted}`,
  )
  if (rows[0]!.seen >= bound) return null
  return rows.filter(({ id }) => id !== null)
}

/** Returns the ids of the distinct records that a column refers to in the next `bound` rows of the list's order. */
export async function listNamed(
  lists: ListReader,
  part: ListPart,
  column: string,
  bound: number,
): Promise<ReadonlySet<string>> {
  const { from, sorted, behind } = columnsOf(part)
  // Read the ids as a single string, which is many times faster than reading a row for each id.
  const [row] = await run(
    lists,
    'in order',
    sql<{ ids: string | null }>`
      select string_agg(id::text, ' ') as ids
        from (select ${sql.ref(`t.${column}`)} as id
                from ${from} as t
               where t.company_id = ${lists.companyId} and ${all(part.driving)} and ${behind}
               order by ${sorted}
               limit ${bound}) as next`,
  )
  return new Set(row?.ids?.split(' '))
}

/** Returns the company's order with the given external id, as JSON. */
export async function findOrderByPair(
  tx: Tx,
  companyId: string,
  source: string,
  externalId: string,
): Promise<string | null> {
  const { rows } = await tx.query<{ record: string }>(
    'select record from orders where company_id = $1 and external_source = $2 and external_id = $3',
    [companyId, source, externalId],
  )
  return rows[0]?.record ?? null
}
