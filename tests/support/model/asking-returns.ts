/** Generates random commands on customer returns, based on the model, in the way described in asking.ts. */
import {
  type Ask,
  type Asking,
  bodyOf,
  MOST_MILLI,
  maybe,
  near,
  price,
  someId,
  stockable,
  UNKNOWN_ID,
  usualId,
} from './asking-basics.ts'
import type { ModelOrder } from './model.ts'
import type { Json, ModelReturn } from './model-kinds.ts'

/** Returns how much of a quantity is damaged, and rarely more than the whole quantity. */
const damagedOf = ({ chance }: Asking, quantity: number) =>
  maybe(chance, 0.4, () => {
    const milli = Math.round(quantity * 1_000)
    return Math.min(MOST_MILLI, chance.pick([milli, Math.floor(milli / 2), 0, 0, milli + 125])) / 1_000
  })

/**
 * Returns order lines to be sent back: as much as the customer has, or less; rarely more, or a line that the order does
 * not have.
 */
function linesOf(asking: Asking, { lines }: ModelOrder): Json[] {
  const { chance } = asking
  const out = lines.filter(({ shipped, returned }) => shipped > returned)
  const some = (out.length > 0 && chance.happens(0.95) ? out : lines).filter(() => chance.happens(0.7))
  return (some.length > 0 ? some : lines.slice(0, 1)).map(({ id, shipped, returned }) => {
    const whole = Number(shipped - returned) / 1_000
    const quantity = chance.happens(0.4) && whole > 0 ? whole : near(chance, shipped - returned)
    return bodyOf({
      lineId: chance.happens(0.02) ? id + 1 : id,
      quantity,
      damaged: damagedOf(asking, quantity),
    })
  })
}

function freeLines(asking: Asking): Json[] {
  const { chance, model } = asking
  const products = chance.happens(0.8) ? stockable(model) : [...model.products.values()]
  return Array.from({ length: chance.pick([1, 1, 2]) }, () => {
    const quantity = chance.between(1, 20_000) / 1_000
    return bodyOf({
      productId: someId(asking, products),
      quantity,
      damaged: damagedOf(asking, quantity),
      amount: chance.happens(0.01) ? 1_000_000_000_000 : price(chance),
      unitCost: maybe(chance, 0.5, () => (chance.happens(0.02) ? 1_000_000_000_000 : price(chance))),
    })
  })
}

export const createCustomerReturn: Ask = (asking) => {
  const { chance, model } = asking
  const shipped = [...model.orders.values()].filter(({ lines }) => lines.some((line) => line.shipped > line.returned))
  const isFree = shipped.length === 0 || chance.happens(0.2)
  const orderId = isFree ? undefined : someId(asking, chance.happens(0.97) ? shipped : model.orders.values())
  const order = model.orders.get(orderId ?? '')
  return {
    name: 'createCustomerReturn',
    params: {},
    body: bodyOf({
      orderId,
      customerId: isFree || chance.happens(0.03) ? usualId(asking, model.partners.values()) : undefined,
      warehouseId: isFree || chance.happens(0.3) ? usualId(asking, model.warehouses.values()) : undefined,
      reason: maybe(chance, 0.2, () => ' Не подошёл '),
      lines: isFree ? freeLines(asking) : order === undefined ? [{ lineId: 1, quantity: 1 }] : linesOf(asking, order),
    }),
  }
}

/** Returns the id of a return, preferring returns that `isLiked` accepts. */
function someReturnId(asking: Asking, isLiked: (one: ModelReturn) => boolean): string {
  const all = [...asking.model.returns.values()]
  const liked = all.filter(isLiked)
  return someId(asking, liked.length > 0 && asking.chance.happens(0.85) ? liked : all)
}

const isDraft = ({ status }: ModelReturn) => status === 'draft'

export const updateCustomerReturn: Ask = (asking) => {
  const { chance, model } = asking
  const customerReturnId = someReturnId(asking, isDraft)
  const found = model.returns.get(customerReturnId)
  const order = model.orders.get(found?.orderId ?? '')
  return {
    name: 'updateCustomerReturn',
    params: { customerReturnId },
    body: bodyOf({
      warehouseId: maybe(chance, 0.3, () => someId(asking, model.warehouses.values())),
      reason: maybe(chance, 0.3, () => chance.pick([null, '', 'Брак'])),
      lines: maybe(chance, 0.75, () => (order === undefined ? freeLines(asking) : linesOf(asking, order))),
    }),
  }
}

/** Tries to archive the warehouse of a draft return, which works only if the warehouse is empty. */
export const archiveBehindReturn: Ask = (asking) => ({
  name: 'updateWarehouse',
  params: { warehouseId: asking.model.returns.get(someReturnId(asking, isDraft))?.warehouseId ?? UNKNOWN_ID },
  body: { archived: true },
})

export const deleteCustomerReturn: Ask = (asking) => ({
  name: 'deleteCustomerReturn',
  params: { customerReturnId: someReturnId(asking, isDraft) },
  body: {},
})

export const changeCustomerReturnStatus: Ask = (asking) => {
  const status = asking.chance.pick(['posted', 'posted', 'posted', 'cancelled'])
  const liked = status === 'posted' ? 'draft' : 'posted'
  return {
    name: 'changeCustomerReturnStatus',
    params: { customerReturnId: someReturnId(asking, (one) => one.status === liked) },
    body: { status },
  }
}
