/** The panel of one payment: what it pays for, and its actions. */
import { Button, Group, Menu, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Document, Payment } from '../../../sdk/types.ts'
import { Panel } from '../../components/split.tsx'
import { toast } from '../../components/toast.tsx'
import { kopecks, roubles } from '../../data/amounts.ts'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { useDocumentPayments } from '../../data/document-payments.ts'
import { useAll, useRecord } from '../../data/lists.ts'
import { PAID_AS } from '../../data/paid.ts'
import { useMay } from '../../data/session.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { PaperDialog } from '../../parts/paper-dialog.tsx'
import { RecordActions } from '../../parts/record-actions.tsx'
import { RecordGate } from '../../parts/record-gate.tsx'
import { RecordTabs } from '../../parts/record-tabs.tsx'
import { To } from '../../parts/to.tsx'
import { payments } from '../../records/payments.ts'
import { money } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { titleOf } from '../purchasing/document-field.tsx'
import { useGo } from '../purchasing/going.ts'
import { StatusBadge } from '../purchasing/status.tsx'
import { useSpecWords } from '../records/all.ts'
import { RecordFacts, SpecHistory } from '../records/record-facts.tsx'
import { PaidOrders } from './paid-orders.tsx'
import { ordersIn, partsOf } from './payment-values.ts'

export function PaymentPanel({ id }: { readonly id: string }) {
  const say = useWords('purchasing')
  const { toList } = useGo('payments')
  return (
    <RecordGate view={useRecord('payments', id)} title={say('payment')} onClose={toList}>
      {(payment) => <PaymentView key={id} payment={payment} onClose={toList} />}
    </RecordGate>
  )
}

interface PaymentProps {
  readonly payment: Payment
  readonly onClose: () => void
}

function PaymentView({ payment, onClose }: PaymentProps) {
  const say = useWords('purchasing')
  const core = useWords('core')
  const plain = useSpecWords(payments)
  const { id, number, status, partner, direction, amount } = payment
  return (
    <Panel
      title={say('paymentTitle', { number })}
      subtitle={
        <Group gap={8}>
          <StatusBadge status={status} />
          <Text c="dimmed">
            {plain(`direction-${direction}`)} · {money(amount)} · {partner}
          </Text>
        </Group>
      }
      closeLabel={core('close')}
      onClose={onClose}
      actions={<PaymentActions payment={payment} onClose={onClose} />}
    >
      <RecordTabs
        tabs={[
          { name: 'general', label: core('general'), content: <PaymentFacts payment={payment} /> },
          {
            name: 'history',
            label: core('history'),
            content: <SpecHistory spec={payments} id={id} />,
          },
        ]}
      />
    </Panel>
  )
}

function PaymentFacts({ payment }: { readonly payment: Payment }) {
  const say = useWords('purchasing')
  const { record: organizations = [] } = useAll('organizations')
  const { record: contract } = useRecord('contracts', payment.contractId)
  const { record: document } = useRecord('documents', payment.documentId)
  const { record: refunded } = useRecord('customerReturns', payment.returnId)
  const { partnerId, organizationId, contractId, documentId, returnId } = payment
  const organization = organizations.find(({ id }) => id === organizationId)
  return (
    <RecordFacts
      spec={payments}
      record={payment}
      facts={[
        [say('amount'), money(payment.amount)],
        [say('partner'), <To key="partner" path={`/partners/${partnerId}`} label={payment.partner} />],
        [
          say('paidDocument'),
          documentId && <To path={`/purchasing/documents/${documentId}`} label={document && titleOf(say, document)} />,
        ],
        [say('unpaidNow'), document && <Unpaid document={document} />],
        [say('orders'), payment.orders.length > 0 && <OrdersOf payment={payment} />],
        [say('returnId'), returnId !== null && <To path={`/orders/returns/${returnId}`} label={refunded?.number} />],
        [say('unassigned'), isAssignable(payment) && payment.unassigned > 0 && money(payment.unassigned)],
        [
          say('organization'),
          organizationId && <To path={`/organizations/${organizationId}`} label={organization?.name} />,
        ],
        [
          say('contract'),
          contractId && (
            <To path={`/contracts/${contractId}`} label={contract && (contract.number ?? say('noNumber'))} />
          ),
        ],
      ]}
    />
  )
}

/**
 * Returns whether the payment is assigned to orders or could be. Payments to suppliers cannot be assigned to orders.
 */
const isAssignable = ({ direction, orders, status }: Payment) =>
  status !== 'cancelled' && (direction === 'incoming' || orders.length > 0)

function OrdersOf({ payment }: { readonly payment: Payment }) {
  return (
    <Stack gap={2}>
      {payment.orders.map(({ orderId, number, amount }) => (
        <Group key={orderId} gap={8}>
          <To path={`/orders/${orderId}`} label={number} />
          <span>{money(amount)}</span>
        </Group>
      ))}
    </Stack>
  )
}

function Unpaid({ document }: { readonly document: Document }) {
  const { figures } = useDocumentPayments(document)
  return <>{figures === undefined ? '—' : money(figures.unpaid)}</>
}

function PaymentActions({ payment, onClose }: PaymentProps) {
  const say = useWords('purchasing')
  const core = useWords('core')
  const plain = useSpecWords(payments)
  const navigate = useNavigate()
  const mayChange = useMay()('managers')
  const [asked, setAsked] = useState<'posted' | 'cancelled' | 'assigned' | 'paper' | null>(null)
  if (!mayChange) return null
  const { id, number, status } = payment
  const isDraft = status === 'draft'
  const copy = () => void navigate({ to: '/purchasing/payments/new', search: { copy: id } as never })
  return (
    <>
      {isDraft && (
        <Button size="compact-md" onClick={() => setAsked('posted')}>
          {say('post')}
        </Button>
      )}
      {status === 'posted' && isAssignable(payment) && (
        <Button size="compact-md" variant="default" onClick={() => setAsked('assigned')}>
          {say('spread')}
        </Button>
      )}
      <RecordActions
        id={id}
        name={say('paymentTitle', { number })}
        archived={null}
        remove={isDraft ? client.payments.delete : null}
        editPath={isDraft ? `/purchasing/payments/${id}/edit` : null}
        deleteText={say('deleteText')}
        onGone={onClose}
        items={
          <>
            <Menu.Item onClick={copy}>{say('copy')}</Menu.Item>
            {!isDraft && <Menu.Item onClick={() => setAsked('paper')}>{core('paper')}</Menu.Item>}
            {payment.documentId !== null && (
              <Menu.Item component={Link} to={`/purchasing/documents/${payment.documentId}`}>
                {say('openDocument')}
              </Menu.Item>
            )}
            {status !== 'cancelled' && (
              <Menu.Item onClick={() => setAsked('cancelled')}>{say('cancelPayment')}</Menu.Item>
            )}
          </>
        }
      />
      {asked === 'paper' && (
        <PaperDialog
          name={say('paymentTitle', { number })}
          paper={{ documentDate: payment.paidAt, documentNumber: payment.reference }}
          labels={{ documentDate: plain('paidAt'), documentNumber: plain('reference') }}
          names={{ documentDate: 'paidAt', documentNumber: 'reference' }}
          send={({ documentDate: paidAt, documentNumber: reference }, sending) =>
            client.payments.setPaper(id, { paidAt, reference }, sending)
          }
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'assigned' && <AssignDialog payment={payment} onClose={() => setAsked(null)} />}
      {(asked === 'posted' || asked === 'cancelled') && (
        <MoveDialog payment={payment} move={asked} onClose={() => setAsked(null)} />
      )}
    </>
  )
}

/** The dialog that changes the orders to which a posted payment is assigned. */
function AssignDialog({ payment, onClose }: PaymentProps) {
  const say = useWords('purchasing')
  const core = useWords('core')
  const { id, number, partnerId, direction, amount, orders } = payment
  const name = say('paymentTitle', { number })
  const [parts, setParts] = useState(() => partsOf(orders))
  const assigning = useAction<typeof parts, Payment>(
    (given, sending) => client.payments.assign(id, { orders: ordersIn(given) }, sending),
    () => {
      toast(say('assigned', { name }))
      onClose()
    },
  )
  return (
    <Confirm
      title={say('assignTitle', { name })}
      action={core('save')}
      isSending={assigning.isSending}
      failure={assigning.failure}
      onConfirm={() => void assigning.run(parts)}
      onClose={onClose}
    >
      <PaidOrders
        partnerId={partnerId}
        direction={direction}
        amount={amount}
        parts={parts}
        posted={orders}
        failure={assigning.failure}
        onChange={setParts}
        none={say('nothingToAssign')}
      />
    </Confirm>
  )
}

interface MoveDialogProps {
  readonly payment: Payment
  readonly move: 'posted' | 'cancelled'
  readonly onClose: () => void
}

function MoveDialog({ payment, move, onClose }: MoveDialogProps) {
  const say = useWords('purchasing')
  const { id, number, direction, amount, partner, status } = payment
  const name = say('paymentTitle', { number })
  const moving = useAction<'posted' | 'cancelled', Payment>(
    (to, sending) => client.payments.setStatus(id, { status: to }, sending),
    () => {
      toast(say(`paymentDone-${move}`, { name }))
      onClose()
    },
  )
  const isPosting = move === 'posted'
  const text = isPosting
    ? (`postPayment-${direction}` as const)
    : status === 'draft'
      ? 'cancelPaymentDraft'
      : 'cancelPaymentText'
  return (
    <Confirm
      title={say(isPosting ? 'postTitle' : 'cancelTitle', { name })}
      action={say(isPosting ? 'post' : 'cancelPayment')}
      isDangerous={!isPosting}
      isSending={moving.isSending}
      failure={moving.failure}
      onConfirm={() => void moving.run(move)}
      onClose={onClose}
    >
      <Text>{say(text, { amount: money(amount), partner })}</Text>
      <WillBeUnpaid payment={payment} move={move} />
    </Confirm>
  )
}

/**
 * Explains how much of the document will remain unpaid, for example «По документу останется не
 * оплачено 0 ₽.»
 */
function WillBeUnpaid({ payment, move }: Omit<MoveDialogProps, 'onClose'>) {
  const say = useWords('purchasing')
  const { record: document } = useRecord('documents', payment.documentId)
  const { figures } = useDocumentPayments(document)
  if (document === undefined || figures === undefined) return null
  if (move === 'cancelled' && payment.status === 'draft') return null
  const part = payment.direction === PAID_AS[document.kind] ? payment.amount : -payment.amount
  const paid = figures.paid + (move === 'posted' ? part : -part)
  const unpaid = Math.max(0, roubles(kopecks(document.total) - kopecks(paid)))
  return <Text size="sm">{say('willBeUnpaid', { name: titleOf(say, document), unpaid: money(unpaid) })}</Text>
}
