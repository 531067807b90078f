/** Generates random commands about purchases, procurement documents and payments. */
import {
  type Ask,
  type Asking,
  bodyOf,
  maybe,
  near,
  partnerName,
  price,
  SUPPLIER_WORDS,
  someId,
  somewhere,
  stockable,
  usualId,
} from './asking-basics.ts'
import { customValues } from './asking-catalog.ts'
import { available } from './model.ts'
import type { Json, ModelDocument } from './model-kinds.ts'

export const createPurchase: Ask = (asking) => {
  const { chance, model } = asking
  const external = chance.happens(0.2)
  const isHuge = chance.happens(0.01)
  return {
    name: 'createPurchase',
    params: {},
    body: bodyOf({
      productId: usualId(asking, chance.happens(0.95) ? stockable(model) : model.products.values()),
      warehouseId: usualId(asking, model.warehouses.values()),
      supplier: partnerName(asking, SUPPLIER_WORDS),
      quantity: isHuge ? 1_000_000_000_000 : chance.pick([1, 5, 20, 0.001, 7.5, chance.between(1, 50)]),
      unitCost: price(chance),
      externalSource: external ? 'shop' : maybe(chance, 0.02, () => 'shop'),
      externalId: external ? `P-${chance.below(20)}` : maybe(chance, 0.02, () => 'P-1'),
    }),
  }
}

export const deletePurchase: Ask = (asking) => ({
  name: 'deletePurchase',
  params: { purchaseId: someId(asking, asking.model.purchases.values()) },
  body: {},
})

const KINDS = ['receipt', 'receipt', 'supplier_return', 'supplier_return', 'purchase_order', 'supplier_invoice']

/** Returns a contract, preferring contracts of the given partner and organization. */
function someContract(asking: Asking, partnerId: string | null, organizationId: string | null): string {
  const { chance, model } = asking
  const fitting = [...model.contracts.values()].filter(
    (contract) =>
      (partnerId === null || contract.partnerId === partnerId) &&
      (organizationId === null || contract.organizationId === organizationId),
  )
  return usualId(asking, fitting.length > 0 && chance.happens(0.8) ? fitting : model.contracts.values())
}

/** Returns the lines of a document: for a return, products that are in stock; otherwise any products that can be stocked. */
function lines(asking: Asking, kind: string, warehouseId: string | null): Json[] {
  const { chance, model } = asking
  const line = (): Json => {
    const here = kind === 'supplier_return' ? somewhere(asking) : null
    const isHere = here !== null && (warehouseId === null || here.warehouseId === warehouseId)
    const productId = isHere
      ? here.productId
      : usualId(asking, chance.happens(0.9) ? stockable(model) : model.products.values())
    const all = available(model, productId, warehouseId ?? here?.warehouseId ?? '')
    const quantity = kind === 'supplier_return' ? near(chance, all / 2n) : chance.pick([1, 3, 12, 0.25, 40])
    return { productId, quantity: chance.happens(0.005) ? 1_000_000_000_000 : quantity, unitCost: price(chance) }
  }
  const count = chance.weigh([
    [1, 0],
    [8, 1],
    [6, 2],
    [2, 4],
  ])
  const chosen = Array.from({ length: count }, line)
  // Sometimes add a product twice. A receipt then creates two lots of the product, and a return draws from the same
  // stock twice.
  return chosen.length > 0 && chance.happens(0.15) ? [...chosen, { ...chosen[0], unitCost: price(chance) }] : chosen
}

export const createDocument: Ask = (asking) => {
  const { chance, model } = asking
  const kind = chance.pick([...KINDS, 'internal_order'])
  const partners = [...model.partners.values()]
  const supplierId = maybe(chance, 0.93, () => usualId(asking, partners)) ?? null
  const organizationId = maybe(chance, model.organizations.size > 0 ? 0.3 : 0.01, () =>
    usualId(asking, model.organizations.values()),
  )
  const place = kind === 'supplier_return' ? somewhere(asking).warehouseId : null
  const warehouseId = maybe(chance, 0.95, () => place ?? usualId(asking, model.warehouses.values())) ?? null
  return {
    name: 'createDocument',
    params: {},
    body: bodyOf({
      kind,
      supplierId,
      organizationId,
      warehouseId,
      contractId: maybe(chance, model.contracts.size > 0 ? 0.3 : 0.01, () =>
        someContract(asking, supplierId, organizationId ?? null),
      ),
      ...sideFields(asking),
      lines: lines(asking, kind, warehouseId),
    }),
  }
}

function sideFields(asking: Asking) {
  const { chance, model } = asking
  return {
    sourceDocumentId: maybe(chance, model.documents.size > 0 ? 0.25 : 0.01, () =>
      someId(asking, model.documents.values()),
    ),
    reference: maybe(chance, 0.3, () => chance.pick(['УПД-1', ' УПД-2 ', '', null])),
    issuedAt: maybe(chance, 0.2, () => chance.pick(['2026-03-01', null])),
    note: maybe(chance, 0.1, () => 'Срочно'),
    customValues: maybe(chance, 0.3, () => customValues(asking, 'procurement_document')),
  }
}

/** Returns the id of a document, preferring documents that can still change. */
function someDocumentId(asking: Asking, statuses: readonly string[]): string {
  const { chance, model } = asking
  const open = [...model.documents.values()].filter(({ status }) => statuses.includes(status))
  return someId(asking, open.length > 0 && chance.happens(0.9) ? open : model.documents.values())
}

export const updateDocument: Ask = (asking) => {
  const { chance, model } = asking
  const documentId = someDocumentId(asking, ['draft'])
  const document: ModelDocument | undefined = model.documents.get(documentId)
  const kind = maybe(chance, 0.15, () => chance.pick(KINDS))
  const orNull = <T>(value: T): T | null => (chance.happens(0.15) ? null : value)
  const supplierId = maybe(chance, 0.25, () => orNull(usualId(asking, model.partners.values())))
  const warehouseId = maybe(chance, 0.2, () => orNull(usualId(asking, model.warehouses.values())))
  const stays = warehouseId === undefined ? (document?.warehouseId ?? null) : warehouseId
  return {
    name: 'updateDocument',
    params: { documentId },
    body: bodyOf({
      kind,
      supplierId,
      warehouseId,
      organizationId: maybe(chance, 0.15, () => orNull(usualId(asking, model.organizations.values()))),
      contractId: maybe(chance, 0.2, () =>
        orNull(someContract(asking, supplierId ?? document?.supplierId ?? null, document?.organizationId ?? null)),
      ),
      ...sideFields(asking),
      lines: maybe(chance, 0.4, () => lines(asking, kind ?? document?.kind ?? 'receipt', stays)),
    }),
  }
}

export const deleteDocument: Ask = (asking) => ({
  name: 'deleteDocument',
  params: { documentId: someDocumentId(asking, ['draft']) },
  body: {},
})

export const changeDocumentStatus: Ask = (asking) => {
  const { chance, model } = asking
  const documentId = someDocumentId(asking, ['draft', 'posted'])
  const isPosted = model.documents.get(documentId)?.status === 'posted'
  return {
    name: 'changeDocumentStatus',
    params: { documentId },
    body: {
      status: chance.happens(0.05)
        ? chance.pick(['posted', 'closed', 'cancelled'])
        : isPosted
          ? chance.pick(['closed', 'cancelled', 'cancelled'])
          : chance.pick(['posted', 'posted', 'posted', 'posted', 'cancelled']),
    },
  }
}

function paymentFields(asking: Asking, probability: number, partnerId: string | null) {
  const { chance, model } = asking
  const orNull = <T>(value: T): T | null => (chance.happens(0.15) ? null : value)
  const there = (size: number) => (size > 0 ? probability : 0.01)
  return {
    organizationId: maybe(chance, there(model.organizations.size), () =>
      orNull(usualId(asking, model.organizations.values())),
    ),
    contractId: maybe(chance, there(model.contracts.size), () => orNull(someContract(asking, partnerId, null))),
    documentId: maybe(chance, there(model.documents.size), () => orNull(someId(asking, model.documents.values()))),
    reference: maybe(chance, 0.2, () => chance.pick(['ПП-1', '', null])),
    note: maybe(chance, 0.1, () => ' Аванс '),
  }
}

/** Returns how a payment is divided among orders: usually among the partner's orders and within the amount. */
function partsOf(asking: Asking, partnerId: string | undefined, amount: number): Json[] {
  const { chance, model } = asking
  const own = [...model.orders.values()].filter(({ customerId }) => customerId === partnerId)
  const orders = own.length > 0 && chance.happens(0.93) ? own : model.orders.values()
  const count = chance.weigh([
    [1, 0],
    [6, 1],
    [4, 2],
    [1, 3],
  ])
  return Array.from({ length: count }, () => ({
    orderId: someId(asking, orders),
    amount: Math.max(0.01, Math.floor(amount * chance.pick([10, 25, 30, 50, 50, 100])) / 100),
  }))
}

/** Returns a partner, preferring the customer of an order. */
function somePayer(asking: Asking): string {
  const { chance, model } = asking
  const customers = [...model.orders.values()].flatMap(({ customerId }) => model.partners.get(customerId) ?? [])
  return usualId(asking, customers.length > 0 && chance.happens(0.7) ? customers : model.partners.values())
}

/**
 * Returns a payment that refunds a posted return: about as much as the return is worth, and rarely one that does not
 * match it.
 */
const createRefund: Ask = (asking) => {
  const { chance, model } = asking
  const posted = [...model.returns.values()].filter(({ status }) => status === 'posted' || chance.happens(0.05))
  const returnId = someId(asking, posted)
  const refunded = model.returns.get(returnId)
  const worth = Number((refunded?.lines ?? []).reduce((sum, line) => sum + (line.amount ?? 0n), 0n))
  return {
    name: 'createPayment',
    params: {},
    body: bodyOf({
      partnerId: chance.happens(0.95) && refunded !== undefined ? refunded.customerId : somePayer(asking),
      direction: chance.happens(0.95) ? 'outgoing' : 'incoming',
      method: 'cash',
      amount: Math.min(1e14, Math.max(1, chance.pick([worth, Math.floor(worth / 2), 1, worth + 100]))) / 100,
      orders: maybe(chance, 0.05, () => partsOf(asking, refunded?.customerId, worth / 100)),
      returnId,
    }),
  }
}

export const createPayment: Ask = (asking) => {
  const { chance, model } = asking
  if (model.returns.size > 0 && chance.happens(0.25)) return createRefund(asking)
  const partnerId = somePayer(asking)
  const amount = chance.pick([0.01, 100, 100, 1_144.8, 1_144.8, 1_000_000_000_000])
  return {
    name: 'createPayment',
    params: {},
    body: bodyOf({
      partnerId,
      direction: chance.pick(['outgoing', 'incoming', 'incoming']),
      method: chance.pick(['bank', 'cash']),
      amount,
      orders: maybe(chance, model.orders.size > 0 ? 0.6 : 0, () => partsOf(asking, partnerId, amount)),
      ...paymentFields(asking, 0.25, partnerId),
    }),
  }
}

function somePaymentId(asking: Asking): string {
  const { chance, model } = asking
  const drafts = [...model.payments.values()].filter(({ status }) => status === 'draft')
  return someId(asking, drafts.length > 0 && chance.happens(0.8) ? drafts : model.payments.values())
}

export const updatePayment: Ask = (asking) => {
  const { chance, model } = asking
  const paymentId = somePaymentId(asking)
  const partnerId = maybe(chance, 0.35, () => usualId(asking, model.partners.values()))
  return {
    name: 'updatePayment',
    params: { paymentId },
    body: bodyOf({
      partnerId,
      amount: maybe(chance, 0.3, () => 55.55),
      orders: maybe(chance, 0.3, () =>
        chance.happens(0.1) ? null : partsOf(asking, partnerId ?? model.payments.get(paymentId)?.partnerId, 55.55),
      ),
      method: maybe(chance, 0.2, () => 'cash'),
      ...paymentFields(asking, 0.3, partnerId ?? model.payments.get(paymentId)?.partnerId ?? null),
    }),
  }
}

export const deletePayment: Ask = (asking) => ({
  name: 'deletePayment',
  params: { paymentId: somePaymentId(asking) },
  body: {},
})

export const changePaymentStatus: Ask = (asking) => ({
  name: 'changePaymentStatus',
  params: { paymentId: somePaymentId(asking) },
  body: { status: asking.chance.pick(['posted', 'posted', 'cancelled']) },
})

export const assignPayment: Ask = (asking) => {
  const { chance, model } = asking
  const posted = [...model.payments.values()].filter(({ status }) => status === 'posted')
  // Find the drafts of refunds whose return was cancelled after the refund was drafted.
  const vain = [...model.payments.values()].filter(
    ({ status, returnId }) => status === 'draft' && model.returns.get(returnId ?? '')?.status === 'cancelled',
  )
  const some = vain.length > 0 && chance.happens(0.3) ? vain : posted
  const paymentId = someId(asking, some.length > 0 && chance.happens(0.8) ? some : model.payments.values())
  const payment = model.payments.get(paymentId)
  const amount = Number(payment?.amount ?? 0n) / 100
  return { name: 'assignPayment', params: { paymentId }, body: { orders: partsOf(asking, payment?.partnerId, amount) } }
}
