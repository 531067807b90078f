/** A list shown as a table, in the sort order from the page address. An empty table shows why it has no rows. */
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { afterFirstScreen } from '../components/after-first-screen.tsx'
import { ColumnsSign } from '../components/columns-button.tsx'
import type { ColumnsMenuProps } from '../components/columns-menu.tsx'
import { type Column, DataTable } from '../components/data-table.tsx'
import { Empty } from '../components/notices.tsx'
import { useAddress } from '../data/address.ts'
import { areTexts, useKept } from '../data/kept.ts'
import type { Kind, ListQuery } from '../data/kinds.ts'
import { type ListTotals, type ListView, useListTotals } from '../data/lists.ts'
import { quantity } from '../words/format.ts'
import { useWords } from '../words/words.ts'
import { Failure } from './failure.tsx'
import { useTableWords } from './table-words.ts'

interface ListTableProps<Row> {
  /** The name of the list, which screen readers say. */
  readonly label: string
  readonly list: ListView<Row>
  readonly columns: readonly Column<Row>[]
  readonly idOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  readonly openId: string | undefined
  readonly onOpen: (row: Row) => void
  /** Returns the address of the page for a row's record. */
  readonly hrefOf?: (row: Row) => string
  /** The default sort order; undefined if the list cannot be sorted. */
  readonly sort?: string
  /** The names of the parameters in the page address that filter the list. */
  readonly filterNames: readonly string[]
  /** The message to show when the list has no records at all. */
  readonly empty: {
    readonly title: string
    readonly text: string
    readonly action: { readonly label: string; readonly run: () => void } | null
  }
  readonly onVisible?: (first: number, last: number) => void
  /**
   * The name under which the browser remembers which columns are visible. Without it, the user cannot choose columns.
   */
  readonly name?: string
  /** The totals to show below the list, by the key of the column. They are shown only while a filter is set. */
  readonly totals?: {
    readonly kind: Kind
    readonly query: ListQuery
    readonly print?: (totals: ListTotals) => Readonly<Record<string, ReactNode>>
  }
  /** Renders the actions for the selected rows. Without this function, rows cannot be selected. */
  readonly bulk?: (chosen: Chosen<Row>) => ReactNode
}

export interface Chosen<Row> {
  readonly rows: readonly Row[]
  /** Whether the list has further rows, which are not loaded and therefore not selected. */
  readonly hasMore: boolean
  readonly isTakingAll: boolean
  /** Loads and selects all rows that match the filters. */
  takeAll(): void
  clear(): void
}

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { label, list, sort, onVisible, idOf, nameOf, openId, onOpen, hrefOf, bulk } = props
  const { columns: shown, corner } = useChosenColumns(props)
  const columns = useColumnsWithTotals(props, shown)
  const { selection, chosen } = useChosenRows(props)
  const [address, change] = useAddress()
  const words = useTableWords(label)
  const sorting = sort !== undefined && {
    sort: address.sort ?? sort,
    onSort: (next: string) => change({ sort: next === sort ? undefined : next }),
  }
  const table = (
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
      hrefOf={hrefOf}
      {...sorting}
      {...(onVisible && { onVisible })}
      {...(corner !== null && { corner })}
      {...(bulk && { selection })}
    >
      <NoRows {...props} />
    </DataTable>
  )
  if (bulk === undefined) return table
  return (
    <>
      {table}
      {/* Show the actions below the table, so that they do not move the rows under the pointer when they appear. */}
      {bulk(chosen)}
    </>
  )
}

const ColumnsMenu = afterFirstScreen<ColumnsMenuProps>({
  load: async () => (await import('../components/columns-menu.tsx')).ColumnsMenu,
  standIn: ({ label }, press) => <ColumnsSign label={label} onClick={press} />,
})

/** Returns the visible columns and the menu for choosing them. The first column is always visible. */
function useChosenColumns<Row>({ columns, name }: ListTableProps<Row>) {
  const core = useWords('core')
  const [hidden, setHidden] = useKept<readonly string[]>(`columns.${name ?? ''}`, [], areTexts)
  const shown = useMemo(() => columns.filter(({ key }, at) => at === 0 || !hidden.includes(key)), [columns, hidden])
  if (name === undefined) return { columns, corner: null }
  const corner = (
    <ColumnsMenu isSmall label={core('columns')} columns={columns.slice(1)} hidden={hidden} onChange={setHidden} />
  )
  return { columns: shown, corner }
}

const NO_LIST = { kind: 'products', query: {} } as const

/** Adds a totals row to the table: the number of records below the first column, and sums below the others. */
function useColumnsWithTotals<Row>({ totals, filterNames }: ListTableProps<Row>, columns: readonly Column<Row>[]) {
  const core = useWords('core')
  const [address] = useAddress()
  const isNarrowed = ['q', ...filterNames].some((name) => address[name])
  const { kind, query } = totals ?? NO_LIST
  const found = useListTotals(kind, query, totals !== undefined && isNarrowed)
  if (found === undefined) return columns
  const sums = totals?.print?.(found) ?? {}
  return columns.map((column, at) => {
    const total = at === 0 ? core('inAll', { total: quantity(found.count ?? 0) }) : sums[column.key]
    return total === undefined ? column : { ...column, total }
  })
}

/** The maximum number of rows that the user can select at once. */
const MAX_CHOSEN = 10_000

/** Returns the selected rows. A row that is no longer in the list is returned as it was when last loaded. */
function useChosenRows<Row>({ list, idOf }: ListTableProps<Row>) {
  const [kept, setKept] = useState<ReadonlyMap<string, Row>>(new Map())
  const [isTakingAll, setTakingAll] = useState(false)
  const { items, hasMore, readMore } = list
  const listed = useMemo(
    () => new Map(kept.size === 0 ? [] : items.map((row) => [idOf(row), row])),
    [items, kept, idOf],
  )
  const change = (ids: ReadonlySet<string>) => {
    const byId = new Map(items.map((row) => [idOf(row), row]))
    setKept(new Map([...ids].flatMap((id) => [[id, (byId.get(id) ?? kept.get(id))!] as const])))
  }
  const isMore = hasMore && items.length < MAX_CHOSEN
  useEffect(() => {
    if (!isTakingAll) return
    if (isMore) return readMore()
    setTakingAll(false)
    setKept(new Map(items.map((row) => [idOf(row), row])))
  }, [isTakingAll, isMore, readMore, items, idOf])
  const ids = useMemo(() => new Set(kept.keys()), [kept])
  const chosen: Chosen<Row> = {
    rows: [...kept].map(([id, row]) => listed.get(id) ?? row),
    hasMore: hasMore || items.length > kept.size,
    isTakingAll,
    takeAll: () => setTakingAll(true),
    clear: () => setKept(new Map()),
  }
  return { selection: { ids, change }, chosen }
}

/** Shows why the list has no rows: there was an error, nothing matches the filters, or there are no records yet. */
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
