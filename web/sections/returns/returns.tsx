/** The list of customer returns, with the selected return beside it. */
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { CustomerReturn } from '../../../sdk/types.ts'
import type { Column } from '../../components/data-table.tsx'
import { useAddress } from '../../data/address.ts'
import { useAll, useList } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { ChoiceFilter, DayFilters, WarehouseFilter } from '../../parts/list-filters.tsx'
import { ListHead } from '../../parts/list-head.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { PartnerFilter } from '../../parts/partner-filter.tsx'
import { ProductFilter } from '../../parts/product-filter.tsx'
import { customerReturns } from '../../records/customer-returns.ts'
import { day, money } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import { ListAndRecord } from '../purchasing/beside.tsx'
import { sayOfRecords } from '../records/all.ts'
import { plainColumns } from '../records/plain-lists.tsx'
import { NEWEST_FIRST } from '../records/plain-query.ts'
import { RETURNS, useGoToReturns } from './going.ts'
import { returnQuery } from './queries.ts'
import { EditReturn, NewReturn } from './return-form.tsx'
import { ReturnPanel } from './return-panel.tsx'
import { ReturnStatusBadge } from './return-status.tsx'

const STATUSES = ['draft', 'posted', 'cancelled'] as const
const FILTERS = ['status', 'warehouse', 'customer', 'product', 'from', 'to']

export const Returns = () => <ListAndRecord List={ReturnList} New={NewReturn} View={ReturnPanel} Edit={EditReturn} />

function ReturnList({ openId }: { readonly openId: string | undefined }) {
  const say = useWords('returns')
  const navigate = useNavigate()
  const [address] = useAddress()
  const { toNew } = useGoToReturns()
  const query = useMemo(() => returnQuery(address), [address])
  const list = useList('customerReturns', query)
  const { record: warehouses = [] } = useAll('warehouses')
  const columns = useMemo(
    () => columnsOf(say, (id) => warehouses.find((one) => one.id === id)?.name ?? '…'),
    [say, warehouses],
  )
  const create = useMay()('managers') ? toNew : null
  const open = useCallback(
    (row: CustomerReturn) => void navigate({ to: `${RETURNS}/${row.id}`, search: true }),
    [navigate],
  )
  return (
    <>
      <ListHead
        title={say('title')}
        searchLabel={say('searchLabel')}
        filterNames={FILTERS}
        filters={<ReturnFilters />}
        onCreate={create}
        exported={{ kind: 'customerReturns', query }}
      />
      <ListTable
        name="returns"
        label={say('list')}
        list={list}
        columns={columns}
        idOf={(row) => row.id}
        nameOf={(row) => say('numbered', { number: row.number })}
        openId={openId}
        onOpen={open}
        hrefOf={({ id }) => `${RETURNS}/${id}`}
        sort={NEWEST_FIRST}
        filterNames={FILTERS}
        totals={{ kind: 'customerReturns', query, print: ({ amount = 0 }) => ({ amount: money(amount) }) }}
        empty={{
          title: say('emptyTitle'),
          text: say('emptyText'),
          action: create && { label: say('withoutOrder'), run: create },
        }}
      />
    </>
  )
}

function columnsOf(say: Say<'returns'>, warehouseOf: (id: string) => string): Column<CustomerReturn>[] {
  return [
    { key: 'number', label: say('number'), width: '88px', sort: 'createdAt', cell: (row) => row.number },
    {
      key: 'date',
      label: say('date'),
      width: '92px',
      from: 560,
      sort: 'documentDate',
      cell: (row) => day(row.documentDate ?? row.postedAt ?? row.createdAt),
    },
    { key: 'customer', label: say('customer'), width: 'minmax(110px, 3fr)', cell: (row) => row.customer },
    {
      key: 'status',
      label: say('status'),
      width: '104px',
      from: 420,
      cell: ({ status }) => <ReturnStatusBadge status={status} />,
    },
    {
      key: 'warehouse',
      label: say('warehouseId'),
      width: 'minmax(80px, 1fr)',
      from: 760,
      cell: (row) => warehouseOf(row.warehouseId),
    },
    ...plainColumns<CustomerReturn>(customerReturns, sayOfRecords(customerReturns)),
    { key: 'amount', label: say('amount'), width: '120px', align: 'end', cell: (row) => money(row.amount) },
  ]
}

function ReturnFilters() {
  const say = useWords('returns')
  const statuses = STATUSES.map((value) => ({ value, label: say(`filter-${value}`) }))
  return (
    <>
      <ChoiceFilter
        name="status"
        label={say('status')}
        choices={[{ value: '', label: say('allStatuses') }, ...statuses]}
      />
      <WarehouseFilter />
      <PartnerFilter name="customer" label={say('customer')} />
      <ProductFilter />
      <DayFilters />
    </>
  )
}
