/** What should be bought. */
import { LABELS, productOf, quantity, shared, stockOf } from '../sections/reports/columns.ts'
import { defineReport } from '../sections/reports/spec.ts'

export const belowMinimum = defineReport({
  name: 'below-minimum',
  order: 7,
  may: 'everyone',
  words: {
    name: { ru: 'Ниже неснижаемого остатка', en: 'Below minimum stock' },
    lead: {
      ru: 'Товары, которых доступно меньше, чем вы назначили.',
      en: 'Products of which less is available than you set.',
    },
    empty: { ru: 'Всего хватает', en: 'There is enough of everything' },
    emptyText: {
      ru: 'Неснижаемый остаток назначают в карточке товара: товары, которых меньше, появятся здесь.',
      en: 'Minimum stock is set on the page of a product: products with less than that will be here.',
    },
  },
  time: 'now',
  columns: () => [
    shared('product'),
    shared('sku', 700),
    shared('supplier', 860),
    quantity('available', { ru: 'Доступно', en: 'Available' }, { opens: stockOf('available') }),
    quantity('minStock', LABELS.minStock, { from: 420 }),
    quantity('shortfall', { ru: 'Не хватает', en: 'Missing' }),
  ],
  opens: productOf,
})
