/** Refunds the customer for a posted return. */
import type { CustomerReturn, Order, Payment } from '../../../sdk/types.ts'
import { toast } from '../../components/toast.tsx'
import { kopecks, roubles } from '../../data/amounts.ts'
import { useAction } from '../../data/command.ts'
import { dueOf } from '../../data/order-debts.ts'
import { postPayment } from '../../data/post-payment.ts'
import { money } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { MoneyDialog, type TypedMoney } from '../orders/money-dialog.tsx'

/**
 * Returns how much can still be refunded for a return: the amount not refunded yet, but, if the return has an order, at
 * most the amount overpaid for that order. Returns 0 while the order is not loaded.
 */
export function leftToRefund(
  { status, amount, refunded, orderId }: CustomerReturn,
  order: Pick<Order, 'status' | 'items' | 'paid'> | undefined,
): number {
  if (status !== 'posted' || (orderId !== null && order === undefined)) return 0
  const left = kopecks(amount) - kopecks(refunded)
  return roubles(Math.max(0, order === undefined ? left : Math.min(left, -kopecks(dueOf(order)))))
}

interface RefundDialogProps {
  readonly record: CustomerReturn
  readonly left: number
  readonly onClose: () => void
}

export function RefundDialog({ record, left, onClose }: RefundDialogProps) {
  const say = useWords('returns')
  const { id: returnId, customerId: partnerId, number } = record
  const refunding = useAction<TypedMoney, Payment>(
    (typed, sending) => postPayment({ partnerId, direction: 'outgoing', returnId, ...typed }, sending),
    ({ amount }) => {
      toast(say('paidBack', { number, amount: money(amount) }))
      onClose()
    },
  )
  return (
    <MoneyDialog
      title={say('payBackTitle', { number })}
      action={say('payBack')}
      amount={left}
      sending={refunding}
      onClose={onClose}
    />
  )
}
