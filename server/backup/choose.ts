/** Chooses the backup from which to restore. */
import { type Backup, listWhole, readManifest, restorableUntil } from './manifest.ts'
import type { BackupPlace } from './place.ts'

export interface Chosen {
  readonly backup: Backup
  /** The moment to restore; null for the end of the backup. */
  readonly at: Date | null
  /** The moment up to which the backup can be restored. */
  readonly until: Date
}

/**
 * Chooses the backup that reaches furthest, or the newest one from which a moment can be restored. Throws when there is
 * none, with the moments that can be restored.
 */
export async function chooseBackup(place: BackupPlace, at: Date | null): Promise<Chosen> {
  const found: { backup: Backup; until: Date }[] = []
  for (const name of await listWhole(place)) {
    const backup = (await readManifest(place, name))!
    found.push({ backup, until: new Date(await restorableUntil(place, backup)) })
  }
  const furthest = found.toSorted((one, other) => Number(one.until) - Number(other.until)).at(-1)
  if (furthest === undefined) throw new Error(`There is no whole backup in ${place.title}`)
  if (at === null) return { ...furthest, at }
  const fitting = found.findLast(
    ({ backup, until }) => backup.kind === 'base' && new Date(backup.finishedAt) <= at && at <= until,
  )
  if (fitting === undefined) throw new Error(`${at.toISOString()} cannot be restored. ${sayRanges(found)}`)
  return { ...fitting, at }
}

function sayRanges(found: readonly { backup: Backup; until: Date }[]): string {
  const ranges = found.map(({ backup, until }) =>
    backup.kind === 'dump' || new Date(backup.finishedAt) > until
      ? `the end of ${backup.name} (without --at)`
      : `${backup.finishedAt} to ${until.toISOString()}`,
  )
  return `Possible: ${ranges.join('; ')}`
}
