/**
 * Explains where each MoySklad field goes, using the labels of MoySklad's forms. Users see these explanations in the
 * report of a row, and docs/import.md is generated from them.
 */
import type { Language } from '../../domain/languages.ts'
import { fieldOf, isUnreadValue, type Plan } from './plan.ts'
import { type MappingProblemCode, sentenceOf } from './problem-codes.ts'
import { collectionOf, isEmptyValue, plainValue, sourceRowOf } from './source-values.ts'

export interface GuideEntry {
  /** The field's label in MoySklad's form. */
  readonly label: string
  readonly english: string
  /** The field's name in MoySklad. A name with a dot means a field in the rows of a nested collection. */
  readonly source: string
  /** Our field in the planned body; null when Skladno has no such field. */
  readonly target: string | null
  /** The codes that the report may contain about the field. A code that always applies comes first. */
  readonly codes: readonly MappingProblemCode[]
}

export type GuideKind = 'product' | 'partner' | 'purchase'

/** An entry of the guide: label, English label, MoySklad's field, our field, report codes. */
type Line = readonly [string, string, string, string | null, ...MappingProblemCode[]]

const entry = ([label, english, source, target, ...codes]: Line): GuideEntry => ({
  label,
  english,
  source,
  target,
  codes,
})

/** Codes that can be reported for any price. */
const OF_PRICES = ['currency_not_default', 'currency_unknown', 'price_rounded'] as const

const CUSTOM_VALUES: Line = [
  ...(['Дополнительные поля', 'Custom fields', 'attributes', 'customValues'] as const),
  ...(['attribute_reference', 'attribute_file', 'option_unknown'] as const),
]

const PRODUCT: readonly Line[] = [
  ['Наименование', 'Name', 'name', 'name', 'name_missing', 'text_shortened'],
  ['Описание', 'Description', 'description', 'description', 'text_shortened'],
  ['Группа', 'Folder', 'pathName', 'category', 'text_shortened'],
  ['Артикул', 'Article', 'article', 'sku', 'text_shortened'],
  ['Код', 'Code', 'code', 'code', 'text_shortened'],
  ['Внешний код', 'External code', 'externalCode', 'externalCode', 'text_shortened'],
  ['Единица измерения', 'Unit', 'uom', 'uom', 'name_unread'],
  ['Страна', 'Country', 'country', 'country', 'name_unread'],
  ['Поставщик', 'Supplier', 'supplier', 'preferredSupplierId', 'missing_reference', 'supplier_is_organization'],
  ['Цена продажи', 'Sale price', 'salePrices', 'price', 'price_zero_skipped', ...OF_PRICES],
  ['Остальные цены продажи', 'Other sale prices', 'salePrices', 'prices', 'price_zero_skipped', ...OF_PRICES],
  ['Закупочная цена', 'Purchase price', 'buyPrice', 'cost', ...OF_PRICES],
  ['Минимальная цена', 'Minimum price', 'minPrice', 'minPrice', ...OF_PRICES],
  ['НДС', 'VAT', 'effectiveVat', 'vatRate', 'vat_ambiguous'],
  ['Вес', 'Weight', 'weight', 'weightKg', 'weight_unit_assumed'],
  ['Объём', 'Volume', 'volume', 'volumeM3', 'weight_unit_assumed'],
  ['Неснижаемый остаток', 'Minimum stock', 'minimumBalance', 'minStock'],
  [
    ...(['Неснижаемый остаток по складам', 'Minimum stock by warehouse', 'minimumStock', 'minStock'] as const),
    ...(['min_stock_each_warehouse', 'min_stock_by_warehouse'] as const),
  ],
  ['Штрихкоды', 'Barcodes', 'barcodes', 'barcodes', 'repeat_left_out', 'barcode_unusable'],
  ['Упаковки', 'Packages', 'packs', 'packages', 'name_unread'],
  CUSTOM_VALUES,
  [
    'Характеристики модификации',
    'Characteristics of a variant',
    'characteristics',
    'customValues',
    'characteristic_kept_as_text',
  ],
  ['Товар модификации', 'Product of a variant', 'product', 'parentProductId', 'missing_reference'],
  [
    'Состав комплекта',
    'Components of a bundle',
    'components',
    'components',
    'component_service',
    'bundle_of_services',
    'component_unsupported',
  ],
  ['Изображения', 'Pictures', 'images', null, 'image_link'],
  ['Файлы', 'Files', 'files', null, 'file_link'],
  ['Маркировка, тип продукции', 'Marking', 'trackingType', null, 'marking'],
  ['Серийные номера', 'Serial numbers', 'things', null, 'serial_numbers'],
  ['Запретить скидки', 'No discounts', 'discountProhibited', null, 'discount_prohibited'],
  ['Система налогообложения', 'Tax system', 'taxSystem', null, 'kept_in_report'],
  ['В архиве', 'Archived', 'archived', 'archived', 'archive_refused'],
]

const PARTNER: readonly Line[] = [
  ['Наименование', 'Name', 'name', 'name', 'name_missing', 'text_shortened'],
  ['Телефон', 'Phone', 'phone', 'phone', 'text_shortened'],
  ['E-mail', 'E-mail', 'email', 'email', 'text_shortened'],
  ['Тип контрагента', 'Kind', 'companyType', 'legalKind', 'region_fields'],
  ['Полное наименование', 'Full name', 'legalTitle', 'fullName', 'text_shortened'],
  ['ИНН', 'Tax number', 'inn', 'inn', 'tax_number_wrong'],
  ['КПП', 'KPP', 'kpp', 'kpp'],
  ['ОГРН', 'OGRN', 'ogrn', 'ogrn'],
  ['ОГРНИП', 'OGRNIP', 'ogrnip', 'ogrn'],
  ['Юридический адрес', 'Legal address', 'legalAddress', 'legalAddress', 'text_shortened'],
  ['Фактический адрес', 'Actual address', 'actualAddress', 'actualAddress', 'text_shortened'],
  ['Контактные лица', 'Contact persons', 'contactpersons', 'contacts', 'contact_details', 'truncated_collection'],
  [
    ...(['Расчётные счета', 'Bank accounts', 'accounts', 'bankAccounts'] as const),
    ...(['account_details', 'account_incomplete', 'truncated_collection'] as const),
  ],
  ['Группы', 'Groups', 'tags', 'groups', 'repeat_left_out'],
  ['Комментарий', 'Comment', 'description', 'note', 'text_shortened'],
  ['Цены', 'Price type', 'priceType', 'priceTypeId', 'missing_reference'],
  ['Персональная скидка', 'Personal discount', 'discounts', 'discountPercent', 'discount_complex'],
  CUSTOM_VALUES,
  ['Поставщик или покупатель', 'Supplier or customer', 'salesAmount', 'roles', 'role_unknown'],
  ['В архиве', 'Archived', 'archived', 'archived', 'archive_refused'],
  ['Код', 'Code', 'code', null, 'kept_in_report'],
  ['Внешний код', 'External code', 'externalCode', null, 'kept_in_report'],
  ['ОКПО', 'OKPO', 'okpo', null, 'kept_in_report'],
  ['Факс', 'Fax', 'fax', null, 'kept_in_report'],
  ['Статус', 'Status', 'state', null, 'state_name'],
  ['Накопительная скидка, бонусы', 'Bonus points', 'bonusPoints', null, 'bonus'],
  ['События', 'Events', 'notes', null, 'notes_events'],
  ['Файлы', 'Files', 'files', null, 'file_link'],
]

const PURCHASE: readonly Line[] = [
  ['Номер', 'Number', 'name', 'reference'],
  ['Дата', 'Date', 'moment', 'issuedAt', 'date_unreadable', 'date_missing'],
  ['Контрагент', 'Supplier', 'agent', 'supplierId', 'missing_reference', 'supplier_is_organization'],
  ['Организация', 'Organization', 'organization', 'organizationId', 'missing_reference'],
  ['Склад', 'Warehouse', 'store', 'warehouseId', 'missing_reference'],
  ['План. дата приёмки', 'Planned delivery', 'deliveryPlannedMoment', 'dueAt', 'date_unreadable'],
  ['План. дата оплаты', 'Planned payment', 'paymentPlannedMoment', 'dueAt', 'date_unreadable'],
  ['Комментарий', 'Comment', 'description', 'note', 'text_shortened'],
  ['Входящий номер', 'Incoming number', 'incomingNumber', 'note'],
  ['Входящая дата', 'Incoming date', 'incomingDate', 'note'],
  CUSTOM_VALUES,
  [
    'Товар',
    'Product of a line',
    'positions.assortment',
    'lines',
    'required_reference_missing',
    'line_unsupported',
    'service_line',
  ],
  ['Количество', 'Quantity of a line', 'positions.quantity', 'lines', 'quantity_rounded', 'line_without_quantity'],
  ['Цена', 'Price of a line', 'positions.price', 'lines', 'price_rounded', 'vat_on_top'],
  ['Скидка', 'Discount of a line', 'positions.discount', 'lines', 'discount_applied'],
  ['НДС', 'VAT of a line', 'positions.vat', null, 'vat_on_top'],
  ['Упаковка', 'Package of a line', 'positions.pack', null, 'pack_line'],
  ['Страна и ГТД', 'Country and customs declaration', 'positions.gtd', null, 'gtd_country'],
  ['Сумма', 'Total', 'sum', null, 'total_differs'],
  ['Валюта', 'Currency', 'rate', null, 'document_currency', 'document_currency_unknown'],
  ['Накладные расходы', 'Overhead costs', 'overhead', null, 'overhead'],
  ['Проведено', 'Posted', 'applicable', null, 'not_posted_in_source'],
  ['Статус', 'Status', 'state', null, 'state_name'],
  ['Договор', 'Contract', 'contract', null, 'contract_project'],
  ['Проект', 'Project', 'project', null, 'contract_project'],
  ['Оплачено', 'Paid', 'payedSum', null, 'payments_sums'],
  ['Связанные документы', 'Linked documents', 'purchaseOrder', null, 'document_links'],
  ['Файлы', 'Files', 'files', null, 'file_link'],
  ['Счёт организации', 'Account of the organization', 'organizationAccount', null, 'kept_in_report'],
]

export const FIELD_GUIDE: Readonly<Record<GuideKind, readonly GuideEntry[]>> = {
  product: PRODUCT.map(entry),
  partner: PARTNER.map(entry),
  purchase: PURCHASE.map(entry),
}

/** Returns the guide for a kind of row, or null when there is none. */
export function guideOf(entityType: Plan['entityType']): readonly GuideEntry[] | null {
  if (['product', 'service', 'variant', 'bundle'].includes(entityType)) return FIELD_GUIDE.product
  if (['purchase_order', 'supplier_invoice', 'receipt'].includes(entityType)) return FIELD_GUIDE.purchase
  return entityType === 'partner' ? FIELD_GUIDE.partner : null
}

/** Explanations for fields that are left out although nothing is wrong with them. */
const REASONS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  salePrices: { ru: 'Такой цены у товара нет.', en: 'The product has no such price.' },
  effectiveVat: { ru: 'Товар без НДС: ставка пустая.', en: 'The product is without VAT: the rate is empty.' },
  applicable: { ru: 'Все документы переносятся черновиками.', en: 'All documents are transferred as drafts.' },
  sum: { ru: 'Сумма считается из строк.', en: 'The total is computed from the lines.' },
  rate: { ru: 'Валюта документа — рубль.', en: 'The currency of the document is the rouble.' },
  salesAmount: { ru: 'По продажам видно, что это покупатель.', en: 'Sales show that this is a customer.' },
  'positions.vat': { ru: 'Ставки строк сохранены в отчёте.', en: 'The rates of the lines are in the report.' },
  taxSystem: { ru: 'Сохранено в отчёте.', en: 'It is in the report.' },
  trackingType: {
    ru: 'Товар не маркируется; сохранено в отчёте.',
    en: 'The product is not marked; it is in the report.',
  },
}

/**
 * Explains why a filled field may be left out although nothing is wrong with it. Returns null when a report code
 * explains it.
 */
export function reasonOf({ source }: GuideEntry, language: Language = 'ru'): string | null {
  return Object.hasOwn(REASONS, source) ? REASONS[source]![language] : null
}

/** Codes that can be reported for any field. */
const OF_ANY: readonly MappingProblemCode[] = ['value_unreadable', 'value_out_of_range']

/** The result of transferring one field of a row. */
export interface FieldFate {
  readonly label: string
  /** The field's value in MoySklad. */
  readonly value: unknown
  /** Our field and its planned value. Null when Skladno has no such field or could not store the value. */
  readonly target: string | null
  readonly planned: unknown
  /** Sentences that explain why our value differs from MoySklad's. */
  readonly reasons: readonly string[]
}

/** Returns for each filled field of a MoySklad row whether and how it is transferred. */
export function fieldOutcomes(plan: Plan, row: unknown, language: Language = 'ru'): FieldFate[] {
  const guide = guideOf(plan.entityType) ?? []
  return guide.flatMap((one) => {
    const value = valueAt(row, one.source)
    if (isUnset(value)) return []
    const given = plan.body?.[one.target ?? '']
    const planned = one.target === 'archived' ? plan.archived : isUnreadValue(given) ? given.otherwise : given
    const said = plan.problems
      .filter(({ code, field }) => one.codes.includes(code) || (OF_ANY.includes(code) && fieldOf(field) === one.target))
      .map((problem) => sentenceOf(problem.code, problem, language))
    const silent = said.length > 0 || planned !== undefined ? null : reasonOf(one, language)
    const refusals = planned === undefined && said.length === 0 ? errorsOf(plan, language) : []
    return [
      {
        label: language === 'ru' ? one.label : one.english,
        value: plainValue(value, new Map()),
        target: planned === undefined ? null : one.target,
        planned: planned ?? null,
        reasons: [...said, ...(silent === null ? refusals : [silent])],
      },
    ]
  })
}

function errorsOf(plan: Plan, language: Language): string[] {
  const errors = plan.problems.filter(({ severity }) => severity === 'error')
  return errors.map((problem) => sentenceOf(problem.code, problem, language))
}

/** Whether a value counts as not set, which means that it is empty or a price of zero. */
function isUnset(value: unknown): boolean {
  const price = sourceRowOf(value)
  return isEmptyValue(value) || ('value' in price && isEmptyValue(price.value))
}

/**
 * Returns the value at a path in a row. For a field inside the rows of a nested collection, returns an array of values.
 */
function valueAt(row: unknown, path: string): unknown {
  const [field = '', inner] = path.split('.')
  const value = sourceRowOf(row)[field]
  if (inner === undefined) return value
  const values = collectionOf(value).rows.map((line) => line[inner])
  return values.filter((entry) => !isEmptyValue(entry))
}
