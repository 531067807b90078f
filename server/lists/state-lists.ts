/**
 * The lists of kinds whose records have names and are all in memory. These lists are served from the in-memory state,
 * so they are as current as that state; docs/lists.md explains how. Source: S-LIST.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TSchema } from 'typebox'
import type { View } from '../domain/costs.ts'
import { filtersOf, textsOf } from '../domain/fields/kind.ts'
import { KINDS, NAMED_KINDS, namesOf } from '../domain/kinds.ts'
import { ARCHIVED_SCHEMA, edgeFilter, edgeOfIds, type ListQuery, type ListShape, withMoments } from '../domain/lists.ts'
import type { RecordOf } from '../domain/records.ts'
import { anyOfIdsSchema } from '../domain/schema.ts'
import { searchedWordsOf } from '../domain/search-words.ts'
import type { Company } from '../engine/company.ts'
import { serializeRecord } from '../engine/serialize.ts'
import { type ListPage, marksOf, pageUpTo, placeIn, readCursor } from '../queries/cursor.ts'
import { inSlices } from '../runtime/slices.ts'
import { currentIndex, type IndexedKind } from './company-indexes.ts'
import type { Question, RecordIndex, Searched } from './record-index.ts'

/** For how many milliseconds a search continues before it returns an empty page. */
const EMPTY_MS = 8

/** An equality filter: the requested value must be one of the record's values. */
interface ValueFilter<R> {
  readonly schema: TSchema
  readonly valuesOf: (record: R) => readonly string[]
}

export interface StateList<K extends IndexedKind = IndexedKind> extends ListShape {
  readonly kind: K
  readonly searched: Searched<RecordOf[K]>
  /**
   * Whether the list searches phone numbers. If so, a search text made only of digits and phone punctuation counts as
   * one number.
   */
  readonly hasPhones: boolean
}

const CREATED = { createdFrom: edgeFilter('from'), createdTo: edgeFilter('to') }

/** Builds a list, with its names, search and filters, from the description of a kind and its fields. */
function stateList<K extends IndexedKind>(kind: K): StateList {
  const { fields, record } = KINDS[kind].of
  const values: Readonly<Record<string, ValueFilter<RecordOf[K]>>> = {
    ...filtersOf(fields),
    archived: { schema: ARCHIVED_SCHEMA, valuesOf: ({ archived }) => [String(archived)] },
  }
  const valuesOf = Object.fromEntries(Object.entries(values).map(([name, filter]) => [name, filter.valuesOf]))
  const list: StateList<K> = {
    kind,
    ...namesOf(kind),
    record,
    sorts: { createdAt: null, name: null },
    defaultSort: '-createdAt',
    filters: { id: { schema: anyOfIdsSchema }, ...values, ...CREATED },
    searched: { textsOf: textsOf(fields), valuesOf },
    hasPhones: 'phone' in fields,
  }
  return list as unknown as StateList
}

const LIST_OF = new Map(NAMED_KINDS.map((kind) => [kind, stateList(kind)]))

export const STATE_LISTS: readonly StateList[] = [...LIST_OF.values()]
export const PRODUCTS = LIST_OF.get('products')!
export const PARTNERS = LIST_OF.get('partners')!

/** Returns one page of a list in memory. Refuses with VALIDATION_FAILED if the cursor was not issued for this list. */
export async function readStateList(
  { company, view, epoch }: { readonly company: Company; readonly view: View; readonly epoch: string },
  list: StateList,
  asked: ListQuery,
): Promise<ListPage> {
  const query = await withMoments(list.filters, asked, async () => (await company.current()).settings.timeZone)
  const { limit, cursor, sort = list.defaultSort, ...filters } = query
  const marks = marksOf(epoch, list.path, sort, filters)
  const isByName = sort.endsWith('name')
  const question: Question = {
    ...questionOf(list, query),
    sort: isByName ? 'name' : 'createdAt',
    isDescending: sort.startsWith('-'),
    after: cursor === undefined ? null : placeIn(readCursor(marks, cursor), isByName ? 'text' : null),
  }
  const index = await indexOf(company, list)
  const goOnUntil = performance.now() + EMPTY_MS
  let found = index.find(question, limit)
  while (found.records.length === 0 && found.next !== null && performance.now() < goOnUntil) {
    await nextTurn()
    found = index.find({ ...question, after: found.next }, limit)
  }
  const items = await inSlices({ companyId: company.id }, printItems(list, found.records, view))
  return pageUpTo(items, marks, found.next)
}

/** The number of records serialized in one step, which takes less than a millisecond. */
const PRINTED_TOGETHER = 20

function* printItems({ kind }: StateList, records: readonly unknown[], view: View): Generator<void, string[]> {
  const items: string[] = []
  for (const record of records) {
    items.push(serializeRecord(kind, record as never, view))
    if (items.length % PRINTED_TOGETHER === 0) yield
  }
  return items
}

/** Returns the up-to-date index of a list's records. */
export function indexOf(company: Company, { kind, searched }: StateList): Promise<RecordIndex<RecordOf[IndexedKind]>> {
  return currentIndex(company, kind, searched as never) as never
}

/** Converts a query to conditions for the index, leaving out the position and the sort. */
export function questionOf(
  { searched, hasPhones }: StateList,
  query: ListQuery,
): Pick<Question, 'words' | 'values' | 'ids' | 'firstId' | 'lastId'> {
  const asked = Object.keys(searched.valuesOf).filter((name) => query[name] !== undefined)
  const edge = (end: 'from' | 'to', value: unknown) => (value === undefined ? value : edgeOfIds(end, value as string))
  return {
    words: searchedWordsOf(query.q ?? '', hasPhones)?.words ?? [],
    values: Object.fromEntries(asked.map((name) => [name, [query[name]].flat().map(String)])),
    ids: query.id as readonly string[] | undefined,
    firstId: edge('from', query.createdFrom),
    lastId: edge('to', query.createdTo),
  }
}
