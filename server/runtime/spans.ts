/**
 * Spans: the steps that an operator's traces consist of. Others open spans here and do not know the library
 * (integrations/traces.ts). Without a tracer, work runs directly. Attributes are names of our own, counts, and ids of
 * companies, requests and files; never a name, an amount, a text of an error, or anything else that a client sent.
 * docs/operations.md lists them. Source: docs/decisions/0078-traces-and-releases.md.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

type Value = string | number
export type Attributes = Readonly<Record<string, Value>>
/** server: a request of a client; client: PostgreSQL or a mail server does the work; consumer: a job of a queue. */
type SpanKind = 'server' | 'client' | 'consumer' | 'internal'

export interface Span {
  /** False from `end` on. */
  readonly isOpen: boolean
  set(name: string, value: Value): void
  /** Marks the work as failed. `reason`: a code or the name of an error. */
  fail(reason: string): void
  /** Adds a reference to a span that is not the parent. */
  link(other: Span): void
  end(): void
}

export interface Beginning {
  readonly kind: SpanKind
  readonly attributes: Attributes
  readonly parent: Span | null
  /** The headers of a trusted proxy, which may name a span of its own as the parent. */
  readonly headers?: Readonly<Record<string, unknown>>
}

/** What makes spans and sends them to the operator's collector. */
export interface Tracer {
  open(name: string, beginning: Beginning): Span
}

/** The attributes that spans of several kinds have. */
export const COMPANY = 'skladno.company.id'
export const OUTCOME = 'skladno.outcome'
/** How many commands the work is done for. */
export const COMMAND_COUNT = 'skladno.commands'
/** What PostgreSQL does. */
export const DATABASE = { 'db.system.name': 'postgresql' } as const

let tracer: Tracer | null = null
const active = new AsyncLocalStorage<Span>()

/** Sets what makes spans in this process; null: nothing does. */
export function setTracer(given: Tracer | null): void {
  tracer = given
}

export const isTracing = (): boolean => tracer !== null

/**
 * Returns the span of the work that is being done; null when there is none. A loop or timer that was started for a
 * request outlives it, so a span that has ended does not count.
 */
export function activeSpan(): Span | null {
  if (tracer === null) return null
  const span = active.getStore()
  return span?.isOpen === true ? span : null
}

/** Opens a span that the caller ends. Call this only while tracing. */
export function openSpan(name: string, beginning: Omit<Beginning, 'parent'>): Span {
  return tracer!.open(name, { ...beginning, parent: activeSpan() })
}

/** Runs `work` so that the spans that it opens are children of the given one. */
export function within<T>(span: Span, work: () => T): T {
  return active.run(span, work)
}

/** Runs `work`, which serves others too, so that the spans that it opens are not children of the active one. */
export function outsideSpans<T>(work: () => T): T {
  return tracer === null ? work() : active.exit(work)
}

/** Runs `work` in a span: a child of the active one, or else the first span of a trace. */
export function inSpan<T>(
  name: string,
  { kind = 'internal', attributes }: { readonly kind?: SpanKind; readonly attributes: Attributes },
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  if (tracer === null) return work(null)
  return runIn(openSpan(name, { kind, attributes }), work)
}

/** Runs a read of the database in a span of its own, if it is done for a request or a job that has one. */
export function inReadSpan<T>(companyId: string, read: () => Promise<T>): Promise<T> {
  if (activeSpan() === null) return read()
  return inSpan('read', { kind: 'client', attributes: { ...DATABASE, [COMPANY]: companyId } }, read)
}

async function runIn<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await within(span, () => work(span))
  } catch (error) {
    span.fail(reasonOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** Names an error without its text, which may quote what a client sent. */
function reasonOf(error: unknown): string {
  const { code, constructor: kind } = Object(error) as { code?: unknown; constructor: { readonly name: string } }
  return String(code ?? kind.name)
}
