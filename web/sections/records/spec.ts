/**
 * The type of the definitions in `web/records/`: where a kind of record appears in the app, its texts, fields and list.
 * The SDK provides the operations.
 */
import type { ComponentType } from 'react'
import { figureOf } from '../../../spellings/figures.ts'
import type { client } from '../../data/client.ts'
import type { Sending } from '../../data/command.ts'
import type { Kind, Records } from '../../data/kinds.ts'
import type { May } from '../../data/session.ts'
import { dayField } from '../../words/format.ts'
import { choicesOf, type LabelledKind, type Labels, labelOf } from '../../words/labels.ts'
import type { Bilingual, OwnPart, Part, SayAny } from '../../words/words.ts'
import type { Check } from './legal-numbers.ts'

/** The values of a form. Text fields hold the text as typed. */
export type Values = Readonly<Record<string, unknown>>

/** One row of a field that is a list, such as one bank account: strings by column name. */
export type Line = Readonly<Record<string, string>>

type Words<Name extends string = string> = Readonly<Record<Name, Bilingual>>

interface FieldBase<Name extends string> {
  /** The field's name in the API. */
  readonly name: Name
  readonly label: Bilingual
  /** A hint that is shown below the field in the form. */
  readonly hint?: Bilingual
  readonly required?: boolean
  /** Whether the field can only be set when the record is created. */
  readonly isFixed?: boolean
  /** Whether the server sets the field. It is then displayed but appears in no form. */
  readonly isTold?: boolean
  /** If given, the field is shown only when this function returns true. */
  readonly when?: (values: Values) => boolean
  /** Whether the field is placed on the same row as the previous field. */
  readonly beside?: boolean
  /** Whether the field belongs to the first part of a form that has other content too, for example item lines. */
  readonly isHead?: boolean
  /** Whether the field identifies the record, so that a copy of the record starts without it. */
  readonly isOwn?: boolean
}

export type Field<Name extends string = string> = FieldBase<Name> &
  (
    | { readonly type: 'area' | 'moment' | 'tags' | 'flag' }
    /** `check` finds suspicious input. The form warns about it and accepts it anyway. */
    | { readonly type: 'text'; readonly check?: Check }
    /**
     * With `isMoment`, the API stores a point in time on that day, and sets it itself if none is sent. With `isOnPaper`,
     * the form asks about a date far from today.
     */
    | { readonly type: 'day'; readonly isMoment?: boolean; readonly isOnPaper?: boolean }
    | { readonly type: 'money' }
    | { readonly type: 'number'; readonly decimals: number; readonly unit?: string }
    /** A field with a fixed set of values, written as in the API. */
    | { readonly type: 'choice'; readonly choices: Words; readonly isOptional?: boolean }
    | { readonly type: 'record'; readonly kind: 'partners' | 'products' | 'documents' }
    /** A reference to a record of a kind with few records. */
    | { readonly type: 'reference'; readonly kind: Referred }
    | {
        readonly type: 'lines'
        readonly columns: Words
        readonly needed: readonly string[]
        /** Checks for the text columns of a field that is a list, by column name. */
        readonly checks?: Readonly<Record<string, Check>>
        readonly words: Words<'add' | 'remove'>
      }
    /** The company's custom fields for this kind of record. */
    | { readonly type: 'custom'; readonly entityKind: string }
    /**
     * A field with its own components for its input and for its value. Their code is loaded when they are first shown.
     * The value has the same form as in the API.
     */
    | {
        readonly type: 'special'
        readonly initial: object
        readonly input: () => Promise<ComponentType<SpecialInputProps>>
        readonly shown: () => Promise<ComponentType<{ readonly value: unknown }>>
      }
  )

export interface SpecialInputProps {
  readonly label: string
  readonly value: unknown
  /** Returns the error of the value at this path within the field; '' means the field itself. */
  readonly errorOf: (path: string) => string | undefined
  readonly onChange: (value: unknown) => void
}

/** A field whose label and choices come from the server, so that a definition must not repeat them. */
type Named<F> = F extends unknown
  ? Omit<F, 'label' | 'choices'> & { readonly label?: never; readonly choices?: never }
  : never
export type NamedField<Name extends string = string> = Named<Field<Name>>
type NameOf<K extends Kind> = keyof Records[K] & string
type Said<K extends Kind> = K extends LabelledKind ? keyof Labels<K> : never
/** A field as written in a definition. It has a label only if the server provides none. */
type FieldOf<K extends Kind> = NamedField<Extract<NameOf<K>, Said<K>>> | Field<Exclude<NameOf<K>, Said<K>>>

/** Kinds with so few records per company that a field can list all of them. */
type Referred = 'warehouses' | 'priceTypes' | 'organizations' | 'filters'

interface Written {
  readonly result: unknown
  readonly state: never
}

interface ListColumn<R> {
  /** The name of a field, which then provides the column's title and format. Any other name needs its own label. */
  readonly name: string
  readonly label?: Bilingual
  readonly width: string
  readonly sort?: string
  readonly from?: number
  readonly align?: 'end'
  readonly textOf?: (record: R, say: SayAny) => string
}

interface ListFilter {
  /** The name of a field with fixed values, as used in the page address and in the API. */
  readonly name: string
  /** The label of the choice that shows all records. */
  readonly all: Bilingual
  readonly isList?: boolean
}

/** A part of a record's page. Its code is loaded when it is first shown. */
interface RecordPart<R> {
  readonly load: () => Promise<ComponentType<{ readonly record: R }>>
}

interface RecordTab<R> extends RecordPart<R> {
  /** The tab's name in the page address. */
  readonly name: string
  readonly label: Bilingual
  readonly may?: May
}

type ListWords = Words<'many' | 'one' | 'empty' | 'emptyText'>
type WordsOf<K extends Kind> = Words &
  ListWords &
  ((typeof client)[K] extends { readonly create: unknown } ? Words<'new' | 'created'> : unknown) &
  ((typeof client)[K] extends { readonly delete: unknown } ? Words<'deleteText'> : unknown)

/** What the definition of every kind of record contains. */
interface KindSpec<K extends Kind> {
  /** The kind's name in the SDK, whose methods read, create, change and delete its records. */
  readonly kind: K
  /** The entity type of the kind's records in the audit log. */
  readonly entityType: string
  readonly fields: readonly FieldOf<K>[]
  readonly columns: readonly ListColumn<Records[K]>[]
  readonly filters?: readonly ListFilter[]
}

/** The definition of a kind of record that the generic pages show. Its first column is the record's name. */
export interface RecordSpec<K extends Kind = Kind> extends KindSpec<K> {
  /**
   * The address of the list. Below `/orders`, `/products`, `/stock`, `/purchasing` or `/settings` the list belongs to
   * that section, otherwise to the partners section.
   */
  readonly path: string
  /** The position of the list among the other lists of its section. */
  readonly order: number
  /** The users who may see the list; undefined means everybody. */
  readonly may?: May
  /** The users who may create, change and delete the kind's records; undefined means managers. */
  readonly mayChange?: May
  /** What the audit log calls a record of each entity type that the definition covers. */
  readonly log: Words
  readonly words: WordsOf<K>
  /** The label of the search field; undefined if the list has no search. */
  readonly search?: Bilingual
  /** The sort order of the list; undefined means the server's default. */
  readonly sort?: string
  /** Whether records of this kind can be archived. */
  readonly hasArchive?: boolean
  /** Returns the name by which people know a record. */
  readonly nameOf: (record: Records[K], say: SayAny) => string
  /**
   * If given, the search with Ctrl K finds records of this kind, and this function returns the text beside the name.
   */
  readonly found?: (record: Records[K], say: SayAny) => string | null
  /** Fields that every update must send, even when they are unchanged. */
  readonly always?: readonly string[]
  readonly tabs?: readonly RecordTab<Records[K]>[]
  /** An additional part of the record's first tab. */
  readonly more?: RecordPart<Records[K]>
  /** Additional texts that the kind's tabs and parts need. */
  readonly texts?: readonly Part[]
}

type AnyKind<S> = Omit<S, 'kind' | 'fields'> & { readonly kind: Kind; readonly fields: readonly Field[] }
export type AnySpec = AnyKind<RecordSpec<'warehouses'>>
export type AnyRecord = { readonly id: string; readonly archived?: boolean } & Values

/** Adds the labels that the server provides to the fields of a definition. */
function named<S extends { readonly kind: Kind; readonly fields: readonly object[] }>(spec: S) {
  const fields = (spec.fields as readonly Field[]).map((field) => ({
    ...field,
    label: labelOf(spec.kind, field.name) ?? field.label,
    ...(field.type === 'choice' && { choices: choicesOf(spec.kind, field.name) ?? field.choices }),
  }))
  return { ...spec, fields }
}

/**
 * Defines a kind of record that the generic pages show. This definition is all that these pages know about the kind.
 */
export const defineRecords = <K extends Kind>(spec: RecordSpec<K>): AnySpec => named(spec) as unknown as AnySpec

/**
 * The definition of a kind of record that has its own pages: the plain fields, columns and filters that those pages
 * show in addition to their own.
 */
export interface FieldsSpec<K extends Kind = Kind> extends KindSpec<K> {
  /** The section whose texts cover everything else about this kind of record. */
  readonly section: Part
}

/** Either sort of definition: of a kind shown by the generic pages, or of a kind with its own pages. */
export type AnyFields = AnyKind<KindSpec<'warehouses'>> & { readonly section?: Part }

/** Defines a kind of record that has its own pages. */
export const defineFields = <K extends Kind>(spec: FieldsSpec<K>): AnyFields => named(spec) as unknown as AnyFields

/** The settings, and the sections that show several lists. */
const PLACES = ['settings', 'stock', 'purchasing', 'orders', 'products'] as const
export type RecordPlace = (typeof PLACES)[number] | 'partners'

export const placeOf = ({ path }: AnySpec): RecordPlace =>
  PLACES.find((place) => path.startsWith(`/${place}/`)) ?? 'partners'

export const partOf = ({ kind }: AnyFields): OwnPart => `records-${kind}`

/** Returns the key of a definition's text that does not belong to a field, tab or log entry. */
export const own = (word: string) => `own-${word}`

const prefixed = (prefix: string, texts: Words) =>
  Object.entries(texts).map(([word, text]) => [`${prefix}-${word}`, text] as const)

/** Returns the texts of fields, columns and filters by key, such as `city` or `kind-sale`. */
export function wordsOfFields({ fields, columns, filters = [] }: AnyFields): Words {
  const wordsOfField = (field: Field) => [
    [field.name, field.label] as const,
    ...(field.hint === undefined ? [] : [[`${field.name}-hint`, field.hint] as const]),
    ...(field.type === 'choice' ? prefixed(field.name, field.choices) : []),
    ...(field.type === 'lines' ? prefixed(field.name, { ...field.columns, ...field.words }) : []),
  ]
  return Object.fromEntries([
    ...columns.flatMap(({ name, label }) => (label === undefined ? [] : [[name, label] as const])),
    ...fields.flatMap(wordsOfField),
    ...filters.map(({ name, all }) => [`${name}-all`, all] as const),
  ])
}

/** Returns all texts of a definition, including those of its fields. */
export function wordsOf(spec: AnySpec): Words {
  const { words, search, tabs = [], log } = spec
  return {
    ...wordsOfFields(spec),
    ...Object.fromEntries([
      ...tabs.map(({ name, label }) => [`tab-${name}`, label] as const),
      ...prefixed('own', search === undefined ? words : { ...words, search }),
      ...prefixed('log', log),
    ]),
  }
}

/** The SDK's methods for a kind of record. */
export interface Commands {
  readonly create?: (body: object, how: Sending) => Promise<Written>
  readonly update?: (id: string, body: object, how: Sending) => Promise<Written>
  readonly delete?: (id: string, how: Sending) => Promise<Written>
}

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** Returns the fields that a form shows. Fields set by the server are left out. */
export const typedFields = (fields: readonly Field[]) =>
  fields.filter(({ isTold, type }) => !isTold && type !== 'moment')

/** Returns the form's values for an existing record, or, for null, the initial values of a new record. */
export function plainValues(fields: readonly Field[], record: object | null): Values {
  const values = record as Values | null
  return Object.fromEntries(typedFields(fields).map((field) => [field.name, typedOf(field, values?.[field.name])]))
}

/** Returns the form's values for copying a record. Fields that identify the original stay empty. */
export const plainCopy = (fields: readonly Field[], record: object): Values => ({
  ...plainValues(fields, record),
  ...plainValues(
    fields.filter(({ isOwn }) => isOwn),
    null,
  ),
})

const ONLY_DAY = 10

function typedOf(field: Field, value: unknown): unknown {
  switch (field.type) {
    case 'tags':
      return value ?? []
    case 'lines':
      return ((value ?? []) as Values[]).map((line) =>
        Object.fromEntries(Object.keys(field.columns).map((column) => [column, text(line[column])])),
      )
    case 'custom':
      return value ?? {}
    case 'special':
      return value ?? field.initial
    case 'day':
      return text(value).length > ONLY_DAY ? dayField(text(value)) : text(value)
    case 'flag':
      return value === true
    case 'choice':
      return text(value) || (field.isOptional ? '' : Object.keys(field.choices)[0]!)
    case 'record':
    case 'reference':
      return value ?? null
    default:
      return text(value)
  }
}

/** Returns the request body of a form; an empty field is sent as empty. */
export function plainBody(fields: readonly Field[], values: Values): Record<string, unknown> {
  const all: Values = { ...plainValues(fields, null), ...values }
  const shown = typedFields(fields).filter((field) => field.when?.(all) ?? true)
  const sent = shown.map((field) => [field.name, sentOf(field, all[field.name])] as const)
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined))
}

/** A time at which it is the same calendar day in every Russian time zone. */
const NOON = 'T05:00:00.000Z'

/** Returns the value to send for a field; undefined leaves the field out. */
function sentOf(field: Field, value: unknown): unknown {
  switch (field.type) {
    case 'money':
    case 'number': {
      const typed = text(value).trim()
      // Send text that is not a number unchanged, so that the server refuses it; otherwise the typed value would be
      // lost.
      return typed === '' ? null : (figureOf(typed) ?? typed)
    }
    case 'day':
      if (field.isMoment) return text(value) === '' ? undefined : `${value}${NOON}`
      return text(value) || null
    case 'lines':
      return (value as Line[]).map((line) =>
        Object.fromEntries(
          Object.keys(field.columns).map((column) => {
            const typed = (line[column] ?? '').trim()
            return [column, typed === '' && !field.needed.includes(column) ? null : typed]
          }),
        ),
      )
    case 'tags':
    case 'custom':
    case 'flag':
    case 'record':
    case 'reference':
    case 'special':
      return value
    default: {
      const typed = text(value).trim()
      return typed === '' && !field.required ? null : typed
    }
  }
}

/**
 * Returns the fields that were changed since the form was opened. Other fields are not sent, so that changes made by
 * others remain; only the fields in `always` are sent in any case.
 */
export function differing(before: object, now: object, always: readonly string[] = []): Record<string, unknown> {
  const was = before as Values
  const isSent = ([name, value]: [string, unknown]) =>
    always.includes(name) || JSON.stringify(value) !== JSON.stringify(was[name])
  return Object.fromEntries(Object.entries(now).filter(isSent))
}
