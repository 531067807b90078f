/** A TCP proxy between nodes and PostgreSQL that delays bytes, as a slow network does, or cuts all connections. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SlowProxy {
  /** The database's connection string, with the proxy in place of PostgreSQL. */
  readonly url: string
  /** How many milliseconds later bytes arrive, in both directions; 0 at first. */
  delayMs: number
  /** Cuts all connections that are open. */
  cutAll(): void
  stop(): Promise<void>
}

/** Forwards bytes in their order, each after the delay that applied when it arrived. */
function forward(from: Socket, to: Socket, delayOf: () => number): void {
  const waiting: { readonly at: number; readonly bytes: Buffer }[] = []
  const pump = () => {
    while (waiting.length > 0 && waiting[0]!.at <= performance.now()) to.write(waiting.shift()!.bytes)
    if (waiting.length > 0) setTimeout(pump, Math.max(1, waiting[0]!.at - performance.now()))
  }
  from.on('data', (bytes) => {
    const delayMs = delayOf()
    if (delayMs === 0 && waiting.length === 0) to.write(bytes)
    else if (waiting.push({ at: performance.now() + delayMs, bytes }) === 1) pump()
  })
}

export async function startSlowProxy(tcpUrl: string): Promise<SlowProxy> {
  const target = new URL(tcpUrl)
  const sockets = new Set<Socket>()
  const state = { delayMs: 0 }
  const server = createServer((node) => {
    const postgres = connect(Number(target.port), target.hostname)
    forward(node, postgres, () => state.delayMs)
    forward(postgres, node, () => state.delayMs)
    for (const [socket, opposite] of [
      [node, postgres],
      [postgres, node],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        opposite.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(tcpUrl)
  url.port = String((server.address() as AddressInfo).port)
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return Object.assign(state, {
    url: url.toString(),
    cutAll,
    async stop() {
      server.close()
      cutAll()
      await once(server, 'close')
    },
  })
}
