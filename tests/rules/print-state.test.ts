/**
 * Tests printing the state in steps: the printed bytes, work that several readers share, and changes that happen during
 * printing.
 */
import { expect, test } from 'vitest'
import { emptyTotals } from '../../server/domain/books.ts'
import { type Product, put, remove, type Warehouse } from '../../server/domain/records.ts'
import { printChanges, printFullState } from '../../server/engine/print-state.ts'
import { State } from '../../server/engine/state.ts'
import { runToEnd } from '../../server/runtime/slices.ts'
import { chooseSeed, createChance } from '../support/chance/chance.ts'
import { textOf } from '../support/model/engine-world.ts'
import { applyChanges } from '../support/node/state.ts'

const idOf = (number: number) => `018f0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

function emptyState(): State {
  const settings = {
    companyName: 'Ж',
    lowStockAlerts: false,
    dailySummary: false,
    timeZone: 'Europe/Moscow',
    revision: 0,
  }
  return new State({ companyId: idOf(0), revision: 0, settings, totals: emptyTotals() })
}

/** Returns a record and a count of how often it was printed. */
function watched(number: number, nameLength: number, revision = 1) {
  const seen = { prints: 0 }
  const name = `${number} ${'ж'.repeat(nameLength)}`
  const record = {
    id: idOf(number),
    get name() {
      seen.prints += 1
      return name
    },
    ...{ short: null, city: null, address: null, archived: false },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z', revision },
  } as unknown as Warehouse
  return { record, seen }
}

function place(state: State, records: readonly Warehouse[]): void {
  state.apply(
    records.map((record) => put('warehouses', record)),
    state.revision + 1,
    state.totals,
  )
}

/** Runs a generator to its end. @returns the number of steps. */
function stepsOf(steps: Iterator<unknown, unknown, undefined>): number {
  let count = 1
  while (steps.next().done !== true) count += 1
  return count
}

test('a chunk of long records is printed in several steps', () => {
  const state = emptyState()
  // Put 100 records of 200 KB into one chunk.
  place(
    state,
    Array.from({ length: 100 }, (_, number) => watched(number, 100_000).record),
  )
  const snapshot = state.snapshot()
  expect(snapshot.collections.warehouses.chunks).toHaveLength(1)
  // Each record is printed and copied, with at most one record per step.
  expect(stepsOf(printFullState(snapshot, 'full'))).toBeGreaterThanOrEqual(200)
  const before = emptyState().snapshot()
  expect(stepsOf(printChanges(before, snapshot, 'full'))).toBeGreaterThanOrEqual(100)
})

/** Returns a product that counts how often its cost is read. */
function costlyProduct(number: number, descriptionLength: number, revision = 1) {
  const seen = { costs: 0 }
  const record = {
    ...{ id: idOf(number), name: `Товар ${number}`, kind: 'product', description: 'ж'.repeat(descriptionLength) },
    get cost() {
      seen.costs += 1
      return 777_731
    },
    ...{ price: 100_000, minPrice: 777_732, archived: false, revision },
    ...Object.fromEntries(
      ['barcodes', 'packages', 'analogIds', 'tags', 'components', 'filterValueIds', 'prices', 'images'].map((name) => [
        name,
        [],
      ]),
    ),
  } as unknown as Product
  return { record, seen }
}

test('the state for users who may not see costs is printed in several steps', () => {
  const state = emptyState()
  const products = Array.from({ length: 100 }, (_, number) => costlyProduct(number, 100_000))
  place(
    state,
    Array.from({ length: 3 }, (_, number) => watched(number, 10).record),
  )
  state.apply(
    products.map(({ record }) => put('products', record)),
    2,
    state.totals,
  )
  const snapshot = state.snapshot()
  expect(stepsOf(printFullState(snapshot, 'without costs'))).toBeGreaterThanOrEqual(200)
  // Check that no cost was read, so that the chunk is not yet printed for users who see costs.
  expect(products.every(({ seen }) => seen.costs === 0)).toBe(true)
  expect(snapshot.collections.products.chunks[0]!.isPrinted).toBe(false)
  const whole = textOf(runToEnd(printFullState(snapshot, 'full')))
  expect(products.every(({ seen }) => seen.costs === 1)).toBe(true)
  const shown = textOf(runToEnd(printFullState({ ...snapshot }, 'without costs')))
  expect(shown).not.toContain('7777.31')
  const removed = /,"(stockValue|purchases|documents|payments|cost|minPrice)":(0|\[\]|7777\.3[12])/g
  expect(shown).toBe(whole.replaceAll(removed, ''))
  // Add one more product to the chunk. The other products must not be printed again for users who see costs.
  state.apply([put('products', costlyProduct(50, 10, 3).record)], 3, state.totals)
  const next = state.snapshot()
  const changes = textOf(runToEnd(printChanges(snapshot, next, 'without costs')))
  expect(JSON.stringify(applyChanges(JSON.parse(shown), JSON.parse(changes)))).toBe(
    textOf(runToEnd(printFullState(next, 'without costs'))),
  )
  runToEnd(printFullState(next, 'full'))
  expect(products.filter(({ seen }) => seen.costs > 1)).toEqual([])
})

test('a chunk of the state with many bytes is split when it is edited', () => {
  const state = emptyState()
  place(
    state,
    Array.from({ length: 100 }, (_, number) => watched(number, 50_000).record),
  )
  const whole = textOf(runToEnd(printFullState(state.snapshot(), 'full')))
  place(state, [watched(50, 50_000, 2).record])
  const { chunks } = state.snapshot().collections.warehouses
  const edited = chunks.find(({ keys }) => keys.includes(idOf(50)))!
  expect(edited.keys.length).toBeLessThan(10)
  expect(chunks.flatMap(({ keys }) => keys)).toEqual(Array.from({ length: 100 }, (_, number) => idOf(number)))
  expect(textOf(runToEnd(printFullState(state.snapshot(), 'full')))).toBe(whole.replace('"revision":1', '"revision":2'))
})

test('two requests that print the same chunk of the state at the same time share the work and the bytes', () => {
  const state = emptyState()
  const all = Array.from({ length: 300 }, (_, number) => watched(number, 10_000))
  place(
    state,
    all.map(({ record }) => record),
  )
  const printings = [1, 2, 3].map(() => printFullState({ ...state.snapshot() }, 'full'))
  const texts: string[] = []
  while (texts.length < printings.length)
    for (const printing of printings) {
      const step = printing.next()
      if (step.done === true && step.value !== undefined) texts.push(textOf(step.value))
    }
  expect(new Set(texts).size).toBe(1)
  expect(JSON.parse(texts[0]!).warehouses).toHaveLength(300)
  expect(new Set(all.map(({ seen }) => seen.prints))).toEqual(new Set([1]))
})

test('abandoning the printing of the state halfway does not spoil later ones', () => {
  const state = emptyState()
  place(
    state,
    Array.from({ length: 200 }, (_, number) => watched(number, 20_000).record),
  )
  const snapshot = state.snapshot()
  const expected = JSON.stringify(Array.from({ length: 200 }, (_, number) => `${number} ${'ж'.repeat(20_000)}`))
  for (let steps = 1; steps < 40; steps += 7) {
    const printing = printFullState(snapshot, 'full')
    for (let step = 0; step < steps; step += 1) printing.next()
    printing.return([])
  }
  const { warehouses } = JSON.parse(textOf(runToEnd(printFullState(snapshot, 'full'))))
  expect(JSON.stringify(warehouses.map(({ name }: { name: string }) => name))).toBe(expected)
})

test('a record that cannot be printed does not permanently block the printing of the state', () => {
  const state = emptyState()
  const broken = { ...watched(1, 1).record, city: 1n } as unknown as Warehouse
  place(state, [broken])
  const snapshot = state.snapshot()
  for (let time = 0; time < 2; time += 1) expect(() => runToEnd(printFullState(snapshot, 'full'))).toThrow(/BigInt/)
})

const SEED = chooseSeed(4_711)

test.each([1, 2, 3, 4])(
  'a state printed in steps shows a single revision, and so do its changes, whatever commands run in between (%d)',
  (number) => {
    const chance = createChance(SEED + number)
    const state = emptyState()
    const change = () => {
      const id = chance.below(400)
      if (chance.happens(0.2)) state.apply([remove('warehouses', idOf(id))], state.revision + 1, state.totals)
      else place(state, [watched(id, chance.below(2_000), state.revision + 1).record])
    }
    for (let count = 0; count < 400; count += 1) change()
    const inWork: { steps: Generator<void, readonly (Buffer | string)[]>; check: (text: string) => void }[] = []
    const expectedOf = (at: ReturnType<State['snapshot']>) =>
      [...at.collections.warehouses.chunks].flatMap(({ keys, records }) => keys.map((_, at) => records[at]!.name))
    for (let turn = 0; turn < 30; turn += 1) {
      const before = state.snapshot()
      for (let count = chance.below(40); count >= 0; count -= 1) change()
      const after = state.snapshot()
      const names = expectedOf(after)
      inWork.push({
        steps: printFullState(after, 'full'),
        check: (text) => expect(JSON.parse(text).warehouses.map((one: Warehouse) => one.name)).toEqual(names),
      })
      const whole = JSON.parse(textOf(runToEnd(printFullState({ ...before }, 'full'))))
      inWork.push({
        steps: printChanges(before, after, 'full'),
        check: (text) =>
          expect(applyChanges(whole, JSON.parse(text)).warehouses.map((one: Warehouse) => one.name)).toEqual(names),
      })
      for (let step = 0; step < 20; step += 1) {
        const one = chance.pick(inWork)
        const next = one.steps.next()
        if (next.done === true) {
          one.check(textOf(next.value))
          inWork.splice(inWork.indexOf(one), 1)
          if (inWork.length === 0) break
        }
      }
    }
    for (const { steps, check } of inWork) check(textOf(runToEnd(steps)))
  },
)
