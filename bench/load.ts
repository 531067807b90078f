/**
 * A load generator in which each connection sends its next request only after the previous one was answered. It uses
 * raw sockets, because on two shared cores a more convenient client would take CPU time from the server. It only
 * connects to the local machine and always ends after a limited time. Requests and bodies are byte strings, with one
 * character per byte (latin1), which a socket can send without encoding them again.
 */
import { connect, type Socket } from 'node:net'

/** How long to wait for the last responses after a load has ended, in milliseconds. */
const GRACE_MS = 30_000
const SHOWN_BODY_BYTES = 600
const RECEIVE_BYTES = 262_144

export interface Load {
  readonly port: number
  readonly connections: number
  /**
   * The number of seconds before the measurement in which requests are sent and their responses checked but not
   * counted.
   */
  readonly warmUpSeconds?: number
  readonly seconds: number
  /** The status that every response must have; 200 by default. Any other status fails the load. */
  readonly status?: number
  /** Returns the nth complete HTTP/1.1 request of a connection, as a byte string. Null ends the connection. */
  request(connection: number, turn: number): string | null
}

export interface Measured {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /**
   * The number of responses that each connection received, including the warm-up. All of them had the expected status.
   */
  readonly answers: readonly number[]
  /** The mean size of a response body, in bytes. */
  readonly bodyBytes: number
}

/** Encodes text as UTF-8 in a byte string (one character per byte). */
export function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1')
}

/** Makes requests that differ only in idempotency key and body. The body is a byte string. */
export function writeRequests(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): (key: string, body: string) => string {
  const start = `${requestStart(method, path, headers)}content-type: application/json\r\nidempotency-key: `
  return (key, body) => `${start}${key}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

/** Makes a request that has no body. */
export function readRequest(path: string, headers: Readonly<Record<string, string>> = {}): string {
  return `${requestStart('GET', path, headers)}\r\n`
}

function requestStart(method: string, path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}`
}

/** Runs a load and measures it. Throws at the first response whose status is not the expected one. */
export async function measure(load: Load): Promise<Measured> {
  const sockets: Socket[] = []
  const measureFrom = performance.now() + (load.warmUpSeconds ?? 0) * 1_000
  const endAt = measureFrom + load.seconds * 1_000
  const latencies: number[] = []
  const answers: number[] = new Array(load.connections).fill(0)
  let bytes = 0
  let lastAt = measureFrom
  const loop: Loop = {
    load,
    endAt,
    onAnswer(connection, sentAt, bodyBytes) {
      answers[connection]! += 1
      const now = performance.now()
      if (now < measureFrom) return
      latencies.push(now - sentAt)
      bytes += bodyBytes
      lastAt = now
    },
  }
  const late = lateness(endAt + GRACE_MS - performance.now())
  try {
    const all = Array.from({ length: load.connections }, (_, at) => runConnection(loop, at, sockets))
    await Promise.race([Promise.all(all), late.promise])
  } finally {
    late.cancel()
    for (const socket of sockets) socket.destroy()
  }
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return {
    requestsPerSecond: latencies.length / ((lastAt - measureFrom) / 1_000),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    answers,
    bodyBytes: bytes / Math.max(1, latencies.length),
  }
}

interface Loop {
  readonly load: Load
  readonly endAt: number
  onAnswer(connection: number, sentAt: number, bodyBytes: number): void
}

function lateness(milliseconds: number): { promise: Promise<never>; cancel(): void } {
  let timer: NodeJS.Timeout
  const promise = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A load was not answered in time')), milliseconds)
  })
  // If another promise wins the race, a later rejection of this promise must not be reported as unhandled.
  promise.catch(() => undefined)
  return { promise, cancel: () => clearTimeout(timer) }
}

function runConnection({ load, endAt, onAnswer }: Loop, connection: number, sockets: Socket[]): Promise<void> {
  const expected = load.status ?? 200
  return new Promise((resolve, reject) => {
    let turn = 0
    let sentAt = 0
    const send = () => {
      const now = performance.now()
      const request = now >= endAt ? null : load.request(connection, turn)
      if (request === null) {
        resolve()
        socket.end()
        return
      }
      turn += 1
      sentAt = now
      socket.write(request, 'latin1')
    }
    const read = answerReader(({ status, bodyBytes, start }) => {
      if (status === expected) {
        onAnswer(connection, sentAt, bodyBytes)
        send()
      } else reject(new Error(`Answered ${status}, not ${expected}: ${start}`))
    })
    const callback = (length: number, buffer: Uint8Array) => {
      read((buffer as Buffer).subarray(0, length))
      return true
    }
    // Use one receive buffer for each connection. Otherwise, receiving full states would create as much garbage as
    // their size.
    const onread = { buffer: Buffer.allocUnsafeSlow(RECEIVE_BYTES), callback }
    const socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true, onread })
    sockets.push(socket)
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server closed a connection in the middle of a load')))
  })
}

const HEAD_END = Buffer.from('\r\n\r\n')

interface AnswerRead {
  readonly status: number
  readonly bodyBytes: number
  /** The beginning of the response body if the response reports an error; otherwise an empty string. */
  readonly start: string
}

/**
 * Returns a function that parses responses from the chunks of a socket without storing the chunks. Each response must
 * have a Content-Length or no body.
 */
function answerReader(onAnswer: (answer: AnswerRead) => void): (chunk: Buffer) => void {
  let partialHead: Buffer | null = null
  let bodyLeft = 0
  let answer: AnswerRead = { status: 0, bodyBytes: 0, start: '' }
  return (chunk) => {
    if (bodyLeft > 0) {
      bodyLeft -= chunk.length
      if (bodyLeft === 0) onAnswer(answer)
      return
    }
    const received: Buffer = partialHead === null ? chunk : Buffer.concat([partialHead, chunk])
    const end = received.indexOf(HEAD_END)
    if (end === -1) {
      partialHead = Buffer.from(received)
      return
    }
    partialHead = null
    const head = received.toString('latin1', 0, end)
    const bodyAt = end + HEAD_END.length
    const status = Number(head.slice(9, 12))
    const bodyBytes = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    const start = status < 400 ? '' : received.toString('utf8', bodyAt, bodyAt + SHOWN_BODY_BYTES)
    answer = { status, bodyBytes, start }
    bodyLeft = bodyBytes - (received.length - bodyAt)
    if (bodyLeft === 0) onAnswer(answer)
  }
}

export interface Exchanged {
  readonly status: number
  /** The header lines of the response, as received. */
  readonly head: string
  readonly body: Buffer
  /** The time from opening the connection to the last byte of the response. */
  readonly milliseconds: number
}

/** Sends one request on a new connection, for preparations and checks. The request must be a byte string. */
export function exchange(port: number, request: string): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(request.replace('\r\n', '\r\nconnection: close\r\n'), 'latin1')
    })
    socket.setTimeout(GRACE_MS * 4, () => socket.destroy(new Error('A request was not answered in time')))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      const milliseconds = performance.now() - startedAt
      const all = Buffer.concat(chunks)
      const end = all.indexOf(HEAD_END)
      if (end === -1) return reject(new Error('The server closed a connection without an answer'))
      const head = all.toString('latin1', 0, end)
      resolve({ status: Number(head.slice(9, 12)), head, body: all.subarray(end + HEAD_END.length), milliseconds })
    })
  })
}
