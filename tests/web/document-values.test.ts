/** Tests how purchasing forms convert typed values, and how much of a document remains unpaid. */
import { expect, test } from 'vitest'
import { unitName } from '../../spellings/units.ts'
import { paidOf } from '../../web/data/paid.ts'
import { doubtfulLetters, doubtsLeft } from '../../web/sections/papers/doubtful-letters.ts'
import {
  amountOf,
  bodyOf,
  changesOf,
  copyOf,
  type DocumentValues,
  EMPTY,
  isReady,
  madeFrom,
  readCost,
  totalOf,
  valuesOf,
} from '../../web/sections/purchasing/document-values.ts'
import { LEGAL_CHECKS } from '../../web/sections/records/legal-numbers.ts'

type Document = Parameters<typeof valuesOf>[0]

const line = (productId: string, quantity: number, unitCost: number) => ({
  productId,
  name: productId,
  sku: null,
  quantity,
  unitCost,
  amount: Math.round(quantity * unitCost * 100) / 100,
})

const ORDER: Document = {
  id: 'order',
  number: '00001',
  kind: 'purchase_order',
  status: 'posted',
  reference: 'СЧ-1',
  supplier: 'Поставка',
  supplierId: 'supplier',
  organizationId: null,
  contractId: null,
  warehouseId: 'warehouse',
  sourceDocumentId: null,
  importId: null,
  issuedAt: '2026-11-20',
  dueAt: null,
  note: 'До обеда',
  customValues: {},
  lines: [line('cup', 1.5, 93.7), line('kettle', 3, 800), line('cup', 2, 90)],
  total: 2_720.55,
  postedAt: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
}

const typed = (figure: number) => String(figure).replace('.', ',')

const lines = ({ lines: all }: DocumentValues) => all.map(({ productId, quantity }) => [productId, quantity])

test.each([
  ['93,7', 93.7],
  ['93.70', 93.7],
  ['1 234,5', 1_234.5],
  ['0', 0],
  ['1,234', null],
  ['', null],
  ['-1', null],
  ['1e3', null],
])('a price typed into a document as "%s" is read as %s', (typed, cost) => {
  expect(readCost(typed)).toBe(cost)
})

test('a document created from another contains, line by line, the quantities that earlier documents have not yet taken', () => {
  const taken = { ...ORDER, lines: [line('cup', 2.2, 90), line('kettle', 5, 800)] }
  expect(lines(madeFrom(ORDER, { kind: 'receipt', taken: [], typed }))).toEqual([
    ['cup', '1,5'],
    ['kettle', '3'],
    ['cup', '2'],
  ])
  const rest = madeFrom(ORDER, { kind: 'receipt', taken: [taken], typed })
  expect(lines(rest)).toEqual([['cup', '1,3']])
  expect([rest.kind, rest.sourceDocumentId, rest.reference, rest.issuedAt]).toEqual(['receipt', 'order', '', ''])
  expect(copyOf(ORDER, typed).sourceDocumentId).toBeNull()
})

test('editing a document sends only changed fields', () => {
  const before = valuesOf(ORDER, typed)
  expect(changesOf(before, before)).toEqual({})
  expect(changesOf(before, { ...before, note: ' ', warehouseId: '' })).toEqual({ note: null, warehouseId: null })
  const [first, ...rest] = before.lines
  const changed = changesOf(before, { ...before, lines: [{ ...first!, unitCost: '95' }, ...rest] })
  expect(changed).toEqual({ lines: bodyOf({ ...before, lines: [{ ...first!, unitCost: '95' }, ...rest] }).lines })
})

test('document values that were stored before the app had a field are sent with that field empty', () => {
  const { note: _note, customValues: _customValues, ...typedBefore } = valuesOf(ORDER, typed)
  expect(bodyOf(typedBefore as DocumentValues)).toMatchObject({ note: null, customValues: {} })
})

test('the amounts of a document form are correct to the kopeck', () => {
  const values = valuesOf(ORDER, typed)
  expect(totalOf(values.lines)).toBe(2_720.55)
  const [first] = values.lines
  expect(amountOf({ ...first!, unitCost: '' })).toBeNull()
  expect(isReady(EMPTY)).toBe(true)
  expect(isReady({ ...values, lines: [{ ...first!, unitCost: '' }] })).toBe(false)
  expect(isReady({ ...values, lines: [{ ...first!, productId: null }] })).toBe(false)
})

test('posted payments minus refunds count as paid for a document', () => {
  const payment = (status: 'draft' | 'posted' | 'cancelled', amount: number, direction = 'outgoing' as const) =>
    ({ status, amount, direction }) as Parameters<typeof paidOf>[1][number]
  const paid = [payment('posted', 1_000.1), payment('draft', 500), payment('cancelled', 700)]
  expect(paidOf(ORDER, paid)).toEqual({ paid: 1_000.1, drafted: 500, unpaid: 1_720.45 })
  const back = { ...payment('posted', 0.1), direction: 'incoming' } as const
  expect(paidOf(ORDER, [...paid, back])).toEqual({ paid: 1_000, drafted: 500, unpaid: 1_720.55 })
  expect(paidOf(ORDER, [payment('posted', 9_000)]).unpaid).toBe(0)
  expect(paidOf({ ...ORDER, kind: 'supplier_return' }, [back]).paid).toBe(0.1)
})

test.each([
  ['Кабель USB-C — 0$В-А 1,5 м', '$'],
  ['Электроды МР-ЗС', 'З'],
  ['Kофе в зёрнах', 'K'],
  ['к0фе', '0'],
  ['3еркало 30х60', '3'],
  ['Гвозди 1О0 мм', 'О'],
  ['Электроды МР-3С 3мм', ''],
  ['Болт М8х20 DIN 934', ''],
  ['Кабель ВВГнг(А)-LS 3х1,5', ''],
  ['Батарейка AAA LR03, 4шт', ''],
  ['Чайник «Василёк» 2,5 л', ''],
])('in the name %j the letters that look misread are %j', (name, letters) => {
  expect([...doubtfulLetters(name)].map((at) => name[at]).join('')).toBe(letters)
})

test('a letter that recognition read in two ways is marked as doubtful until a user corrects the name', () => {
  const read = { text: 'Сверпо 5,0 мм', doubts: [4] }
  expect([...doubtfulLetters('Сверпо 5,0 мм', read)]).toEqual([4])
  expect([...doubtfulLetters('Сверло 5,0 мм', read)]).toEqual([])
  // Check that text inserted before the doubtful letter changes its position, and that text added after it does not.
  expect(doubtsLeft(read, 'Новое Сверпо 5,0 мм')).toEqual([10])
  expect(doubtsLeft(read, 'Сверпо 5,0 мм, HSS')).toEqual([4])
  expect(doubtsLeft(read, '')).toEqual([])
})

test('different spellings of a known unit are converted to one', () => {
  expect(['шт.', 'ШТ', 'штука', 'КГ', 'пог.м', 'п. м', 'м²'].map(unitName)).toEqual([
    'шт',
    'шт',
    'шт',
    'кг',
    'пог. м',
    'пог. м',
    'м2',
  ])
  expect(unitName(' по 6 в ряду ')).toBe('по 6 в ряду')
})

test('the check digits of tax and registration numbers are checked, ignoring spaces', () => {
  const { inn, kpp, ogrn, bic, accountNumber, correspondentAccount } = LEGAL_CHECKS
  const bank = { bic: '044525225' }
  for (const [check, right] of [
    [inn, '77 07 083 893'],
    [inn, '500100732259'],
    [kpp, '773601001'],
    [ogrn, '1027700132195'],
    [ogrn, '304500116000157'],
    [bic, '044525225'],
    [accountNumber, '40702810638050013199'],
    [correspondentAccount, '30101810400000000225'],
  ] as const)
    expect([right, check('', bank), check(right, bank)]).toEqual([right, null, null])
  expect(inn('7707083894', {})).toBe('checkFigures')
  expect(inn('770708389', {})).toBe('innLength')
  expect(kpp('7707', {})).toBe('kppLength')
  expect(ogrn('1027700132196', {})).toBe('checkFigures')
  expect(bic('04452522', {})).toBe('bicLength')
  expect(accountNumber('4070281063805001319', bank)).toBe('accountLength')
  expect(accountNumber('40702810638050013190', bank)).toBe('accountBank')
})
