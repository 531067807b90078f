/** Figures as people, spreadsheets and banks write them: what is read is what was meant, and what could mean another number is refused. */

/** What a field holds, as text; or why it cannot be. */
export type FigureReading = { readonly text: string } | { readonly problem: string }

export interface FigureWords {
  readonly noNumber: string
  readonly tooManyDecimals: (decimals: number) => string
  readonly negative: string
  readonly tooLarge: string
  /** Written in this language `1,234` is more than a thousand. Left out: it is less than two. */
  readonly isCommaOfThousands?: boolean
  /** Of `1.234`, which is either: how to write each. */
  readonly twoWays?: (small: string, large: string) => string
}

/** As the API takes them: up to 12 digits before the point. */
const MAX_FIGURE = 999_999_999_999
const MONEY_DECIMALS = 2
const QUANTITY_DECIMALS = 3
const KOPECK_DIGITS = 2

/** Signs that take no room: marks of direction, joiners, the byte order mark. */
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
/** A thousand, or one and a bit. */
const EITHER = /^[1-9]\d{0,2}[.,]\d{3}$/

/** Without the unit that fits: of money roubles, of quantities pieces. */
function withoutUnit(text: string, decimals: number): string {
  if (decimals === QUANTITY_DECIMALS) return text.replace(PIECES_AFTER, '')
  if (decimals !== MONEY_DECIMALS) return text
  const [, roubles, kopecks] = WITH_KOPECKS.exec(text) ?? []
  if (roubles !== undefined && kopecks !== undefined) return `${roubles},${kopecks.padStart(KOPECK_DIGITS, '0')}`
  return text.replace(ROUBLES_BEFORE, '').replace(ROUBLES_AFTER, '')
}

/** The digits of a whole number, however its thousands are set apart; null: it is none. */
function wholeOf(text: string): string | null {
  if (PLAIN.test(text)) return text
  return SPACED.test(text) ? text.replace(/\D/g, '') : null
}

/** As a program writes it, `1234.5`; null: it is no number. `1,234` and `1.234` are not for this. */
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
  // Thousands and decimals: whichever comes last is the latter.
  return marks.indexOf(mark) === marks.length - 1 && MARKED[other].test(left)
    ? `${left.replaceAll(other, '')}.${right}`
    : null
}

/** `1,234` and `1.234`: by the language where it has a rule, else refused with both ways to write it. */
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
 * `1 234,50`, `1234.5`, `1.234,50`, `1 234,50 ₽`, `68 531 руб. 29 коп.`, `12 шт`, with any space. Refused: what is below zero, has more
 * decimals than it may, is beyond 12 digits, is a sum or a range of numbers, and whatever could mean two numbers. '' is none.
 */
export function readFigure(typed: string, decimals: number, words: FigureWords): FigureReading {
  const trimmed = typed.replace(UNSEEN, '').trim()
  if (trimmed === '') return { text: '' }
  // A tab or a line break stands between two cells.
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
  // A program keeps some 16 digits: what it would round is not what was typed.
  const isKept = Number(text) <= MAX_FIGURE && String(Number(text)) === text
  return isKept ? { text } : { problem: words.tooLarge }
}

/** Before what a field could not read: the form keeps it as it was typed, and no reader of figures takes it for one. */
const UNREAD = '?'

export const unread = (typed: string): string => `${UNREAD}${typed}`
export const isUnread = (kept: string): boolean => kept.startsWith(UNREAD)

/** What a form keeps, without what sets thousands apart: forms of before kept that, and a draft of theirs may still be here. */
export const withoutGroups = (kept: string): string => kept.trim().replace(/(?<=\d)\s(?=\d{3}(?:\D|$))/g, '')

/** What a form keeps of a figure, as a number; null: nothing, or what could not be read. */
export function figureOf(kept: string): number | null {
  const plain = withoutGroups(kept).replace(',', '.')
  return /^\d+(\.\d*)?$|^\.\d+$/.test(plain) ? Number(plain) : null
}

/** What a form keeps of a figure, as it is shown in its field: `1 234,5`. `typed`: with the noughts that were typed behind its decimals. */
export function shownFigure(kept: string, { hasComma, typed = '' }: { hasComma: boolean; typed?: string }): string {
  if (isUnread(kept)) return kept.slice(UNREAD.length)
  const [, whole, fraction] = /^(\d+)(?:[.,](\d+))?$/.exec(kept) ?? []
  if (whole === undefined) return kept
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, hasComma ? '\u00a0' : ',')
  const noughts = new RegExp(`[.,]${fraction ?? ''}(0+)\\D*$`).exec(typed)?.[1] ?? ''
  const decimals = `${fraction ?? ''}${noughts}`
  return decimals === '' ? grouped : `${grouped}${hasComma ? ',' : '.'}${decimals}`
}
