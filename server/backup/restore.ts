/**
 * Restores a backup into a new data folder, as of its end or of an earlier point in time, or restores a dump into an
 * empty database.
 */
import { constants, existsSync } from 'node:fs'
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../integrations/private-folders.ts'
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { programsFor } from '../postgres/older-programs.ts'
import { prepareForDump } from './backup-sql.ts'
import type { Chosen } from './choose.ts'
import { CLUSTER } from './cluster-copy.ts'
import { restoreDump } from './dump.ts'
import { type BaseBackup, type DumpBackup, FILES, folderOf, readPacks, readProgress } from './manifest.ts'
import { type PackPart, readPack } from './packs.ts'
import { type BackupPlace, Damaged, sha256Of } from './place.ts'
import { readWal } from './wal-copy.ts'
import { parseLsn } from './wal-names.ts'

/** The name of the file that marks an unfinished restore. */
const UNFINISHED = 'restore-unfinished'
/** The folder for the programs of an older PostgreSQL, if the backup is of one. It is removed afterwards. */
const OLDER_PROGRAMS = 'older-programs'
const AT_ONCE = 4
/** The mode of the data folder: PostgreSQL's account may enter the folder but not list it. */
const DATA_FOLDER = 0o711
/** The maximum time, in milliseconds, that PostgreSQL may take to replay the WAL. */
const RECOVERY_MS = 24 * 3_600_000
/** Makes PostgreSQL write all restored files to disk at once, on systems that support it. */
const SYNC: Record<string, string> = process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}
const SHA256 = /^[0-9a-f]{64}$/
const TOO_SHORT = /recovery ended before configured recovery target was reached/

interface RestoreOptions {
  readonly place: BackupPlace
  readonly dataDir: string
  /** The database into which to restore a dump; null to use the embedded PostgreSQL in the data folder. */
  readonly databaseUrl: string | null
  readonly log: (line: string) => void
}

/** Throws when a restore into the folder was started but did not finish. */
export function requireFinished(dataDir: string): void {
  if (existsSync(join(dataDir, UNFINISHED)))
    throw new Error(`A restore into ${dataDir} did not finish. Delete the folder and restore again.`)
}

/** Restores a backup. `inspect` gets the connection string of the restored database while the database is running. */
export async function restoreBackup<T>(
  { backup, at }: Chosen,
  options: RestoreOptions,
  inspect: (url: string) => Promise<T>,
): Promise<T> {
  const { dataDir, place, databaseUrl, log } = options
  await requireEmpty(dataDir)
  await mkdir(dataDir, { recursive: true, mode: DATA_FOLDER })
  const marker = join(dataDir, UNFINISHED)
  await writeFile(marker, '', { mode: PRIVATE_FILE })
  let inspected: T
  if (backup.kind === 'base') {
    const damaged = await restoreCluster(backup, at !== null, options)
    if (backup.hasFiles) await restoreFiles(place, dataDir)
    inspected = await recover(dataDir, { at, damaged, log }, inspect)
  } else {
    if (backup.hasFiles) await restoreFiles(place, dataDir)
    inspected = await restoreFromDump(backup, { place, dataDir, databaseUrl, log }, inspect)
  }
  await rm(marker)
  return inspected
}

async function requireEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (found.length > 0) throw new Error(`${folder} is not empty: a backup is restored into a new folder`)
}

/**
 * Puts the cluster into the data folder, ready to replay its WAL. When an earlier point in time is to be restored, a
 * damaged WAL file and all WAL after it are left out. @returns the error for that damaged file; null when no file is
 * damaged
 */
async function restoreCluster(
  backup: BaseBackup,
  isEarlier: boolean,
  { place, dataDir }: RestoreOptions,
): Promise<Damaged | null> {
  for (const folder of [CLUSTER, ...backup.folders]) await makeFolder(dataDir, folder)
  await eachOf(await readPacks(place, backup), async (pack) => {
    for (const part of await readPack(place, pack)) await restorePart(dataDir, part)
  })
  const folder = folderOf(backup.name)
  const progress = await readProgress(place, backup.name)
  const range = { from: parseLsn(backup.startLsn), to: parseLsn(progress?.lsn ?? backup.stopLsn) }
  await writeFile(join(dataDir, CLUSTER, 'recovery.signal'), '', { mode: PRIVATE_FILE })
  try {
    for await (const { segment, bytes } of readWal({ place, folder, shape: backup }, range))
      await writeFile(join(dataDir, CLUSTER, 'pg_wal', segment), bytes, { mode: PRIVATE_FILE })
  } catch (error) {
    if (isEarlier && error instanceof Damaged) return error
    throw error
  }
  return null
}

async function restorePart(dataDir: string, { file, offset, bytes }: PackPart): Promise<void> {
  const opened = await open(pathIn(dataDir, file), constants.O_WRONLY | constants.O_CREAT, PRIVATE_FILE)
  try {
    await opened.write(bytes, 0, bytes.length, offset)
  } finally {
    await opened.close()
  }
}

/** Restores the files of all companies. Files newer than the restored point in time do no harm. */
async function restoreFiles(place: BackupPlace, dataDir: string): Promise<void> {
  await makeFolder(dataDir, FILES)
  for (const companyId of await place.list(FILES)) {
    await makeFolder(dataDir, `${FILES}/${companyId}`)
    const names = (await place.list(`${FILES}/${companyId}`)).filter((name) => SHA256.test(name))
    await eachOf(names, async (name) => {
      const object = `${FILES}/${companyId}/${name}`
      const bytes = await place.find(object)
      if (bytes === null || sha256Of(bytes) !== name) throw new Damaged(object, 'has other bytes than were stored')
      await writeFile(pathIn(dataDir, object), bytes, { mode: PRIVATE_FILE })
    })
  }
}

/**
 * Lets PostgreSQL replay the WAL up to the given time, or all of it. PostgreSQL then begins a new timeline, which means
 * a new epoch.
 */
async function recover<T>(
  dataDir: string,
  { at, damaged, log }: { at: Date | null; damaged: Damaged | null; log: (line: string) => void },
  inspect: (url: string) => Promise<T>,
): Promise<T> {
  const olderPrograms = join(dataDir, OLDER_PROGRAMS)
  const programs = await programsFor(join(dataDir, CLUSTER), olderPrograms)
  if (programs !== undefined)
    log('This backup is of an older PostgreSQL: run "npm run upgrade-postgres" before a start')
  const start = (target: Record<string, string>) =>
    startEmbeddedPostgres({
      ...{ dataDir, log, ...(programs && { programs }) },
      readyTimeoutMs: RECOVERY_MS,
      // All WAL is already in the folder, so PostgreSQL has nothing to fetch. With hot_standby off, PostgreSQL accepts
      // connections only after it has replayed all of it.
      settings: {
        restore_command: 'false',
        recovery_target_timeline: 'current',
        hot_standby: 'off',
        ...SYNC,
        ...target,
      },
    })
  const postgres =
    at === null
      ? await start({})
      : await start({ recovery_target_time: inSql(at), recovery_target_action: 'promote' }).catch((error: Error) => {
          if (!TOO_SHORT.test(error.message)) throw error
          if (damaged !== null) throw damaged
          // The WAL reaches the target time, but its last commit is earlier, so replay all of the WAL.
          return start({})
        })
  try {
    return await inspect(postgres.adminUrl)
  } finally {
    await postgres.stop()
    await rm(olderPrograms, { recursive: true, force: true })
  }
}

/** Formats a time with +00 instead of Z, because PostgreSQL reads this setting before it has loaded time zone names. */
const inSql = (moment: Date): string => moment.toISOString().replace('T', ' ').replace('Z', '+00')

async function restoreFromDump<T>(
  backup: DumpBackup,
  { place, dataDir, databaseUrl, log }: RestoreOptions,
  inspect: (url: string) => Promise<T>,
): Promise<T> {
  const postgres = databaseUrl === null ? await startEmbeddedPostgres({ dataDir, log }) : null
  try {
    const url = databaseUrl ?? postgres!.adminUrl
    await prepareForDump(url)
    await restoreDump(url, { place, backup, signal: AbortSignal.any([]) })
    return await inspect(url)
  } finally {
    await postgres?.stop()
  }
}

/** Returns a path inside the folder. Throws for a name that would lead outside the folder. */
function pathIn(folder: string, name: string): string {
  if (name.startsWith('/') || name.split('/').includes('..')) throw new Damaged(name, 'is not a name of a file')
  return join(folder, name)
}

async function makeFolder(dataDir: string, name: string): Promise<void> {
  await mkdir(pathIn(dataDir, name), { recursive: true, mode: PRIVATE_FOLDER })
}

async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = all.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const one of waiting) await work(one)
    }),
  )
}
