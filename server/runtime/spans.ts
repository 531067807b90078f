/**
 * Spans, which make up an operator's traces. Other code opens spans here and does not use the tracing library
 * (integrations/traces.ts) directly. Without a tracer, work runs without spans. Attributes are names of our own,
 * counts, and ids of companies, requests and files; never a name, an amount, an error's text, or anything else sent by
 * a client. docs/operations.md lists the attributes. Source: docs/decisions/0078-traces-and-releases.md.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

type Value = string | number
export type Attributes = Readonly<Record<string, Value>>
/** `server`: a client's request; `client`: work done by PostgreSQL or a mail server; `consumer`: a queued job. */
type SpanKind = 'server' | 'client' | 'consumer' | 'internal'

export interface Span {
  /** False once the span has ended. */
  readonly isOpen: boolean
  set(name: string, value: Value): void
  /** Marks the work as failed. `reason`: a code or the name of an error. */
  fail(reason: string): void
  /** Adds a reference to another span that is not the parent. */
  link(other: Span): void
  end(): void
}

export interface Beginning {
  readonly kind: SpanKind
  readonly attributes: Attributes
  readonly parent: Span | null
  /** The headers of a trusted proxy, which may name its own span as the parent. */
  readonly headers?: Readonly<Record<string, unknown>>
}

/** Creates spans and sends them to the operator's collector. */
export interface Tracer {
  open(name: string, beginning: Beginning): Span
}

/** The names of attributes that several kinds of spans have. */
export const COMPANY = 'skladno.company.id'
export const OUTCOME = 'skladno.outcome'
/** The attribute with the number of commands for which the work is done. */
export const COMMAND_COUNT = 'skladno.commands'
/** The attribute that marks work done by PostgreSQL. */
export const DATABASE = { 'db.system.name': 'postgresql' } as const

let tracer: Tracer | null = null
const active = new AsyncLocalStorage<Span>()

/** Sets the tracer that creates this process's spans. If it is null, no spans are created. */
export function setTracer(given: Tracer | null): void {
  tracer = given
}

export const isTracing = (): boolean => tracer !== null

/**
 * Returns the span of the work in progress, or null if there is none. A loop or timer started for a request outlives
 * the request, so a span that has ended does not count.
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

/** Runs `work` so that the spans that it opens are children of the given span. */
export function within<T>(span: Span, work: () => T): T {
  return active.run(span, work)
}

/**
 * Runs `work` that also serves other requests or jobs. The spans that it opens are therefore not children of the active
 * span.
 */
export function outsideSpans<T>(work: () => T): T {
  return tracer === null ? work() : active.exit(work)
}

/** Runs `work` in a span: a child of the active span, or else the first span of a trace. */
export function inSpan<T>(
  name: string,
  { kind = 'internal', attributes }: { readonly kind?: SpanKind; readonly attributes: Attributes },
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  if (tracer === null) return work(null)
  return runIn(openSpan(name, { kind, attributes }), work)
}

/** Runs a database read in its own span if the request or job it belongs to is being traced. */
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

/** Returns a name for an error without its text, which may quote something sent by a client. */
function reasonOf(error: unknown): string {
  const { code, constructor: kind } = Object(error) as { code?: unknown; constructor: { readonly name: string } }
  return String(code ?? kind.name)
}
