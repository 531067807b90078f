/** The state as it was at an earlier revision: the state of now, with the change log taken back. For replays and `since`. */
import { amountOf } from '../domain/quantity.ts'
import {
  type Change,
  FINISHABLE_KINDS,
  type FinishableKind,
  isHistoryKind,
  type Lot,
  MAX_FINISHED_SHOWN,
} from '../domain/records.ts'
import { listChangesSince } from '../store/commands.ts'
import { type Database, readCompany, type Tx } from '../store/database.ts'
import { listFinishedAsOf } from '../store/records.ts'
import { type LogEntry, parseLog } from './change-log.ts'
import { Collection } from './collection.ts'
import { parseKept } from './kept-records.ts'
import { State, type StateSnapshot } from './state.ts'

const LOG_PAGE = 1_000

/** What happened to one record between the earlier revision and now. */
interface Touched {
  /** Its first entry after the earlier revision, which has the record as it was then. */
  readonly first: LogEntry
  isGone: boolean
}

/** @returns null when the log does not reach back so far. */
export async function stateAsOf(
  database: Database,
  now: StateSnapshot,
  revision: number,
): Promise<StateSnapshot | null> {
  if (revision === now.revision) return now
  return readCompany(database, now.companyId, async (tx) => {
    const touched = await readTouched(tx, now, revision)
    return touched === null ? null : takeBack(tx, now, revision, touched)
  })
}

async function readTouched(tx: Tx, now: StateSnapshot, revision: number): Promise<Map<string, Touched> | null> {
  const touched = new Map<string, Touched>()
  let reached = revision
  while (reached < now.revision) {
    const page = await listChangesSince(tx, now.companyId, reached, now.revision, LOG_PAGE)
    if (page[0]?.revision !== reached + 1) return null
    for (const row of page) {
      for (const entry of parseLog(row.changes)) {
        const key = `${entry.kind} ${entry.id}`
        const known = touched.get(key)
        if (known === undefined) touched.set(key, { first: entry, isGone: entry.isGone })
        else known.isGone = entry.isGone
      }
    }
    reached = page.at(-1)!.revision
  }
  return touched
}

async function takeBack(
  tx: Tx,
  now: StateSnapshot,
  revision: number,
  touched: Map<string, Touched>,
): Promise<StateSnapshot> {
  const totals = { ...now.totals }
  const lotsNow = new Collection('lots', now.collections.lots)
  const changes: Change[] = []
  for (const { first, isGone } of touched.values()) {
    const { kind, id, before } = first
    changes.push({ kind, id, record: before } as Change)
    if (kind === 'lots') totals.stockValue += lotValue(before as Lot | null) - lotValue(lotsNow.get(id) ?? null)
    if (kind !== 'settings' && kind !== 'stock' && !isHistoryKind(kind))
      totals[kind] += (before === null ? 0 : 1) - (isGone ? 0 : 1)
  }
  const state = new State(now)
  state.apply(changes, revision, totals)
  for (const kind of FINISHABLE_KINDS)
    if (now.finished[kind].length === MAX_FINISHED_SHOWN) await refillFinished(tx, state, kind, revision)
  return state.snapshot()
}

/** Records that were among the newest finished then, and were pushed out by newer ones since. */
async function refillFinished(tx: Tx, state: State, kind: FinishableKind, revision: number): Promise<void> {
  const shown = await listFinishedAsOf(tx, state.companyId, kind, { revision, limit: MAX_FINISHED_SHOWN })
  const records = shown.map((json) => parseKept(kind, json))
  state.apply(
    records.map((record) => ({ kind, id: record.id, record }) as Change),
    revision,
    state.totals,
  )
}

/** A lot with nothing left stands in no state, and is worth nothing. */
function lotValue(lot: Lot | null): bigint {
  return lot === null ? 0n : BigInt(amountOf(lot.remaining, lot.unitCost))
}
