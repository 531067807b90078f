/** What there is of each product at each warehouse; a figure opens what it is made of. */
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Stock } from '../../../sdk/types.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { useAddress } from '../../data/address.ts'
import { useList } from '../../data/lists.ts'
import { quantity } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import { useTableWords } from '../shell/table-words.ts'
import { type Names, useNames } from './near-products.ts'
import { NoRows } from './no-rows.tsx'
import classes from './stock.module.css'

const rowId = ({ productId, warehouseId }: Stock) => `${productId}/${warehouseId}`

export function RowTable({ openId }: { readonly openId: string | undefined }) {
  const say = useWords('stock')
  const navigate = useNavigate()
  const [{ q, warehouse, there }] = useAddress()
  const query = useMemo(
    () => ({
      ...(q && { q }),
      ...(warehouse && { warehouseId: warehouse }),
      ...(there && { inStock: there === 'yes' }),
    }),
    [q, warehouse, there],
  )
  const list = useList('stock', query)
  const { names, see } = useNames(list.items)
  const words = useTableWords(say('list-rows'))
  const open = useCallback((row: Stock) => void navigate({ to: `/stock/rows/${rowId(row)}`, search: true }), [navigate])
  return (
    <DataTable
      words={words}
      rows={list.items}
      columns={columnsOf(say, names)}
      idOf={rowId}
      nameOf={(row) => names.product(row.productId)}
      isPending={list.isPending}
      hasMore={list.hasMore}
      onMore={list.readMore}
      openId={openId}
      onOpen={open}
      onVisible={see}
    >
      <NoRows list={list} title="emptyTitle" text="emptyText" />
    </DataTable>
  )
}

function columnsOf(say: Say<'stock'>, names: Names): Column<Stock>[] {
  const figure = (name: 'onHand' | 'reserved' | 'available', part: string, from = 0): Column<Stock> => ({
    key: name,
    label: say(name),
    width: '80px',
    align: 'end',
    from,
    cell: (row) => (
      // The row's own keys open it; a click on a figure opens what that figure is made of.
      <Link
        to={`/stock/rows/${rowId(row)}`}
        search={((before: object) => ({ ...before, part })) as never}
        className={classes.figure}
        tabIndex={-1}
        onClick={(event) => event.stopPropagation()}
      >
        {quantity(row[name], name === 'onHand' ? names.uom(row.productId) : null)}
      </Link>
    ),
  })
  return [
    { key: 'product', label: say('product'), width: 'minmax(120px, 3fr)', cell: (row) => names.product(row.productId) },
    { key: 'sku', label: say('sku'), width: 'minmax(80px, 1fr)', from: 700, cell: (row) => names.sku(row.productId) },
    {
      key: 'warehouse',
      label: say('warehouse'),
      width: 'minmax(80px, 1fr)',
      from: 340,
      cell: (row) => names.warehouse(row.warehouseId),
    },
    figure('onHand', 'lots', 520),
    figure('reserved', 'orders', 520),
    figure('available', 'lots'),
  ]
}
