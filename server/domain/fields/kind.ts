/** Builds a kind of record from the descriptions of its fields (field.ts). */
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { anyOfSchema, Id, Name, strictObject } from '../schema.ts'
import type { AnyField, FieldFilter } from './field.ts'

export type Fields = Readonly<Record<string, AnyField>>
type Body = Readonly<Record<string, unknown>>

type RecordSchema<F extends Fields> = TObject<{ [K in keyof F & string]: F[K]['record'] }>
type BodySchema<F extends Fields, B extends 'create' | 'update'> = TObject<{
  [K in keyof F & string as F[K][B] extends TSchema ? K : never]: Extract<F[K][B], TSchema>
}>
/** The values of a new record that are set by a command's rule instead of the request body. */
type Told<F extends Fields> = {
  readonly [K in keyof F & string as F[K] extends { readonly blank: undefined } ? K : never]: Static<F[K]['record']>
} & { readonly revision: number }
type Kept<F extends Fields> = Readonly<Static<RecordSchema<F>>> & { readonly revision: number }

interface Title {
  /** The name of the kind's schema in the OpenAPI document. */
  readonly title: string
  readonly description: string
}

export interface RecordKind<F extends Fields = Fields> {
  /** The name of the kind's schema in the OpenAPI document. */
  readonly title: string
  readonly fields: F
  readonly record: RecordSchema<F>
  /** The schemas of the bodies that create and update a record. Both refuse unknown keys. */
  readonly create: BodySchema<F, 'create'>
  readonly update: BodySchema<F, 'update'>
  /** An example record, in the form that the API shows. */
  readonly example: Readonly<Record<string, unknown>>
  /** Makes a new record from a request body and the values that the rule sets. */
  make(told: Told<F>, body: Static<BodySchema<F, 'create'>>): Kept<F>
  /** Returns the record updated with the fields in a body; the other fields keep their values. */
  change<R extends object>(
    record: R,
    body: Partial<Static<BodySchema<F, 'create'>>> | Partial<Static<BodySchema<F, 'update'>>>,
  ): R
}

/** Builds a kind of record. Everything derived from its fields keeps the order of the fields. */
export function recordKind<const F extends Fields>({ title, description }: Title, fields: F): RecordKind<F> {
  const named = Object.entries(fields)
  const schemasOf = (part: 'record' | 'create' | 'update') =>
    Object.fromEntries(named.flatMap(([name, field]) => (field[part] === null ? [] : [[name, field[part]]])))
  const given = named.filter(([, { create, update }]) => create !== null || update !== null)
  return {
    title,
    fields,
    record: Type.Object(schemasOf('record'), { title, description }) as never,
    create: strictObject(schemasOf('create')) as never,
    update: strictObject(schemasOf('update')) as never,
    example: Object.fromEntries(
      named.flatMap(([name, { about }]) => (about.example === undefined ? [] : [[name, about.example]])),
    ),
    make: (told, body) => {
      const said = told as Body
      const record = named.map(([name, field]) => [
        name,
        name in said ? said[name] : storedOf(field, (body as Body)[name], field.blank),
      ])
      return { ...Object.fromEntries(record), revision: told.revision }
    },
    change: (record, body) => {
      const changed = { ...record } as Record<string, unknown>
      for (const [name, field] of given) changed[name] = storedOf(field, (body as Body)[name], changed[name])
      return changed as typeof record
    },
  }
}

/**
 * Returns the value that a command stores: an omitted field stays as it was, and null or an empty string clears it.
 * Source: S-RECORD-1.
 */
function storedOf({ blank, about: { stored } }: AnyField, value: unknown, before: unknown): unknown {
  if (value === undefined) return before
  if (value === null || (value === '' && blank === null)) return blank
  return stored === undefined ? value : stored(value as never)
}

type Textual = { readonly [field: string]: unknown }

/** Returns a function that lists the strings by which a record can be found in a search. */
export function textsOf(fields: Fields): (record: object) => (string | null)[] {
  const searched = Object.entries(fields).flatMap(([name, { about }]) =>
    about.searched === undefined ? [] : [{ name, texts: about.searched }],
  )
  return (record) =>
    searched.flatMap(({ name, texts }) => {
      const value = (record as Textual)[name]
      if (value === null) return []
      return texts === true ? (value as string | string[]) : texts(value as never)
    })
}

export interface ValueFilter {
  readonly schema: TSchema
  /** Returns the values of a record that a filter compares. */
  readonly valuesOf: (record: object) => readonly string[]
}

/** Returns the filters for the list of records, by filter name. */
export function filtersOf(fields: Fields): Record<string, ValueFilter> {
  const found = Object.entries(fields).flatMap(([name, field]): [string, ValueFilter][] => {
    const { filter } = field.about
    if (filter === undefined) return []
    const {
      name: called,
      schema,
      valuesOf,
    }: FieldFilter<never> = typeof filter === 'string' ? { name: filter } : filter
    const values = valuesOf ?? ((value: never) => [value].flat())
    return [
      [
        called,
        {
          schema: schema ?? schemaOfFilter(field, called === name),
          valuesOf: (record) => {
            const value = (record as Textual)[name]
            return value === null ? [] : values(value as never)
          },
        },
      ],
    ]
  })
  return Object.fromEntries(found)
}

function schemaOfFilter({ value, about: { choices, meaning } }: AnyField, isCalledTheSame: boolean): TSchema {
  if (choices !== undefined) return anyOfSchema(Object.keys(choices))
  const schema = value === Id ? Id : Name
  return isCalledTheSame ? { ...schema, description: meaning } : schema
}
