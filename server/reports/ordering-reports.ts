/** The reports on what to order from suppliers and what to move between warehouses. Source: docs/decisions/0070. */
import { Type } from 'typebox'
import { QUANTITY as IN_UNITS } from '../domain/fields/common.ts'
import { MAX_DAYS, STOCK_RULE, SUPPLIER_ITEM } from '../domain/fields/ordering.ts'
import { STOCK } from '../domain/fields/stock.ts'
import type { Words } from '../domain/languages.ts'
import { Id } from '../domain/schema.ts'
import { dayIn, startsOfDays } from '../domain/time-zones.ts'
import { column, NAMES, PRODUCT_COLUMNS, SUPPLIER_COLUMNS, WAREHOUSE_COLUMNS } from './columns.ts'
import { idAt } from './dates.ts'
import { proposedTransfersSql, reorderSql } from './ordering-sql.ts'
import { type Asked, FILTERS, filterOf, type ReportKind } from './report-kind.ts'

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

const REASON = column('reason', 'text', {
  title: ['Почему', 'Reason'],
  meaning:
    'Why the row is listed. `minimum`: the level is the minimum. `sales`: the level is what is sold until the goods arrive. `waiting`: only because orders wait for the goods.',
  values: REASONS,
})
const ORDERED = quantity(
  'ordered',
  ['Заказано', 'Ordered'],
  'The quantity that suppliers are still to deliver, including draft orders.',
)
const POSITION = quantity(
  'position',
  ['Доступно и заказано', 'Available and ordered'],
  'available + ordered − waiting.',
)
const SALES = [
  quantity('sold', ['Продано', 'Sold'], 'What was shipped in these days, minus what came back.'),
  days('daysInStock', {
    title: ['Дней в наличии', 'Days in stock'],
    meaning: 'The number of these days that began with stock, or on which goods came in.',
  }),
]
const RULE_DAYS = [
  days('leadDays', ofField(leadDays)),
  days('safetyDays', ofField(safetyDays)),
  days('coverDays', ofField(coverDays)),
]
const LEVELS = [
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
]

const REORDER_COLUMNS = [
  ...SUPPLIER_COLUMNS,
  ...PRODUCT_COLUMNS,
  ...WAREHOUSE_COLUMNS,
  quantity(
    'quantity',
    ['Заказать', 'Order'],
    'target − position − transferable, at least `minQuantity`, in whole packs.',
  ),
  REASON,
  given('onHand', onHand),
  given('reserved', reserved),
  given('available', available),
  given('waiting', waiting),
  ORDERED,
  quantity('drafted', ['Из них в черновиках', 'Of these drafts'], 'The part of `ordered` that is in drafts.'),
  POSITION,
  quantity(
    'transferable',
    ['Можно переместить', 'Can be moved'],
    'The quantity that the report `proposed-transfers` proposes to move here from other warehouses. It need not be ordered.',
  ),
  given('minStock', minStock),
  given('maxStock', maxStock, true),
  ...SALES,
  quantity('soldPerDay', ['Продажи в день', 'Sold per day'], 'sold ÷ daysInStock, rounded; 0 if daysInStock is 0.'),
  ...RULE_DAYS,
  ...LEVELS,
  given('packQuantity', packQuantity, true),
  given('minQuantity', minQuantity, true),
]

const KEPT_FOR = {
  rule: ['своё правило запаса', 'its own stock rule'],
  sales: ['свои продажи', 'its own sales'],
} as const

const TRANSFER_COLUMNS = [
  ...PRODUCT_COLUMNS,
  column('fromWarehouseId', 'text', {
    title: ['ID склада, откуда', 'From: warehouse ID'],
    meaning: 'The id of the warehouse that has more than it keeps.',
    sql: 'r.from_id',
  }),
  column('fromWarehouse', 'text', {
    title: ['Откуда', 'From'],
    meaning: 'The name of the warehouse that has more than it keeps.',
    sql: 'f.name',
  }),
  ...WAREHOUSE_COLUMNS,
  quantity(
    'quantity',
    ['Переместить', 'Move'],
    'The quantity to move: at most target − position, which is what is lacking here, and at most what the other warehouse can give, fromAvailable − fromWaiting − fromKept. Other rows may share the same shortage or the same goods; nothing is counted twice.',
  ),
  REASON,
  quantity('fromAvailable', ['Доступно там', 'Available there'], 'onHand − reserved of the other warehouse.'),
  quantity('fromWaiting', ['Ожидают заказы там', 'Waited for there'], 'What orders of the other warehouse wait for.'),
  quantity(
    'fromKept',
    ['Остаётся там', 'Kept there'],
    'How much stays in the other warehouse: the target of its own stock rule, or without a rule what it sells in keptDays days. Rounded up.',
  ),
  column('keptFor', 'text', {
    title: ['Почему остаётся', 'Kept for'],
    meaning: '`rule`: the other warehouse has a stock rule of its own; `sales`: it has none.',
    values: KEPT_FOR,
  }),
  column('keptDays', 'count', {
    title: ['Остаётся на, дней', 'Kept for, days'],
    meaning:
      'For how many days of sales a warehouse without a rule keeps goods: the largest leadDays + safetyDays + coverDays of all rules of the product.',
    isTotalled: false,
    isNullable: true,
  }),
  quantity('fromSold', ['Продано там', 'Sold there'], 'What was shipped there in these days, minus what came back.'),
  days('fromDaysInStock', {
    title: ['Дней в наличии там', 'Days in stock there'],
    meaning:
      'The number of these days that began with stock there. The sales of the other warehouse are divided by this number.',
  }),
  given('available', available),
  given('waiting', waiting),
  ORDERED,
  POSITION,
  given('minStock', minStock),
  given('maxStock', maxStock, true),
  ...SALES,
  ...RULE_DAYS,
  ...LEVELS,
]

/** The number of days of sales that count. */
const DAYS = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MAX_DAYS,
    description: `How many days of sales count, including the last day; ${DAYS_BY_DEFAULT} by default.`,
  }),
)

/** Returns the first parameters of a statement: the company, and the beginnings of the days whose sales count. */
function valuesOf({ companyId, end, timeZone, query }: Asked): unknown[] {
  const last = dayIn(timeZone, end - 1)
  const shown = Array.from({ length: query.days ?? DAYS_BY_DEFAULT }, (_, at) => last - at * DAY_MS).reverse()
  return [companyId, startsOfDays(timeZone, shown).map(idAt)]
}

export const ORDERING_REPORTS = {
  reorder: {
    title: ['Что заказать', 'What to order'],
    lead: [
      'Сколько чего заказать и у кого, чтобы хватило до поставки и после неё.',
      'What to order, how much and from whom, so that it lasts until the delivery and beyond.',
    ],
    may: 'everyone',
    summary: 'Report what to order from suppliers',
    description: `What should be ordered now. A stock rule has a row if its \`position\` (available + ordered − waiting) is not above its \`level\`, even after other warehouses have given what they can (\`transferable\`). A product without a stock rule can have a row too, if it has a \`minStock\` or orders wait for it. Each row has all the figures that it was computed from. Draft orders count as ordered, so nothing is proposed twice; \`POST /procurement/proposals\` makes such drafts. Days are days in the company’s time zone, up to the day of its last command.`,
    query: {
      ...FILTERS,
      supplierId: Type.Optional(Id),
      days: DAYS,
    },
    rows: { all: REORDER_COLUMNS },
    build: (asked) => {
      const { query } = asked
      const values = valuesOf(asked)
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
  'proposed-transfers': {
    title: ['Что переместить', 'What to move'],
    lead: [
      'Что есть на других складах сверх нужного им и не нужно заказывать у поставщика.',
      'What other warehouses have beyond their own needs, so that it need not be ordered from suppliers.',
    ],
    may: 'everyone',
    summary: 'Report what to move between warehouses',
    description: `What should be moved between warehouses now. A row names a product, a warehouse that lacks it by its own stock rule (as in the report \`reorder\`), and another warehouse that has more of it than it keeps. Each row has all the figures that it was computed from. \`POST /stock/transfer\` with \`proposal\` moves the goods of a row, and is refused if the row is no longer right. Days are days in the company’s time zone, up to the day of its last command.`,
    query: { ...FILTERS, days: DAYS },
    rows: { all: TRANSFER_COLUMNS },
    build: (asked) => {
      const values = valuesOf(asked)
      return {
        rows: proposedTransfersSql(filterOf(asked.query, values)),
        values,
        columns: TRANSFER_COLUMNS,
        names: `${NAMES.product} ${NAMES.warehouse} left join warehouses f on f.company_id = $1 and f.id = r.from_id`,
        order: 'r.from_id, r.warehouse_id, r.product_id',
      }
    },
  },
} as const satisfies Record<string, ReportKind>
