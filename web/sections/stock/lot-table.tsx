/**
 * The table of lots, with their unit costs and the quantities that are left. A lot is goods that were received
 * together.
 */
import { useMemo } from 'react'
import type { Lot } from '../../../sdk/types.ts'
import type { Column } from '../../components/data-table.tsx'
import { useAddress } from '../../data/address.ts'
import { useMe } from '../../data/session.ts'
import { quantityInUnits } from '../../data/unit-sums.ts'
import type { Names } from '../../parts/near-products.ts'
import { lots } from '../../records/lots.ts'
import { day, money, quantity } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import { sayOfRecords } from '../records/all.ts'
import { plainColumns } from '../records/plain-lists.tsx'
import { lotQuery } from './queries.ts'
import { StockTable, useStockList } from './stock-table.tsx'

export function LotTable({ openId }: { readonly openId: string | undefined }) {
  const say = useWords('stock')
  const { seesCosts } = useMe()
  const [address] = useAddress()
  const query = useMemo(() => lotQuery(address), [address])
  const { names, table } = useStockList('lots', query)
  return (
    <StockTable
      {...table}
      columns={columnsOf(say, names, seesCosts)}
      openId={openId}
      sort="-createdAt"
      totals={{
        kind: 'lots',
        query,
        print: (totals) => ({
          received: quantityInUnits(totals, 'received'),
          left: quantityInUnits(totals, 'remaining'),
        }),
      }}
      emptyTitle={say('emptyLotsTitle')}
      emptyText={say('emptyLotsText')}
    />
  )
}

function columnsOf(say: Say<'stock'>, names: Names, seesCosts: boolean): Column<Lot>[] {
  return [
    { key: 'product', label: say('product'), width: 'minmax(90px, 3fr)', cell: (row) => names.product(row.productId) },
    { key: 'lotFrom', label: say('lotFrom'), width: '96px', sort: 'createdAt', cell: (row) => day(row.receivedAt) },
    {
      key: 'warehouse',
      label: say('warehouse'),
      width: 'minmax(80px, 1fr)',
      from: 580,
      cell: (row) => names.warehouse(row.warehouseId),
    },
    ...plainColumns<Lot>(lots, sayOfRecords(lots)),
    {
      key: 'received',
      label: say('received'),
      width: '84px',
      align: 'end',
      from: 680,
      cell: (row) => quantity(row.received),
    },
    {
      key: 'left',
      label: say('left'),
      width: '84px',
      align: 'end',
      cell: (row) => quantity(row.remaining, names.uom(row.productId)),
    },
    ...(seesCosts
      ? [
          {
            key: 'unitCost',
            label: say('unitCost'),
            width: '110px',
            align: 'end' as const,
            from: 480,
            cell: (row: Lot) => money(row.unitCost),
          },
        ]
      : []),
  ]
}
