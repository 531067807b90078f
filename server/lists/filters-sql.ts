/** The filters of lists: what a query may ask, and the condition on the row `t` that it becomes. */
import { type RawBuilder, sql } from 'kysely'
import type { TSchema } from 'typebox'
import { ARCHIVED_SCHEMA, type Edge, edgeFilter, edgeOfIds } from '../domain/lists.ts'
import { anyOfIdsSchema, anyOfSchema, Id, isIssuedId, Name } from '../domain/schema.ts'

export type Condition = RawBuilder<unknown>

export interface ListFilter {
  readonly schema: TSchema
  /** What the row must fulfil. The value is one that fits the schema. */
  where(value: never): Condition
  /** What an index has in the order of the list's default sort: the condition itself, or one that holds for more; null: nothing. */
  readonly orderedBy?: 'itself' | ((value: never) => Condition | null)
  /** What an index finds in no order. */
  readonly indexedBy?: 'itself' | ((value: never, gathering: Gathering) => Condition | null)
  /** The sort whose order this is a range of. */
  readonly rangeOf?: string
  /** Of a period; its value is a moment when it comes here. */
  readonly edge?: Edge
  /** Of a period that compares days too: its value is a `MomentOfDay`. */
  readonly isDaily?: true
}

/** How an index helps with an equality: it has the rows of one value in the list's order, or it just finds them. */
type Index = 'orderedBy' | 'indexedBy' | 'none'
const helps = (index: Index): Pick<ListFilter, 'orderedBy' | 'indexedBy'> => ({
  ...(index === 'orderedBy' ? { orderedBy: 'itself' } : {}),
  ...(index === 'none' ? {} : { indexedBy: 'itself' }),
})

interface Gathering {
  readonly companyId: string
  /** As many rows are enough to know that they are too many. */
  readonly bound: number
}

const column = (name: string) => sql.ref(`t.${name}`)
export const NOTHING: Condition = sql`false`

export const archivedFilter: ListFilter = {
  schema: ARCHIVED_SCHEMA,
  where: (value: boolean) => sql`t.archived = ${value}`,
}

/** A text that must be equal, such as a channel. */
export function textFilter(name: string, index: Index = 'none'): ListFilter {
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

/** One or several of some words. */
export function anyOf(name: string, words: readonly string[]): ListFilter {
  return {
    schema: anyOfSchema(words),
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

/** One or several ids of other records. Those that are not of the issued form name none. */
export function ids(name: string, index: Index = 'none'): ListFilter {
  return {
    schema: anyOfIdsSchema,
    where: (values: readonly string[]) => sql`${column(name)} = any (${values.filter(isIssuedId)}::uuid[])`,
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
    indexedBy: (value: string, { companyId, bound }: Gathering) =>
      isIssuedId(value)
        ? sql`t.id = any (array(select distinct l.${sql.ref(own)} ${from} l.company_id = ${companyId}
                and l.${sql.ref(other)} = ${value}::uuid limit ${bound}))`
        : NOTHING,
  }
}

/** From a moment on, or up to one, in a column that the list can be sorted by. */
export function time(name: string, sort: string, edge: Edge): ListFilter {
  return {
    ...edgeFilter(edge),
    rangeOf: sort,
    where: (moment: string) =>
      edge === 'from' ? sql`${column(name)} >= ${moment}::timestamptz` : sql`${column(name)} <= ${moment}::timestamptz`,
  }
}

/** The same of the time at which a record was made, which its id begins with (docs/decisions/0009). */
export function created(edge: Edge, sort = 'createdAt'): ListFilter {
  return {
    ...edgeFilter(edge),
    rangeOf: sort,
    where: (moment: string) =>
      edge === 'from' ? sql`t.id >= ${edgeOfIds(edge, moment)}::uuid` : sql`t.id <= ${edgeOfIds(edge, moment)}::uuid`,
  }
}
