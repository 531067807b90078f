/** The plain fields of the form of a product. */
import { NativeSelect, Stack, TagsInput, TextInput } from '@mantine/core'
import { NumberField } from '../../components/number-field.tsx'
import { products } from '../../records/products.ts'
import { useLanguage, useWords, type Word } from '../../words/words.ts'
import { RecordFields } from '../records/record-fields.tsx'
import { RecordPicker } from '../shell/record-picker.tsx'
import type { PartProps } from './product-form.tsx'
import type { ProductValues } from './product-values.ts'
import classes from './products.module.css'

const KINDS = ['product', 'variant', 'bundle', 'service'] as const
const MONEY = { decimals: 2, rightSection: '₽' }

type TextName = 'name' | 'sku' | 'category' | 'uom'
type NumberName = 'price' | 'cost' | 'minPrice' | 'minStock'

export function ProductFields({ form, at }: PartProps) {
  const say = useWords('products')
  const { values, change } = form
  const text = useTextField({ form, at })
  return (
    <Stack gap="sm">
      <TextInput {...text('name')} required withAsterisk={false} autoFocus maxLength={1_000} />
      <div className={classes.pair}>
        <NativeSelect
          label={say('kind')}
          value={values.kind}
          data={KINDS.map((kind) => ({ value: kind, label: say(`kind-${kind}`) }))}
          error={at('/kind')}
          onChange={(event) => change({ kind: event.currentTarget.value as ProductValues['kind'] })}
        />
        <TextInput {...text('sku')} />
      </div>
      {values.kind === 'variant' && (
        <RecordPicker
          kind="products"
          label={say('parent')}
          query={{ kind: ['product'] }}
          value={values.parentProductId}
          error={at('/parentProductId')}
          onChange={(parentProductId) => change({ parentProductId })}
        />
      )}
      <NumberFields form={form} at={at} />
      <div className={classes.pair}>
        <TextInput {...text('uom')} placeholder={say('uomPlaceholder')} />
        <TextInput {...text('category')} />
      </div>
      <MoreFields form={form} at={at} />
    </Stack>
  )
}

/** The properties of a plain text field. */
function useTextField({ form, at }: PartProps) {
  const say = useWords('products')
  const { values, change } = form
  return (name: TextName) => ({
    label: say(name as Word<'products'>),
    name,
    value: values[name],
    error: at(`/${name}`),
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      change({ [name]: event.currentTarget.value } as Partial<ProductValues>),
  })
}

function MoreFields({ form, at }: PartProps) {
  const say = useWords('products')
  const { values, change } = form
  return (
    <>
      <TagsInput
        label={say('barcodes')}
        description={say('barcodesHint')}
        value={[...values.barcodes]}
        error={at('/barcodes')}
        splitChars={[',', ' ']}
        onChange={(barcodes) => change({ barcodes })}
      />
      <RecordPicker
        kind="partners"
        label={say('preferredSupplier')}
        value={values.preferredSupplierId}
        error={at('/preferredSupplierId')}
        onChange={(preferredSupplierId) => change({ preferredSupplierId })}
      />
      <RecordFields
        spec={products}
        values={values}
        failure={form.failure}
        isNew={values.base === undefined}
        onChange={change}
      />
    </>
  )
}

function NumberFields({ form, at }: PartProps) {
  const say = useWords('products')
  const hasComma = useLanguage() === 'ru'
  const { values, change } = form
  const figure = (name: NumberName) => ({
    label: say(name as Word<'products'>),
    name,
    hasComma,
    value: values[name],
    error: at(`/${name}`),
    onChange: (typed: string) => change({ [name]: typed } as Partial<ProductValues>),
  })
  return (
    <div className={classes.pair}>
      <NumberField {...figure('price')} {...MONEY} />
      <NumberField {...figure('cost')} {...MONEY} />
      <NumberField {...figure('minPrice')} {...MONEY} />
      <NumberField {...figure('minStock')} decimals={3} />
    </div>
  )
}
