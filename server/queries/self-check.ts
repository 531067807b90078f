/** GET /self-check and `npm run self-check`: does all hold that must (decisions.md §6)? */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { STATE_KINDS, type StateKind } from '../domain/records.ts'
import { recordsOf } from '../engine/collection.ts'
import type { Company } from '../engine/company.ts'
import { keyOf, loadCompany, packTotals } from '../engine/records.ts'
import { serializeRecord } from '../engine/serialize.ts'
import type { StateSnapshot } from '../engine/state.ts'
import type { Database } from '../store/database.ts'
import { type Check, checkCompany, MAX_DIFFERENCES } from '../store/self-check.ts'

export const MEMORY_CHECK = 'memory is what the tables hold'

export interface SelfCheck {
  readonly ok: boolean
  readonly revision: number
  readonly checkedAt: string
  readonly checks: readonly Check[]
}

/** Checks the tables of a company in one snapshot. @returns null when there is no such company. */
export async function selfCheckTables(database: Database, companyId: string): Promise<SelfCheck | null> {
  const checked = await checkCompany(database, companyId)
  return checked === null ? null : summarize(checked.revision, checked.checks)
}

/** Checks the tables, and then that the state which this node answers from is the one they hold. */
export async function selfCheck(database: Database, company: Company): Promise<SelfCheck | null> {
  const checked = await checkCompany(database, company.id)
  if (checked === null) return null
  const memory = await checkMemory(database, company)
  return summarize(checked.revision, [...checked.checks, memory])
}

function summarize(revision: number, checks: readonly Check[]): SelfCheck {
  return { ok: checks.every(({ ok }) => ok), revision, checkedAt: new Date().toISOString(), checks }
}

/** Loads the company anew and compares it, record by record as they are printed, with memory as of the same revision. */
async function checkMemory(database: Database, company: Company): Promise<Check> {
  const loaded = await loadCompany(database, company.id)
  if (loaded === null) throw new Error('The company vanished while it was checked')
  const tables = loaded.state.snapshot()
  const now = await company.current()
  const memory = now.revision === tables.revision ? now : await company.asOf(tables.revision)
  const differences: string[] = []
  if (memory === null) differences.push(`the change log does not reach back to revision ${tables.revision}`)
  else {
    if (packTotals(memory.totals) !== packTotals(tables.totals)) differences.push('totals')
    if (serializeRecord('settings', memory.settings) !== serializeRecord('settings', tables.settings))
      differences.push('settings')
    for (const kind of STATE_KINDS) {
      differences.push(...compareKind(kind, memory, tables))
      // A large company takes long: others have their turn between.
      await nextTurn()
    }
  }
  return { name: MEMORY_CHECK, ok: differences.length === 0, differences: differences.slice(0, MAX_DIFFERENCES) }
}

function compareKind(kind: StateKind, memory: StateSnapshot, tables: StateSnapshot): string[] {
  const held = printedBy(kind, memory)
  const differences: string[] = []
  for (const [key, printed] of printedBy(kind, tables)) {
    const inMemory = held.get(key)
    held.delete(key)
    if (inMemory === undefined) differences.push(`${kind} ${key} is not in memory`)
    else if (inMemory !== printed) differences.push(`${kind} ${key} is another in memory`)
  }
  for (const key of held.keys()) differences.push(`${kind} ${key} is in memory only`)
  return differences
}

function printedBy(kind: StateKind, snapshot: StateSnapshot): Map<string, string> {
  const printed = new Map<string, string>()
  for (const record of recordsOf<StateKind>(snapshot.collections[kind]))
    printed.set(keyOf(kind, record), serializeRecord<StateKind>(kind, record))
  return printed
}
