/** Shows the shipments of an order: what was shipped and when. The user can cancel a shipment here. */
import { Anchor, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Order, Shipment } from '../../../sdk/types.ts'
import { FigureTable, TotalRows } from '../../components/facts.tsx'
import { toast } from '../../components/toast.tsx'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { useList, useRecords } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Failure } from '../../parts/failure.tsx'
import { PaperDialog } from '../../parts/paper-dialog.tsx'
import { paperText } from '../../parts/paper-text.ts'
import { dayAndTime, money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'

const SHOWN = 100

export function OrderShipments({ order }: { readonly order: Order }) {
  const core = useWords('core')
  const say = useWords('orders')
  const { items, isPending, error, hasMore, readMore, retry } = useList('shipments', {
    orderId: order.id,
    limit: SHOWN,
  })
  const products = useRecords(
    'products',
    order.items.map(({ productId }) => productId),
  )
  if (error !== null) return <Failure error={error} title={core('notLoaded')} onRetry={retry} />
  if (isPending) return <Skeleton height={96} />
  return (
    <Stack gap="xl">
      {items.map((shipment) => (
        <OneShipment key={shipment.id} shipment={shipment} uomOf={(id) => products.get(id)?.uom ?? null} />
      ))}
      {hasMore && (
        <Button variant="default" onClick={readMore}>
          {say('showMore')}
        </Button>
      )}
    </Stack>
  )
}

interface OneShipmentProps {
  readonly shipment: Shipment
  readonly uomOf: (productId: string) => string | null
}

function OneShipment({ shipment, uomOf }: OneShipmentProps) {
  const say = useWords('orders')
  const may = useMay()
  const core = useWords('core')
  const [asked, setAsked] = useState<'cancel' | 'paper' | null>(null)
  const { id, number, status, at, items, amount, cost, trackingNumber, note, cancelledAt } = shipment
  const isCancelled = status === 'cancelled'
  const about = [
    paperText(core, shipment),
    core('postedAt', { at: dayAndTime(at) }),
    trackingNumber && say('tracked', { number: trackingNumber }),
    note,
  ]
  return (
    <section aria-label={say('shipmentNumbered', { number })}>
      <Group justify="space-between" align="flex-start" mb={8}>
        <div>
          <Group gap={8}>
            <Text fw={600} fz={14}>
              {say('shipmentNumbered', { number })}
            </Text>
            {isCancelled && (
              <Badge size="sm" variant="light" color="gray" tt="none">
                {say('shipmentCancelled')}
              </Badge>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            {about.filter(Boolean).join(' · ')}
            {cancelledAt !== undefined && ` · ${say('cancelledAt', { at: dayAndTime(cancelledAt) })}`}
          </Text>
        </div>
        {may('managers') && !isCancelled && (
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={() => setAsked('paper')}>
              {core('paper')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setAsked('cancel')}>
              {say('cancelShipment')}
            </Button>
          </Group>
        )}
      </Group>
      <FigureTable
        label={say('shipmentNumbered', { number })}
        heads={[say('product'), say('quantity'), say('amount')]}
        figuresFrom={1}
      >
        <tbody>
          {items.map(({ lineId, productId, name, quantity: count, amount: sum }) => (
            <tr key={lineId}>
              <td>
                <Anchor component={Link} to={`/products/${productId}`} inherit>
                  {name}
                </Anchor>
              </td>
              <td data-end>{quantity(count, uomOf(productId))}</td>
              <td data-end>{money(sum)}</td>
            </tr>
          ))}
        </tbody>
        <TotalRows
          span={2}
          rows={[
            [say('total'), money(amount)],
            // If the user may not see costs, the shipment in the response has no cost.
            ...(cost === undefined ? [] : [[say('cost'), money(cost)] as const]),
          ]}
        />
      </FigureTable>
      {asked === 'cancel' && <CancelShipment shipment={shipment} onClose={() => setAsked(null)} />}
      {asked === 'paper' && (
        <PaperDialog
          labels={{ documentDate: say('documentDate'), documentNumber: say('documentNumber') }}
          name={say('shipmentNumbered', { number })}
          paper={shipment}
          send={(paper, sending) => client.shipments.setPaper(id, paper, sending)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}

interface CancelProps {
  readonly shipment: Shipment
  readonly onClose: () => void
}

function CancelShipment({ shipment: { id, number }, onClose }: CancelProps) {
  const say = useWords('orders')
  const cancelling = useAction<string, Shipment>(
    (of, sending) => client.shipments.cancel(of, sending),
    () => {
      toast(say('shipmentTakenBack', { number }))
      onClose()
    },
  )
  return (
    <Confirm
      title={say('cancelShipmentTitle', { number })}
      action={say('cancelShipment')}
      keepLabel={say('keep')}
      isDangerous
      isSending={cancelling.isSending}
      failure={cancelling.failure}
      onConfirm={() => void cancelling.run(id)}
      onClose={onClose}
    >
      <Text size="sm">{say('cancelShipmentText')}</Text>
    </Confirm>
  )
}
