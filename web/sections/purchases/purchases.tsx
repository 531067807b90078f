/** The list of purchases: what was ordered from suppliers, and how much of it has arrived. */
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Purchase } from '../../../sdk/types.ts'
import type { Column } from '../../components/data-table.tsx'
import { useAddress } from '../../data/address.ts'
import { useList } from '../../data/lists.ts'
import { amountOf, leftOf } from '../../data/purchases.ts'
import { useMay } from '../../data/session.ts'
import { quantityInUnits } from '../../data/unit-sums.ts'
import { DayFilters, WarehouseFilter } from '../../parts/list-filters.tsx'
import { ListHead } from '../../parts/list-head.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { type Names, useNames } from '../../parts/near-products.ts'
import { PartnerFilter } from '../../parts/partner-filter.tsx'
import { ProductFilter } from '../../parts/product-filter.tsx'
import { purchases } from '../../records/purchases.ts'
import { day, money, quantity } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import { ListAndRecord } from '../purchasing/beside.tsx'
import { WordFilter } from '../purchasing/filters.tsx'
import { useGo } from '../purchasing/going.ts'
import { OrderKinds, OrderKindsText } from '../purchasing/order-kinds.tsx'
import { purchaseQuery } from '../purchasing/queries.ts'
import { StatusBadge } from '../purchasing/status.tsx'
import { sayOfRecords } from '../records/all.ts'
import { PlainFilters, plainColumns, plainFilters } from '../records/plain-lists.tsx'
import { NEWEST_FIRST } from '../records/plain-query.ts'
import { NewPurchase } from './purchase-form.tsx'
import { PurchasePanel } from './purchase-panel.tsx'

const STATUSES = ['expected', 'open', 'partial', 'received'] as const
const FILTERS = ['status', 'supplier', 'warehouse', 'product', ...plainFilters(purchases), 'from', 'to']

export function Purchases() {
  return <ListAndRecord List={PurchaseList} New={NewPurchase} View={PurchasePanel} />
}

function PurchaseList({ openId }: { readonly openId: string | undefined }) {
  const say = useWords('purchasing')
  const navigate = useNavigate()
  const [address] = useAddress()
  const { toNew } = useGo('purchases')
  const query = useMemo(() => purchaseQuery(address), [address])
  const list = useList('purchases', query)
  const { names, see } = useNames(list.items)
  const create = useMay()('managers') ? toNew : null
  const open = useCallback(
    (row: Purchase) => void navigate({ to: `/purchasing/purchases/${row.id}`, search: true }),
    [navigate],
  )
  return (
    <>
      <ListHead
        title={say('purchases')}
        searchLabel={say('purchaseSearch')}
        filterNames={FILTERS}
        filters={<PurchaseFilters />}
        view={<OrderKinds here="purchases" />}
        onCreate={create}
        exported={{ kind: 'purchases', query }}
      />
      <OrderKindsText here="purchases" />
      <ListTable
        label={say('purchaseList')}
        list={list}
        columns={columnsOf(say, names)}
        idOf={(row) => row.id}
        nameOf={(row) => say('purchaseTitle', { number: row.number })}
        openId={openId}
        onOpen={open}
        hrefOf={({ id }) => `/purchasing/purchases/${id}`}
        onVisible={see}
        sort={NEWEST_FIRST}
        filterNames={FILTERS}
        totals={{
          kind: 'purchases',
          query,
          print: (totals) => ({ quantity: quantityInUnits(totals, 'quantity'), total: money(totals.amount ?? 0) }),
        }}
        empty={{
          title: say('noPurchasesTitle'),
          text: say('noPurchasesText'),
          action: create && { label: say('newPurchase'), run: create },
        }}
      />
    </>
  )
}

function columnsOf(say: Say<'purchasing'>, names: Names): Column<Purchase>[] {
  return [
    { key: 'number', label: say('number'), width: '72px', sort: 'createdAt', cell: (row) => row.number },
    { key: 'date', label: say('date'), width: '92px', from: 700, cell: (row) => day(row.createdAt) },
    { key: 'product', label: say('product'), width: 'minmax(110px, 3fr)', cell: (row) => names.product(row.productId) },
    { key: 'supplier', label: say('supplier'), width: 'minmax(100px, 2fr)', from: 560, cell: (row) => row.supplier },
    {
      key: 'status',
      label: say('status'),
      width: '140px',
      from: 480,
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'warehouse',
      label: say('warehouse'),
      width: 'minmax(80px, 1fr)',
      from: 1000,
      cell: (row) => names.warehouse(row.warehouseId),
    },
    {
      key: 'quantity',
      label: say('ordered'),
      width: '84px',
      align: 'end',
      from: 860,
      cell: (row) => quantity(row.quantity, names.uom(row.productId)),
    },
    {
      key: 'left',
      label: say('left'),
      width: '84px',
      align: 'end',
      cell: (row) => quantity(leftOf(row), names.uom(row.productId)),
    },
    ...plainColumns<Purchase>(purchases, sayOfRecords(purchases)),
    { key: 'total', label: say('total'), width: '120px', align: 'end', from: 760, cell: (row) => money(amountOf(row)) },
  ]
}

function PurchaseFilters() {
  const say = useWords('purchasing')
  const statuses = STATUSES.map((value) => ({ value, label: say(`filter-${value}`) }))
  return (
    <>
      <WordFilter name="status" label={say('status')} all={say('allStatuses')} choices={statuses} />
      <PartnerFilter name="supplier" label={say('supplier')} />
      <WarehouseFilter />
      <ProductFilter />
      <PlainFilters spec={purchases} />
      <DayFilters />
    </>
  )
}
