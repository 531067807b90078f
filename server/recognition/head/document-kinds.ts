/** Determines a document's kind from its own title, ignoring other documents that it mentions. */
import { type Row, textOf } from '../picture/pieces.ts'
import type { DocumentKind } from '../words/extraction.ts'
import { type TitleRow, titleRow } from './title-rows.ts'
import { INVOICE, plainText, spelledOut } from './title-words.ts'

export interface HeadRows {
  /** The text rows above the first item line. */
  readonly above: readonly Row[]
  /** The text rows above the first item line, with mentions of other documents removed. */
  readonly own: readonly Row[]
  readonly all: readonly Row[]
}

/** Document kinds by the words before the number in the title. Any other title means `receipt`. */
const TITLED: readonly [DocumentKind, RegExp][] = [
  ['upd', /с[чц]ет.{0,3}фактур|упд(?!\p{L})|передаточн\S*\s+документ/u],
  ['torg12', /товарная\s+накладная\P{L}*$/u],
  [
    'invoice',
    /invoice\P{L}*(?:no|number)?\P{L}*$|(?:с[чц]ее?[тг]|(?<!\p{L})че[тг])(?:\s+на\s+оплату|[-\s]{1,3}(?:договор|оферта|проформа))?\P{L}*$/u,
  ],
]

/**
 * Words that count as the title only when nothing better is found. «документ» and «документ об отгрузке» are not
 * among them, because every printed form contains them.
 */
const WEAK = /(?:заказ|спецификация|прайс)\P{L}*$/u
const SAYS_NOTHING = /документ\p{L}*\s+об\s|(?:документ|(?<!\p{L})док\.?)\P{L}*$|^\P{L}*$/u

/** Matches the ТОРГ-12 form by its name, with common misreadings, or by its ОКУД code. */
const TORG_MARK = /[тt][оo]рг\P{L}{0,2}12|0330212/u

/** The name of a form that is a text piece of its own and not part of a sentence. */
const FORM = /^[^\p{L}\d]*(?:универсальн\S*\s+передаточн|передаточн\S*\s+документ|с[чц]ет.{0,3}фактур).{0,30}$/u

/**
 * Kinds of document by words anywhere on the page. Words of forms come before words of bills, because the first match
 * decides.
 */
const MENTIONED: readonly [DocumentKind, RegExp][] = [
  ['upd', /универсальн\S*\s+передаточн|передаточн\S*\s+документ|с[чц]ет.?\s?.?\s?фактур|^[^\p{L}\n]*упд(?!\p{L})/mu],
  ['torg12', /[тt][оo]рг.?\s?12|товарная\s+накладная|0330212/u],
]

const OF_BILL = new RegExp(
  String.raw`${INVOICE}(?:\s+(?:на\s|покупател|№|n|м)|[\s-]{1,3}договор)|^[^\p{L}]*${INVOICE}(?!\p{L})`,
  'u',
)
/** Words near «счёт» which show that «счёт» means another document or a bank account. */
const OF_NO_BILL = /фактур|накладн|основани|(?<!\p{L})р\.?\s?\/?\s?с(?!\p{L})|расч|банк|сч\. ?№/u

/**
 * Determines the kind from the title that has the document's number, or else from words on the page. Mentions do not
 * decide: a bill may promise an УПД, and a delivery note usually refers to its bill.
 */
export function kindOf({ above, own, all }: HeadRows): DocumentKind {
  const mentioned = mentionedKind(all)
  const title = titleRow(own, 'receipt')
  const titled = title === null ? null : titledKind(title)
  if (title === null || titled === null) return mentioned
  const pieces = above.slice(0, title.index + 1).flatMap(textsOf)
  if (titled === 'receipt' || titled === 'torg12' || WEAK.test(title.words)) {
    // The heading of the form may be above a row that contains the number of another document.
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

/** The text of each piece in a row, followed by the text of the whole row. */
const textsOf = (row: Row): string[] => [...row.pieces.map(({ text }) => plain(text)), plain(textOf(row))]

function mentionedKind(rows: readonly Row[]): DocumentKind {
  const whole = rows.map((row) => plain(textOf(row))).join('\n')
  const form = MENTIONED.find(([, pattern]) => pattern.test(whole))
  if (form !== undefined) return form[0]
  const isBill = rows.flatMap(textsOf).some((text) => OF_BILL.test(text) && !OF_NO_BILL.test(text))
  return isBill ? 'invoice' : 'receipt'
}
