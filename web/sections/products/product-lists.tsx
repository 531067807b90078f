/** The fields of the product form that are lists: components, prices by price type, filter values, packages. */
import { ActionIcon, Button, MultiSelect, Stack, TextInput } from '@mantine/core'
import { Heading } from '../../components/facts.tsx'
import { IconPlus, IconTrash } from '../../components/icons.ts'
import { NumberField } from '../../components/number-field.tsx'
import { CODE_FIELD } from '../../components/scanned-field.ts'
import { useAll } from '../../data/lists.ts'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import type { PartProps } from './product-fields.tsx'
import type { PackageValues, ProductValues } from './product-values.ts'
import classes from './products.module.css'

const replaced = <T,>(all: readonly T[], at: number, value: T): T[] =>
  all.map((one, index) => (index === at ? value : one))
const without = <T,>(all: readonly T[], at: number): T[] => all.filter((_one, index) => index !== at)

interface RemoveProps {
  readonly label: string
  readonly onClick: () => void
}

const Remove = ({ label, onClick }: RemoveProps) => (
  <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={onClick}>
    <IconTrash size={16} aria-hidden />
  </ActionIcon>
)

interface AddProps {
  readonly label: string
  readonly onClick: () => void
}

const Add = ({ label, onClick }: AddProps) => (
  <div>
    <Button variant="default" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  </div>
)

/** The fields for the components of a bundle, with the quantity of each in one bundle. */
export function ComponentFields({ form, at }: PartProps) {
  const say = useWords('products')
  const hasComma = useLanguage() === 'ru'
  const { components, kind } = form.values
  if (kind !== 'bundle') return null
  const change = (next: ProductValues['components']) => form.change({ components: next })
  return (
    <section>
      <Heading text={say('components')} />
      <Stack gap="xs">
        {components.map((line, index) => (
          <div key={index} className={classes.line}>
            <RecordPicker
              kind="products"
              label={say('component')}
              query={{ kind: ['product', 'variant'] }}
              required
              value={line.productId || null}
              error={at(`/components/${index}/productId`)}
              onChange={(id) => change(replaced(components, index, { ...line, productId: id ?? '' }))}
            />
            <NumberField
              label={say('quantity')}
              decimals={3}
              hasComma={hasComma}
              isPositive
              value={line.quantity}
              error={at(`/components/${index}/quantity`)}
              onChange={(quantity) => change(replaced(components, index, { ...line, quantity }))}
            />
            <span />
            <Remove
              label={say('removeComponent', { name: String(index + 1) })}
              onClick={() => change(without(components, index))}
            />
          </div>
        ))}
        <Add label={say('addComponent')} onClick={() => change([...components, { productId: '', quantity: '1' }])} />
      </Stack>
    </section>
  )
}

/** The field for products that can be sold instead of this one. */
export function AnalogFields({ form, at }: PartProps) {
  const say = useWords('products')
  const { analogIds } = form.values
  const change = (next: readonly string[]) => form.change({ analogIds: next })
  return (
    <section>
      <Heading text={say('analogIds')} />
      <Stack gap="xs">
        {analogIds.map((id, index) => (
          <div key={index} className={classes.pairWithRemove}>
            <RecordPicker
              kind="products"
              label={say('analog')}
              value={id || null}
              error={at(`/analogIds/${index}`)}
              onChange={(chosen) => change(replaced(analogIds, index, chosen ?? ''))}
            />
            <Remove
              label={say('removeAnalog', { name: String(index + 1) })}
              onClick={() => change(without(analogIds, index))}
            />
          </div>
        ))}
        <Add label={say('addAnalog')} onClick={() => change([...analogIds, ''])} />
      </Stack>
    </section>
  )
}

/** The fields for the prices of a product, one for each price type of the company. */
export function PriceFields({ form, at }: PartProps) {
  const say = useWords('products')
  const hasComma = useLanguage() === 'ru'
  const { record: priceTypes = [] } = useAll('priceTypes')
  const { prices } = form.values
  const shown = priceTypes.filter(({ id, archived }) => !archived || prices[id] !== undefined)
  if (shown.length === 0) return null
  return (
    <section>
      <Heading text={say('prices')} />
      <div className={classes.pair}>
        {shown.map(({ id, name }) => (
          <NumberField
            key={id}
            label={name}
            decimals={2}
            rightSection="₽"
            hasComma={hasComma}
            value={prices[id] ?? ''}
            error={at('/prices')}
            onChange={(price) => form.change({ prices: { ...prices, [id]: price } })}
          />
        ))}
      </div>
    </section>
  )
}

/** The fields for the product's filter values. */
export function FilterFields({ form, at }: PartProps) {
  const say = useWords('products')
  const { record: filters = [] } = useAll('filters')
  const { filterValueIds } = form.values
  const shown = filters.filter(({ archived, values }) => !archived && values.length > 0)
  if (shown.length === 0) return null
  return (
    <section>
      <Heading text={say('filterValueIds')} />
      <Stack gap="sm">
        {shown.map(({ id, name, values }) => {
          const ids = new Set(values.map((value) => value.id))
          return (
            <MultiSelect
              key={id}
              label={name}
              searchable
              data={values.map((value) => ({ value: value.id, label: value.name }))}
              value={filterValueIds.filter((one) => ids.has(one))}
              error={at('/filterValueIds')}
              onChange={(chosen) =>
                form.change({ filterValueIds: [...filterValueIds.filter((one) => !ids.has(one)), ...chosen] })
              }
            />
          )
        })}
      </Stack>
    </section>
  )
}

/** The fields for the packages in which the product is sold. */
export function PackageFields({ form, at }: PartProps) {
  const say = useWords('products')
  const hasComma = useLanguage() === 'ru'
  const { packages } = form.values
  const change = (next: readonly PackageValues[]) => form.change({ packages: next })
  return (
    <section>
      <Heading text={say('packages')} />
      <Stack gap="xs">
        {packages.map((line, index) => (
          <div key={index} className={classes.line}>
            <TextInput
              label={say('packageName')}
              value={line.name}
              error={at(`/packages/${index}/name`)}
              onChange={(event) => change(replaced(packages, index, { ...line, name: event.currentTarget.value }))}
            />
            <NumberField
              label={say('packageQuantity')}
              decimals={3}
              hasComma={hasComma}
              isPositive
              value={line.quantity}
              error={at(`/packages/${index}/quantity`)}
              onChange={(quantity) => change(replaced(packages, index, { ...line, quantity }))}
            />
            <TextInput
              {...CODE_FIELD}
              label={say('packageBarcode')}
              value={line.barcode}
              error={at(`/packages/${index}/barcode`)}
              onChange={(event) => change(replaced(packages, index, { ...line, barcode: event.currentTarget.value }))}
            />
            <Remove
              label={say('removePackage', { name: line.name || String(index + 1) })}
              onClick={() => change(without(packages, index))}
            />
          </div>
        ))}
        <Add label={say('addPackage')} onClick={() => change([...packages, { name: '', quantity: '', barcode: '' }])} />
      </Stack>
    </section>
  )
}
