/** Shows the returns of an order: their dates, their amounts, and whether they are posted. */
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Order } from '../../../sdk/types.ts'
import { FigureTable, Heading } from '../../components/facts.tsx'
import { useList } from '../../data/lists.ts'
import { Failure } from '../../parts/failure.tsx'
import { dayAndTime, money } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { RETURNS } from './going.ts'
import { ReturnStatusBadge } from './return-status.tsx'

const MOST = 100

export function OrderReturns({ order }: { readonly order: Order }) {
  const say = useWords('returns')
  const { items, error, retry } = useList('customerReturns', { orderId: order.id, limit: MOST })
  if (items.length === 0) return <Failure error={error} onRetry={retry} />
  // If the user may not see costs, the returns in the response have no `cost`.
  const costs = items.some(({ cost }) => cost !== undefined) ? [say('cost')] : []
  return (
    <section aria-label={say('ofOrder')}>
      <Heading text={say('ofOrder')} />
      <FigureTable
        label={say('ofOrder')}
        heads={[say('take'), say('status'), ...costs, say('amount')]}
        figuresFrom={2}
        wide={costs}
      >
        <tbody>
          {items.map((one) => (
            <tr key={one.id}>
              <td>
                <Anchor component={Link} to={`${RETURNS}/${one.id}`} inherit>
                  {one.number}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {dayAndTime(one.postedAt ?? one.createdAt)}
                  {one.cancelledAt !== undefined && ` · ${say('status-cancelled')} ${dayAndTime(one.cancelledAt)}`}
                </Text>
              </td>
              <td>
                <ReturnStatusBadge status={one.status} />
              </td>
              {costs.length > 0 && (
                <td data-end data-wide>
                  {money(one.cost)}
                </td>
              )}
              <td data-end>{money(one.amount)}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </section>
  )
}
