/** Continues a backup: copies, every few seconds, the WAL and the files that have been written since the last time. */
import { join } from 'node:path'
import type pg from 'pg'
import { keptFrom, readWalEnd, releaseWal, slotOf } from './backup-sql.ts'
import { CLUSTER } from './cluster-copy.ts'
import type { FilesMirror } from './files-mirror.ts'
import { type BaseBackup, folderOf, readProgress, writeProgress } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import { copyWal } from './wal-copy.ts'
import { type Lsn, parseLsn, printLsn, segmentStart } from './wal-names.ts'

interface FollowerParts {
  readonly place: BackupPlace
  readonly dataDir: string
  /** Copies the files of companies; null when they are in a bucket. */
  readonly mirror: FilesMirror | null
}

export class Follower {
  readonly backup: BaseBackup
  readonly #parts: FollowerParts
  #copiedTo: Lsn

  constructor(backup: BaseBackup, copiedTo: Lsn, parts: FollowerParts) {
    this.backup = backup
    this.#copiedTo = copiedTo
    this.#parts = parts
  }

  get slot(): string {
    return slotOf(this.backup.name)
  }

  /**
   * Copies the WAL and the files that were written since the last copy. PostgreSQL may then remove older WAL. @returns
   * the moment up to which a restore is possible now; null when PostgreSQL no longer has the WAL that comes next, so
   * that the backup cannot be continued
   */
  async copy(client: pg.Client): Promise<Date | null> {
    const { place, dataDir, mirror } = this.#parts
    const { backup } = this
    const kept = await keptFrom(client, this.slot)
    const { lsn, at } = await readWalEnd(client)
    const to = parseLsn(lsn)
    const from = this.#copiedTo
    // If the copied WAL reaches beyond the end of this database's WAL, this database is an older copy of the database
    // that was backed up.
    if (kept === null || parseLsn(kept) > from || from > to) return null
    await mirror?.catchUp()
    await copyWal(join(dataDir, CLUSTER), { place, folder: folderOf(backup.name), shape: backup }, { from, to })
    await writeProgress(place, backup.name, { lsn, at: at.toISOString() })
    this.#copiedTo = to
    await releaseWal(client, this.slot, printLsn(segmentStart(to, backup)))
    return at
  }
}

/** Continues a backup from the position where its copied WAL ends. */
export async function follow(backup: BaseBackup, parts: FollowerParts): Promise<Follower> {
  const progress = await readProgress(parts.place, backup.name)
  return new Follower(backup, parseLsn(progress?.lsn ?? backup.stopLsn), parts)
}
