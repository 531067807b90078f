/**
 * What a repeated import may change: of three versions (what the source had when it was last transferred, what it has now, and the
 * record here), the fields that the source changed and the user did not.
 */
import { isDeepStrictEqual } from 'node:util'
import { MAX_ARRAY_LENGTH } from '../../domain/schema.ts'
import { type EntityType, isEmpty, type MappingProblem, mappingProblem, type PlannedBody } from './plan.ts'
import { wordsOfValue } from './words-of-values.ts'

/** A version of the source: the body with ids (see `resolveBody`), and the archive flag that create bodies do not know. */
export interface SourceVersion {
  readonly body: PlannedBody
  readonly archived: boolean
  /** It could not be archived here: that it is active is nobody's change. */
  readonly isArchiveRefused?: true
}

/** The record as the API shows it: money in roubles, quantities in units. */
export type LocalRecord = Readonly<Record<string, unknown>>

export interface Merge {
  /** The body of our update command; null when there is nothing to change. */
  readonly patch: PlannedBody | null
  readonly problems: readonly MappingProblem[]
  /** Of the fields that the source fills in, those that were changed here; none of them is in the patch. */
  readonly kept: readonly string[]
}

/** What the update command of a kind cannot change. */
const FIXED: Readonly<Partial<Record<EntityType, readonly string[]>>> = {
  custom_field: ['entityKind', 'valueType'],
  partner: ['type'],
  purchase_order: ['kind', 'archived'],
  supplier_invoice: ['kind', 'archived'],
  receipt: ['kind', 'archived'],
}

/** What the update command of a kind demands with every change. */
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
  /** What the source had when it was last transferred; null for a record that was linked by hand, whose every value counts as the user's. */
  readonly last: SourceVersion | null
  readonly next: SourceVersion
  readonly local: LocalRecord
}

/**
 * The patch that brings a record up to the source without touching what was changed here. Arrays are compared as wholes, custom values
 * one by one. Once it is applied and `next` is stored as `last`, the same merge changes nothing.
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

/** What is to be noted as transferred last: with what is known of its archiving, which comes later than the rest. */
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

/** Custom values are merged key by key, and written as a whole: a given object replaces the old one. */
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

/** Holds the patch to what the update command takes. */
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

/** The options with those that are new in the source; null when none is. None is dropped: it may be in use. */
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
  // Lines are counted; of prices and components the ids tell nothing.
  const words = field === 'lines' ? String(asArray(value).length) : wordsOfValue(withoutIds(value), NO_NAMES)
  return mappingProblem('local_change_kept', { field, value: words })
}

const NO_NAMES: ReadonlyMap<string, string> = new Map()

function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.endsWith('Id')))
}

/** A value in the one form in which bodies and records can be compared: nothing for all that is empty, entries without empty fields. */
function comparable(field: string, value: unknown): unknown {
  if (field === 'archived') return value === true
  if (isEmpty(value)) return null
  if (field === 'lines') return asArray(value).map(lineOf)
  return withoutEmpty(value)
}

/** A record's lines carry the name, sku and amount of the moment too. */
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
