/** Compares the numbers in reports with the tests' own ledger, over random histories. */
import { beforeAll, describe, expect, test } from 'vitest'
import { createChance } from '../support/chance/chance.ts'
import { type Profit, profitOf, type Sale, type SoldLine } from '../support/model/report-ledger.ts'
import type { Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { playWorkload, type Workload } from '../support/scene/report-workload.ts'

const service = useService()
const SEEDS = [1, 20_261_121]
const STEPS = 180
const IN = ['receipt', 'transferIn', 'reversalIn', 'customerReturn']
const OUT = ['shipment', 'writeoff', 'return', 'transferOut', 'reversalOut']
/** Transfers between two warehouses that are both in the report count neither as in nor as out. */
const TRANSFERS = ['transferIn', 'transferOut']

const kopecks = (amount: number) => Math.round(amount * 100)
const thousandths = (quantity: number) => Math.round(quantity * 1000)
const iso = (at: number) => encodeURIComponent(new Date(at).toISOString())

describe.each(SEEDS)('reports over the random history with seed %i', (seed) => {
  let workload: Workload
  let cuts: number[]

  beforeAll(async () => {
    const chance = createChance(seed)
    workload = await playWorkload(await service.newCompany(), chance, STEPS)
    const times = workload.ledger.events.map(({ at }) => at)
    // The points in time to check: before all movements, several in between, and after all of them.
    cuts = [times[0]!, ...Array.from({ length: 6 }, () => chance.pick(times)), times.at(-1)! + 1].sort((a, b) => a - b)
  }, 120_000)

  async function report(path: string): Promise<Json> {
    const reply = await workload.client.get(`/api/v1/reports/${path}`)
    expect(reply.status, `${path}: ${reply.text}`).toBe(200)
    return reply.json
  }

  const stockOf = (answer: Json, keyOf: (row: Json) => string) =>
    new Map(
      answer.items.map((row: Json) => [
        keyOf(row),
        { quantity: thousandths(row.quantity), value: kopecks(row.value ?? 0) },
      ]),
    )

  test('the random history has every kind of movement', () => {
    const flows = new Set(workload.ledger.events.map(({ flow }) => flow))
    expect([...flows].sort()).toEqual([...IN, ...OUT].sort())
    const { sales } = workload.ledger
    expect(sales.some(({ lines }) => lines.some(({ amount }) => amount === null))).toBe(true)
    expect(sales.some(({ lines }) => lines.some(({ components }) => (components ?? []).length > 0))).toBe(true)
    const returns = sales.filter(({ isReturn }) => isReturn)
    const isKnown = ({ channel }: Sale) => channel !== null
    expect(new Set(returns.map((sale) => `${sale.sign} ${isKnown(sale)}`))).toEqual(
      new Set(['-1 true', '-1 false', '1 true', '1 false']),
    )
  })

  test('the stock report equals a separately computed ledger at every point in time, whatever the grouping', async () => {
    for (const cut of cuts) {
      const both = (lot: { productId: string; warehouseId: string }) => `${lot.productId}/${lot.warehouseId}`
      const truth = workload.ledger.stockBefore(cut, both)
      const quantities = new Map([...truth].map(([key, { quantity }]) => [key, { quantity, value: 0 }]))
      expect(stockOf(await report(`stock?date=${iso(cut)}`), both)).toEqual(quantities)
      expect(stockOf(await report(`stock-valuation?date=${iso(cut)}`), both)).toEqual(truth)
      for (const key of ['product', 'warehouse'] as const) {
        const keyOf = (row: Json) => row[`${key}Id`]
        const answer = await report(`stock-valuation?date=${iso(cut)}&groupBy=${key}`)
        expect(stockOf(answer, keyOf)).toEqual(workload.ledger.stockBefore(cut, keyOf))
        const values = [...truth.values()].reduce((sum, { value }) => sum + value, 0)
        expect(kopecks(answer.totals.value)).toBe(values)
      }
    }
  })

  test('the stock report of one product at one warehouse equals the same part of a separately computed ledger', async () => {
    const cut = cuts[4]!
    for (const productId of workload.productIds)
      for (const warehouseId of workload.warehouseIds) {
        const answer = await report(
          `stock-valuation?date=${iso(cut)}&productId=${productId}&warehouseId=${warehouseId}`,
        )
        const keyOf = (lot: { productId: string; warehouseId: string }) =>
          lot.productId === productId && lot.warehouseId === warehouseId ? 'here' : null
        expect(stockOf(answer, () => 'here')).toEqual(workload.ledger.stockBefore(cut, keyOf))
      }
  })

  test.each(['', 'warehouse'])(
    'the turnover report’s opening, movements and closing equal the separate ledger (grouping: %s)',
    async (by) => {
      const warehouseIds = by === '' ? [null] : workload.warehouseIds
      for (const [from, to] of [
        [0, 7],
        [1, 5],
        [3, 4],
        [2, 7],
      ] as const)
        for (const warehouseId of warehouseIds) {
          const filter = warehouseId === null ? '' : `&warehouseId=${warehouseId}`
          const period = { from: cuts[from]!, to: Math.max(cuts[to]!, cuts[from]! + 1) }
          const answer = await report(`turnover?from=${iso(period.from)}&to=${iso(period.to)}${filter}`)
          const got = new Map(answer.items.map((row: Json) => [row.productId, figuresOf(row)]))
          expect(got).toEqual(turnoverOf(workload, period, warehouseId))
          for (const row of answer.items) expect(balanceOf(row)).toBe(kopecks(row.closingCost))
        }
    },
  )

  const profits = (answer: Json, keyOf: (row: Json) => string) =>
    new Map(
      answer.items.map((row: Json) => {
        const { unpricedItems } = row
        expect(kopecks(row.profit)).toBe(kopecks(row.revenue) - kopecks(row.cost))
        const figures = {
          revenue: kopecks(row.revenue),
          cost: kopecks(row.cost),
          unpricedItems,
          unpricedCost: kopecks(row.unpricedCost),
        }
        return [keyOf(row), figures satisfies Profit]
      }),
    )

  const PROFIT_KEYS: Record<string, { name: string; keyOf: (sale: Sale, line: SoldLine) => string | null }> = {
    order: { name: 'orderId', keyOf: (sale) => sale.orderId },
    product: { name: 'productId', keyOf: (_sale, line) => line.productId },
    channel: { name: 'channel', keyOf: (sale) => sale.channel },
    customer: { name: 'customerId', keyOf: (sale) => sale.customerId },
  }

  test.each(Object.entries(PROFIT_KEYS))(
    'the gross profit report by %s shows revenue minus cost',
    async (groupBy, { name, keyOf }) => {
      for (const [from, to] of [
        [0, 7],
        [2, 6],
      ] as const) {
        const period = { from: cuts[from]!, to: Math.max(cuts[to]!, cuts[from]! + 1) }
        const sales = workload.ledger.sales.filter(({ at }) => at >= period.from && at < period.to)
        const answer = await report(`gross-profit?from=${iso(period.from)}&to=${iso(period.to)}&groupBy=${groupBy}`)
        expect(profits(answer, (row) => row[name])).toEqual(profitOf(sales, keyOf))
        const cost = sales.reduce(
          (sum, { costs, sign }) => [...costs.values()].reduce((all, one) => all + sign * one, sum),
          0,
        )
        expect(kopecks(answer.totals.cost)).toBe(cost)
      }
    },
  )
})

/** Returns a row's numbers that are not zero, in kopecks or thousandths, without the field `rounding`. */
function figuresOf(row: Json): Record<string, number> {
  const figures: Record<string, number> = {}
  for (const [name, value] of Object.entries(row)) {
    if (typeof value !== 'number' || name === 'rounding' || value === 0) continue
    figures[name] = name.endsWith('Cost') ? kopecks(value) : thousandths(value)
  }
  return figures
}

function balanceOf(row: Json): number {
  const sum = (flows: string[]) => flows.reduce((all, flow) => all + kopecks(row[`${flow}Cost`]), 0)
  return kopecks(row.openingCost) + sum(IN) - sum(OUT) + kopecks(row.rounding)
}

function turnoverOf({ ledger }: Workload, period: { from: number; to: number }, warehouseId: string | null) {
  const rows = new Map<string, Record<string, number>>()
  const add = (productId: string, name: string, value: number) => {
    const row = rows.get(productId) ?? {}
    rows.set(productId, row)
    if (value !== 0) row[name] = (row[name] ?? 0) + value
  }
  const isHere = (place: { warehouseId: string }) => warehouseId === null || place.warehouseId === warehouseId
  for (const [name, at] of [
    ['opening', period.from],
    ['closing', period.to],
  ] as const)
    for (const [productId, row] of ledger.stockBefore(at, (lot) => (isHere(lot) ? lot.productId : null))) {
      add(productId, `${name}Quantity`, row.quantity)
      add(productId, `${name}Cost`, row.value)
    }
  for (const event of ledger.events) {
    if (event.at < period.from || event.at >= period.to || !isHere(event)) continue
    if (warehouseId === null && TRANSFERS.includes(event.flow)) continue
    add(event.productId, `${event.flow}Quantity`, event.quantity)
    add(event.productId, `${event.flow}Cost`, event.cost)
  }
  return rows
}
