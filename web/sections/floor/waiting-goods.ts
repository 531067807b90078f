/** Turns a scanned line into a command that waits to be sent. */

import type { Receipt, Transfer, Waiting } from '../../data/floor/waiting.ts'
import type { ScannedLine } from './scanned-lines.ts'

interface Finished {
  readonly of: Receipt | Transfer
  readonly quantity: number
  /** If a line becomes several commands, a suffix that distinguishes this one; null if the line becomes one command. */
  readonly part: string | null
}

/**
 * Turns a scanned line into a command. Its idempotency key comes from the line, so that a line finished in two tabs is
 * booked only once.
 */
export function waitingGoods(line: ScannedLine, { of, quantity, part }: Finished): Waiting {
  const { key, productId, code, name, uom } = line
  return {
    key: part === null ? key : `${key}:${part}`,
    task: { of, productId, code, quantity },
    ...{ name, uom, finishedAt: new Date().toISOString(), isSent: false, refusal: null },
  }
}
