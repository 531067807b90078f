/**
 * What a screen of plain records is made from: its list, its fields, its commands. A field that the API gains is one line here and one
 * in the texts.
 */
import type { ComponentType, ReactNode } from 'react'
import type { Sending } from '../../data/command.ts'
import type { Kind, Records } from '../../data/kinds.ts'
import type { May } from '../../data/session.ts'
import type { Figures, Part } from '../../words/words.ts'

/** The texts of a part whose name is not known where it is used. */
export type SayAny = (word: string, figures?: Figures) => string

/** What stands in a form: texts as they are typed. */
export type Values = Readonly<Record<string, unknown>>

/** A line of a field that is a list, such as a bank account: its texts by name. */
export type Line = Readonly<Record<string, string>>

interface FieldBase {
  /** As in the API; the texts have it under the same name. */
  readonly name: string
  readonly required?: boolean
  /** It can be said at creation alone. */
  readonly isFixed?: boolean
  /** The field is shown only then. */
  readonly when?: (values: Values) => boolean
  /** Stands beside the one before it. */
  readonly beside?: boolean
}

export type Field = FieldBase &
  (
    | { readonly type: 'text' | 'area' | 'day' | 'tags' }
    | { readonly type: 'number'; readonly decimals: number; readonly unit?: string }
    /** One of some words; each has its text under `name-word`. */
    | { readonly type: 'choice'; readonly choices: readonly string[]; readonly isOptional?: boolean }
    | { readonly type: 'record'; readonly kind: 'partners' }
    /** One of records of which there are few. */
    | { readonly type: 'reference'; readonly kind: 'priceTypes' | 'organizations' }
    | { readonly type: 'lines'; readonly columns: readonly string[]; readonly needed: readonly string[] }
    /** The custom fields of such records. */
    | { readonly type: 'custom'; readonly entityKind: string }
  )

interface Written {
  readonly result: unknown
  readonly state: never
}
type Send = (...args: never[]) => Promise<unknown>

export interface ListColumn<R> {
  readonly name: string
  readonly width: string
  readonly sort?: string
  readonly from?: number
  readonly align?: 'end'
  readonly cell: (record: R) => ReactNode
}

export interface ListFilter {
  /** As the address and the API call it. */
  readonly name: string
  readonly choices: readonly string[]
  readonly isList?: boolean
}

export interface RecordTab<R> {
  /** Its text. */
  readonly name: string
  readonly may?: May
  readonly Content: ComponentType<{ readonly record: R }>
}

export interface RecordSpec<K extends Kind = Kind> {
  readonly kind: K
  readonly path: string
  /** Of its texts; they begin with `prefix`, those of fields do not. */
  readonly part: Part
  readonly prefix: string
  /** As the audit log calls them. */
  readonly entityType: string
  readonly fields: readonly Field[]
  readonly columns: readonly ListColumn<Records[K]>[]
  readonly filters?: readonly ListFilter[]
  readonly sort: string
  /** What people call a record. */
  readonly nameOf: (record: Records[K]) => string
  readonly create: (body: never, sending: Sending) => Promise<unknown>
  readonly update: (id: string, body: never, sending: Sending) => Promise<unknown>
  readonly remove: (id: string, sending: Sending) => Promise<unknown>
  /** Fields that an update must name whatever changed. */
  readonly always?: readonly string[]
  readonly tabs?: readonly RecordTab<Records[K]>[]
  /** Further parts of the first tab. */
  readonly More?: ComponentType<{ readonly record: Records[K] }>
}

export type AnySpec = RecordSpec<'warehouses'>
export type AnyRecord = { readonly id: string; readonly archived: boolean } & Values

/** Specs of any kind are drawn by the same components, which look at nothing but the fields that the spec names. */
export const specOf = <K extends Kind>(spec: RecordSpec<K>): AnySpec => spec as unknown as AnySpec

export type SendAny = (...args: unknown[]) => Promise<Written>
export const sending = (send: Send): SendAny => send as unknown as SendAny

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** Of a record that is there; of none: what a new form begins with. */
export function valuesOf(fields: readonly Field[], record: Values | null): Values {
  return Object.fromEntries(fields.map((field) => [field.name, typedOf(field, record?.[field.name])]))
}

function typedOf(field: Field, value: unknown): unknown {
  switch (field.type) {
    case 'tags':
      return value ?? []
    case 'lines':
      return ((value ?? []) as Values[]).map((line) =>
        Object.fromEntries(field.columns.map((column) => [column, text(line[column])])),
      )
    case 'custom':
      return value ?? {}
    case 'day':
      return text(value).slice(0, 10)
    case 'choice':
      return text(value) || (field.isOptional ? '' : field.choices[0]!)
    case 'record':
    case 'reference':
      return value ?? null
    default:
      return text(value)
  }
}

/** What is sent of a form. What is empty is told to be empty. */
export function bodyOf(fields: readonly Field[], values: Values): Record<string, unknown> {
  const shown = fields.filter((field) => field.when?.(values) ?? true)
  return Object.fromEntries(shown.map((field) => [field.name, sentOf(field, values[field.name])]))
}

function sentOf(field: Field, value: unknown): unknown {
  switch (field.type) {
    case 'number': {
      const typed = text(value).trim()
      return typed === '' ? null : Number(typed.replace(',', '.'))
    }
    case 'lines':
      return (value as Line[]).map((line) =>
        Object.fromEntries(
          field.columns.map((column) => {
            const typed = (line[column] ?? '').trim()
            return [column, typed === '' && !field.needed.includes(column) ? null : typed]
          }),
        ),
      )
    case 'tags':
    case 'custom':
    case 'record':
    case 'reference':
      return value
    default: {
      const typed = text(value).trim()
      return typed === '' && !field.required ? null : typed
    }
  }
}

/** What differs from when the form was opened: what others changed meanwhile stays. */
export function changesOf(spec: AnySpec, before: Values, now: Values): Record<string, unknown> {
  const was = bodyOf(spec.fields, before)
  const fixed = new Set(spec.fields.filter(({ isFixed }) => isFixed).map(({ name }) => name))
  const always = new Set(spec.always ?? [])
  return Object.fromEntries(
    Object.entries(bodyOf(spec.fields, now)).filter(
      ([name, value]) => !fixed.has(name) && (always.has(name) || JSON.stringify(value) !== JSON.stringify(was[name])),
    ),
  )
}
