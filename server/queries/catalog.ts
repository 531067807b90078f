/**
 * GET /catalog: returns the products that can be sold, at the selected prices. Source: S-CATALOG-1, S-CATALOG-3,
 * S-CATALOG-4.
 */
import type { View } from '../domain/costs.ts'
import type { PriceType } from '../domain/records.ts'
import { notFound } from '../domain/refusals.ts'
import { recordsOf } from '../engine/collection.ts'
import type { StateSnapshot } from '../engine/state.ts'
import { CompanyCache } from '../runtime/company-cache.ts'
import { type Asker, type FairLimiter, fairLimiter } from '../runtime/fair-limiter.ts'
import { SingleFlight } from '../runtime/single-flight.ts'
import { inSlices } from '../runtime/slices.ts'
import { type ActiveValues, activeValuesOf, Choice, type ChunkChoice } from './catalog-choice.ts'
import { printEntries, StockChunks } from './catalog-products.ts'

export interface CatalogQuery {
  readonly valueId: readonly string[]
  readonly priceTypeId?: string
  readonly view: View
}

/** The part of a catalog response that comes from one chunk of products. */
interface Part extends Pick<ChunkChoice, 'numbers' | 'counts'> {
  /** The serials of the chunks of stock rows from which this part was built. */
  readonly stock: readonly number[]
  /** The JSON of the matching products, joined by commas, or null when no product matches. */
  readonly bytes: Buffer | null
}

/** The response to one catalog query at one revision. */
export interface CatalogAnswer {
  readonly revision: number
  /** The JSON of the response in pieces, to be written one after the other. */
  readonly pieces: readonly Buffer[]
  /**
   * The parts by the serial of their product chunk. The next response to this query reuses the parts that are still
   * valid.
   */
  readonly parts: ReadonlyMap<number, Part>
  /** The active filters and values for which the response was built. */
  readonly active: ActiveValues
  /** The estimated memory of the response, in bytes. */
  readonly bytes: number
}

const MAX_KEPT_BYTES = 134_217_728
/**
 * The memory that a response takes in addition to its bytes: for the response itself, for each part and for each value
 * of a part.
 */
const ANSWER_BYTES = 2_000
const PART_BYTES = 300
const VALUE_BYTES = 12
/**
 * Limits how many catalog responses are built at once. Building more at once would not be faster, because a single
 * thread builds them all, and each takes memory.
 */
const inTurn: FairLimiter = fairLimiter({
  atOnce: 8,
  perCompany: 2,
  maxWaiting: 1_000,
  maxWaitMs: 15_000,
  refusal: 'Too many catalogs of this company are being made. Try again in a moment.',
})

const COMMA = Buffer.from(',')
const END = Buffer.from(']}')

/** Builds and caches the catalog responses of one node. */
export class Catalogs {
  private readonly kept = new CompanyCache<string, CatalogAnswer>({
    maxBytes: MAX_KEPT_BYTES,
    sizeOf: ({ bytes }) => bytes,
  })
  private readonly making = new SingleFlight<CatalogAnswer>()

  /**
   * Returns the active products with their stock rows and the selected price as JSON. For every filter with chosen
   * values, a product must have one of these values. Without a price type, the main price is selected; a missing price
   * stays null. Refuses with NOT_FOUND (an unknown or archived value or price type) or UNAVAILABLE (the client
   * disconnected, or there are too many requests).
   */
  async read(state: StateSnapshot, query: CatalogQuery, { signal }: Asker): Promise<CatalogAnswer> {
    const { companyId, revision } = state
    const question = questionOf(query)
    const known = this.kept.get(companyId, question)
    if (known?.revision === revision) return known
    return this.making.join(`${companyId} ${revision} ${question}`, signal, (all) => {
      const asker = { companyId, signal: all }
      return inTurn(asker, () => this.make(asker, state, query))
    })
  }

  private async make(asker: Asker, state: StateSnapshot, query: CatalogQuery): Promise<CatalogAnswer> {
    const { companyId, revision } = state
    const question = questionOf(query)
    const answer = await inSlices(asker, printCatalog(state, query, this.kept.get(companyId, question)))
    const newest = this.kept.get(companyId, question)
    if (newest === undefined || newest.revision < revision) this.kept.set(companyId, question, answer)
    return answer
  }
}

/** Returns a cache key that is equal for queries with the same response. */
function questionOf({ valueId, priceTypeId = '', view }: CatalogQuery): string {
  return `${view} ${priceTypeId} ${[...new Set(valueId)].sort().join(' ')}`
}

/**
 * Formats the catalog response in steps. `before`: an earlier response to the same query, whose unchanged parts are
 * reused.
 */
export function* printCatalog(
  state: StateSnapshot,
  query: CatalogQuery,
  before?: CatalogAnswer,
): Generator<void, CatalogAnswer> {
  const active = yield* activeValuesOf(state.collections.filters)
  const choice = new Choice(active, query.valueId)
  const priceType = query.priceTypeId === undefined ? null : findPriceType(state, query.priceTypeId)
  const known = before?.active === active ? before.parts : undefined
  const parts = yield* makeParts(state, { choice, priceTypeId: priceType?.id ?? null, view: query.view, known })
  const counts = addCounts(parts, active)
  const chosen = priceType === null ? 'null' : JSON.stringify({ id: priceType.id, name: priceType.name })
  const shown = yield* printFilters(active, counts)
  const head = `{"revision":${state.revision},"priceType":${chosen},"filters":[${shown}],"products":[`
  const pieces: Buffer[] = [Buffer.from(head)]
  let bytes = ANSWER_BYTES + head.length
  for (const part of parts.values()) {
    bytes += PART_BYTES + VALUE_BYTES * part.numbers.length + (part.bytes?.length ?? 0)
    if (part.bytes === null) continue
    if (pieces.length > 1) pieces.push(COMMA)
    pieces.push(part.bytes)
  }
  pieces.push(END)
  return { revision: state.revision, pieces, parts, active, bytes }
}

interface Making {
  readonly choice: Choice
  readonly priceTypeId: string | null
  readonly view: View
  readonly known: ReadonlyMap<number, Part> | undefined
}

function* makeParts(
  { collections }: StateSnapshot,
  { choice, priceTypeId, view, known }: Making,
): Generator<void, Map<number, Part>> {
  const parts = new Map<number, Part>()
  const stockChunks = new StockChunks(collections.stock)
  for (const chunk of collections.products.chunks) {
    const stock = stockChunks.of(chunk)
    const same = known?.get(chunk.serial)
    if (same?.stock.length === stock.length && same.stock.every((serial, at) => serial === stock[at]!.serial))
      parts.set(chunk.serial, same)
    else {
      const { positions, numbers, counts } = choice.take(chunk)
      const bytes = positions.length === 0 ? null : yield* printEntries({ chunk, positions, stock, priceTypeId, view })
      parts.set(chunk.serial, { numbers, counts, bytes, stock: stock.map(({ serial }) => serial) })
    }
    yield
  }
  return parts
}

/** Adds up, for each value number, how many products would match if that value were chosen. */
function addCounts(parts: ReadonlyMap<number, Part>, { filterOf }: ActiveValues): Int32Array {
  const total = new Int32Array(filterOf.length)
  for (const { numbers, counts } of parts.values())
    for (let place = 0; place < numbers.length; place += 1) total[numbers[place]!]! += counts[place]!
  return total
}

function* printFilters({ filters, numberOf }: ActiveValues, counts: Int32Array): Generator<void, string> {
  let json = ''
  for (const { id, name, values } of filters) {
    const active = values.filter(({ archived }) => !archived)
    const shown = active.map((value) => ({ id: value.id, name: value.name, count: counts[numberOf.get(value.id)!] }))
    json += `${json === '' ? '' : ','}${JSON.stringify({ id, name, values: shown })}`
    yield
  }
  return json
}

function findPriceType(state: StateSnapshot, id: string): PriceType {
  for (const priceType of recordsOf(state.collections.priceTypes))
    if (priceType.id === id && !priceType.archived) return priceType
  throw notFound('active price type', id)
}
