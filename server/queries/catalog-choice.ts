/** Which products fit the chosen values of filters, and how many products each value would give (S-CATALOG-2). */
import type { Filter, Product } from '../domain/records.ts'
import { notFound } from '../domain/refusals.ts'
import { type Chunk, type CollectionSnapshot, recordsOf } from '../engine/collection.ts'

const NONE = -1

/** The active filters of a company and their active values, which are numbered. */
export interface ActiveValues {
  readonly filters: readonly Filter[]
  readonly numberOf: ReadonlyMap<string, number>
  /** Of each value by its number: the place of its filter in `filters`. */
  readonly filterOf: readonly number[]
}

const activeValues = new WeakMap<object, ActiveValues>()

/** Numbered once for each state of the filters. */
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

/** The filter values of a chunk's products, as numbers in a row: to count them takes no look into a record. */
interface ChunkValues {
  readonly serial: number
  readonly active: ActiveValues
  /** The active values that the products have, each once, by number. */
  readonly numbers: Int32Array
  /** Positions in `numbers`, product after product. */
  readonly values: Int32Array
  /** Where each product's begin in `values`; one more at the end. */
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

/** What a choice takes of one chunk. */
export interface ChunkChoice {
  /** Of the products that fit. */
  readonly positions: readonly number[]
  /** Values of the chunk's products by number, and how many of these would be there if the value were chosen. */
  readonly numbers: Int32Array
  readonly counts: Int32Array
}

/** The chosen values. */
export class Choice {
  private readonly active: ActiveValues
  /** The filters of which a value is chosen, by their place among the active ones. */
  private readonly filters: number[] = []
  /** Of each value by its number: the place of its filter in `filters` when it is chosen. */
  private readonly placeOf: Int32Array

  /** Refuses NOT_FOUND (a value that is not there, or archived). */
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
   * The products of a chunk that fit every filter of which a value is chosen. A product counts for its values when it fits; one
   * that misses a single filter counts for its values of that filter.
   */
  take(chunk: Chunk<Product>): ChunkChoice {
    const { placeOf, filters, active } = this
    const { numbers, values, starts } = valuesOf(chunk, active)
    const counts = new Int32Array(numbers.length)
    const positions: number[] = []
    /** The product that fitted a filter last. */
    const fittedBy = new Int32Array(filters.length).fill(NONE)
    const sumOfPlaces = (filters.length * (filters.length - 1)) / 2
    for (let position = 0; position < chunk.records.length; position += 1) {
      if (chunk.records[position]!.archived) continue
      const end = starts[position + 1]!
      let missed = filters.length
      // When one is missed in the end, what is left of the sum is its place.
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
