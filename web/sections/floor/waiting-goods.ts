/** Turns a scanned line into a command that waits to be sent. */

import type { Receipt, Transfer, Waiting } from '../../data/floor/waiting.ts'
import type { ScannedLine } from './scanned-lines.ts'

interface Finished {
  readonly of: Receipt | Transfer
  readonly quantity: number
  /** Tells the commands apart when one line becomes several; null when it becomes one. */
  readonly part: string | null
}

/** The command's key comes from the line, so that a line finished in two tabs runs only once. */
export function waitingGoods(line: ScannedLine, { of, quantity, part }: Finished): Waiting {
  const { key, productId, code, name, uom } = line
  return {
    key: part === null ? key : `${key}:${part}`,
    task: { of, productId, code, quantity },
    ...{ name, uom, finishedAt: new Date().toISOString(), isSent: false, refusal: null },
  }
}
