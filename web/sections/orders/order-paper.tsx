/** The printed papers of an order: the picking list, the order itself, and the delivery note. */
import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Order, Organization, Shipment } from '../../../sdk/types.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { useAll, useList, useRecord } from '../../data/lists.ts'
import { useMe } from '../../data/session.ts'
import { reservingLines } from '../../data/shipping.ts'
import { Failure } from '../../parts/failure.tsx'
import { orders } from '../../records/orders.ts'
import { day, money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { useSpecWords } from '../records/all.ts'
import { off, totalsOf } from './order-lines.tsx'
import { useOrderProducts } from './order-lots.tsx'
import { isOpen } from './order-status.tsx'
import classes from './paper.module.css'

const OrderBarcode = lazyPart(async () => (await import('./order-barcode.tsx')).OrderBarcode)

const PAPERS = ['picking', 'order', 'note'] as const
type Paper = (typeof PAPERS)[number]
/** The most characters of a product code that are printed without a line break. */
const SHORT_CODE = 14

export function OrderPaper() {
  const { id, paper: asked } = useParams({ strict: false }) as { readonly id: string; readonly paper: string }
  const core = useWords('core')
  const say = useWords('orders')
  const paper = PAPERS.find((one) => one === asked) ?? 'order'
  const { record, error, retry } = useRecord('orders', id)
  const { record: organizations = [] } = useAll('organizations')
  const [sellerId, setSellerId] = useState('')
  const own = organizations.filter(({ archived }) => !archived)
  const seller = own.find((one) => one.id === sellerId) ?? own[0]
  return (
    <div className={classes.page}>
      <nav className={classes.tools} aria-label={say('print')}>
        <Button component={Link} to={`/orders/${id}`} variant="default">
          {core('back')}
        </Button>
        <Button onClick={() => window.print()} disabled={record === undefined}>
          {say('printNow')}
        </Button>
        {paper !== 'picking' && own.length > 1 && (
          <NativeSelect
            aria-label={say('seller')}
            value={seller?.id ?? ''}
            data={own.map((one) => ({ value: one.id, label: one.name }))}
            onChange={(event) => setSellerId(event.currentTarget.value)}
          />
        )}
      </nav>
      {error === null ? (
        <main className={classes.sheet}>
          {record === undefined ? <Skeleton height={320} /> : <Sheet order={record} paper={paper} seller={seller} />}
        </main>
      ) : (
        <main className={classes.failure}>
          <Failure error={error} title={core('notLoaded')} onRetry={retry} />
        </main>
      )}
    </div>
  )
}

interface SheetProps {
  readonly order: Order
  readonly paper: Paper
  readonly seller: Organization | undefined
}

function Sheet({ order, paper, seller }: SheetProps) {
  const say = useWords('orders')
  const plain = useSpecWords(orders)
  const { company } = useMe()
  const { record: warehouses = [] } = useAll('warehouses')
  const { record: customer } = useRecord('partners', order.customerId)
  const shipment = useOnlyShipment(order, paper === 'note')
  const date = day(paper === 'note' ? (shipment?.documentDate ?? order.shippedAt ?? order.orderedAt) : order.orderedAt)
  const number = shipment?.documentNumber ?? order.number
  const sellerText = [
    seller?.name ?? company?.name,
    seller?.inn && say('inn', { inn: seller.inn }),
    seller?.legalAddress,
  ]
  const customerText = [order.customer, customer?.inn && say('inn', { inn: customer.inn }), customer?.phone]
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    ...(paper === 'picking' ? [] : [[say('seller'), sellerText.filter(Boolean).join(', ')] as const]),
    [say('customer'), customerText.filter(Boolean).join(', ')],
    [plain('deliveryAddress'), order.deliveryAddress],
    [say('warehouse'), warehouses.find(({ id }) => id === order.warehouseId)?.name],
    [plain('externalNumber'), order.externalNumber],
    [plain('note'), order.note],
  ]
  return (
    <article>
      <div className={classes.top}>
        <h1 className={classes.title}>{say(`paperTitle-${paper}`, { number, date })}</h1>
        {paper === 'picking' && <OrderBarcode number={order.number} />}
      </div>
      <dl className={classes.head}>
        {rows
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {paper === 'picking' ? (
        <PickingRows order={order} />
      ) : (
        <PricedRows order={paper === 'note' ? delivered(order) : order} />
      )}
      <footer className={classes.foot}>
        {paper === 'picking' && <Signature label={say('picker')} />}
        {paper === 'note' && (
          <>
            <Signature label={say('handedOver')} />
            <Signature label={say('received')} />
          </>
        )}
      </footer>
    </article>
  )
}

/**
 * Returns the order's shipment if exactly one is posted; the delivery note then has that shipment's number and date.
 */
function useOnlyShipment({ id }: Order, isWanted: boolean): Shipment | undefined {
  const { items } = useList('shipments', { orderId: id, status: ['posted'], limit: 2 }, isWanted)
  return isWanted && items.length === 1 ? items[0] : undefined
}

/**
 * Returns the order as its delivery note shows it. If the order is partly shipped, only the shipped part is included.
 */
function delivered(order: Order): Order {
  if (order.fulfilment !== 'part') return order
  const items = order.items.flatMap((item) =>
    item.shipped === 0
      ? []
      : [
          {
            ...item,
            quantity: item.shipped,
            amount: item.amount === null ? null : (item.shippedAmount ?? item.amount),
          },
        ],
  )
  // The amounts of the lines are already reduced by the discount on the order.
  const { discountPercent: _percent, discountAmount: _sum, ...rest } = order
  return { ...rest, items, total: order.shippedAmount, fulfilment: 'all' }
}

const Signature = ({ label }: { readonly label: string }) => (
  <div className={classes.signature}>
    {label} <span />
  </div>
)

/** Returns whether a product code is short enough for a narrow column of its own. */
const isShort = (sku: string | null) => (sku ?? '').length <= SHORT_CODE || undefined

function FirstHeads() {
  const say = useWords('orders')
  return (
    <>
      <th scope="col" data-whole>
        {say('position')}
      </th>
      <th scope="col" className={classes.sku}>
        {say('sku')}
      </th>
      <th scope="col">{say('product')}</th>
    </>
  )
}

interface FirstCellsProps {
  readonly index: number
  readonly row: { readonly name: string; readonly sku: string | null }
  /** Content to show below the product's name in a row of the printed paper. */
  readonly children?: ReactNode
}

const FirstCells = ({ index, row: { name, sku }, children }: FirstCellsProps) => (
  <>
    <td>{index + 1}</td>
    <td className={classes.sku} data-whole={isShort(sku)}>
      {sku}
    </td>
    <td>
      {name}
      <div className={classes.skuBelow}>{sku}</div>
      {children}
    </td>
  </>
)

/**
 * The rows with the goods to take from the shelf. Bundles are replaced by their components, and services are left out.
 */
function PickingRows({ order }: { readonly order: Order }) {
  const say = useWords('orders')
  const products = useOrderProducts(order)
  const items = isOpen(order) ? reservingLines(order.items) : order.items
  const rows = items.flatMap(({ productId, name, sku, quantity: count, components }) =>
    components === undefined
      ? products.get(productId)?.kind === 'service'
        ? []
        : [{ productId, name, sku, count, of: null as string | null }]
      : components.map((one) => ({
          productId: one.productId,
          name: one.name,
          sku: products.get(one.productId)?.sku ?? null,
          count: one.quantity * count,
          of: name,
        })),
  )
  return (
    <table className={classes.rows}>
      <thead>
        <tr>
          <FirstHeads />
          <th scope="col" data-end>
            {say('quantity')}
          </th>
          <th scope="col">{say('picked-mark')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            <FirstCells index={index} row={row}>
              {row.of !== null && <div className={classes.of}>{row.of}</div>}
            </FirstCells>
            <td data-end>{quantity(row.count, products.get(row.productId)?.uom)}</td>
            <td className={classes.mark} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PricedRows({ order }: { readonly order: Order }) {
  const say = useWords('orders')
  const products = useOrderProducts(order)
  const hasDiscounts = order.items.some(({ discountPercent }) => discountPercent !== undefined)
  const figures = ['quantity', 'price', ...(hasDiscounts ? (['discount'] as const) : []), 'amount'] as const
  return (
    <table className={classes.rows}>
      <thead>
        <tr>
          <FirstHeads />
          {figures.map((word) => (
            <th key={word} scope="col" data-end className={word === 'discount' ? classes.discount : undefined}>
              {say(word)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {order.items.map((item, index) => (
          <tr key={index}>
            <FirstCells index={index} row={item} />
            <td data-end>{quantity(item.quantity, products.get(item.productId)?.uom)}</td>
            <td data-end>
              {money(item.price)}
              <div className={classes.discountBelow}>{off(item)}</div>
            </td>
            {hasDiscounts && (
              <td data-end className={classes.discount}>
                {off(item)}
              </td>
            )}
            <td data-end>{money(item.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {totalsOf(order, say).map(([label, amount], index) => (
          <tr key={index}>
            <th scope="row" colSpan={4}>
              {label}
            </th>
            <td className={classes.sku} colSpan={hasDiscounts ? 2 : 1} />
            <td data-end>{amount}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  )
}
