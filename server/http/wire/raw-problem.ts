/** Writes problem documents directly to a socket when the request could not be parsed. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ProblemCode, problemOf } from '../../domain/refusals.ts'
import { PROBLEM_TYPE } from './problems.ts'

/**
 * After a request that cannot be parsed, further bytes from the client are discarded within these limits, so that the
 * client can read the response.
 */
const DISCARD_MS = 5_000
const DISCARD_BYTES = 1_048_576

/** Formats a complete HTTP response that closes the connection. */
export function printRawProblem(code: ProblemCode, detail: string): string {
  const problem = problemOf(code, detail, {}, randomUUID())
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${problem.requestId}`,
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** How many bytes had been read from each socket when the response was sent. */
const answeredAt = new WeakMap<Socket, number>()

/**
 * Responds to bytes that are not an HTTP request, or to headers above Node's limits. In these cases there is no request
 * object, only a socket.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const before = answeredAt.get(socket)
  if (before !== undefined) {
    // Node reports every further packet as invalid, too, although a response has already been sent.
    if (socket.bytesRead - before > DISCARD_BYTES) socket.destroy()
    return
  }
  if (!socket.writable) {
    socket.destroy(error)
    return
  }
  const detail =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'The path and the headers together are larger than 16 KiB.'
      : 'What was sent is not a complete HTTP/1.1 request.'
  answeredAt.set(socket, socket.bytesRead)
  socket.end(printRawProblem('VALIDATION_FAILED', detail))
  setTimeout(() => socket.destroy(), DISCARD_MS).unref()
}
