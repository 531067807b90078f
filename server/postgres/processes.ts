// Finds out which processes are alive, which process holds the lock, and which processes use the cluster. All of this
// must remain correct after a kill -9.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const LOCK_POLL_MS = 50
/**
 * From this age on, an empty lock file is considered left over by a process that crashed between creating the file and
 * writing to it.
 */
const HALF_WRITTEN_AFTER_MS = 5_000
const PS_TIMEOUT_MS = 2_000

/** Returns whether a process with this id exists; zombies and other accounts' processes count too. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Returns the `code` of a system or PostgreSQL error, or an empty string. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/**
 * Returns the start time of a process, which distinguishes it from a later process with the same pid. Returns undefined
 * when there is no such process (or it is a zombie), and an empty string where the system does not report start times.
 */
function processIdentity(pid: number): string | undefined {
  if (process.platform !== 'linux') return processExists(pid) ? portableStartTime(pid) : undefined
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in brackets and may contain spaces, so count the fields after it (state
    // is the 3rd, start time the 22nd).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`
  } catch {
    return processExists(pid) ? '' : undefined
  }
}

function portableStartTime(pid: number): string {
  if (process.platform === 'win32') return ''
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', timeout: PS_TIMEOUT_MS }).trim()
  } catch {
    return ''
  }
}

function isStillRunning(pid: number, identity: string): boolean {
  const current = processIdentity(pid)
  return current !== undefined && (identity === '' || current === '' || identity === current)
}

/**
 * Returns the command line of a live process. Returns an empty list for a zombie, for a process that does not exist,
 * and where the system does not report command lines.
 */
export function commandLine(pid: number): readonly string[] {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return [execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8', timeout: PS_TIMEOUT_MS }).trim()]
  } catch {
    return []
  }
}

interface LockState {
  readonly pid: number
  readonly identity: string
  readonly token: string
  readonly isHeld: boolean
}

function readLock(file: string): LockState | undefined {
  try {
    const text = readFileSync(file, 'utf8')
    const [pid = '', identity = '', token = ''] = text.split('\n')
    if (token === '') {
      const isBeingWritten = Date.now() - statSync(file).mtimeMs < HALF_WRITTEN_AFTER_MS
      return { pid: 0, identity: '', token: 'empty', isHeld: isBeingWritten }
    }
    return { pid: Number(pid), identity, token, isHeld: isStillRunning(Number(pid), identity) }
  } catch {
    return undefined
  }
}

function tryCreate(file: string, text: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, text)
    closeSync(handle)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Removes a dead owner's lock. Deleting the file directly could delete the lock of a process that
 * has just replaced it. So only the process that creates the breaker file for exactly this dead
 * owner may delete the lock, after checking again.
 */
function breakLock(file: string, dead: LockState): void {
  const breaker = `${file}.break-${dead.token}`
  if (!tryCreate(breaker, '')) {
    const madeAt = statSync(breaker, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - madeAt > HALF_WRITTEN_AFTER_MS) rmSync(breaker, { force: true })
    return
  }
  const current = readLock(file)
  if (current?.token === dead.token && !current.isHeld) rmSync(file, { force: true })
  rmSync(breaker, { force: true })
}

/**
 * Runs `work` while this process alone holds the lock file. The lock of a dead process is taken
 * over. Throws when another process holds the lock for `waitMs`, or when `signal` aborts the wait.
 */
export async function withLock<Result>(
  file: string,
  wait: { readonly waitMs: number; readonly signal?: AbortSignal },
  work: () => Promise<Result>,
): Promise<Result> {
  const token = randomBytes(8).toString('hex')
  const text = `${process.pid}\n${processIdentity(process.pid) ?? ''}\n${token}\n`
  const deadline = Date.now() + wait.waitMs
  while (!tryCreate(file, text)) {
    wait.signal?.throwIfAborted()
    const state = readLock(file)
    if (state && !state.isHeld) breakLock(file, state)
    if (Date.now() > deadline) throw new Error(`Waited ${wait.waitMs} ms for ${file}, held by process ${state?.pid}`)
    await sleep(LOCK_POLL_MS)
  }
  try {
    return await work()
  } finally {
    if (readLock(file)?.token === token) rmSync(file, { force: true })
  }
}

/**
 * Records that this process uses the cluster, in a file `<folder>/<pid>-<token>`. Returns the path
 * of the file, which must be deleted at the end.
 */
export function registerUser(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Close the folder to others, because an earlier version created it open to everyone.
  chmodSync(folder, 0o700)
  // The pid alone is not enough for a name, because one process may use the same cluster twice (two
  // test files in one worker).
  const file = join(folder, `${process.pid}-${randomBytes(4).toString('hex')}`)
  writeFileSync(file, processIdentity(process.pid) ?? '', { mode: 0o600 })
  return file
}

/**
 * Returns the pids of live processes that use the cluster, without the entry `ownFile`. Deletes the
 * entries of dead processes.
 */
export function listOtherUsers(folder: string, ownFile: string): number[] {
  const others: number[] = []
  for (const name of readdirSync(folder)) {
    if (name === basename(ownFile)) continue
    const file = join(folder, name)
    const pid = Number.parseInt(name, 10)
    if (isStillRunning(pid, readIfThere(file))) others.push(pid)
    else rmSync(file, { force: true })
  }
  return others
}

/** Returns the text of a file, or an empty string when it does not exist. */
export function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  }
}

/** Makes the names in a folder survive a power cut. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
