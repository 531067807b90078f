/** Report rows about what could not be read: whole lists, rows without an id, and rows with incomplete nested lists. */
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

/** The report row about a kind's list, if it was not read completely. */
export function unreadList({ checkpoint }: Job, type: EntityType, list: string): Planned[] {
  return checkpoint.steps
    .filter((step) => step.list === list && (step.kind === 'entity' || step.kind === 'late'))
    .flatMap((step) => told(step, type))
}

/** The report rows about unread settings. A problem with a field's options is reported at the field. */
export function unreadSettings({ checkpoint }: Job): Planned[] {
  const skipped = new Set(checkpoint.steps.filter((step) => step.skipped !== null).map(({ list }) => list))
  // Without access to a section, its fields are inaccessible, too; only the section is reported.
  const isTold = ({ kind, list }: ReadStep) =>
    (kind === 'settings' || kind === 'array') &&
    !list.startsWith('customentity:') &&
    !(list.startsWith('attributes:') && skipped.has(list.slice('attributes:'.length)))
  return checkpoint.steps.filter(isTold).flatMap((step) => told(step, kindOf(step.list)))
}

/** The kind of row under which a list of settings is reported. */
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

/** The rows of a list whose nested lists are incomplete, by id. */
export function troublesOf({ checkpoint }: Job, list: string): Readonly<Record<string, SourceErrorKind>> {
  const found = checkpoint.steps
    .filter((step) => step.list === list)
    .map(({ troubles }) => Object.entries(troubles ?? {}))
  return Object.fromEntries(found.flat())
}

/** The plan of a row without an id: nothing can be created from it. `place`: the row's place in its list. */
export function withoutId(plan: Plan, place: string): Plan {
  const value = `${place.replace(/^late:/, '')}: ${plan.name}`
  return { ...plan, externalId: '', body: null, problems: [mappingProblem('row_unreadable', { field: '', value })] }
}

/** The plan of an incomplete row, with the cause. */
export function cutOff(plan: Plan, trouble: SourceErrorKind): Plan {
  const code = trouble === 'not-found' ? 'row_vanished' : 'row_not_permitted'
  const others = plan.problems.filter((problem) => problem.code !== 'truncated_collection')
  return { ...plan, body: null, problems: [mappingProblem(code, { field: '', value: '' }), ...others] }
}

/** Notes about the whole account, which only one row shows. */
const ONCE: readonly MappingProblemCode[] = ['weight_unit_assumed']

/**
 * Removes notes about the whole account from all plans except the first. `isTold`: an earlier plan already has the
 * note.
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
