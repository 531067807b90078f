/** What kind of paper a page is: what its title calls it, not what it says of other papers. */
import { type Row, textOf } from '../picture/pieces.ts'
import type { DocumentKind } from '../words/extraction.ts'
import { type TitleRow, titleRow } from './title-rows.ts'
import { INVOICE, plainText, spelledOut } from './title-words.ts'

export interface HeadRows {
  /** The rows over the first line. */
  readonly above: readonly Row[]
  /** The same without what they say of other papers. */
  readonly own: readonly Row[]
  readonly all: readonly Row[]
}

/** What a title in front of a number says; any other word is of a `receipt`. */
const TITLED: readonly [DocumentKind, RegExp][] = [
  ['upd', /с[чц]ет.{0,3}фактур|упд(?!\p{L})|передаточн\S*\s+документ/u],
  ['torg12', /товарная\s+накладная\P{L}*$/u],
  [
    'invoice',
    /invoice\P{L}*(?:no|number)?\P{L}*$|(?:с[чц]ее?[тг]|(?<!\p{L})че[тг])(?:\s+на\s+оплату|[-\s]{1,3}(?:договор|оферта|проформа))?\P{L}*$/u,
  ],
]

/** A title only where nothing better is; «документ» and «документ об отгрузке», which forms have, say nothing. */
const WEAK = /(?:заказ|спецификация|прайс)\P{L}*$/u
const SAYS_NOTHING = /документ\p{L}*\s+об\s|(?:документ|(?<!\p{L})док\.?)\P{L}*$|^\P{L}*$/u

/** The mark of the form, whatever its title is read as. */
const TORG_MARK = /[тt][оo]рг\P{L}{0,2}12|0330212/u

/** Words of a form alone in their place, which no sentence goes on from. */
const FORM = /^[^\p{L}\d]*(?:универсальн\S*\s+передаточн|передаточн\S*\s+документ|с[чц]ет.{0,3}фактур).{0,30}$/u

/** What a page is by any word of it; the form's own words come before those of bills. */
const MENTIONED: readonly [DocumentKind, RegExp][] = [
  ['upd', /универсальн\S*\s+передаточн|передаточн\S*\s+документ|с[чц]ет.?\s?.?\s?фактур|^[^\p{L}\n]*упд(?!\p{L})/mu],
  ['torg12', /[тt][оo]рг.?\s?12|товарная\s+накладная|0330212/u],
]

const OF_BILL = new RegExp(
  String.raw`${INVOICE}(?:\s+(?:на\s|покупател|№|n|м)|[\s-]{1,3}договор)|^[^\p{L}]*${INVOICE}(?!\p{L})`,
  'u',
)
/** Behind or in front of «счёт»: another paper, or an account at a bank. */
const OF_NO_BILL = /фактур|накладн|основани|(?<!\p{L})р\.?\s?\/?\s?с(?!\p{L})|расч|банк|сч\. ?№/u

/**
 * By the title that has the document's number; else by what the page speaks of. A bill promises an УПД, a note names the bill that it
 * follows: neither is one for that.
 */
export function kindOf({ above, own, all }: HeadRows): DocumentKind {
  const mentioned = mentionedKind(all)
  const title = titleRow(own, 'receipt')
  const titled = title === null ? null : titledKind(title)
  if (title === null || titled === null) return mentioned
  const pieces = above.slice(0, title.index + 1).flatMap(textsOf)
  if (titled === 'receipt' || titled === 'torg12' || WEAK.test(title.words)) {
    // The heading of a form may stand above a row that another paper's number is in.
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

/** What each piece of a row says, and all of it. */
const textsOf = (row: Row): string[] => [...row.pieces.map(({ text }) => plain(text)), plain(textOf(row))]

function mentionedKind(rows: readonly Row[]): DocumentKind {
  const whole = rows.map((row) => plain(textOf(row))).join('\n')
  const form = MENTIONED.find(([, pattern]) => pattern.test(whole))
  if (form !== undefined) return form[0]
  const isBill = rows.flatMap(textsOf).some((text) => OF_BILL.test(text) && !OF_NO_BILL.test(text))
  return isBill ? 'invoice' : 'receipt'
}
