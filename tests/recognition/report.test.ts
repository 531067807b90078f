/**
 * Tests which readings the recognition report counts as wrong and which as equal. Also checks that the documents of its
 * test sets add up.
 */
import { expect, test } from 'vitest'
import type { ExtractedLine, Extraction } from '../../server/recognition/words/extraction.ts'
import { apartWords } from '../../tools/documents/apart/words.ts'
import { chanceOf } from '../../tools/documents/chance.ts'
import { dealOf, withGoods } from '../../tools/documents/pages/trade.ts'
import { practiceWords } from '../../tools/documents/practice/words.ts'
import { rehearsalWords } from '../../tools/documents/rehearsal/words.ts'
import { compare, type Truth } from '../../tools/recognition-report/compare.ts'
import { foldedCode, foldedNumber, foldedUnit, partyLikeness } from '../../tools/recognition-report/folding.ts'

const TRUTH: Truth = {
  kind: 'invoice',
  number: 'ЦБ-17',
  date: '2026-03-05',
  supplier: { name: 'ООО «Гранит»', inn: '9756585057' },
  lines: [
    { name: 'Болт М8', sku: 'СТ-60', unit: 'шт', quantity: 20, unitCost: 3.5 },
    { name: 'Шайба усиленная', unit: 'уп', quantity: 2, unitCost: 100 },
  ],
  total: 270,
}

const line = (fields: object): ExtractedLine =>
  ({
    name: '',
    sku: null,
    unit: null,
    quantity: null,
    unitCost: null,
    amount: null,
    confidence: 0.99,
    ...fields,
  }) as ExtractedLine
const BOLT = line({ name: 'Болт М8', sku: 'СТ-60', unit: 'шт', quantity: 20_000, unitCost: 350 })
const WASHER = line({ name: 'Шайба усиленная', unit: 'уп', quantity: 2000, unitCost: 10_000 })

function read(lines: readonly ExtractedLine[], fields: object = {}): Extraction {
  const { number, date, kind, supplier } = TRUTH
  const head = { kind, reference: number, issuedAt: date, supplier, total: 27_000, warnings: [], text: '' }
  return {
    ...head,
    lines,
    recognition: { model: '', startedAt: '', durationSeconds: 0 },
    ...fields,
  } as unknown as Extraction
}

const causesOf = (extraction: Extraction) => compare(extraction, TRUTH).faults.map(({ cause }) => cause)

test('the recognition report finds no faults in a correctly read document', () => {
  expect(causesOf(read([WASHER, BOLT]))).toEqual([])
})

test('the recognition report names the cause of each fault', () => {
  expect(causesOf(read([BOLT]))).toEqual(['row lost', 'wrong and unflagged'])
  expect(causesOf(read([BOLT, WASHER, line({ name: 'Банк', quantity: 1000, unitCost: 1 })]))).toContain('row made up')
  expect(causesOf(read([{ ...BOLT, quantity: 20 } as ExtractedLine, WASHER]))).toContain('quantity')
  expect(causesOf(read([{ ...BOLT, unitCost: 35 } as ExtractedLine, WASHER]))).toContain('price')
  expect(causesOf(read([BOLT, { ...WASHER, unit: 'м' }]))).toEqual(['unit'])
  expect(causesOf(read([BOLT, { ...WASHER, sku: '12' }]))).toEqual(['sku'])
  expect(causesOf(read([BOLT, WASHER], { issuedAt: null, supplier: { name: null, inn: null } }))).toEqual([
    'date',
    'ИНН',
    'supplier name',
  ])
  const flagged = read([BOLT], { warnings: [{ code: 'TOTAL_DIFFERS', message: '' }] })
  expect(causesOf(flagged)).toEqual(['row lost'])
})

test('the recognition report counts lines that are wrong although they were read with confidence', () => {
  expect(compare(read([{ ...BOLT, quantity: 20 } as ExtractedLine, WASHER]), TRUTH).sure).toEqual([1, 2])
})

test('the recognition report counts names with marks, and wrong letters that have none', () => {
  const misread = { ...BOLT, name: 'Бопт М8' }
  const checksOf = (bolt: ExtractedLine) => compare(read([bolt, WASHER]), TRUTH).checks
  expect(checksOf(misread)).toMatchObject({ 'name, except for marked letters': [1, 2], 'name without a mark': [2, 2] })
  const marked = checksOf({ ...misread, doubts: { name: [2], sku: [] } })
  expect(marked).toMatchObject({ 'name, except for marked letters': [2, 2], 'name without a mark': [1, 2] })
})

test('the recognition report treats characters that look the same on paper as equal', () => {
  expect(foldedNumber('CБ – 17')).toBe(foldedNumber('СБ-17'))
  expect(foldedNumber('ОБ-17')).not.toBe(foldedNumber('0Б-17'))
  expect(foldedCode('З0Б')).toBe(foldedCode('3O6'))
  expect([foldedUnit('Упак.'), foldedUnit('м²'), foldedUnit('пог. м')]).toEqual(['уп', 'м2', 'пог.м'])
  expect(partyLikeness('Общество с ограниченной ответственностью "ГРАНИТ"', 'ООО «Гранит»')).toBe(1)
})

test('the generated documents of all test sets add up', () => {
  for (const words of [practiceWords, rehearsalWords, apartWords])
    for (let seed = 1; seed <= 60; seed++) {
      const chance = chanceOf(seed)
      const vat = chance.of(['none', 'included', 'net', 'rounded'] as const)
      const deal = dealOf(chance, words, { count: 8, vat, withSku: true, withDiscount: false, longNames: 0.3 })
      const sum = deal.lines.reduce((all, one) => all + one.amountMinor, 0)
      const onTop = vat === 'net' || vat === 'rounded' ? deal.vatMinor : 0
      expect(deal.totalMinor).toBe(sum + onTop)
      for (const { quantityMilli, priceMinor, amountMinor } of deal.lines)
        if (vat === 'rounded') expect(Math.round((amountMinor * 1000) / quantityMilli)).toBe(priceMinor)
        else expect(amountMinor).toBe(Math.floor((quantityMilli * priceMinor + 500) / 1000))
      expect(deal.buyer.short).not.toBe(deal.seller.short)
    }
})

test('a separate products file replaces the products of a test set', () => {
  const words = withGoods(
    practiceWords,
    '# fishing\nБлесна колеблющаяся 12 г|шт|90|180\n\n# music\nСтруны нейлоновые|к-т|400|900\n',
  )
  expect(words.trades).toEqual({
    fishing: ['Блесна колеблющаяся 12 г|шт|90|180'],
    music: ['Струны нейлоновые|к-т|400|900'],
  })
  const options = { count: 3, vat: 'none', withSku: false, withDiscount: false, longNames: 0 } as const
  const names = dealOf(chanceOf(7), words, options).lines.map(({ name }) => name)
  expect(new Set(names).size).toBe(1)
  expect(words.goods.some((one) => one.startsWith(names[0]!))).toBe(true)
})
