/**
 * A receipt, write-off or transfer with many lines, typed or taken from a table. A receipt becomes one document. In a
 * write-off or transfer each line is a command, and up to 100 commands are executed together or not at all; the sheet
 * says beforehand if there are more.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { newKey } from '../../../sdk/keys.ts'
import type { CellEdit, Edits } from '../../components/cell-edits.ts'
import { Grid } from '../../components/grid.tsx'
import { hasProblem, type RowProblem } from '../../components/grid-cells.ts'
import { useGridEdits } from '../../components/grid-edits.ts'
import type { GridHandle } from '../../components/grid-props.ts'
import { isList, readPasted } from '../../components/table-file.ts'
import { costAt, kopecks, roubles } from '../../data/amounts.ts'
import type { Meant } from '../../data/coded-products.ts'
import { newDraft, readDraft, writeDraft } from '../../data/drafts.ts'
import { useRecord } from '../../data/lists.ts'
import { type Many, useForgetting, useMany } from '../../data/many.ts'
import { noteMeant, useMeant } from '../../data/meant.ts'
import { useReceiptCosts } from '../../data/receipt-costs.ts'
import { useMay, useMe } from '../../data/session.ts'
import { useGridWords } from '../../parts/grid-words.ts'
import { useKeptWord } from '../../parts/kept-word.ts'
import { paperBody } from '../../parts/paper-fields.tsx'
import shell from '../../parts/parts.module.css'
import { SaveBar } from '../../parts/save-bar.tsx'
import { money, today } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import type { GivenLine } from '../lines/given-lines.ts'
import { useLinesFromTable } from '../lines/lines-from-table.tsx'
import { hasHeading } from '../lines/table-columns.ts'
import {
  AS_DOCUMENT,
  asCommands,
  asDelivery,
  DEEDS,
  type Deed,
  isBegunAsCommands,
  type PlacedLine,
  type Sent,
} from './move-deeds.ts'
import { type Done, LinesHead, type Place } from './move-head.tsx'
import {
  type Costs,
  costIn,
  isStocked,
  type Line,
  lineBody,
  lineColumns,
  missingIn,
  productOf,
} from './receipt-lines.ts'
import { useScannedLine } from './scanned-line.ts'

const FIRST_ROWS = 20
const SPARE_ROWS = 5

/** The sheet for receiving many products at once. */
export const ReceiveLines = () => <MoveLines key="receive" deed="receive" />
/** The sheet for writing off many products at once. */
export const WriteOffLines = () => <MoveLines key="writeOff" deed="writeOff" />
/** The sheet for transferring many products at once. */
export const TransferLines = () => <MoveLines key="transfer" deed="transfer" />

function MoveLines({ deed }: { readonly deed: Deed }) {
  const say = useWords('stock')
  const sheet = useLines(deed)
  const { edits, many, rows, columns, problems, good, bad, looking } = sheet
  const handle = useRef<GridHandle>(null)
  const words = useGridWords(say(`linesTitle-${deed}`))
  const scans = useScannedLine(sheet, handle)
  const fromTable = useLinesFromTable({
    figures: sheet.asksPrice ? ['price'] : [],
    refusalOf: (product) => (isStocked(product) ? null : say('lineNotStocked', { name: product.name })),
    onLines: sheet.takeGiven,
  })
  useKeptWord(sheet.typedCount, DEEDS[deed].path)
  const toProblem = () => {
    const row = rows.findIndex(({ id }) => bad.has(id))
    if (row === -1) return
    const column = columns.findIndex(
      (one) =>
        problems.get(rows[row]!.id)?.cells[one.key] !== undefined ||
        hasProblem([one], rows[row]!, edits.now[rows[row]!.id]),
    )
    handle.current?.goTo(row, Math.max(0, column))
  }
  return (
    <div className={shell.page}>
      <LinesHead sheet={sheet} deed={deed} fromTable={fromTable.button} />
      {fromTable.dialog}
      <Grid
        handle={handle}
        words={words}
        rows={rows}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ id }) => String(rows.findIndex((one) => one.id === id) + 1)}
        edits={edits}
        isLocked={(id) => many.waiting.has(id)}
        problems={problems}
        onGrow={sheet.grow}
        onTable={(text) => {
          // Cells without a heading are pasted at the current cell. If there is a heading, it determines the columns to
          // which the cells belong.
          const table = isList(text) ? readPasted(text) : null
          const isTable = table !== null && !('fault' in table) && hasHeading(table.rows)
          if (isTable) fromTable.paste(text)
          return isTable
        }}
        {...scans}
      />
      <SaveBar
        many={many as unknown as Many<never>}
        edits={edits}
        good={good.size}
        bad={bad.size}
        looking={looking}
        action={sheet.action}
        onSave={() => {
          sheet.ask()
          if (sheet.isPlaced) many.start(good)
        }}
        onProblem={() => {
          sheet.ask()
          toProblem()
        }}
      />
    </div>
  )
}

/** Returns the values that every line is sent with; null while one of them is missing. */
function usePlaced(deed: Deed, place: Place, isDocument: boolean) {
  const { warehouseId, supplierId, toWarehouseId = '', reason = '', issuedAt, reference = '' } = place
  const { record: supplier } = useRecord('partners', deed === 'receive' ? supplierId : null)
  const name = supplier?.name
  return useMemo(() => {
    if (warehouseId === '') return null
    const paper = paperBody({ documentDate: issuedAt ?? '', documentNumber: reference })
    if (deed === 'receive') {
      if (supplierId === null || name === undefined) return null
      const head = { supplierId, issuedAt: (issuedAt ?? today()) || null, reference: reference.trim() || null }
      return { warehouseId, ...(isDocument ? head : { supplier: name, ...paper }) }
    }
    if (deed === 'transfer') return toWarehouseId === '' ? null : { warehouseId, toWarehouseId, ...paper }
    return reason.trim() === '' ? null : { warehouseId, reason: reason.trim(), ...paper }
  }, [deed, warehouseId, supplierId, name, toWarehouseId, reason, issuedAt, reference, isDocument])
}

/**
 * Returns whether the user must type a price although the user may not see costs. This is so if the server found no
 * price for a line.
 */
const isPriceWanted = ({ refused }: Pick<Many<never>, 'refused'>, edits: Edits) =>
  [...refused.values()].some(({ code }) => code === 'UNIT_COST_UNKNOWN') ||
  Object.values(edits).some(({ unitCost }) => unitCost)

interface Asked {
  readonly edits: Edits
  readonly asked: ReadonlySet<string>
  readonly required: string
  readonly hasPrice: (id: string) => boolean
}

/**
 * Loads the costs that apply to products for which the user types no price. Undefined if the sheet is not for a
 * receipt.
 */
function useCosts(deed: Deed, meant: ReadonlyMap<string, Meant>, warehouseId: string): Costs | undefined {
  const isReceipt = deed === 'receive'
  const ids = [...meant.values()].flatMap(({ products }) => (products.length === 1 ? products[0]!.id : []))
  const costs = useReceiptCosts(isReceipt ? ids : [], warehouseId)
  return isReceipt ? costs : undefined
}

/** Returns the text of the button: the number of lines and, if the user may see it, their total cost. */
function useActionText(deed: Deed, good: ReadonlyMap<string, PlacedLine>, seesCosts: boolean): string {
  const say = useWords('stock')
  const count = good.size
  if (deed !== 'receive' || !seesCosts || count === 0) return say(`count-${deed}`, { count })
  const sum = [...good.values()].reduce((all, one) => all + kopecks(costAt(one.quantity, one.unitCost ?? 0)), 0)
  return say('receiveSum', { count, sum: money(roubles(sum)) })
}

/**
 * Returns the problems of the lines: why the server refused them, and what is missing in lines that the user tried to
 * send.
 */
function problemsOf(
  { refused }: Pick<Many<never>, 'refused'>,
  { edits, asked, required, hasPrice }: Asked,
): Map<string, RowProblem> {
  const problems = new Map<string, RowProblem>([...refused].map(([id, { text }]) => [id, { text, cells: {} }]))
  for (const id of asked)
    if (!problems.has(id))
      problems.set(id, { text: '', cells: missingIn(edits[id]!, { required, hasPrice: hasPrice(id) }) })
  return problems
}

/**
 * A hook that sends the lines and returns the summary of those sent last. It calls `onDone` with the ids of the lines
 * that the server accepted.
 */
function useSending(deed: Deed, onDone: (ids: ReadonlySet<string>) => void) {
  const [isBegun] = useState(() => isBegunAsCommands(deed))
  const isDrafted = useMay()('managers')
  const isDocument = deed === 'receive' && !isBegun
  const [done, setDone] = useState<Done | null>(null)
  const last = useRef<Sent | null>(null)
  const send = useMemo(
    () => (!isDocument ? asCommands(deed) : isDrafted ? AS_DOCUMENT : asDelivery()),
    [isDocument, isDrafted, deed],
  )
  const many = useMany<PlacedLine, Sent>({
    name: `${DEEDS[deed].draft}/sending`,
    send,
    onDone: (results) => {
      last.current = [...results.values()].at(-1)!
      onDone(new Set(results.keys()))
    },
    onEnd: (count) => setDone({ count, ...last.current! }),
  })
  return { many, done, isDocument, atOnce: send.atOnce }
}

/** A hook that manages the lines. The browser stores them until the server has accepted them. */
function useLines(deed: Deed) {
  const say = useWords('stock')
  const core = useWords('core')
  const { seesCosts } = useMe()
  const { draft } = DEEDS[deed]
  const { place, latest, change, rows, grow } = usePlace(draft)
  const [isAsked, setAsked] = useState(false)
  const edits = useGridEdits(
    () => readDraft<Edits>(`${draft}/edits`)?.values ?? {},
    useCallback((now: Edits) => writeDraft(`${draft}/edits`, newDraft(now)), [draft]),
  )
  const { now } = edits
  const { many, done, isDocument, atOnce } = useSending(deed, (ids) => {
    edits.settle([...ids])
    change({ rows: latest.current.rows.filter((id) => !ids.has(id)) })
  })
  const texts = useMemo(() => Object.values(now).flatMap(({ product }) => product || []), [now])
  const meant = useMeant(texts)
  const asksPrice = deed === 'receive' && (seesCosts || isPriceWanted(many, now))
  const costs = useCosts(deed, meant, place.warehouseId)
  const columns = useMemo(
    () => lineColumns({ say, meant, seesCosts, asksPrice, edits: now, costs: costs ?? null }),
    [say, meant, seesCosts, asksPrice, now, costs],
  )
  const placed = usePlaced(deed, place, isDocument)
  const good = useMemo(() => {
    // Keep the order of the lines in the sheet, because the document has its lines in the same order.
    const complete = rows.flatMap(({ id }) => {
      const line = now[id]
      if (line === undefined || many.waiting.has(id) || many.refused.has(id) || hasProblem(columns, { id }, line))
        return []
      const body = lineBody(line, productOf(line.product ?? '', meant, say), costs)
      return body === null ? [] : [[id, { ...placed!, ...body } as PlacedLine] as const]
    })
    return new Map(complete)
  }, [rows, now, columns, meant, say, placed, costs, many.waiting, many.refused])
  // A line is not checked while its product is being looked up.
  const priceOf = (id: string) =>
    costs == null ? 'hidden' : costIn(now[id]!, productOf(now[id]!.product ?? '', meant, say), costs)
  const isFound = (id: string) => meant.get(now[id]!.product ?? '')?.products.length === 1
  const isLooked = (id: string) =>
    ((now[id]!.product ?? '') !== '' && !meant.has(now[id]!.product!)) || (isFound(id) && priceOf(id) === undefined)
  const isTyped = (id: string) => Object.values(now[id]!).some((text) => text !== '')
  const open = Object.keys(now).filter((id) => isTyped(id) && !good.has(id) && !many.waiting.has(id))
  const bad = new Set(open.filter((id) => !isLooked(id)))
  const asked: ReadonlySet<string> = isAsked ? bad : new Set()
  const hasPrice = (id: string) => priceOf(id) != null
  const problems = problemsOf(many, { edits: now, asked, required: core('required'), hasPrice })
  const ask = () => setAsked(true)
  const isFull = now[rows.at(-1)!.id] !== undefined
  useEffect(() => {
    if (isFull) grow(rows.length + SPARE_ROWS)
  }, [isFull, rows.length, grow])
  useForgetting(now, many)
  const typedCount = Object.keys(now).filter(isTyped).length
  const action = useActionText(deed, good, seesCosts)
  const told = { action, typedCount, good, bad, looking: open.length - bad.size, problems, done, isAsked }
  const takeGiven = (given: readonly GivenLine[]) => edits.apply(cellsOfGiven(given, { now, grow, asksPrice, rows }))
  const sheet = {
    isPlaced: placed !== null,
    isDocument,
    atOnce,
    place,
    change,
    asksPrice,
    rows,
    grow,
    edits,
    many,
    meant,
    columns,
  }
  return { ...sheet, ask, takeGiven, ...told }
}

interface Giving {
  readonly now: Edits
  readonly rows: readonly Line[]
  readonly grow: (count: number) => readonly Line[]
  readonly asksPrice: boolean
}

/** Returns the changes of cells that enter the lines of a table into the rows below the last used row. */
function cellsOfGiven(given: readonly GivenLine[], { now, rows, grow, asksPrice }: Giving): CellEdit[] {
  const from = rows.findLastIndex(({ id }) => now[id] !== undefined) + 1
  const all = grow(from + given.length)
  return given.flatMap(({ product, code, quantity, price }, at) => {
    if (code !== null) noteMeant(code, product)
    const row = all[from + at]!.id
    const text = code ?? product.sku ?? product.name
    return [
      { row, column: 'product', text },
      { row, column: 'quantity', text: quantity },
      ...(asksPrice && price !== '' ? [{ row, column: 'unitCost', text: price }] : []),
    ]
  })
}

const freshRows = (count: number) => Array.from({ length: count }, () => newKey())

/** A hook that manages the values that apply to all lines, and the ids of the lines. */
function usePlace(draft: string) {
  const [shown, setShown] = useState<Place>(
    () => readDraft<Place>(draft)?.values ?? { rows: freshRows(FIRST_ROWS), warehouseId: '', supplierId: null },
  )
  const current = useRef(shown)
  const change = useCallback(
    (next: Partial<Place>) => {
      current.current = { ...current.current, ...next }
      if (current.current.rows.length < FIRST_ROWS) {
        const { rows } = current.current
        current.current = { ...current.current, rows: [...rows, ...freshRows(FIRST_ROWS - rows.length)] }
      }
      writeDraft(draft, newDraft(current.current))
      setShown(current.current)
    },
    [draft],
  )
  const rows = useMemo(() => shown.rows.map((id): Line => ({ id })), [shown.rows])
  const grow = useCallback(
    (count: number): readonly Line[] => {
      const { rows: ids } = current.current
      if (count > ids.length) change({ rows: [...ids, ...freshRows(count - ids.length)] })
      return current.current.rows.map((id) => ({ id }))
    },
    [change],
  )
  return { place: shown, latest: current, change, rows, grow }
}
