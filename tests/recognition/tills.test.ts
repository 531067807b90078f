/**
 * Tests rows of till receipts as shops print them: units after the price, discounts, amounts without an equals sign.
 */
import { expect, test } from 'vitest'
import { assembled } from '../../server/recognition/assemble.ts'
import { judged } from '../../server/recognition/judge/judge.ts'
import type { Piece } from '../../server/recognition/picture/pieces.ts'

/** Reads rows of text, one below another. If a row is given as two texts, the row has a gap between them. */
async function read(...rows: (string | readonly [string, string])[]) {
  const pieces = rows.flatMap((row, index) => {
    const texts = typeof row === 'string' ? [row] : row
    return texts.map((text, at): Piece => {
      const left = at === 0 ? 0 : 420 - 9 * text.length
      return {
        page: 0,
        text,
        confidence: 1,
        left,
        right: left + 9 * text.length,
        top: 24 * index,
        bottom: 24 * index + 18,
      }
    })
  })
  return judged(await assembled(pieces, async () => ''))
}

const HEAD = ['ООО «Родник»', 'ИНН 7707083893', 'КАССОВЫЙ ЧЕК № 314 от 03.10.2025']

test('on a till receipt, the first number is the price if the unit follows the second number', async () => {
  const { lines, total } = await read(
    ...HEAD,
    '1. Сыр полутвёрдый',
    '69.13 x 6 шт =414.78',
    '2. Сок яблочный',
    '80.00 x 2 бал. =160.00',
    'ИТОГ =574.78',
  )
  expect(lines).toMatchObject([
    { name: 'Сыр полутвёрдый', unit: 'шт', quantity: 6_000, unitCost: 6_913, confidence: 0.99 },
    { name: 'Сок яблочный', unit: 'бал', quantity: 2_000, unitCost: 8_000, confidence: 0.99 },
  ])
  expect(total).toBe(57_478)
})

test('the price before a discount on a till receipt is not used as the item’s price', async () => {
  const { lines, total } = await read(
    ...HEAD,
    '1. Сыр полутвёрдый',
    'Цена без скидки 80.00',
    'Скидка 65.22',
    '6 шт x 69.13 =414.78',
    'НДС 10%',
    '2. Хлеб ржаной формовой',
    '2 шт x 40.50 =81.00',
    'Скидка 4.00',
    'ИТОГ =495.78',
  )
  expect(lines).toMatchObject([
    { name: 'Сыр полутвёрдый', quantity: 6_000, unitCost: 6_913 },
    { name: 'Хлеб ржаной формовой', quantity: 2_000, unitCost: 4_050 },
  ])
  expect(total).toBe(49_578)
})

test('an amount on a till receipt without an equals sign is recognized because it equals price times quantity', async () => {
  const { lines } = await read(
    ...HEAD,
    'Творог обезжиренный, 200 г',
    ['65,00 х 12', '780,00'],
    'Крупа гречневая',
    '1 102,50 х 4 4 410,00',
    'Итог 5 190,00',
  )
  expect(lines).toMatchObject([
    { name: 'Творог обезжиренный, 200 г', quantity: 12_000, unitCost: 6_500, amount: 78_000 },
    { name: 'Крупа гречневая', quantity: 4_000, unitCost: 110_250, amount: 441_000 },
  ])
})

test('digits at the end of a name on a till receipt are not mistaken for an amount', async () => {
  const { lines } = await read(...HEAD, '1. Грунтовка, арт. завода 7-', '12', '14 * 409.00 = 5726.00', 'ИТОГ =5726.00')
  expect(lines).toMatchObject([{ quantity: 14_000, unitCost: 40_900 }])
  expect(lines[0]!.name).toContain('Грунтовка')
})

test('the text «нормо-часы» (norm-hours) is recognized as a unit', async () => {
  const { lines } = await read(...HEAD, 'Замена масла', '4 н/ч * 1372.08 = 5488.32', 'ИТОГ =5488.32')
  expect(lines).toMatchObject([{ unit: 'н/ч', quantity: 4_000, unitCost: 137_208 }])
})
