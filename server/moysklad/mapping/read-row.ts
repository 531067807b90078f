/**
 * Reads all fields of MoySklad rows. A field either has a value, is empty, or is unread. It is unread if its form
 * differs from the documentation, or if it is absent although every row must have it. An unread field is put into the
 * report and leaves our value unchanged. Mappers never receive its value.
 */
import { isLosslessNumber, type LosslessNumber, readDecimal } from './decimals.ts'
import { type Draft, noteUnread, report } from './plan.ts'
import { arrayOf, type SourceRow, sizeIn, sourceIdOf, sourceRowOf } from './source-values.ts'

/** The result of reading one value of a row. */
interface Outcome<T> {
  /** The value; undefined if it is empty or entirely unreadable. */
  readonly value: T | undefined
  /**
   * The complete unreadable part of the value; for a list, its unreadable entries. Absent if the whole value was
   * readable.
   */
  readonly strange?: unknown
}

/** A function that reads one form of value. The value passed is neither absent nor null. */
export interface ValueKind<T> {
  (value: unknown): Outcome<T>
  /** The fields of objects inside the value, for code that lists all fields that are read. */
  readonly inner?: Shape
}

export interface SourceField<T> {
  readonly kind: ValueKind<T>
  /** Whether every row has the field. If so, an absent field is an error and does not count as empty. */
  readonly isAlways: boolean
  /**
   * Our fields that are derived from this field. The report refers to the first of them. If there are none, the field
   * goes only into the report.
   */
  readonly into: (row: SourceRow) => readonly string[]
  /** Whether the report contains the field although Skladno reads it. */
  readonly isLeft: boolean
}

/** The fields of a row, by their names in MoySklad. */
export type Shape = Readonly<Record<string, SourceField<unknown>>>

/** A row after reading. An undefined field is either empty, or could not be read and is reported. */
export type ReadRow<S extends Shape> = {
  readonly [Name in keyof S]: S[Name] extends SourceField<infer T> ? T | undefined : never
}

type Into = string | readonly string[] | ((row: SourceRow) => readonly string[])

function field<T>(kind: ValueKind<T>, into: Into, more: { isAlways?: true; isLeft?: true }): SourceField<T> {
  const targets = typeof into === 'string' ? [into] : into
  const found = typeof targets === 'function' ? targets : () => targets
  return { kind, into: found, isAlways: more.isAlways ?? false, isLeft: more.isLeft ?? false }
}

/** Defines an optional field, which is empty when absent. `into`: our fields that are derived from it. */
export const may = <T>(kind: ValueKind<T>, into: Into = []): SourceField<T> => field(kind, into, {})
/** Defines a field that every row has. If it is absent, it is reported as unread. */
export const must = <T>(kind: ValueKind<T>, into: Into = []): SourceField<T> => field(kind, into, { isAlways: true })
/** Defines a field that is read but also stays in the report, because Skladno has no field for it. */
export const left = <T>(kind: ValueKind<T>, into: Into = []): SourceField<T> => field(kind, into, { isLeft: true })

/**
 * Reads the fields of a row. `row`: a row other than the draft's own, for records that take values from another row.
 */
export function readSourceRow<S extends Shape>(draft: Draft, shape: S, row: SourceRow = draft.source): ReadRow<S> {
  const entries = Object.entries(shape).map(([name, one]) => {
    const outcome = readField(one, row[name])
    if ('strange' in outcome) note(draft, { name, into: one.into(row), strange: outcome.strange })
    return [name, outcome.value] as const
  })
  return Object.fromEntries(entries) as ReadRow<S>
}

/** Returns the fields that do not have to stay in the report. */
export function carriedBy(...shapes: readonly Shape[]): ReadonlySet<string> {
  const fields = shapes.flatMap((shape) => Object.entries(shape))
  return new Set(fields.flatMap(([name, { isLeft }]) => (isLeft ? [] : [name])))
}

function note(
  draft: Draft,
  { name, into, strange }: { name: string; into: readonly string[]; strange: unknown },
): void {
  const label = into[0] ?? name
  for (const target of into) draft.unread.add(target)
  if (strange === undefined || strange === null) report(draft, 'field_absent', { field: label })
  else noteUnread(draft, label, { value: strange, source: name })
}

function readField<T>({ kind, isAlways }: SourceField<T>, value: unknown): Outcome<T> {
  if (value !== undefined && value !== null) return kind(value)
  return isAlways ? unread(undefined) : { value: undefined }
}

const read = <T>(value: T): Outcome<T> => ({ value })
const unread = (strange: unknown): Outcome<never> => ({ value: undefined, strange })

/** A string, or a number where a string is expected. */
export const textual: ValueKind<string | number | LosslessNumber> = (value) =>
  typeof value === 'string' || typeof value === 'number' || isLosslessNumber(value) ? read(value) : unread(value)

/** A number, which may be written as text. Mappers check for negative and too large values. */
export const number: typeof textual = (value) => (readDecimal(value) === null ? unread(value) : textual(value))

export const flag: ValueKind<boolean> = (value) => (typeof value === 'boolean' ? read(value) : unread(value))

/** Any value. Either a mapper checks it or it goes into the report. */
export const anything: ValueKind<unknown> = (value) => read(value)

/** A reference to another row, by id or only by address. */
export const reference: ValueKind<SourceRow> = (value) => {
  const { id } = sourceRowOf(value)
  const isNamed = id === undefined || (typeof id === 'string' && id.trim() !== '')
  return isNamed && sourceIdOf(value) !== '' ? read(sourceRowOf(value)) : unread(value)
}

/** An object that counts as one value: if any of its parts is unreadable, the whole object is unreadable. */
export const object = <S extends Shape>(shape: S): ValueKind<ReadRow<S>> =>
  holding(shape, (value) => {
    const { row, isRead } = readShape(shape, sourceRowOf(value))
    return sourceRowOf(value) === value && isRead ? read(row) : unread(value)
  })

/** An object whose parts are read independently. The object is unreadable only if none of its parts can be read. */
export const parts = <S extends Shape>(shape: S): ValueKind<ReadRow<S>> =>
  holding(shape, (value) => {
    const { row, isRead } = readShape(shape, sourceRowOf(value))
    const names = Object.keys(sourceRowOf(value))
    const isKnown = names.length === 0 || names.some((name) => Object.hasOwn(shape, name))
    return sourceRowOf(value) === value && isRead && isKnown ? read(row) : { value: row, strange: value }
  })

const holding = <T>(inner: Shape | undefined, kind: (value: unknown) => Outcome<T>): ValueKind<T> =>
  inner === undefined ? kind : Object.assign(kind, { inner })

function readShape<S extends Shape>(shape: S, row: SourceRow): { row: ReadRow<S>; isRead: boolean } {
  let isRead = true
  const entries = Object.entries(shape).map(([name, one]) => {
    const outcome = readField(one, row[name])
    if ('strange' in outcome) isRead = false
    return [name, outcome.value] as const
  })
  return { row: Object.fromEntries(entries) as ReadRow<S>, isRead }
}

/** An array. Its readable entries are returned even if other entries are not readable. */
export const eachOf = <T>(kind: ValueKind<T>): ValueKind<readonly T[]> =>
  holding(kind.inner, (value) => {
    if (!Array.isArray(value)) return unread(value)
    const outcomes = value.map((entry) => ({ entry, outcome: kind(entry) }))
    const strange = outcomes.flatMap(({ entry, outcome }) => ('strange' in outcome ? [entry] : []))
    const found = outcomes.flatMap(({ outcome }) => (outcome.value === undefined ? [] : [outcome.value]))
    return strange.length === 0 ? read(found) : { value: found, strange }
  })

/** A nested collection, and whether it contains all of its rows. */
export interface ReadCollection<T> {
  readonly rows: readonly T[]
  readonly isWhole: boolean
}

/** A nested collection. A collection that does not state its size is unreadable, because rows may be missing. */
export const collection = <T>(kind: ValueKind<T>): ValueKind<ReadCollection<T>> =>
  holding(kind.inner, (value) => {
    const { meta, rows } = sourceRowOf(value)
    const size = meta === undefined ? null : sizeIn(value)
    if (meta === undefined ? !Array.isArray(rows) : size === null) return unread(value)
    const outcome = eachOf(kind)(rows ?? [])
    const found = { rows: outcome.value ?? [], isWhole: arrayOf(rows).length >= (size ?? 0) }
    return 'strange' in outcome ? { value: found, strange: outcome.strange } : read(found)
  })
