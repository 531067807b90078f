/**
 * Compares the company state from GET /bootstrap with the model, and checks that the numbers in the state agree with
 * each other.
 */
import { STATE_ARRAYS } from '../node/state.ts'
import {
  available,
  differences,
  isOpen,
  leastOf,
  lotsInOrder,
  MOST_EXACT,
  type Model,
  type ModelOrder,
  milli,
  minor,
  place,
  type Rule,
  totalsOf,
} from './model.ts'
import { DATE_RULES, onPaper } from './model-dates.ts'
import { DELIVERY_RULES } from './model-deliveries.ts'
import { FIELD_RULES, fieldDifferences } from './model-fields.ts'
import { FILTER_RULES, filterDifferences } from './model-filters.ts'
import type { Json, ModelDocument, ModelPayment, ModelReturn } from './model-kinds.ts'
import { ORDER_CHANGE_RULES } from './model-order-changes.ts'
import { ORDER_RULES, orderDifferences } from './model-orders.ts'
import { contractDifferences, organizationDifferences, PARTY_RULES } from './model-parties.ts'
import { PAYMENT_RULES, paymentDifferences } from './model-payments.ts'
import { documentDifferences, isReceived, PROCUREMENT_RULES, purchaseDifferences } from './model-procurement.ts'
import { productDifferences } from './model-products.ts'
import { partnerDifferences, RECORD_RULES } from './model-records.ts'
import { waitedFor } from './model-reserves.ts'
import { RETURN_RULES, returnDifferences } from './model-returns.ts'
import { SHIPMENT_RULES } from './model-shipments.ts'
import { lotDifferences, STOCK_RULES } from './model-stock.ts'
import { WAITING_RULES, waitingFaults } from './model-waiting.ts'

const { receiveStock, writeOffStock, transferStock, ...STOCK } = STOCK_RULES
const { createCustomerReturn, updateCustomerReturn, ...RETURNS } = RETURN_RULES
const { shipOrder, ...SHIPMENTS } = SHIPMENT_RULES
const PAPERED = { receiveStock, writeOffStock, transferStock, createCustomerReturn, updateCustomerReturn, shipOrder }

export const MODEL_RULES: Readonly<Record<string, Rule>> = {
  ...RECORD_RULES,
  ...FILTER_RULES,
  ...FIELD_RULES,
  ...PARTY_RULES,
  ...PROCUREMENT_RULES,
  ...PAYMENT_RULES,
  ...STOCK,
  ...DELIVERY_RULES,
  ...ORDER_RULES,
  ...ORDER_CHANGE_RULES,
  ...SHIPMENTS,
  ...RETURNS,
  ...Object.fromEntries(Object.entries(PAPERED).map(([name, rule]) => [name, onPaper(rule!)])),
  ...DATE_RULES,
  ...WAITING_RULES,
}

/** The number of finished orders that the company state shows. */
const FINISHED_SHOWN = 1_000

/**
 * Compares a company state with the model and returns the differences. `finishedShown` is how many finished records of a kind
 * the state shows.
 */
export function stateDifferences(model: Model, state: Json, finishedShown = FINISHED_SHOWN): string[] {
  const diff = differences()
  diff.expect('revision', state.revision, model.revision)
  for (const [name, total] of Object.entries(totalsOf(model)))
    diff.expect(`totals.${name}`, name === 'stockValue' ? minor(state.totals[name]) : BigInt(state.totals[name]), total)
  const named = ({ id, name, archived }: Json) => [id, name, archived]
  diff.expect('warehouses', state.warehouses.map(named), ascending(model.warehouses).map(named))
  diff.expect('price types', state.priceTypes.map(named), ascending(model.priceTypes).map(named))
  diff.expect('settings', state.settings, model.settings)
  diff.expect('company', state.company.name, model.settings.companyName)
  diff.expect('stock', state.stock.map(shownRow), expectedRows(model))
  /** Returns all unfinished records, and the newest `finishedShown` of the finished records. */
  const shown = <T extends { id: string }>(map: Map<string, T>, isDone: (record: T) => boolean): T[] => {
    const all = ascending(map)
    const done = all.filter(isDone)
    const hidden = new Set(done.slice(0, Math.max(0, done.length - finishedShown)))
    return all.filter((record) => !hidden.has(record))
  }
  return [
    ...diff.found,
    ...each('products', ascending(model.products), state.products, productDifferences),
    ...each('partners', ascending(model.partners), state.partners, partnerDifferences),
    ...each('lots', ascending(model.lots), state.lots, lotDifferences),
    ...each('filters', ascending(model.filters), state.filters, filterDifferences),
    ...each('organizations', ascending(model.organizations), state.organizations, organizationDifferences),
    ...each('contracts', ascending(model.contracts), state.contracts, contractDifferences),
    ...each('custom fields', ascending(model.customFields), state.customFields, fieldDifferences),
    ...each('purchases', shown(model.purchases, isReceived), state.purchases, purchaseDifferences),
    ...each('documents', shown(model.documents, isOver), state.documents, documentDifferences),
    ...each('payments', shown(model.payments, isPaid), state.payments, paymentDifferences),
    ...each('orders', shown(model.orders, isFinished), state.orders, (order, actual) =>
      orderDifferences(model, order, actual),
    ),
    ...each('returns', shown(model.returns, isPaid), state.customerReturns, (one, actual) =>
      returnDifferences(model, one, actual),
    ),
    ...fifoDifferences(model, state),
  ]
}

function ascending<T extends { id: string }>(map: Map<string, T>): T[] {
  return [...map.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

const isFinished = (order: ModelOrder): boolean => !isOpen(order)
const isOver = ({ status }: ModelDocument): boolean => status === 'closed' || status === 'cancelled'
const isPaid = ({ status }: ModelPayment | ModelReturn): boolean => status !== 'draft'

function each<T extends { id: string }>(
  what: string,
  expected: readonly T[],
  actual: readonly Json[],
  compare: (expected: T, actual: Json) => string[],
): string[] {
  const diff = differences()
  diff.expect(
    `ids of ${what}`,
    actual.map(({ id }) => id),
    expected.map(({ id }) => id),
  )
  if (diff.found.length > 0) return diff.found
  return expected.flatMap((record, position) => compare(record, actual[position]))
}

const shownRow = ({ productId, warehouseId, onHand, reserved, available: left, waiting = 0 }: Json): unknown[] => [
  place(productId, warehouseId),
  onHand === null ? null : milli(onHand),
  reserved === null ? null : milli(reserved),
  comparable(milli(left)),
  milli(waiting),
]

/**
 * Caps a quantity for comparison, because the available quantity of a bundle with tiny component quantities may exceed
 * what a JSON number can represent exactly.
 */
const comparable = (quantity: bigint): bigint => leastOf([quantity, MOST_EXACT])

/** Returns all stock rows by product and warehouse. A bundle's row is computed from its scarcest component. */
function expectedRows(model: Model): unknown[] {
  const rows = new Map<string, unknown[]>()
  const waiting = waitedFor(model)
  for (const [key, { onHand, reserved }] of model.stock)
    rows.set(key, [key, onHand, reserved, onHand - reserved, waiting.get(key) ?? 0n])
  for (const bundle of model.products.values()) {
    if (bundle.kind !== 'bundle') continue
    for (const warehouseId of model.warehouses.keys()) {
      const components = [...bundle.components]
      // A bundle has a stock row wherever any of its components was ever stocked.
      if (!components.some(([productId]) => model.stock.has(place(productId, warehouseId)))) continue
      const makes = components.map(([productId, each]) => available(model, productId, warehouseId) / each)
      const key = place(bundle.id, warehouseId)
      rows.set(key, [key, null, null, comparable(leastOf(makes) * 1000n), 0n])
    }
  }
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** Returns the differences in the order in which each product's lots are drawn at each warehouse. */
function fifoDifferences(model: Model, state: Json): string[] {
  const diff = differences()
  const shown = new Map<string, Json[]>()
  for (const lot of state.lots) {
    const key = place(lot.productId, lot.warehouseId)
    shown.set(key, [...(shown.get(key) ?? []), lot])
  }
  for (const [key, lots] of shown) {
    const [productId = '', warehouseId = ''] = key.split('/')
    const order = lots.sort((a, b) => (`${a.receivedAt} ${a.id}` < `${b.receivedAt} ${b.id}` ? -1 : 1))
    diff.expect(
      `FIFO of ${key}`,
      order.map(({ id }) => id),
      lotsInOrder(model, productId, warehouseId).map(({ id }) => id),
    )
  }
  return diff.found
}

/** Returns the contradictions within a state, without comparing it to the model (S-STOCK-14). */
export function stateFaults(state: Json): string[] {
  const diff = differences()
  for (const name of STATE_ARRAYS) {
    const keys = state[name].map((record: Json) => record.id ?? place(record.productId, record.warehouseId))
    diff.expect(`order of ${name}`, keys, [...new Set(keys as string[])].sort())
  }
  const onHand = new Map<string, bigint>()
  let value = 0n
  for (const lot of state.lots) {
    const remaining = milli(lot.remaining)
    if (remaining <= 0n || remaining > milli(lot.received)) diff.found.push(`Lot ${lot.id} has ${lot.remaining} left`)
    const key = place(lot.productId, lot.warehouseId)
    onHand.set(key, (onHand.get(key) ?? 0n) + remaining)
    value += (remaining * minor(lot.unitCost) + 500n) / 1000n
  }
  diff.expect('stock value', minor(state.totals.stockValue), value)
  const reserved = reservedByOrders(state)
  for (const row of state.stock) {
    const key = place(row.productId, row.warehouseId)
    if (row.onHand === null) continue
    diff.expect(`on hand of ${key}`, milli(row.onHand), onHand.get(key) ?? 0n)
    diff.expect(`reserved of ${key}`, milli(row.reserved), reserved.get(key) ?? 0n)
    diff.expect(`available of ${key}`, milli(row.available), milli(row.onHand) - milli(row.reserved))
    if (milli(row.available) < 0n) diff.found.push(`More is reserved than on hand: ${key}`)
    onHand.delete(key)
    reserved.delete(key)
  }
  diff.expect('lots without a stock row', [...onHand.keys()], [])
  diff.expect(
    'reserves without a stock row',
    [...reserved.keys()].filter((key) => reserved.get(key) !== 0n),
    [],
  )
  return [...diff.found, ...waitingFaults(state)]
}

function reservedByOrders(state: Json): Map<string, bigint> {
  const services = new Set(state.products.filter(({ kind }: Json) => kind === 'service').map(({ id }: Json) => id))
  const reserved = new Map<string, bigint>()
  for (const order of state.orders) {
    if (order.status !== 'new' && order.status !== 'picking') continue
    for (const item of order.items) {
      const quantity = milli(item.reserved)
      const taken: [string, bigint][] =
        item.components?.map((entry: Json) => [entry.productId, (milli(entry.quantity) * quantity) / 1000n]) ??
        (services.has(item.productId) ? [] : [[item.productId, quantity]])
      for (const [productId, share] of taken) {
        const key = place(productId, order.warehouseId)
        reserved.set(key, (reserved.get(key) ?? 0n) + share)
      }
    }
  }
  return reserved
}

/**
 * Applies a response in the changes form to a client's state: stores the changed records, and deletes the removed ones.
 */
export function applyChangesForm(state: Json, changes: Json): Json {
  const next = { ...state, revision: changes.revision, totals: changes.totals }
  if (changes.changed.settings !== undefined) {
    next.settings = changes.changed.settings
    next.company = { ...state.company, name: next.settings.companyName }
  }
  const keyOf = (record: Json): string =>
    typeof record === 'string' ? record : (record.id ?? place(record.productId, record.warehouseId))
  const kinds = new Set([...Object.keys(changes.changed), ...Object.keys(changes.removed)])
  kinds.delete('settings')
  for (const kind of kinds) {
    const records = new Map<string, Json>(state[kind].map((record: Json) => [keyOf(record), record]))
    for (const gone of changes.removed[kind] ?? [])
      if (!records.delete(keyOf(gone))) throw new Error(`The removed ${kind} ${keyOf(gone)} was not in the state`)
    for (const record of changes.changed[kind] ?? []) records.set(keyOf(record), record)
    next[kind] = [...records.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record)
  }
  return next
}
