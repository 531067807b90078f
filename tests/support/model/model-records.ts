/** The model's rules for warehouses, price types and partners, written from S-WAREHOUSE, S-PRICE and S-PARTNER. */
import {
  type Asked,
  differences,
  isOpen,
  kept,
  type Model,
  type ModelPartner,
  noteNewId,
  type Rule,
  takeDelete,
} from './model.ts'
import { customCodes } from './model-fields.ts'
import type { Json } from './model-kinds.ts'
import { isLinked, modelRoles } from './model-naming.ts'
import { createProduct, deleteProduct, updateProduct } from './model-products.ts'

const trimmed = (value: string): string => value.trim()

const createWarehouse: Rule = {
  refusals: () => [],
  take(model, { body }, { result }) {
    const diff = differences()
    noteNewId(model, result.id, diff)
    diff.expect('name', result.name, trimmed(body.name))
    diff.expect('archived', result.archived, false)
    model.warehouses.set(result.id, { id: result.id, name: trimmed(body.name), archived: false })
    return diff.found
  },
}

/**
 * Returns why a warehouse can be neither archived nor deleted. The reasons are checked in the order of S-WAREHOUSE-10,
 * and only the first one counts.
 */
function whyItMustStay(model: Model, warehouseId: string): string[] {
  const warehouse = model.warehouses.get(warehouseId)!
  const others = [...model.warehouses.values()].filter((other) => !other.archived && other.id !== warehouseId)
  if (!warehouse.archived && others.length === 0) return ['LAST_WAREHOUSE']
  const hasLots = [...model.lots.values()].some((lot) => lot.warehouseId === warehouseId)
  const hasOrders = [...model.orders.values()].some((order) => order.warehouseId === warehouseId && isOpen(order))
  return hasLots || hasOrders ? ['WAREHOUSE_NOT_EMPTY'] : []
}

const updateWarehouse: Rule = {
  refusals(model, { params, body }) {
    const warehouse = model.warehouses.get(params.warehouseId!)
    if (warehouse === undefined) return ['NOT_FOUND']
    return body.archived === true && !warehouse.archived ? whyItMustStay(model, warehouse.id) : []
  },
  take(model, { params, body }, { result }) {
    const warehouse = model.warehouses.get(params.warehouseId!)!
    if (body.name !== undefined) warehouse.name = trimmed(body.name)
    if (body.archived !== undefined) warehouse.archived = body.archived
    const diff = differences()
    diff.expect('name', result.name, warehouse.name)
    diff.expect('archived', result.archived, warehouse.archived)
    return diff.found
  },
}

const deleteWarehouse: Rule = {
  refusals(model, { params }) {
    const id = params.warehouseId!
    if (!model.warehouses.has(id)) return ['NOT_FOUND']
    const reasons = whyItMustStay(model, id)
    if (reasons.length > 0) return reasons
    const { orders, purchases, documents, returns } = model
    const named = [orders, purchases, documents, returns].flatMap((map) => [...map.values()])
    const isNamed = model.moved.has(id) || named.some((record) => record.warehouseId === id)
    return isNamed ? ['HAS_REFERENCES'] : []
  },
  take: (model, { params }, seen) => takeDelete(model.warehouses, params.warehouseId!, seen),
}

const createPriceType: Rule = {
  refusals: () => [],
  take(model, { body }, { result }) {
    const diff = differences()
    noteNewId(model, result.id, diff)
    diff.expect('name', result.name, trimmed(body.name))
    model.priceTypes.set(result.id, { id: result.id, name: trimmed(body.name), archived: false })
    return diff.found
  },
}

const updatePriceType: Rule = {
  refusals: (model, { params }) => (model.priceTypes.has(params.priceTypeId!) ? [] : ['NOT_FOUND']),
  take(model, { params, body }, { result }) {
    const priceType = model.priceTypes.get(params.priceTypeId!)!
    priceType.name = trimmed(body.name)
    priceType.archived = body.archived
    const diff = differences()
    diff.expect('price type', [result.name, result.archived], [priceType.name, priceType.archived])
    return diff.found
  },
}

const deletePriceType: Rule = {
  refusals: (model, { params }) => (model.priceTypes.has(params.priceTypeId!) ? [] : ['NOT_FOUND']),
  take(model, { params }, seen) {
    for (const product of model.products.values()) product.prices.delete(params.priceTypeId!)
    for (const partner of model.partners.values())
      if (partner.priceTypeId === params.priceTypeId) partner.priceTypeId = null
    return takeDelete(model.priceTypes, params.priceTypeId!, seen)
  },
}

function partnerRefusals(model: Model, priceTypeId: string | null, before: string | null): string[] {
  if (priceTypeId === null || priceTypeId === before) return []
  const priceType = model.priceTypes.get(priceTypeId)
  if (priceType === undefined) return ['NOT_FOUND']
  return priceType.archived ? ['ARCHIVED'] : []
}

/** Compares a partner in a response with the model's, and returns the differences. */
export function partnerDifferences(partner: ModelPartner, actual: Json): string[] {
  const diff = differences()
  const { name, type, roles, email, phone, priceTypeId, archived } = partner
  diff.expect(`custom values of ${partner.id}`, actual.customValues, partner.customValues)
  const is = [actual.name, actual.type, actual.roles, actual.email, actual.phone, actual.priceTypeId, actual.archived]
  diff.expect(`partner ${partner.id}`, is, [name, type, roles, email, phone, priceTypeId, archived])
  return diff.found
}

function takeNewPartner(model: Model, body: Json, result: Json): string[] {
  const diff = differences()
  noteNewId(model, result.id, diff)
  const partner: ModelPartner = {
    id: result.id,
    name: trimmed(body.name),
    type: body.type ?? null,
    roles: body.roles ?? [],
    email: kept<string>(body.email, null),
    phone: kept<string>(body.phone, null),
    priceTypeId: kept<string>(body.priceTypeId, null),
    customValues: body.customValues ?? {},
    archived: false,
  }
  model.partners.set(partner.id, partner)
  return [...diff.found, ...partnerDifferences(partner, result)]
}

const createPartner: Rule = {
  refusals: (model, { body }) => [
    ...partnerRefusals(model, kept<string>(body.priceTypeId, null), null),
    ...customCodes(model, 'partner', body.customValues),
  ],
  take: (model, { body }, { result }) => takeNewPartner(model, body, result),
}

const updatePartner: Rule = {
  refusals(model, { params, body }) {
    const partner = model.partners.get(params.partnerId!)
    if (partner === undefined) return ['NOT_FOUND']
    return [
      ...partnerRefusals(model, kept<string>(body.priceTypeId, partner.priceTypeId), partner.priceTypeId),
      ...customCodes(model, 'partner', body.customValues),
    ]
  },
  take(model, { params, body }, { result }) {
    const partner = model.partners.get(params.partnerId!)!
    if (body.name !== undefined) partner.name = trimmed(body.name)
    if (body.roles !== undefined) partner.roles = body.roles ?? []
    partner.email = kept<string>(body.email, partner.email)
    partner.phone = kept<string>(body.phone, partner.phone)
    partner.priceTypeId = kept<string>(body.priceTypeId, partner.priceTypeId)
    if (body.customValues !== undefined) partner.customValues = body.customValues ?? {}
    if (body.archived !== undefined) partner.archived = body.archived
    return partnerDifferences(partner, result)
  },
}

const deletePartner: Rule = {
  refusals(model, { params }) {
    const id = params.partnerId!
    if (!model.partners.has(id)) return ['NOT_FOUND']
    const supplied = [model.lots, model.spentLots, model.purchases, model.documents].flatMap((map) => [...map.values()])
    const isNamed =
      isLinked(model, id) ||
      [...model.orders.values(), ...model.returns.values()].some(({ customerId }) => customerId === id) ||
      supplied.some((record) => record.supplierId === id) ||
      [...model.contracts.values(), ...model.payments.values()].some((record) => record.partnerId === id) ||
      [...model.products.values()].some((product) => product.preferredSupplierId === id)
    return isNamed ? ['HAS_REFERENCES'] : []
  },
  take: (model, { params }, seen) => takeDelete(model.partners, params.partnerId!, seen),
}

const foldedEmail = (email: string | null | undefined): string => (email ?? '').trim().toLowerCase()

function foldedPhone(phone: string | null | undefined): string {
  const digits = [...(phone ?? '')].filter((character) => character >= '0' && character <= '9').join('')
  return digits.length === 11 && digits[0] === '8' ? `7${digits.slice(1)}` : digits
}

/**
 * Returns the partners that `resolve` may find: the partners that match both the e-mail address and the phone number
 * or, if there are none, the partners that match either. If no partner matches, a new one is created.
 */
function resolvable(model: Model, { body }: Asked): ModelPartner[] {
  const email = foldedEmail(body.email)
  const phone = foldedPhone(body.phone)
  const active = [...model.partners.values()].filter((partner) => !partner.archived)
  const hasEmail = (partner: ModelPartner) => email !== '' && foldedEmail(partner.email) === email
  const hasPhone = (partner: ModelPartner) => phone !== '' && foldedPhone(partner.phone) === phone
  const exact = active.filter((partner) => hasEmail(partner) && hasPhone(partner))
  return exact.length > 0 ? exact : active.filter((partner) => hasEmail(partner) || hasPhone(partner))
}

const resolvePartner: Rule = {
  refusals: (_model, { body }) =>
    foldedEmail(body.email) === '' && foldedPhone(body.phone) === '' ? ['VALIDATION_FAILED'] : [],
  take(model, asked, { result }) {
    const diff = differences()
    const candidates = resolvable(model, asked)
    diff.expect('created', result.created, candidates.length === 0)
    if (candidates.length === 0) return [...diff.found, ...takeNewPartner(model, asked.body, result)]
    const found = candidates.find((partner) => partner.id === result.id)
    if (found === undefined) return [...diff.found, `resolve found ${result.id}, which does not match`]
    const role = asked.body.type === 'Поставщик' ? 'supplier' : 'customer'
    if (!modelRoles(found).includes(role)) found.roles = [...found.roles, asked.body.type]
    return [...diff.found, ...partnerDifferences(found, result)]
  },
}

export const RECORD_RULES: Readonly<Record<string, Rule>> = {
  createWarehouse,
  updateWarehouse,
  deleteWarehouse,
  createPriceType,
  updatePriceType,
  deletePriceType,
  createProduct,
  updateProduct,
  deleteProduct,
  createPartner,
  updatePartner,
  deletePartner,
  resolvePartner,
}
