/** The panel of one purchase: what was ordered, how much of it has arrived, and how to receive the rest. */
import { Button, Group, Menu, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Purchase } from '../../../sdk/types.ts'
import { Panel } from '../../components/split.tsx'
import { client } from '../../data/client.ts'
import { useAll, useRecord } from '../../data/lists.ts'
import { amountOf, leftOf } from '../../data/purchases.ts'
import { useMay } from '../../data/session.ts'
import { RecordActions } from '../../parts/record-actions.tsx'
import { RecordGate } from '../../parts/record-gate.tsx'
import { RecordTabs } from '../../parts/record-tabs.tsx'
import { To } from '../../parts/to.tsx'
import { purchases } from '../../records/purchases.ts'
import { money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { useGo } from '../purchasing/going.ts'
import { Movements } from '../purchasing/movements.tsx'
import { StatusBadge } from '../purchasing/status.tsx'
import { RecordFacts, SpecHistory } from '../records/record-facts.tsx'

export function PurchasePanel({ id }: { readonly id: string }) {
  const say = useWords('purchasing')
  const { toList } = useGo('purchases')
  return (
    <RecordGate view={useRecord('purchases', id)} title={say('purchase')} onClose={toList}>
      {(purchase) => <PurchaseView key={id} purchase={purchase} onClose={toList} />}
    </RecordGate>
  )
}

interface PurchaseProps {
  readonly purchase: Purchase
  readonly onClose: () => void
}

function PurchaseView({ purchase, onClose }: PurchaseProps) {
  const say = useWords('purchasing')
  const core = useWords('core')
  const { id, number, status, supplier } = purchase
  return (
    <Panel
      title={say('purchaseTitle', { number })}
      subtitle={
        <Group gap={8}>
          <StatusBadge status={status} />
          <Text c="dimmed">
            {supplier} · {money(amountOf(purchase))}
          </Text>
        </Group>
      }
      closeLabel={core('close')}
      onClose={onClose}
      actions={<PurchaseActions purchase={purchase} onClose={onClose} />}
    >
      <RecordTabs
        tabs={[
          {
            name: 'general',
            label: core('general'),
            content: (
              <Stack gap="xl">
                <PurchaseFacts purchase={purchase} />
                <Movements title={say('receipts')} none={say('noReceipts')} query={{ purchaseId: id }} />
              </Stack>
            ),
          },
          {
            name: 'history',
            label: core('history'),
            content: <SpecHistory spec={purchases} id={id} />,
          },
        ]}
      />
    </Panel>
  )
}

function PurchaseFacts({ purchase }: { readonly purchase: Purchase }) {
  const say = useWords('purchasing')
  const { record: product } = useRecord('products', purchase.productId)
  const { record: warehouses = [] } = useAll('warehouses')
  const { productId, warehouseId, supplierId, supplier, damaged, missing } = purchase
  const uom = product?.uom
  const warehouse = warehouses.find(({ id }) => id === warehouseId)
  return (
    <RecordFacts
      spec={purchases}
      record={purchase}
      facts={[
        [say('product'), <To key="product" path={`/products/${productId}`} label={product?.name} />],
        [say('supplier'), <To key="supplier" path={`/partners/${supplierId}`} label={supplier} />],
        [say('warehouse'), <To key="row" path={`/stock/rows/${productId}/${warehouseId}`} label={warehouse?.name} />],
        [say('ordered'), quantity(purchase.quantity, uom)],
        [say('received'), quantity(purchase.received, uom)],
        [say('damaged'), damaged > 0 ? quantity(damaged, uom) : null],
        [say('missing'), missing > 0 ? quantity(missing, uom) : null],
        [say('left'), quantity(leftOf(purchase), uom)],
        [say('cost'), money(purchase.unitCost)],
        [say('total'), money(amountOf(purchase))],
      ]}
    />
  )
}

function PurchaseActions({ purchase, onClose }: PurchaseProps) {
  const say = useWords('purchasing')
  const navigate = useNavigate()
  const may = useMay()
  const { id, number, status } = purchase
  const copy = () => void navigate({ to: '/purchasing/purchases/new', search: { copy: id } as never })
  return (
    <>
      {may('storekeepers') && status !== 'received' && (
        <Button component={Link} to={`/stock/receive?purchase=${id}`} size="compact-md">
          {say('receive')}
        </Button>
      )}
      {may('managers') && (
        <RecordActions
          id={id}
          name={say('purchaseTitle', { number })}
          archived={null}
          remove={client.purchases.delete}
          editPath={null}
          deleteText={say(status === 'open' ? 'deletePurchaseText' : 'deleteReceivedText')}
          onGone={onClose}
          items={<Menu.Item onClick={copy}>{say('copy')}</Menu.Item>}
        />
      )}
    </>
  )
}
