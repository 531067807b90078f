/**
 * Corrects codes by the pattern that most codes of the document share. A code that deviates from it has a letter
 * misread as a digit, or a character doubled or lost.
 */
import { type CodeReadings, latinized } from '../words/article-codes.ts'

export interface SpelledCode extends CodeReadings {
  readonly spelled: string
}

/** The number of codes below which their common pattern proves nothing about a single code. */
const FEW = 3
/** The share of the codes that must have the common pattern. */
const MOST = 0.6

/** Returns the pattern of letters and digits: L for each letter and 0 for each digit. */
export const shapeOfCode = (code: string): string => code.replace(/\p{L}/gu, 'L').replace(/\d/g, '0')

/**
 * Returns the codes, corrected where the pattern of most other codes shows that a code was misread. Entries without a
 * code stay null.
 */
export function inOneShape(codes: readonly (SpelledCode | null)[], isRussian: boolean): (string | null)[] {
  const found = codes.filter((code) => code !== null)
  const plain = () => codes.map((code) => code?.spelled ?? null)
  // If the Russian and Latin models always agree, as with the text of a PDF, nothing was misread.
  if (found.length < FEW || found.every(({ russian, latin }) => russian === latin)) return plain()
  const headed = withLetterInFront(found, isRussian)
  const shape = commonShape(found.map((code) => headed.get(code)!))
  const mended = new Map<SpelledCode, string>()
  for (const code of found) {
    const spelled = headed.get(code)!
    const other = shape === undefined ? undefined : otherReading(code, shape, isRussian)
    mended.set(code, shape === undefined ? spelled : (fitted(spelled, shape, isRussian) ?? other ?? spelled))
  }
  const whole = withCommonLetters(withSameHead(found, mended))
  return codes.map((code) => (code === null ? null : whole.get(code)!))
}

function commonShape(codes: readonly string[]): string | undefined {
  const shapes = codes.map(shapeOfCode)
  return shapes.find((shape) => shapes.filter((one) => one === shape).length >= MOST * shapes.length)
}

/** Returns the other model's reading of the code if it has the common pattern. */
function otherReading({ russian, latin, spelled }: SpelledCode, shape: string, isRussian: boolean): string | undefined {
  const readings = isRussian ? [russian.toUpperCase(), latin] : [latin, latinized(russian.toUpperCase())]
  return readings.find((one) => one !== spelled && shapeOfCode(one) === shape)
}

const FIGURE_OF: Readonly<Record<string, string>> = {
  O: '0',
  О: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  З: '3',
  J: '3',
  S: '5',
  G: '6',
  Б: '6',
  T: '7',
  Т: '7',
  B: '8',
  В: '8',
}
/** The Latin letter that each digit resembles. I and O are missing, because most codes avoid them. */
const LATIN_OF: Readonly<Record<string, string>> = {
  0: 'D',
  1: 'L',
  2: 'Z',
  3: 'J',
  5: 'S',
  6: 'G',
  7: 'T',
  8: 'B',
}
const RUSSIAN_OF: Readonly<Record<string, string>> = { 0: 'О', 3: 'З', 4: 'Ч', 6: 'Б', 8: 'В' }

/**
 * Adapts a code to the pattern character by character, or reads a W as VV where a letter is missing. Returns null if
 * some character cannot become the letter or digit that the pattern requires.
 */
function fitted(code: string, shape: string, isRussian: boolean): string | null {
  const letters = [...code]
  if (letters.length === shape.length + 1) return withoutDoubled(letters, shape)
  const torn = code.replace('W', 'VV')
  if (letters.length === shape.length - 1 && shapeOfCode(torn) === shape) return torn
  if (letters.length !== shape.length) return null
  const fit = letters.map((letter, at) => {
    const wanted = shape[at]!
    if (shapeOfCode(letter) === wanted) return letter
    if (wanted === '0') return FIGURE_OF[letter.toUpperCase()]
    return wanted === 'L' ? (isRussian ? RUSSIAN_OF : LATIN_OF)[letter] : undefined
  })
  return fit.every((letter) => letter !== undefined) ? fit.join('') : null
}

/** Removes a character that was read twice, as itself or as its lookalike: «5S» becomes 5, «ФФ» becomes Ф. */
function withoutDoubled(letters: readonly string[], shape: string): string | null {
  const isSame = (one: string, other: string | undefined) => one.toUpperCase() === other?.toUpperCase()
  const isTwin = (one: string, other: string | undefined) =>
    other !== undefined && (FIGURE_OF[one.toUpperCase()] === other || one === FIGURE_OF[other])
  const ways = letters.flatMap((letter, at) => {
    const rest = letters.toSpliced(at, 1).join('')
    const beside = [letters[at - 1], letters[at + 1]]
    const isOfTwins = beside.some((other) => isTwin(letter, other))
    const isDoubled = isOfTwins || beside.some((other) => isSame(letter, other))
    return isDoubled && shapeOfCode(rest) === shape ? [{ rest, isSame: !isOfTwins }] : []
  })
  // A character is removed from a pair of different lookalikes rather than from a pair of equal characters. Real codes
  // often contain a double character, but rarely a letter beside the digit it resembles.
  const ofTwins = ways.filter(({ isSame }) => !isSame)
  const rests = new Set((ofTwins.length > 0 ? ofTwins : ways).map(({ rest }) => rest))
  return rests.size === 1 ? [...rests][0]! : null
}

/**
 * The number of codes in which a letter must have been read at the beginning. From this number on, the digit that
 * resembles the letter is taken for the letter in all other codes.
 */
const SEEN_LETTERS = 2

/**
 * Restores a leading letter that was misread as a digit, as in «841498», «643706», «B96431», where each code should
 * begin with B. If every code begins with either the letter or a digit that looks like it, that digit is taken to be
 * the letter.
 */
function withLetterInFront(codes: readonly SpelledCode[], isRussian: boolean): Map<SpelledCode, string> {
  const firsts = codes.map(({ russian, latin }) => [russian[0] ?? '', latin[0] ?? ''].map((one) => one.toUpperCase()))
  // A leading zero or one is common in real codes and is no evidence of a misread letter.
  const letters = firsts.flat().filter((one) => FIGURE_OF[one] !== undefined && !/[01]/.test(FIGURE_OF[one]))
  // The two models rarely read the same character as 1 and as 7, respectively. If they do, the character is a T.
  const torn = firsts.filter((pair) => pair.includes('1') && pair.includes('7')).length
  const seen = (one: string) => letters.filter((other) => latinized(other) === latinized(one)).length
  const letter = letters.find((one) => seen(one) + (latinized(one) === 'T' ? torn : 0) >= SEEN_LETTERS)
  const isSame = (one: string) =>
    letter !== undefined &&
    (latinized(one) === latinized(letter) ||
      one === FIGURE_OF[letter] ||
      (one === '1' && torn > 0 && latinized(letter) === 'T'))
  const isOfAll = letter !== undefined && firsts.every((pair) => pair.some(isSame))
  const lengths = codes.map(({ spelled }) => spelled.length).sort((a, b) => a - b)
  const length = lengths[Math.floor(lengths.length / 2)]
  return new Map(
    codes.map((code) => {
      const { spelled, russian } = code
      if (!isOfAll || !/^\d{3}/.test(spelled)) return [code, spelled]
      const whole = spelled.length !== length && russian.length === length ? russian : spelled
      return [code, `${isRussian ? letter : latinized(letter)}${whole.slice(1)}`]
    }),
  )
}

/** Pairs of letters that a model confuses. For example, Б is sometimes read as В. */
const ALIKE = ['БB', 'BR', 'EF', 'FP', 'OQ', 'CG', 'HИ', 'ПЛ', 'ШЩ']
function areAlike(one: string, other: string): boolean {
  const [ones, others] = [one, other].map((text) => [...text].map(latinized))
  return (
    ones!.length === others!.length &&
    ones!.every((letter, at) => {
      const beside = others![at]!
      return letter === beside || ALIKE.some((pair) => pair.includes(letter) && pair.includes(beside))
    })
  )
}

/**
 * Corrects leading letters that differ only by lookalikes from the leading letters of most codes: «ВХ-3656» where most
 * other codes begin with БХ.
 */
function withCommonLetters(codes: ReadonlyMap<SpelledCode, string>): ReadonlyMap<SpelledCode, string> {
  const headOf = (text: string) => /^\p{Lu}+(?=[-.]?\d)/u.exec(text)?.[0] ?? ''
  const heads = [...codes.values()].map(headOf)
  const common = heads.find((head) => head !== '' && heads.filter((one) => one === head).length > heads.length / 2)
  if (common === undefined || !heads.every((head) => areAlike(head, common))) return codes
  return new Map([...codes].map(([code, text]) => [code, common + text.slice(common.length)]))
}

/** The difference in width, as a share, below which two cells count as containing the same number of characters. */
const SAME_WIDTH = 0.05

/**
 * Restores leading letters that were lost or damaged: «94278» in a cell as wide as that of «Н59065». If the cell's
 * width does not prove the loss, nothing is added, because some codes have no letters.
 */
function withSameHead(
  codes: readonly SpelledCode[],
  mended: ReadonlyMap<SpelledCode, string>,
): ReadonlyMap<SpelledCode, string> {
  const parts = codes.flatMap((code) => {
    const readings = [mended.get(code)!, code.russian.toUpperCase(), code.latin]
    return readings.flatMap((text) => {
      const [, head = '', tail = ''] = /^(\p{Lu}+[-.]?)(\d.*)$/u.exec(text) ?? []
      return head === '' ? [] : [{ code, head, tail, kind: `${latinized(head)} ${shapeOfCode(tail)}` }]
    })
  })
  const rowsOf = (kind: string) => new Set(parts.filter((one) => one.kind === kind).map(({ code }) => code))
  const best = parts.toSorted((a, b) => rowsOf(b.kind).size - rowsOf(a.kind).size)[0]
  if (best === undefined) return mended
  const rows = rowsOf(best.kind)
  const widths = [...rows].flatMap(({ width }) => width ?? []).sort((a, b) => a - b)
  const width = widths[Math.floor(widths.length / 2)]
  if (rows.size < Math.max(FEW, 0.4 * codes.length) || width === undefined) return mended
  const tailShape = shapeOfCode(best.tail)
  const ownHead = [...mended.values()].find((text) => latinized(text).startsWith(latinized(best.head))) ?? best.head
  const head = ownHead.slice(0, best.head.length)
  return new Map(
    codes.map((code) => {
      const spelled = mended.get(code)!
      const isWide = code.width !== undefined && Math.abs(code.width - width) <= SAME_WIDTH * width
      const hasOther = /^\p{Lu}+/u.exec(spelled)?.[0].length === best.head.replace(/[-.]$/, '').length
      if (!isWide || hasOther) return [code, spelled]
      const tail = [spelled, code.russian, code.latin]
        .map((text) => text.slice(-tailShape.length))
        .find((text) => shapeOfCode(text) === tailShape)
      return [code, tail === undefined ? spelled : head + tail]
    }),
  )
}
