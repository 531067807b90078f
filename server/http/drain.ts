/** The drain of a node that is about to stop: it serves requests while balancers send new ones to other nodes. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Whether the node is about to stop, so that balancers must send its requests to others. */
export interface Drain {
  isOn: boolean
}

/** Serves requests for this long while /readyz sends balancers away, or until the signal is aborted. */
export async function drainFor(
  drainMs: number,
  drain: Drain,
  { log, signal }: { readonly log: { info(text: string): void }; readonly signal: AbortSignal },
): Promise<void> {
  drain.isOn = true
  log.info(`Draining for ${drainMs / 1_000} s: /readyz answers 503, requests are still served`)
  await sleep(drainMs, undefined, { signal }).catch(() => log.info('The drain ends early, because of a second signal'))
}
