/**
 * Tests the rules for turning MoySklad rows into our records, on rows written for these tests. They cover cases that no
 * MoySklad sample shows, or that must be tested even without the samples.
 */
import { expect, test } from 'vitest'
import { customEntityOf, planCustomFields } from '../../server/moysklad/mapping/custom-fields.ts'
import { dictionariesOf, suppliersIn } from '../../server/moysklad/mapping/dictionaries.ts'
import { NUMBER_PREFIXES } from '../../server/moysklad/mapping/documents.ts'
import { fieldOutcomes, guideOf } from '../../server/moysklad/mapping/field-guide.ts'
import { mapRow, type RowType } from '../../server/moysklad/mapping/map-row.ts'
import type { Plan } from '../../server/moysklad/mapping/plan.ts'
import { linksWithin, sourceIdOf } from '../../server/moysklad/mapping/source-values.ts'
import { FULL_LISTS, FULL_ROWS, fullAccount } from '../support/moysklad/full-rows.ts'
import { ACCOUNT, meta, parentRow, price, purchase, sourceRow, whole } from '../support/moysklad/mapping-account.ts'
import { MappingWorld } from '../support/moysklad/mapping-world.ts'

const plan = (type: RowType, row: object, account = ACCOUNT): Plan => mapRow(type, sourceRow(type, row), account)
const body = (type: RowType, row: object, account = ACCOUNT) => plan(type, row, account).body
const line = (row: object = {}) => ({ assortment: meta('product', 'p'), quantity: 1, price: 100, ...row })
const costOf = (row: object) => {
  const lines = body('receipt', purchase({}, line(row)))?.lines as { unitCost: number }[] | undefined
  return lines?.[0]?.unitCost
}

test('the id of a MoySklad row is its id field, or else the last part of its address', () => {
  expect(sourceIdOf({ id: 'own', ...meta('product', 'other') })).toBe('own')
  expect(sourceIdOf({ meta: { href: 'https://source.example/entity/supply/abc?expand=positions' } })).toBe('abc')
  expect(sourceIdOf({ meta: { href: 'https://source.example/entity/product/parent/variant/' } })).toBe('variant')
  for (const none of [undefined, null, {}, { meta: {} }, 'text', []]) expect(sourceIdOf(none)).toBe('')
})

test('our SKU is MoySklad’s article or, without one, its code', () => {
  expect(body('product', { article: 'A-1', code: '7' })).toMatchObject({ sku: 'A-1', code: '7' })
  expect(body('product', { code: '7' })).toMatchObject({ sku: '7', code: '7' })
  expect(body('service', { code: '7' })).toMatchObject({ sku: '7' })
})

test('our main price is the price of MoySklad’s first price type, unless that is zero', () => {
  const salePrice = (id: string, value: unknown) => ({ ...price(value), priceType: { id, name: id } })
  const { body: planned, problems } = plan('product', {
    salePrices: [
      salePrice('wholesale', '80000.0'),
      salePrice('main', 100_050),
      salePrice('zero', 0),
      salePrice('main', 5),
    ],
    minPrice: price(0),
    buyPrice: price(0),
  })
  expect(planned).toEqual({
    name: 'Запись',
    kind: 'product',
    price: 1_000.5,
    prices: [
      { priceTypeId: { reference: 'price_type', externalId: 'wholesale' }, price: 800 },
      { priceTypeId: { reference: 'price_type', externalId: 'main' }, price: 1_000.5 },
    ],
  })
  expect(problems.map(({ code }) => code)).toEqual(['repeat_left_out', 'price_zero_skipped'])
})

test('fractions of a kopeck from MoySklad are rounded half up', () => {
  for (const [kopecks, roubles] of [
    ['100.4999', 1],
    ['100.5', 1.01],
    ['0.5', 0.01],
    ['1234567890.5', 12_345_678.91],
  ] as const)
    expect(body('product', { buyPrice: price(kopecks) })).toMatchObject({ cost: roubles })
})

test.each([
  [{ effectiveVatEnabled: false, effectiveVat: 20 }, undefined],
  [{ effectiveVatEnabled: true, effectiveVat: 20, vat: 10 }, 20],
  [{ effectiveVatEnabled: true, effectiveVat: 0 }, 0],
  [{ vatEnabled: false, vat: 20 }, undefined],
  [{ vatEnabled: true, vat: 10 }, 10],
  [{ useParentVat: true }, undefined],
] as const)('the VAT rate of a MoySklad row with %j is %s', (row, rate) => {
  expect(body('product', row)?.vatRate).toBe(rate)
})

test('a MoySklad variant without a name is named after its product and its characteristics', () => {
  const parent = parentRow({
    ...{ id: 'shirt', name: 'Рубашка', buyPrice: price(5_000), pathName: 'Одежда', country: meta('country', 'ru') },
  })
  const account = { ...ACCOUNT, parentOf: (id: string) => (id === 'shirt' ? parent : undefined) }
  const row = {
    name: '',
    product: meta('product', 'shirt'),
    characteristics: [
      { name: 'Цвет', value: 'белый' },
      { name: 'Размер', value: 'M' },
    ],
  }
  expect(body('variant', row, account)).toEqual({
    // A variant that was imported before must keep its name.
    name: { unread: true, otherwise: 'Рубашка (белый, M)' },
    kind: 'variant',
    category: 'Одежда',
    country: 'Россия',
    cost: 50,
    parentProductId: { reference: 'product', externalId: 'shirt' },
    customValues: { Цвет: 'белый', Размер: 'M' },
  })
  expect(body('variant', { ...row, buyPrice: price(7_000) }, account)).toMatchObject({ cost: 70 })
})

test('a MoySklad variant has its product’s packages and its own barcodes', () => {
  const pack = { id: 'box', quantity: 12, uom: meta('uom', 'piece'), barcodes: [{ ean13: 'product' }] }
  const account = { ...ACCOUNT, parentOf: () => parentRow({ packs: [pack, { ...pack, id: 'pallet', quantity: 100 }] }) }
  const own = { id: 'x', parentpack: meta('pack', 'box'), barcodes: [{ ean13: 'variant' }] }
  expect(body('variant', { packs: [own] }, account)?.packages).toEqual([
    { name: 'шт', quantity: 12, barcode: 'variant' },
    { name: 'шт', quantity: 100, barcode: 'product' },
  ])
})

test('the quantities of a component that a MoySklad bundle lists twice are added up', () => {
  const component = (type: string, id: string, quantity: unknown) => ({ assortment: meta(type, id), quantity })
  const components = whole(
    component('product', 'a', '0.1'),
    component('variant', 'b', 2),
    component('product', 'a', '0.2'),
  )
  expect(body('bundle', { components })?.components).toEqual([
    { productId: { reference: 'product', externalId: 'a' }, quantity: 0.3 },
    { productId: { reference: 'product', externalId: 'b' }, quantity: 2 },
  ])
  expect(body('bundle', { components: whole(component('service', 's', 1)) })).toEqual({
    name: 'Запись',
    kind: 'service',
  })
  expect(body('bundle', { components: whole(component('product', 'a', '0.0004')) })).toBeNull()
  expect(body('bundle', { components: { meta: { size: 2 }, rows: [component('product', 'a', 1)] } })).toBeNull()
})

test('a MoySklad partner that purchases or products refer to is a supplier, and one with sales is a customer', () => {
  const suppliers = suppliersIn([
    { agent: meta('counterparty', 'a') },
    { supplier: meta('counterparty', 'b') },
    { agent: meta('organization', 'c') },
  ])
  expect([...suppliers]).toEqual(['a', 'b'])
  const account = { ...ACCOUNT, suppliers }
  expect(body('partner', { id: 'a', salesAmount: 5 }, account)?.roles).toEqual(['Поставщик', 'Покупатель'])
  expect(body('partner', { id: 'b' }, account)?.roles).toEqual(['Поставщик'])
  expect(body('partner', { id: 'c', salesAmount: 5 }, account)?.roles).toEqual(['Покупатель'])
  // In this import no row shows the partner's role, so the role found by an earlier import must be kept.
  expect(body('partner', { id: 'd' }, account)?.roles).toEqual({ unread: true })
})

test('a missing full address or full name in MoySklad is assembled from its parts', () => {
  const planned = body('partner', {
    ...{ accounts: whole(), contactpersons: whole() },
    companyType: 'individual',
    legalLastName: 'Петрова',
    legalFirstName: 'Анна',
    actualAddressFull: {
      postalCode: '170100',
      country: meta('country', 'ru'),
      city: 'Тверь',
      street: 'Советская',
      house: '1',
    },
  })
  expect(planned).toEqual({
    name: 'Запись',
    roles: { unread: true },
    legalKind: 'Физическое лицо',
    fullName: 'Петрова Анна',
    actualAddress: '170100, Россия, Тверь, Советская, 1',
  })
})

test('a MoySklad partner’s main bank account comes first in our list of accounts', () => {
  const accounts = whole(
    { accountNumber: '1', isDefault: false, bankName: 'Первый' },
    { accountNumber: '2', isDefault: true, bic: '044525225' },
  )
  for (const type of ['partner', 'organization'] as const)
    expect(body(type, { accounts })?.bankAccounts).toEqual([
      { bankName: 'Банк не указан', accountNumber: '2', bic: '044525225' },
      { bankName: 'Первый', accountNumber: '1' },
    ])
})

test('MoySklad fields with names such as __proto__ are imported like any other', () => {
  const dangerous = JSON.parse('{"__proto__": "a", "constructor": "b", "toString": "c"}')
  const row = Object.create(null, Object.getOwnPropertyDescriptors({ ...sourceRow('product', {}) }))
  for (const [name, value] of Object.entries(dangerous)) Object.defineProperty(row, name, { value, enumerable: true })
  const { data, problems } = mapRow('product', row, ACCOUNT)
  expect(Object.entries(data.left as object)).toEqual([
    ['__proto__', 'a'],
    ['constructor', 'b'],
    ['toString', 'c'],
  ])
  expect(problems.map(({ code }) => code)).toEqual(['kept_in_report'])
})

test('a MoySklad partner’s discount is imported only if it is a personal discount', () => {
  const discounts = [{ personalDiscount: 7.5 }, { accumulationDiscount: 3, demandSumCorrection: 100 }]
  const { body: planned, data } = plan('partner', { discounts })
  expect(planned?.discountPercent).toBe(7.5)
  expect(data.whole).toMatchObject({ discountPercent: discounts })
})

test('each kind of MoySklad purchase document has its own number prefix and its own rule for the due date', () => {
  expect(new Set(Object.values(NUMBER_PREFIXES)).size).toBe(3)
  const row = purchase({ deliveryPlannedMoment: '2026-02-01 12:00:00', paymentPlannedMoment: '2026-03-01 12:00:00' })
  const of = (type: RowType) => [plan(type, row).name, body(type, row)?.dueAt]
  expect(of('purchase_order')).toEqual(['EXT-PO-00001', '2026-02-01T09:00:00.000Z'])
  expect(of('supplier_invoice')).toEqual(['EXT-INV-00001', '2026-03-01T09:00:00.000Z'])
  expect(of('receipt')).toEqual(['EXT-RCV-00001', undefined])
})

test('the cost of a MoySklad line is its price after the discount, rounded once', () => {
  expect(costOf({ price: '100.5' })).toBe(1.01)
  expect(costOf({ price: 999, discount: 33 })).toBe(6.69)
  // The exact value, 50.45 kopecks, rounds to 50. Rounding the price to 101 first, or the result to 50.5 first, would
  // give 51.
  expect(costOf({ price: '100.9', discount: 50 })).toBe(0.5)
  expect(costOf({ price: 100, discount: -10 })).toBe(1.1)
  expect(costOf({ price: 100, discount: 100 })).toBe(0)
  expect(costOf({ price: 100, discount: 101 })).toBeUndefined()
  expect(costOf({ price: -1 })).toBeUndefined()
  // A line without a price is refused, because every line must have one.
  expect(costOf({ price: undefined })).toBeUndefined()
  expect(costOf({ price: 100, discount: [] })).toBeUndefined()
})

test('quantities in MoySklad lines keep three decimals', () => {
  const lines = body(
    'receipt',
    purchase({}, line({ quantity: '1.0005' }), line({ quantity: '0.0004' }), line({ quantity: 2 })),
  )?.lines
  expect(lines).toMatchObject([{ quantity: 1.001 }, { quantity: 2 }])
  expect(body('receipt', purchase({}, line(), line({ quantity: 2_000_000, price: '100000000000' })))).toBeNull()
  expect(body('receipt', purchase({}, line(), line({ quantity: -1 })))).toBeNull()
  expect(body('receipt', purchase({}, line(), line({ assortment: undefined })))).toBeNull()
})

test('a MoySklad line with a consignment refers to the product of that consignment', () => {
  const assortment = { ...meta('consignment', 'c'), assortment: meta('variant', 'v') }
  expect(body('receipt', purchase({}, line({ assortment })))?.lines).toMatchObject([
    { productId: { reference: 'product', externalId: 'v' } },
  ])
})

test('VAT on top of the prices does not count as a difference between MoySklad’s total and ours', () => {
  const row = purchase({ vatEnabled: true, vatIncluded: false, sum: 120 }, line({ vat: 20, vatEnabled: true }))
  const { problems, data } = plan('receipt', row)
  expect(problems.map(({ code }) => code)).toEqual(['vat_on_top'])
  expect(data.left).toMatchObject({ sum: '120', vatIncluded: false, lines: [{ line: 1, vat: 20, vatEnabled: true }] })
})

test('a MoySklad document without a currency uses the account’s currency', () => {
  const row = purchase({ rate: undefined }, line())
  expect(body('receipt', row)).toMatchObject({ kind: 'receipt' })
  expect(body('receipt', row, { ...ACCOUNT, defaultCurrency: { code: 'EUR', isRouble: false } })).toBeNull()
})

test('an archived MoySklad row is imported and marked as archived', () => {
  expect(plan('product', { archived: true })).toMatchObject({ archived: true, body: { name: 'Запись' } })
})

test('the id of a custom entity is read from both forms of its MoySklad address', () => {
  const of = (href: string) => customEntityOf({ customEntityMeta: { href } })
  expect(of('https://source.example/entity/companysettings/metadata/customEntities/abc')).toBe('abc')
  expect(of('https://source.example/entity/customentity/abc/metadata')).toBe('abc')
  expect(customEntityOf({})).toBe('')
})

test('MoySklad fields that share a name get different names here', () => {
  const attribute = (id: string, name: string, type: string, more = {}) => ({ id, name, type, ...more })
  const select = { customEntityMeta: { href: 'https://source.example/entity/customentity/list/metadata' } }
  const { plans, fields } = planCustomFields(
    [
      { entityKind: 'procurement_document', label: 'заказ', rows: [attribute('a', 'Отдел', 'string')] },
      {
        entityKind: 'procurement_document',
        label: 'приёмка',
        rows: [attribute('b', 'Отдел', 'long'), attribute('c', 'Приоритет', 'customentity', select)],
      },
    ],
    (id) => (id === 'list' ? ['высокий', 'низкий', 'высокий', ''] : undefined),
  )
  expect(plans.map(({ name }) => name)).toEqual(['Отдел', 'Отдел (приёмка)', 'Приоритет'])
  expect(plans[2]!.body?.options).toEqual(['высокий', 'низкий'])
  const account = { ...ACCOUNT, ...dictionariesOf({ fields }), currencies: ACCOUNT.currencies }
  const attributes = [
    { id: 'b', name: 'Отдел', type: 'long', value: 7 },
    { id: 'c', name: 'Приоритет', type: 'customentity', value: { ...meta('customentity', 'x'), name: 'низкий' } },
  ]
  const world = new MappingWorld()
  for (const one of plans) world.create(one)
  const planned = plan('receipt', purchase({ attributes }, line()), account)
  expect(Object.values(world.create(planned)!.customValues as object)).toEqual([7, 'низкий'])
})

test('the report on a MoySklad row states in both languages what happened to each field', () => {
  const row = sourceRow('product', {
    ...{ name: 'Товар', article: 'A', minPrice: price(100, 'eur'), files: { meta: { size: 2 } } },
  })
  const planned = mapRow('product', row, ACCOUNT)
  const fates = fieldOutcomes(planned, row)
  expect(fates.map(({ label, target, planned: value }) => [label, target, value])).toEqual([
    ['Наименование', 'name', 'Товар'],
    ['Артикул', 'sku', 'A'],
    ['Минимальная цена', null, null],
    ['Файлы', null, null],
  ])
  expect(fates[2]!.reasons[0]).toContain('в другой валюте (1 EUR)')
  expect(fieldOutcomes(planned, row, 'en')[3]).toMatchObject({
    label: 'Files',
    reasons: [expect.stringContaining('Files (2)')],
  })
})

test('our command accepts a MoySklad row that has every field', () => {
  const account = fullAccount(FULL_LISTS)
  for (const [type, row] of FULL_ROWS) {
    const planned = mapRow(type, row, account)
    expect(new MappingWorld().create(planned), type).not.toBeNull()
    if (guideOf(type) === null) continue
    const fates = fieldOutcomes(planned, row)
    expect(fates.length, type).toBeGreaterThanOrEqual(10)
    // MoySklad has no planned date for receipts. The complete row has one, because all purchases share one shape.
    const told = fates.filter(({ label }) => type !== 'receipt' || !label.startsWith('План. дата'))
    for (const { planned: value, reasons, label } of told)
      expect(value !== null || reasons.length > 0, `${type} ${label}`).toBe(true)
  }
})

test('a price in an unreadable currency and a malformed value are reported with different reasons', () => {
  const row = sourceRow('product', {
    ...{ buyPrice: price(100, 'nowhere'), description: ['x'], discountProhibited: true },
  })
  const reasons = new Map(fieldOutcomes(mapRow('product', row, ACCOUNT), row).map((fate) => [fate.label, fate.reasons]))
  expect(reasons.get('Закупочная цена')).toEqual([expect.stringContaining('Валюта цены')])
  expect(reasons.get('Описание')).toEqual([expect.stringContaining('в неизвестном виде')])
  expect(reasons.get('Запретить скидки')).toHaveLength(1)
})

test('a document line refers to its product by id and name, or by id alone if MoySklad gives only an id', () => {
  const named = { ...meta('product', 'known'), name: 'Чайник' }
  const rows = [line({ assortment: named }), line({ assortment: meta('product', 'unknown') })]
  const { lines } = plan('receipt', purchase({}, ...rows)).body as { lines: { productId: object }[] }
  expect(lines.map(({ productId }) => productId)).toEqual([
    { reference: 'product', externalId: 'known', name: 'Чайник' },
    { reference: 'product', externalId: 'unknown' },
  ])
})

test('an address, a name or a number in an unknown format does not change the value stored in Skladno', () => {
  const unread = { unread: true }
  expect(plan('receipt', purchase({ name: ['1'] }, line())).body?.reference).toEqual({
    ...unread,
    otherwise: 'EXT-RCV-',
  })
  expect(plan('warehouse', { name: 'Склад', addressFull: 'Москва' }).body).toMatchObject({
    city: unread,
    address: unread,
  })
  expect(
    plan('warehouse', { name: 'Склад', address: 'Мира, 1', addressFull: { city: ['Москва'] } }).body,
  ).toMatchObject({
    ...{ city: unread, address: 'Мира, 1' },
  })
  expect(plan('partner', { legalFirstName: ['Анна'], legalAddressFull: 'Тверь' }).body).toMatchObject({
    ...{ fullName: unread, legalAddress: unread },
  })
})

test('the report keeps the addresses of pictures in MoySklad’s API, but none on another host, because those expire', () => {
  const api = 'https://api.source.example/api/remap/1.2'
  const picture = {
    meta: { href: `${api}/entity/product/p/images/i`, type: 'image', downloadHref: `${api}/download/i` },
    ...{ filename: 'чайник.png', size: 14_052 },
    miniature: { href: `${api}/download/i?miniature=true`, downloadHref: 'https://temporary.example/i' },
    tiny: { href: 'https://temporary.example/t.png' },
  }
  const images = { meta: { href: `${api}/entity/product/p/images`, size: 1 }, rows: [picture] }
  expect(linksWithin(images)).toMatchObject({
    rows: [
      {
        filename: 'чайник.png',
        href: `${api}/entity/product/p/images/i`,
        downloadHref: `${api}/download/i`,
        miniatureHref: `${api}/download/i?miniature=true`,
      },
    ],
  })
  expect(JSON.stringify(linksWithin(images))).not.toContain('temporary.example')
})
