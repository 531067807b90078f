/** Every way in which a command may end: what a run of random commands should have met. */

const NAMED = 'NOT_FOUND ARCHIVED'

/** The codes of refusal of every command, from the docstrings that the routes are documented by; each may also succeed. */
const REFUSALS: Readonly<Record<string, string>> = {
  createWarehouse: '',
  updateWarehouse: 'NOT_FOUND LAST_WAREHOUSE WAREHOUSE_NOT_EMPTY',
  deleteWarehouse: 'NOT_FOUND LAST_WAREHOUSE WAREHOUSE_NOT_EMPTY HAS_REFERENCES',
  createPriceType: '',
  updatePriceType: 'NOT_FOUND',
  deletePriceType: 'NOT_FOUND',
  createFilter: '',
  updateFilter: 'NOT_FOUND',
  deleteFilter: 'NOT_FOUND',
  createFilterValue: NAMED,
  updateFilterValue: 'NOT_FOUND',
  deleteFilterValue: 'NOT_FOUND',
  createProduct: `VALIDATION_FAILED ${NAMED} INVALID_COMPONENT`,
  updateProduct: `VALIDATION_FAILED ${NAMED} INVALID_COMPONENT HAS_REFERENCES KIND_IN_USE`,
  deleteProduct: 'NOT_FOUND HAS_REFERENCES',
  createPartner: `VALIDATION_FAILED ${NAMED}`,
  updatePartner: `VALIDATION_FAILED ${NAMED}`,
  deletePartner: 'NOT_FOUND HAS_REFERENCES',
  resolvePartner: 'VALIDATION_FAILED',
  createOrganization: '',
  updateOrganization: 'NOT_FOUND',
  deleteOrganization: 'NOT_FOUND HAS_REFERENCES',
  createContract: NAMED,
  updateContract: `${NAMED} HAS_REFERENCES`,
  deleteContract: 'NOT_FOUND HAS_REFERENCES',
  createCustomField: 'VALIDATION_FAILED',
  updateCustomField: 'NOT_FOUND VALIDATION_FAILED HAS_REFERENCES',
  deleteCustomField: 'NOT_FOUND HAS_REFERENCES',
  createExternalLink: 'NOT_FOUND DUPLICATE_EXTERNAL_ID',
  deleteExternalLink: 'NOT_FOUND',
  createPurchase: `VALIDATION_FAILED ${NAMED} NOT_STOCKED AMBIGUOUS_PARTNER DUPLICATE_EXTERNAL_ID`,
  deletePurchase: 'NOT_FOUND HAS_REFERENCES',
  createDocument: `VALIDATION_FAILED ${NAMED} CONTRACT_MISMATCH`,
  updateDocument: `VALIDATION_FAILED ${NAMED} CONTRACT_MISMATCH NOT_DRAFT`,
  changeDocumentStatus: `${NAMED} INVALID_TRANSITION INCOMPLETE NOT_STOCKED INSUFFICIENT_STOCK LOTS_CONSUMED`,
  deleteDocument: 'NOT_FOUND NOT_DRAFT HAS_REFERENCES',
  createPayment: `${NAMED} CONTRACT_MISMATCH`,
  updatePayment: `${NAMED} CONTRACT_MISMATCH NOT_DRAFT`,
  changePaymentStatus: `${NAMED} INVALID_TRANSITION`,
  deletePayment: 'NOT_FOUND NOT_DRAFT',
  receiveStock: `VALIDATION_FAILED ${NAMED} NOT_STOCKED AMBIGUOUS_PARTNER PURCHASE_MISMATCH PURCHASE_EXCEEDED UNIT_COST_UNKNOWN`,
  writeOffStock: `${NAMED} NOT_STOCKED LOT_MISMATCH INSUFFICIENT_STOCK`,
  transferStock: `VALIDATION_FAILED ${NAMED} NOT_STOCKED LOT_MISMATCH INSUFFICIENT_STOCK`,
  placeOrder: `VALIDATION_FAILED ${NAMED} AMBIGUOUS_PARTNER DUPLICATE_EXTERNAL_ID INSUFFICIENT_STOCK`,
  updateOrder: `VALIDATION_FAILED ${NAMED} INVALID_TRANSITION AMBIGUOUS_PARTNER INSUFFICIENT_STOCK`,
  changeOrderStatus: 'NOT_FOUND INVALID_TRANSITION',
  deleteOrder: 'NOT_FOUND INVALID_TRANSITION HAS_REFERENCES',
  updateSettings: '',
  markNotification: 'NOT_FOUND',
}

/** The outcomes that some commands should have had and none had, such as `deletePayment NOT_DRAFT`. */
export function neverMet(outcomes: ReadonlyMap<string, number>): string[] {
  return Object.entries(REFUSALS)
    .flatMap(([command, codes]) =>
      ['ok', ...codes.split(' ').filter((code) => code !== '')].map((c) => `${command} ${c}`),
    )
    .filter((outcome) => !outcomes.has(outcome))
}
