/** Tests where the name in an item line begins and ends: names over several rows, and the text around them. */
import { expect, test } from 'vitest'
import { assembled } from '../../server/recognition/assemble.ts'
import { judged } from '../../server/recognition/judge/judge.ts'
import type { Piece } from '../../server/recognition/picture/pieces.ts'

/** The cells of a row, each with its text and the position of its left edge. */
type Cells = readonly (readonly [left: number, text: string])[]

const rowAt = (top: number, cells: Cells): Piece[] =>
  cells.map(([left, text]) => ({
    page: 0,
    text,
    confidence: 1,
    left,
    right: left + 9 * text.length,
    top,
    bottom: top + 16,
  }))

const read = async (...rows: Piece[][]) => judged(await assembled(rows.flat(), async () => ''))

const HEAD: Cells = [
  [0, '№'],
  [40, 'Наименование'],
  [500, 'Кол-во'],
  [600, 'Цена'],
  [700, 'Сумма'],
]

const line = (number: string, name: string): Cells => [
  [0, number],
  [40, name],
  [500, '2'],
  [600, '10,50'],
  [700, '21,00'],
]

test('the second row of a product’s name may be wider than the first, which has numbers beside it', async () => {
  const { lines } = await read(
    rowAt(0, HEAD),
    rowAt(30, line('1', 'Выключатель')),
    rowAt(50, [[40, 'автоматический ВА47-29 2P']]),
    rowAt(70, [[40, '25А']]),
    rowAt(110, line('2', 'Кофе молотый')),
    rowAt(130, [[40, '95 г']]),
  )
  expect(lines.map(({ name }) => name)).toEqual(['Выключатель автоматический ВА47-29 2P 25А', 'Кофе молотый 95 г'])
})

test('the rest of a name that did not fit beside the numbers is joined to the name', async () => {
  const { lines } = await read(
    rowAt(0, HEAD),
    rowAt(30, line('1', 'Кабель силовой ВВГнг-LS')),
    rowAt(50, [[40, '3х1,5 ГОСТ']]),
    rowAt(70, line('2', 'Грунтовка проникающая белая')),
    rowAt(90, [[40, '10 л']]),
    rowAt(110, line('3', 'Рис круглый')),
    rowAt(130, [
      [40, 'ТУ 2313-001-55443322'],
      [800, '1'],
    ]),
  )
  expect(lines.map(({ name }) => name)).toEqual([
    'Кабель силовой ВВГнг-LS 3х1,5 ГОСТ',
    'Грунтовка проникающая белая 10 л',
    'Рис круглый ТУ 2313-001-55443322',
  ])
})

test('the next row of a product’s name is joined to the name, whatever the gaps between rows', async () => {
  const { lines } = await read(
    rowAt(0, [...HEAD, [850, '1']]),
    rowAt(30, line('1', 'Болт анкерный, поставка под')),
    rowAt(54, [[40, 'заказ, кратность упаковки 10']]),
    rowAt(76, line('2', 'Отвод стальной, ГОСТ')),
    rowAt(106, [[40, '30245-2003, сертифицировано']]),
    rowAt(125, line('3', 'Арматура рифлёная')),
    rowAt(163, line('4', 'Щётка с усиленной обработкой и')),
    rowAt(186, [[40, 'монтажным комплектом, ГОСТ']]),
    rowAt(209, [
      [40, '30245-2003'],
      [150, 'сертифицировано'],
    ]),
    rowAt(231, line('5', 'Кабель')),
    rowAt(270, [[40, 'Инструмент ручной']]),
    rowAt(310, line('6', 'Лопата штыковая')),
  )
  expect(lines.map(({ name }) => name)).toEqual([
    'Болт анкерный, поставка под заказ, кратность упаковки 10',
    'Отвод стальной, ГОСТ 30245-2003, сертифицировано',
    'Арматура рифлёная',
    'Щётка с усиленной обработкой и монтажным комплектом, ГОСТ 30245-2003 сертифицировано',
    'Кабель',
    'Лопата штыковая',
  ])
})

test('an article code is separated from the name even if the code or its label is misread', async () => {
  const { lines } = await read(
    rowAt(0, HEAD),
    rowAt(30, line('1', 'Лук репчатый (арт, 0512272)')),
    rowAt(60, line('2', 'Электроды МР код: Е7?2-3088')),
    rowAt(90, line('3', 'Автомат код: УЕН-208®')),
  )
  expect(lines.map(({ name, sku }) => [name, sku])).toEqual([
    ['Лук репчатый', '0512272'],
    ['Электроды МР', 'E72-3088'],
    ['Автомат', 'YEH-208'],
  ])
})

test('the edge of the paper beside a till receipt is not read as part of the product names', async () => {
  const { lines } = await read(
    rowAt(0, [[82, 'Чек № 3847-26']]),
    rowAt(25, [
      [0, 'Е:'],
      [300, 'Приход'],
      [660, '13'],
    ]),
    rowAt(50, [[665, 'Ё']]),
    rowAt(75, [
      [82, 'Т95609 Торф верховой'],
      [663, 'Е'],
    ]),
    rowAt(100, [[404, '1486,93 х 8,52 = 12668,64']]),
    rowAt(125, [[82, 'НДС не облагается']]),
    rowAt(150, [[82, 'Т18092 Подшипник 180205']]),
    rowAt(175, [[404, '394,00 х 100,00 = 39400,00']]),
    rowAt(200, [
      [82, 'ИТОГО'],
      [500, '52 068,64'],
    ]),
  )
  expect(lines).toMatchObject([
    { name: 'Торф верховой', quantity: 8_520, unitCost: 148_693, confidence: 0.6 },
    { name: 'Подшипник 180205', quantity: 100_000, unitCost: 39_400, confidence: 0.6 },
  ])
})
