/** Describes the fields of procurement documents. Source: S-DOCUMENT-1. */
import { Type } from 'typebox'
import { costly } from '../costs.ts'
import {
  CustomValues,
  DayOrMoment,
  Id,
  list,
  Money,
  Name,
  Note,
  oneOf,
  orNull,
  QuantityOrZero,
  ShortText,
} from '../schema.ts'
import {
  CONTRACT_ID,
  customValues,
  DAY_OR_MOMENT,
  idOf,
  KIND,
  MONEY,
  ORGANIZATION_ID,
  STAMPS,
  STATUS,
  SUPPLIER,
  SUPPLIER_ID,
  WAREHOUSE_ID,
} from './common.ts'
import { exampleId } from './examples.ts'
import { maybe, told } from './field.ts'
import { recordKind } from './kind.ts'
import { NUMBER, POSTED_AT } from './numbered.ts'

export const DOCUMENT_KINDS = [
  'purchase_order',
  'supplier_invoice',
  'receipt',
  'supplier_return',
  'internal_order',
] as const
export const DOCUMENT_KIND_WORDS = {
  purchase_order: ['заказ поставщику', 'purchase order'],
  supplier_invoice: ['счёт поставщика', 'supplier invoice'],
  receipt: ['приёмка', 'receipt'],
  supplier_return: ['возврат поставщику', 'supplier return'],
  internal_order: ['внутренний заказ', 'internal order'],
} as const
export const DOCUMENT_STATUSES = ['draft', 'posted', 'closed', 'cancelled'] as const

const DocumentLine = Type.Object(
  {
    productId: Id,
    name: Name,
    sku: orNull(ShortText),
    quantity: QuantityOrZero,
    unitCost: costly(Money),
    amount: Money,
    // On a receipt: the quantities that did not come into stock. A quantity is absent when nothing was damaged or
    // missing.
    damaged: Type.Optional(QuantityOrZero),
    missing: Type.Optional(QuantityOrZero),
  },
  { title: 'DocumentLine' },
)

export const DOCUMENT = recordKind(
  { title: 'Document', description: 'A procurement document; posting a receipt or return moves stock.' },
  {
    id: idOf('document'),
    number: NUMBER,
    kind: told(oneOf(DOCUMENT_KINDS), {
      ...KIND,
      example: 'receipt',
      choices: DOCUMENT_KIND_WORDS,
    }),
    status: told(oneOf(DOCUMENT_STATUSES), {
      ...STATUS,
      example: 'draft',
      choices: {
        draft: ['черновик', 'draft'],
        posted: ['проведён', 'posted'],
        closed: ['закрыт', 'closed'],
        cancelled: ['отменён', 'cancelled'],
      },
    }),
    reference: told(orNull(ShortText), {
      label: ['Номер у поставщика', 'Supplier’s number'],
      meaning: 'The number that the partner gave the document.',
      example: 'УПД-1542',
    }),
    supplier: told(orNull(Name), SUPPLIER),
    supplierId: told(orNull(Id), SUPPLIER_ID),
    organizationId: told(orNull(Id), ORGANIZATION_ID),
    contractId: told(orNull(Id), CONTRACT_ID),
    warehouseId: told(orNull(Id), WAREHOUSE_ID),
    sourceDocumentId: told(orNull(Id), {
      label: ['Документ-основание', 'Source document'],
      meaning: 'The id of the document from which this one was made.',
      example: null,
    }),
    importId: told(orNull(Id), {
      label: ['Файл', 'File'],
      meaning: 'The id of the uploaded file from which the document was made.',
      example: null,
    }),
    issuedAt: told(orNull(DayOrMoment), {
      label: ['Дата документа', 'Document date'],
      meaning: `The date of the document. ${DAY_OR_MOMENT}`,
      example: '2026-03-01',
    }),
    dueAt: told(orNull(DayOrMoment), {
      label: ['Оплатить до', 'Pay by'],
      meaning: `The last day for payment. ${DAY_OR_MOMENT}`,
      example: null,
    }),
    note: told(orNull(Note), { label: ['Комментарий', 'Note'], meaning: 'A free-text note.', example: null }),
    customValues: told(CustomValues, customValues({})),
    lines: told(list(DocumentLine), {
      label: ['Позиции', 'Lines'],
      meaning: 'The lines, in the order given. A given array replaces the old one.',
      example: [
        { productId: exampleId('product'), name: 'Чайник', sku: 'TEA-1', quantity: 10, unitCost: 980.5, amount: 9805 },
      ],
    }),
    total: told(Money, {
      label: ['Сумма', 'Total'],
      meaning: `The sum of the amounts of the lines. ${MONEY}`,
      example: 9805,
      isCost: true,
    }),
    photoCount: maybe(Type.Integer({ minimum: 1 }), {
      label: ['Фотографий', 'Photographs'],
      meaning: 'How many photographs the delivery of a receipt has. Absent when there are none.',
      example: undefined,
    }),
    postedAt: POSTED_AT,
    ...STAMPS,
  },
)
