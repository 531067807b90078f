/** A receipt of many lines, typed or pasted from a spreadsheet: each line is received by itself, once. */
import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { newKey } from '../../../sdk/keys.ts'
import type { Movement } from '../../../sdk/types.ts'
import type { Edits } from '../../components/cell-edits.ts'
import { Grid, type GridHandle } from '../../components/grid.tsx'
import { hasProblem, type RowProblem } from '../../components/grid-cells.ts'
import { useGridEdits } from '../../components/grid-edits.ts'
import { toast } from '../../components/toast.tsx'
import { client } from '../../data/client.ts'
import { newDraft, readDraft, writeDraft } from '../../data/drafts.ts'
import { useRecord } from '../../data/lists.ts'
import { type Many, useForgetting, useMany } from '../../data/many.ts'
import { useMeant } from '../../data/meant.ts'
import { useMe } from '../../data/session.ts'
import { useWords } from '../../words/words.ts'
import { useGridWords } from '../shell/grid-words.ts'
import { PartnerField } from '../shell/partner-field.tsx'
import shell from '../shell/parts.module.css'
import { SaveBar } from '../shell/save-bar.tsx'
import { WarehouseField } from '../shell/warehouse-field.tsx'
import { type Line, lineColumns, missingIn, productOf, type ReceiptBody, receiptOf } from './receipt-lines.ts'
import classes from './stock.module.css'

const DRAFT = 'stock/lines'
const FIRST_ROWS = 20
const SPARE_ROWS = 5

interface Place {
  readonly rows: readonly string[]
  readonly warehouseId: string
  readonly supplierId: string | null
}

/** POST /stock/receipt, for each line. */
export function ReceiveLines() {
  const say = useWords('stock')
  const sheet = useReceipt()
  const { place, edits, many, rows, columns, problems, good, bad } = sheet
  const handle = useRef<GridHandle>(null)
  const words = useGridWords(say('linesTitle'))
  const isPlaced = place.warehouseId !== '' && sheet.supplier !== undefined
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
      <LinesHead sheet={sheet} />
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
      />
      <SaveBar
        many={many as unknown as Many<never>}
        edits={edits}
        good={good.size}
        bad={bad.size}
        action={say('receiveCount', { count: good.size })}
        onSave={() => {
          sheet.ask()
          if (isPlaced) many.start(good)
        }}
        onProblem={() => {
          sheet.ask()
          toProblem()
        }}
      />
    </div>
  )
}

/** From whom and where to, for all lines. */
function LinesHead({ sheet }: { readonly sheet: ReturnType<typeof useReceipt> }) {
  const say = useWords('stock')
  const core = useWords('core')
  const navigate = useNavigate()
  const { place, change, isAsked, asksPrice } = sheet
  const setWarehouse = useCallback((warehouseId: string) => change({ warehouseId }), [change])
  return (
    <header className={classes.linesHead}>
      <Group justify="space-between" wrap="nowrap">
        <h1 className={classes.linesTitle}>{say('linesTitle')}</h1>
        <Button variant="default" onClick={() => void navigate({ to: '/stock' })}>
          {say('toStock')}
        </Button>
      </Group>
      <div className={classes.linesPlace}>
        <PartnerField
          as="supplier"
          label={say('supplier')}
          value={place.supplierId}
          error={isAsked && place.supplierId === null ? core('required') : undefined}
          onChange={(supplierId) => change({ supplierId })}
        />
        <WarehouseField label={say('warehouse')} value={place.warehouseId} isFirst onChange={setWarehouse} />
      </div>
      <p className={classes.linesHint}>{say(asksPrice ? 'linesHint' : 'linesHintNoPrice')}</p>
    </header>
  )
}

/** The lines, kept until they are received. */
function useReceipt() {
  const say = useWords('stock')
  const core = useWords('core')
  const { seesCosts } = useMe()
  const { place, latest, change, rows, grow } = usePlace()
  const [isAsked, setAsked] = useState(false)
  const edits = useGridEdits(
    () => readDraft<Edits>(`${DRAFT}/edits`)?.values ?? {},
    useCallback((now: Edits) => writeDraft(`${DRAFT}/edits`, newDraft(now)), []),
  )
  const { now } = edits
  const many = useMany<ReceiptBody, Movement>({
    name: `${DRAFT}/sending`,
    send: (_id, body, sending) => client.stock.receive(body, sending),
    onDone: (results) => {
      edits.settle([...results.keys()])
      change({ rows: latest.current.rows.filter((id) => !results.has(id)) })
    },
    onEnd: (count) => toast(say('linesReceived', { count })),
  })
  const texts = useMemo(() => Object.values(now).flatMap(({ product }) => product || []), [now])
  const meant = useMeant(texts)
  const asksPrice =
    seesCosts ||
    [...many.refused.values()].some(({ code }) => code === 'UNIT_COST_UNKNOWN') ||
    Object.values(now).some(({ unitCost }) => unitCost)
  const columns = useMemo(
    () => lineColumns({ say, meant, seesCosts, asksPrice, edits: now }),
    [say, meant, seesCosts, asksPrice, now],
  )
  const { record: supplier } = useRecord('partners', place.supplierId)
  const { warehouseId } = place
  const good = useMemo(() => {
    const where = { warehouseId, supplier: supplier?.name ?? '' }
    const complete = Object.entries(now).flatMap(([id, line]) => {
      const body = hasProblem(columns, { id }, line)
        ? null
        : receiptOf(line, productOf(line.product ?? '', meant, say), where)
      return body === null || many.waiting.has(id) || many.refused.has(id) ? [] : [[id, body] as const]
    })
    return new Map(complete)
  }, [now, columns, meant, say, supplier, warehouseId, many.waiting, many.refused])
  const isTyped = (id: string) => Object.values(now[id]!).some((text) => text !== '')
  const bad = new Set(Object.keys(now).filter((id) => isTyped(id) && !good.has(id) && !many.waiting.has(id)))
  const problems = new Map<string, RowProblem>([...many.refused].map(([id, { text }]) => [id, { text, cells: {} }]))
  if (isAsked)
    for (const id of bad)
      if (!problems.has(id)) problems.set(id, { text: '', cells: missingIn(now[id]!, { required: core('required') }) })
  const ask = () => setAsked(true)
  const last = rows.at(-1)!
  useEffect(() => {
    if (now[last.id] !== undefined) grow(rows.length + SPARE_ROWS)
  }, [now, last, rows.length, grow])
  useForgetting(now, many)
  return { place, change, asksPrice, rows, grow, edits, many, columns, supplier, good, bad, problems, isAsked, ask }
}

const freshRows = (count: number) => Array.from({ length: count }, () => newKey())

/** Where it is received, from whom, and the ids of the lines. */
function usePlace() {
  const [shown, setShown] = useState<Place>(
    () => readDraft<Place>(DRAFT)?.values ?? { rows: freshRows(FIRST_ROWS), warehouseId: '', supplierId: null },
  )
  const current = useRef(shown)
  const change = useCallback((next: Partial<Place>) => {
    current.current = { ...current.current, ...next }
    if (current.current.rows.length < FIRST_ROWS) {
      const { rows } = current.current
      current.current = { ...current.current, rows: [...rows, ...freshRows(FIRST_ROWS - rows.length)] }
    }
    writeDraft(DRAFT, newDraft(current.current))
    setShown(current.current)
  }, [])
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
