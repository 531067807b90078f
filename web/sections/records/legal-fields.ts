/** The legal details that both partners and the company's own organizations have. */
import { LEGAL_CHECKS } from './legal-numbers.ts'
import type { NamedField } from './spec.ts'

export const LEGAL_FIELDS = [
  { name: 'legalKind', type: 'text' },
  { name: 'fullName', type: 'text', beside: true },
  { name: 'inn', type: 'text', check: LEGAL_CHECKS.inn },
  { name: 'kpp', type: 'text', check: LEGAL_CHECKS.kpp, beside: true },
  { name: 'ogrn', type: 'text', check: LEGAL_CHECKS.ogrn, beside: true },
  { name: 'legalAddress', type: 'text' },
  { name: 'actualAddress', type: 'text' },
] as const satisfies readonly NamedField[]

export const BANK_ACCOUNTS = {
  name: 'bankAccounts',
  type: 'lines',
  columns: {
    bankName: { ru: 'Банк', en: 'Bank' },
    accountNumber: { ru: 'Расчётный счёт', en: 'Account number' },
    bic: { ru: 'БИК', en: 'Bank code' },
    correspondentAccount: { ru: 'Корр. счёт', en: 'Correspondent account' },
  },
  needed: ['bankName', 'accountNumber'],
  checks: LEGAL_CHECKS,
  words: {
    add: { ru: 'Добавить счёт', en: 'Add an account' },
    remove: { ru: 'Убрать счёт {{number}}', en: 'Remove account {{number}}' },
  },
} as const satisfies NamedField
