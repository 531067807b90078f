/** What each kind of form (purchase, order, document) adds to its lines. */
import type { ReactNode, RefObject } from 'react'
import type { Product } from '../../../sdk/types.ts'
import type { Figures } from '../../data/stock.ts'
import type { ProductLine } from './product-line.ts'

/** A line that is being edited. */
export interface LineEditing<L extends ProductLine> {
  readonly line: L
  readonly index: number
  readonly product: Product | undefined
  readonly figures: Figures | undefined
  change(parts: Partial<L>): void
  /** Moves the focus to where the next line is typed. */
  next(): void
  /** Turns a code scanned into a number field into the next line. */
  scan(text: string): void
}

export interface LineParts<L extends ProductLine> {
  /**
   * Creates a line with the fields that this form adds to product and quantity. Price and discount come from a table,
   * if given.
   */
  readonly make: (line: ProductLine, price?: string, discount?: string) => L
  /** How the fields are laid out and explained: `priced` has a price, `discounted` also a discount. */
  readonly layout?: 'priced' | 'discounted'
  /** Explains how to fill in the lines, if the layout's explanation does not fit. */
  readonly hint?: string
  /** Returns the error of a line or of its quantity. */
  readonly errorOf: (index: number) => string | undefined
  /** Returns a warning to show in red in place of the stock; null when there is none. */
  readonly warningOf?: (line: L) => string | null
  /** Additional content, shown below the product's name. */
  readonly more?: (editing: LineEditing<L>) => ReactNode
  /**
   * Additional number fields, such as a price. Enter in the quantity field moves the focus to the field with the ref,
   * if there is one.
   */
  readonly second?: (editing: LineEditing<L>, ref: RefObject<HTMLInputElement | null>) => ReactNode
  readonly amount: (editing: LineEditing<L>) => ReactNode
  /**
   * Returns everything besides `editing` that `more`, `second` and `amount` depend on. A line re-renders only when one
   * of these values changes; without this function, every line re-renders on each change.
   */
  readonly aboutOf?: (line: L) => readonly unknown[]
}
