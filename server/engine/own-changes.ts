/**
 * Rebuilds the changes made by one command, as in its first response, from the command's own log row. No earlier state
 * is needed for this, however old the command is.
 */
import type { View } from '../domain/costs.ts'
import { type AnyRecord, type Change, type Lot, type Settings, STATE_KINDS, type StateKind } from '../domain/records.ts'
import { besideOf, LatestImages, parseImages } from './after-images.ts'
import type { BesideChanges } from './beside-changes.ts'
import { type ChangeEntry, parseLog } from './change-log.ts'
import { type Pieces, printTold } from './print-state.ts'

/** The columns of a command's log row from which its changes are rebuilt. */
interface OwnRow {
  readonly revision: number
  readonly after: string
  readonly changes: string
}

/** The changes to the records of one kind, by key. */
interface Told {
  readonly changed: Map<string, AnyRecord>
  readonly removed: Set<string>
}

/** Serializes the changes of a command in steps. @returns null when the log row does not have all of them. */
export function* printOwnChanges({ revision, after, changes }: OwnRow, view: View): Generator<void, Pieces | null> {
  const images = parseImages(after)
  const beside = besideOf(images)
  if (beside === null) return null
  yield
  const before = new Map(parseLog(changes).map((entry) => [`${entry.kind} ${entry.id}`, entry.before]))
  yield
  const latest = new LatestImages()
  latest.take(images, revision)
  const { kinds, settings } = yield* tell(latest.changes(), before, beside)
  for (const [key, available] of beside.bundles!) {
    const [productId, warehouseId] = key.split('/') as [string, string]
    if (available === null) kinds.stock.removed.add(key)
    else kinds.stock.changed.set(key, { productId, warehouseId, onHand: null, reserved: null, available, revision })
  }
  const told = {
    revision,
    since: revision - 1,
    totals: latest.totals!,
    settings,
    *diffOf(kind: StateKind) {
      const { changed, removed } = kinds[kind]
      yield
      const keys = [...changed.keys()].sort()
      return { changed: keys.map((key) => changed.get(key)!) as never, removed: [...removed].sort() }
    },
  }
  return yield* printTold(told, { view, maxBytes: Number.POSITIVE_INFINITY })
}

/**
 * Collects the changes as the state shows them. Records that the state never shows are left out;
 * records that it no longer shows are listed as removed.
 */
function* tell(
  changes: Iterable<Change>,
  before: ReadonlyMap<string, ChangeEntry['before']>,
  { left, hidden }: BesideChanges,
): Generator<void, { kinds: Record<StateKind, Told>; settings: Settings | null }> {
  const kinds = Object.fromEntries(
    STATE_KINDS.map((kind) => [kind, { changed: new Map(), removed: new Set() }]),
  ) as unknown as Record<StateKind, Told>
  const never = new Set(hidden)
  let settings: Settings | null = null
  for (const name of left) {
    const [kind, id] = name.split(' ') as [StateKind, string]
    kinds[kind].removed.add(id)
  }
  for (const { kind, id, record } of changes) {
    yield
    if (kind === 'settings') settings = record as Settings
    const told = kinds[kind as StateKind]
    const name = `${kind} ${id}`
    if (told === undefined || never.has(name) || told.removed.has(id)) continue
    const was = before.get(name) ?? null
    if (isShown(kind, record)) told.changed.set(id, record!)
    else if (isShown(kind, was as Change['record'])) told.removed.add(id)
  }
  return { kinds, settings }
}

/** Whether the state shows the record. A used-up lot is not in the state. */
function isShown(kind: Change['kind'], record: Change['record']): boolean {
  return record !== null && (kind !== 'lots' || (record as Lot).remaining > 0)
}
