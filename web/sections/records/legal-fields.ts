/** What partners and own organizations have in common before the law. */
import { LEGAL_CHECKS } from './legal-numbers.ts'
import type { Field } from './spec.ts'

export const LEGAL_FIELDS = [
  { name: 'legalKind', label: { ru: 'Правовая форма', en: 'Legal form' }, type: 'text' },
  { name: 'fullName', label: { ru: 'Полное название', en: 'Full name' }, type: 'text', beside: true },
  { name: 'inn', label: { ru: 'ИНН', en: 'Tax number' }, type: 'text', check: LEGAL_CHECKS.inn },
  { name: 'kpp', label: { ru: 'КПП', en: 'KPP' }, type: 'text', check: LEGAL_CHECKS.kpp, beside: true },
  { name: 'ogrn', label: { ru: 'ОГРН', en: 'OGRN' }, type: 'text', check: LEGAL_CHECKS.ogrn, beside: true },
  { name: 'legalAddress', label: { ru: 'Юридический адрес', en: 'Legal address' }, type: 'text' },
  { name: 'actualAddress', label: { ru: 'Фактический адрес', en: 'Actual address' }, type: 'text' },
] as const satisfies readonly Field[]

export const BANK_ACCOUNTS = {
  name: 'bankAccounts',
  label: { ru: 'Банковские счета', en: 'Bank accounts' },
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
} as const satisfies Field
