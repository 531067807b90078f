/** Applies a scan to the lines of a form: it raises the quantity of a matching line, or becomes the next line. */

import type { Product } from '../../../sdk/types.ts'
import { goodsOf, type Label, readCode } from '../../codes/scanned-code.ts'
import { plus } from '../../data/amounts.ts'
import { meantExactly } from '../../data/coded-products.ts'
import { type ProductLine, readQuantity } from './product-line.ts'

/**
 * Returns the quantity that a code adds to the line; null if the code refers to another product, or the line's product
 * is not known yet.
 */
function amountIn(line: ProductLine, product: Product | undefined, code: string): number | null {
  if (line.productId === null) {
    const isSame = line.candidates === null && readCode(code).lookups.every(({ kilograms }) => kilograms === undefined)
    return isSame && goodsOf(line.text) === goodsOf(code) ? 1 : null
  }
  if (product === undefined) return line.text === code ? 1 : null
  const { products, count } = meantExactly(code, [product])
  return products.length === 0 ? (line.text === code ? 1 : null) : count
}

interface Labelled {
  readonly labels?: readonly Label[]
}

/** Adds a label to the line's labels; null means there is no label. */
export const withLabel = ({ labels = [] }: Labelled, label: Label | null): Labelled =>
  label === null && labels.length === 0 ? {} : { labels: label === null ? labels : [...labels, label] }

/**
 * Returns the label of an item that was scanned before, that is, one of the same product with the same serial number.
 */
export function scannedBefore(lines: readonly Labelled[], code: string): Label | null {
  const { label } = readCode(code)
  if (label?.serial === undefined) return null
  const known = lines.flatMap(({ labels = [] }) => labels)
  return known.find((one) => one.serial === label.serial && one.goods === label.goods) ?? null
}

interface Counted<L extends ProductLine> {
  readonly lines: readonly L[]
  /** The key of the line that the scan changed or added. */
  readonly key: string
}

interface Scan<L extends ProductLine> {
  readonly code: string
  /** The line to add if no existing line matches the scan. */
  readonly fresh: L
  readonly products: ReadonlyMap<string, Product>
  readonly typed: (figure: number) => string
}

/** Applies a scan: raises the quantity of the last line that matches it or, if there is none, adds a new line. */
export function counted<L extends ProductLine>(
  lines: readonly L[],
  { code, fresh, products, typed }: Scan<L>,
): Counted<L> {
  const { label } = readCode(code)
  for (const line of [...lines].reverse()) {
    const amount = amountIn(line, products.get(line.productId ?? ''), code)
    if (amount === null) continue
    const before = readQuantity(line.quantity) ?? 0
    const parts = { quantity: typed(plus(before, amount)), scans: (line.scans ?? 1) + 1, ...withLabel(line, label) }
    return { lines: lines.map((one) => (one === line ? { ...one, ...parts } : one)), key: line.key }
  }
  return { lines: [...lines, { ...fresh, ...withLabel(fresh, label) }], key: fresh.key }
}
