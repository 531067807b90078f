/**
 * The queues of floor operations in this tab: one for each user and company, created when first needed. From then on,
 * each queue sends its operations.
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
