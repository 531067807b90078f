/** The task "Stocktake" of the warehouse-floor screens, which counts goods for an open stocktake, sheet by sheet. */
import { Button, Skeleton, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useRef, useSyncExternalStore } from 'react'
import type { Stocktake } from '../../../sdk/types.ts'
import { Empty } from '../../components/notices.tsx'
import { leadToUnread } from '../../components/number-field.tsx'
import { useCounted } from '../../data/floor/counted.ts'
import { type KeptTask, useKeptTask } from '../../data/floor/kept-task.ts'
import { countOf } from '../../data/floor/waiting.ts'
import { useAll, useList, useRecord, useRecords } from '../../data/lists.ts'
import { useMe } from '../../data/session.ts'
import { useFigures } from '../../data/stock.ts'
import { Failure } from '../../parts/failure.tsx'
import { dayAndTime } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { useFloor } from './context.ts'
import { CountedList, CountLines } from './count-lines.tsx'
import {
  type CountLine,
  type CountState,
  isCounted,
  LONGEST_SHEET,
  newCount,
  sheetOf,
  useCounting,
} from './counting.ts'
import classes from './floor.module.css'
import { RecountList, useRecounts } from './recount-list.tsx'
import { ScanBar } from './scan-bar.tsx'
import { ShowMore } from './show-more.tsx'

export function Count() {
  const { owner } = useFloor()
  const me = useMe()
  const kept = useKeptTask<CountState>(owner, 'count', newCount)
  const { task, change } = kept
  const sheet = (task.sheet.trim() || me.user.name).slice(0, LONGEST_SHEET)
  if (task.stocktakeId === null)
    return (
      <ChooseCount
        sheet={task.sheet}
        mine={me.user.name}
        onSheet={(typed) => change((before) => ({ ...before, sheet: typed }))}
        onChoose={(chosen) => change((before) => ({ ...before, ...chosen }))}
      />
    )
  return <Counts kept={kept} sheet={sheet} />
}

type Chosen = Pick<CountState, 'stocktakeId' | 'number' | 'warehouseId' | 'warehouse' | 'isBlind'>

interface ChooseCountProps {
  readonly sheet: string
  /** The name of the sheet that is used if the user types none. */
  readonly mine: string
  readonly onSheet: (sheet: string) => void
  readonly onChoose: (chosen: Chosen) => void
}

function ChooseCount({ sheet, mine, onSheet, onChoose }: ChooseCountProps) {
  const say = useWords('floor')
  const core = useWords('core')
  const { items, isPending, error, retry, hasMore, readMore } = useList('stocktakes', { status: ['counting'] })
  const { record: warehouses = [] } = useAll('warehouses')
  if (error !== null && items.length === 0) return <Failure error={error} title={core('notLoaded')} onRetry={retry} />
  if (isPending) return <Skeleton height={240} role="status" aria-label={core('loading')} />
  if (items.length === 0) return <Empty title={say('noCounts')} text={say('noCountsText')} />
  const choose = ({ id, number, warehouseId, blind }: Stocktake, warehouse: string) =>
    onChoose({ stocktakeId: id, number, warehouseId, warehouse, isBlind: blind })
  return (
    <div className={classes.task}>
      <TextInput
        size="lg"
        label={say('sheet')}
        description={say('sheetHint')}
        placeholder={mine}
        maxLength={LONGEST_SHEET}
        autoComplete="off"
        value={sheet}
        onChange={(event) => onSheet(event.currentTarget.value)}
      />
      <ul className={classes.rows} aria-label={say('openCounts')}>
        {items.map((one) => {
          const warehouse = warehouses.find(({ id }) => id === one.warehouseId)?.name ?? ''
          const notes = [dayAndTime(one.startedAt), one.blind && say('blind'), one.note]
          return (
            <li key={one.id}>
              <UnstyledButton className={classes.order} onClick={() => choose(one, warehouse)}>
                <span className={classes.lineName}>
                  <b>{say('stocktake', { number: one.number })}</b> {warehouse}
                  <span className={classes.note}>{notes.filter(Boolean).join(' · ')}</span>
                </span>
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
      {hasMore && <ShowMore onClick={readMore} />}
    </div>
  )
}

interface CountsProps {
  readonly kept: KeptTask<CountState>
  /** The name of the sheet as the user sees it, without the mark of the device. */
  readonly sheet: string
}

function Counts({ kept, sheet }: CountsProps) {
  const say = useWords('floor')
  const { owner, line } = useFloor()
  const { waiting } = useSyncExternalStore(line.subscribe, line.read)
  const { lines } = kept.task
  const stocktakeId = kept.task.stocktakeId!
  const marked = sheetOf(kept.task, sheet)
  const recounts = useRecounts(stocktakeId)
  const ordered = new Map(
    recounts.rows.flatMap(({ productId, reason, round }) =>
      reason === 'recount' ? [[String(productId), Number(round)]] : [],
    ),
  )
  const counting = useCounting(kept, { sheet: marked, ordered })
  const counted = useCounted(owner, { stocktakeId, sheet: marked }, waiting)
  const inBooks = useBooks(kept.task)
  const page = useRef<HTMLDivElement>(null)
  const field = () => page.current?.querySelector<HTMLInputElement>('[data-count] input')
  const toEntry = () => page.current?.querySelector<HTMLInputElement>('[data-code-entry] input')?.focus()
  const unnamed = waiting.filter((one) => {
    const count = countOf(one)
    return count?.of.stocktakeId === stocktakeId && count.productId === null && one.refusal === null
  })
  return (
    <div className={classes.task} ref={page}>
      <Place
        task={kept.task}
        sheet={sheet}
        onChange={() => {
          if (leadToUnread(page.current)) return
          counting.record()
          // A recount that was begun belongs to this stocktake, so it is not carried over to another one.
          kept.change(({ again = {}, ...before }) => ({
            ...before,
            lines: before.lines.filter(({ productId }) => !((productId ?? '') in again)),
            stocktakeId: null,
          }))
        }}
      />
      <ScanBar
        onCode={counting.scan}
        onProduct={(product, count) => {
          counting.take(product, count)
          // After choosing a product by its name, the user types the quantity.
          requestAnimationFrame(() => field()?.focus())
        }}
      />
      {lines.length === 0 && <p className={classes.hint}>{say('countFirst')}</p>}
      <CountLines
        lines={lines}
        again={kept.task.again ?? {}}
        counted={counted}
        inBooks={inBooks}
        counting={counting}
        onRecord={(key) => {
          counting.record(key)
          toEntry()
        }}
      />
      <RecountList
        recounts={recounts}
        lines={lines}
        counted={counted}
        onChoose={(product) => {
          counting.recount(product)
          requestAnimationFrame(() => field()?.focus())
        }}
      />
      <CountedList key={sheet} counted={counted} unnamed={unnamed} onCorrect={counting.correct} />
      <Foot
        lines={lines}
        onSave={() => {
          if (!leadToUnread(page.current)) counting.record()
        }}
      />
    </div>
  )
}

interface PlaceProps {
  readonly task: CountState
  readonly sheet: string
  /** Returns to the choice of the stocktake and the sheet. */
  readonly onChange: () => void
}

/** Shows which stocktake and sheet are being counted, and a notice once the stocktake accepts no more counts. */
function Place({ task: { stocktakeId, number, warehouse }, sheet, onChange }: PlaceProps) {
  const say = useWords('floor')
  const core = useWords('core')
  const { isAway } = useFloor()
  const { record: stocktake } = useRecord('stocktakes', isAway ? null : stocktakeId)
  return (
    <>
      <div className={classes.place}>
        <span>
          {say('stocktake', { number })}, {warehouse}
          <span className={classes.note}>{say('onThisSheet', { sheet })}</span>
        </span>
        <Button size="lg" variant="subtle" className={classes.change} onClick={onChange}>
          {core('edit')}
        </Button>
      </div>
      {stocktake !== undefined && stocktake.status !== 'counting' && (
        <p className={classes.over} role="status">
          {say(stocktake.status === 'review' ? 'countInReview' : 'countOver')}
        </p>
      )}
    </>
  )
}

interface FootProps {
  readonly lines: readonly CountLine[]
  readonly onSave: () => void
}

function Foot({ lines, onSave }: FootProps) {
  const say = useWords('floor')
  const left = lines.filter((one) => !isCounted(one)).length
  return (
    <footer className={classes.foot}>
      {left > 0 && (
        <Text size="sm" mb={8} role="status">
          {say('countsLeft', { count: left })}
        </Text>
      )}
      <Button size="lg" fullWidth disabled={left === lines.length} onClick={onSave}>
        {say('countSave')}
      </Button>
    </footer>
  )
}

/**
 * Returns the book quantities of the products being counted. They are hidden for a blind stocktake and unknown without
 * a connection.
 */
function useBooks({ lines, warehouseId, isBlind }: CountState): (productId: string | null) => number | undefined {
  const { isAway } = useFloor()
  const ids = isAway || isBlind ? [] : lines.flatMap(({ productId }) => productId ?? [])
  const figures = useFigures([...useRecords('products', ids).values()], warehouseId || undefined)
  return (productId) => figures.get(productId ?? '')?.onHand ?? undefined
}
