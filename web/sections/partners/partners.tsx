/**
 * The section for partners, the company's own organizations and contracts, and the additional parts of a partner's
 * page.
 */
import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Partner } from '../../../sdk/types.ts'
import { useList } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { ExternalLinks } from '../../parts/external-links.tsx'
import { Failure } from '../../parts/failure.tsx'
import { day, money } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { nameOfRecord } from '../records/all.ts'
import { RecordPlaces } from '../records/record-places.tsx'

export const Parties = () => <RecordPlaces place="partners" />

export const PartnerLinks = ({ record }: { readonly record: Partner }) => <ExternalLinks id={record.id} />

export function PartnerContracts({ record }: { readonly record: Partner }) {
  const words = useWords('partners')
  const canEdit = useMay()('managers')
  const { items, isPending, error, retry } = useList('contracts', { partnerId: record.id })
  return (
    <Stack gap="sm">
      <Failure error={error} onRetry={retry} />
      {isPending && <Skeleton height={60} />}
      {!isPending && error === null && items.length === 0 && <Text c="dimmed">{words('noContracts')}</Text>}
      {items.map((one) => (
        <Anchor key={one.id} component={Link} to={`/contracts/${one.id}`}>
          {nameOfRecord('contracts', one)}
        </Anchor>
      ))}
      {canEdit && (
        <div>
          <Button component={Link} to={`/contracts/new?partnerId=${record.id}`} variant="default" size="compact-sm">
            {words('addContract')}
          </Button>
        </div>
      )}
    </Stack>
  )
}

export function PartnerOrders({ record }: { readonly record: Partner }) {
  const words = useWords('partners')
  const { items, isPending, error, hasMore, readMore, retry } = useList('orders', { customerId: record.id })
  return (
    <Stack gap="sm">
      <Failure error={error} onRetry={retry} />
      {isPending && <Skeleton height={60} />}
      {!isPending && error === null && items.length === 0 && <Text c="dimmed">{words('noOrders')}</Text>}
      {items.map(({ id, number, status, orderedAt, total }) => (
        <Text key={id} size="sm">
          {number} · {day(orderedAt)} ·{' '}
          {words('orderTotal', { total: money(total), status: words(`status-${status}`) })}
        </Text>
      ))}
      {hasMore && (
        <Button variant="default" size="compact-sm" onClick={readMore}>
          {words('showMore')}
        </Button>
      )}
    </Stack>
  )
}
