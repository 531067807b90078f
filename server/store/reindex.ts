/**
 * The statements that rebuild a company's tables, some records at a time, while the service is running. See
 * engine/reindex.ts.
 */
import { KIND_NAMES, type Kind } from '../domain/kinds.ts'
import type { Sale } from '../domain/sales.ts'
import { versionOf } from '../domain/upcasters.ts'
import { findProjectedRevision } from './companies.ts'
import { type Database, prepareForLong, type Tx } from './database.ts'
import { rowsOf } from './records.ts'

/** The time limit for reading a company's whole history, in milliseconds. */
const LIMIT_MS = 600_000
/**
 * The number of records rebuilt in one transaction. It is small because projections wait for the
 * transaction.
 */
const AT_ONCE = 500

/**
 * Returns the query that lists every record of a kind as stored in its table: kind, key, revision and a hash of its
 * text.
 */
function keptOf(kind: Kind): string {
  if (kind === 'stock')
    return `select 'stock' as kind, product_id || '/' || warehouse_id as id, revision,
                   md5('[' || on_hand_milli || ',' || reserved_milli || case when waiting_milli = 0 then '' else ',' || waiting_milli end || ']') as image
              from stock where company_id = $1`
  const id = kind === 'settings' ? `'settings'` : 'id::text'
  // Leave out rejected files, because their rows are kept only for the file contents.
  const where = kind === 'imports' ? ` and status <> 'rejected'` : ''
  return `select '${kind}' as kind, ${id} as id, revision, md5(record) as image from ${rowsOf(kind)}${where}`
}

/** The kinds whose shape has changed at least once. */
const CHANGED = KIND_NAMES.filter((kind) => versionOf(kind) > 1)
const SHAPE_OF_KIND =
  CHANGED.length === 0
    ? '1'
    : `case k.key ${CHANGED.map((kind) => `when '${kind}' then ${versionOf(kind)}`).join(' ')} else 1 end`

/**
 * Finds the records that differ between their table and the projected part of the log: their kind, key, and revision in
 * the log (null when they are not in the log).
 */
export const DIFFERING_RECORDS = `
    with images as (
      select distinct on (k.key, r.key) k.key as kind, r.key as id, c.revision, c.v >= ${SHAPE_OF_KIND} as is_current,
             case when json_typeof(r.value) <> 'null' then md5(r.value::text) end as image
        from commands c
       cross join lateral json_each(c.after::json) as k
       cross join lateral json_each(k.value) with ordinality as r (key, value, position)
       where c.company_id = $1 and c.revision <= (select revision from projections where company_id = $1)
         and json_typeof(k.value) = 'object' and k.key not in ('sales', 'revenues')
       order by k.key, r.key, c.revision desc, r.position desc),
    kept as (${KIND_NAMES.map(keptOf).join(' union all ')})
    select coalesce(i.kind, k.kind) as kind, coalesce(i.id, k.id) as key, i.revision
      from images i full join kept k on k.kind = i.kind and k.id = i.id, projections p
     where p.company_id = $1
       and case when i.id is null then k.revision > p.logged_since
                -- What an older version left behind stands in the log as it was written, and in its table in the shape of now.
                when not i.is_current and i.image is not null then k.image is null
                else k.image is distinct from i.image end`

/**
 * A record that differs between its table and the log. `revision` is the revision of its last version in the log, or
 * null when it is not in the log.
 */
export interface DifferingRecord {
  readonly kind: string
  readonly key: string
  readonly revision: number | null
}

/** Returns all records that differ from the log, and the revision up to which they were compared with it. */
export async function listDiffering(
  tx: Tx,
  companyId: string,
): Promise<{ readonly seen: number; readonly records: readonly DifferingRecord[] }> {
  const seen = await findProjectedRevision(tx, companyId)
  return { seen, records: await listLong<DifferingRecord>(tx, companyId, DIFFERING_RECORDS) }
}

async function listLong<T extends object>(tx: Tx, companyId: string, text: string): Promise<T[]> {
  await prepareForLong(tx, LIMIT_MS)
  const { rows } = await tx.query<T>({ text, values: [companyId], query_timeout: LIMIT_MS } as object as {
    text: string
  })
  return rows
}

/** Rewrites records that differ from the log in the tables, using their versions from the log. */
export async function restoreRecords(
  database: Database,
  companyId: string,
  { seen, records }: { readonly seen: number; readonly records: readonly DifferingRecord[] },
): Promise<void> {
  for (let at = 0; at < records.length; at += AT_ONCE) {
    const some = records.slice(at, at + AT_ONCE)
    await database.query('select restore_images($1, $2, $3, $4, $5)', [
      companyId,
      some.map(({ kind }) => kind),
      some.map(({ key }) => key),
      some.map(({ revision }) => revision),
      seen,
    ])
  }
}

/** The smallest id, which sorts before all others. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Rebuilds the columns and list tables of all records of a kind from their texts. */
export async function reindexKind(database: Database, companyId: string, kind: Kind): Promise<void> {
  let after: string | null = FIRST_ID
  while (after !== null) {
    const { rows }: { rows: { reached: string | null }[] } = await database.query(
      'select reindex_records($1, $2, $3, $4) as reached',
      [companyId, kind, after, AT_ONCE],
    )
    after = rows[0]!.reached
  }
}

const EXCESS_ITEMS = `
  select i.order_id, i.position, i.product_id
    from order_items i
    left join (select o.id as order_id, e.position - 1 as position, e."productId" as product_id
                 from orders o, json_to_record(o.record::json) as record (items json),
                      rows from (json_to_recordset(record.items) as ("productId" uuid))
                        with ordinality as e ("productId", position)
                where o.company_id = $1) as r
      on r.order_id = i.order_id and r.position = i.position and r.product_id = i.product_id
   where i.company_id = $1 and r.order_id is null`
const EXCESS_DRAWS = `
  select d.movement_id, d.lot_id
    from movement_lots d
    left join (select m.id as movement_id, e."lotId" as lot_id
                 from movements m, json_to_record(m.record::json) as record (lots json),
                      json_to_recordset(record.lots) as e ("lotId" uuid)
                where m.company_id = $1) as r
      on r.movement_id = d.movement_id and r.lot_id = d.lot_id
   where d.company_id = $1 and r.movement_id is null`

/** Returns, as one array per column, the rows of order items whose order does not exist. */
export async function listExcessItems(tx: Tx, companyId: string): Promise<unknown[][]> {
  const rows = await listLong<{ order_id: string; position: number; product_id: string }>(tx, companyId, EXCESS_ITEMS)
  return [rows.map((row) => row.order_id), rows.map((row) => row.position), rows.map((row) => row.product_id)]
}

/** Returns, as one array per column, the rows about goods taken from lots whose movement does not exist. */
export async function listExcessDraws(tx: Tx, companyId: string): Promise<unknown[][]> {
  const rows = await listLong<{ movement_id: string; lot_id: string }>(tx, companyId, EXCESS_DRAWS)
  return [rows.map((row) => row.movement_id), rows.map((row) => row.lot_id)]
}

/** Deletes rows that belonged to no record when they were found, unless they belong to one now. */
export async function deleteExcess(
  database: Database,
  companyId: string,
  what: 'items' | 'draws',
  columns: readonly unknown[][],
): Promise<void> {
  for (let at = 0; at < columns[0]!.length; at += AT_ONCE) {
    const some = columns.map((column) => column.slice(at, at + AT_ONCE))
    const text =
      what === 'items' ? 'select delete_excess_items($1, $2, $3, $4)' : 'select delete_excess_draws($1, $2, $3)'
    await database.query(text, [companyId, ...some])
  }
}

/**
 * Orders with any shipped goods, their shipments, the movements of these shipments, and customer returns, as JSON.
 * `ids`: the ids to which sales refer, which are those of orders and of returns without an order.
 */
export interface ShippedTexts {
  readonly ids: readonly string[]
  readonly orders: readonly string[]
  readonly shipments: readonly string[]
  readonly returns: readonly string[]
  readonly movements: readonly string[]
}

/**
 * Returns orders with any shipped goods and returns without an order, with ids greater than the given id. Nothing is
 * projected until the transaction ends.
 */
export async function listShipped(tx: Tx, companyId: string, after: string | null): Promise<ShippedTexts> {
  await tx.query('select from projections where company_id = $1 for update', [companyId])
  const { rows: orders } = await tx.query<{ id: string; record: string | null }>(
    `select id, record from orders o
      where company_id = $1 and id > $2
        and (status = 'shipped' or exists (select from shipments s where s.company_id = $1 and s.order_id = o.id))
      union all
     select id, null from customer_returns where company_id = $1 and id > $2 and order_id is null and posted_at is not null
      order by id
      limit $3`,
    [companyId, after ?? FIRST_ID, AT_ONCE],
  )
  const ids = orders.map(({ id }) => id)
  const { rows: shipments } = await tx.query<{ record: string }>(
    'select record from shipments where company_id = $1 and order_id = any ($2) order by id',
    [companyId, ids],
  )
  const { rows: returns } = await tx.query<{ record: string }>(
    `select record from customer_returns
      where company_id = $1 and (order_id = any ($2) or id = any ($2)) and posted_at is not null`,
    [companyId, ids],
  )
  const { rows: movements } = await tx.query<{ record: string }>(
    `select record from movements where company_id = $1 and order_id = any ($2) and type = 'shipment'`,
    [companyId, ids],
  )
  const textsOf = (rows: readonly { record: string }[]) => rows.map(({ record }) => record)
  const known = orders.flatMap(({ record }) => record ?? [])
  return { ids, orders: known, shipments: textsOf(shipments), returns: textsOf(returns), movements: textsOf(movements) }
}

/** Replaces the stored sales of these orders. */
export async function replaceSales(
  tx: Tx,
  companyId: string,
  { ids, sales, revenues }: { ids: readonly string[]; sales: readonly Sale[]; revenues: ReadonlyMap<string, number> },
): Promise<void> {
  await tx.query('select replace_sales($1, $2, $3, $4)', [
    companyId,
    ids,
    JSON.stringify(sales),
    JSON.stringify([...revenues].map(([id, revenue]) => ({ id, revenue }))),
  ])
}

/** Deletes the stored totals of years. The next report that needs them computes them again. */
export async function forgetYears(tx: Tx, companyId: string): Promise<void> {
  await tx.query('delete from turnover_years where company_id = $1', [companyId])
  await tx.query('delete from turnover_totals where company_id = $1', [companyId])
}
