/**
 * Databases as released versions left them after a working day, with work half done (tests/dumps, made by `npm run make-dump`): opened
 * by the version of now, they must be what they were.
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

/** A command that was sent then, and its answer. */
export interface Said {
  readonly method: string
  readonly path: string
  readonly key: string
  readonly prefer: string | null
  readonly body: string
  readonly status: number
  readonly text: string
}

/** A company of the dump: what it said then. */
interface DumpedCompany {
  readonly token: string
  readonly id: string
  /** By what was asked, the answers of then. */
  readonly reads: Readonly<Record<string, string>>
}

/** Somebody who moves in from another program; the import is half done. */
export interface DumpedMove {
  readonly email: string
  readonly password: string
  readonly jobId: string
  readonly phase: 'preview' | 'apply'
}

/** What is told of the day beside the database. */
export interface DumpedDay {
  readonly commit: string
  readonly company: DumpedCompany
  readonly said: readonly Said[]
  /** Files that are read, read to the end, half read, and not yet begun. */
  readonly files: Readonly<Record<'read' | 'half' | 'waiting', string>>
  /** Tables that are written, half written, and mapped alone; null: this version had none. */
  readonly tables: Readonly<Record<'done' | 'half' | 'ready', string>> | null
  readonly moves: readonly DumpedMove[]
  /** What the folder of files has, in base64. */
  readonly stored: Readonly<Record<string, string>>
}

/** What secrets of the dumps are sealed with. */
export const DUMP_SECRET = 'a secret key of dumps, of no use elsewhere'
export const DUMP_KEYS = parseSecretKeys(DUMP_SECRET)

const FOLDER = new URL('../../dumps/', import.meta.url)
const unpacked = async (name: string) =>
  (await promisify(gunzip)(await readFile(new URL(name, FOLDER)))).toString('utf8')

/** The versions of which there is a dump. */
export const DUMPED_VERSIONS = readdirSync(FOLDER)
  .flatMap((name) => /^(.+)\.sql\.gz$/.exec(name)?.[1] ?? [])
  .sort()

export interface OpenedDump {
  readonly url: string
  readonly day: DumpedDay
  readonly files: FileStoreSettings
  /** Past row-level security. */
  readonly owner: pg.Client
  drop(): Promise<void>
}

/** A database of its own that is as the version left it; no migration of later ones was run. */
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
