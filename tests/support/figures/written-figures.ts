/** Generates numbers as people, spreadsheets, banks and letters write them, each with the value it means. */
import type { Chance } from '../chance/chance.ts'

export interface Written {
  readonly text: string
  /**
   * The value in decimal digits with a point and without extra zeros; null if the text does not stand for exactly one
   * number that the field allows.
   */
  readonly means: string | null
  /** True if the text is so clear that a reader that refuses it would be wrong. */
  readonly isPlain: boolean
  readonly from: string
}

interface Figure {
  readonly whole: string
  readonly fraction: string
}

interface Wish {
  readonly decimals: number
  readonly language: 'ru' | 'en'
}

const SPACES = [' ', '\u00a0', '\u202f', '\u2009', '\u2007', '\u2008', '\u200a']
const HIDDEN = ['\u200b', '\u200e', '\u200f', '\ufeff', '\u2066', '\u2069', '\u00ad', '\u2060']
const MINUSES = ['-', '−', '–', '—', '‐', '－']
const ROUBLES = ['₽', 'руб.', 'руб', 'р.', 'р', 'рублей', 'рубля', 'рубль', 'RUB', 'РУБ.', 'rub']
const PIECES = ['шт', 'шт.', 'Шт', 'штук', 'штуки', 'штука', 'pcs', 'pcs.']

const digitsOf = (chance: Chance, length: number) =>
  Array.from({ length }, (_, at) => String(chance.between(at === 0 && length > 1 ? 1 : 0, 9))).join('')

const figureOf = (chance: Chance, decimals: number): Figure => ({
  whole: digitsOf(chance, chance.between(1, chance.happens(0.2) ? 12 : 7)),
  fraction: chance.happens(0.4) ? '' : digitsOf(chance, chance.between(1, Math.max(1, decimals))).slice(0, decimals),
})

/** Formats the number as a program would, such as `1234.5`. */
const meaning = ({ whole, fraction }: Figure): string => {
  const places = fraction.replace(/0+$/, '')
  const bare = whole.replace(/^0+(?=\d)/, '')
  return places === '' ? bare : `${bare}.${places}`
}

const grouped = (whole: string, mark: string) => whole.replace(/\B(?=(\d{3})+$)/g, mark)
const written = ({ whole, fraction }: Figure, group: string, point: string) =>
  `${grouped(whole, group)}${fraction === '' ? '' : `${point}${fraction}`}`

/** Whether the meaning of a text, such as `1,234` or `1.234`, depends on the reader's language. */
const isEither = (text: string) => /^[1-9]\d{0,2}[.,]\d{3}$/.test(text)

/**
 * Returns the value of a text such as `1,234`. Without context it is read in the app's language, but in Russian a point before
 * three digits is ambiguous.
 */
function eitherMeans(text: string, { language }: Wish): string | null {
  if (text.includes(',') && language === 'en') return text.replace(',', '')
  return text.includes('.') && language === 'ru' ? null : String(Number(text.replace(',', '.')))
}

const unitsOf = (decimals: number) => (decimals === 2 ? ROUBLES : decimals === 3 ? PIECES : [''])

type Style = (chance: Chance, figure: Figure, decimals: number) => string

const spaceOrNone = (chance: Chance) => (chance.happens(0.5) ? chance.pick(SPACES) : '')

/** The ways to write a number that can have only one meaning. */
const STYLES: Readonly<Record<string, Style>> = {
  'a person, in Russian': (chance, figure) => written(figure, spaceOrNone(chance), ','),
  'a keyboard with a point': (_chance, figure) => written(figure, '', '.'),
  'with its unit': (chance, figure, decimals) =>
    `${written(figure, spaceOrNone(chance), ',')}${spaceOrNone(chance)}${chance.pick(unitsOf(decimals))}`,
  'a spreadsheet, in English': (_chance, figure) => written(figure, ',', '.'),
  'a spreadsheet, in German': (_chance, figure) => written(figure, '.', ','),
  'a Swiss bank': (chance, figure) => written(figure, chance.pick(["'", '’']), '.'),
  'a bank, filled up with noughts': (chance, figure) => '0'.repeat(chance.between(1, 6)) + written(figure, '', '.'),
  'a bank statement with a plus': (chance, figure) => `+${written(figure, chance.pick(SPACES), ',')}`,
  'a letter, with what cannot be seen': (chance, figure) => {
    const text = written(figure, chance.pick(SPACES), ',')
    const at = chance.between(0, text.length)
    return ` ${text.slice(0, at)}${chance.pick(HIDDEN)}${text.slice(at)}\n`
  },
  'with noughts behind': (chance, figure) =>
    figure.fraction === '' ? figure.whole : `${written(figure, '', ',')}${'0'.repeat(chance.between(1, 4))}`,
}

/** Returns the text without invisible characters, the plus sign and the unit. */
const bareOf = (text: string) => text.replace(/^\D+|\D+$/g, '').replace(/[^\d.,'’ \u00a0\u2000-\u200a\u202f]/g, '')

function plainly(chance: Chance, wish: Wish): Written {
  const from = chance.pick(Object.keys(STYLES))
  const figure = figureOf(chance, wish.decimals)
  const text = STYLES[from]!(chance, figure, wish.decimals)
  const bare = bareOf(text)
  return isEither(bare)
    ? { text, means: eitherMeans(bare, wish), isPlain: false, from }
    : { text, means: meaning(figure), isPlain: true, from }
}

function inKopecks(chance: Chance, { decimals }: Wish): Written {
  const figure = { whole: digitsOf(chance, chance.between(1, 8)), fraction: digitsOf(chance, 2) }
  const roubles = chance.pick(['руб.', 'р.', 'рублей', '₽,'])
  const text = `${grouped(figure.whole, ' ')} ${roubles} ${figure.fraction} ${chance.pick(['коп.', 'копеек', 'коп'])}`
  return { text, means: meaning(figure), isPlain: decimals === 2, from: 'roubles and kopecks in words' }
}

const any = (chance: Chance) => digitsOf(chance, chance.between(1, 6))

/** Texts that look like a number, but could mean several numbers or mean a number that the field does not allow. */
const STRANGERS: Readonly<Record<string, (chance: Chance) => string>> = {
  'below zero': (chance) => `${chance.pick(MINUSES)}${chance.happens(0.3) ? ' ' : ''}${any(chance)},5`,
  'an accountant’s minus': (chance) => chance.pick([`(${any(chance)})`, `${any(chance)}-`, `(${any(chance)},50)`]),
  'a range': (chance) => `${any(chance)}${chance.pick(['-', '–', '—', ' - ', '...', '…', ' до ', '÷'])}${any(chance)}`,
  'a sum to work out': (chance) =>
    `${any(chance)}${chance.pick(['*', '×', 'x', 'х', '+', '/', ':', ' по '])}${any(chance)}`,
  'of a price and a count': (chance) => `${any(chance)} шт по ${any(chance)}`,
  'an exponent': (chance) =>
    `${digitsOf(chance, 1)}${chance.pick(['e', 'E', 'е', 'Е', 'E+0', ',23E+', '.5e'])}${chance.between(1, 12)}`,
  'roubles-kopecks': (chance) => `${any(chance)}${chance.pick(['-', '='])}${digitsOf(chance, 2)}`,
  'a date': (chance) => `${digitsOf(chance, 2)}.${digitsOf(chance, 2)}.20${digitsOf(chance, 2)}`,
  'a time': (chance) => `${digitsOf(chance, 2)}:${digitsOf(chance, 2)}`,
  'a telephone': (chance) =>
    `+7 (${digitsOf(chance, 3)}) ${digitsOf(chance, 3)}-${digitsOf(chance, 2)}-${digitsOf(chance, 2)}`,
  'thousands in words': (chance) => `${any(chance)} ${chance.pick(['тыс.', 'тыс', 'млн', 'k', 'K', 'M'])}`,
  'another unit': (chance) =>
    `${any(chance)} ${chance.pick(['$', '€', 'USD', 'EUR', 'кор.', 'упак', 'г', 'мл', '%', 'дюж.'])}`,
  'another unit before': (chance) =>
    `${chance.pick(['$', '€', '£', '¥', '№', '#', '~', 'ок. ', '>', '≤'])}${any(chance)}`,
  words: (chance) =>
    chance.pick([
      'сто',
      'дорого',
      'нет',
      '-',
      '—',
      '.',
      ',',
      '₽',
      'руб.',
      'NaN',
      'Infinity',
      '#Н/Д',
      '#REF!',
      '####',
      '½',
      '5²',
      '¼',
    ]),
  'a fraction': (chance) => `${digitsOf(chance, 1)} ${digitsOf(chance, 1)}/${digitsOf(chance, 1)}`,
  'digits of another script': (chance) =>
    [...any(chance)].map((one) => String.fromCodePoint(0x660 + Number(one))).join(''),
  'another base': (chance) => chance.pick(['0x', '0b', '0o', '&H', 'U+']) + any(chance),
  'groups that are none': (chance) => `${digitsOf(chance, 2)} ${digitsOf(chance, 2)} ${digitsOf(chance, 2)}`,
  'points that are none': (chance) => `${digitsOf(chance, 4)}.${digitsOf(chance, 1)}.${digitsOf(chance, 1)}`,
  'commas that are none': (chance) => `${digitsOf(chance, 1)},${digitsOf(chance, 2)},${digitsOf(chance, 3)}`,
  'two cells': (chance) => `${any(chance)}${chance.pick(['\t', '\n', '\r\n'])}${any(chance)}`,
  'a code of a product': (chance) => `${chance.pick(['T-', 'CH-', 'А', 'арт. '])}${any(chance)}`,
  'letters for digits': (chance) => `${any(chance)}${chance.pick(['O', 'О', 'l', 'З', 'б'])}${any(chance)}`,
  'more than fits': (chance) => digitsOf(chance, chance.between(13, 20)),
  'a formula': (chance) => `=${any(chance)}`,
  'a list': (chance) => `${any(chance)}; ${any(chance)}`,
  'roubles within': (chance) => `${any(chance)} руб. ${any(chance)} руб.`,
}

/** Returns a random text: a number in a usual spelling, or something that only looks like a number. */
export function writtenFigure(chance: Chance, wish: Wish): Written {
  const sort = chance.next()
  if (sort < 0.55) return plainly(chance, wish)
  if (sort < 0.6) return inKopecks(chance, wish)
  const from = chance.pick(Object.keys(STRANGERS))
  return { text: STRANGERS[from]!(chance), means: null, isPlain: false, from }
}

const ALPHABET = [
  ...'0123456789012345678900',
  ...'.,.,',
  ' ',
  '\u00a0',
  "'",
  '-',
  '−',
  '+',
  '(',
  ')',
  '₽',
  'р',
  'руб.',
  'шт',
  'e',
  'х',
  '%',
  '/',
]

/** Returns random characters of the kinds that occur in numbers. */
export const scribble = (chance: Chance): string =>
  Array.from({ length: chance.between(1, 12) }, () => chance.pick(ALPHABET)).join('')
