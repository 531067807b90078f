/**
 * Decides what a repeated import may change. It compares MoySklad's values at the last transfer, MoySklad's current
 * values, and our record. A field is updated only if it changed in MoySklad and was not changed in Skladno by a user.
 */
import { isDeepStrictEqual } from 'node:util'
import { MAX_ARRAY_LENGTH } from '../../domain/schema.ts'
import { type EntityType, isEmpty, type MappingProblem, mappingProblem, type PlannedBody } from './plan.ts'
import { wordsOfValue } from './words-of-values.ts'

/**
 * A version of a MoySklad row: its body with our ids (see `resolveBody`), and whether it is archived, which the body of
 * a create command cannot express.
 */
export interface SourceVersion {
  readonly body: PlannedBody
  readonly archived: boolean
  /**
   * Whether Skladno refused to archive the record. If so, the record is still active for that reason and not because
   * a user restored it.
   */
  readonly isArchiveRefused?: true
}

/** Our record as the API shows it, with money in roubles and quantities in units. */
export type LocalRecord = Readonly<Record<string, unknown>>

export interface Merge {
  /** The body for our update command; null when there is nothing to change. */
  readonly patch: PlannedBody | null
  readonly problems: readonly MappingProblem[]
  /** Fields that MoySklad fills in but that were changed in Skladno. The patch does not contain these fields. */
  readonly kept: readonly string[]
}

/** For each kind, the fields that its update command cannot change. */
const FIXED: Readonly<Partial<Record<EntityType, readonly string[]>>> = {
  custom_field: ['entityKind', 'valueType'],
  partner: ['type'],
  purchase_order: ['kind', 'archived'],
  supplier_invoice: ['kind', 'archived'],
  receipt: ['kind', 'archived'],
}

/** For each kind, the fields that its update command requires in every change. */
const DEMANDED: Readonly<Partial<Record<EntityType, readonly string[]>>> = {
  product: ['name'],
  service: ['name'],
  variant: ['name'],
  bundle: ['name'],
  price_type: ['name', 'archived'],
}

const ARRAYS: ReadonlySet<string> = new Set([
  ...['barcodes', 'packages', 'components', 'prices', 'tags', 'contacts', 'bankAccounts', 'groups', 'roles', 'lines'],
])

export interface MergeVersions {
  /**
   * MoySklad's values at the last transfer. Null for a record that was linked manually; all its values are then treated
   * as set by the user.
   */
  readonly last: SourceVersion | null
  readonly next: SourceVersion
  readonly local: LocalRecord
}

/**
 * Computes the patch that applies MoySklad's changes to a record without touching fields that were changed in Skladno.
 * Arrays are compared as a whole, custom values one by one. Once the patch is applied and `next` is stored as `last`,
 * repeating the merge changes nothing.
 */
export function mergePlan(entityType: EntityType, { last, next, local }: MergeVersions): Merge {
  const before = fieldsOf(last)
  const after = fieldsOf(next)
  const patch: Record<string, unknown> = {}
  const problems: MappingProblem[] = []
  const kept: string[] = []
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (field === 'customValues' || field === 'options') continue
    const here = comparable(field, local[field])
    const versions = { last: comparable(field, before[field]), next: comparable(field, after[field]), local: here }
    const verdict = judge(versions)
    if (verdict === 'kept' && field === 'archived' && last?.isArchiveRefused) {
      problems.push(mappingProblem('archive_refused', { field, value: '' }))
      continue
    }
    if (verdict === 'kept' || verdict === 'conflict') kept.push(field)
    if (verdict === 'conflict') problems.push(conflictOf(field, after[field]))
    if (verdict === 'take') patch[field] = after[field] ?? (ARRAYS.has(field) ? [] : null)
  }
  mergeCustomValues({ before, after, local }, { patch, problems, kept })
  const options = newOptions({ before, after, local })
  if (options !== null) patch.options = options
  return finish(entityType, { patch, problems, kept, local })
}

/**
 * Returns the version to store as the last transferred one. It includes the archived flag only if archiving is already
 * done, because records are archived later than they are written.
 */
export function versionAfter(
  last: SourceVersion | null,
  { next, isArchiveDue }: { next: SourceVersion; isArchiveDue: boolean },
): SourceVersion {
  const { body, archived } = next
  if (isArchiveDue) return { body, archived: false }
  const isRefused = archived && last?.archived === true && last.isArchiveRefused === true
  return { body, archived, ...(isRefused ? { isArchiveRefused: true } : {}) }
}

type Verdict = 'same' | 'kept' | 'conflict' | 'take'

function judge({ last, next, local }: { last: unknown; next: unknown; local: unknown }): Verdict {
  const isOfSource = isDeepStrictEqual(local, last)
  if (isDeepStrictEqual(last, next)) return isOfSource ? 'same' : 'kept'
  if (isDeepStrictEqual(local, next)) return 'same'
  return isOfSource ? 'take' : 'conflict'
}

/**
 * Merges custom values by key. The patch contains all values, because the object in an update replaces the whole
 * previous object.
 */
function mergeCustomValues(
  { before, after, local }: { before: PlannedBody; after: PlannedBody; local: LocalRecord },
  { patch, problems, kept }: { patch: Record<string, unknown>; problems: MappingProblem[]; kept: string[] },
): void {
  const [last, next, here] = [before, after, local].map(
    ({ customValues }) => new Map(Object.entries(customValues ?? {})),
  )
  let isChanged = false
  const merged = new Map(here)
  for (const key of new Set([...last!.keys(), ...next!.keys()])) {
    const versions = { last: last!.get(key) ?? null, next: next!.get(key) ?? null, local: here!.get(key) ?? null }
    const verdict = judge(versions)
    const field = `customValues: ${key}`
    if (verdict === 'kept' || verdict === 'conflict') kept.push(field)
    if (verdict === 'conflict') problems.push(conflictOf(field, versions.next))
    if (verdict !== 'take') continue
    isChanged = true
    if (versions.next === null) merged.delete(key)
    else merged.set(key, versions.next)
  }
  if (isChanged) patch.customValues = Object.fromEntries(merged)
}

/** Adds to the patch the fields that the update command requires, and removes the fields that it does not accept. */
function finish(
  entityType: EntityType,
  {
    patch,
    problems,
    kept,
    local,
  }: { patch: Record<string, unknown>; problems: MappingProblem[]; kept: string[]; local: LocalRecord },
): Merge {
  if (patch.valueType !== undefined)
    problems.push(mappingProblem('field_type_changed', { field: 'valueType', value: String(patch.valueType) }))
  for (const field of FIXED[entityType] ?? []) delete patch[field]
  const fields = Object.keys(patch)
  if (fields.length === 0) return { patch: null, problems, kept }
  if (typeof local.status === 'string' && local.status !== 'draft')
    return {
      patch: null,
      problems: [...problems, mappingProblem('document_not_draft', { field: fields.join(', '), value: '' })],
      kept,
    }
  for (const field of DEMANDED[entityType] ?? []) patch[field] ??= local[field]
  return { patch, problems, kept }
}

/**
 * Returns a field's options with new options from MoySklad added, or null when there are no new options. Options are
 * never removed, because they may be in use.
 */
function newOptions({
  before,
  after,
  local,
}: {
  before: PlannedBody
  after: PlannedBody
  local: LocalRecord
}): unknown[] | null {
  const known = new Set([...asArray(before.options), ...asArray(local.options)])
  const added = asArray(after.options).filter((option) => !known.has(option))
  const options = [...asArray(local.options), ...added].slice(0, MAX_ARRAY_LENGTH)
  return local.valueType !== 'select' || options.length === asArray(local.options).length ? null : options
}

function fieldsOf(version: SourceVersion | null): PlannedBody {
  return version === null ? {} : { ...version.body, archived: version.archived }
}

function conflictOf(field: string, value: unknown): MappingProblem {
  // For lines, show only their number; describe prices and components without their ids.
  const words = field === 'lines' ? String(asArray(value).length) : wordsOfValue(withoutIds(value), NO_NAMES)
  return mappingProblem('local_change_kept', { field, value: words })
}

const NO_NAMES: ReadonlyMap<string, string> = new Map()

function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.endsWith('Id')))
}

/**
 * Normalizes a value so that bodies and records can be compared: any empty value becomes null, and empty fields are
 * removed from entries.
 */
function comparable(field: string, value: unknown): unknown {
  if (field === 'archived') return value === true
  if (isEmpty(value)) return null
  if (field === 'lines') return asArray(value).map(lineOf)
  return withoutEmpty(value)
}

/** Reduces a record's line to the fields that are compared, leaving out its current name, SKU and amount. */
function lineOf(line: unknown): unknown {
  const { productId, quantity, unitCost } = line as Record<string, unknown>
  return { productId, quantity, unitCost }
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, field]) => !isEmpty(field))
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
