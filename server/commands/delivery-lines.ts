/**
 * The lines of a delivery: the expected and the arrived quantity of each product. Source: S-DELIVERY-3 to S-DELIVERY-6.
 */
import { type Static, Type } from 'typebox'
import {
  amountOf,
  dearestOf,
  formatMilli,
  isWithinBound,
  MAX_MINOR,
  MILLI_PER_UNIT,
  type Milli,
  type Minor,
  minMilli,
  ZERO_MILLI,
} from '../../amounts/quantity.ts'
import type { Books } from '../domain/books.ts'
import type { ProcurementDocument, Product } from '../domain/records.ts'
import { BEYOND, invalid, Refusal } from '../domain/refusals.ts'
import { Id, Money, orNull, Quantity, QuantityOrZero } from '../domain/schema.ts'
import type { Context, Prefetched } from './define.ts'
import { active, findProduct, stocked } from './find.ts'
import { foundCost } from './stock.ts'

/** A line of a request: the counted quantities of a product. */
export const ArrivedLine = Type.Object(
  {
    productId: Id,
    quantity: Quantity,
    damaged: Type.Optional(QuantityOrZero),
    missing: Type.Optional(QuantityOrZero),
    beyond: Type.Optional(QuantityOrZero),
    unitCost: Type.Optional(orNull(Money)),
  },
  { title: 'ArrivedLine', additionalProperties: false },
)
type Arrived = Static<typeof ArrivedLine>
type Line = ProcurementDocument['lines'][number]

/** A part of a delivered line whose units all have the same cost. */
interface Part {
  readonly quantity: Milli
  readonly unitCost: Minor
}

/**
 * Refuses VALIDATION_FAILED when the parts of a line exceed its quantity, and when a product is named twice although a
 * document states how much of it is expected.
 */
export function checkArrived(lines: readonly Arrived[], isExpected: boolean): void {
  const seen = new Set<string>()
  for (const [at, { productId, quantity, damaged = ZERO_MILLI, missing = ZERO_MILLI, beyond }] of lines.entries()) {
    if (isExpected && seen.has(productId)) throw invalid(`/lines/${at}/productId`, 'is named twice', 'TWICE')
    seen.add(productId)
    const least = damaged + missing
    if (quantity < least)
      throw invalid(`/lines/${at}/quantity`, 'must not be less than damaged and missing together', {
        code: 'AT_LEAST',
        figures: { least: least / MILLI_PER_UNIT },
      })
    if ((beyond ?? 0) > quantity)
      throw invalid(`/lines/${at}/beyond`, 'must not be more than the quantity', {
        code: 'AT_MOST',
        figures: { most: quantity / MILLI_PER_UNIT },
      })
  }
}

interface Expecting {
  readonly source: ProcurementDocument | null
  readonly facts: Prefetched
  readonly view: Context['view']
}

/**
 * Returns the lines of the receipt. Goods in the document get the unit costs of its lines, in order, starting after the
 * goods that were delivered earlier. Other goods get the unit cost of their newest lot or, without one, of their
 * product. Refuses NOT_FOUND, ARCHIVED, NOT_STOCKED, DELIVERY_EXCEEDED, UNIT_COST_UNKNOWN, VALIDATION_FAILED (an amount
 * above the limit).
 */
export function linesArrived(books: Books, asked: readonly Arrived[], expecting: Expecting): Line[] {
  const { source, facts, view } = expecting
  const budget = new Budget(asked, view)
  const isDraft = source?.kind === 'receipt'
  const complete = isDraft ? withUnnamed(asked, source) : asked
  return complete.flatMap((line, at) => {
    const product = stocked(active(findProduct(books, line.productId), 'product'))
    const own = (source?.lines ?? []).filter(({ productId }) => productId === product.id)
    const came = (isDraft ? null : facts.delivered?.get(product.id)) ?? ZERO_MILLI
    if (source !== null) checkLeft(source, { product, line, left: leftOf(own, came) })
    const parts = partsOf(line, own, came) ?? [
      { quantity: line.quantity, unitCost: foundCost(product, null, facts.newestLots?.get(product.id)) },
    ]
    const { name, sku } = own[0] ?? product
    return withoutFaults(parts, line).map(({ unitCost: found, ...counted }): Line => {
      const unitCost = budget.take(found, counted.quantity, line.unitCost == null ? null : at)
      return { productId: product.id, name, sku, unitCost, amount: amountOf(counted.quantity, unitCost), ...counted }
    })
  })
}

/**
 * Adds the quantities of a draft receipt that the lines leave out. They count as missing, so that the whole receipt is
 * accounted for.
 */
function withUnnamed(asked: readonly Arrived[], { lines }: ProcurementDocument): Arrived[] {
  const ofProduct = (id: string) => lines.filter(({ productId }) => productId === id)
  const named = new Set(asked.map(({ productId }) => productId))
  const others = [...new Set(lines.map(({ productId }) => productId))].filter((id) => !named.has(id))
  return [
    ...asked.map((line) => {
      const within = line.quantity - (line.beyond ?? 0)
      const absent = leftOf(ofProduct(line.productId), ZERO_MILLI) - within
      if (absent <= 0) return line
      const missing = ((line.missing ?? 0) + absent) as Milli
      return { ...line, quantity: (line.quantity + absent) as Milli, missing }
    }),
    ...others.map((productId): Arrived => {
      const quantity = leftOf(ofProduct(productId), ZERO_MILLI)
      return { productId, quantity, missing: quantity }
    }),
  ]
}

/** Returns how much of a product has not arrived yet. `own`: the document's lines for the product. */
function leftOf(own: readonly Line[], came: Milli): Milli {
  return Math.max(0, own.reduce((sum, { quantity }) => sum + quantity, 0) - came) as Milli
}

function checkLeft(
  { id, number }: ProcurementDocument,
  { product, line, left }: { product: Product; line: Arrived; left: Milli },
): void {
  const asked = (line.quantity - (line.beyond ?? 0)) as Milli
  if (asked <= left) return
  throw new Refusal(
    'DELIVERY_EXCEEDED',
    `Document ${number} still expects ${formatMilli(left)} of "${product.name}", not ${formatMilli(asked)}. Give what arrived besides as beyond.`,
    { figures: { documentId: id, number, productId: product.id, product: product.name, asked, left } },
  )
}

/** Returns a line's parts by unit cost; null if neither the request nor the document gives a cost. */
function partsOf({ quantity, unitCost }: Arrived, own: readonly Line[], came: Milli): Part[] | null {
  if (unitCost != null) return [{ quantity, unitCost }]
  if (own.length === 0) return null
  let [skip, rest]: [number, number] = [came, quantity]
  const parts = own.flatMap((line, at): Part[] => {
    const free = Math.max(0, line.quantity - skip)
    skip = Math.max(0, skip - line.quantity)
    // Goods beyond the document's quantities get the unit cost of its last line for the product.
    const taken = at === own.length - 1 ? rest : Math.min(free, rest)
    rest -= taken
    return taken === 0 ? [] : [{ quantity: taken as Milli, unitCost: line.unitCost }]
  })
  return parts
}

/**
 * Subtracts damaged and missing goods from the parts, starting with the last part. Leaves out `damaged` and `missing`
 * where they are zero.
 */
function withoutFaults(
  parts: readonly Part[],
  line: Arrived,
): (Part & Partial<Record<'damaged' | 'missing', Milli>>)[] {
  const left = { missing: line.missing ?? ZERO_MILLI, damaged: line.damaged ?? ZERO_MILLI }
  const take = (what: keyof typeof left, of: Milli): Milli => {
    const taken = minMilli(of, left[what])
    left[what] = (left[what] - taken) as Milli
    return taken
  }
  return parts
    .toReversed()
    .map(({ quantity, unitCost }) => {
      const missing = take('missing', quantity)
      const damaged = take('damaged', (quantity - missing) as Milli)
      return {
        quantity: (quantity - missing - damaged) as Milli,
        unitCost,
        ...(damaged > 0 && { damaged }),
        ...(missing > 0 && { missing }),
      }
    })
    .reverse()
}

/**
 * Keeps the amounts of a receipt within the limit. For a caller who may not see costs, a cost found by the service is
 * lowered to fit instead of being refused. Refusals would let the caller work out a cost by trying quantities.
 */
class Budget {
  private left: number = MAX_MINOR
  private readonly isHidden: boolean

  constructor(asked: readonly Arrived[], view: Context['view']) {
    this.isHidden = view !== 'full'
    for (const [at, { quantity, damaged = 0, missing = 0, unitCost }] of asked.entries()) {
      if (unitCost == null) continue
      const amount = amountOf((quantity - damaged - missing) as Milli, unitCost)
      if (!isWithinBound(amount))
        throw invalid(`/lines/${at}/unitCost`, 'times the quantity is more than 10^12', BEYOND)
      this.left -= amount
    }
    if (this.left < 0) throw invalid('/lines', 'the total of the delivery is more than 10^12', BEYOND)
  }

  /**
   * Returns the unit cost to use. `given`: the position of the line if the request gave the cost; null if the service
   * found it.
   */
  take(unitCost: Minor, quantity: Milli, given: number | null): Minor {
    if (given !== null) return unitCost
    const used = this.isHidden ? (Math.min(unitCost, dearestOf(quantity, this.left)) as Minor) : unitCost
    this.left -= amountOf(quantity, used)
    if (this.left < 0) throw invalid('/lines', 'the total of the delivery is more than 10^12', BEYOND)
    return used
  }
}
