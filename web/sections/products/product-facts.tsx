/** Shows the details of a product. Fields without a value are hidden. */
import { Anchor, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Partner, Product } from '../../../sdk/types.ts'
import { FactList } from '../../components/facts.tsx'
import { useAll, useRecord, useRecords } from '../../data/lists.ts'
import { useRealCost } from '../../data/receipt-costs.ts'
import { ExternalLinks } from '../../parts/external-links.tsx'
import { products } from '../../records/products.ts'
import { money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { RecordFacts } from '../records/record-facts.tsx'
import { ProductPhotos } from './product-photos.tsx'
import { Analogs, ContainingBundles, ProductLink, Variants } from './product-relations.tsx'

const given = (value: number | null | undefined, show: (value: number) => string) =>
  value === null || value === undefined ? null : show(value)

/**
 * Returns what the goods in stock really cost. It is shown beside the cost that the user entered for future receipts.
 */
function useRealCostText(product: Product): string | null {
  const say = useWords('products')
  const real = useRealCost(product)
  if (real === undefined || (real.inStock === null && real.last === null)) return null
  const word = real.inStock === null ? 'real-last' : real.last === null ? 'real-inStock' : 'real-both'
  return say(word, { inStock: money(real.inStock), last: money(real.last) })
}

export function ProductFacts({ product }: { readonly product: Product }) {
  const say = useWords('products')
  const { record: priceTypes = [] } = useAll('priceTypes')
  const { record: filters = [] } = useAll('filters')
  const { record: supplier } = useRecord('partners', product.preferredSupplierId)
  const { record: parent } = useRecord('products', product.parentProductId)
  const real = useRealCostText(product)
  const valuesOf = (filter: (typeof filters)[number]) =>
    filter.values.filter(({ id }) => product.filterValueIds.includes(id)).map(({ name }) => name)
  return (
    <Stack gap="lg">
      <ProductPhotos product={product} />
      <RecordFacts
        spec={products}
        record={product}
        facts={[
          [say('price'), given(product.price, money)],
          // If the user may not see costs, the product in the response has none.
          [say('costAtReceipt', { cost: say('cost') }), given(product.cost, money)],
          [say('realCost'), real],
          [say('minPrice'), given(product.minPrice, money)],
          [say('minStock'), given(product.minStock, (value) => quantity(value, product.uom))],
          [say('parentProductId'), parent && <ProductLink key="parent" product={parent} />],
          [say('barcodes'), product.barcodes.join('\n')],
          [say('category'), product.category],
          [say('preferredSupplierId'), supplier && <SupplierLink key="supplier" supplier={supplier} />],
          [say('uom'), product.uom],
        ]}
      />
      {product.components.length > 0 && <Composition product={product} />}
      <FactList
        title={say('prices')}
        facts={product.prices.map(({ priceTypeId, price }) => [
          priceTypes.find(({ id }) => id === priceTypeId)?.name ?? '…',
          money(price),
        ])}
      />
      <FactList title={say('filterValueIds')} facts={filters.map((one) => [one.name, valuesOf(one).join(', ')])} />
      <FactList
        title={say('packages')}
        facts={product.packages.map((one) => [
          one.name,
          [quantity(one.quantity, product.uom), one.barcode].filter(Boolean).join(' · '),
        ])}
      />
      <Variants product={product} />
      <Analogs product={product} />
      <ContainingBundles product={product} />
      <ExternalLinks id={product.id} />
    </Stack>
  )
}

function SupplierLink({ supplier }: { readonly supplier: Partner }) {
  return (
    <Anchor component={Link} to={`/partners/${supplier.id}`} inherit>
      {supplier.name}
    </Anchor>
  )
}

function Composition({ product }: { readonly product: Product }) {
  const say = useWords('products')
  const { components } = product
  const found = useRecords(
    'products',
    components.map(({ productId }) => productId),
  )
  return (
    <FactList
      title={say('components')}
      facts={components.map(({ productId, quantity: count }) => {
        const component = found.get(productId)
        return [<ProductLink key={productId} product={component} />, quantity(count, component?.uom)]
      })}
    />
  )
}
