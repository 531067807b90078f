/**
 * The names by which people know the kinds of record. The `figures` of the audit log contain the kinds as API words.
 */
import type { Choices } from './audit-saying.ts'

export const RECORD_WORDS = {
  product: ['товар', 'product'],
  partner: ['контрагент', 'partner'],
  order: ['заказ', 'order'],
  procurement_document: ['документ закупки', 'purchase document'],
} as const satisfies Choices
