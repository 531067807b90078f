/** The buttons and menu items for what can be done with an order. Each explains its consequences before it runs. */
import { Button, Menu, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Order } from '../../../sdk/types.ts'
import { IconPencil } from '../../components/icons.ts'
import { toast } from '../../components/toast.tsx'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { returnable } from '../../data/order-debts.ts'
import { useMay } from '../../data/session.ts'
import { ActionsMenu } from '../../parts/actions-menu.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Failure } from '../../parts/failure.tsx'
import { money } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { RETURNS } from '../returns/going.ts'
import { isOpen } from './order-status.tsx'
import { ShipDialog } from './ship-dialog.tsx'

type Move = 'picking' | 'cancelled'
type Asked = 'ship' | 'cancel' | 'close' | 'delete'
const PAPERS = ['picking', 'order', 'note'] as const

interface ActionsProps {
  readonly order: Order
  readonly onGone: () => void
}

/** Returns the command that moves the order to its next status. */
function useMove(order: Order, onDone?: () => void) {
  const say = useWords('orders')
  const { id, number } = order
  const words = { picking: 'picked', cancelled: 'cancelled' } as const
  return useAction<Move, Order>(
    (status, sending) => client.orders.setStatus(id, { status }, sending),
    (_result, status) => {
      toast(say(words[status], { number }))
      onDone?.()
    },
  )
}

export function OrderActions({ order, onGone }: ActionsProps) {
  const say = useWords('orders')
  const core = useWords('core')
  const may = useMay()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked | null>(null)
  const picking = useMove(order)
  const isUnfinished = isOpen(order)
  const moves = may('storekeepers') && isUnfinished && order.items.some(({ reserved }) => reserved > 0)
  const hasReturnable = may('managers') && returnable(order).length > 0
  const takeBack = () => void navigate({ to: `${RETURNS}/new`, search: { order: order.id } as never })
  const close = () => setAsked(null)
  return (
    <>
      <Failure error={picking.failure} />
      {may('managers') && isUnfinished && <EditButton id={order.id} />}
      {moves && order.status === 'new' && (
        <Button
          size="compact-md"
          variant="default"
          loading={picking.isSending}
          onClick={() => void picking.run('picking')}
        >
          {say('pick')}
        </Button>
      )}
      {moves && (
        <Button size="compact-md" onClick={() => setAsked('ship')}>
          {say('ship')}
        </Button>
      )}
      {hasReturnable && !isUnfinished && (
        <Button size="compact-md" variant="default" onClick={takeBack}>
          {say('takeBack')}
        </Button>
      )}
      <ActionsMenu>
        <Menu.Label>{say('print')}</Menu.Label>
        {PAPERS.map((paper) => (
          <Menu.Item key={paper} component={Link} to={`/print/orders/${order.id}/${paper}`}>
            {say(`paper-${paper}`)}
          </Menu.Item>
        ))}
        {may('managers') && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => void navigate({ to: '/orders/new', search: { copy: order.id } as never })}>
              {say('copy')}
            </Menu.Item>
            {hasReturnable && isUnfinished && <Menu.Item onClick={takeBack}>{say('takeBack')}</Menu.Item>}
            {isUnfinished && order.fulfilment === 'none' && (
              <Menu.Item onClick={() => setAsked('cancel')}>{say('cancelOrder')}</Menu.Item>
            )}
            {isUnfinished && order.fulfilment === 'part' && (
              <Menu.Item onClick={() => setAsked('close')}>{say('closeRest')}</Menu.Item>
            )}
            <Menu.Item color="red" onClick={() => setAsked('delete')}>
              {core('delete')}
            </Menu.Item>
          </>
        )}
      </ActionsMenu>
      {asked === 'ship' && <ShipDialog order={order} onClose={close} />}
      {asked === 'cancel' && <CancelDialog order={order} onClose={close} />}
      {asked === 'close' && <CloseDialog order={order} onClose={close} />}
      {asked === 'delete' && <DeleteDialog order={order} onClose={close} onGone={onGone} />}
    </>
  )
}

function EditButton({ id }: { readonly id: string }) {
  const core = useWords('core')
  const navigate = useNavigate()
  return (
    <Button
      size="compact-md"
      variant="default"
      px={6}
      aria-label={core('edit')}
      title={core('edit')}
      onClick={() => void navigate({ to: '/orders/$id/edit', params: { id }, search: true })}
    >
      <IconPencil size={18} aria-hidden />
    </Button>
  )
}

interface DialogProps {
  readonly order: Order
  readonly onClose: () => void
}

function CancelDialog({ order, onClose }: DialogProps) {
  const say = useWords('orders')
  const cancelling = useMove(order, onClose)
  return (
    <Confirm
      title={say('cancelTitle', { number: order.number })}
      action={say('cancelOrder')}
      keepLabel={say('keep')}
      isDangerous
      isSending={cancelling.isSending}
      failure={cancelling.failure}
      onConfirm={() => void cancelling.run('cancelled')}
      onClose={onClose}
    >
      <Text size="sm">{say('cancelText')}</Text>
      {order.paid > 0 && <Text size="sm">{say('cancelPaid', { paid: money(order.paid) })}</Text>}
    </Confirm>
  )
}

function CloseDialog({ order, onClose }: DialogProps) {
  const say = useWords('orders')
  const { id, number, shippedAmount } = order
  const closing = useAction<string, Order>(
    (of, sending) => client.orders.close(of, sending),
    () => {
      toast(say('closed', { number }))
      onClose()
    },
  )
  return (
    <Confirm
      title={say('closeTitle', { number })}
      action={say('closeRest')}
      keepLabel={say('keep')}
      isDangerous
      isSending={closing.isSending}
      failure={closing.failure}
      onConfirm={() => void closing.run(id)}
      onClose={onClose}
    >
      <Text size="sm">{say('closeText', { shipped: money(shippedAmount) })}</Text>
    </Confirm>
  )
}

const CONSEQUENCES = {
  new: 'deleteText',
  picking: 'deleteText',
  cancelled: 'deleteCancelled',
  shipped: 'deleteShipped',
} as const

function DeleteDialog({ order, onClose, onGone }: DialogProps & ActionsProps) {
  const say = useWords('orders')
  const core = useWords('core')
  const { id, number, status, fulfilment } = order
  const deletion = useAction<string, { id: string }>(
    (of, sending) => client.orders.delete(of, sending),
    () => {
      toast(say('deleted', { number }))
      onGone()
    },
  )
  return (
    <Confirm
      title={say('deleteTitle', { number })}
      action={status === 'shipped' || fulfilment === 'part' ? null : core('delete')}
      keepLabel={say('keep')}
      isDangerous
      isSending={deletion.isSending}
      failure={deletion.failure}
      onConfirm={() => void deletion.run(id)}
      onClose={onClose}
    >
      <Text size="sm">{say(fulfilment === 'part' ? 'deletePart' : CONSEQUENCES[status])}</Text>
    </Confirm>
  )
}
