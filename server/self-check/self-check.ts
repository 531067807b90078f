/** GET /self-check and `npm run self-check`: checks that a company's data is consistent (S-STOCK-14). */
import { type RecordOf, STATE_KINDS, type StateKind } from '../domain/records.ts'
import { recordsOf } from '../engine/collection.ts'
import type { Company } from '../engine/company.ts'
import { packTotals } from '../engine/packed-totals.ts'
import { keyOf, loadCompany } from '../engine/records.ts'
import { serializeRecord } from '../engine/serialize.ts'
import type { StateSnapshot } from '../engine/state.ts'
import { type Asker, type FairLimiter, fairLimiter } from '../runtime/fair-limiter.ts'
import { inSlices } from '../runtime/slices.ts'
import type { Database } from '../store/database.ts'
import { type Check, checkCompany, MAX_DIFFERENCES } from './self-check-sql.ts'

export const MEMORY_CHECK = 'the data in memory agree with the tables'

export interface SelfCheck {
  readonly ok: boolean
  readonly revision: number
  readonly checkedAt: string
  readonly checks: readonly Check[]
}

/** Checks the tables of a company in one snapshot. @returns null when the company does not exist. */
export async function selfCheckTables(database: Database, companyId: string): Promise<SelfCheck | null> {
  const checked = await checkCompany(database, { companyId })
  return checked === null ? null : summarize(checked.revision, checked.checks)
}

/**
 * Limits the number of checks that run at once, because each reads all of a company's history and loads a second copy
 * of its state into memory.
 */
const inTurn: FairLimiter = fairLimiter({
  atOnce: 2,
  perCompany: 1,
  maxWaiting: 4,
  maxWaitMs: 60_000,
  refusal: 'This company is already being checked. Try again when that check has ended.',
})

/**
 * Checks the tables, then compares them with the state from which this node answers. Stops when the caller
 * disconnects. Refuses UNAVAILABLE when too many checks of the company are requested.
 */
export function selfCheck(database: Database, company: Company, signal?: AbortSignal): Promise<SelfCheck | null> {
  const asker = { companyId: company.id, signal }
  return inTurn(asker, async () => {
    const checked = await checkCompany(database, asker)
    if (checked === null) return null
    const memory = await checkMemory(database, company, asker)
    return summarize(checked.revision, [...checked.checks, memory])
  })
}

function summarize(revision: number, checks: readonly Check[]): SelfCheck {
  return { ok: checks.every(({ ok }) => ok), revision, checkedAt: new Date().toISOString(), checks }
}

/**
 * Loads the company again and compares every printed record with the record in memory at the same
 * revision.
 */
async function checkMemory(database: Database, company: Company, asker: Asker): Promise<Check> {
  const loaded = await loadCompany(database, asker)
  if (loaded === null) throw new Error('The company vanished while it was checked')
  const tables = loaded.state.snapshot()
  const now = await company.current()
  const memory = now.revision === tables.revision ? now : await company.asOf(tables.revision, asker.signal)
  const differences: string[] = []
  if (memory === null) differences.push(`the change log does not reach back to revision ${tables.revision}`)
  else {
    if (packTotals(memory.totals) !== packTotals(tables.totals)) differences.push('totals')
    if (serializeRecord('settings', memory.settings) !== serializeRecord('settings', tables.settings))
      differences.push('settings')
    for (const kind of STATE_KINDS) differences.push(...(await inSlices(asker, compareKind(kind, memory, tables))))
  }
  return { name: MEMORY_CHECK, ok: differences.length === 0, differences: differences.slice(0, MAX_DIFFERENCES) }
}

function* compareKind(kind: StateKind, memory: StateSnapshot, tables: StateSnapshot): Generator<void, string[]> {
  const held = new Map<string, RecordOf[StateKind]>()
  for (const record of recordsOf<StateKind>(memory.collections[kind])) {
    held.set(keyOf(kind, record), record)
    yield
  }
  const differences: string[] = []
  for (const record of recordsOf<StateKind>(tables.collections[kind])) {
    const key = keyOf(kind, record)
    const inMemory = held.get(key)
    held.delete(key)
    if (inMemory === undefined) differences.push(`${kind} ${key} is not in memory`)
    else if (serializeRecord<StateKind>(kind, inMemory) !== serializeRecord<StateKind>(kind, record))
      differences.push(`${kind} ${key} differs in memory`)
    yield
  }
  for (const key of held.keys()) differences.push(`${kind} ${key} is in memory only`)
  return differences
}
