/** Shows the lines of an order: the stock of each product, the components of bundles, prices, discounts and amounts. */
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Order, OrderItem } from '../../../sdk/types.ts'
import { type Fact, FigureTable, TotalRows } from '../../components/facts.tsx'
import { milli, units } from '../../data/amounts.ts'
import { useRecords } from '../../data/lists.ts'
import { useFigures } from '../../data/stock.ts'
import { money, quantity } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import { availability } from '../lines/availability.ts'
import { moneyOfOrder } from './order-money.ts'
import classes from './orders.module.css'

export function OrderLines({ order }: { readonly order: Order }) {
  const say = useWords('orders')
  const sayLines = useWords('lines')
  const { items, warehouseId, unpricedItems, status } = order
  const products = useRecords(
    'products',
    items.map(({ productId }) => productId),
  )
  const hasDiscounts = items.some(({ discountPercent }) => discountPercent !== undefined)
  const hasParts = order.fulfilment === 'part' || items.some(({ cancelled }) => cancelled > 0)
  const isOpen = status === 'new' || status === 'picking'
  const wide = hasDiscounts ? [say('price'), say('discount')] : [say('price')]
  const figures = useFigures([...products.values()], warehouseId)
  return (
    <section>
      <FigureTable
        label={say('lines')}
        heads={[say('product'), say('quantity'), ...wide, say('amount')]}
        figuresFrom={1}
        wide={wide}
      >
        <tbody>
          {items.map((item, index) => {
            const product = products.get(item.productId)
            return (
              <tr key={index}>
                <td>
                  <Anchor component={Link} to={`/products/${item.productId}`} inherit>
                    {item.name}
                  </Anchor>
                  <Text size="xs" c="dimmed">
                    {[item.sku, isOpen && availability(sayLines, product, figures.get(item.productId))]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                  {item.components && (
                    <ul className={classes.components}>
                      {item.components.map((one) => (
                        <li key={one.productId}>
                          {one.name} × {quantity(one.quantity * item.quantity)}
                        </li>
                      ))}
                    </ul>
                  )}
                </td>
                <td data-end>
                  {quantity(item.quantity, product?.uom)}
                  <Text size="xs" c="dimmed" data-narrow>
                    {item.price === null ? say('noPrice') : say('eachAt', { price: money(item.price) })}
                  </Text>
                  {item.discountPercent !== undefined && (
                    <Text size="xs" c="dimmed" data-narrow>
                      {off(item)}
                    </Text>
                  )}
                  {item.returned !== undefined && (
                    <Text size="xs" c="dimmed">
                      {say('returnedOf', { returned: quantity(item.returned) })}
                    </Text>
                  )}
                  {hasParts && (
                    <Text size="xs" c="dimmed">
                      {say('shippedOf', { shipped: quantity(item.shipped) })}
                      <br />
                      {isOpen
                        ? say('ofLeft', { left: quantity(leftOf(item)) })
                        : say('givenUp', { left: quantity(item.cancelled) })}
                    </Text>
                  )}
                  {item.waiting !== undefined && (
                    <Text size="xs" fw={600}>
                      {say('waitingOf', { reserved: quantity(item.reserved), waiting: quantity(item.waiting) })}
                    </Text>
                  )}
                </td>
                <td data-end data-wide>
                  {item.price === null ? say('noPrice') : money(item.price)}
                </td>
                {hasDiscounts && (
                  <td data-end data-wide>
                    {off(item)}
                  </td>
                )}
                <td data-end>{money(item.amount)}</td>
              </tr>
            )
          })}
        </tbody>
        <TotalRows rows={[...totalsOf(order, say), ...returnedIn(order, say)]} span={2} wide={wide.length} />
      </FigureTable>
      {unpricedItems > 0 && (
        <Text size="sm" mt="xs">
          {say('unpriced', { count: unpricedItems })}
        </Text>
      )}
    </section>
  )
}

/** Returns how much of a line is still to be shipped: what is neither shipped nor cancelled. */
const leftOf = ({ quantity: all, shipped, cancelled }: OrderItem) =>
  units(milli(all) - milli(shipped) - milli(cancelled))

/** Formats the discount on a line, such as `−10 %`; '' when there is none. */
export const off = ({ discountPercent }: OrderItem): string =>
  discountPercent === undefined ? '' : `−${quantity(discountPercent)}\u00a0%`

/** Returns the row with the amount of returned goods, to show below the total; empty if nothing was returned. */
const returnedIn = ({ returnedAmount }: Order, say: Say<'orders'>): readonly Fact[] =>
  returnedAmount === undefined ? [] : [[say('returnedAmount'), money(-returnedAmount)]]

/**
 * Returns the rows with the totals of an order. If the whole order has a discount, they include the total before it and
 * the discount itself. If the order is partly shipped, they include the amount of the shipped part.
 */
export function totalsOf(order: Order, say: Say<'orders'>): readonly Fact[] {
  const { discountPercent, discountAmount, total } = order
  const last: Fact[] = [[say('total'), money(total)]]
  if (order.fulfilment === 'part') last.push([say('shippedAmount'), money(order.shippedAmount)])
  if (discountPercent === undefined && discountAmount === undefined) return last
  const { before, discount } = moneyOfOrder(order)
  const percent = discountPercent === undefined ? '' : `, ${quantity(discountPercent)}\u00a0%`
  return [[say('beforeDiscount'), money(before)], [`${say('discountAmount')}${percent}`, money(-discount)], ...last]
}
