/** The line fields of an order, with a warning where stock is short. */
import { Text } from '@mantine/core'
import type { RefObject } from 'react'
import type { OrderItem, Product } from '../../../sdk/types.ts'
import { costAt, milli, units } from '../../data/amounts.ts'
import type { CommandForm } from '../../data/command.ts'
import { useRecords } from '../../data/lists.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { demandOf } from '../../data/shipping.ts'
import { useFigures } from '../../data/stock.ts'
import { money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { LineFields } from '../lines/line-fields.tsx'
import type { LineEditing } from '../lines/line-parts.ts'
import { readQuantity } from '../lines/product-line.ts'
import { keptItems, linePrice, type OrderLine, type OrderValues } from './order-values.ts'
import classes from './orders.module.css'

interface OrderLineFieldsProps {
  readonly form: CommandForm<OrderValues, never>
  readonly products: ReadonlyMap<string, Product>
  readonly entry: RefObject<HTMLInputElement | null>
}

export function OrderLineFields({ form, products, entry }: OrderLineFieldsProps) {
  const { values, failure, change } = form
  const kept = keptItems(values)
  const warningOf = useShortage({ values, products, kept })
  return (
    <LineFields<OrderLine>
      lines={values.lines}
      products={products}
      warehouseId={values.warehouseId}
      entry={entry}
      onChange={(edit) => change((now) => ({ lines: edit(now.lines) }))}
      parts={{
        make: (line) => line,
        aboutOf: ({ key }) => [values.priceTypeId, kept.get(key)],
        errorOf: (index) => fieldFailure(failure, `/items/${index}`),
        warningOf,
        more: ({ line, product }) =>
          product?.kind === 'bundle' && (
            <BundleParts components={kept.get(line.key)?.components ?? product.components} />
          ),
        amount: (editing) => <LineAmount {...editing} values={values} item={kept.get(editing.line.key)} />,
      }}
    />
  )
}

interface ShortageQuestion {
  readonly values: OrderValues
  readonly products: ReadonlyMap<string, Product>
  /** The lines of the stored order that the typed lines correspond to, by line key. */
  readonly kept: ReadonlyMap<string, OrderItem>
}

/**
 * Returns the available and the requested quantity when the lines together exceed the stock; the order's own reserve
 * counts as available.
 */
function useShortage({ values, products, kept }: ShortageQuestion) {
  const say = useWords('orders')
  const { order, lines, warehouseId } = values
  const componentsOf = ({ key, productId }: OrderLine) => {
    const product = products.get(productId ?? '')
    return product?.kind === 'bundle' ? (kept.get(key)?.components ?? product.components) : undefined
  }
  const known = lines.flatMap((line) => {
    const product = products.get(line.productId ?? '')
    const amount = readQuantity(line.quantity)
    if (product === undefined || amount === null) return []
    return [{ productId: product.id, quantity: amount, components: componentsOf(line) }]
  })
  const demand = demandOf(known, products)
  const own = demandOf(order?.warehouseId === warehouseId ? order.items : [], products)
  const sources = [...demand.keys()].map((id) => products.get(id) ?? ({ id, kind: 'product', components: [] } as never))
  const figures = useFigures(sources, warehouseId || undefined)
  const availableOf = (id: string) => milli(figures.get(id)?.available ?? Number.POSITIVE_INFINITY) + (own.get(id) ?? 0)
  const parts = useRecords(
    'products',
    known.flatMap(({ components = [] }) => components.map(({ productId }) => productId)),
  )
  const isShort = (id: string) => availableOf(id) < (demand.get(id) ?? 0)
  return (line: OrderLine): string | null => {
    const product = products.get(line.productId ?? '')
    if (product === undefined || warehouseId === '') return null
    const short = (componentsOf(line)?.map((one) => one.productId) ?? [product.id]).find(isShort)
    if (short === undefined) return null
    const [available, asked] = [units(availableOf(short)), units(demand.get(short)!)]
    const figures = { available: quantity(available), asked: quantity(asked) }
    // For a bundle, name the component that is short.
    if (short !== product.id) return say('shortPart', { ...figures, part: parts.get(short)?.name ?? '…' })
    return say('short', figures)
  }
}

interface LineAmountProps extends LineEditing<OrderLine> {
  readonly values: OrderValues
  readonly item: OrderItem | undefined
}

function LineAmount({ line, product, values, item }: LineAmountProps) {
  const say = useWords('orders')
  const amount = readQuantity(line.quantity)
  const price = linePrice(item, product, values)
  return (
    <>
      <div>{price === null || amount === null ? '' : money(costAt(amount, price))}</div>
      <Text size="xs" c="dimmed">
        {product === undefined && item === undefined ? '' : price === null ? say('noPrice') : money(price)}
      </Text>
    </>
  )
}

interface BundlePartsProps {
  readonly components: readonly { readonly productId: string; readonly quantity: number }[]
}

function BundleParts({ components }: BundlePartsProps) {
  const products = useRecords(
    'products',
    components.map(({ productId }) => productId),
  )
  return (
    <ul className={classes.components}>
      {components.map((one) => (
        <li key={one.productId}>
          {products.get(one.productId)?.name ?? '…'} × {quantity(one.quantity)}
        </li>
      ))}
    </ul>
  )
}
