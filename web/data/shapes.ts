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

interface OrderDraft1 {
  readonly values: {
    readonly order?: { readonly items: readonly object[] }
    readonly lines: readonly { readonly item?: number }[]
  }
}

/**
 * The lines of an order got ids, prices and discounts. An order of before has its lines numbered in their order, as in
 * the service; a line named its place in the order, and now names the id.
 */
function withPrices(kept: unknown): unknown {
  const isOrder = ['lines', 'customerId', 'channel'].every((name) => name in Object(Object(kept).values))
  if (!isOrder) return kept
  const { values, ...draft } = kept as OrderDraft1
  const { order } = values
  const items = order?.items.map((item, at) => ({ id: at + 1, ...item }))
  const lines = values.lines.map(({ item, ...line }) => ({
    ...line,
    ...(item !== undefined && { item: item + 1 }),
    price: '',
    discount: '',
  }))
  return {
    ...draft,
    values: { ...values, ...(order && { order: { ...order, items } }), lines, discount: '', discountUnit: '%' },
  }
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
