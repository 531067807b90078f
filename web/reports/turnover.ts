/** What came and went of each product. */
import type { Address } from '../data/address.ts'
import type { ReportRow } from '../data/reports.ts'
import { byUnitOf } from '../data/unit-sums.ts'
import { money, movementsOf, quantity, shared } from '../sections/reports/columns.ts'
import { dayBefore } from '../sections/reports/query.ts'
import { defineReport, type PlaceOf, type ReportColumn } from '../sections/reports/spec.ts'

/** With what the movements of each did: their type, and the total of theirs that it is. */
const FLOWS = [
  { name: 'receipt', type: 'receipt', from: 560, label: { ru: 'Приёмка', en: 'Receipts' } },
  { name: 'shipment', type: 'shipment', from: 640, label: { ru: 'Отгрузка', en: 'Shipments' } },
  { name: 'writeoff', type: 'writeoff', from: 740, label: { ru: 'Списание', en: 'Write-offs' } },
  { name: 'return', type: 'return', from: 900, label: { ru: 'Возврат', en: 'Returns' } },
  { name: 'transferIn', type: 'transferIn', from: 1000, label: { ru: 'Переместили сюда', en: 'Moved here' } },
  { name: 'transferOut', type: 'transferOut', from: 1000, label: { ru: 'Переместили отсюда', en: 'Moved away' } },
  { name: 'reversalIn', type: 'reversalIn', from: 1120, label: { ru: 'Отмена возврата', en: 'Returns cancelled' } },
  { name: 'reversalOut', type: 'reversalOut', from: 1120, label: { ru: 'Отмена приёмки', en: 'Receipts cancelled' } },
] as const

const SUMS: Readonly<Record<string, string>> = {
  receipt: 'In',
  shipment: 'Out',
  writeoff: 'Out',
  return: 'Out',
  transferIn: 'Moved',
  transferOut: 'Moved',
  reversalIn: 'In',
  reversalOut: 'Out',
}

/** The stock of a product at the end of a day. */
const stockAt =
  (isCost: boolean, dateOf: (address: Address) => string | undefined): PlaceOf =>
  ({ productId }, address) => ({
    to: isCost ? '/reports/stock-valuation' : '/reports/stock',
    search: { product: String(productId), warehouse: address.warehouse, date: dateOf(address) },
    sum: isCost ? 'value' : 'quantity',
  })

/** Costs are wider than quantities. */
const COST_PART = 1.35

/** Quantities, or costs with `show=cost`. What nothing went by has no column, but for receipts and shipments. */
function columns({ show }: Address, totals: ReportRow | undefined): ReportColumn[] {
  const isCost = show === 'cost'
  const suffix = isCost ? 'Cost' : 'Quantity'
  const shown = isCost ? money : quantity
  const wide = (from: number) => (isCost ? Math.round(from * COST_PART) : from)
  const units = byUnitOf(totals)
  const isMoved = (name: string) =>
    /^(receipt|shipment)/.test(name) || Boolean(totals?.[name]) || units.some((sums) => sums[name])
  const flows = FLOWS.filter(({ name }) => isMoved(`${name}${suffix}`))
  return [
    shared('product'),
    shared('sku', wide(1250)),
    shown(
      `opening${suffix}`,
      { ru: 'На начало', en: 'Opening' },
      {
        from: wide(420),
        opens: stockAt(isCost, ({ from }) => from && dayBefore(from)),
      },
    ),
    ...flows.map(({ name, type, from, label }) =>
      shown(`${name}${suffix}`, label, {
        from: wide(from),
        opens: movementsOf(type, `${isCost ? 'cost' : 'quantity'}${SUMS[name]}`),
      }),
    ),
    ...(isCost && isMoved('rounding')
      ? [money('rounding', { ru: 'Округление', en: 'Rounding' }, { from: wide(1180) })]
      : []),
    shown(
      `closing${suffix}`,
      { ru: 'На конец', en: 'Closing' },
      {
        opens: stockAt(isCost, ({ to }) => to),
      },
    ),
  ]
}

export const turnover = defineReport({
  name: 'turnover',
  order: 4,
  may: 'everyone',
  words: {
    name: { ru: 'Обороты', en: 'Turnover' },
    lead: {
      ru: 'Остаток на начало, приход, расход и остаток на конец по каждому товару.',
      en: 'Opening stock, what came, what went, and closing stock of each product.',
    },
    empty: { ru: 'За этот период движений не было', en: 'Nothing moved in this period' },
  },
  time: 'period',
  narrows: ['warehouse', 'product'],
  shows: {
    may: 'who sees costs',
    choices: { '': { ru: 'Количество', en: 'Quantity' }, cost: { ru: 'Себестоимость', en: 'Cost' } },
  },
  columns,
  opens: movementsOf(),
})
