/**
 * The forms of a stocktake with the figures and totals of ИНВ-3 and ИНВ-19, and its mis-sorts. Source:
 * docs/decisions/0066.
 */
import { Type } from 'typebox'
import { QUANTITY as IN_UNITS, MONEY } from '../domain/fields/common.ts'
import { STOCKTAKE_LINE } from '../domain/fields/stocktakes.ts'
import type { Words } from '../domain/languages.ts'
import { Id } from '../domain/schema.ts'
import { type Column, column, NAMES, PRODUCT_COLUMNS, STOCKTAKE_COLUMNS, utc } from './columns.ts'
import { COMPARISON_SHEET, INVENTORY_LIST, MIS_SORTED } from './inventory-forms-sql.ts'
import type { Asked, Built, ReportKind } from './report-kind.ts'

const LINE = column('line', 'count', {
  title: ['№ п/п', 'No.'],
  meaning: 'The number of the line. A product has the same number in the inventory list and in the comparison sheet.',
  isTotalled: false,
})

/** Makes the two columns of a figure, its quantity and its cost. */
function figure(name: string, [ru, en]: Words, meaning: string) {
  return [
    column(name, 'quantity', { title: [`${ru}, кол-во`, `${en}, quantity`], meaning: `${meaning} ${IN_UNITS}` }),
    column(`${name}Cost`, 'money', {
      title: [`${ru}, сумма`, `${en}, cost`],
      meaning: `${meaning} Its cost; null: not known. ${MONEY}`,
      isNullable: true,
    }),
  ]
}

const INVENTORY_COLUMNS = [
  LINE,
  ...PRODUCT_COLUMNS,
  ...STOCKTAKE_COLUMNS,
  column('countedAt', 'moment', {
    title: STOCKTAKE_LINE.fields.countedAt.about.label,
    meaning: STOCKTAKE_LINE.fields.countedAt.about.meaning,
    isNullable: true,
    sql: utc('r.counted_at'),
  }),
  column('unitCost', 'money', {
    title: ['Цена', 'Unit cost'],
    meaning: `The average cost of one unit. ${MONEY}`,
    isTotalled: false,
    isNullable: true,
  }),
  ...figure('found', ['Фактически', 'Found'], 'What was found.'),
  ...figure('book', ['По учёту', 'In the books'], 'The stock according to the books when the product was counted.').map(
    (one): Column => ({ ...one, isNullable: true }),
  ),
]

const COMPARISON_COLUMNS = [
  LINE,
  ...PRODUCT_COLUMNS,
  ...STOCKTAKE_COLUMNS,
  ...figure('surplus', ['Излишек', 'Surplus'], 'How much more there is than in the books.'),
  ...figure('shortage', ['Недостача', 'Shortage'], 'How much less there is than in the books.'),
  ...figure(
    'surplusNetted',
    ['Излишек в зачёт', 'Surplus netted'],
    'The part of the surplus that is netted against shortages of other products.',
  ),
  ...figure(
    'shortageNetted',
    ['Недостача в зачёт', 'Shortage netted'],
    'The part of the shortage that is netted against surpluses of other products.',
  ),
  column('nettedWith', 'text', {
    title: ['Зачтено со строками', 'Netted with lines'],
    meaning: 'The numbers of the lines with which this one is netted.',
  }),
  ...figure('surplusLeft', ['Оприходовать', 'To take in'], 'The part of the surplus that is not netted.'),
  ...figure('shortageLeft', ['Списать', 'To write off'], 'The part of the shortage that is not netted.'),
]

const STATES = {
  netted: ['зачтено', 'netted'],
  variant: ['модификации одного товара', 'variants of one product'],
  name: ['похожее название', 'similar name'],
  filter: ['общая характеристика', 'same filter value'],
} as const

const MIS_SORT_COLUMNS = [
  ...PRODUCT_COLUMNS,
  column('overProductId', 'text', {
    title: ['ID найденного товара', 'ID of the product found'],
    meaning: 'The id of the product of which there is too much.',
    sql: 'r.over_id',
  }),
  column('overProduct', 'text', {
    title: ['Найден товар', 'Product found'],
    meaning: 'The name of the product of which there is too much.',
    sql: 'r.over_name',
  }),
  ...STOCKTAKE_COLUMNS,
  column('state', 'text', {
    title: ['Состояние', 'State'],
    meaning:
      '`netted`: the shortage is netted against the surplus. The other values say why the two may have been mixed up. `variant`: they are variants of one product. `name`: their names begin with the same word. `filter`: they share a filter value.',
    values: STATES,
  }),
  column('quantity', 'quantity', {
    title: ['Зачесть', 'To net'],
    meaning: `The quantity that is netted; before that, the largest quantity that can be netted. ${IN_UNITS}`,
    isTotalled: false,
  }),
  column('cost', 'money', {
    title: ['Себестоимость', 'Cost'],
    meaning: `The cost that moves from the missing product to the product found; null if the pair is not netted yet, or if the cost is not known. ${MONEY}`,
    isTotalled: false,
    isNullable: true,
  }),
]

const OF_ONE = { stocktakeId: Type.Optional(Id) }

/** Makes the function that reads a report of stocktakes. */
const built =
  (rows: string, columns: Built['columns'], order: string) =>
  ({ companyId, query }: Asked): Built => ({
    rows,
    values: [companyId, query.stocktakeId ?? null, query.view === 'full'],
    columns,
    names: NAMES.product,
    order,
  })

export const INVENTORY_FORMS = {
  'inventory-list': {
    title: ['Инвентаризационная опись (ИНВ-3)', 'Inventory list (INV-3)'],
    lead: [
      'Сколько нашли и сколько числится, с суммами и итогами — графы описи ИНВ-3.',
      'What was found and what is in the books, with costs and totals: the columns of the form INV-3.',
    ],
    may: 'everyone',
    summary: 'Report the inventory list of a stocktake',
    description:
      'The figures and totals of the form ИНВ-3: what was found, and what the books said when it was counted. There is one row for each counted product, and one for each product that nobody counted and that posting will therefore write off. Products that wait for a recount are left out. `foundCost` − `bookCost` is exactly the cost of the surplus, or minus the cost of the shortage. Without `stocktakeId`, the report covers all stocktakes that are not finished. Callers who may not see costs get no costs; of a blind stocktake, they do not get the quantity in the books either.',
    query: OF_ONE,
    rows: { all: INVENTORY_COLUMNS },
    build: built(INVENTORY_LIST, INVENTORY_COLUMNS, 'r.line'),
  },
  'comparison-sheet': {
    title: ['Сличительная ведомость (ИНВ-19)', 'Comparison sheet (INV-19)'],
    lead: [
      'Излишки, недостачи, зачёт пересортицы и что остаётся — графы ведомости ИНВ-19.',
      'Surpluses, shortages, netted mis-sorts and what is left: the columns of the form INV-19.',
    ],
    may: 'everyone',
    summary: 'Report the comparison sheet of a stocktake',
    description:
      'The figures and totals of the form ИНВ-19, with one row for each product that has a difference. A row shows the surplus or the shortage, the part of it that is netted as mis-sorted goods and with which lines, and the rest, which posting takes in or writes off. Netted surpluses and netted shortages have the same total cost, except that the cost of each lot is rounded to the kopeck. Without `stocktakeId`, the report covers all stocktakes that are not finished. Callers who may not see costs get no costs, and no rows of a blind stocktake.',
    query: OF_ONE,
    rows: { all: COMPARISON_COLUMNS },
    build: built(COMPARISON_SHEET, COMPARISON_COLUMNS, 'r.line'),
  },
  'mis-sorts': {
    title: ['Пересортица', 'Mis-sorts'],
    lead: [
      'Недостачи и излишки похожих товаров, которые можно зачесть друг другом, и уже зачтённые.',
      'Shortages and surpluses of similar products that can be netted or are already netted.',
    ],
    may: 'everyone',
    summary: 'Report shortages and surpluses that may be mis-sorted goods',
    description:
      'Shortages and surpluses of products that may have been mixed up. First come the pairs that are already netted. Then each shortage has up to 5 rows, for surpluses of similar products with the same unit, the most similar first. `PUT /stocktakes/{stocktakeId}/mis-sorts` nets such pairs. Without `stocktakeId`, the report covers all stocktakes that are not finished. Callers who may not see costs get no rows of a blind stocktake.',
    query: OF_ONE,
    rows: { all: MIS_SORT_COLUMNS },
    build: built(MIS_SORTED, MIS_SORT_COLUMNS, 'r.stocktake_id, r.rank, r.name, r.product_id, r.at, r.over_id'),
  },
} as const satisfies Record<string, ReportKind>
