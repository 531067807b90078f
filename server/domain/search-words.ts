/**
 * Splits the search parameter `q` into words, and normalizes text for searching. docs/lists.md lists the fields that
 * are searched.
 */
import { foldPhone } from './folding.ts'

/** Matches the characters between words that are not part of the words. */
const BETWEEN_WORDS = /[\s«»„“”"'`()[\]{}<>,;:!?*=|]+/u
const WORD = /[\p{L}\p{N}]/u
/** Matches text made only of characters that are used in phone numbers. */
const PHONE = /^[\d\s()+./-]+$/
const MIN_PHONE_DIGITS = 5
const RUSSIAN_PHONE = /^7\d{10}$/

export interface SearchedWords {
  /** The search text as given, without surrounding white space. */
  readonly whole: string
  /** The words of the search in the same form as searched texts (searchText): lowercase, ё as е. */
  readonly words: readonly string[]
}

/**
 * Splits a search into words. Returns null for an empty search, which matches everything. `hasPhones`: whether phone
 * numbers are searched, too; if so, a search text made only of digits and phone punctuation counts as one number.
 */
export function searchedWordsOf(q: string, hasPhones: boolean): SearchedWords | null {
  const whole = q.trim()
  if (whole === '') return null
  const digits = whole.replace(/\D/g, '')
  if (hasPhones && PHONE.test(whole) && digits.length >= MIN_PHONE_DIGITS) return { whole, words: [digits] }
  const words = whole.split(BETWEEN_WORDS).filter((word) => WORD.test(word))
  return { whole, words: (words.length > 0 ? words : [whole]).map(searchText) }
}

/** Returns text in the form used for searching and sorting: lowercase, ё as е. */
export function searchText(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е')
}

/**
 * Returns the strings by which a phone number can be found: as written, and as digits only. For a Russian number, the
 * digits are given both with 7 and with 8 in front.
 */
export function searchedPhone(phone: string): string {
  const digits = foldPhone(phone)
  return RUSSIAN_PHONE.test(digits) ? `${phone} ${digits} 8${digits.slice(1)}` : `${phone} ${digits}`
}
