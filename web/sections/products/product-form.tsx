/** The form of a product, to create and to edit: what is typed is kept until it is answered. */
import { Alert, Anchor, Button, Group, Skeleton, Stack } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useCallback, useEffect } from 'react'
import type { Product, UpdateProductBody } from '../../../sdk/types.ts'
import { Panel } from '../../components/split.tsx'
import { toast } from '../../components/toast.tsx'
import { client } from '../../data/client.ts'
import { type CommandForm, useCommand } from '../../data/command.ts'
import { useRecord } from '../../data/lists.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { useWords } from '../../words/words.ts'
import { Failure, FormFailure } from '../shell/failure.tsx'
import { ProductFields } from './product-fields.tsx'
import { ComponentFields, FilterFields, PackageFields, PriceFields } from './product-lists.tsx'
import { bodyOf, type ProductValues, valuesOf } from './product-values.ts'
import classes from './products.module.css'

export type ProductCommand = CommandForm<ProductValues, Product>

export interface PartProps {
  readonly form: ProductCommand
  /** What is wrong with a field, by its path in the body. */
  readonly at: (path: string) => string | undefined
}

/** POST /products. */
export function NewProduct() {
  const say = useWords('products')
  const navigate = useNavigate()
  const close = useCallback(() => void navigate({ to: '/products', search: true }), [navigate])
  const form = useCommand<ProductValues, Product>({
    name: 'products/new',
    initial: () => valuesOf(null),
    send: (values, sending) => client.products.create(bodyOf(values), sending),
    onDone: ({ id, name }) => {
      toast(say('created', { name }))
      void navigate({ to: '/products/$id', params: { id }, search: true })
    },
  })
  return <ProductForm title={say('new')} form={form} onClose={close} />
}

/** PATCH /products/{productId}. */
export function EditProduct() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  const say = useWords('products')
  const core = useWords('core')
  const navigate = useNavigate()
  const { record, error, retry } = useRecord('products', id)
  const close = useCallback(() => void navigate({ to: '/products/$id', params: { id }, search: true }), [navigate, id])
  if (record !== undefined) return <EditForm key={id} product={record} onClose={close} />
  return (
    <Panel title={say('edit')} closeLabel={core('close')} onClose={close}>
      {error === null ? <Skeleton height={320} /> : <Failure error={error} onRetry={retry} />}
    </Panel>
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
  return <ProductForm title={product.name} form={form as ProductCommand} onClose={onClose} />
}

/** What differs from when the form was opened: what others changed meanwhile stays. */
function changesOf(base: ProductValues | undefined, values: ProductValues): UpdateProductBody {
  const before = base === undefined ? {} : (bodyOf(base) as unknown as Record<string, unknown>)
  const after = Object.entries(bodyOf(values))
  const isNew = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[name])
  return { ...Object.fromEntries(after.filter(isNew)), name: values.name.trim() }
}

interface ProductFormProps {
  readonly title: string
  readonly form: ProductCommand
  readonly onClose: () => void
}

function ProductForm({ title, form, onClose }: ProductFormProps) {
  const core = useWords('core')
  const { isSending, isUnanswered, isChanged, failure } = form
  const at = (path: string) => fieldFailure(failure, path)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    void form.submit()
  }
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      document.querySelector<HTMLFormElement>('#product-form')?.requestSubmit()
    }
    document.addEventListener('keydown', save)
    return () => document.removeEventListener('keydown', save)
  }, [])
  const cancel = () => {
    if (!isUnanswered) form.discard()
    onClose()
  }
  return (
    <Panel
      title={title}
      closeLabel={core('close')}
      onClose={onClose}
      foot={
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {core('cancel')}
          </Button>
          <Button type="submit" form="product-form" loading={isSending} disabled={isUnanswered} title="Ctrl Enter">
            {core('save')}
          </Button>
        </Group>
      }
    >
      <Stack gap="sm" mb="sm">
        <FormFailure form={form} />
        {isChanged && !isUnanswered && failure === null && <DraftNotice form={form} />}
      </Stack>
      <form id="product-form" onSubmit={submit}>
        <fieldset disabled={isUnanswered || isSending} className={classes.fieldset}>
          <Stack gap="lg">
            <ProductFields form={form} at={at} />
            <ComponentFields form={form} at={at} />
            <PriceFields form={form} at={at} />
            <FilterFields form={form} at={at} />
            <PackageFields form={form} at={at} />
          </Stack>
        </fieldset>
      </form>
    </Panel>
  )
}

/** What was typed before a reload is back, and can be thrown away. */
function DraftNotice({ form }: { readonly form: ProductCommand }) {
  const core = useWords('core')
  if (!form.wasKept) return null
  return (
    <Alert variant="light" color="gray" role="status">
      {core('draftKept')}{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={form.discard}>
        {core('discardDraft')}
      </Anchor>
    </Alert>
  )
}
