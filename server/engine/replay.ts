/** First answers again: the result as it was stored, the state as of then in the form that is asked now (decisions.md §4). */
import type { StoredCommand } from '../store/commands.ts'
import type { Database } from '../store/database.ts'
import { Collection } from './collection.ts'
import { stateAsOf } from './history.ts'
import { type Answer, type CommandRequest, refuse, type StateForm } from './request.ts'
import { serializeRecord } from './serialize.ts'
import { printChanges, printFullState, printSummary, type StateSnapshot } from './state.ts'

export interface PrintedState {
  /** The form that was printed: the full one when the log does not reach back to what was asked. */
  readonly name: StateForm['name']
  readonly state: readonly (Buffer | string)[]
}

/** Prints the state at a revision in the form that is asked. `now` is a state not before it. */
export async function printForm(
  database: Database,
  now: StateSnapshot,
  form: StateForm,
  at: StateSnapshot,
): Promise<PrintedState> {
  if (form.name === 'summary') return { name: 'summary', state: [printSummary(at)] }
  if (form.name === 'changes') {
    const since = form.since ?? at.revision - 1
    const before = since > at.revision ? null : await stateAsOf(database, now, since)
    if (before !== null) return { name: 'changes', state: [printChanges(before, at)] }
  }
  return { name: 'full', state: printFullState(at) }
}

/** The answer of a command that succeeded at an earlier revision. */
export async function answerAsOf(
  database: Database,
  now: StateSnapshot,
  request: CommandRequest,
  stored: StoredCommand & { readonly revision: number; readonly isReplay: boolean },
): Promise<Answer> {
  const { revision, isReplay } = stored
  const at = await stateAsOf(database, now, revision)
  if (at === null) throw new Error(`The change log does not reach back to revision ${revision}`)
  const { name, state } = await printForm(database, now, request.form, at)
  const result = stored.result ?? printOrder(at, stored.entity_id)
  return { ok: true, revision, result, state, form: name, isReplay }
}

function printOrder(at: StateSnapshot, id: string): string {
  const order = new Collection('orders', at.collections.orders).get(id)
  if (order === undefined) throw new Error(`The order ${id} is not in the state as of revision ${at.revision}`)
  return serializeRecord('orders', order)
}

/** A key names one command for ever. */
export function refuseReusedKey(request: CommandRequest): Answer {
  return refuse(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used for another command. Use a new key for a new command.',
    request,
    { errors: [{ path: 'header/idempotency-key', message: 'was used for another command' }] },
  )
}
