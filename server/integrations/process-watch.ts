/** Holds a process that works on files of strangers to what such work may take, and tells one that hangs from one that waits for a busy machine. */
import { readFileSync } from 'node:fs'

/** The work takes more of the processor than it should. It would the next time, too. */
export class TooLong extends Error {}
/** The work takes more memory than it should. It would the next time, too. */
export class TooMuchMemory extends Error {}

export interface WatchBounds {
  /** Of the processor's time, in all; and of doing nothing, at a time, unless `mayWait`. */
  readonly limitMs: number
  readonly mayWait?: true
  /** Resident, with what it shares with others. */
  readonly memoryMb: number
}

const LOOKS_PER_LIMIT = 20
const LOOK_AT_MOST_EVERY_MS = 2_000
/** Memory fills at a gigabyte a second. */
const LOOK_AT_MEMORY_EVERY_MS = 50
/** A process that does nothing but wait uses less. */
const IDLE_CPU_MS = 20
/** Linux counts in hundredths of a second for programs, whatever the kernel itself does. */
const TICK_MS = 10
const PAGE_BYTES = 4_096

/**
 * Watches a process that was just asked for something. It is given up when it has too much memory, has used so much processor time, or
 * none at all for so long. The clock on the wall says little: such processes have the lowest priority, and with all processors busy a
 * good page takes minutes.
 * @returns what ends the watch.
 */
export function watchProcess(
  pid: number,
  { limitMs, memoryMb, mayWait }: WatchBounds,
  giveUp: (reason: Error) => void,
): () => void {
  const before = processorMsOf(pid)
  let [active, activeAt] = [before, performance.now()]
  const startedAt = activeAt
  const lookAtTime = () => {
    const now = performance.now()
    const used = processorMsOf(pid)
    // Not on Linux: only the clock is left.
    const spent = used === null || before === null ? now - startedAt : used - before
    if (spent > limitMs) return giveUp(new TooLong(`A process worked for more than ${limitMs} ms`))
    if (used === null || active === null || used - active >= IDLE_CPU_MS) [active, activeAt] = [used, now]
    else if (!mayWait && now - activeAt > limitMs) giveUp(new Error(`A process stood still for ${limitMs} ms`))
  }
  const lookAtMemory = () => {
    if (residentMbOf(pid) > memoryMb) giveUp(new TooMuchMemory(`A process took more than ${memoryMb} MB`))
  }
  const timers = [
    setInterval(lookAtTime, Math.min(LOOK_AT_MOST_EVERY_MS, limitMs / LOOKS_PER_LIMIT)),
    setInterval(lookAtMemory, LOOK_AT_MEMORY_EVERY_MS),
  ]
  return () => timers.forEach(clearInterval)
}

/** Processor time that all threads of a process have used; null where the system does not tell. */
function processorMsOf(pid: number): number | null {
  const stat = read(`/proc/${pid}/stat`)
  if (stat === null) return null
  // Behind the name in brackets: state, parent, …, the 12th and 13th are the ticks in user and in system mode.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** 0 where the system does not tell. */
function residentMbOf(pid: number): number {
  const [, pages = '0'] = read(`/proc/${pid}/statm`)?.split(' ') ?? []
  return (Number(pages) * PAGE_BYTES) / 1_048_576
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return null
  }
}
