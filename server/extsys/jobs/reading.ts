/** One step of reading: a page of a list, kept with the checkpoint behind it. What was read is not read again, whatever happens. */
import { inSlices } from '../../domain/slices.ts'
import { writeCompany } from '../../store/commits.ts'
import type { Database } from '../../store/database.ts'
import type { SourceClient } from '../client.ts'
import { suppliersIn } from '../mapping/dictionaries.ts'
import { idOf } from '../mapping/source-values.ts'
import { type PageAsking, readPage, type SourcePage } from '../pages.ts'
import { SourceError, type SourceErrorKind } from '../source-errors.ts'
import { findArray, parseSource } from '../source-json.ts'
import type { Checkpoint, ReadStep } from './checkpoint.ts'
import type { Job } from './job.ts'
import { readNow, saveJob } from './job-tables.ts'
import { furtherSteps, nextStep, optionSteps, stepsFor } from './read-steps.ts'
import { putSourceRows, type SourceRowText } from './source-tables.ts'

const WRITTEN_AT_ONCE = 100

export interface ReadingParts {
  readonly database: Database
  readonly client: SourceClient
  readonly companyId: string
  readonly signal: AbortSignal
}

/** The user may not see it, or it is gone: the rest of the import goes on without. */
const SKIPPED: readonly SourceErrorKind[] = ['not-permitted', 'tariff-closed', 'not-found']

/** Reads the next page. Gives the job behind it. Throws SourceError, LostJob. */
export async function readNext(parts: ReadingParts, job: Job): Promise<Job> {
  const { checkpoint } = job
  if (checkpoint.steps.length === 0) return save(parts, job, { ...checkpoint, steps: stepsFor(job.options) })
  const step = nextStep(checkpoint.steps)
  if (step === null) {
    const steps = furtherSteps(checkpoint)
    return save(parts, job, steps === null ? { ...checkpoint, stage: 'planning' } : { ...checkpoint, steps })
  }
  const startedAt = performance.now()
  const counted = counting(parts.client)
  try {
    const page = await readStep({ ...parts, client: counted.client }, step)
    const spent = { requests: counted.requests(), readMs: performance.now() - startedAt }
    return await savePage(parts, job, { step, page, spent })
  } catch (error) {
    if (!(error instanceof SourceError) || !SKIPPED.includes(error.kind)) throw error
    const spent = { requests: counted.requests(), readMs: performance.now() - startedAt }
    const skipped = { ...step, offset: null, skipped: error.kind }
    return save(parts, job, { ...withSpent(checkpoint, spent), steps: replaced(checkpoint.steps, step, skipped) })
  }
}

interface Spent {
  readonly requests: number
  readonly readMs: number
}

function withSpent(checkpoint: Checkpoint, { requests, readMs }: Spent): Checkpoint {
  return {
    ...checkpoint,
    requests: checkpoint.requests + requests,
    readMs: checkpoint.readMs + readMs,
  }
}

const replaced = (steps: readonly ReadStep[], step: ReadStep, next: ReadStep) =>
  steps.map((one) => (one === step ? next : one))

/** Counts what is asked for, but not how often it had to be. */
function counting(client: SourceClient): { client: SourceClient; requests: () => number } {
  let requests = 0
  return {
    requests: () => requests,
    client: {
      ...client,
      get(path, asking, read) {
        requests += 1
        return client.get(path, asking, read)
      },
    },
  }
}

type PageRead = Pick<SourcePage, 'list' | 'size' | 'nextOffset'> & { readonly rows: readonly SourceRowText[] }

async function readStep(parts: ReadingParts, { kind, source, offset }: ReadStep): Promise<PageRead> {
  const asking = { signal: parts.signal, companyId: parts.companyId }
  if (kind === 'array') {
    const rows = await readArray(parts.client, source.path, asking)
    return { list: source, size: rows.length, nextOffset: null, rows }
  }
  const { list, size, nextOffset, rows } = await readPage(parts.client, { list: source, offset: offset! }, asking)
  const texts = rows.map(({ id, text, row }) => ({ externalId: id, source: text, suppliers: [...suppliersIn([row])] }))
  return { list, size, nextOffset, rows: texts }
}

/** The entries of a plain array, each as its text. */
function readArray(client: SourceClient, path: string, asking: PageAsking): Promise<SourceRowText[]> {
  return client.get(path, asking, async (text) => {
    const parts = await inSlices(asking, findArray(text, []))
    if (parts === null) throw new SourceError('garbled', { found: 'no array' })
    return parts.entries.map(([from, to]) => {
      const source = text.slice(from, to).trim()
      return { externalId: idIn(source), source, suppliers: [] }
    })
  })
}

function idIn(source: string): string {
  try {
    return idOf(parseSource(source))
  } catch {
    throw new SourceError('garbled', { found: 'broken JSON' })
  }
}

/** Rows and checkpoint in one transaction. Rows that came before are replaced, wherever the list had put them meanwhile. */
function savePage(
  { database, companyId }: ReadingParts,
  job: Job,
  { step, page, spent }: { step: ReadStep; page: PageRead; spent: Spent },
): Promise<Job> {
  const { checkpoint, id } = job
  const { list } = step
  return writeCompany(database, companyId, async (tx) => {
    let rows = step.rows
    // In parts: a page of a thousand products is too long to be printed in one go.
    for (let at = 0; at < page.rows.length; at += WRITTEN_AT_ONCE) {
      const part = page.rows.slice(at, at + WRITTEN_AT_ONCE)
      rows += await putSourceRows(tx, companyId, { jobId: id, list, rows: part })
    }
    const isRead = page.nextOffset === null
    const next: ReadStep = {
      ...{ ...step, source: page.list, offset: page.nextOffset, size: page.size, rows, pages: step.pages + 1 },
      // What was asked for more simply in the end is asked so from then on.
      extraRequests: step.extraRequests + (page.list === step.source ? spent.requests - 1 : 0),
      isUnsteady:
        step.kind === 'entity' &&
        (step.isUnsteady || (step.size !== null && step.size !== page.size) || (isRead && rows < page.size)),
    }
    const steps = replaced(checkpoint.steps, step, next)
    const options = list.startsWith('attributes:')
      ? optionSteps(
          steps,
          page.rows.map(({ source }) => source),
        )
      : []
    const now = await readNow(tx)
    const saved: Checkpoint = {
      ...withSpent(checkpoint, spent),
      ...{ steps: [...steps, ...options], since: checkpoint.since ?? now - spent.readMs, savedAt: now },
    }
    return saveJob(tx, companyId, job, saved)
  })
}

function save({ database, companyId }: ReadingParts, job: Job, checkpoint: Checkpoint): Promise<Job> {
  return writeCompany(database, companyId, async (tx) =>
    saveJob(tx, companyId, job, { ...checkpoint, savedAt: await readNow(tx) }),
  )
}
