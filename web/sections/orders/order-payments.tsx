/** What was paid for an order, what is due, and its payments; and taking a payment at the order. */
import { Anchor, Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import type { Order, Payment } from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'
import { FigureTable, Heading } from '../../components/facts.tsx'
import { NumberField } from '../../components/number-field.tsx'
import { toast } from '../../components/toast.tsx'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { useList } from '../../data/lists.ts'
import { dueOf } from '../../data/order-debts.ts'
import { useMay } from '../../data/session.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Failure } from '../../parts/failure.tsx'
import { day, money } from '../../words/format.ts'
import { useLanguage, useWords } from '../../words/words.ts'

const MOST_PAYMENTS = 1_000

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

/** The payments for the order, with its part of each; refunds are negative. */
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
  /** What the customer owes; below zero, what is given back. */
  readonly due: number
  readonly onClose: () => void
}

interface Taken {
  readonly amount: number
  readonly method: Payment['method']
  readonly reference: string
}

/** Creates and posts a payment for the order, or a refund. What is more than the order needs stays unassigned. */
function useTaking({ order, due, onClose }: TakePaymentProps) {
  const say = useWords('orders')
  const { id: orderId, customerId: partnerId } = order
  return useAction<Taken, Payment>(
    async ({ amount, ...how }, sending) => {
      const direction = due > 0 ? 'incoming' : 'outgoing'
      const orders = [{ orderId, amount: Math.min(amount, Math.abs(due)) }]
      const { result } = await client.payments.create(
        { partnerId, direction, amount, orders, ...how },
        { key: sending.key },
      )
      return client.payments.setStatus(result.id, { status: 'posted' }, { ...sending, key: `${sending.key}-posted` })
    },
    ({ number, amount }) => {
      toast(say(due > 0 ? 'paymentTaken' : 'paidBack', { number, amount: money(amount) }))
      onClose()
    },
  )
}

function TakePayment(props: TakePaymentProps) {
  const { order, due, onClose } = props
  const say = useWords('orders')
  const core = useWords('core')
  const hasComma = useLanguage() === 'ru'
  const [isTried, setTried] = useState(false)
  const [typed, setTyped] = useState(String(Math.abs(due)))
  const [method, setMethod] = useState<Payment['method']>('cash')
  const [reference, setReference] = useState('')
  const taking = useTaking(props)
  const amount = figureOf(typed) ?? 0
  const run = () => {
    setTried(true)
    if (amount > 0) void taking.run({ amount, method, reference })
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') run()
  }
  const isTaking = due > 0
  return (
    <Confirm
      title={say(isTaking ? 'takeTitle' : 'payBackTitle', { number: order.number })}
      action={say(isTaking ? 'takePayment' : 'payBack')}
      isSending={taking.isSending}
      failure={taking.failure}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack gap="sm">
        <NumberField
          label={say('amount')}
          hasComma={hasComma}
          decimals={2}
          isPositive
          rightSection="₽"
          value={typed}
          error={isTried && amount <= 0 && core('required')}
          onChange={setTyped}
          onKeyDown={onKeyDown}
        />
        <SegmentedControl
          fullWidth
          aria-label={say('method')}
          value={method}
          data={(['cash', 'bank'] as const).map((value) => ({ value, label: say(`method-${value}`) }))}
          onChange={(value) => setMethod(value as Payment['method'])}
        />
        <TextInput
          label={say('reference')}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </Stack>
    </Confirm>
  )
}
