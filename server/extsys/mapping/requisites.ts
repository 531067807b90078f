/** What partners and own organizations have in common: legal details, addresses, accounts. */
import { tidyAccounts, withoutGaps } from '../../domain/legal-numbers.ts'
import { MAX_NOTE_LENGTH } from '../../domain/schema.ts'
import { isTaxNumber } from '../../recognition/tax-numbers.ts'
import type { Dictionaries } from './dictionaries.ts'
import { type Draft, filledOf, noteUnread, report } from './plan.ts'
import { currencyOf } from './prices.ts'
import {
  collectionOf,
  idOf,
  isBlank,
  isCollection,
  isStrange,
  plain,
  rowOf,
  type SourceRow,
  textOf,
} from './source-values.ts'
import { fitList, fitText } from './texts.ts'
import { wordsOf } from './words-of-values.ts'

const LEGAL_KINDS: Readonly<Record<string, string>> = {
  legal: 'Юридическое лицо',
  entrepreneur: 'Индивидуальный предприниматель',
  individual: 'Физическое лицо',
}
const UNNAMED_BANK = 'Банк не указан'
const UNNUMBERED_ACCOUNT = 'Номер не указан'

/** The fields that `requisitesOf` and `bankAccountsOf` carry over. */
export const REQUISITE_FIELDS = [
  ...[
    'companyType',
    'legalTitle',
    'legalLastName',
    'legalFirstName',
    'legalMiddleName',
    'inn',
    'kpp',
    'ogrn',
    'ogrnip',
  ],
  ...['legalAddress', 'actualAddress', 'accounts'],
]

/** Codes for what of the requisites has no place here. */
export const REQUISITE_CODES = {
  mod__requisites__uz: 'region_fields',
  mod__requisites__kz: 'region_fields',
  bonusProgram: 'bonus',
  bonusPoints: 'bonus',
  discountCardNumber: 'bonus',
  files: 'file_link',
  state: 'state_name',
} as const

export function requisitesOf(draft: Draft, { countries }: Dictionaries) {
  const { row } = draft
  const [uz, kz] = [rowOf(row.mod__requisites__uz), rowOf(row.mod__requisites__kz)]
  const inn = withoutGaps(
    fitText(draft, 'inn', {
      value: [row.inn, uz.inn, uz.pinfl, kz.bin, kz.iin].find((text) => !isBlank(text)),
    }),
  )
  if (textOf(row.inn) !== '' && !isTaxNumber(inn)) report(draft, 'tax_number_wrong', { field: 'inn', value: inn })
  const person = isBlank(row.legalTitle)
    ? joined(draft, 'fullName', { parts: [row.legalLastName, row.legalFirstName, row.legalMiddleName], separator: ' ' })
    : ''
  keepSecond(draft, row.ogrn, { ogrnip: row.ogrnip })
  keepSecond(draft, row.legalTitle, {
    ...{ legalLastName: row.legalLastName, legalFirstName: row.legalFirstName, legalMiddleName: row.legalMiddleName },
  })
  return {
    legalKind: legalKindOf(draft),
    fullName: fitText(draft, 'fullName', {
      value: isBlank(row.legalTitle) ? person : row.legalTitle,
      most: MAX_NOTE_LENGTH,
    }),
    inn,
    kpp: withoutGaps(fitText(draft, 'kpp', { value: row.kpp })),
    ogrn: withoutGaps(fitText(draft, 'ogrn', { value: isBlank(row.ogrn) ? row.ogrnip : row.ogrn })),
    legalAddress: addressOf(draft, 'legalAddress', countries),
    actualAddress: addressOf(draft, 'actualAddress', countries),
  }
}

/** Where one field of ours has several of the source, those that another one goes before stay in the report. */
function keepSecond(draft: Draft, first: unknown, others: Readonly<Record<string, unknown>>): void {
  if (isBlank(first)) return
  for (const [field, value] of Object.entries(others))
    if (!isBlank(value)) draft.left[field] = plain(value, draft.names)
}

/** `legal`, and its relatives of other countries, such as `legalUZ`. */
function legalKindOf(draft: Draft): string {
  const type = textOf(draft.row.companyType)
  const known = Object.keys(LEGAL_KINDS).find((kind) => type.startsWith(kind))
  if (known === undefined) {
    if (!isBlank(draft.row.companyType)) noteUnread(draft, 'legalKind', draft.row.companyType)
    return ''
  }
  if (type !== known) report(draft, 'region_fields', { field: 'legalKind', value: type })
  return LEGAL_KINDS[known]!
}

/** The address as the source writes it, else its parts. The parts stay in the report when they say more. */
function addressOf(
  draft: Draft,
  field: 'legalAddress' | 'actualAddress',
  countries: ReadonlyMap<string, string>,
): string {
  const given = draft.row[field]
  const value = isBlank(given) ? joinedAddress(draft, field, { full: draft.row[`${field}Full`], countries }) : given
  return fitText(draft, field, { value, most: MAX_NOTE_LENGTH })
}

/** The parts of an address of `field`, in the order in which the source joins them; a region is known by its id alone. */
export function joinedAddress(
  draft: Draft,
  field: string,
  { full, countries }: { full: unknown; countries: ReadonlyMap<string, string> },
): string {
  const { postalCode, country, city, street, house, apartment, addInfo } = partsOf(draft, field, full)
  const countryName = textOf(rowOf(country).name) || countries.get(idOf(country))
  // Without the country it would be another address.
  if (countryName === undefined && idOf(country) !== '') draft.unread.add(field)
  const parts = [postalCode, countryName, city, street, house, apartment, addInfo]
  return joined(draft, field, { parts, separator: ', ' })
}

/** The parts of an address that a field is made of. Something that has none is not the same as no address. */
export function partsOf(draft: Draft, field: string, full: unknown): SourceRow {
  const parts = rowOf(full)
  if (!isBlank(full) && Object.keys(parts).length === 0) noteUnread(draft, field, full)
  return parts
}

function joined(
  draft: Draft,
  field: string,
  { parts, separator }: { parts: readonly unknown[]; separator: string },
): string {
  for (const part of parts) if (isStrange(part)) noteUnread(draft, field, part)
  return parts
    .map(textOf)
    .filter((text) => text !== '')
    .join(separator)
}

/** The bank accounts, the main one first. Our partners' accounts must name a bank and a number. */
export function bankAccountsOf(draft: Draft, dictionaries: Dictionaries) {
  const { rows, isWhole } = collectionOf(draft.row.accounts)
  if (!isWhole) report(draft, 'truncated_collection', { field: 'accounts' })
  if (!isCollection(draft.row.accounts)) draft.unread.add('bankAccounts')
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

/** Keeps what our accounts do not have: where the bank is, and a currency other than roubles. */
function noteDetails(draft: Draft, account: SourceRow, dictionaries: Dictionaries): void {
  const isForeign = !isBlank(account.currency) && currencyOf(account.currency, dictionaries)?.isRouble !== true
  const details = { bankLocation: account.bankLocation, ...(isForeign ? { currency: account.currency } : {}) }
  const told = Object.values(details).filter((value) => !isBlank(value))
  if (told.length === 0) return
  const number = textOf(account.accountNumber)
  draft.whole[`bankAccounts: ${number}`] = plain(filledOf(details), draft.names)
  report(draft, 'account_details', {
    field: number,
    value: told.map((value) => wordsOf(value, draft.names)).join(', '),
  })
}
