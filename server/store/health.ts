/**
 * Detects when PostgreSQL cannot be reached and when it refuses writes. Each of these conditions is logged once, at
 * level error, and again when it ends, however many requests fail in between.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionFailure, isWriteRefused } from './connection-failures.ts'

/**
 * The interval, in milliseconds, at which the database is queried while it cannot be reached, and the time limit for
 * its response.
 */
const ASK_EVERY_MS = 1_000
const ANSWER_MS = 5_000
/**
 * For how many milliseconds the database counts as read-only after a refused write. A node that is not ready receives
 * no writes, so it could not notice a recovery. Therefore the node counts as ready again after this time.
 */
const REFUSED_FOR_MS = 5_000

interface HealthLog {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

const SILENT: HealthLog = { warn: () => undefined, error: () => undefined }

export class DatabaseHealth {
  private readonly ask: () => Promise<unknown>
  private log: HealthLog = SILENT
  private unreachableSince: number | null = null
  private isAsking = false
  private refused: { readonly since: number; readonly why: string; lastAt: number } | null = null
  private isStopped = false

  /** `ask`: sends any query to the database. */
  constructor(ask: () => Promise<unknown>) {
    this.ask = ask
  }

  /** Starts logging when the database becomes unreachable, refuses writes, or recovers. */
  start(log: HealthLog): void {
    this.log = log
  }

  stop(): void {
    this.isStopped = true
  }

  /** Whether the database can be reached, as far as this node knows. */
  get isReachable(): boolean {
    return this.unreachableSince === null
  }

  /** Why the database does not accept writes; null when it does, or when no write has been tried for a while. */
  get writesRefused(): string | null {
    if (this.refused === null || Date.now() - this.refused.lastAt > REFUSED_FOR_MS) return null
    return this.refused.why
  }

  /**
   * Whether an error is a failure of the connection or the server. If so, checks whether the database can still be
   * reached and logs the result, so that the caller need not log the error.
   */
  explains(error: unknown): boolean {
    if (!isConnectionFailure(error)) return false
    this.connectionFailed(error)
    return true
  }

  /** Records a failure of the connection or the server. */
  connectionFailed(error: unknown): void {
    if (isWriteRefused(error)) this.couldNotWrite(error)
    if (isWriteRefused(error) || this.isAsking || this.isStopped) return
    this.isAsking = true
    void this.askUntilReached(error).finally(() => {
      this.isAsking = false
    })
  }

  /** Records that a write has succeeded. */
  wrote(): void {
    if (this.refused === null) return
    const seconds = secondsSince(this.refused.since)
    this.refused = null
    this.log.warn({ seconds }, `PostgreSQL takes writes again after ${seconds} s`)
  }

  /** Records an error in a write. */
  couldNotWrite(error: unknown): void {
    if (!isWriteRefused(error)) return
    if (this.refused !== null) this.refused.lastAt = Date.now()
    else {
      const why = (error as Error).message
      this.refused = { since: Date.now(), lastAt: Date.now(), why }
      this.log.error({ error }, `PostgreSQL refuses writes: ${why}`)
    }
  }

  private async askUntilReached(error: unknown): Promise<void> {
    while (!this.isStopped && !(await this.answers())) {
      if (this.unreachableSince === null) {
        this.unreachableSince = Date.now()
        this.log.error({ error }, 'PostgreSQL cannot be reached')
      }
      await sleep(ASK_EVERY_MS, undefined, { ref: false })
    }
    if (this.isStopped) return
    if (this.unreachableSince === null) this.log.warn({ error }, 'A database connection broke')
    else {
      const seconds = secondsSince(this.unreachableSince)
      this.unreachableSince = null
      this.log.warn({ seconds }, `PostgreSQL can be reached again after ${seconds} s`)
    }
  }

  private async answers(): Promise<boolean> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(reject, ANSWER_MS, new Error('timeout'))
    try {
      await Promise.race([this.ask(), late])
      return true
    } catch {
      return false
    } finally {
      clearTimeout(timer)
    }
  }
}

const secondsSince = (moment: number): number => Math.round((Date.now() - moment) / 1_000)
