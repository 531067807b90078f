/** Putting ids of ours where a plan names records of the source. */
import { attributeOfKey, isReference, type PlannedBody, type Problem, problemOf, type Reference } from './plan.ts'

/** The id of a record of ours; undefined when the source's was not transferred. */
export type Lookup = (reference: Reference) => string | undefined

export interface ResolvedBody {
  /** The body of our create command; null when it makes no sense without what is missing. */
  readonly body: PlannedBody | null
  readonly problems: readonly Problem[]
}

/** Fields whose entries are nothing without what they name. */
const REQUIRED: ReadonlySet<string> = new Set(['lines', 'components'])

/**
 * A planned body with ids. A field whose record is missing is left out with a problem; so is a price of a missing type. Lines and
 * components must all be there.
 */
export function resolveBody(planned: PlannedBody, lookup: Lookup): ResolvedBody {
  const problems: Problem[] = []
  let isWhole = true
  const idFor = (field: string, reference: Reference): string | undefined => {
    const id = lookup(reference)
    if (id !== undefined) return id
    const code = REQUIRED.has(field) ? 'required_reference_missing' : 'missing_reference'
    problems.push(problemOf(code, { field, value: `${reference.reference} ${reference.externalId}` }))
    if (REQUIRED.has(field)) isWhole = false
    return undefined
  }
  const entries = Object.entries(planned).flatMap(([field, value]) => {
    const resolved = resolveField(field, value, idFor)
    return resolved === undefined ? [] : [[field, resolved] as const]
  })
  return { body: isWhole ? Object.fromEntries(entries) : null, problems }
}

type IdFor = (field: string, reference: Reference) => string | undefined

function resolveField(field: string, value: unknown, idFor: IdFor): unknown {
  if (isReference(value)) return idFor(field, value)
  if (field === 'customValues') return resolveKeys(value as Readonly<Record<string, unknown>>, idFor)
  if (!Array.isArray(value)) return value
  const entries = value.map((entry) => resolveEntry(field, entry, idFor)).filter((entry) => entry !== undefined)
  // An empty `lines` says something: a draft may have none.
  return entries.length === 0 && value.length > 0 ? undefined : entries
}

function resolveEntry(field: string, entry: unknown, idFor: IdFor): unknown {
  if (typeof entry !== 'object' || entry === null) return entry
  const fields = Object.entries(entry).map(
    ([name, value]) => [name, isReference(value) ? idFor(field, value) : value] as const,
  )
  return fields.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(fields)
}

function resolveKeys(values: Readonly<Record<string, unknown>>, idFor: IdFor): Record<string, unknown> {
  const entries = Object.entries(values).flatMap(([key, value]) => {
    const attribute = attributeOfKey(key)
    const known = attribute === null ? key : idFor('customValues', { reference: 'custom_field', externalId: attribute })
    return known === undefined ? [] : [[known, value] as const]
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
