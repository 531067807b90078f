/** Generates a MoySklad account of any size. The same seed gives the same account, byte for byte. */
import { createChance } from '../chance/chance.ts'
import { DOCUMENT_TYPES, type DocumentType, makeDocument } from './fake-moysklad-documents.ts'
import { makeBundle, makeProduct, makeService, makeVariant } from './fake-moysklad-goods.ts'
import { makeCounterparty, makeOrganization, makeStore } from './fake-moysklad-parties.ts'
import { makeSettings, type Settings } from './fake-moysklad-settings.ts'
import type { Row } from './fake-moysklad-shapes.ts'

export interface AccountSize {
  readonly products: number
  readonly variants: number
  readonly bundles: number
  readonly services: number
  readonly counterparties: number
  readonly stores: number
  readonly organizations: number
  /** The number of documents of all three kinds together. */
  readonly documents: number
}

/** An account with a few rows of every kind, enough for each oddity to occur once. */
export const SMALL_ACCOUNT: AccountSize = {
  ...{ products: 60, variants: 12, bundles: 6, services: 4, counterparties: 40, stores: 5, organizations: 3 },
  documents: 45,
}

/** An account for tests that do not depend on size. Importing it takes a third of the time of SMALL_ACCOUNT. */
export const TINY_ACCOUNT: AccountSize = {
  ...{ products: 20, variants: 4, bundles: 4, services: 4, counterparties: 24, stores: 3, organizations: 2 },
  documents: 27,
}

export const LISTED = [
  ...['currency', 'uom', 'country', 'productfolder', 'organization', 'store', 'counterparty'],
  ...['product', 'service', 'variant', 'bundle', ...DOCUMENT_TYPES],
] as const

export interface FakeAccount {
  readonly settings: Settings
  /** The account's rows by entity. Tests may edit them at any time. */
  readonly rows: Map<string, Row[]>
}

/** Makes rows one after another. Each row can use the rows before it. */
function rowsOf(count: number, make: (index: number, before: readonly Row[]) => Row): Row[] {
  const rows: Row[] = []
  for (let index = 0; index < count; index += 1) rows.push(make(index, rows))
  return rows
}

export function makeAccount(size: AccountSize, seed: number): FakeAccount {
  const chance = createChance(seed)
  const settings = makeSettings(chance)
  const world = { chance, settings }
  const counterparties = rowsOf(size.counterparties, (index, before) => makeCounterparty(world, index, before))
  const organizations = rowsOf(size.organizations, (index) => makeOrganization(world, index))
  const stores = rowsOf(size.stores, (index, before) => makeStore(world, index, before))
  const goodsWorld = { ...world, counterparties }
  const products = rowsOf(size.products, (index, before) => makeProduct(goodsWorld, index, before))
  const services = rowsOf(size.services, (index) => makeService(goodsWorld, index))
  const variants = rowsOf(size.variants, (index) => makeVariant(goodsWorld, index, chance.pick(products)))
  const parts = [...products, ...services, ...variants]
  const bundles = rowsOf(size.bundles, (index) => makeBundle(goodsWorld, index, parts))
  const documentsWorld = { ...world, counterparties, organizations, stores, goods: parts }
  const documents = (type: DocumentType, index: number) =>
    rowsOf(Math.floor((size.documents + index) / DOCUMENT_TYPES.length), (at) => makeDocument(documentsWorld, type, at))
  const rows = new Map<string, Row[]>(
    Object.entries({
      ...{ currency: settings.currencies, uom: settings.units, country: settings.countries },
      ...{ productfolder: settings.folders, organization: organizations, store: stores },
      ...{ counterparty: counterparties, product: products, service: services, variant: variants, bundle: bundles },
      ...Object.fromEntries(DOCUMENT_TYPES.map((type, index) => [type, documents(type, index)])),
    }),
  )
  return { settings, rows }
}
