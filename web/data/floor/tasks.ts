/** Sends finished floor operations. Each becomes an API command with its own idempotency key. */
import type { AnyState } from '../../../sdk/types.ts'
import { times } from '../amounts.ts'
import { client } from '../client.ts'
import { serverMoment } from '../clock.ts'
import { findExactly } from '../product-codes.ts'
import { isUnansweredCall } from '../unanswered.ts'
import { type DeliveryTask, deliveryBody, type PhotoTask } from './deliveries.ts'
import { dropPhotos, readPhoto } from './photos.ts'
import {
  countOf,
  type FloorTask,
  type GoodsTask,
  isDelivery,
  isOfGoods,
  type ReturnTask,
  type Waiting,
} from './waiting.ts'

const DEADLINE_MS = 10_000
/** How many milliseconds the upload of a photograph may take: it may have several megabytes and a slow connection. */
const UPLOAD_MS = 120_000
/** If a count is older than this, in milliseconds, when it is first sent, the time of counting is sent with it. */
const AT_ONCE_MS = 5_000

/** Thrown if an operation needs more input from the user before it can be sent. */
export class Incomplete extends Error {
  readonly code: string
  readonly detail: string

  constructor(code: 'CODE_UNKNOWN' | 'CODE_AMBIGUOUS' | 'PRICE_UNSEEN', about: string) {
    super(code)
    this.code = code
    this.detail = about
  }
}

/**
 * Adds the product to an operation that only has a scanned code. Throws Incomplete if the code does not match exactly
 * one product.
 */
export async function withProduct(one: Waiting): Promise<Waiting> {
  const { task } = one
  if (!isOfGoods(task) || task.productId !== null || task.code === null) return one
  const { products, count } = await findExactly(task.code)
  if (products.length !== 1) throw new Incomplete(products.length === 0 ? 'CODE_UNKNOWN' : 'CODE_AMBIGUOUS', task.code)
  const { id, name, uom } = products[0]!
  return {
    ...one,
    name,
    uom,
    task: {
      ...task,
      productId: id,
      code: null,
      quantity: times(task.quantity, count),
    },
  }
}

/** Throws Incomplete if the user may see the price of a receipt but has not seen it yet. */
export function checkSeen({ task, name }: Waiting): void {
  if (!isOfGoods(task) || task.of.kind !== 'receipt') return
  if (task.of.isUnseen === true && task.of.unitCost === undefined) throw new Incomplete('PRICE_UNSEEN', name)
}

/**
 * Adds the time of counting to a count that had to wait. This happens before it is first sent, because the same key
 * must always be sent with the same body.
 */
export function withMoment(one: Waiting): Waiting {
  const count = countOf(one)
  const isLate = Date.now() - Date.parse(one.finishedAt) > AT_ONCE_MS
  if (count === null || one.isSent || count.of.countedAt !== undefined || !isLate) return one
  return { ...one, task: { ...count, of: { ...count.of, countedAt: serverMoment(one.finishedAt) } } }
}

/** The result of sending a floor operation to the server. */
interface Sent {
  /** The server's state after sending; null if there was nothing to send. */
  readonly state: AnyState | null
  /** Further operations to send because this one was sent, such as the photographs of a delivery. */
  readonly next: readonly Waiting[]
}

/** Sends a floor operation to the server. Throws the errors of the SDK. */
export async function send({ key, task }: Waiting): Promise<Sent> {
  const sending = { key, prefer: 'state=changes', deadlineMs: DEADLINE_MS } as const
  if (isDelivery(task)) return sendDelivery(task, sending)
  if ('photo' in task) return { state: await sendPhoto(task, sending), next: [] }
  return { state: await (isOfGoods(task) ? sendGoods(task, sending) : sendOther(task, sending)), next: [] }
}

async function sendGoods(task: GoodsTask, sending: FloorSending): Promise<AnyState> {
  const goods = { productId: task.productId!, quantity: task.quantity }
  if (task.of.kind === 'receipt') {
    const { kind: _, isUnseen: _seen, unitCost = null, ...place } = task.of
    return (await client.stock.receive({ ...goods, ...place, unitCost }, sending)).state
  }
  if (task.of.kind === 'count') {
    const { kind: _, stocktakeId, ...how } = task.of
    return (await client.stocktakes.count(stocktakeId, { lines: [{ ...goods, ...how }] }, sending)).state
  }
  const { kind: _, ...places } = task.of
  return (await client.stock.transfer({ ...goods, ...places }, sending)).state
}

interface FloorSending {
  readonly key: string
  readonly prefer: 'state=changes'
  readonly deadlineMs: number
}

/** Sends an operation on an order or a return rather than on a single product. */
async function sendOther(
  task: Exclude<FloorTask, GoodsTask | DeliveryTask | PhotoTask>,
  sending: FloorSending,
): Promise<AnyState> {
  if ('productId' in task) {
    const { orderId, productId, quantity } = task
    return (await client.orders.noteAbsence(orderId, { productId, quantity }, sending)).state
  }
  if ('returnId' in task)
    return (await client.customerReturns.setStatus(task.returnId, { status: 'posted' }, sending)).state
  if ('status' in task) return (await client.orders.setStatus(task.orderId, { status: task.status }, sending)).state
  if (task.of.kind === 'return') return sendReturn(task as ReturnTask, sending)
  return (await client.orders.ship(task.orderId, { lines: [...task.lines] }, sending)).state
}

/**
 * Drafts a return and posts it. If posting is refused, deletes the draft, because sending the operation again creates
 * another one. Each command has its own key, derived from the operation's key.
 */
async function sendReturn({ orderId, lines }: ReturnTask, sending: FloorSending): Promise<AnyState> {
  const { result } = await client.customerReturns.create({ orderId, lines: [...lines] }, sending)
  const keyed = (what: string) => ({ ...sending, key: `${sending.key}-${what}` })
  try {
    return (await client.customerReturns.setStatus(result.id, { status: 'posted' }, keyed('posted'))).state
  } catch (error) {
    if (!isUnansweredCall(error)) await client.customerReturns.delete(result.id, keyed('undone'))
    throw error
  }
}

/** Receives a delivery. Its photographs are sent afterwards, because the delivery has no id until then. */
async function sendDelivery(task: DeliveryTask, sending: FloorSending): Promise<Sent> {
  const { result, state } = await client.stock.receiveDelivery(deliveryBody(task), sending)
  const { id: documentId, number } = result
  const next = (task.photos ?? []).map(
    (photo): Waiting => ({
      ...{ key: photo, name: number, uom: null, isSent: false, refusal: null, finishedAt: new Date().toISOString() },
      task: { of: { kind: 'photo' }, documentId, photo },
    }),
  )
  return { state, next }
}

/** Adds a photograph to its delivery. Does nothing if this device no longer has the photograph. */
async function sendPhoto({ documentId, photo }: PhotoTask, sending: FloorSending): Promise<AnyState | null> {
  const file = await readPhoto(photo)
  if (file === undefined) return null
  const how = { ...sending, deadlineMs: UPLOAD_MS, contentType: file.type || 'application/octet-stream' }
  const { state } = await client.stock.addDeliveryPhoto(documentId, file, how)
  await dropPhotos([photo])
  return state
}
