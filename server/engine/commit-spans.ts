/**
 * Tracing spans for commits. A commit serves several commands, so its span is a child of the first command span and has
 * links to and from the others.
 */
import { activeSpan, COMMAND_COUNT, COMPANY, DATABASE, inSpan, OUTCOME, type Span, within } from '../runtime/spans.ts'

const QUEUE_MS = 'skladno.queue.ms'

/** The span of a command in the queue, and the time at which the command was queued. */
export interface Queued {
  readonly span: Span
  readonly since: number
}

interface MaybeQueued {
  readonly queued?: Queued
}

/** Returns the span data to store with a command being queued; empty when the command has no span. */
export function queuedNow(): MaybeQueued {
  const span = activeSpan()
  return span === null ? {} : { queued: { span, since: performance.now() } }
}

/**
 * Commits a batch in its own span, and records how long its commands waited in the queue. `outcomeOf` names the
 * outcome.
 */
export function inCommitSpan<T>(
  { companyId, batch }: { readonly companyId: string; readonly batch: readonly MaybeQueued[] },
  commit: () => Promise<T>,
  outcomeOf: (result: T) => string,
): Promise<T> {
  const queued = batch.flatMap((one) => (one.queued?.span.isOpen ? [one.queued] : []))
  const [first] = queued
  if (first === undefined) return commit()
  const spans = new Set(queued.map(({ span }) => span))
  const attributes = { ...DATABASE, [COMPANY]: companyId, [COMMAND_COUNT]: batch.length }
  const run = async (span: Span | null) => {
    for (const { span: command, since } of queued) {
      command.set(QUEUE_MS, Math.round((performance.now() - since) * 1_000) / 1_000)
    }
    for (const command of spans) {
      if (span === null || command === first.span) continue
      span.link(command)
      command.link(span)
    }
    const result = await commit()
    span?.set(OUTCOME, outcomeOf(result))
    return result
  }
  return within(first.span, () => inSpan('commit', { kind: 'client', attributes }, run))
}
