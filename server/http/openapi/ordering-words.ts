/** Descriptions of the fields of orders and transfers from proposals, for the OpenAPI document; words.ts explains the keys. */
import { QUANTITY } from '../../domain/fields/common.ts'

export const ORDERING_WORDS = {
  stockRuleId: 'The id of the stock rule.',
  supplierItemId: 'The id of the supplier item.',
  'OrderProposedBody.supplierId': 'The id of the supplier to order from.',
  'OrderProposedBody.warehouseId':
    'The id of the warehouse that will receive the goods; left out: not known yet, so that the order counts for each warehouse.',
  'TransferStockBody.proposal': 'What the row of the report showed; left out: nothing is compared.',
  fromKept: `What the row of the report showed as \`fromKept\`. ${QUANTITY}`,
  target: `What the row of the report showed as \`target\`. ${QUANTITY}`,
  ordered: `What the row of the report showed as \`ordered\`. ${QUANTITY}`,
}
