/**
 * The queues of warehouse-floor operations in this browser tab, one for each user and company. A queue is created when
 * it is first needed, and from then on sends its operations.
 */
import { type Owner, ownerName } from './unsent.ts'
import { WaitingLine } from './waiting-line.ts'

const lines = new Map<string, WaitingLine>()

/** Returns this user's queue of floor operations for this company. */
export function lineOf(owner: Owner): WaitingLine {
  const known = lines.get(ownerName(owner))
  if (known !== undefined) return known
  const line = new WaitingLine(owner)
  lines.set(ownerName(owner), line)
  line.start()
  return line
}
