/** The orders as a board: one column for each status, with the newest order on top. */
import { Button, Skeleton, Text, UnstyledButton } from '@mantine/core'
import type { Order } from '../../../sdk/types.ts'
import { useList } from '../../data/lists.ts'
import { Failure } from '../../parts/failure.tsx'
import { day, money } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import classes from './orders.module.css'

const COLUMNS = ['new', 'picking', 'shipped', 'cancelled'] as const
const AT_ONCE = 50

interface BoardProps {
  readonly query: Readonly<Record<string, unknown>>
  readonly openId: string | undefined
  readonly onOpen: (order: Order) => void
}

const columnQuery = (query: BoardProps['query'], status: Order['status']) => ({
  ...query,
  sort: '-createdAt',
  status: [status],
  limit: AT_ONCE,
})

export function OrderBoard(props: BoardProps) {
  const say = useWords('orders')
  const core = useWords('core')
  // Show a loading error once above the board, not in every column.
  const first = useList('orders', columnQuery(props.query, COLUMNS[0]))
  if (first.error !== null && first.items.length === 0)
    return (
      <div className={classes.failure}>
        <Failure error={first.error} title={core('notLoaded')} onRetry={first.retry} />
      </div>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <div className={classes.board} role="group" aria-label={say('board')} tabIndex={0}>
      {COLUMNS.map((status) => (
        <BoardColumn key={status} status={status} {...props} />
      ))}
    </div>
  )
}

function BoardColumn({ status, query, openId, onOpen }: BoardProps & { readonly status: Order['status'] }) {
  const say = useWords('orders')
  const core = useWords('core')
  const list = useList('orders', columnQuery(query, status))
  const count = `${list.items.length}${list.hasMore ? '+' : ''}`
  return (
    <section className={classes.column} aria-label={say(`column-${status}`)}>
      <Text component="h2" fz={13} fw={600} className={classes.columnHead}>
        {say(`column-${status}`)} <span className={classes.count}>{list.isPending ? '' : count}</span>
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div className={classes.cards} role="group" tabIndex={0} aria-label={say(`column-${status}`)}>
        {list.error !== null && <Failure error={list.error} title={core('notLoaded')} onRetry={list.retry} />}
        {list.isPending && list.error === null && <Skeleton height={64} aria-label={core('loading')} />}
        {!list.isPending && list.error === null && list.items.length === 0 && (
          <Text c="dimmed" size="sm">
            {say('noneHere')}
          </Text>
        )}
        {list.items.map((order) => (
          <UnstyledButton
            key={order.id}
            className={classes.card}
            data-open={order.id === openId || undefined}
            onClick={() => onOpen(order)}
          >
            <span className={classes.cardLine}>
              <span>{order.number}</span>
              <span>{day(order.orderedAt)}</span>
            </span>
            <span className={classes.cardName}>{order.customer}</span>
            <span className={classes.cardLine}>
              <span>{say('lineCount', { count: order.items.length })}</span>
              <span>{money(order.total)}</span>
            </span>
          </UnstyledButton>
        ))}
        {list.hasMore && (
          <Button variant="default" size="compact-sm" onClick={list.readMore}>
            {say('showMore')}
          </Button>
        )}
      </div>
    </section>
  )
}
