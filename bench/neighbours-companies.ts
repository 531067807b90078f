/**
 * The companies of a run: the neighbour, which behaves normally, and several kinds of hostile companies. Each company
 * is filled when an attack first needs it.
 */
import { listDataId, listDataStatements } from './list-data.ts'
import { fillReportCompany } from './report-company.ts'
import { authorization, CUSTOMER, fill, openShop, orderRequests, type Shop, write } from './shop.ts'
import type { NewCompany, Site } from './site.ts'

export interface Sizes {
  readonly neighbourProducts: number
  /** The number of products in the company with a large catalogue. */
  readonly largeProducts: number
  /**
   * The number of finished orders in the large company. In one attack, the neighbour (the company that behaves
   * normally) has the same number.
   */
  readonly finishedOrders: number
  /** The number of products in the company whose products have filter values. */
  readonly shelfProducts: number
  /** The number of products in the company with a long log. Each product is received once and then ordered once. */
  readonly loggedProducts: number
  readonly loggedOrders: number
  readonly components: number
  /** The number of stock movements in the company whose long history is used for reports. */
  readonly movements: number
}

export const FULL_SIZES: Sizes = {
  neighbourProducts: 1_000,
  largeProducts: 34_000,
  finishedOrders: 50_000,
  shelfProducts: 10_000,
  loggedProducts: 2_000,
  loggedOrders: 8_000,
  components: 990,
  movements: 100_000,
}

export const QUICK_SIZES: Sizes = {
  neighbourProducts: 50,
  largeProducts: 2_000,
  finishedOrders: 3_000,
  shelfProducts: 1_000,
  loggedProducts: 100,
  loggedOrders: 300,
  components: 100,
  movements: 3_000,
}

/** The number of generated partners. The generated lots refer to suppliers among the first 500 of them. */
const PARTNERS = 500
const FIFTHS = 5
const NEIGHBOUR_BODIES = 256

/** A company with prepared request bodies for its orders. */
export interface Orderer extends Omit<NewCompany, 'email'> {
  readonly orderBodies: readonly string[]
}

interface Bundler extends Shop {
  readonly bundleId: string
}

interface Shelf extends NewCompany {
  /** The id of a filter value that a fifth of the products have. */
  readonly valueId: string
}

/** Creates the companies that attacks need. Each company is created once and then reused. */
export interface Companies {
  readonly site: Site
  readonly sizes: Sizes
  /** Returns a company that has no records. */
  empty(): Promise<NewCompany>
  neighbour(): Promise<Orderer>
  /** Returns a company that behaves normally and has as many finished orders as the large company. */
  settledNeighbour(): Promise<Orderer>
  large(): Promise<NewCompany>
  shelf(): Promise<Shelf>
  /** Returns a company with a long log in which every command changed something. */
  logged(): Promise<Shop>
  bundler(): Promise<Bundler>
  /** Returns a company whose only product has the given picture, a JPEG. */
  pictured(picture: Buffer): Promise<NewCompany & { readonly imageId: string }>
  /** Returns a company that can only be used for reports, because its other data is incomplete. */
  reported(): Promise<NewCompany>
}

export function companiesOf(site: Site, sizes: Sizes): Companies {
  const { largeProducts, finishedOrders, shelfProducts } = sizes
  const listed = async (products: number, orders: number) => {
    const company = await site.newCompany()
    await fillListData(site, company, products, orders)
    return company
  }
  return {
    site,
    sizes,
    empty: () => site.newCompany(),
    neighbour: once(async () => withOrders(site, await openShop(site, sizes.neighbourProducts))),
    settledNeighbour: once(async () => withListedOrders(site, await listed(1_000, finishedOrders))),
    large: once(() => listed(largeProducts, finishedOrders)),
    shelf: once(() => fillShelf(site, shelfProducts)),
    logged: once(async () => {
      const shop = await openShop(site, sizes.loggedProducts)
      await fill(site, sizes.loggedOrders, orderRequests(site, shop))
      return shop
    }),
    bundler: once(() => fillBundler(site, sizes.components)),
    pictured: (picture) => uploadPicture(site, picture),
    reported: once(async () => {
      const company = await site.newCompany()
      const size = { movements: sizes.movements, products: Math.ceil(sizes.movements / 20) }
      await fillReportCompany((text, values) => site.query(text, values), company.companyId, site.chance, size)
      await site.query(`update companies set last_at = '2026-01-01' where company_id = $1`, [company.companyId])
      await site.query('analyze')
      return company
    }),
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make()
    return made
  }
}

function withOrders({ chance }: Site, shop: Shop): Orderer {
  const { productIds, warehouseId } = shop
  const orderBodies = Array.from({ length: NEIGHBOUR_BODIES }, () => {
    const productId = productIds[chance.below(productIds.length)]!
    return JSON.stringify({ customer: CUSTOMER, warehouseId, channel: 'Сайт', items: [{ productId, quantity: 1 }] })
  })
  return { ...shop, orderBodies }
}

/** SQL that marks the tables as up to date with the log. Data written straight into the tables has no log entries. */
const PROJECTED = `update projections as p set revision = c.revision, logged_since = c.revision
                     from companies as c where p.company_id = $1 and c.company_id = $1`

/**
 * Writes generated products, partners and orders straight into the tables. The server must be restarted before the
 * company is used.
 */
async function fillListData(site: Site, { companyId }: NewCompany, products: number, orders: number): Promise<void> {
  const sizes = { products, partners: PARTNERS, orders }
  for (const statement of listDataStatements(sizes)) await site.query(statement, [companyId])
  await site.query('update companies set revision = greatest(revision, $2) where company_id = $1', [companyId, orders])
  await site.query(PROJECTED, [companyId])
  await site.query('analyze')
}

async function withListedOrders(site: Site, company: NewCompany): Promise<Orderer> {
  const [customer] = await site.query<{ name: string }>(
    `select name from partners where company_id = $1 and type = 'Покупатель' and not archived order by id limit 1`,
    [company.companyId],
  )
  // In the generated data, the first product's stock is in the second warehouse.
  const [productId, warehouseId] = [listDataId('product', 1), listDataId('warehouse', 2)]
  const order = { customer: customer!.name, warehouseId, channel: 'Сайт', items: [{ productId, quantity: 0.001 }] }
  return { ...company, orderBodies: [JSON.stringify(order)] }
}

async function fillShelf(site: Site, products: number): Promise<Shelf> {
  const company = await site.newCompany()
  const shop: Shop = { ...company, warehouseId: '', productIds: [], filters: [] }
  const filter = await write(site, shop, '/api/v1/filters', { name: 'Цвет' })
  const valueIds: string[] = []
  for (let count = 0; count < FIFTHS; count += 1) {
    const { id } = await write(site, shop, `/api/v1/filters/${filter.id}/values`, { name: `Цвет ${count}` })
    valueIds.push(id)
  }
  await fillListData(site, company, products, 0)
  const numbered = `select id, row_number() over (order by id) as n from products where company_id = $1`
  const value = `($2::uuid[])[1 + n % ${FIFTHS}]`
  await site.query(
    `insert into product_filter_values (company_id, product_id, value_id)
     select $1::uuid, id, ${value} from (${numbered}) as p`,
    [company.companyId, valueIds],
  )
  await site.query(
    `update products set record = replace(record, '"filterValueIds":[]', '"filterValueIds":["' || ${value} || '"]')
       from (${numbered}) as p where company_id = $1 and products.id = p.id`,
    [company.companyId, valueIds],
  )
  return { ...company, valueId: valueIds[0]! }
}

async function uploadPicture(site: Site, picture: Buffer): Promise<NewCompany & { imageId: string }> {
  const company = await site.newCompany()
  const shop: Shop = { ...company, warehouseId: '', productIds: [], filters: [] }
  const product = await write(site, shop, '/api/v1/products', { name: 'Товар с картинкой' })
  const headers = { ...authorization(shop), 'content-type': 'image/jpeg', 'idempotency-key': crypto.randomUUID() }
  const path = `http://127.0.0.1:${site.server.port}/api/v1/products/${product.id}/images`
  const response = await fetch(path, { method: 'POST', headers, body: new Uint8Array(picture) })
  const answer = await response.text()
  if (response.status !== 200) throw new Error(`The picture was answered ${response.status}: ${answer}`)
  return { ...company, imageId: (JSON.parse(answer) as { result: { id: string } }).result.id }
}

async function fillBundler(site: Site, count: number): Promise<Bundler> {
  const shop = await openShop(site, count)
  const components = shop.productIds.map((productId) => ({ productId, quantity: 1 }))
  const bundle = await write(site, shop, '/api/v1/products', { name: 'Набор', kind: 'bundle', price: 1, components })
  return { ...shop, bundleId: bundle.id }
}
