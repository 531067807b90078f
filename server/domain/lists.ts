/** What the lists of the API have in common, wherever their records are looked up. Source: decisions.md §7, §11 "Lists". */
import { type TObject, type TSchema, Type } from 'typebox'
import type { Kind } from './records.ts'
import type { May } from './roles.ts'
import { DayOrMoment, oneOf } from './schema.ts'

/** Values of one filter; more are a list that somebody should split. */
const MAX_VALUES = 100
const DAY_MS = 86_400_000
/** Ids have 48 bits for their time. */
const MAX_ID_TIME = 2 ** 48 - 1

/** A list as its clients see it. */
export interface ListShape {
  readonly kind: Exclude<Kind, 'settings'>
  /** Below /api/v1. */
  readonly path: string
  /** Whom it is for, and each of its records. */
  readonly may: May
  /** One record, as people call it. */
  readonly what: string
  /** The name of its id in a path; `what` with `Id` when it is not given. */
  readonly idName?: string
  readonly tag: string
  readonly record: TObject
  /** By name. */
  readonly sorts: Readonly<Record<string, unknown>>
  readonly defaultSort: string
  readonly filters: Readonly<Record<string, { readonly schema: TSchema }>>
}

/** The place of a record in its list. */
export interface Position {
  /** What it is sorted by, as text; null when that is the id alone. */
  readonly key: string | null
  readonly id: string
}

export interface ListQuery {
  readonly limit: number
  readonly cursor?: string
  readonly sort?: string
  readonly q?: string
  /** Of the list's filters. */
  readonly [filter: string]: unknown
}

export const ARCHIVED_SCHEMA = Type.Boolean({ description: 'Archived ones alone, or all but them.' })

/** One or several of some words. */
export const anyOfSchema = (words: readonly string[]) => Type.Array(oneOf(words), { maxItems: MAX_VALUES, minItems: 1 })

export function edgeSchema(edge: 'from' | 'to'): TSchema {
  const description = edge === 'from' ? 'At this time or later.' : 'At this time or earlier; a day is meant whole.'
  return Type.Unsafe<string>({ ...DayOrMoment, description })
}

/** When a day or moment begins, and when it is over: a moment lasts no time. */
export function momentOf(value: string): { from: Date; until: Date } {
  const from = new Date(value)
  return { from, until: new Date(from.getTime() + (value.length === 10 ? DAY_MS - 1 : 0)) }
}

/** The least id of what was made at a time or later, the greatest of what was made until then: ids begin with it (docs/decisions/0009). */
export function edgeOfIds(edge: 'from' | 'to', value: string): string {
  const { from, until } = momentOf(value)
  return edge === 'from' ? edgeOfId(from, '0') : edgeOfId(until, 'f')
}

/** The least (`0`) or greatest (`f`) id of a millisecond. */
function edgeOfId(at: Date, digit: '0' | 'f'): string {
  const milliseconds = Math.min(Math.max(at.getTime(), 0), MAX_ID_TIME)
  const digits = milliseconds.toString(16).padStart(12, '0').padEnd(32, digit)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
