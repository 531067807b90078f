export const partnersEn = {
  none: 'None.',
  contractDocuments: 'Documents by this contract',
  contractPayments: 'Payments by this contract',
  noContracts: 'There are no contracts.',
  noOrders: 'There are no orders.',
  addContract: 'Add a contract',
  orderTotal: '{{total}} · {{status}}',
  'status-new': 'new',
  'status-picking': 'picking',
  'status-shipped': 'shipped',
  'status-cancelled': 'cancelled',
  showMore: 'Show more',
}
