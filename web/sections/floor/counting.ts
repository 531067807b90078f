/**
 * The logic of counting goods for a stocktake, one product after another. As soon as the next product is scanned, the
 * previous count is added to the queue of operations, because the service compares a count with the stock at that
 * moment.
 */
import { useCallback, useEffect } from 'react'
import { newKey } from '../../../sdk/keys.ts'
import { figureOf } from '../../../spellings/figures.ts'
import type { Counted } from '../../data/floor/counted.ts'
import type { KeptTask } from '../../data/floor/kept-task.ts'
import type { KnownProduct } from '../../data/floor/known-products.ts'
import type { Count, Waiting } from '../../data/floor/waiting.ts'
import { quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { useFloor } from './context.ts'
import { type ScannedLine, type Scanning, useScanning } from './scanned-lines.ts'

/** A product that is being counted. `typed` is the quantity as typed; it is absent if the product was only scanned. */
export interface CountLine extends ScannedLine {
  readonly typed?: string
}

/** The stored state of counting. It contains everything that is needed to count offline. */
export interface CountState {
  /** The id of the open stocktake for which goods are counted; null while none is chosen. */
  readonly stocktakeId: string | null
  readonly number: string
  readonly warehouseId: string
  readonly warehouse: string
  readonly isBlind: boolean
  /** The sheet name typed by the user; if it is '', the user's name is used. */
  readonly sheet: string
  /**
   * A random text that identifies this device in sheet names, so that its sheets differ from those of other devices;
   * see `sheetOf`.
   */
  readonly mark: string
  readonly lines: readonly CountLine[]
  /** The products that the user began to count again, by id, each with the round of its recount. */
  readonly again?: Readonly<Record<string, number>>
  /** Counts being added to the queue. They stay here until the queue has stored them. */
  readonly leaving: readonly Waiting[]
}

const MARK_LENGTH = 6

/** Returns the initial state of a device on which nothing has been counted. */
export const newCount = (): CountState => ({
  ...{ stocktakeId: null, number: '', warehouseId: '', warehouse: '', isBlind: false, sheet: '' },
  mark: newKey().slice(-MARK_LENGTH),
  lines: [],
  leaving: [],
})

const BEFORE_MARK = ' · '
/** The maximum length of the sheet name that a user chooses; the service accepts 255 characters in all. */
export const LONGEST_SHEET = 255 - BEFORE_MARK.length - MARK_LENGTH

/**
 * Returns the name under which the service knows the sheet: the user's name for it with a suffix that identifies this
 * device. A device corrects its own counts by replacing the quantity on the sheet. Without the suffix, it would
 * overwrite the counts of another device that uses the same name.
 */
export const sheetOf = ({ mark }: CountState, name: string): string => name + BEFORE_MARK + mark

/**
 * Returns whether a line can be recorded. Its product must be known or still to be looked up, and its quantity, which
 * may be 0, must be a number.
 */
export const isCounted = ({ state, typed, quantity: scanned }: CountLine) =>
  (state === 'known' || state === 'waiting') && (typed === undefined ? scanned > 0 : (figureOf(typed) ?? -1) >= 0)

/** A product to be counted again, in this round. */
export interface CountedAgain extends Pick<KnownProduct, 'id' | 'name' | 'uom'> {
  readonly round: number
}

interface Made {
  readonly of: Count
  readonly quantity: number
}

type Named = Pick<Waiting, 'key' | 'name' | 'uom'> & Pick<ScannedLine, 'productId' | 'code'>

/** Creates a count operation, which waits in the queue until it is sent. */
function waitingCount({ key, productId, code, name, uom }: Named, { of, quantity: amount }: Made): Waiting {
  return {
    ...{ key, task: { of, productId, code, quantity: amount }, name, uom },
    ...{ finishedAt: new Date().toISOString(), isSent: false, refusal: null },
  }
}

/** Returns the recounts that were begun, without those of some products. */
function without(
  again: CountState['again'],
  isLeftOut: (productId: string) => boolean,
): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(again ?? {}).filter(([productId]) => !isLeftOut(productId)))
}

export interface Counting extends Pick<Scanning, 'scan' | 'take' | 'choose' | 'remove'> {
  /** Begins to count a product again: what is recorded next replaces its earlier counts. */
  recount(product: CountedAgain): void
  type(key: string, typed: string): void
  /** Queues the count of the line with this key, or the counts of all lines, and informs the user. */
  record(key?: string): void
  /** Replaces the quantity of a product on the sheet. */
  correct(one: Counted, quantity: number): void
}

/** Which counts go where. `sheet`: the sheet's name in the service. */
interface Place {
  readonly sheet: string
  /** The rounds of recounts that a manager ordered, by product. Every count of these products is a recount. */
  readonly ordered: ReadonlyMap<string, number>
}

/** Handles scans and typed quantities for an open stocktake. */
export function useCounting(kept: KeptTask<CountState>, { sheet, ordered }: Place): Counting {
  const say = useWords('floor')
  const { known, tell, isAway, line: queue } = useFloor()
  const { change, now } = kept
  const scanning = useScanning(kept)
  const sendLeaving = useCallback(async () => {
    const { leaving } = now()
    if (leaving.length === 0) return
    await queue.add(leaving)
    const keys = new Set(leaving.map(({ key }) => key))
    change((before) => ({ ...before, leaving: before.leaving.filter(({ key }) => !keys.has(key)) }))
  }, [now, change, queue])
  // Send the counts that were still being added to the queue when the page was closed.
  useEffect(() => void sendLeaving(), [sendLeaving])
  const leave = (made: readonly Waiting[]) => {
    const keys = new Set(made.map(({ key }) => key))
    const counted = new Set(made.map(({ task }) => ('productId' in task ? task.productId : null)))
    change((before) => ({
      ...before,
      lines: before.lines.filter(({ key }) => !keys.has(key)),
      again: without(before.again, (productId) => counted.has(productId)),
      leaving: [...before.leaving, ...made],
    }))
    void sendLeaving()
  }
  const roundOf = (productId: string | null) => {
    const round = now().again?.[productId ?? ''] ?? ordered.get(productId ?? '')
    return round === undefined ? {} : { round }
  }
  const countOf = (mode: Count['mode']): Count => ({
    ...{ kind: 'count', stocktakeId: now().stocktakeId!, sheet, mode },
  })
  const recordLines = (isWanted: (line: CountLine) => boolean): readonly Waiting[] => {
    const counted = now().lines.filter((line) => isCounted(line) && isWanted(line))
    const made = counted.map((line) =>
      waitingCount(line, { of: { ...countOf('add'), ...roundOf(line.productId) }, quantity: line.quantity }),
    )
    if (made.length > 0) leave(made)
    return made
  }
  const tellOf = (name: string, amount: string) =>
    tell(isAway ? 'info' : 'ok', say(isAway ? 'countKept' : 'countSaved', { name, quantity: amount }))
  return {
    ...scanning,
    scan(code) {
      const productId = known.remember(code)?.product.id
      recordLines((line) => (productId === undefined ? line.code !== code : line.productId !== productId))
      scanning.scan(code)
    },
    take(product: KnownProduct, count: number) {
      recordLines(({ productId }) => productId !== product.id)
      scanning.take(product, count)
    },
    recount({ id, name, uom, round }) {
      recordLines(({ productId }) => productId !== id)
      const line: CountLine = {
        ...{ key: newKey(), productId: id, code: null, name, uom, state: 'known', quantity: 0, typed: '' },
      }
      change((before) => ({
        ...before,
        lines: [line, ...before.lines.filter(({ productId }) => productId !== id)],
        again: { ...before.again, [id]: round },
      }))
    },
    remove(key) {
      const productId = now().lines.find((line) => line.key === key)?.productId
      scanning.remove(key)
      change((before) => ({ ...before, again: without(before.again, (id) => id === productId) }))
    },
    type: (key, typed) =>
      change((before) => ({
        ...before,
        lines: before.lines.map((one) => (one.key === key ? { ...one, typed, quantity: figureOf(typed) ?? 0 } : one)),
      })),
    record(key) {
      const lines = now().lines
      for (const { key: of, name, uom } of recordLines((line) => key === undefined || line.key === key))
        tellOf(name, quantity(lines.find((line) => line.key === of)!.quantity, uom))
    },
    correct(one, amount) {
      leave([waitingCount({ ...one, key: newKey(), code: null }, { of: countOf('set'), quantity: amount })])
      tellOf(one.name, quantity(amount, one.uom))
    },
  }
}
