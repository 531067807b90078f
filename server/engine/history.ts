/**
 * Finds the state at an earlier revision by rolling a known state back or forward through the log. Used for repeated
 * commands and for `since`.
 */
import { amountOf } from '../../amounts/quantity.ts'
import {
  type Change,
  FINISHABLE_KINDS,
  type FinishableKind,
  isHistoryKind,
  type Lot,
  MAX_FINISHED_SHOWN,
  type Order,
  STATE_KINDS,
} from '../domain/records.ts'
import { type Asker, type FairLimiter, fairLimiter } from '../runtime/fair-limiter.ts'
import { inSlices } from '../runtime/slices.ts'
import type { LoggedChanges } from '../store/commands.ts'
import { readLatest } from './catch-up.ts'
import { type ChangeEntry, isWhole, parseLog, withItems } from './change-log.ts'
import { type Checkpoints, commandsApart } from './checkpoints.ts'
import { Collection } from './collection.ts'
import type { CompanyReading, CompanyStore } from './company-store.ts'
import type { EarlierStates } from './earlier-states.ts'
import { readLoggedItems } from './logged-items.ts'
import { State, type StateSnapshot } from './state.ts'
import { parseStoredRecord } from './stored-records.ts'

/** The maximum part of the log that one query reads, in rows and in bytes. */
const PAGE = { maxRows: 1_000, maxBytes: 1_048_576 }

/**
 * The maximum number of commands for which a response lists the changes. Beyond that, sending the full state is
 * cheaper. Measured with 10,000 products: rolling back and listing one revision takes as long as sending 150 records of
 * the full state, which are already serialized. To the client, however, an unchanged record costs as much as a changed
 * one. Neither the log that is read nor the list of changes may exceed TOLD_BYTES.
 */
export const TOLD_ROWS = { least: 1_000, most: 10_000 }
const RECORDS_PER_ROW = 30
export const TOLD_BYTES = 8_388_608

/**
 * Limits how many states are rolled back at the same time. Each rollback uses a database connection, and needs memory
 * for every record that has changed since.
 */
const inTurn: FairLimiter = fairLimiter({
  atOnce: 4,
  perCompany: 2,
  maxWaiting: 1_000,
  maxWaitMs: 15_000,
  refusal: 'Too many earlier states of this company are being read. Try again in a moment.',
})

/** The sources from which an earlier state is computed, and the caller who requested it. */
export interface History {
  readonly store: CompanyStore
  readonly asker: Asker
  /** A known state at or after the requested revision. */
  readonly now: StateSnapshot
  /** The cached earlier states of this company. */
  readonly earlier: EarlierStates
  readonly checkpoints: Checkpoints
}

/**
 * Returns the state at a revision, however old. @returns null when the log does not reach back that far. Refuses
 * UNAVAILABLE.
 */
export async function stateAsOf(history: History, revision: number): Promise<StateSnapshot | null> {
  if (revision === history.now.revision) return history.now
  return inTurn(history.asker, () => stepTo(history, revision))
}

/**
 * Rolls a state to the revision, starting from the nearest known or stored state, which may be earlier or later than
 * the revision.
 */
async function stepTo(history: History, revision: number): Promise<StateSnapshot | null> {
  const { earlier, now } = history
  const before = earlier.atOrBefore(revision)
  if (before?.revision === revision) return before
  // Only a state that shows all finished records can be rolled back; otherwise it is unknown which of the hidden ones
  // changed later. If the cached later state hides some, the current state is rolled back instead.
  const after = earlier.after(revision, now)
  const from = hasAllFinished(after) ? after : now
  const back = from.revision - revision
  const forth = await stepForward(history, before, { revision, back })
  const state = forth ?? (await rollBackFrom({ ...history, now: from }, revision, null))
  if (state !== null) earlier.keep(state)
  return state
}

function hasAllFinished({ finished }: StateSnapshot): boolean {
  return FINISHABLE_KINDS.every((kind) => finished[kind].length < MAX_FINISHED_SHOWN)
}

/**
 * Rolls forward to the revision. Returns null when rolling back from a later state is shorter. Reading a checkpoint
 * counts as much as a few dozen steps.
 */
async function stepForward(
  history: History,
  before: StateSnapshot | null,
  { revision, back }: { readonly revision: number; readonly back: number },
): Promise<StateSnapshot | null> {
  const { store, asker, checkpoints, now } = history
  const forth = before === null ? Number.POSITIVE_INFINITY : revision - before.revision
  const isFar = Math.min(forth, back) > commandsApart(now) / 4
  if (!isFar && back < forth) return null
  // Read the checkpoint, and the steps that follow it, in one transaction, because each transaction takes several round
  // trips.
  const stepped = await store.read(asker, 'log', async (reading) => {
    const stored = isFar ? await checkpoints.load(reading, asker, revision) : null
    const isNearer = stored !== null && revision - stored.revision < Math.min(forth, back)
    const start = isNearer ? stored : forth <= back ? before : null
    if (start === null || revision - start.revision > stretchOf(start)) return { start, state: null }
    return { start: null, state: await rollForward(reading, { asker, from: start, revision }) }
  })
  return stepped.start === null ? stepped.state : goForward(history, stepped.start, revision)
}

const stretchOf = (state: StateSnapshot) => commandsApart(state) * 2

/** Rolls a state forward in stretches. Stores another checkpoint where the existing checkpoints are too far apart. */
async function goForward(history: History, start: StateSnapshot, revision: number): Promise<StateSnapshot | null> {
  const { store, asker } = history
  const stretch = stretchOf(start)
  let from = start
  for (;;) {
    const next = Math.min(revision, from.revision + stretch)
    const state = await store.read(asker, 'log', (reading) => rollForward(reading, { asker, from, revision: next }))
    if (state === null || next === revision) return state
    await keepStored(history, state)
    from = state
  }
}

async function keepStored({ store, asker, checkpoints }: History, state: StateSnapshot): Promise<void> {
  const commandId = await store.read(asker, 'log', (reading) => reading.findCommandId(state.revision))
  if (commandId !== null) await checkpoints.store(state, commandId)
}

/** Rolls a state forward to a revision. @returns null when the log lacks the after-images. */
async function rollForward(
  reading: CompanyReading,
  { asker, from, revision }: { readonly asker: Asker; readonly from: StateSnapshot; readonly revision: number },
): Promise<StateSnapshot | null> {
  const latest = await readLatest(reading, asker, { since: from.revision, upTo: revision })
  const totals = latest?.totals ?? null
  if (latest === null || totals === null) return null
  const state = new State(from)
  await inSlices(asker, state.applyInSteps([...latest.changes()], revision, totals))
  await inSlices(asker, state.refreshInSteps())
  return state.snapshot()
}

/**
 * Returns the state at revision `since`, to list the changes from it to `until`.
 * @returns null when so much changed that the full state is cheaper, or when the log does not reach back that far.
 * Refuses UNAVAILABLE.
 */
export async function stateBeforeChanges(
  history: History,
  since: number,
  until: StateSnapshot,
): Promise<StateSnapshot | null> {
  if (since === history.now.revision) return history.now
  if (until.revision - since > rowsTold(until)) return null
  if (until.revision === history.now.revision) return rollBackInTurn(history, since, until.revision)
  const { store, asker } = history
  const range = { since, upTo: until.revision }
  const bytes = await store.readInTurn({ companyId: asker.companyId }, 'log', (reading) => reading.sumChanges(range))
  return bytes > TOLD_BYTES ? null : stateAsOf(history, since)
}

function rowsTold({ collections }: StateSnapshot): number {
  let records = 0
  for (const kind of STATE_KINDS) records += collections[kind].size
  return Math.min(TOLD_ROWS.most, Math.max(TOLD_ROWS.least, Math.floor(records / RECORDS_PER_ROW)))
}

/**
 * Rolls a state back once the limiter has a slot.
 * @param toldUntil the revision up to which changes will be listed; the log that is read is then limited to TOLD_BYTES.
 * Null when no changes will be listed.
 */
function rollBackInTurn(history: History, revision: number, toldUntil: number | null): Promise<StateSnapshot | null> {
  return inTurn(history.asker, () => rollBackFrom(history, revision, toldUntil))
}

function rollBackFrom(history: History, revision: number, toldUntil: number | null): Promise<StateSnapshot | null> {
  const { store, asker } = history
  return store.readInTurn(asker, 'tables', async (reading) => {
    const touched = await readTouched(reading, history, revision, toldUntil)
    return touched === null ? null : rollBack(reading, history, revision, touched)
  })
}

/** The changes to one record between an earlier revision and now. */
interface Touched {
  /** The record's first log entry after the earlier revision. It contains the record as it was at that revision. */
  readonly first: ChangeEntry
  isGone: boolean
  /**
   * The items of an order at the earlier revision, which are the first items found in the log; null when none were
   * found, and for records of other kinds.
   */
  items: Order['items'] | null
}

async function readTouched(
  reading: CompanyReading,
  { asker, now }: History,
  revision: number,
  toldUntil: number | null,
): Promise<Map<string, Touched> | null> {
  const touched = new Map<string, Touched>()
  let reached = revision
  let toldBytes = 0
  while (reached < now.revision) {
    const page = await reading.listChangesSince({ since: reached, upTo: now.revision, ...PAGE })
    if (page[0]?.revision !== reached + 1) return null
    for (const row of page) if (row.revision <= (toldUntil ?? 0)) toldBytes += Buffer.byteLength(row.changes)
    if (toldBytes > TOLD_BYTES) return null
    await inSlices(asker, takeIn(touched, page))
    reached = page.at(-1)!.revision
  }
  return touched
}

function* takeIn(touched: Map<string, Touched>, page: readonly LoggedChanges[]): Generator<void, void> {
  for (const { changes } of page) {
    for (const entry of parseLog(changes)) {
      const key = `${entry.kind} ${entry.id}`
      const known = touched.get(key)
      const { isGone, kind, before } = entry
      const items = kind === 'orders' && isWhole(before) ? ((before as Order | null)?.items ?? null) : null
      if (known === undefined) touched.set(key, { first: entry, isGone, items })
      else Object.assign(known, { isGone, items: known.items ?? items })
    }
    yield
  }
}

async function rollBack(
  reading: CompanyReading,
  { asker, now }: History,
  revision: number,
  touched: Map<string, Touched>,
): Promise<StateSnapshot> {
  const state = new State(now)
  const itemsOf = await readLoggedItems(reading, now, touched.values())
  await inSlices(asker, takeBack(state, { now, revision, touched, itemsOf }))
  for (const kind of FINISHABLE_KINDS)
    if (now.finished[kind].length === MAX_FINISHED_SHOWN) {
      const shown = await reading.listFinishedAsOf(kind, { revision, limit: MAX_FINISHED_SHOWN })
      await inSlices(asker, refillFinished(state, kind, shown))
    }
  await inSlices(asker, state.refreshInSteps())
  return state.snapshot()
}

interface TakenBack {
  readonly now: StateSnapshot
  readonly revision: number
  readonly touched: ReadonlyMap<string, Touched>
  readonly itemsOf: (orderId: string) => Order['items']
}

function* takeBack(state: State, { now, revision, touched, itemsOf }: TakenBack): Generator<void, void> {
  const totals = { ...now.totals }
  const lotsNow = new Collection('lots', now.collections.lots)
  const changes: Change[] = []
  for (const { first, isGone } of touched.values()) {
    const { kind, id } = first
    const before = isWhole(first.before) ? first.before : withItems(first.before, itemsOf(id))
    changes.push({ kind, id, record: before } as Change)
    if (kind === 'lots') totals.stockValue += lotValue(before as Lot | null) - lotValue(lotsNow.get(id) ?? null)
    if (kind !== 'settings' && kind !== 'stock' && !isHistoryKind(kind))
      totals[kind] += (before === null ? 0 : 1) - (isGone ? 0 : 1)
    yield
  }
  yield* state.applyInSteps(changes, revision, totals)
}

/**
 * Puts finished records back into the state if they were among the newest at the earlier revision and have since been
 * pushed out by newer ones.
 */
function* refillFinished(state: State, kind: FinishableKind, shown: readonly string[]): Generator<void, void> {
  const changes: Change[] = []
  for (const json of shown) {
    const record = parseStoredRecord(kind, json)
    changes.push({ kind, id: record.id, record } as Change)
    yield
  }
  yield* state.applyInSteps(changes, state.revision, state.totals)
}

/** Returns the value of a lot. A used-up lot is not in the state and counts as zero. */
function lotValue(lot: Lot | null): bigint {
  return lot === null ? 0n : BigInt(amountOf(lot.remaining, lot.unitCost))
}
