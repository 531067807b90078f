/** A line of a form that is typed and scanned: of which product, and how much. */
import type { Product } from '../../../sdk/types.ts'
import type { Figures } from '../../data/stock.ts'
import { quantity, typed } from '../../words/format.ts'
import type { Say } from '../../words/words.ts'

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

/** The line that a record has. */
export const lineOf = (item: { readonly productId: string; readonly name: string; readonly quantity: number }) =>
  newLine({ text: item.name, productId: item.productId, name: item.name, quantity: typed(item.quantity) })

const QUANTITY = /^\d{1,9}([.,]\d{1,3})?$/

/** null: it is none. */
export function readQuantity(text: string): number | null {
  const trimmed = text.trim()
  const value = QUANTITY.test(trimmed) ? Number(trimmed.replace(',', '.')) : 0
  return value > 0 ? value : null
}

/** True when it is known what each line is of, and how much. */
export const areSettled = (lines: readonly ProductLine[]) =>
  lines.every((line) => line.productId !== null && readQuantity(line.quantity) !== null)

/** The ids of the products that are known. */
export const productsOf = (lines: readonly ProductLine[]) => lines.flatMap(({ productId }) => productId ?? [])

/** `12 шт · 3 в резерве · 9 доступно` */
export function availability(say: Say<'lines'>, product: Product | undefined, of: Figures | undefined): string {
  if (product?.kind === 'service') return say('service')
  if (product === undefined || of === undefined) return ''
  const available = quantity(of.available, product.kind === 'bundle' ? product.uom : null)
  if (product.kind === 'bundle') return say('bundleFigures', { available })
  return say('figures', { onHand: quantity(of.onHand, product.uom), reserved: quantity(of.reserved), available })
}
