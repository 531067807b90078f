/** Shows what was bought from a partner and paid to that partner: the newest purchases, documents and payments. */
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Contract, Partner } from '../../../sdk/types.ts'
import { Heading } from '../../components/facts.tsx'
import { type ListView, useList } from '../../data/lists.ts'
import { amountOf } from '../../data/purchases.ts'
import { useMay } from '../../data/session.ts'
import { Failure } from '../../parts/failure.tsx'
import { To } from '../../parts/to.tsx'
import { day, money } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'

const AT_ONCE = 20

interface PartProps<T> {
  readonly title: string
  readonly list: ListView<T>
  readonly path: string
  /** The query parameters with which the form for a new record opens. */
  readonly search: string
  readonly line: (record: T) => { readonly id: string; readonly title: string; readonly more: ReactNode }
}

function Part<T>({ title, list, path, search, line }: PartProps<T>) {
  const say = useWords('partners')
  const core = useWords('core')
  const canCreate = useMay()('managers')
  const { items, isPending, error, hasMore, readMore, retry } = list
  return (
    <section>
      <Heading text={title} />
      <Failure error={error} title={core('notLoaded')} onRetry={retry} />
      {isPending && error === null && <Skeleton height={48} />}
      {!isPending && error === null && items.length === 0 && (
        <Text size="sm" c="dimmed">
          {say('none')}
        </Text>
      )}
      <Stack gap={6}>
        {items.map(line).map(({ id, title: name, more }) => (
          <Text key={id} size="sm">
            <To path={`${path}/${id}`} label={name} isInText /> · {more}
          </Text>
        ))}
      </Stack>
      <Group gap="xs" mt={8}>
        {canCreate && (
          <Button component={Link} to={`${path}/new?${search}`} variant="default" size="compact-sm">
            {core('create')}
          </Button>
        )}
        {hasMore && (
          <Button variant="default" size="compact-sm" onClick={readMore}>
            {say('showMore')}
          </Button>
        )}
      </Group>
    </section>
  )
}

export function PartnerPurchasing({ record: { id } }: { readonly record: Partner }) {
  const say = useWords('purchasing')
  return (
    <Stack gap="xl">
      <Part
        title={say('documents')}
        path="/purchasing/documents"
        search={`supplier=${id}`}
        list={useList('documents', { supplierId: id, limit: AT_ONCE })}
        line={({ id: of, kind, number, issuedAt, createdAt, total, status }) => ({
          id: of,
          title: say('documentTitle', { kind: say(`kind-${kind}`), number }),
          more: `${day(issuedAt ?? createdAt)} · ${money(total)} · ${say(`status-${status}`)}`,
        })}
      />
      <Part
        title={say('payments')}
        path="/purchasing/payments"
        search={`partner=${id}`}
        list={useList('payments', { partnerId: id, limit: AT_ONCE })}
        line={({ id: of, number, paidAt, createdAt, direction, amount, status }) => ({
          id: of,
          title: say('paymentTitle', { number }),
          more: `${day(paidAt ?? createdAt)} · ${direction === 'outgoing' ? '−' : '+'}${money(amount)} · ${say(`status-${status}`)}`,
        })}
      />
      <Part
        title={say('purchases')}
        path="/purchasing/purchases"
        search={`supplier=${id}`}
        list={useList('purchases', { supplierId: id, limit: AT_ONCE })}
        line={(purchase) => ({
          id: purchase.id,
          title: say('purchaseTitle', { number: purchase.number }),
          more: `${day(purchase.createdAt)} · ${money(amountOf(purchase))} · ${say(`status-${purchase.status}`)}`,
        })}
      />
    </Stack>
  )
}

/** The links to the documents and payments that were made under a contract. */
export function ContractPurchasing({ record: { id } }: { readonly record: Contract }) {
  const say = useWords('partners')
  if (!useMay()('who sees costs')) return null
  return (
    <Group gap="md">
      <To path={`/purchasing/documents?contract=${id}`} label={say('contractDocuments')} />
      <To path={`/purchasing/payments?contract=${id}`} label={say('contractPayments')} />
    </Group>
  )
}
