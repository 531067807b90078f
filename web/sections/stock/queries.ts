/** What the address asks of the lists of stock. */
import type { Address } from '../../data/address.ts'
import type { Kind, ListQuery } from '../../data/kinds.ts'

export type View = 'rows' | 'lots' | 'movements'

export const viewOf = ({ view }: Address): View => (view === 'lots' || view === 'movements' ? view : 'rows')

export const rowQuery = ({ q, warehouse, there }: Address) => ({
  ...(q && { q }),
  ...(warehouse && { warehouseId: warehouse }),
  ...(there && { inStock: there === 'yes' }),
})

/** Without a word about it, lots of which something is left. */
export const lotQuery = ({ q, warehouse, there, supplier, from, to, sort }: Address) => ({
  sort: sort ?? '-createdAt',
  ...(q && { q }),
  ...(warehouse && { warehouseId: warehouse }),
  ...(supplier && { supplierId: supplier }),
  ...(there === 'all' ? {} : { open: there !== 'no' }),
  ...(from && { createdFrom: from }),
  ...(to && { createdTo: to }),
})

export const movementQuery = ({ q, warehouse, type, from, to, sort }: Address) => ({
  sort: sort ?? '-at',
  ...(q && { q }),
  ...(warehouse && { warehouseId: warehouse }),
  ...(type && { type: [type] }),
  ...(from && { from }),
  ...(to && { to }),
})

/** The list that is on screen, as the API has it. */
export const LISTS: { readonly [V in View]: { readonly kind: Kind; readonly query: (address: Address) => ListQuery } } =
  {
    rows: { kind: 'stock', query: rowQuery },
    lots: { kind: 'lots', query: lotQuery },
    movements: { kind: 'movements', query: movementQuery },
  }
