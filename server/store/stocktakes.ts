/** The statements that find the goods that a stocktake counted, posted and left out. Source: docs/decisions/0066. */
import type { Milli } from '../../amounts/quantity.ts'
import { edgeOfIds } from '../domain/lists.ts'
import { MAX_BLOCKERS } from '../domain/refusals.ts'
import { isIssuedId } from '../domain/schema.ts'
import type { Tx } from './database.ts'
import { findNewestLots } from './prefetch.ts'

/**
 * An SQL condition on a line `l`: the product moved in the warehouse while it was being counted. Movements made by the
 * stocktake itself do not count.
 */
export const IS_DISTURBED = `(
  (l.window_to_revision is null or l.window_to_revision > l.window_from_revision + 1)
  and exists (
    -- \`offset 0\` has the ids computed once per line, before row-level security, so that the index can use them.
    select from (select first_id_at(l.window_from_at) as first_id, first_id_at(l.window_to_at + interval '1 ms') as end_id offset 0) w
      join movements m on m.id >= w.first_id and m.id < w.end_id
     where m.company_id = l.company_id and m.product_id = l.product_id and m.revision > l.window_from_revision
       and (l.window_to_revision is null or m.revision < l.window_to_revision)
       and l.warehouse_id in (m.warehouse_id, m.to_warehouse_id)
       and m.stocktake_id is distinct from l.stocktake_id))`

/**
 * Selects the goods to be written off by those stocktakes `s` that fulfil a condition. These goods are in stock and in
 * the stocktake's scope, but were not counted, not even by another open stocktake. `$1`: the company.
 */
export const absentGoods = (condition: string): string => `
  select s.id as stocktake_id, r.product_id, r.on_hand_milli
    from stocktakes s
   cross join json_to_record(s.record::json) as b (absent text, scope json)
    join stock r on r.company_id = $1 and r.warehouse_id = s.warehouse_id and r.on_hand_milli > 0
    join products p on p.company_id = $1 and p.id = r.product_id
   where s.company_id = $1 and ${condition} and s.status in ('counting', 'review') and b.absent = 'zero'
     and ((b.scope ->> 'all')::boolean
          or p.id = any (array(select json_array_elements_text(b.scope -> 'productIds')::uuid))
          or p.preferred_supplier_id = (b.scope ->> 'supplierId')::uuid
          or exists (select from product_filter_values f
                      where f.company_id = $1 and f.product_id = p.id and f.value_id = (b.scope ->> 'filterValueId')::uuid))
     and not exists (select from stocktake_lines l join stocktakes o on o.company_id = $1 and o.id = l.stocktake_id
                      where l.company_id = $1 and l.product_id = p.id and l.warehouse_id = s.warehouse_id
                        and o.status in ('counting', 'review'))`

/** An id that no record has, used in place of text that is not an id. */
const NO_ID = '00000000-0000-0000-0000-000000000000'
const asIds = (texts: readonly string[]) => texts.map((text) => (isIssuedId(text) ? text : NO_ID))

/** Returns the lines of a stocktake for the given products, as JSON. */
export async function listLinesOf(
  tx: Tx,
  companyId: string,
  { stocktakeIds, productIds }: { readonly stocktakeIds: readonly string[]; readonly productIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await tx.query<{ record: string }>(
    'select record from stocktake_lines where company_id = $1 and stocktake_id = any ($2) and product_id = any ($3)',
    [companyId, stocktakeIds, asIds(productIds)],
  )
  return rows.map(({ record }) => record)
}

/** Returns by how much each product's stock in a warehouse has grown since the given time, or 0 if no time is given. */
export async function listGrown(
  tx: Tx,
  companyId: string,
  warehouseId: string,
  asked: readonly { readonly productId: string; readonly since: string | null }[],
): Promise<Milli[]> {
  if (asked.every(({ since }) => since === null)) return asked.map(() => 0 as Milli)
  const { rows } = await tx.query<{ grown: Milli }>(
    `select coalesce((
              select sum(case when m.direction <> 0 then m.direction * m.good_milli
                              when m.warehouse_id = $4 then -m.good_milli else m.good_milli end)
                from movements m
               where m.company_id = $1 and m.product_id = a.product_id and m.id > a.last_id
                 and $4 in (m.warehouse_id, m.to_warehouse_id)), 0)::bigint as grown
       from unnest($2::uuid[], $3::uuid[]) with ordinality as a (product_id, last_id, position)
      order by a.position`,
    [
      companyId,
      asIds(asked.map(({ productId }) => productId)),
      asked.map(({ since }) => since && edgeOfIds('to', since)),
      warehouseId,
    ],
  )
  return rows.map(({ grown }) => grown)
}

interface Part {
  readonly id: string
  readonly most: number
}

interface PostingPart extends Part {
  readonly warehouseId: string
  /** The products whose lines must all be in the same step. */
  readonly together: readonly string[]
}

/** Finds what the next step of posting a stocktake has to do. */
export async function findPosting(tx: Tx, companyId: string, { id, warehouseId, most, together }: PostingPart) {
  const { rows: lines } = await tx.query<{ record: string; product_id: string; is_over: boolean; count: number }>(
    `select record, product_id, difference_milli > 0 as is_over, count(*) over () as count
       from stocktake_lines
      where company_id = $1 and stocktake_id = $2 and movement_id is null and difference_milli <> 0
      order by product_id <> all ($4), id
      limit $3`,
    [companyId, id, Math.max(most, together.length), together],
  )
  const { rows: absent } = await tx.query<{ product_id: string; count: number }>(
    `select product_id, count(*) over () as count from (${absentGoods('s.id = $2')}) as absent order by product_id limit $3`,
    [companyId, id, most],
  )
  const { rows: unsettled } = await tx.query<{ id: string; name: string; count: number }>(
    `select p.id, p.name, count(*) over () as count
       from stocktake_lines l join products p on p.company_id = $1 and p.id = l.product_id
      where l.company_id = $1 and l.stocktake_id = $2 and l.movement_id is null
        and (l.counted_milli is null or (not l.accepted and ${IS_DISTURBED}))
      order by l.id
      limit ${MAX_BLOCKERS}`,
    [companyId, id],
  )
  const productIds = lines.flatMap(({ is_over, product_id }) => (is_over ? [product_id] : []))
  const absentIds = absent.slice(0, Math.max(0, most - lines.length)).map(({ product_id }) => product_id)
  return {
    lines: lines.map(({ record }) => record),
    absentIds,
    left: (lines[0]?.count ?? 0) + (absent[0]?.count ?? 0) - lines.length - absentIds.length,
    unsettled: { count: unsettled[0]?.count ?? 0, first: unsettled.map((one) => ({ id: one.id, name: one.name })) },
    newestLots: await findNewestLots(tx, companyId, { productIds, warehouseId }),
  }
}

/** Finds the effects of posting a stocktake that have not been reversed yet. */
export async function findReversal(tx: Tx, companyId: string, { id, most }: Part) {
  const { rows: lines } = await tx.query<{ record: string; movement_id: string; count: number }>(
    `select record, movement_id, count(*) over () as count
       from stocktake_lines
      where company_id = $1 and stocktake_id = $2 and movement_id is not null and reversal_id is null
      order by id
      limit $3`,
    [companyId, id, most],
  )
  const movementIds = lines.map(({ movement_id }) => movement_id)
  const { rows: movements } = await tx.query<{ record: string }>(
    'select record from movements where company_id = $1 and id = any ($2)',
    [companyId, movementIds],
  )
  const { rows: lots } = await tx.query<{ record: string }>(
    `select record
       from lots
      where company_id = $1
        and id = any (array(select (draw ->> 'lotId')::uuid
                              from movements m, json_array_elements(m.record::json -> 'lots') as draw
                             where m.company_id = $1 and m.id = any ($2)))`,
    [companyId, movementIds],
  )
  const { rows: consumed } = await tx.query<{ record: string }>(
    `select record
       from lots
      where company_id = $1 and remaining_milli < received_milli
        and id = any (array(select (draw ->> 'lotId')::uuid
                              from stocktake_lines l join movements m on m.company_id = $1 and m.id = l.movement_id
                             cross join json_array_elements(m.record::json -> 'lots') as draw
                             where l.company_id = $1 and l.stocktake_id = $2 and l.reversal_id is null and m.type = 'surplus'))
      order by id
      limit 1`,
    [companyId, id],
  )
  return {
    lines: lines.map(({ record }) => record),
    movements: movements.map(({ record }) => record),
    lots: lots.map(({ record }) => record),
    left: (lines[0]?.count ?? 0) - lines.length,
    consumed: consumed[0]?.record ?? null,
  }
}
