/** Reads where to store backups, from BACKUP_TO or from the options of a shell command. */
import { isAbsolute, relative, resolve } from 'node:path'
import { readStorageUrl, type StoragePlace } from '../integrations/storage-settings.ts'

export interface BackupSettings {
  readonly to: StoragePlace
  /** The time of day, `HH:MM` on this machine's clock, at which the day's backup is due. */
  readonly at: string
  readonly keepDays: number
}

/**
 * Parses a folder's path or a URL. Refuses a folder inside `dataDir`, because the backup would be lost together with
 * the data.
 */
export function readBackupPlace(
  setting: string,
  text: string,
  { env, dataDir }: { env: NodeJS.ProcessEnv; dataDir: string },
): StoragePlace {
  const isUrl = /^[a-z][a-z\d+.-]*:/i.test(text)
  if (!isUrl && (/^~|[\0\r\n]/.test(text) || resolve(text) === resolve('/')))
    throw new Error(`${setting} must be a folder, or look like s3://bucket/prefix?region=eu-central-1, not "${text}"`)
  const place = isUrl ? readStorageUrl(setting, text, env) : { folder: resolve(text) }
  const inside = 'folder' in place ? relative(resolve(dataDir), place.folder) : '..'
  if (!inside.startsWith('..') && !isAbsolute(inside))
    throw new Error(`${setting} must not be in DATA_DIR: a backup there would be lost together with the data`)
  return place
}

/** Reads BACKUP_TO and BACKUP_AT. The caller passes the value of BACKUP_KEEP_DAYS, which it has already parsed. */
export function readBackupSettings(
  env: NodeJS.ProcessEnv,
  { dataDir, keepDays }: { dataDir: string; keepDays: number },
): BackupSettings | null {
  const { BACKUP_TO: text, BACKUP_AT: at = '03:00' } = env
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at || '03:00'))
    throw new Error(`BACKUP_AT must be a time of day such as 03:00, not "${at}"`)
  if (!text) return null
  return { to: readBackupPlace('BACKUP_TO', text, { env, dataDir }), at: at || '03:00', keepDays }
}
