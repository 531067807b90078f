/** A list as a table; sorted by the address, and saying why when it has no rows. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { Empty } from '../../components/notices.tsx'
import { useAddress } from '../../data/address.ts'
import type { ListView } from '../../data/lists.ts'
import { useWords } from '../../words/words.ts'
import { Failure } from './failure.tsx'
import { useTableWords } from './table-words.ts'

interface ListTableProps<Row> {
  /** What is listed. */
  readonly label: string
  readonly list: ListView<Row>
  readonly columns: readonly Column<Row>[]
  readonly idOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  readonly openId: string | undefined
  readonly onOpen: (row: Row) => void
  /** The order without a word in the address; of a list that cannot be sorted, undefined. */
  readonly sort?: string
  /** What narrows it, in the address. */
  readonly filterNames: readonly string[]
  /** When there is nothing at all yet. */
  readonly empty: {
    readonly title: string
    readonly text: string
    readonly action: { readonly label: string; readonly run: () => void } | null
  }
  readonly onVisible?: (first: number, last: number) => void
}

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { label, list, sort, onVisible, columns, idOf, nameOf, openId, onOpen } = props
  const [address, change] = useAddress()
  const words = useTableWords(label)
  const sorting = sort !== undefined && {
    sort: address.sort ?? sort,
    onSort: (next: string) => change({ sort: next === sort ? undefined : next }),
  }
  return (
    <DataTable
      words={words}
      rows={list.items}
      columns={columns}
      idOf={idOf}
      nameOf={nameOf}
      isPending={list.isPending}
      hasMore={list.hasMore}
      onMore={list.readMore}
      openId={openId}
      onOpen={onOpen}
      {...sorting}
      {...(onVisible && { onVisible })}
    >
      <NoRows {...props} />
    </DataTable>
  )
}

/** Why there are no rows: it failed, nothing fits, or there is none yet. */
function NoRows<Row>({ list, filterNames, empty }: ListTableProps<Row>): ReactNode {
  const core = useWords('core')
  const [address, change] = useAddress()
  const narrowing = ['q', ...filterNames]
  if (list.error !== null) return <Failure error={list.error} title={core('notLoaded')} onRetry={list.retry} />
  if (narrowing.some((name) => address[name]))
    return (
      <Empty title={core('nothingFound')} text={core('nothingFoundText')}>
        <Button
          variant="default"
          onClick={() => change(Object.fromEntries(narrowing.map((name) => [name, undefined])))}
        >
          {core('clearFilters')}
        </Button>
      </Empty>
    )
  return (
    <Empty title={empty.title} text={empty.text}>
      {empty.action !== null && <Button onClick={empty.action.run}>{empty.action.label}</Button>}
    </Empty>
  )
}
