/**
 * The form for creating or editing an order, usable with the keyboard or a scanner alone. It sends the order under one
 * idempotency key, and stores a draft from the first key press until the server responds.
 */
import { Autocomplete, Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Order, Product } from '../../../sdk/types.ts'
import { toast } from '../../components/toast.tsx'
import { useAddress } from '../../data/address.ts'
import { client } from '../../data/client.ts'
import { type CommandForm, useCommand } from '../../data/command.ts'
import { useAll, useRecord, useRecords } from '../../data/lists.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { BELOW, useChoicesMissing } from '../../parts/choices-missing.tsx'
import { FormPanel } from '../../parts/form-panel.tsx'
import { useGiveUp } from '../../parts/give-up.ts'
import { PartnerField } from '../../parts/partner-field.tsx'
import { RecordGate } from '../../parts/record-gate.tsx'
import { WarehouseField } from '../../parts/warehouse-field.tsx'
import { orders } from '../../records/orders.ts'
import { money, typed } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import { useOnceFound } from '../lines/once-found.ts'
import { newLine, productsOf } from '../lines/product-line.ts'
import { RecordFields } from '../records/record-fields.tsx'
import { OrderDiscount } from './order-discount.tsx'
import { OrderLineFields } from './order-line-fields.tsx'
import { CLASH_CHOICE, MeanwhileNotice, useMeanwhile } from './order-meanwhile.tsx'
import { moneyOfForm } from './order-money.ts'
import { Offers } from './order-offers.tsx'
import { isOpen } from './order-status.tsx'
import {
  bodyOf,
  changesOf,
  discountOf,
  isReady,
  type OrderLine,
  type OrderValues,
  valuesOf,
  valuesToChange,
} from './order-values.ts'
import classes from './orders.module.css'

/**
 * The form for a new order, which calls POST /orders. In the page address, `?copy=` names an order whose lines are
 * copied, and `?product=` the product of the first line.
 */
export function NewOrder() {
  const say = useWords('orders')
  const navigate = useNavigate()
  const [{ copy, product: productId }] = useAddress()
  const close = useCallback(() => void navigate({ to: '/orders', search: withoutStart as never }), [navigate])
  const view = useRecord('orders', copy)
  const productView = useRecord('products', copy === undefined ? productId : undefined)
  if (copy === undefined && productId !== undefined)
    return (
      <RecordGate view={productView} title={say('new')} onClose={close}>
        {(product) => <NewForm key={productId} copied={null} product={product} onClose={close} />}
      </RecordGate>
    )
  if (copy === undefined) return <NewForm copied={null} onClose={close} />
  return (
    <RecordGate view={view} title={say('new')} onClose={close}>
      {(order) => <NewForm key={copy} copied={order} onClose={close} />}
    </RecordGate>
  )
}

const withoutStart = ({ copy: _copy, product: _product, ...rest }: Readonly<Record<string, string>>) => rest

interface NewFormProps {
  readonly copied: Order | null
  /** The product with which the first line is filled in; absent if the form opens without lines. */
  readonly product?: Product
  readonly onClose: () => void
}

function NewForm({ copied, product, onClose }: NewFormProps) {
  const say = useWords('orders')
  const navigate = useNavigate()
  const form = useCommand<OrderValues, Order>({
    name: ['orders/new', copied?.id ?? product?.id].filter(Boolean).join('/'),
    initial: () => withProduct(valuesOf(copied, channelsOf(say)[0]!), product),
    send: (values, sending) => client.orders.create(bodyOf(values), sending),
    onDone: ({ id, number }) => {
      toast(say('placed', { number }))
      void navigate({ to: '/orders/$id', params: { id }, search: withoutStart as never })
    },
  })
  return <OrderForm title={say('new')} action={say('place')} form={form} onClose={onClose} onSubmit={form.submit} />
}

const withProduct = (values: OrderValues, product: Product | undefined): OrderValues =>
  product === undefined ? values : { ...values, lines: [firstLine(product)] }

const firstLine = ({ id, name }: Product): OrderLine => ({
  ...newLine({ text: name, productId: id, name }),
  price: '',
  discount: '',
})

const channelsOf = (say: Say<'orders'>) => say('channels').split('|')

/** The form for editing an order, which calls PATCH /orders/{orderId}. */
export function EditOrder() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  const say = useWords('orders')
  const navigate = useNavigate()
  const close = useCallback(() => void navigate({ to: '/orders/$id', params: { id }, search: true }), [navigate, id])
  return (
    <RecordGate view={useRecord('orders', id)} title={say('one')} onClose={close}>
      {(order) => <EditForm key={id} order={order} onClose={close} />}
    </RecordGate>
  )
}

/**
 * The form for editing an order, once the order is loaded. If the order is shipped or cancelled in the meantime, the
 * form stays open, and the service's refusal explains why the order can no longer be changed.
 */
function EditForm({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const say = useWords('orders')
  const { id, number } = order
  const [wasOpen] = useState(isOpen(order))
  const form = useCommand<OrderValues, Order>({
    name: `orders/${id}`,
    initial: () => valuesToChange(order),
    send: (values, sending) => client.orders.update(id, changesOf({ order, ...values }), sending),
    onDone: () => {
      toast(say('changed', { number }))
      onClose()
    },
  })
  const meanwhile = useMeanwhile(form, order)
  const takeTheirs = useGiveUp(form)
  if (!wasOpen) return <Navigate to="/orders/$id" params={{ id }} search={true} replace />
  const submit = () => {
    // Do not save before the user has resolved the conflict. Instead, move the focus to the choice between the two
    // versions.
    if (meanwhile.clashes.length > 0) return document.getElementById(CLASH_CHOICE)?.focus()
    if (form.isUnanswered || Object.keys(changesOf({ order, ...form.values })).length > 0) return void form.submit()
    form.discard()
    onClose()
  }
  return (
    <OrderForm
      title={say('numbered', { number })}
      form={form}
      notice={<MeanwhileNotice meanwhile={meanwhile} values={form.values} onTakeTheirs={takeTheirs} />}
      onClose={onClose}
      onSubmit={submit}
    />
  )
}

interface OrderFormProps {
  readonly title: string
  /** The label of the submit button; "Save" by default. */
  readonly action?: string
  readonly form: CommandForm<OrderValues, Order>
  /** A notice to show above the fields of the order form. */
  readonly notice?: ReactNode
  readonly onClose: () => void
  readonly onSubmit: () => void
}

function OrderForm({ title, action, form, notice, onClose, onSubmit }: OrderFormProps) {
  const say = useWords('orders')
  const sayLines = useWords('lines')
  const core = useWords('core')
  const [isIncomplete, setIncomplete] = useState(false)
  const entry = useRef<HTMLInputElement>(null)
  const { values } = form
  const products = useRecords('products', productsOf(values.lines))
  const isComplete = isReady(values) && values.customerId !== null && values.warehouseId !== ''
  const submit = useOnceFound(values.lines, () => {
    setIncomplete(!isComplete)
    if (isComplete) onSubmit()
  })
  const amounts = moneyOfForm(values, products)
  const lineForm = form as unknown as CommandForm<OrderValues, never>
  const plain = { values, failure: form.failure, isNew: values.order === undefined, onChange: form.change }
  return (
    <FormPanel
      title={title}
      form={form}
      onClose={onClose}
      onSubmit={() => submit(null)}
      {...(action === undefined ? {} : { action })}
      gap="md"
      isSentByEnter={false}
      notice={
        <>
          {notice}
          {isIncomplete && !isComplete && (
            <Text size="sm" c="red" role="alert">
              {missing(values) === 'core'
                ? core('fillMarked')
                : sayLines(values.lines.length === 0 ? 'noLines' : 'notReady')}
            </Text>
          )}
        </>
      }
      consequence={<Text fw={600}>{`${say('total')}: ${money(amounts.total)}`}</Text>}
    >
      <HeadFields form={form} channels={channelsOf(say)} total={amounts.before} isAsked={isIncomplete} entry={entry} />
      <RecordFields spec={orders} part="head" {...plain} />
      <OrderLineFields form={lineForm} products={products} money={amounts} entry={entry} />
      <OrderDiscount form={lineForm} money={amounts} />
      <Checkbox
        label={say('mayWait')}
        description={say('mayWaitHint')}
        checked={values.mayWait === true}
        onChange={(event) => form.change({ mayWait: event.currentTarget.checked })}
      />
      <RecordFields spec={orders} part="rest" {...plain} />
    </FormPanel>
  )
}

/**
 * Returns the part of the texts that contains the message to show: `core` if the customer or the warehouse is missing,
 * otherwise `lines`.
 */
const missing = ({ customerId, warehouseId }: OrderValues) =>
  customerId === null || warehouseId === '' ? 'core' : 'lines'

interface HeadProps {
  readonly form: CommandForm<OrderValues, Order>
  readonly channels: readonly string[]
  /** The total of the order in roubles, before the discount on the whole order. */
  readonly total: number
  /** Whether required fields that are still empty are marked, because the user tried to submit the form. */
  readonly isAsked: boolean
  /** The field for entering lines. The focus moves there after the customer is chosen. */
  readonly entry: RefObject<HTMLInputElement | null>
}

function HeadFields({ form, channels, total, isAsked, entry }: HeadProps) {
  const say = useWords('orders')
  const core = useWords('core')
  const { values, change, failure } = form
  const { record: customer } = useRecord('partners', values.customerId)
  const name = customer?.name
  const { order } = values
  const isOther = values.customerId !== order?.customerId
  // The API identifies a customer by the current name, so the form follows changes of the name. When an order is
  // edited, an unchanged customer is not sent.
  useEffect(() => {
    if (isOther && name !== undefined && name !== values.customer) change({ customer: name })
  }, [isOther, name, values.customer, change])
  const missingMark = (isMissing: boolean) => (isAsked && isMissing ? core('required') : undefined)
  const setWarehouse = useCallback((warehouseId: string) => change({ warehouseId }), [change])
  return (
    <Stack gap="sm">
      <PartnerField
        as="customer"
        label={say('customer')}
        autoFocus={values.customerId === null}
        value={values.customerId}
        error={fieldFailure(failure, '/customer') ?? missingMark(values.customerId === null)}
        onChange={(customerId) => {
          change({ customerId, ...(customerId === null && { customer: '' }) })
          // The next scan or key press is meant for the lines. Wait until the list of customers is closed before moving
          // the focus.
          if (customerId !== null) requestAnimationFrame(() => entry.current?.focus())
        }}
      />
      <div className={classes.pair}>
        <WarehouseField
          label={say('warehouse')}
          value={values.warehouseId}
          isFirst={form.isChanged}
          error={fieldFailure(failure, '/warehouseId') ?? missingMark(values.warehouseId === '')}
          onChange={setWarehouse}
        />
        <Autocomplete
          label={say('channel')}
          data={[...channels]}
          value={values.channel}
          error={fieldFailure(failure, '/channel')}
          onChange={(channel) => change({ channel })}
        />
      </div>
      <PriceTypeField form={form} />
      <Offers
        customer={customer}
        given={{ priceTypeId: values.priceTypeId, ...discountOf(values) }}
        total={total}
        onPriceType={(priceTypeId) => change({ priceTypeId })}
        onDiscount={(percent) => change({ discount: typed(percent), discountUnit: '%' })}
      />
    </Stack>
  )
}

/**
 * The field for the price type. It is hidden if the company has no price types. Until they are loaded, the chosen type
 * stays selected.
 */
function PriceTypeField({ form: { values, failure, change } }: Pick<HeadProps, 'form'>) {
  const say = useWords('orders')
  const core = useWords('core')
  const view = useAll('priceTypes')
  const { record: priceTypes = [] } = view
  const missing = useChoicesMissing(view)
  const { order, priceTypeId } = values
  if (priceTypes.length === 0 && missing === undefined) return null
  const shown = priceTypes.filter(({ id, archived }) => !archived || id === order?.priceTypeId)
  const isUnknown = priceTypeId !== null && view.record === undefined
  return (
    <NativeSelect
      label={say('priceType')}
      value={priceTypeId ?? ''}
      error={fieldFailure(failure, '/priceTypeId')}
      description={missing}
      inputWrapperOrder={BELOW}
      data={[
        { value: '', label: say('mainPrice') },
        ...(isUnknown ? [{ value: priceTypeId, label: view.error === null ? core('loading') : '' }] : []),
        ...shown.map(({ id, name: label }) => ({ value: id, label })),
      ]}
      onChange={(event) => change({ priceTypeId: event.currentTarget.value || null })}
    />
  )
}
