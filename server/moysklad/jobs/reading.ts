/**
 * Performs one reading step: reads a page of a list and saves it together with the checkpoint. A saved page is never
 * read again.
 */
import { MAX_ARRAY_LENGTH } from '../../domain/schema.ts'
import { inSlices } from '../../runtime/slices.ts'
import { writeCompany } from '../../store/commits.ts'
import type { Database } from '../../store/database.ts'
import type { SourceClient } from '../client.ts'
import { suppliersIn } from '../mapping/dictionaries.ts'
import { sourceIdOf } from '../mapping/source-values.ts'
import { isId, type PageAsking, readPage, type SourcePage } from '../pages.ts'
import { SourceError, type SourceErrorKind } from '../source-errors.ts'
import { findArray, parseSource } from '../source-json.ts'
import type { Checkpoint, ReadStep } from './checkpoint.ts'
import type { Job } from './job.ts'
import { readNow, saveJob } from './job-sql.ts'
import { furtherSteps, nameSteps, nextStep, optionSteps, stepsFor } from './read-steps.ts'
import { dropSourceRows, putSourceRows, type SourceRowText, UNREADABLE } from './source-sql.ts'

const WRITTEN_AT_ONCE = 100

export interface ReadingParts {
  readonly database: Database
  readonly client: SourceClient
  readonly companyId: string
  readonly signal: AbortSignal
}

/** Errors after which the import continues without the list, because the user may not see it or it does not exist. */
const SKIPPED: readonly SourceErrorKind[] = ['not-permitted', 'tariff-closed', 'not-found']

/** Reads the next page. Returns the updated job. Throws SourceError or LostJob. */
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
    const page = await readStep({ ...parts, client: counted.client }, step, checkpoint.steps)
    const spent = { requests: counted.requests(), readMs: performance.now() - startedAt }
    return await savePage(parts, job, { step, page, spent })
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const isForNames = step.kind === 'names' && (!error.isRetryable || error.kind === 'garbled')
    if (!SKIPPED.includes(error.kind) && !isForNames) throw placed(error, step)
    const spent = { requests: counted.requests(), readMs: performance.now() - startedAt }
    const skipped = { ...step, offset: null, skipped: error.kind }
    return save(parts, job, { ...withSpent(checkpoint, spent), steps: replaced(checkpoint.steps, step, skipped) })
  }
}

/** Adds the list's name to an error about a malformed response. */
function placed(error: SourceError, { list }: ReadStep): SourceError {
  if (error.kind !== 'garbled') return error
  return new SourceError(error.kind, { ...error.extras, place: { what: 'broken', ...error.extras.place, list } })
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

/** Wraps a client so that its requests are counted. Retries do not count. */
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

interface PageRead extends Pick<SourcePage, 'list' | 'size' | 'nextOffset'> {
  readonly rows: readonly SourceRowText[]
  readonly unreadable: number
  readonly troubles: Readonly<Record<string, SourceErrorKind>>
  /** Further reading steps that the rows on the page have made necessary. */
  readonly more: readonly ReadStep[]
}

const NOTHING_MORE = { unreadable: 0, troubles: {}, more: [] }

async function readStep(parts: ReadingParts, step: ReadStep, steps: readonly ReadStep[]): Promise<PageRead> {
  const { kind, source, offset, list } = step
  const asking = { signal: parts.signal, companyId: parts.companyId }
  if (kind === 'rights') {
    const text = await parts.client.get(source.path, asking, async (found) => found)
    const rows = [{ externalId: 'employee', source: text, suppliers: [] }]
    return { list: source, size: 1, nextOffset: null, rows, ...NOTHING_MORE }
  }
  if (kind === 'array' || list.startsWith('names:state:')) {
    const within = kind === 'array' ? [] : ['states']
    const rows = await readArray(parts.client, { path: source.path, within }, asking)
    return { list: source, size: rows.length, nextOffset: null, rows, ...NOTHING_MORE }
  }
  const page = await readPage(parts.client, { list: source, offset: offset! }, asking)
  const named = page.rows.map((row, index) => {
    const externalId = row.id ?? `${UNREADABLE}${kind === 'late' ? 'late:' : ''}${offset! + index + 1}`
    return { ...row, externalId }
  })
  const texts = named.map(({ externalId, text, row }) => ({
    ...{ externalId, source: text, suppliers: [...suppliersIn([row])].filter(isId) },
  }))
  const troubles = named.flatMap(({ externalId, unread }) =>
    unread === undefined ? [] : [[externalId, unread] as const],
  )
  const isEntity = kind === 'entity' || kind === 'late'
  return {
    ...{ list: page.list, size: page.size, nextOffset: endsEarly(step, page) ? null : page.nextOffset },
    ...{ rows: texts, unreadable: page.rows.filter(({ id }) => id === null).length },
    troubles: Object.fromEntries(troubles),
    more: isEntity
      ? nameSteps(
          steps,
          list,
          named.map(({ row }) => row),
        )
      : [],
  }
}

/**
 * Whether reading a list stops after this page. For names, the first page is enough. If a list has more options than a
 * field may have, its field becomes a text field, which needs no options.
 */
function endsEarly({ kind, list }: ReadStep, { size }: SourcePage): boolean {
  return kind === 'names' || (list.startsWith('customentity:') && size > MAX_ARRAY_LENGTH)
}

/** Reads the entries of a plain array, each as text. `within`: the keys that lead to the array. */
function readArray(
  client: SourceClient,
  { path, within }: { path: string; within: readonly string[] },
  asking: PageAsking,
): Promise<SourceRowText[]> {
  return client.get(path, asking, async (text) => {
    const parts = await inSlices(asking, findArray(text, within))
    if (parts === null) throw new SourceError('garbled', { found: 'no array', place: { what: 'broken' } })
    return parts.entries.map(([from, to], index) => {
      const source = text.slice(from, to).trim()
      const id = idIn(source)
      return { externalId: isId(id) ? id : `${UNREADABLE}${index + 1}`, source, suppliers: [] }
    })
  })
}

function idIn(source: string): string {
  try {
    return sourceIdOf(parseSource(source))
  } catch {
    throw new SourceError('garbled', { found: 'broken JSON', place: { what: 'broken' } })
  }
}

/** Keeps each row only once. If two rows have the same id, the last row counts. */
const eachOnce = (rows: readonly SourceRowText[]) => [...new Map(rows.map((row) => [row.externalId, row])).values()]

/**
 * Saves rows and checkpoint in one transaction. A row that was read before is replaced, wherever it now is in the list.
 */
function savePage(
  { database, companyId }: ReadingParts,
  job: Job,
  { step, page, spent }: { step: ReadStep; page: PageRead; spent: Spent },
): Promise<Job> {
  const { checkpoint, id } = job
  const { list } = step
  return writeCompany(database, companyId, async (tx) => {
    let rows = step.rows
    if (step.offset === 0 && step.kind !== 'late')
      rows -= await dropSourceRows(tx, companyId, { jobId: id, list, prefix: UNREADABLE })
    const found = eachOnce(page.rows)
    // The rows are written in parts, because serializing a page of a thousand products in one go would block the thread
    // for too long.
    for (let at = 0; at < found.length; at += WRITTEN_AT_ONCE) {
      const part = found.slice(at, at + WRITTEN_AT_ONCE)
      rows += await putSourceRows(tx, companyId, { jobId: id, list, rows: part })
    }
    // Stop reading a list that only repeats rows, because reading would never end.
    const isStuck = rows === step.rows && step.readings === 1 && step.offset! + page.rows.length >= page.size
    const nextOffset = isStuck ? null : page.nextOffset
    const isRead = nextOffset === null
    const unreadable = (step.unreadable ?? 0) + page.unreadable
    const next: ReadStep = {
      ...{ ...step, source: page.list, offset: nextOffset, size: page.size, rows, pages: step.pages + 1 },
      ...{ unreadable, troubles: troublesAfter(step, page) },
      // Do not count requests that were repeated only because the query had to be simplified, because later requests
      // use the simple query from the start.
      extraRequests: step.extraRequests + (page.list === step.source ? spent.requests - 1 : 0),
      isUnsteady:
        step.kind === 'entity' &&
        (step.isUnsteady ||
          (step.size !== null && step.size !== page.size) ||
          (isRead && rows - unreadable < page.size)),
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
      ...{ steps: [...steps, ...options, ...page.more], since: checkpoint.since ?? now - spent.readMs, savedAt: now },
    }
    return saveJob(tx, companyId, job, saved)
  })
}

/** Updates the row errors of a list: for the rows on this page, the page's own errors replace all earlier errors. */
function troublesAfter({ troubles = {} }: ReadStep, page: PageRead): Record<string, SourceErrorKind> {
  const again = new Set(page.rows.map(({ externalId }) => externalId))
  const before = Object.entries(troubles).filter(([id]) => !again.has(id))
  return { ...Object.fromEntries(before), ...page.troubles }
}

function save({ database, companyId }: ReadingParts, job: Job, checkpoint: Checkpoint): Promise<Job> {
  return writeCompany(database, companyId, async (tx) =>
    saveJob(tx, companyId, job, { ...checkpoint, savedAt: await readNow(tx) }),
  )
}
