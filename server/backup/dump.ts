/** Backs up and restores an external PostgreSQL with its own programs, pg_dump and pg_restore. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { environment } from '../postgres/programs.ts'
import { connect, isDistributed, readTime } from './backup-sql.ts'
import { type DumpBackup, folderOf, readPacks } from './manifest.ts'
import { PACK_BYTES, type Pack, readPack, storePack } from './packs.ts'
import type { BackupPlace } from './place.ts'

const TOLD_LETTERS = 1_000
const DUMP = 'database.dump'

type Program = 'pg_dump' | 'pg_restore'

/**
 * Stores the output of pg_dump in a backup. Refuses a Citus cluster, because a dump reads each node at another moment
 * and restores the tables of one server.
 */
export async function dumpDatabase(
  url: string,
  { place, name, signal }: { place: BackupPlace; name: string; signal: AbortSignal },
) {
  const client = await connect(url)
  const startedAt = await startOfDump(client).finally(() => client.end())
  const packs: Pack[] = []
  let bytes = 0
  await run('pg_dump', { url, signal, args: ['--format=custom', '--compress=0'] }, async ({ stdout }) => {
    for await (const part of inParts(stdout)) {
      const parts = [{ file: DUMP, offset: bytes, bytes: part }]
      packs.push(await storePack({ place, folder: folderOf(name) }, packs.length, parts))
      bytes += part.length
    }
  })
  const at = startedAt.toISOString()
  return { bytes, packs, backup: { kind: 'dump' as const, startedAt: at, finishedAt: at, reachesTo: at } }
}

async function startOfDump(client: pg.Client): Promise<Date> {
  if (await isDistributed(client))
    throw new Error('The database is a Citus cluster: back up each of its nodes as docs/citus.md describes.')
  return readTime(client)
}

/** Restores a dump into an empty database, either completely or not at all. */
export async function restoreDump(
  url: string,
  { place, backup, signal }: { place: BackupPlace; backup: DumpBackup; signal: AbortSignal },
): Promise<void> {
  const { database = '' } = new pg.Client({ connectionString: url })
  const args = ['--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${database}`]
  await run('pg_restore', { url, signal, args }, async ({ stdin }) => {
    await pipeline(async function* () {
      for (const pack of await readPacks(place, backup))
        for (const part of await readPack(place, pack)) yield part.bytes
    }, stdin)
  })
}

async function* inParts(stream: Readable): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    waiting.push(chunk as Buffer)
    length += (chunk as Buffer).length
    if (length < PACK_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  yield Buffer.concat(waiting)
}

interface Pipes {
  readonly stdin: NodeJS.WritableStream
  readonly stdout: Readable
}

/**
 * Runs a PostgreSQL program. If it fails, throws an error with the program's own message. The password is not passed on
 * the command line, where others could read it.
 */
async function run(
  program: Program,
  { url, args, signal }: { url: string; args: readonly string[]; signal: AbortSignal },
  talk: (pipes: Pipes) => Promise<void>,
): Promise<void> {
  const child = spawn(program, args, { env: environmentOf(url), stdio: ['pipe', 'pipe', 'pipe'], signal })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-TOLD_LETTERS)
  })
  const ended = once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(notInstalled(program)) : error
  })
  const talked = talk(child).catch((error: unknown) => {
    child.kill()
    return error
  })
  const [code] = (await ended) as [number | null]
  const failure = await talked
  // Writing to a program that has already exited also fails. Report the program's own message, which gives the reason.
  if (code !== null && code !== 0) throw new Error(`${program} failed: ${said.trim()}${adviceFor(said)}`)
  if (failure !== undefined) throw failure
}

const notInstalled = (program: Program) =>
  `${program} is not installed. Install PostgreSQL's client programs in the version of your server or a later one, or back up with the tools of your server.`

function adviceFor(said: string): string {
  return /row-level security/.test(said)
    ? '\nDATABASE_URL must name a superuser or a role with BYPASSRLS for a backup.'
    : ''
}

/**
 * Returns environment variables that identify the database for PostgreSQL's programs. Other accounts on the machine
 * cannot read these variables.
 */
function environmentOf(url: string): NodeJS.ProcessEnv {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url })
  const sslMode = /[?&]sslmode=([^&]+)/.exec(url)?.[1]
  return {
    ...{ ...environment(), PGHOST: host, PGPORT: String(port) },
    ...(user === undefined ? {} : { PGUSER: user }),
    ...(password ? { PGPASSWORD: String(password) } : {}),
    ...(database === undefined ? {} : { PGDATABASE: database }),
    ...(sslMode === undefined ? {} : { PGSSLMODE: decodeURIComponent(sslMode) }),
  }
}
