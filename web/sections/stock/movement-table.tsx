/** The table of stock movements: every change of stock, newest first. */
import { useMemo } from 'react'
import type { Movement } from '../../../sdk/types.ts'
import type { Column } from '../../components/data-table.tsx'
import { useAddress } from '../../data/address.ts'
import { useMe } from '../../data/session.ts'
import type { Names } from '../../parts/near-products.ts'
import { movements } from '../../records/movements.ts'
import { dayAndTime, money } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import { sayOfRecords } from '../records/all.ts'
import { plainColumns } from '../records/plain-lists.tsx'
import { changeOf, placeOfMovement, sumsOf, unitSumsOf } from './movements.ts'
import { movementQuery } from './queries.ts'
import { StockTable, useStockList } from './stock-table.tsx'

export function MovementTable({ openId }: { readonly openId: string | undefined }) {
  const say = useWords('stock')
  const { seesCosts } = useMe()
  const [address] = useAddress()
  const query = useMemo(() => movementQuery(address), [address])
  const { names, table } = useStockList('movements', query)
  return (
    <StockTable
      {...table}
      columns={columnsOf(say, names, seesCosts)}
      openId={openId}
      sort="-at"
      totals={{
        kind: 'movements',
        query,
        print: (sums) => ({ quantity: unitSumsOf(sums), cost: sumsOf(sums, 'cost', money) }),
      }}
      emptyTitle={say('emptyMovementsTitle')}
      emptyText={say('emptyMovementsText')}
    />
  )
}

function columnsOf(say: Say<'stock'>, names: Names, seesCosts: boolean): Column<Movement>[] {
  return [
    { key: 'at', label: say('when'), width: '132px', sort: 'at', from: 420, cell: (row) => dayAndTime(row.at) },
    { key: 'type', label: say('type'), width: 'minmax(100px, 124px)', cell: (row) => say(`type-${row.type}`) },
    { key: 'product', label: say('product'), width: 'minmax(90px, 3fr)', cell: (row) => names.product(row.productId) },
    {
      key: 'warehouse',
      label: say('warehouse'),
      width: 'minmax(100px, 1.5fr)',
      from: 780,
      cell: (row) => placeOfMovement(row, names.warehouse),
    },
    ...plainColumns<Movement>(movements, sayOfRecords(movements)),
    {
      key: 'quantity',
      label: say('quantity'),
      width: '92px',
      align: 'end',
      cell: (row) => changeOf(row, names.uom(row.productId)),
    },
    ...(seesCosts
      ? [
          {
            key: 'cost',
            label: say('cost'),
            width: '120px',
            align: 'end' as const,
            from: 660,
            cell: (row: Movement) => money(row.cost),
          },
        ]
      : []),
  ]
}
