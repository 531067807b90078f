/**
 * The whole day as data, planned before the first request: the requests to send, their order, and the expected results.
 */
import { inventBundles, inventGoods, MOST_GOODS, offerServices, withPrices } from './goods.ts'
import { closeStockValue, openLedger } from './ledger.ts'
import { planDay } from './orders.ts'
import { invitePeople, type People } from './people.ts'
import { randomOf } from './random.ts'
import {
  CENTRAL,
  type Expected,
  MARKET,
  type Plan,
  RETAIL,
  type Shop,
  STORE,
  type Step,
  step,
  WHOLESALE,
} from './steps.ts'
import { planReceipts, planTransfers, planWriteOffs } from './stocking.ts'

const GOODS = 300
const BUNDLES = 15
const ORDERS = 200
export const SMALLEST_SCALE = 0.05
export const LARGEST_SCALE = MOST_GOODS / GOODS

/**
 * Makes the plan of a day. The same seed and scale always give the same plan. Scale 1 means 300 products and 200
 * orders.
 */
export function makePlan(seed: number, scale: number): Plan {
  const people = invitePeople(randomOf(seed, 'people'))
  const supplierRefs = people.suppliers.map((_, index) => `supplier-${index + 1}`)
  const goods = inventGoods(Math.round(GOODS * scale), supplierRefs, randomOf(seed, 'goods'))
  const bundles = inventBundles(Math.max(2, Math.round(BUNDLES * scale)), goods, randomOf(seed, 'bundles'))
  const ledger = openLedger()
  const expected: Expected = { received: 0, writtenOff: 0, stockValue: 0, deletedOrders: 0, orders: new Map() }
  const shop: Shop = { goods, bundles, services: offerServices(), people, ledger, expected }
  const receipts = planReceipts(shop, randomOf(seed, 'receipts'))
  // Plan receipts, transfers and write-offs in this order, because each kind of step takes goods that the earlier steps
  // left.
  const stocking = [
    { title: 'First deliveries', steps: receipts.first },
    { title: 'Second deliveries at other costs', steps: receipts.second },
    {
      title: 'Transfers to the store and to the marketplaces',
      steps: planTransfers(shop, randomOf(seed, 'transfers')),
    },
    { title: 'Write-offs', steps: planWriteOffs(shop, receipts.places, randomOf(seed, 'write-offs')) },
  ]
  const day = planDay(shop, Math.max(10, Math.round(ORDERS * scale)), randomOf(seed, 'orders'))
  expected.stockValue = closeStockValue(ledger)
  return {
    phases: [
      { title: 'Warehouses and price types', steps: planPlaces() },
      { title: 'Suppliers and customers', steps: planPeople(people) },
      { title: 'Products and services', steps: planProducts(shop) },
      { title: 'Bundles', steps: bundles.map((bundle) => step(bundle.ref, '/api/v1/products', bundle.body)) },
      ...stocking,
      { title: 'Orders of the day', steps: day },
    ],
    ledger,
    expected,
  }
}

function planPlaces(): Step[] {
  const warehouse = (ref: string, name: string, short: string, address: string) =>
    step(ref, '/api/v1/warehouses', { name, short, city: 'Москва', address })
  return [
    step(RETAIL, '/api/v1/price-types', { name: 'Розница' }),
    step(WHOLESALE, '/api/v1/price-types', { name: 'Опт' }),
    warehouse(CENTRAL, 'Центральный склад', 'ЦС', 'ул. Складочная, 1'),
    warehouse(STORE, 'Магазин на Лесной', 'МЛ', 'ул. Лесная, 20'),
    warehouse(MARKET, 'Склад маркетплейсов', 'МП', 'пр-д Промышленный, 7'),
  ]
}

function planPeople({ suppliers, traders, buyers }: People): Step[] {
  return [
    ...suppliers.map(({ body }, index) => step(`supplier-${index + 1}`, '/api/v1/partners', body)),
    ...traders.map(({ body }, index) =>
      step(`trader-${index + 1}`, '/api/v1/partners', { ...body, priceTypeId: `{${WHOLESALE}}` }),
    ),
    ...buyers.map(({ body }, index) => step(`buyer-${index + 1}`, '/api/v1/partners/resolve', body)),
  ]
}

function planProducts({ goods, services }: Shop): Step[] {
  return [
    ...goods.map((good) =>
      step(good.ref, '/api/v1/products', withPrices(good, { retail: RETAIL, wholesale: WHOLESALE })),
    ),
    ...services.map(({ ref, body }) => step(ref, '/api/v1/products', body)),
  ]
}
