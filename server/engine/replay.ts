/**
 * Repeats the first response to a command: the stored result, with the state at that time in the form that is requested
 * now (S-KEY-4, S-KEY-6).
 */
import type { View } from '../domain/costs.ts'
import type { Settings } from '../domain/records.ts'
import { Refusal } from '../domain/refusals.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import { inSlices } from '../runtime/slices.ts'
import type { FoundCommand, StoredCommand } from '../store/commands.ts'
import { unpackTotalsAfter } from './after-images.ts'
import { Collection } from './collection.ts'
import { type History, stateAsOf, stateBeforeChanges, TOLD_BYTES } from './history.ts'
import { printOwnChanges } from './own-changes.ts'
import { type Pieces, printChanges, printChangesUpTo, printFullState, printSummary } from './print-state.ts'
import { type Answer, type CommandRequest, refuse, type StateForm } from './request.ts'
import { serializeRecord } from './serialize.ts'
import type { StateSnapshot } from './state.ts'
import { shownOf } from './stored-records.ts'

export interface PrintedState {
  /**
   * The form in which the state was serialized. It is the full form if changes were requested but go too far back to be
   * listed.
   */
  readonly name: StateForm['name']
  readonly state: Pieces
}

/** Serializes the state at a revision in the requested form. May refuse with UNAVAILABLE. */
export async function printForm(
  history: History,
  { form, view }: Pick<CommandRequest, 'form' | 'view'>,
  at: StateSnapshot,
): Promise<PrintedState> {
  if (form.name === 'summary') return { name: 'summary', state: [printSummary(at, view)] }
  const changes = form.name === 'changes' ? await printAsChanges(history, { since: form.since, view }, at) : null
  if (changes !== null) return { name: 'changes', state: changes }
  return { name: 'full', state: await inSlices(history.asker, printFullState(at, view)) }
}

/** Serializes the changes form of the state; returns null when the requested changes go too far back to be listed. */
async function printAsChanges(
  history: History,
  { since, view }: { readonly since: number | undefined; readonly view: View },
  at: StateSnapshot,
): Promise<Pieces | null> {
  const { asker } = history
  if (since === undefined || since === at.revision - 1) {
    // The changes of a single command are always listed, because its first response listed them too.
    const before = await stateAsOf(history, at.revision - 1)
    return before === null ? null : inSlices(asker, printChanges(before, at, view))
  }
  const before = since > at.revision ? null : await stateBeforeChanges(history, since, at)
  return before === null ? null : inSlices(asker, printChangesUpTo(before, at, { view, maxBytes: TOLD_BYTES }))
}

interface ShortHistory {
  readonly companyId: string
  readonly settings: Pick<Settings, 'companyName'>
  readonly view: View
}

/** Repeats the response to a command that succeeded at an earlier revision. */
export async function answerAsOf(
  history: History,
  request: CommandRequest,
  stored: StoredCommand & { readonly revision: number; readonly isReplay: boolean },
): Promise<Answer> {
  const { revision, isReplay } = stored
  const at = await stateAsOf(history, revision)
  if (at === null) throw new Error(`The change log does not reach back to revision ${revision}`)
  const { name, state } = await printForm(history, request, at)
  const result = resultOf(stored) ?? printOrder(at, stored.entity_id)
  return { ok: true, revision, result, state, form: name, isReplay }
}

/**
 * Answers in the short form, which needs no state because the log row has the totals. `settings`:
 * the settings after the command.
 * @returns null when the row lacks the totals or the result.
 */
export function shortAnswer(
  { companyId, settings, view }: ShortHistory,
  stored: StoredCommand & { readonly revision: number; readonly isReplay: boolean },
): Answer | null {
  const { revision, isReplay } = stored
  const result = resultOf(stored)
  if (stored.totals === null || result === null) return null
  const state = [printSummary({ companyId, revision, settings, totals: unpackTotalsAfter(stored.totals) }, view)]
  return { ok: true, revision, result, state, form: 'summary', isReplay }
}

/**
 * Answers with the changes of the command itself, which are in its log row.
 * @returns null when other changes are requested, or when the row does not have all of them.
 */
export async function answerOwnChanges(
  asker: Asker,
  { form, view }: Pick<CommandRequest, 'form' | 'view'>,
  stored: FoundCommand & { readonly revision: number; readonly isReplay: boolean },
): Promise<Answer | null> {
  const { revision, isReplay, after, changes } = stored
  const result = resultOf(stored)
  if (form.name !== 'changes' || result === null || after === null || changes === null) return null
  if (form.since !== undefined && form.since !== revision - 1) return null
  const state = await inSlices(asker, printOwnChanges({ revision, after, changes }, view))
  return state === null ? null : { ok: true, revision, result, state, form: 'changes', isReplay }
}

/** Returns the stored result, or null when the result must be taken from the state at that time. */
function resultOf({ result, placed }: StoredCommand): string | null {
  return result ?? (placed === null ? null : shownOf('orders', placed, 'full'))
}

function printOrder(at: StateSnapshot, id: string): string {
  const order = new Collection('orders', at.collections.orders).get(id)
  if (order === undefined) throw new Error(`The order ${id} is not in the state as of revision ${at.revision}`)
  return serializeRecord('orders', order)
}

/** Makes the refusal for a key that was used for another command: a key belongs to one command forever. */
export function reusedKey(): Refusal {
  return new Refusal(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used for another command. Use a new key for a new command.',
    { errors: [{ path: 'header/idempotency-key', message: 'was used for another command', code: 'TWICE' }] },
  )
}

/** Makes the response to a command whose key was used for another command. */
export function refuseReusedKey(request: CommandRequest): Answer {
  const { code, message, extras } = reusedKey()
  return refuse(code, message, request, extras)
}
