/**
 * What changed, taken over into the cache: records by id are replaced where they are, lists of their kind are asked anew where they
 * are on screen, and marked as old where they are not.
 */
import { ApiError } from '../../sdk/errors.ts'
import type { AnyState, Changes } from '../../sdk/types.ts'
import { askWhoIsIn, cache, listKey, noticeEnd, type Pages, recordKey, viewKey } from './cache.ts'
import { client } from './client.ts'
import { FOLLOWERS, type Kind, NOT_IN_STREAM } from './kinds.ts'

interface Named {
  readonly id: string
}

/** A list with many pages on screen is asked anew less often than a short one. */
const PAUSE_PER_PAGE_MS = 200
const MAX_PAUSE_MS = 10_000
/** Whatever changes, the summary may; it takes the service more than a page of a list. */
const SUMMARY_PAUSE_MS = 2_000
const COME_BACK_MS = 3_000
/** Who waits longer than this for the stream is told that there is no connection. */
const CONNECT_MS = 5_000

/** Kinds that were asked for a moment ago, and whether more has changed since. */
const asked = new Map<string, { hasMore: boolean }>()

/** Takes over what a write or an event of the stream says. */
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
  if (kinds.size === 0) return
  void cache.invalidateQueries({ queryKey: ['audit'] })
  askAnew('summary', SUMMARY_PAUSE_MS)
}

function takeOverKind(kind: Kind, made: readonly Named[], gone: ReadonlySet<string>): void {
  const byId = new Map(made.map((record) => [record.id, record]))
  for (const record of made) replace<Named>(recordKey(kind, record.id), () => record)
  // Finished records leave the state without being deleted: whoever shows one asks whether it is still there.
  for (const id of gone) void cache.invalidateQueries({ queryKey: recordKey(kind, id) })
  cache.setQueriesData<Pages<Named>>({ queryKey: listKey(kind) }, (data) => data && withRecords(data, byId))
  replace<readonly Named[]>(['all', kind], (all) => mergeAll(all, byId, gone))
  askAnew(kind)
  for (const follower of FOLLOWERS[kind] ?? []) askAnew(follower)
}

/** Replaces what was read. What is being read may have been found before the change: it is read once more. */
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

/** But for lists whose rows stay where they are. */
const ON_SCREEN = {
  type: 'active',
  stale: true,
  predicate: ({ meta }: { readonly meta: Readonly<Record<string, unknown>> | undefined }) => meta?.isStill !== true,
} as const

/** Lists and views of a kind: those on screen are asked after a pause in which more may come, the others when they are shown next. */
function askAnew(kind: Kind | 'summary', leastPauseMs = PAUSE_PER_PAGE_MS): void {
  const isUntold = NOT_IN_STREAM.some((one) => one === kind)
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
  // The first change is shown at once; those that follow closely share the next question.
  refetch()
  const now = { hasMore: false }
  asked.set(kind, now)
  const pauseMs = Math.min(MAX_PAUSE_MS, Math.max(leastPauseMs, longest * PAUSE_PER_PAGE_MS))
  setTimeout(() => {
    asked.delete(kind)
    if (!now.hasMore) return
    // What was answered meanwhile counts as new, though it was found before the last change.
    setOld()
    refetch()
  }, pauseMs)
}

export interface Following {
  /** The revision as of which everything on screen is at least; null: not known. */
  readonly since: number | null
  /** Of the history that `since` is a revision of; undefined: not known. */
  readonly epoch: string | undefined
  readonly signal: AbortSignal
  /** Hears whether the stream is connected. */
  tell(isConnected: boolean): void
}

/** Follows the stream of the company until the signal ends it. */
export async function followChanges({ since, epoch: first, signal, tell }: Following): Promise<void> {
  let revision = since
  let epoch = first
  let connections = 0
  // A stream ends when its reader's role changes, or whether he sees costs; and also after a restore.
  const onConnect = () => {
    connections += 1
    if (connections > 1) askWhoIsIn()
  }
  let isWhole = since !== null
  let isFollowing = false
  while (!signal.aborted) {
    try {
      if (!isWhole) {
        // An answer proves that there is a connection; the stream says so with its first event, which may take hours.
        const newest = await currentRevision(signal)
        revision ??= newest
        epoch = undefined
        // Nobody told what changed meanwhile.
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
      // A stream that breaks off is made again; whoever cannot be reached then is away.
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

/** The newest entry of the audit log that one may see has the revision, or one a little older. */
async function currentRevision(signal: AbortSignal): Promise<number> {
  const { items } = await client.audit.list({ limit: 1 }, { signal, deadlineMs: CONNECT_MS }).page()
  return items[0]?.revision ?? 0
}
