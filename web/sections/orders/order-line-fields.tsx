/** The fields for the lines of an order. They warn where stock is short or a price is too low. */
import type { RefObject } from 'react'
import { isRefusedBy } from '../../../sdk/errors.ts'
import type { OrderItem, Product } from '../../../sdk/types.ts'
import { milli, units } from '../../data/amounts.ts'
import type { CommandForm } from '../../data/command.ts'
import { useRecords } from '../../data/lists.ts'
import { fieldFailure, sayRefusal } from '../../data/refusals.ts'
import { demandOf, reservingLines } from '../../data/shipping.ts'
import { useFigures } from '../../data/stock.ts'
import { quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { LineFields } from '../lines/line-fields.tsx'
import { readQuantity } from '../lines/product-line.ts'
import { LineAmount, type LineFigures, LinePriceFields } from './line-price.tsx'
import { useMargins } from './order-margins.ts'
import { brokenMinimum, type OrderMoney } from './order-money.ts'
import { keptItems, listPrice, type OrderLine, type OrderValues } from './order-values.ts'
import classes from './orders.module.css'

interface OrderLineFieldsProps {
  readonly form: CommandForm<OrderValues, never>
  readonly products: ReadonlyMap<string, Product>
  readonly money: OrderMoney
  readonly entry: RefObject<HTMLInputElement | null>
}

export function OrderLineFields({ form, products, money, entry }: OrderLineFieldsProps) {
  const { values, failure, change } = form
  const kept = keptItems(values)
  const warningOf = useShortage({ values, products, kept })
  const margins = useMargins({ values, products, kept, amounts: money.amounts })
  const figuresOf = (line: OrderLine, index: number): LineFigures => {
    const of = { item: kept.get(line.key), product: products.get(line.productId ?? '') }
    const amount = money.amounts[index] ?? null
    return {
      listPrice: listPrice(of, values),
      amount,
      margin: margins.get(line.key),
      minimum: brokenMinimum({ ...of, line, amount }, values),
      priceError: fieldFailure(failure, `/items/${index}/price`) ?? belowMinimum(failure, index),
      discountError: fieldFailure(failure, `/items/${index}/discountPercent`),
    }
  }
  const figures = values.lines.map(figuresOf)
  const at = new Map(values.lines.map(({ key }, index) => [key, index]))
  return (
    <LineFields<OrderLine>
      lines={values.lines}
      products={products}
      warehouseId={values.warehouseId}
      entry={entry}
      onChange={(edit) => change((now) => ({ lines: edit(now.lines) }))}
      parts={{
        make: (line, price = '', discount = '') => ({ ...line, price, discount }),
        layout: 'discounted',
        aboutOf: ({ key }) => {
          const { margin, ...rest } = figures[at.get(key)!]!
          return [kept.get(key), margin?.earned, ...Object.values(rest)]
        },
        errorOf: (index) =>
          ['quantity', 'productId', 'id'].map((name) => fieldFailure(failure, `/items/${index}/${name}`)).find(Boolean),
        warningOf,
        more: ({ line, product }) =>
          product?.kind === 'bundle' && (
            <BundleParts components={kept.get(line.key)?.components ?? product.components} />
          ),
        second: (editing) => <LinePriceFields {...editing} {...figures[editing.index]!} />,
        amount: (editing) => <LineAmount {...editing} {...figures[editing.index]!} />,
      }}
    />
  )
}

/**
 * Returns the error message for a line that the service refused because its price is below the minimum; otherwise
 * undefined.
 */
function belowMinimum(failure: Error | null, index: number): string | undefined {
  const isRefused = isRefusedBy('placeOrder', failure) && failure.code === 'BELOW_MIN_PRICE'
  if (!isRefused || failure.figures?.line !== index + 1) return undefined
  return sayRefusal({ code: failure.code }) ?? undefined
}

interface ShortageQuestion {
  readonly values: OrderValues
  readonly products: ReadonlyMap<string, Product>
  /** The lines of the stored order, each by the key of the line in the form. */
  readonly kept: ReadonlyMap<string, OrderItem>
}

/**
 * Returns a function that takes a line and returns a warning if the lines together need more of the line's product than
 * is available. What the order itself reserves counts as available.
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
    const item = kept.get(line.key)
    // The quantities of the line that were shipped or cancelled no longer need any stock.
    const gone = item === undefined ? 0 : milli(item.shipped) + milli(item.cancelled)
    const left = units(Math.max(0, milli(amount) - gone))
    return [{ productId: product.id, quantity: left, components: componentsOf(line) }]
  })
  const demand = demandOf(known, products)
  const own = demandOf(order?.warehouseId === warehouseId ? reservingLines(order.items) : [], products)
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
    // If the line is a bundle, name the component that is short.
    if (short !== product.id) return say('shortPart', { ...figures, part: parts.get(short)?.name ?? '…' })
    return say('short', figures)
  }
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
