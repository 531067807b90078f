/** Checks properties that hold for every MoySklad row and for any three versions of a record, on random data. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatDecimal,
  isWithin,
  type LosslessNumber,
  plus,
  readDecimal,
  roublesOf,
  rounded,
  times,
} from '../../server/moysklad/mapping/decimals.ts'
import { dictionariesOf, type FieldDefinition } from '../../server/moysklad/mapping/dictionaries.ts'
import { mapRow, type RowType } from '../../server/moysklad/mapping/map-row.ts'
import { mergePlan, type SourceVersion } from '../../server/moysklad/mapping/merge.ts'
import { dayOf, momentOf } from '../../server/moysklad/mapping/moscow-time.ts'
import { draftOf, fieldKey } from '../../server/moysklad/mapping/plan.ts'
import { referencesIn, resolveBody } from '../../server/moysklad/mapping/references.ts'
import { plainValue } from '../../server/moysklad/mapping/source-values.ts'
import { fitText } from '../../server/moysklad/mapping/texts.ts'
import { ACCOUNT, meta, price, sourceRow, whole } from '../support/moysklad/mapping-account.ts'
import { MappingWorld } from '../support/moysklad/mapping-world.ts'

const lossless = (value: string): LosslessNumber => ({ isLosslessNumber: true, value })

const digits = fc.stringMatching(/^[0-9]{1,30}$/)
const decimalText = fc
  .tuple(fc.constantFrom('', '-'), digits, fc.option(digits, { nil: null }))
  .map(([sign, integer, fraction]) => `${sign}${integer}${fraction === null ? '' : `.${fraction}`}`)

test('a number from MoySklad keeps its decimal value, however it was parsed', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
      const text = `${whole}.${String(cents).padStart(2, '0')}`
      const expected = formatDecimal(readDecimal(text)!)
      expect(formatDecimal(readDecimal(lossless(text))!)).toBe(expected)
      expect(formatDecimal(readDecimal(Number(text))!)).toBe(expected)
    }),
  )
  expect(formatDecimal(readDecimal('1e3')!)).toBe('1000')
  expect(formatDecimal(readDecimal('1.5E-3')!)).toBe('0.0015')
  for (const none of ['', ' ', 'x', '1,5', '0x10', 'NaN', '1e999', null, undefined, {}, [], Number.NaN, true])
    expect(readDecimal(none)).toBeNull()
})

test('numbers of any size from MoySklad are rounded half up, exactly and only once', () => {
  fc.assert(
    fc.property(decimalText, fc.nat(5), (text, decimals) => {
      const decimal = readDecimal(text)!
      const result = rounded(decimal, decimals)
      const back = { units: result, scale: decimals }
      // Rounding up adds at most half of the last unit, and rounding down removes less than half of it.
      const difference = plus(times(decimal, { units: -2n * 10n ** BigInt(decimals), scale: 0 }), {
        units: 2n * result,
        scale: 0,
      })
      expect(difference.units <= 10n ** BigInt(difference.scale)).toBe(true)
      expect(difference.units > -(10n ** BigInt(difference.scale))).toBe(true)
      if (isWithin(decimal, decimals)) expect(formatDecimal(back)).toBe(formatDecimal(decimal))
    }),
  )
  expect([
    rounded(readDecimal('0.5')!, 0),
    rounded(readDecimal('1.005')!, 2),
    rounded(readDecimal('1.00499')!, 2),
  ]).toEqual([1n, 101n, 100n])
  expect(roublesOf(100_000_000_000_000n)).toBe(1_000_000_000_000)
  expect(roublesOf(100_000_000_000_001n)).toBeNull()
  expect(roublesOf(-1n)).toBeNull()
})

test('a price from MoySklad keeps its kopecks and is accepted by our command', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000_000_000 }), (kopecks) => {
      const { body, problems } = mapRow(
        'product',
        sourceRow('product', { buyPrice: price(lossless(`${kopecks}.0`)) }),
        ACCOUNT,
      )
      expect(problems).toEqual([])
      expect(Math.round((body!.cost as number) * 100)).toBe(kopecks)
      expect(
        new MappingWorld().create(mapRow('product', sourceRow('product', { buyPrice: price(kopecks) }), ACCOUNT)),
      ).toMatchObject({
        cost: body!.cost,
      })
    }),
    { numRuns: 50 },
  )
})

test('a currency is never treated as the rouble unless it is known to be the rouble', () => {
  const currency = fc.constantFrom('eur', 'nowhere', '')
  fc.assert(
    fc.property(currency, fc.integer({ min: 1, max: 1e9 }), (id, value) => {
      const foreign = { value, currency: id === '' ? undefined : meta('currency', id) }
      const account = { ...ACCOUNT, defaultCurrency: null }
      const row = sourceRow('product', {
        name: 'Т',
        buyPrice: foreign,
        minPrice: foreign,
        salePrices: [{ ...foreign, priceType: { id: 'main' } }],
      })
      const { body } = mapRow('product', row, account)
      expect(resolveBody(body!, () => 'id').body).toEqual({ name: 'Т', kind: 'product' })
      // The currency is given but unknown, so the price from an earlier import must stay.
      const before = {
        name: 'Т',
        kind: 'product',
        price: 1,
        prices: [{ priceTypeId: 'id', price: 1 }],
        cost: 2,
        minPrice: 3,
      }
      if (id !== 'eur') expect(resolveBody(body!, () => 'id', before).body).toEqual(before)
      const document = {
        id: 'd',
        rate: foreign,
        positions: whole({ assortment: meta('product', 'p'), quantity: 1, price: value }),
      }
      for (const type of ['purchase_order', 'supplier_invoice', 'receipt'] as const)
        expect(mapRow(type, document, account).body).toBeNull()
    }),
  )
})

test('text from MoySklad is shortened to our limit, but the report keeps the full text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.integer({ min: 2, max: 300 }), (value, most) => {
      const draft = draftOf('product', { id: 'p' }, new Map())
      const text = fitText(draft, 'name', { value, most })
      expect([...text].length).toBeLessThanOrEqual(most)
      expect(text).toBe(text.trim())
      const isUnseen = (character: string) =>
        !'\t\n\r'.includes(character) && (character < ' ' || character === '\u007f')
      const clean = [...value]
        .filter((character) => !isUnseen(character))
        .join('')
        .toWellFormed()
        .trim()
      const isShort = [...clean].length <= most
      const isClean = ![...value].some(isUnseen)
      const codes = [...(isClean ? [] : ['control_characters']), ...(isShort ? [] : ['text_shortened'])]
      expect(draft.problems.map(({ code }) => code)).toEqual(codes)
      if (isShort) expect(text).toBe(clean)
      if (codes.length > 0) expect(draft.whole.name).toBe(isClean ? clean : value)
    }),
  )
})

test('a time from MoySklad without a time zone is treated as Moscow time', () => {
  expect(momentOf('2016-07-01 12:40:00')).toBe('2016-07-01T09:40:00.000Z')
  expect(momentOf('2020-04-28 15:53:04.288')).toBe('2020-04-28T12:53:04.288Z')
  expect(momentOf('2020-04-28 15:53')).toBe('2020-04-28T12:53:00.000Z')
  expect(momentOf('2020-04-28T15:53:04+03:00')).toBe('2020-04-28T12:53:04.000Z')
  expect(momentOf('2020-04-28')).toBe('2020-04-27T21:00:00.000Z')
  expect(dayOf('2017-09-25 00:00:00.000')).toBe('2017-09-25')
  expect(dayOf('2017-09-25 23:59:00')).toBe('2017-09-25')
  for (const none of ['', 'вчера', '2020-02-30 10:00:00', '1812-09-07 05:30:00', null])
    expect(momentOf(none)).toBeNull()
})

test('numbers in the import report keep all their digits', () => {
  expect(plainValue(lossless('80000.0'), new Map())).toBe(80_000)
  expect(plainValue(lossless('12345678901234567890'), new Map())).toBe('12345678901234567890')
  expect(plainValue(lossless('0.1234567890123456789'), new Map())).toBe('0.1234567890123456789')
})

const word = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('', 'А', 'Б', '__proto__', 'constructor', 'Цвет'),
)
const number = fc.oneof(
  fc.integer(),
  fc.double(),
  decimalText,
  decimalText.map(lossless),
  fc.constantFrom(0, null, '', -1, 1e15),
)
const id = fc.constantFrom('a', 'b', 'c')
const money = fc.record({
  value: number,
  currency: fc.constantFrom(meta('currency', 'rub'), meta('currency', 'eur'), undefined),
})
const ref = (...types: string[]) =>
  fc.option(
    fc.tuple(fc.constantFrom(...types), id).map(([type, of]) => meta(type, of)),
    { nil: undefined },
  )
const some = <T>(of: fc.Arbitrary<T>) => fc.array(of, { maxLength: 4 })
const collection = <T extends object>(of: fc.Arbitrary<T>) => some(of).map((rows) => whole(...rows))
const anything = fc.anything({ maxDepth: 2 })
const attribute = fc.record({
  id: fc.constantFrom('color', 'date', 'count', 'text', 'flag', 'free'),
  name: word,
  type: fc.constantFrom(
    'string',
    'text',
    'link',
    'long',
    'double',
    'boolean',
    'time',
    'customentity',
    'file',
    'project',
    'x',
  ),
  value: fc.oneof(
    word,
    number,
    fc.boolean(),
    fc.constant({ name: 'белый' }),
    fc.constant('2024-10-24 19:42:00'),
    anything,
  ),
})
const row = fc.record(
  {
    id: fc.uuid(),
    ...Object.fromEntries(
      [
        'name',
        'article',
        'code',
        'externalCode',
        'description',
        'pathName',
        'phone',
        'email',
        'inn',
        'address',
        'companyType',
      ].map((field) => [field, word]),
    ),
    ...Object.fromEntries(
      ['weight', 'volume', 'minimumBalance', 'vat', 'effectiveVat', 'sum', 'salesAmount'].map((field) => [
        field,
        number,
      ]),
    ),
    ...Object.fromEntries(['buyPrice', 'minPrice'].map((field) => [field, money])),
    salePrices: some(
      fc.record({
        value: number,
        currency: fc.constant(meta('currency', 'rub')),
        priceType: fc.record({ id, name: word }),
      }),
    ),
    barcodes: some(fc.record({ ean13: word })),
    packs: some(
      fc.record({
        id,
        quantity: number,
        uom: fc.constant(meta('uom', 'piece')),
        barcodes: some(fc.record({ ean13: word })),
      }),
    ),
    uom: ref('uom'),
    supplier: ref('counterparty', 'organization'),
    product: ref('product'),
    components: collection(fc.record({ assortment: ref('product', 'variant', 'service'), quantity: number })),
    characteristics: some(fc.record({ name: word, value: word })),
    attributes: some(attribute),
    accounts: collection(fc.record({ bankName: word, accountNumber: word, bic: word, isDefault: fc.boolean() })),
    contactpersons: collection(fc.record({ name: word, phone: word, email: word, position: word })),
    tags: some(word),
    discounts: some(fc.record({ personalDiscount: number })),
    moment: fc.oneof(word, fc.constant('2024-10-24 19:42:00')),
    agent: ref('counterparty', 'organization'),
    store: ref('store'),
    positions: collection(
      fc.record({
        assortment: ref('product', 'service', 'variant'),
        quantity: number,
        price: number,
        discount: number,
      }),
    ),
    archived: fc.boolean(),
    images: anything,
    rate: fc.constant({ currency: meta('currency', 'rub') }),
  },
  { requiredKeys: ['id', 'rate'] },
)
const field = (name: string, valueType: FieldDefinition['valueType'], options: string[] = []): FieldDefinition => ({
  entityKind: 'product',
  name,
  valueType,
  options,
})
const FIELDS = new Map([
  ['color', field('Цвет', 'select', ['белый'])],
  ['date', field('Срок', 'date')],
  ['count', field('Число', 'number')],
  ['text', field('Текст', 'string')],
  ['flag', field('Флаг', 'boolean')],
])
const TYPES: readonly RowType[] = [
  ...(['price_type', 'warehouse', 'organization', 'partner', 'product', 'service', 'variant', 'bundle'] as const),
  ...(['purchase_order', 'supplier_invoice', 'receipt'] as const),
]

/** Returns a company that has custom fields for the mapping. */
function worldWithFields(): MappingWorld {
  const world = new MappingWorld()
  for (const [externalId, { entityKind, name, valueType, options }] of FIELDS)
    world.create({
      entityType: 'custom_field',
      externalId,
      name,
      body: { entityKind, name, valueType, options },
      archived: false,
      problems: [],
      data: {},
    })
  return world
}

test('any MoySklad row can be mapped to values that our command accepts', () => {
  const account = {
    ...ACCOUNT,
    ...dictionariesOf({ fields: FIELDS }),
    currencies: ACCOUNT.currencies,
    units: ACCOUNT.units,
  }
  fc.assert(
    fc.property(row, fc.constantFrom(...TYPES), (source, type) => {
      const plan = mapRow(type, source, { ...account, parentOf: () => source })
      const isRefused = plan.problems.some(({ severity }) => severity === 'error')
      expect(plan.body === null).toBe(isRefused)
      expect(() => JSON.stringify(plan)).not.toThrow()
      worldWithFields().create(plan)
    }),
    { numRuns: 1_500 },
  )
})

test('a MoySklad row that is not an object causes a problem in the report, not an exception', () => {
  fc.assert(
    fc.property(anything, fc.constantFrom(...TYPES), (source, type) => {
      expect(mapRow(type, source, ACCOUNT)).toMatchObject({ entityType: type })
    }),
  )
  const { body, problems } = mapRow('product', null, ACCOUNT)
  expect(body).toBeNull()
  const codes = problems.map(({ code }) => code).filter((code) => code !== 'field_absent')
  expect(codes).toEqual(['name_missing', 'row_unreadable'])
})

test('references in a MoySklad row are replaced by our ids', () => {
  const body = {
    name: 'Т',
    preferredSupplierId: { reference: 'partner', externalId: 's' },
    prices: [
      { priceTypeId: { reference: 'price_type', externalId: 'x' }, price: 1 },
      { priceTypeId: { reference: 'price_type', externalId: 'y' }, price: 2 },
    ],
    customValues: { [fieldKey('f')]: 1, [fieldKey('g')]: 2, Цвет: 'белый' },
    components: [{ productId: { reference: 'product', externalId: 'c' }, quantity: 1 }],
  }
  const ids: Record<string, string> = { y: 'Y', f: 'F', c: 'C' }
  const resolved = resolveBody(body, ({ externalId }) => ids[externalId])
  expect(resolved.body).toEqual({
    name: 'Т',
    prices: [{ priceTypeId: 'Y', price: 2 }],
    customValues: { F: 1, Цвет: 'белый' },
    components: [{ productId: 'C', quantity: 1 }],
  })
  expect(resolved.problems.map(({ code, field: of }) => [code, of])).toEqual([
    ['missing_reference', 'preferredSupplierId'],
    ['missing_reference', 'prices'],
    ['missing_reference', 'customValues'],
  ])
  expect(resolveBody(body, ({ externalId }) => (externalId === 'c' ? undefined : 'id')).body).toBeNull()
  expect(
    referencesIn(body)
      .map(({ externalId }) => externalId)
      .sort(),
  ).toEqual(['c', 'f', 'g', 's', 'x', 'y'])
})

const value = fc.constantFrom('1', '2', '3', null)
const numberValue = fc.constantFrom(1, 2, 3, null)
const entries = fc.constantFrom([], ['x'], ['x', 'y'], ['y', 'x'])
const version: fc.Arbitrary<SourceVersion> = fc
  .record({
    body: fc.record({
      name: fc.constantFrom('А', 'Б', 'В'),
      sku: value,
      cost: numberValue,
      barcodes: entries,
      packages: fc.constantFrom([], [{ name: 'кор', quantity: 2 }], [{ name: 'кор', quantity: 3, barcode: '1' }]),
      customValues: fc.dictionary(fc.constantFrom('k', 'l'), fc.constantFrom('1', '2', '3'), { maxKeys: 2 }),
    }),
    archived: fc.boolean(),
  })
  .map(({ body, archived }) => ({
    archived,
    body: Object.fromEntries(
      Object.entries(body).filter(
        ([, of]) => of !== null && Object.keys(Object(of)).length + Number(typeof of === 'number') > 0,
      ),
    ),
  }))

/** Returns the product created from the given imported version and then edited by a user. */
function localOf(world: MappingWorld, last: SourceVersion, edit: Record<string, unknown>) {
  const created = world.create({
    entityType: 'product',
    externalId: 'p',
    name: 'p',
    body: last.body,
    archived: last.archived,
    problems: [],
    data: {},
  })!
  const archived = last.archived ? world.update('product', created.id, { name: created.name, archived: true }) : created
  return Object.keys(edit).length === 0
    ? archived
    : world.update('product', created.id, { name: archived.name, ...edit })
}

const edit = fc.record(
  {
    name: fc.constantFrom('А', 'Г'),
    sku: value,
    cost: numberValue,
    barcodes: entries,
    customValues: fc.dictionary(fc.constantFrom('k', 'm'), fc.constantFrom('1', '9')),
  },
  { requiredKeys: [] },
)

test('a merge takes MoySklad’s changes and keeps the user’s changes', () => {
  fc.assert(
    fc.property(version, version, edit, (last, next, change) => {
      const world = new MappingWorld()
      const local = localOf(world, last, change)
      const { patch, problems, kept } = mergePlan('product', { last, next, local })
      const merged = patch === null ? local : world.update('product', local.id, patch)
      const created = localOf(new MappingWorld(), last, {})
      for (const field of ['sku', 'cost', 'barcodes', 'packages', 'archived', 'name']) {
        const isUsers = JSON.stringify(local[field]) !== JSON.stringify(created[field])
        const ofNext = localOf(new MappingWorld(), next, {})[field]
        const isSourceChanged = JSON.stringify(ofNext) !== JSON.stringify(created[field])
        const isOfSource = field === 'archived' || field in last.body || field in next.body
        const isTaken = isSourceChanged && !isUsers
        expect(merged[field], field).toEqual(isTaken ? ofNext : local[field])
        const isSame = JSON.stringify(ofNext) === JSON.stringify(local[field])
        expect(kept.includes(field), field).toBe(isOfSource && isUsers && !(isSourceChanged && isSame))
        const isConflict = isUsers && isSourceChanged && !isSame
        expect(
          problems.some((problem) => problem.field === field),
          field,
        ).toBe(isConflict)
      }
      expect(mergePlan('product', { last: next, next, local: merged })).toMatchObject({ patch: null, problems: [] })
      expect(mergePlan('product', { last, next, local: merged }).patch).toBeNull()
    }),
    { numRuns: 500 },
  )
})

test('an import merges custom values one by one and keeps the user’s values', () => {
  const of = (customValues: object): SourceVersion => ({ body: { name: 'А', customValues }, archived: false })
  const local = { name: 'А', customValues: { taken: 1, mine: 'x', both: 'mine', dropped: 1 } }
  const last = of({ taken: 1, both: 'old', dropped: 1 })
  const next = of({ taken: 2, both: 'new', added: 3 })
  const { patch, problems, kept } = mergePlan('product', { last, next, local })
  expect(patch).toEqual({ name: 'А', customValues: { taken: 2, mine: 'x', both: 'mine', added: 3 } })
  expect(problems.map(({ code, field: of, value: to }) => [code, of, to])).toEqual([
    ['local_change_kept', 'customValues: both', 'new'],
  ])
  expect(kept).toEqual(['customValues: both'])
})

test('an import fills only the empty fields of a record that a user linked by hand', () => {
  const next = { body: { name: 'Из источника', sku: '1', code: '2' }, archived: false }
  const merge = mergePlan('product', {
    last: null,
    next,
    local: { name: 'Своё', sku: null, code: '2', archived: false },
  })
  expect(merge.patch).toEqual({ name: 'Своё', sku: '1' })
  expect(merge.problems.map(({ field: of }) => of)).toEqual(['name'])
})

test('an import adds options to a custom field but never removes any', () => {
  const of = (options: string[], name = 'Цвет') => ({
    body: { entityKind: 'product', name, valueType: 'select', options },
    archived: false,
  })
  const local = {
    entityKind: 'product',
    name: 'Цвет',
    valueType: 'select',
    options: ['белый', 'свой'],
    archived: false,
  }
  const versions = { last: of(['белый', 'чёрный']), local }
  expect(mergePlan('custom_field', { ...versions, next: of(['серый']) }).patch).toEqual({
    options: ['белый', 'свой', 'серый'],
  })
  expect(mergePlan('custom_field', { ...versions, next: of(['белый', 'чёрный'], 'Тон') }).patch).toEqual({
    name: 'Тон',
  })
  expect(mergePlan('custom_field', { ...versions, next: of(['белый']) }).patch).toBeNull()
})

test('the lines of a draft are compared as a whole and replaced as a whole by an import', () => {
  const of = (...quantities: number[]): SourceVersion => ({
    body: { kind: 'receipt', lines: quantities.map((quantity) => ({ productId: 'p', quantity, unitCost: 1 })) },
    archived: false,
  })
  const line = { productId: 'p', name: 'Т', sku: null, quantity: 2, unitCost: 1, amount: 2 }
  const local = { kind: 'receipt', status: 'draft', lines: [line] }
  expect(mergePlan('receipt', { last: of(2), next: of(2), local }).patch).toBeNull()
  expect(mergePlan('receipt', { last: of(2), next: of(3), local }).patch).toEqual({ lines: of(3).body.lines })
  expect(mergePlan('receipt', { last: of(2), next: of(), local }).patch).toEqual({ lines: [] })
  expect(mergePlan('receipt', { last: of(1), next: of(3), local }).problems.map(({ code }) => code)).toEqual([
    'local_change_kept',
  ])
})

test('an import that updates a price type sends all fields that the update requires', () => {
  const of = (name: string): SourceVersion => ({ body: { name }, archived: false })
  const world = new MappingWorld()
  const local = world.create({
    entityType: 'price_type',
    externalId: 'x',
    name: 'А',
    body: { name: 'А' },
    archived: false,
    problems: [],
    data: {},
  })!
  const { patch } = mergePlan('price_type', { last: of('А'), next: of('Б'), local })
  expect(world.update('price_type', local.id, patch!)).toMatchObject({ name: 'Б', archived: false })
})
