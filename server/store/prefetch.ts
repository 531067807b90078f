/**
 * Reads facts that a few rules need and that are in the database but not in memory. The company's command queue waits
 * for these reads.
 */
import type { ReferencedKind } from '../domain/records.ts'
import type { Blocker } from '../domain/refusals.ts'
import { dayIn } from '../domain/time-zones.ts'
import { findTimeZone } from './companies.ts'
import type { Tx } from './database.ts'

/** Returns the newest finished order that is older than the given order, as JSON. */
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

/**
 * Selects the most recent lot of a product, as defined by `findNewestLots`. `product` and `warehouse`: SQL expressions
 * for ids; `$1`: the company.
 */
export const newestLotSql = (product: string, warehouse: string): string => `
        select record, unit_cost_minor
          from lots l
         where company_id = $1 and product_id = ${product}
           and not exists (
             select from movement_lots d join movements m on m.company_id = d.company_id and m.id = d.movement_id
              where d.company_id = $1 and d.lot_id = l.id and m.type = 'reversal' and m.direction = -1
                -- A cancelled return takes goods out of older lots, too: only those that it made no longer count.
                and (m.return_id is null or exists (
                      select from movement_lots c join movements r on r.company_id = $1 and r.id = c.movement_id
                       where c.company_id = $1 and c.lot_id = l.id and c.movement_id < l.id and r.return_id = m.return_id)))
         order by warehouse_id = ${warehouse} desc, received_at desc, id desc
         limit 1`

/**
 * Returns the most recent lot of each product as JSON: a lot in the given warehouse if the product ever arrived there,
 * otherwise in any warehouse. Lots of cancelled receipts and returns do not count. When `warehouseId` is null, all
 * warehouses count.
 */
export async function findNewestLots(
  tx: Tx,
  companyId: string,
  { productIds, warehouseId }: { productIds: readonly string[]; warehouseId: string | null },
): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ product_id: string; record: string }>(
    `select asked.product_id, newest.record
       from unnest($2::uuid[]) as asked (product_id)
      cross join lateral (${newestLotSql('asked.product_id', '$3')}) as newest`,
    [companyId, productIds, warehouseId],
  )
  return new Map(rows.map(({ product_id, record }) => [product_id, record]))
}

/**
 * Returns the id of the order or purchase with this external id, if any. For orders, the external id may also be that
 * of an external link.
 */
export async function findIdByExternalId(
  tx: Tx,
  companyId: string,
  { kind, source, externalId }: { kind: 'orders' | 'purchases'; source: string; externalId: string },
): Promise<string | null> {
  const own = `select id from ${kind} where company_id = $1 and external_source = $2 and external_id = $3`
  const linked = `select internal_id from external_links
                   where company_id = $1 and source = $2 and entity_type = 'order' and external_id = $3`
  const { rows } = await tx.query<{ id: string }>(kind === 'orders' ? `${own} union all ${linked} limit 1` : own, [
    companyId,
    source,
    externalId,
  ])
  return rows[0]?.id ?? null
}

/** Returns the external link with this key, as JSON. */
export async function findExternalLink(
  tx: Tx,
  companyId: string,
  key: { source: string; entityType: string; externalId: string },
): Promise<string | null> {
  const { rows } = await tx.query<{ record: string }>(
    `select record
       from external_links
      where company_id = $1 and source = $2 and entity_type = $3 and external_id = $4`,
    [companyId, key.source, key.entityType, key.externalId],
  )
  return rows[0]?.record ?? null
}

/** Returns a document and the whole chain of documents from which it was made, as JSON. */
export async function listDocumentSources(tx: Tx, companyId: string, documentId: string): Promise<string[]> {
  const { rows } = await tx.query<{ record: string }>(
    `with recursive sources as (
       select source_document_id, record from documents where company_id = $1 and id = $2
       union
       select d.source_document_id, d.record
         from sources s join documents d on d.company_id = $1 and d.id = s.source_document_id)
     select record from sources`,
    [companyId, documentId],
  )
  return rows.map(({ record }) => record)
}

/** Returns the orders that a payment is for, as JSON. */
export async function listPaidOrders(tx: Tx, companyId: string, paymentId: string): Promise<string[]> {
  const { rows } = await tx.query<{ record: string }>(
    `select o.record
       from payment_orders p join orders o on o.company_id = p.company_id and o.id = p.order_id
      where p.company_id = $1 and p.payment_id = $2`,
    [companyId, paymentId],
  )
  return rows.map(({ record }) => record)
}

/** Returns the movements created by a document, oldest first, as JSON. */
export async function listDocumentMovements(tx: Tx, companyId: string, documentId: string): Promise<string[]> {
  const { rows } = await tx.query<{ record: string }>(
    'select record from movements where company_id = $1 and document_id = $2 order by id',
    [companyId, documentId],
  )
  return rows.map(({ record }) => record)
}

/**
 * Returns the movements created by a shipment, oldest first, as JSON. The movements' ids are greater than that of the
 * shipment.
 */
export async function listShipmentMovements(
  tx: Tx,
  companyId: string,
  { id, orderId }: { readonly id: string; readonly orderId: string },
): Promise<string[]> {
  const { rows } = await tx.query<{ record: string }>(
    `select record
       from movements
      where company_id = $1 and order_id = $2 and id > $3 and shipment_id = $3 and type = 'shipment'
      order by id`,
    [companyId, orderId, id],
  )
  return rows.map(({ record }) => record)
}

/** Returns all movements of an order, oldest first, as JSON. */
export async function listOrderMovements(tx: Tx, companyId: string, orderId: string): Promise<string[]> {
  const { rows } = await tx.query<{ record: string }>(
    'select record from movements where company_id = $1 and order_id = $2 order by id',
    [companyId, orderId],
  )
  return rows.map(({ record }) => record)
}

/** Returns the movements of a customer return, oldest first, as JSON. */
export async function listReturnMovements(tx: Tx, companyId: string, returnId: string): Promise<string[]> {
  const { rows } = await tx.query<{ record: string }>(
    'select record from movements where company_id = $1 and return_id = $2 order by id',
    [companyId, returnId],
  )
  return rows.map(({ record }) => record)
}

/** Returns the lots in the document's movements, including those used up, as JSON. */
export async function listLotsOfMovements(tx: Tx, companyId: string, documentId: string): Promise<string[]> {
  const { rows } = await tx.query<{ record: string }>(
    `select l.record
       from lots l
      where l.company_id = $1
        and l.id = any (array(select (draw ->> 'lotId')::uuid
                                from movements m, json_array_elements(m.record::json -> 'lots') as draw
                               where m.company_id = $1 and m.document_id = $2))`,
    [companyId, documentId],
  )
  return rows.map(({ record }) => record)
}

/** The records of one kind that refer to a given record: their number, and some examples. */
export interface References {
  entity: string
  count: number
  examples: Omit<Blocker, 'entity'>[]
}

const EXAMPLES = 10

const LINKS = `select id, source || ': ' || external_id as name from external_links where company_id = $1 and internal_id = $2`

/**
 * Builds a query for the records about products that refer to a record in the given column, each with the name of its
 * product.
 */
const ofProduct = (table: 'stock_rules' | 'supplier_items', column: string) =>
  `select r.id, p.name from ${table} r join products p on p.company_id = $1 and p.id = r.product_id
    where r.company_id = $1 and r.${column} = $2`

/**
 * For each kind of record, the queries that find references to a record of that kind. Each entry has the name of the
 * referring kind, and a query for the id and the label (`name`, `at` or `kind`) of each referring record.
 */
const REFERENCE_QUERIES = {
  products: [
    // Components of ordered bundles need no query of their own: such components were once received, so movements refer
    // to them.
    [
      'order',
      `select distinct o.id, o.number as name
                 from order_items i join orders o on o.company_id = i.company_id and o.id = i.order_id
                where i.company_id = $1 and i.product_id = $2`,
    ],
    ['lot', `select id, received_at as at from lots where company_id = $1 and product_id = $2`],
    ['movement', `select id, type as kind, at from movements where company_id = $1 and product_id = $2`],
    [
      'bundle',
      `select p.id, p.name from product_components c join products p on p.company_id = c.company_id and p.id = c.product_id where c.company_id = $1 and c.component_id = $2`,
    ],
    ['variant', `select id, name from products where company_id = $1 and parent_product_id = $2`],
    ['purchase', `select id, number as name from purchases where company_id = $1 and product_id = $2`],
    [
      'document',
      `select distinct d.id, d.number as name
         from document_lines l join documents d on d.company_id = l.company_id and d.id = l.document_id
        where l.company_id = $1 and l.product_id = $2`,
    ],
    [
      'stocktake',
      `select s.id, s.number as name
         from stocktake_lines l join stocktakes s on s.company_id = l.company_id and s.id = l.stocktake_id
        where l.company_id = $1 and l.product_id = $2`,
    ],
    [
      'customer return',
      `select id, number as name from customer_returns where company_id = $1 and $2::uuid = any (product_ids)`,
    ],
    ['stock rule', ofProduct('stock_rules', 'product_id')],
    ['supplier item', ofProduct('supplier_items', 'product_id')],
    // This stock row exists because an order waited for the product, perhaps as a component, although the product never
    // arrived.
    [
      'stock row',
      `select warehouse_id as id from stock where company_id = $1 and product_id = $2
              and not exists (select from movements where company_id = $1 and product_id = $2)`,
    ],
    ['external link', LINKS],
  ],
  partners: [
    ['order', `select id, number as name from orders where company_id = $1 and customer_id = $2`],
    ['lot', `select id, received_at as at from lots where company_id = $1 and supplier_id = $2`],
    ['product', `select id, name from products where company_id = $1 and preferred_supplier_id = $2`],
    ['purchase', `select id, number as name from purchases where company_id = $1 and supplier_id = $2`],
    ['document', `select id, number as name from documents where company_id = $1 and supplier_id = $2`],
    ['payment', `select id, number as name from payments where company_id = $1 and partner_id = $2`],
    ['contract', `select id, number as name, kind from contracts where company_id = $1 and partner_id = $2`],
    ['customer return', `select id, number as name from customer_returns where company_id = $1 and customer_id = $2`],
    ['stock rule', ofProduct('stock_rules', 'supplier_id')],
    ['supplier item', ofProduct('supplier_items', 'supplier_id')],
    ['external link', LINKS],
  ],
  warehouses: [
    ['order', `select id, number as name from orders where company_id = $1 and warehouse_id = $2`],
    ['lot', `select id, received_at as at from lots where company_id = $1 and warehouse_id = $2`],
    [
      'movement',
      `select id, type as kind, at from movements where company_id = $1 and (warehouse_id = $2 or to_warehouse_id = $2)`,
    ],
    ['stock row', `select product_id as id from stock where company_id = $1 and warehouse_id = $2`],
    ['purchase', `select id, number as name from purchases where company_id = $1 and warehouse_id = $2`],
    ['document', `select id, number as name from documents where company_id = $1 and warehouse_id = $2`],
    ['stocktake', `select id, number as name from stocktakes where company_id = $1 and warehouse_id = $2`],
    ['customer return', `select id, number as name from customer_returns where company_id = $1 and warehouse_id = $2`],
    ['stock rule', ofProduct('stock_rules', 'warehouse_id')],
  ],
  organizations: [
    ['contract', `select id, number as name, kind from contracts where company_id = $1 and organization_id = $2`],
    ['document', `select id, number as name from documents where company_id = $1 and organization_id = $2`],
    ['payment', `select id, number as name from payments where company_id = $1 and organization_id = $2`],
  ],
  contracts: [
    ['document', `select id, number as name from documents where company_id = $1 and contract_id = $2`],
    ['payment', `select id, number as name from payments where company_id = $1 and contract_id = $2`],
  ],
  purchases: [['receipt', `select id, at from movements where company_id = $1 and purchase_id = $2`]],
  documents: [
    ['document', `select id, number as name from documents where company_id = $1 and source_document_id = $2`],
    ['payment', `select id, number as name from payments where company_id = $1 and document_id = $2`],
  ],
  orders: [
    [
      'payment',
      `select p.id, p.number as name
         from payment_orders o join payments p on p.company_id = o.company_id and p.id = o.payment_id
        where o.company_id = $1 and o.order_id = $2`,
    ],
    ['shipment', `select id, number as name from shipments where company_id = $1 and order_id = $2`],
    ['external link', LINKS],
  ],
} as const satisfies Record<ReferencedKind, readonly (readonly [string, string])[]>

/**
 * Returns the records that refer to a record, including finished records that are only in the database. Kinds without
 * such records are omitted.
 */
export async function findReferences(
  tx: Tx,
  companyId: string,
  kind: ReferencedKind,
  id: string,
): Promise<References[]> {
  const found: References[] = []
  for (const [entity, query] of REFERENCE_QUERIES[kind]) {
    const { rows } = await tx.query<Named & { count: number }>(
      `select r.*, count(*) over () as count from (${query}) as r order by id limit ${EXAMPLES}`,
      [companyId, id],
    )
    if (rows.length === 0) continue
    const timeZone = rows[0]!.at === undefined ? null : await findTimeZone(tx, companyId)
    found.push({ entity, count: rows[0]!.count, examples: rows.map((row) => exampleOf(entity, row, timeZone)) })
  }
  return found
}

/** A referring record, labelled by its name or number, or otherwise by its day or kind. */
interface Named {
  readonly id: string
  readonly name?: string | null
  readonly at?: Date
  readonly kind?: string
}

/** For each kind, the words that a label has before the record's name or day. */
const TITLES: Readonly<Record<string, string>> = {
  order: 'Order ',
  purchase: 'Purchase ',
  document: 'Document ',
  payment: 'Payment ',
  shipment: 'Shipment ',
  contract: 'Contract ',
  stocktake: 'Stocktake ',
  'customer return': 'Return ',
  'stock rule': 'Stock rule of ',
  'supplier item': 'Supplier item of ',
  lot: 'Lot of ',
  receipt: 'Receipt of ',
  'stock row': 'Stock',
}

function exampleOf(
  entity: string,
  { id, name, at, kind }: Named,
  timeZone: string | null,
): References['examples'][number] {
  const day = at === undefined ? undefined : new Date(dayIn(timeZone!, at.getTime())).toISOString().slice(0, 10)
  const title = entity === 'movement' ? `${kind} of ` : (TITLES[entity] ?? '')
  return {
    id,
    label: `${title}${name ?? day ?? kind ?? ''}`,
    ...(name != null && { name }),
    ...(day !== undefined && { day }),
    ...(kind !== undefined && { kind }),
  }
}

/**
 * Returns documents that have a custom value under one of the keys. The value must be one of
 * `values`, unless `values` is null.
 */
export async function findDocumentsWithValues(
  tx: Tx,
  companyId: string,
  keys: readonly string[],
  values: readonly string[] | null,
): Promise<References[]> {
  const { rows } = await tx.query<Named & { count: number }>(
    `select id, number as name, count(*) over () as count
       from documents
      where company_id = $1 and has_custom_values
        and exists (
          select from unnest($2::text[]) as key, json_extract_path(record::json, 'customValues', key) as value
           where json_typeof(value) <> 'null'
             and ($3::text[] is null or (json_typeof(value) = 'string' and value #>> '{}' = any ($3))))
      order by id
      limit ${EXAMPLES}`,
    [companyId, keys, values],
  )
  if (rows.length === 0) return []
  return [{ entity: 'document', count: rows[0]!.count, examples: rows.map((row) => exampleOf('document', row, null)) }]
}
