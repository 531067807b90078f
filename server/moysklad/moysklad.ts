/** Assembles the MoySklad import for the API's routes and the workers. */
import type { SecretKeys } from '../access/secret-key.ts'
import type { Database } from '../store/database.ts'
import { type ClientParts, openClient, type SourceClient, type SourceUser } from './client.ts'
import { openConnections, type SourceConnections } from './connection.ts'
import { type Jobs, openJobs } from './jobs/jobs.ts'
import { type MigrationGate, openMigrationGate } from './jobs/migration-gate.ts'
import { type JobReport, openReport } from './jobs/report.ts'
import type { Pace } from './pace.ts'
import { openPacing, type Pacing } from './pacing.ts'
import { heldSource, openSource } from './request.ts'
import { openTokenSeal } from './sealed-token.ts'

export interface ExtsysSettings {
  /** MoySklad's base address, up to and including the version of its API. */
  readonly url: string
  readonly pace: Pace
  /** True if no requests may be sent to MoySklad. */
  readonly isHeld?: boolean
}

export interface Extsys {
  readonly connections: SourceConnections
  readonly jobs: Jobs
  readonly report: JobReport
  readonly gate: MigrationGate
  readonly pacing: Pacing
  /** Functions called with a company's id when a worker can continue the company's import. */
  readonly workListeners: Set<(companyId: string) => void>
  /** Creates a client for an account's token. */
  client(user: SourceUser): SourceClient
  close(): Promise<void>
}

export function openExtsys(settings: ExtsysSettings, database: Database, secretKeys: SecretKeys): Extsys {
  const { url, pace, isHeld = false } = settings
  const parts: ClientParts = { source: isHeld ? heldSource(url) : openSource(url), pacing: openPacing(database, pace) }
  const { pacing } = parts
  const gate = openMigrationGate(database)
  const workListeners = new Set<(companyId: string) => void>()
  return {
    connections: openConnections({ ...parts, database, gate, seal: openTokenSeal(secretKeys) }),
    jobs: openJobs({ database, pacing, gate, workListeners }),
    report: openReport({ database, gate }),
    ...{ gate, pacing, workListeners },
    client: (user) => openClient(parts, user),
    close: () => parts.source.close(),
  }
}
