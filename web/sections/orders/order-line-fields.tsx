/** The lines of an order that is being typed, with what of them there is not enough of. */
import { Text } from '@mantine/core'
import type { Product } from '../../../sdk/types.ts'
import type { CommandForm } from '../../data/command.ts'
import { useRecords } from '../../data/lists.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { demandOf, milli } from '../../data/shipping.ts'
import { useFigures } from '../../data/stock.ts'
import { money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { type LineEditing, LineFields } from '../lines/line-fields.tsx'
import { type ProductLine, readQuantity } from '../lines/product-line.ts'
import { type OrderValues, priceOf } from './order-values.ts'
import classes from './orders.module.css'

const THOUSANDTHS = 1_000

interface OrderLineFieldsProps {
  readonly form: CommandForm<OrderValues, never>
  readonly products: ReadonlyMap<string, Product>
}

export function OrderLineFields({ form, products }: OrderLineFieldsProps) {
  const { values, failure, change } = form
  const warningOf = useShortage(values, products)
  return (
    <LineFields
      lines={values.lines}
      products={products}
      warehouseId={values.warehouseId}
      onChange={(edit) => change((now) => ({ lines: edit(now.lines) }))}
      parts={{
        make: (line) => line,
        errorOf: (index) => fieldFailure(failure, `/items/${index}`),
        warningOf,
        more: ({ product }) => product?.kind === 'bundle' && <BundleParts product={product} />,
        amount: (editing) => <LineAmount {...editing} priceTypeId={values.priceTypeId} />,
      }}
    />
  )
}

/** What is available of a line and asked for, when all lines together take more than there is. */
function useShortage({ lines, warehouseId }: OrderValues, products: ReadonlyMap<string, Product>) {
  const say = useWords('orders')
  const known = lines.flatMap(({ productId, quantity: typed }) => {
    const product = products.get(productId ?? '')
    const amount = readQuantity(typed)
    if (product === undefined || amount === null) return []
    const components = product.kind === 'bundle' ? product.components : undefined
    return [{ productId: product.id, quantity: amount, components }]
  })
  const demand = demandOf(known, products)
  const sources = [...demand.keys()].map((id) => products.get(id) ?? ({ id, kind: 'product', components: [] } as never))
  const figures = useFigures(sources, warehouseId || undefined)
  const isShort = (id: string) => milli(figures.get(id)?.available ?? Number.POSITIVE_INFINITY) < (demand.get(id) ?? 0)
  return ({ productId }: ProductLine): string | null => {
    const product = products.get(productId ?? '')
    if (product === undefined || warehouseId === '') return null
    const of = product.kind === 'bundle' ? product.components.map((one) => one.productId) : [product.id]
    const short = of.find(isShort)
    if (short === undefined) return null
    const { available } = figures.get(short)!
    return say('short', { available: quantity(available), asked: quantity(demand.get(short)! / THOUSANDTHS) })
  }
}

interface LineAmountProps extends LineEditing<ProductLine> {
  readonly priceTypeId: string | null
}

function LineAmount({ line, product, priceTypeId }: LineAmountProps) {
  const say = useWords('orders')
  const amount = readQuantity(line.quantity)
  const price = product === undefined ? null : priceOf(product, priceTypeId)
  return (
    <>
      <div>{price === null || amount === null ? '' : money(Math.round(price * amount * 100) / 100)}</div>
      <Text size="xs" c="dimmed">
        {product === undefined ? '' : price === null ? say('noPrice') : money(price)}
      </Text>
    </>
  )
}

function BundleParts({ product }: { readonly product: Product }) {
  const products = useRecords(
    'products',
    product.components.map(({ productId }) => productId),
  )
  return (
    <ul className={classes.components}>
      {product.components.map((one) => (
        <li key={one.productId}>
          {products.get(one.productId)?.name ?? '…'} × {quantity(one.quantity)}
        </li>
      ))}
    </ul>
  )
}
