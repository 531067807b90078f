/**
 * Searches for `q` in SQL: every word must occur somewhere in the text. Case is ignored, and so is the difference
 * between ё and е.
 */
import { sql } from 'kysely'
import { type SearchedWords, searchText } from '../domain/search-words.ts'
import { type Condition, NOTHING } from './filters-sql.ts'

/** The minimum number of digits in the numbers of orders and documents; shorter numbers are padded with zeros. */
const NUMBER_DIGITS = 5

/** The fields in which a list searches for the words of `q`. */
export type ListSearch =
  /** Searches columns and fields of the record, row by row. This is only for collections that stay small. */
  | { readonly by: 'text'; readonly columns: readonly string[]; readonly fields: readonly string[] }
  /** Searches only the rows' own numbers, by an index. */
  | { readonly by: 'numbers'; readonly numbers: Numbers }
  /** Searches the products or partners that rows refer to, in memory, and also searches the rows' own numbers. */
  | {
      readonly by: 'named'
      readonly named: 'products' | 'partners'
      readonly column: string
      readonly numbers: Numbers
      /** Whether an index contains the rows of each product or partner in the order in which they were created. */
      readonly isLed?: true
    }

export interface Numbers {
  /** Whether these are numbers issued by the service. They match by prefix, with or without the leading zeros. */
  readonly own?: true
  /** Columns in lowercase and without white space; their value must begin with the search text in the same form. */
  readonly folded?: readonly string[]
  /** Columns whose value must begin with the search text. */
  readonly beginning?: readonly string[]
  /** Columns whose value must equal the search text. */
  readonly equal?: readonly string[]
  /** True if an index finds rows by any of the numbers described by this object. */
  readonly isIndexed?: true
}

export function oneOfThese(conditions: readonly Condition[]): Condition {
  return sql`(${sql.join(conditions, sql` or `)})`
}

const escapeLike = (word: string) => word.replace(/[\\%_]/g, '\\$&')

/**
 * Returns an SQL condition that is true if a text contains all words. The text must come from the SQL function
 * search_text.
 */
export function hasWords(text: Condition, { words }: SearchedWords): Condition {
  return sql.join(
    words.map((word) => sql`${text} like ${`%${escapeLike(word)}%`}`),
    sql` and `,
  )
}

/** Joins text values of a row and normalizes them in the same way as searchText in domain/search-words.ts. */
export function searchedTextOf(columns: readonly string[], fields: readonly string[]): Condition {
  const parts = [
    ...columns.map((name) => sql.ref(`t.${name}`)),
    ...fields.map((name) => sql`t.record::json ->> ${sql.lit(name)}`),
  ]
  return sql`search_text(concat_ws(' ', ${sql.join(parts)}))`
}

/**
 * Returns SQL conditions, each of which is true if one of the row's numbers matches the search text. The list is empty
 * when no number can match.
 */
export function hasNumber({ own, folded = [], beginning = [], equal = [] }: Numbers, whole: string): Condition[] {
  return [
    ...(own === true ? rangesOfNumber(whole) : []).map((start) => begins('number', start)),
    ...folded.map((name) => begins(name, searchText(whole).replace(/\s/g, ''))),
    ...beginning.map((name) => begins(name, whole)),
    ...equal.map((name) => sql`${sql.ref(`t.${name}`)} = ${whole}`),
  ]
}

/** Returns an SQL condition that is true if one of the row's numbers matches the search text. */
export function isNumbered(numbers: Numbers, { whole }: SearchedWords): Condition {
  const conditions = hasNumber(numbers, whole)
  return conditions.length === 0 ? NOTHING : oneOfThese(conditions)
}

/** Expresses "begins with" as a range condition, which can use an index despite row-level security. */
function begins(name: string, start: string): Condition {
  const column = sql`${sql.ref(`t.${name}`)} collate "C"`
  const next = `${start}\u{10FFFF}`
  return sql`(${column} >= ${start} and ${column} < ${next})`
}

/**
 * Returns the number prefixes that a search matches. `12` matches numbers that begin with 00012, 0012, 012 or 12, and
 * `12-1` those that begin with 00012-1, 0012-1, 012-1 or 12-1.
 */
function rangesOfNumber(whole: string): string[] {
  const [, number] = /^(\d{1,15})(?:-\d{0,15})?$/.exec(whole) ?? []
  if (number === undefined) return []
  const digits = whole.replace(/^0+/, '')
  if (digits === '') return [whole]
  const zeros = Math.max(0, NUMBER_DIGITS - digits.length + whole.length - number.length)
  return Array.from({ length: zeros + 1 }, (_, count) => '0'.repeat(count) + digits)
}

/**
 * Returns the ids as an SQL array passed as a single string, which is written and parsed faster than a list of strings.
 */
export function idsIn(ids: readonly string[]): Condition {
  return sql`${`{${ids.join(',')}}`}::uuid[]`
}

/** Returns an SQL condition that is true if the row refers to one of these records. The condition can use an index. */
export function namesOneOf(column: string, ids: readonly string[]): Condition {
  return ids.length === 0 ? NOTHING : sql`${sql.ref(`t.${column}`)} = any (${idsIn(ids)})`
}

/**
 * Returns an SQL condition that is true if the row refers to one of these records. It checks each row against a hash
 * table of the ids. `is true` keeps the planner from turning the condition into a join.
 */
export function namesAmong(column: string, ids: readonly string[]): Condition {
  return ids.length === 0 ? NOTHING : sql`(${sql.ref(`t.${column}`)} in (select unnest(${idsIn(ids)}))) is true`
}
