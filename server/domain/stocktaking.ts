/**
 * Pure rules for counting: which products a stocktake covers, and the total of the sheets of a product. Source:
 * docs/decisions/0066.
 */
import { addMilli, type Milli, subtractMilli, ZERO_MILLI } from '../../amounts/quantity.ts'
import type { Books } from './books.ts'
import { MAX_COUNTS } from './fields/stocktakes.ts'
import { isFinished, type Product, type Stocktake, type StocktakeLine } from './records.ts'
import { invalid } from './refusals.ts'

/**
 * The largest error, in milliseconds, that is expected of a counting device's clock. A movement this close to an
 * offline count makes the count doubtful.
 */
const CLOCK_ERROR_MS = 600_000

/** The reason recorded on every movement that a stocktake makes. */
export const STOCKTAKE_REASON = 'Инвентаризация'

type Covers = (product: Product) => boolean

/** Returns a function that checks whether a stocktake covers a product. Bundles and services have no stock to count. */
export function coverOf({ scope }: Pick<Stocktake, 'scope'>): Covers {
  const productIds = new Set(scope.productIds)
  const { filterValueId, supplierId } = scope
  return ({ id, kind, filterValueIds, preferredSupplierId }) => {
    if (kind === 'bundle' || kind === 'service') return false
    if (scope.all || productIds.has(id)) return true
    return filterValueId === undefined
      ? supplierId !== undefined && supplierId === preferredSupplierId
      : filterValueIds.includes(filterValueId)
  }
}

/** Returns the unfinished stocktakes of a warehouse. */
export function openStocktakesAt(books: Books, warehouseId: string): Stocktake[] {
  return [...books.stocktakes.values()].filter(
    (stocktake) => stocktake.warehouseId === warehouseId && !isFinished('stocktakes', stocktake),
  )
}

/** Returns a product that both stocktakes cover, if there is one. */
export function sharedProduct(books: Books, one: Stocktake, other: Stocktake): Product | null {
  const [isInOne, isInOther] = [coverOf(one), coverOf(other)]
  const ids = one.scope.productIds ?? other.scope.productIds
  const candidates = ids === undefined ? books.products.values() : ids.flatMap((id) => books.products.get(id) ?? [])
  for (const product of candidates) if (isInOne(product) && isInOther(product)) return product
  return null
}

type SheetCount = StocktakeLine['counts'][number]
type CountMoment = SheetCount['first']

/** One count as it was sent. */
export interface Counted {
  readonly sheet: string
  /** The round of the count; when omitted, the product's current round. */
  readonly round: number | undefined
  readonly quantity: Milli
  /** `set`: replaces the sheet's quantity. `add`: adds to the sheet's quantity. */
  readonly mode: 'set' | 'add'
  /** The quantity on hand when the goods were counted. */
  readonly onHand: Milli
  /** When the goods were counted; `revision` is null for a count that was sent later. */
  readonly at: CountMoment
  readonly countedBy: string
}

/** Makes the line for a product that has not been counted yet. */
export function blankLine(
  { id: stocktakeId, warehouseId }: Stocktake,
  { id, productId, revision }: { readonly id: string; readonly productId: string; readonly revision: number },
): StocktakeLine {
  return {
    id,
    stocktakeId,
    warehouseId,
    productId,
    round: 1,
    counts: [],
    ...NOT_COUNTED,
    accepted: false,
    movementId: null,
    reversalId: null,
    revision,
  }
}

const NOT_COUNTED = {
  counted: null,
  expected: null,
  difference: null,
  countedAt: null,
  windowFromAt: null,
  windowFromRevision: null,
  windowToAt: null,
  windowToRevision: null,
} as const

/**
 * Returns the line with one more count. A sheet has one quantity in each round. A count changes nothing if the sheet
 * already has a newer count that replaces it. Refuses with VALIDATION_FAILED at `path` when the product has too many
 * counts.
 */
export function withCount(line: StocktakeLine, given: Counted, path: string): StocktakeLine {
  const round = given.round ?? line.round
  const known = line.counts.find((one) => one.sheet === given.sheet && one.round === round)
  if (known !== undefined && isLate(known, given)) return line
  const { sheet, onHand, countedBy, at } = given
  const isSet = given.mode === 'set' || known === undefined
  const isNewest = known === undefined || known.last.at <= at.at
  const count: SheetCount = {
    sheet,
    round,
    quantity: isSet ? given.quantity : addMilli(known.quantity, given.quantity),
    onHand: isNewest ? onHand : known.onHand,
    first: isSet || at.at < known.first.at ? at : known.first,
    last: isNewest ? at : known.last,
    setAt: given.mode === 'set' ? at.at : (known?.setAt ?? null),
    countedBy,
  }
  const counts = known === undefined ? [...line.counts, count] : line.counts.map((one) => (one === known ? count : one))
  if (counts.length > MAX_COUNTS)
    throw invalid(path, `would be more than ${MAX_COUNTS} counts of one product`, {
      code: 'TOO_MANY',
      figures: { most: MAX_COUNTS },
    })
  return summed({ ...line, round: Math.max(line.round, round), counts, accepted: false })
}

/** Whether a newer count of the same sheet replaces this count. */
function isLate(known: SheetCount, { mode, at }: Counted): boolean {
  return mode === 'set' ? at.at < known.last.at : known.setAt !== null && at.at < known.setAt
}

/** Returns the line after a recount was ordered: it must be counted again, in the next round. */
export function inNextRound(line: StocktakeLine): StocktakeLine {
  return summed({ ...line, round: line.round + 1, accepted: false })
}

/** Computes the line's results from the counts of its current round. */
function summed(line: StocktakeLine): StocktakeLine {
  const counts = line.counts.filter(({ round }) => round === line.round)
  const [one, ...others] = counts
  if (one === undefined) return { ...line, ...NOT_COUNTED }
  const counted = counts.reduce((sum, { quantity }) => addMilli(sum, quantity), ZERO_MILLI)
  const newest = others.reduce((latest, other) => (other.last.at >= latest.last.at ? other : latest), one)
  const from = counts.map(({ first }) => windowFrom(first)).reduce(earlier)
  const to = counts.map(({ last }) => windowTo(last)).reduce(later)
  return {
    ...line,
    counted,
    expected: newest.onHand,
    difference: subtractMilli(counted, newest.onHand),
    countedAt: newest.last.at,
    windowFromAt: from.at,
    windowFromRevision: from.revision,
    windowToAt: to.at,
    windowToRevision: to.revision,
  }
}

const shifted = (at: string, by: number) => new Date(Date.parse(at) + by).toISOString()

/**
 * Returns the point in time after which a movement disturbs a count. It is exact for a count sent at once; otherwise it
 * is moved earlier to allow for a wrong clock.
 */
function windowFrom({ at, revision }: CountMoment): { at: string; revision: number } {
  return revision === null ? { at: shifted(at, -CLOCK_ERROR_MS), revision: 0 } : { at, revision }
}

function windowTo({ at, revision }: CountMoment): CountMoment {
  return revision === null ? { at: shifted(at, CLOCK_ERROR_MS), revision: null } : { at, revision }
}

function earlier<T extends { at: string; revision: number }>(one: T, other: T): T {
  if (one.at !== other.at) return one.at < other.at ? one : other
  return one.revision <= other.revision ? one : other
}

function later(one: CountMoment, other: CountMoment): CountMoment {
  if (one.at !== other.at) return one.at > other.at ? one : other
  if (one.revision === null || other.revision === null) return one.revision === null ? one : other
  return one.revision >= other.revision ? one : other
}
