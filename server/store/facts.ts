/** What a few rules must know of the history that memory does not hold. Read while the company's queue waits. */
import type { Tx } from './database.ts'

/** An order by id, as JSON, wherever in history it is. */
export async function findOrder(tx: Tx, companyId: string, orderId: string): Promise<string | null> {
  const { rows } = await tx.query<{ record: string }>('select record from orders where company_id = $1 and id = $2', [
    companyId,
    orderId,
  ])
  return rows[0]?.record ?? null
}

/** The newest finished order older than an order, as JSON. */
export async function findOlderFinishedOrder(tx: Tx, companyId: string, orderId: string): Promise<string | null> {
  const { rows } = await tx.query<{ record: string }>(
    `select record
       from orders
      where company_id = $1 and id < $2 and status in ('shipped', 'cancelled')
      order by id desc
      limit 1`,
    [companyId, orderId],
  )
  return rows[0]?.record ?? null
}

/** A lot by id, as JSON, also one with nothing left. */
export async function findLot(tx: Tx, companyId: string, lotId: string): Promise<string | null> {
  const { rows } = await tx.query<{ record: string }>('select record from lots where company_id = $1 and id = $2', [
    companyId,
    lotId,
  ])
  return rows[0]?.record ?? null
}

/** The order that has this external id, if any. */
export async function findOrderByExternalId(
  tx: Tx,
  companyId: string,
  source: string,
  externalId: string,
): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from orders where company_id = $1 and external_source = $2 and external_id = $3',
    [companyId, source, externalId],
  )
  return rows[0]?.id ?? null
}

/** Records of one kind that name a record: how many, and some of them. */
export interface References {
  entity: string
  count: number
  examples: { id: string; label: string }[]
}

const EXAMPLES = 10

/** For each kind of record, the statements that find what names it: entity, then a query giving (id, label). */
const REFERENCE_QUERIES = {
  products: [
    // A component of an ordered bundle is not looked for here: it was received once, so its movements name it.
    [
      'order',
      `select distinct o.id, 'Order ' || o.number as label
                 from order_items i join orders o on o.company_id = i.company_id and o.id = i.order_id
                where i.company_id = $1 and i.product_id = $2`,
    ],
    ['lot', `select id, 'Lot of ' || received_at::date as label from lots where company_id = $1 and product_id = $2`],
    [
      'movement',
      `select id, type || ' of ' || at::date as label from movements where company_id = $1 and product_id = $2`,
    ],
    [
      'bundle',
      `select p.id, p.name as label from product_components c join products p on p.company_id = c.company_id and p.id = c.product_id where c.company_id = $1 and c.component_id = $2`,
    ],
    ['variant', `select id, name as label from products where company_id = $1 and parent_product_id = $2`],
  ],
  partners: [
    ['order', `select id, 'Order ' || number as label from orders where company_id = $1 and customer_id = $2`],
    ['lot', `select id, 'Lot of ' || received_at::date as label from lots where company_id = $1 and supplier_id = $2`],
    ['product', `select id, name as label from products where company_id = $1 and preferred_supplier_id = $2`],
  ],
  warehouses: [
    ['order', `select id, 'Order ' || number as label from orders where company_id = $1 and warehouse_id = $2`],
    ['lot', `select id, 'Lot of ' || received_at::date as label from lots where company_id = $1 and warehouse_id = $2`],
    [
      'movement',
      `select id, type || ' of ' || at::date as label from movements where company_id = $1 and (warehouse_id = $2 or to_warehouse_id = $2)`,
    ],
    ['stock row', `select product_id as id, 'Stock' as label from stock where company_id = $1 and warehouse_id = $2`],
  ],
} as const satisfies Record<string, readonly (readonly [string, string])[]>

export type ReferencedKind = keyof typeof REFERENCE_QUERIES

/** What names a record, in history too; kinds that do not name it are left out. */
export async function findReferences(
  tx: Tx,
  companyId: string,
  kind: ReferencedKind,
  id: string,
): Promise<References[]> {
  const found: References[] = []
  for (const [entity, query] of REFERENCE_QUERIES[kind]) {
    const { rows } = await tx.query<{ id: string; label: string; count: number }>(
      `select id, label, count(*) over () as count from (${query}) as r order by id limit ${EXAMPLES}`,
      [companyId, id],
    )
    if (rows.length > 0)
      found.push({ entity, count: rows[0]!.count, examples: rows.map((row) => ({ id: row.id, label: row.label })) })
  }
  return found
}
