/**
 * The type of a record definition in `web/records/`: its place in the app, its words, fields and list. The SDK provides
 * the operations.
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

/** The values of a form, text fields as typed. */
export type Values = Readonly<Record<string, unknown>>

/** One row of a list field, such as a bank account: texts by column name. */
export type Line = Readonly<Record<string, string>>

type Words<Name extends string = string> = Readonly<Record<Name, Bilingual>>

interface FieldBase<Name extends string> {
  /** The field's name in the API. */
  readonly name: Name
  readonly label: Bilingual
  /** A hint shown below the form field. */
  readonly hint?: Bilingual
  readonly required?: boolean
  /** Can only be set at creation. */
  readonly isFixed?: boolean
  /** Whether the service sets the field, so that it is displayed but not in any form. */
  readonly isTold?: boolean
  /** Shows the field only when this returns true. */
  readonly when?: (values: Values) => boolean
  /** Whether the field is on the same row as the previous one. */
  readonly beside?: boolean
  /** Shown in the first part of a form that has more than plain fields, for example lines. */
  readonly isHead?: boolean
  /** Identifies the record, so a copy starts without it. */
  readonly isOwn?: boolean
}

export type Field<Name extends string = string> = FieldBase<Name> &
  (
    | { readonly type: 'area' | 'moment' | 'tags' | 'flag' }
    /** `check` finds suspicious input; it is stored anyway. */
    | { readonly type: 'text'; readonly check?: Check }
    /** `isMoment`: the API stores a point in time on that day, and chooses one when none is sent. */
    | { readonly type: 'day'; readonly isMoment?: boolean }
    | { readonly type: 'money' }
    | { readonly type: 'number'; readonly decimals: number; readonly unit?: string }
    /** One of a fixed set of words, as spelled in the API. */
    | { readonly type: 'choice'; readonly choices: Words; readonly isOptional?: boolean }
    | { readonly type: 'record'; readonly kind: 'partners' | 'products' | 'documents' }
    /** A reference to a record of a kind with few records. */
    | { readonly type: 'reference'; readonly kind: Referred }
    | {
        readonly type: 'lines'
        readonly columns: Words
        readonly needed: readonly string[]
        /** Checks for the texts of a list field, by column name. */
        readonly checks?: Readonly<Record<string, Check>>
        readonly words: Words<'add' | 'remove'>
      }
    /** The custom fields of such records. */
    | { readonly type: 'custom'; readonly entityKind: string }
  )

/** A field whose label and choices come from the service, so a definition must not give them. */
type Named<F> = F extends unknown
  ? Omit<F, 'label' | 'choices'> & { readonly label?: never; readonly choices?: never }
  : never
export type NamedField<Name extends string = string> = Named<Field<Name>>
type NameOf<K extends Kind> = keyof Records[K] & string
type Said<K extends Kind> = K extends LabelledKind ? keyof Labels<K> : never
/** A field in a definition: with a label only if the service has none. */
type FieldOf<K extends Kind> = NamedField<Extract<NameOf<K>, Said<K>>> | Field<Exclude<NameOf<K>, Said<K>>>

/** Kinds with so few records per company that a field offers all of them. */
type Referred = 'warehouses' | 'priceTypes' | 'organizations' | 'filters'

interface Written {
  readonly result: unknown
  readonly state: never
}

interface ListColumn<R> {
  /** A field's name, which then provides title and format; any other name needs its own label. */
  readonly name: string
  readonly label?: Bilingual
  readonly width: string
  readonly sort?: string
  readonly from?: number
  readonly align?: 'end'
  readonly textOf?: (record: R, say: SayAny) => string
}

interface ListFilter {
  /** The name of a `choice` field, in the address and in the API. */
  readonly name: string
  /** The label of the choice that does not filter. */
  readonly all: Bilingual
  readonly isList?: boolean
}

/** A part of a record's page, loaded when it is first shown. */
interface RecordPart<R> {
  readonly load: () => Promise<ComponentType<{ readonly record: R }>>
}

interface RecordTab<R> extends RecordPart<R> {
  /** The tab's name in the address. */
  readonly name: string
  readonly label: Bilingual
  readonly may?: May
}

type ListWords = Words<'many' | 'one' | 'empty' | 'emptyText'>
type WordsOf<K extends Kind> = Words &
  ListWords &
  ((typeof client)[K] extends { readonly create: unknown } ? Words<'new' | 'created'> : unknown) &
  ((typeof client)[K] extends { readonly delete: unknown } ? Words<'deleteText'> : unknown)

/** What every record definition contains. */
interface KindSpec<K extends Kind> {
  /** The kind's name in the SDK, which provides reading, creating, changing and deleting. */
  readonly kind: K
  /** The entity type in the audit log. */
  readonly entityType: string
  readonly fields: readonly FieldOf<K>[]
  readonly columns: readonly ListColumn<Records[K]>[]
  readonly filters?: readonly ListFilter[]
}

/** A kind shown by the generic pages. Its first column names the record. */
export interface RecordSpec<K extends Kind = Kind> extends KindSpec<K> {
  /**
   * The address: below `/orders`, `/products`, `/stock`, `/purchasing` or `/settings` the list belongs to that section,
   * anywhere else to partners.
   */
  readonly path: string
  /** The position among the other lists of the section. */
  readonly order: number
  /** Who may see the list; undefined means everybody. */
  readonly may?: May
  /** Who may create, change and delete; undefined means managers. */
  readonly mayChange?: May
  /** The audit log's words: a name for each entity type, and a sentence for each action. */
  readonly log: Words
  readonly words: WordsOf<K>
  /** The label of the search field; undefined means no search. */
  readonly search?: Bilingual
  /** The sort order; undefined means the service's default. */
  readonly sort?: string
  /** Whether these records can be archived. */
  readonly hasArchive?: boolean
  /** The name by which people know a record. */
  readonly nameOf: (record: Records[K], say: SayAny) => string
  /** Makes Ctrl K find such records; returns the text beside the name. */
  readonly found?: (record: Records[K], say: SayAny) => string | null
  /** Fields that every update must contain, even when unchanged. */
  readonly always?: readonly string[]
  readonly tabs?: readonly RecordTab<Records[K]>[]
  /** A further part of the first tab. */
  readonly more?: RecordPart<Records[K]>
  /** Further words that its tabs and parts need. */
  readonly texts?: readonly Part[]
}

type AnyKind<S> = Omit<S, 'kind' | 'fields'> & { readonly kind: Kind; readonly fields: readonly Field[] }
export type AnySpec = AnyKind<RecordSpec<'warehouses'>>
export type AnyRecord = { readonly id: string; readonly archived?: boolean } & Values

/** Adds the labels that the service gives the fields. */
function named<S extends { readonly kind: Kind; readonly fields: readonly object[] }>(spec: S) {
  const fields = (spec.fields as readonly Field[]).map((field) => ({
    ...field,
    label: labelOf(spec.kind, field.name) ?? field.label,
    ...(field.type === 'choice' && { choices: choicesOf(spec.kind, field.name) ?? field.choices }),
  }))
  return { ...spec, fields }
}

/** Defines a kind shown by the generic pages. The pages use nothing but this definition. */
export const defineRecords = <K extends Kind>(spec: RecordSpec<K>): AnySpec => named(spec) as unknown as AnySpec

/** A kind with its own pages: the plain fields, columns and filters that those pages show in addition to their own. */
export interface FieldsSpec<K extends Kind = Kind> extends KindSpec<K> {
  /** The section whose words contain everything else. */
  readonly section: Part
}

/** A record definition of either sort: with generic pages or with its own. */
export type AnyFields = AnyKind<KindSpec<'warehouses'>> & { readonly section?: Part }

/** Defines a kind that has its own pages. */
export const defineFields = <K extends Kind>(spec: FieldsSpec<K>): AnyFields => named(spec) as unknown as AnyFields

/** Sections that show several lists as tabs, and the settings. */
const PLACES = ['settings', 'stock', 'purchasing', 'orders', 'products'] as const
export type RecordPlace = (typeof PLACES)[number] | 'partners'

export const placeOf = ({ path }: AnySpec): RecordPlace =>
  PLACES.find((place) => path.startsWith(`/${place}/`)) ?? 'partners'

export const partOf = ({ kind }: AnyFields): OwnPart => `records-${kind}`

/** The message key of a definition's word that belongs to no field, tab or log entry. */
export const own = (word: string) => `own-${word}`

const prefixed = (prefix: string, texts: Words) =>
  Object.entries(texts).map(([word, text]) => [`${prefix}-${word}`, text] as const)

/** The words of fields, columns and filters by message key: `city`, `kind-sale`. */
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

/** All words of a definition, including those of its fields. */
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

/** What the SDK can do with records of a kind. */
export interface Commands {
  readonly create?: (body: object, how: Sending) => Promise<Written>
  readonly update?: (id: string, body: object, how: Sending) => Promise<Written>
  readonly delete?: (id: string, how: Sending) => Promise<Written>
}

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** The fields that appear in a form; fields set by the service do not. */
export const typedFields = (fields: readonly Field[]) =>
  fields.filter(({ isTold, type }) => !isTold && type !== 'moment')

/** The values of an existing record; with null, the initial values of a new one. */
export function plainValues(fields: readonly Field[], record: object | null): Values {
  const values = record as Values | null
  return Object.fromEntries(typedFields(fields).map((field) => [field.name, typedOf(field, values?.[field.name])]))
}

/** The values of a copy: fields that identify the original are left empty. */
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

/** The request body of a form; an empty field is sent as empty. */
export function plainBody(fields: readonly Field[], values: Values): Record<string, unknown> {
  const all: Values = { ...plainValues(fields, null), ...values }
  const shown = typedFields(fields).filter((field) => field.when?.(all) ?? true)
  const sent = shown.map((field) => [field.name, sentOf(field, all[field.name])] as const)
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined))
}

/** A time that falls on the same calendar day in every Russian time zone. */
const NOON = 'T05:00:00.000Z'

/** The value to send; undefined leaves the field out. */
function sentOf(field: Field, value: unknown): unknown {
  switch (field.type) {
    case 'money':
    case 'number': {
      const typed = text(value).trim()
      // Pass text that is not a number on, so that the service refuses it instead of the value being lost.
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
      return value
    default: {
      const typed = text(value).trim()
      return typed === '' && !field.required ? null : typed
    }
  }
}

/**
 * The fields changed since the form was opened; changes by others to other fields are left alone. Fields in `always`
 * are sent in any case.
 */
export function differing(before: object, now: object, always: readonly string[] = []): Record<string, unknown> {
  const was = before as Values
  const isSent = ([name, value]: [string, unknown]) =>
    always.includes(name) || JSON.stringify(value) !== JSON.stringify(was[name])
  return Object.fromEntries(Object.entries(now).filter(isSent))
}
