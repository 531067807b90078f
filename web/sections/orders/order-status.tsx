/** Shows the status of an order as a word on a coloured badge. */
import { Badge } from '@mantine/core'
import type { Order } from '../../../sdk/types.ts'
import { useWords } from '../../words/words.ts'

const COLORS: Record<Order['status'], string> = { new: 'blue', picking: 'yellow', shipped: 'green', cancelled: 'gray' }

/** Returns whether the order still reserves goods and can be changed. */
export const isOpen = ({ status }: Pick<Order, 'status'>) => status === 'new' || status === 'picking'

export function OrderStatusBadge({ status }: { readonly status: Order['status'] }) {
  const say = useWords('orders')
  return (
    <Badge size="sm" variant="light" color={COLORS[status]} tt="none">
      {say(`status-${status}`)}
    </Badge>
  )
}
