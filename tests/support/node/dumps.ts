/**
 * Opens databases in the state in which released versions left them after a working day, with unfinished jobs
 * (tests/dumps, made by `npm run make-dump`). The current version must show the same data.
 */
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import pg from 'pg'
import { parseSecretKeys } from '../../../server/access/secret-key.ts'
import type { FileStoreSettings } from '../../../server/integrations/file-store.ts'
import { emptyDatabase } from './service.ts'

/** A command that was sent on the working day of the dump, and its response. */
export interface Said {
  readonly method: string
  readonly path: string
  readonly key: string
  readonly prefer: string | null
  readonly body: string
  readonly status: number
  readonly text: string
}

/** A company in the dump, with the responses recorded for it. */
interface DumpedCompany {
  readonly token: string
  readonly id: string
  /** The recorded responses, keyed by the requested address. */
  readonly reads: Readonly<Record<string, string>>
}

/** A company with a half-finished import from MoySklad. */
export interface DumpedMove {
  readonly email: string
  readonly password: string
  readonly jobId: string
  readonly phase: 'preview' | 'apply'
}

/** The data recorded during the working day, in addition to the database itself. */
export interface DumpedDay {
  readonly commit: string
  readonly company: DumpedCompany
  readonly said: readonly Said[]
  /** The ids of uploaded files in three states: recognized, half recognized, and not yet started. */
  readonly files: Readonly<Record<'read' | 'half' | 'waiting', string>>
  /** The ids of table imports in three states: written, half written, and only mapped. Null if the version had no table imports. */
  readonly tables: Readonly<Record<'done' | 'half' | 'ready', string>> | null
  readonly moves: readonly DumpedMove[]
  /** The contents of the folder of uploaded files, in base64. */
  readonly stored: Readonly<Record<string, string>>
}

/** The secret key that encrypts the dumps' tokens. */
export const DUMP_SECRET = 'a secret key of dumps, of no use elsewhere'
export const DUMP_KEYS = parseSecretKeys(DUMP_SECRET)

const FOLDER = new URL('../../dumps/', import.meta.url)
const unpacked = async (name: string) =>
  (await promisify(gunzip)(await readFile(new URL(name, FOLDER)))).toString('utf8')

/** The released versions that have a dump. */
export const DUMPED_VERSIONS = readdirSync(FOLDER)
  .flatMap((name) => /^(.+)\.sql\.gz$/.exec(name)?.[1] ?? [])
  .sort()

export interface OpenedDump {
  readonly url: string
  readonly day: DumpedDay
  readonly files: FileStoreSettings
  /** A database connection that bypasses row-level security. */
  readonly owner: pg.Client
  drop(): Promise<void>
}

/** Opens a copy of a database in the state in which a released version left it, without applying later migrations. */
export async function openDump(version: string): Promise<OpenedDump> {
  const day = JSON.parse(await unpacked(`${version}.json.gz`)) as DumpedDay
  const made = await emptyDatabase()
  const owner = new pg.Client({ connectionString: made.url })
  await owner.connect()
  await owner.query(await unpacked(`${version}.sql.gz`))
  const folder = await mkdtemp(join(tmpdir(), 'skladno-dump-'))
  for (const [name, bytes] of Object.entries(day.stored)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), Buffer.from(bytes, 'base64'))
  }
  return {
    url: made.url,
    day,
    files: { place: { folder }, incoming: join(folder, 'incoming') },
    owner,
    async drop() {
      await owner.end()
      await made.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
