/**
 * Spans of commits. A commit serves several commands, so its span is a child of the first one that has a span, and has
 * links to and from the others.
 */
import { activeSpan, COMMAND_COUNT, COMPANY, DATABASE, inSpan, OUTCOME, type Span, within } from '../runtime/spans.ts'

const QUEUE_MS = 'skladno.queue.ms'

/** The span of a command in the queue, and when it came there. */
export interface Queued {
  readonly span: Span
  readonly since: number
}

interface MaybeQueued {
  readonly queued?: Queued
}

/** Returns what a command that is put into the queue needs; nothing when it has no span. */
export function queuedNow(): MaybeQueued {
  const span = activeSpan()
  return span === null ? {} : { queued: { span, since: performance.now() } }
}

/**
 * Sends a batch in a span of its own, and notes how long its commands waited in the queue. `outcomeOf` names what
 * became of it.
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
