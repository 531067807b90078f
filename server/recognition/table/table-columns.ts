/** Defines the number columns of a table. */

/** The left and right edge of a column, in pixels. */
export interface FigureColumn {
  readonly left: number
  readonly right: number
}

export interface TableShape {
  readonly quantity: FigureColumn
  readonly unitCost: FigureColumn
  /** The column of amounts, or null when the table has no amounts for its lines. */
  readonly amount: FigureColumn | null
  readonly amountWithVat: FigureColumn | null
  /**
   * Whether headings or kopecks show which column is the quantity and which the price. Otherwise the two may be
   * confused.
   */
  readonly isOrderSure: boolean
  /**
   * Whether quantity × price = amount is true only for these columns, or other evidence in the document confirms these
   * columns.
   */
  readonly areColumnsSure: boolean
  /** Whether headings identify the columns. */
  readonly areColumnsNamed: boolean
}

/** Returns the columns of quantity, price and (if the table has one) amount. */
export const figuresOf = ({ quantity, unitCost, amount }: TableShape): FigureColumn[] =>
  amount === null ? [quantity, unitCost] : [quantity, unitCost, amount]

/**
 * Returns the x coordinate at which a line's texts end: the left edge of the amount column if that is the last column
 * of numbers, otherwise Infinity.
 */
export const textEndOf = ({ quantity, unitCost, amount }: TableShape): number =>
  amount !== null && amount.left > Math.max(quantity.left, unitCost.left) ? amount.left : Infinity
