/** Descriptions of the fields of deliveries, for the OpenAPI document; words.ts explains the keys. */
import { MONEY, QUANTITY } from '../../domain/fields/common.ts'

export const DELIVERY_WORDS = {
  'ReceiveDeliveryBody.documentId':
    'The id of the document that announced the goods, as `sourceId` in the report of expected goods; left out: none.',
  'ReceiveDeliveryBody.supplierId': 'The id of the supplier. Required if the document names none.',
  'ReceiveDeliveryBody.warehouseId': 'The id of the warehouse where the goods arrived.',
  'ArrivedLine.quantity': `What was counted of the product, with what is damaged and missing. ${QUANTITY}`,
  'ArrivedLine.damaged': `How much of \`quantity\` is damaged. It does not come into stock. ${QUANTITY}`,
  'ArrivedLine.missing': `How much of \`quantity\` the delivery note says and did not arrive. ${QUANTITY}`,
  'ArrivedLine.unitCost': `The cost of one unit, if the caller knows it; null or left out: found by the service. ${MONEY}`,
  beyond: `How much of \`quantity\` arrived besides what the document still expects. ${QUANTITY}`,
  'Delivery.lines': 'What arrived, in the order given. A product with several costs in its document has several lines.',
  'DeliveryLine.quantity': `What came into stock. ${QUANTITY}`,
  'TakeOrderBody.from': 'The id in the `pickedBy` of the order that the caller saw; null: nobody picked it.',
  'TakeOrderBody.note': 'A word to whom the order is taken from.',
  'Picker.note': 'The word to them.',
  'NoteAbsenceBody.quantity': `How much could not be found; 0: it was found after all. ${QUANTITY}`,
  'AbsentGoods.quantity': `How much could not be found. ${QUANTITY}`,
  'Parameter.deliveryPhotoId': 'The id of the photograph of a delivery.',
  'Delivery.sourceDocumentId': 'The id of the order or invoice from which the receipt was made.',
}
