/**
 * The panel for the stock of a product at a warehouse, with the records that explain it: lots, orders and movements.
 */
import { Anchor, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import type { Product } from '../../../sdk/types.ts'
import { FactList, FigureTable, Heading } from '../../components/facts.tsx'
import { Panel } from '../../components/split.tsx'
import { useAddress } from '../../data/address.ts'
import { useRecord } from '../../data/lists.ts'
import { useReserves } from '../../data/reserves.ts'
import { useStockRows } from '../../data/stock.ts'
import { Failure } from '../../parts/failure.tsx'
import { RecordGate } from '../../parts/record-gate.tsx'
import { quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { ExpectedOf } from './expected.tsx'
import { LotsOf, MovementsOf, Moves, useClose, useWarehouseName } from './parts.tsx'

const PARTS = ['lots', 'orders', 'movements'] as const

export function RowPanel() {
  const { productId } = useParams({ strict: false }) as { readonly productId: string }
  const say = useWords('stock')
  return (
    <RecordGate view={useRecord('products', productId)} title={say('product')} onClose={useClose()}>
      {(record) => <RowView key={productId} product={record} />}
    </RecordGate>
  )
}

function RowView({ product }: { readonly product: Product }) {
  const { warehouseId } = useParams({ strict: false }) as { readonly warehouseId: string }
  const say = useWords('stock')
  const core = useWords('core')
  const close = useClose()
  const nameOf = useWarehouseName()
  const [address, change] = useAddress()
  const { data: rows, error, refetch } = useStockRows(product)
  const row = rows?.find((one) => one.productId === product.id && one.warehouseId === warehouseId)
  const part = PARTS.find((one) => one === address.part) ?? 'lots'
  const of = { product, productId: product.id, warehouseId }
  return (
    <Panel
      title={say('rowOf', { product: product.name, warehouse: nameOf(warehouseId) })}
      subtitle={
        <Text c="dimmed">
          {row &&
            say('figures', {
              onHand: quantity(row.onHand, product.uom),
              reserved: quantity(row.reserved),
              available: quantity(row.available),
            })}
        </Text>
      }
      closeLabel={core('close')}
      onClose={close}
      actions={<Moves of={{ productId: product.id, at: warehouseId }} moves={['receive', 'writeOff', 'transfer']} />}
    >
      <Failure error={error} onRetry={() => void refetch()} />
      {rows === undefined && error === null && <Skeleton height={96} />}
      {rows !== undefined && row === undefined && <Text c="dimmed">{say('notYet')}</Text>}
      {row !== undefined && (
        <Tabs value={part} keepMounted={false} onChange={(next) => change({ part: next ?? undefined })}>
          <Tabs.List mb="md">
            <Tabs.Tab value="lots">{say('onHand')}</Tabs.Tab>
            <Tabs.Tab value="orders">{say('reserved')}</Tabs.Tab>
            <Tabs.Tab value="movements">{say('movements')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="lots">
            <FactList
              facts={[
                [say('onHand'), quantity(row.onHand, product.uom)],
                [say('reserved'), quantity(row.reserved, product.uom)],
                [say('available'), quantity(row.available, product.uom)],
                [
                  say('product'),
                  <Anchor key="product" component={Link} to={`/products/${product.id}`} inherit>
                    {say('openProduct')}
                  </Anchor>,
                ],
              ]}
            />
            <Stack gap="xl" mt={24}>
              <LotsOf {...of} />
              <ExpectedOf product={product} warehouseId={warehouseId} />
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="orders">
            <Reserves product={product} warehouseId={warehouseId} reserved={row.reserved ?? 0} />
          </Tabs.Panel>
          <Tabs.Panel value="movements">
            <MovementsOf {...of} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Panel>
  )
}

interface ReservesProps {
  readonly product: Product
  readonly warehouseId: string
  readonly reserved: number
}

/** The list of orders that reserve the product at the warehouse. */
function Reserves({ product, warehouseId, reserved }: ReservesProps) {
  const say = useWords('stock')
  const { data, error, refetch } = useReserves({ productId: product.id, warehouseId, reserved })
  if (reserved === 0) return <Text c="dimmed">{say('nothingHeld')}</Text>
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={72} />
  return (
    <section>
      <Heading text={say('heldBy')} />
      <FigureTable label={say('heldBy')} heads={[say('order'), say('customer'), say('reserved')]} figuresFrom={2}>
        <tbody>
          {data.map(({ order, quantity: held }) => (
            <tr key={order.id}>
              <td>
                <Anchor component={Link} to={`/orders/${order.id}`} inherit>
                  {order.number}
                </Anchor>
              </td>
              <td>{order.customer}</td>
              <td data-end>{quantity(held, product.uom)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {say('total')}
            </th>
            <td data-end>{quantity(reserved, product.uom)}</td>
          </tr>
        </tfoot>
      </FigureTable>
    </section>
  )
}
