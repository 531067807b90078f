/**
 * The list of goods that are expected from suppliers, grouped by document. Purchases from one supplier for one
 * warehouse form one group. Without a connection, the list shows the rows that were loaded last.
 */
import { Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useEffect } from 'react'
import { useKeptTask } from '../../data/floor/kept-task.ts'
import { useRecords } from '../../data/lists.ts'
import { type ReportRow, useReport } from '../../data/reports.ts'
import { day } from '../../words/format.ts'
import { sayIfKnown, useWords } from '../../words/words.ts'
import { useFloor } from './context.ts'
import classes from './floor.module.css'
import { ShowMore } from './show-more.tsx'

/** The most rows that the browser stores. If there are more, it stores only the oldest. */
const MAX_KEPT = 500
/** The most products whose codes are loaded in advance, before the user opens a document. */
const MAX_LEARNED = 300

/** The rows of one document, or those of all purchases from one supplier for one warehouse. */
export type ExpectedGroup = readonly ReportRow[]

const groupOf = ({ kind, sourceId, supplierId, warehouseId }: ReportRow): string =>
  kind === 'purchase' ? `${supplierId} ${warehouseId}` : String(sourceId)

interface ExpectedListProps {
  readonly onChoose: (group: ExpectedGroup) => void
}

export function ExpectedList({ onChoose }: ExpectedListProps) {
  const say = useWords('floor')
  const core = useWords('core')
  const { rows, isPending, hasMore, readMore } = useExpectedRows()
  if (isPending && rows.length === 0) return <Skeleton height={120} role="status" aria-label={core('loading')} />
  if (rows.length === 0) return null
  const groups = [...Map.groupBy(rows, groupOf)]
  return (
    <section>
      <Text component="h2" fw={600} fz={16} mt="lg" mb="xs">
        {say('expectedGoods')}
      </Text>
      <ul className={classes.rows} aria-label={say('expectedGoods')}>
        {groups.map(([key, group]) => (
          <li key={key}>
            <UnstyledButton className={classes.order} onClick={() => onChoose(group)}>
              <Group group={group} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {hasMore && <ShowMore onClick={readMore} />}
    </section>
  )
}

function Group({ group }: { readonly group: ExpectedGroup }) {
  const say = useWords('floor')
  const [{ kind, number, reference, supplier, warehouse, createdAt }] = group as readonly [ReportRow]
  const isPurchase = kind === 'purchase'
  const name = isPurchase ? say('purchases') : sayIfKnown('floor', `source-${kind}`, { number: String(number) })
  const notes = [
    say('positions', { count: group.length }),
    createdAt == null ? null : day(String(createdAt)),
    isPurchase ? null : reference,
    warehouse,
  ]
  return (
    <span className={classes.lineName}>
      <b>{name}</b> {supplier}
      <span className={classes.note}>{notes.filter(Boolean).join(' · ')}</span>
    </span>
  )
}

/**
 * Returns the rows of the report on expected goods or, without a connection, the rows that were loaded last. Also
 * stores the codes of their products.
 */
function useExpectedRows() {
  const { owner, known, isAway } = useFloor()
  const kept = useKeptTask<readonly ReportRow[]>(owner, 'expected', () => [])
  const { items, isPending, error, hasMore, readMore } = useReport('expected', {})
  const isRead = !isPending && error === null
  const rows = isRead ? items : kept.task
  const ids = isAway ? [] : [...new Set(rows.map(({ productId }) => String(productId)))].slice(0, MAX_LEARNED)
  const products = useRecords('products', ids)
  const { change } = kept
  useEffect(() => {
    if (isRead) change(() => items.slice(0, MAX_KEPT))
  }, [isRead, items, change])
  useEffect(() => {
    if (products.size > 0) known.learn([...products.values()])
  }, [products, known])
  return { rows, isPending: isPending && error === null, hasMore: isRead && hasMore, readMore }
}
