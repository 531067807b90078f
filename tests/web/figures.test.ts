/**
 * Tests numbers as written by people, spreadsheets, banks and in letters. Each number must be read correctly or
 * refused, but never read as a different number.
 */
import { expect, test } from 'vitest'
import { readNumber } from '../../server/tables/cells.ts'
import { type FigureWords, figureOf, readFigure, shownFigure } from '../../spellings/figures.ts'
import { type Chance, createChance } from '../support/chance/chance.ts'
import { scribble, writtenFigure } from '../support/figures/written-figures.ts'

const WRITTEN = 10_000
const SCRIBBLED = 20_000
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000)
const DECIMALS = [0, 2, 3, 6]

const words = (language: 'ru' | 'en'): FigureWords => ({
  noNumber: 'no number',
  negative: 'negative',
  tooLarge: 'too large',
  tooManyDecimals: (count) => `at most ${count}`,
  twoWays: (small, large) => `${small} or ${large}`,
  isCommaOfThousands: language === 'en',
})

/** Whether a JavaScript number can represent the decimal number exactly. */
const isSayable = (means: string) => String(Number(means)) === means

const wishOf = (chance: Chance) => ({ decimals: chance.pick(DECIMALS), language: chance.pick(['ru', 'en'] as const) })

test(`${WRITTEN} numbers typed in usual spellings are read correctly or refused (seed ${seed})`, () => {
  const chance = createChance(seed)
  const wrong: string[] = []
  let read = 0
  for (let count = 0; count < WRITTEN; count += 1) {
    const wish = wishOf(chance)
    const { text, means, isPlain, from } = writtenFigure(chance, wish)
    const reading = readFigure(text, wish.decimals, words(wish.language))
    const got = 'text' in reading ? reading.text : null
    if (got !== null) read += 1
    const isAnother = got !== null && got !== means
    const fits = means !== null && isSayable(means) && (means.split('.')[1]?.length ?? 0) <= wish.decimals
    if (isAnother || (isPlain && fits && got === null))
      wrong.push(
        `${from}: ${JSON.stringify(text)} with ${JSON.stringify(wish)} means ${means}, was read as ${JSON.stringify(reading)}`,
      )
  }
  expect(wrong.slice(0, 10)).toEqual([])
  // Require that enough numbers are read, because a reader that refuses everything would make no mistakes.
  expect(read).toBeGreaterThan(WRITTEN / 3)
})

test(`uploaded tables read or refuse ${WRITTEN} numbers exactly as the app does in Russian (seed ${seed})`, () => {
  const chance = createChance(seed)
  const wrong: string[] = []
  let read = 0
  for (let count = 0; count < WRITTEN; count += 1) {
    const wish = { decimals: chance.pick(DECIMALS), language: 'ru' } as const
    const { text, means, from } = writtenFigure(chance, wish)
    const cell = readNumber(text, wish.decimals)
    const typed = readFigure(text, wish.decimals, words('ru'))
    const got = cell !== null && 'value' in cell ? cell.value : null
    const same = 'text' in typed && typed.text !== '' ? Number(typed.text) : null
    if (got !== null) read += 1
    if (got !== same || (got !== null && got !== Number(means)))
      wrong.push(
        `${from}: ${JSON.stringify(text)} with ${wish.decimals} means ${means}, the table reads ${got}, the app ${same}`,
      )
  }
  expect(wrong.slice(0, 10)).toEqual([])
  expect(read).toBeGreaterThan(WRITTEN / 3)
})

test(`any number that the app reads from ${SCRIBBLED} random texts has exactly the digits of its text (seed ${seed})`, () => {
  const chance = createChance(seed)
  const bare = (digits: string) => digits.replace(/\D/g, '').replace(/^0+|0+$/g, '')
  const wrong: string[] = []
  for (let count = 0; count < SCRIBBLED; count += 1) {
    const { decimals, language } = wishOf(chance)
    const text = scribble(chance)
    const reading = readFigure(text, decimals, words(language))
    if ('problem' in reading || reading.text === '') continue
    const isSame = bare(reading.text) === bare(text)
    if (!isSame || /[-−(+].*\d|\d.*[-−)+]|[ex%/]/.test(text.replace(/^\s*\+/, '')))
      wrong.push(`${JSON.stringify(text)} → ${reading.text}`)
  }
  expect(wrong).toEqual([])
})

test('a number as displayed by the app keeps its value when it is typed back', () => {
  const chance = createChance(seed)
  for (let count = 0; count < 1_000; count += 1) {
    const { decimals, language } = wishOf(chance)
    const { text } = writtenFigure(chance, { decimals, language })
    const reading = readFigure(text, decimals, words(language))
    if ('problem' in reading) continue
    const shown = shownFigure(reading.text, { hasComma: language === 'ru', typed: text })
    expect(readFigure(shown, decimals, words(language)), `${text} shown as ${shown}`).toEqual(reading)
    expect(figureOf(reading.text)).toBe(reading.text === '' ? null : Number(reading.text))
  }
})

const NAMED = [
  ['68 531,29 руб.', '68531.29'],
  ['1 490,50 руб.', '1490.5'],
  ['68 531 руб. 29 коп.', '68531.29'],
  ['1490-50', 'no number'],
  ['1490.5.0', 'no number'],
  ['1e5', 'no number'],
  ['1е3', 'no number'],
  ['100-200', 'no number'],
  ['12 шт по 30', 'no number'],
  ['5*3', 'no number'],
  ['-5', 'negative'],
  ['(500)', 'negative'],
  ['12,345', 'at most 2'],
  ['1.234', 'at most 2'],
  ['1.500,50', '1500.5'],
] as const

test.each(NAMED)('a price typed as %s is read as %s', (typed, expected) => {
  const reading = readFigure(typed, 2, words('ru'))
  expect('text' in reading ? reading.text : reading.problem).toBe(expected)
})

test('the quantity 1.234 needs confirmation because its point may be a decimal point or a thousands separator', () => {
  expect(readFigure('1.234', 3, words('ru'))).toEqual({ problem: '1,234 or 1234' })
  expect(readFigure('1,234', 3, words('ru'))).toEqual({ text: '1.234' })
  expect(readFigure('1,234', 3, words('en'))).toEqual({ text: '1234' })
  expect(readFigure('0,0005', 3, words('ru'))).toEqual({ problem: 'at most 3' })
})
