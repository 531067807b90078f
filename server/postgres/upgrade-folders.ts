/**
 * The folders of an upgrade to a new major version. Everything is made in `<dataDir>/postgres.upgrade`; the old cluster
 * stays as it is until a verified new one takes its place.
 */
import { constants, existsSync, lstatSync, mkdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from './processes.ts'

const MEBIBYTE = 1_048_576
/** How much room is needed in addition to two copies of the cluster: new WAL, and sorting for indexes. */
const SPARE_BYTES = 1_024 * MEBIBYTE
/** The mode of folders that PostgreSQL's account must pass through. */
const PASSABLE = 0o711
/** Files that describe a running server, so a copy must not have them. */
const OF_RUNNING = new Set(['postmaster.pid', 'postmaster.opts'])

/** The paths of an upgrade. `old` and `new` are data folders, each with a cluster. */
export interface UpgradeFolders {
  readonly cluster: string
  readonly work: string
  readonly old: string
  readonly new: string
  /** The file that says that the new cluster is complete and verified. */
  readonly verified: string
}

export function foldersOf(dataDir: string): UpgradeFolders {
  const work = join(dataDir, 'postgres.upgrade')
  return {
    cluster: join(dataDir, 'postgres'),
    work,
    old: join(work, 'old'),
    new: join(work, 'new'),
    verified: join(work, 'verified'),
  }
}

/** Whether an upgrade was interrupted after the old cluster had moved away and before the new one had taken its place. */
export function isHalfSwitched(dataDir: string): boolean {
  const { cluster, verified } = foldersOf(dataDir)
  return existsSync(verified) && !existsSync(cluster)
}

/** Throws after an upgrade that was interrupted between its last two steps, so that no empty cluster is made. */
export function requireNoHalfSwitch(dataDir: string): void {
  if (isHalfSwitched(dataDir))
    throw new Error('An upgrade of PostgreSQL was interrupted at its last step. Run "npm run upgrade-postgres" again.')
}

/** Removes the remains of an upgrade that was interrupted after its last step. */
export function removeFinished(dataDir: string): void {
  const { work, verified } = foldersOf(dataDir)
  if (existsSync(verified)) rmSync(work, { recursive: true, force: true })
}

/** Makes empty folders. */
export function prepareFolders({ work, old, new: fresh }: UpgradeFolders): void {
  rmSync(work, { recursive: true, force: true })
  for (const folder of [work, old, fresh]) mkdirSync(folder, { mode: PASSABLE })
}

/** Returns the size of a cluster in bytes. Throws when it has parts outside its folder, which would not be copied. */
export async function measureCluster(cluster: string): Promise<number> {
  if (lstatSync(cluster).isSymbolicLink())
    throw new Error(
      `${cluster} is a link, so a copy would still be the same cluster. Put the folder itself there first.`,
    )
  let bytes = 0
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink())
      throw new Error(`${path} is a link: an upgrade cannot move tablespaces. Dump and restore the database yourself.`)
    if (entry.isFile()) bytes += lstatSync(path).size
  }
  return bytes
}

/** Throws when the disk has no room for a copy of the cluster and for the new one. */
export function requireRoom(dataDir: string, clusterBytes: number): void {
  const { bavail, bsize } = statfsSync(dataDir)
  const needed = 2 * clusterBytes + SPARE_BYTES
  if (bavail * bsize >= needed) return
  const [free, wanted] = [bavail * bsize, needed].map((bytes) => Math.ceil(bytes / MEBIBYTE))
  throw new Error(`An upgrade needs ${wanted} MB of free space in ${dataDir}, but there are ${free} MB.`)
}

/** Copies a stopped cluster. File systems that can share blocks between files do so. */
export async function copyStopped(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !OF_RUNNING.has(path.slice(from.length + 1)),
  })
}

/**
 * Puts the verified new cluster in the place of the old one, which gets the name `postgres-<major>`. If the process
 * dies in between, `isHalfSwitched` is true, and this function finishes. @returns where the old cluster is now; null if
 * an earlier process moved it
 */
export function switchClusters(dataDir: string, major: string): string | null {
  const { cluster, work, new: fresh, verified } = foldersOf(dataDir)
  let kept: string | null = null
  if (!isHalfSwitched(dataDir)) {
    writeFileSync(verified, '', { mode: 0o600, flush: true })
    syncFolder(work)
    kept = freeName(`${cluster}-${major}`)
    renameSync(cluster, kept)
    syncFolder(dataDir)
  }
  renameSync(join(fresh, 'postgres'), cluster)
  syncFolder(dataDir)
  rmSync(work, { recursive: true, force: true })
  return kept
}

function freeName(wanted: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`
    if (!existsSync(name)) return name
  }
}
