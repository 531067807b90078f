/**
 * Generates random commands of every kind, valid and invalid, based on the model: mostly about existing records, often
 * close to limits, and sometimes about missing records.
 */
import type { Chance } from '../chance/chance.ts'
import {
  type Ask,
  type Asking,
  bodyOf,
  MALFORMED_ID,
  MOST_MILLI,
  maybe,
  near,
  partnerName,
  price,
  SUPPLIER_WORDS,
  someId,
  somethingWaitedFor,
  somewhere,
  stockable,
  UNKNOWN_ID,
  usualId,
} from './asking-basics.ts'
import * as catalog from './asking-catalog.ts'
import { dateAnything, withPaper } from './asking-dates.ts'
import { receiveDelivery } from './asking-deliveries.ts'
import * as orders from './asking-orders.ts'
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
import * as returns from './asking-returns.ts'
import { type Asked, available, type Model, place } from './model.ts'
import type { ModelPurchase } from './model-kinds.ts'
import { leftOf } from './model-procurement.ts'

/** The number of records of each kind above which deleting is more likely than creating. */
const ENOUGH = {
  ...{ warehouses: 6, priceTypes: 5, products: 30, partners: 14, filters: 4, organizations: 4, contracts: 8 },
  customFields: 8,
}

/** Returns the next random command, of any kind. */
export function askAnything(chance: Chance, model: Model): Asked {
  const { warehouses, products, partners } = model
  if (warehouses.size === 0) return createWarehouse({ chance, model })
  // If there is only one warehouse, often create another, or try to archive or delete the last one, which is refused.
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
      ...(chance.happens(0.25) ? somethingWaitedFor(asking) : null),
      supplier: partnerName(asking, SUPPLIER_WORDS),
      unitCost: chance.happens(0.15) ? null : quantity > 1e6 && chance.happens(0.9) ? 0 : price(chance),
      quantity,
      damaged: maybe(chance, 0.25, () => (chance.happens(0.1) ? quantity : part())),
      missing: maybe(chance, 0.15, part),
    }),
  }
}

/** Returns a receipt of all or part of a purchase's expected quantity, and sometimes of another product. */
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

/**
 * Whether the model knows the lot's real id. A lot that a return created and used up immediately appears in no state,
 * so clients cannot learn its id.
 */
const isSeen = (id: string) => !id.startsWith('unseen')

/** Returns a lot, preferring lots of the given product and warehouse. */
function someLot({ chance, model }: Asking, here: { productId: string; warehouseId: string }): string {
  const at = place(here.productId, here.warehouseId)
  const fitting = [...model.lots.values()].filter((lot) => place(lot.productId, lot.warehouseId) === at)
  if (fitting.length > 0 && chance.happens(0.85)) return chance.pick(fitting).id
  const any = [...(chance.happens(0.5) ? model.lots : model.spentLots).keys()].filter(isSeen)
  return any.length === 0 || chance.happens(0.1) ? chance.pick([UNKNOWN_ID, MALFORMED_ID]) : chance.pick(any)
}

/** Returns the product, the warehouse, the quantity and optionally the lot of a write-off or transfer. */
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

/** Returns a generator of `ask` commands; if no record of the kind exists yet, it generates `make` to create one. */
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
  | 'returns'

/**
 * Returns a generator of `make` commands that create a record, or of `remove` commands if there are enough records of
 * the kind.
 */
function unlessEnough(kind: keyof typeof ENOUGH, make: Ask, remove: Ask): Ask {
  return (asking) => (asking.model[kind].size < ENOUGH[kind] ? make(asking) : remove(asking))
}

const { createContract, createCustomField, createFilter, createOrganization, deleteContract } = catalog

const WEIGHTS: readonly (readonly [number, Ask])[] = [
  [18, withPaper(receiveStock)],
  [10, withPaper(writeOffStock)],
  [12, withPaper(transferStock)],
  [24, orders.placeOrder],
  [14, orders.updateOrder],
  [17, orders.changeOrderStatus],
  [12, withPaper(orders.shipOrder)],
  [3, orders.closeOrder],
  [4, orders.reserveOrder],
  [3, orders.endReservation],
  [4, orders.cancelShipment],
  [4, orders.deleteOrder],
  [9, withPaper(returns.createCustomerReturn)],
  [3.5, onceThere('returns', returns.createCustomerReturn, withPaper(returns.updateCustomerReturn))],
  [9, onceThere('returns', returns.createCustomerReturn, returns.changeCustomerReturnStatus)],
  [1.5, onceThere('returns', returns.createCustomerReturn, returns.deleteCustomerReturn)],
  [2, onceThere('returns', returns.createCustomerReturn, returns.archiveBehindReturn)],
  [5, unlessEnough('products', createProduct, deleteProduct)],
  [7, updateProduct],
  [1.5, deleteProduct],
  [5, unlessEnough('partners', createPartner, deletePartner)],
  [2, unlessEnough('partners', resolvePartner, deletePartner)],
  [4, updatePartner],
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
  [7, receiveDelivery],
  [7, procurement.createPayment],
  [4.5, onceThere('payments', procurement.createPayment, procurement.updatePayment)],
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
  [4, dateAnything],
]
