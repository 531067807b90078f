/**
 * Converts the data that partners and the company's own organizations have in common: legal details, addresses and bank
 * accounts.
 */
import { tidyAccounts, withoutGaps } from '../../domain/legal-numbers.ts'
import { MAX_NOTE_LENGTH } from '../../domain/schema.ts'
import { isTaxNumber } from '../../recognition/words/tax-numbers.ts'
import type { Dictionaries } from './dictionaries.ts'
import { type Draft, filledOf, report } from './plan.ts'
import { currencyOf } from './prices.ts'
import type { ReadAccount, ReadAddress, ReadRequisites } from './shapes.ts'
import { isEmptyValue, plainValue, sourceIdOf, sourceRowOf, sourceText } from './source-values.ts'
import { fitList, fitText } from './texts.ts'
import { wordsOfValue } from './words-of-values.ts'

const LEGAL_KINDS: Readonly<Record<string, string>> = {
  legal: 'Юридическое лицо',
  entrepreneur: 'Индивидуальный предприниматель',
  individual: 'Физическое лицо',
}
const UNNAMED_BANK = 'Банк не указан'
const UNNUMBERED_ACCOUNT = 'Номер не указан'

/** Report codes for legal details that do not exist in Skladno. */
export const REQUISITE_CODES = {
  mod__requisites__uz: 'region_fields',
  mod__requisites__kz: 'region_fields',
  bonusProgram: 'bonus',
  bonusPoints: 'bonus',
  discountCardNumber: 'bonus',
  files: 'file_link',
  state: 'state_name',
} as const

export function requisitesOf(draft: Draft, row: ReadRequisites, { countries }: Dictionaries) {
  const [uz, kz] = [row.mod__requisites__uz, row.mod__requisites__kz]
  const inn = withoutGaps(
    fitText(draft, 'inn', {
      value: [row.inn, uz?.inn, uz?.pinfl, kz?.bin, kz?.iin].find((text) => !isEmptyValue(text)),
    }),
  )
  if (sourceText(row.inn) !== '' && !isTaxNumber(inn)) report(draft, 'tax_number_wrong', { field: 'inn', value: inn })
  const person = joined([row.legalLastName, row.legalFirstName, row.legalMiddleName], ' ')
  keepSecond(draft, row.ogrn, { ogrnip: row.ogrnip })
  keepSecond(draft, row.legalTitle, {
    ...{ legalLastName: row.legalLastName, legalFirstName: row.legalFirstName, legalMiddleName: row.legalMiddleName },
  })
  return {
    legalKind: legalKindOf(draft, row),
    fullName: fitText(draft, 'fullName', {
      value: isEmptyValue(row.legalTitle) ? person : row.legalTitle,
      most: MAX_NOTE_LENGTH,
    }),
    inn,
    kpp: withoutGaps(fitText(draft, 'kpp', { value: row.kpp })),
    ogrn: withoutGaps(fitText(draft, 'ogrn', { value: isEmptyValue(row.ogrn) ? row.ogrnip : row.ogrn })),
    legalAddress: addressOf(draft, 'legalAddress', { text: row.legalAddress, full: row.legalAddressFull, countries }),
    actualAddress: addressOf(draft, 'actualAddress', {
      ...{ text: row.actualAddress, full: row.actualAddressFull, countries },
    }),
  }
}

/** If several MoySklad fields could fill one of our fields, puts the unused MoySklad fields into the report. */
function keepSecond(draft: Draft, first: unknown, others: Readonly<Record<string, unknown>>): void {
  if (isEmptyValue(first)) return
  for (const [field, value] of Object.entries(others))
    if (!isEmptyValue(value)) draft.left[field] = plainValue(value, draft.names)
}

/** Returns the legal kind. Variants for other countries, such as `legalUZ`, count as `legal`. */
function legalKindOf(draft: Draft, { companyType }: ReadRequisites): string {
  const type = sourceText(companyType)
  const known = Object.keys(LEGAL_KINDS).find((kind) => type.startsWith(kind))
  if (known === undefined) {
    if (type !== '') unknownKind(draft, type)
    return ''
  }
  if (type !== known) report(draft, 'region_fields', { field: 'legalKind', value: type })
  return LEGAL_KINDS[known]!
}

function unknownKind(draft: Draft, type: string): void {
  draft.unread.add('legalKind')
  draft.whole.legalKind = type
  report(draft, 'value_unreadable', { field: 'legalKind', value: type })
}

interface Address {
  /** The address as a single string from MoySklad. */
  readonly text: unknown
  readonly full: ReadAddress | undefined
  readonly countries: ReadonlyMap<string, string>
}

/**
 * Returns MoySklad's address text, or the joined parts of the address if there is no text. Parts stay in the report if
 * they contain more than the text.
 */
function addressOf(draft: Draft, field: 'legalAddress' | 'actualAddress', { text, full, countries }: Address): string {
  const value = isEmptyValue(text) ? joinedAddress(draft, field, { full, countries }) : text
  return fitText(draft, field, { value, most: MAX_NOTE_LENGTH })
}

/** Returns the parts of an address joined in MoySklad's order. Leaves out the region, which is known only by its id. */
export function joinedAddress(
  draft: Draft,
  field: string,
  { full, countries }: Pick<Address, 'full' | 'countries'>,
): string {
  const { postalCode, country, city, street, house, apartment, addInfo } = full ?? {}
  const countryName = sourceText(sourceRowOf(country).name) || countries.get(sourceIdOf(country))
  // An address without its country would mean a different place, so the address counts as unread.
  if (countryName === undefined && sourceIdOf(country) !== '') draft.unread.add(field)
  return joined([postalCode, countryName, city, street, house, apartment, addInfo], ', ')
}

function joined(parts: readonly unknown[], separator: string): string {
  return parts
    .map(sourceText)
    .filter((text) => text !== '')
    .join(separator)
}

/** Returns the bank accounts, the main one first. An account without a bank or a number cannot be stored in Skladno. */
export function bankAccountsOf(draft: Draft, { accounts: given }: ReadRequisites, dictionaries: Dictionaries) {
  const { rows, isWhole } = given ?? { rows: [], isWhole: true }
  if (!isWhole) report(draft, 'truncated_collection', { field: 'accounts' })
  const sorted = [...rows].sort((a, b) => Number(b.isDefault === true) - Number(a.isDefault === true))
  const accounts = sorted.map((account) => {
    noteDetails(draft, account, dictionaries)
    return filledOf({
      bankName: namedOr(draft, account.bankName, UNNAMED_BANK),
      accountNumber: namedOr(draft, account.accountNumber, UNNUMBERED_ACCOUNT),
      bic: fitText(draft, 'bankAccounts', { value: account.bic }),
      correspondentAccount: fitText(draft, 'bankAccounts', { value: account.correspondentAccount }),
    })
  })
  return fitList(draft, 'bankAccounts', tidyAccounts(accounts))
}

function namedOr(draft: Draft, value: unknown, fallback: string): string {
  const text = fitText(draft, 'bankAccounts', { value })
  if (text === '') report(draft, 'account_incomplete', { field: 'bankAccounts', value: fallback })
  return text || fallback
}

/**
 * Puts details of a bank account that Skladno does not store into the report: the bank's location, and any currency
 * other than the rouble.
 */
function noteDetails(draft: Draft, account: ReadAccount, dictionaries: Dictionaries): void {
  const isForeign = !isEmptyValue(account.currency) && currencyOf(account.currency, dictionaries)?.isRouble !== true
  const details = { bankLocation: account.bankLocation, ...(isForeign ? { currency: account.currency } : {}) }
  const told = Object.values(details).filter((value) => !isEmptyValue(value))
  if (told.length === 0) return
  const number = sourceText(account.accountNumber)
  draft.whole[`bankAccounts: ${number}`] = plainValue(filledOf(details), draft.names)
  report(draft, 'account_details', {
    field: number,
    value: told.map((value) => wordsOfValue(value, draft.names)).join(', '),
  })
}
