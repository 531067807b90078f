/** The panel of one order: its actions, lines, lots and history. */
import { Group, Stack, Text } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Order } from '../../../sdk/types.ts'
import { Panel } from '../../components/split.tsx'
import { useAll, useRecord } from '../../data/lists.ts'
import { RecordGate } from '../../parts/record-gate.tsx'
import { RecordTabs } from '../../parts/record-tabs.tsx'
import { orders } from '../../records/orders.ts'
import { money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { RecordFacts, SpecHistory } from '../records/record-facts.tsx'
import { OrderReturns } from '../returns/order-returns.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderLots } from './order-lots.tsx'
import { Offers } from './order-offers.tsx'
import { OrderPayments } from './order-payments.tsx'
import { Reservation } from './order-reservation.tsx'
import { OrderShipments } from './order-shipments.tsx'
import { OrderStatusBadge } from './order-status.tsx'

export function OrderPanel() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  const say = useWords('orders')
  const navigate = useNavigate()
  const close = useCallback(() => void navigate({ to: '/orders', search: true }), [navigate])
  return (
    <RecordGate view={useRecord('orders', id)} title={say('one')} onClose={close}>
      {(order) => <OrderView key={id} order={order} onClose={close} />}
    </RecordGate>
  )
}

interface OrderViewProps {
  readonly order: Order
  readonly onClose: () => void
}

function OrderView({ order, onClose }: OrderViewProps) {
  const say = useWords('orders')
  const core = useWords('core')
  return (
    <Panel
      title={say('numbered', { number: order.number })}
      subtitle={
        <Group gap={8}>
          <OrderStatusBadge status={order.status} />
          <Text c="dimmed">
            {order.customer} · {money(order.total)}
            {order.status === 'picking' &&
              order.pickedBy !== undefined &&
              ` · ${say('pickingBy', { name: order.pickedBy.name })}`}
            {order.fulfilment === 'part' && ` · ${say(order.closedShort === true ? 'closedShort' : 'partly')}`}
            {order.waiting !== undefined && ` · ${say('waits')}`}
          </Text>
        </Group>
      }
      closeLabel={core('close')}
      onClose={onClose}
      actions={<OrderActions order={order} onGone={onClose} />}
    >
      <RecordTabs
        tabs={[
          {
            name: 'general',
            label: say('general'),
            content: (
              <Stack gap="lg">
                <Reservation order={order} />
                {order.absent?.map(({ productId, name, quantity: missed, by }) => (
                  <Text key={productId} c="red" size="sm" role="note">
                    {say('notOnShelf', { name, quantity: quantity(missed), by: by.name })}
                  </Text>
                ))}
                <OrderLines order={order} />
                <OrderPayments order={order} />
                <OrderFacts order={order} />
              </Stack>
            ),
          },
          ...(order.shipmentCount !== undefined || order.items.some(({ shipped }) => shipped > 0)
            ? [
                {
                  name: 'shipments',
                  label: say(order.returnedAmount === undefined ? 'shipments' : 'shipmentsAndReturns'),
                  content: <WhatWent order={order} />,
                },
              ]
            : []),
          { name: 'lots', label: say('lots'), content: <OrderLots order={order} /> },
          {
            name: 'history',
            label: say('history'),
            content: <SpecHistory spec={orders} id={order.id} />,
          },
        ]}
      />
    </Panel>
  )
}

/** Shows the shipments of the order, and what its customer returned. */
function WhatWent({ order }: { readonly order: Order }) {
  return (
    <Stack gap="xl">
      <OrderShipments order={order} />
      <OrderReturns order={order} />
    </Stack>
  )
}

function OrderFacts({ order }: { readonly order: Order }) {
  const say = useWords('orders')
  const { record: warehouses = [] } = useAll('warehouses')
  const { record: priceTypes = [] } = useAll('priceTypes')
  const { record: customer } = useRecord('partners', order.customerId)
  const isOpen = order.status === 'new' || order.status === 'picking'
  return (
    <>
      <RecordFacts
        spec={orders}
        record={order}
        facts={[
          [say('customer'), [order.customer, customer?.phone].filter(Boolean).join(', ')],
          [say('warehouse'), warehouses.find(({ id }) => id === order.warehouseId)?.name ?? '…'],
          [say('channel'), order.channel],
          [say('priceType'), priceTypes.find(({ id }) => id === order.priceTypeId)?.name ?? say('mainPrice')],
          // If the user may not see costs, the order in the response has no `cost`.
          [say('cost'), order.cost === null || order.cost === undefined ? null : money(order.cost)],
        ]}
      />
      {isOpen && <Offers customer={customer} given={order} total={order.total} />}
    </>
  )
}
