/** Where the figures of a table stand. */

/** Left and right end of a column, in pixels. */
export interface FigureColumn {
  readonly left: number
  readonly right: number
}

export interface TableShape {
  readonly quantity: FigureColumn
  readonly unitCost: FigureColumn
  /** null: the table has no sums of its lines. */
  readonly amount: FigureColumn | null
  readonly amountWithVat: FigureColumn | null
  /** Headings or kopecks tell quantity from price; otherwise they could change places. */
  readonly isOrderSure: boolean
  /** No other columns multiply, or what else the document says tells which are meant. */
  readonly areColumnsSure: boolean
  /** The headings say what the columns are. */
  readonly areColumnsNamed: boolean
}

/** Where its figures stand. */
export const figuresOf = ({ quantity, unitCost, amount }: TableShape): FigureColumn[] =>
  amount === null ? [quantity, unitCost] : [quantity, unitCost, amount]

/** The words of a line stand left of its amount; where that is not the last of the figures, anywhere beside them. */
export const textEndOf = ({ quantity, unitCost, amount }: TableShape): number =>
  amount !== null && amount.left > Math.max(quantity.left, unitCost.left) ? amount.left : Infinity
