/**
 * Random commands of every family, valid and invalid, chosen with an eye on the model: about what is there, close to the
 * limits, and now and then about what is not there.
 */
import {
  type Ask,
  type Asking,
  bodyOf,
  MALFORMED_ID,
  maybe,
  near,
  price,
  someId,
  somewhere,
  stockable,
  UNKNOWN_ID,
  usualId,
} from './asking-basics.ts'
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
  spelled,
  updatePartner,
  updatePriceType,
  updateProduct,
  updateWarehouse,
} from './asking-records.ts'
import type { Chance } from './chance.ts'
import { type Asked, available, type Json, type Model, place } from './model.ts'

/** From here on records of a kind are rather deleted than made. */
const ENOUGH = { warehouses: 6, priceTypes: 5, products: 30, partners: 14 }

/** The next command. */
export function askAnything(chance: Chance, model: Model): Asked {
  const { warehouses, products, partners } = model
  if (warehouses.size === 0) return createWarehouse({ chance, model })
  // The last one can be neither archived nor deleted.
  if (warehouses.size === 1 && chance.happens(0.5))
    return chance.pick([createWarehouse, updateWarehouse, deleteWarehouse])({ chance, model })
  if (products.size < 4) return createProduct({ chance, model })
  if (partners.size < 3) return createPartner({ chance, model })
  return chance.weigh(WEIGHTS)({ chance, model })
}

/** A name that means exactly one active partner of the role, if there is one, most of the time. */
function partnerName({ chance, model }: Asking, roleWords: readonly string[]): string {
  if (chance.happens(0.04)) return 'Никто'
  const all = [...model.partners.values()]
  const fits = ({ type, roles }: { type: string | null; roles: string[] }) =>
    (type === null && roles.length === 0) || roleWords.includes(type ?? '') || roles.some((r) => roleWords.includes(r))
  const named = all.filter((partner) => fits(partner) && !partner.archived)
  const single = named.filter((one) => named.filter(({ name }) => name === one.name).length === 1)
  const choices = single.length > 0 && chance.happens(0.92) ? single : all
  return choices.length === 0 ? 'Никто' : spelled(chance, chance.pick(choices).name)
}

const SUPPLIER_WORDS = ['Поставщик', 'supplier']
const CUSTOMER_WORDS = ['Покупатель', 'customer']

const receiveStock: Ask = (asking) => {
  const { chance, model } = asking
  const quantity = chance.weigh<() => number>([
    [10, () => chance.between(1, 60)],
    [5, () => chance.between(1, 60_000) / 1_000],
    [1, () => 1_000_000_000_000],
  ])()
  const part = () => chance.between(0, Math.min(5_000, Math.round(quantity * 1_000))) / 1_000
  return {
    name: 'receiveStock',
    params: {},
    body: bodyOf({
      productId: usualId(asking, chance.happens(0.95) ? stockable(model) : model.products.values()),
      warehouseId: usualId(asking, model.warehouses.values()),
      supplier: partnerName(asking, SUPPLIER_WORDS),
      unitCost: quantity > 1e6 && chance.happens(0.9) ? 0 : price(chance),
      quantity,
      damaged: maybe(chance, 0.25, () => (chance.happens(0.1) ? quantity : part())),
      missing: maybe(chance, 0.15, part),
    }),
  }
}

/** A lot, rather one that fits. */
function someLot({ chance, model }: Asking, here: { productId: string; warehouseId: string }): string {
  const at = place(here.productId, here.warehouseId)
  const fitting = [...model.lots.values()].filter((lot) => place(lot.productId, lot.warehouseId) === at)
  if (fitting.length > 0 && chance.happens(0.85)) return chance.pick(fitting).id
  const any = [...(chance.happens(0.5) ? model.lots : model.spentLots).keys()]
  return any.length === 0 || chance.happens(0.1) ? chance.pick([UNKNOWN_ID, MALFORMED_ID]) : chance.pick(any)
}

/** What a write-off or transfer takes. */
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

/** Several items, at times of one product, or of a bundle and its component: they share what is available. */
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
  return chosen
}

export const placeOrder: Ask = (asking) => {
  const { chance, model } = asking
  const stocked = [...new Set([...model.stock.keys()].map((key) => key.split('/')[1]!))]
  const warehouseId =
    stocked.length > 0 && chance.happens(0.9) ? chance.pick(stocked) : usualId(asking, model.warehouses.values())
  const external = chance.happens(0.15)
  return {
    name: 'placeOrder',
    params: {},
    body: bodyOf({
      customer: partnerName(asking, CUSTOMER_WORDS),
      warehouseId,
      channel: chance.pick(['Сайт', 'Телефон']),
      items: items(asking, warehouseId),
      priceTypeId: maybe(chance, model.priceTypes.size > 0 ? 0.25 : 0.01, () =>
        usualId(asking, model.priceTypes.values()),
      ),
      note: maybe(chance, 0.1, () => 'Позвонить'),
      externalSource: external ? 'shop' : maybe(chance, 0.02, () => 'shop'),
      externalId: external ? `E-${chance.below(40)}` : undefined,
    }),
  }
}

/** An order, rather an open one. */
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

const deleteOrder: Ask = (asking) => ({
  name: 'deleteOrder',
  params: { orderId: someOrderId(asking) },
  body: {},
})

/** Makes a record, or deletes one when there are enough of the kind. */
function unlessEnough(kind: keyof typeof ENOUGH, make: Ask, remove: Ask): Ask {
  return (asking) => (asking.model[kind].size < ENOUGH[kind] ? make(asking) : remove(asking))
}

const WEIGHTS: readonly (readonly [number, Ask])[] = [
  [18, receiveStock],
  [10, writeOffStock],
  [12, transferStock],
  [26, placeOrder],
  [17, changeOrderStatus],
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
]
