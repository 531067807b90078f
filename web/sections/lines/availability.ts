/** Describes the stock of a product in words. */
import type { Product } from '../../../sdk/types.ts'
import type { Figures } from '../../data/stock.ts'
import { quantity } from '../../words/format.ts'
import type { Say } from '../../words/words.ts'

/** Formats the stock of a product in one line, for example `12 шт · 3 в резерве · 9 доступно`. */
export function availability(say: Say<'lines'>, product: Product | undefined, of: Figures | undefined): string {
  if (product?.kind === 'service') return say('service')
  if (product === undefined || of === undefined) return ''
  const available = quantity(of.available, product.kind === 'bundle' ? product.uom : null)
  if (product.kind === 'bundle') return say('bundleFigures', { available })
  return say('figures', { onHand: quantity(of.onHand, product.uom), reserved: quantity(of.reserved), available })
}
