/** What a file of `web/records/` says of a kind of record: its place, its texts, its fields, its list. The SDK says what can be done with it. */
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

/** What stands in a form: texts as they are typed. */
export type Values = Readonly<Record<string, unknown>>

/** A line of a field that is a list, such as a bank account: its texts by name. */
export type Line = Readonly<Record<string, string>>

type Words<Name extends string = string> = Readonly<Record<Name, Bilingual>>

interface FieldBase<Name extends string> {
  /** As in the API. */
  readonly name: Name
  readonly label: Bilingual
  /** Below the field of the form. */
  readonly hint?: Bilingual
  readonly required?: boolean
  /** It can be said at creation alone. */
  readonly isFixed?: boolean
  /** The service says it: it is shown, and stands in no form. */
  readonly isTold?: boolean
  /** The field is shown only then. */
  readonly when?: (values: Values) => boolean
  /** Stands beside the one before it. */
  readonly beside?: boolean
  /** Among the first of a form that has more than plain fields, such as lines. */
  readonly isHead?: boolean
  /** It tells a record from others: a copy begins without it. */
  readonly isOwn?: boolean
}

export type Field<Name extends string = string> = FieldBase<Name> &
  (
    | { readonly type: 'area' | 'moment' | 'tags' | 'flag' }
    /** `check` says what looks wrong; it is stored all the same. */
    | { readonly type: 'text'; readonly check?: Check }
    /** `isMoment`: the API has a moment of that day, and chooses one if none is said. */
    | { readonly type: 'day'; readonly isMoment?: boolean }
    | { readonly type: 'money' }
    | { readonly type: 'number'; readonly decimals: number; readonly unit?: string }
    /** One of some words, as the API calls them. */
    | { readonly type: 'choice'; readonly choices: Words; readonly isOptional?: boolean }
    | { readonly type: 'record'; readonly kind: 'partners' | 'products' | 'documents' }
    /** One of records of which there are few. */
    | { readonly type: 'reference'; readonly kind: Referred }
    | {
        readonly type: 'lines'
        readonly columns: Words
        readonly needed: readonly string[]
        /** By column. */
        readonly checks?: Readonly<Record<string, Check>>
        readonly words: Words<'add' | 'remove'>
      }
    /** The custom fields of such records. */
    | { readonly type: 'custom'; readonly entityKind: string }
  )

/** Of a field that the service names: its label, and what its fixed words are called, are said there. */
type Named<F> = F extends unknown
  ? Omit<F, 'label' | 'choices'> & { readonly label?: never; readonly choices?: never }
  : never
export type NamedField<Name extends string = string> = Named<Field<Name>>
type NameOf<K extends Kind> = keyof Records[K] & string
type Said<K extends Kind> = K extends LabelledKind ? keyof Labels<K> : never
/** As a definition says it: a label where the service has none, and no second one. */
type FieldOf<K extends Kind> = NamedField<Extract<NameOf<K>, Said<K>>> | Field<Exclude<NameOf<K>, Said<K>>>

/** Kinds of which a company has few, so that all are offered. */
type Referred = 'warehouses' | 'priceTypes' | 'organizations' | 'filters'

interface Written {
  readonly result: unknown
  readonly state: never
}

interface ListColumn<R> {
  /** A field, whose title and look it has then; any other has its own. */
  readonly name: string
  readonly label?: Bilingual
  readonly width: string
  readonly sort?: string
  readonly from?: number
  readonly align?: 'end'
  readonly textOf?: (record: R, say: SayAny) => string
}

interface ListFilter {
  /** As the address and the API call it: a field that is one of some words. */
  readonly name: string
  /** When it narrows nothing. */
  readonly all: Bilingual
  readonly isList?: boolean
}

/** Loaded when it is looked at. */
interface RecordPart<R> {
  readonly load: () => Promise<ComponentType<{ readonly record: R }>>
}

interface RecordTab<R> extends RecordPart<R> {
  /** As the address calls it. */
  readonly name: string
  readonly label: Bilingual
  readonly may?: May
}

type ListWords = Words<'many' | 'one' | 'empty' | 'emptyText'>
type WordsOf<K extends Kind> = Words &
  ListWords &
  ((typeof client)[K] extends { readonly create: unknown } ? Words<'new' | 'created'> : unknown) &
  ((typeof client)[K] extends { readonly delete: unknown } ? Words<'deleteText'> : unknown)

/** What is said of every kind. */
interface KindSpec<K extends Kind> {
  /** As the SDK calls it, which says how it is read, created, changed and deleted. */
  readonly kind: K
  /** As the audit log calls them. */
  readonly entityType: string
  readonly fields: readonly FieldOf<K>[]
  readonly columns: readonly ListColumn<Records[K]>[]
  readonly filters?: readonly ListFilter[]
}

/** Its first column names the record. */
export interface RecordSpec<K extends Kind = Kind> extends KindSpec<K> {
  /** Its address: below `/orders`, `/products`, `/stock`, `/purchasing` or `/settings` it is shown there, anywhere else beside the partners. */
  readonly path: string
  /** Among the others that are shown there. */
  readonly order: number
  /** Whom it is shown to; without it to everybody. */
  readonly may?: May
  /** Who may create, change and delete; without it managers. */
  readonly mayChange?: May
  /** What the audit log says of them: the name of each sort of entry, and a sentence for each action. */
  readonly log: Words
  readonly words: WordsOf<K>
  /** Of the field that searches the list; without it there is none. */
  readonly search?: Bilingual
  /** Without it the order is that of the service. */
  readonly sort?: string
  /** They can be archived. */
  readonly hasArchive?: boolean
  /** What people call a record. */
  readonly nameOf: (record: Records[K], say: SayAny) => string
  /** Ctrl K finds them, and says this beside the name. */
  readonly found?: (record: Records[K], say: SayAny) => string | null
  /** Fields that an update must name whatever changed. */
  readonly always?: readonly string[]
  readonly tabs?: readonly RecordTab<Records[K]>[]
  /** A further part of the first tab. */
  readonly more?: RecordPart<Records[K]>
  /** Further texts that its tabs and parts need. */
  readonly texts?: readonly Part[]
}

type AnyKind<S> = Omit<S, 'kind' | 'fields'> & { readonly kind: Kind; readonly fields: readonly Field[] }
export type AnySpec = AnyKind<RecordSpec<'warehouses'>>
export type AnyRecord = { readonly id: string; readonly archived?: boolean } & Values

/** With what the service calls the fields. */
function named<S extends { readonly kind: Kind; readonly fields: readonly object[] }>(spec: S) {
  const fields = (spec.fields as readonly Field[]).map((field) => ({
    ...field,
    label: labelOf(spec.kind, field.name) ?? field.label,
    ...(field.type === 'choice' && { choices: choicesOf(spec.kind, field.name) ?? field.choices }),
  }))
  return { ...spec, fields }
}

/** What a file of `web/records/` exports. Any kind is drawn by the same components, which look at nothing but what the definition names. */
export const defineRecords = <K extends Kind>(spec: RecordSpec<K>): AnySpec => named(spec) as unknown as AnySpec

/** Of a kind whose pages are its own: the plain fields, columns and filters that those pages show beside what is special to them. */
export interface FieldsSpec<K extends Kind = Kind> extends KindSpec<K> {
  /** Whose texts have the rest. */
  readonly section: Part
}

/** Of either sort. */
export type AnyFields = AnyKind<KindSpec<'warehouses'>> & { readonly section?: Part }

/** What a file of `web/records/` exports of a kind whose pages are its own. */
export const defineFields = <K extends Kind>(spec: FieldsSpec<K>): AnyFields => named(spec) as unknown as AnyFields

/** Sections of the rail whose lists stand beside one another, and the settings. */
const PLACES = ['settings', 'stock', 'purchasing', 'orders', 'products'] as const
export type RecordPlace = (typeof PLACES)[number] | 'partners'

export const placeOf = ({ path }: AnySpec): RecordPlace =>
  PLACES.find((place) => path.startsWith(`/${place}/`)) ?? 'partners'

export const partOf = ({ kind }: AnyFields): OwnPart => `records-${kind}`

/** Those of a definition that are not of a field, a tab or the log. */
export const own = (word: string) => `own-${word}`

const prefixed = (prefix: string, texts: Words) =>
  Object.entries(texts).map(([word, text]) => [`${prefix}-${word}`, text] as const)

/** The texts of fields, columns and filters by the names under which they are said: `city`, `kind-sale`. */
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

/** All texts of a definition, those of its fields among them. */
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

/** The fields of a form. */
export const typedFields = (fields: readonly Field[]) =>
  fields.filter(({ isTold, type }) => !isTold && type !== 'moment')

/** Of a record that is there; of none: what a new form begins with. */
export function plainValues(fields: readonly Field[], record: object | null): Values {
  const values = record as Values | null
  return Object.fromEntries(typedFields(fields).map((field) => [field.name, typedOf(field, values?.[field.name])]))
}

/** Of another one like it: what tells the two apart is left empty. */
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

/** What is sent of a form. What is empty is told to be empty. */
export function plainBody(fields: readonly Field[], values: Values): Record<string, unknown> {
  const all: Values = { ...plainValues(fields, null), ...values }
  const shown = typedFields(fields).filter((field) => field.when?.(all) ?? true)
  const sent = shown.map((field) => [field.name, sentOf(field, all[field.name])] as const)
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined))
}

/** The middle of a day in Russia: the same day in each of its zones. */
const NOON = 'T05:00:00.000Z'

/** undefined: nothing is said of it. */
function sentOf(field: Field, value: unknown): unknown {
  switch (field.type) {
    case 'money':
    case 'number': {
      const typed = text(value).trim()
      // What is no figure is for the service to refuse, not to be left out.
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

/** What differs from when the form was opened: what others changed meanwhile stays. `always` names what is sent whatever changed. */
export function differing(before: object, now: object, always: readonly string[] = []): Record<string, unknown> {
  const was = before as Values
  const isSent = ([name, value]: [string, unknown]) =>
    always.includes(name) || JSON.stringify(value) !== JSON.stringify(was[name])
  return Object.fromEntries(Object.entries(now).filter(isSent))
}
