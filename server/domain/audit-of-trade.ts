/**
 * Audit log sentences about stock, orders, procurement and payments. They are part of the table described in
 * audit-log.ts.
 */

import type { AboutAction } from './audit-saying.ts'
import { DOCUMENT_KIND_WORDS } from './fields/documents.ts'

const ORDER = { number: 'name', customer: 'name', items: 'count', total: 'money' } as const

const DOCUMENT = { number: 'name', kind: DOCUMENT_KIND_WORDS } as const
const DRAFT = { ...DOCUMENT, lines: 'count', total: 'cost' } as const

/** Makes a sentence about a document's status. */
const document = <R extends string, E extends string>(ru: R, en: E) =>
  ({
    figures: DOCUMENT,
    said: [`${ru} документ закупки {{number}} ({{kind}})`, `Document {{number}} ({{kind}}) ${en}`],
  }) as const

const PAYMENT = {
  number: 'name',
  direction: { outgoing: ['списание', 'outgoing'], incoming: ['поступление', 'incoming'] },
  amount: 'cost',
  partner: 'name',
} as const

const ASSIGNED = { number: 'name', assigned: 'cost', amount: 'cost', partner: 'name' } as const

/** Makes a sentence about an action on a payment. */
const payment = <R extends string, E extends string>(ru: R, en: E) =>
  ({
    figures: PAYMENT,
    said: [
      `${ru} платёж {{number}}: {{direction}}[ {{amount}}], «{{partner}}»`,
      `Payment {{number}} ${en}: {{direction}}[ {{amount}}], “{{partner}}”`,
    ],
  }) as const

const FILE = { fileName: 'name' } as const

export const TRADE_SAYINGS = {
  'stock.received': {
    figures: { good: 'quantity', product: 'name', warehouse: 'name', supplier: 'name' },
    said: [
      'Принят товар «{{product}}»: {{good}}, склад «{{warehouse}}», поставщик «{{supplier}}»',
      'Received {{good}} of “{{product}}” at “{{warehouse}}” from “{{supplier}}”',
    ],
  },
  'stock.written_off': {
    figures: { quantity: 'quantity', product: 'name', warehouse: 'name', reason: 'name' },
    said: [
      'Списан товар «{{product}}»: {{quantity}}, склад «{{warehouse}}», причина: {{reason}}',
      'Wrote off {{quantity}} of “{{product}}” at “{{warehouse}}”: {{reason}}',
    ],
  },
  'stock.transferred': {
    figures: { quantity: 'quantity', product: 'name', warehouse: 'name', toWarehouse: 'name' },
    said: [
      'Перемещён товар «{{product}}»: {{quantity}}, со склада «{{warehouse}}» на склад «{{toWarehouse}}»',
      'Moved {{quantity}} of “{{product}}” from “{{warehouse}}” to “{{toWarehouse}}”',
    ],
  },

  'order.created': {
    figures: ORDER,
    said: [
      'Оформлен заказ {{number}}: «{{customer}}», строк {{items}}, {{total}}',
      'Order {{number}} for “{{customer}}”: {{items}} items, {{total}}',
    ],
  },
  'order.updated': {
    figures: ORDER,
    said: [
      'Изменён заказ {{number}}: «{{customer}}», строк {{items}}, {{total}}',
      'Order {{number}} for “{{customer}}” changed: {{items}} items, {{total}}',
    ],
  },
  'order.picking': {
    figures: { number: 'name' },
    said: ['Передан в сборку заказ {{number}}', 'Order {{number}} picking'],
  },
  'order.shipped': {
    figures: { number: 'name', cost: 'cost' },
    said: ['Отгружен заказ {{number}}[, себестоимость {{cost}}]', 'Order {{number}} shipped[ at a cost of {{cost}}]'],
  },
  'order.cancelled': {
    figures: { number: 'name' },
    said: ['Отменён заказ {{number}}', 'Order {{number}} cancelled'],
  },
  'order.deleted': {
    figures: { number: 'name', customer: 'name' },
    said: ['Удалён заказ {{number}}: «{{customer}}»', 'Order {{number}} for “{{customer}}” deleted'],
  },

  'purchase.created': {
    figures: { number: 'name', quantity: 'quantity', product: 'name', supplier: 'name' },
    said: [
      'Создана закупка {{number}}: «{{product}}», {{quantity}}, поставщик «{{supplier}}»',
      'Purchase {{number}}: {{quantity}} of “{{product}}” from “{{supplier}}”',
    ],
  },
  'purchase.deleted': {
    figures: { number: 'name', supplier: 'name' },
    said: ['Удалена закупка {{number}}, поставщик «{{supplier}}»', 'Purchase {{number}} from “{{supplier}}” deleted'],
  },

  'procurement_document.created': {
    figures: DRAFT,
    said: [
      'Составлен документ закупки {{number}} ({{kind}}): строк {{lines}}[, {{total}}]',
      'Document {{number}} ({{kind}}) drafted: {{lines}} lines[, {{total}}]',
    ],
  },
  'procurement_document.updated': {
    figures: DRAFT,
    said: [
      'Изменён документ закупки {{number}} ({{kind}}): строк {{lines}}[, {{total}}]',
      'Document {{number}} ({{kind}}) edited: {{lines}} lines[, {{total}}]',
    ],
  },
  'procurement_document.posted': document('Проведён', 'posted'),
  'procurement_document.closed': document('Закрыт', 'closed'),
  'procurement_document.cancelled': document('Отменён', 'cancelled'),
  'procurement_document.deleted': document('Удалён', 'deleted'),

  'payment.created': payment('Составлен', 'drafted'),
  'payment.updated': payment('Изменён', 'edited'),
  'payment.posted': payment('Проведён', 'posted'),
  'payment.cancelled': payment('Отменён', 'cancelled'),
  'payment.assigned': {
    hows: {
      one_order: {
        figures: ASSIGNED,
        said: [
          'Распределён платёж {{number}} на один заказ[: {{assigned}} из {{amount}}], «{{partner}}»',
          'Payment {{number}} assigned to 1 order[: {{assigned}} of {{amount}}], “{{partner}}”',
        ],
      },
      several_orders: {
        figures: { ...ASSIGNED, orders: 'count' },
        said: [
          'Распределён платёж {{number}}, заказов {{orders}}[: {{assigned}} из {{amount}}], «{{partner}}»',
          'Payment {{number}} assigned to {{orders}} orders[: {{assigned}} of {{amount}}], “{{partner}}”',
        ],
      },
    },
  },
  'payment.deleted': {
    figures: { number: 'name', partner: 'name' },
    said: ['Удалён платёж {{number}}: «{{partner}}»', 'Payment {{number}} of “{{partner}}” deleted'],
  },

  'procurement_import.uploaded': {
    figures: { ...FILE, contentType: 'name', size: 'count' },
    said: [
      'Загружен файл закупки «{{fileName}}»: {{contentType}}, байт {{size}}',
      'File “{{fileName}}” uploaded: {{contentType}}, {{size}} bytes',
    ],
  },
  'procurement_import.requeued': {
    hows: {
      again: {
        figures: FILE,
        said: ['Файл закупки «{{fileName}}» читается снова', 'File “{{fileName}}” queued again'],
      },
      waiting: {
        figures: FILE,
        said: ['Файл закупки «{{fileName}}» уже ждёт чтения', 'File “{{fileName}}” is queued'],
      },
    },
  },
  'procurement_import.rejected': {
    figures: FILE,
    said: ['Убран файл закупки «{{fileName}}»', 'File “{{fileName}}” rejected'],
  },
  'procurement_import.recognized': {
    hows: {
      read: {
        figures: { ...FILE, lines: 'count', seconds: 'count' },
        said: [
          'Прочитан файл закупки «{{fileName}}»: строк {{lines}}, за {{seconds}} с',
          'File “{{fileName}}” recognized: {{lines}} lines in {{seconds}} s',
        ],
      },
      late: {
        figures: FILE,
        said: [
          'Не понадобилось запоздавшее чтение файла закупки «{{fileName}}»',
          'A late recognition of “{{fileName}}” was dropped',
        ],
      },
    },
  },
  'procurement_import.failed': {
    figures: { ...FILE, error: 'name' },
    said: [
      'Не прочитан файл закупки «{{fileName}}»: {{error}}',
      'File “{{fileName}}” could not be recognized: {{error}}',
    ],
  },
} as const satisfies Readonly<Record<string, AboutAction>>
