/** Creates the payment that refunds the customer for a posted return. */
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
 * Returns the amount in roubles that can still be refunded for a return: what was not refunded yet. If the return has
 * an order, the amount is at most what the customer overpaid for that order; 0 while the order is not loaded.
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
