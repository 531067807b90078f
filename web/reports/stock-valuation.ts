/** The stock at the unit costs of its lots. */
import { BY, LABELS, money, productOf, quantity, rowOf, shared } from '../sections/reports/columns.ts'
import { defineReport } from '../sections/reports/spec.ts'

export const stockValuation = defineReport({
  name: 'stock-valuation',
  order: 2,
  may: 'who sees costs',
  words: {
    name: { ru: 'Стоимость остатков', en: 'Stock value' },
    lead: { ru: 'Остатки по цене закупки их партий.', en: 'The stock at the unit costs of its lots.' },
    empty: { ru: 'На эту дату ничего не было', en: 'There was nothing on this date' },
  },
  time: 'day',
  narrows: ['warehouse', 'product'],
  groups: { 'product-warehouse': BY.productWarehouse, product: BY.product, warehouse: BY.warehouse },
  columns: ({ groupBy }) => [
    ...(groupBy === 'warehouse' ? [] : [shared('product'), shared('sku', 700)]),
    ...(groupBy === 'product' ? [] : [shared('warehouse', groupBy === 'warehouse' ? undefined : 480)]),
    quantity('quantity', LABELS.quantity, { from: 400, opens: rowOf('lots') }),
    money('value', LABELS.value, { opens: rowOf('lots') }),
  ],
  opens: (row, address) => {
    if (row.productId) return row.warehouseId ? rowOf('lots')(row, address) : productOf(row, address)
    return { to: '/reports/stock-valuation', search: { warehouse: String(row.warehouseId), date: address.date } }
  },
  drawn: (groupBy) => (groupBy === 'warehouse' ? ['value'] : []),
})
