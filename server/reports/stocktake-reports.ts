/**
 * The reports about stocktakes: the counts of a stocktake, the last count of each product, and the reasons for lost
 * goods.
 */
import { Type } from 'typebox'
import { QUANTITY as IN_UNITS, MOMENT, MONEY } from '../domain/fields/common.ts'
import { MOVEMENT } from '../domain/fields/stock.ts'
import { STOCKTAKE_LINE } from '../domain/fields/stocktakes.ts'
import { Id, oneOf } from '../domain/schema.ts'
import { column, NAMES, PRODUCT_COLUMNS, STOCKTAKE_COLUMNS, utc, WAREHOUSE_COLUMNS } from './columns.ts'
import { idAt } from './dates.ts'
import { FILTERS, filterOf, OF_PERIOD, type ReportKind } from './report-kind.ts'
import { lastCountedSql, STOCKTAKE_LINES, shrinkageSql } from './stocktakes-sql.ts'

const { counted, expected, difference, countedAt } = STOCKTAKE_LINE.fields

const STATES = {
  counted: ['посчитано', 'counted'],
  disturbed: ['двигался во время подсчёта', 'moved during the count'],
  accepted: ['подсчёт принят', 'count accepted'],
  recount: ['ждёт пересчёта', 'to be recounted'],
  not_counted: ['не посчитано', 'not counted'],
  posted: ['проведено', 'posted'],
  reversed: ['отменено', 'cancelled'],
} as const

const ofField = ({ about: { label, meaning } }: typeof counted | typeof countedAt) => ({ title: label, meaning })
/** Creates a quantity column whose values are hidden in a blind stocktake. */
const seen = (name: string, said: Parameters<typeof column>[2]) =>
  column(name, 'quantity', { ...said, isNullable: true, meaning: `${said.meaning} Null if the caller may not see it.` })

const LINE_COLUMNS = [
  ...PRODUCT_COLUMNS,
  ...STOCKTAKE_COLUMNS,
  column('state', 'text', {
    title: ['Состояние', 'State'],
    meaning:
      'What became of the count. `disturbed`: the product moved while it was counted; it must be counted again, or accepted.',
    values: STATES,
  }),
  column('countedAt', 'moment', { ...ofField(countedAt), isNullable: true, sql: utc('r.counted_at') }),
  column('counted', 'quantity', { ...ofField(counted), isNullable: true }),
  seen('expected', { title: expected.about.label, meaning: expected.about.meaning }),
  seen('difference', { title: difference.about.label, meaning: difference.about.meaning }),
  seen('surplus', { title: ['Излишек', 'Surplus'], meaning: `How much more there is than in the books. ${IN_UNITS}` }),
  column('surplusCost', 'money', {
    title: ['Излишек, сумма', 'Surplus, cost'],
    meaning: `The cost of the surplus; before posting, what it would be now; null: not known. ${MONEY}`,
    isNullable: true,
  }),
  seen('shortage', {
    title: ['Недостача', 'Shortage'],
    meaning: `How much less there is than in the books. ${IN_UNITS}`,
  }),
  column('shortageCost', 'money', {
    title: ['Недостача, сумма', 'Shortage, cost'],
    meaning: `The cost of the shortage; before posting, what it would be now; null: not known. ${MONEY}`,
    isNullable: true,
  }),
]

const LAST_COUNTED_COLUMNS = [
  ...PRODUCT_COLUMNS,
  ...WAREHOUSE_COLUMNS,
  column('quantity', 'quantity', {
    title: ['В наличии', 'On hand'],
    meaning: `The quantity on hand now. ${IN_UNITS}`,
  }),
  column('countedAt', 'moment', {
    title: ['Посчитан', 'Last counted'],
    meaning: `When the product was last counted by a posted stocktake; null: never. ${MOMENT}`,
    isNullable: true,
    sql: utc('r.counted_at'),
  }),
]

const SHRINKAGE = [
  column('movements', 'count', {
    title: ['Движений', 'Movements'],
    meaning: 'The number of write-offs and surpluses.',
  }),
  column('lost', 'quantity', {
    title: ['Списано', 'Written off'],
    meaning: `The quantity written off, without what was put back. ${IN_UNITS}`,
    sql: 'r.lost_good_milli',
  }),
  column('lostCost', 'money', {
    title: ['Списано, себестоимость', 'Written off, cost'],
    meaning: `The cost of the goods written off. ${MONEY}`,
    sql: 'r.lost_cost_minor',
  }),
  column('found', 'quantity', {
    title: ['Найдено', 'Found'],
    meaning: `The quantity that stocktakes found as surplus. ${IN_UNITS}`,
    sql: 'r.found_good_milli',
  }),
  column('foundCost', 'money', {
    title: ['Найдено, себестоимость', 'Found, cost'],
    meaning: `The cost of the surplus. ${MONEY}`,
    sql: 'r.found_cost_minor',
  }),
]

const SHRINKAGE_COLUMNS = {
  reason: [
    column('reason', 'text', { title: MOVEMENT.fields.reason.about.label, meaning: 'Why the goods were written off.' }),
    ...SHRINKAGE,
  ],
  product: [...PRODUCT_COLUMNS, ...SHRINKAGE],
}

export const STOCKTAKE_REPORTS = {
  'stocktake-lines': {
    title: ['Результаты инвентаризации', 'Stocktake results'],
    lead: [
      'Что посчитали, сколько должно быть по учёту, излишки и недостачи.',
      'What was counted, what there should be, surpluses and shortages.',
    ],
    may: 'everyone',
    summary: 'Report what a stocktake counted',
    description:
      'One row for each counted product, and one for each product that nobody counted and that posting will therefore write off. Without `stocktakeId`, the report covers all stocktakes that are not finished. Callers who may not see costs do not get the quantity in the books of a blind stocktake.',
    query: { stocktakeId: Type.Optional(Id) },
    rows: { all: LINE_COLUMNS },
    build: ({ companyId, query }) => ({
      rows: STOCKTAKE_LINES,
      values: [companyId, query.stocktakeId ?? null, query.view === 'full'],
      columns: LINE_COLUMNS,
      names: NAMES.product,
      order: 'r.name, r.product_id, r.stocktake_id',
    }),
  },
  'last-counted': {
    title: ['Когда считали товары', 'Last counted'],
    lead: [
      'Когда каждый товар посчитали в последний раз; давно не считанные — сверху.',
      'When each product was last counted; those not counted for longest come first.',
    ],
    may: 'everyone',
    summary: 'Report when goods were last counted',
    description:
      'When a posted stocktake last counted each product in each warehouse. There is a row for all that is in stock or was ever counted. Products that were never counted come first, then those counted longest ago.',
    query: { ...FILTERS },
    rows: { all: LAST_COUNTED_COLUMNS },
    build: ({ companyId, query }) => {
      const values: unknown[] = [companyId]
      return {
        rows: lastCountedSql(filterOf(query, values)),
        values,
        columns: LAST_COUNTED_COLUMNS,
        names: `${NAMES.product} ${NAMES.warehouse}`,
        order: 'r.counted_at nulls first, r.product_id, r.warehouse_id',
      }
    },
  },
  shrinkage: {
    title: ['Потери по причинам', 'Shrinkage'],
    lead: [
      'Что списано и почему, и что нашлось при инвентаризациях.',
      'What was written off and why, and what stocktakes found.',
    ],
    may: 'everyone',
    summary: 'Report what was written off, by reason',
    description:
      'The goods written off in the period, by reason or by product, and the surpluses that stocktakes found. What a cancelled stocktake put back does not count. Reasons are shown as they were typed.',
    query: {
      ...OF_PERIOD,
      ...FILTERS,
      groupBy: { ...oneOf(['reason', 'product']), default: 'reason' },
    },
    rows: SHRINKAGE_COLUMNS,
    build: ({ companyId, start, end, query }) => {
      const values: unknown[] = [companyId, idAt(start!), idAt(end)]
      const grouping = (query.groupBy ?? 'reason') as keyof typeof SHRINKAGE_COLUMNS
      return {
        rows: shrinkageSql(grouping, filterOf(query, values)),
        values,
        columns: SHRINKAGE_COLUMNS[grouping],
        names: grouping === 'product' ? NAMES.product : '',
        order: grouping === 'product' ? 'r.product_id' : 'r.reason',
      }
    },
  },
} as const satisfies Record<string, ReportKind>
