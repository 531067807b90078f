/**
 * Creates the report rows about data that could not be read: whole lists, rows without an id, and rows with incomplete
 * nested lists.
 */
import { type EntityType, type MappingProblem, mappingProblem, type Plan } from '../mapping/plan.ts'
import type { MappingProblemCode } from '../mapping/problem-codes.ts'
import type { SourceErrorKind } from '../source-errors.ts'
import type { ReadStep } from './checkpoint.ts'
import type { Job } from './job.ts'
import type { Planned } from './row-sql.ts'
import { sectionOf } from './sections.ts'

const CODES: Readonly<Record<string, MappingProblemCode>> = {
  'tariff-closed': 'list_not_in_tariff',
  'not-found': 'list_not_found',
}

/** Returns the report row about the list of a kind, if the list was not read completely. */
export function unreadList({ checkpoint }: Job, type: EntityType, list: string): Planned[] {
  return checkpoint.steps
    .filter((step) => step.list === list && (step.kind === 'entity' || step.kind === 'late'))
    .flatMap((step) => told(step, type))
}

/**
 * Returns the report rows about settings that could not be read. Problems with a field's options are reported under the
 * field.
 */
export function unreadSettings({ checkpoint }: Job): Planned[] {
  const skipped = new Set(checkpoint.steps.filter((step) => step.skipped !== null).map(({ list }) => list))
  // A user without access to a section has no access to its fields either. Report only the section then.
  const isTold = ({ kind, list }: ReadStep) =>
    (kind === 'settings' || kind === 'array') &&
    !list.startsWith('customentity:') &&
    !(list.startsWith('attributes:') && skipped.has(list.slice('attributes:'.length)))
  return checkpoint.steps.filter(isTold).flatMap((step) => told(step, kindOf(step.list)))
}

/** Returns the kind of row that a list of settings is reported under. */
function kindOf(list: string): EntityType {
  if (list === 'pricetype') return 'price_type'
  return list.startsWith('attributes:') ? 'custom_field' : 'product'
}

function told({ list, kind, skipped, isUnsteady, rows, size }: ReadStep, entityType: EntityType): Planned[] {
  const field = sectionOf(list)
  if (skipped !== null && kind === 'late')
    return [aboutList(entityType, mappingProblem('list_late_unread', { field, value: '' }))]
  if (skipped !== null)
    return [aboutList(entityType, mappingProblem(CODES[skipped] ?? 'list_not_permitted', { field, value: '' }))]
  if (!isUnsteady) return []
  return [aboutList(entityType, mappingProblem('list_changing', { field, value: `${rows} / ${size ?? '?'}` }))]
}

const aboutList = (entityType: EntityType, problem: MappingProblem): Planned => ({
  ...{ entityType, externalId: '', name: '', action: 'problem', status: 'skipped', internalId: null },
  ...{ problems: [problem], data: {}, body: null, archived: false, isDue: false, isArchiveDue: false },
})

/** Returns the errors of a list's rows with incomplete nested lists, keyed by row id. */
export function troublesOf({ checkpoint }: Job, list: string): Readonly<Record<string, SourceErrorKind>> {
  const found = checkpoint.steps
    .filter((step) => step.list === list)
    .map(({ troubles }) => Object.entries(troubles ?? {}))
  return Object.fromEntries(found.flat())
}

/**
 * Removes the body from the plan of a row without an id and adds a problem, because nothing can be created from such a
 * row. `place`: the row's position in its list.
 */
export function withoutId(plan: Plan, place: string): Plan {
  const value = `${place.replace(/^late:/, '')}: ${plan.name}`
  return { ...plan, externalId: '', body: null, problems: [mappingProblem('row_unreadable', { field: '', value })] }
}

/** Adds to the plan of an incomplete row the reason why the row is incomplete. */
export function cutOff(plan: Plan, trouble: SourceErrorKind): Plan {
  const code = trouble === 'not-found' ? 'row_vanished' : 'row_not_permitted'
  const others = plan.problems.filter((problem) => problem.code !== 'truncated_collection')
  return { ...plan, body: null, problems: [mappingProblem(code, { field: '', value: '' }), ...others] }
}

/** Notes that concern the whole account, so only one row shows them. */
const ONCE: readonly MappingProblemCode[] = ['weight_unit_assumed']

/**
 * Removes notes about the whole account from all plans except the first. `isTold`: whether an earlier plan already
 * has the note.
 */
export function toldOnce(plans: readonly Plan[], isTold: boolean): { plans: Plan[]; isTold: boolean } {
  let isDone = isTold
  const found = plans.map((plan) => {
    const first = isDone ? undefined : plan.problems.find(({ code }) => ONCE.includes(code))
    isDone ||= first !== undefined
    return { ...plan, problems: plan.problems.filter((problem) => problem === first || !ONCE.includes(problem.code)) }
  })
  return { plans: found, isTold: isDone }
}
