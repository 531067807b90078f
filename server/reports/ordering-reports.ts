/** The report that proposes orders to suppliers. Source: docs/decisions/0070. */
import { Type } from 'typebox'
import { QUANTITY as IN_UNITS } from '../domain/fields/common.ts'
import { MAX_DAYS, STOCK_RULE, SUPPLIER_ITEM } from '../domain/fields/ordering.ts'
import { STOCK } from '../domain/fields/stock.ts'
import type { Words } from '../domain/languages.ts'
import { Id } from '../domain/schema.ts'
import { dayIn, startsOfDays } from '../domain/time-zones.ts'
import { column, NAMES, PRODUCT_COLUMNS, SUPPLIER_COLUMNS, WAREHOUSE_COLUMNS } from './columns.ts'
import { idAt } from './dates.ts'
import { reorderSql } from './ordering-sql.ts'
import { FILTERS, filterOf, type ReportKind } from './report-kind.ts'

const DAYS_BY_DEFAULT = 28
const DAY_MS = 86_400_000

const REASONS = {
  minimum: ['дошло до минимума', 'at the minimum'],
  sales: ['продажи', 'sales'],
  waiting: ['ждут заказы', 'orders wait'],
} as const

type FieldAbout = { readonly about: { readonly label: Words; readonly meaning: string } }
const ofField = ({ about: { label, meaning } }: FieldAbout) => ({ title: label, meaning })
const quantity = (name: string, title: Words, meaning: string) =>
  column(name, 'quantity', { title, meaning: `${meaning} ${IN_UNITS}`, isTotalled: false })
const days = (name: string, said: { readonly title: Words; readonly meaning: string }) =>
  column(name, 'count', { ...said, isTotalled: false })
const given = (name: string, field: FieldAbout, isNullable?: true) =>
  column(name, 'quantity', { ...ofField(field), isTotalled: false, ...(isNullable && { isNullable }) })

const { minStock, maxStock, safetyDays, coverDays } = STOCK_RULE.fields
const { packQuantity, minQuantity, leadDays } = SUPPLIER_ITEM.fields
const { onHand, reserved, available, waiting } = STOCK.fields

const REORDER_COLUMNS = [
  ...SUPPLIER_COLUMNS,
  ...PRODUCT_COLUMNS,
  ...WAREHOUSE_COLUMNS,
  quantity('quantity', ['Заказать', 'Order'], 'target − position, at least `minQuantity`, in whole packs.'),
  column('reason', 'text', {
    title: ['Почему', 'Reason'],
    meaning:
      'Which of the two gives the level: `minimum`, the minimum; `sales`, what is sold until the goods arrive. `waiting`: only because orders wait for goods.',
    values: REASONS,
  }),
  given('onHand', onHand),
  given('reserved', reserved),
  given('available', available),
  given('waiting', waiting),
  quantity('ordered', ['Заказано', 'Ordered'], 'What suppliers are still to deliver, drafts of orders included.'),
  quantity('drafted', ['Из них в черновиках', 'Of these drafts'], 'The part of `ordered` that is in drafts.'),
  quantity('position', ['Доступно и заказано', 'Available and ordered'], 'available + ordered − waiting.'),
  given('minStock', minStock),
  given('maxStock', maxStock, true),
  quantity('sold', ['Продано', 'Sold'], 'What was shipped in these days, minus what came back.'),
  days('daysInStock', {
    title: ['Дней в наличии', 'Days in stock'],
    meaning: 'On how many of the days there was stock when the day began, or some came.',
  }),
  quantity('soldPerDay', ['Продажи в день', 'Sold per day'], 'sold ÷ daysInStock, rounded; 0 without such days.'),
  days('leadDays', ofField(leadDays)),
  days('safetyDays', ofField(safetyDays)),
  days('coverDays', ofField(coverDays)),
  quantity(
    'level',
    ['Точка заказа', 'Level'],
    'The larger of minStock and sold ÷ daysInStock × (leadDays + safetyDays), rounded up.',
  ),
  quantity(
    'target',
    ['Довести до', 'Target'],
    'The largest of level, maxStock and sold ÷ daysInStock × (leadDays + safetyDays + coverDays), rounded up.',
  ),
  given('packQuantity', packQuantity, true),
  given('minQuantity', minQuantity, true),
]

export const ORDERING_REPORTS = {
  reorder: {
    title: ['Что заказать', 'What to order'],
    lead: [
      'Сколько чего заказать и у кого, чтобы хватило до поставки и после неё.',
      'How much of what to order and from whom, so that it lasts until the delivery and beyond.',
    ],
    may: 'everyone',
    summary: 'Report what to order from suppliers',
    description: `One row for each stock rule, and for each product without one that has a \`minStock\` or that orders wait for, whose available and ordered quantity, less what orders wait for, is now no more than its level. Each row has every figure that it was computed from. Orders that are drafts count as ordered, so nothing is proposed twice; \`POST /procurement/proposals\` makes such drafts. Days are those of the company up to its last command.`,
    query: {
      ...FILTERS,
      supplierId: Type.Optional(Id),
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_DAYS,
          description: `How many days of sales count, the last one included; ${DAYS_BY_DEFAULT} by default.`,
        }),
      ),
    },
    rows: { all: REORDER_COLUMNS },
    build: ({ companyId, end, timeZone, query }) => {
      const last = dayIn(timeZone, end - 1)
      const shown = Array.from({ length: query.days ?? DAYS_BY_DEFAULT }, (_, at) => last - at * DAY_MS).reverse()
      const values: unknown[] = [companyId, startsOfDays(timeZone, shown).map(idAt)]
      const supplier = query.supplierId === undefined ? {} : { supplier: `$${values.push(query.supplierId)}::uuid` }
      return {
        rows: reorderSql({ ...supplier, ...filterOf(query, values) }),
        values,
        columns: REORDER_COLUMNS,
        names: `${NAMES.product} ${NAMES.warehouse} ${NAMES.supplier}`,
        order: 'r.supplier_id nulls last, r.product_id, r.warehouse_id nulls first',
      }
    },
  },
} as const satisfies Record<string, ReportKind>
