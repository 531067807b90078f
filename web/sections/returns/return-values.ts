/** The values of the return form as typed, and the request bodies that are built from them. */
import { amountOfReturn } from '../../../amounts/parts.ts'
import type {
  CreateCustomerReturnBody,
  CustomerReturn,
  Order,
  OrderItem,
  Product,
  ReturnedLine,
  UpdateCustomerReturnBody,
} from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'
import { costAt, kopecks, milli, roubles } from '../../data/amounts.ts'
import { figuresOf, leftToReturn, returnable } from '../../data/order-debts.ts'
import { customerReturns } from '../../records/customer-returns.ts'
import { typed } from '../../words/format.ts'
import { areSettled, lineOf, type ProductLine, readQuantity } from '../lines/product-line.ts'
import { differing, plainBody, plainValues, type Values } from '../records/spec.ts'

/** The quantity of an order line that came back, and how much of it is damaged, as typed; '' means nothing. */
export interface Part {
  readonly quantity: string
  readonly damaged: string
}

/** A line of a return that has no order. */
export interface FreeLine extends ProductLine {
  /** The unit price as typed; '' means that the catalogue price applies. */
  readonly price: string
  readonly damaged: string
  /** The unit cost as typed; '' means that the service determines the cost. */
  readonly cost: string
  /**
   * The values of the line in the stored return. Its amount is kept while quantity and price are unchanged, because the
   * amount may differ from quantity × price.
   */
  readonly stored?: StoredLine
}

interface StoredLine {
  readonly quantity: string
  readonly price: string
  readonly amount: number
}

/** The values of the form. The values of the plain fields, which the definition of returns lists, are added to them. */
export interface ReturnValues extends Values {
  readonly warehouseId: string
  /** The id of the customer of a return without an order; otherwise null. */
  readonly customerId: string | null
  /** For a return with an order: the quantities that came back, by the id of the order line. */
  readonly parts: Readonly<Record<number, Part>>
  /** The lines of a return without an order; otherwise empty. */
  readonly lines: readonly FreeLine[]
}

/** The props of the components that each show some of the form's fields. */
export interface FieldsProps {
  readonly values: ReturnValues
  readonly failure: Error | null
  /** Whether required fields that are still empty are marked, because the user tried to submit the form. */
  readonly isAsked: boolean
  readonly onChange: (edit: (before: ReturnValues) => Partial<ReturnValues>) => void
}

export const NO_PART: Part = { quantity: '', damaged: '' }

export const emptyValues = (order: Order | null): ReturnValues => ({
  ...plainValues(customerReturns.fields, null),
  warehouseId: order?.warehouseId ?? '',
  customerId: null,
  parts: {},
  lines: [],
})

/** Returns the values with which the form for editing a drafted return opens. */
export function valuesOf(record: CustomerReturn): ReturnValues {
  const { orderId, warehouseId, customerId, lines } = record
  const partOf = ({ quantity, damaged }: CustomerReturn['lines'][number]): Part => ({
    quantity: typed(quantity),
    damaged: damaged === 0 ? '' : typed(damaged),
  })
  return {
    ...plainValues(customerReturns.fields, record),
    warehouseId,
    customerId,
    parts: orderId === null ? {} : Object.fromEntries(lines.map((line) => [line.lineId!, partOf(line)])),
    lines: orderId === null ? lines.map(freeLineOf) : [],
  }
}

function freeLineOf(line: CustomerReturn['lines'][number]): FreeLine {
  const { quantity, damaged, unitCost } = line
  const amount = line.amount ?? 0
  const plain = lineOf(line, typed)
  const price = typed(roubles(Math.round(kopecks(amount) / quantity)))
  const stored = { quantity: plain.quantity, price, amount }
  const cost = unitCost === undefined ? '' : typed(unitCost)
  return { ...plain, price, damaged: damaged === 0 ? '' : typed(damaged), cost, stored }
}

/**
 * Returns which number of a line is not valid: the quantity or the damaged quantity. Null if both are valid, or if
 * both fields are empty.
 */
export function faultOf({ quantity, damaged }: Part, most: number | null): 'quantity' | 'damaged' | null {
  const [count, bad] = [readQuantity(quantity), damaged.trim() === '' ? 0 : figureOf(damaged)]
  if (quantity.trim() === '') return damaged.trim() === '' ? null : 'quantity'
  if (count === null || (most !== null && milli(count) > milli(most))) return 'quantity'
  return bad === null || milli(bad) > milli(count) ? 'damaged' : null
}

/**
 * Returns the amount for the returned quantity of an order line, calculated as by the service. Null if the
 * quantity is not valid or the line has no price.
 */
export function amountBack(item: OrderItem, { quantity }: Part): number | null {
  const count = readQuantity(quantity)
  if (count === null || milli(count) > milli(leftToReturn(item))) return null
  const amount = amountOfReturn(figuresOf(item), milli(count))
  return amount === null ? null : roubles(amount)
}

/** Returns the amount of a line of a return without an order; null while the quantity or the price is missing. */
export function amountOfLine(line: FreeLine, product: Product | undefined): number | null {
  const { quantity, price, stored } = line
  if (stored !== undefined && stored.quantity === quantity && stored.price === price) return stored.amount
  const [count, each] = [readQuantity(quantity), price.trim() === '' ? (product?.price ?? null) : figureOf(price)]
  return count === null || each === null ? null : costAt(count, each)
}

/**
 * Fills in the catalogue price in lines without a price, so that the request contains the price that the screen showed.
 */
export const withListPrices = (values: ReturnValues, products: ReadonlyMap<string, Product>): ReturnValues => ({
  ...values,
  lines: values.lines.map((line) => {
    const price = products.get(line.productId ?? '')?.price
    return line.price.trim() === '' && price != null ? { ...line, price: typed(price) } : line
  }),
})

/** Returns the key of the message that says why the form cannot be submitted; null if it can. */
export function missingIn(
  values: ReturnValues,
  { order, products }: { readonly order: Order | null; readonly products: ReadonlyMap<string, Product> },
): 'nothingTyped' | 'checkLines' | null {
  const { warehouseId, customerId, parts, lines } = values
  if (order !== null) {
    const items = returnable(order)
    if (items.some((item) => faultOf(parts[item.id] ?? NO_PART, leftToReturn(item)) !== null)) return 'checkLines'
    if (items.every(({ id }) => readQuantity(parts[id]?.quantity ?? '') === null)) return 'nothingTyped'
    return warehouseId === '' ? 'checkLines' : null
  }
  if (lines.length === 0) return 'nothingTyped'
  const isWhole = lines.every(
    (line) => faultOf(line, null) === null && amountOfLine(line, products.get(line.productId ?? '')) !== null,
  )
  return isWhole && areSettled(lines) && warehouseId !== '' && customerId !== null ? null : 'checkLines'
}

const damagedIn = (damaged: string) => figureOf(damaged) ?? 0

function unitCostIn(cost: string): Pick<ReturnedLine, 'unitCost'> {
  const unitCost = figureOf(cost)
  return unitCost === null ? {} : { unitCost }
}

function linesIn({ parts, lines }: ReturnValues, order: Order | null): ReturnedLine[] {
  if (order === null)
    return lines.map((line) => ({
      productId: line.productId!,
      quantity: readQuantity(line.quantity)!,
      damaged: damagedIn(line.damaged),
      amount: amountOfLine(line, undefined)!,
      ...unitCostIn(line.cost),
    }))
  return order.items.flatMap(({ id: lineId }) => {
    const { quantity, damaged } = parts[lineId] ?? NO_PART
    const count = readQuantity(quantity)
    return count === null ? [] : [{ lineId, quantity: count, damaged: damagedIn(damaged) }]
  })
}

const commonBody = (values: ReturnValues, order: Order | null) => ({
  ...plainBody(customerReturns.fields, values),
  warehouseId: values.warehouseId,
  lines: linesIn(values, order),
})

export const bodyOf = (values: ReturnValues, order: Order | null): CreateCustomerReturnBody => ({
  ...commonBody(values, order),
  ...(order === null ? { customerId: values.customerId } : { orderId: order.id }),
})

/**
 * Returns the body of the request that changes the return. It contains only the fields that were changed since the form
 * was opened.
 */
export const changesOf = (before: ReturnValues, now: ReturnValues, order: Order | null): UpdateCustomerReturnBody =>
  differing(commonBody(before, order), commonBody(now, order))
