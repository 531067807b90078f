/** Finds the products that have a scanned or typed code. */
import type { Product } from '../../sdk/types.ts'
import { amountOf, type Lookup, readCode } from '../codes/scanned-code.ts'

type Coded = Pick<Product, 'barcodes' | 'sku' | 'code' | 'packages' | 'uom'>

export interface Meant<T = Product> {
  /** The products that have the code. The code is unambiguous only if there is exactly one. */
  readonly products: readonly T[]
  /** The quantity that one scan adds: more than one for a package's code, or the weight if the label states it. */
  readonly count: number
}

const NOTHING = { products: [], count: 1 }

export function meantBy<T extends Coded>(text: string, items: readonly T[]): Meant<T> {
  const exact = meantExactly(text, items)
  return exact.products.length > 0 ? exact : { products: items, count: 1 }
}

/**
 * Returns the products with the scanned code. The most likely interpretation of the scanned text is tried first, and
 * products' own codes before the codes of packages.
 */
export function meantExactly<T extends Coded>(text: string, items: readonly T[]): Meant<T> {
  if (items.length === 0) return NOTHING
  for (const lookup of readCode(text).lookups) {
    const meant = withCode(lookup, items)
    if (meant.products.length > 0) return meant
  }
  return NOTHING
}

function withCode<T extends Coded>(lookup: Lookup, items: readonly T[]): Meant<T> {
  const code = lookup.code.toLowerCase()
  const is = (own: string | null) => own !== null && own.toLowerCase() === code
  const exact = items.filter(({ barcodes, sku, code: own }) => barcodes.some(is) || is(sku) || is(own))
  if (exact.length > 0) return { products: exact, count: amountOf(lookup, exact[0]!.uom) ?? 1 }
  const packed = items.flatMap((product) =>
    product.packages.filter(({ barcode }) => is(barcode)).map(({ quantity }) => ({ product, quantity })),
  )
  return packed.length === 1
    ? { products: [packed[0]!.product], count: packed[0]!.quantity * (lookup.count ?? 1) }
    : { products: [...new Set(packed.map(({ product }) => product))], count: 1 }
}
