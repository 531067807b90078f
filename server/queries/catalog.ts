/** GET /catalog: what can be sold, at the chosen prices. Source: S-CATALOG-1, S-CATALOG-3, S-CATALOG-4. */
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

/** What one chunk of products gives to an answer. */
interface Part extends Pick<ChunkChoice, 'numbers' | 'counts'> {
  /** The serials of the chunks of stock rows that it was made with. */
  readonly stock: readonly number[]
  /** The products that fit, joined by commas; null: none does. */
  readonly bytes: Buffer | null
}

/** The catalog at one revision, as it answers one question. */
export interface CatalogAnswer {
  readonly revision: number
  /** JSON to be written one after the other. */
  readonly pieces: readonly Buffer[]
  /** The parts by the serial of their chunk of products: the next answer to this question uses those that still hold. */
  readonly parts: ReadonlyMap<number, Part>
  /** The filters that it was made with. */
  readonly active: ActiveValues
  /** What it takes in memory, roughly. */
  readonly bytes: number
}

const MAX_KEPT_BYTES = 134_217_728
/** What an answer takes beside its bytes: for itself, for each part and for each value of a part. */
const ANSWER_BYTES = 2_000
const PART_BYTES = 300
const VALUE_BYTES = 12
/** More at a time would be ready no sooner, since one thread makes them all; each has its bytes in memory. */
const inTurn: FairLimiter = fairLimiter({
  atOnce: 8,
  perCompany: 2,
  maxWaiting: 1_000,
  maxWaitMs: 15_000,
  refusal: 'Too many catalogs of this company are being made. Try again in a moment.',
})

const COMMA = Buffer.from(',')
const END = Buffer.from(']}')

/** The catalogs of one node. */
export class Catalogs {
  private readonly kept = new CompanyCache<string, CatalogAnswer>({
    maxBytes: MAX_KEPT_BYTES,
    sizeOf: ({ bytes }) => bytes,
  })
  private readonly making = new SingleFlight<CatalogAnswer>()

  /**
   * The active products with their stock rows and the selected price as JSON: those that have one of the chosen values of every
   * filter of which any is chosen. Without a price type the main price is selected; a missing price stays null.
   * Refuses: NOT_FOUND (a value or price type that is not there or archived), UNAVAILABLE (the asker hung up, or too many are asked for).
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

/** Equal for questions that have the same answer. */
function questionOf({ valueId, priceTypeId = '', view }: CatalogQuery): string {
  return `${view} ${priceTypeId} ${[...new Set(valueId)].sort().join(' ')}`
}

/** Prints the answer in steps. `before`: an earlier answer to the same question; what did not change since is taken from it. */
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

/** Products by the number of their value. */
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
