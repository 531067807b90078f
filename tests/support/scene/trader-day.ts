/** The shop, the figures and the resulting books of a trader's day. */
import { expect } from 'vitest'
import type { TestApp } from '../app/app.ts'
import type { Browser } from '../node/browser.ts'
import type { Json } from '../node/client.ts'
import { findDifferences } from '../node/invariants.ts'
import { newOwner, type Owner } from './team.ts'
import { made, stockedShop, type WebShop } from './web-shop.ts'

export const KETTLE = 'Чайник эмалированный'
export const CUP = 'Чашка фарфоровая'

/**
 * The figures of the day.
 *
 * Stock: 2 kettles at 700.00, 10 kettles at 800.00, 40 cups at 93.70.
 *
 * Sold: 4 kettles at 1,250.50 = 5,002.00, less 12.5 % (625.25) = 4,376.75; 6 cups at 250.00 = 1,500.00; together
 * 5,876.75. The kettles cost 2 × 700 + 2 × 800 = 3,000.00, so they bring 1,376.75, which is 31.46 % of 4,376.75. The
 * cups cost 6 × 93.70 = 562.20 and bring 937.80, which is 62.52 % of 1,500.00.
 *
 * Prepaid: 5,000.00; 876.75 are due.
 *
 * First part: 2 of 4 kettles, 4,376.75 ÷ 2 = 2,188.375, rounded half up 2,188.38; 3 of 6 cups, 750.00; together
 * 2,938.38. They cost 2 × 700 + 3 × 93.70 = 1,681.10. The rest is 4,376.75 − 2,188.38 = 2,188.37 and 750.00, together
 * 2,938.37. It costs 2 × 800 + 281.10 = 1,881.10. Both cost 3,562.20.
 *
 * Returned: 1 of 4 kettles, 4,376.75 ÷ 4 = 1,094.1875, rounded 1,094.19. It comes back into the lot drawn last, at
 * 800.00, and is written off from it. 5,876.75 − 1,094.19 = 4,782.56 stay sold and paid.
 *
 * Counted: 12 − 4 + 1 − 1 = 8 kettles and 40 − 6 = 34 cups are in the books. 7 and 35 are found: one kettle is missing
 * (800.00), and there is one cup more, at the cost of the newest lot (93.70).
 *
 * Ordered: 7 kettles are left and 20 are wanted, so 13 are ordered at 780.00, for 10,140.00.
 */
export const SOLD = { total: 5876.75, amounts: [4376.75, 1500] }
export const PARTS = [
  { amount: 2938.38, cost: 1681.1 },
  { amount: 2938.37, cost: 1881.1 },
]
export const BACK = { amount: 1094.19, cost: 800 }
const KEPT = 4782.56

interface Day {
  readonly owner: Owner
  readonly shop: WebShop
  readonly supplierId: string
}

/** Opens a shop with a stock rule for 20 kettles, which its supplier sells at 780.00. */
export async function opened(app: TestApp): Promise<Day> {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const supplierId = (await read(owner, 'partners?q=Поставка')).items[0].id as string
  await made(owner, 'supplier-items', { productId: shop.kettleId, supplierId, price: 780 })
  await made(owner, 'stock-rules', { productId: shop.kettleId, minStock: 20, supplierId })
  return { owner, shop, supplierId }
}

export const read = async (by: Browser, path: string): Promise<Json> => (await by.get(`/api/v1/${path}`)).json
export const onlyOrder = async (by: Browser) => (await read(by, 'orders')).items[0]
export const shipmentsOf = async (by: Browser, orderId: string) =>
  (await read(by, `shipments?orderId=${orderId}&sort=createdAt`)).items

/** Checks what the service says about the day when it is over. */
export async function checkBooks(app: TestApp, { owner, shop, supplierId }: Day, orderId: string): Promise<void> {
  const period = 'from=2020-01-01'
  const rowsOf = async (report: string): Promise<Json[]> => (await read(owner, `reports/${report}`)).items
  const order = await read(owner, `orders/${orderId}`)
  expect(order).toMatchObject({ status: 'shipped', total: SOLD.total, shippedAmount: SOLD.total, cost: 3562.2 })
  expect(order).toMatchObject({ returnedAmount: BACK.amount, paid: KEPT, payment: 'paid' })
  // Kettles: 4,376.75 − 1,094.19 = 3,282.56, cost 3,000 − 800 = 2,200. Together with the cups: 4,782.56 − 2,762.20.
  expect(await rowsOf(`gross-profit?${period}`)).toMatchObject([
    { productId: shop.kettleId, quantity: 3, revenue: 3282.56, cost: 2200, profit: 1082.56 },
    { productId: shop.cupId, quantity: 6, revenue: 1500, cost: 562.2, profit: 937.8 },
  ])
  expect(await rowsOf(`gross-profit?${period}&groupBy=customer`)).toMatchObject([
    { orders: 1, revenue: KEPT, cost: 2762.2, profit: 2020.36 },
  ])
  const lost = await rowsOf(`shrinkage?${period}`)
  expect(lost.find(({ reason }) => reason === 'Брак при возврате')).toMatchObject({ lost: 1, lostCost: 800 })
  expect(lost.find(({ reason }) => reason === 'Инвентаризация')).toMatchObject({
    ...{ lost: 1, lostCost: 800, found: 1, foundCost: 93.7 },
  })
  // 7 × 800 = 5,600 and 35 × 93.70 = 3,279.50.
  expect(await rowsOf('stock-valuation?groupBy=product')).toMatchObject([
    { productId: shop.kettleId, quantity: 7, value: 5600 },
    { productId: shop.cupId, quantity: 35, value: 3279.5 },
  ])
  const balances = await rowsOf('partner-balances')
  expect(balances.find(({ partnerId }) => partnerId === shop.customerId)).toMatchObject({
    ...{ shipped: SOLD.total, takenBack: BACK.amount, paidIn: SOLD.total, paidOut: BACK.amount },
    ...{ receivable: 0, payable: 0 },
  })
  expect(await rowsOf('receivables-by-age')).toEqual([])
  const { items: drafts } = await read(owner, 'procurement/documents?kind=purchase_order')
  expect(drafts).toMatchObject([
    { status: 'draft', supplierId, total: 10140, lines: [{ productId: shop.kettleId, quantity: 13, unitCost: 780 }] },
  ])
  expect(await findDifferences(app.database, owner.companyId)).toEqual([])
}
