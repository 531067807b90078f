/**
 * The list of orders to pick, oldest first. The user searches by number or customer, or scans the number on the printed
 * picking list.
 */
import { Badge, Skeleton, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Order } from '../../../sdk/types.ts'
import { Empty } from '../../components/notices.tsx'
import { client } from '../../data/client.ts'
import { useAll, useList } from '../../data/lists.ts'
import { useMe } from '../../data/session.ts'
import { isUnansweredCall } from '../../data/unanswered.ts'
import { Failure } from '../../parts/failure.tsx'
import { day } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { CodeEntry } from './code-entry.tsx'
import { useFloor } from './context.ts'
import classes from './floor.module.css'
import { isDone, type PickState } from './pick-state.ts'
import { ShowMore } from './show-more.tsx'

const SHOWN = 100
const PAUSE_MS = 120
/**
 * How many orders to fetch for a scanned number. Several may match, because the number may be the order's own number or
 * one that the customer gave it.
 */
const CANDIDATES = 10
const DEADLINE_MS = 5_000
interface OrdersToPickProps {
  /** Orders whose picking was begun on this device and put aside unfinished, by id. */
  readonly left: Readonly<Record<string, PickState>>
  readonly onChoose: (id: string) => void
}

export function OrdersToPick({ left, onChoose }: OrdersToPickProps) {
  const say = useWords('floor')
  const core = useWords('core')
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const query = { status: ['new', 'picking'], sort: 'createdAt', limit: SHOWN, ...(q !== '' && { q }) }
  const { items, isPending, error, retry, hasMore, readMore } = useList('orders', query)
  // An order with no reserved goods has nothing to pick.
  const toPick = items.filter((order) => order.items.some(({ reserved }) => reserved > 0))
  const { record: warehouses = [] } = useAll('warehouses')
  const openCode = useOpenByCode(items, onChoose)
  const open = (code: string) => {
    setTyped('')
    void openCode(code)
  }
  if (error !== null && items.length === 0) return <Failure error={error} title={core('notLoaded')} onRetry={retry} />
  if (isPending) return <Skeleton height={240} role="status" aria-label={core('loading')} />
  if (toPick.length === 0 && !hasMore && q === '' && typed === '')
    return <Empty title={say('nothingToPick')} text={say('nothingToPickText')} />
  return (
    <div className={classes.task}>
      <CodeEntry
        type="search"
        aria-label={say('orderEntry')}
        placeholder={say('orderEntry')}
        enterKeyHint="search"
        typed={typed}
        onType={setTyped}
        onEnter={() => open(typed.trim())}
        onCode={open}
      />
      {toPick.length === 0 && <p className={classes.hint}>{core('nothingFound')}</p>}
      <ul className={classes.rows} aria-label={say('ordersToPick')}>
        {toPick.map((order) => (
          <li key={order.id}>
            <OrderRow
              order={order}
              left={left[order.id]}
              warehouse={warehouses.find(({ id }) => id === order.warehouseId)?.name}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ul>
      {hasMore && <ShowMore onClick={readMore} />}
    </div>
  )
}

interface OrderRowProps {
  readonly order: Order
  readonly left: PickState | undefined
  readonly warehouse: string | undefined
  readonly onChoose: (id: string) => void
}

function OrderRow({ order, left, warehouse, onChoose }: OrderRowProps) {
  const say = useWords('floor')
  const me = useMe()
  const { id, number, customer, status, createdAt, items, pickedBy } = order
  const notes = [
    say('positions', { count: items.length }),
    warehouse,
    day(createdAt),
    order.waiting !== undefined && say('waitsForRest'),
    left && say('pickedHere', { done: left.lines.filter(isDone).length, count: left.lines.length }),
  ]
  const picker = pickedBy === undefined ? null : pickedBy.id === me.user.id ? say('you') : pickedBy.name
  return (
    <UnstyledButton className={classes.order} onClick={() => onChoose(id)}>
      <span className={classes.lineName}>
        <b>{say('order', { number })}</b> {customer}
        <span className={classes.note}>{notes.filter(Boolean).join(' · ')}</span>
      </span>
      {status === 'picking' && (
        <Badge variant="light" color="yellow" tt="none" className={classes.badge}>
          {picker === null ? say('picking') : say('pickingBy', { name: picker })}
        </Badge>
      )}
    </UnstyledButton>
  )
}

/** Opens the order with the scanned number, even if the list does not show it. */
function useOpenByCode(listed: readonly Order[], onChoose: (id: string) => void) {
  const say = useWords('floor')
  const { tell } = useFloor()
  const has = (code: string) => (order: Order) => order.number === code || order.externalNumber === code
  return async (code: string) => {
    let found = listed.filter(has(code))
    if (found.length === 0)
      try {
        const { items } = await client.orders.list({ q: code, limit: CANDIDATES }, { deadlineMs: DEADLINE_MS }).page()
        found = items.filter(has(code))
      } catch (error) {
        if (!isUnansweredCall(error)) throw error
        return tell('wrong', say('orderAway', { code }))
      }
    const open = found.filter(({ status }) => status === 'new' || status === 'picking')
    if (open.length === 1 && !open[0]!.items.some(({ reserved }) => reserved > 0))
      return tell('wrong', say('orderWaits', { number: open[0]!.number }))
    if (open.length === 1) return onChoose(open[0]!.id)
    if (open.length > 1) return tell('wrong', say('orderAmbiguous', { code }))
    const [over] = found
    if (over === undefined) return tell('wrong', say('orderUnknown', { code }))
    tell('wrong', say(over.status === 'shipped' ? 'orderShipped' : 'orderCancelled', { number: over.number }))
  }
}
