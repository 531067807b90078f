/**
 * Sends spans to the operator's collector by OTLP over HTTP. The libraries are loaded only if tracing is configured.
 * They are not registered globally, so that no other library can send its own spans, with attributes that we do not
 * know.
 */
import type { Span as LibrarySpan, Link } from '@opentelemetry/api'
import type { ReadableSpan, Sampler, SpanExporter } from '@opentelemetry/sdk-trace'
import { METERS } from '../runtime/meters.ts'
import { type Beginning, type Span, setTracer, type Tracer } from '../runtime/spans.ts'
import { VERSION } from '../runtime/version.ts'
import type { TraceSettings } from './trace-settings.ts'

/** How many milliseconds a shutdown waits for the last spans to be sent. */
const LAST_SPANS_MS = 3_000

interface TraceLog {
  info(text: string): void
  warn(details: object, text: string): void
}

/** Starts making spans. @returns a function that sends the last spans and stops. */
export async function startTraces(settings: TraceSettings | null, log: TraceLog): Promise<() => Promise<void>> {
  if (settings === null) return () => Promise.resolve()
  const libraries = await loadLibraries()
  const { OTLPTraceExporter, sdk, resources } = libraries
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources
  const ours = resourceFromAttributes({ 'service.name': 'skladno', 'service.version': VERSION })
  const provider = new sdk.TracerProvider({
    // The attributes in the operator's environment variables take precedence over ours.
    resource: defaultResource()
      .merge(ours)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(sdk, settings.sampler),
    spanProcessors: [new sdk.BatchSpanProcessor({ ...settings.batches, exporter: told(new OTLPTraceExporter(), log) })],
  })
  const tracer = new OtlpTracer(libraries, provider.getTracer('skladno', VERSION))
  setTracer(tracer)
  log.info(`Traces are sent to ${settings.endpoint}`)
  return async () => {
    setTracer(null)
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, LAST_SPANS_MS)
    // A failure to send spans has already been logged.
    await Promise.race([provider.shutdown().catch(() => undefined), late])
    clearTimeout(timer)
  }
}

async function loadLibraries() {
  const [api, { W3CTraceContextPropagator }, { OTLPTraceExporter }, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ])
  return { api, W3CTraceContextPropagator, OTLPTraceExporter, resources, sdk }
}

type Libraries = Awaited<ReturnType<typeof loadLibraries>>

function samplerOf(sdk: Libraries['sdk'], { root, share, isParentBased }: TraceSettings['sampler']): Sampler {
  const { AlwaysOffSampler, AlwaysOnSampler, ParentBasedSampler, TraceIdRatioBasedSampler } = sdk
  const samplers = {
    on: () => new AlwaysOnSampler(),
    off: () => new AlwaysOffSampler(),
    share: () => new TraceIdRatioBasedSampler(share),
  }
  const sampler = samplers[root]()
  return isParentBased ? new ParentBasedSampler({ root: sampler }) : sampler
}

/**
 * Wraps an exporter so that it logs a line when spans can no longer be sent, and another line when sending works again.
 */
function told(exporter: SpanExporter, log: TraceLog): SpanExporter {
  let isBroken = false
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        // The library reports success as 0.
        const isSent = result.code === 0
        METERS.spans.inc({ outcome: isSent ? 'sent' : 'failed' }, spans.length)
        if (isSent && isBroken) log.info('Traces are sent again')
        if (!isSent && !isBroken)
          log.warn({ error: result.error }, 'Traces cannot be sent; they are lost until they can')
        isBroken = !isSent
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}

class OtlpTracer implements Tracer {
  private readonly libraries: Libraries
  private readonly tracer: ReturnType<InstanceType<Libraries['sdk']['TracerProvider']>['getTracer']>
  private readonly propagator: InstanceType<Libraries['W3CTraceContextPropagator']>

  constructor(libraries: Libraries, tracer: OtlpTracer['tracer']) {
    this.libraries = libraries
    this.tracer = tracer
    this.propagator = new libraries.W3CTraceContextPropagator()
  }

  open(name: string, { kind, attributes, parent, headers }: Beginning): Span {
    const { ROOT_CONTEXT, SpanKind, defaultTextMapGetter, trace } = this.libraries.api
    const kinds = {
      server: SpanKind.SERVER,
      client: SpanKind.CLIENT,
      consumer: SpanKind.CONSUMER,
      internal: SpanKind.INTERNAL,
    }
    const context =
      parent instanceof OtlpSpan
        ? trace.setSpan(ROOT_CONTEXT, parent.span)
        : headers === undefined
          ? ROOT_CONTEXT
          : this.propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
    return new OtlpSpan(this.tracer.startSpan(name, { kind: kinds[kind], attributes }, context))
  }
}

/** The value of SpanStatusCode.ERROR. */
const FAILED = 2

class OtlpSpan implements Span {
  readonly span: LibrarySpan
  isOpen = true

  constructor(span: LibrarySpan) {
    this.span = span
  }

  set(name: string, value: string | number): void {
    this.span.setAttribute(name, value)
  }

  fail(reason: string): void {
    this.span.setAttribute('error.type', reason).setStatus({ code: FAILED })
  }

  link(other: Span): void {
    if (other instanceof OtlpSpan) this.span.addLink({ context: other.span.spanContext() } satisfies Link)
  }

  end(): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.span.end()
  }
}
