/** Requests that no honest client sends: written to the socket byte by byte. */
import { once } from 'node:events'
import { connect } from 'node:net'

export interface RawReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Sends bytes as they are and reads until the server closes; the request should say `Connection: close`. */
export async function exchangeBytes(url: string, bytes: string | Uint8Array): Promise<RawReply> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  // A server that refuses early may close while we still write.
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

/** The text of a request with a JSON body and just these headers beside the length; a name may stand in it twice. */
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
