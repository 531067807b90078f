/**
 * Draining a node that is about to stop: the node keeps serving requests while load balancers send new requests to
 * other nodes.
 */
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** How many milliseconds a node that accepts no more connections serves requests on the connections that are open. */
const LAST_REQUESTS_MS = 1_000
/** A turn of the event loop shorter than this has accepted all connections that were waiting. */
const QUIET_TURN_MS = 0.2
/** How many milliseconds a quiet turn is waited for. A busy node may have none. */
const QUIET_WAIT_MS = 500

/** Whether the node is about to stop, so that load balancers must send its requests to other nodes. */
export interface Drain {
  isOn: boolean
}

/**
 * Keeps serving requests for the given time, or until the signal is aborted, while /readyz makes load balancers use
 * other nodes.
 */
export async function drainFor(
  drainMs: number,
  drain: Drain,
  { log, signal }: { readonly log: { info(text: string): void }; readonly signal: AbortSignal },
): Promise<void> {
  drain.isOn = true
  log.info(`Draining for ${drainMs / 1_000} s: /readyz answers 503, requests are still served`)
  await sleep(drainMs, undefined, { signal }).catch(() => log.info('The drain ends early, because of a second signal'))
}

/**
 * Accepts no more connections, but serves requests on open ones for a moment, and then closes those that are idle. A
 * proxy that does not ask /readyz notices this way that the node is gone: a connection that is refused has carried no
 * request, so the proxy can send the request to another node.
 */
export async function stopAccepting(servers: readonly Server[]): Promise<void> {
  await quietTurn()
  // `close` of an HTTP server would also close idle connections, on which a request may just be arriving.
  for (const server of servers) NetServer.prototype.close.call(server)
  await sleep(LAST_REQUESTS_MS)
  for (const server of servers) server.closeIdleConnections()
}

/**
 * Waits for a turn of the event loop in which nothing happened. Closing a listener resets the connections that the
 * operating system has taken for it and that are not accepted yet. After a busy turn, there may be some.
 */
async function quietTurn(): Promise<void> {
  const start = performance.now()
  for (let from = start; from - start < QUIET_WAIT_MS; ) {
    await nextTurn()
    const now = performance.now()
    if (now - from < QUIET_TURN_MS) return
    from = now
  }
}
