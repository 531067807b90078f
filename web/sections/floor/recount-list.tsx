/** What must be counted again in the stocktake on the counting screen. Without a connection, the last list is shown. */
import { UnstyledButton } from '@mantine/core'
import { useEffect } from 'react'
import type { Counted } from '../../data/floor/counted.ts'
import { useKeptTask } from '../../data/floor/kept-task.ts'
import { type ReportRow, useReport } from '../../data/reports.ts'
import { recountReason } from '../../parts/recount-reason.ts'
import { useWords } from '../../words/words.ts'
import { useFloor } from './context.ts'
import type { CountedAgain, CountLine } from './counting.ts'
import classes from './floor.module.css'
import { ShowMore } from './show-more.tsx'

/** How often the list is loaded again while others may be counting. */
const EVERY_MS = 5_000
/** If there are more rows than this, the browser stores only the first. */
const MAX_KEPT = 500

interface Kept {
  readonly stocktakeId: string | null
  readonly rows: readonly ReportRow[]
}

const textOf = (value: ReportRow[string]) => (value == null ? null : String(value))

/** Returns what must be counted again in a stocktake, and loads more of it. */
export function useRecounts(stocktakeId: string) {
  const { owner, isAway } = useFloor()
  const { task, change } = useKeptTask<Kept>(owner, 'recounts', () => ({ stocktakeId: null, rows: [] }))
  const { items, isPending, error, isOld, hasMore, readMore } = useReport(
    'stocktake-recounts',
    { stocktakeId },
    EVERY_MS,
  )
  const isRead = !isAway && !isPending && !isOld && error === null
  useEffect(() => {
    if (isRead) change(() => ({ stocktakeId, rows: items.slice(0, MAX_KEPT) }))
  }, [isRead, items, stocktakeId, change])
  const kept = task.stocktakeId === stocktakeId ? task.rows : []
  return { rows: isRead ? items : kept, hasMore: isRead && hasMore, readMore }
}

interface RecountListProps {
  readonly recounts: ReturnType<typeof useRecounts>
  /** The product that is being counted, and those already on this sheet. The list leaves them out. */
  readonly lines: readonly CountLine[]
  readonly counted: readonly Counted[]
  readonly onChoose: (product: CountedAgain) => void
}

export function RecountList({ recounts: { rows, hasMore, readMore }, lines, counted, onChoose }: RecountListProps) {
  const say = useWords('floor')
  const isUnderway = ({ productId, round }: ReportRow) =>
    lines.some((line) => line.productId === productId) ||
    counted.some((one) => one.productId === productId && (one.round ?? 1) >= Number(round))
  const left = rows.filter((row) => !isUnderway(row))
  if (left.length === 0) return null
  return (
    <section>
      <h2 className={classes.note}>{say('countAgain', { count: left.length })}</h2>
      <ul className={classes.rows} aria-label={say('countAgainList')}>
        {left.map((row) => (
          <li key={String(row.productId)}>
            <UnstyledButton
              className={classes.order}
              onClick={() =>
                onChoose({
                  ...{ id: String(row.productId), name: String(row.product), uom: textOf(row.uom) },
                  round: Number(row.round),
                })
              }
            >
              <span className={classes.lineName}>
                {row.product}
                <span className={classes.note}>{[row.sku, recountReason(row)].filter(Boolean).join(' · ')}</span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {hasMore && <ShowMore onClick={readMore} />}
    </section>
  )
}
