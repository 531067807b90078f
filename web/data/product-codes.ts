/** Finds the product that somebody means who typed or scanned something. */
import type { Product } from '../../sdk/types.ts'
import { cache, recordKey } from './cache.ts'
import { client } from './client.ts'

const CANDIDATES = 10

export interface Meant {
  /** One: it is meant. None or several: it is not known which. */
  readonly products: readonly Product[]
  /** How many of the product are in what was scanned: more than one of a package. */
  readonly count: number
}

/** By barcode, sku or code exactly; else by whatever the list finds. */
export async function findMeant(text: string): Promise<Meant> {
  const { items } = await client.products.list({ q: text, archived: false, limit: CANDIDATES, sort: 'name' }).page()
  for (const product of items)
    if (cache.getQueryData(recordKey('products', product.id)) === undefined)
      cache.setQueryData(recordKey('products', product.id), product)
  return meantBy(text, items)
}

export function meantBy(text: string, items: readonly Product[]): Meant {
  const code = text.trim().toLowerCase()
  const is = (own: string | null) => own !== null && own.toLowerCase() === code
  const packed = items.flatMap((product) =>
    product.packages.filter(({ barcode }) => is(barcode)).map(({ quantity }) => ({ product, quantity })),
  )
  const exact = items.filter(({ barcodes, sku, code: own }) => barcodes.some(is) || is(sku) || is(own))
  if (exact.length === 1) return { products: exact, count: 1 }
  if (exact.length === 0 && packed.length === 1) return { products: [packed[0]!.product], count: packed[0]!.quantity }
  return { products: exact.length > 1 ? exact : items, count: 1 }
}
