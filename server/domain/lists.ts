/** The properties that all lists in the API have in common, wherever their records are read from. Source: S-LIST. */
import { type TObject, type TSchema, Type } from 'typebox'
import { looksLikeDay, readDay, readMoment } from './moments.ts'
import type { Kind } from './records.ts'
import type { May } from './roles.ts'
import { DayOrMoment } from './schema.ts'
import { dayIn, endOfDay, startOfDay } from './time-zones.ts'

/** The latest time, in milliseconds, that fits into the 48 bits in which an id stores its time of creation. */
const MAX_ID_TIME = 2 ** 48 - 1

/** The properties of a list that clients see. */
export interface ListShape {
  readonly kind: Exclude<Kind, 'settings'>
  /** The list's path below /api/v1. */
  readonly path: string
  /** The group of roles that may read the list and its records. */
  readonly may: May
  /** The name by which people know one record of the list. */
  readonly what: string
  /** The name of the record's id in a path. */
  readonly idName: string
  readonly tag: string
  readonly record: TObject
  /** The sort orders that the list offers, by name. */
  readonly sorts: Readonly<Record<string, unknown>>
  readonly defaultSort: string
  readonly filters: Readonly<Record<string, ShownFilter>>
}

/**
 * A filter as clients see it. `edge`: set when the filter is one end of a period. The filter's value is then a
 * timestamp or a day.
 */
interface ShownFilter {
  readonly schema: TSchema
  readonly edge?: Edge
  readonly isDaily?: true
}

/** One end of a period: a point in time, and the day in the company's time zone that contains it. */
export interface MomentOfDay {
  readonly moment: string
  readonly day: string
}

export type Edge = 'from' | 'to'

/** A record's position in its list, as contained in a cursor. */
export interface Position {
  /** The value that the record is sorted by, as text; null when the list is sorted by id alone. */
  readonly key: string | null
  readonly id: string
}

export interface ListQuery {
  readonly limit: number
  readonly cursor?: string
  readonly sort?: string
  readonly q?: string
  /** The values of the list's filters, by filter name. */
  readonly [filter: string]: unknown
}

export const ARCHIVED_SCHEMA = Type.Boolean({
  description: 'true: only archived records. false: only records that are not archived.',
})

/** Makes a filter for the beginning or the end of a period. */
export function edgeFilter<E extends Edge>(edge: E): { readonly schema: TSchema; readonly edge: E } {
  const description =
    edge === 'from'
      ? 'At this time or later; a day is in the company’s time zone.'
      : 'At this time or earlier; a day is in the company’s time zone and counts as a whole.'
  return { schema: Type.Unsafe<string>({ ...DayOrMoment, description }), edge }
}

/**
 * Returns the query with days turned into points in time. A period that begins with a day starts at the day's first
 * millisecond; a period that ends with a day ends at the day's last.
 * @param readTimeZone reads the company's time zone; called only when the query has a day.
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

/** Returns the first or the last millisecond of a day. */
function momentOf(edge: Edge, text: string, timeZone: string): string {
  const day = readDay(text)!
  return new Date(edge === 'from' ? startOfDay(timeZone, day) : endOfDay(timeZone, day) - 1).toISOString()
}

/**
 * Returns the smallest id that can have been created at or after a given time, or the largest id that can have been
 * created up to it. This works because ids begin with their creation time (docs/decisions/0009).
 */
export function edgeOfIds(edge: Edge, moment: string): string {
  return edgeOfId(new Date(moment), edge === 'from' ? '0' : 'f')
}

/** Returns the smallest (digit `0`) or largest (digit `f`) possible id for a millisecond. */
function edgeOfId(at: Date, digit: '0' | 'f'): string {
  const milliseconds = Math.min(Math.max(at.getTime(), 0), MAX_ID_TIME)
  const digits = milliseconds.toString(16).padStart(12, '0').padEnd(32, digit)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
