/** The data of one line of a form: a product and a quantity. */

import { figureOf } from '../../../spellings/figures.ts'
import type { Label } from '../../codes/scanned-code.ts'

export interface ProductLine {
  /** A random id by which the form refers to the line while it is edited. */
  readonly key: string
  /** The text that the user typed or scanned to choose the product. */
  readonly text: string
  /**
   * The line's product; null if it is still being looked up, was not found, or is ambiguous because several products
   * match.
   */
  readonly productId: string | null
  readonly name: string
  /**
   * The products among which the user must choose. Empty if nothing was found; null while the look-up is not finished.
   */
  readonly candidates: readonly { readonly id: string; readonly name: string }[] | null
  readonly quantity: string
  /** How many times the code was scanned. This is the quantity until the user types another one. */
  readonly scans?: number
  /** The data on the GS1 labels of the scanned items. */
  readonly labels?: readonly Label[]
}

/** Creates a line. Fields that are not given are empty, except for the quantity, which is one. */
export const newLine = (given: Partial<ProductLine>): ProductLine => ({
  key: crypto.randomUUID(),
  text: '',
  productId: null,
  name: '',
  candidates: null,
  quantity: '1',
  ...given,
})

/** Creates a line of the form from a line of a stored record. `typed` formats a number as a user would type it. */
export const lineOf = (
  item: { readonly productId: string; readonly name: string; readonly quantity: number },
  typed: (figure: number) => string,
) => newLine({ text: item.name, productId: item.productId, name: item.name, quantity: typed(item.quantity) })

const QUANTITY = /^\d{1,9}([.,]\d{1,3})?$/

/** Reads a typed quantity; null when the text is not a quantity. */
export function readQuantity(text: string): number | null {
  const value = QUANTITY.test(text.trim()) ? figureOf(text) : null
  return value !== null && value > 0 ? value : null
}

/** Returns whether the line's product is still being looked up. */
export const isSought = ({ productId, candidates }: ProductLine) => productId === null && candidates === null

/** Returns whether every line has a known product and quantity. */
export const areSettled = (lines: readonly ProductLine[]) =>
  lines.every((line) => line.productId !== null && readQuantity(line.quantity) !== null)

/** Returns the product ids of all lines whose product is known. */
export const productsOf = (lines: readonly ProductLine[]) => lines.flatMap(({ productId }) => productId ?? [])
