/** Turns the page address into the queries of the purchasing lists. */
import type { Address } from '../../data/address.ts'
import { documents } from '../../records/documents.ts'
import { payments } from '../../records/payments.ts'
import { purchases } from '../../records/purchases.ts'
import { NEWEST_FIRST, plainQuery } from '../records/plain-query.ts'
import type { AnyFields } from '../records/spec.ts'

const shared = (spec: AnyFields, address: Address) => ({
  ...plainQuery(spec, address),
  sort: address.sort ?? NEWEST_FIRST,
  ...(address.q && { q: address.q }),
  ...(address.from && { createdFrom: address.from }),
  ...(address.to && { createdTo: address.to }),
})

/** The statuses of a purchase in which goods are still expected. */
const EXPECTED = ['open', 'partial']

export const purchaseQuery = (address: Address) => {
  const { status, supplier, warehouse, product } = address
  return {
    ...shared(purchases, address),
    ...(status && { status: status === 'expected' ? EXPECTED : [status] }),
    ...(supplier && { supplierId: supplier }),
    ...(warehouse && { warehouseId: warehouse }),
    ...(product && { productId: product }),
  }
}

export const documentQuery = (address: Address) => {
  const { status, kind, supplier, warehouse, organization, product, contract, fromFile } = address
  return {
    ...shared(documents, address),
    ...(fromFile && { fromFile: fromFile === 'yes' }),
    ...(status && { status: [status] }),
    ...(kind && { kind: [kind] }),
    ...(supplier && { supplierId: supplier }),
    ...(warehouse && { warehouseId: warehouse }),
    ...(organization && { organizationId: organization }),
    ...(product && { productId: product }),
    ...(contract && { contractId: contract }),
  }
}

export const paymentQuery = (address: Address) => {
  const { status, partner, organization, contract, paysFor, refunds, paidFrom, paidTo } = address
  return {
    ...shared(payments, address),
    ...(paysFor && { paidDocumentId: paysFor }),
    ...(refunds && { returnId: refunds }),
    ...(paidFrom && { paidFrom }),
    ...(paidTo && { paidTo }),
    ...(status && { status: [status] }),
    ...(partner && { partnerId: partner }),
    ...(organization && { organizationId: organization }),
    ...(contract && { contractId: contract }),
  }
}
