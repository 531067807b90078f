/** The columns of the sheet for a receipt, write-off or transfer with many lines, and the request body of each line. */
import type { Product, ReceiptCost } from '../../../sdk/types.ts'
import type { FigureReading } from '../../../spellings/figures.ts'
import type { Edits } from '../../components/cell-edits.ts'
import type { GridColumn } from '../../components/grid-cells.ts'
import type { Meant } from '../../data/coded-products.ts'
import { figureCell, readText } from '../../parts/grid-words.ts'
import { money, quantity } from '../../words/format.ts'
import type { Say } from '../../words/words.ts'

/**
 * A line of the sheet. It contains only the texts typed into its cells, because the server does not store lines before
 * they are sent.
 */
export interface Line {
  readonly id: string
}

export type Texts = Readonly<Record<string, string>>

/** The request body of one line, without the values that apply to all lines. */
export interface LineBody {
  readonly productId: string
  readonly quantity: number
  /** The unit cost in a receipt. Null means that the service uses the cost of the last receipt. */
  readonly unitCost?: number | null
}

const TEXT_CHARACTERS = 255
const SHOWN_NAMES = 3
const STOCKED: readonly Product['kind'][] = ['product', 'variant']

/** Returns whether a product has stock of its own. */
export const isStocked = ({ kind }: Pick<Product, 'kind'>): boolean => STOCKED.includes(kind)

/**
 * The costs that apply to products for which the user types no price, by product id. Null if the user may not see
 * costs; then the server determines the costs.
 */
export type Costs = ReadonlyMap<string, ReceiptCost> | null

type Found = ReturnType<typeof productOf>

/**
 * Returns the product to which a line refers, or the reason why there is none; undefined while the product is being
 * looked up.
 */
export function productOf(text: string, meant: ReadonlyMap<string, Meant>, say: Say<'stock'>) {
  const found = meant.get(text)
  if (found === undefined) return undefined
  const [product] = found.products
  if (product === undefined) return { problem: say('lineNotFound') }
  if (found.products.length > 1) {
    const names = found.products.slice(0, SHOWN_NAMES).map(({ name }) => name)
    return { problem: say('lineAmbiguous', { names: names.join(', ') }) }
  }
  return isStocked(product) ? { product } : { problem: say('lineNotStocked', { name: product.name }) }
}

interface LineSources {
  readonly say: Say<'stock'>
  readonly meant: ReadonlyMap<string, Meant>
  readonly seesCosts: boolean
  /** Whether the user must type a price although the user may not see costs, because the server found no price. */
  readonly asksPrice: boolean
  readonly edits: Edits
  readonly costs: Costs
}

export function lineColumns({ say, meant, seesCosts, asksPrice, edits, costs }: LineSources): GridColumn<Line>[] {
  const of = ({ id }: Line) => edits[id]?.product ?? ''
  const costOf = (line: Line) => {
    const cost = knownCost(productOf(of(line), meant, say), costs)?.unitCost
    return cost == null ? '' : String(cost)
  }
  return [
    {
      key: 'product',
      label: say('lineProduct'),
      widthPx: 260,
      textOf: () => '',
      read: (typed): FigureReading => {
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
    ...(asksPrice ? [priceColumn(say(seesCosts ? 'unitCost' : 'deliveredPrice'), costOf)] : []),
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

const priceColumn = (label: string, textOf: (line: Line) => string): GridColumn<Line> => ({
  ...{ key: 'unitCost', label, widthPx: 150, textOf },
  ...figureCell(2),
  show: (text) => (text === '' ? '' : money(Number(text))),
})

const knownCost = (found: Found, costs: Costs) =>
  found?.product === undefined ? undefined : costs?.get(found.product.id)

/**
 * Returns the unit cost of a line: the typed one, or else the proposed one. Null if there is none; undefined while the
 * proposed one is loading.
 */
export function costIn({ unitCost }: Texts, found: Found, costs: Costs): number | null | undefined {
  if (unitCost !== undefined) return unitCost === '' ? null : Number(unitCost)
  if (costs === null) return null
  return knownCost(found, costs)?.unitCost
}

/**
 * Returns the request body of a line; null while a value is missing or wrong. `costs` is undefined unless this is a
 * receipt.
 */
export function lineBody(texts: Texts, found: Found, costs: Costs | undefined): LineBody | null {
  const count = Number(texts.quantity || Number.NaN)
  const cost = costs === undefined ? null : (costIn(texts, found, costs) ?? null)
  if (found === undefined || !('product' in found) || !(count > 0) || Number.isNaN(cost)) return null
  const line = { productId: found.product!.id, quantity: count }
  if (costs != null && cost === null) return null
  return costs !== undefined ? { ...line, unitCost: cost, ...ALL_GOOD } : line
}

const ALL_GOOD = { damaged: 0, missing: 0 }

/** Returns the messages about values that are missing in a line, by the key of the column. */
export function missingIn(texts: Texts, words: { readonly required: string; readonly hasPrice: boolean }): Texts {
  const isEmpty = (key: string) => texts[key] === undefined || texts[key] === '' || texts[key] === '0'
  return {
    ...(isEmpty('product') ? { product: words.required } : {}),
    ...(isEmpty('quantity') ? { quantity: words.required } : {}),
    ...(words.hasPrice ? {} : { unitCost: words.required }),
  }
}
