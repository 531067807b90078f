// Chooses where the embedded PostgreSQL listens: on a free loopback port, and on a socket in a
// private folder.
import { createHash } from 'node:crypto'
import { lchownSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCode } from './processes.ts'
import { run, type SystemAccount } from './programs.ts'

const PROBE_TIMEOUT_MS = 10_000
/**
 * The lowest port to choose. All chosen ports are below the range that systems use for outgoing connections, so that
 * a port is still free after a restart.
 */
const FIRST_PORT = 20_000
const PORT_COUNT = 10_000
const PORT_TRIES = 50
/**
 * The longest socket path. The system's limit is 107 bytes (103 on macOS) for
 * `<folder>/.s.PGSQL.<port>.lock`.
 */
const SOCKET_PATH_LIMIT = 103
const LONGEST_SOCKET_NAME = '/.s.PGSQL.65535.lock'
const SOCKET_FOLDER_TRIES = 3

/** Returns whether nothing is listening on this port of 127.0.0.1. */
export function isPortFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const server = createServer()
  server.once('error', () => resolve(false))
  server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)))
  return promise
}

/** Returns a free port of 127.0.0.1, if possible the preferred one. Throws when 50 random ports are all taken. */
export async function pickPort(preferred: number | undefined): Promise<number> {
  if (preferred !== undefined && (await isPortFree(preferred))) return preferred
  for (let tries = 0; tries < PORT_TRIES; tries += 1) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORT_COUNT)
    if (await isPortFree(port)) return port
  }
  throw new Error(`No free port on 127.0.0.1 between ${FIRST_PORT} and ${FIRST_PORT + PORT_COUNT}`)
}

/**
 * Prepares a private folder (0700, owned by the account) for this cluster's socket, and removes files that a crash left
 * in it. Returns undefined when no folder can be used; PostgreSQL then listens only on TCP. Call it only when the
 * cluster's postmaster is not running.
 */
export async function prepareSocketFolder(clusterFolder: string, account: SystemAccount): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined
  const name = `skladno-${createHash('sha256').update(clusterFolder).digest('hex').slice(0, 12)}`
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    for (let tries = 0; tries < SOCKET_FOLDER_TRIES; tries += 1) {
      const folder = join(parent, tries === 0 ? name : `${name}-${tries}`)
      if (isFitPath(folder) && takeFolder(folder, account) && (await canWrite(folder, account))) return folder
    }
  }
  return undefined
}

/**
 * Whether a path is short enough and has no character that would need quoting in PostgreSQL's folder lists or in a URL.
 */
function isFitPath(folder: string): boolean {
  return /^[\w/.-]+$/.test(folder) && Buffer.byteLength(folder + LONGEST_SOCKET_NAME) <= SOCKET_PATH_LIMIT
}

/**
 * Creates the folder, or accepts an existing folder if only we can have created it. This check is needed because anyone
 * can create folders in a temporary directory.
 */
function takeFolder(folder: string, account: SystemAccount): boolean {
  const ownUid = process.getuid?.()
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') return false
  }
  try {
    const found = lstatSync(folder)
    const isOurs = found.uid === ownUid || found.uid === account.uid
    if (!found.isDirectory() || !isOurs || (found.mode & 0o077) !== 0) return false
    if (account.uid !== undefined && account.gid !== undefined) lchownSync(folder, account.uid, account.gid)
    // Remove leftover socket locks. If the pid in such a lock now belonged to another process, PostgreSQL would not
    // start.
    for (const name of readdirSync(folder)) {
      if (name.startsWith('.s.PGSQL.')) rmSync(join(folder, name), { force: true })
    }
    return true
  } catch {
    return false
  }
}

async function canWrite(folder: string, account: SystemAccount): Promise<boolean> {
  const command = ['/bin/sh', '-c', 'test -w "$1" && test -x "$1"', 'sh', folder]
  return (await run(account, command, { timeoutMs: PROBE_TIMEOUT_MS })).exitCode === 0
}
