/** The parts that each kind of form (purchase, order, document) adds to its lines of goods. */
import type { ReactNode, RefObject } from 'react'
import type { Product } from '../../../sdk/types.ts'
import type { Figures } from '../../data/stock.ts'
import type { ProductLine } from './product-line.ts'

/** A line that the user is editing, with the functions that its fields call. */
export interface LineEditing<L extends ProductLine> {
  readonly line: L
  readonly index: number
  readonly product: Product | undefined
  readonly figures: Figures | undefined
  change(parts: Partial<L>): void
  /** Moves the focus to the field in which the user types the next line. */
  next(): void
  /** Adds a code that was scanned into one of the line's number fields as the next line. */
  scan(text: string): void
}

export interface LineParts<L extends ProductLine> {
  /**
   * Adds to a line the fields that this kind of form needs. `price` and `discount` are present only if the line was
   * read from a table with such columns.
   */
  readonly make: (line: ProductLine, price?: string, discount?: string) => L
  /** The layout of the fields, and of the text that explains them: with a price, or with a price and a discount. */
  readonly layout?: 'priced' | 'discounted'
  /** A text that explains how to fill in the lines, if the one for the layout does not fit. */
  readonly hint?: string
  /** Returns the error message for a line or its quantity, by the index of the line; undefined when there is none. */
  readonly errorOf: (index: number) => string | undefined
  /** Returns a warning to show in red in place of the stock; null when there is none. */
  readonly warningOf?: (line: L) => string | null
  /** Renders additional content, which is shown below the name of the product. */
  readonly more?: (editing: LineEditing<L>) => ReactNode
  /**
   * Renders additional number fields, such as a price. The `ref` is for the field to which Enter in the quantity field
   * moves the focus.
   */
  readonly second?: (editing: LineEditing<L>, ref: RefObject<HTMLInputElement | null>) => ReactNode
  readonly amount: (editing: LineEditing<L>) => ReactNode
  /**
   * Returns all values besides `editing` on which `more`, `second` and `amount` depend. A line is rendered again only
   * when one of these values changes. Without this function, every line is rendered again on each change.
   */
  readonly aboutOf?: (line: L) => readonly unknown[]
}
