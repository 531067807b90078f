/**
 * What this app keeps in the browser outlives it: the next version reads it by the version that it carries. What carries none is of the
 * first. The recipe: ARCHITECTURE.md, "To change what is stored".
 */

/** Grows by one when anything that is kept changes its shape. */
export const KEPT_VERSION = 1

/** A draft of a form, what is being done at the floor, what waits there to be sent, what was seen there, and what is remembered of lists. */
export type KeptKind = 'draft' | 'task' | 'waiting' | 'products' | 'choice'

type Step = (kept: unknown) => unknown

/** Kind → version in which its shape changed → what makes of the shape before the one of it. A step is never taken out. */
export type KeptSteps = Readonly<Partial<Record<KeptKind, Readonly<Record<number, Step>>>>>

const STEPS: KeptSteps = {}

interface Kept {
  /** In which it was kept. */
  readonly v: number
  readonly kept: unknown
}

/** What the browser is given. */
export const stamped = (kept: unknown): Kept => ({ v: KEPT_VERSION, kept })

/** The same of what it had: without a stamp it is of the first version. */
export function unstamped(found: unknown): Kept {
  const isStamped = typeof found === 'object' && found !== null && 'v' in found && 'kept' in found
  return isStamped ? (found as Kept) : { v: 1, kept: found }
}

/** What was kept in the shape of now; null: a newer version of the app kept it, which this one cannot read. */
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
