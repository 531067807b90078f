/**
 * The app's only cache: pages of lists, records by id, and reference lists that are short enough to load as a whole.
 */
import { type InfiniteData, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../sdk/errors.ts'
import type { Page } from '../../sdk/lists.ts'

const UNUSED_MS = 300_000

/**
 * The cache itself never refetches or retries. Loaded data stays valid until the stream of changes reports a change,
 * and the SDK does the retries.
 */
export const cache = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEnd }),
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, gcTime: UNUSED_MS, retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})

export const SESSION_KEY = ['session']
export const listKey = (kind: string, query?: object) => (query === undefined ? ['list', kind] : ['list', kind, query])
export const recordKey = (kind: string, id: string) => ['record', kind, id]
/**
 * Returns the cache key of data derived from records of a kind, such as a product's stock. Such data is reloaded when a
 * record of that kind changes.
 */
export const viewKey = (kind: string, ...about: readonly unknown[]) => ['view', kind, ...about]

export type Pages<T> = InfiniteData<Page<T>, string | undefined>

/** Requests the session again. If the user or the user's role has changed, the app restarts. */
export function askWhoIsIn(): void {
  void cache.invalidateQueries({ queryKey: SESSION_KEY })
}

/**
 * Updates the session after an error which shows that the session has ended, or that the user's role may have changed.
 */
export function noticeEnd(error: unknown): void {
  if (!(error instanceof ApiError)) return
  if (error.status === 401 && error.code === 'UNAUTHENTICATED') cache.setQueryData(SESSION_KEY, null)
  if (error.status === 403 && error.code === 'FORBIDDEN') askWhoIsIn()
}
