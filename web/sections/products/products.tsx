/** The list of products with their stock, and the selected product beside it. */
import { Badge, Button } from '@mantine/core'
import { Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { Product } from '../../../sdk/types.ts'
import type { Column } from '../../components/data-table.tsx'
import { IconTable } from '../../components/icons.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { Split } from '../../components/split.tsx'
import { type Address, useAddress } from '../../data/address.ts'
import { readDraft } from '../../data/drafts.ts'
import { useAll, useList } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { type Figures, useFigures } from '../../data/stock.ts'
import { ArchiveFilter, ChoiceFilter, WarehouseFilter } from '../../parts/list-filters.tsx'
import { ListHead } from '../../parts/list-head.tsx'
import { type Chosen, ListTable } from '../../parts/list-table.tsx'
import { NameCell } from '../../parts/name-cell.tsx'
import { products } from '../../records/products.ts'
import { money, quantity } from '../../words/format.ts'
import { loadWords, type Say, useWords } from '../../words/words.ts'
import { sayOfRecords } from '../records/all.ts'
import { PlainFilters, plainColumns, plainFilters } from '../records/plain-lists.tsx'
import { plainQuery } from '../records/plain-query.ts'
import { ProductPicture } from './product-picture.tsx'

/** Turns the page address into a list request. Archived products are left out unless the address asks for them. */
export function productQuery(address: Address) {
  const { q, sort, kind, value, archived } = address
  return {
    sort: sort ?? 'name',
    ...(q && { q }),
    ...(kind && { kind: [kind] }),
    ...(value && { valueId: value }),
    ...plainQuery(products, address),
    ...(archived === 'all' ? {} : { archived: archived === 'only' }),
  }
}

/**
 * The bar with the bulk actions. Its code is loaded once the user selects something, or if commands from before a
 * reload got no response.
 */
const ProductBulk = lazyPart(async () => {
  const [{ ProductBulk: bulk }] = await Promise.all([import('./product-bulk.tsx'), loadWords('grid')])
  return bulk
})

function Bulk({ chosen }: { readonly chosen: Chosen<Product> }) {
  const [isWanted, setWanted] = useState(() => readDraft('products/bulk') !== null)
  if (!isWanted && chosen.rows.length > 0) setWanted(true)
  return isWanted ? <ProductBulk chosen={chosen} /> : null
}

export function Products() {
  const { id } = useParams({ strict: false }) as { readonly id?: string }
  const pathname = useLocation({ select: (location) => location.pathname })
  const isOpen = id !== undefined || pathname.endsWith('/new')
  return <Split list={<ProductList openId={id} />} record={isOpen ? <Outlet /> : null} />
}

function ProductList({ openId }: { readonly openId: string | undefined }) {
  const say = useWords('products')
  const navigate = useNavigate()
  const [address] = useAddress()
  const query = useMemo(() => productQuery(address), [address])
  const list = useList('products', query)
  const [chunk, setChunk] = useState({ from: 0, to: FIGURES_AT_ONCE })
  const near = useMemo(() => list.items.slice(chunk.from, chunk.to), [list.items, chunk])
  const figures = useFigures(near, address.warehouse)
  const create = useMay()('managers') ? () => void navigate({ to: '/products/new', search: true }) : null
  const open = useCallback(
    (row: Product) => void navigate({ to: '/products/$id', params: { id: row.id }, search: true }),
    [navigate],
  )
  const see = useCallback((first: number, last: number) => {
    const next = chunkOf(first, last)
    setChunk((before) => (before.from === next.from && before.to === next.to ? before : next))
  }, [])
  const hasPictures = useMemo(() => list.items.some(({ images }) => images.length > 0), [list.items])
  const columns = useMemo(() => columnsOf(say, figures, hasPictures), [say, figures, hasPictures])
  return (
    <>
      <ListHead
        title={say('title')}
        searchLabel={say('searchLabel')}
        filterNames={FILTERS}
        filters={<ProductFilters />}
        onCreate={create}
        exported={{ kind: 'products', query }}
        view={
          create && (
            <Button
              size="sm"
              variant="default"
              leftSection={<IconTable size={16} aria-hidden />}
              onClick={() => void navigate({ to: '/products/grid', search: true })}
            >
              {say('asGrid')}
            </Button>
          )
        }
      />
      <ListTable
        name="products"
        {...(create && { bulk: (chosen: Chosen<Product>) => <Bulk chosen={chosen} /> })}
        label={say('list')}
        list={list}
        columns={columns}
        idOf={(row) => row.id}
        nameOf={(row) => row.name}
        openId={openId}
        onOpen={open}
        hrefOf={({ id }) => `/products/${id}`}
        sort="name"
        filterNames={NARROWING}
        totals={{ kind: 'products', query }}
        empty={{
          title: say('emptyTitle'),
          text: say('emptyText'),
          action: create && { label: say('new'), run: create },
        }}
        onVisible={see}
      />
    </>
  )
}

/**
 * The names of the filters that make the list shorter. The filter by warehouse is not among them, because it changes
 * which stock is shown and not which products.
 */
const NARROWING = ['kind', 'value', ...plainFilters(products), 'archived']
export const FILTERS = ['warehouse', ...NARROWING]
const FIGURES_AT_ONCE = 50
const ROW_PICTURE_PX = 26

/**
 * Extends the range of visible rows to whole blocks of fifty, so that scrolling by one row does not cause a new
 * request.
 */
function chunkOf(first: number, last: number): { readonly from: number; readonly to: number } {
  const from = Math.floor(first / FIGURES_AT_ONCE) * FIGURES_AT_ONCE
  const to = Math.max(from + FIGURES_AT_ONCE, Math.ceil((last + 1) / FIGURES_AT_ONCE) * FIGURES_AT_ONCE)
  return { from, to }
}

function columnsOf(
  say: Say<'products'>,
  figures: ReadonlyMap<string, Figures>,
  hasPictures: boolean,
): Column<Product>[] {
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
        <NameCell
          name={row.name}
          archived={row.archived}
          picture={<ProductPicture product={row} sizePx={ROW_PICTURE_PX} isPlaceKept={hasPictures} />}
        >
          {row.kind !== 'product' && (
            <Badge size="sm" variant="light" color="gray" tt="none">
              {say(`kind-${row.kind}`)}
            </Badge>
          )}
        </NameCell>
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
    ...plainColumns<Product>(products, sayOfRecords(products)),
  ]
}

const KINDS = ['product', 'variant', 'bundle', 'service'] as const

interface FiltersProps {
  /** Whether to leave out the filter by warehouse, because the list shows no stock. */
  readonly isWithoutWarehouse?: boolean
}

export function ProductFilters({ isWithoutWarehouse }: FiltersProps) {
  const say = useWords('products')
  const { record: filters = [] } = useAll('filters')
  const values = filters.flatMap((filter) =>
    filter.values.map((value) => ({ value: value.id, label: `${filter.name}: ${value.name}` })),
  )
  const kinds = KINDS.map((kind) => ({ value: kind, label: say(`kind-${kind}`) }))
  return (
    <>
      {isWithoutWarehouse !== true && <WarehouseFilter />}
      <ChoiceFilter name="kind" label={say('kind')} choices={[{ value: '', label: say('allKinds') }, ...kinds]} />
      {values.length > 0 && (
        <ChoiceFilter
          name="value"
          label={say('filterValue')}
          choices={[{ value: '', label: say('anyValue') }, ...values]}
        />
      )}
      <PlainFilters spec={products} />
      <ArchiveFilter />
    </>
  )
}
