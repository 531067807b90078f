/** What was finished at the floor, as it waits to be sent. */

export interface Receipt {
  readonly kind: 'receipt'
  readonly warehouseId: string
  readonly supplier: string
  readonly purchaseId?: string
  /** Left out where it is not known: the service finds it. */
  readonly unitCost?: number
  /** Who finished it is shown costs and was not shown this one: it waits until he was. */
  readonly isUnseen?: true
}

export interface Transfer {
  readonly kind: 'transfer'
  readonly warehouseId: string
  readonly toWarehouseId: string
}

/** A receipt or a transfer of one product. */
export interface GoodsTask {
  readonly of: Receipt | Transfer
  /** null: only what was scanned is known; it is looked up before it is sent. */
  readonly productId: string | null
  readonly code: string | null
  readonly quantity: number
}

interface StatusTask {
  readonly of: { readonly kind: 'status' }
  readonly orderId: string
  readonly status: 'picking' | 'shipped'
}

export type FloorTask = GoodsTask | StatusTask

export const isOfGoods = (task: FloorTask): task is GoodsTask => task.of.kind !== 'status'

export interface Waiting {
  /** The Idempotency-Key. */
  readonly key: string
  readonly task: FloorTask
  /** What it is about, on screen: the product, what was scanned, or the number of the order. */
  readonly name: string
  readonly uom: string | null
  readonly finishedAt: string
  /** It left at least once: nobody knows whether it was done until there is an answer. */
  readonly isSent: boolean
  /** Why the service said no; it then waits for somebody to mend it. */
  readonly refusal: {
    readonly code: string
    readonly detail: string
    readonly figures?: object | null
  } | null
}
