/** The work that waits for people now: products to order and documents to pay. */
import type { Tx } from '../store/database.ts'

/**
 * Selects products with less available, over all warehouses, than their minimum. Products with the smallest fraction of
 * the minimum left come first.
 */
export const BELOW_MINIMUM = `
    select p.id as product_id, p.preferred_supplier_id as supplier_id, p.min_stock_milli as "minStock",
           coalesce(s.available, 0) as available, p.min_stock_milli - coalesce(s.available, 0) as shortfall
      from products p
      left join (select product_id, sum_bigint(on_hand_milli - reserved_milli) as available
                   from stock
                  where company_id = $1
                  group by product_id) as s on s.product_id = p.id
     where p.company_id = $1 and p.kind in ('product', 'variant') and not p.archived and p.min_stock_milli > coalesce(s.available, 0)`

export const BELOW_MINIMUM_ORDER = 'r.available::numeric / r."minStock", r.product_id'

/**
 * Selects the documents to pay: posted supplier invoices, and posted receipts without an invoice, that are not fully
 * paid. Payments for an invoice's receipts count towards the invoice.
 */
export const UNPAID_DOCUMENTS = `
    select d.id, d.supplier_id, d.kind, d.total_minor as total, coalesce(p.paid, 0) as paid,
           d.total_minor - coalesce(p.paid, 0) as due, d.record::json ->> 'dueAt' as due_at
      from documents d
      left join documents i on i.company_id = $1 and i.id = d.source_document_id
                           and i.kind = 'supplier_invoice' and i.status in ('posted', 'closed')
      left join lateral (
        select sum_bigint(amount_minor) as paid
          from payments
         where company_id = $1 and status = 'posted' and direction = 'outgoing'
               and document_id = any(array_prepend(d.id, array(
                 select r.id from documents r
                  where r.company_id = $1 and r.source_document_id = d.id and r.kind = 'receipt'
                        and d.kind = 'supplier_invoice')))) as p on true
     where d.company_id = $1 and d.status = 'posted' and d.kind in ('supplier_invoice', 'receipt') and i.id is null
           and d.total_minor > coalesce(p.paid, 0)`

/** The sort order of unpaid documents: the earliest due date first, then the oldest document. */
export const UNPAID_ORDER = 'r.due_at nulls last, r.id'

export interface Unpaid {
  readonly count: number
  readonly dueMinor: bigint
}

/** Counts the unpaid documents and sums the amounts due. */
export async function countUnpaid(tx: Tx, companyId: string): Promise<Unpaid> {
  const { rows } = await tx.query<{ count: string; due: string }>(
    `select count(*)::text as count, coalesce(sum(due), 0)::text as due from (${UNPAID_DOCUMENTS}) as r`,
    [companyId],
  )
  return { count: Number(rows[0]!.count), dueMinor: BigInt(rows[0]!.due) }
}

export interface WaitingFiles {
  readonly recognized: number
  readonly failed: number
}

/** Counts the uploaded files that a person still has to look at. */
export async function countWaitingFiles(tx: Tx, companyId: string): Promise<WaitingFiles> {
  const { rows } = await tx.query<{ recognized: string; failed: string }>(
    `select count(*) filter (where status = 'recognized')::text as recognized,
            count(*) filter (where status = 'failed')::text as failed
       from procurement_imports
      where company_id = $1`,
    [companyId],
  )
  return { recognized: Number(rows[0]!.recognized), failed: Number(rows[0]!.failed) }
}

export interface Shipped {
  readonly orders: number
  readonly totalMinor: bigint
  readonly costMinor: bigint
}

/**
 * Sums the amounts shipped for orders at or after a given time, minus the amounts of shipments cancelled and goods
 * returned since then.
 */
export async function sumShippedSince(tx: Tx, companyId: string, since: Date): Promise<Shipped> {
  const { rows } = await tx.query<{ orders: string; total: string; cost: string }>(
    `select count(distinct order_id) filter (where channel is not null)::text as orders, coalesce(sum(revenue_minor), 0)::text as total,
            coalesce(sum(cost_minor), 0)::text as cost
       from deliveries
      where company_id = $1 and at >= $2`,
    [companyId, since],
  )
  const row = rows[0]!
  return { orders: Number(row.orders), totalMinor: BigInt(row.total), costMinor: BigInt(row.cost) }
}
