/** Turns a scanned line into an operation that waits to be sent. */

import type { Receipt, Transfer, Waiting } from '../../data/floor/waiting.ts'
import type { ScannedLine } from './scanned-lines.ts'

interface Finished {
  readonly of: Receipt | Transfer
  readonly quantity: number
  /**
   * A suffix for the idempotency key if a line becomes several operations, so that their keys differ; null if it
   * becomes only one.
   */
  readonly part: string | null
}

/**
 * Turns a scanned line into an operation. The idempotency key is derived from the line, so that a line that is finished
 * in two tabs is booked only once.
 */
export function waitingGoods(line: ScannedLine, { of, quantity, part }: Finished): Waiting {
  const { key, productId, code, name, uom } = line
  return {
    key: part === null ? key : `${key}:${part}`,
    task: { of, productId, code, quantity },
    ...{ name, uom, finishedAt: new Date().toISOString(), isSent: false, refusal: null },
  }
}
