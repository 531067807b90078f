/** Turns the page address into the queries of the stock lists. */
import type { Address } from '../../data/address.ts'
import type { Kind, ListQuery } from '../../data/kinds.ts'

export type View = 'rows' | 'lots' | 'movements'

export const viewOf = ({ view }: Address): View => (view === 'lots' || view === 'movements' ? view : 'rows')

export const rowQuery = ({ q, product, warehouse, there }: Address) => ({
  ...(q && { q }),
  ...(product && { productId: [product] }),
  ...(warehouse && { warehouseId: warehouse }),
  ...(there && { inStock: there === 'yes' }),
})

/** Returns the query of the list of lots. Lots without goods are left out unless the address asks for them. */
export const lotQuery = ({ q, product, warehouse, there, supplier, from, to, sort }: Address) => ({
  sort: sort ?? '-createdAt',
  ...(q && { q }),
  ...(product && { productId: product }),
  ...(warehouse && { warehouseId: warehouse }),
  ...(supplier && { supplierId: supplier }),
  ...(there === 'all' ? {} : { open: there !== 'no' }),
  ...(from && { createdFrom: from }),
  ...(to && { createdTo: to }),
})

/**
 * The filters for the types of movements that reports distinguish: transfers and reversals by direction, and everything
 * that was lost or found.
 */
const DIRECTED: Readonly<Record<string, (warehouse: string | undefined) => ListQuery>> = {
  transferIn: (warehouse) => ({ type: ['transfer'], ...(warehouse && { toWarehouseId: warehouse }) }),
  transferOut: (warehouse) => ({ type: ['transfer'], ...(warehouse && { fromWarehouseId: warehouse }) }),
  lost: () => ({ type: ['writeoff', 'surplus'] }),
  reversalIn: () => ({ type: ['reversal'], direction: 'in' }),
  reversalOut: () => ({ type: ['reversal'], direction: 'out' }),
}

export const movementQuery = ({ q, product, warehouse, type, reason, from, to, sort }: Address) => ({
  sort: sort ?? '-at',
  ...(q && { q }),
  ...(product && { productId: product }),
  ...(warehouse && { warehouseId: warehouse }),
  ...(type && (DIRECTED[type]?.(warehouse) ?? { type: [type] })),
  ...(reason && { reason }),
  ...(from && { from }),
  ...(to && { to }),
})

/** The API list that each view of the stock shows, and the function that makes its query. */
export const LISTS: { readonly [V in View]: { readonly kind: Kind; readonly query: (address: Address) => ListQuery } } =
  {
    rows: { kind: 'stock', query: rowQuery },
    lots: { kind: 'lots', query: lotQuery },
    movements: { kind: 'movements', query: movementQuery },
  }
