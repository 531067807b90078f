/** The table with the stock of each product at each warehouse. Each number is a link to the records that it sums up. */
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Stock } from '../../../sdk/types.ts'
import type { Column } from '../../components/data-table.tsx'
import { useAddress } from '../../data/address.ts'
import { useList } from '../../data/lists.ts'
import { quantityInUnits } from '../../data/unit-sums.ts'
import { type Names, useNames } from '../../parts/near-products.ts'
import { quantity } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import { rowQuery } from './queries.ts'
import classes from './stock.module.css'
import { StockTable } from './stock-table.tsx'

const rowId = ({ productId, warehouseId }: Stock) => `${productId}/${warehouseId}`

export function RowTable({ openId }: { readonly openId: string | undefined }) {
  const say = useWords('stock')
  const navigate = useNavigate()
  const [address] = useAddress()
  const query = useMemo(() => rowQuery(address), [address])
  const list = useList('stock', query)
  const { names, see } = useNames(list.items)
  const open = useCallback((row: Stock) => void navigate({ to: `/stock/rows/${rowId(row)}`, search: true }), [navigate])
  return (
    <StockTable
      name="stock.rows"
      label={say('list-rows')}
      list={list}
      columns={columnsOf(say, names)}
      idOf={rowId}
      nameOf={(row) => names.product(row.productId)}
      openId={openId}
      onOpen={open}
      hrefOf={(row) => `/stock/rows/${rowId(row)}`}
      onVisible={see}
      totals={{
        kind: 'stock',
        query,
        print: (totals) => ({
          onHand: quantityInUnits(totals, 'onHand'),
          reserved: quantityInUnits(totals, 'reserved'),
          available: quantityInUnits(totals, 'available'),
        }),
      }}
      emptyTitle={say('emptyTitle')}
      emptyText={say('emptyText')}
    />
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
      // This link is only for the mouse. Keyboard users open the row instead.
      <Link
        to={`/stock/rows/${rowId(row)}`}
        search={((before: object) => ({ ...before, part })) as never}
        className={classes.figure}
        data-zero={row[name] === 0 || undefined}
        tabIndex={-1}
        onClick={(event) => event.stopPropagation()}
      >
        {quantity(row[name], name === 'onHand' ? names.uom(row.productId) : null)}
      </Link>
    ),
  })
  return [
    {
      key: 'product',
      label: say('product'),
      width: 'minmax(120px, 2fr)',
      cell: (row) => (
        <>
          {names.product(row.productId)}
          <span className={classes.placeBelow}>{names.warehouse(row.warehouseId)}</span>
        </>
      ),
    },
    { key: 'sku', label: say('sku'), width: 'minmax(80px, 1fr)', from: 700, cell: (row) => names.sku(row.productId) },
    {
      key: 'warehouse',
      label: say('warehouse'),
      width: 'minmax(80px, 1.2fr)',
      from: 520,
      cell: (row) => names.warehouse(row.warehouseId),
    },
    figure('onHand', 'lots', 520),
    figure('reserved', 'orders', 520),
    figure('available', 'lots'),
  ]
}
