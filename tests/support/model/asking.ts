/**
 * Generates random commands of every kind, valid and invalid, to suit the model: mostly about existing records, often close to
 * limits, and sometimes about missing records.
 */
import type { Chance } from '../chance/chance.ts'
import {
  type Ask,
  type Asking,
  bodyOf,
  CUSTOMER_WORDS,
  MALFORMED_ID,
  MOST_MILLI,
  maybe,
  near,
  partnerName,
  price,
  SUPPLIER_WORDS,
  someId,
  somewhere,
  spelled,
  stockable,
  UNKNOWN_ID,
  usualId,
} from './asking-basics.ts'
import * as catalog from './asking-catalog.ts'
import * as procurement from './asking-procurement.ts'
import {
  createPartner,
  createPriceType,
  createProduct,
  createWarehouse,
  deletePartner,
  deletePriceType,
  deleteProduct,
  deleteWarehouse,
  resolvePartner,
  updatePartner,
  updatePriceType,
  updateProduct,
  updateWarehouse,
} from './asking-records.ts'
import { type Asked, available, isOpen, type Model, type ModelOrder, place } from './model.ts'
import type { Json, ModelPurchase } from './model-kinds.ts'
import { leftOf } from './model-procurement.ts'
import { leftOfLine } from './model-stock.ts'

/** Above this many records of a kind, deleting is more likely than creating. */
const ENOUGH = {
  ...{ warehouses: 6, priceTypes: 5, products: 30, partners: 14, filters: 4, organizations: 4, contracts: 8 },
  customFields: 8,
}

/** Returns the next random command. */
export function askAnything(chance: Chance, model: Model): Asked {
  const { warehouses, products, partners } = model
  if (warehouses.size === 0) return createWarehouse({ chance, model })
  // With one warehouse left, create another: the last warehouse can be neither archived nor deleted.
  if (warehouses.size === 1 && chance.happens(0.5))
    return chance.pick([createWarehouse, updateWarehouse, deleteWarehouse])({ chance, model })
  if (products.size < 4) return createProduct({ chance, model })
  if (partners.size < 3) return createPartner({ chance, model })
  return chance.weigh(WEIGHTS)({ chance, model })
}

const receiveStock: Ask = (asking) => {
  const { chance, model } = asking
  const quantity = chance.weigh<() => number>([
    [10, () => chance.between(1, 60)],
    [5, () => chance.between(1, 60_000) / 1_000],
    [1, () => 1_000_000_000_000],
  ])()
  const open = [...model.purchases.values()].filter((purchase) => chance.happens(0.1) || leftOf(purchase) > 0n)
  if (open.length > 0 && chance.happens(0.3)) return receivePurchase(asking, chance.pick(open))
  const part = () => chance.between(0, Math.min(5_000, Math.round(quantity * 1_000))) / 1_000
  return {
    name: 'receiveStock',
    params: {},
    body: bodyOf({
      productId: usualId(asking, chance.happens(0.92) ? stockable(model) : model.products.values()),
      warehouseId: usualId(asking, model.warehouses.values()),
      supplier: partnerName(asking, SUPPLIER_WORDS),
      unitCost: chance.happens(0.15) ? null : quantity > 1e6 && chance.happens(0.9) ? 0 : price(chance),
      quantity,
      damaged: maybe(chance, 0.25, () => (chance.happens(0.1) ? quantity : part())),
      missing: maybe(chance, 0.15, part),
    }),
  }
}

/** Returns a receipt of all or part of what a purchase expects, and sometimes of something else. */
function receivePurchase(asking: Asking, purchase: ModelPurchase): Asked {
  const { chance, model } = asking
  const left = Number(leftOf(purchase))
  const milli = Math.min(Math.max(1, chance.pick([left, left, Math.ceil(left / 2), left + 1])), MOST_MILLI)
  const damaged = maybe(chance, 0.3, () => chance.between(0, milli) / 1_000)
  const isOther = () => chance.happens(0.03)
  return {
    name: 'receiveStock',
    params: {},
    body: bodyOf({
      productId: isOther() ? usualId(asking, stockable(model)) : purchase.productId,
      warehouseId: isOther() ? usualId(asking, model.warehouses.values()) : purchase.warehouseId,
      supplier: isOther()
        ? partnerName(asking, SUPPLIER_WORDS)
        : (model.partners.get(purchase.supplierId)?.name ?? purchase.supplier),
      unitCost: chance.happens(0.15) ? null : price(chance),
      quantity: milli / 1_000,
      damaged,
      missing: damaged === undefined ? maybe(chance, 0.2, () => chance.between(0, milli) / 1_000) : undefined,
      purchaseId: isOther() ? someId(asking, []) : purchase.id,
    }),
  }
}

/** Returns a lot, preferring one of the given product and warehouse. */
function someLot({ chance, model }: Asking, here: { productId: string; warehouseId: string }): string {
  const at = place(here.productId, here.warehouseId)
  const fitting = [...model.lots.values()].filter((lot) => place(lot.productId, lot.warehouseId) === at)
  if (fitting.length > 0 && chance.happens(0.85)) return chance.pick(fitting).id
  const any = [...(chance.happens(0.5) ? model.lots : model.spentLots).keys()]
  return any.length === 0 || chance.happens(0.1) ? chance.pick([UNKNOWN_ID, MALFORMED_ID]) : chance.pick(any)
}

/** Returns the product, warehouse, quantity and perhaps lot of a write-off or transfer. */
function taking(asking: Asking) {
  const { chance, model } = asking
  const here = somewhere(asking)
  const selectedLotId = maybe(chance, 0.3, () => someLot(asking, here))
  const lot = selectedLotId === undefined ? undefined : model.lots.get(selectedLotId)
  const limit =
    lot !== undefined && chance.happens(0.7) ? lot.remaining : available(model, here.productId, here.warehouseId)
  return { ...here, quantity: near(chance, limit), selectedLotId }
}

const writeOffStock: Ask = (asking) => ({
  name: 'writeOffStock',
  params: {},
  body: bodyOf({ ...taking(asking), reason: asking.chance.pick(['Бой', ' Порча ', 'Пересорт']) }),
})

const transferStock: Ask = (asking) => ({
  name: 'transferStock',
  params: {},
  body: bodyOf({ ...taking(asking), toWarehouseId: usualId(asking, asking.model.warehouses.values()) }),
})

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

export const placeOrder: Ask = (asking) => {
  const { chance, model } = asking
  const stocked = [...new Set([...model.stock.keys()].map((key) => key.split('/')[1]!))]
  const warehouseId =
    stocked.length > 0 && chance.happens(0.9) ? chance.pick(stocked) : usualId(asking, model.warehouses.values())
  const external = chance.happens(0.15)
  return {
    name: 'placeOrder',
    params: {},
    isManagers: chance.happens(0.3),
    body: bodyOf({
      customer: partnerName(asking, CUSTOMER_WORDS),
      warehouseId,
      channel: chance.pick(['Сайт', 'Телефон']),
      items: items(asking, warehouseId),
      ...orderMoney(asking),
      priceTypeId: maybe(chance, model.priceTypes.size > 0 ? 0.25 : 0.01, () =>
        usualId(asking, model.priceTypes.values()),
      ),
      note: maybe(chance, 0.1, () => 'Позвонить'),
      externalSource: external ? 'shop' : maybe(chance, 0.02, () => 'shop'),
      externalId: external ? `E-${chance.below(40)}` : undefined,
    }),
  }
}

/** Returns the id of an order, preferring one that is not finished. */
function someOrderId(asking: Asking): string {
  const { chance, model } = asking
  const open = [...model.orders.values()].filter(({ status }) => status === 'new' || status === 'picking')
  return someId(asking, open.length > 0 && chance.happens(0.85) ? open : model.orders.values())
}

const changeOrderStatus: Ask = (asking) => ({
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

/** Changes quantities of a partly shipped order, and adds or removes lines; everything else stands. */
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

/** The open orders of which something was shipped. */
const partsOf = (model: Model): ModelOrder[] =>
  [...model.orders.values()].filter((order) => isOpen(order) && order.lines.some(({ shipped }) => shipped > 0n))

const updateOrder: Ask = (asking) => {
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
      priceTypeId: maybe(chance, model.priceTypes.size > 0 ? 0.2 : 0.01, () =>
        chance.happens(0.3) ? null : usualId(asking, model.priceTypes.values()),
      ),
      note: maybe(chance, 0.2, () => chance.pick([null, '', ' Перезвонить '])),
      deliveryAddress: maybe(chance, 0.1, () => 'Тверь'),
      externalNumber: maybe(chance, 0.05, () => 'A-1'),
    }),
  }
}

/** Ships a part of an open order, or all of it; sometimes too much, a line that the order does not have, or a line twice. */
const shipOrder: Ask = (asking) => {
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

const closeOrder: Ask = (asking) => {
  const { chance, model } = asking
  const parts = partsOf(model)
  const orderId = parts.length > 0 && chance.happens(0.8) ? chance.pick(parts).id : someOrderId(asking)
  return { name: 'closeOrder', params: { orderId }, body: {} }
}

const cancelShipment: Ask = (asking) => {
  const { chance, model } = asking
  const posted = [...model.shipments.values()].filter(({ isCancelled }) => !isCancelled)
  const some = posted.length > 0 && chance.happens(0.85) ? posted : model.shipments.values()
  return { name: 'cancelShipment', params: { shipmentId: someId(asking, some) }, body: {} }
}

const deleteOrder: Ask = (asking) => ({
  name: 'deleteOrder',
  params: { orderId: someOrderId(asking) },
  body: {},
})

/** Sends the command `ask`, or `make` to create a record if none of the kind exists yet. */
function onceThere(kind: KindWithRecords, make: Ask, ask: Ask): Ask {
  return (asking) => (asking.model[kind].size === 0 ? make(asking) : ask(asking))
}
type KindWithRecords =
  | 'filters'
  | 'organizations'
  | 'contracts'
  | 'customFields'
  | 'purchases'
  | 'documents'
  | 'payments'

/** Sends `make` to create a record, or `remove` to delete one if there are enough of the kind. */
function unlessEnough(kind: keyof typeof ENOUGH, make: Ask, remove: Ask): Ask {
  return (asking) => (asking.model[kind].size < ENOUGH[kind] ? make(asking) : remove(asking))
}

const { createContract, createCustomField, createFilter, createOrganization, deleteContract } = catalog

const WEIGHTS: readonly (readonly [number, Ask])[] = [
  [18, receiveStock],
  [10, writeOffStock],
  [12, transferStock],
  [24, placeOrder],
  [14, updateOrder],
  [17, changeOrderStatus],
  [12, shipOrder],
  [3, closeOrder],
  [4, cancelShipment],
  [4, deleteOrder],
  [5, unlessEnough('products', createProduct, deleteProduct)],
  [7, updateProduct],
  [1.5, deleteProduct],
  [2, unlessEnough('partners', createPartner, deletePartner)],
  [2, unlessEnough('partners', resolvePartner, deletePartner)],
  [3, updatePartner],
  [1, deletePartner],
  [1.5, unlessEnough('warehouses', createWarehouse, deleteWarehouse)],
  [2.5, updateWarehouse],
  [1, deleteWarehouse],
  [1.5, unlessEnough('priceTypes', createPriceType, deletePriceType)],
  [1.5, updatePriceType],
  [1, deletePriceType],
  [7, procurement.createPurchase],
  [1.5, onceThere('purchases', procurement.createPurchase, procurement.deletePurchase)],
  [11, procurement.createDocument],
  [5, onceThere('documents', procurement.createDocument, procurement.updateDocument)],
  [15, onceThere('documents', procurement.createDocument, procurement.changeDocumentStatus)],
  [2, onceThere('documents', procurement.createDocument, procurement.deleteDocument)],
  [7, procurement.createPayment],
  [3, onceThere('payments', procurement.createPayment, procurement.updatePayment)],
  [8, onceThere('payments', procurement.createPayment, procurement.changePaymentStatus)],
  [5, onceThere('payments', procurement.createPayment, procurement.assignPayment)],
  [1.5, onceThere('payments', procurement.createPayment, procurement.deletePayment)],
  [1, unlessEnough('filters', createFilter, catalog.deleteFilter)],
  [1.5, onceThere('filters', createFilter, catalog.updateFilter)],
  [0.8, onceThere('filters', createFilter, catalog.deleteFilter)],
  [2, onceThere('filters', createFilter, catalog.createFilterValue)],
  [1.5, onceThere('filters', createFilter, catalog.updateFilterValue)],
  [1, onceThere('filters', createFilter, catalog.deleteFilterValue)],
  [1.5, unlessEnough('organizations', createOrganization, catalog.deleteOrganization)],
  [1.5, onceThere('organizations', createOrganization, catalog.updateOrganization)],
  [0.7, onceThere('organizations', createOrganization, catalog.deleteOrganization)],
  [2.5, onceThere('organizations', createOrganization, unlessEnough('contracts', createContract, deleteContract))],
  [3, onceThere('contracts', createContract, catalog.updateContract)],
  [1, onceThere('contracts', createContract, deleteContract)],
  [2.5, unlessEnough('customFields', createCustomField, catalog.deleteCustomField)],
  [3, onceThere('customFields', createCustomField, catalog.updateCustomField)],
  [1.5, onceThere('customFields', createCustomField, catalog.deleteCustomField)],
  [4, catalog.createExternalLink],
  [1, catalog.deleteExternalLink],
  [2, catalog.updateSettings],
  [2, catalog.markNotification],
]
