/** Groups the rows of the reorder report by supplier and warehouse, and creates orders from them. */
import type { OrderProposedBody, ReorderReportRow } from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'

/** A row of the reorder report. In this report every row has a product. */
export type Proposed = ReorderReportRow & { readonly productId: string; readonly product: string }

/** Rows of the report that can go into one order, because they have the same supplier and warehouse. */
export interface ProposedGroup {
  readonly id: string
  /** The id of the supplier. Null if no supplier is set, so that these rows cannot be ordered. */
  readonly supplierId: string | null
  readonly supplier: string | null
  readonly warehouseId: string | null
  readonly warehouse: string | null
  readonly rows: readonly Proposed[]
}

export const keyOf = ({ productId, warehouseId }: Pick<Proposed, 'productId' | 'warehouseId'>) =>
  `${productId} ${warehouseId ?? ''}`

/** Groups the rows by supplier and warehouse, in the report's order. Rows without a supplier come last. */
export function groupsOf(rows: readonly Proposed[]): ProposedGroup[] {
  const groups = Map.groupBy(rows, ({ supplierId, warehouseId }) => `${supplierId ?? ''} ${warehouseId ?? ''}`)
  return [...groups].map(([id, of]) => {
    const { supplierId, supplier, warehouseId, warehouse } = of[0]!
    return { id, supplierId, supplier, warehouseId, warehouse, rows: of }
  })
}

/** The changes that the user made to the proposals. */
export interface Changed {
  /** The keys of the rows that the user does not want to order. */
  readonly dropped: ReadonlySet<string>
  /** The quantities that the user typed, by the key of the row. */
  readonly typed: Readonly<Record<string, string>>
  /** The ids of the warehouses chosen for orders that had none, by group id. */
  readonly places: Readonly<Record<string, string>>
}

/** Returns the quantity to order for a row; null if the user typed something that is not a quantity above zero. */
export function quantityOf(row: Proposed, { typed }: Changed): number | null {
  const text = typed[keyOf(row)]
  const quantity = text === undefined ? row.quantity : figureOf(text)
  return quantity === null || quantity <= 0 ? null : quantity
}

/** Returns whether every row that is to be ordered has a valid quantity. */
export const areReady = (groups: readonly ProposedGroup[], changed: Changed): boolean =>
  groups.every(({ rows }) => rows.every((row) => changed.dropped.has(keyOf(row)) || quantityOf(row, changed) !== null))

/**
 * Returns the order for a group; null if it has no supplier, or if none of its rows is to be ordered. `usual` is the
 * warehouse that gets the goods unless another was chosen; '' if there is none.
 */
export function orderOf(group: ProposedGroup, changed: Changed, usual: string): OrderProposedBody | null {
  const { id, supplierId, warehouseId, rows } = group
  if (supplierId === null) return null
  const lines = rows.flatMap((row) => {
    const quantity = changed.dropped.has(keyOf(row)) ? null : quantityOf(row, changed)
    return quantity === null ? [] : [{ productId: row.productId, quantity, ordered: row.ordered }]
  })
  const place = warehouseId ?? changed.places[id] ?? usual
  return lines.length === 0 ? null : { supplierId, ...(place !== '' && { warehouseId: place }), lines }
}
