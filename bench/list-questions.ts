/**
 * Random list requests to the company that list-data.ts writes, with up to three filters, any sort order, and sometimes
 * search words.
 */
import type { Chance } from './chance.ts'
import { type ListSizes, listDataId } from './list-data.ts'

/** Makes a random value for a filter. */
type Value = (chance: Chance, sizes: ListSizes) => string

interface Asked {
  readonly filters: Readonly<Record<string, Value>>
  readonly sorts: readonly string[]
  readonly words: readonly Value[]
}

const MAX_FILTERS = 3

const one =
  (...values: readonly string[]): Value =>
  (chance) =>
    values[chance.below(values.length)]!
const idOf =
  (
    kind: 'product' | 'partner' | 'order' | 'lot' | 'warehouse' | 'priceType',
    most: (sizes: ListSizes) => number,
  ): Value =>
  (chance, sizes) =>
    listDataId(kind, 1 + chance.below(most(sizes)))
const numbered =
  (before: string, most: number): Value =>
  (chance) =>
    before + chance.below(most)
/** A random time within the period of the company's orders. */
const moment: Value = (chance, { orders }) =>
  new Date(Date.UTC(2024, 0, 1) + chance.below(orders) * 1_000).toISOString()

const product = idOf('product', ({ products }) => products)
const partner = idOf('partner', ({ partners }) => partners)
const order = idOf('order', ({ orders }) => orders)
const lot = idOf('lot', ({ products }) => products)
const warehouse = idOf('warehouse', () => 20)
const priceType = idOf('priceType', () => 5)
const flag = one('true', 'false')
const CREATED = { createdFrom: moment, createdTo: moment }

const nameOfProduct = one('Чайник', 'ёлка', 'утюг', 'щётка', 'красный', 'тих', 'ка', 'о', 'щ', 'нетничего')
const nameOfPartner = one('Иванов', 'семён', 'юлия зай', 'ов', 'а', 'mail', 'нетникого')

const QUESTIONS: Readonly<Record<string, Asked>> = {
  products: {
    filters: {
      parentProductId: product,
      supplierId: partner,
      valueId: product,
      category: numbered('Категория ', 210),
      priceTypeId: priceType,
      tag: one('новинка', 'нет'),
      kind: one('product', 'service', 'bundle'),
      archived: flag,
      ...CREATED,
    },
    sorts: ['createdAt', '-createdAt', 'name', '-name'],
    words: [nameOfProduct, numbered('ab-0', 1_000), numbered('Насос ', 5_000), numbered('46000', 1_000)],
  },
  partners: {
    filters: { type: one('Поставщик', 'Покупатель'), role: one('x'), group: one('x'), archived: flag, ...CREATED },
    sorts: ['createdAt', '-createdAt', 'name', '-name'],
    words: [nameOfPartner, numbered('client', 10_000), numbered('+7 912 ', 1_000), numbered('77000', 100)],
  },
  orders: {
    filters: {
      externalId: numbered('ext-', 200_000),
      externalSource: one('ozon', 'wildberries'),
      customerId: partner,
      productId: product,
      status: one('new', 'picking', 'shipped', 'cancelled'),
      warehouseId: warehouse,
      priceTypeId: priceType,
      channel: one('Сайт', 'Ozon', 'Опт', 'Касса', 'Почта'),
      orderedFrom: moment,
      orderedTo: moment,
      ...CREATED,
    },
    sorts: ['createdAt', '-createdAt', 'orderedAt', '-orderedAt'],
    words: [nameOfPartner, numbered('', 200_000), numbered('OZ-', 200_000), numbered('ext-', 200_000)],
  },
  lots: {
    filters: {
      sourceLotId: lot,
      productId: product,
      supplierId: partner,
      open: flag,
      warehouseId: warehouse,
      ...CREATED,
    },
    sorts: ['createdAt', '-createdAt'],
    words: [nameOfProduct, numbered('ab-0', 1_000)],
  },
  movements: {
    filters: {
      orderId: order,
      documentId: order,
      purchaseId: order,
      productId: product,
      type: one('receipt', 'writeoff', 'shipment', 'transfer'),
      warehouseId: warehouse,
      from: moment,
      to: moment,
    },
    sorts: ['at', '-at'],
    words: [nameOfProduct, numbered('ab-0', 1_000)],
  },
  stock: {
    filters: { productId: product, warehouseId: warehouse, inStock: flag },
    sorts: ['productId', '-productId'],
    words: [nameOfProduct, numbered('ab-0', 1_000)],
  },
}

/** The lists to which random requests are sent. */
export const RANDOMLY_ASKED = Object.keys(QUESTIONS)

/** Makes a random request to a list. Returns its path and query string. */
export function randomQuestion(list: string, chance: Chance, sizes: ListSizes): string {
  const { filters, sorts, words } = QUESTIONS[list]!
  const names = Object.keys(filters)
  const query = new Map<string, string>()
  for (let turn = chance.below(MAX_FILTERS + 1); turn > 0; turn -= 1) {
    const name = names[chance.below(names.length)]!
    query.set(name, filters[name]!(chance, sizes))
  }
  if (chance.below(2) === 0) query.set('sort', sorts[chance.below(sorts.length)]!)
  if (chance.below(3) === 0) query.set('q', words[chance.below(words.length)]!(chance, sizes))
  return `${list}?${[...query].map(([name, value]) => `${name}=${value}`).join('&')}`
}
