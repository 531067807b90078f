/** What is said of the fields of purchases. Source: S-PURCHASE-1. */
import { Id, Money, Name, oneOf, QuantityOrZero } from '../schema.ts'
import { idOf, MONEY, QUANTITY, STAMPS } from './common.ts'
import { exampleId } from './examples.ts'
import { told } from './field.ts'
import { recordKind } from './kind.ts'
import { EXTERNAL_PAIR, NUMBER } from './numbered.ts'

export const PURCHASE_STATUSES = ['open', 'partial', 'received'] as const

export const PURCHASE = recordKind(
  { title: 'Purchase', description: 'Goods of one product expected from a supplier.' },
  {
    id: idOf('purchase'),
    number: NUMBER,
    status: told(oneOf(PURCHASE_STATUSES), {
      label: ['Статус', 'Status'],
      meaning: 'Where it is in its life; changed by a command of its own only.',
      example: 'open',
      choices: {
        open: ['открыта', 'open'],
        partial: ['принята частично', 'partial'],
        received: ['принята', 'received'],
      },
    }),
    productId: told(Id, { label: ['Товар', 'Product'], meaning: 'Of a product.', example: exampleId('product') }),
    warehouseId: told(Id, {
      label: ['Склад', 'Warehouse'],
      meaning: 'Of a warehouse.',
      example: exampleId('warehouse'),
    }),
    supplier: told(Name, {
      label: ['Поставщик', 'Supplier'],
      meaning: 'The name of the partner that supplies: given in any case, answered as it is stored.',
      example: 'ООО «Ромашка»',
    }),
    supplierId: told(Id, {
      label: ['Поставщик', 'Supplier'],
      meaning: 'Of the partner that supplies.',
      example: exampleId('supplier'),
    }),
    quantity: told(QuantityOrZero, { label: ['Количество', 'Quantity'], meaning: QUANTITY, example: 12 }),
    unitCost: told(Money, {
      label: ['Цена закупки', 'Unit cost'],
      meaning: `What one costs. ${MONEY}`,
      example: 95.4,
      isCost: true,
    }),
    received: told(QuantityOrZero, {
      label: ['Принято', 'Received'],
      meaning: `The good quantity that came. ${QUANTITY}`,
      example: 0,
    }),
    damaged: told(QuantityOrZero, {
      label: ['Брак', 'Damaged'],
      meaning: `Of the quantity: arrived, but not good. ${QUANTITY}`,
      example: 0,
    }),
    missing: told(QuantityOrZero, {
      label: ['Недостача', 'Missing'],
      meaning: `Of the quantity: did not arrive. ${QUANTITY}`,
      example: 0,
    }),
    ...EXTERNAL_PAIR,
    ...STAMPS,
  },
)
