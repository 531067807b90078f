/** Describes the fields of purchases. Source: S-PURCHASE-1. */
import { Id, Money, Name, oneOf, QuantityOrZero } from '../schema.ts'
import {
  DAMAGED,
  idOf,
  MISSING,
  MONEY,
  PRODUCT_ID,
  QUANTITY,
  STAMPS,
  STATUS,
  SUPPLIER,
  SUPPLIER_ID,
  WAREHOUSE_ID,
} from './common.ts'
import { told } from './field.ts'
import { recordKind } from './kind.ts'
import { EXTERNAL_PAIR, NUMBER } from './numbered.ts'

export const PURCHASE_STATUSES = ['open', 'partial', 'received'] as const

export const PURCHASE = recordKind(
  { title: 'Purchase', description: 'Goods of one product ordered from a supplier.' },
  {
    id: idOf('purchase'),
    number: NUMBER,
    status: told(oneOf(PURCHASE_STATUSES), {
      ...STATUS,
      example: 'open',
      choices: {
        open: ['открыта', 'open'],
        partial: ['принята частично', 'partial'],
        received: ['принята', 'received'],
      },
    }),
    productId: told(Id, PRODUCT_ID),
    warehouseId: told(Id, WAREHOUSE_ID),
    supplier: told(Name, SUPPLIER),
    supplierId: told(Id, SUPPLIER_ID),
    quantity: told(QuantityOrZero, {
      label: ['Количество', 'Quantity'],
      meaning: `The ordered quantity. ${QUANTITY}`,
      example: 12,
    }),
    unitCost: told(Money, {
      label: ['Цена закупки', 'Unit cost'],
      meaning: `The cost of one unit. ${MONEY}`,
      example: 95.4,
      isCost: true,
    }),
    received: told(QuantityOrZero, {
      label: ['Принято', 'Received'],
      meaning: `The undamaged quantity received so far. ${QUANTITY}`,
      example: 0,
    }),
    damaged: told(QuantityOrZero, {
      ...DAMAGED,
      example: 0,
    }),
    missing: told(QuantityOrZero, MISSING),
    ...EXTERNAL_PAIR,
    ...STAMPS,
  },
)
