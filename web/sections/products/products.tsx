/** The list of products with what there is of each, and the product beside it. */
import { Badge, Button, NativeSelect } from '@mantine/core'
import { Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { Product } from '../../../sdk/types.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { IconPlus } from '../../components/icons.ts'
import { ListBar } from '../../components/list-bar.tsx'
import { Empty } from '../../components/notices.tsx'
import { useShortcuts } from '../../components/shortcuts.ts'
import { Split } from '../../components/split.tsx'
import { type Address, useAddress } from '../../data/address.ts'
import { type ListView, useAll, useList } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { type Figures, useFigures } from '../../data/stock.ts'
import { money, quantity } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import { Failure } from '../shell/failure.tsx'
import { useTableWords } from '../shell/table-words.ts'
import classes from './products.module.css'

/** What the address asks of the list. Without a word about it the archive is left out. */
export function productQuery({ q, sort, kind, value, archived }: Address) {
  return {
    sort: sort ?? 'name',
    ...(q && { q }),
    ...(kind && { kind: [kind] }),
    ...(value && { valueId: value }),
    ...(archived === 'all' ? {} : { archived: archived === 'only' }),
  }
}

export function Products() {
  const { id } = useParams({ strict: false }) as { readonly id?: string }
  const pathname = useLocation({ select: (location) => location.pathname })
  const isOpen = id !== undefined || pathname.endsWith('/new')
  return <Split list={<ProductList openId={id} />} record={isOpen ? <Outlet /> : null} />
}

function ProductList({ openId }: { readonly openId: string | undefined }) {
  const say = useWords('products')
  const core = useWords('core')
  const may = useMay()
  const navigate = useNavigate()
  const [address, change] = useAddress()
  const query = useMemo(() => productQuery(address), [address])
  const list = useList('products', query)
  const [chunk, setChunk] = useState({ from: 0, to: FIGURES_AT_ONCE })
  const near = useMemo(() => list.items.slice(chunk.from, chunk.to), [list.items, chunk])
  const figures = useFigures(near, address.warehouse)
  const words = useTableWords(say('list'))
  const canCreate = may('managers')
  const create = () => void navigate({ to: '/products/new', search: true })
  useShortcuts(canCreate ? { c: create } : {})
  const open = useCallback(
    (row: Product) => void navigate({ to: '/products/$id', params: { id: row.id }, search: true }),
    [navigate],
  )
  const see = useCallback((first: number, last: number) => {
    const next = chunkOf(first, last)
    setChunk((before) => (before.from === next.from && before.to === next.to ? before : next))
  }, [])
  const columns = useMemo(() => columnsOf(say, core, figures), [say, core, figures])
  return (
    <>
      <ListBar
        title={say('title')}
        searchLabel={say('searchLabel')}
        clearLabel={core('clearSearch')}
        q={address.q ?? ''}
        onSearch={(q) => change({ q: q === '' ? undefined : q })}
        filtersLabel={core('filters')}
        filterCount={FILTERS.filter((name) => address[name]).length}
        filters={<ProductFilters address={address} change={change} />}
        action={
          canCreate && (
            <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={create} title="c">
              {core('create')}
            </Button>
          )
        }
      />
      <DataTable
        words={words}
        rows={list.items}
        columns={columns}
        idOf={(row) => row.id}
        nameOf={(row) => row.name}
        isPending={list.isPending}
        hasMore={list.hasMore}
        onMore={list.readMore}
        openId={openId}
        onOpen={open}
        sort={query.sort}
        onSort={(sort) => change({ sort: sort === 'name' ? undefined : sort })}
        onVisible={see}
      >
        <NoProducts
          list={list}
          address={address}
          onClear={() => change(CLEARED)}
          onCreate={canCreate ? create : null}
        />
      </DataTable>
    </>
  )
}

const FILTERS = ['warehouse', 'kind', 'value', 'archived']
const CLEARED = { q: undefined, kind: undefined, value: undefined, archived: undefined }
const FIGURES_AT_ONCE = 50

/** The rows in view, widened to whole fifties, so that a scrolled row asks nothing anew. */
function chunkOf(first: number, last: number): { readonly from: number; readonly to: number } {
  const from = Math.floor(first / FIGURES_AT_ONCE) * FIGURES_AT_ONCE
  const to = Math.max(from + FIGURES_AT_ONCE, Math.ceil((last + 1) / FIGURES_AT_ONCE) * FIGURES_AT_ONCE)
  return { from, to }
}

function columnsOf(say: Say<'products'>, core: Say<'core'>, figures: ReadonlyMap<string, Figures>): Column<Product>[] {
  const figure = (pick: (of: Figures) => number | null) => (row: Product) => {
    const found = figures.get(row.id)
    return found === undefined || row.kind === 'service' ? '' : quantity(pick(found))
  }
  return [
    {
      key: 'name',
      label: say('name'),
      width: 'minmax(140px, 3fr)',
      sort: 'name',
      cell: (row) => (
        <span className={classes.name}>
          <span className={classes.nameText}>{row.name}</span>
          {row.kind !== 'product' && (
            <Badge size="sm" variant="light" color="gray" tt="none">
              {say(`kind-${row.kind}`)}
            </Badge>
          )}
          {row.archived && (
            <Badge size="sm" variant="light" color="yellow" tt="none">
              {core('archived')}
            </Badge>
          )}
        </span>
      ),
    },
    { key: 'sku', label: say('sku'), width: 'minmax(80px, 1fr)', from: 560, cell: (row) => row.sku ?? '' },
    { key: 'price', label: say('price'), width: '110px', align: 'end', from: 420, cell: (row) => money(row.price) },
    { key: 'onHand', label: say('onHand'), width: '84px', align: 'end', from: 720, cell: figure((of) => of.onHand) },
    {
      key: 'reserved',
      label: say('reserved'),
      width: '84px',
      align: 'end',
      from: 720,
      cell: figure((of) => of.reserved),
    },
    { key: 'available', label: say('available'), width: '84px', align: 'end', cell: figure((of) => of.available) },
  ]
}

interface FiltersProps {
  readonly address: Address
  readonly change: (parts: Address) => void
}

const KINDS = ['product', 'variant', 'bundle', 'service'] as const

function ProductFilters({ address, change }: FiltersProps) {
  const say = useWords('products')
  const { record: warehouses = [] } = useAll('warehouses')
  const { record: filters = [] } = useAll('filters')
  const values = filters.flatMap((filter) =>
    filter.values.map((value) => ({ value: value.id, label: `${filter.name}: ${value.name}` })),
  )
  const choose = (name: string) => (event: { currentTarget: HTMLSelectElement }) =>
    change({ [name]: event.currentTarget.value || undefined })
  return (
    <>
      {warehouses.length > 1 && (
        <NativeSelect
          size="sm"
          aria-label={say('warehouse')}
          value={address.warehouse ?? ''}
          data={[
            { value: '', label: say('allWarehouses') },
            ...warehouses.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={choose('warehouse')}
        />
      )}
      <NativeSelect
        size="sm"
        aria-label={say('kind')}
        value={address.kind ?? ''}
        data={[
          { value: '', label: say('allKinds') },
          ...KINDS.map((kind) => ({ value: kind, label: say(`kind-${kind}`) })),
        ]}
        onChange={choose('kind')}
      />
      {values.length > 0 && (
        <NativeSelect
          size="sm"
          aria-label={say('filterValue')}
          value={address.value ?? ''}
          data={[{ value: '', label: say('anyValue') }, ...values]}
          onChange={choose('value')}
        />
      )}
      <NativeSelect
        size="sm"
        aria-label={say('archive')}
        value={address.archived ?? ''}
        data={[
          { value: '', label: say('showActive') },
          { value: 'only', label: say('showArchived') },
          { value: 'all', label: say('showAll') },
        ]}
        onChange={choose('archived')}
      />
    </>
  )
}

interface NoProductsProps {
  readonly list: ListView<Product>
  readonly address: Address
  readonly onClear: () => void
  readonly onCreate: (() => void) | null
}

/** Why there are no rows: it failed, nothing fits, or there is none yet. */
function NoProducts({ list, address, onClear, onCreate }: NoProductsProps) {
  const say = useWords('products')
  const core = useWords('core')
  if (list.error !== null) return <Failure error={list.error} title={core('notLoaded')} onRetry={list.retry} />
  if (Object.keys(CLEARED).some((name) => address[name]))
    return (
      <Empty title={say('nothingTitle')} text={say('nothingText')}>
        <Button variant="default" onClick={onClear}>
          {core('clearFilters')}
        </Button>
      </Empty>
    )
  return (
    <Empty title={say('emptyTitle')} text={say('emptyText')}>
      {onCreate && <Button onClick={onCreate}>{say('new')}</Button>}
    </Empty>
  )
}
