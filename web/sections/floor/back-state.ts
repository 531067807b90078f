/** The state of a customer's return that is being received. The browser stores it until the return is finished. */
import { newKey } from '../../../sdk/keys.ts'
import type { CustomerReturn, Order, Product } from '../../../sdk/types.ts'
import type { Label } from '../../codes/scanned-code.ts'
import type { FloorTask, Waiting } from '../../data/floor/waiting.ts'
import { leftToReturn, returnable } from '../../data/order-debts.ts'

export interface BackLine {
  /** The id of the order's line; null for a return without an order. */
  readonly lineId: number | null
  readonly productId: string
  readonly name: string
  readonly sku: string | null
  readonly uom: string | null
  /** The most that can be returned of this line; for a drafted return, the quantity stated there. */
  readonly most: number
  readonly back: number
  readonly damaged: number
  /** The data on the GS1 labels of the scanned items. */
  readonly labels?: readonly Label[]
}

/** The data of a return that is being received. It is complete enough to finish the return offline. */
export interface BackState {
  /** The id of the order whose goods come back; null if a drafted return states which goods come back. */
  readonly orderId: string | null
  /** The id of the drafted return; null if the scans determine which goods come back. */
  readonly returnId: string | null
  /** The number of the order or, for a drafted return, the number of the draft. */
  readonly number: string
  readonly customer: string
  readonly warehouse: string
  readonly lines: readonly BackLine[]
  /** The idempotency key of the command that finishes the return. */
  readonly key: string
}

export const NO_RETURN: BackState = {
  ...{ orderId: null, returnId: null, number: '', customer: '', warehouse: '', lines: [], key: '' },
}

interface Loaded {
  readonly products: ReadonlyMap<string, Product>
  readonly warehouse: string
}

const goodsOf = (productId: string, products: ReadonlyMap<string, Product>) => {
  const { name, sku, uom } = products.get(productId)!
  return { productId, name, sku, uom }
}

/** Returns the initial state for taking back goods of an order, with nothing scanned yet. */
export function stateOfOrder({ id, number, customer, items }: Order, { products, warehouse }: Loaded): BackState {
  const lines = returnable({ items }).map((item): BackLine => {
    return { ...goodsOf(item.productId, products), lineId: item.id, most: leftToReturn(item), back: 0, damaged: 0 }
  })
  return { orderId: id, returnId: null, number, customer, warehouse, lines, key: newKey() }
}

/** Returns the initial state for checking the goods of a drafted return. */
export function stateOfDraft(draft: CustomerReturn, { products, warehouse }: Loaded): BackState {
  const { id, number, customer } = draft
  const lines = draft.lines.map(({ lineId, productId, quantity, damaged }): BackLine => {
    return { ...goodsOf(productId, products), lineId, most: quantity, back: 0, damaged }
  })
  return { orderId: null, returnId: id, number, customer, warehouse, lines, key: newKey() }
}

/** Returns the lines of which the customer brought goods back. */
export const cameBack = ({ lines }: BackState) => lines.filter(({ back }) => back > 0)

/** Returns the floor operation that finishes the return. */
export function operationOf(state: BackState): Waiting {
  const { orderId, returnId, number, key } = state
  const lines = cameBack(state).map(({ lineId, back, damaged }) => ({ lineId: lineId!, quantity: back, damaged }))
  const task: FloorTask =
    returnId === null ? { of: { kind: 'return' }, orderId: orderId!, lines } : { of: { kind: 'arrival' }, returnId }
  return { key, name: number, uom: null, isSent: false, refusal: null, finishedAt: new Date().toISOString(), task }
}
