/** Finds names of companies and entrepreneurs as documents print them: ООО «Вектор», ИП Гусев Н. Н. */
import type { Piece, Row } from '../picture/pieces.ts'
import { heightOf, overlapOf, widthOf } from '../picture/raster.ts'

/**
 * Abbreviated legal forms such as ООО, including misreadings: any three round letters, one of which may look like С.
 */
const SHORT =
  '[ОOоo0Q]{3}|[ОOо0]{2}[СCG]|[ОO0][СCсc][ОO0]|[ПЗ3ОН]?[АA][ОO0]|ао|НПАО|ФГУП|МУП|ГУП|АНО|ТОО|СПК|КФХ|ФГБУ|ГБУ|МБУ|ОДО|ЧУП|ФКП|КГУП|ГАУ|МАУ|ГКУ|МКУ|(?<!(?:[ОO0]{3}|АО|ЗАО)\\s)(?:ПК|НПО|НПП|НПФ|ПКФ)'
/** Legal forms written out, including misread letters. */
const LONG = String.raw`[ОO0о]б\p{L}{2,3}ств\p{L}\s+с\s*о[гтп]р\S*\s+ответ\S*|(?:публичное\s+|закрытое\s+|открытое\s+|непубличное\s+)?акционерн\p{L}{2}\s+об\p{L}{2,3}ство`
const PERSON_FORM = String.raw`И\s?П\.?|ИЛ|ип|ИIП|MП|\p{Lu}\p{L}{1,3}вид\p{L}{1,2}альн\S*\s+\p{L}р\S{1,2}дприн\S*|ИНДИВИДУАЛЬН\S*\s+ПРЕДПРИН\S*|[Гг]лава\s+КФХ`

const OPENING = '[«"„“”‘’‚\'‹<*‟]'
/**
 * The text that may follow a name without a closing quote: the end of the text, ИНН, a postcode, an address and so on.
 */
const BEHIND = String.raw`(?=\s*[,.]?\s*(?:ИНН|ИHН|КПП|\d{6}|р\/с|тел|адрес|г\.\s|\(\d)|[,;]\s|[.,;]?\s*$)`
/** A name between matching quotes. Such a name may contain commas. */
const CLOSED = String.raw`«[^«»"„“”]{2,60}»(?![»\p{L}\d])`
const QUOTED = new RegExp(String.raw`(?<![\p{L}\d])(${SHORT}|${LONG})\s*(${CLOSED}|${OPENING}.{1,80}?${BEHIND})`, 'giu')
/**
 * A name followed by its legal form: «Вектор» ООО. Without quotes (Вектор, ООО) this counts only at the start of a text
 * or after a label.
 */
const FORM_BEHIND = new RegExp(
  String.raw`(?:(?<!\p{L}\s?)([«"“][^«»"„“”]{2,60}[»"”])|(?<=^\s*|:\s*)((?!(?:${SHORT}|ИП|ИНН)\s)\p{Lu}[\p{L}-]{2,}(?:\s\p{L}[\p{L}-]*){0,2})),?\s+(${SHORT})${BEHIND}`,
  'gu',
)
/** Words between the legal form and the quoted name: «ООО Торговый дом «Рубеж»». */
const QUOTED_BEHIND_WORDS = new RegExp(
  String.raw`(?<![\p{L}\d])(${SHORT}|${LONG})\s+((?!(?:${SHORT})\s)\p{Lu}[\p{L}.-]*(?:\s\p{L}[\p{L}-]*){0,2})\s+(${OPENING}.{1,60}?)${BEHIND}`,
  'gu',
)
const BARE = new RegExp(
  String.raw`(?<![\p{L}\d])(${SHORT}|${LONG})\s+((?!(?:${SHORT}|ИНН|КПП|ОГРН|БИК|УПД|С[чЧ][её]т|СЧ[ЕЁ]Т|Накладная|НАКЛАДНАЯ|Заказ|Акт|АКТ)[\s/:])(?=\p{Lu}|\d+\p{L})[\p{L}\d][\p{L}\d.-]*(?:\s[\p{L}\d№.-]+){0,5}?["”»]?)(?:${BEHIND}|(?=\s[·•|/(—–]))`,
  'gu',
)
const INITIALS = String.raw`\p{Lu}\s\p{Lu}[.,‚]|[\p{L}039]\s?[.,‚]\s?(?:[\p{L}039](?:\s?[.,‚]|(?![\p{L}\d])))?`
const FIRST_NAMES = String.raw`\p{Lu}\p{L}+(?:\s+\p{Lu}\p{L}*(?:вич|вна|чна|ьич|ВИЧ|ВНА|ЧНА|ЬИЧ|оглы|кызы)|\s+\p{Lu}\p{L}+\s+(?:оглы|кызы))?`
const PERSON = new RegExp(
  String.raw`(?<![\p{L}\d])(${PERSON_FORM})\s*((?=\p{Lu})[\p{L}-]{2,}?)(?:\s+|(?<=\p{Ll})(?=\p{Lu}\.))(${INITIALS}|${FIRST_NAMES})`,
  'gu',
)

export interface PlacedName {
  readonly name: string
  readonly at: number
}

/** An opening quote that was misread as a lowercase letter. */
const QUOTE_AS_LETTER = /(?<=(?<!\p{L})(?:ООО|П?АО|ЗАО|ОАО)\s)[ксе€](?=\p{Lu}\p{Ll}[^«»]{0,60}[»"])/gu

/**
 * The size of the cache of names found in texts. The cache helps, because the same rows are searched several times: as
 * rows above the item lines, as part of the whole page, and as columns side by side.
 */
const MAX_KNOWN = 500
const known = new Map<string, readonly PlacedName[]>()

/** Finds all names of companies and entrepreneurs in a text, with their positions. */
export function partyNamesIn(text: string): readonly PlacedName[] {
  const before = known.get(text)
  if (before !== undefined) return before
  if (known.size >= MAX_KNOWN) known.clear()
  const names = foundNames(text)
  known.set(text, names)
  return names
}

/** The number that a form prints after a field to identify it: «(2)», «(2а)». */
const MARK = /\s?\(\d{1,2}\p{Ll}?\)/gu
/**
 * A closing quote that was misread as an apostrophe. It can be recognized because no Russian word ends in an
 * apostrophe.
 */
const QUOTE_AS_APOSTROPHE = /(?<=[«"„“][^«»"„“”]{2,60}\p{L})['’‘*](?=\s+\p{L})/gu

function foundNames(read: string): PlacedName[] {
  const text = read
    .replace(QUOTE_AS_LETTER, '«')
    .replace(MARK, (mark) => ' '.repeat(mark.length))
    .replace(QUOTE_AS_APOSTROPHE, '»')
  const quoted = [...text.matchAll(QUOTED)].map((match) => ({ name: companyName(match), at: match.index }))
  const worded = [...text.matchAll(QUOTED_BEHIND_WORDS)]
    .filter((match) => !quoted.some(({ at }) => at >= match.index && at < match.index + match[0].length))
    .map((match) => ({ name: wordedName(match), at: match.index }))
  const behind = [...text.matchAll(FORM_BEHIND)].map((match) => ({
    name: match[1] === undefined ? `${tidyForm(match[3]!)} ${match[2]!}` : companyName(['', match[3]!, match[1]]),
    at: match.index,
  }))
  const found = [...quoted, ...worded, ...behind]
  const bare = [...text.matchAll(BARE)]
    .filter((match) => !found.some(({ at }) => at === match.index))
    .map((match) => ({ name: bareName(match), at: match.index }))
  const people = [...text.matchAll(PERSON)].map((match) => ({ name: personName(match), at: match.index }))
  return [...found, ...bare, ...people].sort((a, b) => a.at - b.at)
}

/** Returns the first name of a company or entrepreneur in a text. */
export const companyIn = (text: string): string | null => partyNamesIn(text)[0]?.name ?? null

const companyName = ([, form, name]: readonly string[]) => `${tidyForm(form!)} ${closed(name!)}`

const wordedName = ([, form, words, name]: RegExpMatchArray) => `${tidyForm(form!)} ${words} ${closed(name!)}`

function bareName([, form, name]: RegExpMatchArray): string {
  const bare = name!.trim().replace(/\.$/, '')
  return `${tidyForm(form!)} ${/["”»]$/.test(bare) ? closed(bare) : bare}`
}

function personName([, form, family, rest]: RegExpMatchArray): string {
  const isShort = /^\P{L}*\p{L}{1,2}\s?\p{L}?$/u.test(form!) || form!.length <= 3
  const initials = new RegExp(`^${INITIALS}$`, 'u').test(rest!.trim())
    ? rest!
        .trim()
        .replace(/0/g, 'О')
        .replace(/[,‚]/g, '.')
        .toUpperCase()
        .replace(/(?<=\p{L})$/u, '.')
    : rest!.trim()
  return `${isShort ? 'ИП' : tidyForm(form!)} ${family} ${initials}`
}

/** Returns the correct spelling of a misread legal form, in capitals if it was in capitals. */
function tidyForm(form: string): string {
  const isCapital = form === form.toUpperCase()
  const spelled = (words: string) => (isCapital ? words.toUpperCase() : words)
  if (/^[ОOоo0Q]{3}$|^[ОOо0]{2}[СCG]$|^[ОO0][СCсc][ОO0]$/u.test(form)) return 'ООО'
  if (/^[ПЗ3ОН]?[АA][ОO0]$/u.test(form)) return `${form.slice(0, -2).replace('3', 'З')}АО`
  if (form.length <= 5) return form.toUpperCase()
  if (/с\s*о[гтп]р/iu.test(form)) return spelled('Общество с ограниченной ответственностью')
  if (/дприн/iu.test(form)) return spelled('Индивидуальный предприниматель')
  return form.replace(/\s+/g, ' ').replace(/об\p{L}{2,3}ство$/iu, spelled('общество'))
}

/** Returns a name with uniform quotes and without any text after the closing quote. */
function closed(name: string): string {
  const inner = name
    .replace(/^[«"„“”‘’‚'‹<*‟\s]+/u, '')
    .replace(/[\s,;.(]+$/, '')
    .replace(/\s+([»"“”'›>]+)$/, '$1')
  const quotes = /[»"“”'›>*’]+$/.exec(inner)?.[0] ?? ''
  const bare = inner.slice(0, inner.length - quotes.length)
  const cut = quotes === '' ? bare.replace(/(?:[»"”›>][^»"”›>]*|[’'*]\s?\p{Ll}{1,3})$/u, '') : bare
  // A closing quote may also be misread as a separate lowercase letter.
  const tidy = (quotes === '' && cut === bare ? cut.replace(/\s\p{Ll}$/u, '') : cut).trim()
  const isNested = /[«„“"](?=[\p{L}\d])/u.test(tidy)
  return `«${tidy}${isNested && !/[»"“”]$/u.test(tidy) ? (tidy.includes('"') ? '"' : '»') : ''}»`
}

/** A legal form, or the beginning of a name, at the end of a text line: the name continues below. */
const UNFINISHED = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?:${SHORT}|${LONG}|${PERSON_FORM}|[ОO0о]б\p{L}{2,3}ств\p{L}(?:\s+с(?:\s*о[гтп]р\S*)?)?|\p{L}{2,4}видуальн\S*|(?:публичное|закрытое|открытое|непубличное)(?:\s+акционерн\p{L}{2})?)\s*[«"„“]?\s*$|(?:${SHORT}|${LONG})\s*[«"„“][^»”]*$)`,
  'iu',
)
const UNFINISHED_PERSON = new RegExp(
  String.raw`(?:${PERSON_FORM})\s*(?<!\p{L}{4})(?=\p{Lu})[\p{L}-]{2,}(?:\s+\p{Lu}\p{L}+)?\s*$`,
  'u',
)
/** A legal form and words at the end of a text line, when the quoted part of the name is in the next line. */
const UNQUOTED = new RegExp(String.raw`(?<![\p{L}\d])(?:${SHORT}|${LONG})\s+\p{Lu}\p{L}+(?:\s\p{L}+){0,2}\s*$`, 'u')
const PATRONYMIC =
  /^(?:\p{Lu}\p{L}+\s+)?\p{Lu}\p{L}*(?:вич|вна|чна|ьич|ВИЧ|ВНА|ЧНА|оглы|кызы)(?!\p{L})|^\p{Lu}\.\s?\p{Lu}\./u

/** Completes the names that continue in the text line below. */
export function withWholeNames(rows: readonly Row[]): Row[] {
  const pieces = rows.flatMap((row) => row.pieces)
  return rows.map((row) => ({
    ...row,
    pieces: row.pieces.map((piece, index) => {
      const right = row.pieces[index + 1]
      // Text close to the right continues this line, unless it is about another party.
      const isClose = right !== undefined && right.left - piece.right < 2 * heightOf(piece)
      const isWhole = isClose && partyNamesIn(right.text)[0]?.at !== 0
      return isWhole ? piece : finished(piece, pieces)
    }),
  }))
}

const MAX_LINES = 4

function finished(piece: Piece, pieces: readonly Piece[]): Piece {
  let [text, last] = [piece.text, piece]
  for (let line = 1; line < MAX_LINES; line++) {
    const below = pieces.find((one) => isBelow(one, last))
    if (below === undefined || !goesOn(text, below.text)) break
    ;[text, last] = [joined(text, below.text), below]
  }
  return text === piece.text ? piece : { ...piece, text }
}

function goesOn(text: string, below: string): boolean {
  if (UNFINISHED_PERSON.test(text)) return PATRONYMIC.test(below.trim())
  if (UNQUOTED.test(text) && /^\s*[«"„“]\p{Lu}/u.test(below)) return true
  if (!UNFINISHED.test(text)) return false
  const open = /[«"„“]([^»”]*)$/u.exec(text)?.[1]
  // Straight quotes come in pairs, so after an odd number of them the name is not complete yet.
  const isClosed = open?.includes('"') === true || (text.match(/"/g)?.length ?? 0) % 2 === (open === undefined ? 1 : 0)
  if (open === undefined || open.trim() === '') return /^[«"„“<\p{L}]/u.test(below.trim())
  // If the line below consists only of words, it completes the name, even if the closing quote was not recognized.
  return (!isClosed || /«/.test(text)) && /^[^,]{0,60}[»"”]|^[\p{L}][\p{L} -]{2,30}['’]?$/u.test(below.trim())
}

/**
 * Joins two parts of a name at a hyphen: «Строй-» and «база» become one word; «Крепёж-» and «Сервис» keep the hyphen.
 */
function joined(text: string, below: string): string {
  const [above, next] = [text.trimEnd(), below.trimStart()]
  if (!/[\p{L}\d]-$/u.test(above)) return `${above} ${next}`
  return /^\p{Ll}/u.test(next) ? above.slice(0, -1) + next : above + next
}

function isBelow(piece: Piece, above: Piece): boolean {
  const gap = piece.top - above.bottom
  const height = heightOf(above)
  const shared = overlapOf(piece.left, piece.right, above.left, above.right)
  return (
    piece.page === above.page &&
    gap > -0.5 * height &&
    gap < 1.3 * height &&
    shared > 0.4 * Math.min(widthOf(piece), widthOf(above))
  )
}
