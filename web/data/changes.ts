/**
 * Applies changes to the cache: replaces changed records by id, reloads the visible lists of the same kind, and marks
 * the other lists of that kind as stale.
 */
import { ApiError } from '../../sdk/errors.ts'
import type { AnyState, Changes } from '../../sdk/types.ts'
import { askWhoIsIn, cache, listKey, noticeEnd, type Pages, recordKey, viewKey } from './cache.ts'
import { client } from './client.ts'
import { FOLLOWERS, type Kind, NOT_IN_STREAM, UNNAMED } from './kinds.ts'

interface Named {
  readonly id: string
}

/**
 * The pause after reloading a list, multiplied by the number of its loaded pages: the more pages a list shows, the less
 * often it is reloaded.
 */
const PAUSE_PER_PAGE_MS = 200
const MAX_PAUSE_MS = 10_000
/**
 * The pause after reloading the summary. It is long because almost any change can affect the summary, and because the
 * summary costs the server more than a page of a list.
 */
const SUMMARY_PAUSE_MS = 2_000
const COME_BACK_MS = 3_000
/** How long, in milliseconds, the stream may take to connect before the app shows that there is no connection. */
const CONNECT_MS = 5_000

/** The kinds of records that were reloaded within the last pause, and whether they have changed again since. */
const asked = new Map<string, { hasMore: boolean }>()

/** Applies changes to the cache. A write's response or the stream of changes has reported them. */
export function takeOver(state: AnyState): void {
  if (!('changed' in state)) return
  const { changed, removed } = state as Changes
  const kinds = new Set([...Object.keys(changed), ...Object.keys(removed)])
  for (const kind of kinds) {
    if (kind === 'settings') {
      cache.setQueryData(['settings'], changed.settings)
      continue
    }
    const made = (changed[kind as keyof typeof changed] ?? []) as readonly Named[]
    const gone = (removed[kind as keyof typeof removed] ?? []) as readonly unknown[]
    takeOverKind(kind as Kind, made, new Set(gone.filter((id): id is string => typeof id === 'string')))
  }
  for (const kind of NOT_IN_STREAM) askAnew(kind)
  if (kinds.size === 0) {
    for (const kind of UNNAMED) askAnew(kind)
    return
  }
  void cache.invalidateQueries({ queryKey: ['audit'] })
  askAnew('summary', SUMMARY_PAUSE_MS)
}

function takeOverKind(kind: Kind, made: readonly Named[], gone: ReadonlySet<string>): void {
  const byId = new Map(made.map((record) => [record.id, record]))
  for (const record of made) replace<Named>(recordKey(kind, record.id), () => record)
  // Records removed from the state may be finished rather than deleted, so screens that show them must load them again.
  for (const id of gone) void cache.invalidateQueries({ queryKey: recordKey(kind, id) })
  cache.setQueriesData<Pages<Named>>({ queryKey: listKey(kind) }, (data) => data && withRecords(data, byId))
  replace<readonly Named[]>(['all', kind], (all) => mergeAll(all, byId, gone))
  askAnew(kind)
  for (const follower of FOLLOWERS[kind] ?? []) askAnew(follower)
}

/**
 * Updates cached data. If the data is just being requested, it is requested again, because the pending response may not
 * contain the change.
 */
function replace<T>(queryKey: readonly unknown[], next: (known: T) => T): void {
  const isBeingRead = cache.getQueryState(queryKey)?.fetchStatus === 'fetching'
  cache.setQueryData<T>(queryKey, (known) => known && next(known))
  if (isBeingRead) void cache.invalidateQueries({ queryKey, exact: true })
}

function withRecords(data: Pages<Named>, byId: ReadonlyMap<string, Named>): Pages<Named> {
  if (!data.pages.some(({ items }) => items.some(({ id }) => byId.has(id)))) return data
  const pages = data.pages.map((page) => ({ ...page, items: page.items.map((one) => byId.get(one.id) ?? one) }))
  return { ...data, pages }
}

function mergeAll(
  all: readonly Named[],
  byId: ReadonlyMap<string, Named>,
  gone: ReadonlySet<string>,
): readonly Named[] {
  const kept = all.filter(({ id }) => !gone.has(id)).map((one) => byId.get(one.id) ?? one)
  const known = new Set(all.map(({ id }) => id))
  return [...kept, ...[...byId.values()].filter(({ id }) => !known.has(id))]
}

/** Selects the visible lists. Lists that the user is editing are excepted, because their rows must not move. */
const ON_SCREEN = {
  type: 'active',
  stale: true,
  predicate: ({ meta }: { readonly meta: Readonly<Record<string, unknown>> | undefined }) => meta?.isStill !== true,
} as const

/**
 * Reloads a kind's lists and derived data. Visible data is reloaded at once, or after a pause if it was reloaded
 * shortly before; other data is reloaded when it is next shown.
 */
function askAnew(kind: Kind | 'summary', leastPauseMs = PAUSE_PER_PAGE_MS): void {
  const isUntold = [...NOT_IN_STREAM, ...UNNAMED].some((one) => one === kind)
  const keys = [listKey(kind), viewKey(kind), ...(isUntold ? [['record', kind]] : [])]
  const setOld = () => {
    for (const queryKey of keys) void cache.invalidateQueries({ queryKey, refetchType: 'none' })
  }
  const refetch = () => {
    for (const queryKey of keys) void cache.refetchQueries({ queryKey, ...ON_SCREEN })
  }
  setOld()
  const before = asked.get(kind)
  if (before !== undefined) {
    before.hasMore = true
    return
  }
  const longest = cache
    .getQueriesData<Pages<unknown>>({ queryKey: listKey(kind), type: 'active' })
    .reduce((most, [, data]) => Math.max(most, data?.pages?.length ?? 0), 0)
  // Reload at once for the first change; changes that follow within the pause share one reload.
  refetch()
  const now = { hasMore: false }
  asked.set(kind, now)
  const pauseMs = Math.min(MAX_PAUSE_MS, Math.max(leastPauseMs, longest * PAUSE_PER_PAGE_MS))
  setTimeout(() => {
    asked.delete(kind)
    if (!now.hasMore) return
    // Mark the data as stale again: a response that arrived during the pause counts as fresh but may be older than the
    // last change.
    setOld()
    refetch()
  }, pauseMs)
}

export interface Following {
  /**
   * The revision from which to follow the changes; the data on screen includes all changes up to it. Null if it is not
   * known.
   */
  readonly since: number | null
  /**
   * The epoch (the history of the database) that `since` belongs to, because revisions of different epochs cannot be
   * compared. Undefined if the epoch is not known.
   */
  readonly epoch: string | undefined
  readonly signal: AbortSignal
  /** Called whenever the stream connects or disconnects. */
  tell(isConnected: boolean): void
}

/** Follows the company's stream of changes until the signal aborts. */
export async function followChanges({ since, epoch: first, signal, tell }: Following): Promise<void> {
  let revision = since
  let epoch = first
  let connections = 0
  // The server ends the stream when the user's role or right to see costs changes, and after a restore from backup.
  const onConnect = () => {
    connections += 1
    if (connections > 1) askWhoIsIn()
  }
  let isWhole = since !== null
  let isFollowing = false
  while (!signal.aborted) {
    try {
      if (!isWhole) {
        // If this request succeeds, there is a connection. The stream itself cannot show that, because it sends its
        // first event only after a change, which may be hours later.
        const newest = await currentRevision(signal)
        revision ??= newest
        epoch = undefined
        // All cached data are marked as stale, because it is unknown what changed while the stream was not connected.
        void cache.invalidateQueries()
      }
      isWhole = false
      isFollowing = true
      tell(true)
      for await (const event of client.changes.stream({
        ...{ since: revision!, epoch, signal, onConnect },
        deadlineMs: CONNECT_MS,
      })) {
        revision = event.revision
        epoch = event.epoch
        tell(true)
        if (event.form === 'changes') takeOver(event.changes)
        else void cache.invalidateQueries()
      }
    } catch (error) {
      if (signal.aborted) return
      // A broken stream first tries to reconnect. Only if that fails does the server count as unreachable.
      if (!isFollowing) tell(false)
      isFollowing = false
      noticeEnd(error)
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
        if (error.status === 401) return
        revision = null
      }
      await new Promise((resolve) => setTimeout(resolve, COME_BACK_MS))
    }
  }
}

/**
 * Returns the revision of the newest audit log entry that the user may see. It equals the current revision or is
 * slightly lower.
 */
async function currentRevision(signal: AbortSignal): Promise<number> {
  const { items } = await client.audit.list({ limit: 1 }, { signal, deadlineMs: CONNECT_MS }).page()
  return items[0]?.revision ?? 0
}
