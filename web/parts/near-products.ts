/** Loads the products of a list's visible rows, because the rows themselves contain only the ids of products. */
import { useCallback, useMemo, useState } from 'react'
import { useAll, useRecords } from '../data/lists.ts'

const AT_ONCE = 25

export interface Names {
  readonly product: (id: string) => string
  readonly uom: (id: string) => string | null
  readonly sku: (id: string) => string
  readonly warehouse: (id: string) => string
}

/** Returns the names of the rows' products, and a callback that the table calls with the range of visible rows. */
export function useNames(rows: readonly { readonly productId: string }[]) {
  const [near, setNear] = useState({ from: 0, to: 2 * AT_ONCE })
  const see = useCallback((first: number, last: number) => {
    const from = Math.floor(first / AT_ONCE) * AT_ONCE
    const to = Math.max(from + AT_ONCE, Math.ceil((last + 1) / AT_ONCE) * AT_ONCE)
    setNear((before) => (before.from === from && before.to === to ? before : { from, to }))
  }, [])
  const ids = useMemo(() => rows.slice(near.from, near.to).map(({ productId }) => productId), [rows, near])
  const products = useRecords('products', ids)
  const { record: warehouses = [] } = useAll('warehouses')
  const names: Names = {
    product: (id) => products.get(id)?.name ?? '…',
    uom: (id) => products.get(id)?.uom ?? null,
    sku: (id) => products.get(id)?.sku ?? '',
    warehouse: (id) => warehouses.find((one) => one.id === id)?.name ?? '…',
  }
  return { names, see }
}
