/** `q`: every word must be found, each as a part of the text, however large its letters are and whether ё or е stands in it. */
import { sql } from 'kysely'
import { type Condition, NOTHING } from './list-filters.ts'

/** What stands around words and is no part of them. */
const BETWEEN_WORDS = /[\s«»„“”"'`()[\]{}<>,;:!?*=|]+/u
const WORD = /[\p{L}\p{N}]/u
/** Letters of which the index knows only that they are rare ones: see search_key in migrations/0005. */
const RARE = 'шщюцэфъ'
const EACH_RARE = new RegExp(`[${RARE}]`, 'gu')
/** What the index knows of the letters and digits of a small text, whose rare letters have a `Z` before them. */
const KNOWN = '[a-z0-9абвгдежзийклмнопрстухчыья]'
const BETWEEN = `(?:[^\\p{L}\\p{N}]|[${RARE}])`
/** A trigram of a word: three in a row, the end of a part of it or the beginning of one, as in `oz-77`. One letter alone begins too many. */
const INDEXED = new RegExp(`${KNOWN}{3}|${KNOWN}{2}${BETWEEN}|${KNOWN}Z|${BETWEEN}${KNOWN}{2}`, 'u')
const LONG_PART = /[a-z0-9а-я]{5,}/gu
/** Letters or digits of such a part that the index is asked for; of each when there are several words. */
const ENOUGH = 8
const ENOUGH_OF_SEVERAL = 5
/** Nothing but what a phone is written with. */
const PHONE = /^[\d\s()+./-]+$/
const MIN_PHONE_DIGITS = 5
/** Numbers of orders and documents have so many digits at least, with zeros in front. */
const NUMBER_DIGITS = 5

/** Where a list looks for the words of `q`. */
export type ListSearch =
  /** In the column `search` of its own, which has an index; `hasPhones`: digits alone are searched as one number. */
  | { readonly by: 'own'; readonly hasPhones: boolean }
  /** In some columns and fields of its record, row by row: for collections that stay small. */
  | { readonly by: 'text'; readonly columns: readonly string[]; readonly fields: readonly string[] }
  /** In the record that it names, and in numbers of its own. */
  | {
      readonly by: 'named'
      readonly named: 'products' | 'partners'
      readonly column: string
      readonly numbers: Numbers
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

export interface Words {
  /** As given, without the white space around. */
  readonly whole: string
  readonly words: readonly string[]
}

/** The words of a search; null when there are none, so that everything is meant. */
export function wordsOf(q: string, hasPhones: boolean): Words | null {
  const whole = q.trim()
  const digits = whole.replace(/\D/g, '')
  if (hasPhones && PHONE.test(whole) && digits.length >= MIN_PHONE_DIGITS) return { whole, words: [digits] }
  const words = whole.split(BETWEEN_WORDS).filter((word) => WORD.test(word))
  if (words.length > 0) return { whole, words }
  return whole === '' ? null : { whole, words: [whole] }
}

export const SEARCH_COLUMN: Condition = sql`t.search`

export function either(one: Condition, other: Condition): Condition {
  return sql`(${one} or ${other})`
}

/** As a query of its own it is run once; the function would be run for each row. */
const patternOf = (word: string) => sql`(select search_key(${`%${escapeLike(word)}%`}))`
const escapeLike = (word: string) => word.replace(/[\\%_]/g, '\\$&')

/** All words are in a text that is in the form of search_key. */
export function hasWords(text: Condition, { words }: Words): Condition {
  return sql.join(
    words.map((word) => sql`${text} like ${patternOf(word)}`),
    sql` and `,
  )
}

/** What an index of trigrams can look for: the same when that are all words as they are, null when there is none. */
export function indexedWords(searched: Words): Words | null {
  const enough = searched.words.length > 1 ? ENOUGH_OF_SEVERAL : ENOUGH
  const indexed = searched.words.flatMap((word) => indexedParts(word, enough))
  if (indexed.length === 0) return null
  const isSame = indexed.length === searched.words.length && indexed.every((word, at) => word === searched.words[at])
  return isSame ? searched : { ...searched, words: indexed }
}

/**
 * Long parts say enough alone, and their ends at that: each trigram more is an entry to be read, and those of the edges of words or
 * of the beginning of a barcode stand in so many rows that they take longest.
 */
function indexedParts(word: string, enough: number): string[] {
  const small = word.toLowerCase().replaceAll('ё', 'е')
  if (!INDEXED.test(small.replace(EACH_RARE, 'Z$&'))) return []
  const long = small.match(LONG_PART) ?? []
  return long.length === 0
    ? [word]
    : long.map((part) => (part === small && word.length <= enough ? word : part.slice(-enough)))
}

/** The text of a row that has no column for it. */
export function textOf(columns: readonly string[], fields: readonly string[]): Condition {
  const parts = [
    ...columns.map((name) => sql.ref(`t.${name}`)),
    ...fields.map((name) => sql`t.record::json ->> ${sql.lit(name)}`),
  ]
  return sql`search_key(concat_ws(' ', ${sql.join(parts)}))`
}

/** One of the numbers of a row is what is searched; null when none can be. */
export function hasNumber({ own, beginning = [], equal = [] }: Numbers, whole: string): Condition | null {
  const conditions = [
    ...(own === true ? rangesOfNumber(whole) : []).map((start) => begins('number', start)),
    ...beginning.map((name) => begins(name, whole)),
    ...equal.map((name) => sql`${sql.ref(`t.${name}`)} = ${whole}`),
  ]
  return conditions.length === 0 ? null : sql`(${sql.join(conditions, sql` or `)})`
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

/** The row names a record that the words are found in: it is looked up for each row. */
export function namesFound(named: 'products' | 'partners', column: string, words: Words): Condition {
  return sql`(select ${hasWords(sql`n.search`, words)} from ${sql.table(named)} as n
               where n.company_id = t.company_id and n.id = ${sql.ref(`t.${column}`)})`
}

/** The row names one of these records, as a question to an index. */
export function namesOneOf(column: string, ids: readonly string[]): Condition {
  return ids.length === 0 ? NOTHING : sql`${sql.ref(`t.${column}`)} = any (${ids}::uuid[])`
}

/** The same as a question to each row: the ids are put into a hash table. `is true` keeps the planner from joining them. */
export function namesAmong(column: string, ids: readonly string[]): Condition {
  return ids.length === 0 ? NOTHING : sql`(${sql.ref(`t.${column}`)} in (select unnest(${ids}::uuid[]))) is true`
}
