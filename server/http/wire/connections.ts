/**
 * The open connections of a listener: how many there may be, in all and from one address, and how slowly a client may send a
 * body or take an answer. What HTTP itself bounds (headers, idle connections, a request as a whole) Node watches.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv4, type Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { printRawProblem } from './raw-problem.ts'

export interface ConnectionBounds {
  /** Open at once, in all. */
  readonly max: number
  /** Open at once from one address other than this machine's own; 0: any number, as behind a proxy. */
  readonly maxPerAddress: number
}

export interface ConnectionPace {
  /** Of a body that comes in and of an answer that goes out, in every window of the times below. */
  readonly minBytesPerSecond: number
  readonly bodyWindowMs: number
  /** Longer: the system takes an answer in large pieces, so that on a slow line nothing seems to move for a while. */
  readonly answerWindowMs: number
  /** An answer that is still not taken after this time is cut. */
  readonly answerMs: number
  /** How long a connection above the bounds is kept for its refusal. */
  readonly refusalMs: number
}

export type Bound = 'all' | 'address'

/** Connections above the bounds that are taken to be told so; beyond them the system's own refusal must do. */
const REFUSED_SHARE = 0.1
const MIN_REFUSED = 16
const WARN_EVERY_MS = 60_000

/** Where a transfer stood when it was last looked at. */
interface Window {
  readonly since: number
  readonly from: number
  readonly bytes: number
}

interface Connection {
  readonly socket: Socket
  /** null: this machine, which is not counted by address. */
  readonly address: string | null
  readonly openedAt: number
  isAdmitted: boolean
  request: IncomingMessage | null
  response: ServerResponse | null
  /** Requests that are not answered yet. */
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

  /** How many may be open for a moment: those within the bounds, and some that are told that they are too many. */
  get hardMax(): number {
    return this.bounds.max + spareOf(this.bounds.max)
  }

  /** A connection came. One that is far above the bound of its address is closed at once. */
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

  /** A request began on a connection. */
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

  /** The bound that a connection is above; null: it is within all, and counted. One that was above may be within by now. */
  boundAbove(socket: Socket): Bound | null {
    const connection = this.open.get(socket)
    return connection === undefined ? null : this.admit(connection)
  }

  /** Ends the connections whose clients do not keep pace. */
  sweep(): void {
    const now = performance.now()
    for (const connection of this.open.values()) {
      if (!connection.isAdmitted && now - connection.openedAt > this.pace.refusalMs) connection.socket.destroy()
      else if (this.isBodyLate(connection, now)) this.timeOut(connection.socket)
      else if (this.isAnswerLate(connection, now)) {
        // Closed, it would keep what the system has taken for the client until that is taken too.
        connection.socket.resetAndDestroy()
      }
    }
  }

  /** The client took too long to send: it is told so, where nothing else has been said. */
  timeOut(socket: Socket): void {
    const connection = this.open.get(socket)
    const isSilent = socket.bytesRead === 0
    const isAnswering = connection !== undefined && connection.unanswered > (isFresh(connection) ? 1 : 0)
    // A browser opens connections ahead of need: an answer to nothing would be taken for that to its next request.
    if (isSilent || isAnswering || !socket.writable) {
      socket.destroy()
      return
    }
    socket.write(printRawProblem('REQUEST_TIMEOUT', 'The request did not come in time. Send it again, and faster.'))
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

  /** True when in a whole window too little of a body came that the service was ready to take. */
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

  /** True when in a whole window, in which there was something to send all along, the client took too little of it. */
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

/** How many above a bound are taken to be told so. */
const spareOf = (bound: number): number => Math.max(MIN_REFUSED, Math.ceil(bound * REFUSED_SHARE))

/** True when the newest request has got no byte of its answer yet. */
function isFresh({ response }: Connection): boolean {
  return response !== null && !response.headersSent && !response.closed
}

/** The fields of Node's handle by which it watches its own time-outs: `bytesWritten` counts what still waits in it, too. */
interface Handle {
  readonly bytesWritten: number
  readonly writeQueueSize: number
}

/** The bytes that wait for the client, and those that the system has taken for it. */
function progressOf(socket: Socket): { waiting: number; gone: number } {
  const { _handle: handle } = socket as unknown as { readonly _handle: Handle | null }
  if (handle === null) return { waiting: 0, gone: 0 }
  return { waiting: socket.writableLength, gone: handle.bytesWritten - handle.writeQueueSize }
}

/** What counts as one address: of IPv6 the first half, since a customer gets all of the rest. null for this machine itself. */
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
