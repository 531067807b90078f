/**
 * The counts of a stocktake that were entered on this device. They are stored so that the user can view and correct
 * them, because the service does not return the counts of a single sheet. They are deleted at sign-out. Sending further
 * counts with mode `add` does not require them.
 */
import { useMemo, useSyncExternalStore } from 'react'
import { plus } from '../amounts.ts'
import { inShape, stamped, unstamped } from '../shapes.ts'
import { type Owner, ownerName } from './unsent.ts'
import { countOf, type Waiting } from './waiting.ts'

/** The quantity that was counted of a product on one sheet of a stocktake. */
export interface Counted {
  readonly stocktakeId: string
  readonly sheet: string
  readonly productId: string
  readonly name: string
  readonly uom: string | null
  readonly quantity: number
  /** The product's quantity on the sheet before its last count, with which the count can be undone. */
  readonly before: number
  /** The round of the last recount; undefined until the product is counted again. */
  readonly round?: number
}

const MAX_KEPT = 2_000
const nameOf = (owner: string) => `skladno.floor.${owner}.counted`
const NOTHING: readonly Counted[] = []

/** Returns the list with a count applied; the product counted last comes first. */
function withCount(list: readonly Counted[], waiting: Waiting): readonly Counted[] {
  const count = countOf(waiting)
  if (count?.productId == null) return list
  const { stocktakeId, sheet, mode } = count.of
  const { productId } = count
  const isSame = (other: Counted) =>
    other.stocktakeId === stocktakeId && other.sheet === sheet && other.productId === productId
  const known = list.find(isSame)
  // The first count of a recount replaces what the sheet said in earlier rounds.
  const isFirst = count.of.round !== undefined && count.of.round > (known?.round ?? 1)
  const before = isFirst ? 0 : (known?.quantity ?? 0)
  const round = isFirst ? count.of.round : known?.round
  const quantity = mode === 'set' ? count.quantity : plus(before, count.quantity)
  const { name, uom } = waiting
  const one: Counted = {
    stocktakeId,
    sheet,
    productId,
    name,
    uom,
    quantity,
    before,
    ...(round !== undefined && { round }),
  }
  return [one, ...list.filter((other) => !isSame(other))]
}

/**
 * The lists of counts read so far, by the name under which they are stored. If the browser cannot store a list, its
 * copy here is the only one.
 */
const lists = new Map<string, readonly Counted[]>()
const listeners = new Set<() => void>()

function read(name: string): readonly Counted[] {
  const known = lists.get(name)
  if (known !== undefined) return known
  let kept = NOTHING
  try {
    const text = localStorage.getItem(name)
    if (text !== null) kept = inShape<readonly Counted[]>('task', unstamped(JSON.parse(text))) ?? NOTHING
  } catch {}
  lists.set(name, kept)
  return kept
}

window.addEventListener('storage', ({ key }) => {
  if (key === null) lists.clear()
  else if (!lists.delete(key)) return
  for (const listener of listeners) listener()
})

/** Adds a count that the service accepted to the stored counts. */
export function noteCounted(owner: Owner, one: Waiting): void {
  if (countOf(one) === null) return
  const name = nameOf(ownerName(owner))
  const list = withCount(read(name), one).slice(0, MAX_KEPT)
  lists.set(name, list)
  try {
    localStorage.setItem(name, JSON.stringify(stamped(list)))
  } catch {}
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

interface Sheet {
  readonly stocktakeId: string
  readonly sheet: string
}

/** Returns the products counted on a sheet, including counts that are still waiting to be sent. */
export function useCounted(
  owner: string,
  { stocktakeId, sheet }: Sheet,
  waiting: readonly Waiting[],
): readonly Counted[] {
  const accepted = useSyncExternalStore(subscribe, () => read(nameOf(owner)))
  return useMemo(() => {
    const all = waiting.filter(({ refusal }) => refusal === null).reduce(withCount, accepted)
    return all.filter((one) => one.stocktakeId === stocktakeId && one.sheet === sheet)
  }, [accepted, waiting, stocktakeId, sheet])
}
