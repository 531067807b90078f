/** The filters of lists: the values a query may give, and the condition on row `t` that each becomes. */
import { type RawBuilder, sql } from 'kysely'
import type { TSchema } from 'typebox'
import { ARCHIVED_SCHEMA, type Edge, edgeFilter, edgeOfIds } from '../domain/lists.ts'
import { anyOfIdsSchema, anyOfSchema, Id, isIssuedId, Name } from '../domain/schema.ts'

export type Condition = RawBuilder<unknown>

export interface ListFilter {
  readonly schema: TSchema
  /** Returns the condition on the row. The value fits the schema. */
  where(value: never): Condition
  /**
   * What an index can find in the order of the list's default sort: the condition itself, or a wider one; null:
   * nothing.
   */
  readonly orderedBy?: 'itself' | ((value: never) => Condition | null)
  /** What an index can find, but not in the list's order. */
  readonly indexedBy?: 'itself' | ((value: never, gathering: Gathering) => Condition | null)
  /** The sort of which this filter is a range. */
  readonly rangeOf?: string
  /** Set for one end of a period; the value is already converted to a moment. */
  readonly edge?: Edge
  /** Set for a period that also compares days: the value is a `MomentOfDay`. */
  readonly isDaily?: true
}

/** How an index helps with an equality: it has the rows of one value in the list's order, or only finds them. */
type Index = 'orderedBy' | 'indexedBy' | 'none'
const helps = (index: Index): Pick<ListFilter, 'orderedBy' | 'indexedBy'> => ({
  ...(index === 'orderedBy' ? { orderedBy: 'itself' } : {}),
  ...(index === 'none' ? {} : { indexedBy: 'itself' }),
})

interface Gathering {
  readonly companyId: string
  /** The limit of rows: once this many are found, there are too many. */
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

/**
 * A text that is only in the record, not in a column. The record is JSON without spaces, and quotes inside texts have a
 * backslash.
 */
export function textInRecord(name: string): ListFilter {
  return {
    schema: Name,
    where: (value: string) => sql`strpos(t.record, ${`"${name}":${JSON.stringify(value)}`}) > 0`,
  }
}

/** One or several words out of a fixed set. */
export function anyOf(name: string, words: readonly string[]): ListFilter {
  return {
    schema: anyOfSchema(words),
    where: (values: readonly string[]) => sql`${column(name)} = any (${values})`,
  }
}

/** The id of another record. An id in the wrong format finds nothing. */
export function id(name: string, index: Index = 'none'): ListFilter {
  return {
    schema: Id,
    where: (value: string) => (isIssuedId(value) ? sql`${column(name)} = ${value}::uuid` : NOTHING),
    ...helps(index),
  }
}

/** One or several ids of other records. Ids in the wrong format find nothing. */
export function ids(name: string, index: Index = 'none'): ListFilter {
  return {
    schema: anyOfIdsSchema,
    where: (values: readonly string[]) => sql`${column(name)} = any (${values.filter(isIssuedId)}::uuid[])`,
    ...helps(index),
  }
}

/**
 * The id of a record linked to this one by another table, which has this record's id in column `own` and the other's in
 * `other`.
 */
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

/** One end of a period, in a column by which the list can be sorted. */
export function time(name: string, sort: string, edge: Edge): ListFilter {
  return {
    ...edgeFilter(edge),
    rangeOf: sort,
    where: (moment: string) =>
      edge === 'from' ? sql`${column(name)} >= ${moment}::timestamptz` : sql`${column(name)} <= ${moment}::timestamptz`,
  }
}

/** One end of a period of creation time, which is the beginning of the id (docs/decisions/0009). */
export function created(edge: Edge, sort = 'createdAt'): ListFilter {
  return {
    ...edgeFilter(edge),
    rangeOf: sort,
    where: (moment: string) =>
      edge === 'from' ? sql`t.id >= ${edgeOfIds(edge, moment)}::uuid` : sql`t.id <= ${edgeOfIds(edge, moment)}::uuid`,
  }
}
