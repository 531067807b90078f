/** Removes backups that are no longer needed. */
import type { FilesMirror } from './files-mirror.ts'
import { BACKUP_MANIFEST, folderOf, listNames, listRestorable, namedMoment } from './manifest.ts'
import type { BackupPlace } from './place.ts'

const DAY_MS = 86_400_000
/** The age in milliseconds at which an unfinished backup counts as abandoned. */
const ATTEMPT_MS = 2 * DAY_MS

/**
 * Keeps the backups from which a moment of the last `keepDays` days can be restored, and at least the newest backup.
 * Removes all other backups, failed attempts, and files that no backup needs. @returns the names of the removed backups
 */
export async function removeOld(
  place: BackupPlace,
  { now, keepDays, mirror }: { now: Date; keepDays: number; mirror: FilesMirror | null },
): Promise<string[]> {
  const whole = await listRestorable(place)
  const since = Number(now) - keepDays * DAY_MS
  const removed: string[] = []
  for (const { backup, until } of whole.slice(0, -1)) {
    const { name } = backup
    if (Number(until) >= since) continue
    // Remove the manifest first. A folder without a manifest is not a backup, so an interrupted removal does not leave
    // half a backup behind.
    await place.remove(`${folderOf(name)}/${BACKUP_MANIFEST}`)
    await place.remove(folderOf(name))
    removed.push(name)
  }
  const names = whole.map(({ backup }) => backup.name)
  const given = (await listNames(place)).filter((name) => !names.includes(name))
  for (const name of given) if (Number(now) - Number(namedMoment(name)) > ATTEMPT_MS) await place.remove(folderOf(name))
  await place.removeAbandoned(new Date(Number(now) - ATTEMPT_MS))
  const oldest = names.find((name) => !removed.includes(name))
  if (oldest !== undefined) await mirror?.forget(namedMoment(oldest))
  return removed
}
