/** Movements: every change of stock, newest first. */
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Movement } from '../../../sdk/types.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { useAddress } from '../../data/address.ts'
import { useList } from '../../data/lists.ts'
import { useMe } from '../../data/session.ts'
import { dayAndTime, money, quantity } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import { useTableWords } from '../shell/table-words.ts'
import { type Names, useNames } from './near-products.ts'
import { NoRows } from './no-rows.tsx'

export function MovementTable({ openId }: { readonly openId: string | undefined }) {
  const say = useWords('stock')
  const { seesCosts } = useMe()
  const navigate = useNavigate()
  const [address, change] = useAddress()
  const query = useMemo(() => {
    const { q, warehouse, type, from, to, sort } = address
    return {
      sort: sort ?? '-at',
      ...(q && { q }),
      ...(warehouse && { warehouseId: warehouse }),
      ...(type && { type: [type] }),
      ...(from && { from }),
      ...(to && { to }),
    }
  }, [address])
  const list = useList('movements', query)
  const { names, see } = useNames(list.items)
  const words = useTableWords(say('list-movements'))
  const open = useCallback(
    (row: Movement) => void navigate({ to: `/stock/movements/${row.id}`, search: true }),
    [navigate],
  )
  return (
    <DataTable
      words={words}
      rows={list.items}
      columns={columnsOf(say, names, seesCosts)}
      idOf={(row) => row.id}
      nameOf={(row) => names.product(row.productId)}
      isPending={list.isPending}
      hasMore={list.hasMore}
      onMore={list.readMore}
      openId={openId}
      onOpen={open}
      sort={query.sort}
      onSort={(sort) => change({ sort: sort === '-at' ? undefined : sort })}
      onVisible={see}
    >
      <NoRows list={list} title="emptyMovementsTitle" text="emptyMovementsText" />
    </DataTable>
  )
}

/** What a movement does to what is there. */
export const SIGNS: Record<Movement['type'], string> = {
  receipt: '+',
  writeoff: '−',
  transfer: '',
  shipment: '−',
  return: '−',
  reversal: '',
}

/** `−3 шт` */
export const changeOf = (movement: Movement, uom: string | null) =>
  `${SIGNS[movement.type]}${quantity(movement.good ?? movement.quantity, uom)}`

/** `Основной → Второй` */
export const placeOf = ({ warehouseId, toWarehouseId }: Movement, nameOf: (id: string) => string) =>
  toWarehouseId === undefined ? nameOf(warehouseId) : `${nameOf(warehouseId)} → ${nameOf(toWarehouseId)}`

function columnsOf(say: Say<'stock'>, names: Names, seesCosts: boolean): Column<Movement>[] {
  return [
    { key: 'at', label: say('when'), width: '132px', sort: 'at', from: 420, cell: (row) => dayAndTime(row.at) },
    { key: 'type', label: say('type'), width: '124px', cell: (row) => say(`type-${row.type}`) },
    { key: 'product', label: say('product'), width: 'minmax(110px, 3fr)', cell: (row) => names.product(row.productId) },
    {
      key: 'warehouse',
      label: say('warehouse'),
      width: 'minmax(100px, 1.5fr)',
      from: 780,
      cell: (row) => placeOf(row, names.warehouse),
    },
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
