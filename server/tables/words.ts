/** What fields and values are called in tables for people, in both languages. The import recognizes columns by the same words. */
import type { Words } from '../domain/languages.ts'

/** What is said of a field of a described kind, in its schema: see domain/fields/field.ts. */
interface Said {
  readonly 'x-label'?: Bilingual
  readonly 'x-choices'?: Readonly<Record<string, Bilingual>>
}
type Bilingual = Readonly<Record<'ru' | 'en', string>>
const wordsIn = (said: Bilingual | undefined): Words | undefined => said && [said.ru, said.en]

/** What a field of a record is called. */
export function labelOf(field: string, schema: object | undefined): Words | undefined {
  return wordsIn((schema as Said | undefined)?.['x-label']) ?? FIELD_WORDS[field]
}

/** What one of the fixed words of a field is called. */
export function choiceOf(value: string, schema: object | undefined): Words | undefined {
  return wordsIn((schema as Said | undefined)?.['x-choices']?.[value]) ?? VALUE_WORDS[value]
}

/** Of a field, whichever list it is in, where its kind is not described. */
export const FIELD_WORDS: Readonly<Record<string, Words>> = {
  id: ['ID', 'ID'],
  name: ['Название', 'Name'],
  kind: ['Вид', 'Kind'],
  sku: ['Артикул', 'SKU'],
  price: ['Цена', 'Price'],
  components: ['Состав', 'Components'],
  cost: ['Себестоимость', 'Cost'],
  archived: ['В архиве', 'Archived'],
  createdAt: ['Создан', 'Created'],
  updatedAt: ['Изменён', 'Changed'],
  type: ['Тип', 'Type'],
  note: ['Комментарий', 'Note'],
  priceTypeId: ['Тип цены', 'Price type'],
  values: ['Значения', 'Values'],
  entityKind: ['Чьё поле', 'Field of'],
  valueType: ['Тип значения', 'Value type'],
  options: ['Варианты', 'Options'],
  partnerId: ['Контрагент', 'Partner'],
  organizationId: ['Юрлицо', 'Organization'],
  number: ['Номер', 'Number'],
  productId: ['Товар', 'Product'],
  warehouseId: ['Склад', 'Warehouse'],
  toWarehouseId: ['На склад', 'To warehouse'],
  onHand: ['В наличии', 'On hand'],
  reserved: ['В резерве', 'Reserved'],
  available: ['Доступно', 'Available'],
  supplier: ['Поставщик', 'Supplier'],
  supplierId: ['Поставщик', 'Supplier'],
  unitCost: ['Цена закупки', 'Unit cost'],
  received: ['Принято', 'Received'],
  remaining: ['Осталось', 'Remaining'],
  receivedAt: ['Дата приёмки', 'Received at'],
  sourceLotId: ['Исходная партия', 'Source lot'],
  status: ['Статус', 'Status'],
  customer: ['Покупатель', 'Customer'],
  customerId: ['Покупатель', 'Customer'],
  pickedBy: ['Собирает', 'Picked by'],
  channel: ['Канал', 'Channel'],
  externalNumber: ['Номер у покупателя', 'Customer’s order number'],
  externalSource: ['Внешняя система', 'External source'],
  externalId: ['Внешний ID', 'External ID'],
  deliveryAddress: ['Адрес доставки', 'Delivery address'],
  orderedAt: ['Дата заказа', 'Ordered at'],
  items: ['Позиции', 'Items'],
  total: ['Сумма', 'Total'],
  unpricedItems: ['Позиций без цены', 'Unpriced items'],
  shippedAt: ['Отгружен', 'Shipped'],
  quantity: ['Количество', 'Quantity'],
  damaged: ['Брак', 'Damaged'],
  missing: ['Недостача', 'Missing'],
  good: ['Годных', 'Good'],
  reference: ['Номер у контрагента', 'Reference'],
  contractId: ['Договор', 'Contract'],
  sourceDocumentId: ['Документ-основание', 'Source document'],
  importId: ['Файл', 'File'],
  issuedAt: ['Дата документа', 'Issued'],
  dueAt: ['Срок', 'Due'],
  lines: ['Строки', 'Lines'],
  postedAt: ['Проведён', 'Posted'],
  partner: ['Контрагент', 'Partner'],
  direction: ['Направление', 'Direction'],
  method: ['Способ', 'Method'],
  amount: ['Сумма', 'Amount'],
  documentId: ['Документ', 'Document'],
  paidAt: ['Дата платежа', 'Paid'],
  source: ['Источник', 'Source'],
  entityType: ['Что связано', 'Entity'],
  internalId: ['ID в учёте', 'Internal ID'],
  title: ['Заголовок', 'Title'],
  text: ['Текст', 'Text'],
  readAt: ['Прочитано', 'Read'],
  at: ['Когда', 'At'],
  lots: ['Партий', 'Lots'],
  reason: ['Причина', 'Reason'],
  reverses: ['Что отменено', 'Reverses'],
  orderId: ['Заказ', 'Order'],
  purchaseId: ['Закупка', 'Purchase'],
}

/** Of sheets and files, by the kind of what is listed; no report is called the same (queries/report-list.ts). */
export const LIST_TITLES: Readonly<Record<string, Words>> = {
  products: ['Товары', 'Products'],
  partners: ['Контрагенты', 'Partners'],
  warehouses: ['Склады', 'Warehouses'],
  priceTypes: ['Типы цен', 'Price types'],
  filters: ['Характеристики', 'Filters'],
  organizations: ['Юрлица', 'Organizations'],
  customFields: ['Дополнительные поля', 'Custom fields'],
  orders: ['Заказы', 'Orders'],
  lots: ['Партии', 'Lots'],
  movements: ['Движения товаров', 'Movements'],
  stock: ['Остатки', 'Stock'],
  contracts: ['Договоры', 'Contracts'],
  purchases: ['Закупки', 'Purchases'],
  documents: ['Документы закупок', 'Purchase documents'],
  payments: ['Платежи', 'Payments'],
  externalLinks: ['Внешние связи', 'External links'],
  notifications: ['Уведомления', 'Notifications'],
  audit: ['История действий', 'Audit log'],
  imports: ['Файлы закупок', 'Uploaded files'],
}
/** Of the sheet of lines. */
export const LINE_TITLES: Readonly<Record<string, Words>> = {
  orders: ['Позиции заказов', 'Order items'],
  documents: ['Строки документов', 'Document lines'],
}

/** Before the name of a price type, a filter or a field of the company's own, so that none is taken for a field of ours. */
export const PREFIXES = {
  price: ['Цена', 'Price'],
  filter: ['Характеристика', 'Filter'],
  custom: ['Поле', 'Field'],
} as const satisfies Record<string, Words>
export type Prefix = keyof typeof PREFIXES

export const OTHER_VALUES: Words = ['Прочие поля', 'Other fields']
export const YES: Words = ['да', 'yes']
export const NO: Words = ['нет', 'no']

/** Of fixed words, as `kind of list.field` has them where a list says it in its own way. */
export const VALUE_WORDS: Readonly<Record<string, Words>> = {
  product: ['товар', 'product'],
  new: ['новый', 'new'],
  picking: ['в сборке', 'picking'],
  shipped: ['отгружен', 'shipped'],
  cancelled: ['отменён', 'cancelled'],
  open: ['открыта', 'open'],
  partial: ['принята частично', 'partial'],
  received: ['принята', 'received'],
  purchase_order: ['заказ поставщику', 'purchase order'],
  supplier_invoice: ['счёт поставщика', 'supplier invoice'],
  receipt: ['приёмка', 'receipt'],
  supplier_return: ['возврат поставщику', 'supplier return'],
  internal_order: ['внутренний заказ', 'internal order'],
  draft: ['черновик', 'draft'],
  posted: ['проведён', 'posted'],
  closed: ['закрыт', 'closed'],
  outgoing: ['списание', 'outgoing'],
  incoming: ['поступление', 'incoming'],
  bank: ['банк', 'bank'],
  cash: ['наличные', 'cash'],
  string: ['текст', 'text'],
  number: ['число', 'number'],
  date: ['дата', 'date'],
  boolean: ['да или нет', 'yes or no'],
  select: ['выбор', 'choice'],
  partner: ['контрагент', 'partner'],
  order: ['заказ', 'order'],
  low_stock: ['мало товара', 'low stock'],
  daily_summary: ['сводка за день', 'daily summary'],
  writeoff: ['списание', 'write-off'],
  transfer: ['перемещение', 'transfer'],
  shipment: ['отгрузка', 'shipment'],
  return: ['возврат поставщику', 'return to supplier'],
  reversal: ['отмена', 'reversal'],
}
