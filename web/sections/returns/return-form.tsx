/**
 * The form for a draft of a return, with or without an order. It can be used with the keyboard or a scanner alone. The
 * user saves the draft, or saves and posts it at once.
 */
import { Text } from '@mantine/core'
import { useCallback, useRef, useState } from 'react'
import type { CustomerReturn, Order } from '../../../sdk/types.ts'
import { Empty } from '../../components/notices.tsx'
import { Panel } from '../../components/split.tsx'
import { toast } from '../../components/toast.tsx'
import { useAddress } from '../../data/address.ts'
import { kopecks, roubles } from '../../data/amounts.ts'
import { client } from '../../data/client.ts'
import { isUnanswered, type Sending, useCommand } from '../../data/command.ts'
import { useRecord, useRecords } from '../../data/lists.ts'
import { returnable } from '../../data/order-debts.ts'
import { describeFailure, fieldFailure } from '../../data/refusals.ts'
import { FormPanel } from '../../parts/form-panel.tsx'
import { PartnerField } from '../../parts/partner-field.tsx'
import { RecordGate } from '../../parts/record-gate.tsx'
import { WarehouseField } from '../../parts/warehouse-field.tsx'
import { customerReturns } from '../../records/customer-returns.ts'
import { money } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { useOnceFound } from '../lines/once-found.ts'
import { productsOf } from '../lines/product-line.ts'
import { RecordFields } from '../records/record-fields.tsx'
import { FreeLineFields } from './free-line-fields.tsx'
import { useGoToReturns } from './going.ts'
import { OrderPartFields } from './order-part-fields.tsx'
import {
  amountBack,
  amountOfLine,
  bodyOf,
  changesOf,
  emptyValues,
  type FieldsProps,
  missingIn,
  NO_PART,
  type ReturnValues,
  valuesOf,
  withListPrices,
} from './return-values.ts'

/** The form for a new return, which calls POST /customer-returns. In the page address, `?order=` names the order. */
export function NewReturn() {
  const [{ order: orderId }] = useAddress()
  const say = useWords('returns')
  const { toList } = useGoToReturns()
  const view = useRecord('orders', orderId)
  if (orderId === undefined) return <NewForm order={null} />
  return (
    <RecordGate view={view} title={say('new')} onClose={toList}>
      {(order) => <NewForm key={orderId} order={order} />}
    </RecordGate>
  )
}

function NewForm({ order }: { readonly order: Order | null }) {
  const say = useWords('returns')
  const { toList } = useGoToReturns()
  return (
    <ReturnForm
      name={`orders/returns/new/${order?.id ?? ''}`}
      title={order === null ? say('withoutOrder') : say('newOf', { number: order.number })}
      order={order}
      isNew
      initial={emptyValues(order)}
      send={({ now }, sending) => client.customerReturns.create(bodyOf(now, order), sending)}
      onClose={toList}
    />
  )
}

/** The form for changing a draft, which calls PATCH /customer-returns/{customerReturnId}. */
export function EditReturn({ id }: { readonly id: string }) {
  const say = useWords('returns')
  const { toRecord } = useGoToReturns()
  const close = useCallback(() => toRecord(id), [toRecord, id])
  const view = useRecord('customerReturns', id)
  const orderView = useRecord('orders', view.record?.orderId)
  const isRead = view.record?.orderId === null || orderView.record !== undefined
  const gated = { ...view, record: isRead ? view.record : undefined, error: view.error ?? orderView.error }
  return (
    <RecordGate view={gated} title={say('one')} onClose={close}>
      {(record) => <EditForm key={id} record={record} order={orderView.record ?? null} onClose={close} />}
    </RecordGate>
  )
}

interface EditFormProps {
  readonly record: CustomerReturn
  readonly order: Order | null
  readonly onClose: () => void
}

function EditForm({ record: { id, number, status, ...record }, order, onClose }: EditFormProps) {
  const say = useWords('returns')
  const core = useWords('core')
  const title = say('numbered', { number })
  // The form was opened for a draft. Keep showing it while the posted return replaces the draft in the cache.
  const [wasDraft] = useState(status === 'draft')
  if (!wasDraft)
    return (
      <Panel title={title} closeLabel={core('close')} onClose={onClose}>
        <Empty title={say('onlyDrafts')} text={say('onlyDraftsText')} />
      </Panel>
    )
  return (
    <ReturnForm
      name={`orders/returns/${id}`}
      title={title}
      order={order}
      isNew={false}
      initial={valuesOf({ id, number, status, ...record })}
      send={({ now, base }, sending) => client.customerReturns.update(id, changesOf(base, now, order), sending)}
      onClose={onClose}
    />
  )
}

interface FormValues {
  readonly now: ReturnValues
  /** The values with which the form for a return was opened. */
  readonly base: ReturnValues
  /** Whether the draft is posted as soon as it is saved. */
  readonly isPosted: boolean
}

interface ReturnFormProps {
  readonly name: string
  readonly title: string
  readonly order: Order | null
  readonly isNew: boolean
  readonly initial: ReturnValues
  /** Sends the command that creates or changes the draft of the return. */
  readonly send: (values: FormValues, sending: Sending) => ReturnType<typeof client.customerReturns.create>
  readonly onClose: () => void
}

/**
 * A hook that returns the form's command. If the draft was saved but posting was refused, the draft remains, and its
 * page opens with the reason.
 */
function useReturnCommand({ name, initial, send }: ReturnFormProps) {
  const say = useWords('returns')
  const { toRecord } = useGoToReturns()
  const refusal = useRef<Error | null>(null)
  return useCommand<FormValues, CustomerReturn>({
    name,
    initial: () => ({ now: initial, base: initial, isPosted: false }),
    send: async (values, sending) => {
      refusal.current = null
      const saved = await send(values, sending)
      if (!values.isPosted) return saved
      const posting = { ...sending, key: `${sending.key}-posted` }
      try {
        return await client.customerReturns.setStatus(saved.result.id, { status: 'posted' }, posting)
      } catch (error) {
        if (isUnanswered(error)) throw error
        refusal.current = error as Error
        return saved
      }
    },
    onDone: ({ id, number, status }) => {
      if (refusal.current !== null)
        toast(say('draftNotPosted', { number, reason: describeFailure(refusal.current).text }))
      else toast(say(status === 'posted' ? 'posted' : 'draftSaved', { number }))
      toRecord(id)
    },
  })
}

function ReturnForm(props: ReturnFormProps) {
  const { title, order, isNew, onClose } = props
  const say = useWords('returns')
  const [isAsked, setAsked] = useState(false)
  const form = useReturnCommand(props)
  const { now } = form.values
  const { failure, change: changeForm } = form
  const products = useRecords('products', order?.items.map(({ productId }) => productId) ?? productsOf(now.lines))
  const change = useCallback(
    (edit: (before: ReturnValues) => Partial<ReturnValues>) =>
      changeForm((before) => ({ now: { ...before.now, ...edit(before.now) } })),
    [changeForm],
  )
  const missing = missingIn(now, { order, products })
  const submit = useOnceFound(now.lines, (isPosted: boolean) => {
    setAsked(missing !== null)
    if (missing !== null) return
    form.change({ isPosted, now: withListPrices(now, products) })
    void form.submit()
  })
  if (order !== null && returnable(order).length === 0 && !form.isSending && !form.isUnanswered)
    return <NothingLeft title={title} onClose={onClose} />
  const amounts =
    order === null
      ? now.lines.map((line) => amountOfLine(line, products.get(line.productId ?? '')))
      : order.items.map((item) => amountBack(item, now.parts[item.id] ?? NO_PART))
  const amount = roubles(amounts.reduce((sum: number, one) => sum + kopecks(one ?? 0), 0))
  const fields = { values: now, products, failure, isAsked, onChange: change }
  return (
    <FormPanel
      title={title}
      form={form}
      onClose={onClose}
      onSubmit={() => submit(true)}
      action={say('postReturn')}
      also={{ label: say('saveDraft'), run: () => submit(false) }}
      gap="md"
      isSentByEnter={false}
      notice={
        isAsked &&
        missing !== null && (
          <Text size="sm" c="red" role="alert">
            {say(missing)}
          </Text>
        )
      }
      consequence={<Text fw={600}>{say('amountLine', { amount: money(amount) })}</Text>}
    >
      {order === null ? <HeadFields {...fields} /> : <OrderPartFields order={order} {...fields} />}
      {order === null && <FreeLineFields {...fields} />}
      {order !== null && <WarehouseOf {...fields} />}
      <RecordFields
        spec={customerReturns}
        values={now}
        failure={failure}
        isNew={isNew}
        onChange={(parts) => change(() => parts as Partial<ReturnValues>)}
      />
    </FormPanel>
  )
}

/** The fields for the customer and the warehouse of a return without an order. */
function HeadFields(props: FieldsProps) {
  const { values, failure, isAsked, onChange } = props
  const say = useWords('returns')
  const core = useWords('core')
  const isMissing = isAsked && values.customerId === null
  return (
    <>
      <PartnerField
        as="customer"
        label={say('customer')}
        autoFocus={values.customerId === null}
        value={values.customerId}
        error={fieldFailure(failure, '/customerId') ?? (isMissing ? core('required') : undefined)}
        onChange={(customerId) => onChange(() => ({ customerId }))}
      />
      <WarehouseOf {...props} />
    </>
  )
}

function WarehouseOf({ values, failure, isAsked, onChange }: FieldsProps) {
  const say = useWords('returns')
  const core = useWords('core')
  const choose = useCallback((warehouseId: string) => onChange(() => ({ warehouseId })), [onChange])
  return (
    <WarehouseField
      label={say('warehouseId')}
      value={values.warehouseId}
      isFirst
      error={
        fieldFailure(failure, '/warehouseId') ?? (isAsked && values.warehouseId === '' ? core('required') : undefined)
      }
      onChange={choose}
    />
  )
}

function NothingLeft({ title, onClose }: { readonly title: string; readonly onClose: () => void }) {
  const say = useWords('returns')
  const core = useWords('core')
  return (
    <Panel title={title} closeLabel={core('close')} onClose={onClose}>
      <Empty title={say('nothingLeft')} text={say('nothingLeftText')} />
    </Panel>
  )
}
