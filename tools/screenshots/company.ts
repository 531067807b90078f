/**
 * The companies for the screenshots: an empty company and an active company. They are created through the API, as any
 * other client would create them.
 */
import { readFile } from 'node:fs/promises'
import { methodsOf, RECORDS } from '../../tests/support/app/definitions.ts'
import { type Browser, signedUp } from '../../tests/support/node/browser.ts'
import { made } from '../../tests/support/scene/web-shop.ts'
import { type Goods, makeGoods } from './goods.ts'
import { uploaded } from './uploads.ts'

const DELIVERY_NOTE = new URL('../../tests/recognition/pages/5007.png', import.meta.url)
const LOOK_EVERY_MS = 500
const DAY_MS = 86_400_000

/**
 * The ids and values that are filled into the addresses of screens. The name of each defined kind of record is the key
 * of its first record's id.
 */
export type Facts = Readonly<Record<string, string>>

/** Changes a record through the API. */
async function patched(browser: Browser, path: string, body: object): Promise<void> {
  const reply = await browser.send('PATCH', `/api/v1/${path}`, body)
  if (reply.status !== 200) throw new Error(`${path} was answered ${reply.status}: ${reply.text}`)
}

/** Creates an empty company. Returns its owner's session. */
export const emptyCompany = (url: string): Promise<Browser> =>
  signedUp(url, { name: 'Мария Новикова', companyName: 'ООО «Первый склад»' })

async function makeParties(owner: Browser, wholesaleId: string) {
  const supplier = await made(owner, 'partners', {
    name: 'ООО «Чайный двор»',
    type: 'Поставщик',
    inn: '7707083893',
    phone: '+7 495 123-45-67',
    email: 'zakaz@chay.example',
    legalAddress: '101000, Москва, ул. Мясницкая, 5',
    contacts: [{ name: 'Анна Смирнова', phone: '+7 916 765-43-21', email: 'anna@chay.example' }],
    groups: ['Чай и кофе'],
  })
  await made(owner, 'partners', { name: 'АО «Посуда Центр»', type: 'Поставщик', phone: '+7 812 222-33-44' })
  const customer = await made(owner, 'partners', {
    name: 'Кафе «Утро»',
    type: 'Покупатель',
    phone: '+7 903 111-22-33',
    priceTypeId: wholesaleId,
    discountPercent: 5,
  })
  await made(owner, 'partners', { name: 'Иван Петров', type: 'Покупатель', phone: '+7 926 000-11-22' })
  const organization = await made(owner, 'organizations', {
    name: 'ООО «Лавка Складно»',
    legalKind: 'ООО',
    inn: '7712345678',
    kpp: '771201001',
    legalAddress: '125009, Москва, ул. Тверская, 7',
  })
  const contract = await made(owner, 'contracts', {
    partnerId: supplier.id,
    organizationId: organization.id,
    kind: 'purchase',
    number: '17/26',
    signedAt: '2026-01-15',
  })
  return { supplier, customer, organization, contract }
}

const CHANNELS = ['Сайт', 'Маркетплейс', 'Магазин', 'Телефон']

/** Creates orders from the last few days, in all statuses. Returns one order of each status. */
async function makeOrders(owner: Browser, { warehouseId, products }: Goods): Promise<Record<string, string>> {
  const statuses = ['shipped', 'shipped', 'cancelled', 'shipped', 'picking', 'shipped', 'new', 'picking', 'new', 'new']
  const ids: Record<string, string> = {}
  for (const [index, status] of statuses.entries()) {
    const items = [0, 1, 2].slice(0, 1 + (index % 3)).map((at) => ({
      productId: products[(index + at) % products.length]!,
      quantity: 1 + ((index + at) % 3),
    }))
    const order = await made(owner, 'orders', {
      customer: index % 2 === 0 ? 'Кафе «Утро»' : 'Иван Петров',
      warehouseId,
      channel: CHANNELS[index % CHANNELS.length],
      items,
      externalNumber: index % 4 === 0 ? `WB-${48_120 + index}` : null,
      deliveryAddress: 'Москва, Ленинский проспект, 12, кв. 45',
      orderedAt: new Date(Date.now() - (statuses.length - index) * DAY_MS).toISOString(),
    })
    const steps = { shipped: ['picking', 'shipped'], picking: ['picking'], cancelled: ['cancelled'] }[status] ?? []
    for (const step of steps) await patched(owner, `orders/${order.id}/status`, { status: step })
    ids[status] = order.id
  }
  return ids
}

/** Adds stock rules and supplier items for some products, so that orders are proposed. */
async function addOrdering(owner: Browser, { products, warehouseId }: Goods, supplierId: string): Promise<void> {
  const [first, second, third] = products
  const terms = { supplierId, packQuantity: 12, leadDays: 5 }
  await made(owner, 'supplier-items', { ...terms, productId: first, code: 'ЧЭ-35', price: 690 })
  await made(owner, 'supplier-items', { ...terms, productId: second, code: 'ЧФ-02', price: 95.4, minQuantity: 24 })
  await made(owner, 'stock-rules', { productId: first, minStock: 40, maxStock: 90, supplierId })
  await made(owner, 'stock-rules', {
    productId: second,
    warehouseId,
    minStock: 500,
    safetyDays: 3,
    coverDays: 14,
    supplierId,
  })
  await made(owner, 'stock-rules', { productId: third, minStock: 300 })
}

async function makePurchases(owner: Browser, goods: Goods, parties: Awaited<ReturnType<typeof makeParties>>) {
  const { warehouseId, products } = goods
  const { supplier, organization, contract } = parties
  const wanted = { warehouseId, supplier: supplier.name }
  const purchase = await made(owner, 'purchases', { ...wanted, productId: products[0], quantity: 24, unitCost: 690 })
  await made(owner, 'purchases', { ...wanted, productId: products[3], quantity: 12, unitCost: 240.5 })
  await made(owner, 'stock/receipt', {
    ...wanted,
    productId: products[0],
    quantity: 10,
    damaged: 1,
    unitCost: 690,
    purchaseId: purchase.id,
  })
  const head = { supplierId: supplier.id, organizationId: organization.id, contractId: contract.id, warehouseId }
  await addOrdering(owner, goods, supplier.id)
  const lines = products
    .slice(0, 3)
    .map((productId, index) => ({ productId, quantity: 6, unitCost: 95.4 + 100 * index }))
  const document = (wishes: object) => made(owner, 'procurement/documents', { ...head, lines, ...wishes })
  const receipt = await document({ kind: 'receipt', reference: 'УПД-1542', issuedAt: '2026-11-02' })
  await patched(owner, `procurement/documents/${receipt.id}/status`, { status: 'posted' })
  const draft = await document({ kind: 'receipt', reference: 'УПД-1560', issuedAt: '2026-11-18' })
  await document({ kind: 'supplier_invoice', reference: 'СЧ-88', dueAt: '2026-12-01' })
  const paid = { partnerId: supplier.id, direction: 'outgoing', organizationId: organization.id }
  const payment = await made(owner, 'procurement/payments', {
    ...paid,
    method: 'bank',
    amount: 1500,
    documentId: receipt.id,
    reference: 'ПП-301',
  })
  await patched(owner, `procurement/payments/${payment.id}/status`, { status: 'posted' })
  const draftPayment = await made(owner, 'procurement/payments', { ...paid, method: 'cash', amount: 300 })
  return {
    purchaseId: purchase.id,
    receiptId: receipt.id,
    draftId: draft.id,
    paymentId: payment.id,
    draftPaymentId: draftPayment.id,
  }
}

/**
 * Posts a payment from a customer, most of which pays its shipped order, and drafts a payment whose orders are still to
 * be chosen.
 */
async function makeCustomerPayments(owner: Browser, orderId: string) {
  const { customerId, total } = (await owner.get(`/api/v1/orders/${orderId}`)).json
  const incoming = { partnerId: customerId, direction: 'incoming', method: 'bank' }
  const orders = [{ orderId, amount: total }]
  const paid = { ...incoming, amount: total + 600, orders, reference: 'ПП-77' }
  const taken = await made(owner, 'procurement/payments', paid)
  await patched(owner, `procurement/payments/${taken.id}/status`, { status: 'posted' })
  const draft = await made(owner, 'procurement/payments', { ...incoming, amount: 2500 })
  return { customerPaymentId: taken.id, draftCustomerPaymentId: draft.id }
}

/** Posts a return of part of a shipped order, and drafts a return without an order. */
async function makeReturns(owner: Browser, { warehouseId, products }: Goods, orderId: string) {
  const order = (await owner.get(`/api/v1/orders/${orderId}`)).json
  const lines = [{ lineId: order.items[0].id, quantity: 1, damaged: 1 }]
  const taken = await made(owner, 'customer-returns', { orderId, reason: 'Треснула ручка', lines })
  await patched(owner, `customer-returns/${taken.id}/status`, { status: 'posted' })
  const draft = await made(owner, 'customer-returns', {
    ...{ customerId: order.customerId, warehouseId, reason: 'Не подошёл цвет' },
    lines: [{ productId: products[1], quantity: 2, amount: 500 }],
  })
  return { returnId: taken.id, draftReturnId: draft.id }
}

/** Starts a stocktake in which one product is short, one is in surplus, and one is as it should be. */
async function makeStocktake(owner: Browser, { warehouseId, products }: Goods): Promise<void> {
  const stocktake = await made(owner, 'stocktakes', { warehouseId, scope: { all: true } })
  const lines: object[] = []
  for (const [at, difference] of [-2, 1, 0].entries()) {
    const productId = products[at]!
    const { items } = (await owner.get(`/api/v1/stock?productId=${productId}&warehouseId=${warehouseId}`)).json
    lines.push({ productId, sheet: 'Стеллаж 1', quantity: items[0].onHand + difference })
  }
  await made(owner, `stocktakes/${stocktake.id}/counts`, { lines })
}

async function readDocument(owner: Browser): Promise<string> {
  const file = await uploaded(owner, 'procurement/imports', {
    bytes: await readFile(DELIVERY_NOTE),
    type: 'image/png',
    name: 'Накладная.png',
  })
  return file.id
}

/** Waits until the uploaded file has been recognized. */
async function untilRead(owner: Browser, id: string): Promise<void> {
  for (;;) {
    const { status } = (await owner.get(`/api/v1/procurement/imports/${id}`)).json
    if (status === 'recognized' || status === 'failed') return
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

const TABLE = `Артикул;Название;Розничная цена;Мин. остаток
TEA-200;Чай «Улун», 200 г;690;5
TEA-201;Чай «Сенча», 100 г;спросить;5
CUP-300;Чашка стеклянная, 300 мл;350;10
`

/** Creates an active company. Returns its owner's session, and the ids that the addresses of screens refer to. */
export async function filledCompany(url: string): Promise<{ readonly owner: Browser; readonly facts: Facts }> {
  const owner = await signedUp(url, { name: 'Мария Новикова', companyName: 'Лавка Складно' })
  const fileId = await readDocument(owner)
  const goods = await makeGoods(owner)
  const parties = await makeParties(owner, goods.priceTypeId)
  await goods.receive(parties.supplier.name)
  const orders = await makeOrders(owner, goods)
  const purchases = await makePurchases(owner, goods, parties)
  const taken = await makeCustomerPayments(owner, orders.shipped!)
  const returns = await makeReturns(owner, goods, orders.shipped!)
  await makeStocktake(owner, goods)
  const table = await uploaded(owner, 'table-imports?kind=products&language=ru', {
    bytes: new TextEncoder().encode(TABLE),
    type: 'text/csv',
    name: 'Прайс.csv',
  })
  await owner.post('/api/v1/invitations', { email: 'oleg@lavka.example', role: 'storekeeper' })
  const invitation = await owner.post('/api/v1/invitations', { email: null, role: 'viewer', seesCosts: false })
  await owner.post('/api/v1/tokens', { name: 'Сайт', scope: 'write' })
  await owner.post('/api/v1/tokens', { name: 'Отчёты', scope: 'read' })
  const first = async (path: string) => (await owner.get(path)).json.items?.[0]?.id ?? ''
  const firsts = RECORDS.map(async (spec) => [spec.kind, await first(`${methodsOf(spec).list.path}?limit=1`)] as const)
  const known = (await Promise.all(firsts)).filter(([, id]) => id !== '')
  await untilRead(owner, fileId)
  const { receive: _receive, products, ...others } = goods
  const facts = {
    ...Object.fromEntries(known),
    ...others,
    ...purchases,
    ...taken,
    ...returns,
    productId: products[0]!,
    supplierId: parties.supplier.id,
    customerId: parties.customer.id,
    organizationId: parties.organization.id,
    contractId: parties.contract.id,
    newOrderId: orders.new!,
    pickingOrderId: orders.picking!,
    shippedOrderId: orders.shipped!,
    cancelledOrderId: orders.cancelled!,
    fileId,
    tableId: table.id,
    lotId: await first('/api/v1/lots?limit=1'),
    movementId: await first('/api/v1/movements?limit=1'),
    auditId: await first('/api/v1/audit?limit=1'),
    invitation: String(invitation.json.link),
  }
  return { owner, facts }
}
