/**
 * What screens load: lists page by page, records by id, and short reference lists as a whole. The stream keeps
 * everything up to date.
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
/** Reference lists are loaded in the largest pages the API allows, up to a fixed number of pages. */
const REFERENCE_PAGE_SIZE = 1_000
const MAX_REFERENCE_PAGES = 10

export interface ListView<T> {
  readonly items: readonly T[]
  /** Whether nothing was loaded yet, so that a placeholder is shown. */
  readonly isPending: boolean
  readonly error: Error | null
  readonly hasMore: boolean
  /** Whether the rows shown still belong to the previous query. */
  readonly isOld: boolean
  readMore(): void
  retry(): void
}

/** A list with filters and sort order. After a change of query the old rows stay visible until the new ones arrive. */
export function useList<K extends Kind>(kind: K, query: ListQuery, isWanted = true): ListView<Records[K]> {
  return useListOf(kind, query, { isWanted, isStill: false })
}

/**
 * A list whose rows stay in place while the user edits them: changed records are replaced in place, and nothing is
 * reloaded however much changes. New records appear when the list is opened again.
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

/** The rows of the loaded pages, and how to load more. */
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
 * The totals of a list: `count` and the sums of its numbers by name; null for goods in different units (see
 * unit-sums.ts).
 */
export type ListTotals = Readonly<Record<string, number | null | undefined>>

/** The totals of the whole filtered list; undefined while loading or if not wanted. */
export function useListTotals(kind: Kind, query: ListQuery, isWanted: boolean): ListTotals | undefined {
  const { data } = useQuery({
    queryKey: viewKey(kind, 'totals', query),
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const { totals } = await readsOf(kind)
        .list({ ...query, limit: 1, totals: true }, { signal })
        .page()
      // The answer also contains the sums for each unit.
      return (totals ?? {}) as ListTotals
    },
  })
  return isWanted ? data : undefined
}

export interface RecordView<T> {
  /** The record; undefined while it is loading. */
  readonly record: T | undefined
  readonly error: Error | null
  retry(): void
}

type Reader = (id: string) => Promise<unknown>
const readers = new Map<Kind, Reader>()

/** Loads a record by id, batched with other requests for the same kind made at the same moment. */
function readRecord<K extends Kind>(kind: K, id: string): Promise<Records[K]> {
  const { list, read }: KindReads<{ readonly id: string }> = readsOf(kind) as never
  const reader: Reader =
    readers.get(kind) ??
    readingTogether({ many: (ids) => list({ id: ids, limit: ids.length }), one: (one) => read!(one) })
  readers.set(kind, reader)
  return reader(id) as Promise<Records[K]>
}

/** One record. A record already loaded by a list is there at once. */
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
 * Several records by id, loaded in one request, such as the products of visible rows. Records not loaded yet are
 * missing from the map.
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
 * All records of a kind that has few of them: warehouses, price types, filters, custom fields, organizations. While the
 * browser is offline it reports that as the error and loads once it is online.
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
