/**
 * Stored browser data outlives a version of the app: the next version reads it according to the version number stored
 * with it. Data without a number is from the first version. For the recipe see ARCHITECTURE.md, "To change what is
 * stored".
 */

/** The current version of stored data, incremented by one whenever any of them changes its shape. */
export const KEPT_VERSION = 2

/**
 * Form drafts, tasks in progress on the floor, operations waiting there, products seen there, and remembered list
 * settings.
 */
export type KeptKind = 'draft' | 'task' | 'waiting' | 'products' | 'choice'

type Step = (kept: unknown) => unknown

/**
 * Kind → version in which its shape changed → the function that converts the previous shape. A step is never removed.
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
 * The form of an order got prices and discounts, and lines got ids. The lines of a stored order without ids are numbered
 * from 1, as the service numbers them. A typed line named its line by position and now names it by id.
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

const STEPS: KeptSteps = { draft: { 2: withPrices } }

interface Kept {
  /** The version of the stored shape. */
  readonly v: number
  readonly kept: unknown
}

/** Adds the current version number to a value before it is stored. */
export const stamped = (kept: unknown): Kept => ({ v: KEPT_VERSION, kept })

/** Unwraps a stored value; without a version number it is from the first version. */
export function unstamped(found: unknown): Kept {
  const isStamped = typeof found === 'object' && found !== null && 'v' in found && 'kept' in found
  return isStamped ? (found as Kept) : { v: 1, kept: found }
}

/**
 * Converts a stored value to the current shape; null if a newer version of the app stored it, which this one cannot
 * read.
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
