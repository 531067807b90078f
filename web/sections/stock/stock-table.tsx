/** A table of one of the stock lists. While the list is empty, the table offers to receive goods. */
import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, useCallback } from 'react'
import type { ListQuery } from '../../data/kinds.ts'
import { useList } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { ListTable } from '../../parts/list-table.tsx'
import { useNames } from '../../parts/near-products.ts'
import { useWords } from '../../words/words.ts'
import { STOCK_FILTERS } from './stock-filters.tsx'

type ListTableProps<Row> = ComponentProps<typeof ListTable<Row>>
type StockTableProps<Row> = Omit<ListTableProps<Row>, 'filterNames' | 'empty'> & {
  readonly emptyTitle: string
  readonly emptyText: string
}

export function StockTable<Row>({ emptyTitle, emptyText, ...props }: StockTableProps<Row>) {
  const say = useWords('stock')
  const navigate = useNavigate()
  const mayMove = useMay()('storekeepers')
  const receive = () => void navigate({ to: '/stock/receive', search: true })
  const action = mayMove ? { label: say('receiveTitle'), run: receive } : null
  return <ListTable {...props} filterNames={STOCK_FILTERS} empty={{ title: emptyTitle, text: emptyText, action }} />
}

/** Loads a stock list and the product of each row. */
export function useStockList<K extends 'lots' | 'movements'>(kind: K, query: ListQuery) {
  const say = useWords('stock')
  const navigate = useNavigate()
  const list = useList(kind, query)
  const { names, see } = useNames(list.items)
  const hrefOf = ({ id }: { readonly id: string }) => `/stock/${kind}/${id}`
  const onOpen = useCallback(
    ({ id }: { readonly id: string }) => void navigate({ to: `/stock/${kind}/${id}`, search: true }),
    [navigate, kind],
  )
  const table = {
    ...{ name: `stock.${kind}`, label: say(`list-${kind}`), list, onOpen, hrefOf, onVisible: see },
    idOf: ({ id }: { readonly id: string }) => id,
    nameOf: ({ productId }: { readonly productId: string }) => names.product(productId),
  }
  return { names, table }
}
