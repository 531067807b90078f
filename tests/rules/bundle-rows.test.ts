/**
 * Tests the stock rows of bundles: they must always match the stock of the components, and updating them may only take
 * time proportional to the change.
 */
import { expect, test } from 'vitest'
import type { Milli } from '../../amounts/quantity.ts'
import { emptyTotals } from '../../server/domain/books.ts'
import type { Change, Product, Stock } from '../../server/domain/records.ts'
import { Collection, recordsOf } from '../../server/engine/collection.ts'
import { State, type StateSnapshot } from '../../server/engine/state.ts'
import { type Chance, createChance } from '../support/chance/chance.ts'

const SETTINGS = {
  companyName: 'Лавка',
  lowStockAlerts: false,
  dailySummary: false,
  timeZone: 'Europe/Moscow',
  revision: 0,
}
const idOf = (kind: string, n: number) => `018cc251-f400-7000-8000-${kind}${String(n).padStart(11, '0')}`
const newState = () => new State({ companyId: 'c', revision: 0, settings: SETTINGS, totals: emptyTotals() })

const productOf = (id: string, components: Product['components']) =>
  ({ id, kind: components.length === 0 ? 'product' : 'bundle', components, revision: 1 }) as unknown as Product
const stockOf = (productId: string, warehouseId: string, available: number): Stock => ({
  productId,
  warehouseId,
  onHand: (available + 5) as Milli,
  reserved: 5 as Milli,
  available: available as Milli,
  revision: 1,
})
const putProduct = (product: Product): Change => ({ kind: 'products', id: product.id, record: product })
const putRow = (row: Stock): Change => ({ kind: 'stock', id: `${row.productId}/${row.warehouseId}`, record: row })

/** Computes each bundle's stock at each warehouse in the simplest way. */
function rowsDue(snapshot: StateSnapshot): Map<string, number> {
  const rows = [...recordsOf(snapshot.collections.stock)].filter(({ onHand }) => onHand !== null)
  const available = new Map(rows.map((row) => [`${row.productId}/${row.warehouseId}`, row.available as number]))
  const due = new Map<string, number>()
  for (const { id, components } of recordsOf(snapshot.collections.products))
    for (const warehouseId of new Set(rows.map((row) => row.warehouseId))) {
      const made = components.map(({ productId, quantity }) => {
        const there = available.get(`${productId}/${warehouseId}`)
        return { isStocked: there !== undefined, bundles: Math.floor((there ?? 0) / quantity) * 1_000 }
      })
      if (made.some(({ isStocked }) => isStocked))
        due.set(`${id}/${warehouseId}`, Math.min(...made.map(({ bundles }) => bundles)))
    }
  return due
}

const rowsOf = (snapshot: StateSnapshot) =>
  new Map(
    [...recordsOf(snapshot.collections.stock)]
      .filter(({ onHand }) => onHand === null)
      .map((row) => [`${row.productId}/${row.warehouseId}`, row.available as number]),
  )

function anyChange(chance: Chance): Change {
  const component = () => idOf('a', chance.below(12))
  if (chance.happens(0.25)) {
    const id = idOf('b', chance.below(20))
    if (chance.happens(0.2)) return { kind: 'products', id, record: null }
    const ids = new Set(Array.from({ length: chance.between(1, 5) }, component))
    return putProduct(
      productOf(
        id,
        [...ids].map((productId) => ({ productId, quantity: chance.between(1, 9) as Milli })),
      ),
    )
  }
  const [productId, warehouseId] = [component(), idOf('c', chance.below(4))]
  if (chance.happens(0.1)) return { kind: 'stock', id: `${productId}/${warehouseId}`, record: null }
  return putRow(stockOf(productId, warehouseId, chance.below(40)))
}

test('after any changes the stock rows of bundles match the stock of their components', () => {
  const chance = createChance(20_261_122)
  let state = newState()
  const looks: { snapshot: StateSnapshot; rows: Map<string, number> }[] = []
  for (let revision = 1; revision <= 3_000; revision += 1) {
    const changes = Array.from({ length: chance.between(1, 4) }, () => anyChange(chance))
    state.apply(changes, revision, state.totals)
    if (chance.happens(0.6)) continue
    if (chance.happens(0.1)) state = state.fork()
    const snapshot = state.snapshot()
    const rows = rowsOf(snapshot)
    expect(rows).toEqual(rowsDue(snapshot))
    if (revision % 50 === 0) looks.push({ snapshot, rows })
  }
  expect(looks.length).toBeGreaterThan(5)
  for (const { snapshot, rows } of looks) expect(rowsOf(snapshot)).toEqual(rows)
})

const WAREHOUSE = idOf('c', 1)

/** Returns a state with the given number of bundles, which all share the same components. */
function stateOf(bundles: number, components: number): State {
  const state = newState()
  const ids = Array.from({ length: components }, (_, n) => idOf('a', n))
  const changes = [
    ...ids.map((id) => putRow(stockOf(id, WAREHOUSE, 1_000_000))),
    ...Array.from({ length: bundles }, (_, n) =>
      putProduct(
        productOf(
          idOf('b', n),
          ids.map((productId) => ({ productId, quantity: 1_000 as Milli })),
        ),
      ),
    ),
  ]
  state.apply(changes, 1, state.totals)
  state.snapshot()
  return state
}

/** Runs the given work and counts its record look-ups. */
function lookupsOf(work: () => void): number {
  const { get } = Collection.prototype
  let count = 0
  Collection.prototype.get = function (this: Collection<never>, key: string) {
    count += 1
    return get.call(this, key)
  } as typeof get
  try {
    work()
  } finally {
    Collection.prototype.get = get
  }
  return count
}

function changeStock(state: State, components: number, available: number): StateSnapshot {
  const rows = Array.from({ length: components }, (_, n) => putRow(stockOf(idOf('a', n), WAREHOUSE, available)))
  state.apply(rows, state.revision + 1, state.totals)
  return state.snapshot()
}

test.each([
  ['less', 500_000],
  ['more', 2_000_000],
])(
  'when the stock of 1,000 components shared by 20 bundles changes to %s, each component is looked up a few times, not once per bundle',
  (_, left) => {
    const state = stateOf(20, 1_000)
    let snapshot = state.snapshot()
    const lookups = lookupsOf(() => {
      snapshot = changeStock(state, 1_000, left)
    })
    expect(lookups).toBeLessThan(10_000)
    expect(rowsOf(snapshot)).toEqual(
      new Map(Array.from({ length: 20 }, (_, n) => [`${idOf('b', n)}/${WAREHOUSE}`, left])),
    )
  },
)

test('a bundle’s stock rows are computed only once per snapshot', () => {
  const state = stateOf(1_000, 2)
  const lookups = lookupsOf(() => {
    for (let taken = 1; taken <= 100; taken += 1) {
      const row = stockOf(idOf('a', 0), WAREHOUSE, 1_000_000 - taken * 1_000)
      state.apply([putRow(row)], state.revision + 1, state.totals)
    }
    state.snapshot()
  })
  expect(lookups).toBeLessThan(5_000)
})

test('changing a bundle’s price does not recompute its stock rows', () => {
  const state = stateOf(10, 500)
  const bundle = [...recordsOf(state.snapshot().collections.products)].at(-1)!
  const lookups = lookupsOf(() => {
    state.apply([putProduct({ ...bundle, revision: 2 })], state.revision + 1, state.totals)
    state.snapshot()
  })
  expect(lookups).toBeLessThan(10)
})
