/**
 * Checks that every code in the import report is caused by some MoySklad row or merge, and has a message in both
 * languages.
 */
import { expect, test } from 'vitest'
import { planCustomFields } from '../../server/moysklad/mapping/custom-fields.ts'
import { dictionariesOf, type FieldDefinition } from '../../server/moysklad/mapping/dictionaries.ts'
import { mapRow, type RowType } from '../../server/moysklad/mapping/map-row.ts'
import { mergePlan } from '../../server/moysklad/mapping/merge.ts'
import type { MappingProblem } from '../../server/moysklad/mapping/plan.ts'
import { type MappingProblemCode, PROBLEM_CODES, sentenceOf } from '../../server/moysklad/mapping/problem-codes.ts'
import { resolveBody } from '../../server/moysklad/mapping/references.ts'
import { ACCOUNT, meta, price, purchase, sourceRow, whole } from '../support/moysklad/mapping-account.ts'
import { MappingWorld } from '../support/moysklad/mapping-world.ts'

const field = (name: string, valueType: FieldDefinition['valueType'], options: string[] = []): FieldDefinition => ({
  entityKind: 'product',
  name,
  valueType,
  options,
})
const WITH_FIELDS = {
  ...ACCOUNT,
  ...dictionariesOf({
    currencies: [{ id: 'rub', isoCode: 'RUB', default: true }],
    fields: new Map([
      ['color', field('Цвет', 'select', ['белый'])],
      ['date', field('Срок', 'date')],
      ['count', field('Число', 'number')],
      ['text', field('Текст', 'string')],
      ['long', field('Длинный', 'string')],
    ]),
  }),
}
const attribute = (id: string, type: string, value: unknown, name = id) => ({ id, name, type, value })

const planned = (type: RowType, row: object, account = ACCOUNT) => mapRow(type, sourceRow(type, row), account).problems
const product = (row: object, account = ACCOUNT) => planned('product', row, account)
const withAttribute = (id: string, type: string, value: unknown) =>
  product({ attributes: [attribute(id, type, value)] }, WITH_FIELDS)
const bundle = (...components: object[]) => planned('bundle', { components: whole(...components) })
const component = (type: string, id: string, quantity: unknown = 1) => ({ assortment: meta(type, id), quantity })
const order = (row: object, ...lines: object[]) => planned('purchase_order', purchase(row, ...lines))
const line = (row: object = {}) => ({ assortment: meta('product', 'p'), quantity: 1, price: 100, ...row })
const fields = (...rows: object[]) =>
  planCustomFields([{ entityKind: 'product', label: 'товар', rows }], () => undefined).plans.flatMap(
    ({ problems }) => problems,
  )
const merged = (last: object, next: object, local: object, type: Parameters<typeof mergePlan>[0] = 'product') =>
  mergePlan(type, {
    last: { body: { ...last }, archived: false },
    next: { body: { ...next }, archived: false },
    local: { ...local },
  }).problems

/**
 * The codes about a whole import, which no single row causes. These codes are tested in tests/moysklad/import*.test.ts.
 */
type OfImports =
  | 'archive_refused'
  | 'write_refused'
  | 'missing_in_source'
  | 'list_not_permitted'
  | 'list_not_in_tariff'
  | 'changed_here'
  | 'created_again'
  | 'row_vanished'
  | 'row_not_permitted'
  | 'list_not_found'
  | 'list_changing'
  | 'list_late_unread'
  | 'sku_repeated'
  | 'barcode_repeated'

const CASES: Readonly<Record<Exclude<MappingProblemCode, OfImports>, () => readonly MappingProblem[]>> = {
  row_unreadable: () => product({ id: undefined }),
  truncated_collection: () => order({ positions: { meta: { size: 2 }, rows: [line()] } }),
  required_reference_missing: () =>
    resolveBody(
      { lines: [{ productId: { reference: 'product', externalId: 'p' }, quantity: 1, unitCost: 1 }] },
      () => undefined,
    ).problems,
  document_currency: () => order({ rate: { currency: meta('currency', 'eur'), value: 90.5 } }, line()),
  document_currency_unknown: () => order({ rate: { currency: meta('currency', 'nowhere') } }, line()),
  document_too_large: () => order({}, ...Array.from({ length: 1_001 }, () => line())),
  line_unsupported: () => order({}, line({ assortment: meta('consignment', 'c') })),
  line_quantity_unusable: () => order({}, line({ quantity: null })),
  line_price_unusable: () => order({}, line({ price: -100 })),
  line_too_large: () => order({}, line({ quantity: 10_000_000, price: 1_000_000_000 })),
  bundle_without_components: () => bundle(),
  component_unsupported: () => bundle(component('bundle', 'b')),
  missing_reference: () =>
    resolveBody({ preferredSupplierId: { reference: 'partner', externalId: 'p' } }, () => undefined).problems,
  name_unread: () => product({ uom: meta('uom', 'nowhere') }),
  product_unread: () => planned('variant', { product: meta('product', 'nowhere') }),
  value_unreadable: () => product({ description: ['x'] }),
  field_absent: () => product({ archived: undefined }),
  control_characters: () => product({ article: 'A\u0007B' }),
  currency_unknown: () => product({ buyPrice: price(100, 'nowhere') }),
  currency_not_default: () => product({ buyPrice: price(100, 'eur') }),
  account_incomplete: () => planned('partner', { accounts: whole({ bankName: 'Банк' }) }),
  name_missing: () => product({ name: ' ' }),
  text_shortened: () => product({ name: 'я'.repeat(256) }),
  list_shortened: () => planned('partner', { tags: Array.from({ length: 1_001 }, (_one, at) => `группа ${at}`) }),
  value_out_of_range: () => product({ weight: -1 }),
  date_unreadable: () => order({ moment: 'вчера' }, line()),
  date_missing: () => order({ moment: undefined }, line()),
  quantity_rounded: () => product({ minimumBalance: '1.0005' }),
  barcode_unusable: () => product({ barcodes: [{ code128: '1'.repeat(256) }] }),
  vat_ambiguous: () => product({ useParentVat: true, pathName: 'Группа' }),
  min_stock_by_warehouse: () => product({ minimumStock: { type: 'WAREHOUSE_VARIED' } }),
  min_stock_each_warehouse: () => product({ minimumStock: { type: 'ALL_WAREHOUSE_SAME', quantity: 5 } }),
  component_service: () => bundle(component('service', 's'), component('product', 'p')),
  bundle_of_services: () => bundle(component('service', 's')),
  pack_line: () => order({}, line({ pack: { id: 'pack', quantity: 12 } })),
  service_line: () => order({}, line({ assortment: meta('service', 's') })),
  line_without_quantity: () => order({}, line({ quantity: 0 })),
  overhead: () => order({ overhead: { sum: 5_000 } }, line()),
  bundle_overhead: () => planned('bundle', { overhead: price(1_500), components: whole(component('product', 'p')) }),
  vat_on_top: () => order({ vatEnabled: true, vatIncluded: false }, line({ vat: 20 })),
  total_differs: () => order({ sum: 101 }, line()),
  supplier_is_organization: () => order({ agent: meta('organization', 'o') }, line()),
  option_unknown: () => withAttribute('color', 'customentity', { name: 'чёрный' }),
  custom_value_unusable: () => withAttribute('count', 'long', '12345678901234567890'),
  custom_values_too_large: () =>
    product(
      { attributes: [attribute('text', 'text', 'я'.repeat(20_000)), attribute('long', 'text', 'я'.repeat(20_000))] },
      WITH_FIELDS,
    ),
  attribute_file: () => withAttribute('f', 'file', 'паспорт.pdf'),
  attribute_reference: () => withAttribute('r', 'counterparty', { ...meta('counterparty', 'c'), name: 'ООО' }),
  attribute_of_records: () => fields({ id: 'a', name: 'Чей', type: 'counterparty' }),
  attribute_unknown_type: () => withAttribute('u', 'hologram', 'x'),
  attribute_no_place: () => planned('warehouse', { attributes: [attribute('a', 'long', 4_400)] }),
  options_unread: () =>
    planCustomFields(
      [{ entityKind: 'product', label: 'товар', rows: [{ id: 'a', name: 'Регион', type: 'customentity' }] }],
      () => undefined,
      new Map([['a', field('Регион', 'select', ['Юг'])]]),
    ).plans.flatMap(({ problems }) => problems),
  select_as_text: () => fields({ id: 'a', name: 'Регион', type: 'customentity' }),
  field_name_repeated: () => fields({ id: 'a', name: 'А', type: 'string' }, { id: 'b', name: 'А', type: 'long' }),
  field_type_changed: () =>
    merged(
      { entityKind: 'product', name: 'А', valueType: 'string' },
      { entityKind: 'product', name: 'А', valueType: 'number' },
      { entityKind: 'product', name: 'А', valueType: 'string', options: [] },
      'custom_field',
    ),
  local_change_kept: () => merged({ name: 'А', sku: '1' }, { name: 'А', sku: '2' }, { name: 'А', sku: '3' }),
  document_not_draft: () =>
    merged(
      { kind: 'receipt' },
      { kind: 'receipt', note: 'x' },
      { kind: 'receipt', status: 'posted', lines: [] },
      'receipt',
    ),
  image_link: () => product({ images: { meta: { size: 2 } } }),
  file_link: () => product({ files: { meta: { size: 1 } } }),
  price_zero_skipped: () => product({ salePrices: [{ value: 0, priceType: { id: 'main', name: 'Цена продажи' } }] }),
  price_rounded: () => product({ buyPrice: price(100.5) }),
  currency_assumed: () => product({ buyPrice: { value: 100 } }),
  discount_applied: () => order({}, line({ discount: 10 })),
  discount_complex: () => planned('partner', { discounts: [{ accumulationDiscount: 3 }] }),
  discount_prohibited: () => product({ discountProhibited: true }),
  repeat_left_out: () => product({ barcodes: [{ ean13: '1' }, { ean8: '1' }] }),
  weight_unit_assumed: () => product({ weight: 1.5 }),
  time_of_day_lost: () => withAttribute('date', 'time', '2024-10-24 19:42:00.000'),
  characteristic_kept_as_text: () => planned('variant', { characteristics: [{ name: 'Рост', value: '176' }] }),
  key_renamed: () => planned('variant', { characteristics: [{ name: 'Цвет', value: 'белый' }] }, WITH_FIELDS),
  role_unknown: () => planned('partner', {}),
  tax_number_wrong: () => planned('partner', { inn: '7736570901' }).concat(planned('partner', { inn: '123' })),
  contact_details: () => planned('partner', { contactpersons: whole({ name: 'Анна', position: 'Бухгалтер' }) }),
  account_details: () =>
    planned('partner', { accounts: whole({ bankName: 'Банк', accountNumber: '1', bankLocation: 'Тверь' }) }),
  region_fields: () => planned('partner', { companyType: 'legalUZ' }),
  hierarchy_lost: () => planned('warehouse', { pathName: 'Основной' }),
  warehouse_cells: () => planned('warehouse', { zones: { meta: { size: 3 } } }),
  marking: () => product({ trackingType: 'SHOES' }),
  serial_numbers: () => order({}, line({ things: ['a'] })),
  gtd_country: () => order({}, line({ gtd: { name: '12345678/121217/1212321' } })),
  document_links: () => order({ supplies: [meta('supply', 's')] }, line()),
  payments_sums: () => order({ payedSum: 100 }, line()),
  not_posted_in_source: () => order({ applicable: false }, line()),
  state_name: () => order({ state: meta('state', 's') }, line()),
  contract_project: () => order({ contract: meta('contract', 'c') }, line()),
  bonus: () => planned('partner', { bonusPoints: 10 }),
  notes_events: () => planned('partner', { notes: { meta: { size: 2 } } }),
  kept_in_report: () => planned('partner', { okpo: '123', code: '7' }),
}

test.each(Object.entries(CASES))(
  'the problem %s can occur when a MoySklad row is mapped to our fields',
  (code, meet) => {
    expect(meet().map((problem) => problem.code)).toContain(code)
  },
)

test('an ordinary MoySklad row of any kind has no problem', () => {
  expect(product({})).toEqual([])
  expect(planned('warehouse', {})).toEqual([])
  expect(planned('organization', {})).toEqual([])
  expect(planned('price_type', {})).toEqual([])
  expect(order({ sum: 100 }, line())).toEqual([])
  expect(bundle(component('product', 'p'))).toEqual([])
  expect(planned('partner', { salesAmount: 1 })).toEqual([])
})

test('a MoySklad row is refused if and only if it has an error', () => {
  for (const [type, row] of [
    ['product', { id: '' }],
    ['bundle', { id: 'b', components: whole() }],
    ['receipt', { id: 'r', ...purchase({ rate: { currency: meta('currency', 'eur') } }, line()) }],
  ] as const) {
    const { body, problems } = mapRow(type, row, ACCOUNT)
    expect(body).toBeNull()
    expect(problems.some(({ severity }) => severity === 'error')).toBe(true)
  }
})

test('every problem code has messages in complete sentences in both languages', () => {
  const circumstances = { field: 'price', value: '100 EUR' }
  for (const [code, { ru, en }] of Object.entries(PROBLEM_CODES)) {
    const inRussian = sentenceOf(code as MappingProblemCode, circumstances)
    const inEnglish = sentenceOf(code as MappingProblemCode, circumstances, 'en')
    expect(inRussian, code).toMatch(/^[А-ЯЁ].*[.] .*\.$/)
    expect(inEnglish, code).toMatch(/^[A-Z].*[.:] .*\.$/)
    for (const sentence of [inRussian, inEnglish]) expect(sentence, code).not.toMatch(/[{}]/)
    expect([...ru.matchAll(/\{\w+\}/g)].map(String).sort(), code).toEqual(
      [...en.matchAll(/\{\w+\}/g)].map(String).sort(),
    )
  }
})

test('the message of a problem uses everyday field names and shortens long values', () => {
  expect(sentenceOf('currency_not_default', { field: 'minPrice', value: '5 EUR' })).toMatch(
    /^Цена «Минимальная цена» .*5 EUR/,
  )
  expect(sentenceOf('currency_not_default', { field: 'prices: Оптовая', value: '5 EUR' })).toContain('«Оптовая»')
  expect(sentenceOf('kept_in_report', { field: '', value: 'okpo, fax' })).toContain('ОКПО, Факс')
  expect(sentenceOf('kept_in_report', { field: '', value: 'okpo, fax' }, 'en')).toContain('OKPO, Fax')
  expect(sentenceOf('state_name', { field: 'state', value: 'x'.repeat(500) }).length).toBeLessThan(350)
})

test('our own command accepts a MoySklad row from which values with problems were removed or corrected', () => {
  for (const row of [
    {
      name: ' ',
      barcodes: [{ ean13: '1' }, { ean13: '1' }],
      weight: -1,
      minimumBalance: '1.0005',
      buyPrice: price(100.5),
    },
    { name: 'я'.repeat(300), article: 'я'.repeat(300), description: 'я'.repeat(20_000), pathName: 'я'.repeat(300) },
    {
      name: 'a\u0000b\ud800',
      packs: [{ id: 'k', quantity: 2, uom: meta('uom', 'nowhere'), barcodes: [{ ean13: '1' }] }],
    },
  ])
    expect(new MappingWorld().create(mapRow('product', sourceRow('product', row), ACCOUNT))).toMatchObject({
      kind: 'product',
    })
})

test('the message of a refusal by our own rules names the blocking record, also in Russian', () => {
  const value = 'ARCHIVED: The partner "ООО Чай" is archived. Restore it or choose another one.'
  expect(sentenceOf('write_refused', { field: '', value })).toContain('верните ту из архива: «ООО Чай»')
  expect(sentenceOf('write_refused', { field: '', value }, 'en')).toContain('The partner "ООО Чай" is archived')
  expect(sentenceOf('write_refused', { field: '', value: 'LAST_WAREHOUSE' })).toContain('последний активный склад)')
})
