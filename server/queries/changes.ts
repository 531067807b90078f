/** What changed since a revision, in the changes form of the state (decisions.md §2). */
import { invalid } from '../domain/refusals.ts'
import type { Company } from '../engine/company.ts'
import { printChanges, printFullState, type StateSnapshot } from '../engine/state.ts'

export interface ChangesSince {
  /** The revision that a reader has once it took this over. */
  readonly revision: number
  /** `state`: the log does not reach back to what was asked, so that this is the whole state (decisions.md §11). */
  readonly form: 'changes' | 'state'
  /** JSON in pieces. */
  readonly pieces: readonly (Buffer | string)[]
}

/** Refuses a revision that the company does not have yet. `path` is where the request named it. */
export function checkSince(since: number, state: StateSnapshot, path: string): void {
  if (since > state.revision) throw invalid(path, `is above the current revision ${state.revision}`)
}

/** What must be put into and taken out of the state at `since` to have the state `now`, which is not before it. */
export async function readChangesSince(company: Company, since: number, now: StateSnapshot): Promise<ChangesSince> {
  const before = await company.asOf(since)
  return changesBetween(before, now)
}

/** The same when the state of then is at hand; null: it is lost. */
export function changesBetween(before: StateSnapshot | null, now: StateSnapshot): ChangesSince {
  const { revision } = now
  if (before === null) return { revision, form: 'state', pieces: printFullState(now) }
  return { revision, form: 'changes', pieces: [printChanges(before, now)] }
}
