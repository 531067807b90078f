/** Tests which of the company's partners and products are proposed for a recognized document. */
import { expect, test } from 'vitest'
import { numberToLookUp, ownNameOf, withKnownSupplier } from '../../server/recognition/match/known-supplier.ts'
import { type Known, matchExtraction, matchingSteps } from '../../server/recognition/match/match-extraction.ts'
import type { Extraction } from '../../server/recognition/words/extraction.ts'

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
const VECTOR_READ = { name: 'ООО «Вектор»', inn: '9756585057' }
const DOUBT = { code: 'SUPPLIER_DOUBTFUL', message: 'The supplier is hard to read.' } as const

test('a partner is found by its tax number (ИНН), whatever its name', () => {
  expect(partnerFor({ name: 'Другое', inn: '9756585057' }, [VECTOR])).toBe('vector')
})

test('a partner with the same name but another tax number is treated as a different partner', () => {
  expect(partnerFor({ name: 'ООО «Вектор»', inn: '9746611237' }, [VECTOR])).toBeUndefined()
})

test('a tax number with one misread digit still finds its partner if only one partner is possible', () => {
  expect(partnerFor({ inn: '9756535057' }, [VECTOR])).toBe('vector')
  expect(partnerFor({ inn: '9756535057' }, [VECTOR, { id: 'twin', name: 'Б', inn: '9756535054' }])).toBeUndefined()
})

test('a partner is found by its name without the legal form, even with a misread letter', () => {
  const partners = [
    { id: 'a', name: 'Крепёж-Вектор Плюс' },
    { id: 'b', name: 'Сантехкварц' },
  ]
  expect(partnerFor({ name: 'ООО «Крепеж-Вектор Плюс»' }, partners)).toBe('a')
  expect(partnerFor({ name: 'ООО «Сантехкварц' }, partners)).toBe('b')
  expect(partnerFor({ name: 'ООО «Крепёж-Векгор Плюс»' }, partners)).toBe('a')
  expect(partnerFor({ name: 'ООО «Ромашка»' }, partners)).toBeUndefined()
})

test('no partner is proposed if two partners have the printed name', () => {
  expect(
    partnerFor({ name: 'Вектор' }, [
      { id: 'a', name: 'Вектор' },
      { id: 'b', name: 'ООО «Вектор»' },
    ]),
  ).toBeUndefined()
})

test('a product is matched by barcode first, then SKU, then code, then name', () => {
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

test('a product code read in Russian letters finds the same code in Latin letters', () => {
  expect(productFor({ name: 'Х', sku: 'КМ-310' }, { products: [{ id: 'glue', name: 'Клей', sku: 'KM-310' }] })).toBe(
    'glue',
  )
})

test('the product that a user once chose for the same text of the same supplier is proposed first', () => {
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

test('a product that was chosen before but has since been deleted is not proposed', () => {
  const earlierMatches = [{ partnerId: 'vector', name: 'Болт', sku: null, productId: 'gone' }]
  expect(productFor({ name: 'Болт' }, { partners: [VECTOR], earlierMatches })).toBeUndefined()
})

test('a product with a similar name is proposed only if it has the same size', () => {
  const products = [
    { id: '40', name: 'Болт М8х40 DIN 933' },
    { id: '60', name: 'Болт М8х60 DIN 933' },
  ]
  expect(productFor({ name: 'Болт M8х60 DIN 933 цинк' }, { products })).toBe('60')
  expect(productFor({ name: 'Болт М8х80 DIN 933' }, { products })).toBeUndefined()
  expect(productFor({ name: 'Чай чёрный' }, { products })).toBeUndefined()
  expect(productFor({ name: '' }, { products })).toBeUndefined()
})

test('codes match even if letters or digits were misread as ones that look alike', () => {
  const products = [
    { id: 'latin', name: 'Болт', sku: 'CT-6027' },
    { id: 'figures', name: 'Гайка', code: '306-O' },
  ]
  expect(productFor({ name: 'Х', sku: 'СТ-6027' }, { products })).toBe('latin')
  expect(productFor({ name: 'Х', sku: 'ЗО6-0' }, { products })).toBe('figures')
  expect(productFor({ name: 'Х', sku: 'З0Б-О' }, { products })).toBe('figures')
  const twins = [...products, { id: 'russian', name: 'Шайба', sku: 'СТ-6027' }]
  expect(productFor({ name: 'Х', sku: 'СТ-6027' }, { products: twins })).toBe('russian')
  expect(productFor({ name: 'Х', sku: 'CT-6027' }, { products: twins })).toBe('latin')
})

test('the product with the closest name is proposed if several codes look like the printed one', () => {
  const products = [
    { id: 'bolt', name: 'Болт с гайкой 12х100', sku: 'СT-6027' },
    { id: 'paint', name: 'Краска белая матовая', sku: 'CТ-6027' },
  ]
  expect(productFor({ name: 'Краска белая, матовая 5 л', sku: 'СТ-6027' }, { products })).toBe('paint')
  expect(productFor({ name: 'Шланг поливочный', sku: 'СТ-6027' }, { products })).toBeUndefined()
})

test('a matched product code is shown in the company’s own spelling', () => {
  const skuFor = (sku: string, products: Known['products']) =>
    matchExtraction(extraction([{ name: 'Клей', sku }]), { ...NOTHING, products }).lines[0]!.sku
  expect(skuFor('СТ-6О27', [{ id: 'glue', name: 'Клей', sku: 'ct 6027' }])).toBe('ct 6027')
  expect(skuFor('СТ-6027', [{ id: 'glue', name: 'Клей', sku: 'KM-310' }])).toBe('СТ-6027')
})

test.each([
  ['ЦЕ-3340', ['ЦБ-3339'], 'ЦБ-3340'],
  ['006П-000810', ['00БП-000809'], '00БП-000810'],
  ['00БП000810', ['00БП-000809'], '00БП-000810'],
  ['134726', ['133/26', '131/26'], '134/26'],
  ['УТ-000245', ['ЦБ-3339'], 'УТ-000245'],
  ['ЦВ-12', ['ЦБ-10', 'ЦВ-11'], 'ЦВ-12'],
  ['731', ['730', '12'], '731'],
  ['1342', ['133/26'], '1342'],
])('the document number «%s» of a supplier with the earlier numbers %j is taken to be %s', (read, earlier, meant) => {
  const known = {
    ...NOTHING,
    partners: [VECTOR],
    earlierNumbers: new Map([
      ['vector', earlier],
      ['other', ['ЦЕ-1']],
    ]),
  }
  const reference = (inn: string) => matchExtraction({ ...extraction([], { inn }), reference: read }, known).reference
  expect(reference('9756585057')).toBe(meant)
  expect(reference('9746611237')).toBe(read)
})

test('matching many products is done in small steps, so that other work can run in between', () => {
  const products = Array.from({ length: 5_000 }, (_, index) => ({
    id: `${index}`,
    name: `Болт ${index}`,
    sku: `KR-${index}`,
  }))
  const steps = matchingSteps(extraction([{ name: 'Гайка', sku: 'KR-7' }, { name: 'Болт 9' }]), {
    ...NOTHING,
    products,
  })
  let count = 0
  for (let step = steps.next(); step.done !== true; step = steps.next()) count++
  expect(count).toBeGreaterThan(100)
})

test('a supplier gets the name that is registered for its tax number', () => {
  const doubtful = { ...extraction([], { name: 'АО «Альфа-Банк»', inn: VECTOR.inn }), warnings: [DOUBT] }
  expect(ownNameOf(doubtful.supplier, [VECTOR])).toBe('ООО «Вектор»')
  expect(ownNameOf(doubtful.supplier, [VECTOR, { ...VECTOR, id: 'twin' }])).toBeNull()
  expect(withKnownSupplier(doubtful, 'ООО «Вектор»')).toMatchObject({ supplier: VECTOR_READ, warnings: [] })
  const same = extraction([], { name: 'Общество с ограниченной ответственностью "ВЕКТОР"', inn: VECTOR.inn })
  expect(withKnownSupplier(same, 'ООО «Вектор»').supplier.name).toBe(
    'Общество с ограниченной ответственностью "ВЕКТОР"',
  )
  expect(withKnownSupplier(extraction([], { name: null, inn: VECTOR.inn }), 'Вектор').supplier.name).toBe('Вектор')
  expect(numberToLookUp({ name: null, inn: VECTOR.inn })).toBe(VECTOR.inn)
  expect(numberToLookUp({ name: null, inn: '9756585058' })).toBeNull()
})

test('a printed code that matches a product of the company is no longer doubtful', () => {
  const doubts = { name: [2], sku: [0] }
  const read = extraction([{ name: 'Клей', sku: 'КМ-310' }])
  const doubtful = { ...read, lines: read.lines.map((line) => ({ ...line, doubts })) }
  const found = (products: Known['products']) => matchExtraction(doubtful, { ...NOTHING, products }).lines[0]!.doubts
  expect(found([{ id: 'glue', name: 'Клей ПВА', sku: 'KM-310' }])).toEqual({ name: [2], sku: [] })
  expect(found([])).toEqual(doubts)
})
