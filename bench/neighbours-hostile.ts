/**
 * The traffic of a hostile company: many parallel requests whose responses are ignored, and connections that are closed
 * early, send slowly or stay open.
 */
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { noteAsked } from './neighbours-covered.ts'

/**
 * The loopback address from which hostile connections come. It differs from the neighbour's, so that the limits per
 * address do not count both together. Linux accepts all of 127.0.0.0/8.
 */
const HOSTILE_ADDRESS = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'
/**
 * How long to wait after a refused or broken connection, in milliseconds, so that retrying does not take up all CPU
 * time.
 */
const PAUSE_MS = 50
const HUNG_UP = 'hung up'
const HEAD_OF_STREAM_BYTES = 64
const LINE_FEED = 10

/** The results of an attack's requests. */
export interface Tally {
  /** How many requests ended with each status or error. */
  readonly outcomes: Record<string, number>
  bytes: number
}

export interface HostileRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
}

/** The target of an attack, and the signal that ends it. */
export interface Target {
  readonly port: number
  readonly token: string
  readonly signal: AbortSignal
}

export interface Flood {
  readonly connections: number
  /** Returns the next request of a connection; null ends the connection. */
  readonly request: (connection: number, turn: number) => HostileRequest | null
  /** After how many milliseconds the client closes the connection. By default, the client waits for the response. */
  readonly hangUpMs?: number
}

export function newTally(): Tally {
  return { outcomes: {}, bytes: 0 }
}

export function note(tally: Tally, outcome: string | number): void {
  tally.outcomes[outcome] = (tally.outcomes[outcome] ?? 0) + 1
}

/**
 * Sends requests over several connections. Each connection waits for the response before it sends its next request.
 * Ends when the signal aborts or there are no more requests.
 */
export async function flood(target: Target, { connections, request: next, hangUpMs }: Flood): Promise<Tally> {
  const tally = newTally()
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const run = async (connection: number) => {
    for (let turn = 0; !target.signal.aborted; turn += 1) {
      const asked = next(connection, turn)
      if (asked === null) return
      const { outcome, bytes } = await send(target, asked, { agent, hangUpMs })
      note(tally, outcome)
      tally.bytes += bytes
      if (typeof outcome === 'string' && outcome !== HUNG_UP) await pause(target.signal)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => run(connection)))
  agent.destroy()
  return tally
}

interface Sending {
  readonly agent: Agent | false
  readonly hangUpMs?: number | undefined
  /** Called with each part of the response. Without this function, the response is discarded. */
  readonly onData?: (chunk: Buffer) => void
}

export interface Sent {
  readonly outcome: number | string
  readonly bytes: number
}

/** Sends one request, counts the status of its response and discards the rest. Never rejects. */
function send(target: Target, asked: HostileRequest, { agent, hangUpMs, onData }: Sending): Promise<Sent> {
  const { method, path, body } = asked
  noteAsked(method, path)
  return new Promise((resolve) => {
    let bytes = 0
    let hangUp: NodeJS.Timeout | undefined
    const end = (outcome: number | string) => {
      clearTimeout(hangUp)
      target.signal.removeEventListener('abort', stop)
      resolve({ outcome, bytes })
    }
    const stop = () => {
      end('not waited for')
      sent.destroy()
    }
    const read = (response: IncomingMessage) => {
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        onData?.(chunk)
      })
      response.on('end', () => end(response.statusCode!))
      response.on('error', () => end('broken'))
    }
    const headers = {
      ...(target.token === '' ? {} : { authorization: `Bearer ${target.token}` }),
      ...asked.headers,
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    }
    const { port } = target
    const sent = request({ host: '127.0.0.1', localAddress: HOSTILE_ADDRESS, port, method, path, headers, agent }, read)
    sent.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
    target.signal.addEventListener('abort', stop, { once: true })
    if (hangUpMs !== undefined)
      hangUp = setTimeout(() => {
        end(HUNG_UP)
        sent.destroy()
      }, hangUpMs)
    sent.end(body)
  })
}

/** Sends one request and returns its response parsed as JSON; null if the response is not JSON. Never rejects. */
export async function taken(target: Target, asked: HostileRequest): Promise<Sent & { json: Taken | null }> {
  const parts: Buffer[] = []
  const sent = await send(target, asked, { agent: false, onData: (chunk) => void parts.push(chunk) })
  try {
    return { ...sent, json: JSON.parse(Buffer.concat(parts).toString()) as Taken }
  } catch {
    return { ...sent, json: null }
  }
}

/** The response fields that attacks use. The response may be to a GET of one record, a write or a list request. */
export interface Taken {
  readonly id?: string
  readonly status?: string
  readonly result?: { readonly id?: string }
  readonly items?: readonly { readonly id: string }[]
}

/** Returns the headers of a write with a new idempotency key. */
export function writeHeaders(prefer = 'state=summary'): Record<string, string> {
  return { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), prefer }
}

export interface Dawdling {
  /** The number of connections that send a request one byte at a time. */
  readonly slow: number
  readonly byteEveryMs: number
  /** The number of connections that are opened and send nothing. */
  readonly idle: number
}

/** Opens connections that send slowly or not at all. Replaces each connection that the server closes. */
export async function dawdle(target: Target, { slow, byteEveryMs, idle }: Dawdling): Promise<Tally> {
  const tally = newTally()
  const text = `POST /api/v1/orders HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${target.token}\r\n`
  const run = async (at: number) => {
    while (!target.signal.aborted) {
      note(tally, (await keepOpen(target, at < slow ? { text, byteEveryMs } : null)) ? 'opened' : 'refused')
      await pause(target.signal)
    }
  }
  await Promise.all(Array.from({ length: slow + idle }, (_, at) => run(at)))
  return tally
}

/** Holds one connection open. When the connection closes, resolves to whether it was ever established. */
function keepOpen({ port, signal }: Target, sent: { text: string; byteEveryMs: number } | null): Promise<boolean> {
  return new Promise((resolve) => {
    let isOpened = false
    let at = 0
    let timer: NodeJS.Timeout | undefined
    const socket: Socket = connect({ port, host: '127.0.0.1', localAddress: HOSTILE_ADDRESS })
    const stop = () => socket.destroy()
    socket.on('connect', () => {
      isOpened = true
      if (sent !== null)
        timer = setInterval(() => {
          socket.write(sent.text.charAt(at % sent.text.length))
          at += 1
        }, sent.byteEveryMs)
    })
    socket.resume()
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      signal.removeEventListener('abort', stop)
      resolve(isOpened)
    })
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
}

/** Opens event streams (server-sent events). Leaves each stream after its first event and opens it again. */
export async function stream(target: Target, streams: number, path: string): Promise<Tally> {
  const tally = newTally()
  const asked: HostileRequest = { method: 'GET', path, headers: { accept: 'text/event-stream' } }
  const run = async () => {
    while (!target.signal.aborted) {
      const leaving = new AbortController()
      const signal = AbortSignal.any([target.signal, leaving.signal])
      let received = 0
      const onData = (chunk: Buffer) => {
        received += chunk.length
        // An empty line ends an event. The `retry:` field at the start of a stream also ends with an empty line, but it
        // is not an event.
        if (received > HEAD_OF_STREAM_BYTES && chunk.at(-1) === LINE_FEED) leaving.abort()
      }
      const { outcome, bytes } = await send({ ...target, signal }, asked, { agent: false, onData })
      const isRead = leaving.signal.aborted
      note(tally, isRead ? 'an event' : outcome)
      tally.bytes += bytes
      if (!isRead) await pause(target.signal)
    }
  }
  await Promise.all(Array.from({ length: streams }, run))
  return tally
}

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined)
}

export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
