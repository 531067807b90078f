/** One order: its head with what can be done, its lines, its lots, its history. */
import { Group, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ApiError } from '../../../sdk/errors.ts'
import type { Order } from '../../../sdk/types.ts'
import { FactList } from '../../components/facts.tsx'
import { Empty } from '../../components/notices.tsx'
import { Panel } from '../../components/split.tsx'
import { useAddress } from '../../data/address.ts'
import { useAll, useRecord } from '../../data/lists.ts'
import { day, dayAndTime, money } from '../../words/format.ts'
import { sayIfKnown, useWords } from '../../words/words.ts'
import { Failure } from '../shell/failure.tsx'
import { RecordHistory } from '../shell/record-history.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderLots } from './order-lots.tsx'
import { Offers } from './order-offers.tsx'
import { StatusBadge } from './order-status.tsx'

export function OrderPanel() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  const say = useWords('orders')
  const core = useWords('core')
  const navigate = useNavigate()
  const { record, error, retry } = useRecord('orders', id)
  const close = useCallback(() => void navigate({ to: '/orders', search: true }), [navigate])
  const isGone = error instanceof ApiError && error.status === 404
  if (record !== undefined && !isGone) return <OrderView key={id} order={record} onClose={close} />
  return (
    <Panel title={say('one')} closeLabel={core('close')} onClose={close}>
      {error === null ? (
        <Stack aria-label={core('loading')}>
          <Skeleton height={14} width="60%" />
          <Skeleton height={120} />
        </Stack>
      ) : isGone ? (
        <Empty title={say('gone')} text={say('goneText')} />
      ) : (
        <Failure error={error} title={core('notLoaded')} onRetry={retry} />
      )}
    </Panel>
  )
}

const TABS = ['general', 'lots', 'history'] as const

interface OrderViewProps {
  readonly order: Order
  readonly onClose: () => void
}

function OrderView({ order, onClose }: OrderViewProps) {
  const say = useWords('orders')
  const core = useWords('core')
  const [address, change] = useAddress()
  const tab = TABS.find((one) => one === address.tab) ?? 'general'
  return (
    <Panel
      title={say('numbered', { number: order.number })}
      subtitle={
        <Group gap={8}>
          <StatusBadge status={order.status} />
          <Text c="dimmed">
            {order.customer} · {money(order.total)}
          </Text>
        </Group>
      }
      closeLabel={core('close')}
      onClose={onClose}
      actions={<OrderActions order={order} onGone={onClose} />}
    >
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => change({ tab: next === 'general' || next === null ? undefined : next })}
      >
        <Tabs.List mb="md">
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {say(one)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="general">
          <Stack gap="lg">
            <OrderLines order={order} />
            <OrderFacts order={order} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="lots">
          <OrderLots order={order} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <RecordHistory
            entityType="order"
            id={order.id}
            sayDone={(what) => sayIfKnown('orders', `did-${what}`) ?? say('did-updated')}
          />
        </Tabs.Panel>
      </Tabs>
    </Panel>
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
      <FactList
        facts={[
          [say('customer'), [order.customer, customer?.phone].filter(Boolean).join(', ')],
          [say('warehouse'), warehouses.find(({ id }) => id === order.warehouseId)?.name ?? '…'],
          [say('channel'), order.channel],
          [say('priceType'), priceTypes.find(({ id }) => id === order.priceTypeId)?.name ?? say('mainPrice')],
          // Not there for whoever is not shown costs.
          [say('cost'), order.cost === null || order.cost === undefined ? null : money(order.cost)],
          [say('deliveryAddress'), order.deliveryAddress],
          [say('note'), order.note],
          [say('externalNumber'), order.externalNumber],
          [say('orderedAt'), day(order.orderedAt)],
          [say('created'), dayAndTime(order.createdAt)],
          [say('shippedAt'), order.shippedAt === null ? null : dayAndTime(order.shippedAt)],
        ]}
      />
      {isOpen && <Offers customer={customer} priceTypeId={order.priceTypeId} total={order.total} />}
    </>
  )
}
