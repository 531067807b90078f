/** Describes the fields of stocktakes, and of the counts of each product. Source: docs/decisions/0066. */
import { Type } from 'typebox'
import type { Milli } from '../../../amounts/quantity.ts'
import { costly } from '../costs.ts'
import { Flag, Id, list, MAX_ARRAY_LENGTH, Moment, Money, Name, Note, oneOf, orNull, StockQuantity } from '../schema.ts'
import { idOf, MOMENT, PRODUCT_ID, QUANTITY, STAMPS, STATUS, WAREHOUSE_ID } from './common.ts'
import { ON_PAPER } from './document-date.ts'
import { EXAMPLE_MOMENT, exampleId } from './examples.ts'
import { maybe, told } from './field.ts'
import { recordKind } from './kind.ts'
import { NUMBER } from './numbered.ts'

export const STOCKTAKE_STATUSES = ['counting', 'review', 'posted', 'cancelled'] as const
/** How to treat goods in the stocktake's scope that are in stock but were not counted. */
export const ABSENT = ['keep', 'zero'] as const
/** The highest round: a product is first counted in round 1, and each recount adds one. */
export const MAX_ROUND = 100

const Scope = Type.Object(
  {
    all: Type.Boolean(),
    productIds: Type.Optional(list(Id)),
    filterValueId: Type.Optional(Id),
    supplierId: Type.Optional(Id),
  },
  { title: 'StocktakeScope' },
)

/**
 * A shortage of one product that is netted against a surplus of another one. `cost`: the cost that moved from one to
 * the other; absent until the stocktake is posted.
 */
const MisSort = Type.Object(
  { shortProductId: Id, overProductId: Id, quantity: StockQuantity, cost: Type.Optional(costly(Money)) },
  { title: 'MisSort' },
)

export const STOCKTAKE = recordKind(
  {
    title: 'Stocktake',
    description: 'A count of the goods in a warehouse; posting corrects the stock by the difference.',
  },
  {
    id: idOf('stocktake'),
    number: NUMBER,
    status: told(oneOf(STOCKTAKE_STATUSES), {
      ...STATUS,
      example: 'counting',
      choices: {
        counting: ['идёт подсчёт', 'counting'],
        review: ['на проверке', 'in review'],
        posted: ['проведена', 'posted'],
        cancelled: ['отменена', 'cancelled'],
      },
    }),
    warehouseId: told(Id, WAREHOUSE_ID),
    scope: told(Scope, {
      label: ['Что считают', 'Scope'],
      meaning:
        'Which goods are counted: all (`all`), certain products (`productIds`), the products with a filter value (`filterValueId`), or the products with a preferred supplier (`supplierId`).',
      example: { all: true },
    }),
    blind: told(Flag, {
      label: ['Вслепую', 'Blind'],
      meaning: 'Whether the quantity in the books is hidden from callers who may not see costs.',
      example: true,
    }),
    absent: told(oneOf(ABSENT), {
      label: ['Не посчитанное', 'Not counted'],
      meaning:
        'What posting does with goods that have stock but were not counted. `keep`: nothing. `zero`: writes them off.',
      example: 'keep',
      choices: { keep: ['оставить как есть', 'leave as it is'], zero: ['списать', 'write off'] },
    }),
    misSorts: maybe(Type.Array(MisSort, { maxItems: MAX_ARRAY_LENGTH }), {
      label: ['Пересортица', 'Mis-sorts'],
      meaning: 'Shortages that are netted against surpluses. Absent when nothing was netted.',
      example: undefined,
    }),
    note: told(orNull(Note), { label: ['Комментарий', 'Note'], meaning: 'A free-text note.', example: null }),
    ...ON_PAPER,
    startedAt: told(Moment, {
      label: ['Начата', 'Started'],
      meaning: `When the stocktake was started. ${MOMENT}`,
      example: EXAMPLE_MOMENT,
    }),
    startedRevision: told(Type.Integer(), {
      label: ['Ревизия начала', 'Revision at the start'],
      meaning: 'The revision with which the stocktake was started.',
      example: 42,
    }),
    postedLines: told(Type.Integer(), {
      label: ['Проведено строк', 'Lines posted'],
      meaning:
        'The number of products whose stock this stocktake has corrected so far. Posting or cancelling many products takes several commands.',
      example: 0,
    }),
    postedAt: told(orNull(Moment), {
      label: ['Проведена', 'Posted'],
      meaning: `When the stocktake was posted; null until then. ${MOMENT}`,
      example: null,
    }),
    ...STAMPS,
  },
)

/** The maximum number of counts (sheets times rounds) that the record of one product keeps. */
export const MAX_COUNTS = 200

/**
 * When goods were counted. `revision`: the command's revision if the count was sent at once. If it was sent later,
 * `revision` is null and the time comes from the counting device's clock.
 */
const CountMoment = Type.Object({ at: Moment, revision: orNull(Type.Integer()) }, { title: 'CountMoment' })

/** One sheet's count in one round. `setAt`: when the quantity was last set, as opposed to added to. */
const SheetCount = Type.Object(
  {
    sheet: Name,
    round: Type.Integer({ minimum: 1, maximum: MAX_ROUND }),
    quantity: StockQuantity,
    onHand: StockQuantity,
    first: CountMoment,
    last: CountMoment,
    setAt: orNull(Moment),
    countedBy: Name,
  },
  { title: 'SheetCount' },
)

const Difference = Type.Unsafe<Milli>({ type: 'number', unit: 'milli' })

export const STOCKTAKE_LINE = recordKind(
  { title: 'StocktakeLine', description: 'What a stocktake counted of one product.' },
  {
    id: idOf('stocktakeLine'),
    stocktakeId: told(Id, {
      label: ['Инвентаризация', 'Stocktake'],
      meaning: 'The id of the stocktake.',
      example: exampleId('stocktake'),
    }),
    warehouseId: told(Id, WAREHOUSE_ID),
    productId: told(Id, PRODUCT_ID),
    round: told(Type.Integer(), {
      label: ['Круг', 'Round'],
      meaning: 'The round that counts now: 1 at first, one more for each recount.',
      example: 1,
    }),
    counts: told(Type.Array(SheetCount, { maxItems: MAX_ARRAY_LENGTH }), {
      label: ['Подсчёты', 'Counts'],
      meaning: 'What each sheet says, in every round.',
      example: [
        {
          sheet: 'A',
          round: 1,
          quantity: 9,
          onHand: 10,
          first: { at: EXAMPLE_MOMENT, revision: 43 },
          last: { at: EXAMPLE_MOMENT, revision: 43 },
          setAt: EXAMPLE_MOMENT,
          countedBy: 'Анна Петрова',
        },
      ],
    }),
    counted: told(orNull(StockQuantity), {
      label: ['Посчитано', 'Counted'],
      meaning: `The sum of the sheets of the current round; null: not counted in this round. ${QUANTITY}`,
      example: 9,
    }),
    expected: told(orNull(StockQuantity), {
      label: ['По учёту', 'In the books'],
      meaning: `The quantity on hand at the moment of the last count. ${QUANTITY}`,
      example: 10,
    }),
    difference: told(orNull(Difference), {
      label: ['Разница', 'Difference'],
      meaning: `counted − expected. ${QUANTITY}`,
      example: -1,
    }),
    countedAt: told(orNull(Moment), {
      label: ['Когда посчитано', 'Counted at'],
      meaning: `The moment of the last count. ${MOMENT}`,
      example: EXAMPLE_MOMENT,
    }),
    // The next four fields are a window of time. A movement of the product within the window makes its count doubtful.
    windowFromAt: told(orNull(Moment), {
      label: ['Окно с', 'Window from'],
      meaning: `After this moment a movement of the product disturbs the count. ${MOMENT}`,
      example: EXAMPLE_MOMENT,
    }),
    windowFromRevision: told(orNull(Type.Integer()), {
      label: ['Окно с ревизии', 'Window from revision'],
      meaning: 'Movements of this revision and of earlier ones do not disturb the count.',
      example: 43,
    }),
    windowToAt: told(orNull(Moment), {
      label: ['Окно до', 'Window to'],
      meaning: `After this moment a movement no longer disturbs the count. ${MOMENT}`,
      example: EXAMPLE_MOMENT,
    }),
    windowToRevision: told(orNull(Type.Integer()), {
      label: ['Окно до ревизии', 'Window to revision'],
      meaning:
        'Movements of this revision and of later ones do not disturb the count; null: only the moment limits them.',
      example: 43,
    }),
    accepted: told(Flag, {
      label: ['Принято', 'Accepted'],
      meaning: 'Whether a manager accepted the count although the product moved during it.',
      example: false,
    }),
    movementId: told(orNull(Id), {
      label: ['Движение', 'Movement'],
      meaning: 'The id of the movement that corrected the stock.',
      example: null,
    }),
    reversalId: told(orNull(Id), {
      label: ['Отмена', 'Reversal'],
      meaning: 'The id of the movement that undid the correction.',
      example: null,
    }),
  },
)
