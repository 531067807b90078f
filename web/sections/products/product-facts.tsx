/** What is known of a product: only what is filled in is shown. */
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Product } from '../../../sdk/types.ts'
import { useAll, useRecord } from '../../data/lists.ts'
import { money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import classes from './products.module.css'

type Fact = readonly [label: string, value: ReactNode]

/** A name and a value, one under the other. */
export function Facts({ title, facts }: { readonly title?: string; readonly facts: readonly Fact[] }) {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  if (shown.length === 0) return null
  return (
    <section>
      {title !== undefined && (
        <Text component="h3" fw={600} fz={14} mb={8}>
          {title}
        </Text>
      )}
      <dl className={classes.facts}>
        {shown.map(([label, value]) => (
          <FactRow key={label} label={label} value={value} />
        ))}
      </dl>
    </section>
  )
}

function FactRow({ label, value }: { readonly label: string; readonly value: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}

const given = (value: number | null | undefined, show: (value: number) => string) =>
  value === null || value === undefined ? null : show(value)

export function ProductFacts({ product }: { readonly product: Product }) {
  const say = useWords('products')
  const core = useWords('core')
  const { record: priceTypes = [] } = useAll('priceTypes')
  const { record: filters = [] } = useAll('filters')
  const { record: fields = [] } = useAll('customFields')
  const { record: supplier } = useRecord('partners', product.preferredSupplierId)
  const { record: parent } = useRecord('products', product.parentProductId)
  const valuesOf = (filter: (typeof filters)[number]) =>
    filter.values.filter(({ id }) => product.filterValueIds.includes(id)).map(({ name }) => name)
  const customOf = ({ id, name }: { readonly id: string; readonly name: string }) => {
    const value = product.customValues[id] ?? product.customValues[name]
    return typeof value === 'boolean' ? core(value ? 'yes' : 'no') : value === undefined ? null : String(value)
  }
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [say('price'), given(product.price, money)],
          // Not there for whoever is not shown costs.
          [say('cost'), given(product.cost, money)],
          [say('minPrice'), given(product.minPrice, money)],
          [say('minStock'), given(product.minStock, (value) => quantity(value, product.uom))],
          [say('parent'), parent?.name],
          [say('barcodes'), product.barcodes.join('\n')],
          [say('category'), product.category],
          [say('preferredSupplier'), supplier?.name],
          [say('description'), product.description],
          [say('uom'), product.uom],
          [say('code'), product.code],
          [say('externalCode'), product.externalCode],
          [say('country'), product.country],
          [say('weightKg'), given(product.weightKg, quantity)],
          [say('volumeM3'), given(product.volumeM3, quantity)],
          [say('vatRate'), given(product.vatRate, quantity)],
          [say('tags'), product.tags.join(', ')],
        ]}
      />
      {product.components.length > 0 && <Composition product={product} />}
      <Facts
        title={say('prices')}
        facts={product.prices.map(({ priceTypeId, price }) => [
          priceTypes.find(({ id }) => id === priceTypeId)?.name ?? '…',
          money(price),
        ])}
      />
      <Facts title={say('filterValues')} facts={filters.map((one) => [one.name, valuesOf(one).join(', ')])} />
      <Facts
        title={say('customFields')}
        facts={fields.filter(({ entityKind }) => entityKind === 'product').map((one) => [one.name, customOf(one)])}
      />
      <Facts
        title={say('packages')}
        facts={product.packages.map((one) => [
          one.name,
          [quantity(one.quantity, product.uom), one.barcode].filter(Boolean).join(' · '),
        ])}
      />
    </Stack>
  )
}

function Composition({ product }: { readonly product: Product }) {
  const say = useWords('products')
  return (
    <section>
      <Text component="h3" fw={600} fz={14} mb={8}>
        {say('components')}
      </Text>
      <dl className={classes.facts}>
        {product.components.map((one) => (
          <ComponentRow key={one.productId} id={one.productId} count={one.quantity} />
        ))}
      </dl>
    </section>
  )
}

function ComponentRow({ id, count }: { readonly id: string; readonly count: number }) {
  const { record } = useRecord('products', id)
  return <FactRow label={record?.name ?? '…'} value={quantity(count, record?.uom)} />
}
