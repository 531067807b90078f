/**
 * Sends single requests with a time limit, for tests of lost connections and exact bytes. These functions work inside
 * and outside vitest.
 */
import { COMMANDS } from '../../../server/commands/table.ts'
import type { Asked } from '../model/model.ts'
import type { Json } from '../model/model-kinds.ts'

const PATIENCE_MS = 30_000

/** A company, and the node to which its requests are sent. */
export interface Target {
  readonly url: string
  readonly token: string
}

export interface Write {
  readonly method: string
  readonly path: string
  readonly body: Json
  readonly key: string
  readonly prefer: string | undefined
}

export interface Answer {
  readonly status: number
  readonly text: string
  readonly contentType: string
  readonly isReplay: boolean
}

/** Sends a command. Rejects if no complete response arrives. */
export async function send(target: Target, { method, path, body, key, prefer }: Write): Promise<Answer> {
  return exchange(target.url + path, {
    method,
    headers: {
      authorization: `Bearer ${target.token}`,
      'idempotency-key': key,
      'content-type': 'application/json',
      ...(prefer === undefined ? {} : { prefer }),
    },
    body: JSON.stringify(body),
  })
}

/** Sends a GET request. Rejects if no complete response arrives. */
export async function read(target: Target, path: string): Promise<Answer> {
  return exchange(target.url + path, { headers: { authorization: `Bearer ${target.token}` } })
}

async function exchange(url: string, init: RequestInit & { headers: Record<string, string> }): Promise<Answer> {
  // Request an uncompressed response: compressing every state would take longer than everything else.
  const headers = { ...init.headers, 'accept-encoding': 'identity' }
  const response = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(PATIENCE_MS) })
  return {
    status: response.status,
    text: await response.text(),
    contentType: response.headers.get('content-type') ?? '',
    isReplay: response.headers.get('idempotent-replayed') === 'true',
  }
}

const BY_NAME = new Map(COMMANDS.map((command) => [command.name, command]))

/** Returns the HTTP request for a command. */
export function writeOf(asked: Asked, key: string, prefer?: string): Write {
  const command = BY_NAME.get(asked.name)
  if (command === undefined) throw new Error(`There is no command ${asked.name}`)
  const path = command.path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(asked.params[name]!))
  return { method: command.method, path, body: asked.body, key, prefer }
}

/** Returns the company state in a response exactly as it was sent, so that its bytes can be compared. */
export function stateText(answer: Answer): string {
  const start = answer.text.indexOf(',"state":{"revision":')
  if (start === -1) throw new Error(`There is no state in ${answer.text.slice(0, 200)}`)
  return answer.text.slice(start + ',"state":'.length, -1)
}
