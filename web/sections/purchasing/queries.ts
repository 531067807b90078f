/** What the address asks of the lists of purchasing. */
import type { Address } from '../../data/address.ts'

export const NEWEST_FIRST = '-createdAt'

const shared = ({ q, from, to, sort }: Address) => ({
  sort: sort ?? NEWEST_FIRST,
  ...(q && { q }),
  ...(from && { createdFrom: from }),
  ...(to && { createdTo: to }),
})

/** Those that goods are still expected on. */
const EXPECTED = ['open', 'partial']

export const purchaseQuery = (address: Address) => {
  const { status, supplier, warehouse, product } = address
  return {
    ...shared(address),
    ...(status && { status: status === 'expected' ? EXPECTED : [status] }),
    ...(supplier && { supplierId: supplier }),
    ...(warehouse && { warehouseId: warehouse }),
    ...(product && { productId: product }),
  }
}

export const documentQuery = (address: Address) => {
  const { status, kind, supplier, warehouse, organization, product, contract } = address
  return {
    ...shared(address),
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
  const { status, direction, method, partner, organization, contract } = address
  return {
    ...shared(address),
    ...(status && { status: [status] }),
    ...(direction && { direction: [direction] }),
    ...(method && { method: [method] }),
    ...(partner && { partnerId: partner }),
    ...(organization && { organizationId: organization }),
    ...(contract && { contractId: contract }),
  }
}
