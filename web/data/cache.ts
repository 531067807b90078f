/** The app's only cache: pages of lists, records by id, and reference lists short enough to be loaded whole. */
import { type InfiniteData, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../sdk/errors.ts'
import type { Page } from '../../sdk/lists.ts'

const UNUSED_MS = 300_000

/** Loaded data stays valid until the stream of changes says otherwise, and the SDK already retries by itself. */
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
 * The key of data derived from records of a kind, such as the stock of a product; reloaded when such a record changes.
 */
export const viewKey = (kind: string, ...about: readonly unknown[]) => ['view', kind, ...about]

export type Pages<T> = InfiniteData<Page<T>, string | undefined>

/** Checks again who is signed in and with which role; the shell restarts if that changed. */
export function askWhoIsIn(): void {
  void cache.invalidateQueries({ queryKey: SESSION_KEY })
}

/** Checks the session after an error that may mean that it ended or that the user's role changed. */
export function noticeEnd(error: unknown): void {
  if (!(error instanceof ApiError)) return
  if (error.status === 401 && error.code === 'UNAUTHENTICATED') cache.setQueryData(SESSION_KEY, null)
  if (error.status === 403 && error.code === 'FORBIDDEN') askWhoIsIn()
}
