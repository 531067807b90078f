/** From a line that was scanned to the command that waits to be sent. */

import type { Receipt, Transfer, Waiting } from '../../data/floor/waiting.ts'
import type { ScannedLine } from './scanned-lines.ts'

interface Finished {
  readonly of: Receipt | Transfer
  readonly quantity: number
  /** Of a line that becomes several commands: what tells them apart. */
  readonly part: string | null
}

/** Its key is that of the line, so that a line which is finished in two tabs is done once. */
export function waitingGoods(line: ScannedLine, { of, quantity, part }: Finished): Waiting {
  const { key, productId, code, name, uom } = line
  return {
    key: part === null ? key : `${key}:${part}`,
    task: { of, productId, code, quantity },
    ...{ name, uom, finishedAt: new Date().toISOString(), isSent: false, refusal: null },
  }
}
