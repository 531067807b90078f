/**
 * Describes a field of a record in one place: its schema, its names, its part in commands, and how it is searched and
 * imported. A kind of record (kind.ts) is built from such fields, and everything that uses the kind is derived from it.
 * docs/decisions/0049.
 */
import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox'
import { bilingual, type Words } from '../languages.ts'
import { list, orNull } from '../schema.ts'

/**
 * The ways in which an import reads a table cell. A field names one if its schema does not determine how to read it.
 */
export type CellReader =
  | 'barcodes'
  | 'per cent'
  | 'weight'
  | 'volume'
  | 'unit of measure'
  | 'tax number'
  | 'legal number'
  | 'days'

/** A list filter: it finds the records that have the requested value in this field. */
export interface FieldFilter<V> {
  /** The filter's name in the API. */
  readonly name: string
  readonly schema?: TSchema
  /**
   * Returns the values that the filter compares. By default, this is the field's value itself, or each entry of a list.
   */
  readonly valuesOf?: (value: V) => readonly string[]
}

/**
 * How an import recognizes the column for a field. `headings`: column titles that people use besides the field's label;
 * `values`: words that people use for the field's fixed values.
 */
interface FieldImport {
  readonly headings?: readonly string[]
  readonly values?: Readonly<Record<string, string>>
  readonly reader?: CellReader
}

/** The description of a field. `V` is the type of the field's value in a record, without null. */
export interface About<V> {
  /** The name of the field in exported and uploaded tables and in the app. */
  readonly label: Words
  /** The field's description, for readers of the OpenAPI document. */
  readonly meaning: string
  /** An example value, in the form that the API shows. */
  readonly example: unknown
  /** True when the field is absent for callers who may not see costs. */
  readonly isCost?: true
  /** `true` when the list can be searched by the field's value; or a function that returns the strings to search. */
  readonly searched?: true | ((value: V) => readonly (string | null)[])
  /** The list filter for this field: its name, or its full description. */
  readonly filter?: string | FieldFilter<V>
  /** How a column of an uploaded table can fill this field. */
  readonly imported?: FieldImport
  /** Converts a given value to the stored value, if the two differ. */
  readonly stored?: (given: V) => V
  /** For a field that allows only certain words: the name by which people know each of these words. */
  readonly choices?: Readonly<Record<V extends string ? V : never, Words>>
}

type InBody = TSchema | null

/**
 * A field. `record` is its schema in the record; `create` and `update` are its schemas in the bodies of the commands,
 * or null when that body does not have the field.
 */
export interface Field<R extends TSchema, C extends InBody, U extends InBody> {
  readonly record: R
  readonly create: C
  readonly update: U
  /** The field's value when the body omits it or gives null; undefined when the command's rule sets the value. */
  readonly blank: Static<R> | undefined
  /** The schema of the field's value or, for a list, of one entry. */
  readonly value: TSchema
  readonly about: AnyAbout
}

type AnyAbout = Omit<About<never>, 'choices'> & { readonly choices?: Readonly<Record<string, Words>> }
export type AnyField = Field<TSchema, InBody, InBody>

type Required<T> = TUnsafe<T>
type Optional<T> = TOptional<TUnsafe<T>>

const unlessNone = <T>(value: T | undefined, make: (value: T) => object) => (value === undefined ? {} : make(value))

/** Adds to a schema the texts that the OpenAPI document shows, including the labels for tables and the app. */
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

/** Makes a field that the service sets and that no request body has. */
export function told<S extends TSchema>(
  schema: S,
  about: About<NonNullable<Static<S>>>,
): Field<Required<Static<S>>, null, null> & { readonly blank: undefined } {
  return { ...recordPart<Static<S>>({ schema }, about), blank: undefined, create: null, update: null }
}

/** Makes a field that only some records have. In all other records the key is absent. */
export function maybe<S extends TSchema>(
  schema: S,
  about: About<Static<S>>,
): Field<Optional<Static<S>>, null, null> & { readonly blank: undefined } {
  const always = told(schema, about as About<NonNullable<Static<S>>>)
  return { ...always, record: Type.Optional(always.record) }
}

/** Makes a field that the service sets. Its first value is `blank` unless a rule sets another. */
export function begun<S extends TSchema>(
  schema: S,
  blank: Static<S>,
  about: About<NonNullable<Static<S>>>,
): Field<Required<Static<S>>, null, null> {
  return { ...recordPart<Static<S>>({ schema, blank }, about), create: null, update: null }
}

/** Makes a field that every request body must contain. */
export function required<S extends TSchema>(
  schema: S,
  about: About<Static<S>>,
): Field<Required<Static<S>>, Required<Static<S>>, Required<Static<S>>> {
  const body = inBody<Static<S>>(schema, about as AnyAbout)
  return { ...recordPart<Static<S>>({ schema }, about), create: body, update: body }
}

/** Makes a field that a new record must have and an update may omit. */
export function lasting<S extends TSchema>(
  schema: S,
  about: About<Static<S>>,
): Field<Required<Static<S>>, Required<Static<S>>, Optional<Static<S>>> {
  const always = required(schema, about)
  return { ...always, update: Type.Optional(always.create) }
}

/** Makes a field that has the value `blank` unless a value is given. */
export function defaulted<S extends TSchema>(
  schema: S,
  blank: Static<S>,
  about: About<Static<S>>,
): Field<Required<Static<S>>, Optional<Static<S>>, Optional<Static<S>>> {
  const body = Type.Optional(inBody<Static<S>>(schema, about as AnyAbout))
  return { ...recordPart<Static<S>>({ schema, blank }, about), create: body, update: body }
}

/**
 * Makes a field that may be null. A body may leave it out; null or an empty string clears it. `given`: the schema used
 * in bodies, if it differs.
 */
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

/** Makes a field that is never null: null in a body sets the field to `blank`. */
export function emptied<S extends TSchema>(
  schema: S,
  blank: Static<S>,
  about: About<Static<S>>,
): Field<Required<Static<S>>, Optional<Static<S> | null>, Optional<Static<S> | null>> {
  const body = Type.Optional(inBody<Static<S> | null>(orNull(schema), about as AnyAbout))
  return { ...recordPart<Static<S>>({ schema, blank }, about), create: body, update: body }
}

/**
 * Makes a field with several values. A given list replaces the old one. `given`: the schema of an entry in bodies, if
 * it differs.
 */
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

/** Makes a field that can only be given when the record is created. */
export const atCreation = <R extends TSchema, C extends InBody>(field: Field<R, C, InBody>): Field<R, C, null> => ({
  ...field,
  update: null,
})
