/**
 * Converts data that an earlier version of the app stored in the browser. Stored data has a version number; data
 * without a number is from the first version. For how to change its shape, see ARCHITECTURE.md, "To change what is
 * stored".
 */

/**
 * The current version of the data stored in the browser. Increase it by one whenever any kind of stored data changes
 * its shape.
 */
export const KEPT_VERSION = 5

/**
 * The kinds of stored data: form drafts, tasks in progress on the warehouse-floor screens, operations waiting there,
 * products seen there, and remembered list settings.
 */
export type KeptKind = 'draft' | 'task' | 'waiting' | 'products' | 'choice'

type Step = (kept: unknown) => unknown

/**
 * For each kind of stored data: the versions in which its shape changed, each with the function that converts the
 * previous shape. Never remove a step, because old data may turn up at any time.
 */
export type KeptSteps = Readonly<Partial<Record<KeptKind, Readonly<Record<number, Step>>>>>

interface Item1 {
  readonly id?: number
  readonly price?: number | null
  readonly priceGiven?: boolean
  readonly discountPercent?: number
}

interface OrderDraft1 {
  readonly values: {
    readonly order?: {
      readonly items: readonly Item1[]
      readonly discountPercent?: number
      readonly discountAmount?: number
    }
    readonly lines: readonly { readonly item?: number }[]
  }
}

/**
 * Converts an order draft stored before lines had ids, prices and discounts. Such a draft refers to an order line by
 * its position; the converted draft uses the line's id. The server numbers the lines from 1, so the ids are known.
 */
function withPrices(kept: unknown): unknown {
  const isOrder = ['lines', 'customerId', 'channel'].every((name) => name in Object(Object(kept).values))
  if (!isOrder) return kept
  const { values, ...draft } = kept as OrderDraft1
  const { order } = values
  const items = (order?.items ?? []).map((item, at) => ({ id: at + 1, ...item }))
  const lines = values.lines.map(({ item: at, ...line }) => {
    const item = at === undefined ? undefined : items[at]
    const price = item?.priceGiven === true ? String(item.price) : ''
    return { ...line, ...(item && { item: item.id }), price, discount: String(item?.discountPercent ?? '') }
  })
  const discount = {
    discount: String(order?.discountPercent ?? order?.discountAmount ?? ''),
    discountUnit: order?.discountAmount === undefined ? '%' : '₽',
  }
  return { ...draft, values: { ...values, ...(order && { order: { ...order, items } }), lines, ...discount } }
}

interface OrderDraft2 {
  readonly values: { readonly order?: { readonly items: readonly { readonly quantity: number }[] } }
}

/**
 * Converts a draft of a changed order that was stored before orders could be shipped in parts. Nothing in such an order
 * had been shipped.
 */
function withReserves(kept: unknown): unknown {
  const { values, ...draft } = Object(kept) as OrderDraft2
  const order = values?.order
  if (!Array.isArray(order?.items)) return kept
  const items = order.items.map((item) => ({ ...item, shipped: 0, cancelled: 0, reserved: item.quantity }))
  return { ...draft, values: { ...values, order: { ...order, items } } }
}

const STEPS: KeptSteps = { draft: { 2: withPrices, 3: withReserves } }

interface Kept {
  /** The version of the app's data format in which the value was stored. */
  readonly v: number
  readonly kept: unknown
}

/** Adds the current version number to a value that is about to be stored. */
export const stamped = (kept: unknown): Kept => ({ v: KEPT_VERSION, kept })

/** Reads a stored value and its version number. Without a number, the value is from the first version. */
export function unstamped(found: unknown): Kept {
  const isStamped = typeof found === 'object' && found !== null && 'v' in found && 'kept' in found
  return isStamped ? (found as Kept) : { v: 1, kept: found }
}

/**
 * Converts a stored value to the current shape. Returns null if a newer version of the app stored it, because this
 * version cannot read it.
 */
export function inShape<T>(
  kind: KeptKind,
  { v, kept }: Kept,
  { steps, now }: { readonly steps: KeptSteps; readonly now: number } = { steps: STEPS, now: KEPT_VERSION },
): T | null {
  if (v > now) return null
  const due = Object.entries(steps[kind] ?? {}).filter(([version]) => Number(version) > v)
  due.sort(([a], [b]) => Number(a) - Number(b))
  return due.reduce((shape, [, step]) => step(shape), kept) as T
}
