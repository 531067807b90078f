/**
 * The type of the definitions in `web/records/`. A definition says where a kind of record appears in the app, and what
 * texts, fields and list columns it has. The operations come from the SDK.
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

/** The values of a form by field name. Text fields have the text as typed. */
export type Values = Readonly<Record<string, unknown>>

/** One row of a field that is a list, such as one bank account. The values are texts, by column name. */
export type Line = Readonly<Record<string, string>>

type Words<Name extends string = string> = Readonly<Record<Name, Bilingual>>

interface FieldBase<Name extends string> {
  /** The name of the field in the API. */
  readonly name: Name
  readonly label: Bilingual
  /** A hint in both languages, shown below the field in the form. */
  readonly hint?: Bilingual
  readonly required?: boolean
  /** Whether the field can be set only when the record is created. */
  readonly isFixed?: boolean
  /** Whether the server sets the field. If so, the field is displayed but is not in any form. */
  readonly isTold?: boolean
  /** If this function is given, the field is shown only while it returns true. */
  readonly when?: (values: Values) => boolean
  /** Whether the field is placed on the same row as the previous field. */
  readonly beside?: boolean
  /** Whether the field belongs to the first part of a form that also has other content, such as lines of goods. */
  readonly isHead?: boolean
  /** Whether the field identifies one record, so that a copy of the record begins without it. */
  readonly isOwn?: boolean
}

export type Field<Name extends string = string> = FieldBase<Name> &
  (
    | { readonly type: 'area' | 'moment' | 'tags' | 'flag' }
    /** `check` finds suspicious input. The form shows a warning about such input and accepts it. */
    | { readonly type: 'text'; readonly check?: Check }
    /**
     * A calendar date. `isMoment` means that the API stores a point in time on that day, and the current time if none
     * is sent. `isOnPaper` means that the form asks for confirmation if the date is far from today.
     */
    | { readonly type: 'day'; readonly isMoment?: boolean; readonly isOnPaper?: boolean }
    | { readonly type: 'money' }
    | { readonly type: 'number'; readonly decimals: number; readonly unit?: string }
    /** A field with a fixed set of values. The keys of `choices` are the values as the API writes them. */
    | { readonly type: 'choice'; readonly choices: Words; readonly isOptional?: boolean }
    | { readonly type: 'record'; readonly kind: 'partners' | 'products' | 'documents' }
    /** A reference to a record of a kind that has few records per company. */
    | { readonly type: 'reference'; readonly kind: Referred }
    | {
        readonly type: 'lines'
        readonly columns: Words
        readonly needed: readonly string[]
        /** The functions that check the text columns of a field that is a list, by column name. */
        readonly checks?: Readonly<Record<string, Check>>
        readonly words: Words<'add' | 'remove'>
      }
    /** The values of the company's custom fields for this kind of record. */
    | { readonly type: 'custom'; readonly entityKind: string }
    /**
     * A field with its own components for the input and for displaying the value. Their code is loaded when they are
     * first shown. The value has the same form as in the API.
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
  /**
   * Returns the error message for a path within the field; '' stands for the field itself. Undefined when there is no
   * error.
   */
  readonly errorOf: (path: string) => string | undefined
  readonly onChange: (value: unknown) => void
}

/** A field whose label and choices the server provides. The type forbids the definition to repeat them. */
type Named<F> = F extends unknown
  ? Omit<F, 'label' | 'choices'> & { readonly label?: never; readonly choices?: never }
  : never
export type NamedField<Name extends string = string> = Named<Field<Name>>
type NameOf<K extends Kind> = keyof Records[K] & string
type Said<K extends Kind> = K extends LabelledKind ? keyof Labels<K> : never
/** A field as a definition contains it. The field has a label only if the server provides none. */
type FieldOf<K extends Kind> = NamedField<Extract<NameOf<K>, Said<K>>> | Field<Exclude<NameOf<K>, Said<K>>>

/** Kinds with so few records per company that a field can list all of them. */
type Referred = 'warehouses' | 'priceTypes' | 'organizations' | 'filters'

interface Written {
  readonly result: unknown
  readonly state: never
}

interface ListColumn<R> {
  /**
   * The name of a field, which then determines the title and the format of the column. A column with any other name
   * needs a label.
   */
  readonly name: string
  readonly label?: Bilingual
  readonly width: string
  readonly sort?: string
  readonly from?: number
  readonly align?: 'end'
  readonly textOf?: (record: R, say: SayAny) => string
}

interface ListFilter {
  /** The name of a field with fixed values. The page address and the API use the same name. */
  readonly name: string
  /** The label of the choice with which the list shows all records. */
  readonly all: Bilingual
  readonly isList?: boolean
}

/** A part of a record's page. The code of the part is loaded when it is first shown. */
interface RecordPart<R> {
  readonly load: () => Promise<ComponentType<{ readonly record: R }>>
}

interface RecordTab<R> extends RecordPart<R> {
  /** The name by which the page address selects the tab. */
  readonly name: string
  readonly label: Bilingual
  readonly may?: May
}

type ListWords = Words<'many' | 'one' | 'empty' | 'emptyText'>
type WordsOf<K extends Kind> = Words &
  ListWords &
  ((typeof client)[K] extends { readonly create: unknown } ? Words<'new' | 'created'> : unknown) &
  ((typeof client)[K] extends { readonly delete: unknown } ? Words<'deleteText'> : unknown)

/** The properties that the definition of every kind of record has. */
interface KindSpec<K extends Kind> {
  /** The kind's name in the SDK, whose methods read, create, change and delete its records. */
  readonly kind: K
  /** The entity type by which the audit log refers to records of this kind. */
  readonly entityType: string
  readonly fields: readonly FieldOf<K>[]
  readonly columns: readonly ListColumn<Records[K]>[]
  readonly filters?: readonly ListFilter[]
}

/** The definition of a kind of record that the generic pages show. The first column of its list is the name. */
export interface RecordSpec<K extends Kind = Kind> extends KindSpec<K> {
  /**
   * The address of the list. Below `/orders`, `/products`, `/stock`, `/purchasing` or `/settings` the list belongs to
   * that section, otherwise to the partners section.
   */
  readonly path: string
  /** The position of the list's link among the links of its section; smaller numbers come first. */
  readonly order: number
  /** The group of users who may see the list; undefined means everybody. */
  readonly may?: May
  /** The group of users who may create, change and delete records of this kind; undefined means managers. */
  readonly mayChange?: May
  /** The names of the entity types that the definition covers, as the audit log shows them. */
  readonly log: Words
  readonly words: WordsOf<K>
  /** The label of the search field; undefined if the list cannot be searched. */
  readonly search?: Bilingual
  /** The default sort order of the list; undefined means the server's default. */
  readonly sort?: string
  /** Whether records of this kind can be archived. */
  readonly hasArchive?: boolean
  /** Returns the name of a record as the app shows it. */
  readonly nameOf: (record: Records[K], say: SayAny) => string
  /**
   * Returns the text to show beside the name of a record that the search with Ctrl K found; null for none. If
   * undefined, the search does not find records of this kind.
   */
  readonly found?: (record: Records[K], say: SayAny) => string | null
  /** The names of fields that every update must contain, even when they are unchanged. */
  readonly always?: readonly string[]
  readonly tabs?: readonly RecordTab<Records[K]>[]
  /** An additional part to show in the first tab of the record's page. */
  readonly more?: RecordPart<Records[K]>
  /** The parts of the texts that the tabs of this kind of record need in addition. */
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
 * Defines a kind of record that the generic pages show. These pages get everything that is special about the kind from
 * its definition.
 */
export const defineRecords = <K extends Kind>(spec: RecordSpec<K>): AnySpec => named(spec) as unknown as AnySpec

/**
 * The definition of a kind of record that has its own pages. It describes the plain fields, columns and filters, which
 * those pages show in addition to their own.
 */
export interface FieldsSpec<K extends Kind = Kind> extends KindSpec<K> {
  /** The section of the app with all texts that the definition does not contain. */
  readonly section: Part
}

/** A definition of a kind of record, whether the generic pages show it or it has its own pages. */
export type AnyFields = AnyKind<KindSpec<'warehouses'>> & { readonly section?: Part }

/** Defines a kind of record that has its own pages. */
export const defineFields = <K extends Kind>(spec: FieldsSpec<K>): AnyFields => named(spec) as unknown as AnyFields

/** The sections that show several lists in a row of links, and the settings. */
const PLACES = ['settings', 'stock', 'purchasing', 'orders', 'products'] as const
export type RecordPlace = (typeof PLACES)[number] | 'partners'

export const placeOf = ({ path }: AnySpec): RecordPlace =>
  PLACES.find((place) => path.startsWith(`/${place}/`)) ?? 'partners'

export const partOf = ({ kind }: AnyFields): OwnPart => `records-${kind}`

/** Returns the key of a text in a definition that does not belong to a field, a tab or the audit log. */
export const own = (word: string) => `own-${word}`

const prefixed = (prefix: string, texts: Words) =>
  Object.entries(texts).map(([word, text]) => [`${prefix}-${word}`, text] as const)

/** Returns the texts of a definition's fields, columns and filters. The keys are like `city` or `kind-sale`. */
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

/** Returns all texts of a definition by key, including those of its fields. */
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

/** The methods of the SDK that change records of one kind. A method that the API does not have is absent. */
export interface Commands {
  readonly create?: (body: object, how: Sending) => Promise<Written>
  readonly update?: (id: string, body: object, how: Sending) => Promise<Written>
  readonly delete?: (id: string, how: Sending) => Promise<Written>
}

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** Returns the fields that a form shows. Fields that the server sets are left out. */
export const typedFields = (fields: readonly Field[]) =>
  fields.filter(({ isTold, type }) => !isTold && type !== 'moment')

/** Returns the values of the form for a record. If the record is null, returns the initial values of a new record. */
export function plainValues(fields: readonly Field[], record: object | null): Values {
  const values = record as Values | null
  return Object.fromEntries(typedFields(fields).map((field) => [field.name, typedOf(field, values?.[field.name])]))
}

/** Returns the values of the form for a copy of a record. Fields that identify the original stay empty. */
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

/** Returns the request body for a form. Empty fields are part of it. */
export function plainBody(fields: readonly Field[], values: Values): Record<string, unknown> {
  const all: Values = { ...plainValues(fields, null), ...values }
  const shown = typedFields(fields).filter((field) => field.when?.(all) ?? true)
  const sent = shown.map((field) => [field.name, sentOf(field, all[field.name])] as const)
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined))
}

/** A time of day, in UTC, at which the calendar date is the same in all Russian time zones. */
const NOON = 'T05:00:00.000Z'

/** Returns the value of a field as it is sent; undefined if the field is not sent. */
function sentOf(field: Field, value: unknown): unknown {
  switch (field.type) {
    case 'money':
    case 'number': {
      const typed = text(value).trim()
      // If the text is not a number, send it unchanged, so that the server refuses it and the typed text is not lost.
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
 * Returns the fields that were changed since the form was opened, and the fields in `always`. Other fields are not
 * sent, so that changes made by other users remain.
 */
export function differing(before: object, now: object, always: readonly string[] = []): Record<string, unknown> {
  const was = before as Values
  const isSent = ([name, value]: [string, unknown]) =>
    always.includes(name) || JSON.stringify(value) !== JSON.stringify(was[name])
  return Object.fromEntries(Object.entries(now).filter(isSent))
}
