/** The orders as a table or as a board by status, with the selected order beside them. */
import { SegmentedControl } from '@mantine/core'
import { Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Order } from '../../../sdk/types.ts'
import type { Column } from '../../components/data-table.tsx'
import { Split } from '../../components/split.tsx'
import { useAddress } from '../../data/address.ts'
import { useAll, useList } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { ChoiceFilter, DayFilters, LinkedPeriodFilter, WarehouseFilter } from '../../parts/list-filters.tsx'
import { ListHead } from '../../parts/list-head.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { PartnerFilter } from '../../parts/partner-filter.tsx'
import { orders } from '../../records/orders.ts'
import { day, money, quantity } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import { sayOfRecords } from '../records/all.ts'
import { PlainFilters, plainColumns, plainFilters } from '../records/plain-lists.tsx'
import { NEWEST_FIRST } from '../records/plain-query.ts'
import { OrderBoard } from './order-board.tsx'
import { OrderStatusBadge } from './order-status.tsx'
import { orderQuery, statusQuery } from './queries.ts'

const STATUSES = ['new', 'picking', 'shipped', 'cancelled'] as const

const FILTERS = ['status', 'waiting', 'warehouse', 'customer', ...plainFilters(orders), 'from', 'to']
const NARROWING = [...FILTERS, 'channel', 'shippedFrom', 'shippedTo']

export function Orders() {
  const { id } = useParams({ strict: false }) as { readonly id?: string }
  const pathname = useLocation({ select: (location) => location.pathname })
  const isOpen = id !== undefined || pathname.endsWith('/new')
  return <Split list={<OrderList openId={id} />} record={isOpen ? <Outlet /> : null} />
}

function OrderList({ openId }: { readonly openId: string | undefined }) {
  const say = useWords('orders')
  const navigate = useNavigate()
  const [address, change] = useAddress()
  const isBoard = address.view === 'board'
  const create = useMay()('managers') ? () => void navigate({ to: '/orders/new', search: true }) : null
  const open = useCallback(
    (row: Order) => void navigate({ to: '/orders/$id', params: { id: row.id }, search: true }),
    [navigate],
  )
  return (
    <>
      <ListHead
        title={say('title')}
        searchLabel={say('searchLabel')}
        filterNames={FILTERS}
        filters={<OrderFilters isBoard={isBoard} />}
        view={
          <SegmentedControl
            size="xs"
            aria-label={say('view')}
            value={isBoard ? 'board' : 'table'}
            data={[
              { value: 'table', label: say('table') },
              { value: 'board', label: say('board') },
            ]}
            onChange={(view) => change({ view: view === 'board' ? view : undefined })}
          />
        }
        onCreate={create}
        exported={{ kind: 'orders', query: { ...orderQuery(address), ...statusQuery(address) } }}
      />
      {isBoard ? (
        <OrderBoard query={orderQuery(address)} openId={openId} onOpen={open} />
      ) : (
        <OrderTable openId={openId} onOpen={open} onCreate={create} />
      )}
    </>
  )
}

interface OrderTableProps {
  readonly openId: string | undefined
  readonly onOpen: (row: Order) => void
  readonly onCreate: (() => void) | null
}

function OrderTable({ openId, onOpen, onCreate }: OrderTableProps) {
  const say = useWords('orders')
  const [address] = useAddress()
  const query = useMemo(() => ({ ...orderQuery(address), ...statusQuery(address) }), [address])
  const list = useList('orders', query)
  const { record: warehouses = [] } = useAll('warehouses')
  const columns = useMemo(
    () => columnsOf(say, (id) => warehouses.find((one) => one.id === id)?.name ?? '…'),
    [say, warehouses],
  )
  return (
    <ListTable
      name="orders"
      label={say('list')}
      list={list}
      columns={columns}
      idOf={(row) => row.id}
      nameOf={(row) => row.number}
      openId={openId}
      onOpen={onOpen}
      hrefOf={({ id }) => `/orders/${id}`}
      sort={NEWEST_FIRST}
      filterNames={NARROWING}
      totals={{ kind: 'orders', query, print: ({ total = 0 }) => ({ total: money(total) }) }}
      empty={{
        title: say('emptyTitle'),
        text: say('emptyText'),
        action: onCreate && { label: say('new'), run: onCreate },
      }}
    />
  )
}

function columnsOf(say: Say<'orders'>, warehouseOf: (id: string) => string): Column<Order>[] {
  return [
    { key: 'number', label: say('number'), width: '88px', sort: 'createdAt', cell: (row) => row.number },
    {
      key: 'date',
      label: say('date'),
      width: '92px',
      sort: 'orderedAt',
      from: 620,
      cell: (row) => day(row.orderedAt),
    },
    { key: 'customer', label: say('customer'), width: 'minmax(110px, 3fr)', cell: (row) => row.customer },
    { key: 'status', label: say('status'), width: '104px', cell: ({ status }) => <OrderStatusBadge status={status} /> },
    {
      key: 'waiting',
      label: say('waiting'),
      width: '96px',
      align: 'end',
      from: 1000,
      cell: ({ waiting }) => quantity(waiting),
    },
    {
      key: 'warehouse',
      label: say('warehouse'),
      width: 'minmax(80px, 1fr)',
      from: 860,
      cell: (row) => warehouseOf(row.warehouseId),
    },
    { key: 'channel', label: say('channel'), width: 'minmax(80px, 1fr)', from: 760, cell: (row) => row.channel },
    ...plainColumns<Order>(orders, sayOfRecords(orders)),
    {
      key: 'total',
      label: say('total'),
      width: '120px',
      align: 'end',
      from: 480,
      cell: (row) => money(row.total),
    },
  ]
}

function OrderFilters({ isBoard }: { readonly isBoard: boolean }) {
  const say = useWords('orders')
  const statuses = [
    { value: '', label: say('allStatuses') },
    { value: 'open', label: say('open') },
    ...STATUSES.map((status) => ({ value: status, label: say(`column-${status}`) })),
  ]
  return (
    <>
      {!isBoard && <ChoiceFilter name="status" label={say('status')} choices={statuses} />}
      <ChoiceFilter
        name="waiting"
        label={say('waitingFilter')}
        choices={[
          { value: '', label: say('waitingOrNot') },
          { value: 'yes', label: say('onlyWaiting') },
        ]}
      />
      <WarehouseFilter />
      <PartnerFilter name="customer" label={say('customer')} />
      <PlainFilters spec={orders} />
      <LinkedPeriodFilter of="shipped" names={['shippedFrom', 'shippedTo']} />
      <DayFilters />
    </>
  )
}
