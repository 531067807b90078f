/**
 * Adds current data to the company with a long history: products, warehouses and partners with their full records,
 * which the state needs, and documents with payments.
 */
import type { Ask } from './report-company.ts'

const DOCUMENTS = 50_000
const SPAN_SECONDS = 3 * 365 * 86_400

const moment = (text: string) => `to_char((${text}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const AT = `'2023-01-01T00:00:00.000Z'`
/** SQL for the time of the nth of many events that are spread evenly over the three years. */
const MOMENT_OF_N = `timestamptz '2023-01-01' + n * interval '${SPAN_SECONDS / DOCUMENTS} seconds'`
const idOfN = (kind: string) => `('01850000-0000-7${kind}-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
const DOCUMENT_ID = idOfN('0d1')
const PAYMENT_ID = idOfN('0d2')
/** SQL for the partners' ids in ascending order. */
const PARTNERS = `(select array_agg(id order by id) from partners where company_id = $1)`

const warehouses = `
  update warehouses
     set record = json_build_object('id', id, 'name', name, 'short', null, 'city', null, 'address', null, 'archived', false, 'createdAt', ${AT},
           'updatedAt', ${AT}, 'revision', 1)::text
   where company_id = $1`

const partners = `
  update partners
     set record = json_build_object('id', id, 'name', name, 'type', 'customer', 'roles', '[]'::json, 'groups', '[]'::json, 'contact', null,
           'phone', null, 'email', null, 'legalKind', null, 'fullName', null, 'inn', null, 'kpp', null, 'ogrn', null, 'legalAddress', null,
           'actualAddress', null, 'contacts', '[]'::json, 'bankAccounts', '[]'::json, 'note', null, 'priceTypeId', null, 'discountPercent', null,
           'customValues', '{}'::json, 'archived', false, 'createdAt', ${AT}, 'updatedAt', ${AT}, 'revision', 1)::text
   where company_id = $1`

const products = `
  update products p
     set min_stock_milli = case when kind = 'product' then 20000 end,
         record = json_build_object('id', id, 'name', name, 'kind', kind, 'sku', sku, 'category', null, 'description', null, 'code', null,
           'externalCode', null, 'uom', 'шт', 'country', null, 'price', null, 'cost', null, 'minPrice', null,
           'minStock', case when kind = 'product' then 20 end, 'weightKg', null, 'volumeM3', null, 'vatRate', null,
           'preferredSupplierId', null, 'parentProductId', null, 'barcodes', '[]'::json, 'packages', '[]'::json, 'analogIds', '[]'::json,
           'tags', '[]'::json, 'components', '[]'::json, 'filterValueIds', '[]'::json, 'prices', '[]'::json, 'images', '[]'::json,
           'customValues', '{}'::json, 'archived', false, 'createdAt', ${AT}, 'updatedAt', ${AT}, 'revision', 1)::text
   where company_id = $1`

/** SQL for documents. Every tenth is an invoice, followed by the receipt based on it; all are posted. */
const documents = `
  insert into documents (company_id, id, revision, number, kind, status, supplier_id, source_document_id, total_minor, has_custom_values, record)
  select $1::uuid, ${DOCUMENT_ID}, 1, n::text, case when n % 10 = 0 then 'supplier_invoice' else 'receipt' end, 'posted', partner,
         case when n % 10 = 1 and n > 1 then ${DOCUMENT_ID.replaceAll('(n)', '(n - 1)')} end, 100000 + n, false,
         json_build_object('id', ${DOCUMENT_ID}, 'number', n::text, 'dueAt', null, 'postedAt', ${moment(MOMENT_OF_N)})::text
    from (select n, (${PARTNERS})[1 + n % 2000] as partner from generate_series(1, ${DOCUMENTS}) as n) as d`

/** SQL for payments. Nine out of ten documents are paid in full. */
const payments = `
  insert into payments (company_id, id, revision, number, status, direction, method, partner_id, document_id, amount_minor, unassigned_minor, record)
  select $1::uuid, ${PAYMENT_ID}, 1, n::text, 'posted', case when n % 4 = 0 then 'incoming' else 'outgoing' end, 'bank', partner,
         case when n % 4 > 0 then ${DOCUMENT_ID} end, 100000 + n, 100000 + n,
         json_build_object('id', ${PAYMENT_ID}, 'number', n::text, 'paidAt', case when n % 2 = 0 then left(at, 10) end, 'postedAt', at)::text
    from (select n, (${PARTNERS})[1 + n % 2000] as partner, ${moment(MOMENT_OF_N)} as at
            from generate_series(1, ${DOCUMENTS}) as n where n % 10 < 9) as p`

const PAID_ORDERS = 100_000
const ORDER_PAYMENT_ID = idOfN('0d3')

/**
 * SQL for customers’ payments, in three statements. Of every ten orders, eight are paid in full and one in part; the
 * tenth is unpaid, because its payment is not assigned to any order.
 */
const orderPayments = [
  `insert into payments (company_id, id, revision, number, status, direction, method, partner_id, amount_minor, unassigned_minor, record)
  select $1::uuid, ${ORDER_PAYMENT_ID}, 1, 'о' || n, 'posted', 'incoming', 'bank', customer_id, amount,
         case when n % 10 = 9 then amount else 0 end,
         json_build_object('id', ${ORDER_PAYMENT_ID}, 'number', 'о' || n, 'paidAt', null, 'postedAt', ${moment('shipped_at')},
           'orderId', order_id)::text
    from (select id as order_id, customer_id, shipped_at, row_number() over (order by id) as n,
                 greatest(case when row_number() over (order by id) % 10 = 8 then total_minor / 2 else total_minor end, 1) as amount
            from orders where company_id = $1 order by id limit ${PAID_ORDERS}) as o`,
  `insert into payment_orders (company_id, payment_id, order_id, amount_minor)
  select company_id, id, (record::json ->> 'orderId')::uuid, amount_minor
    from payments where company_id = $1 and direction = 'incoming' and unassigned_minor = 0 and record::json ->> 'orderId' is not null`,
  `update orders as o
     set paid_minor = p.amount_minor,
         payment = case when p.amount_minor > total_minor then 'overpaid' when p.amount_minor = total_minor then 'paid' else 'part' end
    from payment_orders p where o.company_id = $1 and p.company_id = $1 and p.order_id = o.id`,
]

/**
 * Adds the current records (warehouses, partners, products, documents, payments) to a company whose history is already
 * written.
 */
export async function fillPresent(ask: Ask, companyId: string): Promise<void> {
  for (const statement of [warehouses, partners, products, documents, payments, ...orderPayments])
    await ask(statement, [companyId])
}
