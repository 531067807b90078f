/** Tests what the service learns from corrections, without documents: the tests use only the numbers of lines. */
import { expect, test } from 'vitest'
import type { Milli, Minor } from '../../amounts/quantity.ts'
import {
  type EarlierDocument,
  type Learnable,
  taughtPartner,
  withLessons,
} from '../../server/recognition/match/lessons.ts'

const paper = (quantity: number, unitCost: number, unit: string | null = 'уп') => ({
  unit,
  quantity: (1000 * quantity) as Milli,
  unitCost: (100 * unitCost) as Minor,
  amount: Math.round(100 * quantity * unitCost) as Minor,
})
const made = (quantity: number, unitCost: number, productId = 'bolt') => ({
  productId,
  quantity: (1000 * quantity) as Milli,
  unitCost: Math.round(100 * unitCost) as Minor,
})
const earlier = (parts: Partial<EarlierDocument>): EarlierDocument => ({
  documentId: 'first',
  partnerId: 'vector',
  supplier: { name: 'ООО «Вектор»', inn: null },
  total: null,
  lines: [],
  made: [],
  ...parts,
})
const line = (quantity: number, unitCost: number, more: Partial<Learnable> = {}): Learnable => ({
  ...paper(quantity, unitCost),
  productId: 'bolt',
  confidence: 0.95,
  ...more,
})
const units = () => 'шт'

/** Applies everything learned to the lines, and returns their numbers and the rules that were applied. */
function learned(lines: readonly Learnable[], documents: readonly EarlierDocument[], total: number | null = null) {
  return withLessons({ lines, total: total === null ? null : ((100 * total) as Minor) }, documents, units).map(
    ({ unit, quantity, unitCost, amount, learned: note }) => [
      unit,
      quantity! / 1000,
      unitCost! / 100,
      amount! / 100,
      note?.rules.join(' ') ?? null,
    ],
  )
}

const PACKS = earlier({ lines: [paper(5, 1200)], made: [made(60, 100)] })

test('a supplier’s next document is converted from packs into pieces if a user converted the last one', () => {
  expect(learned([line(7, 1320)], [PACKS])).toEqual([['шт', 84, 110, 9240, 'pack']])
  const [again] = withLessons({ lines: [line(7, 1320)], total: null }, [PACKS], units)
  expect(again!.learned).toEqual({ rules: ['pack'], documentId: 'first', read: paper(7, 1320) })
})

test('a supplier’s next document is converted from pieces into packs if a user converted the last one', () => {
  const back = earlier({ lines: [paper(60, 100)], made: [made(5, 1200)] })
  expect(learned([line(84, 110)], [back])).toEqual([['шт', 7, 1320, 9240, 'pack']])
  expect(learned([line(1, 110)], [back])).toEqual([['уп', 1, 110, 110, null]])
})

test('if a user reverses a learned correction, the service forgets it', () => {
  const back = earlier({ documentId: 'second', lines: [paper(7, 1320)], made: [made(7, 1320)] })
  expect(learned([line(2, 1200)], [back, PACKS])).toEqual([['уп', 2, 1200, 2400, null]])
})

test('a learned correction applies only to the same product and unit, and to lines whose numbers add up', () => {
  for (const other of [
    line(7, 1320, { productId: 'nut' }),
    line(7, 1320, { unit: 'шт' }),
    line(7, 1320, { confidence: 0.3 }),
  ])
    expect(learned([other], [PACKS])[0]![4]).toBeNull()
})

test('a pack size that two products of a supplier share is assumed for the supplier’s other packs', () => {
  const two = earlier({ lines: [paper(5, 1200), paper(3, 600)], made: [made(60, 100), made(36, 50, 'nut')] })
  const differ = earlier({ lines: [paper(5, 1200), paper(3, 600)], made: [made(60, 100), made(30, 60, 'nut')] })
  const fresh = [line(7, 1320, { productId: 'washer' })]
  expect(learned(fresh, [two])).toEqual([['шт', 84, 110, 9240, 'pack']])
  expect(learned(fresh, [differ])[0]![4]).toBeNull()
})

const NET = earlier({ lines: [paper(5, 1200)], made: [made(5, 1464)], total: 732_000 as Minor })

test('VAT is added to the prices of a supplier’s next document if a user added it in the last one', () => {
  expect(learned([line(10, 100)], [NET], 1220)).toEqual([['уп', 10, 122, 1220, 'vat']])
  expect(learned([line(10, 100)], [NET], 1100)).toEqual([['уп', 10, 110, 1100, 'vat']])
  // Check that prices stay unchanged if they already include VAT, or if it is unknown whether they do.
  expect(learned([line(10, 100)], [NET], 1000)).toEqual([['уп', 10, 100, 1000, null]])
  expect(learned([line(10, 100)], [NET])).toEqual([['уп', 10, 100, 1000, null]])
})

test('a document with included VAT does not make the service forget that VAT is to be added', () => {
  const inside = earlier({ lines: [paper(5, 1200)], made: [made(5, 1200)], total: 600_000 as Minor })
  expect(learned([line(10, 100)], [inside, NET], 1220)[0]![4]).toBe('vat')
  const unlearned = { ...NET, made: [made(5, 1200)] }
  expect(learned([line(10, 100)], [unlearned, NET], 1220)[0]![4]).toBeNull()
})

test('VAT is removed from the prices of a supplier’s next document if a user removed it in the last one', () => {
  const off = earlier({ lines: [paper(5, 1220)], made: [made(5, 1000)], total: 610_000 as Minor })
  expect(learned([line(10, 122)], [off], 1220)).toEqual([['уп', 10, 100, 1000, 'vat']])
  expect(learned([line(10, 122)], [off], 1488.4)[0]![4]).toBeNull()
})

const SWAPPED = earlier({ lines: [paper(1200, 5)], made: [made(5, 1200)] })

test('two columns are swapped in a supplier’s next document if a user swapped them in the last one', () => {
  expect(learned([line(1300, 7, { productId: 'nut' })], [SWAPPED])).toEqual([['уп', 7, 1300, 9100, 'columns']])
  expect(learned([line(1300, 7)], [SWAPPED])[0]![4]).toBe('columns')
  // Check that columns are not swapped if this would give a price with a tenth of a kopeck, which no price has.
  expect(learned([line(1300.125, 7)], [SWAPPED])[0]![4]).toBeNull()
  expect(learned([line(7, 1300)], [SWAPPED])[0]![4]).toBeNull()
})

test('pack and VAT conversions can both apply to a line, and the result is rounded once', () => {
  const both = earlier({ lines: [paper(5, 1000)], made: [made(60, 101.67)], total: 610_000 as Minor })
  expect(learned([line(5, 1000)], [both], 6100)).toEqual([['шт', 60, 101.67, 6100, 'pack vat']])
})

test('a line that a user rewrote completely teaches nothing', () => {
  const odd = earlier({ lines: [paper(5, 1200)], made: [made(17, 333)] })
  expect(learned([line(7, 1320)], [odd])[0]![4]).toBeNull()
  const left = earlier({ lines: [paper(1, 777), paper(5, 1200)], made: [made(60, 100)] })
  expect(learned([line(7, 1320)], [left])[0]![4]).toBe('pack')
})

test('a supplier’s printed name leads to the partner that users chose last, unless they chose another before', () => {
  const head = { name: 'ООО Банк', inn: '7707083893' }
  const given = (partnerId: string) => earlier({ partnerId, supplier: head })
  expect(taughtPartner(head, [given('vector')])).toEqual({ value: 'vector', documentId: 'first' })
  expect(taughtPartner(head, [given('vector'), given('other')])).toBeNull()
  expect(taughtPartner(head, [given('vector'), given('vector'), given('other')])?.value).toBe('vector')
  expect(taughtPartner({ ...head, name: 'ИП Сидорова' }, [given('vector')])).toBeNull()
  expect(taughtPartner({ name: null, inn: null }, [earlier({ supplier: { name: null, inn: null } })])).toBeNull()
})
