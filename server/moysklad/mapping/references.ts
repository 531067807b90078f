/** Putting ids of ours where a plan names records of the source, and what was there before where it could not be read. */
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

/** The id of a record of ours; undefined when the source's was not transferred. */
export type Lookup = (reference: Reference) => string | undefined

export interface ResolvedBody {
  /** The body of our create command; null when it makes no sense without what is missing. */
  readonly body: PlannedBody | null
  readonly problems: readonly MappingProblem[]
}

/** Fields whose entries are nothing without what they name. */
const REQUIRED: ReadonlySet<string> = new Set(['lines', 'components'])

/**
 * A planned body with ids. A field whose record is missing, or that could not be read, is as it was when it was transferred last; `last` is
 * null for a record that is not there yet, of which such fields are left out. So is a price of a missing type. Lines and components must
 * all be there.
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

/** A planned row with ids, as the version of the source that is compared with the last one. `last` as in `resolveBody`. */
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

/** What a record that is there had; nothing is known of one that was linked by hand. */
export const UNKNOWN: SourceVersion = { body: {}, archived: false }

/** `lost`: what is lost without the record. */
type IdFor = (field: string, reference: Reference, lost?: string) => string | undefined

interface Resolving {
  readonly idFor: IdFor
  readonly last: PlannedBody | null
}

function resolveField(field: string, value: unknown, resolving: Resolving): unknown {
  const { idFor, last } = resolving
  if (isUnreadValue(value)) return last === null ? resolveField(field, value.otherwise, resolving) : last[field]
  if (isReference(value)) return idFor(field, value) ?? last?.[field]
  // What shows a role may not have been read this time; what was seen once stays true.
  if (field === 'roles') return [...new Set([...asList(last?.roles), ...asList(value)])]
  if (field === 'customValues' && value !== undefined) return resolveKeys(value as PlannedBody, resolving)
  if (!Array.isArray(value)) return value
  const entries = value.map((entry) => resolveEntry(field, entry, idFor)).filter((entry) => entry !== undefined)
  // An empty `lines` says something: a draft may have none.
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

/** Every record of the source that a planned body names, each once: so that what is missing can be looked for before. */
export function referencesIn(planned: PlannedBody): Reference[] {
  const found = new Map<string, Reference>()
  resolveBody(planned, (reference) => {
    found.set(`${reference.reference} ${reference.externalId}`, reference)
    return reference.externalId
  })
  return [...found.values()]
}
