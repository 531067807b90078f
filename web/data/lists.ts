/**
 * Hooks with which screens load data: lists page by page, records by id, and short reference lists as a whole. The
 * stream of changes keeps the loaded data up to date.
 */
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQueries,
  useQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { ConnectionError } from '../../sdk/errors.ts'
import type { Page } from '../../sdk/lists.ts'
import { cache, listKey, type Pages, recordKey, viewKey } from './cache.ts'
import { type Kind, type KindReads, type ListQuery, type Records, readsOf } from './kinds.ts'
import { readingTogether } from './together.ts'

const PAGE_SIZE = 100
/** The page size for reference lists, which is the largest the API allows. Only a fixed number of pages is loaded. */
const REFERENCE_PAGE_SIZE = 1_000
const MAX_REFERENCE_PAGES = 10

export interface ListView<T> {
  readonly items: readonly T[]
  /** Whether nothing is loaded yet, so that the screen shows a placeholder. */
  readonly isPending: boolean
  readonly error: Error | null
  readonly hasMore: boolean
  /** Whether the rows shown still belong to the previous search, filters or sort order. */
  readonly isOld: boolean
  readMore(): void
  retry(): void
}

/** Loads a list with filters and sort order. When these change, the old rows stay visible until the new ones arrive. */
export function useList<K extends Kind>(kind: K, query: ListQuery, isWanted = true): ListView<Records[K]> {
  return useListOf(kind, query, { isWanted, isStill: false })
}

/**
 * Loads a list whose rows stay where they are while the user edits them. Changed records are updated in place, and
 * nothing is reloaded, however much changes. New records appear only when the list is opened again.
 */
export function useStillList<K extends Kind>(kind: K, query: ListQuery): ListView<Records[K]> {
  return useListOf(kind, query, { isWanted: true, isStill: true })
}

interface ListReading {
  readonly isWanted: boolean
  readonly isStill: boolean
}

function useListOf<K extends Kind>(
  kind: K,
  query: ListQuery,
  { isWanted, isStill }: ListReading,
): ListView<Records[K]> {
  const found = useInfiniteQuery({
    queryKey: listKey(kind, query),
    enabled: isWanted,
    meta: { isStill },
    queryFn: ({ pageParam, signal }) =>
      readsOf(kind)
        .list({ limit: PAGE_SIZE, ...query }, { signal })
        .page(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page<Records[K]>) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const { isPending, ...read } = usePages(found)
  return { ...read, isPending: isPending && isWanted }
}

/** Returns the rows of all loaded pages, and a function that loads more. */
export function usePages<Row>(found: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Row[] }>>) {
  const { data, isPending, error, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage, refetch } = found
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data])
  return {
    items,
    isPending,
    error,
    hasMore: hasNextPage,
    isOld: isPlaceholderData,
    readMore: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
    },
    retry: () => void refetch(),
  }
}

/**
 * The totals of a list: the number of records, and the sums of its numeric fields by name. A sum of goods in different
 * units is null (see unit-sums.ts).
 */
export type ListTotals = Readonly<Record<string, number | null | undefined>>

/** Returns the totals of the whole filtered list; undefined while they are loading or if they are not requested. */
export function useListTotals(kind: Kind, query: ListQuery, isWanted: boolean): ListTotals | undefined {
  const { data } = useQuery({
    queryKey: viewKey(kind, 'totals', query),
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const { totals } = await readsOf(kind)
        .list({ ...query, limit: 1, totals: true }, { signal })
        .page()
      // The cast is needed because the response also contains sums for each unit of measure.
      return (totals ?? {}) as ListTotals
    },
  })
  return isWanted ? data : undefined
}

export interface RecordView<T> {
  /** The record with this id; undefined while it is loading. */
  readonly record: T | undefined
  readonly error: Error | null
  retry(): void
}

type Reader = (id: string) => Promise<unknown>
const readers = new Map<Kind, Reader>()

/** Loads a record by id. Records of one kind that are needed at the same moment are loaded in one request. */
function readRecord<K extends Kind>(kind: K, id: string): Promise<Records[K]> {
  const { list, read }: KindReads<{ readonly id: string }> = readsOf(kind) as never
  const reader: Reader =
    readers.get(kind) ??
    readingTogether({ many: (ids) => list({ id: ids, limit: ids.length }), one: (one) => read!(one) })
  readers.set(kind, reader)
  return reader(id) as Promise<Records[K]>
}

/** Loads one record. If a list has already loaded it, it is available at once. */
export function useRecord<K extends Kind>(kind: K, id: string | null | undefined): RecordView<Records[K]> {
  const { data, error, refetch } = useQuery({
    queryKey: recordKey(kind, id ?? ''),
    enabled: id !== null && id !== undefined && id !== '',
    queryFn: () => readRecord(kind, id!),
    initialData: () => findListed(kind, id ?? ''),
  })
  return { record: data, error, retry: () => void refetch() }
}

/**
 * Loads several records by id in one request, such as the products of the visible rows. Records that are not loaded yet
 * are missing from the map.
 */
export function useRecords<K extends Kind>(kind: K, ids: readonly string[]): ReadonlyMap<string, Records[K]> {
  const wanted = [...new Set(ids)]
  return useQueries({
    queries: wanted.map((id) => ({
      queryKey: recordKey(kind, id),
      queryFn: () => readRecord(kind, id),
      initialData: () => findListed(kind, id),
    })),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }, at) => (data === undefined ? [] : [[wanted[at]!, data as Records[K]]]))),
  })
}

function findListed<K extends Kind>(kind: K, id: string): Records[K] | undefined {
  for (const [, data] of cache.getQueriesData<Pages<Records[K]>>({ queryKey: listKey(kind) }))
    for (const page of data?.pages ?? []) {
      const found = page.items.find((one) => 'id' in one && one.id === id)
      if (found !== undefined) return found
    }
  return undefined
}

/**
 * Loads all records of a kind that has only a few: warehouses, price types, filters, custom fields, organizations.
 * While the browser is offline, the result is an error saying so, and the records are loaded once it is online.
 */
export function useAll<K extends Kind>(kind: K): RecordView<readonly Records[K][]> {
  const { data, error, isPaused, refetch } = useQuery({
    queryKey: ['all', kind],
    queryFn: ({ signal }) => readAll(kind, signal),
  })
  const isAway = isPaused && data === undefined
  return { record: data, error: isAway ? OFFLINE : error, retry: () => void refetch() }
}

const OFFLINE = new ConnectionError(0, null, 'the browser is offline')

async function readAll<K extends Kind>(kind: K, signal: AbortSignal): Promise<Records[K][]> {
  const all: Records[K][] = []
  let pages = 0
  for await (const { items } of readsOf(kind).list({ limit: REFERENCE_PAGE_SIZE, sort: 'name' }, { signal }).pages()) {
    all.push(...items)
    pages += 1
    if (pages === MAX_REFERENCE_PAGES) break
  }
  return all
}
