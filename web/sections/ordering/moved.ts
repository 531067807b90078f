/** Groups the rows of the report on proposed transfers by pair of warehouses, and makes the transfers from them. */
import type { ProposedTransfersReportRow, TransferStockBody } from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'
import { client } from '../../data/client.ts'
import type { Together } from '../../data/many.ts'

/** A row of the report. Every row has a product and both warehouses. */
export type ProposedMove = ProposedTransfersReportRow & {
  readonly productId: string
  readonly product: string
  readonly fromWarehouseId: string
  readonly fromWarehouse: string
  readonly warehouseId: string
  readonly warehouse: string
}

export interface MoveGroup {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly rows: readonly ProposedMove[]
}

export const keyOfMove = ({ productId, fromWarehouseId, warehouseId }: ProposedMove) =>
  `${productId} ${fromWarehouseId} ${warehouseId}`

/** Groups the rows by the two warehouses, in the report's order. */
export function moveGroupsOf(rows: readonly ProposedMove[]): MoveGroup[] {
  const groups = Map.groupBy(rows, ({ fromWarehouseId, warehouseId }) => `${fromWarehouseId} ${warehouseId}`)
  return [...groups].map(([id, of]) => ({ id, from: of[0]!.fromWarehouse, to: of[0]!.warehouse, rows: of }))
}

/** The user's changes to the proposals, by row key. */
export interface ChangedMoves {
  readonly dropped: ReadonlySet<string>
  readonly typed: Readonly<Record<string, string>>
}

/** Returns the quantity to move for a row; null if the typed text is not a quantity above zero. */
export function movedQuantity(row: ProposedMove, { typed }: ChangedMoves): number | null {
  const text = typed[keyOfMove(row)]
  const quantity = text === undefined ? row.quantity : figureOf(text)
  return quantity === null || quantity <= 0 ? null : quantity
}

/** Returns the transfers to make, by row key; null while a row to be moved has no quantity. */
export function transfersOf(
  rows: readonly ProposedMove[],
  changed: ChangedMoves,
): ReadonlyMap<string, TransferStockBody> | null {
  const chosen = rows.filter((row) => !changed.dropped.has(keyOfMove(row)))
  const bodies = new Map<string, TransferStockBody>()
  for (const row of chosen) {
    const quantity = movedQuantity(row, changed)
    if (quantity === null) return null
    const { productId, fromWarehouseId, warehouseId, fromKept, target } = row
    const places = { warehouseId: fromWarehouseId, toWarehouseId: warehouseId }
    bodies.set(keyOfMove(row), { productId, ...places, quantity, proposal: { fromKept, target } })
  }
  return bodies
}

/** The maximum number of commands in a batch. */
const MAX_COMMANDS = 100

/** Sends up to 100 transfers in one transaction, as transfers by list are sent. */
export const AS_TRANSFERS: Together<TransferStockBody, null> = {
  atOnce: MAX_COMMANDS,
  send: async (tasks) => {
    const commands = tasks.map(({ key, body }) => ({
      key,
      method: 'POST' as const,
      path: '/api/v1/stock/transfer',
      body: { ...body },
    }))
    const { state } = await client.batch({ mode: 'all', commands }, { prefer: 'state=changes' })
    return { results: tasks.map(() => null), state }
  },
  refusedAt: ({ command }) => command?.index ?? null,
}
