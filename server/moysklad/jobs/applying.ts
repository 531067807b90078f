/**
 * Writes the rows that a preview planned, using the same commands as users. Each row has its own idempotency key,
 * derived from the job and the row. If a row is repeated after a crash, its command is replayed and nothing is written
 * twice.
 */
import type { Command } from '../../commands/define.ts'
import { createExternalLink } from '../../commands/external-links.ts'
import { readBody } from '../../commands/read-body.ts'
import type { Companies } from '../../engine/companies.ts'
import { ownKey, runOwn } from '../../engine/own-command.ts'
import { findCommands } from '../../store/commands.ts'
import { writeCompany } from '../../store/commits.ts'
import { type Database, readCompany, type Tx } from '../../store/database.ts'
import { WRITING_COMMANDS } from '../mapping/commands.ts'
import { type LocalRecord, mergePlan, type SourceVersion, versionAfter } from '../mapping/merge.ts'
import { type MappingProblem, mappingProblem } from '../mapping/plan.ts'
import { type Lookup, resolveVersion, UNKNOWN } from '../mapping/references.ts'
import type { Job } from './job.ts'
import { addCounts, endPhase, readNow, saveJob } from './job-sql.ts'
import { LINK_SOURCE, type Link, putLinks } from './link-sql.ts'
import { findLocal } from './local-records-sql.ts'
import { linkKey, linkKindOf, linksOf, lookupFor } from './references.ts'
import {
  countDueRows,
  listArchiveDueRows,
  listDueRows,
  type PlannedRow,
  type RowOutcome,
  updateRows,
} from './row-sql.ts'

export interface ApplyingParts {
  readonly database: Database
  readonly companies: Companies
  readonly companyId: string
  readonly signal: AbortSignal
}

/** The number of rows whose outcomes are saved together. */
const BATCH = 64
/**
 * The number of commands that run at the same time. It is large enough for commands to be committed together, but too
 * small to delay the company's users.
 */
const AT_ONCE = 16
/** The user under whose name an import appears in the audit log. */
const ACTOR = { id: 'extsys', name: 'Импорт из МоегоСклада' }

/** Returns the name from which the idempotency key of a row's command is derived. */
const nameOf = (jobId: string, { id }: Pick<PlannedRow, 'id'>, step: 'write' | 'link' | 'archive'): string =>
  `extsys:${jobId}:${id}${step === 'write' ? '' : `:${step}`}`

/** Writes the next rows. Returns the updated job, whose status is `done` when no rows are left. Throws LostJob. */
export async function applyNext(parts: ApplyingParts, job: Job): Promise<Job> {
  const { database, companyId } = parts
  const { rows, archived, due } = await readCompany(database, companyId, async (tx) => {
    const found = await listDueRows(tx, companyId, job.id, BATCH)
    return {
      rows: found,
      archived: found.length > 0 ? [] : await listArchiveDueRows(tx, companyId, job.id, BATCH),
      due: job.checkpoint.applying.total === 0 ? await countDueRows(tx, companyId, job.id) : null,
    }
  })
  const startedAt = performance.now()
  const next = rows.length > 0 ? { rows, write: writeRow } : { rows: archived, write: archiveRow }
  const outcomes = await writeAll(parts, job, next)
  return writeCompany(database, companyId, async (tx) => {
    const saved = await saveOutcomes(tx, companyId, job, { outcomes, due, startedAt })
    if (outcomes.length > 0) return saved
    await endPhase(tx, companyId, saved, { from: 'applying', to: 'done' })
    return { ...saved, status: saved.status === 'applying' ? 'done' : saved.status }
  })
}

interface Outcome extends RowOutcome {
  readonly link: (Link & { readonly last: SourceVersion }) | null
  readonly before: PlannedRow
}

async function saveOutcomes(
  tx: Tx,
  companyId: string,
  job: Job,
  { outcomes, due, startedAt }: { outcomes: readonly Outcome[]; due: number | null; startedAt: number },
): Promise<Job> {
  await saveRows(tx, companyId, job.id, outcomes)
  const became = (status: RowOutcome['status']) =>
    outcomes.filter(({ status: now, before }) => now === status && before.status !== status).length
  await addCounts(tx, companyId, job.id, { written: became('written'), failed: became('failed') })
  const { checkpoint } = job
  const { rows, total, ms, entity } = checkpoint.applying
  return saveJob(tx, companyId, job, {
    ...checkpoint,
    applying: {
      ...{ rows: rows + outcomes.length, total: due ?? total },
      ms: ms + performance.now() - startedAt,
      entity: outcomes[0]?.before.entityType ?? entity,
    },
    savedAt: await readNow(tx),
  })
}

/**
 * Runs `work` for all rows, a few at a time. A temporary failure fails the whole batch, which is then repeated later.
 */
async function forAll<T>(
  rows: readonly PlannedRow[],
  signal: AbortSignal,
  work: (row: PlannedRow) => Promise<T>,
): Promise<T[]> {
  const done: T[] = []
  let next = 0
  const takeTurns = async () => {
    for (let at = next++; at < rows.length; at = next++) {
      signal.throwIfAborted()
      done[at] = await work(rows[at]!)
    }
  }
  const settled = await Promise.allSettled(Array.from({ length: AT_ONCE }, takeTurns))
  for (const one of settled) if (one.status === 'rejected') throw one.reason
  return done
}

interface Known {
  readonly links: ReadonlyMap<string, Link>
  readonly local: ReadonlyMap<string, LocalRecord>
  readonly lookup: Lookup
}

/** Writes each of the rows. The records that the rows refer to are read once, before the first row. */
async function writeAll(
  parts: ApplyingParts,
  job: Job,
  { rows, write }: { readonly rows: readonly PlannedRow[]; readonly write: typeof writeRow },
): Promise<Outcome[]> {
  const { database, companyId, signal } = parts
  const known = await readCompany(database, companyId, (tx) => readKnown(tx, companyId, rows))
  return forAll(rows, signal, (row) => write(parts, job, { row, known }))
}

async function readKnown(tx: Tx, companyId: string, rows: readonly PlannedRow[]): Promise<Known> {
  const links = await linksOf(tx, companyId, rows)
  const bodies = rows.flatMap(({ body }) => (body === null ? [] : [body]))
  const lookup = await lookupFor(tx, companyId, bodies)
  const ids = [...links.values()].map(({ internalId }) => internalId)
  const local = rows.length === 0 ? new Map() : await findLocal(tx, companyId, linkKindOf(rows[0]!.entityType), ids)
  return { links, local, lookup }
}

async function writeRow(
  parts: ApplyingParts,
  job: Job,
  { row, known }: { row: PlannedRow; known: Known },
): Promise<Outcome> {
  const { entityType, externalId, archived } = row
  const kind = linkKindOf(entityType)
  const link = known.links.get(linkKey(kind, externalId))
  const here = link === undefined ? undefined : known.local.get(link.internalId)
  const before = here === undefined ? null : (link!.last ?? UNKNOWN)
  const resolved = resolveVersion({ body: row.body ?? {}, archived }, known.lookup, before)
  const problems = withNew(row.problems, resolved.problems)
  const { next } = resolved
  if (next === null) return failed(row, problems)
  const written = (internalId: string, told: readonly MappingProblem[], isArchiveDue: boolean): Outcome => {
    const last = versionAfter(link?.last ?? null, { next, isArchiveDue })
    return {
      ...{ number: row.number, status: row.action === 'unchanged' ? 'skipped' : 'written', internalId, problems: told },
      ...{ isDue: false, isArchiveDue, link: { kind, externalId, internalId, last }, before: row },
    }
  }
  if (here === undefined) {
    const { create } = WRITING_COMMANDS[entityType]
    const made = await run(parts, create, { name: nameOf(job.id, row, 'write'), body: next.body, params: {} })
    if (!made.ok) return failed(row, withNew(problems, [made.problem]))
    await linkOutside(parts, job, { row, internalId: made.id })
    return written(made.id, problems, row.isArchiveDue)
  }
  const { patch, problems: conflicts } = mergePlan(entityType, { last: link!.last, next, local: here })
  const told = withNew(problems, conflicts)
  // Archive a record only when no other record of this import will refer to it any more.
  const { archived: toArchive, ...rest } = patch ?? {}
  const isArchiveDue = row.isArchiveDue || (toArchive === true && here.archived !== true)
  const change = isArchiveDue ? rest : (patch ?? {})
  const outcome = written(link!.internalId, told, isArchiveDue)
  if (Object.keys(change).length === 0 || isNameAlone(change, here)) return outcome
  const { update, parameter } = WRITING_COMMANDS[entityType]
  const params = { [parameter]: link!.internalId }
  const changed = await run(parts, update, { name: nameOf(job.id, row, 'write'), body: change, params })
  return changed.ok ? outcome : failed(row, withNew(told, [changed.problem]), link!.internalId)
}

/**
 * Checks whether a patch without `archived` contains only the unchanged name, which some update commands require in
 * every change. If so, there is nothing to write.
 */
function isNameAlone(change: Readonly<Record<string, unknown>>, here: LocalRecord): boolean {
  return Object.entries(change).every(([field, value]) => field === 'name' && value === here.name)
}

function failed(row: PlannedRow, problems: readonly MappingProblem[], internalId: string | null = null): Outcome {
  return {
    ...{ number: row.number, status: 'failed', internalId, problems, isDue: false, isArchiveDue: false },
    ...{ link: null, before: row },
  }
}

/** Adds problems to a row, except for those that its preview already reported. */
function withNew(problems: readonly MappingProblem[], more: readonly MappingProblem[]): readonly MappingProblem[] {
  const known = new Set(problems.map(keyOf))
  return [...problems, ...more.filter((problem) => !known.has(keyOf(problem)))]
}

const keyOf = ({ code, field, value }: MappingProblem) => JSON.stringify([code, field, value])

type Ran = { readonly ok: true; readonly id: string } | { readonly ok: false; readonly problem: MappingProblem }

async function run(
  { companies, companyId }: ApplyingParts,
  command: Command,
  { name, body, params }: { name: string; body: unknown; params: Readonly<Record<string, string>> },
): Promise<Ran> {
  const read = readBody(command, body)
  const refused = (value: string): Ran => ({
    ok: false,
    problem: mappingProblem('write_refused', { field: '', value }),
  })
  if (!read.ok) return refused(`VALIDATION_FAILED: ${read.faults.join('; ')}`)
  const answer = await runOwn(companies, companyId, { command, params, body: read.body, name, actor: ACTOR })
  if (answer === null) throw new Error(`The company ${companyId} no longer exists`)
  return answer.ok
    ? { ok: true, id: String(answer.record.id) }
    : refused(`${answer.problem.code}: ${answer.problem.detail}`)
}

/** Adds an external link, which users and their programs can see, to products and partners. */
async function linkOutside(
  parts: ApplyingParts,
  job: Job,
  { row, internalId }: { row: PlannedRow; internalId: string },
): Promise<void> {
  const entityType = linkKindOf(row.entityType)
  if (entityType !== 'product' && entityType !== 'partner') return
  const body = { source: LINK_SOURCE, entityType, externalId: row.externalId, internalId }
  await run(parts, createExternalLink, { name: nameOf(job.id, row, 'link'), body, params: {} })
}

async function archiveRow(
  parts: ApplyingParts,
  job: Job,
  { row, known }: { row: PlannedRow; known: Known },
): Promise<Outcome> {
  const link = known.links.get(linkKey(linkKindOf(row.entityType), row.externalId))
  const here = link === undefined ? undefined : known.local.get(link.internalId)
  const { number, status, internalId, problems } = row
  const last = link?.last ?? null
  const outcome: Outcome = {
    ...{ number, status, internalId, problems, isDue: false, isArchiveDue: false, before: row },
    link: last === null ? null : { ...link!, last: { body: last.body, archived: true } },
  }
  if (here === undefined || here.archived === true) return outcome
  const { update, parameter } = WRITING_COMMANDS[row.entityType]
  const ran = await run(parts, update, {
    name: nameOf(job.id, row, 'archive'),
    body: { name: here.name, archived: true },
    params: { [parameter]: link!.internalId },
  })
  if (ran.ok) return outcome
  const refusal = mappingProblem('archive_refused', { field: 'archived', value: ran.problem.value })
  const noted =
    outcome.link === null ? null : { ...outcome.link, last: { ...outcome.link.last, isArchiveRefused: true as const } }
  return { ...outcome, link: noted, problems: withNew(problems, [refusal]) }
}

/**
 * Saves the outcomes of rows that an earlier import wrote just before it was cancelled or its node crashed, so that the
 * next import can find their records. Only rows that were being written at that time can be affected.
 */
export async function settle(parts: ApplyingParts, job: Job): Promise<void> {
  const { database, companyId } = parts
  const rows = await readCompany(database, companyId, (tx) => listDueRows(tx, companyId, job.id, BATCH))
  if (rows.length === 0) return
  const settled = await writeCompany(database, companyId, async (tx) => {
    const names = rows.map((row) => ownKey(nameOf(job.id, row, 'write')))
    const commands = await findCommands(tx, companyId, names)
    const lookup = await lookupFor(
      tx,
      companyId,
      rows.flatMap(({ body }) => (body === null ? [] : [body])),
    )
    const links = await linksOf(tx, companyId, rows)
    const outcomes = rows.flatMap((row): Outcome[] => {
      const command = commands.find(({ key }) => key === ownKey(nameOf(job.id, row, 'write')))
      if (command === undefined || command.revision === null || row.body === null) return []
      const internalId = command.entity_id
      const kind = linkKindOf(row.entityType)
      const before = links.get(linkKey(kind, row.externalId))?.last ?? null
      const { next } = resolveVersion({ body: row.body, archived: row.archived }, lookup, before)
      // A create command cannot archive, so records are archived at the end of an import.
      const isArchiveDue = row.archived && before?.archived !== true
      const last = versionAfter(before, { next: next ?? { body: {}, archived: row.archived }, isArchiveDue })
      const link = { kind, externalId: row.externalId, internalId, last }
      return [
        {
          ...{ number: row.number, status: 'written', internalId, problems: row.problems, isDue: false },
          ...{ isArchiveDue: row.isArchiveDue, link, before: row },
        },
      ]
    })
    await saveRows(tx, companyId, job.id, outcomes)
    await addCounts(tx, companyId, job.id, { written: outcomes.length })
    return outcomes
  })
  for (const { before, internalId } of settled)
    if (internalId !== null) await linkOutside(parts, job, { row: before, internalId })
}

/** Stores the outcomes of rows, and the links to the records that were written. */
async function saveRows(tx: Tx, companyId: string, jobId: string, outcomes: readonly Outcome[]): Promise<void> {
  await updateRows(tx, companyId, jobId, outcomes)
  await putLinks(
    tx,
    companyId,
    outcomes.flatMap(({ link }) => (link === null ? [] : [link])),
  )
}
