/**
 * Prepares a data folder in the state in which a server's first start leaves it. The folder is made once per set of
 * migrations and copied for each server in a test.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../../../server/postgres/embedded-postgres.ts'
import { migrate } from '../../../server/store/migrations.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const MIGRATIONS = join(ROOT, 'server/migrations')

/**
 * Fills an empty folder with a PostgreSQL cluster that has the current tables, and with the cluster's password. This saves
 * three seconds of processor time.
 */
export async function fillDataDir(folder: string): Promise<void> {
  await copy(await prepared(), folder)
}

const run = promisify(execFile)

/**
 * Copies a folder and keeps the owners of its files, because PostgreSQL runs under another account when root starts it.
 */
async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-a', `${from}/.`, to])
}

function keyOfMigrations(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(MIGRATIONS).sort()) hash.update(name).update(readFileSync(join(MIGRATIONS, name)))
  return hash.digest('hex').slice(0, 16)
}

/** Removes the folders prepared for other sets of migrations, which are no longer needed. */
async function dropOlder(folder: string): Promise<void> {
  const isOlder = (name: string) => /^data-[0-9a-f]{16}$/.test(name) && name !== basename(folder)
  for (const name of readdirSync(dirname(folder)).filter(isOlder))
    await rm(join(dirname(folder), name), { recursive: true, force: true })
}

/**
 * The preparation now in progress, shared by all callers in this process. If two processes prepare the folder at once,
 * the first to finish wins.
 */
let making: Promise<string> | undefined

async function prepared(): Promise<string> {
  const folder = join(ROOT, 'tmp', `data-${keyOfMigrations()}`)
  if (existsSync(folder)) return folder
  making ??= prepare(folder).finally(() => {
    making = undefined
  })
  return making
}

async function prepare(folder: string): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'skladno-prepared-'))
  // Prepare next to the final folder, so that the last step is a rename. The name is unique even if an earlier attempt was
  // interrupted.
  await mkdir(dirname(folder), { recursive: true })
  const own = await mkdtemp(`${folder}-`)
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: made, log: () => {} })
    await migrate(postgres.adminUrl)
    await postgres.stop()
    await copy(made, own)
    await rename(own, folder).catch((error: NodeJS.ErrnoException) => {
      if (!existsSync(folder)) throw error
    })
    await dropOlder(folder)
  } finally {
    await rm(own, { recursive: true, force: true })
    await rm(made, { recursive: true, force: true })
  }
  return folder
}
