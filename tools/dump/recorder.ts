/**
 * A proxy that records each command with its idempotency key and response, so that the command can be repeated years
 * later.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Said } from '../../tests/support/node/dumps.ts'

export interface Recorder {
  readonly url: string
  readonly said: Said[]
  close(): Promise<void>
}

/** Headers that apply only to a single connection and must not be forwarded. */
const OF_THE_CONNECTION = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'content-encoding',
  'keep-alive',
]

function headersOf(entries: Iterable<[string, string]>): Record<string, string> {
  return Object.fromEntries([...entries].filter(([name]) => !OF_THE_CONNECTION.includes(name)))
}

export async function startRecorder(target: string): Promise<Recorder> {
  const said: Said[] = []
  const server = createServer((request, response) => {
    pass(target, request, response).then(
      (one) => void (one !== null && said.push(one)),
      (error: Error) => response.destroy(error),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    said,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/**
 * Forwards a request. Returns the command to record, or null if the request is not a command, is a repeat, or has a
 * binary body.
 */
async function pass(target: string, request: IncomingMessage, response: ServerResponse): Promise<Said | null> {
  const { method = 'GET', url: path = '/', headers } = request
  const body = await buffer(request)
  const answer = await fetch(target + path, {
    method,
    headers: headersOf(Object.entries(headers) as [string, string][]),
    ...(method === 'GET' ? {} : { body }),
  })
  const text = await answer.text()
  response.writeHead(answer.status, headersOf(answer.headers.entries())).end(text)
  const key = headers['idempotency-key'] as string | undefined
  if (key === undefined || !headers['content-type']?.includes('json')) return null
  if (answer.headers.get('idempotent-replayed') === 'true') return null
  const prefer = (headers.prefer as string | undefined) ?? null
  return { method, path, key, prefer, body: body.toString(), status: answer.status, text }
}
