/**
 * An in-memory index of the records of one kind for lists: sorted by creation and by name, searched by parts of words
 * and filtered by values. The inverted index proposes candidates; whether they match is checked in the records
 * themselves. docs/decisions/0017 explains why this is not a database index.
 */
import { bytesOfText } from '../domain/held-bytes.ts'
import type { Position } from '../domain/lists.ts'
import { searchText } from '../domain/search-words.ts'
import {
  type Candidates,
  candidatesOf,
  type InvertedIndex,
  isInOneTrigram,
  pushTo,
  Trigrams,
} from './inverted-index.ts'
import { SlotOrder } from './slot-order.ts'

/**
 * The maximum number of records examined in order for one page. If the page is not full by then, it ends early, and the
 * next page continues from there.
 */
const LONG_WALK = 6_000
/** The maximum number of candidates that may be examined and sorted for one page. */
const MAX_CANDIDATES = 20_000
/** How many times longer sorting one candidate takes than examining one record in order. */
const WALK_IS_CHEAPER = 8
/**
 * The index is rebuilt when the number of empty slots exceeds the number of used slots by more than this constant. Each
 * change of a record leaves the record's old slot empty.
 */
const EMPTY_ALLOWED = 1_000

/** The number of bytes that the index's arrays, maps and sort orders take per record. */
const BYTES_PER_SLOT = 90

/**
 * The number of examined candidates after which the search stops if the estimated number of matches is far above
 * `bound`.
 */
const SAMPLE = 256

export interface Listed {
  readonly id: string
  readonly name: string
}

/** How lists search and filter the records of a kind. */
export interface Searched<R extends Listed> {
  /** The texts of the record that a search covers; a match never spans two texts. */
  readonly textsOf: (record: R) => readonly (string | null)[]
  /** For each filter name, a function that returns the values under which the filter finds a record. */
  readonly valuesOf: Readonly<Record<string, (record: R) => readonly string[]>>
}

export type ListSort = 'createdAt' | 'name'

/** A list query. A record must meet all of its conditions. */
export interface Question {
  /** The search words, as normalized by searchText. */
  readonly words: readonly string[]
  /**
   * The accepted values of each filter, by filter name. For every filter given, a record must have one of its accepted
   * values.
   */
  readonly values: Readonly<Record<string, readonly string[]>>
  /** The ids of the records to choose from; undefined: all records. */
  readonly ids?: readonly string[] | undefined
  /** The range of ids, including both ends; undefined: no limit at that end. */
  readonly firstId: string | undefined
  readonly lastId: string | undefined
  readonly sort: ListSort
  readonly isDescending: boolean
  /**
   * Only records after this position are returned; null starts from the beginning. When sorting by name, the position's
   * key is the name in the form used for sorting.
   */
  readonly after: Position | null
}

type Conditions = Omit<Question, 'sort' | 'isDescending' | 'after'> & Partial<Question>

export interface Found<R> {
  readonly records: readonly R[]
  /** The position after which the next page continues; null at the end of the list. */
  readonly next: Position | null
}

/** A section of a sort order, in the direction in which the query reads it. */
interface Stretch {
  readonly length: number
  /** Returns the record at a position in the section, counted from 0. */
  at(place: number): number
  /** Returns the position of a record in the section; -1 if the record is not in it. */
  placeOf(slot: number): number
}

export interface Named {
  /** The ids of the matching records, in any order; null when there are more than `bound`. */
  readonly ids: readonly string[] | null
  /** The fraction of all records that match. It is an estimate when more than `bound` records match. */
  readonly share: number
}

interface Filter<R> {
  readonly name: string
  readonly valuesOf: (record: R) => readonly string[]
  readonly byValue: Map<string, InvertedIndex>
}

export class RecordIndex<R extends Listed> {
  private readonly searched: Searched<R>
  /** The records by slot. An entry is null if its record was deleted, or was changed and so moved to another slot. */
  private readonly records: (R | null)[] = []
  private readonly texts: string[] = []
  private readonly names: string[] = []
  private readonly slotOf = new Map<string, number>()
  private readonly trigrams = new Trigrams()
  private grown = 0
  private readonly filters: readonly Filter<R>[]
  private readonly orders: Readonly<Record<ListSort, SlotOrder>>

  constructor(searched: Searched<R>) {
    this.searched = searched
    this.filters = Object.entries(searched.valuesOf).map(([name, valuesOf]) => ({ name, valuesOf, byValue: new Map() }))
    const isGone = (slot: number) => this.records[slot] === null
    const byId = (a: number, b: number) => (this.records[a]!.id < this.records[b]!.id ? -1 : 1)
    const byName = (a: number, b: number) => compareTexts(this.names[a]!, this.names[b]!) || byId(a, b)
    this.orders = { createdAt: new SlotOrder(byId, isGone), name: new SlotOrder(byName, isGone) }
  }

  /** The number of indexed records. */
  get size(): number {
    return this.slotOf.size
  }

  /** The estimated memory of the index, in bytes. */
  get bytes(): number {
    return this.grown
  }

  /** True when too many slots are empty, so that the index should be rebuilt. */
  get isWorn(): boolean {
    return this.records.length - this.size > this.size + EMPTY_ALLOWED
  }

  /** Adds a record, or replaces it with its new version. */
  put(record: R): void {
    const text = this.textOf(record)
    const known = this.slotOf.get(record.id)
    if (known !== undefined) {
      if (this.isFoundTheSame(known, record, text)) {
        this.records[known] = record
        return
      }
      this.remove(record.id)
    }
    const slot = this.records.length
    const name = searchText(record.name)
    this.records.push(record)
    this.texts.push(text)
    this.names.push(name)
    this.slotOf.set(record.id, slot)
    this.grown += BYTES_PER_SLOT + bytesOfText(text) + bytesOfText(name) + this.trigrams.add(text, slot)
    for (const { valuesOf, byValue } of this.filters)
      for (const value of valuesOf(record)) this.grown += pushTo(byValue, value, slot)
    for (const order of Object.values(this.orders)) order.add(slot)
  }

  remove(id: string): void {
    const slot = this.slotOf.get(id)
    if (slot === undefined) return
    this.slotOf.delete(id)
    this.records[slot] = null
    this.grown -= bytesOfText(this.texts[slot]!) + bytesOfText(this.names[slot]!)
    this.texts[slot] = ''
    this.names[slot] = ''
    for (const order of Object.values(this.orders)) order.remove()
  }

  /** Sorts newly added records into the sort orders of the index now, so that the next query does not have to. */
  settle(): void {
    for (const order of Object.values(this.orders)) order.settle()
  }

  /**
   * Returns a page of at most `limit` records in bounded time. Examines either the candidates that the index proposes,
   * or a limited number of records in order. In the second case the page ends with the last record examined.
   */
  find(question: Question, limit: number): Found<R> {
    const stretch = this.stretchOf(question)
    const fits = this.fitting(question)
    const proposed = this.propose(question)
    const count = proposed?.count ?? Number.POSITIVE_INFINITY
    if (count > MAX_CANDIDATES) return this.walk(question, stretch, { fits, bound: LONG_WALK, limit })
    // Examine twice as many records as a full page would need if matches were evenly spread.
    const promising = 2 * (limit + 1) * Math.ceil(stretch.length / Math.max(count, 1))
    if (promising < count / WALK_IS_CHEAPER) {
      const page = this.walk(question, stretch, { fits, bound: promising, limit })
      if (page.records.length === limit || page.next === null) return page
    }
    const found = this.sortedPlaces(stretch, proposed!, { fits, limit: limit + 1 })
    return this.pageOf(question, stretch, { found, limit, lookedAt: stretch.length })
  }

  /**
   * Returns the ids of all records whose texts contain the words. If there are more than `bound`, returns only an
   * estimate of the fraction of records that match.
   */
  withWords(words: readonly string[], bound: number): Named {
    const proposed = this.propose({ words, values: {}, firstId: undefined, lastId: undefined })
    const isEvery = proposed === null || proposed.count > this.records.length
    const count = isEvery ? this.records.length : proposed.count
    const slots = new Set<number>()
    let seen = 0
    const estimate = () => Math.ceil((slots.size / seen) * count)
    const goesOn = (slot: number): boolean => {
      if (this.records[slot] !== null && hasAll(this.texts[slot]!, words)) slots.add(slot)
      seen += 1
      return slots.size <= bound && !(seen === SAMPLE && estimate() > 2 * bound)
    }
    const isAll = isEvery
      ? this.texts.every((_text, slot) => goesOn(slot))
      : proposed.lists.every((list) => list.slots.every(goesOn))
    return isAll
      ? { ids: Array.from(slots, (slot) => this.records[slot]!.id), share: slots.size / Math.max(1, this.size) }
      : { ids: null, share: Math.min(1, estimate() / this.size) }
  }

  /** Returns whether the record with this id exists and its texts contain the words. */
  hasWith(id: string, words: readonly string[]): boolean {
    const slot = this.slotOf.get(id)
    return slot !== undefined && hasAll(this.texts[slot]!, words)
  }

  private textOf(record: R): string {
    const texts = this.searched.textsOf(record).filter((text) => text !== null && text !== '')
    return searchText(texts.join('\n'))
  }

  private isFoundTheSame(slot: number, record: R, text: string): boolean {
    if (text !== this.texts[slot] || searchText(record.name) !== this.names[slot]) return false
    const before = this.records[slot]!
    return this.filters.every(({ valuesOf }) => valuesOf(before).join('\n') === valuesOf(record).join('\n'))
  }

  private stretchOf({ sort, isDescending, after, firstId, lastId }: Question): Stretch {
    const order = this.orders[sort]
    order.settle()
    const keyOf = (slot: number): Position => ({
      key: sort === 'name' ? this.names[slot]! : null,
      id: this.records[slot]!.id,
    })
    let [low, high] = sort === 'createdAt' ? this.rangeOf(firstId, lastId) : [0, order.length]
    if (after !== null && isDescending)
      high = Math.min(
        high,
        order.firstRank((slot) => comparePlaces(keyOf(slot), after) >= 0),
      )
    if (after !== null && !isDescending)
      low = Math.max(
        low,
        order.firstRank((slot) => comparePlaces(keyOf(slot), after) > 0),
      )
    const length = Math.max(0, high - low)
    return {
      length,
      at: (place) => order.at(isDescending ? high - 1 - place : low + place),
      placeOf(slot) {
        const rank = order.rankOf(slot)
        const place = isDescending ? high - 1 - rank : rank - low
        return place < 0 || place >= length ? -1 : place
      },
    }
  }

  /**
   * Converts a range of ids to ranks in the order of creation: the rank of the first id, and the rank after the last
   * id.
   */
  private rangeOf(firstId: string | undefined, lastId: string | undefined): [number, number] {
    const order = this.orders.createdAt
    order.settle()
    return [
      firstId === undefined ? 0 : order.firstRank((slot) => this.records[slot]!.id >= firstId),
      lastId === undefined ? order.length : order.firstRank((slot) => this.records[slot]!.id > lastId),
    ]
  }

  private fitting({ words, values, ids, firstId, lastId }: Question): (slot: number) => boolean {
    const asked = this.askedOf(values)
    return (slot) => {
      if (!hasAll(this.texts[slot]!, words)) return false
      const record = this.records[slot]!
      for (const { valuesOf, wanted } of asked)
        if (!valuesOf(record).some((value) => wanted.includes(value))) return false
      if (ids !== undefined && !ids.includes(record.id)) return false
      return (firstId === undefined || record.id >= firstId) && (lastId === undefined || record.id <= lastId)
    }
  }

  private askedOf(values: Question['values']): (Filter<R> & { wanted: readonly string[] })[] {
    return this.filters.flatMap((filter) => {
      const wanted = values[filter.name]
      return wanted === undefined ? [] : [{ ...filter, wanted }]
    })
  }

  /** Returns candidates for the query, using the most selective condition; null when no condition helps. */
  private propose({ words, values, ids, sort, firstId, lastId }: Conditions): Candidates | null {
    const proposals: Candidates[] = [
      ...words.filter(isInOneTrigram).map((word) => this.trigrams.candidates(word)),
      ...this.askedOf(values).map(({ byValue, wanted }) =>
        candidatesOf([...new Set(wanted)].map((value) => byValue.get(value))),
      ),
    ]
    if (ids !== undefined) {
      const slots = Uint32Array.from(ids.flatMap((id) => this.slotOf.get(id) ?? []))
      proposals.push({ lists: [{ slots }], count: slots.length })
    }
    if (sort === 'name' && (firstId !== undefined || lastId !== undefined)) {
      const slots = this.orders.createdAt.between(...this.rangeOf(firstId, lastId))
      proposals.push({ lists: [{ slots }], count: slots.length })
    }
    // Use short words only when nothing else proposes candidates, because looking them up takes longer and yields more
    // candidates.
    if (proposals.length === 0) proposals.push(...words.map((word) => this.trigrams.candidates(word)))
    return proposals.length === 0 ? null : proposals.reduce((rarest, one) => (one.count < rarest.count ? one : rarest))
  }

  /** Finds a page among the first `bound` records of a section. */
  private walk(
    question: Question,
    stretch: Stretch,
    { fits, bound, limit }: { fits: (slot: number) => boolean; bound: number; limit: number },
  ): Found<R> {
    const end = Math.min(stretch.length, bound)
    const found: number[] = []
    let place = 0
    for (; place < end && found.length <= limit; place += 1) if (fits(stretch.at(place))) found.push(place)
    return this.pageOf(question, stretch, { found, limit, lookedAt: place })
  }

  /**
   * Returns the first `limit` positions of matching candidates, ascending. The candidates are sorted first, so that
   * most of them need not be examined.
   */
  private sortedPlaces(
    stretch: Stretch,
    { lists, count }: Candidates,
    { fits, limit }: { fits: (slot: number) => boolean; limit: number },
  ): number[] {
    const places = new Uint32Array(count)
    let proposed = 0
    for (const { slots } of lists)
      for (let at = 0; at < slots.length; at += 1) {
        const slot = slots[at]!
        const place = this.records[slot] === null ? -1 : stretch.placeOf(slot)
        if (place === -1) continue
        places[proposed] = place
        proposed += 1
      }
    const found: number[] = []
    for (const place of places.subarray(0, proposed).sort()) {
      if (found.length === limit) break
      // A candidate in several lists is found repeatedly; repeats are skipped.
      if (place !== found.at(-1) && fits(stretch.at(place))) found.push(place)
    }
    return found
  }

  private pageOf(
    { sort }: Question,
    stretch: Stretch,
    { found, limit, lookedAt }: { found: readonly number[]; limit: number; lookedAt: number },
  ): Found<R> {
    const shown = found.slice(0, limit).map((place) => stretch.at(place))
    const last = found.length > limit ? shown.at(-1)! : lookedAt < stretch.length ? stretch.at(lookedAt - 1) : null
    return {
      records: shown.map((slot) => this.records[slot]!),
      next: last === null ? null : { key: sort === 'name' ? this.names[last]! : null, id: this.records[last]!.id },
    }
  }
}

function hasAll(text: string, words: readonly string[]): boolean {
  for (const word of words) if (!text.includes(word)) return false
  return true
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const comparePlaces = (a: Position, b: Position) => compareTexts(a.key ?? '', b.key ?? '') || compareTexts(a.id, b.id)
