/**
 * Shows what was paid for an order, what is still due, and its payments. The user can record a payment for the order
 * here.
 */
import { Anchor, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CustomerReturn, Order, Payment } from '../../../sdk/types.ts'
import { FigureTable, Heading } from '../../components/facts.tsx'
import { toast } from '../../components/toast.tsx'
import { kopecks } from '../../data/amounts.ts'
import { useAction } from '../../data/command.ts'
import { useList } from '../../data/lists.ts'
import { dueOf } from '../../data/order-debts.ts'
import { postPayment } from '../../data/post-payment.ts'
import { useMay } from '../../data/session.ts'
import { Failure } from '../../parts/failure.tsx'
import { day, money } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { MoneyDialog, type TypedMoney } from './money-dialog.tsx'

const MOST_PAYMENTS = 1_000
const MOST_RETURNS = 100

export function OrderPayments({ order }: { readonly order: Order }) {
  const say = useWords('orders')
  const may = useMay()
  const [isTaking, setTaking] = useState(false)
  const due = dueOf(order)
  const figures = { paid: money(order.paid), due: money(Math.abs(due)) }
  return (
    <section>
      <Heading text={say('payments')} />
      <Text size="sm">{say(due < 0 ? 'overpaidFigures' : 'paidFigures', figures)}</Text>
      {may('who sees costs') && <PaymentTable order={order} />}
      {may('managers') && due !== 0 && (
        <Button variant="default" size="compact-sm" mt={8} onClick={() => setTaking(true)}>
          {say(due > 0 ? 'takePayment' : 'payBack')}
        </Button>
      )}
      {isTaking && <TakePayment order={order} due={due} onClose={() => setTaking(false)} />}
    </section>
  )
}

/**
 * The table of the order's payments. Each row shows the part of the payment that is for this order; refunds are
 * negative.
 */
function PaymentTable({ order }: { readonly order: Order }) {
  const say = useWords('orders')
  const list = useList('payments', { orderId: order.id, limit: MOST_PAYMENTS })
  if (list.items.length === 0) return <Failure error={list.error} onRetry={list.retry} />
  const partOf = ({ direction, orders }: Payment) => {
    const amount = orders.find(({ orderId }) => orderId === order.id)?.amount ?? 0
    return direction === 'incoming' ? amount : -amount
  }
  return (
    <FigureTable label={say('payments')} heads={[say('paymentOf'), say('status'), say('amount')]} figuresFrom={2}>
      <tbody>
        {list.items.map((one) => (
          <tr key={one.id}>
            <td>
              <Anchor component={Link} to={`/purchasing/payments/${one.id}`} inherit>
                {one.number}
              </Anchor>
              <Text size="xs" c="dimmed">
                {[day(one.paidAt ?? one.createdAt), say(`method-${one.method}`)].join(' · ')}
              </Text>
            </td>
            <td>{say(`payment-${one.status}`)}</td>
            <td data-end>{money(partOf(one))}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}

interface TakePaymentProps {
  readonly order: Order
  /** What the customer still owes for the order, in roubles; negative if the customer must be refunded. */
  readonly due: number
  readonly onClose: () => void
}

/**
 * The dialog that creates and posts a payment for the order, or a refund. An amount beyond what is due is not assigned
 * to the order.
 */
function TakePayment({ order, due, onClose }: TakePaymentProps) {
  const say = useWords('orders')
  const { id: orderId, customerId: partnerId, number: of } = order
  const isTaking = due > 0
  const returns = useList('customerReturns', { orderId, status: ['posted'], limit: MOST_RETURNS }, !isTaking)
  const taking = useAction<TypedMoney, Payment>(
    (typed, sending) => {
      const { amount } = typed
      const orders = [{ orderId, amount: Math.min(amount, Math.abs(due)) }]
      const returnId = isTaking ? undefined : refundedBy(returns.items, amount)?.id
      const body = { partnerId, direction: isTaking ? 'incoming' : 'outgoing', orders, ...typed } as const
      return postPayment({ ...body, ...(returnId !== undefined && { returnId }) }, sending)
    },
    ({ number, amount }) => {
      toast(say(isTaking ? 'paymentTaken' : 'paidBack', { number, amount: money(amount) }))
      onClose()
    },
  )
  return (
    <MoneyDialog
      title={say(isTaking ? 'takeTitle' : 'payBackTitle', { number: of })}
      action={say(isTaking ? 'takePayment' : 'payBack')}
      amount={Math.abs(due)}
      sending={taking}
      onClose={onClose}
    />
  )
}

/**
 * Returns the customer return to which a refund of this amount belongs: the newest return of which at least this amount
 * has not been refunded.
 */
const refundedBy = (returns: readonly CustomerReturn[], amount: number): CustomerReturn | undefined =>
  returns.find((one) => kopecks(amount) <= kopecks(one.amount) - kopecks(one.refunded))
