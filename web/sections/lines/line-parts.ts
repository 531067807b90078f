/** What the lines of a form have that they are for: a purchase, an order, a document. */
import type { ReactNode, RefObject } from 'react'
import type { Product } from '../../../sdk/types.ts'
import type { Figures } from '../../data/stock.ts'
import type { ProductLine } from './product-line.ts'

/** One line while it is edited. */
export interface LineEditing<L extends ProductLine> {
  readonly line: L
  readonly index: number
  readonly product: Product | undefined
  readonly figures: Figures | undefined
  change(parts: Partial<L>): void
  /** To where the next line is typed. */
  next(): void
  /** What was scanned instead of a figure becomes the next line. */
  scan(text: string): void
}

export interface LineParts<L extends ProductLine> {
  /** What a new line has beside its product and its quantity; `price` as it was pasted. */
  readonly make: (line: ProductLine, price?: string) => L
  /** What is wrong with a line, or with its quantity. */
  readonly errorOf: (index: number) => string | undefined
  /** Said in red in the place of what there is of the product. */
  readonly warningOf?: (line: L) => string | null
  /** Below the name. */
  readonly more?: (editing: LineEditing<L>) => ReactNode
  /** A second figure such as a price; Enter in the quantity goes there. */
  readonly second?: (editing: LineEditing<L>, ref: RefObject<HTMLInputElement | null>) => ReactNode
  readonly amount: (editing: LineEditing<L>) => ReactNode
  /** All that `more`, `second` and `amount` know of beside the editing: a line of which nothing changed is not drawn anew. Without it each is. */
  readonly aboutOf?: (line: L) => readonly unknown[]
}
