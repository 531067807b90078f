/** An HTTP gateway in front of the service that fails in the ways real gateways do, one request at a time. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The possible fates of a request at the gateway. */
export type Fate =
  /** The gateway cuts the connection before the service receives the request. */
  | 'cut before'
  /** The service responds, half of the response is passed on, and then the connection is cut. */
  | 'cut after'
  /** The service responds, but the gateway passes nothing on. */
  | 'silence'
  /** The gateway responds by itself, and the service never receives the request. */
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }

interface Passed {
  readonly method: string
  readonly path: string
  readonly key: string | undefined
}

export interface Gateway {
  readonly url: string
  /** Every request that arrived, in order, whatever happened to it. */
  readonly passed: readonly Passed[]
  /** Sets the fates of the next requests, in order. All requests after them pass normally. */
  plan(...fates: Fate[]): void
  /** Cuts every connection that is open now, to clients and to the service. */
  cutAll(): void
  stop(): Promise<void>
}

/** Starts a gateway in front of the service at the given address. */
export async function startGateway(serviceUrl: string): Promise<Gateway> {
  const fates: Fate[] = []
  const passed: Passed[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    passed.push({ method, path: url, key: headers['idempotency-key'] as string | undefined })
    const fate = fates.shift()
    if (fate === 'cut before') incoming.socket.destroy()
    else if (typeof fate === 'object') outgoing.writeHead(fate.status, fate.headers).end(fate.body)
    else passOn(serviceUrl, incoming, outgoing, fate)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    plan: (...more) => fates.push(...more),
    cutAll: () => server.closeAllConnections(),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function passOn(
  serviceUrl: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fate: 'cut after' | 'silence' | undefined,
): void {
  const { method, headers } = incoming
  const onward = request(serviceUrl + incoming.url, { method, headers, agent: false }, (answer) => {
    if (fate === 'silence') {
      answer.resume()
      return
    }
    outgoing.writeHead(answer.statusCode!, answer.headers)
    if (fate === undefined) answer.pipe(outgoing)
    else
      answer.once('data', (bytes: Buffer) => {
        outgoing.write(bytes.subarray(0, bytes.length / 2), () => incoming.socket.destroy())
        answer.resume()
      })
  })
  onward.on('error', () => incoming.socket.destroy())
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
