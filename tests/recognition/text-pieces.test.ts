/** Tests tables without vertical lines, whose cells are found by the positions of their letters alone. */
import { expect, test } from 'vitest'
import type { Glyph } from '../../server/recognition/pdf/pdfium.ts'
import { textPiecesOf } from '../../server/recognition/pdf/text-pieces.ts'

const WIDTH = 10
let run = 0

/** Places letters of equal width, starting at `left`; a space is half as wide. */
function drawn(text: string, left: number, baseline: number): Glyph[] {
  run += 1
  let x = left
  return [...text].map((letter) => {
    const width = letter === ' ' ? WIDTH / 2 : WIDTH
    const cell = { left: x, right: x + width, top: baseline - 12, bottom: baseline + 3 }
    const box = { ...cell, left: x + 1, right: x + width - 1, bottom: baseline }
    x += width
    return {
      text: letter,
      box,
      cell,
      x: cell.left,
      baseline,
      angle: 0,
      run,
      isGap: false,
      isInvisible: false,
      isUnknown: false,
    }
  })
}

const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (letter === ' ' ? WIDTH / 2 : WIDTH), 0)
const ending = (text: string, right: number, baseline: number) => drawn(text, right - widthOf(text), baseline)

/** Places the cells of a row: number, name, quantity, unit (centred in its column), price and amount. */
function row(baseline: number, [name, quantity, unit, price, amount]: readonly string[]): Glyph[] {
  return [
    ...drawn('7', 0, baseline),
    ...drawn(name!, 30, baseline),
    ...ending(quantity!, 300, baseline),
    ...drawn(unit!, 330 - widthOf(unit!) / 2, baseline),
    ...ending(price!, 420, baseline),
    ...ending(amount!, 520, baseline),
  ]
}

const USUAL = [
  ['Болт', '12', 'шт', '12,50', '150,00'],
  ['Гайка', '1 000', 'шт', '3,00', '3 000,00'],
  ['Шайба', '25', 'кг', '44,10', '1 102,50'],
] as const

function textsWith(...full: (readonly string[])[]): string[][] {
  const rows = [...USUAL, ...full]
  const pieces = textPiecesOf(
    rows.flatMap((cells, index) => row(100 + 30 * index, cells)),
    [],
  )!
  return full.map((_, index) => {
    const baseline = 100 + 30 * (USUAL.length + index)
    return pieces
      .filter(({ bottom }) => bottom === baseline)
      .sort((a, b) => a.left - b.left)
      .map(({ text }) => text)
  })
}

test('two touching amounts are separated at the place where other rows have a gap', () => {
  expect(textsWith(['Болт', '12', 'шт', '6543,21', '1234567,89'])).toEqual([
    ['7', 'Болт', '12', 'шт', '6543,21', '1234567,89'],
  ])
})

test('a unit that touches its quantity is separated from the quantity', () => {
  expect(textsWith(['Болт', '12', 'компл', '6,21', '7,89'])).toEqual([['7', 'Болт', '12', 'компл', '6,21', '7,89']])
})

test('the thousands groups of a number stay together even if a column of another row begins inside the number', () => {
  expect(textsWith(['Болт', '12', 'шт', '1,00', '123 456,00'], ['Болт', '3', 'шт', '2,00', '456,00'])[0]).toEqual([
    '7',
    'Болт',
    '12',
    'шт',
    '1,00',
    '123 456,00',
  ])
})

test('the words of a name stay together', () => {
  expect(textsWith(['Болт М8 12 шт', '12', 'шт', '1,00', '12,00'])).toEqual([
    ['7', 'Болт М8 12 шт', '12', 'шт', '1,00', '12,00'],
  ])
})

test('a name that touches its quantity is separated from the quantity', () => {
  expect(textsWith(['Выключатель белый IP44', '1200', 'шт', '1,00', '1200,00'])).toEqual([
    ['7', 'Выключатель белый IP44', '1200', 'шт', '1,00', '1200,00'],
  ])
})

test('two cells without a space between them are split where an amount ends', () => {
  const glyphs = [
    ...drawn('Товарная накладная номер 1', 0, 50),
    ...[100, 130].flatMap((baseline) => [
      ...drawn('7', 0, baseline),
      ...drawn('Болт мебельный с гайкой', 30, baseline),
      ...ending('12', 300, baseline),
      ...ending('1 234,50', 420, baseline),
      ...drawn('С-7-1', 427, baseline),
    ]),
  ]
  const texts = textPiecesOf(glyphs, [])!.filter(({ bottom }) => bottom === 130)
  expect(texts.map(({ text }) => text)).toEqual(['7', 'Болт мебельный с гайкой', '12', '1 234,50', 'С-7-1'])
})

test('thousands of scattered letters are not mistaken for a document', () => {
  const scattered = (count: number) => Array.from({ length: count }, (_, at) => drawn('ж', 0, 30 * at)).flat()
  expect(textPiecesOf(scattered(100), [])).toHaveLength(100)
  expect(textPiecesOf(scattered(4_000), [])).toBeNull()
})
