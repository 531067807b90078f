/**
 * Sends raw requests to a proxy over TLS: nothing is ever repeated, and whatever is not a complete response with the
 * expected status counts as a failure.
 */
import { once } from 'node:events'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { Agent, type RequestOptions, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'

export const APP_HOST = 'sklad.example.org'
export const API_HOST = 'api.sklad.example.org'
const PATIENCE_MS = 30_000

export interface Ask {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** The body, in the pieces in which it is sent. Before each piece but the first there is a pause of `pauseMs`. */
  readonly pieces?: readonly (string | Buffer)[]
  readonly pauseMs?: number
}

export interface Response {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Sends requests of one client. `ask` rejects if no complete response arrives. */
export interface RawClient {
  ask(host: string, ask: Ask): Promise<Response>
  close(): void
}

/** How a client uses connections: one kept open, a new one for each request, or one with HTTP/2. */
export type Connections = 'kept' | 'fresh' | 'http2'

export function openClient(port: number, connections: Connections): RawClient {
  if (connections === 'http2') return openHttp2(port)
  const agent = connections === 'kept' ? new Agent({ keepAlive: true, maxSockets: 1 }) : false
  return {
    ask: (host, ask) => askOver({ agent, port }, host, ask),
    close: () => (agent === false ? undefined : agent.destroy()),
  }
}

/** Returns the options of a request to a host behind the proxy, whose certificate nobody trusts. */
export function optionsFor(host: string, { method, path, headers = {} }: Ask, port: number): RequestOptions {
  const own = { host: '127.0.0.1', port, servername: host, rejectUnauthorized: false }
  return { ...own, method, path, headers: { host, ...headers } }
}

async function askOver(
  { agent, port }: { readonly agent: Agent | false; readonly port: number },
  host: string,
  ask: Ask,
): Promise<Response> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const sent = request({ ...optionsFor(host, ask, port), agent, signal })
  const answered = once(sent, 'response')
  answered.catch(() => undefined)
  for (const [at, piece] of (ask.pieces ?? []).entries()) {
    if (at > 0) await sleep(ask.pauseMs)
    if (sent.destroyed) break
    sent.write(piece)
  }
  sent.end()
  const [response] = await answered
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() }
}

function openHttp2(port: number): RawClient {
  let session: ClientHttp2Session | null = null
  let host = ''
  /** Returns a session, a new one if the proxy has announced the end of the last one. */
  const current = (of: string): ClientHttp2Session => {
    if (session !== null && !session.closed && !session.destroyed && host === of) return session
    session?.close()
    host = of
    const createConnection = () =>
      connectTls({ host: '127.0.0.1', port, servername: of, rejectUnauthorized: false, ALPNProtocols: ['h2'] })
    const opened = connectHttp2(`https://${of}:${port}`, { createConnection })
    // A session that broke is replaced; a request that it breaks counts by itself.
    opened.on('error', () => undefined)
    opened.on('goaway', () => opened.close())
    session = opened
    return opened
  }
  return {
    async ask(of, { method, path, headers = {}, pieces = [] }) {
      const names = { ':method': method, ':path': path, ':authority': of }
      const options = { signal: AbortSignal.timeout(PATIENCE_MS), endStream: pieces.length === 0 }
      const stream = current(of).request({ ...names, ...headers }, options)
      const answered = once(stream, 'response')
      answered.catch(() => undefined)
      if (pieces.length > 0) stream.end(pieces.map(String).join(''))
      const [given] = await answered
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      return { status: Number(given[':status']), headers: given, text: Buffer.concat(chunks).toString() }
    },
    close: () => session?.close(),
  }
}
