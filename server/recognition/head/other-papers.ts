/**
 * Finds mentions of other documents (laws, forms, contracts, payments, certificates), because their numbers and dates
 * do not belong to the document itself.
 */
import type { Piece, Row } from '../picture/pieces.ts'
import { heightOf, overlapOf, widthOf } from '../picture/raster.ts'
import { distanceOf } from '../words/likeness.ts'

/** Beginnings of words that introduce a mention of another document. The rest of the phrase belongs to that mention. */
const OTHERS = [
  'постановлени',
  'правительств',
  'госкомстат',
  'минфин',
  'приказ',
  'письм',
  'закон',
  'кодекс',
  'редакци',
  'приложени',
  'окуд',
  'унифицированн',
  'межотраслев',
  'утвержден',
  'договор',
  'контракт',
  'соглашени',
  'доверенност',
  'платежн',
  'платежк',
  'исправлени',
  'корректировк',
  'входящ',
  'сертификат',
  'деклараци',
  'лицензи',
  'свидетельств',
  'аккредитаци',
  'паспорт',
  'путев',
  'оплатить',
  'оплачен',
  'действителен',
  'действует',
  'годен',
  'срок',
  'резерв',
  'расчетн',
  'корреспонд',
  'отделени',
  'филиал',
  'банк',
]

/** Words that show that the whole rest of the row is about another document, as in «Основание: счёт № 90». */
const GROUNDS = ['основани', 'согласно', 'ссылка']

/**
 * Phrases of several words, or abbreviations, that introduce another document: «в ред.», «не позднее», «форма №», «по
 * заказу № …».
 */
const PHRASES =
  /(?<!\p{L})(?:в\s+ред\.?|не\s+позднее|форма?\s+[№nN]|форма\s+по|по\s+(?:заказу|заявке|с[чц][её]ту|накладной)(?=[^.;:]{0,24}№)|п\/п\b|с[чц]\.\s*№|[рк]\/с|бик(?!\p{L}))/giu

/**
 * Dates of the decrees and laws cited in document forms. Such dates are recognized on their own, because the small
 * print around them is often misread.
 */
const DECREES = new Set([
  '2011-12-26', // Decree 1137, cited in the счёт-фактура and the УПД
  '2013-10-21', // Letter ММВ-20-3/96@, cited in the УПД
  '2012-05-28', // Decree 441
  '2014-07-30', // Decree 735
  '2014-11-29', // Decree 1279
  '2017-05-25', // Decree 625
  '2017-08-19', // Decree 981
  '2018-02-01', // Decree 98
  '2021-04-02', // Decree 534
  '2024-08-16', // Decree 1096
  '2011-12-06', // Federal law 402-ФЗ
  '2003-05-22', // Federal law 54-ФЗ
])

const isOtherWord = (word: string) => OTHERS.some((stem) => beginsLike(word, stem))
const isGrounds = (word: string) => GROUNDS.some((stem) => beginsLike(word, stem))

function beginsLike(word: string, stem: string): boolean {
  if (word.length < stem.length - 1) return false
  const allowed = stem.length >= 9 ? 2 : stem.length >= 7 ? 1 : 0
  return word.startsWith(stem) || (allowed > 0 && distanceOf(word.slice(0, stem.length), stem) <= allowed)
}

/** «Счёт-договор» and «договор-счёт» are titles of the document itself, not mentions of a contract. */
const IS_ITSELF = /с[чц]ее?[тг]\S?(?:[-—–]\s?|\s[-—–]\s?(?=договор|оферт|контракт))\p{L}+/giu

/**
 * Returns the position in a text where a mention of another document begins, and whether the whole rest of the text
 * belongs to the mention. Returns null when there is no mention.
 */
function otherPaperIn(text: string): { readonly at: number; readonly isGrounds: boolean } | null {
  const lower = text.toLowerCase().replace(/ё/g, 'е')
  const plain = lower.replace(IS_ITSELF, (itself) => '·'.repeat(itself.length))
  const phrase = plain.search(PHRASES)
  for (const match of plain.matchAll(/\p{L}{4,}/gu)) {
    if (phrase !== -1 && phrase < match.index) break
    if (isGrounds(match[0])) return { at: match.index, isGrounds: true }
    if (isOtherWord(match[0])) return { at: match.index, isGrounds: false }
  }
  return phrase === -1 ? null : { at: phrase, isGrounds: false }
}

/**
 * A date before a number, «от 26.12.2011 № 1137». Laws are cited in this way, while documents put the number first: «№
 * 5 от 1 марта».
 */
const LAW_ORDER = /(?:^|[\s(,;])(?:от|oт|ot)\s+(\S.{4,22}?)\s*(?:г\.?|года)?\s*(?:№|N|Nº|Ne|Мо)\s?\S+/iu

/**
 * Titles of the documents that users upload. After such a title, a date that is printed before the number belongs to
 * the document and not to a law.
 */
const TITLES = /с[чц]ее?[тг]|накладн|фактур|упд|чек|передаточн|акт(?!\p{L})|реализаци|отгрузк/iu

/** The largest distance between two lines of the same paragraph of small print, as a multiple of the line's height. */
const MAX_LEADING = 1.3

/**
 * Matches a line of text that continues the line above, because it begins with a lowercase letter, a digit, № or
 * «Российск».
 */
const GOES_ON = /^[^\p{L}\d№]*(?:\p{Ll}|\d|№|Российск)/u

/** Labels of the boxes that contain the document's own number and date. */
const OWN_LABEL = /^\P{L}*(?:(?:№|номер)\s*документа|дата\s+(?:составлен|документ))/iu

/**
 * Removes mentions of other documents from text rows. A piece that is only a mention is dropped; from other pieces, the
 * text before the mention is kept. If the mention continues in the next line of the same small print, that part is
 * removed too.
 */
export function withoutOtherPapers(rows: readonly Row[]): Row[] {
  let above: Piece[] = []
  return rows.map((row) => {
    const left: Piece[] = []
    const cut: Piece[] = []
    let isCut = false
    let hasGrounds = false
    let isTitled = false
    for (const piece of row.pieces) {
      const hasTitle = TITLES.test(piece.text)
      const found = otherPaperIn(piece.text)
      const goesOn =
        !hasTitle && !isTitled && !OWN_LABEL.test(piece.text) && above.some((one) => isNextLine(one, piece))
      if (found === null && !goesOn && !hasGrounds && (!isCut || hasTitle)) {
        isCut = false
        // Text after a title belongs to the title and not to the small print above it.
        isTitled ||= hasTitle
        left.push(withoutLaw(piece))
        continue
      }
      isCut = true
      hasGrounds ||= found?.isGrounds ?? false
      cut.push(piece)
      const own = found === null ? '' : piece.text.slice(0, found.at)
      if (/[\p{L}\d]/u.test(own)) left.push({ ...piece, text: own })
    }
    above = [...cut, ...above.filter((one) => row.pieces.every((piece) => piece.top < one.bottom + heightOf(one)))]
    return { ...row, pieces: left }
  })
}

/** Matches any date, including dates of the last century, which occur in references to forms. */
const SOME_DATE = /\d\d[./]\d\d[./]\d\d|(?<!\d)(?:19|20)\d\d(?!\d)/

/**
 * Whether a piece of text continues the mention of another document above it. Only a mention that has no date yet can
 * continue.
 */
function isNextLine(above: Piece, piece: Piece): boolean {
  if (!GOES_ON.test(piece.text) || SOME_DATE.test(above.text)) return false
  const gap = piece.top - above.bottom
  const shared = overlapOf(above.left, above.right, piece.left, piece.right)
  return (
    above.page === piece.page &&
    gap > -heightOf(above) &&
    gap < MAX_LEADING * heightOf(above) &&
    heightOf(piece) < 1.35 * heightOf(above) &&
    shared > 0.5 * Math.min(widthOf(piece), widthOf(above))
  )
}

/** Removes the citation of a law from a piece of text that contains nothing else: «от 26.12.2011 № 1137». */
function withoutLaw(piece: Piece): Piece {
  const law = LAW_ORDER.exec(piece.text)
  return law === null || TITLES.test(piece.text.slice(0, law.index))
    ? piece
    : { ...piece, text: piece.text.slice(0, law.index) }
}

/** Whether a date is the date of a cited decree. No uploaded document can have such a date. */
export const isDecreeDate = (date: string): boolean => DECREES.has(date)
