/**
 * Shows what an order reserves, and the lots from which it would be shipped. For a shipped order, shows the lots from
 * which it was shipped.
 */
import { Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Movement, Order } from '../../../sdk/types.ts'
import { FigureTable, Heading, TotalRow } from '../../components/facts.tsx'
import { plus, units } from '../../data/amounts.ts'
import { useList, useRecords } from '../../data/lists.ts'
import { useMe } from '../../data/session.ts'
import { demandOf, reservingLines, usePlan } from '../../data/shipping.ts'
import { Failure } from '../../parts/failure.tsx'
import { day, money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'

const MOVEMENTS = 1_000

export function OrderLots({ order }: { readonly order: Order }) {
  const say = useWords('orders')
  if (order.status === 'cancelled') return <Text c="dimmed">{say('reservesNone')}</Text>
  if (order.status === 'shipped') return <ShippedLots order={order} />
  if (order.fulfilment === 'none') return <LotsToShip order={order} />
  return (
    <Stack gap="xl">
      <LotsToShip order={order} />
      <ShippedLots order={order} />
    </Stack>
  )
}

/** Returns the products of an order, including the components of its bundles. */
export function useOrderProducts({ items }: Order) {
  return useRecords(
    'products',
    items.flatMap(({ productId, components = [] }) => [productId, ...components.map((one) => one.productId)]),
  )
}

function LotsToShip({ order }: { readonly order: Order }) {
  const say = useWords('orders')
  const products = useOrderProducts(order)
  const demand = demandOf(reservingLines(order.items), products)
  const plan = usePlan(order.warehouseId, demand)
  if (plan === undefined) return <Skeleton height={96} />
  const rows = plan.draws.map(({ lot, quantity: taken }) => ({ ...lot, taken }))
  return (
    <Stack gap="xl">
      <section>
        <Heading text={say('reserves')} />
        <FigureTable label={say('reserves')} heads={[say('product'), say('reserve')]} figuresFrom={1}>
          <tbody>
            {[...demand].map(([id, amount]) => (
              <tr key={id}>
                <td>
                  <Anchor component={Link} to={`/stock/rows/${id}/${order.warehouseId}`} inherit>
                    {products.get(id)?.name ?? '…'}
                  </Anchor>
                </td>
                <td data-end>{quantity(units(amount), products.get(id)?.uom)}</td>
              </tr>
            ))}
          </tbody>
        </FigureTable>
      </section>
      <section>
        <Heading text={say('toShip')} />
        <LotRows rows={rows} nameOf={(id) => products.get(id)?.name ?? '…'} total={plan.cost} />
      </section>
    </Stack>
  )
}

function ShippedLots({ order }: { readonly order: Order }) {
  const say = useWords('orders')
  const core = useWords('core')
  const products = useOrderProducts(order)
  const { items, isPending, error, retry } = useList('movements', { orderId: order.id, limit: MOVEMENTS })
  const draws = drawsOf(items)
  const lots = useRecords(
    'lots',
    draws.map(({ lotId }) => lotId),
  )
  if (error !== null) return <Failure error={error} title={core('notLoaded')} onRetry={retry} />
  if (isPending) return <Skeleton height={96} />
  const rows = draws.map(({ lotId, productId, quantity: taken, unitCost }) => ({
    id: lotId,
    productId,
    taken,
    unitCost,
    receivedAt: lots.get(lotId)?.receivedAt,
    supplier: lots.get(lotId)?.supplier,
  }))
  return (
    <section>
      <Heading text={say('shippedLots')} />
      <LotRows rows={rows} nameOf={(id) => products.get(id)?.name ?? '…'} total={order.cost ?? null} />
    </section>
  )
}

/** Returns the quantity that the order took from each lot, less the quantity that cancelled shipments put back. */
function drawsOf(movements: readonly Movement[]) {
  const byLot = new Map<string, Movement['lots'][number] & { readonly productId: string }>()
  for (const { type, productId, lots } of movements)
    for (const draw of lots) {
      const sign = type === 'reversal' ? -1 : 1
      const before = byLot.get(draw.lotId)?.quantity ?? 0
      byLot.set(draw.lotId, { ...draw, productId, quantity: plus(before, sign * draw.quantity) })
    }
  return [...byLot.values()].filter(({ quantity: taken }) => taken > 0)
}

interface LotRow {
  readonly id: string
  readonly productId: string
  readonly taken: number
  readonly unitCost: number | undefined
  readonly receivedAt: string | undefined
  readonly supplier: string | null | undefined
}

interface LotRowsProps {
  readonly rows: readonly LotRow[]
  readonly nameOf: (productId: string) => string
  readonly total: number | null
}

function LotRows({ rows, nameOf, total }: LotRowsProps) {
  const say = useWords('orders')
  const { seesCosts } = useMe()
  if (rows.length === 0) return <Text c="dimmed">{say('noLots')}</Text>
  const costs = seesCosts ? [say('unitCost')] : []
  return (
    <FigureTable
      label={say('lots')}
      heads={[say('product'), say('lotFrom'), say('quantity'), ...costs]}
      figuresFrom={2}
    >
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>{nameOf(row.productId)}</td>
            <td>
              <Anchor component={Link} to={`/stock/lots/${row.id}`} inherit>
                {row.receivedAt === undefined ? '…' : day(row.receivedAt)}
              </Anchor>
              <Text size="xs" c="dimmed">
                {row.supplier}
              </Text>
            </td>
            <td data-end>{quantity(row.taken)}</td>
            {seesCosts && <td data-end>{money(row.unitCost)}</td>}
          </tr>
        ))}
      </tbody>
      {seesCosts && total !== null && <TotalRow label={say('cost')} span={3} total={money(total)} />}
    </FigureTable>
  )
}
