/** Replaces the references in a plan with our ids, and unread values with the values of the last transfer. */
import type { SourceVersion } from './merge.ts'
import {
  attributeOfKey,
  isEmpty,
  isReference,
  isUnreadValue,
  type MappingProblem,
  mappingProblem,
  type PlannedBody,
  type Reference,
} from './plan.ts'
import { wordsOfValue } from './words-of-values.ts'

/** Returns the id of our record, or undefined when the MoySklad record was not transferred. */
export type Lookup = (reference: Reference) => string | undefined

export interface ResolvedBody {
  /** The body of our create command. Null when the body makes no sense without the missing records. */
  readonly body: PlannedBody | null
  readonly problems: readonly MappingProblem[]
}

/** Fields whose entries are meaningless without the record that they refer to. */
const REQUIRED: ReadonlySet<string> = new Set(['lines', 'components'])

/**
 * Returns a planned body with our ids. If a field refers to a missing record or is unread, the field gets the value of
 * the last transfer. For a new record (`last` is null) the field is left out. The same applies to a price with a
 * missing price type. Lines and components must be complete.
 */
export function resolveBody(planned: PlannedBody, lookup: Lookup, last: PlannedBody | null = null): ResolvedBody {
  const problems: MappingProblem[] = []
  let isWhole = true
  const idFor: IdFor = (field, reference, lost) => {
    const id = lookup(reference)
    if (id !== undefined) return id
    const code = REQUIRED.has(field) ? 'required_reference_missing' : 'missing_reference'
    const name = reference.name ?? reference.externalId
    problems.push(mappingProblem(code, { field, value: lost === undefined ? name : `${name}: ${lost}` }))
    if (REQUIRED.has(field)) isWhole = false
    return undefined
  }
  const entries = Object.entries(planned).flatMap(([field, value]) => {
    const resolved = resolveField(field, value, { idFor, last })
    return resolved === undefined ? [] : [[field, resolved] as const]
  })
  return { body: isWhole ? Object.fromEntries(entries) : null, problems }
}

/**
 * Converts a planned row to a version with our ids, which can be compared with the version of the last transfer.
 * `last`: the version of the last transfer; null for a new record.
 */
export function resolveVersion(
  { body: planned, archived: isArchived }: { readonly body: PlannedBody; readonly archived: boolean },
  lookup: Lookup,
  last: SourceVersion | null,
): { readonly next: SourceVersion | null; readonly problems: readonly MappingProblem[] } {
  const { archived: given, ...fields } = planned
  const { body, problems } = resolveBody(fields, lookup, last?.body ?? null)
  const archived = isUnreadValue(given) ? (last?.archived ?? false) : isArchived
  return { next: body === null ? null : { body, archived }, problems }
}

/**
 * The version that is used as the last transferred version of a record that was linked manually: no values are known.
 */
export const UNKNOWN: SourceVersion = { body: {}, archived: false }

/** Returns our id for a reference. `lost`: a description of the data that is lost if the record is missing. */
type IdFor = (field: string, reference: Reference, lost?: string) => string | undefined

interface Resolving {
  readonly idFor: IdFor
  readonly last: PlannedBody | null
}

function resolveField(field: string, value: unknown, resolving: Resolving): unknown {
  const { idFor, last } = resolving
  if (isUnreadValue(value)) return last === null ? resolveField(field, value.otherwise, resolving) : last[field]
  if (isReference(value)) return idFor(field, value) ?? last?.[field]
  // Keep roles that earlier imports found, because the rows that showed them may not have been read this time.
  if (field === 'roles') return [...new Set([...asList(last?.roles), ...asList(value)])]
  if (field === 'customValues' && value !== undefined) return resolveKeys(value as PlannedBody, resolving)
  if (!Array.isArray(value)) return value
  const entries = value.map((entry) => resolveEntry(field, entry, idFor)).filter((entry) => entry !== undefined)
  // Keep an empty `lines`, because a draft may have no lines.
  return entries.length === 0 && value.length > 0 ? undefined : entries
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function resolveEntry(field: string, entry: unknown, idFor: IdFor): unknown {
  if (typeof entry !== 'object' || entry === null) return entry
  const others = Object.values(entry).filter((value) => !isReference(value))
  const lost = others.length === 0 ? undefined : others.map((value) => wordsOfValue(value, NO_NAMES)).join(' × ')
  const fields = Object.entries(entry).map(
    ([name, value]) => [name, isReference(value) ? idFor(field, value, lost) : value] as const,
  )
  return fields.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(fields)
}

const NO_NAMES: ReadonlyMap<string, string> = new Map()

function resolveKeys(values: PlannedBody, { idFor, last }: Resolving): PlannedBody {
  const before = (last?.customValues ?? {}) as PlannedBody
  const entries = Object.entries(values).flatMap(([key, value]) => {
    const attribute = attributeOfKey(key)
    const lost = isUnreadValue(value) ? undefined : wordsOfValue(value, NO_NAMES)
    const known =
      attribute === null ? key : idFor('customValues', { reference: 'custom_field', externalId: attribute }, lost)
    if (known === undefined) return []
    const resolved = isUnreadValue(value) ? before[known] : value
    return isEmpty(resolved) ? [] : [[known, resolved] as const]
  })
  return Object.fromEntries(entries)
}

/**
 * Returns all MoySklad records that a planned body refers to, each only once, so that they can be looked up in advance.
 */
export function referencesIn(planned: PlannedBody): Reference[] {
  const found = new Map<string, Reference>()
  resolveBody(planned, (reference) => {
    found.set(`${reference.reference} ${reference.externalId}`, reference)
    return reference.externalId
  })
  return [...found.values()]
}
