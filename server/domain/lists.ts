/** What the lists of the API have in common, wherever their records are looked up. Source: S-LIST. */
import { type TObject, type TSchema, Type } from 'typebox'
import { looksLikeDay, readDay, readMoment } from './moments.ts'
import type { Kind } from './records.ts'
import type { May } from './roles.ts'
import { DayOrMoment } from './schema.ts'
import { dayIn, endOfDay, startOfDay } from './time-zones.ts'

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
  /** The name of its id in a path. */
  readonly idName: string
  readonly tag: string
  readonly record: TObject
  /** By name. */
  readonly sorts: Readonly<Record<string, unknown>>
  readonly defaultSort: string
  readonly filters: Readonly<Record<string, ShownFilter>>
}

/** `edge`: of a period; its value is a moment or a day. */
interface ShownFilter {
  readonly schema: TSchema
  readonly edge?: Edge
  readonly isDaily?: true
}

/** An edge of a period: a moment, and the day of the company that it is in. */
export interface MomentOfDay {
  readonly moment: string
  readonly day: string
}

export type Edge = 'from' | 'to'

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

/** An edge of a period, as a filter. */
export function edgeFilter<E extends Edge>(edge: E): { readonly schema: TSchema; readonly edge: E } {
  const description =
    edge === 'from'
      ? 'At this time or later; a day is one of the company’s time zone.'
      : 'At this time or earlier; a day is one of the company’s time zone, and is meant whole.'
  return { schema: Type.Unsafe<string>({ ...DayOrMoment, description }), edge }
}

/**
 * The query with its days turned into moments: a period from a day begins with its first millisecond, one to a day ends with its last.
 * @param readTimeZone reads the company's time zone; asked only when there is a day.
 */
export async function withMoments<Q extends object>(
  filters: Readonly<Record<string, Pick<ShownFilter, 'edge' | 'isDaily'>>>,
  query: Q,
  readTimeZone: () => Promise<string>,
): Promise<Q> {
  const values = query as Readonly<Record<string, unknown>>
  const edges = Object.entries(filters).flatMap(([name, { edge, isDaily = false }]) => {
    const value = values[name]
    const isAsked = edge !== undefined && typeof value === 'string' && (isDaily || looksLikeDay(value))
    return isAsked ? [{ name, edge, isDaily, value }] : []
  })
  if (edges.length === 0) return query
  const timeZone = await readTimeZone()
  const moments = edges.map(({ name, edge, isDaily, value }) => {
    const moment = looksLikeDay(value) ? momentOf(edge, value, timeZone) : value
    const day = () => new Date(dayIn(timeZone, readMoment(moment)!)).toISOString().slice(0, 10)
    return [name, isDaily ? ({ moment, day: day() } satisfies MomentOfDay) : moment]
  })
  return { ...query, ...Object.fromEntries(moments) }
}

/** The first or the last millisecond of a day. */
function momentOf(edge: Edge, text: string, timeZone: string): string {
  const day = readDay(text)!
  return new Date(edge === 'from' ? startOfDay(timeZone, day) : endOfDay(timeZone, day) - 1).toISOString()
}

/** The least id of what was made at a moment or later, the greatest of what was made until then: ids begin with it (docs/decisions/0009). */
export function edgeOfIds(edge: Edge, moment: string): string {
  return edgeOfId(new Date(moment), edge === 'from' ? '0' : 'f')
}

/** The least (`0`) or greatest (`f`) id of a millisecond. */
function edgeOfId(at: Date, digit: '0' | 'f'): string {
  const milliseconds = Math.min(Math.max(at.getTime(), 0), MAX_ID_TIME)
  const digits = milliseconds.toString(16).padStart(12, '0').padEnd(32, digit)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
