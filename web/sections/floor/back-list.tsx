/**
 * The list of what a customer may bring back: drafts of returns, and shipped orders. The user searches by number or
 * customer, or scans the number on the order's papers.
 */
import { Button, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CustomerReturn, Order } from '../../../sdk/types.ts'
import { Empty } from '../../components/notices.tsx'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { useList } from '../../data/lists.ts'
import { returnable } from '../../data/order-debts.ts'
import { describeFailure } from '../../data/refusals.ts'
import { useMay } from '../../data/session.ts'
import { isUnansweredCall } from '../../data/unanswered.ts'
import { Failure } from '../../parts/failure.tsx'
import { day, money } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { CodeEntry } from './code-entry.tsx'
import { useFloor } from './context.ts'
import classes from './floor.module.css'
import { ConfirmOnFloor } from './goods-task.tsx'
import { ShowMore } from './show-more.tsx'

const SHOWN = 50
const RECENT = 3
const PAUSE_MS = 120
const CANDIDATES = 10
const DEADLINE_MS = 5_000

/** What the user chose to take back: goods of an order, or a drafted return. */
export interface ToTake {
  readonly kind: 'order' | 'draft'
  readonly id: string
}

interface ReturnsToTakeProps {
  readonly onChoose: (chosen: ToTake) => void
}

const hasReturnable = (order: Order) => returnable(order).length > 0

export function ReturnsToTake({ onChoose }: ReturnsToTakeProps) {
  const say = useWords('floor')
  const core = useWords('core')
  const isManager = useMay()('managers')
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const search = { limit: SHOWN, ...(q !== '' && { q }) }
  const drafts = useList('customerReturns', { ...search, status: ['draft'], sort: 'createdAt' })
  const orders = useList('orders', { ...search, status: ['shipped', 'picking'], sort: '-createdAt' })
  const openCode = useOpenByCode(onChoose)
  const open = (code: string) => {
    setTyped('')
    void openCode(code)
  }
  const shipped = orders.items.filter(hasReturnable)
  const error = drafts.error ?? orders.error
  const isNone = drafts.items.length === 0 && shipped.length === 0
  if (error !== null && isNone)
    return (
      <Failure
        error={error}
        title={core('notLoaded')}
        onRetry={() => {
          drafts.retry()
          orders.retry()
        }}
      />
    )
  if (drafts.isPending || orders.isPending) return <Skeleton height={240} role="status" aria-label={core('loading')} />
  return (
    <div className={classes.task}>
      <CodeEntry
        type="search"
        aria-label={say('backEntry')}
        placeholder={say('backEntry')}
        enterKeyHint="search"
        typed={typed}
        onType={setTyped}
        onEnter={() => open(typed.trim())}
        onCode={open}
      />
      {isNone && q !== '' && <p className={classes.hint}>{core('nothingFound')}</p>}
      {isNone && q === '' && <Empty title={say('nothingBack')} text={say('nothingBackOfOrders')} />}
      <Rows
        title={say('backDrafts')}
        rows={drafts.items.map((one) => ({
          ...one,
          name: say('returnNumbered', { number: one.number }),
          notes: [say('positions', { count: one.lines.length }), day(one.createdAt), one.reason],
        }))}
        onChoose={(id) => onChoose({ kind: 'draft', id })}
      />
      {isManager && q === '' && <RecentReturns />}
      <Rows
        title={say('backOrders')}
        rows={shipped.map((one) => ({
          ...one,
          name: say('order', { number: one.number }),
          notes: [say('positions', { count: one.items.length }), day(one.orderedAt), money(one.total)],
        }))}
        onChoose={(id) => onChoose({ kind: 'order', id })}
      />
      {orders.hasMore && <ShowMore onClick={orders.readMore} />}
      <WithoutOrder isManager={isManager} />
    </div>
  )
}

/**
 * What to do when goods come back without an order. What the customer gets back for them is for a manager to decide; the
 * draft then appears in this list, and its goods are checked by scanning.
 */
function WithoutOrder({ isManager }: { readonly isManager: boolean }) {
  const say = useWords('floor')
  if (!isManager) return <p className={classes.hint}>{say('backWithoutOrderText')}</p>
  return (
    <Button component={Link} to="/orders/returns/new" size="lg" variant="default">
      {say('backWithoutOrder')}
    </Button>
  )
}

const PartTitle = ({ text }: { readonly text: string }) => (
  <Text component="h2" fw={600} fz={16} mt="xs">
    {text}
  </Text>
)

interface RowsProps {
  readonly title: string
  readonly rows: readonly {
    readonly id: string
    readonly name: string
    readonly customer: string
    readonly notes: readonly (string | null)[]
  }[]
  readonly onChoose: (id: string) => void
}

function Rows({ title, rows, onChoose }: RowsProps) {
  if (rows.length === 0) return null
  return (
    <section>
      <PartTitle text={title} />
      <ul className={classes.rows} aria-label={title}>
        {rows.map(({ id, name, customer, notes }) => (
          <li key={id}>
            <UnstyledButton className={classes.order} onClick={() => onChoose(id)}>
              <span>
                <b>{name}</b> {customer}
                <span className={classes.note}>{notes.filter(Boolean).join(' · ')}</span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Lists the latest posted returns, so that a return posted by mistake can be undone on the screen where it was posted.
 */
function RecentReturns() {
  const say = useWords('floor')
  const { items } = useList('customerReturns', { status: ['posted'], sort: '-createdAt', limit: RECENT })
  if (items.length === 0) return null
  return (
    <section>
      <PartTitle text={say('backRecent')} />
      <ul className={classes.rows} aria-label={say('backRecent')}>
        {items.slice(0, RECENT).map((one) => (
          <RecentReturn key={one.id} one={one} />
        ))}
      </ul>
    </section>
  )
}

function RecentReturn({ one: { id, number, customer, amount, postedAt } }: { readonly one: CustomerReturn }) {
  const say = useWords('floor')
  const { tell } = useFloor()
  const [isAsked, setAsked] = useState(false)
  const cancelling = useAction<string, CustomerReturn>(
    (of, sending) => client.customerReturns.setStatus(of, { status: 'cancelled' }, sending),
    () => tell('ok', say('returnCancelled', { number })),
  )
  return (
    <li className={classes.line}>
      <div className={classes.lineHead}>
        <span className={classes.lineName}>
          <b>{say('returnNumbered', { number })}</b> {customer}
          <span className={classes.note}>{[day(postedAt!), money(amount)].join(' · ')}</span>
          {cancelling.failure !== null && (
            <span className={classes.warning} role="alert">
              {describeFailure(cancelling.failure).text}
            </span>
          )}
        </span>
        <Button
          size="lg"
          variant="default"
          aria-label={`${say('cancelReturn')}: ${say('returnNumbered', { number })}`}
          loading={cancelling.isSending}
          onClick={() => setAsked(true)}
        >
          {say('cancelReturn')}
        </Button>
      </div>
      {isAsked && (
        <ConfirmOnFloor
          action={say('cancelReturn')}
          consequence={say('willCancelReturn', { number })}
          isDangerous
          onConfirm={() => {
            setAsked(false)
            void cancelling.run(id)
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  )
}

/**
 * Opens what a scanned number stands for: the drafted return of the order with this number, or else the order itself.
 * If there is no such order, it may be the number of a draft.
 */
function useOpenByCode(onChoose: (chosen: ToTake) => void) {
  const say = useWords('floor')
  const { tell } = useFloor()
  const draftWith = async (query: { readonly orderId: string } | { readonly q: string }) => {
    const list = client.customerReturns.list({ ...query, status: ['draft'], limit: CANDIDATES }, CALL)
    return (await list.page()).items
  }
  const meaningOf = async (code: string): Promise<ToTake | string> => {
    const found = (await client.orders.list({ q: code, limit: CANDIDATES }, CALL).page()).items
    const orders = found.filter(({ number, externalNumber }) => number === code || externalNumber === code)
    if (orders.length > 1) return say('backAmbiguous', { code })
    const [order] = orders
    const drafts = order === undefined ? await draftWith({ q: code }) : await draftWith({ orderId: order.id })
    const draft = order === undefined ? drafts.find(({ number }) => number === code) : drafts[0]
    if (draft !== undefined) return { kind: 'draft', id: draft.id }
    if (order === undefined) return say('backUnknown', { code })
    if (!hasReturnable(order)) return say('backNothing', { number: order.number })
    return { kind: 'order', id: order.id }
  }
  return async (code: string) => {
    try {
      const meant = await meaningOf(code)
      if (typeof meant === 'string') tell('wrong', meant)
      else onChoose(meant)
    } catch (error) {
      if (!isUnansweredCall(error)) throw error
      tell('wrong', say('backAway', { code }))
    }
  }
}

const CALL = { deadlineMs: DEADLINE_MS }
