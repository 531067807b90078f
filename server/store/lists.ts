/**
 * The statements of the lists. Which indexes may serve them is decided here and in queries/lists.ts, not by the planner: it cannot
 * know how many rows hold a part of a word, and walks a whole table to find the ten that do.
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
import type { Tx } from './database.ts'
import type { Condition } from './list-filters.ts'
import { hasWords, SEARCH_COLUMN, type Words } from './list-search.ts'
import type { ListTable, SortColumn } from './list-tables.ts'
import { TABLES } from './records.ts'

/** Only puts statements together: they run in the transaction that they are given. */
const builder = new Kysely<Record<never, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The place of a row in its list. */
export interface Position {
  /** What it is sorted by, as text; null when that is the id alone. */
  readonly key: string | null
  readonly id: string
}

export interface ListRow extends Position {
  /** JSON, as the engine keeps it. */
  readonly record: string
}

/** A part of a list, as it stands in the tables. */
export interface ListPart {
  readonly table: ListTable
  readonly companyId: string
  readonly sort: SortColumn | null
  readonly isDescending: boolean
  /** Rows behind this place; null: from the beginning. */
  readonly after: Position | null
  /** Conditions that the index which gives the order answers. */
  readonly led: readonly Condition[]
  /** All other conditions. */
  readonly rest: readonly Condition[]
}

const STOCK_RECORD = sql`json_build_object('productId', t.product_id, 'warehouseId', t.warehouse_id, 'onHand', t.on_hand_milli,
  'reserved', t.reserved_milli, 'available', t.on_hand_milli - t.reserved_milli, 'revision', t.revision)::text`

async function run<T extends object>(tx: Tx, statement: RawBuilder<T>): Promise<T[]> {
  const { sql: text, parameters } = statement.compile(builder)
  const { rows } = await tx.query<T>(text, [...parameters])
  return rows
}

/** How the statements that follow in this transaction may read: along an index in its order, or whatever an index finds. */
export type Access = 'in order' | 'gathered'

/** Lets the planner choose among the indexes of one access; without it none is, a table is never read as a whole. */
export async function setAccess(tx: Tx, access: Access): Promise<void> {
  const [ordered, gathered] = access === 'in order' ? ['on', 'off'] : ['off', 'on']
  await tx.query(
    `select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
            set_config('enable_mergejoin', 'off', true), set_config('enable_indexscan', $1, true),
            set_config('enable_indexonlyscan', $1, true), set_config('enable_bitmapscan', $2, true)`,
    [ordered, gathered],
  )
}

/** True when all conditions are. */
export function all(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}

interface Columns {
  readonly from: RawBuilder<unknown>
  readonly sorted: RawBuilder<unknown>
  /** Of the row t: id, key and record. */
  readonly place: RawBuilder<unknown>
  readonly record: RawBuilder<unknown>
  readonly behind: Condition
}

function columnsOf({ table, sort, isDescending, after }: ListPart): Columns {
  const tie = sql.ref(`t.${table.tieBreaker}`)
  const direction = isDescending ? sql`desc` : sql`asc`
  const column = sort === null ? null : sql.ref(`t.${sort.column}`)
  return {
    from: sql.table(TABLES[table.kind]),
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

/** The statement of `walkList`, for who wants its plan. */
export function walkStatement(part: ListPart, bound: number, limit: number): RawBuilder<ListRow> {
  const { from, sorted, place, record, behind } = columnsOf(part)
  return sql<ListRow>`
    select ${place}, ${record} as record
      from (select * from ${from} as t
             where t.company_id = ${part.companyId} and ${all(part.led)} and ${behind}
             order by ${sorted} limit ${bound}) as t
     where ${all(part.rest)}
     order by ${sorted}
     limit ${limit}`
}

/** The first `limit` rows among the next `bound` of the order that fulfil the conditions. */
export function walkList(tx: Tx, part: ListPart, bound: number, limit: number): Promise<ListRow[]> {
  return run(tx, walkStatement(part, bound, limit))
}

/** The place of the row that `walkList` came to at last; null when it came to the end of the list. */
export async function findEdge(tx: Tx, part: ListPart, bound: number): Promise<Position | null> {
  const { from, sorted, place, behind } = columnsOf(part)
  const rows = await run(
    tx,
    sql<Position>`
      select ${place} from ${from} as t
       where t.company_id = ${part.companyId} and ${all(part.led)} and ${behind}
       order by ${sorted} limit 1 offset ${bound - 1}`,
  )
  return rows[0] ?? null
}

/** The statement of `gatherList`, for who wants its plan. */
export function gatherStatement(part: ListPart, indexed: Condition, bound: number, limit: number) {
  const { from, place, record, behind } = columnsOf(part)
  const fits = sql`${behind} and ${all(part.led)} and ${all(part.rest)}`
  const sorted = part.sort === null ? sql`null` : sql.ref(`t.${part.sort.column}`)
  const order = sql.raw(
    (part.sort === null ? ['id'] : ['sorted', 'id'])
      .map((name) => `${name} ${part.isDescending ? 'desc' : 'asc'}`)
      .join(', '),
  )
  return sql<ListRow & { seen: number }>`
    with gathered as materialized (
      select ${place}, ${sorted} as sorted, fits, case when fits then ${record} end as record
        from (select t.*, ${fits} as fits
                from (select * from ${from} as t where t.company_id = ${part.companyId} and ${indexed} limit ${bound}) as t
              offset 0) as t
    )
    select (select count(*) from gathered) as seen, page.id, page.key, page.record
      from (select) as one
      left join (select * from gathered where fits order by ${order} limit ${limit}) as page on true
     order by ${order}`
}

/**
 * The first `limit` rows of the order among all that an index finds.
 * @returns null when it finds `bound` or more, so that these need not be the first.
 */
export async function gatherList(
  tx: Tx,
  part: ListPart,
  { indexed, bound, limit }: { indexed: Condition; bound: number; limit: number },
): Promise<ListRow[] | null> {
  const rows = await run(tx, gatherStatement(part, indexed, bound, limit))
  if (rows[0]!.seen >= bound) return null
  return rows.filter(({ id }) => id !== null)
}

/** Ids of the products or partners that have all words, up to `limit` of them, in no order. Needs the access `gathered`. */
export async function findByWords(
  tx: Tx,
  {
    companyId,
    table,
    words,
    limit,
  }: { companyId: string; table: 'products' | 'partners'; words: Words; limit: number },
): Promise<string[]> {
  const rows = await run(
    tx,
    sql<{ id: string }>`
      select t.id from ${sql.table(table)} as t
       where t.company_id = ${companyId} and ${hasWords(SEARCH_COLUMN, words)}
       limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** The order of a company that is known elsewhere by this pair, as JSON. */
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

/** The link of a company with this key, as JSON. */
export async function findLinkByKey(
  tx: Tx,
  companyId: string,
  key: { source: string; entityType: string; externalId: string },
): Promise<string | null> {
  const { rows } = await tx.query<{ record: string }>(
    `select record from external_links
      where company_id = $1 and source = $2 and entity_type = $3 and external_id = $4`,
    [companyId, key.source, key.entityType, key.externalId],
  )
  return rows[0]?.record ?? null
}
