/** Tells a page that hangs from one that only waits for a busy machine. */
import { readFileSync } from 'node:fs'

/** The page takes more of the processor than any page should. It would the next time, too. */
export class PageTooLong extends Error {}

const LOOKS_PER_LIMIT = 20
const LOOK_AT_MOST_EVERY_MS = 2_000
/** A process that does nothing but wait uses less. */
const IDLE_CPU_MS = 20
/** Linux counts in hundredths of a second for programs, whatever the kernel itself does. */
const TICK_MS = 10

/**
 * Watches a process that was just asked for a page. It is given up when it has used so much processor time, or none at all for so long.
 * The clock on the wall says little: readers have the lowest priority, and with all processors busy a good page takes minutes.
 * @returns what ends the watch.
 */
export function watchPage(pid: number, limitMs: number, giveUp: (reason: Error) => void): () => void {
  const before = processorMsOf(pid)
  let [active, activeAt] = [before, performance.now()]
  const startedAt = activeAt
  const timer = setInterval(
    () => {
      const now = performance.now()
      const used = processorMsOf(pid)
      // Not on Linux: only the clock is left.
      const spent = used === null || before === null ? now - startedAt : used - before
      if (spent > limitMs) return giveUp(new PageTooLong(`A page took more than ${limitMs} ms`))
      if (used === null || active === null || used - active >= IDLE_CPU_MS) [active, activeAt] = [used, now]
      else if (now - activeAt > limitMs) giveUp(new Error(`The process that reads pages stood still for ${limitMs} ms`))
    },
    Math.min(LOOK_AT_MOST_EVERY_MS, limitMs / LOOKS_PER_LIMIT),
  )
  return () => clearInterval(timer)
}

/** Processor time that all threads of a process have used; null where the system does not tell. */
function processorMsOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // Behind the name in brackets: state, parent, …, the 12th and 13th are the ticks in user and in system mode.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return null
  }
}
