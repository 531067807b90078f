/** The goods that are ordered from suppliers and still expected. Source: docs/decisions/0070. */
import type { Milli } from '../../amounts/quantity.ts'
import type { Tx } from './database.ts'

/**
 * Builds two parts of a `with recursive`. `made`: the documents made from each document in `roots`, directly or through
 * others. `came`: the quantities in those documents that are receipts with one of the statuses, and how much of each
 * quantity was received. `roots`: the name of an earlier part with a column `id`.
 */
export const broughtFor = (roots: string, statuses: readonly string[] = ['posted', 'closed']): string => `
    made (root_id, id) as (
      select distinct id, id from ${roots}
      union
      select m.root_id, d.id from made m join documents d on d.company_id = $1 and d.source_document_id = m.id),
    came as (
      select m.root_id, l.product_id, sum_bigint(l.quantity_milli) as quantity,
             coalesce(sum_bigint(l.quantity_milli) filter (where d.status <> 'draft'), 0) as received
        from made m
        join documents d on d.company_id = $1 and d.id = m.id and d.kind = 'receipt'
             and d.status in (${statuses.map((status) => `'${status}'`).join(', ')})
        join document_lines l on l.company_id = $1 and l.document_id = d.id
       group by 1, 2)`

/**
 * Selects the goods that company `$1` still expects: the rest of each purchase, and the lines of each draft or posted
 * order to a supplier, minus the quantities delivered by receipts made from that order, directly or through other
 * documents. An order to a supplier may have no warehouse. `products`: an SQL expression for the requested ids.
 */
export const orderedGoods = (products: string): string => `
    with recursive orders as (
      select d.id, d.status, d.warehouse_id, l.product_id, sum_bigint(l.quantity_milli) as quantity
        from documents d join document_lines l on l.company_id = $1 and l.document_id = d.id
       where d.company_id = $1 and d.kind = 'purchase_order' and d.status in ('draft', 'posted') and l.product_id = any (${products})
       group by 1, 2, 3, 4),
    ${broughtFor('orders')}
    select o.product_id, o.warehouse_id, o.status = 'draft' as is_draft, o.quantity - coalesce(c.quantity, 0) as quantity
      from orders o left join came c on c.root_id = o.id and c.product_id = o.product_id
     where o.quantity > coalesce(c.quantity, 0)
    union all
    select product_id, warehouse_id, false, quantity_milli - received_milli - damaged_milli - missing_milli
      from purchases
     where company_id = $1 and status in ('open', 'partial') and product_id = any (${products})`

/** A quantity still expected, in thousandths. Without a warehouse, the destination is not known. */
export interface OrderedRow {
  readonly productId: string
  readonly warehouseId: string | null
  readonly quantity: Milli
}

/** Returns the quantities of the given products that are still expected. */
export async function listOrdered(tx: Tx, companyId: string, productIds: readonly string[]): Promise<OrderedRow[]> {
  const { rows } = await tx.query<{ product_id: string; warehouse_id: string | null; quantity: string }>(
    `select product_id, warehouse_id, sum_bigint(quantity)::text as quantity
       from (${orderedGoods('$2::uuid[]')}) as ordered
      group by product_id, warehouse_id`,
    [companyId, productIds],
  )
  return rows.map(({ product_id, warehouse_id, quantity }) => ({
    productId: product_id,
    warehouseId: warehouse_id,
    quantity: Number(quantity) as Milli,
  }))
}

/** Returns how much of each product was delivered by posted receipts made from a document. */
export async function listDelivered(tx: Tx, companyId: string, documentId: string): Promise<Map<string, Milli>> {
  const { rows } = await tx.query<{ product_id: string; quantity: string }>(
    `with recursive roots as (select $2::uuid as id), ${broughtFor('roots')}
     select product_id, quantity::text as quantity from came`,
    [companyId, documentId],
  )
  return new Map(rows.map(({ product_id, quantity }) => [product_id, Number(quantity) as Milli]))
}
