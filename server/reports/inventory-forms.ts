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
  meaning: 'The number of the line: a product has the same number in the inventory list and the comparison sheet.',
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
  ...figure('book', ['По учёту', 'In the books'], 'What there was by the books when it was counted.').map(
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
      '`netted`: the shortage is netted against the surplus. Otherwise why the two could be mixed up: `variant`, variants of one product; `name`, names that begin with the same word; `filter`, a filter value that both have.',
    values: STATES,
  }),
  column('quantity', 'quantity', {
    title: ['Зачесть', 'To net'],
    meaning: `The quantity that is netted, or the most that can be. ${IN_UNITS}`,
    isTotalled: false,
  }),
  column('cost', 'money', {
    title: ['Себестоимость', 'Cost'],
    meaning: `The cost that moves from the missing product to the one found; null before it is netted, and when it is not known. ${MONEY}`,
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
      'One row for each product that was counted, and for each that posting writes off because nobody counted it, with what was found and what the books said at that moment, and the totals that the form ИНВ-3 has. `foundCost` − `bookCost` is the cost of the surplus or minus that of the shortage, to the kopeck. Products that wait for a recount are left out. Without `stocktakeId`, of all stocktakes that are not finished. Who does not see costs gets no costs, and of a blind stocktake not the quantity in the books.',
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
      'One row for each product with a difference: surplus and shortage, what of them is netted as mis-sorted goods and with which lines, and what is left to take in and to write off, with the totals that the form ИНВ-19 has. Netted surpluses and netted shortages have the same total cost, apart from the kopecks by which each lot is rounded. Without `stocktakeId`, of all stocktakes that are not finished. Who does not see costs gets no costs, and no rows of a blind stocktake.',
    query: OF_ONE,
    rows: { all: COMPARISON_COLUMNS },
    build: built(COMPARISON_SHEET, COMPARISON_COLUMNS, 'r.line'),
  },
  'mis-sorts': {
    title: ['Пересортица', 'Mis-sorts'],
    lead: [
      'Недостачи и излишки похожих товаров, которые можно зачесть друг другом, и уже зачтённые.',
      'Shortages and surpluses of similar products that can be netted, and those that are.',
    ],
    may: 'everyone',
    summary: 'Report shortages and surpluses that may be mis-sorted goods',
    description:
      'The mis-sorts of a stocktake that are netted, and for each shortage up to 5 surpluses of products with the same unit that could have been mixed up with it, the most similar first. `PUT /stocktakes/{stocktakeId}/mis-sorts` nets them. Without `stocktakeId`, of all stocktakes that are not finished. Who does not see costs gets no rows of a blind stocktake.',
    query: OF_ONE,
    rows: { all: MIS_SORT_COLUMNS },
    build: built(MIS_SORTED, MIS_SORT_COLUMNS, 'r.stocktake_id, r.rank, r.name, r.product_id, r.at, r.over_id'),
  },
} as const satisfies Record<string, ReportKind>
