/** The list of payments: money paid to suppliers and received from customers. */
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Payment } from '../../../sdk/types.ts'
import type { Column } from '../../components/data-table.tsx'
import { useAddress } from '../../data/address.ts'
import { type ListTotals, useList } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { DayFilters, LinkedPeriodFilter } from '../../parts/list-filters.tsx'
import { ListHead } from '../../parts/list-head.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { PartnerFilter } from '../../parts/partner-filter.tsx'
import { payments } from '../../records/payments.ts'
import { day, money } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import { ListAndRecord } from '../purchasing/beside.tsx'
import { OrganizationFilter, WordFilter } from '../purchasing/filters.tsx'
import { useGo } from '../purchasing/going.ts'
import { paymentQuery } from '../purchasing/queries.ts'
import { StatusBadge } from '../purchasing/status.tsx'
import { sayOfRecords } from '../records/all.ts'
import { PlainFilters, plainColumns, plainFilters } from '../records/plain-lists.tsx'
import { NEWEST_FIRST } from '../records/plain-query.ts'
import { EditPayment, NewPayment } from './payment-form.tsx'
import { PaymentPanel } from './payment-panel.tsx'

const STATUSES = ['draft', 'posted', 'cancelled'] as const
const FILTERS = ['status', 'partner', 'organization', ...plainFilters(payments), 'from', 'to']
const NARROWING = [...FILTERS, 'contract', 'paysFor', 'refunds', 'paidFrom', 'paidTo']

export function Payments() {
  return <ListAndRecord List={PaymentList} New={NewPayment} View={PaymentPanel} Edit={EditPayment} />
}

function PaymentList({ openId }: { readonly openId: string | undefined }) {
  const say = useWords('purchasing')
  const navigate = useNavigate()
  const [address] = useAddress()
  const { toNew } = useGo('payments')
  const query = useMemo(() => paymentQuery(address), [address])
  const list = useList('payments', query)
  const columns = useMemo(() => columnsOf(say), [say])
  const create = useMay()('managers') ? toNew : null
  const open = useCallback(
    (row: Payment) => void navigate({ to: `/purchasing/payments/${row.id}`, search: true }),
    [navigate],
  )
  return (
    <>
      <ListHead
        title={say('payments')}
        searchLabel={say('paymentSearch')}
        filterNames={FILTERS}
        filters={<PaymentFilters />}
        onCreate={create}
        exported={{ kind: 'payments', query }}
      />
      <ListTable
        label={say('paymentList')}
        list={list}
        columns={columns}
        idOf={(row) => row.id}
        nameOf={(row) => say('paymentTitle', { number: row.number })}
        openId={openId}
        onOpen={open}
        hrefOf={({ id }) => `/purchasing/payments/${id}`}
        sort={NEWEST_FIRST}
        filterNames={NARROWING}
        totals={{ kind: 'payments', query, print: balanceOf }}
        empty={{
          title: say('noPaymentsTitle'),
          text: say('noPaymentsText'),
          action: create && { label: say('newPayment'), run: create },
        }}
      />
    </>
  )
}

/** Formats the amount of a payment. Outgoing payments get a minus sign, incoming ones a plus sign. */
export const signed = ({ direction, amount }: Pick<Payment, 'direction' | 'amount'>) =>
  direction === 'outgoing' ? `−${money(amount)}` : `+${money(amount)}`

/** Formats the totals of received and paid money. A total of zero is left out. */
function balanceOf({ received = 0, paid = 0 }: ListTotals) {
  const parts = [...(received ? [`+${money(received)}`] : []), ...(paid ? [`−${money(paid)}`] : [])]
  return { amount: parts.join(' ') || money(0) }
}

function columnsOf(say: Say<'purchasing'>): Column<Payment>[] {
  return [
    { key: 'number', label: say('number'), width: '72px', sort: 'createdAt', cell: (row) => row.number },
    {
      key: 'date',
      label: say('date'),
      width: '92px',
      from: 590,
      sort: 'paidAt',
      cell: (row) => day(row.paidAt ?? row.postedAt ?? row.createdAt),
    },
    { key: 'partner', label: say('partner'), width: 'minmax(110px, 3fr)', cell: (row) => row.partner },
    {
      key: 'status',
      label: say('status'),
      width: '96px',
      from: 480,
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    ...plainColumns<Payment>(payments, sayOfRecords(payments)),
    { key: 'amount', label: say('amount'), width: '130px', align: 'end', cell: signed },
  ]
}

function PaymentFilters() {
  const say = useWords('purchasing')
  const statuses = STATUSES.map((value) => ({ value, label: say(`filter-${value}`) }))
  return (
    <>
      <WordFilter name="status" label={say('status')} all={say('allStatuses')} choices={statuses} />
      <PartnerFilter name="partner" label={say('partner')} />
      <PlainFilters spec={payments} />
      <OrganizationFilter />
      <LinkedPeriodFilter of="paid" names={['paidFrom', 'paidTo']} />
      <DayFilters />
    </>
  )
}
