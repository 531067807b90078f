/**
 * Starts, watches and stops the processes of a run by their pid. Reads their costs from /proc on Linux; elsewhere the
 * costs are null.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 20_000
/** The unit of times in /proc/<pid>/stat: ticks per second (USER_HZ), which is 100 on every Linux. */
const TICKS_PER_SECOND = 100
const KIBIBYTE = 1_024
const KEPT_LINES = 20

export interface StartedProcess {
  readonly pid: number
  readonly port: number
  /** The time from starting the process until it listened, in milliseconds. */
  readonly startMs: number
  /** The first lines that the process wrote to stderr, or logged as a warning or worse. */
  readonly complaints: readonly string[]
  stop(): Promise<void>
  /** Kills the process at once, without letting it finish. */
  kill(): Promise<void>
}

const running = new Set<ChildProcess>()
// If the benchmark itself dies, kill everything it started.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a Node program and waits until a line of its output states on which port it listens. */
export async function startProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  portIn: (line: string) => number | null,
): Promise<StartedProcess> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const complaints: string[] = []
  const complain = (line: string) => {
    if (complaints.length < KEPT_LINES) complaints.push(line)
  }
  createInterface({ input: child.stderr }).on('line', complain)
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      running.delete(child)
      resolve()
    })
  })
  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => fail('did not start in time'), START_TIMEOUT_MS)
    const fail = (what: string) => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      reject(new Error(`${args.join(' ')} ${what}: ${complaints.join('; ')}`))
    }
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code) => fail(`ended with ${code}`))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (/"level":[456]0/.test(line)) complain(line)
      const found = portIn(line)
      if (found === null) return
      clearTimeout(timer)
      resolve(found)
    })
  })
  const kill = () => {
    child.kill('SIGKILL')
    return exited
  }
  const startMs = performance.now() - startedAt
  return { pid: child.pid!, port, startMs, complaints, stop: () => end(child, exited), kill }
}

async function end(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (!running.has(child)) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(timer)
}

/** Returns the CPU seconds that a process has used, in user and kernel mode, with all its threads. */
export function cpuSeconds(pid: number): number | null {
  const fields = readStat(pid)
  return fields === null ? null : (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/**
 * Returns the CPU seconds of a process and its children, running or ended. For PostgreSQL, these are the processes of
 * its connections.
 */
export function cpuSecondsOfFamily(pid: number): number | null {
  const parent = readStat(pid)
  if (parent === null) return null
  let ticks = sum(parent, 11, 15)
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const child = readStat(Number(name))
    if (child !== null && Number(child[1]) === pid) ticks += sum(child, 11, 15)
  }
  return ticks / TICKS_PER_SECOND
}

/** Returns the process id of a process's parent; null if there is no /proc. */
export function parentOf(pid: number): number | null {
  const stat = readStat(pid)
  return stat === null ? null : Number(stat[1])
}

/** Returns for how many seconds a process's main thread was ready to run but had to wait for a core. */
export function coreWaitSeconds(pid: number): number | null {
  try {
    const nanoseconds = Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[1])
    return Number.isNaN(nanoseconds) ? null : nanoseconds / 1e9
  } catch {
    return null
  }
}

/** Returns the resident memory of a process, in bytes. */
export function residentBytes(pid: number): number | null {
  return memoryOf(pid, 'VmRSS')
}

/** Returns the peak resident memory of a process, in bytes. */
export function peakResidentBytes(pid: number): number | null {
  return memoryOf(pid, 'VmHWM')
}

/**
 * Returns the memory of a process and all its descendants in bytes. Pages that they share count once. Returns 0 if
 * there is no /proc.
 */
export function familyBytes(pid: number): number {
  let bytes = 0
  try {
    const found = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))
    bytes = Number(found?.[1] ?? 0) * KIBIBYTE
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean)
    for (const child of children) bytes += familyBytes(Number(child))
  } catch {
    // The process ended while its memory was being read, so count its memory as zero.
  }
  return bytes
}

function memoryOf(pid: number, line: string): number | null {
  try {
    const found = new RegExp(`^${line}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return found === null ? null : Number(found[1]) * KIBIBYTE
  } catch {
    return null
  }
}

function sum(fields: readonly string[], from: number, to: number): number {
  return fields.slice(from, to).reduce((total, field) => total + Number(field), 0)
}

/**
 * Returns the fields of /proc/<pid>/stat after the command's name: state, ppid, and so on. Fields 11 to 14 are utime,
 * stime, cutime and cstime.
 */
function readStat(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
