/** The form for a draft payment, with or without a document that it pays for. */
import { Anchor, Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { Payment } from '../../../sdk/types.ts'
import { Empty } from '../../components/notices.tsx'
import { NumberField } from '../../components/number-field.tsx'
import { Panel } from '../../components/split.tsx'
import { toast } from '../../components/toast.tsx'
import { useAddress } from '../../data/address.ts'
import { client } from '../../data/client.ts'
import { type Sending, useCommand } from '../../data/command.ts'
import { useDocumentPayments } from '../../data/document-payments.ts'
import { useRecord } from '../../data/lists.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { NEEDED } from '../../parts/form.tsx'
import { FormPanel } from '../../parts/form-panel.tsx'
import { RecordGate } from '../../parts/record-gate.tsx'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { payments } from '../../records/payments.ts'
import { money } from '../../words/format.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { DocumentField } from '../purchasing/document-field.tsx'
import { PartiesFields } from '../purchasing/document-fields.tsx'
import { useGo } from '../purchasing/going.ts'
import { RecordFields } from '../records/record-fields.tsx'
import { PaidOrders } from './paid-orders.tsx'
import {
  bodyOf,
  changesOf,
  EMPTY_PAYMENT,
  forDocument,
  isReady,
  type PaymentValues,
  paymentCopyOf,
  readAmount,
  valuesOf,
} from './payment-values.ts'

/**
 * The form for a new payment, which calls POST /procurement/payments. In the page address, `?document=` names a
 * document whose unpaid amount is filled in, and `?copy=` a payment to copy.
 */
export function NewPayment() {
  const [{ copy, document: documentId, partner }] = useAddress()
  if (copy !== undefined) return <CopiedPayment id={copy} />
  if (documentId !== undefined) return <DocumentPayment id={documentId} />
  return <NewForm name="" initial={{ ...EMPTY_PAYMENT, partnerId: partner ?? null }} />
}

function CopiedPayment({ id }: { readonly id: string }) {
  const say = useWords('purchasing')
  const { toList } = useGo('payments')
  return (
    <RecordGate view={useRecord('payments', id)} title={say('newPayment')} onClose={toList}>
      {(payment) => <NewForm key={id} name={id} initial={paymentCopyOf(payment)} />}
    </RecordGate>
  )
}

function DocumentPayment({ id }: { readonly id: string }) {
  const say = useWords('purchasing')
  const { toList } = useGo('payments')
  const view = useRecord('documents', id)
  const { list, figures } = useDocumentPayments(view.record)
  const isRead = !list.isPending && !list.isOld && list.error === null
  const gated = { ...view, record: isRead ? view.record : undefined, error: view.error ?? list.error }
  return (
    <RecordGate view={gated} title={say('newPayment')} onClose={toList}>
      {(document) => (
        <NewForm
          key={id}
          name={id}
          initial={{
            ...EMPTY_PAYMENT,
            ...forDocument(document, figures ?? { paid: 0, drafted: 0, unpaid: document.total }),
          }}
        />
      )}
    </RecordGate>
  )
}

function NewForm({ name, initial }: { readonly name: string; readonly initial: PaymentValues }) {
  const say = useWords('purchasing')
  const { toList, toRecord } = useGo('payments')
  return (
    <PaymentForm
      name={`purchasing/payments/new/${name}`}
      title={say('newPayment')}
      isNew
      initial={initial}
      send={({ now }, sending) => client.payments.create(bodyOf(now), sending)}
      onDone={({ id, number }) => {
        toast(say('draftSaved', { name: say('paymentTitle', { number }) }))
        toRecord(id)
      }}
      onClose={toList}
    />
  )
}

/** The form for changing a draft, which calls PATCH /procurement/payments/{paymentId}. */
export function EditPayment({ id }: { readonly id: string }) {
  const say = useWords('purchasing')
  const core = useWords('core')
  const { toRecord } = useGo('payments')
  const close = useCallback(() => toRecord(id), [toRecord, id])
  return (
    <RecordGate view={useRecord('payments', id)} title={say('payment')} onClose={close}>
      {(payment) =>
        payment.status === 'draft' ? (
          <PaymentForm
            name={`purchasing/payments/${id}`}
            title={say('paymentTitle', { number: payment.number })}
            isNew={false}
            initial={valuesOf(payment)}
            send={({ now, base }, sending) => client.payments.update(id, changesOf(base, now), sending)}
            onDone={() => {
              toast(core('changesSaved'))
              close()
            }}
            onClose={close}
          />
        ) : (
          <Panel title={say('paymentTitle', { number: payment.number })} closeLabel={core('close')} onClose={close}>
            <Empty title={say('onlyDrafts')} text={say('onlyDraftsText')} />
          </Panel>
        )
      }
    </RecordGate>
  )
}

interface FormValues {
  readonly now: PaymentValues
  /** The values with which the form for a draft payment was opened. */
  readonly base: PaymentValues
}

interface PaymentFormProps {
  readonly name: string
  readonly title: string
  readonly isNew: boolean
  readonly initial: PaymentValues
  readonly send: (values: FormValues, sending: Sending) => ReturnType<typeof client.payments.create>
  readonly onDone: (payment: Payment) => void
  readonly onClose: () => void
}

function PaymentForm({ name, title, isNew, initial, send, onDone, onClose }: PaymentFormProps) {
  const [isAsked, setAsked] = useState(false)
  const form = useCommand<FormValues, Payment>({ name, initial: () => ({ now: initial, base: initial }), send, onDone })
  const { now } = form.values
  const submit = () => {
    setAsked(!isReady(now))
    if (isReady(now)) void form.submit()
  }
  return (
    <FormPanel title={title} form={form} onClose={onClose} onSubmit={submit}>
      <PaymentFields
        values={now}
        failure={form.failure}
        isAsked={isAsked}
        isNew={isNew}
        onChange={(parts) => form.change({ now: { ...now, ...parts } })}
      />
    </FormPanel>
  )
}

interface PaymentFieldsProps {
  readonly values: PaymentValues
  readonly failure: Error | null
  /** Whether required fields that are still empty are marked, because the user tried to submit the form. */
  readonly isAsked: boolean
  readonly isNew: boolean
  readonly onChange: (parts: Partial<PaymentValues>) => void
}

function PaymentFields({ values, failure, isAsked, isNew, onChange }: PaymentFieldsProps) {
  const say = useWords('purchasing')
  const core = useWords('core')
  const hasComma = useLanguage() === 'ru'
  const missing = (isMissing: boolean) => (isAsked && isMissing ? core('required') : undefined)
  const plain = { spec: payments, values, failure, isNew, onChange }
  return (
    <>
      <RecordFields part="head" {...plain} />
      <RecordPicker
        kind="partners"
        label={say('partner')}
        required
        autoFocus={values.partnerId === null}
        value={values.partnerId}
        error={fieldFailure(failure, '/partnerId') ?? missing(values.partnerId === null)}
        onChange={(partnerId) =>
          onChange({ partnerId, ...(partnerId !== values.partnerId && { contractId: null, orders: {} }) })
        }
      />
      <DocumentField
        label={say('paidDocument')}
        supplierId={values.partnerId}
        value={values.documentId}
        error={fieldFailure(failure, '/documentId')}
        onChange={(documentId) => onChange({ documentId })}
      />
      <UnpaidHint documentId={values.documentId} onTake={onChange} />
      <NumberField
        {...NEEDED}
        label={say('amount')}
        hasComma={hasComma}
        decimals={2}
        isPositive
        rightSection="₽"
        autoFocus={values.partnerId !== null}
        value={values.amount}
        error={fieldFailure(failure, '/amount') ?? missing(readAmount(values.amount) === null)}
        onChange={(amount) => onChange({ amount })}
      />
      <PaidOrders
        partnerId={values.partnerId}
        direction={values.direction as Payment['direction']}
        amount={readAmount(values.amount)}
        parts={values.orders ?? {}}
        failure={failure}
        onChange={(orders) => onChange({ orders })}
      />
      <PartiesFields partnerId={values.partnerId} values={values} failure={failure} onChange={onChange} />
      <RecordFields part="rest" {...plain} />
    </>
  )
}

interface UnpaidHintProps {
  readonly documentId: string | null
  readonly onTake: (parts: Partial<PaymentValues>) => void
}

/** Shows the unpaid amount of the chosen document, with a button that fills it in. */
function UnpaidHint({ documentId, onTake }: UnpaidHintProps) {
  const say = useWords('purchasing')
  const { record: document } = useRecord('documents', documentId)
  const { figures } = useDocumentPayments(document)
  if (document === undefined || figures === undefined) return null
  return (
    <Text size="sm" c="dimmed">
      {say('unpaidHint', { total: money(document.total), unpaid: money(figures.unpaid) })}{' '}
      <Anchor
        component="button"
        type="button"
        inherit
        underline="always"
        onClick={() => onTake(forDocument(document, figures))}
      >
        {say('takeUnpaid')}
      </Anchor>
    </Text>
  )
}
