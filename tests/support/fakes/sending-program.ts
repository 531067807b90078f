/**
 * A separate program that sends oversized bodies and prints the outcomes as JSON. It must be a separate process,
 * because a client in the service's process never writes at the moment when the service closes the connection.
 */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { ApiError, createClient } from '../../../sdk/index.ts'

export interface Upload {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly size: number
}

export interface Sent {
  readonly how: 'fetch' | 'fetch of a stream' | 'http.request' | 'sdk'
  readonly upload: Upload
  readonly times: number
  /**
   * Whether to send every request with the upload's own idempotency key, or without a key if it has none. By default,
   * each request gets a new key.
   */
  readonly keepsKey?: boolean
}

/**
 * How often each outcome occurred, such as `413 BODY_TOO_LARGE` or the error code of a failed connection. For the SDK,
 * outcomes include the number of attempts.
 */
export type Seen = Record<string, number>

interface Asked {
  readonly url: string
  readonly sent: readonly Sent[]
}

type Send = (url: string, upload: Upload) => Promise<string>

const tell = async (response: Response) => `${response.status} ${((await response.json()) as { code: string }).code}`

const SENDERS: Record<Sent['how'], Send> = {
  fetch: async (url, { path, headers, size }) =>
    tell(await fetch(url + path, { method: 'POST', headers, body: Buffer.alloc(size, ' ') })),
  'fetch of a stream': async (url, { path, headers, size }) => {
    const body = ReadableStream.from(piecesOf(size))
    return tell(await fetch(url + path, { method: 'POST', headers, body, duplex: 'half' } as RequestInit))
  },
  'http.request': (url, { path, headers, size }) =>
    new Promise((resolve, reject) => {
      const sending = request(url + path, { method: 'POST', headers }, (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk))
        answer.on('end', () => resolve(`${answer.statusCode} ${JSON.parse(text).code}`))
      })
      sending.on('error', reject)
      sending.end(Buffer.alloc(size, ' '))
    }),
  sdk: async (url, { path, headers, size }) => {
    let attempts = 0
    const counting: typeof fetch = (...args) => {
      attempts += 1
      return fetch(...args)
    }
    const token = headers.Authorization!.replace('Bearer ', '')
    const client = createClient({ baseUrl: url, token, fetch: counting, deadlineMs: 10_000 })
    const sending = path.endsWith('imports')
      ? client.imports.upload(Buffer.alloc(size), { contentType: 'application/pdf' })
      : client.warehouses.create({ name: ' '.repeat(size) })
    const error = await sending.catch((thrown: unknown) => thrown)
    return error instanceof ApiError ? `${error.status} ${error.code} in ${attempts}` : `${error} in ${attempts}`
  },
}

async function* piecesOf(size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0; left -= 65_536) {
    // Pause between the pieces, as when a file is read, so that the service's response can arrive in between.
    await turn()
    yield Buffer.alloc(Math.min(left, 65_536), ' ')
  }
}

const { url, sent } = JSON.parse(process.argv[2]!) as Asked
const all: Seen[] = []
for (const { how, upload, times, keepsKey } of sent) {
  const seen: Seen = {}
  for (let time = 0; time < times; time += 1) {
    const headers = { ...upload.headers, ...(keepsKey ? {} : { 'Idempotency-Key': randomUUID() }) }
    const said = await SENDERS[how](url, { ...upload, headers }).catch((error: Error) =>
      String((error.cause as { code?: string } | undefined)?.code ?? error.message),
    )
    seen[said] = (seen[said] ?? 0) + 1
  }
  all.push(seen)
}
console.log(JSON.stringify(all))
