/** The plain fields of customer orders, whose pages are their own: a further one is a line here. */
import { defineFields } from '../sections/records/spec.ts'

export const orders = defineFields({
  kind: 'orders',
  entityType: 'order',
  section: 'orders',
  fields: [
    { name: 'deliveryAddress', label: { ru: 'Адрес доставки', en: 'Delivery address' }, type: 'text' },
    {
      name: 'externalNumber',
      label: { ru: 'Номер у покупателя', en: 'Customer’s order number' },
      type: 'text',
      isOwn: true,
    },
    {
      name: 'orderedAt',
      label: { ru: 'Дата заказа', en: 'Ordered on' },
      type: 'day',
      isMoment: true,
      isOwn: true,
      beside: true,
    },
    { name: 'note', label: { ru: 'Комментарий', en: 'Note' }, type: 'area' },
    { name: 'createdAt', label: { ru: 'Создан', en: 'Created' }, type: 'moment' },
    { name: 'shippedAt', label: { ru: 'Отгружен', en: 'Shipped' }, type: 'moment' },
  ],
  columns: [],
})
