/** Applies committed commands to the state and responds to the clients. */
import { forgetFinished } from '../domain/books.ts'
import { joinText } from '../domain/text.ts'
import { charging, inSlices, isSliceUsed, nowAndInSlices, sliceOf } from '../runtime/slices.ts'
import type { Decided } from './decide.ts'
import type { CompanyMemory, Waiting } from './memory.ts'
import { type Pieces, printChanges, printFullState, printSummary } from './print-state.ts'
import { type PrintedState, printForm } from './replay.ts'
import { type CommandRequest, refuse, type StateForm } from './request.ts'
import type { StateSnapshot } from './state.ts'

/**
 * A committed command to apply. `before` is the state before the command; it is needed when the client asked for the
 * changes.
 */
type Applied = Pick<Decided, 'row' | 'result'> & { readonly before: StateSnapshot | null }

/**
 * Applies committed commands to the state one after another, and responds to each with the state right after it. A long
 * batch lets other work run between commands, so until the promise resolves, the state may have the revision of any
 * command in the batch.
 */
export async function applyAndAnswer(
  memory: CompanyMemory,
  batch: readonly Waiting[],
  decided: readonly Decided[],
): Promise<void> {
  const before = memory.state.revision
  const committed = decided.flatMap(({ row, images }) =>
    row.revision === null ? [] : [{ revision: row.revision, images }],
  )
  memory.store.projector.note(memory.id, before, committed)
  for (const [position, one] of decided.entries()) {
    const waiting = batch[position]!
    if (waiting.isLong && one.row.revision !== null) await applyLong(memory, waiting, one)
    else {
      if (isSliceUsed()) await sliceOf({ companyId: memory.id })
      charging(memory.id, () => applyOne(memory, waiting, one))
    }
  }
  const last = decided.findLast(({ row }) => row.revision !== null)
  if (last !== undefined) memory.checkpoints.note(memory.state.revision, last.row.id, () => memory.snapshot())
  memory.onCommit(decided)
}

function applyOne(memory: CompanyMemory, waiting: Waiting, { row, result, changes, totals }: Decided): void {
  memory.rememberKey(row.key)
  if (row.revision === null) {
    waiting.resolve({ ok: false, status: row.status, problem: joinText(result), isReplay: false })
    return
  }
  const before = waiting.request.form.name === 'changes' ? memory.snapshot() : null
  const evicted = memory.state.apply(changes, row.revision, totals)
  for (const { kind, id } of evicted) forgetFinished(memory.books, kind, id)
  answer(memory, waiting, { row, result, before })
}

/**
 * Applies a command with many changes in slices, on a copy of the state, because others may read the state in between.
 */
async function applyLong(
  memory: CompanyMemory,
  waiting: Waiting,
  { row, result, changes, totals }: Decided,
): Promise<void> {
  const before = waiting.request.form.name === 'changes' ? memory.snapshot() : null
  const state = memory.state.fork()
  const asker = { companyId: memory.id }
  const evicted = await inSlices(asker, state.applyInSteps(changes, row.revision!, totals))
  for (const { kind, id } of evicted) forgetFinished(memory.books, kind, id)
  await inSlices(asker, state.refreshInSteps())
  memory.state = state
  memory.rememberKey(row.key)
  answer(memory, waiting, { row, result, before })
}

function answer(memory: CompanyMemory, waiting: Waiting, { row, result, before }: Applied): void {
  const { request, resolve } = waiting
  const succeed = ({ name, state }: PrintedState) =>
    resolve({ ok: true, revision: row.revision!, result, state, form: name, isReplay: false })
  const printed = printAnswer(memory, request, before)
  if (!(printed instanceof Promise)) succeed(printed)
  else
    printed.then(succeed, (error: unknown) => {
      memory.log.error({ error, companyId: memory.id }, 'The answer to a committed command could not be printed')
      resolve(
        refuse(
          'UNAVAILABLE',
          'The command was executed. Repeat it with the same Idempotency-Key to get the answer.',
          request,
        ),
      )
    })
}

/**
 * Serializes the current state in the requested form. Works synchronously unless there is much to serialize, or the
 * change log must be read.
 */
function printAnswer(
  memory: CompanyMemory,
  request: CommandRequest,
  before: StateSnapshot | null,
): PrintedState | Promise<PrintedState> {
  const { form, view } = request
  if (form.name === 'summary') return { name: 'summary', state: [printSummary(memory.state, view)] }
  const after = memory.snapshot()
  if (before === null) return printNow(memory.id, 'full', printFullState(after, view))
  if (form.name === 'full' || form.since === undefined || form.since === before.revision)
    return printNow(memory.id, 'changes', printChanges(before, after, view))
  const asker = { companyId: memory.id }
  const history = memory.history(asker, after)
  return printForm(history, request, after).catch(async () => {
    // The command is committed even if the change log cannot be read, so answer with the full state.
    return { name: 'full', state: await inSlices(asker, printFullState(after, view)) }
  })
}

function printNow(
  companyId: string,
  name: StateForm['name'],
  steps: Generator<void, Pieces>,
): PrintedState | Promise<PrintedState> {
  const printed = nowAndInSlices({ companyId }, steps)
  return printed instanceof Promise ? printed.then((state) => ({ name, state })) : { name, state: printed }
}

/**
 * Builds the response to a command that failed because of a bug: either an error in its rule, or a write that the rule
 * allowed but the database refused. Such a command has changed nothing.
 */
export function failWithBug(memory: CompanyMemory, { request, resolve }: Waiting, error: unknown): void {
  const { command, requestId } = request
  memory.log.error({ error, command: command.name, requestId, companyId: memory.id }, 'A command failed')
  resolve(refuse('INTERNAL', 'Nothing was changed. Please report the requestId.', request))
}
