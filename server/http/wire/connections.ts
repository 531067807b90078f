/**
 * Tracks the open connections of a listener. Limits how many may be open, in total and per address, and how slowly a
 * client may send a body or read a response. The other HTTP limits are enforced by Node itself: headers, idle
 * connections, and the total time of a request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv4, type Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { printRawProblem } from './raw-problem.ts'

export interface ConnectionBounds {
  /** The total number of connections that may be open at once. */
  readonly max: number
  /**
   * The number of connections that one address may have open at once, unless the address is this machine; 0 for no
   * limit, for example behind a proxy.
   */
  readonly maxPerAddress: number
}

export interface ConnectionPace {
  /**
   * The minimum speed of an incoming body, measured over `bodyWindowMs`, and of an outgoing response, measured over
   * `answerWindowMs`.
   */
  readonly minBytesPerSecond: number
  readonly bodyWindowMs: number
  /**
   * The period over which a response's speed is measured. It is longer than for a body: the operating system takes a
   * response in large pieces, so on a slow network nothing seems to move for a while.
   */
  readonly answerWindowMs: number
  /** The number of milliseconds after which a response that the client has not read completely is cut off. */
  readonly answerMs: number
  /** How many milliseconds a connection above the limits stays open so that it can get a refusal. */
  readonly refusalMs: number
}

export type Bound = 'all' | 'address'

/**
 * How many connections above the limit are accepted only to respond to them with a refusal, as a share of the limit.
 * Beyond that, the operating system refuses connections.
 */
const REFUSED_SHARE = 0.1
const MIN_REFUSED = 16
const WARN_EVERY_MS = 60_000

/** The state of a transfer at the start of the current measuring period. */
interface Window {
  readonly since: number
  readonly from: number
  readonly bytes: number
}

interface Connection {
  readonly socket: Socket
  /** The network of the client's address; null for this machine itself, which has no limit per address. */
  readonly address: string | null
  readonly openedAt: number
  isAdmitted: boolean
  request: IncomingMessage | null
  response: ServerResponse | null
  /** The number of requests that have no complete response yet. */
  unanswered: number
  body: Window | null
  answer: Window | null
}

export class Connections {
  private readonly bounds: ConnectionBounds
  private readonly pace: ConnectionPace
  private readonly log: FastifyBaseLogger
  private readonly open = new Map<Socket, Connection>()
  private readonly countsOf = new Map<string, { open: number; admitted: number }>()
  private admitted = 0
  private warnedAt = Number.NEGATIVE_INFINITY

  constructor(bounds: ConnectionBounds, pace: ConnectionPace, log: FastifyBaseLogger) {
    this.bounds = bounds
    this.pace = pace
    this.log = log
  }

  /** The largest number of connections open at any time: those within the limits, plus a few that are only refused. */
  get hardMax(): number {
    return this.bounds.max + spareOf(this.bounds.max)
  }

  /** Registers a new connection. Closes it at once if its address is far above its limit. */
  add(socket: Socket): void {
    const address = peerNetworkOf(socket.remoteAddress)
    const connection: Connection = {
      socket,
      address,
      openedAt: performance.now(),
      isAdmitted: false,
      request: null,
      response: null,
      unanswered: 0,
      body: null,
      answer: null,
    }
    this.open.set(socket, connection)
    const counts = this.countsFrom(address)
    counts.open += 1
    socket.once('close', () => this.remove(connection))
    const refusedFor = this.admit(connection)
    if (refusedFor === null) return
    this.warn(refusedFor, address)
    const { maxPerAddress } = this.bounds
    if (refusedFor === 'address' && counts.open > maxPerAddress + spareOf(maxPerAddress)) socket.destroy()
  }

  /** Registers the start of a request on its connection. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.open.get(request.socket)
    if (connection === undefined) return
    connection.request = request
    connection.response = response
    connection.unanswered += 1
    response.once('close', () => {
      connection.unanswered -= 1
    })
  }

  /**
   * Returns the limit that a connection exceeds, or null if it exceeds none. In the second case the connection is
   * counted. A connection that once exceeded a limit may be accepted later, when others have closed.
   */
  boundAbove(socket: Socket): Bound | null {
    const connection = this.open.get(socket)
    return connection === undefined ? null : this.admit(connection)
  }

  /** Closes connections whose clients are too slow. */
  sweep(): void {
    const now = performance.now()
    for (const connection of this.open.values()) {
      if (!connection.isAdmitted && now - connection.openedAt > this.pace.refusalMs) connection.socket.destroy()
      else if (this.isBodyLate(connection, now)) this.timeOut(connection.socket)
      else if (this.isAnswerLate(connection, now)) {
        // After a normal close, the operating system would keep the data in its buffers until the client reads it.
        connection.socket.resetAndDestroy()
      }
    }
  }

  /**
   * Closes the connection of a client that sent too slowly. Responds with 408 first, unless another response has
   * already begun.
   */
  timeOut(socket: Socket): void {
    const connection = this.open.get(socket)
    const isSilent = socket.bytesRead === 0
    const isAnswering = connection !== undefined && connection.unanswered > (isFresh(connection) ? 1 : 0)
    // Browsers open connections in advance. On an unused connection, a 408 would be taken for the response to the
    // browser's next request.
    if (isSilent || isAnswering || !socket.writable) {
      socket.destroy()
      return
    }
    socket.write(
      printRawProblem(
        'REQUEST_TIMEOUT',
        'The request took too long to arrive. Send it again over a faster connection.',
      ),
    )
    socket.destroySoon()
  }

  private admit(connection: Connection): Bound | null {
    if (connection.isAdmitted) return null
    const { max, maxPerAddress } = this.bounds
    if (this.admitted >= max) return 'all'
    const counts = this.countsFrom(connection.address)
    if (connection.address !== null && maxPerAddress > 0 && counts.admitted >= maxPerAddress) return 'address'
    connection.isAdmitted = true
    this.admitted += 1
    counts.admitted += 1
    return null
  }

  private remove({ socket, address, isAdmitted }: Connection): void {
    this.open.delete(socket)
    const counts = this.countsFrom(address)
    counts.open -= 1
    if (isAdmitted) {
      this.admitted -= 1
      counts.admitted -= 1
    }
    if (counts.open === 0) this.countsOf.delete(address ?? '')
  }

  private countsFrom(address: string | null): { open: number; admitted: number } {
    const known = this.countsOf.get(address ?? '')
    if (known !== undefined) return known
    const counts = { open: 0, admitted: 0 }
    this.countsOf.set(address ?? '', counts)
    return counts
  }

  private warn(bound: Bound, address: string | null): void {
    if (performance.now() - this.warnedAt < WARN_EVERY_MS) return
    this.warnedAt = performance.now()
    const setting = bound === 'all' ? 'MAX_CONNECTIONS' : 'MAX_CONNECTIONS_PER_ADDRESS'
    this.log.warn({ open: this.open.size, address }, `Connections are refused: more than ${setting} allows`)
  }

  /** Whether too little of a body arrived during a whole measuring period in which the service was ready to read. */
  private isBodyLate(connection: Connection, now: number): boolean {
    const { request, socket } = connection
    const isAwaited = request !== null && !request.complete && request.readableLength === 0
    const { bodyWindowMs, minBytesPerSecond } = this.pace
    if (!isAwaited) connection.body = null
    else if (connection.body === null || now - connection.body.from >= bodyWindowMs) {
      const before = connection.body
      const bytes = socket.bytesRead
      connection.body = { since: before?.since ?? now, from: now, bytes }
      return before !== null && bytes - before.bytes < ((now - before.from) / 1_000) * minBytesPerSecond
    }
    return false
  }

  /**
   * Whether the client read too little of a response during a whole measuring period in which unsent bytes were always
   * waiting.
   */
  private isAnswerLate(connection: Connection, now: number): boolean {
    const { waiting, gone } = progressOf(connection.socket)
    const { answerWindowMs, answerMs, minBytesPerSecond } = this.pace
    if (waiting === 0) connection.answer = null
    else if (connection.answer === null || now - connection.answer.from >= answerWindowMs) {
      const before = connection.answer
      connection.answer = { since: before?.since ?? now, from: now, bytes: gone }
      if (before === null) return false
      const isSlow = gone - before.bytes < ((now - before.from) / 1_000) * minBytesPerSecond
      return isSlow || now - before.since > answerMs
    }
    return false
  }
}

/** Returns how many connections above a limit are accepted in order to respond with a refusal. */
const spareOf = (bound: number): number => Math.max(MIN_REFUSED, Math.ceil(bound * REFUSED_SHARE))

/** Whether not a single byte of the response to the newest request has been sent yet. */
function isFresh({ response }: Connection): boolean {
  return response !== null && !response.headersSent && !response.closed
}

/**
 * Fields of Node's internal handle, which Node uses for its own time-outs. `bytesWritten` includes bytes that are still
 * queued in the handle.
 */
interface Handle {
  readonly bytesWritten: number
  readonly writeQueueSize: number
}

/**
 * Returns how far the sending of a response has progressed.
 * - `waiting`: bytes queued for the client.
 * - `gone`: bytes that the operating system has accepted.
 */
function progressOf(socket: Socket): { waiting: number; gone: number } {
  const { _handle: handle } = socket as unknown as { readonly _handle: Handle | null }
  if (handle === null) return { waiting: 0, gone: 0 }
  return { waiting: socket.writableLength, gone: handle.bytesWritten - handle.writeQueueSize }
}

/**
 * Returns the part of an address that counts as one client. For IPv6 it is the first half, because a provider gives a
 * customer all addresses with the same first half. Returns null for this machine itself.
 */
export function peerNetworkOf(remoteAddress: string | undefined): string | null {
  const address = (remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
  if (address === '' || address === '::1' || address === '127.0.0.1') return null
  if (isIPv4(address)) return address
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'))
  const groups = groupsOf(head)
  if (tail !== undefined) {
    const last = groupsOf(tail)
    groups.push(...Array<string>(8 - groups.length - last.length).fill('0'), ...last)
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}
