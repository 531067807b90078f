/** Sends HTTP requests that no ordinary client would send, by writing the bytes to the socket. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Sends bytes and reads until the server closes the connection. The request should contain `Connection: close`. */
export async function exchangeBytes(url: string, bytes: string | Uint8Array): Promise<RawReply> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  // A server that refuses a request early may close the connection while we are still writing.
  socket.on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  const answer = Buffer.concat(chunks).toString()
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map((line): [string, string] => splitHeader(line)))
  return { status: Number(statusLine.split(' ')[1]), headers, text: rest.join('\r\n\r\n') }
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1).trim()]
}

/**
 * Returns the text of a request with a JSON body, its Content-Length and exactly the given headers, in which a name may
 * occur twice.
 */
export function requestText(method: string, path: string, headers: readonly [string, string][], body: string): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** A connection whose bytes the test writes itself. */
export interface RawConnection {
  readonly socket: Socket
  /** Returns all text received on the connection so far. */
  received(): string
  /** Resolves with all text received so far, once the text matches the pattern. */
  until(pattern: RegExp): Promise<string>
  /** Resolves with all text received, once either side has closed the connection. */
  readonly closed: Promise<string>
}

/** Opens a connection. `localAddress` is the address of this machine to connect from. */
export async function openConnection(url: string, localAddress?: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({
    port: Number(port),
    host: hostname,
    ...(localAddress === undefined ? {} : { localAddress }),
  })
  const chunks: Buffer[] = []
  const received = () => Buffer.concat(chunks).toString()
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received())))
  await once(socket, 'connect')
  const until = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (!pattern.test(received())) return
        socket.off('data', look)
        resolve(received())
      }
      socket.on('data', look)
      void closed.then((text) => reject(new Error(`Closed without ${pattern}: ${text.slice(0, 500)}`)))
      look()
    })
  return { socket, received, until, closed }
}

/** Returns the head of a request: its first line and its headers. */
export function headText(method: string, path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

/** Extracts the status, the problem's code and `isClosing` from the text of a raw response. */
export function problemIn(text: string): { status: number; code: string; isClosing: boolean } {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const { code } = JSON.parse(body) as { code: string }
  return { status: Number(head.split(' ')[1]), code, isClosing: /^connection: close$/im.test(head) }
}
