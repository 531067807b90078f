/**
 * The parts of a backup. Each backup has its own folder. The backup's manifest is written last, so a folder without a
 * manifest was left by a failed attempt and is not a backup.
 */
import { randomBytes } from 'node:crypto'
import { VERSION } from '../runtime/version.ts'
import { type Pack, type StoredObject, storePacked } from './packs.ts'
import { type BackupPlace, Damaged, readPacked, sha256Of } from './place.ts'

export const BACKUP_MANIFEST = 'manifest.json'
const PROGRESS = 'progress.json'
const BACKUPS = 'backups'
/** The folder with the files of all companies, which all backups share. */
export const FILES = 'files'

const FORMAT = 1
const NAME = /^\d{4}-\d{2}-\d{2}-\d{6}-[0-9a-f]{6}$/

interface Described {
  readonly name: string
  /** The version of the service that made the backup. */
  readonly version: string
  readonly format: number
  /**
   * When the backup began and ended, by the database's clock. The earliest point in time that can be restored is its
   * end.
   */
  readonly startedAt: string
  readonly finishedAt: string
  /** The backup contains every write that was confirmed up to this point in time. */
  readonly reachesTo: string
  /** The stored object that lists the backup's packs. */
  readonly packs: StoredObject
  /** Whether the backup includes the files of companies. Files in a bucket are not included. */
  readonly hasFiles: boolean
}

/** A copy of the embedded PostgreSQL's data directory, with WAL. */
export interface BaseBackup extends Described {
  readonly kind: 'base'
  readonly folders: readonly string[]
  readonly timeline: number
  readonly segmentBytes: number
  /** The WAL positions at which the copy began and ended. */
  readonly startLsn: string
  readonly stopLsn: string
}

/** A backup that consists of the output of pg_dump. */
export interface DumpBackup extends Described {
  readonly kind: 'dump'
}

export type Backup = BaseBackup | DumpBackup

/** The position in the WAL that a continued backup has reached. */
interface Progress {
  readonly lsn: string
  /** The point in time up to which a restore is possible. */
  readonly at: string
}

export const folderOf = (name: string): string => `${BACKUPS}/${name}`

/** Returns a name for a new backup. Names sort by time. */
export function newBackupName(now: Date): string {
  const [day, time] = now.toISOString().split('T') as [string, string]
  return `${day}-${time.slice(0, 8).replaceAll(':', '')}-${randomBytes(3).toString('hex')}`
}

/** Returns the time that a backup's name contains. */
export function namedMoment(name: string): Date {
  const [, day, hours, minutes, seconds] = /^(.{10})-(\d\d)(\d\d)(\d\d)/.exec(name)!
  return new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
}

export const description = (): Pick<Described, 'version' | 'format'> => ({ version: VERSION, format: FORMAT })

export const storePacks = (place: BackupPlace, name: string, packs: readonly Pack[]): Promise<StoredObject> =>
  storePacked(place, `${folderOf(name)}/packs.json.zst`, Buffer.from(JSON.stringify(packs)))

export async function readPacks(place: BackupPlace, { packs }: Backup): Promise<Pack[]> {
  return JSON.parse((await readPacked(place, packs.object, packs.sha256)).toString('utf8')) as Pack[]
}

/** Stores a backup's manifest, which makes the backup complete. */
export async function writeManifest(place: BackupPlace, backup: Backup): Promise<void> {
  const text = JSON.stringify(backup)
  const signed = JSON.stringify({ sha256: sha256Of(Buffer.from(text)), backup })
  await place.put(`${folderOf(backup.name)}/${BACKUP_MANIFEST}`, Buffer.from(signed))
}

/** Reads a manifest; null when there is none. */
async function readManifest(place: BackupPlace, name: string): Promise<Backup | null> {
  const object = `${folderOf(name)}/${BACKUP_MANIFEST}`
  const bytes = await place.find(object)
  if (bytes === null) return null
  try {
    const { sha256, backup } = JSON.parse(bytes.toString('utf8')) as { sha256: string; backup: Backup }
    if (sha256Of(Buffer.from(JSON.stringify(backup))) !== sha256) throw new Error('its checksum differs')
    if (backup.format !== FORMAT) throw new Error(`version ${backup.version} of Skladno made it, use that`)
    return backup
  } catch (error) {
    throw new Damaged(object, `cannot be read (${(error as Error).message})`)
  }
}

/** Lists the names of all backups, complete or not, oldest first. */
export const listNames = async (place: BackupPlace): Promise<string[]> =>
  (await place.list(BACKUPS)).filter((name) => NAME.test(name)).sort()

export interface Restorable {
  readonly backup: Backup
  /** The latest point in time to which the backup can be restored. */
  readonly until: Date
}

/** Lists all complete backups, oldest first. */
export async function listRestorable(place: BackupPlace): Promise<Restorable[]> {
  const found: Restorable[] = []
  for (const name of await listNames(place)) {
    const backup = await readManifest(place, name)
    if (backup === null) continue
    found.push({ backup, until: new Date((await readProgress(place, name))?.at ?? backup.reachesTo) })
  }
  return found
}

export async function readProgress(place: BackupPlace, name: string): Promise<Progress | null> {
  const object = `${folderOf(name)}/${PROGRESS}`
  const bytes = await place.find(object)
  try {
    return bytes === null ? null : (JSON.parse(bytes.toString('utf8')) as Progress)
  } catch (error) {
    throw new Damaged(object, `cannot be read (${(error as Error).message})`)
  }
}

export const writeProgress = (place: BackupPlace, name: string, progress: Progress): Promise<void> =>
  place.put(`${folderOf(name)}/${PROGRESS}`, Buffer.from(JSON.stringify(progress)))
