/** What forms of purchasing make of what is typed, and what is still unpaid of a document. */
import { expect, test } from 'vitest'
import { paidOf } from '../../web/data/paid.ts'
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
])('a price typed as "%s" is %s', (typed, cost) => {
  expect(readCost(typed)).toBe(cost)
})

test('what is made from a document has what others have not taken, line by line', () => {
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

test('an edit sends what differs alone', () => {
  const before = valuesOf(ORDER, typed)
  expect(changesOf(before, before)).toEqual({})
  expect(changesOf(before, { ...before, note: ' ', warehouseId: '' })).toEqual({ note: null, warehouseId: null })
  const [first, ...rest] = before.lines
  const changed = changesOf(before, { ...before, lines: [{ ...first!, unitCost: '95' }, ...rest] })
  expect(changed).toEqual({ lines: bodyOf({ ...before, lines: [{ ...first!, unitCost: '95' }, ...rest] }).lines })
})

test('what was typed before a field came is sent with that field empty', () => {
  const { note: _note, customValues: _customValues, ...typedBefore } = valuesOf(ORDER, typed)
  expect(bodyOf(typedBefore as DocumentValues)).toMatchObject({ note: null, customValues: {} })
})

test('amounts are right to the kopeck, and lines that are not settled hold the form back', () => {
  const values = valuesOf(ORDER, typed)
  expect(totalOf(values.lines)).toBe(2_720.55)
  const [first] = values.lines
  expect(amountOf({ ...first!, unitCost: '' })).toBeNull()
  expect(isReady(EMPTY)).toBe(true)
  expect(isReady({ ...values, lines: [{ ...first!, unitCost: '' }] })).toBe(false)
  expect(isReady({ ...values, lines: [{ ...first!, productId: null }] })).toBe(false)
})

test('posted payments pay a document, drafts do not yet, and money back counts against it', () => {
  const payment = (status: 'draft' | 'posted' | 'cancelled', amount: number, direction = 'outgoing' as const) =>
    ({ status, amount, direction }) as Parameters<typeof paidOf>[1][number]
  const paid = [payment('posted', 1_000.1), payment('draft', 500), payment('cancelled', 700)]
  expect(paidOf(ORDER, paid)).toEqual({ paid: 1_000.1, drafted: 500, unpaid: 1_720.45 })
  const back = { ...payment('posted', 0.1), direction: 'incoming' } as const
  expect(paidOf(ORDER, [...paid, back])).toEqual({ paid: 1_000, drafted: 500, unpaid: 1_720.55 })
  expect(paidOf(ORDER, [payment('posted', 9_000)]).unpaid).toBe(0)
  expect(paidOf({ ...ORDER, kind: 'supplier_return' }, [back]).paid).toBe(0.1)
})
