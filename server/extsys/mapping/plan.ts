/** What a row of the source is to become here: the body of a command of ours, what it lost on the way, and what the report keeps. */
import {
  brief,
  type Circumstances,
  PROBLEM_CODES,
  type ProblemCode,
  type Severity,
  sentenceOf,
} from './problem-codes.ts'
import { idOf, isBlank, plain, type SourceRow, sizeOf, textOf } from './source-values.ts'

/** The kinds of rows of a report. */
export const ENTITY_TYPES = [
  'price_type',
  'custom_field',
  'warehouse',
  'organization',
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
}

/**
 * The body of our create command, with a `Reference` for each id of ours, and keys made by `fieldKey` in `customValues`.
 * What is empty is left out.
 */
export type PlannedBody = Readonly<Record<string, unknown>>

export interface Problem extends Circumstances {
  readonly code: ProblemCode
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
  readonly problems: readonly Problem[]
  /** What only the report keeps: `whole` texts that were shortened, `left` fields that have no place here, by the source's names. */
  readonly data: Readonly<Record<string, unknown>>
}

/** A plan while it is made. */
export interface Draft {
  readonly entityType: EntityType
  readonly row: SourceRow
  readonly names: ReadonlyMap<string, string>
  readonly problems: Problem[]
  /** Whole values of what was shortened, rounded or unusable, by the field. */
  readonly whole: Record<string, unknown>
  readonly left: Record<string, unknown>
  isRefused: boolean
}

/** Begins the plan of a row. `names`: what ids of the source are called, for the report. */
export function draftOf(entityType: EntityType, row: SourceRow, names: ReadonlyMap<string, string>): Draft {
  // Keyed by names of the source: `__proto__` is one like any other.
  const [whole, left] = [Object.create(null), Object.create(null)]
  return { entityType, row, names, problems: [], whole, left, isRefused: false }
}

/** Notes a problem. One of severity `error` keeps the row from being transferred. The same twice is one. */
export function report(
  draft: Draft,
  code: ProblemCode,
  { field, value = '' }: { field: string; value?: string },
): void {
  draft.problems.push(...[problemOf(code, { field, value })].filter((problem) => !isAmong(draft.problems, problem)))
  if (PROBLEM_CODES[code].severity === 'error') draft.isRefused = true
}

/** A problem with its sentence. */
export function problemOf(code: ProblemCode, { field, value }: Circumstances): Problem {
  const circumstances = { field, value: brief(value) }
  return { code, severity: PROBLEM_CODES[code].severity, ...circumstances, message: sentenceOf(code, circumstances) }
}

function isAmong(problems: readonly Problem[], { code, field, value }: Problem): boolean {
  return problems.some((other) => other.code === code && other.field === field && other.value === value)
}

/** Ends a plan. `name`: what the report calls the row. Fields of the body that are empty are left out. */
export function planOf(draft: Draft, name: string, body: Readonly<Record<string, unknown>> | null): Plan {
  const externalId = textOf(draft.row.id)
  if (externalId === '') report(draft, 'row_unreadable', { field: 'id' })
  const data = Object.entries({ whole: draft.whole, left: draft.left }).filter(
    ([, kept]) => Object.keys(kept).length > 0,
  )
  return {
    entityType: draft.entityType,
    externalId,
    name,
    body: draft.isRefused || body === null ? null : filledOf(body),
    archived: draft.row.archived === true,
    problems: draft.problems,
    data: Object.fromEntries(data),
  }
}

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

/** A place in a body for the id of the record that a reference of the source means; undefined when it means none. */
export function referenceTo(reference: ReferenceKind, source: unknown): Reference | undefined {
  const externalId = idOf(source)
  return externalId === '' ? undefined : { reference, externalId }
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
export type LeftCodes = Readonly<Record<string, ProblemCode>>

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

/**
 * Keeps in the report what the mapper did not carry over, each with its code; fields without a code share one.
 * `carried`: the fields that have gone elsewhere.
 */
export function keepLeft(draft: Draft, carried: ReadonlySet<string>, codes: LeftCodes): void {
  const silent: string[] = []
  for (const [field, value] of Object.entries(draft.row)) {
    if (carried.has(field) || TECHNICAL.has(field) || isBlank(value)) continue
    draft.left[field] = plain(value, draft.names)
    const isQuiet = QUIET.has(field) || (typeof value === 'string' && QUIET.has(value))
    if (Object.hasOwn(codes, field) && !isQuiet)
      report(draft, codes[field]!, { field, value: wordsOf(value, draft.names) })
    else if (!isQuiet) silent.push(field)
  }
  if (silent.length > 0) report(draft, 'kept_in_report', { field: '', value: silent.join(', ') })
}

/** A value of the source in a few words, for a sentence. */
export function wordsOf(value: unknown, names: ReadonlyMap<string, string>): string {
  const shown = plain(value, names)
  if (typeof shown !== 'object' || shown === null) return textOf(value)
  if (Array.isArray(shown)) {
    const words = shown.map((entry) => wordsOf(entry, names))
    return words.some((word) => word.startsWith('{')) ? String(shown.length) : words.join(', ')
  }
  const size = sizeOf(value)
  if (size > 0) return String(size)
  const { name, number, id } = shown as { name?: unknown; number?: unknown; id?: unknown }
  return textOf(name) || textOf(number) || textOf(id) || JSON.stringify(shown)
}
