/**
 * The health checks. /healthz shows that the process responds; /readyz shows that the node may receive requests: it is
 * not draining, the database accepts writes, and the node's clock is trusted.
 */
import type { FastifyInstance } from 'fastify'
import type { Backups } from '../backup/schedule.ts'
import { Refusal } from '../domain/refusals.ts'
import type { Companies } from '../engine/companies.ts'
import { VERSION } from '../runtime/version.ts'
import { type Database, whyReadOnly } from '../store/database.ts'
import type { Drain } from './drain.ts'

const READY_TIMEOUT_MS = 2_000

export interface HealthParts {
  readonly database: Database
  readonly companies: Companies
  readonly drill?: boolean
  readonly drain: Drain
  /** The scheduled backups; null when there are none. */
  readonly backups?: Pick<Backups, 'status'> | null
}

/** Adds the health checks. Concurrent requests share one check. */
export function addHealthRoutes(app: FastifyInstance, parts: HealthParts): void {
  const { database, companies, drill, drain, backups } = parts
  let asking: Promise<void> | null = null
  const ask = () => {
    asking ??= isReady(database).finally(() => {
      asking = null
    })
    return asking
  }
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok', version: VERSION }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (drain.isOn)
      throw new Refusal('UNAVAILABLE', 'The node is draining: it still serves requests, but will stop soon.')
    await ask()
    const fault = companies.clock.fault()
    if (fault !== null) throw new Refusal('UNAVAILABLE', fault)
    const { faults } = database.projector
    return {
      status: 'ready',
      ...(drill === true && { drill }),
      ...(faults.length > 0 && { standingStill: faults }),
      ...(backups && { backup: { takenAt: backups.status.takenAt, reachesTo: backups.status.reachesTo } }),
    }
  })
}

/** Refuses with UNAVAILABLE when the database does not respond in time or does not accept writes. */
async function isReady(database: Database): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(reject, READY_TIMEOUT_MS, new Error('timeout'))
  try {
    const readOnly = await Promise.race([whyReadOnly(database), late])
    if (readOnly === 'standby') throw noWrites('it is a standby')
    if (readOnly !== null) throw noWrites('it is read-only')
    const { writesRefused } = database.health
    if (writesRefused !== null) throw noWrites(writesRefused)
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('UNAVAILABLE', 'The database does not answer.')
  } finally {
    clearTimeout(timer)
  }
}

const noWrites = (why: string) => new Refusal('UNAVAILABLE', `The database accepts no writes: ${why}.`)
