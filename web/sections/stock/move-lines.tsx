/**
 * A receipt, write-off or transfer of many lines, typed or pasted from a spreadsheet. Each line is a separate command
 * and runs once.
 */
import { Alert, Anchor, Autocomplete, Button, Group } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { newKey } from '../../../sdk/keys.ts'
import type { Movement } from '../../../sdk/types.ts'
import type { Edits } from '../../components/cell-edits.ts'
import { Grid } from '../../components/grid.tsx'
import { hasProblem, type RowProblem } from '../../components/grid-cells.ts'
import { useGridEdits } from '../../components/grid-edits.ts'
import type { GridHandle } from '../../components/grid-props.ts'
import { costAt, kopecks, roubles } from '../../data/amounts.ts'
import { client } from '../../data/client.ts'
import type { Meant } from '../../data/coded-products.ts'
import type { Sending } from '../../data/command.ts'
import { newDraft, readDraft, writeDraft } from '../../data/drafts.ts'
import { useRecord } from '../../data/lists.ts'
import { type Many, useForgetting, useMany } from '../../data/many.ts'
import { useMeant } from '../../data/meant.ts'
import { useReceiptCosts } from '../../data/receipt-costs.ts'
import { useMe } from '../../data/session.ts'
import { NEEDED } from '../../parts/form.tsx'
import { useGridWords } from '../../parts/grid-words.ts'
import { useKeptWord } from '../../parts/kept-word.ts'
import { PartnerField } from '../../parts/partner-field.tsx'
import shell from '../../parts/parts.module.css'
import { SaveBar } from '../../parts/save-bar.tsx'
import { WarehouseField } from '../../parts/warehouse-field.tsx'
import { money } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import {
  type Costs,
  costIn,
  type Line,
  type LineBody,
  lineBody,
  lineColumns,
  missingIn,
  productOf,
} from './receipt-lines.ts'
import { useScannedLine } from './scanned-line.ts'
import classes from './stock.module.css'

export type Deed = 'receive' | 'writeOff' | 'transfer'

/** For each operation: the name of its draft, its address, and the type of its movements. */
const DEEDS = {
  receive: { draft: 'stock/lines', path: '/stock/receive/lines', type: 'receipt' },
  writeOff: { draft: 'stock/lines/write-off', path: '/stock/write-off/lines', type: 'writeoff' },
  transfer: { draft: 'stock/lines/transfer', path: '/stock/transfer/lines', type: 'transfer' },
} as const

const FIRST_ROWS = 20
const SPARE_ROWS = 5

/** The sheet for receipts, which calls POST /stock/receipt for each line. */
export const ReceiveLines = () => <MoveLines key="receive" deed="receive" />
/** The sheet for write-offs, which calls POST /stock/writeoff for each line. */
export const WriteOffLines = () => <MoveLines key="writeOff" deed="writeOff" />
/** The sheet for transfers, which calls POST /stock/transfer for each line. */
export const TransferLines = () => <MoveLines key="transfer" deed="transfer" />

/** What is chosen or typed once for all lines. */
interface Place {
  readonly rows: readonly string[]
  readonly warehouseId: string
  readonly supplierId: string | null
  readonly toWarehouseId?: string
  readonly reason?: string
}

function MoveLines({ deed }: { readonly deed: Deed }) {
  const say = useWords('stock')
  const sheet = useLines(deed)
  const { edits, many, rows, columns, problems, good, bad, looking } = sheet
  const handle = useRef<GridHandle>(null)
  const words = useGridWords(say(`linesTitle-${deed}`))
  const scans = useScannedLine(sheet, handle)
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
      <LinesHead sheet={sheet} deed={deed} />
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

interface HeadProps {
  readonly sheet: ReturnType<typeof useLines>
  readonly deed: Deed
}

/** The fields for supplier, warehouses and reason, which apply to all lines, and the result of the finished lines. */
function LinesHead({ sheet, deed }: HeadProps) {
  const say = useWords('stock')
  const navigate = useNavigate()
  const { asksPrice, doneCount } = sheet
  return (
    <header className={classes.linesHead}>
      <Group justify="space-between" wrap="nowrap">
        <h1 className={classes.linesTitle}>{say(`linesTitle-${deed}`)}</h1>
        <Button variant="default" onClick={() => void navigate({ to: '/stock' })}>
          {say('toStock')}
        </Button>
      </Group>
      <PlaceFields sheet={sheet} deed={deed} />
      <p className={classes.linesHint}>{say(deed === 'receive' && asksPrice ? 'linesHint' : 'linesHintNoPrice')}</p>
      {doneCount > 0 && (
        <Alert color="green" variant="light" role="status" p="xs">
          {say(`done-${deed}`, { count: doneCount })}{' '}
          <Anchor component={Link} to={`/stock?view=movements&type=${DEEDS[deed].type}`} inherit underline="always">
            {say('showMovements')}
          </Anchor>
        </Alert>
      )}
    </header>
  )
}

function PlaceFields({ sheet, deed }: HeadProps) {
  const say = useWords('stock')
  const core = useWords('core')
  const { place, change, isAsked } = sheet
  const setWarehouse = useCallback((warehouseId: string) => change({ warehouseId }), [change])
  const missing = (isMissing: boolean) => (isAsked && isMissing ? core('required') : undefined)
  return (
    <div className={classes.linesPlace}>
      {deed === 'receive' && (
        <PartnerField
          as="supplier"
          label={say('supplier')}
          value={place.supplierId}
          error={missing(place.supplierId === null)}
          onChange={(supplierId) => change({ supplierId })}
        />
      )}
      <WarehouseField
        label={say(deed === 'transfer' ? 'fromWarehouse' : 'warehouse')}
        value={place.warehouseId}
        isFirst
        onChange={setWarehouse}
      />
      {deed === 'transfer' && (
        <WarehouseField
          label={say('toWarehouse')}
          value={place.toWarehouseId ?? ''}
          without={place.warehouseId}
          error={missing((place.toWarehouseId ?? '') === '')}
          onChange={(toWarehouseId) => change({ toWarehouseId })}
        />
      )}
      {deed === 'writeOff' && (
        <Autocomplete
          {...NEEDED}
          label={say('reason')}
          data={say('reasons').split('|')}
          value={place.reason ?? ''}
          error={missing((place.reason ?? '').trim() === '')}
          onChange={(reason) => change({ reason })}
        />
      )}
    </div>
  )
}

const sendersOf = {
  receive: (body: LineBody, sending: Sending) => client.stock.receive(body as never, sending),
  writeOff: (body: LineBody, sending: Sending) => client.stock.writeOff(body as never, sending),
  transfer: (body: LineBody, sending: Sending) => client.stock.transfer(body as never, sending),
} as const

/** Returns the values that are sent with every line; null while one is missing. */
function usePlaced(deed: Deed, { warehouseId, supplierId, toWarehouseId = '', reason = '' }: Place) {
  const { record: supplier } = useRecord('partners', deed === 'receive' ? supplierId : null)
  const name = supplier?.name
  return useMemo(() => {
    if (warehouseId === '') return null
    if (deed === 'receive') return name === undefined ? null : { warehouseId, supplier: name }
    if (deed === 'transfer') return toWarehouseId === '' ? null : { warehouseId, toWarehouseId }
    return reason.trim() === '' ? null : { warehouseId, reason: reason.trim() }
  }, [deed, warehouseId, name, toWarehouseId, reason])
}

/** Whether a user who may not see costs must type a price after all, because the server found no price for a line. */
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
 * Loads the proposed costs of the products, which apply where no price is typed; undefined unless this is a receipt.
 */
function useCosts(deed: Deed, meant: ReadonlyMap<string, Meant>, warehouseId: string): Costs | undefined {
  const isReceipt = deed === 'receive'
  const ids = [...meant.values()].flatMap(({ products }) => (products.length === 1 ? products[0]!.id : []))
  const costs = useReceiptCosts(isReceipt ? ids : [], warehouseId)
  return isReceipt ? costs : undefined
}

/** Returns the label of the button: the number of lines, and their total cost if the user may see it. */
function useActionText(deed: Deed, good: ReadonlyMap<string, LineBody>, seesCosts: boolean): string {
  const say = useWords('stock')
  const count = good.size
  if (deed !== 'receive' || !seesCosts || count === 0) return say(`count-${deed}`, { count })
  const sum = [...good.values()].reduce((all, one) => all + kopecks(costAt(one.quantity, one.unitCost ?? 0)), 0)
  return say('receiveSum', { count, sum: money(roubles(sum)) })
}

/** Returns why lines were refused, and what is missing in lines that the user tried to send. */
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

/** Holds the lines, which are stored in the browser until they are done. */
function useLines(deed: Deed) {
  const say = useWords('stock')
  const core = useWords('core')
  const { seesCosts } = useMe()
  const { draft } = DEEDS[deed]
  const { place, latest, change, rows, grow } = usePlace(draft)
  const [isAsked, setAsked] = useState(false)
  const [doneCount, setDoneCount] = useState(0)
  const edits = useGridEdits(
    () => readDraft<Edits>(`${draft}/edits`)?.values ?? {},
    useCallback((now: Edits) => writeDraft(`${draft}/edits`, newDraft(now)), [draft]),
  )
  const { now } = edits
  const many = useMany<LineBody, Movement>({
    name: `${draft}/sending`,
    send: (_id, body, sending) => sendersOf[deed](body, sending),
    onDone: (results) => {
      edits.settle([...results.keys()])
      change({ rows: latest.current.rows.filter((id) => !results.has(id)) })
    },
    onEnd: setDoneCount,
  })
  const texts = useMemo(() => Object.values(now).flatMap(({ product }) => product || []), [now])
  const meant = useMeant(texts)
  const asksPrice = deed === 'receive' && (seesCosts || isPriceWanted(many, now))
  const costs = useCosts(deed, meant, place.warehouseId)
  const columns = useMemo(
    () => lineColumns({ say, meant, seesCosts, asksPrice, edits: now, costs: costs ?? null }),
    [say, meant, seesCosts, asksPrice, now, costs],
  )
  const placed = usePlaced(deed, place)
  const good = useMemo(() => {
    const complete = Object.entries(now).flatMap(([id, line]) => {
      if (many.waiting.has(id) || many.refused.has(id) || hasProblem(columns, { id }, line)) return []
      const body = lineBody(line, productOf(line.product ?? '', meant, say), costs)
      return body === null ? [] : [[id, { ...placed, ...body }] as const]
    })
    return new Map(complete)
  }, [now, columns, meant, say, placed, costs, many.waiting, many.refused])
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
  const last = rows.at(-1)!
  const isFull = now[last.id] !== undefined
  useEffect(() => {
    if (isFull) grow(rows.length + SPARE_ROWS)
  }, [isFull, rows.length, grow])
  useForgetting(now, many)
  const typedCount = Object.keys(now).filter(isTyped).length
  const action = useActionText(deed, good, seesCosts)
  const told = { action, typedCount, good, bad, looking: open.length - bad.size, problems, doneCount, isAsked }
  return { isPlaced: placed !== null, place, change, asksPrice, rows, grow, edits, many, meant, columns, ask, ...told }
}

const freshRows = (count: number) => Array.from({ length: count }, () => newKey())

/** Holds the values that apply to all lines, and the ids of the lines. */
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
