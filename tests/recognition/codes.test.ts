/**
 * Tests article codes in a table: all codes of a table are in one alphabet and have one pattern, and they are found
 * where they are printed.
 */
import { expect, test } from 'vitest'
import type { LookAgain } from '../../server/recognition/picture/looks.ts'
import { spelledCodes } from '../../server/recognition/table/code-column.ts'
import { codeDoubts } from '../../server/recognition/table/code-doubts.ts'
import { HEADINGS, INVOICE, LINE as LINE_HEIGHT, readingOf } from '../support/papers/text-pages.ts'

const codesOf = (...pairs: [russian: string, latin: string][]) =>
  spelledCodes(pairs.map(([russian, latin]) => ({ russian, latin })))

test('article codes are in the alphabet whose reader read the same letters in nearly every row', () => {
  const russian = codesOf(['КД-1070', 'KQ-1070'], ['КД-7577', 'Kg-7577'], ['КД-1185', 'K-1185'], ['КД-9', 'Kf-9'])
  expect(russian).toEqual(['КД-1070', 'КД-7577', 'КД-1185', 'КД-9'])
  const latin = codesOf(['КВ-1070', 'KR-1070'], ['КЯ-7577', 'KR-7577'], ['КК-1185', 'KR-1185'])
  expect(latin).toEqual(['KR-1070', 'KR-7577', 'KR-1185'])
  // All codes of a table are in one alphabet, even if a single row suggests another.
  expect(codesOf(['СТ-1', 'СТ-1'], ['СТЖ-2', 'CTK-2'], ['СТЖ-3', 'CTX-3'], ['СТЖ-4', 'CIK-4'])).toEqual([
    'СТ-1',
    'СТЖ-2',
    'СТЖ-3',
    'СТЖ-4',
  ])
})

test('article codes are Latin if they contain letters that only the Latin alphabet has, or only letters that both alphabets share', () => {
  expect(codesOf(['МЯС71-734', 'MRG71-734'], ['АУХ94-802', 'AJX94-802'], ['ЗХИ23-512', 'ZXU23-512'])).toEqual([
    'MRG71-734',
    'AJX94-802',
    'ZXU23-512',
  ])
  expect(spelledCodes([{ russian: 'СТ-6027', latin: '' }, null])).toEqual(['CT-6027', null])
})

test('misread letters and digits in article codes are corrected to match the pattern of most codes', () => {
  const mended = codesOf(['', 'PMKS9-528'], ['', 'PMK51-100'], ['', 'ABC12-345'], ['', 'QRS1-1'], ['', 'ABD12-300'])
  expect(mended).toEqual(['PMK59-528', 'PMK51-100', 'ABC12-345', 'QRS1-1', 'ABD12-300'])
  expect(codesOf(['', 'ZAB12'], ['', 'PMK51'], ['', '2CD1O'])).toEqual(['ZAB12', 'PMK51', 'ZCD10'])
  // With only two codes no pattern has a majority, so nothing may be corrected.
  expect(codesOf(['', 'PMKS9'], ['', 'PMK51'])).toEqual(['PMKS9', 'PMK51'])
  expect(codesOf(['', 'W12'], ['', 'A13'], ['', 'B14'], ['', 'CX5'])).toEqual(['W12', 'A13', 'B14', 'CX5'])
})

test('if two readings of a letter in an article code differ, the letter that exists in only one alphabet is right', () => {
  expect(codesOf(['УГ-5714', 'YP-5714'])).toEqual(['УГ-5714'])
  // No code has a slash before its digits: the Russian reader took the letters W and V together for МЛ/.
  expect(codesOf(['МЛ/1815', 'WV1815'])).toEqual(['WV1815'])
  // In this print, lowercase letters are as tall as capitals, so a letter that was read in both forms counts once.
  const small = codesOf(['МУ9216', 'MvV9216'], ['ММ2820', 'MM2820'], ['М7869', 'NV7869'], ['1627', 'vWw1627'])
  expect(small).toEqual(['MV9216', 'MM2820', 'NV7869', 'VW1627'])
  expect(codesOf(['КВ-1070', 'KR-1070'])).toEqual(['KR-1070'])
  expect(codesOf(['ИА-1713', 'WA-1713'], ['ИА-9312', 'WA-9312'], ['ИА-4731', 'WA-4731'])[2]).toBe('ИА-4731')
  // Check that lowercase letters also count as letters of a code.
  const shares = ['КД', 'кд', 'КД', 'кд', 'КД', 'кд'].map((letters, at): [string, string] => [
    `${letters}-107${at}`,
    `KQ-107${at}`,
  ])
  expect(codesOf(...shares)).toEqual(shares.map((_, at) => `КД-107${at}`))
})

test('a character of an article code that was read twice counts once if all other codes are one character shorter', () => {
  expect(codesOf(['ХТ-S', 'HHG51-154'], ['', 'CHZ53-758'], ['', 'HHGS52-154'])[2]).toBe('HHG52-154')
  expect(codesOf(['НФ-0573', 'H-0573'], ['НФФ-0959', 'H-0959'], ['НФ-0631', 'H-0631'])[1]).toBe('НФ-0959')
  // Check a code that only one of the two readers saw completely.
  expect(codesOf(['', 'C119.15'], ['С320.77', '320.77'], ['', 'X976.46'], ['', 'K906.61'])[1]).toBe('C320.77')
})

test('when most readings of an item code lose its first letter, the width of the cell reveals that a letter is missing', () => {
  const cells = [
    ['94278', '94278'],
    ['Н59065', '59065'],
    ['Н40479', '40479'],
    ['445240', '45240'],
    ['21016', 'H21016'],
  ] as const
  const wide = cells.map(([russian, latin], at) => ({ russian, latin, width: 59 - (at % 2) }))
  const spelled = spelledCodes(wide).map((code) => code?.replace(/^Н/u, 'H'))
  expect(spelled).toEqual(['H94278', 'H59065', 'H40479', 'H45240', 'H21016'])
  // If the cell is narrower, the code must not get a leading letter.
  const narrow = wide.map((code, at) => (at === 0 ? { ...code, width: 49 } : code))
  expect(spelledCodes(narrow)[0]).toBe('94278')
})

test('the first character in a column of codes is taken for a letter if at least a few readings show that letter', () => {
  const codes = codesOf(
    ['841498', '841498'],
    ['843706', '643706'],
    ['896431', 'B96431'],
    ['867662', 'B67662'],
    ['880992', '88099'],
  )
  expect(codes).toEqual(['B41498', 'B43706', 'B96431', 'B67662', 'B80992'])
  expect(codesOf(['841498', '841498'], ['843706', '843706'], ['896431', 'B96431'])[0]).toBe('841498')
})

const LINE: [number, string][] = [
  [0, '1'],
  [100, 'Кабель-канал 25х16 белый'],
  [600, '72'],
  [750, 'шт'],
  [850, '42,86'],
  [1000, '3 085,92'],
]

test('a first character that the Russian reader reads as 1 and the Latin reader as 7 is a T', () => {
  const read = codesOf(
    ['116-8961', '716-8961'],
    ['192-8847', '792-8847'],
    ['781-5440', '781-5440'],
    ['148-10', 'T48-10'],
  )
  expect(read).toEqual(['T16-8961', 'T92-8847', 'T81-5440', 'T48-10'])
  expect(codesOf(['116-8961', '116-8961'], ['792-8847', '792-8847'], ['181-5440', '781-5440'])[0]).toBe('116-8961')
})

test('the first letters of article codes are corrected to the similar first letters of most other codes', () => {
  const read = codesOf(['БХ-9117', 'BX-9117'], ['БХ-7147', 'BX-7147'], ['БХ-9725', '6X-9725'], ['5Х-3656', 'BX-3656'])
  expect(read).toEqual(['БХ-9117', 'БХ-7147', 'БХ-9725', 'БХ-3656'])
  const own = codesOf(['БХ-9117', 'BX-9117'], ['БХ-7147', 'BX-7147'], ['БХ-9725', '6X-9725'], ['ВД-3656', 'BA-3656'])
  expect(own[3]).toBe('ВД-3656')
})

test('an article code printed alone below the last line of a name belongs to the product with that name', async () => {
  const again: LookAgain = async (_page, _box, look) => (look === 'latin' ? 'Apt. KR-0840' : '')
  const rows: [number, string][][] = [
    ...INVOICE.slice(0, 4),
    HEADINGS,
    LINE,
    [[100, 'повышенной прочности, в упаковке']],
    [[100, 'производителя, с сертификатом']],
    [[100, 'соответствия']],
    [[100, 'Арт. КВ-0840']],
    [[0, '2'], ...LINE.slice(1)],
  ]
  const { lines } = await readingOf(rows, again)
  expect(lines.map(({ sku }) => sku)).toEqual(['KR-0840', null])
})

test('the two halves of an article code that is broken after its dash are joined', async () => {
  const headings: [number, string][] = [[60, 'Артикул'], [300, 'Товар'], ...HEADINGS.slice(2)]
  const rows = [12, 13, 14].flatMap((line): [number, string][][] => [
    [[0, String(line - 11)], [60, '00-'], [300, 'Перфоратор ударный'], ...LINE.slice(2)],
    [[60, `000709${line}`]],
  ])
  const { lines } = await readingOf([...INVOICE.slice(0, 4), headings, ...rows])
  expect(lines.map(({ sku }) => sku)).toEqual(['00-00070912', '00-00070913', '00-00070914'])
})

/** Returns the rows of an invoice with the given headings and item lines. */
function tableRows(headings: readonly [number, string][], lines: readonly (readonly [number, string][])[]) {
  return [...INVOICE.slice(0, 4), [...headings], ...lines.map((line) => [...line])]
}

test('prices before a discount are not mistaken for article codes', async () => {
  const headings: [number, string][] = [
    [0, '№'],
    [100, 'Товар'],
    [600, 'Кол-во'],
    [750, 'Ед.'],
    [850, 'Цена'],
    [950, '% ск.'],
    [1050, 'Цена со скидкой'],
    [1300, 'Сумма'],
  ]
  const line = (number: string, name: string, figures: readonly string[]): [number, string][] => [
    [0, number],
    [100, name],
    [600, figures[0]!],
    [750, 'шт'],
    [850, figures[1]!],
    [950, '10'],
    [1050, figures[2]!],
    [1300, figures[3]!],
  ]
  const rows = tableRows(headings, [
    line('1', 'Электроды МР-3С d3, 5 кг', ['7', '386.71', '348.04', '2436.28']),
    [[100, 'код:0288112']],
    line('2', 'Подшипник 180205', ['3', '60.00', '54.00', '162.00']),
    [[100, 'код:0818992']],
    line('3', 'Сельдь', ['2', '71.47', '64.32', '128.64']),
    [[100, 'код:0555254']],
  ])
  const same: LookAgain = async (_page, { top }, look) =>
    look === 'latin' ? rows[Math.round(top / LINE_HEIGHT)]!.map(([, text]) => text).join(' ') : ''
  const { lines } = await readingOf(rows, same)
  expect(lines.map(({ sku, unitCost }) => [sku, unitCost[0]!.milli])).toEqual([
    ['0288112', 348_040],
    ['0818992', 54_000],
    ['0555254', 64_320],
  ])
})

test('codes of units are not mistaken for article codes, however few item lines there are', async () => {
  const headings: [number, string][] = [
    [100, 'Материальные ценности'],
    [400, 'номенклатурный номер'],
    [700, 'Ед. изм.'],
    [850, 'наименование'],
    [1050, 'Количество'],
    [1250, 'Цена'],
    [1400, 'Сумма'],
  ]
  const rows = tableRows(headings, [
    [[720, 'код']],
    [
      [100, 'Лук репчатый'],
      [450, 'R50-8496'],
      [720, '8751'],
      [850, 'мешок'],
      [1050, '200'],
      [1250, '1042,76'],
      [1400, '208552,00'],
    ],
  ])
  const { lines } = await readingOf(rows)
  expect(lines.map(({ sku }) => sku)).toEqual(['R50-8496'])
})

test('strokes printed between the cells of a table separate article codes from names', async () => {
  const line = (number: number, name: string): [number, string][] => [
    [0, `${number}|${name}|шт`],
    [450, '6|'],
    [600, '260.52|'],
    [750, '1 563.12|'],
  ]
  const { lines } = await readingOf([
    ...INVOICE.slice(0, 4),
    [
      [0, 'N|Наименование|Ед.'],
      [420, 'Кол-во|'],
      [600, 'Цена|'],
      [750, 'Сумма|'],
    ],
    line(1, 'Выключатель ВА47'),
    line(2, 'Болт с головкой'),
    line(3, 'Печенье весовое'),
    line(4, 'Аккумулятор 60'),
  ])
  expect(lines.map(({ name, sku, unit }) => [name, sku, unit])).toEqual([
    ['Выключатель ВА47', null, 'шт'],
    ['Болт с головкой', null, 'шт'],
    ['Печенье весовое', null, 'шт'],
    ['Аккумулятор 60', null, 'шт'],
  ])
})

test('article codes on a tilted page stay a separate column from the names beside them', async () => {
  const lines = [0, 1, 2, 3].map((at): [number, string][] => [
    [0, String(at + 1)],
    [60, at === 0 ? 'Файл-вкладыш прозрачный' : `Болт ${'АБВГ'[at]}`],
    [360 - 12 * at, `НФ-0000540${at}`],
    [600, '2'],
    [850, '10,00'],
    [1000, '20,00'],
  ])
  const shifted = lines.map((line, at) => (at === 0 ? line.filter((_, index) => index !== 2) : line))
  const headings: [number, string][] = [
    [0, '№'],
    [60, 'Товар'],
    [600, 'Кол-во'],
    [850, 'Цена'],
    [1000, 'Сумма'],
  ]
  const { lines: read } = await readingOf([...INVOICE.slice(0, 4), headings, ...shifted])
  expect(read.map(({ sku }) => sku)).toEqual([null, 'НФ-00005401', 'НФ-00005402', 'НФ-00005403'])
})

test('a character of an article code that was read as a letter by one reader and a digit by the other is doubtful', () => {
  const doubtsIn = (...pairs: [russian: string, latin: string][]) => {
    const codes = pairs.map(([russian, latin]) => ({ russian, latin }))
    const spelled = spelledCodes(codes)
    return codeDoubts(codes, spelled).map((places, at) => places.map((place) => spelled[at]![place]).join(''))
  }
  expect(doubtsIn(['М5-105', 'MS-105'])).toEqual(['S'])
  const shaped: [string, string][] = [
    ['АБ-105', 'AS-105'],
    ['К5-311', 'KS-311'],
    ['М5-207', 'MS-207'],
  ]
  expect(doubtsIn(...shaped)).toEqual(['', '', ''])
  // Check that a character is doubtful if neither reader read it, even if the pattern of the codes suggests it.
  expect(doubtsIn(['', 'AB12'], ['', 'CD13'], ['', '0F14'])).toEqual(['', '', 'D'])
  expect(doubtsIn(['460000000001S', '4600000000015'])).toEqual([''])
  expect(doubtsIn(['460000000002З', '4600000000023'])).toEqual(['3'])
  // All other codes are longer, so part of this code was not read.
  const lost: [string, string][] = [...shaped, ['', '188']]
  expect(doubtsIn(...lost)).toEqual(['', '', '', '188'])
  // Check that no character is doubtful in text from a PDF, because such text was not recognized from a picture.
  expect(doubtsIn(['М5-105', 'М5-105'])).toEqual([''])
})
