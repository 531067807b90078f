/**
 * Reads the results of the day from the server and compares them with the demo's own calculation. Money is in kopecks.
 */
import { onHand } from './ledger.ts'
import type { Played } from './play.ts'
import type { Plan } from './steps.ts'

/** The parts of the company's state that the demo reads. */
export interface ServerState {
  readonly totals: { readonly stockValue: number; readonly products: number; readonly lots: number }
  readonly stock: readonly {
    readonly productId: string
    readonly warehouseId: string
    readonly onHand: number | null
    readonly reserved: number | null
  }[]
  readonly orders: readonly {
    readonly id: string
    readonly status: string
    readonly total: number
    readonly unpricedItems: number
    readonly cost: number | null
  }[]
}

export interface Figures {
  readonly received: number
  readonly stockValue: number
  /** The total cost of the shipped goods, added up from the responses to the shipment commands. */
  readonly shippedCost: number
  readonly writtenOff: number
  readonly shippedRevenue: number
  readonly ordersByStatus: Readonly<Record<string, number>>
}

const STATUSES = ['new', 'picking', 'shipped', 'cancelled']
const MOST_FAULTS = 10

/** Converts an amount from the API, in roubles, to kopecks. */
function kopecks(amount: number | null | undefined): number {
  return Math.round((amount ?? 0) * 100)
}

/**
 * Computes receipts, write-offs and shipping costs from the responses to these commands, and all other results from the
 * state.
 */
export function readFigures(state: ServerState, { results }: Played): Figures {
  const costsOf = (names: RegExp) =>
    [...results].reduce((sum, [name, { cost }]) => sum + (names.test(name) ? kopecks(cost) : 0), 0)
  const shipped = state.orders.filter(({ status }) => status === 'shipped')
  const countOf = (status: string) => state.orders.filter((order) => order.status === status).length
  return {
    received: costsOf(/^receipt-/),
    stockValue: kopecks(state.totals.stockValue),
    shippedCost: costsOf(/^order-.*-shipped$/),
    writtenOff: costsOf(/^writeoff-/),
    shippedRevenue: shipped.reduce((sum, { total }) => sum + kopecks(total), 0),
    ordersByStatus: Object.fromEntries(STATUSES.map((status) => [status, countOf(status)])),
  }
}

/**
 * Returns every difference between the server's data and the expected results. The result is empty if all is correct.
 */
export function findFaults(state: ServerState, figures: Figures, plan: Plan, played: Played): string[] {
  const { received, stockValue, shippedCost, writtenOff } = figures
  const { expected, ledger } = plan
  const faults: string[] = []
  const compare = (what: string, found: unknown, right: unknown) => {
    if (found !== right) faults.push(`${what}: the server has ${found}, but ${right} is right`)
  }
  const costOfOrders = state.orders.reduce((sum, { cost }) => sum + kopecks(cost), 0)
  compare('Cost of the shipped orders, kopecks', costOfOrders, shippedCost)
  compare('Received, kopecks', received, expected.received)
  compare('Written off, kopecks', writtenOff, expected.writtenOff)
  compare('Stock value, kopecks', stockValue, expected.stockValue)
  const difference = received - stockValue - shippedCost - writtenOff
  compare(
    'Received minus stock, shipped and written off, thousandths of a kopeck',
    difference * 1000,
    ledger.roundingGain,
  )
  compareOrders(state, plan, played, compare)
  compareStock(state, plan, played, compare)
  return faults.length <= MOST_FAULTS
    ? faults
    : [...faults.slice(0, MOST_FAULTS), `and ${faults.length - MOST_FAULTS} more`]
}

type Compare = (what: string, found: unknown, right: unknown) => void

function compareOrders(state: ServerState, { expected }: Plan, { results }: Played, compare: Compare): void {
  const byId = new Map(state.orders.map((order) => [order.id, order]))
  compare('Orders', state.orders.length, expected.orders.size)
  for (const [name, right] of expected.orders) {
    const order = byId.get(results.get(name)!.id)
    compare(`${name}, status`, order?.status, right.status)
    compare(`${name}, total`, kopecks(order?.total), right.total)
    compare(`${name}, unpriced items`, order?.unpricedItems, right.unpriced)
    compare(`${name}, cost`, order?.cost == null ? null : kopecks(order.cost), right.cost)
  }
}

/** Compares the stock, except that of bundles, whose stock rows are computed and have no quantity on hand. */
function compareStock(state: ServerState, { ledger }: Plan, { results }: Played, compare: Compare): void {
  const rows = state.stock.filter((row) => row.onHand !== null)
  const byKey = new Map(rows.map((row) => [`${row.productId} ${row.warehouseId}`, row]))
  compare('Stock rows', rows.length, ledger.shelves.size)
  for (const [key, shelf] of ledger.shelves) {
    const ids = key.split(' ').map((name) => results.get(name)!.id)
    const row = byKey.get(ids.join(' '))
    compare(`${key}, on hand`, Math.round((row?.onHand ?? 0) * 1000), onHand(shelf))
    compare(`${key}, reserved`, Math.round((row?.reserved ?? 0) * 1000), shelf.reserved)
  }
}

/** Formats the table of results that the demo prints at its end. */
export function printFigures(figures: Figures, { ledger, expected }: Plan, played: Played): string {
  const { ordersByStatus, ...amounts } = figures
  const rows: [string, string][] = [
    ['Received', money(amounts.received)],
    ['  Stock value', money(amounts.stockValue)],
    ['  Cost of goods shipped', money(amounts.shippedCost)],
    ['  Written off', money(amounts.writtenOff)],
    [`  Rounding of ${ledger.roundings} amounts`, money(ledger.roundingGain / 1000)],
    ['Revenue shipped', money(amounts.shippedRevenue)],
    ['', ''],
    ...Object.entries(ordersByStatus).map(([status, count]): [string, string] => [`Orders ${status}`, String(count)]),
    ['Orders deleted', String(expected.deletedOrders)],
    ['Refused, as expected', String(played.refused)],
    ['Sent twice, executed once', String(played.repeated)],
  ]
  const width = Math.max(...rows.map(([, value]) => value.length))
  return rows.map(([label, value]) => `${label.padEnd(30)}${value.padStart(width)}`.trimEnd()).join('\n')
}

/** Formats an amount, for example 123456789 kopecks as "1 234 567.89". */
function money(minor: number): string {
  const [whole = '', fraction = ''] = (Math.abs(minor) / 100).toFixed(2).split('.')
  return `${minor < 0 ? '-' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, ' ')}.${fraction}`
}
