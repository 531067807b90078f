export const partnersRu = {
  none: 'Нет.',
  contractDocuments: 'Документы по договору',
  contractPayments: 'Платежи по договору',
  noContracts: 'Договоров нет.',
  noOrders: 'Заказов нет.',
  addContract: 'Добавить договор',
  orderTotal: '{{total}} · {{status}}',
  'status-new': 'новый',
  'status-picking': 'в сборке',
  'status-shipped': 'отгружен',
  'status-cancelled': 'отменён',
  showMore: 'Показать ещё',
}
