/** The report of how much of each product came in and went out in a period. */
import type { Address } from '../data/address.ts'
import type { ReportRow } from '../data/reports.ts'
import { byUnitOf } from '../data/unit-sums.ts'
import { movementsOf } from '../sections/reports/places.ts'
import { dayBefore } from '../sections/reports/query.ts'
import { defineReport, type PlaceOf } from '../sections/reports/spec.ts'

/** The columns for incoming and outgoing goods, each with its movement type. */
const FLOWS = [
  { name: 'receipt', type: 'receipt', from: 560 },
  { name: 'shipment', type: 'shipment', from: 640 },
  { name: 'customerReturn', type: 'customer_return', from: 690 },
  { name: 'writeoff', type: 'writeoff', from: 740 },
  { name: 'surplus', type: 'surplus', from: 820 },
  { name: 'return', type: 'return', from: 900 },
  { name: 'transferIn', type: 'transferIn', from: 1000 },
  { name: 'transferOut', type: 'transferOut', from: 1000 },
  { name: 'reversalIn', type: 'reversalIn', from: 1120 },
  { name: 'reversalOut', type: 'reversalOut', from: 1120 },
] as const

const SUMS: Readonly<Record<string, string>> = {
  receipt: 'In',
  shipment: 'Out',
  customerReturn: 'In',
  writeoff: 'Out',
  surplus: 'In',
  return: 'Out',
  transferIn: 'Moved',
  transferOut: 'Moved',
  reversalIn: 'In',
  reversalOut: 'Out',
}

/** Returns the link from a row to the stock of its product at the end of a day. */
const stockAt =
  (isCost: boolean, dateOf: (address: Address) => string | undefined): PlaceOf =>
  ({ productId }, address) => ({
    to: isCost ? '/reports/stock-valuation' : '/reports/stock',
    search: { product: String(productId), warehouse: address.warehouse, date: dateOf(address) },
    sum: isCost ? 'value' : 'quantity',
  })

/** How many times wider a cost column is than a quantity column. */
const COST_PART = 1.35

/**
 * Returns the columns of the report. They show quantities or, with `show=cost`, costs. A type of movement that does not
 * occur gets no column, but receipts and shipments always have one.
 */
function columns({ show }: Address, totals: ReportRow | undefined) {
  const isCost = show === 'cost'
  const suffix = isCost ? 'Cost' : 'Quantity'
  const wide = (from: number) => (isCost ? Math.round(from * COST_PART) : from)
  const units = byUnitOf(totals)
  const isMoved = (name: string) =>
    /^(receipt|shipment)/.test(name) || Boolean(totals?.[name]) || units.some((sums) => sums[name])
  const flows = FLOWS.filter(({ name }) => isMoved(`${name}${suffix}`))
  return [
    { name: 'product' } as const,
    { name: 'sku', from: wide(1250) } as const,
    {
      name: `opening${suffix}`,
      from: wide(420),
      opens: stockAt(isCost, ({ from }) => from && dayBefore(from)),
    } as const,
    ...flows.map(
      ({ name, type, from }) =>
        ({
          name: `${name}${suffix}`,
          from: wide(from),
          opens: movementsOf(type, `${isCost ? 'cost' : 'quantity'}${SUMS[name]}`),
        }) as const,
    ),
    ...(isCost && isMoved('rounding') ? [{ name: 'rounding', from: wide(1180) } as const] : []),
    { name: `closing${suffix}`, opens: stockAt(isCost, ({ to }) => to) } as const,
  ]
}

export const turnover = defineReport({
  name: 'turnover',
  empty: { ru: 'За этот период движений не было', en: 'Nothing moved in this period' },
  shows: {
    may: 'who sees costs',
    choices: { '': { ru: 'Количество', en: 'Quantity' }, cost: { ru: 'Себестоимость', en: 'Cost' } },
  },
  columns,
  opens: movementsOf(),
})
