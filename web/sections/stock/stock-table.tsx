/** A table of stock; while it is empty it offers to receive. */
import { useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useMay } from '../../data/session.ts'
import { useWords } from '../../words/words.ts'
import { ListTable } from '../shell/list-table.tsx'
import { FILTERS } from './stock-filters.tsx'

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
  return <ListTable {...props} filterNames={FILTERS} empty={{ title: emptyTitle, text: emptyText, action }} />
}
