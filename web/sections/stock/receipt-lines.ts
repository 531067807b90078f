/** The columns of a receipt of many lines, and what is sent of each. */
import type { Product } from '../../../sdk/types.ts'
import type { Edits } from '../../components/cell-edits.ts'
import type { GridColumn } from '../../components/grid-cells.ts'
import type { Reading } from '../../components/grid-text.ts'
import type { Meant } from '../../data/product-codes.ts'
import { money, quantity } from '../../words/format.ts'
import type { Say } from '../../words/words.ts'
import { figureCell, readText } from '../shell/grid-words.ts'

/** A line before it is received: it has nothing but what was typed into it. */
export interface Line {
  readonly id: string
}

export type Texts = Readonly<Record<string, string>>

export interface ReceiptBody {
  readonly productId: string
  readonly warehouseId: string
  readonly supplier: string
  /** null: as the last time. */
  readonly unitCost: number | null
  readonly quantity: number
  readonly damaged: number
  readonly missing: number
}

const TEXT_CHARACTERS = 255
const SHOWN_NAMES = 3
const STOCKED: readonly Product['kind'][] = ['product', 'variant']

/** The product that a line means; why it is not known which, or undefined while it is looked up. */
export function productOf(text: string, meant: ReadonlyMap<string, Meant>, say: Say<'stock'>) {
  const found = meant.get(text)
  if (found === undefined) return undefined
  const [product] = found.products
  if (product === undefined) return { problem: say('lineNotFound') }
  if (found.products.length > 1) {
    const names = found.products.slice(0, SHOWN_NAMES).map(({ name }) => name)
    return { problem: say('lineAmbiguous', { names: names.join(', ') }) }
  }
  return STOCKED.includes(product.kind) ? { product } : { problem: say('lineNotStocked', { name: product.name }) }
}

interface LineSources {
  readonly say: Say<'stock'>
  readonly meant: ReadonlyMap<string, Meant>
  readonly seesCosts: boolean
  /** Whoever is not shown costs is asked for one only where nothing tells it. */
  readonly asksPrice: boolean
  readonly edits: Edits
}

export function lineColumns({ say, meant, seesCosts, asksPrice, edits }: LineSources): GridColumn<Line>[] {
  const of = ({ id }: Line) => edits[id]?.product ?? ''
  return [
    {
      key: 'product',
      label: say('lineProduct'),
      widthPx: 260,
      textOf: () => '',
      read: (typed): Reading => {
        const reading = readText(typed, { max: TEXT_CHARACTERS })
        if ('problem' in reading || reading.text === '') return reading
        const found = productOf(reading.text, meant, say)
        return found !== undefined && 'problem' in found ? { problem: found.problem! } : reading
      },
    },
    {
      key: 'quantity',
      label: say('quantity'),
      widthPx: 120,
      textOf: () => '',
      ...figureCell(3),
      show: (text) => (text === '' ? '' : quantity(Number(text))),
    },
    ...(asksPrice ? [priceColumn(say(seesCosts ? 'unitCost' : 'deliveredPrice'))] : []),
    {
      key: 'found',
      isWide: true,
      label: say('lineFound'),
      widthPx: 240,
      textOf: (line) => {
        if (of(line) === '') return ''
        const found = productOf(of(line), meant, say)
        if (found === undefined) return '…'
        return 'product' in found ? found.product!.name : found.problem!
      },
    },
  ]
}

const priceColumn = (label: string): GridColumn<Line> => ({
  ...{ key: 'unitCost', label, widthPx: 150, textOf: () => '' },
  ...figureCell(2),
  show: (text) => (text === '' ? '' : money(Number(text))),
})

interface Place {
  readonly warehouseId: string
  readonly supplier: string
}

/** What is sent of a line; null while something of it is missing or wrong. */
export function receiptOf(texts: Texts, found: ReturnType<typeof productOf>, place: Place): ReceiptBody | null {
  const count = Number(texts.quantity || Number.NaN)
  const cost = texts.unitCost ? Number(texts.unitCost) : null
  if (found === undefined || !('product' in found) || !(count > 0) || Number.isNaN(cost)) return null
  return { productId: found.product!.id, ...place, unitCost: cost, quantity: count, damaged: 0, missing: 0 }
}

/** What a line still wants, by column. */
export function missingIn(texts: Texts, words: { readonly required: string }): Texts {
  const isEmpty = (key: string) => texts[key] === undefined || texts[key] === '' || texts[key] === '0'
  return {
    ...(isEmpty('product') ? { product: words.required } : {}),
    ...(isEmpty('quantity') ? { quantity: words.required } : {}),
  }
}
