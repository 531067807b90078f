/**
 * Watches a process that handles files from strangers, and stops it when it exceeds its limits. Can distinguish a
 * hanging process from one that is only waiting because the machine is busy.
 */
import { readFileSync } from 'node:fs'

/** Thrown when the work needs too much processor time. A retry would fail, too. */
export class TooLong extends Error {}
/** Thrown when the work needs too much memory. A retry would fail, too. */
export class TooMuchMemory extends Error {}

export interface WatchBounds {
  /**
   * The limit, in milliseconds, for the total processor time and, unless `mayWait` is set, for any single idle period.
   */
  readonly limitMs: number
  readonly mayWait?: true
  /** The limit for resident memory, in MB and including shared pages. */
  readonly memoryMb: number
}

const LOOKS_PER_LIMIT = 20
const LOOK_AT_MOST_EVERY_MS = 2_000
/**
 * The interval, in milliseconds, at which memory is checked. It is short, because a process can allocate a gigabyte per
 * second.
 */
const LOOK_AT_MEMORY_EVERY_MS = 50
/** The processor time between two checks, in milliseconds, below which a process counts as waiting. */
const IDLE_CPU_MS = 20
/** Linux reports processor time in hundredths of a second, whatever unit the kernel uses internally. */
const TICK_MS = 10
const PAGE_BYTES = 4_096

/**
 * Watches a process that has just received work. Gives up on the process when it uses too much memory or processor
 * time, or is idle for too long. Wall-clock time is no good measure: these processes have the lowest priority, so on a
 * busy machine even a harmless page takes minutes. @returns a function that stops watching
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
    // Only Linux reports processor time. Elsewhere, wall-clock time is used instead.
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

/** Returns the processor time used by all threads of a process, or null if the system does not report it. */
function processorMsOf(pid: number): number | null {
  const stat = read(`/proc/${pid}/stat`)
  if (stat === null) return null
  // The name in brackets is followed by further fields: the state, the parent and so on. The 12th and 13th of these are
  // the ticks in user mode and in system mode.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Returns the resident memory in MB, or 0 if the system does not report it. */
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
