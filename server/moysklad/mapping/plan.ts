/** The plan for a source row: the body of our command, the problems found, and what only the report stores. */
import {
  brief,
  type Circumstances,
  type MappingProblemCode,
  PROBLEM_CODES,
  type Severity,
  sentenceOf,
} from './problem-codes.ts'
import {
  isEmptyValue,
  linksWithin,
  plainValue,
  type SourceRow,
  sourceIdOf,
  sourceRowOf,
  sourceText,
} from './source-values.ts'
import { wordsOfValue } from './words-of-values.ts'

/**
 * The kinds of rows of a report, in the order of creation, so that records only refer to existing ones. Archiving comes
 * after all of them, bundles before their components. A job's checkpoint stores an index into this list, so a new kind
 * must go last.
 */
export const ENTITY_TYPES = [
  'price_type',
  'custom_field',
  'organization',
  'warehouse',
  'partner',
  'product',
  'service',
  'variant',
  'bundle',
  'purchase_order',
  'supplier_invoice',
  'receipt',
] as const
export type EntityType = (typeof ENTITY_TYPES)[number]

/** The kinds of records that a body can refer to. Products, services, variants and bundles are all products here. */
export type ReferenceKind = 'price_type' | 'custom_field' | 'warehouse' | 'organization' | 'partner' | 'product'

/** A placeholder in a planned body for the id of our record, until the id is known. */
export interface Reference {
  readonly reference: ReferenceKind
  readonly externalId: string
  /** The record's name in the source, for the report. */
  readonly name?: string
}

/**
 * A placeholder in a planned body for a value that could not be read, which differs from an empty value: an existing
 * record keeps the value of the last import, a new one gets `otherwise`. It can be a field, the price of an entry of
 * `prices`, or a custom value.
 */
export interface Unread {
  readonly unread: true
  readonly otherwise?: unknown
}

/**
 * The body of our create command, with a `Reference` in place of each of our ids, an `Unread` for each unreadable
 * value, and keys made by `fieldKey` in `customValues`. Empty fields are left out.
 */
export type PlannedBody = Readonly<Record<string, unknown>>

export interface MappingProblem extends Circumstances {
  readonly code: MappingProblemCode
  readonly severity: Severity
  readonly message: string
}

export interface Plan {
  readonly entityType: EntityType
  readonly externalId: string
  readonly name: string
  /** null: the row is not transferred; the problems say why. */
  readonly body: PlannedBody | null
  /**
   * Whether to archive the record. Create commands cannot do that; an update does it later, when no record of this
   * import refers to it any more.
   */
  readonly archived: boolean
  readonly problems: readonly MappingProblem[]
  /**
   * What only the report stores: `whole` contains the full text of shortened values, `left` the fields without a
   * counterpart here, by the source's names.
   */
  readonly data: Readonly<Record<string, unknown>>
}

/** A plan being built. */
export interface Draft {
  readonly entityType: EntityType
  /** The original row. `readSourceRow` reads its fields; unread fields go to the report. */
  readonly source: SourceRow
  readonly names: ReadonlyMap<string, string>
  readonly problems: MappingProblem[]
  /** Full values of what was shortened, rounded or unusable, by field. */
  readonly whole: Record<string, unknown>
  readonly left: Record<string, unknown>
  /** Our fields for which the row contains an unreadable value. */
  readonly unread: Set<string>
  isRefused: boolean
}

/** Starts the plan of a row. `names`: names of the source's ids, for the report. */
export function draftOf(entityType: EntityType, source: SourceRow, names: ReadonlyMap<string, string>): Draft {
  // Without a prototype, because keys are names from the source, and even `__proto__` must work.
  const [whole, left] = [Object.create(null), Object.create(null)]
  return { entityType, source, names, problems: [], whole, left, unread: new Set(), isRefused: false }
}

/** Adds a problem, once. A problem of severity `error` prevents the row from being transferred. */
export function report(
  draft: Draft,
  code: MappingProblemCode,
  { field, value = '' }: { field: string; value?: string },
): void {
  draft.problems.push(
    ...[mappingProblem(code, { field, value })].filter((problem) => !isAmong(draft.problems, problem)),
  )
  if (PROBLEM_CODES[code].severity === 'error') draft.isRefused = true
}

/** Makes a problem with its sentence. */
export function mappingProblem(code: MappingProblemCode, { field, value }: Circumstances): MappingProblem {
  const circumstances = { field, value: brief(value) }
  return { code, severity: PROBLEM_CODES[code].severity, ...circumstances, message: sentenceOf(code, circumstances) }
}

function isAmong(problems: readonly MappingProblem[], { code, field, value }: MappingProblem): boolean {
  return problems.some((other) => other.code === code && other.field === field && other.value === value)
}

/** Finishes a plan. `name`: the row's name in the report. Empty fields of the body are left out. */
export function planOf(draft: Draft, name: string, body: Readonly<Record<string, unknown>> | null): Plan {
  const externalId = sourceText(draft.source.id)
  if (externalId === '') report(draft, 'row_unreadable', { field: '', value: name })
  const data = Object.entries({ whole: draft.whole, left: draft.left }).filter(
    ([, kept]) => Object.keys(kept).length > 0,
  )
  return {
    entityType: draft.entityType,
    externalId,
    name,
    body: draft.isRefused || body === null ? null : filledOf({ ...body, ...unreadOf(draft, body) }),
    archived: draft.source.archived === true,
    problems: draft.problems,
    data: Object.fromEntries(data),
  }
}

function unreadOf({ unread }: Draft, body: Readonly<Record<string, unknown>>): Record<string, Unread> {
  const fields = [...unread].map((field): [string, Unread] => {
    const otherwise = body[field]
    return [field, { unread: true, ...(isEmpty(otherwise) ? {} : { otherwise }) }]
  })
  return Object.fromEntries(fields)
}

/**
 * Adds a problem about an unreadable value, and stores the value in the report. `source`: the field's name in the
 * source.
 */
export function noteUnread(draft: Draft, field: string, { value, source }: { value: unknown; source: string }): void {
  // Several source fields may form one of ours.
  draft.whole[Object.hasOwn(draft.whole, field) ? source : field] = plainValue(value, draft.names)
  report(draft, 'value_unreadable', { field, value: wordsOfValue(value, draft.names) })
}

/** The body field of an entry such as `prices: Опт`. */
export const fieldOf = (entry: string): string => entry.split(': ', 1)[0]!

/** The body without empty fields. */
export function filledOf(body: Readonly<Record<string, unknown>>): PlannedBody {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => !isEmpty(value)))
}

/** Whether a value can be left out of a body. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

export function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && 'reference' in value && 'externalId' in value
}

export function isUnreadValue(value: unknown): value is Unread {
  return typeof value === 'object' && value !== null && (value as Unread).unread === true
}

/** A placeholder for the record that a source reference points to; undefined when it points to none. */
export function referenceTo(draft: Draft, reference: ReferenceKind, source: unknown): Reference | undefined {
  const externalId = sourceIdOf(source)
  const name = nameIn(draft, source)
  return externalId === '' ? undefined : { reference, externalId, ...(name === externalId ? {} : { name }) }
}

/** The name of a source reference: its own name, else one known from elsewhere, else its id. */
export function nameIn({ names }: Pick<Draft, 'names'>, reference: unknown): string {
  const id = sourceIdOf(reference)
  return sourceText(sourceRowOf(reference).name) || names.get(id) || id
}

const FIELD_KEY = 'reference:custom_field:'

/** The key in a planned `customValues` for the custom field of an attribute. */
export function fieldKey(attributeId: string): string {
  return `${FIELD_KEY}${attributeId}`
}

/** The attribute of a key in a planned `customValues`; null for a free key. */
export function attributeOfKey(key: string): string | null {
  return key.startsWith(FIELD_KEY) ? key.slice(FIELD_KEY.length) : null
}

/** Source fields without a counterpart here, with their report codes. */
export type LeftCodes = Readonly<Record<string, MappingProblemCode>>

/** Technical fields of the source: ids, rights, time stamps. They say nothing about the record. */
const TECHNICAL: ReadonlySet<string> = new Set([
  'meta',
  'id',
  'accountId',
  'owner',
  'group',
  'shared',
  'updated',
  'created',
  'version',
  'printed',
  'published',
  'archived',
  'syncId',
])

/**
 * Stored in the report without a code: parts of addresses that were transferred as a whole, and unchanged defaults of
 * the source.
 */
const QUIET: ReadonlySet<string> = new Set([
  'legalAddressFull',
  'actualAddressFull',
  'addressFull',
  'GENERAL_TAX_SYSTEM',
  'TAX_SYSTEM_SAME_AS_GROUP',
  'GOOD',
  'NOT_TRACKED',
])

/** For these fields only the addresses are stored; their contents are not transferred. */
const LINKED: ReadonlySet<string> = new Set(['images', 'image', 'files'])

/**
 * Stores fields that the mapper did not transfer in the report, each with its code; fields without a code share one.
 * `carried`: the fields that were transferred.
 */
export function keepLeft(draft: Draft, carried: ReadonlySet<string>, codes: LeftCodes): void {
  const silent: string[] = []
  for (const [field, value] of Object.entries(draft.source)) {
    if (carried.has(field) || TECHNICAL.has(field) || isEmptyValue(value)) continue
    draft.left[field] = LINKED.has(field) ? linksWithin(value) : plainValue(value, draft.names)
    const isQuiet = QUIET.has(field) || (typeof value === 'string' && QUIET.has(value))
    if (Object.hasOwn(codes, field) && !isQuiet)
      report(draft, codes[field]!, { field, value: wordsOfValue(value, draft.names) })
    else if (!isQuiet) silent.push(field)
  }
  if (silent.length > 0) report(draft, 'kept_in_report', { field: '', value: silent.join(', ') })
}
