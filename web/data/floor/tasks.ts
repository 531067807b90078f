/** How what was finished at the floor is sent: a command of the API for each, with its key. */
import type { AnyState, ReceiveStockBody } from '../../../sdk/types.ts'
import { client } from '../client.ts'
import { findExactly } from '../product-codes.ts'
import { isOfGoods, type Waiting } from './waiting-line.ts'

const DEADLINE_MS = 10_000

/** What was scanned while the connection was away is no product, or several. */
export class NotMeant extends Error {
  readonly code: string
  readonly detail: string

  constructor(code: string, scanned: string) {
    super(code)
    this.code = code
    this.detail = scanned
  }
}

/** With its product, where only what was scanned is known. Throws NotMeant. */
export async function withProduct(one: Waiting): Promise<Waiting> {
  const { task } = one
  if (!isOfGoods(task) || task.productId !== null || task.code === null) return one
  const { products, count } = await findExactly(task.code)
  if (products.length !== 1) throw new NotMeant(products.length === 0 ? 'CODE_UNKNOWN' : 'CODE_AMBIGUOUS', task.code)
  const { id, name, uom } = products[0]!
  return { ...one, name, uom, task: { ...task, productId: id, code: null, quantity: task.quantity * count } }
}

/** Sends it; whatever is thrown is of the SDK. */
export async function send({ key, task }: Waiting): Promise<AnyState> {
  const sending = { key, prefer: 'state=changes', deadlineMs: DEADLINE_MS } as const
  if (!isOfGoods(task)) return (await client.orders.setStatus(task.orderId, { status: task.status }, sending)).state
  const { productId, quantity } = task
  const { kind, ...place } = task.of
  const body = { productId: productId!, quantity, ...place }
  const { state } =
    kind === 'receipt'
      ? await client.stock.receive(body as ReceiveStockBody, sending)
      : await client.stock.transfer(body as typeof body & { toWarehouseId: string }, sending)
  return state
}
