/** What a row of the source is to become here: the body of a command of ours, what it lost on the way, and what the report keeps. */
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
 * The kinds of rows of a report, in the order in which they are created, so that each names only what is there. Archiving comes after all
 * of them, bundles before their components. A job keeps its place here: a new kind goes last.
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

/** What a body can name. Products, services, variants and bundles are products here. */
export type ReferenceKind = 'price_type' | 'custom_field' | 'warehouse' | 'organization' | 'partner' | 'product'

/** Stands in a planned body for the id of a record of ours, until that is known. */
export interface Reference {
  readonly reference: ReferenceKind
  readonly externalId: string
  /** What the source calls it, for the report. */
  readonly name?: string
}

/**
 * Stands in a planned body for what could not be read, which is not the same as empty: a record that is there keeps what the last import
 * brought, a new one gets `otherwise`. In a body it may be a field, the price of an entry of `prices`, or a custom value.
 */
export interface Unread {
  readonly unread: true
  readonly otherwise?: unknown
}

/**
 * The body of our create command, with a `Reference` for each id of ours, an `Unread` for what could not be read, and keys made by
 * `fieldKey` in `customValues`. What is empty is left out.
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
  /** Create commands know no archive: an update afterwards, once nothing of this import names the record any more. */
  readonly archived: boolean
  readonly problems: readonly MappingProblem[]
  /** What only the report keeps: `whole` texts that were shortened, `left` fields that have no place here, by the source's names. */
  readonly data: Readonly<Record<string, unknown>>
}

/** A plan while it is made. */
export interface Draft {
  readonly entityType: EntityType
  /** As it came: fields are read by `readSourceRow`, and what nobody reads is for the report. */
  readonly source: SourceRow
  readonly names: ReadonlyMap<string, string>
  readonly problems: MappingProblem[]
  /** Whole values of what was shortened, rounded or unusable, by the field. */
  readonly whole: Record<string, unknown>
  readonly left: Record<string, unknown>
  /** Fields of ours that the row fills in with something that cannot be read. */
  readonly unread: Set<string>
  isRefused: boolean
}

/** Begins the plan of a row. `names`: what ids of the source are called, for the report. */
export function draftOf(entityType: EntityType, source: SourceRow, names: ReadonlyMap<string, string>): Draft {
  // Keyed by names of the source: `__proto__` is one like any other.
  const [whole, left] = [Object.create(null), Object.create(null)]
  return { entityType, source, names, problems: [], whole, left, unread: new Set(), isRefused: false }
}

/** Notes a problem. One of severity `error` keeps the row from being transferred. The same twice is one. */
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

/** A problem with its sentence. */
export function mappingProblem(code: MappingProblemCode, { field, value }: Circumstances): MappingProblem {
  const circumstances = { field, value: brief(value) }
  return { code, severity: PROBLEM_CODES[code].severity, ...circumstances, message: sentenceOf(code, circumstances) }
}

function isAmong(problems: readonly MappingProblem[], { code, field, value }: MappingProblem): boolean {
  return problems.some((other) => other.code === code && other.field === field && other.value === value)
}

/** Ends a plan. `name`: what the report calls the row. Fields of the body that are empty are left out. */
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

/** Tells what of the source cannot be read, and keeps it in the report. `source`: its field there. */
export function noteUnread(draft: Draft, field: string, { value, source }: { value: unknown; source: string }): void {
  // Several fields of the source may make one of ours.
  draft.whole[Object.hasOwn(draft.whole, field) ? source : field] = plainValue(value, draft.names)
  report(draft, 'value_unreadable', { field, value: wordsOfValue(value, draft.names) })
}

/** The field of a body that an entry such as `prices: Опт` is of. */
export const fieldOf = (entry: string): string => entry.split(': ', 1)[0]!

/** Without the fields that are empty. */
export function filledOf(body: Readonly<Record<string, unknown>>): PlannedBody {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => !isEmpty(value)))
}

/** True for what a body may as well leave out. */
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

/** A place in a body for the id of the record that a reference of the source means; undefined when it means none. */
export function referenceTo(draft: Draft, reference: ReferenceKind, source: unknown): Reference | undefined {
  const externalId = sourceIdOf(source)
  const name = nameIn(draft, source)
  return externalId === '' ? undefined : { reference, externalId, ...(name === externalId ? {} : { name }) }
}

/** What a reference of the source is called: its own name, else the one that is known elsewhere, else its id. */
export function nameIn({ names }: Pick<Draft, 'names'>, reference: unknown): string {
  const id = sourceIdOf(reference)
  return sourceText(sourceRowOf(reference).name) || names.get(id) || id
}

const FIELD_KEY = 'reference:custom_field:'

/** The key in a planned `customValues` of the custom field that an attribute of the source becomes. */
export function fieldKey(attributeId: string): string {
  return `${FIELD_KEY}${attributeId}`
}

/** The attribute whose field a key of a planned `customValues` means; null for a free key. */
export function attributeOfKey(key: string): string | null {
  return key.startsWith(FIELD_KEY) ? key.slice(FIELD_KEY.length) : null
}

/** A field of the source that has no place here, and the code that says so. */
export type LeftCodes = Readonly<Record<string, MappingProblemCode>>

/** Of the source itself: ids, rights, stamps. They tell nothing about the record. */
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

/** Kept without a word: the parts of addresses that came over as a whole, and defaults of the source that nobody set. */
const QUIET: ReadonlySet<string> = new Set([
  'legalAddressFull',
  'actualAddressFull',
  'addressFull',
  'GENERAL_TAX_SYSTEM',
  'TAX_SYSTEM_SAME_AS_GROUP',
  'GOOD',
  'NOT_TRACKED',
])

/** Their addresses are kept: what is behind them does not come over. */
const LINKED: ReadonlySet<string> = new Set(['images', 'image', 'files'])

/**
 * Keeps in the report what the mapper did not carry over, each with its code; fields without a code share one.
 * `carried`: the fields that have gone elsewhere.
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
