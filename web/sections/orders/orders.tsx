/** Orders as a table or as a board by status, and the order beside them. */
import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Order } from '../../../sdk/types.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { IconPlus } from '../../components/icons.ts'
import { ListBar } from '../../components/list-bar.tsx'
import { Empty } from '../../components/notices.tsx'
import { useShortcuts } from '../../components/shortcuts.ts'
import { Split } from '../../components/split.tsx'
import { type Address, useAddress } from '../../data/address.ts'
import { type ListView, useAll, useList, useRecord } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { day, money } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import { Failure } from '../shell/failure.tsx'
import { RecordPicker } from '../shell/record-picker.tsx'
import { useTableWords } from '../shell/table-words.ts'
import { OrderBoard } from './order-board.tsx'
import { StatusBadge } from './order-status.tsx'
import classes from './orders.module.css'

const STATUSES = ['new', 'picking', 'shipped', 'cancelled'] as const

/** What the address asks of the list, but for the status. */
export function orderQuery({ q, sort, customer, warehouse, channel, from, to }: Address) {
  return {
    sort: sort ?? '-createdAt',
    ...(q && { q }),
    ...(customer && { customerId: customer }),
    ...(warehouse && { warehouseId: warehouse }),
    ...(channel && { channel }),
    ...(from && { orderedFrom: from }),
    ...(to && { orderedTo: to }),
  }
}

const statusQuery = ({ status }: Address) =>
  status === 'open' ? { status: ['new', 'picking'] } : status ? { status: [status] } : {}

const FILTERS = ['status', 'warehouse', 'customer', 'from', 'to'] as const

export function Orders() {
  const { id } = useParams({ strict: false }) as { readonly id?: string }
  const pathname = useLocation({ select: (location) => location.pathname })
  const isOpen = id !== undefined || pathname.endsWith('/new')
  return <Split list={<OrderList openId={id} />} record={isOpen ? <Outlet /> : null} />
}

function OrderList({ openId }: { readonly openId: string | undefined }) {
  const say = useWords('orders')
  const core = useWords('core')
  const navigate = useNavigate()
  const [address, change] = useAddress()
  const isBoard = address.view === 'board'
  const canCreate = useMay()('managers')
  const create = () => void navigate({ to: '/orders/new', search: true })
  useShortcuts(canCreate ? { c: create } : {})
  const open = useCallback(
    (row: Order) => void navigate({ to: '/orders/$id', params: { id: row.id }, search: true }),
    [navigate],
  )
  const onCreate = canCreate ? create : null
  return (
    <>
      <ListBar
        title={say('title')}
        searchLabel={say('searchLabel')}
        clearLabel={core('clearSearch')}
        q={address.q ?? ''}
        onSearch={(q) => change({ q: q === '' ? undefined : q })}
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
        filtersLabel={core('filters')}
        filterCount={FILTERS.filter((name) => address[name]).length}
        filters={<OrderFilters address={address} change={change} isBoard={isBoard} />}
        action={
          canCreate && (
            <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={create} title="c">
              {core('create')}
            </Button>
          )
        }
      />
      {isBoard ? (
        <OrderBoard query={orderQuery(address)} openId={openId} onOpen={open} />
      ) : (
        <OrderTable openId={openId} onOpen={open} onCreate={onCreate} />
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
  const [address, change] = useAddress()
  const query = useMemo(() => ({ ...orderQuery(address), ...statusQuery(address) }), [address])
  const list = useList('orders', query)
  const { record: warehouses = [] } = useAll('warehouses')
  const columns = useMemo(
    () => columnsOf(say, (id) => warehouses.find((one) => one.id === id)?.name ?? '…'),
    [say, warehouses],
  )
  const words = useTableWords(say('list'))
  return (
    <DataTable
      words={words}
      rows={list.items}
      columns={columns}
      idOf={(row) => row.id}
      nameOf={(row) => row.number}
      isPending={list.isPending}
      hasMore={list.hasMore}
      onMore={list.readMore}
      openId={openId}
      onOpen={onOpen}
      sort={query.sort}
      onSort={(sort) => change({ sort: sort === '-createdAt' ? undefined : sort })}
    >
      <NoOrders list={list} address={address} onClear={() => change(CLEARED)} onCreate={onCreate} />
    </DataTable>
  )
}

const CLEARED = {
  q: undefined,
  status: undefined,
  customer: undefined,
  warehouse: undefined,
  channel: undefined,
  from: undefined,
  to: undefined,
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
    { key: 'status', label: say('status'), width: '104px', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      key: 'warehouse',
      label: say('warehouse'),
      width: 'minmax(80px, 1fr)',
      from: 860,
      cell: (row) => warehouseOf(row.warehouseId),
    },
    { key: 'channel', label: say('channel'), width: 'minmax(80px, 1fr)', from: 760, cell: (row) => row.channel },
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

interface FiltersProps {
  readonly address: Address
  readonly change: (parts: Address) => void
  readonly isBoard: boolean
}

function OrderFilters({ address, change, isBoard }: FiltersProps) {
  const say = useWords('orders')
  const { record: warehouses = [] } = useAll('warehouses')
  const choose = (name: string) => (event: { currentTarget: HTMLSelectElement | HTMLInputElement }) =>
    change({ [name]: event.currentTarget.value || undefined })
  return (
    <>
      {!isBoard && (
        <NativeSelect
          size="sm"
          aria-label={say('status')}
          value={address.status ?? ''}
          data={[
            { value: '', label: say('allStatuses') },
            { value: 'open', label: say('open') },
            ...STATUSES.map((status) => ({ value: status, label: say(`column-${status}`) })),
          ]}
          onChange={choose('status')}
        />
      )}
      {warehouses.length > 1 && (
        <NativeSelect
          size="sm"
          aria-label={say('warehouse')}
          value={address.warehouse ?? ''}
          data={[
            { value: '', label: say('allWarehouses') },
            ...warehouses.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={choose('warehouse')}
        />
      )}
      <CustomerFilter value={address.customer ?? null} onChange={(customer) => change({ customer })} />
      {(['from', 'to'] as const).map((edge) => (
        <TextInput
          key={edge}
          size="sm"
          type="date"
          aria-label={say(edge)}
          title={say(edge)}
          value={address[edge] ?? ''}
          onChange={choose(edge)}
        />
      ))}
    </>
  )
}

interface CustomerFilterProps {
  readonly value: string | null
  readonly onChange: (id: string | undefined) => void
}

function CustomerFilter({ value, onChange }: CustomerFilterProps) {
  const say = useWords('orders')
  const { error } = useRecord('partners', value)
  return (
    <div className={classes.customerFilter}>
      <RecordPicker
        kind="partners"
        label={say('customer')}
        isLabelHidden
        value={error === null ? value : null}
        onChange={(id) => onChange(id ?? undefined)}
      />
    </div>
  )
}

interface NoOrdersProps {
  readonly list: ListView<Order>
  readonly address: Address
  readonly onClear: () => void
  readonly onCreate: (() => void) | null
}

/** Why there are no rows: it failed, nothing fits, or there is none yet. */
function NoOrders({ list, address, onClear, onCreate }: NoOrdersProps) {
  const say = useWords('orders')
  const core = useWords('core')
  if (list.error !== null) return <Failure error={list.error} title={core('notLoaded')} onRetry={list.retry} />
  if (Object.keys(CLEARED).some((name) => address[name]))
    return (
      <Empty title={say('nothingTitle')} text={say('nothingText')}>
        <Button variant="default" onClick={onClear}>
          {core('clearFilters')}
        </Button>
      </Empty>
    )
  return (
    <Empty title={say('emptyTitle')} text={say('emptyText')}>
      {onCreate && <Button onClick={onCreate}>{say('new')}</Button>}
    </Empty>
  )
}
