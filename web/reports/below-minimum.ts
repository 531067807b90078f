/** The report of products below their minimum stock, which lists what to buy. */
import { stockOf } from '../sections/reports/places.ts'
import { defineReport } from '../sections/reports/spec.ts'

export const belowMinimum = defineReport({
  name: 'below-minimum',
  empty: { ru: 'Всего хватает', en: 'There is enough of everything' },
  emptyText: {
    ru: 'Неснижаемый остаток назначают в карточке товара: товары, которых меньше, появятся здесь.',
    en: 'Minimum stock is set on the page of a product: products with less than that will be here.',
  },
  columns: () => [
    { name: 'product' },
    { name: 'sku', from: 700 },
    { name: 'supplier', from: 860 },
    { name: 'available', opens: stockOf('available') },
    { name: 'minStock', from: 420 },
    { name: 'shortfall' },
  ],
})
