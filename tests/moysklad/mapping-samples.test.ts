/**
 * Tests the mapping with the samples from MoySklad's documentation, if MATERIAL_DIR contains them. Each sample can be
 * mapped, our command accepts the result, and the values are what a reader of the sample expects. The samples may not
 * be copied into this repository, so mapping-rules.test.ts checks rows of our own, and import.test.ts checks each field
 * of a whole account.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { planCustomFields } from '../../server/moysklad/mapping/custom-fields.ts'
import { dictionariesOf, elementNames } from '../../server/moysklad/mapping/dictionaries.ts'
import { fieldOutcomes, guideOf } from '../../server/moysklad/mapping/field-guide.ts'
import { mapRow, type RowType } from '../../server/moysklad/mapping/map-row.ts'
import type { Plan } from '../../server/moysklad/mapping/plan.ts'
import { type SourceRow, sourceRowOf, sourceText, typeOf } from '../../server/moysklad/mapping/source-values.ts'
import { needing } from '../support/chance/needing.ts'
import { materialAt } from '../support/contract/material.ts'
import { MappingWorld } from '../support/moysklad/mapping-world.ts'

const PLACE = 'extsys/examples/'
const SAMPLES = materialAt(PLACE)

const TYPES: Readonly<Record<string, RowType>> = {
  product: 'product',
  service: 'service',
  variant: 'variant',
  bundle: 'bundle',
  counterparty: 'partner',
  organization: 'organization',
  store: 'warehouse',
  pricetype: 'price_type',
  purchaseorder: 'purchase_order',
  invoicein: 'supplier_invoice',
  supply: 'receipt',
}

const read = (name: string) => JSON.parse(readFileSync(new URL(name, SAMPLES!), 'utf8'))

/** Returns the rows in a file, which is a list, a plain array or a single row. */
function rowsIn(name: string): SourceRow[] {
  const content = read(name)
  const rows: unknown[] = Array.isArray(content) ? content : (content.rows ?? [content])
  return rows.map(sourceRowOf)
}

const named = (id: string, name: string) => ({ id, name })
const rouble = (id: string, isDefault = false) => ({ id, isoCode: 'RUB', default: isDefault })

/**
 * The account used for the samples. Ids differ between the sample files, so the records to which rows refer are made up
 * here.
 */
const ACCOUNT = SAMPLES
  ? dictionariesOf({
      priceTypes: [named('672559f1-cbf3-11e1-9eb9-889ffa6f49fd', 'Цена продажи')],
      currencies: [
        rouble('6314188d-2c7f-11e6-8a84-bae500000055', true),
        rouble('faf45b9a-2e58-11e6-8a84-bae500000055'),
        rouble('baac25f0-50ac-11e5-300d-c79b00000055'),
        rouble('de8b754f-8491-11ea-0a80-037a000002b4'),
        { id: '10772c12-36e7-11e7-8a7f-40d000000097', isoCode: 'EUR' },
        ...rowsIn('currency-list.json').slice(1),
      ],
      units: [
        named('19f1edc0-fc42-4001-94cb-c9ec9c62ec10', 'шт'),
        named('c6b91d63-2c83-11e6-8a84-bae5000000a1', 'коробка'),
        named('c6bc9273-2c83-11e6-8a84-bae5000000a3', 'палета'),
      ],
      countries: rowsIn('country-list.json'),
      fields: planCustomFields(
        [
          {
            entityKind: 'product',
            label: 'товар',
            rows: [
              { id: '0c2e54cd-2c80-11e6-8a84-bae50000009c', name: 'Экспорт', type: 'boolean' },
              { id: '0c2e5dc5-2c80-11e6-8a84-bae50000009d', name: 'Изготовитель', type: 'string' },
            ],
          },
        ],
        () => undefined,
      ).fields,
      named: [named('03935900-b0ae-11ea-0a80-1d9c0000008c', 'Новый')],
    })
  : dictionariesOf({})

interface Sample {
  readonly file: string
  readonly type: RowType
  readonly row: SourceRow
}

const ALL: readonly Sample[] = SAMPLES
  ? readdirSync(SAMPLES)
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) => rowsIn(file).map((row) => ({ file, row, type: TYPES[typeOf(row)] })))
      .filter((sample): sample is Sample => sample.type !== undefined && sourceText(sample.row.id) !== '')
  : []

const sampled = needing(PLACE)

const sample = (file: string, position = 0): SourceRow => rowsIn(file)[position]!
const expanded = (row: SourceRow, field: string, file: string): SourceRow => ({ ...row, [field]: read(file) })
const plan = (type: RowType, row: SourceRow): Plan => mapRow(type, row, ACCOUNT)
const codes = ({ problems }: Plan): string[] => problems.map(({ code }) => code)
const product = (externalId: string) => ({ reference: 'product', externalId })
const priceType = (externalId: string, name: string) => ({ reference: 'price_type', externalId, name })
const SALE = priceType('672559f1-cbf3-11e1-9eb9-889ffa6f49fd', 'Цена продажи')
const FRIENDS = priceType('672559f1-cbf3-11e1-9eb9-889ffa6f2222', 'Цена для друзей')
const UNREAD = { unread: true }

sampled('every sample of an imported kind maps, and the real command takes what is planned', () => {
  expect(ALL.length).toBeGreaterThan(50)
  expect(new Set(ALL.map(({ type }) => type)).size).toBe(Object.keys(TYPES).length)
  for (const { file, type, row } of ALL) {
    const planned = plan(type, row)
    expect(planned.externalId, file).toBe(row.id)
    const record = new MappingWorld().create(planned)
    const isRefused = planned.problems.some(({ severity }) => severity === 'error')
    expect(record === null, `${file} ${planned.name}`).toBe(isRefused)
    // The only reason for a refused row may be that the samples shorten lists, so that a list has fewer rows than its
    // stated size.
    if (isRefused) expect(codes(planned), file).toContain('truncated_collection')
  }
})

sampled(
  'a person finds each filled field of a product, partner and purchase in the report: where it went, or why it did not',
  () => {
    for (const { file, type, row } of ALL.filter((one) => guideOf(one.type) !== null)) {
      const planned = plan(type, row)
      for (const fate of fieldOutcomes(planned, row))
        expect(fate.planned !== null || fate.reasons.length > 0, `${file} ${planned.name} ${fate.label}`).toBe(true)
    }
  },
)

sampled('a product', () => {
  const { body, problems, name, archived } = plan('product', sample('product-list.json'))
  expect(name).toBe('Тыква')
  expect(archived).toBe(false)
  expect(body).toEqual({
    name: 'Тыква',
    kind: 'product',
    sku: 'Ar23',
    code: 'pumpkin1',
    externalCode: '456pumpkin',
    description: 'Тыква, Германия',
    uom: 'шт',
    price: 33.53,
    prices: [
      { priceTypeId: SALE, price: 33.53 },
      { priceTypeId: FRIENDS, price: 32.53 },
    ],
    cost: 0.54,
    weightKg: 200,
    volumeM3: 300,
    vatRate: 18,
    preferredSupplierId: { reference: 'partner', externalId: '6313d1e7-2c7f-11e6-8a84-bae500000051' },
    barcodes: ['20000000', '2000000000000', 'code128 barcode', '00000000000130'],
    customValues: {
      'reference:custom_field:0c2e54cd-2c80-11e6-8a84-bae50000009c': true,
      'reference:custom_field:0c2e5dc5-2c80-11e6-8a84-bae50000009d': 'фермерское хозяйство "Петрович"',
    },
  })
  expect(problems.map(({ code, field, value }) => ({ code, field, value }))).toEqual([
    { code: 'currency_not_default', field: 'minPrice', value: '5 EUR' },
    { code: 'weight_unit_assumed', field: 'weightKg', value: '200' },
    { code: 'weight_unit_assumed', field: 'volumeM3', value: '300' },
  ])
})

sampled('a product with packages and serial numbers', () => {
  const planned = plan('product', sample('product-get.json'))
  expect(planned.body).toMatchObject({
    price: 3_463_472_370,
    cost: 235_530,
    packages: [
      { name: 'кор', quantity: 35 },
      { name: 'палета', quantity: 2000 },
    ],
  })
  expect(planned.data.left).toMatchObject({ things: ['F564X056', 'F564X057'], isSerialTrackable: true })
  expect(codes(planned)).toContain('serial_numbers')
})

sampled('minimum stock: of the product as a whole, or for each warehouse', () => {
  const rows = rowsIn('product-list-minimumstock.json').map(
    (row) => [sourceRowOf(row.minimumStock).type, plan('product', row)] as const,
  )
  const said: Record<string, string[]> = {
    ALL_WAREHOUSE_SUM: [],
    ALL_WAREHOUSE_SAME: ['min_stock_each_warehouse'],
    WAREHOUSE_VARIED: ['min_stock_by_warehouse'],
  }
  expect(new Set(rows.map(([type]) => type))).toEqual(new Set(Object.keys(said)))
  for (const [type, planned] of rows) {
    const { minStock } = planned.body!
    expect(codes(planned).filter((code) => code.startsWith('min_stock'))).toEqual(said[String(type)])
    // If MoySklad has a minimum stock for each warehouse, our own value stays.
    if (type === 'ALL_WAREHOUSE_SUM') expect(typeof minStock).toBe('number')
    else expect(minStock, String(type)).toEqual(UNREAD)
  }
})

sampled('a service', () => {
  const planned = plan('service', sample('service-list.json'))
  expect(planned.body).toEqual({
    name: 'Облицовка',
    kind: 'service',
    sku: 'additionalprot',
    code: 'additionalprot',
    externalCode: 'addProt',
    description: 'Облицовка доставляемого товара',
    price: 10.52,
    prices: [
      { priceTypeId: SALE, price: 10.52 },
      { priceTypeId: FRIENDS, price: 10.2 },
    ],
    vatRate: 6,
    barcodes: ['34875834765872435', '234234234234', '23423423452351'],
    customValues: {
      'reference:custom_field:0c2e54cd-2c80-11e6-8a84-bae50000009c': true,
      'reference:custom_field:0c2e5dc5-2c80-11e6-8a84-bae50000009d': UNREAD,
    },
  })
  // In this sample the price is in euros, and the manufacturer is given as the name of a counterparty, which is kept as
  // text.
  expect(codes(planned)).toEqual(expect.arrayContaining(['currency_not_default', 'attribute_reference']))
})

sampled('a variant has what its product has, but for what is its own', () => {
  const row = sample('variant-list.json')
  const parent = { ...sample('product-list.json'), id: '66ccbc9f-f7d2-11e5-8a84-bae500000076' }
  const planned = mapRow('variant', row, { ...ACCOUNT, parentOf: (id) => (id === parent.id ? parent : undefined) })
  expect(planned.body).toEqual({
    name: 'ТоварМногоМодификаций (1, 100, 10)',
    kind: 'variant',
    sku: 'T01 (M01)',
    code: '00005',
    externalCode: 'rAhHA0T1glL2xY3d1aHFT2',
    parentProductId: product('66ccbc9f-f7d2-11e5-8a84-bae500000076'),
    uom: 'шт',
    cost: 0.54,
    weightKg: 200,
    volumeM3: 300,
    vatRate: 18,
    preferredSupplierId: { reference: 'partner', externalId: '6313d1e7-2c7f-11e6-8a84-bae500000051' },
    barcodes: ['20000000', '2000000000000', 'code128 barcode', '00000000000130'],
    customValues: { Цвет: 'красны', Свежесть: 'Свежий', Вкус: 'Вкусный' },
  })
  expect(codes(planned)).toEqual(expect.arrayContaining(['characteristic_kept_as_text', 'price_zero_skipped']))
})

sampled('a bundle without its service', () => {
  const planned = plan('bundle', expanded(sample('bundle-list.json'), 'components', 'bundle-components.json'))
  expect(planned.body).toEqual({
    name: 'Комплект с товаром и услугой',
    kind: 'bundle',
    sku: '00003',
    code: '00003',
    externalCode: 'iOzqxcTCiAK1-6-eAjVR12',
    uom: 'шт',
    barcodes: ['2000000000039'],
    components: [{ productId: product('b01e8dfd-ee08-11e6-8af5-581e00000005'), quantity: 1 }],
  })
  expect(planned.problems.find(({ code }) => code === 'component_service')?.value).toBe(
    'b3d8d132-ee08-11e6-8af5-581e00000013 × 1',
  )
  expect(new MappingWorld().create(planned)).toMatchObject({ kind: 'bundle' })
})

sampled('a partner with accounts and contacts', () => {
  const row = expanded(sample('counterparty-get-2.json'), 'accounts', 'accounts.json')
  const planned = plan('partner', expanded(row, 'contactpersons', 'contactpersons.json'))
  expect(planned.body).toEqual({
    name: 'ИП Иванов',
    // No row shows a role, so the role found by an earlier import is kept.
    roles: UNREAD,
    legalKind: 'Индивидуальный предприниматель',
    fullName: 'Индивидуальный предприниматель Иванов Иван Иванович',
    inn: '87654321',
    ogrn: '58632598y21jk',
    legalAddress: 'г.Москва ул Авиастроителей д 93 к 12',
    actualAddress: 'г.Москва ул Академика Миля дом 15 к 21',
    contact: 'Адвокатов Петр Сергеевич',
    contacts: [
      { name: 'Адвокатов Петр Сергеевич', phone: '87127418', email: 'advopetr@mail.ru' },
      { name: 'Travolta Jehn', phone: '125815120', email: 'travolta@mail.ru' },
      { name: 'Панин Алексей Олегович', phone: '12412512512', email: 'mail@mail.rq' },
    ],
    bankAccounts: [
      {
        bankName: 'ОАО Сбербанк',
        accountNumber: '236174374372272747234743274',
        bic: '125125125',
        correspondentAccount: '251632427568',
      },
      {
        bankName: 'ВТБ',
        accountNumber: '125917666032321985647',
        bic: '1258617',
        correspondentAccount: '12512578256712',
      },
    ],
  })
  expect(codes(planned)).toEqual([
    'contact_details',
    'contact_details',
    'contact_details',
    'role_unknown',
    'tax_number_wrong',
    'account_details',
    'account_details',
    'state_name',
    'kept_in_report',
  ])
  expect(planned.problems.find(({ code }) => code === 'state_name')?.value).toBe('Новый')
  expect(planned.data.left).toMatchObject({ code: 'someCode', okpo: '12345', sex: 'MALE' })
})

sampled('the price type of a partner is the one of its id, not of its address', () => {
  expect(plan('partner', sample('counterparty-list.json')).body?.priceTypeId).toEqual(SALE)
})

sampled('an organization', () => {
  const planned = plan(
    'organization',
    expanded(sample('organization-list.json'), 'accounts', 'organization-accounts.json'),
  )
  expect(planned.body).toEqual({
    name: 'ООО ОАО ООО ОАО',
    fullName: 'ООО Великое объединение любителей великих объединений',
    inn: '8274424278',
    kpp: '123456789',
    ogrn: '121410924',
    legalAddress: '125009, Россия, г Москва, Москва, ул Тверская, 1, 123, addInfo',
    actualAddress: '125009, Россия, г Москва, Москва, ул Тверская, 1, 111, addInfo',
    bankAccounts: [{ bankName: 'Банк не указан', accountNumber: '40702810100000000001' }],
  })
  expect(codes(planned)).toEqual(expect.arrayContaining(['account_incomplete', 'account_details', 'kept_in_report']))
})

sampled('warehouses', () => {
  const planned = rowsIn('store-list.json').map((row) => plan('warehouse', row))
  expect(planned.map(({ body }) => body)).toEqual(
    [
      ['002', '002'],
      ['Основной склад', 'ОС'],
      ['Подскладик', 'ZAATY643'],
      ['Склад1', '113AB79'],
    ].map(([name, short]) => ({
      name,
      short,
      city: 'Москва',
      address: '125009, Россия, г Москва, Москва, ул Тверская, 1, 123, addInfo',
    })),
  )
  expect(codes(planned[1]!)).toContain('attribute_no_place')
  expect(codes(planned[2]!)).toContain('hierarchy_lost')
})

sampled('price types and custom fields', () => {
  expect(rowsIn('pricetype.json').map((row) => plan('price_type', row).body)).toEqual([
    { name: 'Цена продажи' },
    { name: 'Цена для друзей' },
  ])
  const rows = [
    ...read('attributes-metadata.json').rows,
    ...read('counterparty-metadata-customentity-attributes.json').attributes,
  ]
  const options = elementNames(read('customentity-elements.json'))
  const { plans } = planCustomFields([{ entityKind: 'partner', label: 'контрагент', rows }], (id) =>
    id === 'ac120c44-d383-11e8-ac12-000a000000c4' ? options : undefined,
  )
  expect(plans.map(({ name, body }) => [name, body?.valueType ?? null])).toEqual([
    ['Строковое', 'string'],
    ['Целочисленное', 'number'],
    ['Поле-дата', 'date'],
    ['Справочник-товар', null],
    ['Файловое', null],
    ['Дробное число', 'number'],
    ['Булиновое', 'boolean'],
    ['Текстовое', 'string'],
    ['Ссылочное', 'string'],
    ['[Проект]', null],
    ['Регион', 'select'],
  ])
  expect(plans.at(-1)!.body).toEqual({
    entityKind: 'partner',
    name: 'Регион',
    valueType: 'select',
    options: ['Партнер1', 'Партнер 2', 'Петр михалыч из ООО Предприятие'],
  })
  const world = new MappingWorld()
  for (const planned of plans) world.create(planned)
})

sampled('a purchase order', () => {
  const planned = plan(
    'purchase_order',
    expanded(sample('purchaseorder-list.json'), 'positions', 'purchaseorder-positions.json'),
  )
  expect(planned.name).toBe('EXT-PO-00002')
  expect(planned.body).toEqual({
    kind: 'purchase_order',
    reference: 'EXT-PO-00002',
    supplierId: { reference: 'partner', externalId: '14ae5431-32ca-11e6-8a84-bae50000002d' },
    organizationId: { reference: 'organization', externalId: 'fae3561a-2e58-11e6-8a84-bae50000004e' },
    warehouseId: { reference: 'warehouse', externalId: 'faf3ff5b-2e58-11e6-8a84-bae500000050' },
    issuedAt: '2016-07-01T09:40:00.000Z',
    dueAt: '2016-07-15T09:40:00.000Z',
    note: 'Описание заказа',
    lines: [
      { productId: product('0a89c6f1-3303-11e6-8a84-bae500000cda'), quantity: 1, unitCost: 43 },
      { productId: product('0163030c-3303-11e6-8a84-bae5000004de'), quantity: 1, unitCost: 6 },
      { productId: product('4f918196-3304-11e6-8a84-bae50001c6d2'), quantity: 1, unitCost: 0 },
      { productId: product('4f785efd-3304-11e6-8a84-bae50001c6c4'), quantity: 1, unitCost: 0 },
      { productId: product('7b37adef-3303-11e6-8a84-bae50000bbf7'), quantity: 1, unitCost: 10 },
    ],
  })
  expect(planned.data.left).toMatchObject({ name: '00002', sum: '5900' })
  expect(codes(planned)).toEqual([
    ...['contract_project', 'contract_project', 'state_name', 'payments_sums', 'kept_in_report'],
  ])
  expect(new MappingWorld().create(planned)).toMatchObject({ status: 'draft', total: 59 })
})

sampled('a supplier invoice', () => {
  const planned = plan(
    'supplier_invoice',
    expanded(sample('invoicein-list.json'), 'positions', 'invoicein-positions.json'),
  )
  expect(planned.body).toMatchObject({
    kind: 'supplier_invoice',
    reference: 'EXT-INV-00001',
    issuedAt: '2016-06-10T07:16:00.000Z',
    note: 'Входящий номер: 2',
  })
  const lines = planned.body?.lines as unknown[]
  expect(lines.at(-1)).toEqual({
    productId: product('20485cfd-2e62-11e6-8a84-bae500000112'),
    quantity: 1,
    unitCost: 2630,
  })
  // In the samples, the positions belong to a different document from the one in the list, so the totals differ.
  expect(codes(planned)).toContain('total_differs')
})

sampled('a receipt', () => {
  const planned = plan('receipt', sample('supply-get-expand-positions.json'))
  expect(planned.body).toEqual({
    kind: 'receipt',
    reference: 'EXT-RCV-00008',
    supplierId: { reference: 'partner', externalId: 'de965214-8491-11ea-0a80-037a000002c1' },
    organizationId: { reference: 'organization', externalId: 'de8a609d-8491-11ea-0a80-037a000002ad' },
    warehouseId: { reference: 'warehouse', externalId: 'de8b4d0e-8491-11ea-0a80-037a000002af' },
    issuedAt: '2020-04-27T10:03:00.000Z',
    note: 'Импорт приемки из ЭДО от 25.09.2017\nВходящий номер: 1\nВходящая дата: 25.09.2017',
    lines: [
      { productId: product('aa1b1814-8493-11ea-0a80-037a00000307'), quantity: 10, unitCost: 111 },
      { productId: product('aa1b1814-8493-11ea-0a80-037a00000307'), quantity: 12, unitCost: 111 },
    ],
  })
  expect(codes(planned)).not.toContain('total_differs')
  expect(new MappingWorld().create(planned)).toMatchObject({ total: 2442 })
})
