/** The requests for pages of every list that has shipments in it, or that grows with them. */
import type { Sample } from './growth-company.ts'

/** Returns the path of the nth request of a kind. */
type Asking = (n: number, sample: Sample) => string

const DAY_MS = 86_400_000
const at = <T>(values: readonly T[], n: number): T => values[n % values.length]!
const iso = (ms: number) => new Date(ms).toISOString()
const day = (ms: number) => iso(ms).slice(0, 10)

/** The kinds of pages, by name. A name that ends in "a deep page" continues such a list far from its beginning. */
export const PAGES: Readonly<Record<string, Asking>> = {
  'shipments, first page': () => 'shipments',
  'shipments, oldest first': () => 'shipments?sort=createdAt',
  'shipments by date on paper': (n) => `shipments?sort=${at(['documentDate', '-documentDate'], n)}`,
  'shipments of an order': (n, { orderIds }) => `shipments?orderId=${at(orderIds, n)}`,
  'shipments, one by id': (n, { shipmentIds }) => `shipments?id=${at(shipmentIds, n)}`,
  'shipments that are cancelled, none': () => 'shipments?status=cancelled',
  'shipments of a day': (n, { moments }) =>
    `shipments?createdFrom=${iso(at(moments, n))}&createdTo=${iso(at(moments, n) + DAY_MS)}`,
  'shipments of a day on paper': (n, { moments }) =>
    `shipments?documentDateFrom=${day(at(moments, n))}&documentDateTo=${day(at(moments, n))}`,
  'shipments of a day on paper, cancelled': (n, { moments }) =>
    `shipments?documentDateFrom=${day(at(moments, n))}&documentDateTo=${day(at(moments, n))}&status=cancelled`,
  'search: shipment by number': (n, { numbers }) => `shipments?q=${at(numbers, n)}-1`,
  'search: shipment by tracking number': (n, { trackingNumbers }) => `shipments?q=${at(trackingNumbers, n)}`,
  'search: shipments, a frequent text': () => 'shipments?q=80083914',
  'orders, first page': () => 'orders',
  'orders by time': (n) => `orders?sort=${at(['orderedAt', '-orderedAt'], n)}`,
  'orders of a customer': (n, { customerIds }) => `orders?customerId=${at(customerIds, n)}`,
  'orders of a product': (n, { productIds }) => `orders?productId=${at(productIds, n)}`,
  'orders of a payment state': (n) => `orders?payment=${at(['unpaid', 'part', 'paid', 'overpaid'], n)}`,
  'orders shipped on a day': (n, { moments }) =>
    `orders?shippedFrom=${iso(at(moments, n))}&shippedTo=${iso(at(moments, n) + DAY_MS)}`,
  'orders shipped on a day, of a customer': (n, { moments, customerIds }) =>
    `orders?shippedFrom=${iso(at(moments, n))}&shippedTo=${iso(at(moments, n) + DAY_MS)}&customerId=${at(customerIds, n + 1)}`,
  'orders shipped in three years': () => 'orders?shippedFrom=2023-01-01&shippedTo=2025-12-31',
  'orders that wait, none': () => 'orders?waiting=true',
  'orders of a status': (n) => `orders?status=${at(['new', 'shipped', 'cancelled', 'picking'], n)}`,
  'search: order by number': (n, { numbers }) => `orders?q=${at(numbers, n)}`,
  'search: order by customer': (n) => `orders?q=Покупатель ${n % 2_000}`,
  'movements, first page': () => 'movements',
  'movements of an order': (n, { orderIds }) => `movements?orderId=${at(orderIds, n)}`,
  'movements of a product': (n, { productIds }) => `movements?productId=${at(productIds, n)}`,
  'movements that are shipments': () => 'movements?type=shipment',
  'movements of a warehouse on a day': (n, { moments, warehouseIds }) =>
    `movements?warehouseId=${at(warehouseIds, n)}&from=${iso(at(moments, n))}&to=${iso(at(moments, n) + DAY_MS)}`,
  'search: movements of a product': (n) => `movements?q=SKU-${10_000 + ((n * 97) % 10_000)}`,
  'search: movements of a hundred products': (n) => `movements?q=SKU-${10 + (n % 90)}`,
  'customer returns, first page': () => 'customer-returns',
  'customer returns of an order': (n, { orderIds }) => `customer-returns?orderId=${at(orderIds, n)}`,
  'customer returns of a customer': (n, { customerIds }) => `customer-returns?customerId=${at(customerIds, n)}`,
  'customer returns of a product': (n, { productIds }) => `customer-returns?productId=${at(productIds, n)}`,
  'payments of an order': (n, { orderIds }) => `procurement/payments?orderId=${at(orderIds, n)}`,
  'one shipment': (n, { shipmentIds }) => `shipments/${at(shipmentIds, n)}`,
  'one order': (n, { orderIds }) => `orders/${at(orderIds, n)}`,
}

/** The lists of which a page far from the beginning is requested too. */
export const DEEP = ['shipments', 'shipments?sort=documentDate', 'orders?payment=paid', 'customer-returns']

/** Totals of whole lists. They read every row, so they may take as long as a report. */
export const TOTALS = ['shipments?totals=true&limit=1', 'orders?totals=true&limit=1', 'movements?totals=true&limit=1']
