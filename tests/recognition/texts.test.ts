/** Tests numbers, dates, tax numbers, article codes and units, as documents write them and as readers misread them. */
import { expect, test } from 'vitest'
import { amountInWords } from '../../server/recognition/words/amount-in-words.ts'
import { codeAt, isCodeLike, nameAndCode } from '../../server/recognition/words/article-codes.ts'
import { datesIn } from '../../server/recognition/words/dates.ts'
import { foldedText, trigramLikeness, trigramsOf } from '../../server/recognition/words/likeness.ts'
import { numberReadings } from '../../server/recognition/words/numbers.ts'
import { isTaxNumber, repairedTaxNumber } from '../../server/recognition/words/tax-numbers.ts'
import { unitOf } from '../../server/recognition/words/units.ts'

const milliOf = (text: string) => numberReadings(text)[0]?.milli

test.each([
  ['1 234,50', 1_234_500],
  ["1'234.50", 1_234_500],
  ['1\u2009234\u2009567,89', 1_234_567_890],
  ['1\u00a0234', 1_234_000],
  ['12 000', 12_000_000],
  ['1.234,50', 1_234_500],
  ['1,234.50', 1_234_500],
  ['1,234,567', 1_234_567_000],
  ['36,000', 36_000],
  ['0,65', 650],
  ['3 шт', 3_000],
  ['2,5 м3', 2_500],
  ['500,0 усл. ед', 500_000],
  ['3 тыс. шт', 3_000],
  ['=51300,00', 51_300_000],
  ['590,00 руб.', 590_000],
  ['590,00 ₽', 590_000],
  ['1 234-50', 1_234_500],
  ['696=00', 696_000],
  ['12.', 12_000],
  ['| 46,00', 46_000],
])('the text "%s" is read as %d thousandths', (text, milli) => {
  expect(milliOf(text)).toBe(milli)
  expect(numberReadings(text)[0]!.doubt).toBe(0)
})

test.each(['', 'шт', 'Без НДС', '22%', '40702810105852517662', '—', '1/2'])('the text "%s" is not a number', (text) => {
  expect(numberReadings(text).filter((reading) => reading.doubt === 0)).toEqual([])
})

test('letters that look like digits are read as digits, and make the number doubtful', () => {
  expect(numberReadings('1О5,З0')[0]).toMatchObject({ milli: 105_300, doubt: 2 })
  expect(numberReadings('з')[0]).toMatchObject({ milli: 3_000, doubt: 1 })
})

test('a number without a decimal mark may also be read with one, but then it is doubtful', () => {
  const readings = numberReadings('4286')
  expect(readings[0]).toEqual({ milli: 4_286_000, decimals: 0, doubt: 0 })
  expect(readings).toContainEqual({ milli: 42_860, decimals: 2, doubt: 1 })
})

test.each([
  ['05.03.2026', '2026-03-05'],
  ['5.3.26', '2026-03-05'],
  ['05/03/2026 г.', '2026-03-05'],
  ['2026-03-05', '2026-03-05'],
  ['5 марта 2026 г.', '2026-03-05'],
  ['«21» октября 2025 года', '2025-10-21'],
  ['05 мар 2026', '2026-03-05'],
  ['18 ноябоя 2025', '2025-11-18'],
  ['29 февраля 2024', '2024-02-29'],
])('the text "%s" is the date %s', (text, date) => {
  expect(datesIn(text)).toEqual([date])
})

test.each(['31.02.2026', '29.02.2025', '32.01.2026', '05.13.2026', '12 штук 2026', '1.2.1998', '192.168.10.2026'])(
  'the text "%s" is not a date',
  (text) => {
    expect(datesIn(text)).toEqual([])
  },
)

test('the dates in a text are found in the order of the text', () => {
  expect(datesIn('Счёт № 5 от 3 мая 2026 г. по договору от 12.02.2024')).toEqual(['2026-05-03', '2024-02-12'])
})

test('a tax number is distinguished from other numbers by its check digits', () => {
  for (const inn of ['9756585057', '970084525770', '7707083893']) expect(isTaxNumber(inn), inn).toBe(true)
  for (const no of ['9756585058', '970084525771', '0000000000', '975658505', '97565850577'])
    expect(isTaxNumber(no), no).toBe(false)
})

test('the check digits of a company’s tax number reveal any single misread digit', () => {
  const inn = '9756585057'
  for (let at = 0; at < inn.length; at++)
    for (let figure = 0; figure <= 9; figure++) {
      const misread = inn.slice(0, at) + figure + inn.slice(at + 1)
      if (misread !== inn) expect(isTaxNumber(misread), misread).toBe(false)
    }
})

test('a misread digit of a tax number is corrected only if exactly one number is possible', () => {
  expect(repairedTaxNumber('9756585057')).toBe('9756585057')
  expect(repairedTaxNumber('9756535057', (candidate) => candidate === '9756585057')).toBe('9756585057')
  expect(repairedTaxNumber('123')).toBeNull()
  const alone = repairedTaxNumber('9756535057')
  expect(alone === null || isTaxNumber(alone)).toBe(true)
})

test.each([
  ['Девять тысяч тридцать четыре рубля 90 копеек', 903_490],
  ['Семьсот девяносто одна тысяча восемьсот десять рублей 28 копеек', 79_181_028],
  ['Всего на сумму: Сто пять тысяч двести тридцать восемь рублей 95 копеек', 10_523_895],
  ['Два миллиона рублей 00 копеек', 200_000_000],
  ['Двенадцать рублей 06 копеек', 1_206],
  ['Девятсот рублей 10 копеек', 90_010],
])('the text "%s" is an amount in words', (text, minor) => {
  expect(amountInWords(text)).toBe(minor)
})

test.each(['сто рублей', 'рублей 50 копеек', 'пять десять рублей 10 копеек', 'без НДС'])(
  'the text "%s" is not a complete amount in words',
  (text) => {
    expect(amountInWords(text)).toBeNull()
  },
)

test.each([
  ['Болт М10х60 DIN 931, арт. KR-1060', 'Болт М10х60 DIN 931', 'KR-1060'],
  ['Муфта 25х3/4" НР (MK-2534)', 'Муфта 25х3/4" НР', 'MK-2534'],
  ['KM-310 Клей монтажный 310 мл', 'Клей монтажный 310 мл', 'KM-310'],
  ['Болт, арт. KR- 1060', 'Болт', 'KR-1060'],
  ['Саморез 3,5х35 (1000 шт)', 'Саморез 3,5х35 (1000 шт)', null],
  ['Кабель USB-C — USB-A 1,5 м', 'Кабель USB-C — USB-A 1,5 м', null],
  ['Бумага А4, 80 г/м2, 500 л.', 'Бумага А4, 80 г/м2, 500 л.', null],
  ['Лампочка Gauss Smart Home E14', 'Лампочка Gauss Smart Home E14', null],
])('the name and the article code are separated in the text "%s"', (text, name, code) => {
  expect(nameAndCode(text)).toMatchObject({ name, code })
})

test('an article code is found even if the words around it are illegible', () => {
  expect(codeAt('KM-310 Knew MoHTaxHbIi 310 mn', 'front', 'КМ-310')).toBe('KM-310')
  expect(codeAt('Bont M10x60, apt. KR- 1060', 'behind-word', 'КВ-1060')).toBe('KR-1060')
  expect(codeAt('Bont M12, SH-12-1', 'behind-word', '5Н-12')).toBe('SH-12-1')
  expect(codeAt('Ipy6a 30245-2003 кол', 'behind-word', '0288112')).toBe(null)
  expect(isCodeLike('шт')).toBe(false)
})

test.each([
  ['шт', 'шт'],
  ['шт.', 'шт'],
  ['ШТ', 'шт'],
  ['wt', 'шт'],
  ['компл', 'компл'],
  ['м2', 'м2'],
  ['Итого', null],
  ['', null],
])('the unit "%s" is read as %s', (text, unit) => {
  expect(unitOf(text)).toBe(unit)
})

test('names are compared without regard to letter case, word order and letters that look alike', () => {
  expect(foldedText('Болт М8 «X»')).toBe(foldedText('болт M8 х'))
  const likeness = (a: string, b: string) => trigramLikeness(trigramsOf(a), trigramsOf(b))
  expect(likeness('Болт М8х40 цинк', 'цинк болт м8х40')).toBe(1)
  expect(likeness('Болт М8х40', 'Чай чёрный')).toBe(0)
  expect(likeness('', 'Болт')).toBe(0)
})
