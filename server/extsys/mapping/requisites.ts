/** What partners and own organizations have in common: legal details, addresses, accounts. */
import { MAX_NOTE_LENGTH } from '../../domain/schema.ts'
import { isTaxNumber } from '../../recognition/tax-numbers.ts'
import type { Dictionaries } from './dictionaries.ts'
import { type Draft, filledOf, report, wordsOf } from './plan.ts'
import { currencyOf } from './prices.ts'
import { collectionOf, idOf, isBlank, plain, rowOf, type SourceRow, textOf } from './source-values.ts'
import { fitList, fitText } from './texts.ts'

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
  const inn = fitText(draft, 'inn', {
    value: [row.inn, uz.inn, uz.pinfl, kz.bin, kz.iin].find((text) => textOf(text) !== ''),
  })
  if (textOf(row.inn) !== '' && !isTaxNumber(inn)) report(draft, 'tax_number_wrong', { field: 'inn', value: inn })
  const title = textOf(row.legalTitle) || joined([row.legalLastName, row.legalFirstName, row.legalMiddleName], ' ')
  return {
    legalKind: legalKindOf(draft),
    fullName: fitText(draft, 'fullName', { value: title, most: MAX_NOTE_LENGTH }),
    inn,
    kpp: fitText(draft, 'kpp', { value: row.kpp }),
    ogrn: fitText(draft, 'ogrn', { value: textOf(row.ogrn) || row.ogrnip }),
    legalAddress: addressOf(draft, 'legalAddress', countries),
    actualAddress: addressOf(draft, 'actualAddress', countries),
  }
}

/** `legal`, and its relatives of other countries, such as `legalUZ`. */
function legalKindOf(draft: Draft): string {
  const type = textOf(draft.row.companyType)
  const known = Object.keys(LEGAL_KINDS).find((kind) => type.startsWith(kind))
  if (known === undefined) return fitText(draft, 'legalKind', { value: type })
  if (type !== known) report(draft, 'region_fields', { field: 'legalKind', value: type })
  return LEGAL_KINDS[known]!
}

/** The address as the source writes it, else its parts. The parts stay in the report when they say more. */
function addressOf(
  draft: Draft,
  field: 'legalAddress' | 'actualAddress',
  countries: ReadonlyMap<string, string>,
): string {
  const text = textOf(draft.row[field]) || joinedAddress(draft.row[`${field}Full`], countries)
  return fitText(draft, field, { value: text, most: MAX_NOTE_LENGTH })
}

/** The parts of an address in the order in which the source joins them; a region is known by its id alone. */
export function joinedAddress(full: unknown, countries: ReadonlyMap<string, string>): string {
  const { postalCode, country, city, street, house, apartment, addInfo } = rowOf(full)
  return joined([postalCode, countries.get(idOf(country)), city, street, house, apartment, addInfo], ', ')
}

function joined(parts: readonly unknown[], separator: string): string {
  return parts
    .map(textOf)
    .filter((text) => text !== '')
    .join(separator)
}

/** The bank accounts, the main one first. Our partners' accounts must name a bank and a number. */
export function bankAccountsOf(draft: Draft, dictionaries: Dictionaries) {
  const { rows, isWhole } = collectionOf(draft.row.accounts)
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
  return fitList(draft, 'bankAccounts', accounts)
}

function namedOr(draft: Draft, value: unknown, fallback: string): string {
  const text = fitText(draft, 'bankAccounts', { value })
  if (text === '') report(draft, 'name_missing', { field: 'bankAccounts', value: fallback })
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
