/** The form for creating or editing a product. Typed values are stored as a draft until the server has responded. */
import { Stack } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import type { Product, UpdateProductBody } from '../../../sdk/types.ts'
import { readCode } from '../../codes/scanned-code.ts'
import { Fold } from '../../components/fold.tsx'
import { useScans } from '../../components/scanner.ts'
import { toast } from '../../components/toast.tsx'
import { useAddress } from '../../data/address.ts'
import { client } from '../../data/client.ts'
import { useCommand } from '../../data/command.ts'
import { isFlag, useKept } from '../../data/kept.ts'
import { useRecord } from '../../data/lists.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { FormPanel } from '../../parts/form-panel.tsx'
import { RecordGate } from '../../parts/record-gate.tsx'
import { useWords } from '../../words/words.ts'
import { differing } from '../records/spec.ts'
import { FirstFields, ProductFields } from './product-fields.tsx'
import { AnalogFields, ComponentFields, FilterFields, PackageFields, PriceFields } from './product-lists.tsx'
import { bodyOf, hasMore, newValues, type ProductCommand, type ProductValues, valuesOf } from './product-values.ts'

/** The form for a new product, which calls POST /products. */
export function NewProduct() {
  const say = useWords('products')
  const navigate = useNavigate()
  const [{ variantOf }] = useAddress()
  // Return to the page from which the form was opened: the product list or, for a variant, the page of its parent
  // product.
  const close = useCallback(() => {
    const search = ({ variantOf: _variantOf, ...rest }: Readonly<Record<string, string>>) => rest
    void navigate({ to: variantOf === undefined ? '/products' : `/products/${variantOf}`, search: search as never })
  }, [navigate, variantOf])
  const { record: parent } = useRecord('products', variantOf)
  const form = useCommand<ProductValues, Product>({
    name: ['products/new', variantOf].filter(Boolean).join('/'),
    initial: () => (variantOf === undefined ? newValues(say('uomUsual')) : variantValues(variantOf, parent)),
    send: (values, sending) => client.products.create(bodyOf(values), sending),
    onDone: ({ id, name }) => {
      toast(say('created', { name }))
      void navigate({ to: '/products/$id', params: { id }, search: variantOf === undefined ? true : {} })
    },
  })
  return <ProductForm title={say(variantOf === undefined ? 'new' : 'newVariant')} form={form} onClose={close} />
}

/**
 * Returns the initial values for a variant. They are copied from its parent product: the name, the prices and a few
 * others.
 */
function variantValues(parentProductId: string, parent: Product | undefined): ProductValues {
  const { name, uom, category, price, prices, filterValueIds } = valuesOf(parent ?? null)
  const taken = { name, uom, category, price, prices, filterValueIds }
  return { ...valuesOf(null), ...taken, kind: 'variant', parentProductId }
}

/** The form for editing a product, which calls PATCH /products/{productId}. */
export function EditProduct() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  const say = useWords('products')
  const navigate = useNavigate()
  const close = useCallback(() => void navigate({ to: '/products/$id', params: { id }, search: true }), [navigate, id])
  return (
    <RecordGate view={useRecord('products', id)} title={say('edit')} onClose={close}>
      {(product) => <EditForm key={id} product={product} onClose={close} />}
    </RecordGate>
  )
}

function EditForm({ product, onClose }: { readonly product: Product; readonly onClose: () => void }) {
  const say = useWords('products')
  const form = useCommand<ProductValues & { base?: ProductValues }, Product>({
    name: `products/${product.id}`,
    initial: () => ({ ...valuesOf(product), base: valuesOf(product) }),
    send: ({ base, ...values }, sending) => client.products.update(product.id, changesOf(base, values), sending),
    onDone: () => {
      toast(say('saved'))
      onClose()
    },
  })
  return <ProductForm title={product.name} form={form as ProductCommand} ownId={product.id} onClose={onClose} />
}

/**
 * Returns the name, which the API always requires, and those fields that were changed since the form was opened. The
 * other fields are not sent, so that changes made by other users remain.
 */
const changesOf = (base: ProductValues | undefined, values: ProductValues): UpdateProductBody => ({
  ...differing(base === undefined ? {} : bodyOf(base), bodyOf(values)),
  name: values.name.trim(),
})

interface ProductFormProps {
  readonly title: string
  readonly form: ProductCommand
  readonly ownId?: string
  readonly onClose: () => void
}

function ProductForm({ title, form, ownId, onClose }: ProductFormProps) {
  const at = (path: string) => fieldFailure(form.failure, path)
  useScannedBarcode(form)
  return (
    <FormPanel title={title} form={form} onClose={onClose} gap="lg">
      <FirstFields form={form} at={at} />
      <MoreFold form={form}>
        <Stack gap="lg">
          <ProductFields form={form} at={at} ownId={ownId} />
          <ComponentFields form={form} at={at} />
          <PriceFields form={form} at={at} />
          <FilterFields form={form} at={at} />
          <PackageFields form={form} at={at} />
          <AnalogFields form={form} at={at} />
        </Stack>
      </MoreFold>
    </FormPanel>
  )
}

/**
 * A hook that adds a scanned code to the product's barcodes, wherever the focus is, so that the code never ends up in
 * the price or the name. Fields that are meant for codes handle scans themselves.
 */
function useScannedBarcode({ values, change }: ProductCommand): void {
  const say = useWords('products')
  useScans({
    onCode: (scanned, takeBack) => {
      const { lookups, label } = readCode(scanned)
      // From a GS1 label keep only the GTIN, because batch and serial number do not identify the product.
      const number = label === null ? undefined : lookups.find((one) => /^\d{8,14}$/.test(one.code))
      const code = number?.code ?? scanned
      if (!values.barcodes.includes(code)) change(({ barcodes }) => ({ barcodes: [...barcodes, code] }))
      toast(say('barcodeScanned', { code }))
      takeBack(() => change(({ barcodes }) => ({ barcodes: barcodes.filter((one) => one !== code) })))
    },
  })
}

/**
 * The less common fields. They are hidden until the user shows them, unless one of them is filled in or has an error.
 * The browser remembers the user's choice.
 */
function MoreFold({ form, children }: { readonly form: ProductCommand; readonly children: ReactNode }) {
  const say = useWords('products')
  const [isWanted, setWanted] = useKept('products.more', false, isFlag)
  const [wasFilled] = useState(() => hasMore(form.values))
  if (wasFilled) return children
  return (
    <Fold label={say('moreFields')} isOpen={isWanted || form.failure !== null} onToggle={setWanted}>
      {children}
    </Fold>
  )
}
