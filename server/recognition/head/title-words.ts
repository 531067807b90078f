/** Words by which a document's title is known, also where letters of them are misread. */
import { SIGN } from '../words/document-numbers.ts'
import type { DocumentKind } from '../words/extraction.ts'

/** What titles and the labels beside them are made of; readers take a letter or two for another. */
const WORDS = new Set(
  `накладная накладной фактура спецификация передаточный универсальный документ документа реализация отгрузка отгрузочная ведомость
  предложение поступление продажа ордер заказ номер составления товарная расходная приходная требование транспортная передачи приемки`.split(
    /\s+/,
  ),
)

/** Letters that may be misread in a word of so many. */
const mayDiffer = (length: number) => (length >= 12 ? 2 : 1)

/** As long as the text itself: small letters, ё as е, words of titles with letters misread as they are meant. */
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

/** «Н А К Л А Д Н А Я», «А К Т» as one word; other texts, with initials, as they are. */
export const spelledOut = (text: string): string =>
  text.replace(/(?<!\p{L})(?:(?:\p{Lu}\s){3,}\p{Lu}|А\sК\sТ)(?!\p{L})/gu, (word) => word.replace(/\s/g, ''))

/** «Счёт», also with a letter misread or read twice, or without its first. */
export const INVOICE = '(?:с[чц]ее?[тг]|(?<=^[^\\p{L}]{0,3})че[тг](?=\\s+(?:№|на\\s)))'

/** Words that begin the row of the title; the number and the date follow. */
export const TITLE = new RegExp(
  `(?<!\\p{L})(универсальный передаточный документ|с[чц]ет.{0,3}фактура|${INVOICE}\\s+на\\s+оплату|${INVOICE}(?!(?:у|ом)(?!\\p{L}))|накладн(?:ая|ой)|чека?|упд|акт(?!\\p{L})|приход(?!\\p{L})|требование(?!\\p{L})|invoice(?!\\p{L})|продажа|реализация|отгрузка|поступление|ордер|предложение|упаковочный\\s+лист)`,
  'u',
)

/** Whatever a paper is called, «… № 5 от 1 марта» is its title. */
export const SHAPE = new RegExp(
  String.raw`^[^\p{L}\d]*(?:\p{L}[\p{L}().-]*\s+){1,5}(?=(?:${SIGN}\s*)?(?=\S*\d)[^\s:,]+\s+[оес0][тг]\s)`,
  'u',
)

/** Of a paper that another one was written for; titles only where nothing better is. As little is a sign at the head of a row, with a day. */
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
