/** Creates a company that has content on every page of the app. */
import { methodsOf, pagesOfRecords, RECORDS, REPORTS } from '../app/definitions.ts'
import { openImportRun } from '../moysklad/imports-run.ts'
import { startOpenNode } from '../node/open-node.ts'
import type { TestService } from '../node/service.ts'
import { type CostlyCompany, openCostlyCompany } from './costly-company.ts'
import { addContract, addField, addFilter, addFilterValue, addLink } from './fixtures.ts'
import { joinAs, type SessionClient } from './members.ts'
import { count, startStocktake } from './stocktakes.ts'
import { mapped, upload } from './tables.ts'
import type { Owner } from './team.ts'

export interface WholeCompany extends CostlyCompany {
  readonly owner: SessionClient
  /** The id of an order that has a shipment and a draft return. */
  readonly shippedOrderId: string
  /**
   * The ids of one record of each kind. The key is the kind's name if the app defines the kind, and otherwise the name
   * of its list in the API.
   */
  readonly ids: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/**
 * Creates the company. `app` is a node whose MoySklad accepts the token; if the token is null, the company has no
 * MoySklad import.
 */
export async function openWholeCompany(app: TestService, extsysToken: string | null = null): Promise<WholeCompany> {
  const node = await startOpenNode(app.databaseUrl)
  const client = await app.newCompany()
  const company = await openCostlyCompany(client, node.companies)
  const { productId } = company
  const filterId = await addFilter(client)
  const valueId = await addFilterValue(client, filterId)
  await addField(client)
  // A name that is too long for any column, with a word that cannot be broken.
  const name = 'Чайник эмалированный со свистком и подставкой, 3,5 л, ручка из бука АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЭЮЯ-2026'
  await client.made('PATCH', `/api/v1/products/${productId}`, { name, filterValueIds: [valueId], sku: 'K-0001' })
  const table = await upload(client, 'Артикул;Название;Цена\nK-7;Поднос;100\nK-8;Ложка;дорого\n')
  await mapped(client, table.id)
  const { items: partners } = (await client.get('/api/v1/partners')).json
  await addLink(client, partners[0].id)
  const { items: organizations } = (await client.get('/api/v1/organizations')).json
  await addContract(client, { partnerId: partners[0].id, organizationId: organizations[0].id, number: 'Д-7' })
  const supplierId = partners[0].id
  await client.made('POST', '/api/v1/stock-rules', { productId, minStock: 1_000, supplierId })
  await client.made('POST', '/api/v1/supplier-items', { productId, supplierId, code: 'К-1', price: 3, leadDays: 2 })
  const stocktakeId = await startStocktake(client, company.warehouseId, { blind: true })
  await count(client, stocktakeId, { productId, quantity: 2.5 })
  const [shipped] = (await client.get('/api/v1/orders?status=shipped&limit=1')).json.items
  const returned = { orderId: shipped.id, lines: [{ lineId: shipped.items[0].id, quantity: 0.001 }] }
  await client.made('POST', '/api/v1/customer-returns', returned)
  const owner = await joinAs(app, client.companyId, { role: 'owner' })
  await owner.post('/api/v1/tokens', { name: 'Сайт' })
  await owner.post('/api/v1/invitations', { role: 'viewer' })
  const ids: Record<string, string> = { tables: table.id }
  for (const list of LISTS) ids[list] = (await owner.get(`/api/v1/${list}?limit=1`)).json.items[0].id
  for (const spec of RECORDS) {
    const [first] = (await owner.get(`${methodsOf(spec).list.path}?limit=1`)).json.items
    if (first !== undefined) ids[spec.kind] = first.id
  }
  ids.orders = company.openOrderIds[0]!
  ids.products = productId
  if (extsysToken !== null) ids.imports = await readImport(owner, extsysToken)
  return { ...company, owner, shippedOrderId: shipped.id, ids, stop: () => node.stop() }
}

const LISTS = [
  ...[
    'audit',
    'customer-returns',
    'lots',
    'movements',
    'procurement/documents',
    'procurement/imports',
    'procurement/payments',
    'purchases',
  ],
]

/** Creates a MoySklad import whose preview is finished and which is waiting to be applied. Returns its id. */
async function readImport({ browser }: SessionClient, token: string): Promise<string> {
  const reply = await browser.post('/api/v1/integrations/extsys/connection', { token })
  if (reply.status !== 200) throw new Error(`The connection was answered ${reply.status}: ${reply.text}`)
  const imports = openImportRun(browser as unknown as Owner)
  const id = await imports.begin()
  await imports.until(id, 'ready')
  return id
}

/**
 * Returns the addresses of the pages that a read-only member can open: each section, a record of each kind, and everything
 * else.
 */
export function pagesOf({ ids, productId, warehouseId }: WholeCompany, seesCosts: boolean): string[] {
  const withRecord = (path: string, list = path.slice(1)) => [path, `${path}/${ids[list]}`]
  const isFor = ({ may = 'everyone' }) => may === 'everyone' || (seesCosts && may === 'who sees costs')
  const [records, reports] = [RECORDS.filter(isFor), REPORTS.filter(isFor)]
  const bought = [
    ...['/purchasing/files', `/purchasing/purchases/${ids.purchases}`],
    ...withRecord('/purchasing/documents', 'procurement/documents'),
    ...withRecord('/purchasing/payments', 'procurement/payments'),
    ...['/settings/self-check', `/purchasing/files/${ids['procurement/imports']}`],
  ]
  return [
    ...['/overview', '/reports', ...reports.map(({ name }) => `/reports/${name}`), ...withRecord('/products')],
    ...['prices', 'stock', 'history'].map((tab) => `/products/${productId}?tab=${tab}`),
    ...['/orders?view=board', ...withRecord('/orders'), `/orders/${ids.orders}?tab=lots`],
    ...['/orders/returns', `/orders/returns/${ids['customer-returns']}`],
    ...[`/orders/${ids.orders}?tab=history`, '/stock', '/stock?view=lots', '/stock?view=movements'],
    ...[`/stock/rows/${productId}/${warehouseId}`, `/stock/lots/${ids.lots}`, `/stock/movements/${ids.movements}`],
    ...['/purchasing', '/settings/company', '/settings/audit', `/settings/audit/${ids.audit}`],
    ...records.flatMap((spec) => pagesOfRecords(spec, ids[spec.kind])).filter((path) => !/\/(new|edit)$/.test(path)),
    ...(seesCosts ? bought : []),
  ]
}
