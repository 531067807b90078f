/** What people call the records that sentences of the audit log name by a word of the API. */
import type { Choices } from './audit-saying.ts'

export const RECORD_WORDS = {
  product: ['товар', 'product'],
  partner: ['контрагент', 'partner'],
  order: ['заказ', 'order'],
  procurement_document: ['документ закупки', 'purchase document'],
} as const satisfies Choices
