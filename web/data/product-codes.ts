/** Finds the product that somebody means who typed or scanned something. */
import type { Product } from '../../sdk/types.ts'
import { cache, recordKey } from './cache.ts'
import { client } from './client.ts'

const CANDIDATES = 10
/** A scan that takes longer is one without a connection. */
const SCAN_DEADLINE_MS = 5_000

type Coded = Pick<Product, 'barcodes' | 'sku' | 'code' | 'packages'>

export interface Meant<T = Product> {
  /** One: it is meant. None or several: it is not known which. */
  readonly products: readonly T[]
  /** How many of the product are in what was scanned: more than one of a package. */
  readonly count: number
}

/** By barcode, sku or code exactly; else by whatever the list finds. */
export async function findMeant(text: string): Promise<Meant> {
  return meantBy(text, await find(text))
}

/** By barcode, sku or code exactly, and not otherwise. */
export async function findExactly(text: string): Promise<Meant> {
  return meantExactly(text, await find(text, { deadlineMs: SCAN_DEADLINE_MS }))
}

async function find(text: string, call: { readonly deadlineMs?: number } = {}): Promise<readonly Product[]> {
  const { items } = await client.products
    .list({ q: text, archived: false, limit: CANDIDATES, sort: 'name' }, call)
    .page()
  for (const product of items)
    if (cache.getQueryData(recordKey('products', product.id)) === undefined)
      cache.setQueryData(recordKey('products', product.id), product)
  return items
}

export function meantBy<T extends Coded>(text: string, items: readonly T[]): Meant<T> {
  const exact = meantExactly(text, items)
  return exact.products.length > 0 ? exact : { products: items, count: 1 }
}

/** A product's own code goes before that of a package. */
export function meantExactly<T extends Coded>(text: string, items: readonly T[]): Meant<T> {
  const code = text.trim().toLowerCase()
  const is = (own: string | null) => own !== null && own.toLowerCase() === code
  const exact = items.filter(({ barcodes, sku, code: own }) => barcodes.some(is) || is(sku) || is(own))
  if (exact.length > 0) return { products: exact, count: 1 }
  const packed = items.flatMap((product) =>
    product.packages.filter(({ barcode }) => is(barcode)).map(({ quantity }) => ({ product, quantity })),
  )
  return packed.length === 1
    ? { products: [packed[0]!.product], count: packed[0]!.quantity }
    : { products: [...new Set(packed.map(({ product }) => product))], count: 1 }
}
