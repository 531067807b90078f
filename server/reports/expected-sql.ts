/** The SQL of the report on expected goods. Source: docs/decisions/0074. */
import { broughtFor } from '../store/ordered.ts'
import type { ReorderFilter } from './ordering-sql.ts'

/**
 * Documents that announce goods. An invoice counts only if it was read from a file and not made from an order, because
 * other invoices often describe goods that arrived long ago. A draft receipt has its own row.
 */
const ROOTS = `
      select d.id, d.kind, d.number, d.reference, d.supplier_id, d.warehouse_id, d.record::json ->> 'createdAt' as created_at
        from documents d
       where d.company_id = $1
         and (d.kind = 'purchase_order' and d.status = 'posted'
              or d.kind = 'supplier_invoice' and d.status in ('draft', 'posted') and d.import_id is not null
                 and d.source_document_id is null
              or d.kind = 'receipt' and d.status = 'draft')`

/**
 * Computes the expected quantity of each product by purchase or document: the quantity on the document, minus the
 * received quantity, and minus the quantities in draft receipts made from the document, because these have their own
 * rows.
 */
export function expectedSql({ warehouse, product, supplier }: ReorderFilter): string {
  return `
    with recursive roots as (${ROOTS}),
    ${broughtFor("(select id from roots where kind <> 'receipt') as r", ['draft', 'posted', 'closed'])},
    asked as (
      select r.*, l.product_id, sum_bigint(l.quantity_milli) as expected
        from roots r join document_lines l on l.company_id = $1 and l.document_id = r.id
       group by r.id, r.kind, r.number, r.reference, r.supplier_id, r.warehouse_id, r.created_at, l.product_id),
    goods as (
      select a.id, a.kind, a.number, a.reference, a.supplier_id, a.warehouse_id, a.created_at, a.product_id, a.expected,
             coalesce(c.received, 0) as received, a.expected - coalesce(c.quantity, 0) as quantity
        from asked a left join came c on c.root_id = a.id and c.product_id = a.product_id
      union all
      select id, 'purchase', number, null, supplier_id, warehouse_id, record::json ->> 'createdAt', product_id, quantity_milli,
             received_milli, quantity_milli - received_milli - damaged_milli - missing_milli
        from purchases
       where company_id = $1 and status in ('open', 'partial'))
    select r.id, r.kind, r.number, r.reference, r.supplier_id, r.warehouse_id, r.created_at as "createdAt", r.product_id,
           r.expected, r.received, r.quantity
      from goods r
      join products p on p.company_id = $1 and p.id = r.product_id and p.kind in ('product', 'variant')
     where r.quantity > 0
           ${warehouse === undefined ? '' : `and (r.warehouse_id = ${warehouse} or r.warehouse_id is null)`}
           ${product === undefined ? '' : `and r.product_id = ${product}`}
           ${supplier === undefined ? '' : `and r.supplier_id = ${supplier}`}`
}
