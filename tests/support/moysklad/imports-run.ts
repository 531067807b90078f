/**
 * Controls imports as an owner does: starts, watches, stops and applies them. No other file of these tests uses the routes for
 * imports.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { JobCounts, JobOptions, JobStatus } from '../../../server/moysklad/jobs/job.ts'
import type { Progress } from '../../../server/moysklad/jobs/progress.ts'
import type { Json } from '../node/client.ts'
import { patience } from '../node/patience.ts'
import type { Owner } from '../scene/team.ts'

export const EVERYTHING: JobOptions = {
  ...{ products: true, partners: true, warehouses: true, organizations: true },
  purchases: true,
}
const URL = '/api/v1/integrations/extsys'
const LOOK_MS = 20
const PAGE = 500

/** An import as its owner sees it. */
export interface SeenJob {
  readonly id: string
  readonly status: JobStatus
  readonly counts: JobCounts
  readonly progress: Progress
  readonly error?: { readonly kind: string; readonly message: string }
  readonly pausedUntil?: string
}

/** A row of a report as its owner sees it. */
export interface SeenRow {
  readonly id: string
  readonly entityType: string
  readonly externalId: string
  readonly name: string
  readonly action: string
  readonly status: string
  readonly internalId?: string
  readonly problems: readonly {
    readonly code: string
    readonly field: string
    readonly value: string
    readonly message: string
  }[]
  readonly data: Json
}

/** The commands and queries for the imports of one company. */
export interface ImportRun {
  begin(options?: JobOptions): Promise<string>
  read(jobId: string): Promise<SeenJob>
  pause(jobId: string): Promise<void>
  resume(jobId: string): Promise<void>
  cancel(jobId: string): Promise<void>
  apply(jobId: string): Promise<void>
  /**
   * Polls the import until `isWished` returns true. Throws if the import fails, unless `isWished` accepts a failed
   * import.
   */
  untilSeen(jobId: string, isWished: (job: SeenJob) => boolean): Promise<SeenJob>
  /** Polls like `untilSeen`, but does not throw if the import fails. */
  untilAny(jobId: string, isWished: (job: SeenJob) => boolean): Promise<SeenJob>
  /** Waits until the import has one of these statuses. */
  until(jobId: string, ...statuses: JobStatus[]): Promise<SeenJob>
  rows(jobId: string): Promise<SeenRow[]>
  /** Starts an import, applies it, and waits until it is done. */
  whole(options?: JobOptions): Promise<SeenJob>
}

type Watch = (jobId: string, isWished: (job: SeenJob) => boolean, between: () => Promise<void>) => Promise<SeenJob>

export function openImportRun(owner: Owner): ImportRun {
  const read = async (path: string): Promise<Json> => {
    const { status, text, json } = await owner.get(URL + path)
    if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`)
    return json
  }
  const write = async (path: string, body: object): Promise<Json> => {
    const { status, text, json } = await owner.post(URL + path, body)
    if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`)
    return json
  }
  const command = (name: string) => async (id: string) => {
    await write(`/jobs/${id}/${name}`, {})
  }
  const watch: Watch = async (jobId, isWished, between) => {
    for (; ; await between()) {
      const job = await run.read(jobId)
      if (isWished(job)) return job
      if (job.status === 'failed') throw new Error(`The import failed: ${JSON.stringify(job.error)}`)
    }
  }
  const run: ImportRun = {
    begin: async (options = EVERYTHING) => (await write('/jobs', options)).result.id,
    async read(jobId) {
      const { jobs } = await read('')
      const job = jobs.find(({ id }: Json) => id === jobId)
      if (job === undefined) throw new Error('No such import')
      return job
    },
    ...{ pause: command('pause'), resume: command('resume'), cancel: command('cancel'), apply: command('apply') },
    // Poll quickly, so that short-lived states are not missed.
    untilSeen: (jobId, isWished) => watch(jobId, isWished, () => pause(LOOK_MS)),
    async untilAny(jobId, isWished) {
      const between = patience()
      for (; ; await between()) {
        const job = await run.read(jobId)
        if (isWished(job)) return job
      }
    },
    until: (jobId, ...statuses) => watch(jobId, ({ status }) => statuses.includes(status), patience()),
    async rows(jobId) {
      const rows: SeenRow[] = []
      for (let total = 1; rows.length < total; ) {
        const page = await read(`/jobs/${jobId}/rows?offset=${rows.length}&limit=${PAGE}`)
        rows.push(...page.rows)
        total = page.total
        if (page.rows.length === 0) break
      }
      return rows
    },
    async whole(options) {
      const id = await run.begin(options)
      await run.until(id, 'ready')
      await run.apply(id)
      return run.until(id, 'done')
    },
  }
  return run
}
