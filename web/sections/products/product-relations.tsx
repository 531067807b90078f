/** Shows the records related to a product: its variants, bundles that contain it, analogs, and open orders for it. */
import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Order, Product } from '../../../sdk/types.ts'
import { FigureTable, Heading } from '../../components/facts.tsx'
import { IconPlus } from '../../components/icons.ts'
import { milli, units } from '../../data/amounts.ts'
import { type ListView, useList, useRecords } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { demandOf, reservingLines } from '../../data/shipping.ts'
import { useFigures } from '../../data/stock.ts'
import { Failure } from '../../parts/failure.tsx'
import { ArchivedBadge } from '../../parts/name-cell.tsx'
import { dayAndTime, money, quantity } from '../../words/format.ts'
import { useWords, type Word } from '../../words/words.ts'

const AT_ONCE = 20
const OPEN: readonly Order['status'][] = ['new', 'picking']
/** The name of a product as a link to its page; “…” while the product is loading. */
export function ProductLink({ product }: { readonly product: Product | undefined }) {
  if (product === undefined) return '…'
  return (
    <Anchor component={Link} to={`/products/${product.id}`} search={true as never} inherit>
      {product.name}
    </Anchor>
  )
}

interface PartProps {
  readonly title: string
  readonly list: ListView<unknown>
  readonly action?: ReactNode
  readonly children: ReactNode
}

function Part({ title, list, action, children }: PartProps) {
  const say = useWords('products')
  const { items, isPending, error, hasMore, readMore, retry } = list
  if (items.length === 0 && !isPending && error === null && !action) return null
  return (
    <section>
      <Heading text={title} />
      <Failure error={error} onRetry={retry} />
      {isPending && error === null && <Skeleton height={48} />}
      {items.length > 0 && children}
      {hasMore && (
        <Button variant="default" size="compact-sm" mt="xs" onClick={readMore}>
          {say('showMore')}
        </Button>
      )}
      {action}
    </section>
  )
}

/** The variants of a product with their stock. Managers can add a variant here. */
export function Variants({ product }: { readonly product: Product }) {
  const say = useWords('products')
  const navigate = useNavigate()
  const mayCreate = useMay()('managers') && product.kind === 'product' && !product.archived
  const list = useList('products', { parentProductId: product.id, sort: 'name', limit: AT_ONCE })
  const create = () => void navigate({ to: '/products/new', search: { variantOf: product.id } as never })
  if (product.kind === 'variant') return null
  return (
    <Part
      title={say('variants')}
      list={list}
      action={
        mayCreate && (
          <Button
            variant="default"
            size="compact-sm"
            mt="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={create}
          >
            {say('newVariant')}
          </Button>
        )
      }
    >
      <ProductTable label={say('variants')} products={list.items} />
    </Part>
  )
}

export function ContainingBundles({ product }: { readonly product: Product }) {
  const say = useWords('products')
  const list = useList('products', { componentId: product.id, sort: 'name', limit: AT_ONCE })
  return (
    <Part title={say('inBundles')} list={list}>
      <ProductTable label={say('inBundles')} products={list.items} />
    </Part>
  )
}

export function Analogs({ product }: { readonly product: Product }) {
  const say = useWords('products')
  const found = useRecords('products', product.analogIds)
  if (product.analogIds.length === 0) return null
  return (
    <section>
      <Heading text={say('analogIds')} />
      <ProductTable label={say('analogIds')} products={[...found.values()]} />
    </section>
  )
}

interface ProductTableProps {
  readonly label: string
  readonly products: readonly Product[]
}

function ProductTable({ label, products }: ProductTableProps) {
  const say = useWords('products')
  const figures = useFigures(products)
  return (
    <FigureTable label={label} heads={[say('name'), say('sku'), say('price'), say('available')]} figuresFrom={2}>
      <tbody>
        {products.map((one) => (
          <tr key={one.id}>
            <td>
              <ProductLink product={one} /> {one.archived && <ArchivedBadge />}
            </td>
            <td>{one.sku}</td>
            <td data-end>{money(one.price)}</td>
            <td data-end>{one.kind === 'service' ? '' : quantity(figures.get(one.id)?.available, one.uom)}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}

/** The orders with the product that are not completely shipped. */
export function OpenOrders({ product }: { readonly product: Product }) {
  const say = useWords('products')
  const list = useList('orders', { productId: product.id, status: [...OPEN], limit: AT_ONCE })
  if (list.items.length === 0 && !list.isPending && list.error === null)
    return (
      <section>
        <Heading text={say('openOrders')} />
        <Text c="dimmed">{say('noOpenOrders')}</Text>
      </section>
    )
  return (
    <Part title={say('openOrders')} list={list}>
      <FigureTable
        label={say('openOrders')}
        heads={[say('order'), say('customer'), say('status'), say('quantity')]}
        figuresFrom={3}
      >
        <tbody>
          {list.items.map((order) => (
            <tr key={order.id}>
              <td>
                <Anchor component={Link} to={`/orders/${order.id}`} inherit>
                  {order.number}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {dayAndTime(order.orderedAt)}
                </Text>
              </td>
              <td>{order.customer}</td>
              <td>{say(`order-${order.status}` as Word<'products'>)}</td>
              <td data-end>{quantity(orderedOf(order, product), product.uom)}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </Part>
  )
}

/** Returns how much of the product an order still has to ship. What the order's bundles contain is included. */
function orderedOf(order: Order, { id, kind }: Product): number | null {
  const left = reservingLines(order.items)
  const lines = left.filter(({ productId }) => productId === id)
  if (kind === 'bundle' || kind === 'service') return units(lines.reduce((sum, line) => sum + milli(line.quantity), 0))
  return units(demandOf(left, new Map()).get(id) ?? 0)
}
