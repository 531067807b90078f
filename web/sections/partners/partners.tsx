/** Partners, own organizations and contracts. */
import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Contract, Partner } from '../../../sdk/types.ts'
import { client } from '../../data/client.ts'
import { useList } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { day, money } from '../../words/format.ts'
import { sayOf, useWords, type Word } from '../../words/words.ts'
import { NameOf } from '../records/record-facts.tsx'
import { RecordSection } from '../records/record-section.tsx'
import { type Field, type RecordSpec, specOf } from '../records/spec.ts'
import { ExternalLinks } from '../shell/external-links.tsx'
import { Failure } from '../shell/failure.tsx'
import { Places } from '../shell/places.tsx'
import { ContractPurchasing, PartnerPurchasing } from './partner-purchasing.tsx'

const say = sayOf('partners')

const PLACES = ['partners', 'organizations', 'contracts'] as const

/** The three lists, and which of them one is at. */
export function Parties() {
  const words = useWords('partners')
  const places = PLACES.map((one) => ({ path: `/${one}`, label: words(`section-${one}`) }))
  return <Places label={words('sections')} places={places} />
}

const LEGAL: readonly Field[] = [
  { name: 'legalKind', type: 'text' },
  { name: 'fullName', type: 'text', beside: true },
  { name: 'inn', type: 'text' },
  { name: 'kpp', type: 'text', beside: true },
  { name: 'ogrn', type: 'text', beside: true },
  { name: 'legalAddress', type: 'text' },
  { name: 'actualAddress', type: 'text' },
]

const ACCOUNTS: Field = {
  name: 'bankAccounts',
  type: 'lines',
  columns: ['bankName', 'accountNumber', 'bic', 'correspondentAccount'],
  needed: ['bankName', 'accountNumber'],
}

const typeOf = ({ type, roles }: Partner) =>
  type === null ? roles.join(', ') : say(`type-${type}` as Word<'partners'>)

const PARTNERS = specOf<'partners'>({
  kind: 'partners',
  path: '/partners',
  part: 'partners',
  prefix: 'partner',
  entityType: 'partner',
  sort: 'name',
  nameOf: ({ name }) => name,
  fields: [
    { name: 'name', type: 'text', required: true },
    { name: 'type', type: 'choice', choices: ['Покупатель', 'Поставщик'], isOptional: true, isFixed: true },
    { name: 'phone', type: 'text' },
    { name: 'email', type: 'text', beside: true },
    { name: 'contact', type: 'text' },
    { name: 'priceTypeId', type: 'reference', kind: 'priceTypes' },
    { name: 'discountPercent', type: 'number', decimals: 2, unit: '%', beside: true },
    { name: 'roles', type: 'tags' },
    { name: 'groups', type: 'tags' },
    ...LEGAL,
    { name: 'contacts', type: 'lines', columns: ['name', 'phone', 'email'], needed: ['name'] },
    ACCOUNTS,
    { name: 'customValues', type: 'custom', entityKind: 'partner' },
    { name: 'note', type: 'area' },
  ],
  columns: [
    { name: 'name', width: 'minmax(140px, 3fr)', sort: 'name', cell: ({ name }) => name },
    { name: 'type', width: 'minmax(100px, 1fr)', from: 320, cell: typeOf },
    { name: 'phone', width: 'minmax(120px, 1fr)', from: 480, cell: ({ phone }) => phone ?? '' },
    { name: 'email', width: 'minmax(120px, 2fr)', from: 720, cell: ({ email }) => email ?? '' },
    { name: 'inn', width: '130px', from: 860, cell: ({ inn }) => inn ?? '' },
  ],
  filters: [{ name: 'type', choices: ['Покупатель', 'Поставщик'], isList: true }],
  create: client.partners.create,
  update: client.partners.update,
  remove: client.partners.delete,
  always: [],
  More: ({ record }) => <ExternalLinks id={record.id} />,
  tabs: [
    { name: 'contracts', Content: PartnerContracts },
    { name: 'orders', Content: PartnerOrders },
    { name: 'purchasing', may: 'who sees costs', Content: PartnerPurchasing },
  ],
} satisfies RecordSpec<'partners'>)

const ORGANIZATIONS = specOf<'organizations'>({
  kind: 'organizations',
  path: '/organizations',
  part: 'partners',
  prefix: 'organization',
  entityType: 'organization',
  sort: 'name',
  nameOf: ({ name }) => name,
  fields: [{ name: 'name', type: 'text', required: true }, ...LEGAL, ACCOUNTS],
  columns: [
    { name: 'name', width: 'minmax(140px, 2fr)', sort: 'name', cell: ({ name }) => name },
    { name: 'inn', width: '130px', from: 320, cell: ({ inn }) => inn ?? '' },
    { name: 'legalAddress', width: 'minmax(140px, 2fr)', from: 640, cell: ({ legalAddress }) => legalAddress ?? '' },
  ],
  create: client.organizations.create,
  update: client.organizations.update,
  remove: client.organizations.delete,
})

const nameOfContract = ({ number, kind, signedAt }: Contract) =>
  [number ?? `${say(`kind-${kind}`)}, ${say('contract-noNumber')}`, signedAt === null ? null : day(signedAt)]
    .filter(Boolean)
    .join(' · ')

const CONTRACTS = specOf<'contracts'>({
  kind: 'contracts',
  path: '/contracts',
  part: 'partners',
  prefix: 'contract',
  entityType: 'contract',
  sort: '-createdAt',
  nameOf: nameOfContract,
  fields: [
    { name: 'kind', type: 'choice', choices: ['purchase', 'sale', 'commission'], required: true },
    { name: 'partnerId', type: 'record', kind: 'partners', required: true },
    { name: 'organizationId', type: 'reference', kind: 'organizations', required: true },
    { name: 'number', type: 'text' },
    { name: 'signedAt', type: 'day', beside: true },
    {
      name: 'commissionPercent',
      type: 'number',
      decimals: 2,
      unit: '%',
      when: ({ kind }) => kind === 'commission',
    },
    { name: 'note', type: 'area' },
  ],
  columns: [
    { name: 'number', width: 'minmax(120px, 1fr)', cell: ({ number }) => number ?? say('contract-noNumber') },
    {
      name: 'partnerId',
      width: 'minmax(140px, 2fr)',
      cell: ({ partnerId }) => <NameOf kind="partners" id={partnerId} />,
    },
    {
      name: 'organizationId',
      width: 'minmax(120px, 2fr)',
      from: 640,
      cell: ({ organizationId }) => <NameOf kind="organizations" id={organizationId} />,
    },
    { name: 'kind', width: '100px', from: 480, cell: ({ kind }) => say(`kind-${kind}`) },
    { name: 'signedAt', width: '100px', from: 720, cell: ({ signedAt }) => (signedAt === null ? '' : day(signedAt)) },
  ],
  filters: [{ name: 'kind', choices: ['purchase', 'sale', 'commission'], isList: true }],
  create: client.contracts.create,
  update: client.contracts.update,
  remove: client.contracts.delete,
  More: ContractPurchasing,
})

export const Partners = () => <RecordSection key="partners" spec={PARTNERS} />
export const Organizations = () => <RecordSection key="organizations" spec={ORGANIZATIONS} />
export const Contracts = () => <RecordSection key="contracts" spec={CONTRACTS} />

function PartnerContracts({ record }: { readonly record: Partner }) {
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
          {nameOfContract(one)}
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

function PartnerOrders({ record }: { readonly record: Partner }) {
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
