/** Shows the history of a product. Ids of other records are shown as the names of those records. */
import type { ReactNode } from 'react'
import type { Product } from '../../../sdk/types.ts'
import { useAll, useRecord } from '../../data/lists.ts'
import { products } from '../../records/products.ts'
import { money, quantity } from '../../words/format.ts'
import { useWords, type Word } from '../../words/words.ts'
import { SpecHistory } from '../records/record-facts.tsx'

/**
 * The keys of the fields' labels in the app's texts, by field name. Fields that are missing here use their own name as
 * the key.
 */
const FIELD_WORDS: Readonly<Record<string, Word<'products'>>> = {
  images: 'photos',
}
const MONEY = new Set(['price', 'cost', 'minPrice'])

type Entries = readonly Readonly<Record<string, unknown>>[]
const named = (names: ReadonlyMap<string, string>, ids: readonly string[]) =>
  ids.map((id) => names.get(id) ?? '…').join(', ')

export function ProductHistory({ product }: { readonly product: Product }) {
  const say = useWords('products')
  const { record: filters = [] } = useAll('filters')
  const { record: priceTypes = [] } = useAll('priceTypes')
  const values = new Map(filters.flatMap((filter) => filter.values.map((value) => [value.id, value.name] as const)))
  const types = new Map(priceTypes.map(({ id, name }) => [id, name]))
  const shows: Readonly<Record<string, (value: never) => ReactNode>> = {
    kind: (kind: Product['kind']) => say(`kind-${kind}`),
    filterValueIds: (ids: readonly string[]) => named(values, ids),
    prices: (prices: Product['prices']) =>
      prices.map(({ priceTypeId, price }) => `${types.get(priceTypeId) ?? '…'}: ${money(price)}`).join(', '),
    packages: (packages: Product['packages']) =>
      packages.map((one) => [one.name, quantity(one.quantity), one.barcode].filter(Boolean).join(' · ')).join(', '),
    components: (components: Product['components']) => (
      <Several
        of={components.map((one) => (
          <span key={one.productId}>
            <Named kind="products" id={one.productId} /> × {quantity(one.quantity)}
          </span>
        ))}
      />
    ),
    analogIds: (ids: readonly string[]) => <Several of={ids.map((id) => <Named key={id} kind="products" id={id} />)} />,
    preferredSupplierId: (id: string) => <Named kind="partners" id={id} />,
    parentProductId: (id: string) => <Named kind="products" id={id} />,
    images: (images: Entries) => say('photoCount', { count: images.length }),
  }
  const show = (name: string, value: unknown) =>
    MONEY.has(name) ? money(value as number) : shows[name]?.(value as never)
  return <SpecHistory spec={products} id={product.id} names={FIELD_WORDS} show={show} />
}

interface NamedProps {
  readonly kind: 'products' | 'partners'
  readonly id: string
}

function Named({ kind, id }: NamedProps) {
  const { record } = useRecord(kind, id)
  return record?.name ?? '…'
}

const Several = ({ of }: { readonly of: readonly ReactNode[] }) =>
  of.map((one, index) => (
    <span key={index}>
      {index > 0 && ', '}
      {one}
    </span>
  ))
