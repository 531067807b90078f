/** The types of floor operations that are finished and wait to be sent. */
import type { DeliveryTask, PhotoTask } from './deliveries.ts'

export interface Receipt {
  readonly kind: 'receipt'
  readonly warehouseId: string
  readonly supplier: string
  readonly purchaseId?: string
  /** The unit cost; undefined if it is not known, so that the server determines it. */
  readonly unitCost?: number
  /** The user may see costs but has not yet seen this receipt's cost, so the receipt is not sent until then. */
  readonly isUnseen?: true
}

export interface Transfer {
  readonly kind: 'transfer'
  readonly warehouseId: string
  readonly toWarehouseId: string
}

/** A count of a stocktake: what lies in one place, for one sheet. */
export interface Count {
  readonly kind: 'count'
  readonly stocktakeId: string
  readonly sheet: string
  /** `add`: found in addition to what the sheet has; `set`: the sheet has exactly this. */
  readonly mode: 'add' | 'set'
  /** The moment of counting by the server's clock; undefined for a count that is sent at once. */
  readonly countedAt?: string
}

/** A receipt, a transfer or a count of one product. */
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

/** A shipment of a part of an order. */
interface ShipmentTask {
  readonly of: { readonly kind: 'shipment' }
  readonly orderId: string
  readonly lines: readonly { readonly lineId: number; readonly quantity: number }[]
}

/** What a customer brought back of an order. */
export interface ReturnTask {
  readonly of: { readonly kind: 'return' }
  readonly orderId: string
  readonly lines: readonly { readonly lineId: number; readonly quantity: number; readonly damaged: number }[]
}

/** The goods of a drafted return have arrived, so it is posted. */
interface ArrivalTask {
  readonly of: { readonly kind: 'arrival' }
  readonly returnId: string
}

/** Goods of an order that are not on the shelf; 0: they were found. */
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

/** The name of an operation without goods in the texts of the queue: its kind, or the status that an order gets. */
export const wordOf = (task: Exclude<FloorTask, GoodsTask>) => ('status' in task ? task.status : task.of.kind)

export const isDelivery = (task: FloorTask): task is DeliveryTask => task.of.kind === 'delivery'

/** The count of a waiting operation; null when it is another operation. */
export const countOf = ({ task }: Waiting): (GoodsTask & { readonly of: Count }) | null =>
  isOfGoods(task) && task.of.kind === 'count' ? { ...task, of: task.of } : null

export interface Waiting {
  /** The idempotency key of the operation's command. */
  readonly key: string
  readonly task: FloorTask
  /** What the screen calls the operation: the product, the scanned code, or the order number. */
  readonly name: string
  readonly uom: string | null
  readonly finishedAt: string
  /** Whether the operation was sent at least once. Until there is an answer, it is unknown whether it was done. */
  readonly isSent: boolean
  /** Why the server refused the operation, which then waits for the user to correct it. */
  readonly refusal: {
    readonly code: string
    readonly detail: string
    readonly figures?: object | null
  } | null
}
