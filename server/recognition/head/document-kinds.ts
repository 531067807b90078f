/** Determines a document's kind by its own title, not by other documents that it mentions. */
import { type Row, textOf } from '../picture/pieces.ts'
import type { DocumentKind } from '../words/extraction.ts'
import { type TitleRow, titleRow } from './title-rows.ts'
import { INVOICE, plainText, spelledOut } from './title-words.ts'

export interface HeadRows {
  /** The rows above the first line. */
  readonly above: readonly Row[]
  /** The same rows without mentions of other documents. */
  readonly own: readonly Row[]
  readonly all: readonly Row[]
}

/** Kinds by the title before a number; any other title means `receipt`. */
const TITLED: readonly [DocumentKind, RegExp][] = [
  ['upd', /с[чц]ет.{0,3}фактур|упд(?!\p{L})|передаточн\S*\s+документ/u],
  ['torg12', /товарная\s+накладная\P{L}*$/u],
  [
    'invoice',
    /invoice\P{L}*(?:no|number)?\P{L}*$|(?:с[чц]ее?[тг]|(?<!\p{L})че[тг])(?:\s+на\s+оплату|[-\s]{1,3}(?:договор|оферта|проформа))?\P{L}*$/u,
  ],
]

/**
 * Titles that count only when nothing better is found. «документ» and «документ об отгрузке», which forms contain, say
 * nothing about the kind.
 */
const WEAK = /(?:заказ|спецификация|прайс)\P{L}*$/u
const SAYS_NOTHING = /документ\p{L}*\s+об\s|(?:документ|(?<!\p{L})док\.?)\P{L}*$|^\P{L}*$/u

/** The form's mark, however its title was read. */
const TORG_MARK = /[тt][оo]рг\P{L}{0,2}12|0330212/u

/** A form's words that stand alone in their place and do not continue a sentence. */
const FORM = /^[^\p{L}\d]*(?:универсальн\S*\s+передаточн|передаточн\S*\s+документ|с[чц]ет.{0,3}фактур).{0,30}$/u

/** Kinds by any words on the page; the words of forms take precedence over those of bills. */
const MENTIONED: readonly [DocumentKind, RegExp][] = [
  ['upd', /универсальн\S*\s+передаточн|передаточн\S*\s+документ|с[чц]ет.?\s?.?\s?фактур|^[^\p{L}\n]*упд(?!\p{L})/mu],
  ['torg12', /[тt][оo]рг.?\s?12|товарная\s+накладная|0330212/u],
]

const OF_BILL = new RegExp(
  String.raw`${INVOICE}(?:\s+(?:на\s|покупател|№|n|м)|[\s-]{1,3}договор)|^[^\p{L}]*${INVOICE}(?!\p{L})`,
  'u',
)
/** Words near «счёт» that mean another document, or a bank account. */
const OF_NO_BILL = /фактур|накладн|основани|(?<!\p{L})р\.?\s?\/?\s?с(?!\p{L})|расч|банк|сч\. ?№/u

/**
 * Determines the kind by the title with the document's number; else by words on the page. A bill promises an УПД, and a
 * delivery note names its bill, but these mentions do not determine the kind.
 */
export function kindOf({ above, own, all }: HeadRows): DocumentKind {
  const mentioned = mentionedKind(all)
  const title = titleRow(own, 'receipt')
  const titled = title === null ? null : titledKind(title)
  if (title === null || titled === null) return mentioned
  const pieces = above.slice(0, title.index + 1).flatMap(textsOf)
  if (titled === 'receipt' || titled === 'torg12' || WEAK.test(title.words)) {
    // A form's heading may be above a row that contains another document's number.
    const form = WEAK.test(title.words) ? above.flatMap(textsOf) : pieces
    if (mentioned === 'upd' && form.some((text) => FORM.test(text))) return 'upd'
    if (mentioned === 'invoice' && WEAK.test(title.words)) return mentioned
  }
  const isMarked = above.flatMap(textsOf).some((text) => TORG_MARK.test(text))
  return isMarked && titled !== 'upd' && !/транспортн/u.test(title.words) ? 'torg12' : titled
}

function titledKind({ words }: TitleRow): DocumentKind | null {
  const known = TITLED.find(([, pattern]) => pattern.test(words))
  return known?.[0] ?? (SAYS_NOTHING.test(words) ? null : 'receipt')
}

const plain = (text: string) => plainText(spelledOut(text))

/** The texts of a row's pieces, and the text of the whole row. */
const textsOf = (row: Row): string[] => [...row.pieces.map(({ text }) => plain(text)), plain(textOf(row))]

function mentionedKind(rows: readonly Row[]): DocumentKind {
  const whole = rows.map((row) => plain(textOf(row))).join('\n')
  const form = MENTIONED.find(([, pattern]) => pattern.test(whole))
  if (form !== undefined) return form[0]
  const isBill = rows.flatMap(textsOf).some((text) => OF_BILL.test(text) && !OF_NO_BILL.test(text))
  return isBill ? 'invoice' : 'receipt'
}
