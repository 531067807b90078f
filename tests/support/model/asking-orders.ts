/** Generates random commands on orders and their shipments, based on the model, in the way described in asking.ts. */
import {
  type Ask,
  type Asking,
  bodyOf,
  CUSTOMER_WORDS,
  MOST_MILLI,
  maybe,
  near,
  partnerName,
  price,
  someId,
  somethingWaitedFor,
  spelled,
  usualId,
} from './asking-basics.ts'
import { available, isOpen, type Model, type ModelOrder } from './model.ts'
import type { Json } from './model-kinds.ts'
import { leftOfLine } from './model-reserves.ts'

/**
 * Returns several order lines, sometimes with the same product twice, or with a bundle and its component, which compete for the
 * same stock.
 */
function items(asking: Asking, warehouseId: string): Json[] {
  const { chance, model } = asking
  const bundles = [...model.products.values()].filter(({ kind, archived }) => kind === 'bundle' && !archived)
  const chosen: Json[] = []
  const count = chance.weigh([
    [5, 1],
    [3, 2],
    [2, 4],
  ])
  while (chosen.length < count) {
    if (bundles.length > 0 && chance.happens(0.3)) {
      const bundle = chance.pick(bundles)
      chosen.push({ productId: bundle.id, quantity: chance.pick([1, 1, 2, 3, 0.5, 0.001]) })
      const component = chance.pick([...bundle.components.keys()])
      if (chance.happens(0.4))
        chosen.push({ productId: component, quantity: near(chance, available(model, component, warehouseId)) })
      continue
    }
    const here = [...model.stock.keys()]
      .filter((key) => key.endsWith(warehouseId))
      .map((key) => key.split('/')[0]!)
      .filter((productId) => available(model, productId, warehouseId) > 0n || chance.happens(0.1))
    const productId =
      here.length > 0 && chance.happens(0.85) ? chance.pick(here) : usualId(asking, model.products.values())
    chosen.push({ productId, quantity: near(chance, available(model, productId, warehouseId)) })
  }
  return chosen.map((item) => bodyOf({ ...item, ...lineMoney(asking, 0.2) }))
}

/** Returns a random price and a random discount for an order line; each may be missing. */
const lineMoney = ({ chance }: Asking, probability: number) => ({
  price: maybe(chance, probability, () => (chance.happens(0.2) ? null : price(chance))),
  discountPercent: maybe(chance, probability, () => chance.pick([null, 0, 5, 12.5, 33.33, 99.99, 100])),
})

/** Returns a random discount on a whole order; sometimes it is too large, or given both as a percentage and as an amount. */
const orderMoney = ({ chance }: Asking) => ({
  discountPercent: maybe(chance, 0.15, () => chance.pick([null, 0, 3, 7.77, 50, 100])),
  discountAmount: maybe(chance, 0.12, () => chance.pick([null, 0, price(chance), 0.01])),
})

/**
 * Whether the test lets new orders at a warehouse wait for goods. It does so at only half of the warehouses, so that
 * some of the others can be archived or deleted: a warehouse at which orders wait hardly ever can.
 */
const isWaitedAt = (warehouseId: string) => /[02468ace]$/.test(warehouseId)

export const placeOrder: Ask = (asking) => {
  const { chance, model } = asking
  const stocked = [...new Set([...model.stock.keys()].map((key) => key.split('/')[1]!))]
  const warehouseId =
    stocked.length > 0 && chance.happens(0.9) ? chance.pick(stocked) : usualId(asking, model.warehouses.values())
  const external = chance.happens(0.15)
  const backorder = maybe(chance, isWaitedAt(warehouseId) ? 0.5 : 0, () => chance.happens(0.9))
  const wanted = backorder === true && chance.happens(0.5) ? somethingWaitedFor(asking) : null
  const more = wanted === null ? [] : [{ productId: wanted.productId, quantity: chance.between(1, 20_000) / 1_000 }]
  return {
    name: 'placeOrder',
    params: {},
    isManagers: chance.happens(0.3),
    body: bodyOf({
      customer: partnerName(asking, CUSTOMER_WORDS),
      warehouseId: wanted?.warehouseId ?? warehouseId,
      channel: chance.pick(['Сайт', 'Телефон']),
      items: [...more, ...items(asking, wanted?.warehouseId ?? warehouseId)],
      ...orderMoney(asking),
      backorder,
      orderedAt: maybe(chance, 0.3, () => `2025-12-${chance.between(10, 31)}T10:00:00Z`),
      priceTypeId: maybe(chance, model.priceTypes.size > 0 ? 0.25 : 0.01, () =>
        usualId(asking, model.priceTypes.values()),
      ),
      note: maybe(chance, 0.1, () => 'Позвонить'),
      externalSource: external ? 'shop' : maybe(chance, 0.02, () => 'shop'),
      externalId: external ? `E-${chance.below(40)}` : undefined,
    }),
  }
}

/** Returns the id of an order, preferring orders that are not finished. */
function someOrderId(asking: Asking): string {
  const { chance, model } = asking
  const open = [...model.orders.values()].filter(({ status }) => status === 'new' || status === 'picking')
  return someId(asking, open.length > 0 && chance.happens(0.85) ? open : model.orders.values())
}

export const changeOrderStatus: Ask = (asking) => ({
  name: 'changeOrderStatus',
  params: { orderId: someOrderId(asking) },
  body: { status: asking.chance.pick(['picking', 'shipped', 'shipped', 'cancelled']) },
})

/**
 * Returns an order's lines with some quantities changed, some lines removed and sometimes new lines added; now and then with a
 * wrong price.
 */
function changedItems(asking: Asking, order: ModelOrder, warehouseId: string): Json[] {
  const { chance, model } = asking
  const stays = order.lines.filter(() => chance.happens(0.8))
  const same = stays.map(({ id, productId, quantity, price: was }) => {
    const all = available(model, productId, warehouseId) + quantity
    const isOther = chance.happens(0.5)
    if (chance.happens(0.4))
      return bodyOf({
        id: chance.happens(0.03) ? id + 1 : id,
        productId,
        quantity: isOther ? near(chance, all) : Number(quantity) / 1_000,
        ...lineMoney(asking, 0.4),
      })
    return bodyOf({
      productId,
      quantity: isOther ? near(chance, all) : Number(quantity) / 1_000,
      price: maybe(chance, 0.4, () => (chance.happens(0.03) ? 7.77 : was === null ? null : Number(was) / 100)),
    })
  })
  const further = items(asking, warehouseId).map(({ price: given, ...item }) =>
    chance.happens(0.5) ? bodyOf({ ...item, id: null, price: given }) : item,
  )
  return same.length === 0 || chance.happens(0.4) ? [...same, ...further] : same
}

/**
 * Returns, in most cases, a customer name that is unambiguous; sometimes the order's own customer, or a name that several
 * partners share.
 */
function changedCustomer(asking: Asking, order: ModelOrder | undefined): string {
  const { chance, model } = asking
  if (order !== undefined && chance.happens(0.3)) return spelled(chance, order.customer)
  if (chance.happens(0.6) || model.partners.size === 0) return partnerName(asking, CUSTOMER_WORDS)
  const names = [...model.partners.values()].map(({ name }) => name)
  const shared = names.filter((name, at) => names.indexOf(name) !== at)
  return spelled(chance, chance.pick(shared.length > 0 ? shared : names))
}

/** Changes quantities of a partly shipped order, and adds or removes lines; leaves everything else unchanged. */
const updatePart: Ask = (asking) => {
  const { chance, model } = asking
  const order = chance.pick(partsOf(model))
  const stay = order.lines.filter(({ shipped }) => shipped > 0n || chance.happens(0.7))
  const lines = stay.map(({ id, productId, quantity, shipped, cancelled }) => {
    const least = Number(shipped + cancelled)
    const other = chance.pick([least, least + chance.between(1, 3_000), Number(quantity) + 1_000])
    return {
      id,
      productId,
      quantity: Math.min(Math.max(1, chance.happens(0.5) ? other : Number(quantity)), MOST_MILLI) / 1_000,
    }
  })
  const further = items(asking, order.warehouseId).map((item) => bodyOf({ ...item, id: null }))
  return {
    name: 'updateOrder',
    params: { orderId: order.id },
    isManagers: chance.happens(0.3),
    body: bodyOf({
      items: chance.happens(0.4) || lines.length === 0 ? [...lines, ...further] : lines,
      note: maybe(chance, 0.2, () => 'Остаток позже'),
    }),
  }
}

/** Returns the open orders that are partly shipped. */
const partsOf = (model: Model): ModelOrder[] =>
  [...model.orders.values()].filter((order) => isOpen(order) && order.lines.some(({ shipped }) => shipped > 0n))

export const updateOrder: Ask = (asking) => {
  const { chance, model } = asking
  if (chance.happens(0.3) && partsOf(model).length > 0) return updatePart(asking)
  if (chance.happens(0.7) && ![...model.orders.values()].some(isOpen)) return placeOrder(asking)
  const orderId = someOrderId(asking)
  const order = model.orders.get(orderId)
  const warehouseId = maybe(chance, 0.12, () => usualId(asking, model.warehouses.values()))
  const known = order === undefined ? [] : changedItems(asking, order, warehouseId ?? order.warehouseId)
  return {
    name: 'updateOrder',
    params: { orderId },
    isManagers: chance.happens(0.3),
    body: bodyOf({
      customer: maybe(chance, 0.25, () => changedCustomer(asking, order)),
      warehouseId,
      channel: maybe(chance, 0.1, () => 'Почта'),
      items: known.length === 0 ? undefined : maybe(chance, 0.7, () => known),
      ...orderMoney(asking),
      backorder: maybe(chance, isWaitedAt(order?.warehouseId ?? '') ? 0.2 : 0.02, () => chance.happens(0.6)),
      orderedAt: maybe(chance, 0.05, () => `2025-12-${chance.between(10, 31)}T10:00:00Z`),
      priceTypeId: maybe(chance, model.priceTypes.size > 0 ? 0.2 : 0.01, () =>
        chance.happens(0.3) ? null : usualId(asking, model.priceTypes.values()),
      ),
      note: maybe(chance, 0.2, () => chance.pick([null, '', ' Перезвонить '])),
      deliveryAddress: maybe(chance, 0.1, () => 'Тверь'),
      externalNumber: maybe(chance, 0.05, () => 'A-1'),
    }),
  }
}

/**
 * Ships a part of an open order, or all of it. Sometimes the command is wrong: it ships too much, names a line that the
 * order does not have, or names a line twice.
 */
export const shipOrder: Ask = (asking) => {
  const { chance, model } = asking
  const orderId = someOrderId(asking)
  const lines = model.orders.get(orderId)?.lines ?? []
  const some = lines.filter((line) => leftOfLine(line) > 0n || chance.happens(0.1)).filter(() => chance.happens(0.7))
  const asked = some.map((line) => ({
    lineId: chance.happens(0.02) ? line.id + 1 : line.id,
    quantity: near(chance, leftOfLine(line)),
  }))
  return {
    name: 'shipOrder',
    params: { orderId },
    body: bodyOf({
      lines: asked.length === 0 || chance.happens(0.15) ? undefined : asked,
      trackingNumber: maybe(chance, 0.2, () => ' 80083914051027 '),
      note: maybe(chance, 0.1, () => chance.pick([null, '', 'Курьером'])),
    }),
  }
}

/** Renews or extends the reservation of an order. Sometimes the given end has already passed. */
export const reserveOrder: Ask = (asking) => {
  const { chance, model } = asking
  const released = [...model.orders.values()].filter(({ isReleased }) => isReleased)
  const orderId = released.length > 0 && chance.happens(0.7) ? chance.pick(released).id : someOrderId(asking)
  const reservedUntil = maybe(chance, 0.6, () =>
    chance.pick([null, '2099-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z']),
  )
  return { name: 'reserveOrder', params: { orderId }, body: bodyOf({ reservedUntil }) }
}

/** Ends a reservation, as the service itself does. Sometimes the order no longer has this reservation. */
export const endReservation: Ask = (asking) => {
  const { chance, model } = asking
  const ending = [...model.orders.values()].filter(({ ends }) => ends !== null)
  const order = ending.length > 0 ? chance.pick(ending) : undefined
  const reservedUntil = order?.ends ?? '2020-01-01T00:00:00.000Z'
  return {
    name: 'endReservation',
    params: {},
    body:
      order === undefined || chance.happens(0.1)
        ? { orderId: someOrderId(asking), reservedUntil: '2020-01-01T00:00:00.000Z' }
        : { orderId: order.id, reservedUntil },
  }
}

export const closeOrder: Ask = (asking) => {
  const { chance, model } = asking
  const parts = partsOf(model)
  const orderId = parts.length > 0 && chance.happens(0.8) ? chance.pick(parts).id : someOrderId(asking)
  return { name: 'closeOrder', params: { orderId }, body: {} }
}

export const cancelShipment: Ask = (asking) => {
  const { chance, model } = asking
  const posted = [...model.shipments.values()].filter(({ isCancelled }) => !isCancelled)
  const some = posted.length > 0 && chance.happens(0.85) ? posted : model.shipments.values()
  return { name: 'cancelShipment', params: { shipmentId: someId(asking, some) }, body: {} }
}

export const deleteOrder: Ask = (asking) => ({
  name: 'deleteOrder',
  params: { orderId: someOrderId(asking) },
  body: {},
})
