/**
 * Handles scans in a sheet with many lines. Wherever the focus is, a scan increases the quantity in the line of its
 * product, or fills in the next line.
 */
import { type RefObject, useRef } from 'react'
import { readCode } from '../../codes/scanned-code.ts'
import { type CellEdit, type Edits, withEdits } from '../../components/cell-edits.ts'
import type { GridEdits } from '../../components/grid-edits.ts'
import type { GridHandle } from '../../components/grid-props.ts'
import type { Taker } from '../../components/scanner.ts'
import { toast } from '../../components/toast.tsx'
import { plus } from '../../data/amounts.ts'
import type { Meant } from '../../data/coded-products.ts'
import { findExactly } from '../../data/product-codes.ts'
import { useWords } from '../../words/words.ts'
import type { Line } from './receipt-lines.ts'

const QUANTITY_COLUMN = 1

interface Lines {
  readonly rows: readonly Line[]
  readonly edits: GridEdits
  readonly grow: (count: number) => readonly Line[]
  readonly meant: ReadonlyMap<string, Meant>
  /** The running commands. A scan must not change a line that is being sent. */
  readonly many: { readonly waiting: { has(id: string): boolean } }
}

export function useScannedLine(
  lines: Lines,
  handle: RefObject<GridHandle | null>,
): Pick<Taker, 'onCode'> & { onTail(): void } {
  const say = useWords('lines')
  const latest = useRef({ ...lines, now: lines.edits.now })
  latest.current = { ...lines, now: lines.edits.now }
  /**
   * The last scan that is being handled. The next one waits for it, so that the lines are in the order of the scans.
   */
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  /** The ids of scanned products, by code. The sheet looks the codes up too, but may not have the result yet. */
  const scanned = useRef(new Map<string, string>())
  const put = (changes: readonly CellEdit[]) => {
    const before = latest.current.now
    latest.current.now = withEdits(before, changes)
    latest.current.edits.apply(changes)
    return changes.map(({ row, column }) => ({ row, column, text: before[row]?.[column] ?? null }))
  }
  const count = (code: string, found: Meant) => {
    const { now, rows, grow, many, meant } = latest.current
    const [product] = found.products.length === 1 ? found.products : []
    const productOf = (text: string) => {
      const known = meant.get(text)?.products ?? []
      return known.length === 1 ? known[0]!.id : scanned.current.get(text)
    }
    // Add to the quantity only if it is a number. The user must first correct any other text.
    const same = rows.findLastIndex(({ id }) => {
      const { product: text = '', quantity = '' } = now[id] ?? {}
      const isOfIt = text === code || (product !== undefined && productOf(text) === product.id)
      return isOfIt && !many.waiting.has(id) && !Number.isNaN(Number(quantity))
    })
    const at = same >= 0 ? same : rows.findLastIndex(({ id }) => isTyped(now, id)) + 1
    const row = (rows[at] ?? grow(at + 1)[at]!).id
    // Of a GS1 label, use only the product's own code, because the line cannot store the other data.
    const text = readCode(code).label === null ? code : (product?.barcodes[0] ?? product?.sku ?? code)
    if (product !== undefined) scanned.current.set(text, product.id)
    const quantity = plus(Number(now[row]?.quantity || 0), found.count)
    const counted = { row, column: 'quantity', text: String(quantity) }
    const back = put(same >= 0 ? [counted] : [{ row, column: 'product', text }, counted])
    return { back, at }
  }
  const take = async (code: string) => {
    const found = await findExactly(code).catch(() => null)
    if (found === null) {
      toast(say('notLookedUp', { text: code }))
      return undefined
    }
    const cell = document.activeElement?.closest('[data-cell]') ?? null
    // The user may be typing in a cell of the same line. Take over that text before the scan changes the quantity.
    if (cell !== null && cell !== document.activeElement) {
      ;(document.activeElement as HTMLElement).blur()
      await new Promise((resolve) => setTimeout(resolve))
    }
    const counted = count(code, found)
    if (cell !== null) handle.current?.goTo(counted.at, QUANTITY_COLUMN)
    return counted.back
  }
  const onCode: Taker['onCode'] = (code, takeBack) => {
    let back: readonly CellEdit[] | undefined
    queue.current = queue.current.then(async () => {
      back = await take(code)
    })
    takeBack(() => {
      if (back !== undefined) put(back)
    })
  }
  return { onCode, onTail: () => toast(say('tailScanned')) }
}

const isTyped = (now: Edits, id: string) => Object.values(now[id] ?? {}).some((text) => text !== '')
