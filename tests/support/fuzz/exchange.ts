/** Sends random requests, some with broken HTTP framing, and reports the faults of the responses. */
import { Agent, type IncomingMessage, request as sendRequest } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Check } from '../contract/plain-validator.ts'
import type { Json } from '../node/client.ts'
import type { FuzzRequest } from './requests.ts'

const PATIENCE_MS = 60_000
/** The time in milliseconds for which a stream of changes is read, because a stream never ends by itself. */
const STREAM_MS = 50
const agent = new Agent({ keepAlive: true, maxSockets: 32 })

export interface FuzzAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The response's body; null for a stream. */
  readonly body: Buffer | null
}

/** Sends a request. @returns null if the server closed the connection without an answer, as it may if the request is incomplete. */
export function exchangeFuzz(url: string, request: FuzzRequest): Promise<FuzzAnswer | null> {
  return request.framing === 'right' ? exchangeRight(url, request) : exchangeRaw(url, request)
}

function exchangeRight(url: string, { method, path, headers, body }: FuzzRequest): Promise<FuzzAnswer | null> {
  const { hostname, port } = new URL(url)
  const names: Record<string, string[]> = {}
  for (const [name, value] of headers) names[name] = [...(names[name] ?? []), value]
  if (body !== null || method !== 'GET') names['Content-Length'] = [String(body?.length ?? 0)]
  return new Promise((resolve, reject) => {
    const sent = sendRequest(
      { hostname, port, method, path, headers: names, agent, timeout: PATIENCE_MS },
      (response) => readAnswer(response).then(resolve, reject),
    )
    sent.on('timeout', () => sent.destroy(new Error(`no answer in ${PATIENCE_MS} ms`)))
    // A server that refuses a request before reading the whole body may reset the connection. So read everything that
    // arrived before the reset.
    sent.on('error', (error: Error & { code?: string }) => {
      if (body !== null && body.length > 60_000 && /ECONNRESET|EPIPE/.test(error.code ?? '')) resolve(null)
      else reject(error)
    })
    sent.end(body ?? undefined)
  })
}

async function readAnswer(response: IncomingMessage): Promise<FuzzAnswer> {
  const headers = response.headers as Record<string, string>
  const status = response.statusCode ?? 0
  if (headers['content-type']?.startsWith('text/event-stream')) {
    setTimeout(() => response.destroy(), STREAM_MS)
    for await (const _chunk of response.iterator({ destroyOnReturn: true })) break
    return { status, headers, body: null }
  }
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { status, headers, body: decoded(headers['content-encoding'], Buffer.concat(chunks)) }
}

function decoded(encoding: string | undefined, bytes: Buffer): Buffer {
  if (encoding === 'br') return brotliDecompressSync(bytes)
  if (encoding === 'gzip') return gunzipSync(bytes)
  return encoding === 'deflate' ? inflateSync(bytes) : bytes
}

function framed({ framing }: FuzzRequest, body: Buffer): { lines: string[]; sent: Buffer } {
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
  const length = (value: string | number) => `Content-Length: ${value}`
  switch (framing) {
    case 'too long':
      return { lines: [length(body.length + 10)], sent: body }
    case 'too short':
      return { lines: [length(Math.max(0, body.length - 3))], sent: body }
    case 'twice':
      return { lines: [length(body.length), length(body.length + 1)], sent: body }
    case 'no number':
      return { lines: [length(body.length % 2 === 0 ? '-1' : '1e3')], sent: body }
    case 'chunked':
      return { lines: ['Transfer-Encoding: chunked'], sent: Buffer.concat([chunk(body), Buffer.from('0\r\n\r\n')]) }
    default:
      return { lines: ['Transfer-Encoding: chunked'], sent: Buffer.concat([Buffer.from('zz\r\n'), body]) }
  }
}

/** Sends the request over a plain connection exactly as framed, even if that leaves it incomplete. */
function exchangeRaw(url: string, request: FuzzRequest): Promise<FuzzAnswer | null> {
  const { hostname, port } = new URL(url)
  const { lines, sent } = framed(request, request.body ?? Buffer.alloc(0))
  const head = [
    `${request.method} ${request.path} HTTP/1.1`,
    'Host: fuzz',
    'Connection: close',
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
    ...lines,
  ]
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const chunks: Buffer[] = []
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`no answer in ${PATIENCE_MS} ms`)))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', (error: Error & { code?: string }) => {
      if (!/ECONNRESET|EPIPE/.test(error.code ?? '')) reject(error)
    })
    socket.on('close', () => resolve(parseRaw(Buffer.concat(chunks))))
    socket.write(Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'))
    socket.end(sent)
  })
}

function parseRaw(bytes: Buffer): FuzzAnswer | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return null
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const status = Number(statusLine.split(' ')[1])
  if (status === 100) return parseRaw(bytes.subarray(end + 4))
  const rest = bytes.subarray(end + 4)
  const isStream = headers['content-type']?.startsWith('text/event-stream') === true
  if (isStream) return { status, headers, body: null }
  const body =
    headers['transfer-encoding'] === 'chunked'
      ? unchunked(rest)
      : rest.subarray(0, Number(headers['content-length'] ?? rest.length))
  return { status, headers, body: decoded(headers['content-encoding'], body) }
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString(), 16)
    if (!(size > 0)) break
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 4 + size
  }
  return Buffer.concat(parts)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns everything in a response that is never allowed, whatever was requested. */
export function faultsOfAnswer(check: Check, { method, path }: FuzzRequest, answer: FuzzAnswer): string[] {
  const { status, headers, body } = answer
  const contentType = (headers['content-type'] ?? '').split(';', 1)[0]!
  const faults: string[] = []
  if (status >= 500 || status < 200) faults.push(`answered ${status}`)
  if (!UUID.test(headers['x-request-id'] ?? '')) faults.push('has no X-Request-Id')
  const text = body?.toString() ?? ''
  let json: Json
  try {
    if (/json$/.test(contentType)) json = JSON.parse(text)
  } catch {
    return [...faults, 'is no JSON']
  }
  if (status >= 400) {
    if (contentType !== 'application/problem+json') return [...faults, `is a refusal of the type ${contentType}`]
    if (json.status !== status || json.detail === '') faults.push('is a problem that contradicts itself')
  }
  const found = check({ method, path, status, contentType, answer: json }, false)
  // Ignore this fault, because random requests may also go to paths that the OpenAPI document does not have.
  const isElsewhere = found.length === 1 && found[0] === 'the document has no such operation'
  return isElsewhere ? faults : [...faults, ...found]
}
