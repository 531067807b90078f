/** The fields of the product form that are not lists. */
import { Autocomplete, NativeSelect, Stack, TagsInput, TextInput } from '@mantine/core'
import { unitName } from '../../../spellings/units.ts'
import { NumberField } from '../../components/number-field.tsx'
import { CODE_FIELD } from '../../components/scanned-field.ts'
import { UNIT_CHOICES } from '../../data/units.ts'
import { CodeNote } from '../../parts/code-note.tsx'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { products } from '../../records/products.ts'
import { useLanguage, useWords, type Word } from '../../words/words.ts'
import { RecordFields } from '../records/record-fields.tsx'
import type { ProductCommand, ProductValues } from './product-values.ts'
import classes from './products.module.css'

const KINDS = ['product', 'variant', 'bundle', 'service'] as const
const MONEY = { decimals: 2, rightSection: '₽' }

type TextName = 'name' | 'sku' | 'category' | 'uom'
type NumberName = 'price' | 'cost' | 'minPrice' | 'minStock'

/** The fields at the top of the form, which every product needs before it can be sold. */
export function FirstFields({ form, at }: PartProps) {
  const say = useWords('products')
  const text = useTextField({ form, at })
  const figure = useFigureField({ form, at })
  return (
    <Stack gap="sm">
      <TextInput {...text('name')} required autoFocus maxLength={1_000} />
      <div className={classes.pair}>
        <NumberField {...figure('price')} {...MONEY} />
        <Autocomplete
          {...text('uom')}
          placeholder={say('uomPlaceholder')}
          data={[...UNIT_CHOICES]}
          onChange={(uom) => form.change({ uom })}
          onBlur={() => form.change({ uom: unitName(form.values.uom) })}
        />
      </div>
    </Stack>
  )
}

export function ProductFields({ form, at, ownId }: PartProps) {
  const say = useWords('products')
  const { values, change } = form
  const text = useTextField({ form, at })
  return (
    <Stack gap="sm">
      <div className={classes.pair}>
        <NativeSelect
          label={say('kind')}
          value={values.kind}
          data={KINDS.map((kind) => ({ value: kind, label: say(`kind-${kind}`) }))}
          error={at('/kind')}
          onChange={(event) => change({ kind: event.currentTarget.value as ProductValues['kind'] })}
        />
        <TextInput {...text('sku')} {...CODE_FIELD} />
      </div>
      <CodeNote codes={[values.sku]} ownId={ownId} />
      {values.kind === 'variant' && (
        <RecordPicker
          kind="products"
          label={say('parentProductId')}
          query={{ kind: ['product'] }}
          value={values.parentProductId}
          error={at('/parentProductId')}
          onChange={(parentProductId) => change({ parentProductId })}
        />
      )}
      <NumberFields form={form} at={at} />
      <MoreFields form={form} at={at} ownId={ownId} />
    </Stack>
  )
}

/** Returns a function that makes the props of a plain text field. */
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

function MoreFields({ form, at, ownId }: PartProps) {
  const say = useWords('products')
  const { values, change } = form
  return (
    <>
      <TagsInput
        data-takes-codes
        label={say('barcodes')}
        description={say('barcodesHint')}
        value={[...values.barcodes]}
        error={at('/barcodes')}
        splitChars={[',', ' ']}
        onChange={(barcodes) => change({ barcodes })}
      />
      <CodeNote codes={values.barcodes} ownId={ownId} />
      <RecordPicker
        kind="partners"
        label={say('preferredSupplierId')}
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

/** Returns a function that makes the props of a number field. */
function useFigureField({ form, at }: PartProps) {
  const say = useWords('products')
  const hasComma = useLanguage() === 'ru'
  const { values, change } = form
  return (name: NumberName) => ({
    label: say(name as Word<'products'>),
    name,
    hasComma,
    value: values[name],
    error: at(`/${name}`),
    onChange: (typed: string) => change({ [name]: typed } as Partial<ProductValues>),
  })
}

function NumberFields({ form, at }: PartProps) {
  const say = useWords('products')
  const text = useTextField({ form, at })
  const figure = useFigureField({ form, at })
  return (
    <div className={classes.pair}>
      <TextInput {...text('category')} />
      <NumberField {...figure('cost')} label={say('costAtReceipt', { cost: say('cost') })} {...MONEY} />
      <NumberField {...figure('minPrice')} {...MONEY} />
      <NumberField {...figure('minStock')} decimals={3} />
    </div>
  )
}

export interface PartProps {
  readonly form: ProductCommand
  /** Returns the error message of a field, by its path in the request body; undefined when there is none. */
  readonly at: (path: string) => string | undefined
  /** The id of the product that is being edited; undefined for a new product. */
  readonly ownId?: string | undefined
}
