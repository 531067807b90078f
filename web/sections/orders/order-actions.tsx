/** The actions of an order. Each shows its consequences before it runs. */
import { Button, Menu, Skeleton, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Order } from '../../../sdk/types.ts'
import { IconPencil } from '../../components/icons.ts'
import { toast } from '../../components/toast.tsx'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { useAll } from '../../data/lists.ts'
import { useMay, useMe } from '../../data/session.ts'
import { demandOf, usePlan } from '../../data/shipping.ts'
import { ActionsMenu } from '../../parts/actions-menu.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Failure } from '../../parts/failure.tsx'
import { money } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { useOrderProducts } from './order-lots.tsx'
import { isOpen } from './order-status.tsx'

type Move = 'picking' | 'shipped' | 'cancelled'
type Asked = 'ship' | 'cancel' | 'delete'
const PAPERS = ['picking', 'order', 'note'] as const

interface ActionsProps {
  readonly order: Order
  readonly onGone: () => void
}

/** A command that takes the order to its next status. */
function useMove(order: Order, onDone?: () => void) {
  const say = useWords('orders')
  const navigate = useNavigate()
  const { id, number } = order
  const toNote = { label: say('paper-note'), run: () => void navigate({ to: `/print/orders/${id}/note` }) }
  const words = { picking: 'picked', shipped: 'shipped', cancelled: 'cancelled' } as const
  return useAction<Move, Order>(
    (status, sending) => client.orders.setStatus(id, { status }, sending),
    (_result, status) => {
      toast(say(words[status], { number }), status === 'shipped' ? toNote : undefined)
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
  const moves = may('storekeepers') && isUnfinished
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
            {isUnfinished && <Menu.Item onClick={() => setAsked('cancel')}>{say('cancelOrder')}</Menu.Item>}
            <Menu.Item color="red" onClick={() => setAsked('delete')}>
              {core('delete')}
            </Menu.Item>
          </>
        )}
      </ActionsMenu>
      {asked === 'ship' && <ShipDialog order={order} onClose={close} />}
      {asked === 'cancel' && <CancelDialog order={order} onClose={close} />}
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

/**
 * Asks before shipping, for example «Отгрузить 3 позиции, себестоимость 12 480 ₽»; only users who may see costs see the
 * cost.
 */
function ShipDialog({ order, onClose }: DialogProps) {
  const say = useWords('orders')
  const core = useWords('core')
  const { seesCosts } = useMe()
  const shipping = useMove(order, onClose)
  const { record: warehouses = [] } = useAll('warehouses')
  const products = useOrderProducts(order)
  const plan = usePlan(order.warehouseId, demandOf(order.items, products), seesCosts)
  const count = order.items.length
  const cost = plan?.cost ?? null
  const warehouse = warehouses.find(({ id }) => id === order.warehouseId)?.name ?? '…'
  const text = seesCosts && cost !== null ? say('shipCost', { count, cost: money(cost) }) : say('shipText', { count })
  return (
    <Confirm
      title={say('shipTitle', { number: order.number })}
      action={say('ship')}
      keepLabel={core('cancel')}
      isSending={shipping.isSending}
      failure={shipping.failure}
      onConfirm={() => void shipping.run('shipped')}
      onClose={onClose}
    >
      {seesCosts && plan === undefined ? <Skeleton height={21} aria-label={core('loading')} /> : <Text>{text}</Text>}
      <Text size="sm" c="dimmed">
        {say('shipAdvice', { warehouse })}
      </Text>
    </Confirm>
  )
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

const CONSEQUENCES = {
  new: 'deleteText',
  picking: 'deleteText',
  cancelled: 'deleteCancelled',
  shipped: 'deleteShipped',
} as const

function DeleteDialog({ order, onClose, onGone }: DialogProps & ActionsProps) {
  const say = useWords('orders')
  const core = useWords('core')
  const { id, number, status } = order
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
      action={status === 'shipped' ? null : core('delete')}
      keepLabel={say('keep')}
      isDangerous
      isSending={deletion.isSending}
      failure={deletion.failure}
      onConfirm={() => void deletion.run(id)}
      onClose={onClose}
    >
      <Text size="sm">{say(CONSEQUENCES[status])}</Text>
    </Confirm>
  )
}
