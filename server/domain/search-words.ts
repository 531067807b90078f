/** The words of `q`: how a search is taken apart, and how texts are written so that it finds them. docs/lists.md says where it looks. */
import { foldPhone } from './folding.ts'

/** What stands around words and is no part of them. */
const BETWEEN_WORDS = /[\s«»„“”"'`()[\]{}<>,;:!?*=|]+/u
const WORD = /[\p{L}\p{N}]/u
/** Nothing but what a phone is written with. */
const PHONE = /^[\d\s()+./-]+$/
const MIN_PHONE_DIGITS = 5
const RUSSIAN_PHONE = /^7\d{10}$/

export interface SearchedWords {
  /** As given, without the white space around. */
  readonly whole: string
  /** Each as texts are searched (searchText): small letters, ё as е. */
  readonly words: readonly string[]
}

/** The words of a search; null when there are none, so that everything is meant. `hasPhones`: digits alone are one number. */
export function searchedWordsOf(q: string, hasPhones: boolean): SearchedWords | null {
  const whole = q.trim()
  if (whole === '') return null
  const digits = whole.replace(/\D/g, '')
  if (hasPhones && PHONE.test(whole) && digits.length >= MIN_PHONE_DIGITS) return { whole, words: [digits] }
  const words = whole.split(BETWEEN_WORDS).filter((word) => WORD.test(word))
  return { whole, words: (words.length > 0 ? words : [whole]).map(searchText) }
}

/** A text as it is searched and sorted: small letters, ё as е. */
export function searchText(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е')
}

/** A phone as people search for it: as it is written, and its digits, those of a Russian one with 7 and with 8 in front. */
export function searchedPhone(phone: string): string {
  const digits = foldPhone(phone)
  return RUSSIAN_PHONE.test(digits) ? `${phone} ${digits} 8${digits.slice(1)}` : `${phone} ${digits}`
}
