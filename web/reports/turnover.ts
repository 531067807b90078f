/** What came and went of each product. */
import type { Address } from '../data/address.ts'
import type { ReportRow } from '../data/reports.ts'
import { money, movementsOf, quantity, rowOf, shared } from '../sections/reports/columns.ts'
import { defineReport, type ReportColumn } from '../sections/reports/spec.ts'

/** With the type of their movements. */
const FLOWS = [
  { name: 'receipt', type: 'receipt', from: 560, label: { ru: 'Приёмка', en: 'Receipts' } },
  { name: 'shipment', type: 'shipment', from: 640, label: { ru: 'Отгрузка', en: 'Shipments' } },
  { name: 'writeoff', type: 'writeoff', from: 740, label: { ru: 'Списание', en: 'Write-offs' } },
  { name: 'return', type: 'return', from: 900, label: { ru: 'Возврат', en: 'Returns' } },
  { name: 'transferIn', type: 'transfer', from: 1000, label: { ru: 'Переместили сюда', en: 'Moved here' } },
  { name: 'transferOut', type: 'transfer', from: 1000, label: { ru: 'Переместили отсюда', en: 'Moved away' } },
  { name: 'reversalIn', type: 'reversal', from: 1120, label: { ru: 'Отмена возврата', en: 'Returns cancelled' } },
  { name: 'reversalOut', type: 'reversal', from: 1120, label: { ru: 'Отмена приёмки', en: 'Receipts cancelled' } },
] as const

/** Costs are wider than quantities. */
const COST_PART = 1.35

/** Quantities, or costs with `show=cost`. What nothing went by has no column, but for receipts and shipments. */
function columns({ show }: Address, totals: ReportRow | undefined): ReportColumn[] {
  const isCost = show === 'cost'
  const suffix = isCost ? 'Cost' : 'Quantity'
  const shown = isCost ? money : quantity
  const wide = (from: number) => (isCost ? Math.round(from * COST_PART) : from)
  const isMoved = (name: string) => /^(receipt|shipment)/.test(name) || Boolean(totals?.[name])
  const flows = FLOWS.filter(({ name }) => isMoved(`${name}${suffix}`))
  return [
    shared('product'),
    shared('sku', wide(1250)),
    shown(`opening${suffix}`, { ru: 'На начало', en: 'Opening' }, { from: wide(420) }),
    ...flows.map(({ name, type, from, label }) =>
      shown(`${name}${suffix}`, label, { from: wide(from), opens: movementsOf(type) }),
    ),
    ...(isCost && isMoved('rounding')
      ? [money('rounding', { ru: 'Округление', en: 'Rounding' }, { from: wide(1180) })]
      : []),
    shown(`closing${suffix}`, { ru: 'На конец', en: 'Closing' }, { opens: rowOf('lots') }),
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
