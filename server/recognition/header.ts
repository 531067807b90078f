/** What stands above the lines: kind, number, date, and who sells. */
import { datesIn } from './dates.ts'
import type { DocumentKind } from './extraction.ts'
import { centreOf, type Piece, type Row, textOf } from './pieces.ts'
import { overlapOf } from './raster.ts'
import type { LookAgain } from './table.ts'

export interface Title {
  readonly kind: DocumentKind
  readonly reference: string | null
  readonly issuedAt: string | null
  /** Where the number stands, to look at it again. */
  readonly place: Piece | null
}

/** As long as the text itself; a first letter that readers often miss is put back. */
const lower = (text: string) =>
  text
    .toLowerCase()
    .replace(/ё/g, 'е')
    .replace(/(^|\s)[(€e<]чет(?=[\s-])/g, '$1счет')

/** «Счёт», also with a letter misread or read twice. */
const INVOICE = 'с[чц]ее?[тг]'

const KINDS: readonly [DocumentKind, RegExp][] = [
  ['upd', /универсальн\S*\s+передаточн|передаточн\S*\s+документ|с[чц]ет.?\s?.?\s?фактур|^[^\p{L}\n]*упд(?!\p{L})/mu],
  ['torg12', /торг.?\s?12|товарная\s+накладная|форма по окуд.*0330212|0330212/u],
  [
    'invoice',
    new RegExp(
      String.raw`${INVOICE}(?:\s+(?:на\s|покупател|№|n|м)|[\s-]{1,3}договор)|^[^\p{L}]*${INVOICE}(?!\p{L})`,
      'u',
    ),
  ],
]

/** Words that begin the row of the title; the number and the date follow. */
const TITLE = new RegExp(
  `(универсальный передаточный документ|с[чц]ет.{0,3}фактура|${INVOICE}\\s+на\\s+оплату|${INVOICE}|накладная|чек|упд|акт|заказ|спецификация|прайс|документ)`,
  'u',
)

/** № as readers see it. */
const SIGN = '(?:№|[nN][oо°º.]?|[МмХх][°оo№º]|[JjЛл][№Ve]|#|Не|Ne|Мо|№е|Ng|Nº|М№|Ме)'
const NUMBER = String.raw`((?:\p{Lu}{1,5}\s?[-—–/]\s?(?=\d))?[\p{L}\d\\|]*\d[\p{L}\d\\|№]*(?:\s?[-—–/\\.]{1,2}\s?[\p{L}\d]+)*)`
const BEHIND_SIGN = new RegExp(String.raw`${SIGN}\s*[:_.]*\s*${NUMBER}`, 'u')
const BEHIND_TITLE = new RegExp(String.raw`^[\s:.,_"'«]*(?:\p{L}{0,3}[°º.]?\s)?${NUMBER}`, 'u')
/** A letter sign and its number run together are one word. */
const PREFIXED = /^\s*[^\p{L}\d]*([\p{L}]{1,5}\s?[-—–/]\s?\d[\p{L}\d/-]*)/u

/** `above`: the rows over the first line. `all`: every row. */
export function titleOf(above: readonly Row[], all: readonly Row[]): Title {
  const kind = kindOf(all)
  const titled = titleRow(above, kind) ?? titleRow(all, kind)
  const boxed = valueBelow(
    above,
    /номер\s*(докум|накл)|^\W*номер\W*$/iu,
    (text) => /\d/.test(text) && text.length <= 25,
  )
  const boxedDate = valueBelow(above, /дата\s*(состав|докум)|составлен/iu, (text) => datesIn(text).length > 0)
  const place = kind === 'torg12' ? (boxed ?? titled?.place ?? null) : (titled?.place ?? boxed)
  const text = kind === 'torg12' && boxed !== null ? boxed.text : (titled?.number ?? boxed?.text ?? null)
  return {
    kind,
    reference: text === null ? null : tidyNumber(text),
    issuedAt: dateOf(titled?.row ?? null, boxedDate, { above, all, kind }),
    place,
  }
}

function kindOf(rows: readonly Row[]): DocumentKind {
  const texts = rows.map((row) => lower(textOf(row)))
  const whole = texts.join('\n')
  // What is bought may speak of an invoice; the form's own words come first.
  for (const [kind, pattern] of KINDS)
    if (
      kind === 'invoice'
        ? texts.some((text) => pattern.test(text) && !/фактур|накладн|основани|р.?\/?с|сч\. ?№/u.test(text))
        : pattern.test(whole)
    )
      return kind
  return 'receipt'
}

interface TitleRow {
  readonly row: Row
  readonly number: string | null
  readonly place: Piece | null
}

function titleRow(rows: readonly Row[], kind: DocumentKind): TitleRow | null {
  const order: Record<DocumentKind, RegExp> = {
    upd: /с[чц]ет.{0,3}фактура|упд|передаточный документ/u,
    torg12: /накладная/u,
    invoice: new RegExp(INVOICE, 'u'),
    receipt: TITLE,
  }
  for (const pattern of [order[kind], TITLE])
    for (const [index, row] of rows.entries()) {
      const text = textOf(row)
      const match = pattern.exec(lower(text))
      if (match === null || OTHER_PAPERS.test(text.replace(/сч\S+т\s?-\s?договор/iu, ''))) continue
      const behind = text.slice(match.index + match[0].length).replace(/^\s*\((счет|акт)[^)]*\)/iu, '')
      // «Счёт на оплату», and below it «№ 5 от 1 марта».
      const next = rows[index + 1]
      const isParted = next !== undefined && !/[\p{L}\d]{3}/u.test(behind) && STARTS_WITH_SIGN.test(textOf(next))
      const [titled, rest] = isParted ? [next, textOf(next)] : [row, behind]
      const number = numberIn(rest.split(/\sот\s|\sor\s|\sot\s/iu)[0]!)
      if (number !== null)
        return { row: titled, number, place: titled.pieces.find((piece) => piece.text.includes(number)) ?? null }
    }
  return null
}

const OTHER_PAPERS = /приложени|постановлени|основани|договор|доверенност/iu
const STARTS_WITH_SIGN = new RegExp(String.raw`^[^\p{L}\d]*${SIGN}`, 'u')

function numberIn(text: string): string | null {
  const bare = text.replace(/^\s*(на\s+оплату|покупателю|товара)/iu, '')
  if (datesIn(bare.slice(0, 14)).length > 0) return null
  return BEHIND_SIGN.exec(bare)?.[1] ?? PREFIXED.exec(bare)?.[1] ?? BEHIND_TITLE.exec(bare)?.[1] ?? null
}

/** What a Russian reader makes of Latin capitals: a 1 before letters, or strokes among them; but no letters that only Russian has. */
const IS_LATIN = /^(?!.*[БГДЖЛПФЦЧЩЭЮЯ])(?:1\p{Lu}|.*[\\|№])/u

/** «INV-205» as a Russian reader sees it is «1М\\У-205»: read once more as Latin, it must end in the same figures. */
export async function referenceReadAgain({ reference, place }: Title, again: LookAgain): Promise<string | null> {
  const figures = /\d+$/.exec(reference ?? '')?.[0]
  if (reference === null || place === null || figures === undefined || !IS_LATIN.test(reference)) return reference
  const latin = await again(place.page, place, 'latin')
  return latin.match(/[A-Z][A-Z\d]*(?:\s?[-/]\s?[A-Z\d]+)*/g)?.find((one) => one.endsWith(figures)) ?? reference
}

const tidyNumber = (text: string) => {
  const tidy = text
    .replace(new RegExp(`^${SIGN}\\s*`, 'u'), '')
    .replace(/\s*([-—–/\\.])\s*/g, '$1')
    .replace(/[—–]/g, '-')
    .replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')
    // Letters that only a misread figure puts among figures and capitals.
    .replace(/б(?=\d)|(?<=\d)б/g, '6')
    .replace(/(?<=\d)З(?=\d)/g, '3')
    .replace(/(?<=\d)[OО](?=\d)/g, '0')
  return tidy === '' ? null : tidy
}

/** The piece below a label, where a form has a box with its name on top. */
function valueBelow(rows: readonly Row[], label: RegExp, fits: (text: string) => boolean): Piece | null {
  const pieces = rows.flatMap((row) => row.pieces)
  for (const above of pieces.filter((piece) => label.test(piece.text) && piece.text.length < 40)) {
    const height = above.bottom - above.top
    const below = pieces
      .filter(
        (one) => one.page === above.page && one.top > above.top + height / 2 && one.top < above.bottom + 4 * height,
      )
      .filter((one) => overlapOf(one.left, one.right, above.left - height, above.right + height) > 0 && fits(one.text))
      .sort(
        (a, b) => a.top - b.top || Math.abs(centreOf(a) - centreOf(above)) - Math.abs(centreOf(b) - centreOf(above)),
      )
    if (below[0] !== undefined) return below[0]
  }
  return null
}

interface Sheets {
  readonly above: readonly Row[]
  readonly all: readonly Row[]
  readonly kind: DocumentKind
}

/** The title's own date, then the form's box, then any row that speaks of a date, then the first date that belongs to no other paper. */
function dateOf(title: Row | null, boxed: Piece | null, { above, all }: Sheets): string | null {
  const own = title === null ? undefined : datesIn(textOf(title))[0]
  if (own !== undefined) return own
  if (boxed !== null) return datesIn(boxed.text)[0]!
  const texts = [...above, ...all].map(textOf)
  const fit = texts.filter(
    (text) => !/договор|основани|постановлени|госкомстат|доверенност|оплатить до|срок/iu.test(text),
  )
  const named = fit.filter((text) => /дата|\sот\s|^от\s/iu.test(text)).flatMap(datesIn)
  return named[0] ?? fit.flatMap(datesIn)[0] ?? null
}
