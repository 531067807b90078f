/**
 * The last stage of a preview: plans the rows that were read. Sends no requests to MoySklad and does not change the
 * company's records.
 */
import { isDeepStrictEqual } from 'node:util'
import { v7 } from 'uuid'
import { inSlices } from '../../runtime/slices.ts'
import { writeCompany } from '../../store/commits.ts'
import { type Database, readCompany, type Tx } from '../../store/database.ts'
import type { Dictionaries } from '../mapping/dictionaries.ts'
import { mapRow, SOURCE_ENTITIES } from '../mapping/map-row.ts'
import { type LocalRecord, mergePlan, versionAfter } from '../mapping/merge.ts'
import { ENTITY_TYPES, type EntityType, type MappingProblem, mappingProblem, type Plan } from '../mapping/plan.ts'
import { resolveVersion, UNKNOWN } from '../mapping/references.ts'
import { type SourceRow, sourceIdOf, sourceRowOf } from '../mapping/source-values.ts'
import type { SourceErrorKind } from '../source-errors.ts'
import { parseSource } from '../source-json.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { Account } from './dictionaries.ts'
import type { Job } from './job.ts'
import { addCounts, endPhase, readNow, saveJob } from './job-sql.ts'
import type { Link } from './link-sql.ts'
import { findLocal } from './local-records-sql.ts'
import { findMissing, type MissingLink } from './missing-sql.ts'
import { namesFor } from './names.ts'
import { linkKey, linkKindOf, linksOf, previewLookup } from './references.ts'
import { findRepeats } from './repeats-sql.ts'
import { addProblems, insertRows, type Planned } from './row-sql.ts'
import { findSources, listSourceRows, UNREADABLE } from './source-sql.ts'
import { cutOff, toldOnce, troublesOf, unreadList, unreadSettings, withoutId } from './unread.ts'

export interface PlanningParts {
  readonly database: Database
  readonly companyId: string
  readonly signal: AbortSignal
  readonly account: Account
}

/**
 * The number of rows that are planned together, in one transaction with a few queries. Planning more rows at once would
 * block the thread for too long.
 */
const BATCH = 50

/**
 * Returns the list that contains the rows of a kind. Custom fields are excluded: they come from several lists and are
 * planned together.
 */
const listOf = (type: Exclude<EntityType, 'custom_field'>): string =>
  type === 'price_type' ? 'pricetype' : SOURCE_ENTITIES[type].entity

/** Plans the next rows. Returns the updated job, whose status is `ready` when no rows are left. Throws LostJob. */
export async function planNext(parts: PlanningParts, job: Job): Promise<Job> {
  const { step } = job.checkpoint.planning
  const type = ENTITY_TYPES[step]
  if (type === undefined) return endPlanning(parts, job)
  return type === 'custom_field' ? planFields(parts, job) : planRows(parts, job, type)
}

async function planRows(parts: PlanningParts, job: Job, type: Exclude<EntityType, 'custom_field'>): Promise<Job> {
  const { database, companyId, account } = parts
  const { after, step } = job.checkpoint.planning
  const list = listOf(type)
  const startedAt = performance.now()
  const asked = { jobId: job.id, list, after, limit: BATCH }
  const sources = await readCompany(database, companyId, (tx) => listSourceRows(tx, companyId, asked))
  const rows = await inSlices(parts, parsedRows(sources))
  const known = await readCompany(database, companyId, async (tx) => ({
    parents: type === 'variant' ? await parentsOf(tx, companyId, job.id, rows) : NO_PARENTS,
    names: await namesFor(tx, companyId, job.id, rows),
  }))
  const names = new Map([...account.dictionaries.names, ...known.names])
  const dictionaries = { ...account.dictionaries, names, parentOf: (id: string) => known.parents.get(id) }
  const troubles = troublesOf(job, list)
  const drawn = await inSlices(
    parts,
    plansOf(type, { rows, ids: sources.map(({ externalId }) => externalId), troubles }, dictionaries),
  )
  const { plans, isTold } = toldOnce(drawn, job.checkpoint.planning.isAssumptionTold === true)
  const skipped = after === -1 ? [...(step === 0 ? unreadSettings(job) : []), ...unreadList(job, type, list)] : []
  const isLast = sources.length < BATCH
  const place = isLast ? { step: step + 1, after: -1 } : { step, after: sources.at(-1)!.number }
  const next = { ...place, isAssumptionTold: isTold }
  return savePlans(parts, job, { plans, more: skipped, next, startedAt })
}

const NO_PARENTS: ReadonlyMap<string, SourceRow> = new Map()

/** Returns the products that the variants belong to, as MoySklad returned them. */
async function parentsOf(
  tx: Tx,
  companyId: string,
  jobId: string,
  variants: readonly SourceRow[],
): Promise<ReadonlyMap<string, SourceRow>> {
  const externalIds = variants.map(({ product }) => sourceIdOf(product))
  const texts = await findSources(tx, companyId, { jobId, list: 'product', externalIds })
  return new Map([...texts].map(([id, source]) => [id, sourceRowOf(parseSource(source))]))
}

function* parsedRows(sources: readonly { readonly source: string }[]): Generator<void, SourceRow[], undefined> {
  const rows: SourceRow[] = []
  for (const { source } of sources) {
    rows.push(sourceRowOf(parseSource(source)))
    yield
  }
  return rows
}

interface Drawn {
  readonly rows: readonly SourceRow[]
  /** The ids under which the rows are stored. */
  readonly ids: readonly string[]
  readonly troubles: Readonly<Record<string, SourceErrorKind>>
}

function* plansOf(
  type: Exclude<EntityType, 'custom_field'>,
  { rows, ids, troubles }: Drawn,
  dictionaries: Dictionaries,
): Generator<void, Plan[], undefined> {
  const plans: Plan[] = []
  for (const [index, row] of rows.entries()) {
    const plan = mapRow(type, row, dictionaries)
    const id = ids[index]!
    const trouble = Object.hasOwn(troubles, id) ? troubles[id]! : null
    const isUnreadable = id.startsWith(UNREADABLE)
    plans.push(
      isUnreadable ? withoutId(plan, id.slice(UNREADABLE.length)) : trouble === null ? plan : cutOff(plan, trouble),
    )
    yield
  }
  return plans
}

function planFields(parts: PlanningParts, job: Job): Promise<Job> {
  const { step } = job.checkpoint.planning
  const { fieldPlans } = parts.account
  return savePlans(parts, job, {
    ...{ plans: fieldPlans, more: [], next: { step: step + 1, after: -1 } },
    startedAt: performance.now(),
  })
}

interface Batch {
  readonly plans: readonly Plan[]
  /** Additional report rows to insert before the planned ones. */
  readonly more: readonly Planned[]
  readonly next: Pick<Checkpoint['planning'], 'step' | 'after' | 'isAssumptionTold'>
  readonly startedAt: number
}

async function savePlans(parts: PlanningParts, job: Job, { plans, more, next, startedAt }: Batch): Promise<Job> {
  const { database, companyId } = parts
  const known = await readCompany(database, companyId, (tx) => readKnown(tx, companyId, { jobId: job.id, plans }))
  const planned = [...more, ...(await inSlices(parts, decideAll(plans, known)))]
  return writeCompany(database, companyId, (tx) => saveRows(tx, companyId, job, { planned, next, startedAt }))
}

async function saveRows(
  tx: Tx,
  companyId: string,
  job: Job,
  { planned, next, startedAt }: Pick<Batch, 'next' | 'startedAt'> & { planned: readonly Planned[] },
): Promise<Job> {
  const { checkpoint } = job
  const first = checkpoint.planning.rows
  const rows = planned.map((row, index) => ({ ...row, number: first + index, id: v7() }))
  await insertRows(tx, companyId, job.id, rows)
  const count = (action: Planned['action']) => planned.filter((row) => row.action === action).length
  const counts = { create: count('create'), update: count('update'), unchanged: count('unchanged') }
  await addCounts(tx, companyId, job.id, { rows: rows.length, ...counts, problem: count('problem') })
  return saveJob(tx, companyId, job, {
    ...checkpoint,
    planning: {
      ...{ ...next, rows: first + rows.length },
      ms: checkpoint.planning.ms + performance.now() - startedAt,
    },
    savedAt: await readNow(tx),
  })
}

/** The data in our database about a batch of rows. */
interface Known {
  readonly links: ReadonlyMap<string, Link>
  readonly local: ReadonlyMap<string, LocalRecord>
  readonly lookup: Awaited<ReturnType<typeof previewLookup>>
}

async function readKnown(
  tx: Tx,
  companyId: string,
  { jobId, plans }: { jobId: string; plans: readonly Plan[] },
): Promise<Known> {
  const links = await linksOf(tx, companyId, plans)
  const bodies = plans.flatMap(({ body }) => (body === null ? [] : [body]))
  const lookup = await previewLookup(tx, companyId, { jobId, bodies })
  const [first] = plans
  const ids = [...links.values()].map(({ internalId }) => internalId)
  const local = first === undefined ? new Map() : await findLocal(tx, companyId, linkKindOf(first.entityType), ids)
  return { links, local, lookup }
}

function* decideAll(plans: readonly Plan[], known: Known): Generator<void, Planned[], undefined> {
  const planned: Planned[] = []
  for (const plan of plans) {
    planned.push(decide(plan, known))
    yield
  }
  return planned
}

/** Plans a row by comparing three versions: MoySklad's previous values, its current values, and our record's values. */
function decide(plan: Plan, { links, local, lookup }: Known): Planned {
  const { entityType, externalId, name, archived, data } = plan
  const link = links.get(linkKey(linkKindOf(entityType), externalId))
  const here = link === undefined ? undefined : local.get(link.internalId)
  const last = here === undefined ? null : (link!.last ?? UNKNOWN)
  const resolved =
    plan.body === null ? { next: null, problems: [] } : resolveVersion({ body: plan.body, archived }, lookup, last)
  const problems = [...plan.problems, ...resolved.problems]
  const internalId = here === undefined ? null : link!.internalId
  const row = { entityType, externalId, name, internalId, body: plan.body, archived }
  const { next } = resolved
  if (next === null)
    return { ...row, action: 'problem', status: 'skipped', problems, data, isDue: false, isArchiveDue: false }
  if (here === undefined) {
    const again = link === undefined ? [] : [mappingProblem('created_again', { field: '', value: '' })]
    const told = [...problems, ...again]
    return { ...row, action: 'create', status: 'planned', problems: told, data, isDue: true, isArchiveDue: archived }
  }
  const { patch, problems: conflicts, kept } = mergePlan(entityType, { last: link!.last, next, local: here })
  const told = [...problems, ...conflicts, ...keptProblems(kept, conflicts)]
  const isUpdate = patch !== null
  return {
    ...{ ...row, problems: told, data: kept.length === 0 ? data : { ...data, kept } },
    ...(isUpdate ? { action: 'update', status: 'planned' } : { action: 'unchanged', status: 'skipped' }),
    // Record MoySklad's current values even if nothing changes in our record.
    isDue: isUpdate || !isDeepStrictEqual(link!.last, versionAfter(link!.last, { next, isArchiveDue: false })),
    isArchiveDue: false,
  }
}

/**
 * Returns the note about fields that users changed in Skladno but that did not change in MoySklad. Fields that changed
 * in both are reported as a separate problem.
 */
function keptProblems(kept: readonly string[], conflicts: readonly MappingProblem[]): MappingProblem[] {
  const alone = kept.filter((field) => !conflicts.some((problem) => problem.field === field))
  return alone.length === 0 ? [] : [mappingProblem('changed_here', { field: '', value: alone.join(', ') })]
}

/** Adds report rows for records that no longer exist in MoySklad, and then marks the preview as ready. */
async function endPlanning({ database, companyId, account }: PlanningParts, job: Job): Promise<Job> {
  const startedAt = performance.now()
  const repeats = await readCompany(database, companyId, (tx) => findRepeats(tx, companyId, job.id))
  return writeCompany(database, companyId, async (tx) => {
    const missing = await findMissing(tx, companyId, job, account.rights?.partial ?? [])
    const planned = missing.map(missingRow)
    const next = { step: job.checkpoint.planning.step, after: -1 }
    const saved = await saveRows(tx, companyId, job, { planned, next, startedAt })
    if (repeats.size > 0) await addProblems(tx, companyId, { jobId: job.id, problems: repeats })
    const ended = await saveJob(tx, companyId, saved, { ...saved.checkpoint, stage: 'planned' })
    await endPhase(tx, companyId, ended, { from: 'previewing', to: 'ready' })
    return { ...ended, status: ended.status === 'previewing' ? 'ready' : ended.status }
  })
}

function missingRow({ entityType, externalId, internalId, name }: MissingLink): Planned {
  return {
    ...{ entityType, externalId, name, action: 'unchanged', status: 'skipped', internalId },
    problems: [mappingProblem('missing_in_source', { field: '', value: '' })],
    ...{ data: {}, body: null, archived: false, isDue: false, isArchiveDue: false },
  }
}
