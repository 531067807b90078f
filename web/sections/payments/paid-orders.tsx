/** The fields for assigning a payment to orders of its partner: each order gets a part of the amount. */
import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Order, Payment } from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'
import { FigureTable, Heading } from '../../components/facts.tsx'
import { NumberField } from '../../components/number-field.tsx'
import { kopecks, roubles } from '../../data/amounts.ts'
import { useList, useRecords } from '../../data/lists.ts'
import { dueOf, type Parts, spread } from '../../data/order-debts.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { day, money } from '../../words/format.ts'
import { useLanguage, useWords } from '../../words/words.ts'

/** The most orders that are offered, and also the most orders that one payment can be for. */
const MOST_ORDERS = 100
const OWED = { payment: ['unpaid', 'part'], status: ['new', 'picking', 'shipped'], sort: 'createdAt' } as const
const REFUNDABLE = { payment: ['overpaid', 'paid', 'part'], sort: '-createdAt' } as const

interface PaidOrdersProps {
  readonly partnerId: string | null
  readonly direction: Payment['direction']
  readonly amount: number | null
  readonly parts: Parts
  /** The amounts that this payment already assigns to orders, if it is posted. These amounts can be assigned again. */
  readonly posted?: Payment['orders']
  readonly failure: Error | null
  readonly onChange: (parts: Parts) => void
  /** The text to show if the partner has no orders to which a payment could be assigned. */
  readonly none?: string
}

/**
 * Returns the orders to which money can be assigned, and those already chosen. They are sorted by id, that is, by
 * creation, because the money is distributed in this order.
 */
function useOrders({ partnerId, direction, parts, posted = [] }: PaidOrdersProps) {
  const isRefund = direction === 'outgoing'
  const query = { ...(isRefund ? REFUNDABLE : OWED), customerId: partnerId ?? '', limit: MOST_ORDERS }
  const { items } = useList('orders', query, partnerId !== null)
  const chosen = useRecords('orders', [...Object.keys(parts), ...posted.map(({ orderId }) => orderId)])
  const offered = partnerId === null ? [] : items
  const others = [...chosen.values()].filter(({ id }) => offered.every((one) => one.id !== id))
  const own = new Map(posted.map(({ orderId, amount }) => [orderId, kopecks(amount)]))
  const most = (order: Order) => roubles(kopecks(isRefund ? order.paid : dueOf(order)) + (own.get(order.id) ?? 0))
  return [...offered, ...others]
    .map((order) => ({ order, id: order.id, due: most(order) }))
    .filter(({ id, due }) => due > 0 || id in parts)
    .sort((a, b) => (a.id < b.id === isRefund ? 1 : -1))
}

export function PaidOrders(props: PaidOrdersProps) {
  const { direction, amount, parts, failure, onChange, none } = props
  const say = useWords('purchasing')
  const rows = useOrders(props)
  if (rows.length === 0) return none === undefined ? null : <Text size="sm">{none}</Text>
  const isRefund = direction === 'outgoing'
  const assigned = Object.values(parts).reduce((sum, typed) => sum + kopecks(figureOf(typed) ?? 0), 0)
  const left = roubles(kopecks(amount ?? 0) - assigned)
  return (
    <section>
      <Group justify="space-between" align="baseline">
        <Heading text={say(isRefund ? 'refundedOrders' : 'orders')} />
        <Button
          variant="default"
          size="compact-sm"
          disabled={amount === null}
          onClick={() => onChange(spread(amount ?? 0, rows))}
        >
          {say('spread')}
        </Button>
      </Group>
      <FigureTable
        label={say(isRefund ? 'refundedOrders' : 'orders')}
        heads={[say('paidOrder'), say(isRefund ? 'paidNow' : 'dueNow'), say('amount')]}
        figuresFrom={1}
      >
        <tbody>
          {rows.map(({ order, due }) => (
            <OrderRow
              key={order.id}
              order={order}
              due={due}
              value={parts[order.id] ?? ''}
              error={fieldFailure(failure, `/orders/${Object.keys(parts).indexOf(order.id)}`)}
              onChange={(typed) => onChange(withPart(parts, order.id, typed))}
            />
          ))}
        </tbody>
      </FigureTable>
      {amount !== null && left !== 0 && (
        <Text size="sm" mt={4} c={left < 0 ? 'red' : 'dimmed'} {...(left < 0 && { role: 'alert' })}>
          {left > 0 ? say('leftOver', { left: money(left) }) : say('tooMuch', { over: money(-left) })}
        </Text>
      )}
    </section>
  )
}

function withPart(parts: Parts, id: string, typed: string): Parts {
  const { [id]: _before, ...others } = parts
  return typed === '' ? others : { ...parts, [id]: typed }
}

interface OrderRowProps {
  readonly order: Order
  readonly due: number
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (typed: string) => void
}

function OrderRow({ order, due, value, error, onChange }: OrderRowProps) {
  const say = useWords('purchasing')
  const hasComma = useLanguage() === 'ru'
  return (
    <tr>
      <td>
        <Anchor component={Link} to={`/orders/${order.id}`} inherit>
          {order.number}
        </Anchor>
        <Text size="xs" c="dimmed">
          {day(order.orderedAt)}
        </Text>
      </td>
      <td data-end>{money(due)}</td>
      <td data-end>
        <NumberField
          aria-label={say('partFor', { number: order.number })}
          hasComma={hasComma}
          decimals={2}
          isPositive
          size="xs"
          w={116}
          ml="auto"
          value={value}
          error={error}
          onChange={onChange}
        />
      </td>
    </tr>
  )
}
