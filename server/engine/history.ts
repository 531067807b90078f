/** The state as it was at an earlier revision: the state of now, with the change log taken back. For replays and `since`. */
import { amountOf } from '../domain/quantity.ts'
import type { AnyRecord, Change, Kind, Lot, Order } from '../domain/records.ts'
import { findChangesAt, listChangesSince } from '../store/commands.ts'
import { listFinishedOrdersAsOf } from '../store/companies.ts'
import { type Database, readCompany, type Tx } from '../store/database.ts'
import { MAX_FINISHED_SHOWN, State, type StateSnapshot } from './state.ts'

const LOG_PAGE = 1_000
const REVISIONS_PER_LOOKUP = 500

/** One entry of the change log. `previous` is the revision that had changed the record before; 0 when it is new. */
export interface LogEntry {
  kind: Kind
  id: string
  previous: number
  record: AnyRecord | null
}

/** What happened to one record between the earlier revision and now. */
interface Touched {
  readonly kind: Kind
  readonly id: string
  /** The revision at which the record was as it stood at the earlier revision; 0 when it did not exist. */
  readonly previous: number
  /** The record now. */
  latest: AnyRecord | null
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
    if (touched === null) return null
    const earlier = await readEarlier(tx, now.companyId, touched)
    if (earlier === null) return null
    return takeBack(tx, now, revision, touched, earlier)
  })
}

async function readTouched(tx: Tx, now: StateSnapshot, revision: number): Promise<Map<string, Touched> | null> {
  const touched = new Map<string, Touched>()
  let reached = revision
  while (reached < now.revision) {
    const page = await listChangesSince(tx, now.companyId, reached, now.revision, LOG_PAGE)
    if (page[0]?.revision !== reached + 1) return null
    for (const row of page) {
      for (const entry of JSON.parse(row.changes) as LogEntry[]) {
        const key = `${entry.kind} ${entry.id}`
        const known = touched.get(key)
        if (known === undefined)
          touched.set(key, { kind: entry.kind, id: entry.id, previous: entry.previous, latest: entry.record })
        else known.latest = entry.record
      }
    }
    reached = page.at(-1)!.revision
  }
  return touched
}

async function readEarlier(
  tx: Tx,
  companyId: string,
  touched: Map<string, Touched>,
): Promise<Map<string, AnyRecord> | null> {
  const revisions = [...new Set([...touched.values()].map((record) => record.previous))].filter((at) => at > 0)
  const earlier = new Map<string, AnyRecord>()
  for (let from = 0; from < revisions.length; from += REVISIONS_PER_LOOKUP) {
    const asked = revisions.slice(from, from + REVISIONS_PER_LOOKUP)
    const rows = await findChangesAt(tx, companyId, asked)
    if (rows.length !== asked.length) return null
    for (const row of rows)
      for (const entry of JSON.parse(row.changes) as LogEntry[])
        if (entry.record !== null && touched.get(`${entry.kind} ${entry.id}`)?.previous === row.revision)
          earlier.set(`${entry.kind} ${entry.id}`, entry.record)
  }
  return earlier
}

async function takeBack(
  tx: Tx,
  now: StateSnapshot,
  revision: number,
  touched: Map<string, Touched>,
  earlier: Map<string, AnyRecord>,
): Promise<StateSnapshot> {
  const totals = { ...now.totals }
  const changes: Change[] = []
  for (const [key, { kind, id, latest }] of touched) {
    const record = earlier.get(key) ?? null
    changes.push({ kind, id, record } as Change)
    if (kind === 'lots') totals.stockValue += lotValue(record as Lot | null) - lotValue(latest as Lot | null)
    if (kind !== 'settings' && kind !== 'stock' && kind !== 'movements')
      totals[kind] += (record === null ? 0 : 1) - (latest === null ? 0 : 1)
  }
  const state = new State(now)
  state.apply(changes, revision, totals)
  if (now.finishedOrders.length === MAX_FINISHED_SHOWN) {
    const shown = await listFinishedOrdersAsOf(tx, now.companyId, revision, MAX_FINISHED_SHOWN)
    const orders = shown.map((json) => JSON.parse(json) as Order)
    state.apply(
      orders.map((record) => ({ kind: 'orders', id: record.id, record })),
      revision,
      totals,
    )
  }
  return state.snapshot()
}

function lotValue(lot: Lot | null): bigint {
  return lot === null ? 0n : BigInt(amountOf(lot.remaining, lot.unitCost))
}
