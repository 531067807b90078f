/** The reports on what to count: again in an open stocktake, and next in a warehouse. Source: docs/decisions/0066. */
import { Type } from 'typebox'
import { QUANTITY as IN_UNITS, MOMENT, MONEY } from '../domain/fields/common.ts'
import { MAX_DAYS } from '../domain/fields/ordering.ts'
import { STOCK } from '../domain/fields/stock.ts'
import { STOCKTAKE_LINE } from '../domain/fields/stocktakes.ts'
import { Id } from '../domain/schema.ts'
import { column, NAMES, PRODUCT_COLUMNS, STOCKTAKE_COLUMNS, utc, WAREHOUSE_COLUMNS } from './columns.ts'
import { countNextSql, STOCKTAKE_RECOUNTS } from './counting-sql.ts'
import { idAt } from './dates.ts'
import { FILTERS, filterOf, isoOf, type ReportKind } from './report-kind.ts'

const { counted, difference, countedAt } = STOCKTAKE_LINE.fields
const NOT_SEEN = 'Null if it is not known, or if the caller may not see it.'

const WHY_AGAIN = {
  recount: ['назначен пересчёт', 'a recount was ordered'],
  disturbed: ['двигался во время подсчёта', 'moved during the count'],
  differ: ['подсчёты расходятся', 'the counts disagree'],
} as const

const RECOUNT_COLUMNS = [
  ...PRODUCT_COLUMNS,
  ...WAREHOUSE_COLUMNS,
  ...STOCKTAKE_COLUMNS,
  column('reason', 'text', {
    title: ['Почему', 'Reason'],
    meaning:
      '`recount`: a manager ordered a recount. `disturbed`: the product moved while it was counted. `differ`: the last round found a difference that no earlier round had found.',
    values: WHY_AGAIN,
  }),
  column('round', 'count', {
    title: ['В круг', 'Into round'],
    meaning: 'The `round` to send with the new count. A count with this round replaces those of earlier rounds.',
    isTotalled: false,
  }),
  column('countedAt', 'moment', {
    title: countedAt.about.label,
    meaning: countedAt.about.meaning,
    isNullable: true,
    sql: utc('r.counted_at'),
  }),
  column('counted', 'quantity', {
    title: counted.about.label,
    meaning: `${counted.about.meaning} ${NOT_SEEN}`,
    isNullable: true,
    isTotalled: false,
  }),
  column('difference', 'quantity', {
    title: difference.about.label,
    meaning: `${difference.about.meaning} ${NOT_SEEN}`,
    isNullable: true,
    isTotalled: false,
  }),
  column('countedBefore', 'quantity', {
    title: ['Посчитано раньше', 'Counted before'],
    meaning: `The sum of all sheets in the previous round. ${IN_UNITS} ${NOT_SEEN}`,
    isNullable: true,
    isTotalled: false,
  }),
  column('differenceBefore', 'quantity', {
    title: ['Разница раньше', 'Difference before'],
    meaning: `The difference found in the previous round. ${IN_UNITS} ${NOT_SEEN}`,
    isNullable: true,
    isTotalled: false,
  }),
]

const DAYS_BY_DEFAULT = 90
const DAY_MS = 86_400_000
/** Goods that are often wrong, valuable or often moved are proposed this many times as often as other goods. */
const TIMES_AS_OFTEN = 3
/** Counts of this many past days show how often the books were wrong. */
const DAYS_OF_COUNTS = 365

const WHY_NEXT = {
  never: ['ни разу не считали', 'never counted'],
  often_wrong: ['часто расходится', 'often wrong'],
  long_ago: ['давно не считали', 'counted long ago'],
  high_value: ['дорогой запас', 'high value'],
  high_turnover: ['много движений', 'high turnover'],
} as const

const COUNT_NEXT_COLUMNS = [
  ...PRODUCT_COLUMNS,
  ...WAREHOUSE_COLUMNS,
  column('reason', 'text', {
    title: ['Почему', 'Reason'],
    meaning: `\`never\`: no posted stocktake counted it here. \`often_wrong\`: of two or more counts within ${DAYS_OF_COUNTS} days, at least half found a difference. \`long_ago\`: not counted for \`days\`. \`high_value\`, \`high_turnover\`: among the goods that make up the first 80 % of the value or of the movements in the warehouse. Goods with the reason \`often_wrong\`, \`high_value\` or \`high_turnover\` are proposed when their last count is older than a third of \`days\`.`,
    values: WHY_NEXT,
  }),
  column('quantity', 'quantity', { title: STOCK.fields.onHand.about.label, meaning: `On hand now. ${IN_UNITS}` }),
  column('value', 'money', {
    title: ['Стоимость', 'Value'],
    meaning: `remaining × unitCost for each lot, rounded and then added up. ${MONEY}`,
  }),
  column('countedAt', 'moment', {
    title: ['Посчитан', 'Last counted'],
    meaning: `When a posted stocktake last counted the product here; null: never. ${MOMENT}`,
    isNullable: true,
    sql: utc('r.counted_at'),
  }),
  column('daysSince', 'count', {
    title: ['Дней назад', 'Days ago'],
    meaning: 'The number of whole days from the last count to the company’s last command; null: never counted.',
    isNullable: true,
    isTotalled: false,
  }),
  column('counts', 'count', {
    title: ['Подсчётов за год', 'Counts in a year'],
    meaning: `How many posted stocktakes counted the product here within ${DAYS_OF_COUNTS} days.`,
    isTotalled: false,
  }),
  column('wrong', 'count', {
    title: ['Из них с разницей', 'Of these wrong'],
    meaning: 'How many of these counts found a difference.',
    isTotalled: false,
  }),
  column('movements', 'count', {
    title: ['Движений', 'Movements'],
    meaning: 'The number of movements of the product here within `days`, without those of stocktakes.',
    isTotalled: false,
  }),
]

export const COUNTING_REPORTS = {
  'stocktake-recounts': {
    title: ['Что пересчитать', 'To be counted again'],
    lead: [
      'Товары открытых инвентаризаций, которые нужно посчитать ещё раз, и почему.',
      'Goods of open stocktakes that must be counted again, and why.',
    ],
    may: 'everyone',
    summary: 'Report what must be counted again',
    description:
      'What must be counted again in a stocktake, with one row for each product. A product is listed if a recount was ordered, if it moved while it was counted, or if its last round found a difference that no earlier round had found. It leaves the list when a count sent with the `round` of its row agrees with an earlier round, or when a manager accepts the count. Without `stocktakeId`, the report covers all stocktakes that are not finished. Callers who may not see costs get no figures of a blind stocktake.',
    query: { stocktakeId: Type.Optional(Id) },
    rows: { all: RECOUNT_COLUMNS },
    build: ({ companyId, query }) => ({
      rows: STOCKTAKE_RECOUNTS,
      values: [companyId, query.stocktakeId ?? null, query.view === 'full'],
      columns: RECOUNT_COLUMNS,
      names: `${NAMES.product} ${NAMES.warehouse}`,
      order: 'r.name, r.product_id, r.stocktake_id',
    }),
  },
  'count-next': {
    title: ['Что считать дальше', 'What to count next'],
    lead: [
      'Товары, которые пора пересчитать, с причиной; по ним можно сразу начать инвентаризацию.',
      'Goods that it is time to count, with the reason; a stocktake of them can be started at once.',
    ],
    may: 'everyone',
    summary: 'Report what to count next',
    description: `What to count next, with one row for each product and warehouse. A row needs stock and a \`reason\`; goods that an open stocktake already covers are left out. Rows are sorted by reason, in the order in which the column \`reason\` explains them; within a reason, goods counted longest ago come first. Days are counted back from the company’s last command. \`POST /stocktakes\` with the \`productIds\` of the rows starts a stocktake of these goods. Callers who may not see costs are not told which goods have a high value.`,
    query: {
      ...FILTERS,
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_DAYS,
          description: `After how many days goods should be counted again; ${DAYS_BY_DEFAULT} by default.`,
        }),
      ),
    },
    rows: { all: COUNT_NEXT_COLUMNS },
    build: ({ companyId, end, query }) => {
      const days = query.days ?? DAYS_BY_DEFAULT
      const before = (count: number) => isoOf(Math.max(0, end - Math.round(count * DAY_MS)))
      const values: unknown[] = [
        companyId,
        idAt(Math.max(0, end - days * DAY_MS)),
        before(days),
        before(days / TIMES_AS_OFTEN),
        before(DAYS_OF_COUNTS),
        query.view === 'full',
        isoOf(end),
      ]
      return {
        rows: countNextSql(filterOf(query, values)),
        values,
        columns: COUNT_NEXT_COLUMNS,
        names: `${NAMES.product} ${NAMES.warehouse}`,
        order: 'r.rank, r.counted_at nulls first, r.movements desc, r.product_id, r.warehouse_id',
      }
    },
  },
} as const satisfies Record<string, ReportKind>
