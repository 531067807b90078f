/** The lines of an order: stock of each product, components of bundles, amounts. */
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Order } from '../../../sdk/types.ts'
import { FigureTable, TotalRow } from '../../components/facts.tsx'
import { useRecords } from '../../data/lists.ts'
import { useFigures } from '../../data/stock.ts'
import { money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { availability } from '../lines/availability.ts'
import classes from './orders.module.css'

export function OrderLines({ order }: { readonly order: Order }) {
  const say = useWords('orders')
  const sayLines = useWords('lines')
  const { items, warehouseId, unpricedItems, total, status } = order
  const products = useRecords(
    'products',
    items.map(({ productId }) => productId),
  )
  const isOpen = status === 'new' || status === 'picking'
  const figures = useFigures([...products.values()], warehouseId)
  return (
    <section>
      <FigureTable label={say('lines')} heads={[say('product'), say('quantity'), say('amount')]} figuresFrom={1}>
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
                  <Text size="xs" c="dimmed">
                    {item.price === null ? say('noPrice') : say('eachAt', { price: money(item.price) })}
                  </Text>
                </td>
                <td data-end>{money(item.amount)}</td>
              </tr>
            )
          })}
        </tbody>
        <TotalRow label={say('total')} span={2} total={money(total)} />
      </FigureTable>
      {unpricedItems > 0 && (
        <Text size="sm" mt="xs">
          {say('unpriced', { count: unpricedItems })}
        </Text>
      )}
    </section>
  )
}
