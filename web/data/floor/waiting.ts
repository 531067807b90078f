/** The types of finished floor operations that wait to be sent. */
import type { DeliveryTask, PhotoTask } from './deliveries.ts'

export interface Receipt {
  readonly kind: 'receipt'
  readonly warehouseId: string
  readonly supplier: string
  readonly purchaseId?: string
  /** The unit cost in roubles. If it is undefined, the server determines the cost. */
  readonly unitCost?: number
  /**
   * Set if the user may see costs but has not seen this receipt's cost yet. The receipt is not sent until the user has
   * seen it.
   */
  readonly isUnseen?: true
}

export interface Transfer {
  readonly kind: 'transfer'
  readonly warehouseId: string
  readonly toWarehouseId: string
}

/** A count for a stocktake: the quantity found in one place, for one sheet. */
export interface Count {
  readonly kind: 'count'
  readonly stocktakeId: string
  readonly sheet: string
  /** `add`: the quantity is added to the sheet's quantity; `set`: it replaces the sheet's quantity. */
  readonly mode: 'add' | 'set'
  /** The round of a recount, whose counts replace those of earlier rounds; undefined counts in the current round. */
  readonly round?: number
  /** The time of counting by the server's clock; undefined for a count that is sent immediately. */
  readonly countedAt?: string
}

/** A floor operation on one product: a receipt, a transfer or a count. */
export interface GoodsTask {
  readonly of: Receipt | Transfer | Count
  /** The product; null while only the scanned code is known. The code is looked up before sending. */
  readonly productId: string | null
  readonly code: string | null
  readonly quantity: number
}

interface StatusTask {
  readonly of: { readonly kind: 'status' }
  readonly orderId: string
  readonly status: 'picking' | 'shipped'
}

/** A floor operation that ships a part of an order. */
interface ShipmentTask {
  readonly of: { readonly kind: 'shipment' }
  readonly orderId: string
  readonly lines: readonly { readonly lineId: number; readonly quantity: number }[]
}

/** A floor operation that takes back goods of an order that the customer returned. */
export interface ReturnTask {
  readonly of: { readonly kind: 'return' }
  readonly orderId: string
  readonly lines: readonly { readonly lineId: number; readonly quantity: number; readonly damaged: number }[]
}

/** The arrival of the goods of a drafted return. When it is recorded, the return is posted. */
interface ArrivalTask {
  readonly of: { readonly kind: 'arrival' }
  readonly returnId: string
}

/** Goods of an order that are not on the shelf. Quantity 0 means that they were found. */
interface AbsenceTask {
  readonly of: { readonly kind: 'absence' }
  readonly orderId: string
  readonly productId: string
  readonly quantity: number
}

export type FloorTask =
  | GoodsTask
  | StatusTask
  | ShipmentTask
  | ReturnTask
  | ArrivalTask
  | DeliveryTask
  | PhotoTask
  | AbsenceTask

const GOODS: readonly string[] = ['receipt', 'transfer', 'count']

export const isOfGoods = (task: FloorTask): task is GoodsTask => GOODS.includes(task.of.kind)

/** Returns the key of an operation's name in the queue's texts: its kind, or the new status of an order. */
export function wordOf(task: Exclude<FloorTask, GoodsTask>) {
  if ('status' in task) return task.status
  return 'isList' in task ? 'list' : task.of.kind
}

export const isDelivery = (task: FloorTask): task is DeliveryTask => task.of.kind === 'delivery'

/** Returns the count in a waiting operation; null if the operation is not a count. */
export const countOf = ({ task }: Waiting): (GoodsTask & { readonly of: Count }) | null =>
  isOfGoods(task) && task.of.kind === 'count' ? { ...task, of: task.of } : null

export interface Waiting {
  /** The idempotency key of the command that carries out the operation. */
  readonly key: string
  readonly task: FloorTask
  /** How the operation is named on screen: by its product, its scanned code or its order number. */
  readonly name: string
  readonly uom: string | null
  readonly finishedAt: string
  /**
   * Whether the operation was sent at least once. Until there is a response, it is unknown whether it was carried out.
   */
  readonly isSent: boolean
  /** Why the server refused the operation. A refused operation waits for the user to correct it. */
  readonly refusal: {
    readonly code: string
    readonly detail: string
    readonly figures?: object | null
  } | null
}
