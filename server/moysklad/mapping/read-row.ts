/**
 * The one place where fields of the source come in. A field is a value, empty, or unread: what is there in another form than the
 * documentation gives, or not there though every row must have it. What is unread is told, kept in the report, and leaves here what is here;
 * a mapper never sees it.
 */
import { isLosslessNumber, type LosslessNumber, readDecimal } from './decimals.ts'
import { type Draft, noteUnread, report } from './plan.ts'
import { arrayOf, type SourceRow, sizeIn, sourceIdOf, sourceRowOf } from './source-values.ts'

/** What became of a value. */
interface Outcome<T> {
  /** undefined: empty, or nothing of it can be read. */
  readonly value: T | undefined
  /** What of it cannot be read, whole; of a list its entries. Absent: all of it is read. */
  readonly strange?: unknown
}

/** Reads one form of value, which is neither absent nor null. */
export interface ValueKind<T> {
  (value: unknown): Outcome<T>
  /** The fields of the objects in it, for whoever goes through all that is read. */
  readonly inner?: Shape
}

export interface SourceField<T> {
  readonly kind: ValueKind<T>
  /** Every row has it: that it is not there does not mean that it is empty. */
  readonly isAlways: boolean
  /** The fields of ours that are made of it, the first of which the report names. None: the report alone. */
  readonly into: (row: SourceRow) => readonly string[]
  /** It is read, and stays in the report all the same. */
  readonly isLeft: boolean
}

/** Fields of a row by their names in the source. */
export type Shape = Readonly<Record<string, SourceField<unknown>>>

/** A row that was read: what is undefined is empty, or unread and noted. */
export type ReadRow<S extends Shape> = {
  readonly [Name in keyof S]: S[Name] extends SourceField<infer T> ? T | undefined : never
}

type Into = string | readonly string[] | ((row: SourceRow) => readonly string[])

function field<T>(kind: ValueKind<T>, into: Into, more: { isAlways?: true; isLeft?: true }): SourceField<T> {
  const targets = typeof into === 'string' ? [into] : into
  const found = typeof targets === 'function' ? targets : () => targets
  return { kind, into: found, isAlways: more.isAlways ?? false, isLeft: more.isLeft ?? false }
}

/** A field that may be absent, which is empty then. `into`: the fields of ours that are made of it. */
export const may = <T>(kind: ValueKind<T>, into: Into = []): SourceField<T> => field(kind, into, {})
/** A field that every row has. */
export const must = <T>(kind: ValueKind<T>, into: Into = []): SourceField<T> => field(kind, into, { isAlways: true })
/** A field that is read, and has no place of its own here: the report keeps it. */
export const left = <T>(kind: ValueKind<T>, into: Into = []): SourceField<T> => field(kind, into, { isLeft: true })

/** Reads the fields of a shape. `row`: another one than the draft's own, of which the record has something. */
export function readSourceRow<S extends Shape>(draft: Draft, shape: S, row: SourceRow = draft.source): ReadRow<S> {
  const entries = Object.entries(shape).map(([name, one]) => {
    const outcome = readField(one, row[name])
    if ('strange' in outcome) note(draft, { name, into: one.into(row), strange: outcome.strange })
    return [name, outcome.value] as const
  })
  return Object.fromEntries(entries) as ReadRow<S>
}

/** The fields that a shape takes out of what the report keeps. */
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

/** A text, or a number where a text belongs. */
export const textual: ValueKind<string | number | LosslessNumber> = (value) =>
  typeof value === 'string' || typeof value === 'number' || isLosslessNumber(value) ? read(value) : unread(value)

/** A number, maybe as text. What is negative, or too large, is for whoever takes it to say. */
export const number: typeof textual = (value) => (readDecimal(value) === null ? unread(value) : textual(value))

export const flag: ValueKind<boolean> = (value) => (typeof value === 'boolean' ? read(value) : unread(value))

/** Whatever is there: whoever takes it judges it, or it is for the report. */
export const anything: ValueKind<unknown> = (value) => read(value)

/** Something that names another row: by its id, or by its address alone. */
export const reference: ValueKind<SourceRow> = (value) => {
  const { id } = sourceRowOf(value)
  const isNamed = id === undefined || (typeof id === 'string' && id.trim() !== '')
  return isNamed && sourceIdOf(value) !== '' ? read(sourceRowOf(value)) : unread(value)
}

/** An object that is one value: without a part of it nothing of it can be read. */
export const object = <S extends Shape>(shape: S): ValueKind<ReadRow<S>> =>
  holding(shape, (value) => {
    const { row, isRead } = readShape(shape, sourceRowOf(value))
    return sourceRowOf(value) === value && isRead ? read(row) : unread(value)
  })

/** An object of which each part says something. One that has others alone is none. */
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

/** An array; of its entries that cannot be read, what can be is given all the same. */
export const eachOf = <T>(kind: ValueKind<T>): ValueKind<readonly T[]> =>
  holding(kind.inner, (value) => {
    if (!Array.isArray(value)) return unread(value)
    const outcomes = value.map((entry) => ({ entry, outcome: kind(entry) }))
    const strange = outcomes.flatMap(({ entry, outcome }) => ('strange' in outcome ? [entry] : []))
    const found = outcomes.flatMap(({ outcome }) => (outcome.value === undefined ? [] : [outcome.value]))
    return strange.length === 0 ? read(found) : { value: found, strange }
  })

/** A nested collection, and whether all of its rows are there. */
export interface ReadCollection<T> {
  readonly rows: readonly T[]
  readonly isWhole: boolean
}

/** A nested collection. One that does not say how many rows it has is none: some of them may be missing. */
export const collection = <T>(kind: ValueKind<T>): ValueKind<ReadCollection<T>> =>
  holding(kind.inner, (value) => {
    const { meta, rows } = sourceRowOf(value)
    const size = meta === undefined ? null : sizeIn(value)
    if (meta === undefined ? !Array.isArray(rows) : size === null) return unread(value)
    const outcome = eachOf(kind)(rows ?? [])
    const found = { rows: outcome.value ?? [], isWhole: arrayOf(rows).length >= (size ?? 0) }
    return 'strange' in outcome ? { value: found, strange: outcome.strange } : read(found)
  })
