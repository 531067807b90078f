/**
 * Draining a node that is about to stop: the node keeps serving requests while load balancers send new requests to
 * other nodes.
 */
import { setTimeout as sleep } from 'node:timers/promises'

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
