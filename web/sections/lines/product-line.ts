/** A line of a form that is typed and scanned: of which product, and how much. */

import { figureOf } from '../../../spellings/figures.ts'
import type { Label } from '../../codes/scanned-code.ts'

export interface ProductLine {
  /** Tells lines apart while they are edited. */
  readonly key: string
  /** What was typed or scanned. */
  readonly text: string
  /** null: still looked for, or not found, or several fit. */
  readonly productId: string | null
  readonly name: string
  /** Of several that fit, to be chosen from; empty: nothing was found; null: it is still looked for. */
  readonly candidates: readonly { readonly id: string; readonly name: string }[] | null
  readonly quantity: string
  /** How often its code was scanned, as long as nobody typed a quantity. */
  readonly scans?: number
  /** What the labels of its pieces say. */
  readonly labels?: readonly Label[]
}

/** A new line; what is not said of it is empty, and its quantity is one. */
export const newLine = (given: Partial<ProductLine>): ProductLine => ({
  key: crypto.randomUUID(),
  text: '',
  productId: null,
  name: '',
  candidates: null,
  quantity: '1',
  ...given,
})

/** The line that a record has. `typed`: figures as one types them. */
export const lineOf = (
  item: { readonly productId: string; readonly name: string; readonly quantity: number },
  typed: (figure: number) => string,
) => newLine({ text: item.name, productId: item.productId, name: item.name, quantity: typed(item.quantity) })

const QUANTITY = /^\d{1,9}([.,]\d{1,3})?$/

/** null: it is none. */
export function readQuantity(text: string): number | null {
  const value = QUANTITY.test(text.trim()) ? figureOf(text) : null
  return value !== null && value > 0 ? value : null
}

/** True when it is known what each line is of, and how much. */
export const areSettled = (lines: readonly ProductLine[]) =>
  lines.every((line) => line.productId !== null && readQuantity(line.quantity) !== null)

/** The ids of the products that are known. */
export const productsOf = (lines: readonly ProductLine[]) => lines.flatMap(({ productId }) => productId ?? [])
