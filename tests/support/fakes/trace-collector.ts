/**
 * A trace collector that receives spans by OTLP over HTTP, as protobuf, and decodes them. It parses the wire format
 * itself, so that a mistake in the exporter is noticed. Source: opentelemetry/proto/trace/v1/trace.proto.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

export interface ReceivedSpan {
  readonly traceId: string
  readonly id: string
  /** The id of the parent span; an empty string for the first span of a trace. */
  readonly parentId: string
  readonly name: string
  /** The span's kind, as OTLP numbers the kinds: 1 internal, 2 server, 3 client, 5 consumer. */
  readonly kind: number
  readonly ms: number
  readonly attributes: Readonly<Record<string, string | number>>
  /** The ids of the spans to which this span has links. */
  readonly links: readonly string[]
  readonly isFailed: boolean
  /** The attributes of the service that sent the span. */
  readonly resource: Readonly<Record<string, string | number>>
}

export interface TraceCollector {
  readonly url: string
  readonly spans: ReceivedSpan[]
  /** The headers of the last request that the collector received. */
  readonly headers: Readonly<Record<string, unknown>>
  /** The number of requests that the collector has refused so far. */
  readonly refused: number
  /** Makes the collector refuse all spans, until this is called with false. */
  refuse(isRefusing: boolean): void
  close(): Promise<void>
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: ReceivedSpan[] = []
  let headers: TraceCollector['headers'] = {}
  let isRefusing = false
  let refused = 0
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    headers = request.headers
    const isRight = request.method === 'POST' && request.url === '/v1/traces'
    if (isRefusing || !isRight || request.headers['content-type'] !== 'application/x-protobuf') {
      refused += 1
      response.writeHead(400).end()
      return
    }
    spans.push(...decodeSpans(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body))
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    get headers() {
      return headers
    },
    get refused() {
      return refused
    },
    refuse(isRefusingNow) {
      isRefusing = isRefusingNow
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Field = bigint | Buffer
/** The fields of a protobuf message: for each field number, the field's values. */
type Message = ReadonlyMap<number, readonly Field[]>

function readMessage(bytes: Buffer): Message {
  const fields = new Map<number, Field[]>()
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const [number, wire] = [tag >> 3, tag & 7]
    const read = (): Field => {
      if (wire === 0) return varint()
      const length = wire === 1 ? 8 : wire === 5 ? 4 : Number(varint())
      at += length
      return bytes.subarray(at - length, at)
    }
    fields.set(number, [...(fields.get(number) ?? []), read()])
  }
  return fields
}

const messagesIn = (message: Message, field: number) =>
  (message.get(field) ?? []).map((one) => readMessage(one as Buffer))
const bytesIn = (message: Message, field: number) => (message.get(field)?.[0] as Buffer | undefined) ?? Buffer.alloc(0)
const hexIn = (message: Message, field: number) => bytesIn(message, field).toString('hex')
const textIn = (message: Message, field: number) => bytesIn(message, field).toString()
const numberIn = (message: Message, field: number) => Number((message.get(field)?.[0] as bigint | undefined) ?? 0n)

function attributesIn(message: Message, field: number): Record<string, string | number> {
  const entries = messagesIn(message, field).map((entry) => {
    const value = readMessage(bytesIn(entry, 2))
    const double = value.has(4) ? bytesIn(value, 4).readDoubleLE() : numberIn(value, 3)
    return [textIn(entry, 1), value.has(1) ? textIn(value, 1) : double] as const
  })
  return Object.fromEntries(entries)
}

function decodeSpans(body: Buffer): ReceivedSpan[] {
  return messagesIn(readMessage(body), 1).flatMap((ofResource) => {
    const resource = attributesIn(readMessage(bytesIn(ofResource, 1)), 1)
    return messagesIn(ofResource, 2).flatMap((ofScope) =>
      messagesIn(ofScope, 2).map((span) => ({
        traceId: hexIn(span, 1),
        id: hexIn(span, 2),
        parentId: hexIn(span, 4),
        name: textIn(span, 5),
        kind: numberIn(span, 6),
        ms: Number(bytesIn(span, 8).readBigUInt64LE() - bytesIn(span, 7).readBigUInt64LE()) / 1e6,
        attributes: attributesIn(span, 9),
        links: messagesIn(span, 13).map((link) => hexIn(link, 2)),
        isFailed: numberIn(readMessage(bytesIn(span, 15)), 3) === 2,
        resource,
      })),
    )
  })
}
