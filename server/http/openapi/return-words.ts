/** Descriptions of the fields of customer returns, for the OpenAPI document; words.ts explains the keys. */
import { MONEY, QUANTITY } from '../../domain/fields/common.ts'

export const RETURN_WORDS = {
  'OrderItem.returned': `How much of what was shipped the customer returned; absent when nothing was. ${QUANTITY}`,
  'OrderItem.returnedAmount': `The amount of what was returned; absent when nothing was. ${MONEY}`,
  'CustomerReturnLine.lineId': 'The `id` of the line of the order; null for a return without an order.',
  'CustomerReturnLine.quantity': `How much came back, damaged goods included. ${QUANTITY}`,
  'CustomerReturnLine.damaged': `The part of the quantity that is damaged, and written off by posting. ${QUANTITY}`,
  'CustomerReturnLine.amount': `What the customer gets back for the line. With an order, it is a share of the shipped amount, so that returning everything gives exactly that amount. null for a line without a price. ${MONEY}`,
  'CustomerReturnLine.unitCost': `The unit cost that was given; absent when none was. ${MONEY}`,
  'CustomerReturnLine.cost': `The cost of the goods; null until the return is posted. ${MONEY}`,
  'ReturnedLine.lineId': 'The `id` of a line of the order; left out without an order.',
  'ReturnedLine.productId': 'The id of the product; only without an order.',
  'ReturnedLine.damaged': `The part of the quantity that is damaged; left out: none. ${QUANTITY}`,
  'ReturnedLine.amount': `What the customer gets back for the line; only without an order, then required. ${MONEY}`,
  'ReturnedLine.unitCost': `The cost of one unit; only without an order. Left out: as much as the newest lot, or the cost of the product. ${MONEY}`,
  'CreateCustomerReturnBody.orderId':
    'The id of the order that the goods were shipped for; left out: the order is not known.',
  'CreateCustomerReturnBody.customerId': 'The id of the customer; left out with an order.',
  'CreateCustomerReturnBody.warehouseId': 'The id of the warehouse that takes the goods; left out: that of the order.',
  'CreateCustomerReturnBody.reason': 'Why the goods came back.',
  'UpdateCustomerReturnBody.warehouseId': 'The id of the warehouse that takes the goods.',
  'UpdateCustomerReturnBody.reason': 'Why the goods came back.',
}
