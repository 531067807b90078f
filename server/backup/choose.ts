/** Chooses the backup from which to restore. */
import { listRestorable, type Restorable } from './manifest.ts'
import type { BackupPlace } from './place.ts'

export interface Chosen extends Restorable {
  /** The point in time to restore; null for the end of the backup. */
  readonly at: Date | null
}

/**
 * Chooses the newest backup from which the given point in time can be restored or, without one, the backup that reaches
 * furthest. If there is none, throws an error that lists the periods that can be restored.
 */
export async function chooseBackup(place: BackupPlace, at: Date | null): Promise<Chosen> {
  const found = await listRestorable(place)
  const furthest = findFurthest(found)
  if (furthest === undefined) throw new Error(`There is no whole backup in ${place.title}`)
  if (at === null) return { ...furthest, at }
  const fitting = found.findLast(
    ({ backup, until }) => backup.kind === 'base' && new Date(backup.finishedAt) <= at && at <= until,
  )
  if (fitting === undefined) throw new Error(`${at.toISOString()} cannot be restored. ${sayRanges(found)}`)
  return { ...fitting, at }
}

/** Returns the backup that reaches the latest point in time. */
export const findFurthest = (found: readonly Restorable[]): Restorable | undefined =>
  found.toSorted((one, other) => Number(one.until) - Number(other.until)).at(-1)

function sayRanges(found: readonly Restorable[]): string {
  const ranges = found.map(({ backup, until }) =>
    backup.kind === 'dump' || new Date(backup.finishedAt) > until
      ? `the end of ${backup.name} (without --at)`
      : `${backup.finishedAt} to ${until.toISOString()}`,
  )
  return `Possible: ${ranges.join('; ')}`
}
