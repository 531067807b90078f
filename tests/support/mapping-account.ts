/** A small account, and the shapes in which the source names things. */
import { dictionariesOf } from '../../server/extsys/mapping/dictionaries.ts'

const BASE = 'https://source.example/api/remap/1.2/entity'

/** A reference as the source writes it. */
export const meta = (type: string, id: string) => ({ meta: { href: `${BASE}/${type}/${id}`, type } })

/** A price in kopecks of a currency. */
export const price = (value: unknown, currency = 'rub') => ({ value, currency: meta('currency', currency) })

/** A nested collection that is all there. */
export const whole = (...rows: object[]) => ({ meta: { size: rows.length, limit: 1000, offset: 0 }, rows })

/** A purchase in roubles with lines. */
export const purchase = (row: object, ...lines: object[]) => ({
  name: '00001',
  moment: '2026-01-15 10:00:00.000',
  rate: { currency: meta('currency', 'rub') },
  agent: meta('counterparty', 'supplier'),
  organization: meta('organization', 'own'),
  store: meta('store', 'main'),
  positions: whole(...lines),
  ...row,
})

export const ACCOUNT = dictionariesOf({
  priceTypes: [{ id: 'main', name: 'Цена продажи' }],
  currencies: [
    { id: 'rub', isoCode: 'RUB', default: true },
    { id: 'eur', isoCode: 'EUR', default: false },
  ],
  units: [{ id: 'piece', name: 'шт' }],
  countries: [{ id: 'ru', name: 'Россия' }],
})
