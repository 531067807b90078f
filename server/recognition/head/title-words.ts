/** Words that identify a document's title, including their common misreadings. */
import { SIGN } from '../words/document-numbers.ts'
import type { DocumentKind } from '../words/extraction.ts'

/** Words in titles and labels. They are recognized even with a letter or two misread. */
const WORDS = new Set(
  `накладная накладной фактура спецификация передаточный универсальный документ документа реализация отгрузка отгрузочная ведомость
  предложение поступление продажа ордер заказ номер составления товарная расходная приходная требование транспортная передачи приемки`.split(
    /\s+/,
  ),
)

/** How many letters of a word may be misread, depending on the word's length. */
const mayDiffer = (length: number) => (length >= 12 ? 2 : 1)

/** Normalizes text without changing its length: lower case, ё as е, and misread title words corrected. */
export const plainText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/ё/g, 'е')
    .replace(/(^|\s)[^\s\d.,]чет(?=\s?(?:[-—–]|№|[nм]\s|\s\/|на\s+опл)|\s*$)/gu, '$1счет')
    .replace(/^([^\p{L}\d(]*)[сеоc(€][чцнгиу][ео][тг](?=\s?(?:№|на\s+опл|[-—–]\s?(?:факт|догов|оферт)))/u, '$1счет')
    .replace(/(^|\s)ч[ос]к(?=\s?(?:№|\d))/gu, '$1чек')
    .replace(/(^|[^\p{L}])[дл]ат[ао](?=\s*(?::|\d\d?[./]))/gu, '$1дата')
    .replace(/[\p{L}(]\p{L}{4,}/gu, (word) => meantWord(word) ?? word)

function meantWord(word: string): string | null {
  if (WORDS.has(word)) return word
  for (const known of WORDS)
    if (known.length === word.length && differences(known, word) <= mayDiffer(word.length)) return known
  return null
}

const differences = (a: string, b: string): number => [...a].filter((letter, index) => letter !== b[index]).length

/**
 * Joins letters that were spaced out into one word: «Н А К Л А Д Н А Я», «А К Т». Leaves other text, such as initials,
 * unchanged.
 */
export const spelledOut = (text: string): string =>
  text.replace(/(?<!\p{L})(?:(?:\p{Lu}\s){3,}\p{Lu}|А\sК\sТ)(?!\p{L})/gu, (word) => word.replace(/\s/g, ''))

/** «Счёт», also if a letter was misread or doubled, or the first letter is missing. */
export const INVOICE = '(?:с[чц]ее?[тг]|(?<=^[^\\p{L}]{0,3})че[тг](?=\\s+(?:№|на\\s)))'

/** Words that begin a title's row and are followed by the document's number and date. */
export const TITLE = new RegExp(
  `(?<!\\p{L})(универсальный передаточный документ|с[чц]ет.{0,3}фактура|${INVOICE}\\s+на\\s+оплату|${INVOICE}(?!(?:у|ом)(?!\\p{L}))|накладн(?:ая|ой)|чека?|упд|акт(?!\\p{L})|приход(?!\\p{L})|требование(?!\\p{L})|invoice(?!\\p{L})|продажа|реализация|отгрузка|поступление|ордер|предложение|упаковочный\\s+лист)`,
  'u',
)

/** The form of any title, whatever its words: text followed by «… № 5 от 1 марта». */
export const SHAPE = new RegExp(
  String.raw`^[^\p{L}\d]*(?:\p{L}[\p{L}().-]*\s+){1,5}(?=(?:${SIGN}\s*)?(?=\S*\d)[^\s:,]+\s+[оес0][тг]\s)`,
  'u',
)

/**
 * Titles of documents that another document may be based on, such as an order. They are used only when nothing better
 * is found. A bare № with a date at the start of a row counts as equally weak.
 */
export const WEAK_TITLE = new RegExp(
  String.raw`заказ|спецификация|прайс|документ|(?<!\p{L})док\.?(?=\s*№)|^[^\p{L}\d]*(?=${SIGN}\s*\S*\d\S*\s+(?:от\s+)?\d\d?[./]\d\d?[./]\d\d)`,
  'u',
)

export const TITLES: Record<DocumentKind, RegExp> = {
  upd: /с[чц]ет.{0,3}фактура|упд|передаточный документ/u,
  torg12: /накладная/u,
  invoice: new RegExp(`(?<!\\p{L})(?:${INVOICE}|invoice)`, 'u'),
  receipt: TITLE,
}
