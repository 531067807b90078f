/** Writes amounts and dates in Russian. */

const ONES = [
  '',
  'один',
  'два',
  'три',
  'четыре',
  'пять',
  'шесть',
  'семь',
  'восемь',
  'девять',
  'десять',
  'одиннадцать',
  'двенадцать',
  'тринадцать',
  'четырнадцать',
  'пятнадцать',
  'шестнадцать',
  'семнадцать',
  'восемнадцать',
  'девятнадцать',
]
const TENS = [
  '',
  '',
  'двадцать',
  'тридцать',
  'сорок',
  'пятьдесят',
  'шестьдесят',
  'семьдесят',
  'восемьдесят',
  'девяносто',
]
const HUNDREDS = [
  '',
  'сто',
  'двести',
  'триста',
  'четыреста',
  'пятьсот',
  'шестьсот',
  'семьсот',
  'восемьсот',
  'девятьсот',
]

type Forms = readonly [one: string, few: string, many: string]

export function formOf(count: number, forms: Forms): string {
  const [tens, ones] = [count % 100, count % 10]
  if (tens > 10 && tens < 20) return forms[2]
  return ones === 1 ? forms[0] : ones > 1 && ones < 5 ? forms[1] : forms[2]
}

function group(number: number, isFeminine: boolean): string[] {
  const rest = number % 100
  const small = (ones: number) => (isFeminine && ones < 3 ? ['', 'одна', 'две'][ones]! : ONES[ones]!)
  const tail = rest < 20 ? [small(rest)] : [TENS[Math.floor(rest / 10)]!, small(rest % 10)]
  return [HUNDREDS[Math.floor(number / 100)]!, ...tail].filter((word) => word !== '')
}

export function inWords(number: number, isFeminine = false): string {
  if (number === 0) return 'ноль'
  const [millions, thousands, rest] = [Math.floor(number / 1e6), Math.floor(number / 1000) % 1000, number % 1000]
  return [
    ...(millions === 0 ? [] : [...group(millions, false), formOf(millions, ['миллион', 'миллиона', 'миллионов'])]),
    ...(thousands === 0 ? [] : [...group(thousands, true), formOf(thousands, ['тысяча', 'тысячи', 'тысяч'])]),
    ...group(rest, isFeminine),
  ].join(' ')
}

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)

/** Returns an amount in words, for example «Двадцать рублей 05 копеек». */
export function roublesInWords(minor: number): string {
  const [roubles, kopecks] = [Math.floor(minor / 100), minor % 100]
  return capital(
    `${inWords(roubles)} ${formOf(roubles, ['рубль', 'рубля', 'рублей'])} ${String(kopecks).padStart(2, '0')} ${formOf(kopecks, ['копейка', 'копейки', 'копеек'])}`,
  )
}

export const MONTHS = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')
const two = (number: number) => String(number).padStart(2, '0')

/** Formats a date: replaces `dd`, `d`, `mm`, `month`, `yyyy`, `yy` in the pattern. */
export function dateIn(pattern: string, date: Date): string {
  const [day, month, year] = [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear()]
  const known: Readonly<Record<string, string>> = {
    dd: two(day),
    d: String(day),
    mm: two(month),
    month: MONTHS[month - 1]!,
    yyyy: String(year),
    yy: two(year % 100),
  }
  return pattern.replace(/month|yyyy|yy|mm|dd|d/g, (part) => known[part]!)
}
