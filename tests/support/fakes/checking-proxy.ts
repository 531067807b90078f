/** An HTTP proxy in front of the service that checks every request and response against the OpenAPI document. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { plainValidator } from '../contract/plain-validator.ts'
import type { Json } from '../node/client.ts'

export interface CheckingProxy {
  readonly url: string
  /** The operations that were requested so far, by method and path. */
  readonly asked: readonly string[]
  readonly faults: readonly string[]
  stop(): Promise<void>
}

const HOP_BY_HOP = ['connection', 'host', 'content-length', 'transfer-encoding', 'keep-alive']

/** Starts the proxy. Requests to undocumented routes, such as /readyz, pass without a check. */
export async function startCheckingProxy(target: string, document: Json): Promise<CheckingProxy> {
  const check = plainValidator(document)
  const asked: string[] = []
  const faults: string[] = []
  const server = createServer(async (request, response) => {
    const { method = 'GET', url: path = '/' } = request
    const sent = await buffer(request)
    const reply = await fetch(target + path, {
      method,
      // Ask for an uncompressed response: fetch would decompress the body but keep the header that declares it as
      // compressed.
      headers: { ...headersOf(request.headers), 'accept-encoding': 'identity' },
      ...(sent.length === 0 ? {} : { body: new Uint8Array(sent) }),
    })
    const bytes = Buffer.from(await reply.arrayBuffer())
    const contentType = (reply.headers.get('content-type') ?? '').split(';', 1)[0]!
    if (path.startsWith('/api/')) {
      const exchange = {
        method,
        path,
        status: reply.status,
        contentType,
        body: parsed(request.headers['content-type'] ?? '', sent),
        answer: parsed(contentType, bytes),
      }
      asked.push(`${method} ${path}`)
      for (const fault of check(exchange, reply.ok)) faults.push(`${method} ${path} ${reply.status}: ${fault}`)
    }
    response.writeHead(reply.status, headersOf(Object.fromEntries(reply.headers))).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    faults,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name))
  return Object.fromEntries(kept) as Record<string, string>
}

function parsed(contentType: string, bytes: Buffer): Json {
  return /json/.test(contentType) && bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined
}
