/** A new order, by keyboard or scanner alone: one key and a draft from the first letter to the answer. */
import { Autocomplete, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import type { Order } from '../../../sdk/types.ts'
import { toast } from '../../components/toast.tsx'
import { useAddress } from '../../data/address.ts'
import { client } from '../../data/client.ts'
import { type CommandForm, useCommand } from '../../data/command.ts'
import { useAll, useRecord, useRecords } from '../../data/lists.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { money } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { productsOf, readQuantity } from '../lines/product-line.ts'
import { FormPanel } from '../shell/form-panel.tsx'
import { PartnerField } from '../shell/partner-field.tsx'
import { RecordGate } from '../shell/record-gate.tsx'
import { WarehouseField } from '../shell/warehouse-field.tsx'
import { OrderLineFields } from './order-line-fields.tsx'
import { Offers } from './order-offers.tsx'
import { bodyOf, isReady, type OrderValues, priceOf, valuesOf } from './order-values.ts'
import classes from './orders.module.css'

const KOPECKS = 100

/** POST /orders; `?copy=` begins with the lines of another order. */
export function NewOrder() {
  const say = useWords('orders')
  const navigate = useNavigate()
  const [{ copy }] = useAddress()
  const close = useCallback(() => void navigate({ to: '/orders', search: withoutCopy as never }), [navigate])
  const view = useRecord('orders', copy)
  if (copy === undefined) return <OrderForm copied={null} onClose={close} />
  return (
    <RecordGate view={view} title={say('new')} onClose={close}>
      {(order) => <OrderForm key={copy} copied={order} onClose={close} />}
    </RecordGate>
  )
}

const withoutCopy = ({ copy: _copy, ...rest }: Readonly<Record<string, string>>) => rest

interface OrderFormProps {
  readonly copied: Order | null
  readonly onClose: () => void
}

function OrderForm({ copied, onClose }: OrderFormProps) {
  const say = useWords('orders')
  const sayLines = useWords('lines')
  const core = useWords('core')
  const navigate = useNavigate()
  const [isIncomplete, setIncomplete] = useState(false)
  const channels = say('channels').split('|')
  const form = useCommand<OrderValues, Order>({
    name: copied === null ? 'orders/new' : `orders/new/${copied.id}`,
    initial: () => valuesOf(copied, channels[0]!),
    send: (values, sending) => client.orders.create(bodyOf(values), sending),
    onDone: ({ id, number }) => {
      toast(say('placed', { number }))
      void navigate({ to: '/orders/$id', params: { id }, search: withoutCopy as never })
    },
  })
  const { values } = form
  const products = useRecords('products', productsOf(values.lines))
  const isComplete = isReady(values) && values.customerId !== null && values.warehouseId !== ''
  const submit = () => {
    setIncomplete(!isComplete)
    if (isComplete) void form.submit()
  }
  const total = values.lines.reduce((sum, { productId, quantity }) => {
    const product = products.get(productId ?? '')
    const price = product === undefined ? null : priceOf(product, values.priceTypeId)
    return sum + Math.round((price ?? 0) * (readQuantity(quantity) ?? 0) * KOPECKS)
  }, 0)
  return (
    <FormPanel
      title={say('new')}
      form={form}
      onClose={onClose}
      onSubmit={submit}
      action={say('place')}
      gap="md"
      notice={
        isIncomplete &&
        !isComplete && (
          <Text size="sm" c="red" role="alert">
            {missing(values) === 'core'
              ? core('fillMarked')
              : sayLines(values.lines.length === 0 ? 'noLines' : 'notReady')}
          </Text>
        )
      }
      consequence={<Text fw={600}>{`${say('total')}: ${money(total / KOPECKS)}`}</Text>}
    >
      <HeadFields form={form} channels={channels} total={total / KOPECKS} isAsked={isIncomplete} />
      <OrderLineFields form={form as unknown as CommandForm<OrderValues, never>} products={products} />
      <MoreFields form={form} />
    </FormPanel>
  )
}

/** Whether what is missing is in the head, or in the lines. */
const missing = ({ customerId, warehouseId }: OrderValues) =>
  customerId === null || warehouseId === '' ? 'core' : 'lines'

interface PartProps {
  readonly form: CommandForm<OrderValues, Order>
}

interface HeadProps extends PartProps {
  readonly channels: readonly string[]
  readonly total: number
  /** What is missing is to be marked. */
  readonly isAsked: boolean
}

function HeadFields({ form, channels, total, isAsked }: HeadProps) {
  const say = useWords('orders')
  const core = useWords('core')
  const { values, change, failure } = form
  const { record: priceTypes = [] } = useAll('priceTypes')
  const { record: customer } = useRecord('partners', values.customerId)
  const name = customer?.name
  // The API names customers by their names, which are those of now.
  useEffect(() => {
    if (name !== undefined && name !== values.customer) change({ customer: name })
  }, [name, values.customer, change])
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
        onChange={(customerId) => change({ customerId, ...(customerId === null && { customer: '' }) })}
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
      {priceTypes.length > 0 && (
        <NativeSelect
          label={say('priceType')}
          value={values.priceTypeId ?? ''}
          error={fieldFailure(failure, '/priceTypeId')}
          data={[
            { value: '', label: say('mainPrice') },
            ...priceTypes.filter(({ archived }) => !archived).map(({ id, name: label }) => ({ value: id, label })),
          ]}
          onChange={(event) => change({ priceTypeId: event.currentTarget.value || null })}
        />
      )}
      <Offers
        customer={customer}
        priceTypeId={values.priceTypeId}
        total={total}
        onPriceType={(priceTypeId) => change({ priceTypeId })}
        onNote={(text) => change({ note: [values.note.trim(), text].filter(Boolean).join('\n') })}
      />
    </Stack>
  )
}

function MoreFields({ form }: PartProps) {
  const say = useWords('orders')
  const { values, change, failure } = form
  const text = (name: 'deliveryAddress' | 'externalNumber' | 'orderedAt' | 'note') => ({
    label: say(name),
    value: values[name],
    error: fieldFailure(failure, `/${name}`),
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [name]: event.currentTarget.value } as Partial<OrderValues>),
  })
  return (
    <Stack gap="sm">
      <TextInput {...text('deliveryAddress')} />
      <div className={classes.pair}>
        <TextInput {...text('externalNumber')} />
        <TextInput type="date" {...text('orderedAt')} />
      </div>
      <Textarea autosize={false} rows={2} {...text('note')} />
    </Stack>
  )
}
