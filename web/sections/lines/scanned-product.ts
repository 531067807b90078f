/**
 * Handles scans in a form that has only one product. A scan chooses the product or raises its quantity. The scanned
 * characters do not stay in any field.
 */
import { useRef } from 'react'
import { useScans } from '../../components/scanner.ts'
import { toast } from '../../components/toast.tsx'
import { plus } from '../../data/amounts.ts'
import { findExactly } from '../../data/product-codes.ts'
import { typed } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { readQuantity } from './product-line.ts'

type OneProduct = { readonly productId: string | null; readonly quantity: string }
type Change = (parts: { readonly productId: string | null; readonly quantity: string; readonly lotId?: string }) => void

/**
 * A hook that accepts scans wherever the focus is. If a different product is scanned, a message is shown and nothing
 * changes, because the typed values belong to the form's product. `isLocked` means that the form's product cannot be
 * changed.
 */
export function useScannedProduct(values: OneProduct, change: Change, isLocked = false): void {
  const say = useWords('lines')
  const latest = useRef({ values, change })
  latest.current = { values, change }
  const onCode = async (code: string) => {
    const found = await findExactly(code).catch(() => null)
    // Use the latest values, because another scan may have been counted during the look-up.
    const { values: now, change: put } = latest.current
    const [product] = found?.products ?? []
    if (found === null) return toast(say('notLookedUp', { text: code }))
    if (product === undefined) return toast(say('notFound', { text: code }))
    if (found.products.length > 1) return toast(say('several', { text: code }))
    if (product.kind === 'bundle' || product.kind === 'service') return toast(say('noStock', { name: product.name }))
    if (now.productId !== product.id && (now.productId !== null || isLocked))
      return toast(say('otherProduct', { name: product.name }))
    const quantity = readQuantity(now.quantity) ?? 0
    const after = { productId: product.id, quantity: typed(plus(quantity, found.count)) }
    latest.current.values = { ...now, ...after }
    put(now.productId === null && 'lotId' in now ? { ...after, lotId: '' } : after)
  }
  useScans({
    onCode: (code, takeBack) => {
      const { productId, quantity } = latest.current.values
      void onCode(code)
      takeBack(() => latest.current.change({ productId, quantity }))
    },
    onTail: () => toast(say('tailScanned')),
  })
}
