/** Which of the company's own partners and products are proposed. */
import { expect, test } from 'vitest'
import type { Extraction } from '../../server/recognition/extraction.ts'
import { type Known, matchExtraction } from '../../server/recognition/match-extraction.ts'

const NOTHING: Known = { products: [], partners: [], earlierMatches: [] }

function extraction(
  lines: { name: string; sku?: string | null }[],
  supplier: Partial<Extraction['supplier']> = {},
): Extraction {
  return {
    kind: 'invoice',
    reference: null,
    issuedAt: null,
    supplier: { name: null, inn: null, ...supplier },
    lines: lines.map(({ name, sku = null }) => ({
      name,
      sku,
      unit: null,
      quantity: null,
      unitCost: null,
      amount: null,
      confidence: 1,
    })),
    total: null,
    warnings: [],
    text: '',
    recognition: { model: 'm', startedAt: '2026-01-01T00:00:00.000Z', durationSeconds: 1 },
  }
}

const partnerFor = (supplier: Partial<Extraction['supplier']>, partners: Known['partners']) =>
  matchExtraction(extraction([], supplier), { ...NOTHING, partners }).supplier.partnerId

const productFor = (line: { name: string; sku?: string | null }, known: Partial<Known>) =>
  matchExtraction(extraction([line], { inn: '9756585057' }), { ...NOTHING, ...known }).lines[0]!.productId

const VECTOR = { id: 'vector', name: 'ООО «Вектор»', inn: '9756585057' }

test('a partner is found by ИНН, whatever its name', () => {
  expect(partnerFor({ name: 'Другое', inn: '9756585057' }, [VECTOR])).toBe('vector')
})

test('another ИНН is another partner, even of the same name', () => {
  expect(partnerFor({ name: 'ООО «Вектор»', inn: '9746611237' }, [VECTOR])).toBeUndefined()
})

test('a misread figure of an ИНН still finds its partner, unless two could be meant', () => {
  expect(partnerFor({ inn: '9756535057' }, [VECTOR])).toBe('vector')
  expect(partnerFor({ inn: '9756535057' }, [VECTOR, { id: 'twin', name: 'Б', inn: '9756535054' }])).toBeUndefined()
})

test('a partner is found by name without its legal form, also with a misread letter', () => {
  const partners = [
    { id: 'a', name: 'Крепёж-Вектор Плюс' },
    { id: 'b', name: 'Сантехкварц' },
  ]
  expect(partnerFor({ name: 'ООО «Крепеж-Вектор Плюс»' }, partners)).toBe('a')
  expect(partnerFor({ name: 'ООО «Сантехкварц' }, partners)).toBe('b')
  expect(partnerFor({ name: 'ООО «Крепёж-Векгор Плюс»' }, partners)).toBe('a')
  expect(partnerFor({ name: 'ООО «Ромашка»' }, partners)).toBeUndefined()
})

test('two partners of one name: none is proposed', () => {
  expect(
    partnerFor({ name: 'Вектор' }, [
      { id: 'a', name: 'Вектор' },
      { id: 'b', name: 'ООО «Вектор»' },
    ]),
  ).toBeUndefined()
})

test('barcode comes before sku, sku before code, code before the name', () => {
  const products = [
    { id: 'barcode', name: 'А', barcodes: ['4600000000017'] },
    { id: 'sku', name: 'Б', sku: 'KR-1060' },
    { id: 'code', name: 'В', code: 'KR-1060' },
    { id: 'name', name: 'Болт М10х60' },
  ]
  expect(productFor({ name: 'Болт М10х60 4600000000017', sku: 'KR-1060' }, { products })).toBe('barcode')
  expect(productFor({ name: 'Болт М10х60', sku: 'kr-1060' }, { products })).toBe('sku')
  expect(productFor({ name: 'Болт М10х60', sku: 'KR-1060' }, { products: products.slice(2) })).toBe('code')
  expect(productFor({ name: 'болт М10х60' }, { products })).toBe('name')
})

test('a code in Russian letters finds the Latin one that looks the same', () => {
  expect(productFor({ name: 'Х', sku: 'КМ-310' }, { products: [{ id: 'glue', name: 'Клей', sku: 'KM-310' }] })).toBe(
    'glue',
  )
})

test('what an owner chose for this supplier is proposed again, before the likest name', () => {
  const known = {
    products: [
      { id: 'ours', name: 'Саморез чёрный' },
      { id: 'like', name: 'Винт потайной 3х20' },
    ],
    partners: [VECTOR, { id: 'other', name: 'Иной', inn: '9746611237' }],
    earlierMatches: [{ partnerId: 'vector', name: 'Винт потайной 3х20 мм', sku: null, productId: 'ours' }],
  }
  expect(productFor({ name: 'Винт потайной 3x20 мм' }, known)).toBe('ours')
  expect(
    matchExtraction(extraction([{ name: 'Винт потайной 3x20 мм' }], { inn: '9746611237' }), known).lines[0]!.productId,
  ).toBe('like')
})

test('a product that is no more is not proposed from memory', () => {
  const earlierMatches = [{ partnerId: 'vector', name: 'Болт', sku: null, productId: 'gone' }]
  expect(productFor({ name: 'Болт' }, { partners: [VECTOR], earlierMatches })).toBeUndefined()
})

test('a like name is proposed, sizes that differ are not', () => {
  const products = [
    { id: '40', name: 'Болт М8х40 DIN 933' },
    { id: '60', name: 'Болт М8х60 DIN 933' },
  ]
  expect(productFor({ name: 'Болт M8х60 DIN 933 цинк' }, { products })).toBe('60')
  expect(productFor({ name: 'Болт М8х80 DIN 933' }, { products })).toBeUndefined()
  expect(productFor({ name: 'Чай чёрный' }, { products })).toBeUndefined()
  expect(productFor({ name: '' }, { products })).toBeUndefined()
})
