/** The report on goods of open orders that were not on the shelf. Source: docs/decisions/0074. */
import { QUANTITY as IN_UNITS, MOMENT } from '../domain/fields/common.ts'
import { STOCK } from '../domain/fields/stock.ts'
import { column, NAMES, PRODUCT_COLUMNS, WAREHOUSE_COLUMNS } from './columns.ts'
import { FILTERS, filterOf, type ReportKind } from './report-kind.ts'
import type { LotFilter } from './stock-sql.ts'

const { onHand, reserved } = STOCK.fields

const NOT_ON_SHELF_COLUMNS = [
  column('orderId', 'text', {
    title: ['ID заказа', 'Order ID'],
    meaning: 'The id of the order that needs the goods.',
    sql: 'r.id',
  }),
  column('number', 'text', { title: ['Заказ', 'Order'], meaning: 'The number of the order.' }),
  ...PRODUCT_COLUMNS,
  ...WAREHOUSE_COLUMNS,
  column('quantity', 'quantity', {
    title: ['Не нашли', 'Not found'],
    meaning: `How much of the product could not be found for the order. ${IN_UNITS}`,
  }),
  column('onHand', 'quantity', { title: onHand.about.label, meaning: onHand.about.meaning, isTotalled: false }),
  column('reserved', 'quantity', { title: reserved.about.label, meaning: reserved.about.meaning, isTotalled: false }),
  column('by', 'text', { title: ['Кто сказал', 'Said by'], meaning: 'Who could not find the goods.' }),
  column('at', 'moment', { title: ['Когда', 'When'], meaning: `When that was said. ${MOMENT}` }),
]

/**
 * Selects the notes in open orders which state that goods were not on the shelf. Searches the text first, because few
 * orders have such notes and reading JSON is slow.
 */
const rowsSql = ({ warehouse, product }: LotFilter) => `
    select o.id, o.number, o.warehouse_id, a."productId" as product_id, milli(a.quantity) as quantity, a."by" ->> 'name' as "by", a.at,
           coalesce(s.on_hand_milli, 0) as "onHand", coalesce(s.reserved_milli, 0) as reserved
      from orders o
     cross join lateral json_to_recordset(o.record::json -> 'absent') as a ("productId" uuid, quantity numeric, "by" json, at text)
      left join stock s on s.company_id = $1 and s.product_id = a."productId" and s.warehouse_id = o.warehouse_id
     where o.company_id = $1 and o.status in ('new', 'picking') and position('"absent":[' in o.record) > 0
           ${warehouse === undefined ? '' : `and o.warehouse_id = ${warehouse}`}
           ${product === undefined ? '' : `and a."productId" = ${product}`}`

export const NOT_ON_SHELF_REPORTS = {
  'not-on-shelf': {
    title: ['Нет на полке', 'Not on the shelf'],
    lead: [
      'Товары, которых не нашли при сборке. Их стоит поискать и пересчитать.',
      'Goods that could not be found when picking. Look for them, and count them.',
    ],
    may: 'everyone',
    summary: 'Report the goods that were not on the shelf',
    description:
      'The goods of open orders that somebody noted as not on the shelf (`absent`), with one row for each order and product, the oldest note first. Each row has the stock in the warehouse of the order.',
    query: FILTERS,
    rows: { all: NOT_ON_SHELF_COLUMNS },
    build: ({ companyId, query }) => {
      const values: unknown[] = [companyId]
      return {
        rows: rowsSql(filterOf(query, values)),
        values,
        columns: NOT_ON_SHELF_COLUMNS,
        names: `${NAMES.product} ${NAMES.warehouse}`,
        order: 'r.at, r.id, r.product_id',
      }
    },
  },
} as const satisfies Record<string, ReportKind>
