/**
 * Applies the changes in a response to a company state, as a client does: stores changed records, and deletes removed
 * ones.
 */
import { STATE_KINDS } from '../../../server/domain/records.ts'
import type { Json } from './client.ts'

/** The names of the arrays in the company state, in order. tests/rules/kinds.test.ts keeps the order fixed. */
export const STATE_ARRAYS: readonly string[] = STATE_KINDS

export const STATE_KEYS = ['revision', 'company', 'settings', 'totals', ...STATE_ARRAYS]

/** Returns the key of a record: its id, or for a stock row the ids of its product and warehouse. */
export function keyOf(record: Json): string {
  return record.id ?? `${record.productId}/${record.warehouseId}`
}

/** Returns the state at `changes.revision`, computed from the state at `changes.since`. */
export function applyChanges(state: Json, changes: Json): Json {
  if (state.revision !== changes.since) throw new Error(`The changes are since ${changes.since}, not ${state.revision}`)
  const applied = { ...state, revision: changes.revision, totals: changes.totals }
  if (changes.changed.settings !== undefined) {
    applied.settings = changes.changed.settings
    applied.company = { ...state.company, name: applied.settings.companyName }
  }
  for (const name of STATE_ARRAYS) {
    // Skip this array if it is missing everywhere, because some roles do not receive every array of the state.
    if (state[name] === undefined && changes.changed[name] === undefined && changes.removed[name] === undefined)
      continue
    const records = new Map<string, Json>(state[name].map((record: Json) => [keyOf(record), record]))
    for (const removed of changes.removed[name] ?? []) {
      const key = typeof removed === 'string' ? removed : keyOf(removed)
      if (!records.delete(key)) throw new Error(`${name} ${key} is removed but was not there`)
    }
    for (const record of changes.changed[name] ?? []) records.set(keyOf(record), record)
    applied[name] = [...records.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  }
  return applied
}

/**
 * Runs `work` for the numbers 0 to count − 1, at most `atOnce` at a time. This is fast without exceeding the number of
 * requests that the service accepts.
 */
export async function inParallel(count: number, atOnce: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const run = async () => {
    while (next < count) {
      const index = next
      next += 1
      await work(index)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
}
