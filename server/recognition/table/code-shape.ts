/** Codes of one document have one shape: where one of them has not, a reader took a letter for a figure, doubled a sign or lost one. */
import { type CodeReadings, latinized } from '../words/article-codes.ts'

export interface SpelledCode extends CodeReadings {
  readonly spelled: string
}

/** Fewer codes than this say nothing of the others. */
const FEW = 3
/** Of all codes, to say that they have one shape. */
const MOST = 0.6

/** Letters and figures as they stand, whatever they are. */
export const shapeOfCode = (code: string): string => code.replace(/\p{L}/gu, 'L').replace(/\d/g, '0')

/** The codes as they are spelled, mended where most others say how; null stays where there is none. */
export function inOneShape(codes: readonly (SpelledCode | null)[], isRussian: boolean): (string | null)[] {
  const found = codes.filter((code) => code !== null)
  const plain = () => codes.map((code) => code?.spelled ?? null)
  // Readers who say the same of all, as the text of a PDF does, have misread nothing.
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

/** What the other reader sees, if that has the shape. */
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
/** Who makes codes keeps clear of I and O, which look like figures. */
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

/** With the shape, sign for sign; null when a sign fits neither way. */
function fitted(code: string, shape: string, isRussian: boolean): string | null {
  const letters = [...code]
  if (letters.length === shape.length + 1) return withoutDoubled(letters, shape)
  if (letters.length !== shape.length) return null
  const fit = letters.map((letter, at) => {
    const wanted = shape[at]!
    if (shapeOfCode(letter) === wanted) return letter
    if (wanted === '0') return FIGURE_OF[letter.toUpperCase()]
    return wanted === 'L' ? (isRussian ? RUSSIAN_OF : LATIN_OF)[letter] : undefined
  })
  return fit.every((letter) => letter !== undefined) ? fit.join('') : null
}

/** One sign that was read twice, as itself or as its twin: «5S» for a 5, «ФФ» for a Ф. */
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
  // Many codes have one sign twice, few a letter beside the figure that it looks like.
  const ofTwins = ways.filter(({ isSame }) => !isSame)
  const rests = new Set((ofTwins.length > 0 ? ofTwins : ways).map(({ rest }) => rest))
  return rests.size === 1 ? [...rests][0]! : null
}

/** So often a letter must be seen where all others have the figure that it looks like. */
const SEEN_LETTERS = 2

/** «841498», «643706», «B96431»: where all codes begin with a figure or the letter that it looks like, it is the letter. */
function withLetterInFront(codes: readonly SpelledCode[], isRussian: boolean): Map<SpelledCode, string> {
  const firsts = codes.map(({ russian, latin }) => [russian[0] ?? '', latin[0] ?? ''].map((one) => one.toUpperCase()))
  // A zero or a one in front is no rare thing.
  const letters = firsts.flat().filter((one) => FIGURE_OF[one] !== undefined && !/[01]/.test(FIGURE_OF[one]))
  // The two readers seldom take one and the same figure for a one and for a seven: that is what they make of a T.
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

/** Letters that one reader takes for one another: В stands for a Б now and then. */
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

/** «ВХ-3656» where most others are БХ and all others look like it: letters in front that differ by such alone are the same. */
function withCommonLetters(codes: ReadonlyMap<SpelledCode, string>): ReadonlyMap<SpelledCode, string> {
  const headOf = (text: string) => /^\p{Lu}+(?=[-.]?\d)/u.exec(text)?.[0] ?? ''
  const heads = [...codes.values()].map(headOf)
  const common = heads.find((head) => head !== '' && heads.filter((one) => one === head).length > heads.length / 2)
  if (common === undefined || !heads.every((head) => areAlike(head, common))) return codes
  return new Map([...codes].map(([code, text]) => [code, common + text.slice(common.length)]))
}

/** Cells as wide as that hold as many signs. */
const SAME_WIDTH = 0.05

/**
 * «94278» in a cell as wide as those of «Н59065»: the letters that the codes have in front were lost or torn. Only where the widths
 * of the cells say so: some codes have no letters.
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
