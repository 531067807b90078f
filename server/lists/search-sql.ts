/** `q`: every word must be found, each as a part of the text, however large its letters are and whether ё or е stands in it. */
import { sql } from 'kysely'
import type { SearchedWords } from '../domain/search-words.ts'
import { type Condition, NOTHING } from './filters-sql.ts'

/** Numbers of orders and documents have so many digits at least, with zeros in front. */
const NUMBER_DIGITS = 5

/** Where a list looks for the words of `q`. */
export type ListSearch =
  /** In some columns and fields of its record, row by row: for collections that stay small. */
  | { readonly by: 'text'; readonly columns: readonly string[]; readonly fields: readonly string[] }
  /** In the product or partner that it names, which memory looks up, and in numbers of its own. */
  | {
      readonly by: 'named'
      readonly named: 'products' | 'partners'
      readonly column: string
      readonly numbers: Numbers
      /** An index has the rows of each named record in the order of creation. */
      readonly isLed?: true
    }

export interface Numbers {
  /** A number that the service gave: from its first digit on, with or without the zeros. */
  readonly own?: true
  /** Columns that must begin with what is searched. */
  readonly beginning?: readonly string[]
  /** Columns that must be equal to it. */
  readonly equal?: readonly string[]
  /** An index finds the rows by any of these. */
  readonly isIndexed?: true
}

export function oneOfThese(conditions: readonly Condition[]): Condition {
  return sql`(${sql.join(conditions, sql` or `)})`
}

const escapeLike = (word: string) => word.replace(/[\\%_]/g, '\\$&')

/** All words are in a text that search_text wrote. */
export function hasWords(text: Condition, { words }: SearchedWords): Condition {
  return sql.join(
    words.map((word) => sql`${text} like ${`%${escapeLike(word)}%`}`),
    sql` and `,
  )
}

/** Some texts of a row, as searchText of domain/search-words.ts would write them. */
export function searchedTextOf(columns: readonly string[], fields: readonly string[]): Condition {
  const parts = [
    ...columns.map((name) => sql.ref(`t.${name}`)),
    ...fields.map((name) => sql`t.record::json ->> ${sql.lit(name)}`),
  ]
  return sql`search_text(concat_ws(' ', ${sql.join(parts)}))`
}

/** What a row fulfils when one of its numbers is what is searched; none when none can be. */
export function hasNumber({ own, beginning = [], equal = [] }: Numbers, whole: string): Condition[] {
  return [
    ...(own === true ? rangesOfNumber(whole) : []).map((start) => begins('number', start)),
    ...beginning.map((name) => begins(name, whole)),
    ...equal.map((name) => sql`${sql.ref(`t.${name}`)} = ${whole}`),
  ]
}

/** As a range, which row-level security lets an index answer. */
function begins(name: string, start: string): Condition {
  const column = sql`${sql.ref(`t.${name}`)} collate "C"`
  const next = start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + 1)
  return sql`(${column} >= ${start} and ${column} < ${next})`
}

/** What a number begins with that is searched as `12`: 00012, 0012…, 012…, 12…. */
function rangesOfNumber(whole: string): string[] {
  if (!/^\d{1,15}$/.test(whole)) return []
  const digits = whole.replace(/^0+/, '')
  if (digits === '') return [whole]
  const zeros = Math.max(0, NUMBER_DIGITS - digits.length)
  return Array.from({ length: zeros + 1 }, (_, count) => '0'.repeat(count) + digits)
}

/** As the text of an array: that is printed and read faster than a list of texts. */
export function idsIn(ids: readonly string[]): Condition {
  return sql`${`{${ids.join(',')}}`}::uuid[]`
}

/** The row names one of these records, as a question to an index. */
export function namesOneOf(column: string, ids: readonly string[]): Condition {
  return ids.length === 0 ? NOTHING : sql`${sql.ref(`t.${column}`)} = any (${idsIn(ids)})`
}

/** The same as a question to each row: the ids are put into a hash table. `is true` keeps the planner from joining them. */
export function namesAmong(column: string, ids: readonly string[]): Condition {
  return ids.length === 0 ? NOTHING : sql`(${sql.ref(`t.${column}`)} in (select unnest(${idsIn(ids)}))) is true`
}
