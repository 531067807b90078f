/** Descriptions of the fields of stocktakes, for the OpenAPI document; words.ts explains the keys. */
import { MOMENT, MONEY } from '../../domain/fields/common.ts'

export const STOCKTAKE_WORDS = {
  scope:
    'Which goods are counted: all (`all`), these products, the products with a filter value, or those whose preferred supplier this is.',
  'CreateStocktakeBody.scope': 'Which goods are counted: exactly one key; left out: all.',
  all: 'true: all goods in the warehouse.',
  productIds: 'The ids of the products.',
  filterValueId: 'The id of a filter value: all products that have it.',
  'StocktakeScope.supplierId': 'The id of a supplier: all products that prefer it.',
  blind: 'Whether storekeepers are not shown how much there should be.',
  absent:
    'What posting does with goods that have stock but were not counted. `keep`: nothing. `zero`: writes them off.',
  'CountGoodsBody.lines': 'What was counted, in the order in which it was counted.',
  sheet: 'The sheet, shelf or person. The sheets of a product add up; left out: the name of the caller.',
  round: 'The round of the count; left out: the current one. A higher round replaces the lower ones.',
  mode: '`set`: the sheet has this quantity. `add`: it has this much more. Left out: `set`.',
  countedAt: `When it was counted, for a count that could not be sent at once; left out: now. ${MOMENT}`,
  unitCosts: 'The unit costs of surpluses; without one, the cost of the newest lot, or of the product, is used.',
  misSorts: 'Shortages that are netted against surpluses, in the order in which they get the oldest goods.',
  shortProductId: 'The id of the product of which some is missing.',
  overProductId: 'The id of the product of which there is too much.',
  'MisSort.quantity': 'How much of the shortage is netted, up to 3 decimals.',
  'MisSort.cost': `The cost that moved from one product to the other; absent until posting. ${MONEY}`,
  'PostStocktakeBody.limit': 'The most products to correct with this command; 1,000 when left out.',
}
