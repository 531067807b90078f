/** Names of companies and of persons in business, as documents print them: ООО «Вектор», ИП Гусев Н. Н. */
import type { Piece, Row } from './pieces.ts'
import { heightOf, overlapOf, widthOf } from './raster.ts'

/** Legal forms that are cut short; three round letters are read as any of their likes. */
const SHORT = '[ОOоo0Q]{3}|П?АО|ао|AO|ЗАО|ОАО|НАО|НПАО|ФГУП|МУП|ГУП|АНО|ТОО|СПК|КФХ|ФГБУ|ГБУ|МБУ'
/** And those that are written out, with letters misread. */
const LONG = String.raw`[ОO0о]бществ\p{L}\s+с\s+огр\S*\s+ответ\S*|(?:публичное\s+|закрытое\s+|открытое\s+|непубличное\s+)?акционерн\p{L}{2}\s+общество`
const PERSON_FORM = String.raw`И\s?П|ип|ИIП|MП|[Ии]ндивидуальн\S*\s+[Пп]редприн\S*|ИНДИВИДУАЛЬН\S*\s+ПРЕДПРИН\S*|[Гг]лава\s+КФХ`

const OPENING = '[«"„“”\'‹<*‟]'
/** What ends a name that is not closed. */
const BEHIND = String.raw`(?=\s*,?\s*(?:ИНН|ИHН|КПП|\d{6}|р\/с|тел|адрес|г\.\s|\(\d)|[,;]\s|[.,;]?\s*$)`
const QUOTED = new RegExp(String.raw`(?<![\p{L}\d])(${SHORT}|${LONG})\s*(${OPENING}.{1,80}?)${BEHIND}`, 'giu')
const BARE = new RegExp(
  String.raw`(?<![\p{L}\d])(${SHORT}|${LONG})\s+((?!${SHORT}\s)(?=\p{Lu}|\d+\p{L})[\p{L}\d][\p{L}\d.-]*(?:\s[\p{L}\d№.-]+){0,5}?["”»]?)${BEHIND}`,
  'gu',
)
const INITIALS = String.raw`[\p{L}039]\s?[.,‚]\s?(?:[\p{L}039](?:\s?[.,‚]|(?![\p{L}\d])))?`
const FIRST_NAMES = String.raw`\p{Lu}\p{L}+(?:\s+\p{Lu}\p{L}*(?:вич|вна|чна|ьич|ВИЧ|ВНА|ЧНА|ЬИЧ|оглы|кызы))?`
const PERSON = new RegExp(
  String.raw`(?<![\p{L}\d])(${PERSON_FORM})\s*((?=\p{Lu})[\p{L}-]{2,})\s+(${INITIALS}|${FIRST_NAMES})`,
  'gu',
)

export interface PlacedName {
  readonly name: string
  readonly at: number
}

/** Every name in a text, with where it begins. */
export function namesIn(text: string): PlacedName[] {
  const found = [...text.matchAll(QUOTED)].map((match) => ({ name: companyName(match), at: match.index }))
  const bare = [...text.matchAll(BARE)]
    .filter((match) => !found.some(({ at }) => at === match.index))
    .map((match) => ({ name: bareName(match), at: match.index }))
  const people = [...text.matchAll(PERSON)].map((match) => ({ name: personName(match), at: match.index }))
  return [...found, ...bare, ...people].sort((a, b) => a.at - b.at)
}

/** The first name in a text. */
export const companyIn = (text: string): string | null => namesIn(text)[0]?.name ?? null

const companyName = ([, form, name]: RegExpMatchArray) => `${tidyForm(form!)} ${closed(name!)}`

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

/** As it is spelled, whatever a reader made of it; capitals stay capitals. */
function tidyForm(form: string): string {
  const isCapital = form === form.toUpperCase()
  const spelled = (words: string) => (isCapital ? words.toUpperCase() : words)
  if (/^[ОOоo0Q]{3}$/u.test(form)) return 'ООО'
  if (form.length <= 5) return form.toUpperCase().replace(/^AO$/, 'АО')
  if (/с\s+огр/iu.test(form)) return spelled('Общество с ограниченной ответственностью')
  if (/предприн/iu.test(form)) return spelled('Индивидуальный предприниматель')
  return form.replace(/\s+/g, ' ')
}

/** With one form of quotes, and nothing behind the last. */
function closed(name: string): string {
  const inner = name
    .replace(/^[«"„“”'‹<*‟\s]+/u, '')
    .replace(/[\s,;.(]+$/, '')
    .replace(/\s+([»"“”'›>]+)$/, '$1')
  const quotes = /[»"“”'›>*’]+$/.exec(inner)?.[0] ?? ''
  const bare = inner.slice(0, inner.length - quotes.length)
  const cut = quotes === '' ? bare.replace(/(?:[»"”›>][^»"”›>]*|[’'*]\s?\p{Ll}{1,3})$/u, '') : bare
  // A closing quote is also read as a letter apart.
  const tidy = (quotes === '' && cut === bare ? cut.replace(/\s\p{Ll}$/u, '') : cut).trim()
  const isNested = /[«„“"](?=[\p{L}\d])/u.test(tidy)
  return `«${tidy}${isNested && !/[»"“”]$/u.test(tidy) ? (tidy.includes('"') ? '"' : '»') : ''}»`
}

/** A legal form with which a line ends, or a name that is not at its end there. */
const UNFINISHED = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?:${SHORT}|${LONG}|${PERSON_FORM}|[ОO0о]бществ\p{L}(?:\s+с(?:\s+огр\S*)?)?|индивидуальн\S*|(?:публичное|закрытое|открытое|непубличное)(?:\s+акционерн\p{L}{2})?)\s*[«"„“]?\s*$|(?:${SHORT}|${LONG})\s*[«"„“][^»”]*$)`,
  'iu',
)
const UNFINISHED_PERSON = new RegExp(
  String.raw`(?:${PERSON_FORM})\s*(?=\p{Lu})[\p{L}-]{2,}(?:\s+\p{Lu}\p{L}+)?\s*$`,
  'u',
)
const PATRONYMIC = /^\p{Lu}\p{L}*(?:вич|вна|чна|ьич|ВИЧ|ВНА|ЧНА|оглы|кызы)(?!\p{L})|^\p{Lu}\.\s?\p{Lu}\./u

/** The rows with names that go on in the line below made whole in the line above. */
export function withWholeNames(rows: readonly Row[]): Row[] {
  const pieces = rows.flatMap((row) => row.pieces)
  return rows.map((row) => ({
    ...row,
    pieces: row.pieces.map((piece, index) => {
      const right = row.pieces[index + 1]
      // What stands close behind is the rest of the same line, unless it is another party.
      const isClose = right !== undefined && right.left - piece.right < 2 * heightOf(piece)
      const isWhole = isClose && namesIn(right.text)[0]?.at !== 0
      return isWhole ? piece : finished(piece, pieces)
    }),
  }))
}

const MAX_LINES = 3

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
  if (!UNFINISHED.test(text)) return false
  const open = /[«"„“]([^»”]*)$/u.exec(text)?.[1]
  // Straight quotes come in pairs.
  const isClosed = open?.includes('"') === true || (text.match(/"/g)?.length ?? 0) % 2 === (open === undefined ? 1 : 0)
  if (open === undefined || open.trim() === '') return /^[«"„“<\p{L}]/u.test(below.trim())
  // Words alone, though the quote behind them was not seen, are the rest of what was opened.
  return (!isClosed || /«/.test(text)) && /^[^,]{0,60}[»"”]|^[\p{L}][\p{L} -]{2,30}['’]?$/u.test(below.trim())
}

/** «Строй-» and «база» are one word, «Крепёж-» and «Сервис» keep their hyphen. */
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
