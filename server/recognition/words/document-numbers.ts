/** Parses document numbers: finds where they end, and decides between letters and digits that look alike. */
import { beforeDates, datesIn } from './dates.ts'

/** Matches the sign № and its common misreadings. */
export const SIGN = String.raw`(?:№|#|(?<!\p{L})(?:[nN][oо°º.]?|[МмХх][°оo№º]|[JjЛл][№Ve]|Не|Ne|Мо|№е|Ng|Nº|М№|Ме|[МN](?=\s+\p{L}{0,4}[-/\d]))(?!\p{Ll}))`

/** A part of a number: letters, digits, and characters that are misread letters or digits. */
const PART = String.raw`[\p{L}\d\\|№]+`
/**
 * Matches the separator that joins two parts of a number. After a point only digits may follow; after a dash no word
 * may follow.
 */
const JOINED = String.raw`(?:\s?[-—–/\\]{1,2}\s?(?!\p{L}?\p{Ll}{2})|\s?[-—–/\\]?\.\s?(?=\d))`
const NUMBER = `(${PART}(?:${JOINED}${PART})*)`
/** A word between № and the number: «№ документа 789/25». */
const OF_WHAT = String.raw`(?:(?:[Дд]ок|[Нн]акл|[Сс]ч|[Чч]ек|[Аа]кт|[Зз]аказ)\p{L}*[\s.:]+)?`
const BEHIND_SIGN = new RegExp(String.raw`${SIGN}\s*[:_.,"'«]*\s*${OF_WHAT}(\S.*)$`, 'u')
/** Matches «М17» after a title without a №. It means № 17, because the letter is the misread sign. */
const BEHIND_LETTER = /^[^\p{L}\d]*[МN](\d.*)$/u
const AT_START = new RegExp(String.raw`^[^\p{L}\d]*${NUMBER}`, 'u')
/** Matches letters that a dash or slash joins to a number. These letters are a prefix that belongs to the number. */
const PREFIXED = /^\s*[^\p{L}\d]*([\p{L}]{1,5}\s?[-—–/]\s?\d[\p{L}\d/-]*)/u
/**
 * Rejects abbreviations for a house, a flat, a telephone and the like before a number. Up to three other letters in
 * that position may be a misread №.
 */
const NO_SIGN = String.raw`(?!(?:[дД]|[дД]ом|оф|кв|[сС]тр|корп|к|[гГ]|[тТ]ел|пом|ком|лит|эт|[уУ]л|ш|с|от|до|из|на|по|и|[лЛ]ист)[.\s])`
const BEHIND_TITLE = new RegExp(String.raw`^[\s:.,_"'«]*(?![\s:.,_"'«])${NO_SIGN}(?:\p{L}{0,3}[°º.]?\s)?${NUMBER}`, 'u')

/** Matches «от» and its misreadings. The date begins there, even if this word touches the number. */
const OF_DATE =
  /(?:(?:^|[\s_]|(?<=\d))(?:[оo0][тt]|or)\.?(?=[\s_«"„“]|\d)|(?<=[\d\p{Lu}])[оoс0е][тtг](?=\s?["«„“]?\d{1,2}[."»”\s]))/u
const OF_DATE_IN_CAPITALS = /(?:^|[\s_])(?:[ОO0][ТT])(?=\s?["«„“]?\d)/u

/** A date before the number: «от 1 марта 2026 г. № 5», «приёма-передачи от 1 марта 2026 г. № 5». */
const AFTER_DATE = new RegExp(
  String.raw`^(?!.*(?:(?<!\p{L})(?:по|к)\s|заказ|догов|контракт|сч[её]т))[^\d№:]*(?<!\p{L})от\s(?:(?!№).){6,24}(?:\d|г\.?|года)\s*(${SIGN}\s*\S.*)$`,
  'iu',
)

/** The maximum length of a document number. */
const MAX_LENGTH = 25

/**
 * The number of digits from which a text of digits alone is not a document number but a bank account, a till's
 * registration number or a payment code.
 */
const MAX_FIGURES = 13

/** Matches the name of the form ТОРГ-12, which is not a document number. */
const FORM = /^(?:торг|topг|t[oо]pг)\s?-?\s?\d{1,2}$/iu

/** Returns the number in the text after a title, as it was read, or null if there is none. */
export function numberIn(text: string): string | null {
  const dated = AFTER_DATE.exec(text)?.[1]
  if (dated !== undefined && datesIn(text).length > 0) return numberIn(dated)
  const own = text.replace(/^\s*(на\s+оплату|покупателю|товара)/iu, '').split(OF_DATE)[0]!
  const bare = beforeDates(own.split(OF_DATE_IN_CAPITALS)[0]!)
  const behind = (BEHIND_SIGN.exec(bare) ?? BEHIND_LETTER.exec(bare))?.[1]
  const found =
    (behind === undefined ? undefined : firstNumber(behind)) ?? PREFIXED.exec(bare)?.[1] ?? BEHIND_TITLE.exec(bare)?.[1]
  return found !== undefined && isNumber(found) ? found : null
}

/** Whether a text looks like a document number, and not like an account number or the name of a form. */
const isNumber = (text: string) =>
  text.length <= MAX_LENGTH &&
  !FORM.test(text) &&
  !new RegExp(String.raw`^\d{${MAX_FIGURES},}$`).test(text) &&
  /\d/.test(tidyNumber(text) ?? '')

/** Whether a text contains the sign № with more text after it. */
export const hasSign = (text: string): boolean => BEHIND_SIGN.test(text)

const firstNumber = (text: string): string | undefined => AT_START.exec(text)?.[1]

/** Maps each letter to the digit that it must be at a place where only a digit is possible. */
const FIGURES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ 0: 'ОоOoDQ', 1: 'lIi|!', 3: 'Зз', 4: 'Чч', 5: 'Ss', 6: 'бБ', 8: 'ВB', 9: 'gq' }).flatMap(
    ([figure, letters]) => [...letters].map((letter) => [letter, figure]),
  ),
)
/** Maps each digit to the letter that it must be at a place where only a letter is possible. */
const LETTERS: Readonly<Record<string, string>> = { 0: 'О', 3: 'З', 4: 'Ч', 6: 'Б', 8: 'В' }

/** Usual prefixes of numbers in 1С. Each prefix identifies a database or an organization. */
const PREFIXES = [
  'УТ',
  'БП',
  'КА',
  'ЦБ',
  'УП',
  'ТД',
  'РТ',
  'УН',
  'НФ',
  'СФ',
  'РН',
  'ТН',
  'СЧ',
  'МС',
  'БУ',
  'ИП',
  'ЕР',
  'ТП',
]

/**
 * Corrects a number according to its pattern, first the letters and then the digits: «006П-000809» becomes 00БП-000809,
 * «ЦБ-ЗЗ39» becomes ЦБ-3339, «1О4/2б» becomes 104/26. Leaves ambiguous characters as read.
 */
export function tidyNumber(text: string): string | null {
  const bare = text
    .replace(new RegExp(`^${SIGN}\\s*(?=[\\p{L}\\d])`, 'u'), '')
    .replace(/\s*([-—–/\\.])\s*/g, '$1')
    .replace(/[—–]/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')
  const parts = bare.split(/([-/.\\])/)
  const last = parts.length - 1
  const tidy = parts.map((part, index) => {
    if (index % 2 === 1) return part
    const isPrefix = index === 0 && last > 0 && parts[1] === '-'
    return isPrefix ? tidyPrefix(part, parts[2]!) : tidyPart(part, index > 0)
  })
  const whole = tidy.join('')
  return whole === '' ? null : whole
}

/**
 * Corrects a part that consists of digits, with optional leading letters and an optional trailing letter. Letters among
 * the digits are treated as misread digits.
 */
function tidyPart(read: string, isBehind = false): string {
  // No prefix continues with a lowercase letter, so «Кб482» contains a misread digit.
  const part = read.replace(
    /^(\p{Lu}{1,3})([бзо]+)(?=\d)/u,
    (_, capitals: string, small: string) => capitals + asFigures(small),
  )
  const letters = /^\p{L}+/u.exec(part)?.[0] ?? ''
  const isLookalike = [...letters].every((letter) => letter in FIGURES)
  const figures = part.slice(letters.length)
  if (letters !== '' && figures === '') return isLookalike && letters.length > 1 ? asFigures(part) : part
  if (isBehind && isLookalike && part.length > 2) return asFigures(part)
  const known = knownPrefix(letters)
  // Finds where the prefix ends. A prefix does not consist of zeros («О00123», «ОО417») and has at most two letters
  // («ЦБЗ411»). The number after it may be padded with zeros («НО000146»).
  const filled = /^0/.test(figures) ? /^(.*?)[ОOоo]*$/u.exec(known)![1]! : known
  const prefix = isLookalike && /^[ОOоo]+$/.test(letters) ? '' : filled
  const rest = part.slice(prefix.length)
  const tail = /(?<=\d)\p{L}$/u.exec(rest)?.[0] ?? ''
  const isSuffix = tail !== '' && !'ОоOoбЗз|lI'.includes(tail)
  return prefix + (isSuffix ? asFigures(rest.slice(0, -1)) + tail : /\d/.test(rest) ? asFigures(rest) : rest)
}

/**
 * Returns the known prefix at the start of the letters if the rest looks like digits; otherwise returns all letters.
 */
function knownPrefix(letters: string): string {
  const known = PREFIXES.find((prefix) => letters.startsWith(prefix) && letters.length > prefix.length)
  return known !== undefined && [...letters.slice(known.length)].every((letter) => letter in FIGURES) ? known : letters
}

/**
 * Whether the number's pattern leaves doubt about a character: an ambiguous letter before the digits («МЗ8567»), digits
 * where 1С has letters («0051-000589»), or fewer than six digits after the dash («0000-00239»).
 */
export const couldBeOther = (number: string): boolean =>
  (/^\p{L}+[ЗБВ](?=\d)/u.test(number) && !PREFIXES.includes(/^\p{L}+/u.exec(number)![0])) ||
  /^(?!0000)00\d\d-\d{6}$/u.test(number) ||
  /^(?:0000|00\p{L}{2}|\p{L}{2}00)-0\d{3,4}$/u.test(number)

const asFigures = (text: string) => [...text].map((letter) => FIGURES[letter] ?? letter).join('')

/** 1С writes four characters before the dash, padded with zeros on one side: КА00, 00БП, 0000. */
const LENGTH_OF_PREFIX = 4

/**
 * Corrects the part before the dash. In 1С it has four characters and ends in two letters; in other numbers it has no
 * letters.
 */
function tidyPrefix(part: string, behind: string): string {
  if (/^\d+$/.test(part) || part.length > 5) return part
  const sure = [...part].filter((letter) => /\p{L}/u.test(letter) && !(letter in FIGURES))
  const isFigured = /^[\dОоOoЗзбБВBlI|S]{3,}$/.test(asFigures(behind))
  if (!isFigured) return tidyPart(part)
  const filled = /^(\p{L}{0,2}?)[0ОOоo]{2,}$/u.exec(part)
  if (filled !== null && part.length === LENGTH_OF_PREFIX)
    return filled[1]! + '0'.repeat(part.length - filled[1]!.length)
  if (sure.length === 0) return /\d/.test(part) && !/^\p{L}/u.test(part) ? asFigures(part) : part
  if (!/\d|[ОOоo]/.test(part)) return part
  const lettersFrom = Math.max(0, part.length - 2)
  const read = [...part.slice(lettersFrom)].map((letter) => LETTERS[letter] ?? letter).join('')
  // «5П» is read as БП, although Б is more often misread as 6.
  const letters = read === '5П' ? 'БП' : read
  const isKnown = PREFIXES.includes(letters)
  // A prefix with three zeros has one too many: a zero or the letter after the zeros was read twice.
  if (isKnown && /^[0ОOоo]{2}[0ОOоo5б]$/.test(part.slice(0, lettersFrom))) return `00${letters}`
  return isKnown || part.length >= 3 ? part.slice(0, lettersFrom).replace(/[ОOоo]/g, '0') + letters : part
}

/** Groups of letters and digits that are confused with each other. */
const ALIKE = [
  'ОO0QDСC',
  'ЗЗ3ЭB',
  'Б6ЬВЕ8BE',
  'ПНИЛ',
  'У7УYT',
  'Т7TГ',
  'Ц4UЧ',
  'КKХX',
  '1IlЛ/|7',
  'S5',
  'МMНH',
  'АAДЛ',
  'РPФ',
  'СCЕE',
]

const isAlike = (a: string, b: string) =>
  a === b || ALIKE.some((group) => group.includes(a.toUpperCase()) && group.includes(b.toUpperCase()))

/**
 * Corrects a number by comparing it with this supplier's earlier numbers: «ЦЕ-3340» after ЦБ-3339 becomes ЦБ-3340,
 * «006П000810» after 00БП-000809 becomes 00БП-000810, «134726» after 133/26 becomes 134/26. A number that resembles no
 * earlier one stays unchanged.
 */
export function asEarlier(number: string, earlier: readonly string[]): string {
  const fits = earlier.map((one) => shapedAs(number, one)).filter((one) => one !== null)
  return fits.includes(number) ? number : (fits[0] ?? number)
}

/**
 * Replaces lookalikes in a number with the letters and separators that an earlier number has at the same places.
 * Returns null if the number has other characters there.
 */
function shapedAs(number: string, earlier: string): string | null {
  const prefix = /^.*?(?=\d*$)/u.exec(earlier)![0]
  // Digits after a slash are a year or a month, and the digits before it increase from one number to the next. Such
  // numbers are compared character by character.
  const head = /^\d+[/-]/.test(earlier) ? earlier : prefix
  if (!/[\p{L}/-]/u.test(head)) return null
  const signs: string[] = []
  let at = 0
  for (const sign of head) {
    const read = number[at] ?? ''
    if (/\d/.test(sign) && head === earlier) {
      const figure = /\d/.test(read) ? read : FIGURES[read]
      if (figure === undefined) return null
      signs.push(figure)
    } else if (isAlike(sign, read)) signs.push(sign)
    // A dash is easily missed, so it may be absent from the number as read.
    else if (sign === '-' && at > 0) {
      signs.push(sign)
      continue
    } else return null
    at++
  }
  const rest = number.slice(at)
  if (head === earlier) return rest === '' ? signs.join('') : null
  const tail = asFigures(rest)
  return /^\d+$/.test(tail) ? signs.join('') + tail : null
}
