/**
 * A closed-loop load generator: each connection sends its next request when the last one is answered. Raw sockets, because on
 * two shared cores every microsecond of a comfortable client is taken from the server. Loopback only, bounded in time.
 */
import { connect, type Socket } from 'node:net'

export interface Load {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** The whole HTTP/1.1 request of a connection's nth turn. */
  request(connection: number, turn: number): string
}

export interface Measured {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Answers by status. */
  readonly statuses: Record<number, number>
}

/** The text of one request; the Content-Length is added. */
export function httpRequest(method: string, path: string, headers: Record<string, string>, body = ''): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}${length}\r\n${body}`
}

/** Runs a load and measures it. */
export async function measure(load: Load): Promise<Measured> {
  const latencies: number[] = []
  const statuses: Record<number, number> = {}
  const startedAt = performance.now()
  const endAt = startedAt + load.seconds * 1_000
  await Promise.all(
    Array.from({ length: load.connections }, (_, connection) =>
      runConnection(load, connection, endAt, (status, milliseconds) => {
        latencies.push(milliseconds)
        statuses[status] = (statuses[status] ?? 0) + 1
      }),
    ),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return { requestsPerSecond: latencies.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), statuses }
}

function runConnection(
  load: Load,
  connection: number,
  endAt: number,
  onAnswer: (status: number, milliseconds: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(load.port, '127.0.0.1')
    socket.setNoDelay(true)
    let turn = 0
    let sentAt = 0
    const send = () => {
      if (performance.now() >= endAt) {
        socket.end()
        resolve()
        return
      }
      sentAt = performance.now()
      socket.write(load.request(connection, turn))
      turn += 1
    }
    const reader = answerReader((status) => {
      onAnswer(status, performance.now() - sentAt)
      send()
    })
    socket.on('connect', send)
    socket.on('data', reader)
    socket.on('error', reject)
  })
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** Reads answers with a Content-Length, or without a body, from the chunks of a socket. */
function answerReader(onAnswer: (status: number) => void): (chunk: Buffer) => void {
  let head: Buffer = Buffer.alloc(0)
  let bodyLeft = 0
  let status = 0
  return (chunk) => {
    if (bodyLeft > 0) {
      bodyLeft -= chunk.length
      if (bodyLeft === 0) onAnswer(status)
      return
    }
    const data = head.length === 0 ? chunk : Buffer.concat([head, chunk])
    const end = data.indexOf(HEAD_END)
    if (end === -1) {
      head = data
      return
    }
    head = Buffer.alloc(0)
    const text = data.toString('latin1', 0, end)
    status = Number(text.slice(9, 12))
    const length = /content-length: (\d+)/i.exec(text)
    bodyLeft = Number(length?.[1] ?? 0) - (data.length - end - HEAD_END.length)
    if (bodyLeft === 0) onAnswer(status)
  }
}
