/**
 * Finds mentions of other documents: decrees and forms, contracts, payments, certificates. Their numbers and dates are
 * not the document's own.
 */
import type { Piece, Row } from '../picture/pieces.ts'
import { heightOf, overlapOf, widthOf } from '../picture/raster.ts'
import { distanceOf } from '../words/likeness.ts'

/** Beginnings of words that introduce another document; the rest of the phrase belongs to it. */
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

/**
 * After these words the whole rest of the row belongs to another document, whatever it is called there: «Основание:
 * счёт № 90».
 */
const GROUNDS = ['основани', 'согласно', 'ссылка']

/** Phrases of two words, or with an abbreviation: «в ред.», «не позднее», «форма №», «по заказу № …». */
const PHRASES =
  /(?<!\p{L})(?:в\s+ред\.?|не\s+позднее|форма?\s+[№nN]|форма\s+по|по\s+(?:заказу|заявке|с[чц][её]ту|накладной)(?=[^.;:]{0,24}№)|п\/п\b|с[чц]\.\s*№|[рк]\/с|бик(?!\p{L}))/giu

/** Dates of the decrees and laws that documents name; the small print around these dates is often misread. */
const DECREES = new Set([
  '2011-12-26', // 1137: счёт-фактура, УПД
  '2013-10-21', // ММВ-20-3/96@: УПД
  '2012-05-28', // 441
  '2014-07-30', // 735
  '2014-11-29', // 1279
  '2017-05-25', // 625
  '2017-08-19', // 981
  '2018-02-01', // 98
  '2021-04-02', // 534
  '2024-08-16', // 1096
  '2011-12-06', // 402-ФЗ
  '2003-05-22', // 54-ФЗ
])

const isOtherWord = (word: string) => OTHERS.some((stem) => beginsLike(word, stem))
const isGrounds = (word: string) => GROUNDS.some((stem) => beginsLike(word, stem))

function beginsLike(word: string, stem: string): boolean {
  if (word.length < stem.length - 1) return false
  const allowed = stem.length >= 9 ? 2 : stem.length >= 7 ? 1 : 0
  return word.startsWith(stem) || (allowed > 0 && distanceOf(word.slice(0, stem.length), stem) <= allowed)
}

/** «Счёт-договор», «договор-счёт» is the document itself. */
const IS_ITSELF = /с[чц]ее?[тг]\S?(?:[-—–]\s?|\s[-—–]\s?(?=договор|оферт|контракт))\p{L}+/giu

/** Where a text begins to mention another document, and whether the whole rest belongs to it; null when it does not. */
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

/** A date before the number: laws are written this way, documents as «№ 5 от 1 марта». */
const LAW_ORDER = /(?:^|[\s(,;])(?:от|oт|ot)\s+(\S.{4,22}?)\s*(?:г\.?|года)?\s*(?:№|N|Nº|Ne|Мо)\s?\S+/iu

/** Titles of our documents, after which a date may precede the number nevertheless. */
const TITLES = /с[чц]ее?[тг]|накладн|фактур|упд|чек|передаточн|акт(?!\p{L})|реализаци|отгрузк/iu

/** The largest distance to the next line of the same small print, in heights of its line. */
const MAX_LEADING = 1.3

/** A line that continues the one above: it begins with a small letter, a bracket or a date. */
const GOES_ON = /^[^\p{L}\d№]*(?:\p{Ll}|\d|№|Российск)/u

/** Labels of the document's own boxes. */
const OWN_LABEL = /^\P{L}*(?:(?:№|номер)\s*документа|дата\s+(?:составлен|документ))/iu

/**
 * Removes mentions of other documents from rows: pieces that are only a mention are left out, of others the part before
 * the mention stays. A continuation in the next line of the same small print is removed, too.
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
        // Text after a title belongs to the title, not to the small print above.
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

/** Includes dates of the last century, as forms have. */
const SOME_DATE = /\d\d[./]\d\d[./]\d\d|(?<!\d)(?:19|20)\d\d(?!\d)/

/** Whether a piece continues the mention above it, which has not stated its date yet. */
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

/** Removes a law that stands alone in its piece: «от 26.12.2011 № 1137». */
function withoutLaw(piece: Piece): Piece {
  const law = LAW_ORDER.exec(piece.text)
  return law === null || TITLES.test(piece.text.slice(0, law.index))
    ? piece
    : { ...piece, text: piece.text.slice(0, law.index) }
}

/** Whether a date is that of a decree, which no document of ours has. */
export const isDecreeDate = (date: string): boolean => DECREES.has(date)
