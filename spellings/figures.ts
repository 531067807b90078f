/**
 * Parses numbers as people, spreadsheets and banks write them. Text that could mean two different numbers is refused.
 */

/**
 * The result of parsing typed text: the number in the notation of programs, or the message that says why the text is
 * refused.
 */
export type FigureReading = { readonly text: string } | { readonly problem: string }

export interface FigureWords {
  readonly noNumber: string
  readonly tooManyDecimals: (decimals: number) => string
  readonly negative: string
  readonly tooLarge: string
  /**
   * Whether the language separates thousands with a comma. If true, `1,234` means 1234; otherwise it means a number
   * slightly greater than one.
   */
  readonly isCommaOfThousands?: boolean
  /**
   * Returns the message for ambiguous text such as `1.234`, which shows how to write each of the two possible numbers.
   */
  readonly twoWays?: (small: string, large: string) => string
}

/** The largest number that the API accepts: 12 digits before the decimal point. */
const MAX_FIGURE = 999_999_999_999
const MONEY_DECIMALS = 2
const QUANTITY_DECIMALS = 3
const KOPECK_DIGITS = 2

/** Matches invisible characters: direction marks, joiners, the byte order mark. */
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
const MINUSES = /[‐‑‒–—―−﹣－]/g
const ROUBLES = '(?:₽|руб(?:\\.|л(?:ь|я|ей))?|р\\.?|RUB|RUR)'
const ROUBLES_BEFORE = /^(?:₽|RUB|RUR) ?(?=\d)/i
const ROUBLES_AFTER = new RegExp(` ?${ROUBLES}$`, 'i')
const WITH_KOPECKS = new RegExp(`^([\\d ]*\\d) ?${ROUBLES},? ?(\\d{1,2}) ?коп(?:\\.|ейк[аи]|еек)?$`, 'i')
const PIECES_AFTER = / ?(?:шт(?:\.|ук[аи]?)?|pcs\.?|pieces?)$/i

const PLAIN = /^\d+$/
const SPACED = /^[1-9]\d{0,2}(?:([ '’])\d{3})(?:\1\d{3})*$/
const MARKED = { ',': /^[1-9]\d{0,2}(?:,\d{3})+$/, '.': /^[1-9]\d{0,2}(?:\.\d{3})+$/ } as const
/** Matches text such as `1,234`, which means either a thousand or slightly more than one. */
const EITHER = /^[1-9]\d{0,2}[.,]\d{3}$/

/**
 * Removes a unit after the number if the unit suits the field: roubles in a field for money, pieces in one for
 * quantities.
 */
function withoutUnit(text: string, decimals: number): string {
  if (decimals === QUANTITY_DECIMALS) return text.replace(PIECES_AFTER, '')
  if (decimals !== MONEY_DECIMALS) return text
  const [, roubles, kopecks] = WITH_KOPECKS.exec(text) ?? []
  if (roubles !== undefined && kopecks !== undefined) return `${roubles},${kopecks.padStart(KOPECK_DIGITS, '0')}`
  return text.replace(ROUBLES_BEFORE, '').replace(ROUBLES_AFTER, '')
}

/** Returns the digits of a whole number without thousands separators; null if the text is not a whole number. */
function wholeOf(text: string): string | null {
  if (PLAIN.test(text)) return text
  return SPACED.test(text) ? text.replace(/\D/g, '') : null
}

/**
 * Returns the number in the notation of programs, `1234.5`; null if the text is not a number. Ambiguous text such as
 * `1,234` and `1.234` is handled elsewhere.
 */
function plainOf(text: string): string | null {
  const marks = text.replace(/[^.,]/g, '')
  if (marks === '') return wholeOf(text)
  const last = text.search(/[.,][^.,]*$/)
  const [mark, other] = text[last] === ',' ? ([',', '.'] as const) : (['.', ','] as const)
  const [left, right] = [text.slice(0, last), text.slice(last + 1)]
  if (marks.length > 1 && !marks.includes(other)) return MARKED[mark].test(text) ? text.replaceAll(mark, '') : null
  if (right !== '' && !PLAIN.test(right)) return null
  if (marks.length === 1) {
    const whole = left === '' && right !== '' ? '0' : wholeOf(left)
    return whole === null ? null : `${whole}.${right}`
  }
  // If the text contains both a point and a comma, the one that occurs last is the decimal mark and the other separates
  // thousands.
  return marks.indexOf(mark) === marks.length - 1 && MARKED[other].test(left)
    ? `${left.replaceAll(other, '')}.${right}`
    : null
}

/**
 * Parses a text such as `1,234` or `1.234`, which could mean two numbers, by the rule of the language. If the language
 * has no rule, refuses the text and shows how to write each of the two numbers.
 */
function eitherOf(text: string, decimals: number, words: FigureWords): FigureReading {
  const isComma = text.includes(',')
  const isThousands = isComma && words.isCommaOfThousands === true
  const isDecimal = isComma ? !isThousands : words.isCommaOfThousands === true
  if (isThousands) return { text: text.replace(',', '') }
  if (decimals < QUANTITY_DECIMALS) return { problem: words.tooManyDecimals(decimals) }
  if (isDecimal) return { text: String(Number(text.replace(',', '.'))) }
  const problem = words.twoWays?.(text.replace('.', ','), text.replace('.', '')) ?? words.noNumber
  return { problem }
}

/**
 * Parses `1 234,50`, `1234.5`, `1.234,50`, `1 234,50 ₽`, `68 531 руб. 29 коп.` or `12 шт`, with any kind of space.
 * Refuses negative numbers, too many decimals, more than 12 digits, sums, ranges, and any text that could mean two
 * numbers. Empty text stays empty.
 */
export function readFigure(typed: string, decimals: number, words: FigureWords): FigureReading {
  const trimmed = typed.replace(UNSEEN, '').trim()
  if (trimmed === '') return { text: '' }
  // A tab or a line break separates two cells of a spreadsheet, so the text is not one number.
  if (/[\t\r\n]/.test(trimmed)) return { problem: words.noNumber }
  const line = withoutUnit(trimmed.replace(/\s+/g, ' ').replace(MINUSES, '-').replace(/^\+ ?/, ''), decimals)
  const [, below] = /^- ?(.+)$|^\((.+)\)$/.exec(line)?.filter((part) => part !== undefined) ?? []
  if (below !== undefined && plainOf(below) !== null) return { problem: words.negative }
  if (EITHER.test(line)) return eitherOf(line, decimals, words)
  const plain = plainOf(line)
  if (plain === null) return { problem: words.noNumber }
  const [whole = '', fraction = ''] = plain.split('.')
  const places = fraction.replace(/0+$/, '')
  if (places.length > decimals) return { problem: words.tooManyDecimals(decimals) }
  const text = [whole.replace(/^0+(?=\d)/, ''), places].filter(Boolean).join('.')
  // Programs store numbers with about 16 digits. A number that would be rounded is refused, because it would differ
  // from what was typed.
  const isKept = Number(text) <= MAX_FIGURE && String(Number(text)) === text
  return isKept ? { text } : { problem: words.tooLarge }
}

/**
 * The first character of a field's value when the typed text is not a number. The rest of the value is the text as
 * typed. The prefix prevents other code from taking the value for a number.
 */
const UNREAD = '?'

export const unread = (typed: string): string => `${UNREAD}${typed}`
export const isUnread = (kept: string): boolean => kept.startsWith(UNREAD)

/**
 * Removes thousands separators from a stored form value. Older versions of the app stored the separators, and drafts
 * with them may still exist.
 */
export const withoutGroups = (kept: string): string => kept.trim().replace(/(?<=\d)\s(?=\d{3}(?:\D|$))/g, '')

/** Converts a stored form value to a number; null if the value is empty or not a number. */
export function figureOf(kept: string): number | null {
  const plain = withoutGroups(kept).replace(',', '.')
  return /^\d+(\.\d*)?$|^\.\d+$/.test(plain) ? Number(plain) : null
}

/**
 * Formats a stored form value for display in its field: `1 234,5`. `typed` is the text that the user typed, whose
 * trailing zeros are kept.
 */
export function shownFigure(kept: string, { hasComma, typed = '' }: { hasComma: boolean; typed?: string }): string {
  if (isUnread(kept)) return kept.slice(UNREAD.length)
  const [, whole, fraction] = /^(\d+)(?:[.,](\d+))?$/.exec(kept) ?? []
  if (whole === undefined) return kept
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, hasComma ? '\u00a0' : ',')
  const noughts = new RegExp(`[.,]${fraction ?? ''}(0+)\\D*$`).exec(typed)?.[1] ?? ''
  const decimals = `${fraction ?? ''}${noughts}`
  return decimals === '' ? grouped : `${grouped}${hasComma ? ',' : '.'}${decimals}`
}
