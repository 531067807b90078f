/** Turns a scanned line into a command that waits to be sent. */

import type { Receipt, Transfer, Waiting } from '../../data/floor/waiting.ts'
import type { ScannedLine } from './scanned-lines.ts'

interface Finished {
  readonly of: Receipt | Transfer
  readonly quantity: number
  /**
   * The suffix that distinguishes this command if a line becomes several commands; null if the line becomes only one.
   */
  readonly part: string | null
}

/**
 * Turns a scanned line into a command. The command's idempotency key is derived from the line, so that a line finished
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
