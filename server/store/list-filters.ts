/** The filters of lists: what a query may ask, and the condition on the row `t` that it becomes. */
import { type RawBuilder, sql } from 'kysely'
import { type TObject, type TSchema, Type } from 'typebox'
import { DayOrMoment, Id, isIssuedId, Name, oneOf } from '../domain/schema.ts'

export type Condition = RawBuilder<unknown>

/** Values of one filter; more are a list that somebody should split. */
const MAX_VALUES = 100
const DAY_MS = 86_400_000
/** Ids have 48 bits for their time. */
const MAX_ID_TIME = 2 ** 48 - 1

export interface ListFilter {
  readonly schema: TSchema
  /** What the row must fulfil. The value is one that fits the schema. */
  where(value: never): Condition
  /** What an index has in the order of the list's default sort: the condition itself, or one that holds for more; null: nothing. */
  readonly leads?: 'itself' | ((value: never) => Condition | null)
  /** What an index finds in no order. */
  readonly gathers?: 'itself' | ((value: never, gathering: Gathering) => Condition | null)
  /** The sort whose order this is a range of. */
  readonly rangeOf?: string
}

/** How an index helps with an equality. One that leads can gather too. */
type Index = 'leads' | 'gathers' | 'none'
const helps = (index: Index): Pick<ListFilter, 'leads' | 'gathers'> => ({
  ...(index === 'leads' ? { leads: 'itself' } : {}),
  ...(index === 'none' ? {} : { gathers: 'itself' }),
})

export interface Gathering {
  readonly companyId: string
  /** As many rows are enough to know that they are too many. */
  readonly bound: number
}

const column = (name: string) => sql.ref(`t.${name}`)
export const NOTHING: Condition = sql`false`

/** `archived=false` and the like. */
export function flag(name: string, description: string): ListFilter {
  return {
    schema: Type.Boolean({ description }),
    where: (value: boolean) => sql`${column(name)} = ${value}`,
  }
}

/** A text that must be equal, such as a category. */
export function text(name: string, index: Index = 'none'): ListFilter {
  return {
    schema: Name,
    where: (value: string) => sql`${column(name)} = ${value}`,
    ...helps(index),
  }
}

/** A text that the row has only in its record. The record is JSON without spaces, and a quote inside of a text has a backslash before it. */
export function textInRecord(name: string): ListFilter {
  return {
    schema: Name,
    where: (value: string) => sql`strpos(t.record, ${`"${name}":${JSON.stringify(value)}`}) > 0`,
  }
}

/**
 * One of an array of texts that the row has only in its record. A look for the text spares most rows more than that; of the others the
 * array alone is parsed, which stands between its name and that of the next property.
 */
export function wordInRecord(record: TObject, name: string): ListFilter {
  const names = Object.keys(record.properties)
  const position = names.indexOf(name)
  const next = names[position + 1]
  // Behind an object with keys of its owner's, the first property of that name need not be the record's own.
  const before = names.slice(0, position).map((earlier) => JSON.stringify(record.properties[earlier]))
  if (next === undefined || before.some((schema) => schema.includes('"additionalProperties":true')))
    throw new Error(`${name} must stand before the objects of free keys of its record`)
  const array = sql`split_part(split_part(t.record, ${sql.lit(`"${name}":`)}, 2), ${sql.lit(`,"${next}":`)}, 1)`
  return {
    schema: Name,
    where: (value: string) =>
      sql`case when strpos(t.record, ${JSON.stringify(value)}) > 0 then ${array}::jsonb ? ${value} else false end`,
  }
}

/** One or several of some words. */
export function anyOf(name: string, words: readonly string[]): ListFilter {
  return {
    schema: Type.Array(oneOf(words), { maxItems: MAX_VALUES, minItems: 1 }),
    where: (values: readonly string[]) => sql`${column(name)} = any (${values})`,
  }
}

/** The id of another record. One that is not of the issued form names none. */
export function id(name: string, index: Index = 'none'): ListFilter {
  return {
    schema: Id,
    where: (value: string) => (isIssuedId(value) ? sql`${column(name)} = ${value}::uuid` : NOTHING),
    ...helps(index),
  }
}

/** The id of a record that is joined with this one in another table, which has this one's id as `own` and the other's as `other`. */
export function idThrough(table: string, own: string, other: string): ListFilter {
  const from = sql`from ${sql.table(table)} as l where`
  return {
    schema: Id,
    where: (value: string) =>
      isIssuedId(value)
        ? sql`(select true ${from} l.company_id = t.company_id and l.${sql.ref(own)} = t.id
                and l.${sql.ref(other)} = ${value}::uuid limit 1) is not null`
        : NOTHING,
    gathers: (value: string, { companyId, bound }: Gathering) =>
      isIssuedId(value)
        ? sql`t.id = any (array(select distinct l.${sql.ref(own)} ${from} l.company_id = ${companyId}
                and l.${sql.ref(other)} = ${value}::uuid limit ${bound}))`
        : NOTHING,
  }
}

/** When a day or moment begins, and when it is over: a moment lasts no time. */
export function momentOf(value: string): { from: Date; until: Date } {
  const from = new Date(value)
  return { from, until: new Date(from.getTime() + (value.length === 10 ? DAY_MS - 1 : 0)) }
}

/** From a moment on, or up to one, in a column that the list can be sorted by. */
export function time(name: string, sort: string, edge: 'from' | 'to'): ListFilter {
  return {
    rangeOf: sort,
    schema: Type.Unsafe<string>({ ...DayOrMoment, description: describeEdge(edge) }),
    where: (value: string) => {
      const { from, until } = momentOf(value)
      return edge === 'from'
        ? sql`${column(name)} >= ${from.toISOString()}::timestamptz`
        : sql`${column(name)} <= ${until.toISOString()}::timestamptz`
    },
  }
}

export function describeEdge(edge: 'from' | 'to'): string {
  return edge === 'from' ? 'At this time or later.' : 'At this time or earlier; a day is meant whole.'
}

/** The same of the time at which a record was made, which its id begins with (docs/decisions/0009). */
export function created(edge: 'from' | 'to', sort = 'createdAt'): ListFilter {
  return {
    rangeOf: sort,
    schema: Type.Unsafe<string>({ ...DayOrMoment, description: describeEdge(edge) }),
    where: (value: string) => {
      const { from, until } = momentOf(value)
      return edge === 'from' ? sql`t.id >= ${edgeOfId(from, '0')}::uuid` : sql`t.id <= ${edgeOfId(until, 'f')}::uuid`
    },
  }
}

/** The least (`0`) or greatest (`f`) id of a millisecond. */
export function edgeOfId(at: Date, digit: '0' | 'f'): string {
  const milliseconds = Math.min(Math.max(at.getTime(), 0), MAX_ID_TIME)
  const digits = milliseconds.toString(16).padStart(12, '0').padEnd(32, digit)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
