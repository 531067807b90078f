/**
 * Finds the products that match the chosen filter values, and counts how many would match with each value added
 * (S-CATALOG-2).
 */
import type { Filter, Product } from '../domain/records.ts'
import { notFound } from '../domain/refusals.ts'
import { type Chunk, type CollectionSnapshot, recordsOf } from '../engine/collection.ts'

const NONE = -1

/** The active filters of a company and their active values. Each value has a number. */
export interface ActiveValues {
  readonly filters: readonly Filter[]
  readonly numberOf: ReadonlyMap<string, number>
  /** For each value number, the position in `filters` of the value's filter. */
  readonly filterOf: readonly number[]
}

const activeValues = new WeakMap<object, ActiveValues>()

/** Numbers the active values, once for each version of the filters. */
export function* activeValuesOf({ chunks, ...snapshot }: CollectionSnapshot<'filters'>): Generator<void, ActiveValues> {
  const known = activeValues.get(chunks)
  if (known !== undefined) return known
  const filters: Filter[] = []
  const numberOf = new Map<string, number>()
  const filterOf: number[] = []
  for (const filter of recordsOf({ chunks, ...snapshot })) {
    if (filter.archived) continue
    for (const { id, archived } of filter.values)
      if (!archived) {
        numberOf.set(id, filterOf.length)
        filterOf.push(filters.length)
      }
    filters.push(filter)
    yield
  }
  const made = { filters, numberOf, filterOf }
  activeValues.set(chunks, made)
  return made
}

/** The filter values of a chunk's products as flat arrays of numbers, so that counting needs no records. */
interface ChunkValues {
  readonly serial: number
  readonly active: ActiveValues
  /** The numbers of the distinct active values that these products have. */
  readonly numbers: Int32Array
  /** The values of each product, one product after the other, as positions in `numbers`. */
  readonly values: Int32Array
  /**
   * The position in `values` at which each product's values begin, followed by the end of the last product's values.
   */
  readonly starts: Int32Array
}

const valuesByChunk = new WeakMap<Chunk<Product>, ChunkValues>()

function valuesOf(chunk: Chunk<Product>, active: ActiveValues): ChunkValues {
  const known = valuesByChunk.get(chunk)
  if (known?.serial === chunk.serial && known.active === active) return known
  const places = new Map<number, number>()
  const values: number[] = []
  const starts = new Int32Array(chunk.records.length + 1)
  for (const [position, { filterValueIds }] of chunk.records.entries()) {
    for (const id of filterValueIds) {
      const number = active.numberOf.get(id)
      if (number === undefined) continue
      const place = places.get(number) ?? places.size
      if (place === places.size) places.set(number, place)
      values.push(place)
    }
    starts[position + 1] = values.length
  }
  const numbers = Int32Array.from(places.keys())
  const made = { serial: chunk.serial, active, numbers, values: Int32Array.from(values), starts }
  valuesByChunk.set(chunk, made)
  return made
}

/** The products of one chunk that the chosen values select. */
export interface ChunkChoice {
  /** The positions of the matching products in the chunk. */
  readonly positions: readonly number[]
  /**
   * The numbers of the values in this chunk, and for each, how many of its products would match if that value were
   * chosen.
   */
  readonly numbers: Int32Array
  readonly counts: Int32Array
}

/** The filter values chosen in a query. */
export class Choice {
  private readonly active: ActiveValues
  /** The filters that have a chosen value, by their positions among the active filters. */
  private readonly filters: number[] = []
  /**
   * For each value number, the position in `filters` of the value's filter; NONE for values that
   * were not chosen.
   */
  private readonly placeOf: Int32Array

  /** Refuses with NOT_FOUND if a value does not exist or is archived. */
  constructor(active: ActiveValues, valueIds: readonly string[]) {
    this.active = active
    this.placeOf = new Int32Array(active.filterOf.length).fill(NONE)
    for (const id of valueIds) {
      const number = active.numberOf.get(id)
      if (number === undefined) throw notFound('active filter value', id)
      const filter = active.filterOf[number]!
      const place = this.filters.indexOf(filter)
      this.placeOf[number] = place === NONE ? this.filters.push(filter) - 1 : place
    }
  }

  /**
   * Returns the products of a chunk that match every filter with a chosen value. A matching product
   * is counted for all its values; a product that misses exactly one filter is counted for its
   * values of that filter.
   */
  take(chunk: Chunk<Product>): ChunkChoice {
    const { placeOf, filters, active } = this
    const { numbers, values, starts } = valuesOf(chunk, active)
    const counts = new Int32Array(numbers.length)
    const positions: number[] = []
    /** For each filter, the index of the last product that matched it. */
    const fittedBy = new Int32Array(filters.length).fill(NONE)
    const sumOfPlaces = (filters.length * (filters.length - 1)) / 2
    for (let position = 0; position < chunk.records.length; position += 1) {
      if (chunk.records[position]!.archived) continue
      const end = starts[position + 1]!
      let missed = filters.length
      // The positions of the matched filters are subtracted from the sum of all positions. If exactly one filter is not
      // matched, its position remains.
      let left = sumOfPlaces
      for (let at = starts[position]!; at < end; at += 1) {
        const place = placeOf[numbers[values[at]!]!]!
        if (place === NONE || fittedBy[place] === position) continue
        fittedBy[place] = position
        missed -= 1
        left -= place
      }
      if (missed === 0) positions.push(position)
      if (missed > 1) continue
      const only = missed === 0 ? null : filters[left]!
      for (let at = starts[position]!; at < end; at += 1) {
        const place = values[at]!
        if (only === null || active.filterOf[numbers[place]!] === only) counts[place]! += 1
      }
    }
    return { positions, numbers, counts }
  }
}
