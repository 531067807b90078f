/**
 * Manages the list of goods that were scanned one after another. The next item can be scanned before the previous code
 * has been looked up.
 */
import { useCallback, useEffect, useRef } from 'react'
import { newKey } from '../../../sdk/keys.ts'
import { isMisread, type Label, readCode } from '../../codes/scanned-code.ts'
import { plus, times } from '../../data/amounts.ts'
import type { KeptTask } from '../../data/floor/kept-task.ts'
import type { KnownProduct, Scanned } from '../../data/floor/known-products.ts'
import { quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { scannedBefore, withLabel } from '../lines/line-scans.ts'
import { useFloor } from './context.ts'

/** The kinds of products that have stock of their own. */
export const STOCKED = ['product', 'variant']

export interface ScannedLine {
  /** The idempotency key of the command that is created from the line when the task is finished. */
  readonly key: string
  /** The id of the line's product; null while only the scanned code is known. */
  readonly productId: string | null
  readonly code: string | null
  readonly name: string
  readonly uom: string | null
  readonly quantity: number
  /**
   * The state of looking up the scanned code. `known`: the product is known. `looking`: the look-up is running.
   * `waiting`: the look-up waits for the connection. `missing`: no product has the code. `ambiguous`: several products
   * have the code.
   */
  readonly state: 'known' | 'looking' | 'waiting' | 'missing' | 'ambiguous'
  /** The products that share the scanned code, from which the user chooses. */
  readonly candidates?: readonly Scanned[]
  /** The data on the GS1 labels of the scanned items. */
  readonly labels?: readonly Label[]
}

/** Returns the lines that are ready to be sent. The user must still do something about the others. */
export const readyOf = (lines: readonly ScannedLine[]): readonly ScannedLine[] =>
  lines.filter(({ state }) => state === 'known' || state === 'waiting')

interface Lined {
  readonly lines: readonly ScannedLine[]
}

/** Adds a quantity of a product to the scanned lines. The line that was changed moves to the top. */
function withMore(
  lines: readonly ScannedLine[],
  { product, count }: Scanned,
  labels: readonly Label[],
): readonly ScannedLine[] {
  const before = lines.find(({ productId }) => productId === product.id)
  const { id, name, uom } = product
  const line: ScannedLine = {
    ...{ key: before?.key ?? newKey(), productId: id, code: null, name, uom, state: 'known' },
    quantity: plus(before?.quantity ?? 0, count),
    ...(labels.length > 0 || before?.labels ? { labels: [...(before?.labels ?? []), ...labels] } : {}),
  }
  return [line, ...lines.filter((one) => one !== before)]
}

function withCode(lines: readonly ScannedLine[], code: string): readonly ScannedLine[] {
  const before = lines.find((one) => one.code === code)
  const line: ScannedLine = {
    ...{ key: before?.key ?? newKey(), productId: null, code, name: code, uom: null, state: 'looking' },
    quantity: plus(before?.quantity ?? 0, 1),
    ...withLabel(before ?? {}, readCode(code).label),
  }
  return [line, ...lines.filter((one) => one !== before)]
}

export interface Scanning {
  scan(code: string): void
  take(product: KnownProduct, count: number): void
  /** Chooses one of the products that share the line's scanned code. */
  choose(key: string, one: Scanned): void
  setQuantity(key: string, quantity: number): void
  remove(key: string): void
}

/** A hook that handles scans for a task with a list of scanned lines. */
export function useScanning<T extends Lined>(kept: KeptTask<T>): Scanning {
  const say = useWords('floor')
  const { known, tell, isAway } = useFloor()
  const { change, now } = kept
  const setLines = useCallback(
    (how: (lines: readonly ScannedLine[]) => readonly ScannedLine[]) =>
      change((before) => ({ ...before, lines: how(before.lines) })),
    [change],
  )
  const take = useCallback(
    (product: KnownProduct, count: number, labels: readonly Label[] = []) => {
      if (!STOCKED.includes(product.kind))
        return tell('wrong', say(`notStocked-${product.kind as 'bundle'}`, { name: product.name }))
      setLines((lines) => withMore(lines, { product, count }, labels))
      const line = now().lines[0]!
      tell('ok', say('scanned', { name: product.name, quantity: quantity(line.quantity, product.uom) }))
    },
    [setLines, now, tell, say],
  )
  const lookUp = useCallback(
    async (code: string) => {
      const found = await known.lookUp(code)
      const line = now().lines.find((one) => one.code === code)
      if (line === undefined) return
      const become = (state: ScannedLine['state'], candidates?: readonly Scanned[]) =>
        setLines((lines) =>
          lines.map((one) => (one.code === code ? { ...one, state, ...(candidates && { candidates }) } : one)),
        )
      if (found === 'away') {
        become('waiting')
        tell('info', say('codeKept', { code }))
      } else if (found.length === 1) {
        setLines((lines) => lines.filter((one) => one.code !== code))
        take(found[0]!.product, times(line.quantity, found[0]!.count), line.labels)
      } else {
        become(found.length === 0 ? 'missing' : 'ambiguous', found)
        tell('wrong', say(unknownWord(code, found.length), { code }))
      }
    },
    [known, now, setLines, take, tell, say],
  )
  const scan = (code: string) => {
    const before = scannedBefore(now().lines, code)
    if (before !== null) return tell('wrong', say('scannedBefore', { serial: before.serial! }))
    const found = known.find(code)
    const { label } = readCode(code)
    if (found !== null) return take(found.product, found.count, label === null ? [] : [label])
    setLines((lines) => withCode(lines, code))
    void lookUp(code)
  }
  useLookingAgain(kept, isAway, lookUp)
  const choose = (key: string, { product, count }: Scanned) => {
    const line = now().lines.find((one) => one.key === key)
    if (line === undefined) return
    setLines((lines) => lines.filter((one) => one !== line))
    take(product, times(line.quantity, count), line.labels)
  }
  return {
    scan,
    choose,
    take: (product, count) => take(product, count),
    setQuantity: (key, amount) =>
      setLines((lines) => lines.map((one) => (one.key === key ? { ...one, quantity: amount } : one))),
    remove: (key) => setLines((lines) => lines.filter((one) => one.key !== key)),
  }
}

/** Returns the key of the message for a code that matches no product, or several. */
export const unknownWord = (code: string, found: number) =>
  found > 0 ? 'codeAmbiguous' : isMisread(code) ? 'codeMisread' : 'codeUnknown'

/** Retries failed look-ups of codes when the connection returns and when the page is reopened. */
function useLookingAgain<T extends Lined>(
  { now }: KeptTask<T>,
  isAway: boolean,
  lookUp: (code: string) => Promise<void>,
): void {
  const latest = useRef(lookUp)
  latest.current = lookUp
  useEffect(() => {
    if (isAway) return
    for (const { code, state } of now().lines)
      if (code !== null && state !== 'missing' && state !== 'ambiguous') void latest.current(code)
  }, [isAway, now])
}
