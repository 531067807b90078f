/** Reads the total written out in words: «Девять тысяч тридцать четыре рубля 90 копеек». */
import { distanceOf } from './likeness.ts'

const WORDS: Readonly<Record<string, number>> = {
  ноль: 0,
  один: 1,
  одна: 1,
  два: 2,
  две: 2,
  три: 3,
  четыре: 4,
  пять: 5,
  шесть: 6,
  семь: 7,
  восемь: 8,
  девять: 9,
  десять: 10,
  одиннадцать: 11,
  двенадцать: 12,
  тринадцать: 13,
  четырнадцать: 14,
  пятнадцать: 15,
  шестнадцать: 16,
  семнадцать: 17,
  восемнадцать: 18,
  девятнадцать: 19,
  двадцать: 20,
  тридцать: 30,
  сорок: 40,
  пятьдесят: 50,
  шестьдесят: 60,
  семьдесят: 70,
  восемьдесят: 80,
  девяносто: 90,
  сто: 100,
  двести: 200,
  триста: 300,
  четыреста: 400,
  пятьсот: 500,
  шестьсот: 600,
  семьсот: 700,
  восемьсот: 800,
  девятьсот: 900,
}

const SCALES: Readonly<Record<string, number>> = {
  тысяча: 1e3,
  тысячи: 1e3,
  тысяч: 1e3,
  миллион: 1e6,
  миллиона: 1e6,
  миллионов: 1e6,
  миллиард: 1e9,
  миллиарда: 1e9,
  миллиардов: 1e9,
}

const ROUBLES = /^руб/

/** Returns the amount written out in a text, in kopecks, or null if the text contains no complete amount. */
export function amountInWords(text: string): number | null {
  const words =
    text
      .toLowerCase()
      .replace(/ё/g, 'е')
      .match(/[а-я]+|\d+/g) ?? []
  for (let end = 0; end < words.length; end++) {
    if (!ROUBLES.test(words[end]!)) continue
    const roubles = roublesBefore(words, end)
    if (roubles === null) continue
    const kopecks = words[end + 1]
    if (kopecks === undefined || !/^\d\d$/.test(kopecks)) return null
    return roubles * 100 + Number(kopecks)
  }
  return null
}

function roublesBefore(words: readonly string[], end: number): number | null {
  let from = end
  while (from > 0 && (numberOf(words[from - 1]!, WORDS) ?? numberOf(words[from - 1]!, SCALES)) !== null) from--
  if (from === end) return null
  let [total, group] = [0, 0]
  let lastUnit = Infinity
  for (const word of words.slice(from, end)) {
    const scale = numberOf(word, SCALES)
    if (scale !== null) {
      total += (group || 1) * scale
      group = 0
      lastUnit = Infinity
      continue
    }
    const unit = numberOf(word, WORDS)!
    // Within hundreds, tens and ones, each word must mean a smaller number than the word before; otherwise a word is
    // missing or misread.
    if (magnitudeOf(unit) >= lastUnit) return null
    lastUnit = unit >= 10 && unit < 20 ? 1 : magnitudeOf(unit)
    group += unit
  }
  return total + group
}

const magnitudeOf = (unit: number) => (unit >= 100 ? 100 : unit >= 20 ? 10 : unit >= 10 ? 10 : 1)

/** Looks up a word exactly. If that fails, accepts one misread letter, but only if a single known word matches. */
function numberOf(word: string, table: Readonly<Record<string, number>>): number | null {
  const exact = table[word]
  if (exact !== undefined) return exact
  if (word.length < 6) return null
  const near = Object.entries(table).filter(([known]) => distanceOf(known, word) === 1)
  const values = new Set(near.map(([, value]) => value))
  return values.size === 1 ? near[0]![1] : null
}
