/**
 * Gives, for each kind of MoySklad row, an example with every field that the import reads. The fields have the
 * documented form, and none is empty.
 */
import { dictionariesOf, type FieldDefinition } from '../../../server/moysklad/mapping/dictionaries.ts'
import type { RowType } from '../../../server/moysklad/mapping/map-row.ts'
import { meta, price, whole } from './mapping-account.ts'

type FullRow = Readonly<Record<string, unknown>>

const FIELDS: readonly (readonly [string, FieldDefinition['valueType'], unknown])[] = [
  ['text', 'string', 'хлопок'],
  ['count', 'number', 12],
  ['flag', 'boolean', true],
  ['day', 'date', '2024-10-24 00:00:00.000'],
  ['choice', 'select', { ...meta('customentity', 'summer'), name: 'Лето' }],
]
const SOURCE_TYPES: Readonly<Record<string, string>> = {
  ...{ text: 'string', count: 'long', flag: 'boolean', day: 'time', choice: 'customentity' },
}
const attributesOf = (kind: string) =>
  FIELDS.map(([id, , value]) => ({
    ...{ ...meta('attributemetadata', `${kind}-${id}`), id: `${kind}-${id}`, name: `Поле ${id}` },
    ...{ type: SOURCE_TYPES[id], value },
  }))
const fieldsOf = (entityKind: FieldDefinition['entityKind'], kind: string) =>
  FIELDS.map(([id, valueType]): [string, FieldDefinition] => [
    `${kind}-${id}`,
    { entityKind, name: `Поле ${id}`, valueType, options: valueType === 'select' ? ['Лето', 'Зима'] : [] },
  ])

const priceType = (id: string, name: string) => ({ ...meta('pricetype', id), id, name, externalCode: `код ${id}` })
const GOODS = {
  ...{ id: 'own', name: 'Чайник', code: '00012', article: 'Ч-12', externalCode: 'внешний', description: 'Пузатый' },
  ...{ archived: true, discountProhibited: false, minPrice: price(90_000) },
  salePrices: [
    { ...price(150_000), priceType: priceType('main', 'Цена продажи') },
    { ...price(120_000), priceType: priceType('bulk', 'Оптовая') },
  ],
  barcodes: [{ ean13: '4600000000017' }, { code128: 'АБВ-1' }],
}
const CARD = {
  ...{ pathName: 'Посуда/Чайники', productFolder: meta('productfolder', 'folder'), uom: meta('uom', 'piece') },
  ...{ country: meta('country', 'ru'), weight: 1.5, volume: 0.005, supplier: meta('counterparty', 'supplier') },
  ...{ vat: 20, vatEnabled: true, useParentVat: false, effectiveVat: 20, effectiveVatEnabled: true },
  packs: [{ id: 'box', uom: meta('uom', 'boxes'), quantity: 6, barcodes: [{ ean13: '4600000000024' }] }],
}
const STOCK = { minimumBalance: 3, minimumStock: { type: 'ALL_WAREHOUSE_SUM', quantity: 3 } }
const ADDRESS = {
  ...{ postalCode: '170100', country: meta('country', 'ru'), region: meta('region', 'tver'), city: 'Тверь' },
  ...{
    street: 'Советская',
    house: '1',
    apartment: '2',
    addInfo: 'вход со двора',
    comment: 'звонить',
    fiasCode__ru: 'f',
  },
}
const REQUISITES = {
  ...{ companyType: 'legal', legalTitle: 'ООО «Чай»', inn: '7736570901', kpp: '773601001', ogrn: '1077758841555' },
  ...{ legalAddress: 'Тверь, Советская, 1', actualAddress: 'Тверь, Мира, 2' },
  ...{ legalAddressFull: ADDRESS, actualAddressFull: ADDRESS, mod__requisites__uz: { inn: '1', pinfl: '2' } },
  mod__requisites__kz: { bin: '3', iin: '4' },
  accounts: whole(
    {
      ...{ id: 'a1', accountNumber: '407028', bankName: 'Первый', bic: '044525225', isDefault: false },
      ...{ correspondentAccount: '301018', bankLocation: 'Тверь', currency: meta('currency', 'rub') },
    },
    { id: 'a2', accountNumber: '407029', bankName: 'Второй', bic: '044525226', isDefault: true },
  ),
}
/** The fields of a person. The import reads them only if other fields are empty. */
const PERSON = {
  ...{ legalTitle: '', legalLastName: 'Петрова', legalFirstName: 'Анна', legalMiddleName: 'Ивановна' },
  ...{ companyType: 'entrepreneur', inn: '', ogrn: '', ogrnip: '307770000000011', legalAddress: '', actualAddress: '' },
}
const PARTNER = {
  ...{ ...REQUISITES, id: 'own', name: 'ООО «Чай»', phone: '+7 900', email: 'a@example.org', description: 'Звонить' },
  ...{ archived: true, tags: ['чай', 'опт'], priceType: priceType('bulk', 'Оптовая'), salesAmount: 100 },
  discounts: [
    { discount: meta('personaldiscount', 'd'), personalDiscount: 5, accumulationDiscount: 0, demandSumCorrection: 0 },
  ],
  contactpersons: whole({
    ...{ id: 'c1', name: 'Анна', phone: '+7 901', email: 'anna@example.org', position: 'Бухгалтер' },
    ...{ description: 'после обеда', code: '7', externalCode: 'внешний' },
  }),
  attributes: attributesOf('partner'),
}
const ORGANIZATION = { ...REQUISITES, id: 'own', name: 'Мы', archived: true, attributes: attributesOf('organization') }
const DOCUMENT = {
  ...{ id: 'own', name: '00017', moment: '2026-01-15 10:00:00.000', applicable: true, sum: 25_000 },
  ...{
    agent: meta('counterparty', 'supplier'),
    organization: meta('organization', 'own'),
    store: meta('store', 'main'),
  },
  ...{ description: 'Срочно', incomingNumber: 'УТ-1', incomingDate: '2026-01-14 00:00:00.000' },
  ...{ vatEnabled: true, vatIncluded: true, vatSum: 0, rate: { currency: meta('currency', 'rub'), value: 1 } },
  deliveryPlannedMoment: '2026-02-15 10:00:00.000',
  paymentPlannedMoment: '2026-03-15 10:00:00.000',
  attributes: attributesOf('document'),
  positions: whole(
    {
      ...{ id: 'l1', quantity: 2, price: 10_000, discount: 0, vat: 20, vatEnabled: true, overhead: 0 },
      ...{ assortment: meta('product', 'p'), pack: { id: 'box', uom: meta('uom', 'boxes'), quantity: 6 } },
      ...{ gtd: { name: '10702070' }, country: meta('country', 'ru'), things: ['s1'] },
    },
    { id: 'l2', quantity: 1, price: 10_000, discount: 50, vat: 20, vatEnabled: true, assortment: meta('variant', 'v') },
  ),
}

/** The product of the example variant that has every field. */
export const FULL_PARENT: FullRow = {
  ...{ ...GOODS, ...CARD, ...STOCK, id: 'parent', name: 'Кружка', buyPrice: price(70_000), variantsCount: 1 },
  attributes: attributesOf('goods'),
}

export const FULL_ROWS: readonly (readonly [RowType, FullRow])[] = [
  ['product', { ...FULL_PARENT, id: 'own', variantsCount: 0 }],
  // This row has no article, so its code is used. Its VAT is given only in `vat`, and its minimum stock only in
  // `minimumStock`.
  [
    'product',
    {
      ...{ ...FULL_PARENT, id: 'own', article: '', effectiveVat: undefined, effectiveVatEnabled: undefined },
      minimumBalance: undefined,
    },
  ],
  [
    'service',
    {
      ...{ ...GOODS, pathName: 'Услуги', productFolder: meta('productfolder', 'f'), uom: meta('uom', 'piece') },
      ...{ vat: 20, vatEnabled: true, useParentVat: false, effectiveVat: 20, effectiveVatEnabled: true },
      ...{ buyPrice: price(70_000), attributes: attributesOf('goods'), minPrice: undefined, minprice: price(90_000) },
    },
  ],
  ['service', { ...GOODS, pathName: '', vatEnabled: false, useParentVat: false }],
  [
    'variant',
    {
      ...{ ...GOODS, ...STOCK, buyPrice: price(70_000), product: meta('product', 'parent') },
      characteristics: [
        { ...meta('attributemetadata', 'size'), id: 'size', name: 'Размер', value: 'M' },
        { ...meta('attributemetadata', 'color'), id: 'color', name: 'Цвет', value: 'белый' },
      ],
      packs: [{ id: 'own-box', parentpack: meta('pack', 'box'), barcodes: [{ ean13: '4600000000031' }] }],
      attributes: attributesOf('goods'),
    },
  ],
  // This variant has no cost, so its product's cost is used.
  [
    'variant',
    { ...GOODS, product: meta('product', 'parent'), characteristics: [{ id: 's', name: 'Размер', value: 'M' }] },
  ],
  [
    'bundle',
    {
      ...{ ...GOODS, ...CARD, attributes: attributesOf('goods') },
      components: whole(
        { id: 'k1', assortment: meta('product', 'p'), quantity: 2 },
        { id: 'k2', assortment: meta('variant', 'v'), quantity: 1 },
      ),
    },
  ],
  ['partner', PARTNER],
  ['partner', { ...PARTNER, ...PERSON }],
  ['organization', ORGANIZATION],
  ['organization', { ...ORGANIZATION, ...PERSON, mod__requisites__uz: undefined }],
  [
    'warehouse',
    {
      ...{
        id: 'own',
        name: 'Основной склад',
        archived: true,
        code: 'ОС',
        address: 'Тверь, Мира, 1',
        addressFull: ADDRESS,
      },
      attributes: attributesOf('store'),
    },
  ],
  // This row has no short name and no full address, so they are derived from the initials and the parts of the address.
  ['warehouse', { id: 'own', name: 'Основной склад', archived: true, code: '', address: '', addressFull: ADDRESS }],
  ['price_type', priceType('own', 'Оптовая')],
  ['purchase_order', DOCUMENT],
  ['supplier_invoice', DOCUMENT],
  ['receipt', DOCUMENT],
]

/** The lists to which the example rows with every field refer, by name. */
export const FULL_LISTS = {
  priceTypes: [priceType('main', 'Цена продажи'), priceType('bulk', 'Оптовая')],
  currencies: [
    { ...meta('currency', 'rub'), id: 'rub', name: 'руб', code: '643', isoCode: 'RUB', default: true },
    { ...meta('currency', 'eur'), id: 'eur', name: 'евро', code: '978', isoCode: 'EUR', default: false },
  ],
  units: [
    { ...meta('uom', 'piece'), id: 'piece', name: 'шт' },
    { ...meta('uom', 'boxes'), id: 'boxes', name: 'кор' },
  ],
  countries: [{ ...meta('country', 'ru'), id: 'ru', name: 'Россия' }],
} as const satisfies Readonly<Record<string, readonly FullRow[]>>

const DEFINITIONS = new Map([
  ...fieldsOf('product', 'goods'),
  ...fieldsOf('partner', 'partner'),
  ...fieldsOf('procurement_document', 'document'),
])

/** Returns an account with the given lists and with the custom fields of the example rows. */
export const fullAccount = (lists: Readonly<Record<string, readonly unknown[]>>, parent: unknown = FULL_PARENT) =>
  dictionariesOf({
    ...{ ...lists, fields: DEFINITIONS, suppliers: ['own'] },
    parentOf: (id) => (id === 'parent' ? (parent as FullRow) : undefined),
  })
