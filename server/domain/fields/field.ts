/**
 * What is said of a field of a record, in one place: its schema, its names, what a command makes of it, where it is searched and
 * imported. A kind of record (kind.ts) is made of such fields, and all that knows the kind is made of it. docs/decisions/0049.
 */
import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox'
import { bilingual, type Words } from '../languages.ts'
import { list, orNull } from '../schema.ts'

/** How an import reads a cell, where the schema does not say it. */
export type CellReader =
  | 'barcodes'
  | 'per cent'
  | 'weight'
  | 'volume'
  | 'unit of measure'
  | 'tax number'
  | 'legal number'

/** A filter of the list: what is asked must be one of the record's values. */
export interface FieldFilter<V> {
  /** As the API calls it. */
  readonly name: string
  readonly schema?: TSchema
  /** Left out: the value itself, or each entry of a list. */
  readonly valuesOf?: (value: V) => readonly string[]
}

/** `headings`: what people call a column beside the label; `values`: the same of fixed words. */
interface FieldImport {
  readonly headings?: readonly string[]
  readonly values?: Readonly<Record<string, string>>
  readonly reader?: CellReader
}

/** `V` is what the record has, where it is not null. */
export interface About<V> {
  /** In tables of people, and in the app. */
  readonly label: Words
  /** For readers of the OpenAPI document. */
  readonly meaning: string
  /** As the API shows it. */
  readonly example: unknown
  /** It is not there for those who see no costs. */
  readonly isCost?: true
  /** The list is searched by it, or by these texts of it. */
  readonly searched?: true | ((value: V) => readonly (string | null)[])
  /** The list is filtered by it: the name of the filter, or more. */
  readonly filter?: string | FieldFilter<V>
  /** A column of an uploaded table can be it. */
  readonly imported?: FieldImport
  /** What is stored of a given value, where that differs. */
  readonly stored?: (given: V) => V
  /** Of one of some words: what they are called. */
  readonly choices?: Readonly<Record<V extends string ? V : never, Words>>
}

type InBody = TSchema | null

/** `record` is its schema in the record, `create` and `update` those in the bodies of the commands; null: the body does not have it. */
export interface Field<R extends TSchema, C extends InBody, U extends InBody> {
  readonly record: R
  readonly create: C
  readonly update: U
  /** What it is before anything is given, and when null is; undefined: the rule says it. */
  readonly blank: Static<R> | undefined
  /** The schema of one value, of a list of one entry. */
  readonly value: TSchema
  readonly about: AnyAbout
}

type AnyAbout = Omit<About<never>, 'choices'> & { readonly choices?: Readonly<Record<string, Words>> }
export type AnyField = Field<TSchema, InBody, InBody>

type Required<T> = TUnsafe<T>
type Optional<T> = TOptional<TUnsafe<T>>

const unlessNone = <T>(value: T | undefined, make: (value: T) => object) => (value === undefined ? {} : make(value))

/** With what stands in the document, and with the labels, which tables and the app take from there. */
function inRecord<T>(schema: TSchema, { isCost, meaning, label, choices }: AnyAbout): TUnsafe<T> {
  const named = unlessNone(choices, (all) => ({
    'x-choices': Object.fromEntries(Object.entries(all).map(([choice, words]) => [choice, bilingual(words)])),
  }))
  const cost = unlessNone(isCost, () => ({ cost: true }))
  return Type.Unsafe<T>({ ...schema, ...cost, description: meaning, 'x-label': bilingual(label), ...named })
}

const inBody = <T>(schema: TSchema, { meaning }: AnyAbout): TUnsafe<T> =>
  Type.Unsafe<T>({ ...schema, description: meaning })

interface Parts<T> {
  readonly schema: TSchema
  readonly value?: TSchema
  readonly blank?: T
}

function recordPart<T>({ schema, value = schema, blank }: Parts<T>, about: object) {
  const said = about as AnyAbout
  return { record: inRecord<T>(schema, said), blank: blank as T | undefined, value, about: said }
}

/** What the service says; no body has it. */
export function told<S extends TSchema>(
  schema: S,
  about: About<NonNullable<Static<S>>>,
): Field<Required<Static<S>>, null, null> & { readonly blank: undefined } {
  return { ...recordPart<Static<S>>({ schema }, about), blank: undefined, create: null, update: null }
}

/** What some records have: without it the key is not there. */
export function maybe<S extends TSchema>(
  schema: S,
  about: About<Static<S>>,
): Field<Optional<Static<S>>, null, null> & { readonly blank: undefined } {
  const always = told(schema, about as About<NonNullable<Static<S>>>)
  return { ...always, record: Type.Optional(always.record) }
}

/** What the service says, though the rule need not: at first it is `blank`. */
export function begun<S extends TSchema>(
  schema: S,
  blank: Static<S>,
  about: About<NonNullable<Static<S>>>,
): Field<Required<Static<S>>, null, null> {
  return { ...recordPart<Static<S>>({ schema, blank }, about), create: null, update: null }
}

/** What a record cannot be without: every body must give it. */
export function required<S extends TSchema>(
  schema: S,
  about: About<Static<S>>,
): Field<Required<Static<S>>, Required<Static<S>>, Required<Static<S>>> {
  const body = inBody<Static<S>>(schema, about as AnyAbout)
  return { ...recordPart<Static<S>>({ schema }, about), create: body, update: body }
}

/** The same; an update may leave it out. */
export function lasting<S extends TSchema>(
  schema: S,
  about: About<Static<S>>,
): Field<Required<Static<S>>, Required<Static<S>>, Optional<Static<S>>> {
  const always = required(schema, about)
  return { ...always, update: Type.Optional(always.create) }
}

/** What is `blank` unless it is given. */
export function defaulted<S extends TSchema>(
  schema: S,
  blank: Static<S>,
  about: About<Static<S>>,
): Field<Required<Static<S>>, Optional<Static<S>>, Optional<Static<S>>> {
  const body = Type.Optional(inBody<Static<S>>(schema, about as AnyAbout))
  return { ...recordPart<Static<S>>({ schema, blank }, about), create: body, update: body }
}

/** What may be null. A body may leave it out; null, and an empty text, clear it. `given`: what it is in bodies, where that differs. */
export function nullable<S extends TSchema>(
  value: S,
  about: About<Static<S>>,
  given: TSchema = value,
): Field<Required<Static<S> | null>, Optional<Static<S> | null>, Optional<Static<S> | null>> {
  const body = Type.Optional(inBody<Static<S> | null>(orNull(given), about as AnyAbout))
  return {
    ...recordPart<Static<S> | null>({ schema: orNull(value), value, blank: null }, about),
    create: body,
    update: body,
  }
}

/** What is never null: null in a body empties it. */
export function emptied<S extends TSchema>(
  schema: S,
  blank: Static<S>,
  about: About<Static<S>>,
): Field<Required<Static<S>>, Optional<Static<S> | null>, Optional<Static<S> | null>> {
  const body = Type.Optional(inBody<Static<S> | null>(orNull(schema), about as AnyAbout))
  return { ...recordPart<Static<S>>({ schema, blank }, about), create: body, update: body }
}

/** Several values. A given list replaces the old one. `given`: what an entry is in bodies, where that differs. */
export function several<S extends TSchema, G extends TSchema = S>(
  entry: S,
  about: About<Static<S>[]>,
  given?: G,
): Field<Required<Static<S>[]>, Optional<Static<G>[] | null>, Optional<Static<G>[] | null>> {
  const body = Type.Optional(inBody<Static<G>[] | null>(orNull(list(given ?? entry)), about as AnyAbout))
  return {
    ...recordPart<Static<S>[]>({ schema: list(entry), value: entry, blank: [] }, about),
    create: body,
    update: body,
  }
}

/** The same field, which cannot be said later. */
export const atCreation = <R extends TSchema, C extends InBody>(field: Field<R, C, InBody>): Field<R, C, null> => ({
  ...field,
  update: null,
})
