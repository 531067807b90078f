/**
 * The plan for a MoySklad row: the body of our command, the problems found, and the data that goes only into the
 * report.
 */
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
 * The kinds of rows in a report, in the order in which their records are created. In this order, a record refers only
 * to records that exist. Archiving comes after all kinds, with bundles before their components. A job's checkpoint
 * stores an index into this list, so a new kind must be added at the end.
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

/**
 * The kinds of records that a body can refer to. MoySklad's products, services, variants and bundles are all products
 * in Skladno.
 */
export type ReferenceKind = 'price_type' | 'custom_field' | 'warehouse' | 'organization' | 'partner' | 'product'

/** A placeholder in a planned body for one of our ids that is not known yet. */
export interface Reference {
  readonly reference: ReferenceKind
  readonly externalId: string
  /** The record's name in MoySklad, shown in the report. */
  readonly name?: string
}

/**
 * A placeholder in a planned body for a value that could not be read, as opposed to an empty value. An existing record
 * keeps the value from the last import; a new record gets `otherwise`. The placeholder can take the place of a field,
 * of the price in an entry of `prices`, or of a custom value.
 */
export interface Unread {
  readonly unread: true
  readonly otherwise?: unknown
}

/**
 * The body of our create command, with placeholders: a `Reference` instead of each of our ids, an `Unread` instead of
 * each unreadable value, and keys made by `fieldKey` in `customValues`. Empty fields are left out.
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
  /** The body of the command; null when the row is not transferred. The problems then state the reason. */
  readonly body: PlannedBody | null
  /**
   * Whether to archive the record. Create commands cannot archive, so a later update archives the record once no other
   * record of this import refers to it.
   */
  readonly archived: boolean
  readonly problems: readonly MappingProblem[]
  /**
   * Data that goes only into the report: `whole` contains the full text of shortened values; `left` contains the fields
   * that do not exist in Skladno, under MoySklad's names.
   */
  readonly data: Readonly<Record<string, unknown>>
}

/** The plan of a row while it is being built. */
export interface Draft {
  readonly entityType: EntityType
  /** The original row. Its fields are read by `readSourceRow`; fields that are not read go into the report. */
  readonly source: SourceRow
  readonly names: ReadonlyMap<string, string>
  readonly problems: MappingProblem[]
  /** The full values of fields that were shortened, rounded or unusable, by field. */
  readonly whole: Record<string, unknown>
  readonly left: Record<string, unknown>
  /** Fields of our record whose values in the row are unreadable. */
  readonly unread: Set<string>
  isRefused: boolean
}

/** Starts the plan of a row. `names`: the names of MoySklad's records by id, for the report. */
export function draftOf(entityType: EntityType, source: SourceRow, names: ReadonlyMap<string, string>): Draft {
  // Make these objects without a prototype, because their keys are names from MoySklad and could even be `__proto__`.
  const [whole, left] = [Object.create(null), Object.create(null)]
  return { entityType, source, names, problems: [], whole, left, unread: new Set(), isRefused: false }
}

/**
 * Adds a problem unless the draft already has it. A problem of severity `error` prevents the row from being
 * transferred.
 */
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

/** Creates a problem, including the message shown to the user. */
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

/** Reports that a value is unreadable and puts the value into the report. `source`: the field's name in MoySklad. */
export function noteUnread(draft: Draft, field: string, { value, source }: { value: unknown; source: string }): void {
  // Several MoySklad fields may form one of ours. If the report already has an entry for our field, the value is stored
  // under MoySklad's name.
  draft.whole[Object.hasOwn(draft.whole, field) ? source : field] = plainValue(value, draft.names)
  report(draft, 'value_unreadable', { field, value: wordsOfValue(value, draft.names) })
}

/** Returns the body field before the colon in an entry such as `prices: Опт`. */
export const fieldOf = (entry: string): string => entry.split(': ', 1)[0]!

/** Returns the body without its empty fields. */
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

/** Returns a placeholder for the record that a MoySklad reference points to, or undefined if it points to none. */
export function referenceTo(draft: Draft, reference: ReferenceKind, source: unknown): Reference | undefined {
  const externalId = sourceIdOf(source)
  const name = nameIn(draft, source)
  return externalId === '' ? undefined : { reference, externalId, ...(name === externalId ? {} : { name }) }
}

/**
 * Returns the name for a MoySklad reference: the name in the reference, or else a name known from elsewhere, or else
 * the id.
 */
export function nameIn({ names }: Pick<Draft, 'names'>, reference: unknown): string {
  const id = sourceIdOf(reference)
  return sourceText(sourceRowOf(reference).name) || names.get(id) || id
}

const FIELD_KEY = 'reference:custom_field:'

/** Returns the key in a planned `customValues` for the custom field of an attribute. */
export function fieldKey(attributeId: string): string {
  return `${FIELD_KEY}${attributeId}`
}

/**
 * Returns the attribute id in a key of a planned `customValues`, or null if the key does not belong to a custom field.
 */
export function attributeOfKey(key: string): string | null {
  return key.startsWith(FIELD_KEY) ? key.slice(FIELD_KEY.length) : null
}

/** MoySklad fields that do not exist in Skladno, with the report code for each. */
export type LeftCodes = Readonly<Record<string, MappingProblemCode>>

/** Technical fields of MoySklad, such as ids, rights and time stamps, which do not describe the record itself. */
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
 * Fields that are put into the report without a code, because they are MoySklad's default values or parts of an address
 * that was transferred as a whole.
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

/**
 * Fields for which only the addresses are put into the report; the pictures and files themselves are not transferred.
 */
const LINKED: ReadonlySet<string> = new Set(['images', 'image', 'files'])

/**
 * Puts the fields that the mapper did not transfer into the report, each with its code. Fields without a code are
 * reported together under one code. `carried`: the fields that were transferred.
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
