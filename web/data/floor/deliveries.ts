/**
 * Deliveries that are finished on the floor and waiting to be sent. Each holds everything that arrived under one
 * document, or everything that was scanned from one supplier.
 */
import { plus } from '../amounts.ts'

export interface DeliveredLine {
  readonly productId: string
  /** The quantity according to the delivery: good, damaged and missing goods together. */
  readonly quantity: number
  readonly damaged?: number
  readonly missing?: number
  /** How much of the quantity exceeds what the document expects. */
  readonly beyond?: number
  readonly unitCost?: number
}

export interface DeliveryTask {
  readonly of: { readonly kind: 'delivery' }
  /** The document under which the goods were expected; absent if it no longer expects any goods, or never did. */
  readonly documentId?: string
  /** Set if the goods were in no document. */
  readonly isList?: true
  readonly supplierId: string
  readonly warehouseId: string
  readonly lines: readonly DeliveredLine[]
  /** The names of photographs stored on this device. They are sent after the delivery. */
  readonly photos?: readonly string[]
}

/** A photograph to add to a delivery that the service already has. */
export interface PhotoTask {
  readonly of: { readonly kind: 'photo' }
  readonly documentId: string
  readonly photo: string
}

/** Returns the body of the command that receives the delivery. */
export const deliveryBody = ({ of: _of, isList: _list, photos: _photos, lines, ...task }: DeliveryTask) => ({
  ...task,
  lines: [...lines],
})

interface Refused {
  readonly code: string
  readonly figures?: object | null
}

/**
 * Returns a corrected copy of a refused delivery, to be sent again: with the missing price, with the excess marked as
 * beyond the document, or without a document that no longer expects any goods.
 */
export function mendedDelivery(task: DeliveryTask, { code, figures }: Refused, unitCost?: number): DeliveryTask {
  const { productId, asked, left } = (figures ?? {}) as { productId?: string; asked?: number; left?: number }
  const withLine = (change: (line: DeliveredLine) => DeliveredLine): DeliveryTask => ({
    ...task,
    lines: task.lines.map((line) => (line.productId === productId ? change(line) : line)),
  })
  if (code === 'UNIT_COST_UNKNOWN' && unitCost !== undefined) return withLine((line) => ({ ...line, unitCost }))
  if (code === 'DELIVERY_EXCEEDED' && asked !== undefined && left !== undefined)
    return withLine((line) => ({ ...line, beyond: plus(line.beyond ?? 0, plus(asked, -left)) }))
  if (code !== 'NOT_EXPECTED') return task
  const { documentId: _gone, ...rest } = task
  return { ...rest, lines: task.lines.map(({ beyond: _beyond, ...line }) => line) }
}
