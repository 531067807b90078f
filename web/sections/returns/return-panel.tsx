/** The panel of one customer return: its actions, lines, amounts, stock movements and history. */
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CustomerReturn } from '../../../sdk/types.ts'
import { FigureTable, TotalRows } from '../../components/facts.tsx'
import { Panel } from '../../components/split.tsx'
import { useAll, useRecord, useRecords } from '../../data/lists.ts'
import { useMe } from '../../data/session.ts'
import { RecordGate } from '../../parts/record-gate.tsx'
import { RecordTabs } from '../../parts/record-tabs.tsx'
import { To } from '../../parts/to.tsx'
import { customerReturns } from '../../records/customer-returns.ts'
import { money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { Movements } from '../purchasing/movements.tsx'
import { RecordFacts, SpecHistory } from '../records/record-facts.tsx'
import { useGoToReturns } from './going.ts'
import { ReturnActions } from './return-actions.tsx'
import { leftToRefund } from './return-refund.tsx'
import { ReturnStatusBadge } from './return-status.tsx'

export function ReturnPanel({ id }: { readonly id: string }) {
  const say = useWords('returns')
  const { toList } = useGoToReturns()
  return (
    <RecordGate view={useRecord('customerReturns', id)} title={say('one')} onClose={toList}>
      {(record) => <ReturnView key={id} record={record} onClose={toList} />}
    </RecordGate>
  )
}

interface ReturnViewProps {
  readonly record: CustomerReturn
  readonly onClose: () => void
}

function ReturnView({ record, onClose }: ReturnViewProps) {
  const say = useWords('returns')
  const core = useWords('core')
  const { id, number, status, customer, amount } = record
  return (
    <Panel
      title={say('numbered', { number })}
      subtitle={
        <Group gap={8}>
          <ReturnStatusBadge status={status} />
          <Text c="dimmed">
            {customer} · {money(amount)}
          </Text>
        </Group>
      }
      closeLabel={core('close')}
      onClose={onClose}
      actions={<ReturnActions record={record} onGone={onClose} />}
    >
      <RecordTabs
        tabs={[
          {
            name: 'general',
            label: say('general'),
            content: (
              <Stack gap="lg">
                <ReturnLines record={record} />
                <ReturnFacts record={record} />
              </Stack>
            ),
          },
          {
            name: 'movements',
            label: say('moves'),
            content: <Movements title={say('stockMoves')} none={say('noStockMoves')} query={{ returnId: id }} />,
          },
          { name: 'history', label: say('history'), content: <SpecHistory spec={customerReturns} id={id} /> },
        ]}
      />
    </Panel>
  )
}

function ReturnLines({ record }: { readonly record: CustomerReturn }) {
  const say = useWords('returns')
  const { lines, amount, cost } = record
  const products = useRecords(
    'products',
    lines.map(({ productId }) => productId),
  )
  const uomOf = (productId: string) => products.get(productId)?.uom ?? null
  // If the user may not see costs, the response contains none. The cost of a draft is not known yet.
  const hasCost = cost !== null && cost !== undefined
  const costs = hasCost ? [say('cost')] : []
  return (
    <FigureTable
      label={say('lines')}
      heads={[say('product'), say('quantity'), ...costs, say('amount')]}
      figuresFrom={1}
      wide={costs}
    >
      <tbody>
        {lines.map((line, index) => (
          <tr key={index}>
            <td>
              <Anchor component={Link} to={`/products/${line.productId}`} inherit>
                {line.name}
              </Anchor>
              {line.damaged > 0 && (
                <Text size="xs" c="dimmed">
                  {say('damagedOf', { damaged: quantity(line.damaged, uomOf(line.productId)) })}
                </Text>
              )}
            </td>
            <td data-end>{quantity(line.quantity, uomOf(line.productId))}</td>
            {hasCost && (
              <td data-end data-wide>
                {money(line.cost)}
              </td>
            )}
            <td data-end>{line.amount === null ? say('noPrice') : money(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <TotalRows
        span={2}
        wide={costs.length}
        rows={[...(hasCost ? [[say('cost'), money(cost)] as const] : []), [say('total'), money(amount)]]}
      />
    </FigureTable>
  )
}

function ReturnFacts({ record }: { readonly record: CustomerReturn }) {
  const say = useWords('returns')
  const { seesCosts } = useMe()
  const { record: warehouses = [] } = useAll('warehouses')
  const { record: order } = useRecord('orders', record.orderId)
  const { orderId, customer, customerId, warehouseId, refunded } = record
  const left = leftToRefund(record, order)
  return (
    <RecordFacts
      spec={customerReturns}
      record={record}
      facts={[
        [say('order'), orderId && <To path={`/orders/${orderId}`} label={order?.number} />],
        [say('customer'), <To key="customer" path={`/partners/${customerId}`} label={customer} />],
        [say('warehouseId'), warehouses.find(({ id }) => id === warehouseId)?.name ?? '…'],
        [say('refunded'), refunded > 0 && (seesCosts ? <Refunds record={record} /> : money(refunded))],
        [say('notRefunded'), left > 0 && money(left)],
      ]}
    />
  )
}

/** Shows the refunded amount as a link to the payments that refunded it. */
function Refunds({ record: { id, refunded } }: { readonly record: CustomerReturn }) {
  return <To path={`/purchasing/payments?refunds=${id}`} label={money(refunded)} />
}
