/** The number columns of a table. */

/** Left and right end of a column, in pixels. */
export interface FigureColumn {
  readonly left: number
  readonly right: number
}

export interface TableShape {
  readonly quantity: FigureColumn
  readonly unitCost: FigureColumn
  /** null: the table has no sums per line. */
  readonly amount: FigureColumn | null
  readonly amountWithVat: FigureColumn | null
  /** Headings or kopecks distinguish quantity from price; otherwise the two could be exchanged. */
  readonly isOrderSure: boolean
  /** No other columns multiply, or other evidence in the document decides between them. */
  readonly areColumnsSure: boolean
  /** The headings name the columns. */
  readonly areColumnsNamed: boolean
}

/** The columns of quantity, price and, if present, amount. */
export const figuresOf = ({ quantity, unitCost, amount }: TableShape): FigureColumn[] =>
  amount === null ? [quantity, unitCost] : [quantity, unitCost, amount]

/** The right limit of a line's texts: the amount's column if that is the last number column, otherwise none. */
export const textEndOf = ({ quantity, unitCost, amount }: TableShape): number =>
  amount !== null && amount.left > Math.max(quantity.left, unitCost.left) ? amount.left : Infinity
