/** Shows how much of a document is paid, how much is still due, and its payments. */
import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Document } from '../../../sdk/types.ts'
import { FigureTable, Heading } from '../../components/facts.tsx'
import { useDocumentPayments } from '../../data/document-payments.ts'
import { PAID_AS } from '../../data/paid.ts'
import { useMay } from '../../data/session.ts'
import { Failure } from '../../parts/failure.tsx'
import { day, money } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { StatusBadge } from '../purchasing/status.tsx'

export function DocumentMoney({ document }: { readonly document: Document }) {
  const say = useWords('purchasing')
  const mayPay = useMay()('managers')
  const { list, figures } = useDocumentPayments(document)
  if (PAID_AS[document.kind] === null && list.items.length === 0) return null
  const isIncoming = PAID_AS[document.kind] === 'incoming'
  return (
    <section>
      <Heading text={say('payments')} />
      <Failure error={list.error} onRetry={list.retry} />
      {list.isPending && list.error === null && <Skeleton height={48} />}
      {figures !== undefined && (
        <Text size="sm" mb={8}>
          {say(isIncoming ? 'paidBackFigures' : 'paidFigures', {
            paid: money(figures.paid),
            unpaid: money(figures.unpaid),
          })}
          {figures.drafted !== 0 && ` ${say('draftedFigure', { drafted: money(figures.drafted) })}`}
        </Text>
      )}
      {list.items.length > 0 && (
        <FigureTable label={say('payments')} heads={[say('payment'), say('status'), say('amount')]} figuresFrom={2}>
          <tbody>
            {list.items.map((one) => (
              <tr key={one.id}>
                <td>
                  <Anchor component={Link} to={`/purchasing/payments/${one.id}`} inherit>
                    {say('paymentTitle', { number: one.number })}
                  </Anchor>
                  <Text size="xs" c="dimmed">
                    {day(one.paidAt ?? one.createdAt)}
                  </Text>
                </td>
                <td>
                  <StatusBadge status={one.status} />
                </td>
                <td data-end>{money(one.direction === PAID_AS[document.kind] ? one.amount : -one.amount)}</td>
              </tr>
            ))}
          </tbody>
        </FigureTable>
      )}
      {mayPay &&
        figures !== undefined &&
        figures.unpaid > 0 &&
        (document.status === 'draft' || document.status === 'closed') && (
          <Button
            component={Link}
            to={`/purchasing/payments/new?document=${document.id}`}
            variant="default"
            size="compact-sm"
            mt={8}
          >
            {say(isIncoming ? 'takeMoney' : 'pay')}
          </Button>
        )}
    </section>
  )
}
