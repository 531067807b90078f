/** A small MoySklad account for tests of the mapping, and helpers that write references and prices as MoySklad does. */
import { dictionariesOf } from '../../../server/moysklad/mapping/dictionaries.ts'
import type { RowType } from '../../../server/moysklad/mapping/map-row.ts'

const BASE = 'https://source.example/api/remap/1.2/entity'

/** Returns a reference as MoySklad writes it. */
export const meta = (type: string, id: string) => ({ meta: { href: `${BASE}/${type}/${id}`, type } })

/** Returns a price as MoySklad writes it, in kopecks, with a reference to its currency. */
export const price = (value: unknown, currency = 'rub') => ({ value, currency: meta('currency', currency) })

/** Returns a nested collection with all its rows. */
export const whole = (...rows: object[]) => ({ meta: { size: rows.length, limit: 1000, offset: 0 }, rows })

const GOODS = { externalCode: '', archived: false, pathName: '', useParentVat: false, salePrices: [] }

/** The fields that MoySklad always gives for a row of each kind, with empty values. */
const ALWAYS: Readonly<Record<RowType, object>> = {
  product: GOODS,
  service: GOODS,
  variant: {
    externalCode: '',
    archived: false,
    salePrices: [],
    characteristics: [],
    product: meta('product', 'parent'),
  },
  bundle: GOODS,
  partner: { archived: false, companyType: '', tags: [], accounts: whole(), contactpersons: whole() },
  organization: { archived: false, accounts: whole() },
  warehouse: { archived: false, pathName: '' },
  price_type: {},
  ...{ purchase_order: {}, supplier_invoice: {}, receipt: {} },
}

/** Returns a row of the given kind with every field that MoySklad always gives; fields that are not passed are empty. */
export const sourceRow = (type: RowType, row: object): Record<string, unknown> => ({
  ...{ id: 'row', name: 'Запись', ...ALWAYS[type], ...row },
})

/** Returns a product as MoySklad gives it; fields that are not passed are empty. */
export const parentRow = (row: object): Record<string, unknown> => sourceRow('product', { id: 'parent', ...row })

/** Returns a MoySklad purchase in roubles, with the given lines. */
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
