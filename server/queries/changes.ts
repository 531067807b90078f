/** Returns the changes since a revision, in the `changes` form of the state (S-STATE-8). */
import type { View } from '../domain/costs.ts'
import { invalid } from '../domain/refusals.ts'
import type { Company } from '../engine/company.ts'
import { TOLD_BYTES } from '../engine/history.ts'
import { type Pieces, printChangesUpTo, printFullState } from '../engine/print-state.ts'
import type { StateSnapshot } from '../engine/state.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import { inSlices } from '../runtime/slices.ts'

export interface ChangesSince {
  /** The revision that a reader has after applying the response. */
  readonly revision: number
  /**
   * `changes`: the response lists the changes. `state`: the changes are too many or began too long ago, so the response
   * contains the whole state (S-STATE-9).
   */
  readonly form: 'changes' | 'state'
  readonly pieces: Pieces
}

/** Refuses a revision that the company has not reached yet. `path`: where in the request the revision was given. */
export function checkSince(since: number, state: StateSnapshot, path: string): void {
  if (since > state.revision)
    throw invalid(path, `is above the current revision ${state.revision}`, {
      code: 'AT_MOST',
      figures: { most: state.revision },
    })
}

/**
 * Returns the records to put into and to remove from the state at `since` to get the state `now`, which must not be
 * older. Refuses with UNAVAILABLE.
 */
export async function readChangesSince(
  company: Company,
  { since, signal, view }: { readonly since: number; readonly signal: AbortSignal; readonly view: View },
  now: StateSnapshot,
): Promise<ChangesSince> {
  const before = await company.beforeChanges(since, signal)
  return changesBetween({ companyId: company.id, signal, view }, before, now)
}

/**
 * Returns the changes since a known earlier state. If that state is null, the changes cannot be listed, so the whole
 * state is returned.
 */
export async function changesBetween(
  { view, ...asker }: Asker & { readonly view: View },
  before: StateSnapshot | null,
  now: StateSnapshot,
): Promise<ChangesSince> {
  const { revision } = now
  const changes =
    before === null ? null : await inSlices(asker, printChangesUpTo(before, now, { view, maxBytes: TOLD_BYTES }))
  if (changes !== null) return { revision, form: 'changes', pieces: changes }
  return { revision, form: 'state', pieces: await inSlices(asker, printFullState(now, view)) }
}
