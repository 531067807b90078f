/**
 * The filters of lists: the values that a query may contain, and the SQL condition on row `t` that each filter becomes.
 */
import { type RawBuilder, sql } from 'kysely'
import type { TSchema } from 'typebox'
import { ARCHIVED_SCHEMA, type Edge, edgeFilter, edgeOfIds } from '../domain/lists.ts'
import { anyOfIdsSchema, anyOfSchema, Id, isIssuedId, Name } from '../domain/schema.ts'

export type Condition = RawBuilder<unknown>

export interface ListFilter {
  readonly schema: TSchema
  /**
   * Returns the SQL condition on the row. The value has already been checked against the schema. A condition that reads
   * another table names the company by its id, because Citus refuses one that takes it from row `t`.
   */
  where(value: never, companyId: string): Condition
  /**
   * A condition for which an index returns rows in the list's default sort order: either the filter's own condition
   * (`itself`) or a wider condition. Omitted when there is none.
   */
  readonly orderedBy?: 'itself' | ((value: never) => Condition | null)
  /**
   * A condition for which an index can find rows, although not in the order of the list. Omitted when there is none.
   */
  readonly indexedBy?: 'itself' | ((value: never, gathering: Gathering) => Condition | null)
  /** The sort column in which this filter selects a range. */
  readonly rangeOf?: string
  /** Set when the list keeps its default sort although this filter selects a range of another sort column. */
  readonly keepsSort?: true
  /** Set when the filter is one end of a period. Its value has already been converted to a timestamp. */
  readonly edge?: Edge
  /** Set when the filter is one end of a period that also compares days. Its value is a `MomentOfDay`. */
  readonly isDaily?: true
}

/**
 * How an index helps to find the rows with a given value. `orderedBy`: the index returns these rows in the order of the
 * list; `indexedBy`: the index only finds them.
 */
type Index = 'orderedBy' | 'indexedBy' | 'none'
const helps = (index: Index): Pick<ListFilter, 'orderedBy' | 'indexedBy'> => ({
  ...(index === 'orderedBy' ? { orderedBy: 'itself' } : {}),
  ...(index === 'none' ? {} : { indexedBy: 'itself' }),
})

interface Gathering {
  readonly companyId: string
  /** The number of selected rows from which an index condition is not selective enough to be useful. */
  readonly bound: number
}

const column = (name: string) => sql.ref(`t.${name}`)
export const NOTHING: Condition = sql`false`

export const archivedFilter: ListFilter = {
  schema: ARCHIVED_SCHEMA,
  where: (value: boolean) => sql`t.archived = ${value}`,
}

/** Filters by text that must match exactly, such as a channel. */
export function textFilter(name: string, index: Index = 'none'): ListFilter {
  return {
    schema: Name,
    where: (value: string) => sql`${column(name)} = ${value}`,
    ...helps(index),
  }
}

/**
 * Filters by text that is stored only in the record's JSON, not in a column. This works because the JSON of records has
 * no spaces, and quotes inside strings have a backslash.
 */
export function textInRecord(name: string): ListFilter {
  return {
    schema: Name,
    where: (value: string) => sql`strpos(t.record, ${`"${name}":${JSON.stringify(value)}`}) > 0`,
  }
}

/** Filters by one or more words from a fixed set. */
export function anyOf(name: string, words: readonly string[]): ListFilter {
  return {
    schema: anyOfSchema(words),
    where: (values: readonly string[]) => sql`${column(name)} = any (${values})`,
  }
}

/** Filters by the id of another record. An id in the wrong format finds nothing. */
export function id(name: string, index: Index = 'none'): ListFilter {
  return {
    schema: Id,
    where: (value: string) => (isIssuedId(value) ? sql`${column(name)} = ${value}::uuid` : NOTHING),
    ...helps(index),
  }
}

/** Filters by one or more ids of other records. Ids in the wrong format find nothing. */
export function ids(name: string, index: Index = 'none'): ListFilter {
  return {
    schema: anyOfIdsSchema,
    where: (values: readonly string[]) => sql`${column(name)} = any (${values.filter(isIssuedId)}::uuid[])`,
    ...helps(index),
  }
}

/**
 * Filters by the id of a record that another table links to this one. That table has this record's id in column `own`
 * and the other record's id in column `other`.
 */
export function idThrough(table: string, own: string, other: string): ListFilter {
  const from = sql`from ${sql.table(table)} as l where`
  return {
    schema: Id,
    where: (value: string, companyId: string) =>
      isIssuedId(value)
        ? sql`(select true ${from} l.company_id = ${companyId} and l.${sql.ref(own)} = t.id
                and l.${sql.ref(other)} = ${value}::uuid limit 1) is not null`
        : NOTHING,
    indexedBy: (value: string, { companyId, bound }: Gathering) =>
      isIssuedId(value)
        ? sql`t.id = any (array(select distinct l.${sql.ref(own)} ${from} l.company_id = ${companyId}
                and l.${sql.ref(other)} = ${value}::uuid limit ${bound}))`
        : NOTHING,
  }
}

/** Filters by one end of a period, in a column by which the list can be sorted. */
export function time(name: string, sort: string, edge: Edge): ListFilter {
  return {
    ...edgeFilter(edge),
    rangeOf: sort,
    where: (moment: string) =>
      edge === 'from' ? sql`${column(name)} >= ${moment}::timestamptz` : sql`${column(name)} <= ${moment}::timestamptz`,
  }
}

/** Filters by creation time, with one end of a period. Ids begin with the creation time (docs/decisions/0009). */
export function created(edge: Edge, sort = 'createdAt'): ListFilter {
  return {
    ...edgeFilter(edge),
    rangeOf: sort,
    where: (moment: string) =>
      edge === 'from' ? sql`t.id >= ${edgeOfIds(edge, moment)}::uuid` : sql`t.id <= ${edgeOfIds(edge, moment)}::uuid`,
  }
}
