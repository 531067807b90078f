/** The report on goods expected from suppliers. */
import { defineReport } from '../sections/reports/spec.ts'

export const expected = defineReport({
  name: 'expected',
  empty: { ru: 'Ничего не ждём', en: 'Nothing is expected' },
  emptyText: {
    ru: 'Здесь появятся закупки, проведённые заказы поставщикам и черновики приёмок, по которым товар ещё не пришёл.',
    en: 'Purchases, posted orders to suppliers and drafted receipts whose goods have not come yet will be here.',
  },
  columns: () => [
    { name: 'product' },
    { name: 'supplier', from: 560 },
    { name: 'kind', from: 820 },
    { name: 'number', from: 420 },
    { name: 'createdAt', from: 1040 },
    { name: 'warehouse', from: 940 },
    { name: 'expected', from: 700 },
    { name: 'received', from: 700 },
    { name: 'quantity' },
  ],
})
