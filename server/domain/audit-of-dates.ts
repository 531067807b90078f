/**
 * Audit log sentences about setting or correcting the number and date of a paper document. They are part of the table
 * described in audit-log.ts.
 */
import type { AboutAction } from './audit-saying.ts'

const PAPERS = { paper: 'name', date: 'day', paperBefore: 'name', dateBefore: 'day' } as const

/** Makes the sentences about the paper document of a record that people refer to by number. */
const dated = <R extends string, E extends string>(ru: R, en: E) =>
  ({
    figures: { number: 'name', ...PAPERS },
    said: [
      `Данные документа, ${ru} {{number}}: № {{paper}} от {{date}} (было № {{paperBefore}} от {{dateBefore}})`,
      `Paper of ${en} {{number}}: no. {{paper}} of {{date}} (was no. {{paperBefore}} of {{dateBefore}})`,
    ],
  }) as const

export const DATE_SAYINGS = {
  'shipment.dated': dated('отгрузка', 'shipment'),
  'customer_return.dated': dated('возврат', 'return'),
  'stocktake.dated': dated('инвентаризация', 'stocktake'),
  'procurement_document.dated': dated('документ закупки', 'purchase document'),
  'payment.dated': dated('платёж', 'payment'),
  'stock.dated': {
    figures: { quantity: 'quantity', product: 'name', ...PAPERS },
    said: [
      'Данные документа, движение «{{product}}» ({{quantity}}): № {{paper}} от {{date}} (было № {{paperBefore}} от {{dateBefore}})',
      'Paper of the movement of {{quantity}} of “{{product}}”: no. {{paper}} of {{date}} (was no. {{paperBefore}} of {{dateBefore}})',
    ],
  },
} as const satisfies Readonly<Record<string, AboutAction>>
