/** The one cache of the app: pages of lists, records by id, and reference lists that are short enough to be held whole. */
import { type InfiniteData, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../sdk/errors.ts'
import type { Page } from '../../sdk/lists.ts'

const UNUSED_MS = 300_000

/** What was read stays right, because the stream of changes says what does not; and our SDK has tried again by itself. */
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
/** What was worked out of records of a kind, such as the stock of a product: asked anew when one of them changes. */
export const viewKey = (kind: string, ...about: readonly unknown[]) => ['view', kind, ...about]

export type Pages<T> = InfiniteData<Page<T>, string | undefined>

/** Asks again who is signed in, as what: the shell begins anew when that is another one. */
export function askWhoIsIn(): void {
  void cache.invalidateQueries({ queryKey: SESSION_KEY })
}

/** A session that is over is noticed wherever it shows first, and so is a role that is another one by now. */
export function noticeEnd(error: unknown): void {
  if (!(error instanceof ApiError)) return
  if (error.status === 401 && error.code === 'UNAUTHENTICATED') cache.setQueryData(SESSION_KEY, null)
  if (error.status === 403 && error.code === 'FORBIDDEN') askWhoIsIn()
}
