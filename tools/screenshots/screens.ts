/** Every screen of the app: its address, and the steps to take on it before its picture is taken. */
import type { Page } from 'playwright-core'
import { methodsOf, RECORDS, REPORTS } from '../../tests/support/app/definitions.ts'
import type { Facts } from './company.ts'
import { COUNTED_BARCODE } from './goods.ts'

export type Language = 'ru' | 'en'
/** Returns the Russian or the English text, depending on the app's language. */
type Say = (ru: string, en: string) => string

export interface Screen {
  /** The name of the picture's file. */
  readonly name: string
  /** The screen's address. `{name}` is replaced by an id or value of the active company. */
  readonly path: string
  /**
   * Performs steps on the screen before its picture is taken. Screens with steps are taken only for the active company.
   */
  readonly steps?: (page: Page, say: Say) => Promise<unknown>
  /** Whether the screen is shown before sign-in. */
  readonly isOutside?: boolean
  /** Whether the screen exists only on a phone. */
  readonly isOfPhone?: boolean
}

const press = (ru: string, en: string) => (page: Page, say: Say) =>
  page
    .getByRole('button', { name: say(ru, en), exact: true })
    .first()
    .click()
const menuItem = (ru: string, en: string) => (page: Page, say: Say) =>
  page.getByRole('menuitem', { name: say(ru, en), exact: true }).click()
const inTurn =
  (...steps: NonNullable<Screen['steps']>[]) =>
  async (page: Page, say: Say) => {
    for (const step of steps) await step(page, say)
  }
const fromActions = (ru: string, en: string) => inTurn(press('Действия', 'Actions'), menuItem(ru, en))

/** Returns a table with a title, columns in an unusual order, a total, and a product that does not exist. */
const tableIn = (say: Say) =>
  say(
    'Заказ № 15\n№\tКол-во\tНаименование\tЦена\n1\t2 шт\tЧайник\t1 200,40\n2\tтри\tНет такого товара\t10\n\t5\tИтого\t',
    'Order 15\nNo.\tQty\tProduct\tPrice\n1\t2 pcs\tKET-15\t1,200.40\n2\tthree\tNo such product\t10\n\t5\tTotal\t',
  )
const previewTable = async (page: Page, say: Say) => {
  await press('Из таблицы…', 'From a table…')(page, say)
  await page.getByRole('dialog').getByRole('textbox').fill(tableIn(say))
  await press('Показать строки', 'Show the lines')(page, say)
}

const plain = (name: string, path: string): Screen => ({ name, path })

const OUTSIDE: readonly Screen[] = [
  ...['sign-in', 'sign-up', 'forgot-password', 'reset-password', 'invitation'].map((name) => ({
    ...{ name, path: `/${name}`, isOutside: true },
  })),
  { name: 'invitation-open', path: '{invitation}', isOutside: true },
]

const ORDERS: readonly Screen[] = [
  plain('orders', '/orders'),
  plain('orders-board', '/orders?view=board'),
  { name: 'orders-filters', path: '/orders', steps: press('Отбор', 'Filters'), isOfPhone: true },
  plain('orders-nothing-found', '/orders?q=нет-такого'),
  plain('order-new', '/orders/new'),
  ...['new', 'picking', 'shipped', 'cancelled'].map((one) => plain(`order-${one}-status`, `/orders/{${one}OrderId}`)),
  plain('order-lots', '/orders/{shippedOrderId}?tab=lots'),
  plain('order-history', '/orders/{shippedOrderId}?tab=history'),
  plain('order-edit', '/orders/{newOrderId}/edit'),
  plain('order-shipments', '/orders/{shippedOrderId}?tab=shipments'),
  plain('returns', '/orders/returns'),
  plain('return-new', '/orders/returns/new'),
  plain('return-of-order', '/orders/returns/new?order={shippedOrderId}'),
  plain('return', '/orders/returns/{returnId}'),
  plain('return-draft', '/orders/returns/{draftReturnId}'),
  plain('return-edit', '/orders/returns/{draftReturnId}/edit'),
  { name: 'order-pay', path: '/orders/{newOrderId}', steps: press('Принять оплату', 'Take a payment') },
  { name: 'order-actions', path: '/orders/{newOrderId}', steps: press('Действия', 'Actions') },
  ...['picking', 'order', 'note'].map((paper) => plain(`paper-${paper}`, `/print/orders/{shippedOrderId}/${paper}`)),
]

const PRODUCTS: readonly Screen[] = [
  plain('products', '/products'),
  { name: 'products-filters', path: '/products', steps: press('Отбор', 'Filters'), isOfPhone: true },
  plain('products-grid', '/products/grid'),
  plain('product-new', '/products/new'),
  plain('product', '/products/{productId}'),
  plain('product-stock', '/products/{productId}?tab=stock'),
  plain('product-history', '/products/{productId}?tab=history'),
  plain('product-edit', '/products/{productId}/edit'),
  plain('product-bundle', '/products/{bundleId}'),
  plain('product-variant', '/products/{variantId}'),
  { name: 'product-actions', path: '/products/{productId}', steps: press('Действия', 'Actions') },
  { name: 'product-delete', path: '/products/{productId}', steps: fromActions('Удалить', 'Delete') },
  plain('product-gone', '/products/018f0000-0000-7000-8000-000000000000'),
]

const STOCK: readonly Screen[] = [
  plain('stock', '/stock'),
  { name: 'stock-filters', path: '/stock', steps: press('Отбор', 'Filters'), isOfPhone: true },
  plain('stock-lots', '/stock?view=lots'),
  plain('stock-movements', '/stock?view=movements'),
  plain('stock-receive', '/stock/receive'),
  plain('stock-receive-lines', '/stock/receive/lines'),
  plain('stock-write-off-lines', '/stock/write-off/lines'),
  plain('stock-transfer-lines', '/stock/transfer/lines'),
  { name: 'lines-from-table', path: '/stock/transfer/lines', steps: press('Из таблицы…', 'From a table…') },
  { name: 'lines-preview', path: '/orders/new', steps: previewTable },
  plain('stock-write-off', '/stock/write-off'),
  plain('stock-transfer', '/stock/transfer'),
  plain('stock-row', '/stock/rows/{productId}/{warehouseId}'),
  plain('stock-row-movements', '/stock/rows/{productId}/{warehouseId}?part=movements'),
  plain('stock-lot', '/stock/lots/{lotId}?view=lots'),
  plain('stock-movement', '/stock/movements/{movementId}?view=movements'),
]

const PURCHASING: readonly Screen[] = [
  plain('proposals', '/purchasing/proposals'),
  plain('supplier-orders', '/purchasing/orders'),
  plain('purchases', '/purchasing/purchases'),
  plain('purchase-new', '/purchasing/purchases/new'),
  plain('purchase', '/purchasing/purchases/{purchaseId}'),
  plain('documents', '/purchasing/documents'),
  { name: 'documents-filters', path: '/purchasing/documents', steps: press('Отбор', 'Filters'), isOfPhone: true },
  plain('document-new', '/purchasing/documents/new'),
  plain('document-draft', '/purchasing/documents/{draftId}'),
  plain('document', '/purchasing/documents/{receiptId}'),
  plain('document-edit', '/purchasing/documents/{draftId}/edit'),
  { name: 'document-post', path: '/purchasing/documents/{draftId}', steps: press('Провести', 'Post') },
  plain('payments', '/purchasing/payments'),
  plain('payment-new', '/purchasing/payments/new'),
  plain('payment', '/purchasing/payments/{paymentId}'),
  plain('payment-edit', '/purchasing/payments/{draftPaymentId}/edit'),
  plain('payment-of-orders', '/purchasing/payments/{customerPaymentId}'),
  plain('payment-of-orders-edit', '/purchasing/payments/{draftCustomerPaymentId}/edit'),
  {
    name: 'payment-assign',
    path: '/purchasing/payments/{customerPaymentId}',
    steps: press('Распределить', 'Assign'),
  },
  plain('files', '/purchasing/files'),
  plain('file', '/purchasing/files/{fileId}'),
]

/** For every defined kind of record: the list, the form for a new record, and one record. */
const RECORD_SCREENS: readonly Screen[] = RECORDS.flatMap((spec) => {
  const { path, entityType, kind } = spec
  const name = entityType.replaceAll('_', '-')
  return [
    plain(path.slice(path.lastIndexOf('/') + 1), path),
    ...(methodsOf(spec).create === undefined ? [] : [plain(`${name}-new`, `${path}/new`)]),
    plain(name, `${path}/{${kind}}`),
  ]
})

const PARTNERS: readonly Screen[] = [
  ...['contracts', 'orders', 'purchasing', 'history'].map((tab) =>
    plain(`partner-${tab}`, `/partners/{supplierId}?tab=${tab}`),
  ),
  plain('partner-customer', '/partners/{customerId}?tab=orders'),
  plain('partner-edit', '/partners/{supplierId}/edit'),
]

const SETTINGS: readonly Screen[] = [
  plain('settings-company', '/settings/company'),
  ...['team', 'tokens', 'import', 'audit', 'self-check', 'account'].map((one) =>
    plain(`settings-${one}`, `/settings/${one}`),
  ),
  plain('audit-entry', '/settings/audit/{auditId}'),
  { name: 'team-invite', path: '/settings/team', steps: press('Пригласить', 'Invite') },
  { name: 'token-new', path: '/settings/tokens', steps: press('Новый ключ', 'New token') },
]

const FRAME: readonly Screen[] = [
  plain('overview', '/overview'),
  {
    name: 'palette',
    path: '/overview',
    steps: async (page) => {
      await page.keyboard.press('Control+k')
      await page.locator('[role="dialog"] input').fill('чай')
    },
  },
  {
    name: 'keys',
    path: '/orders',
    steps: async (page) => {
      await page.keyboard.press('Shift+?')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'user-menu',
    path: '/overview',
    steps: (page) => page.locator('section[aria-label] [aria-haspopup="menu"]:visible').last().click(),
  },
  plain('companies', '/companies'),
  plain('company-deleted', '/company-deleted'),
  plain('reports', '/reports'),
  plain('no-page', '/no-such-page'),
  plain('tables', '/tables'),
  plain('table', '/tables/{tableId}'),
]

/** Counts two pieces of a product for the open stocktake, as a scanner does. */
const countTwo = async (page: Page, say: Say) => {
  await page
    .getByRole('list', { name: say('Идёт подсчёт', 'Being counted') })
    .getByRole('button')
    .click()
  await page.getByText(say('Сканируйте товар или найдите', 'Scan')).first().waitFor()
  for (const _piece of [1, 2]) {
    await page.keyboard.type(COUNTED_BARCODE)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('textbox', { name: say('Количество', 'Quantity') }).waitFor()
}

const FLOOR: readonly Screen[] = [
  plain('floor', '/floor'),
  ...['receive', 'pick', 'return', 'move', 'count', 'find', 'today', 'waiting'].map((task) =>
    plain(`floor-${task}`, `/floor/${task}`),
  ),
  { name: 'floor-counting', path: '/floor/count', steps: countTwo },
]

export const SCREENS: readonly Screen[] = [
  ...OUTSIDE,
  ...FRAME,
  ...ORDERS,
  ...PRODUCTS,
  ...STOCK,
  ...PURCHASING,
  ...RECORD_SCREENS,
  ...PARTNERS,
  ...REPORTS.map(({ name }) => plain(`report-${name}`, `/reports/${name}`)),
  ...SETTINGS,
  ...FLOOR,
]

/** Returns the address of a screen, or null when it refers to a record that does not exist. */
export function addressOf({ path }: Screen, facts: Facts | null): string | null {
  if (facts === null) return path.includes('{') ? null : path
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  if (names.some((name) => facts[name] === undefined)) return null
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => facts[name]!)
}
