/**
 * Makes a backup of the service every day, and keeps the backup of the embedded PostgreSQL up to date in between. Every
 * node may run this; only one of the nodes on a database makes the backups.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { connect, dropOtherSlots, keptFrom, slotOf, takeLead } from './backup-sql.ts'
import { findFurthest } from './choose.ts'
import { type FilesMirror, mirrorOf } from './files-mirror.ts'
import { type Follower, follow } from './follower.ts'
import { removeOld } from './keep.ts'
import { type Backup, listRestorable, type Restorable } from './manifest.ts'
import { type BackupPlace, openBackupPlace } from './place.ts'
import type { BackupSettings } from './settings.ts'
import { type BackupSource, type TakenBackup, takeBackup } from './take.ts'

const PACE = { stepMs: 5_000, retryMs: 600_000 }
/** The interval, in milliseconds, at which a node that does not make the backups checks their status. */
const LOOK_MS = 60_000
/** How long `stop` waits for a copy in progress, in milliseconds. */
const FINISH_MS = 5_000
/** The number of consecutive failures after which an error is logged. */
const TROUBLES = 2

interface BackupStatus {
  /** When the newest backup was made; null when there is none. */
  readonly takenAt: Date | null
  /** The point in time up to which a restore is possible; null when there is no backup. */
  readonly reachesTo: Date | null
  /** Whether `reachesTo` is kept up to date between backups. */
  readonly isContinued: boolean
}

export interface Backups {
  readonly status: BackupStatus
  start(): void
  /** Copies the WAL and files written since the last copy, then stops. */
  stop(): Promise<void>
}

interface BackupLog {
  info(details: object, message: string): void
  error(details: object, message: string): void
}

interface ScheduleParts {
  readonly settings: BackupSettings
  readonly source: BackupSource
  readonly log: BackupLog
  readonly now: () => Date
  /**
   * The interval at which the schedule checks whether there is work to do, and the pause after a failed backup, both in
   * milliseconds.
   */
  readonly pace?: { readonly stepMs: number; readonly retryMs: number }
}

/**
 * Returns the latest time, up to now, at which a backup was due. `at` is a time of day, `HH:MM` on this machine's
 * clock.
 */
export function lastDue(now: Date, at: string): Date {
  const due = new Date(now)
  const [hours, minutes] = at.split(':').map(Number) as [number, number]
  due.setHours(hours, minutes, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return due
}

export function scheduleBackups(parts: ScheduleParts): Backups {
  const schedule = new Schedule(parts)
  let running: Promise<void> | null = null
  return {
    get status() {
      return schedule.status
    },
    start() {
      running = schedule.run()
    },
    async stop() {
      schedule.end()
      await running
    },
  }
}

class Schedule {
  status: BackupStatus
  readonly #parts: ScheduleParts
  readonly #ending = new AbortController()
  #place: BackupPlace | null = null
  #mirror: FilesMirror | null = null
  /**
   * The connection that reserves the role of making backups for this node; null while this node does not have the role.
   */
  #client: pg.Client | null = null
  #follower: Follower | null = null
  #newest: Backup | null = null
  #taking: Promise<void> | null = null
  #taken: TakenBackup | null = null
  #lookedAt = 0
  #failedAt = 0
  #troubleSince: number | null = null
  #troubles = 0

  constructor(parts: ScheduleParts) {
    this.#parts = parts
    this.status = { takenAt: null, reachesTo: null, isContinued: this.#isEmbedded }
  }

  get #pace() {
    return this.#parts.pace ?? PACE
  }

  get #isEmbedded(): boolean {
    return this.#parts.source.dataDir !== null
  }

  end(): void {
    this.#ending.abort()
  }

  async run(): Promise<void> {
    const { signal } = this.#ending
    while (!signal.aborted) {
      await this.#step().then(
        () => this.#noteSuccess(),
        (error: unknown) => this.#noteTrouble(error),
      )
      await sleep(this.#pace.stepMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
    await Promise.race([this.#finish(), sleep(FINISH_MS, undefined, { ref: false })])
    await this.#client?.end().catch(() => undefined)
  }

  async #step(): Promise<void> {
    const { source, settings } = this.#parts
    this.#place ??= await openBackupPlace(settings.to)
    const place = this.#place
    if (this.#client === null) {
      if (Date.now() - this.#lookedAt < LOOK_MS) return
      const found = await listRestorable(place)
      const leads = await this.#lead(place, found)
      this.#note(found)
      if (!leads) return
    }
    const client = this.#client
    if (client === null) return
    if (this.#taken !== null) await this.#switchTo(this.#taken, { client, place })
    if (this.#follower !== null) await this.#copy(this.#follower, client)
    if (this.#taking !== null || !this.#isDue()) return
    this.#taking = takeBackup(source, { place, isContinued: this.#isEmbedded, signal: this.#ending.signal })
      .then(
        (taken) => {
          this.#taken = taken
        },
        (error: unknown) => this.#noteFailure(error),
      )
      .finally(() => {
        this.#taking = null
      })
  }

  /**
   * Tries to become the node that makes the backups. On success, continues the latest backup for which PostgreSQL still
   * has the WAL.
   */
  async #lead(place: BackupPlace, found: readonly Restorable[]): Promise<boolean> {
    const { source } = this.#parts
    const client = await connect(source.url)
    try {
      if (!(await takeLead(client))) {
        await client.end()
        return false
      }
      this.#mirror = mirrorOf(source.files, place)
      this.#newest = found.at(-1)?.backup ?? null
      this.#follower = await this.#findFollower(client, place, found)
      if (this.#isEmbedded && this.#taking === null && this.#taken === null)
        await dropOtherSlots(client, this.#follower?.slot ?? null)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    this.#client = client
    client.once('end', () => {
      this.#client = null
      this.#lookedAt = 0
    })
    return true
  }

  async #findFollower(client: pg.Client, place: BackupPlace, found: readonly Restorable[]): Promise<Follower | null> {
    const { dataDir } = this.#parts.source
    if (dataDir === null) return null
    for (const { backup } of found.toReversed())
      if (backup.kind === 'base' && (await keptFrom(client, slotOf(backup.name))) !== null)
        return follow(backup, { place, dataDir, mirror: this.#mirror })
    return null
  }

  async #copy(follower: Follower, client: pg.Client): Promise<void> {
    const reachesTo = await follower.copy(client)
    if (reachesTo !== null) {
      this.status = { ...this.status, reachesTo }
      return
    }
    this.#follower = null
    this.#parts.log.error(
      { backup: follower.backup.name },
      'A backup cannot be continued, because PostgreSQL no longer has its log: making another one',
    )
  }

  /** Continues the new backup from now on. The previous backup was continued until the new backup had started. */
  async #switchTo(
    { backup, bytes }: TakenBackup,
    { client, place }: { client: pg.Client; place: BackupPlace },
  ): Promise<void> {
    const { log, settings, now, source } = this.#parts
    if (this.#follower !== null) await this.#copy(this.#follower, client)
    if (backup.kind === 'base') {
      this.#follower = await follow(backup, { place, dataDir: source.dataDir!, mirror: this.#mirror })
      await dropOtherSlots(client, this.#follower.slot)
    }
    this.#taken = null
    this.#newest = backup
    this.status = { ...this.status, takenAt: new Date(backup.finishedAt), reachesTo: new Date(backup.reachesTo) }
    const seconds = (Date.parse(backup.finishedAt) - Date.parse(backup.startedAt)) / 1_000
    log.info({ backup: backup.name, bytes, seconds }, 'A backup was made')
    const removed = await removeOld(place, { now: now(), keepDays: settings.keepDays, mirror: this.#mirror })
    if (removed.length > 0) log.info({ removed }, 'Old backups were removed')
  }

  #isDue(): boolean {
    const { now, settings } = this.#parts
    if (Date.now() - this.#failedAt < this.#pace.retryMs || this.#taken !== null) return false
    if (this.#newest === null || (this.#isEmbedded && this.#follower === null)) return true
    return new Date(this.#newest.finishedAt) < lastDue(now(), settings.at)
  }

  /** Updates the status of the backups, which another node may have made. */
  #note(found: readonly Restorable[]): void {
    this.#lookedAt = Date.now()
    const [newest, furthest] = [found.at(-1), findFurthest(found)]
    if (newest === undefined || furthest === undefined) return
    this.status = { ...this.status, takenAt: new Date(newest.backup.finishedAt), reachesTo: furthest.until }
  }

  async #finish(): Promise<void> {
    await this.#taking
    const [client, place] = [this.#client, this.#place]
    if (client === null || place === null) return
    try {
      if (this.#taken !== null) await this.#switchTo(this.#taken, { client, place })
      if (this.#follower !== null) await this.#copy(this.#follower, client)
    } catch (error) {
      this.#noteTrouble(error)
    }
  }

  #noteFailure(error: unknown): void {
    if (this.#ending.signal.aborted) return
    this.#failedAt = Date.now()
    this.#parts.log.error({ error }, `A backup failed; the next try is in ${this.#pace.retryMs / 60_000} minutes`)
    // The WAL that PostgreSQL kept for the failed backup is no longer needed.
    const client = this.#client
    if (client !== null && this.#isEmbedded)
      dropOtherSlots(client, this.#follower?.slot ?? null).catch((failure: unknown) => this.#noteTrouble(failure))
  }

  /** Logs a failure once, if the second attempt fails, too. A short outage of PostgreSQL is over by then. */
  #noteTrouble(error: unknown): void {
    this.#troubleSince ??= Date.now()
    this.#troubles += 1
    if (this.#troubles === TROUBLES)
      this.#parts.log.error({ error }, 'Backups stand still: nothing new is copied to BACKUP_TO')
  }

  #noteSuccess(): void {
    const isBehind = this.#isEmbedded && this.#client !== null && this.#follower === null
    if (this.#troubleSince === null || isBehind) return
    const seconds = Math.round((Date.now() - this.#troubleSince) / 1_000)
    if (this.#troubles >= TROUBLES) this.#parts.log.info({ seconds }, `Backups go on after ${seconds} s`)
    this.#troubleSince = null
    this.#troubles = 0
  }
}
