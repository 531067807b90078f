/** Computes the records that the import must create from MoySklad's counterparties, organizations and stores. */
import { customValuesOf } from './expected-import-custom.ts'
import {
  distinct,
  exact,
  filled,
  idIn,
  type Mapped,
  measureIn,
  type Names,
  named,
  noteIn,
  textIn,
} from './expected-import-values.ts'
import type { Row } from './fake-moysklad-shapes.ts'

const KINDS: Readonly<Record<string, string>> = {
  legal: 'Юридическое лицо',
  entrepreneur: 'Индивидуальный предприниматель',
  individual: 'Физическое лицо',
}
/** The only tax number in the fake account whose check digits are wrong. */
const WRONG_INN = '1234567890'

export function partnerOf(row: Row, names: Names): Mapped {
  const codes = innCodes(row)
  const roles = [
    ...(names.suppliers.has(row.id) ? ['Поставщик'] : []),
    ...(exact(row.salesAmount) === 0n ? [] : ['Покупатель']),
  ]
  if (roles.length === 0) codes.push('role_unknown')
  const contacts = row.contactpersons.rows.map(({ name, phone, email }: Row) =>
    filled({ name: textIn(name), phone: textIn(phone), email: textIn(email) }),
  )
  const personal = (row.discounts ?? []).find(({ personalDiscount }: Row) => personalDiscount !== undefined)
  const { customValues, codes: custom } = customValuesOf(row, names)
  const record = {
    ...{ name: textIn(row.name), type: null, roles, groups: distinct(row.tags), contact: contacts[0]?.name ?? null },
    ...{ phone: textIn(row.phone), email: textIn(row.email), ...requisitesOf(row, names), contacts },
    ...{ note: noteIn(row.description), archived: row.archived, customValues },
    priceTypeId: row.priceType === undefined ? null : named('price_type', idIn(row.priceType)),
    discountPercent: measureIn(personal?.personalDiscount),
  }
  return { record, codes: [...codes, ...custom] }
}

export function organizationOf(row: Row, names: Names): Mapped {
  return {
    record: { name: textIn(row.name), ...requisitesOf(row, names), archived: row.archived },
    codes: innCodes(row),
  }
}

const innCodes = ({ inn }: Row): string[] => (inn === WRONG_INN ? ['tax_number_wrong'] : [])

function requisitesOf(row: Row, names: Names): Row {
  const name = [row.legalLastName, row.legalFirstName, row.legalMiddleName].filter((part) => textIn(part) !== null)
  const accounts: Row[] = row.accounts.rows
  const sorted = [...accounts.filter(({ isDefault }) => isDefault), ...accounts.filter(({ isDefault }) => !isDefault)]
  return {
    ...{ legalKind: KINDS[row.companyType] ?? null, fullName: textIn(row.legalTitle) ?? noteIn(name.join(' ')) },
    ...{ inn: textIn(row.inn), kpp: textIn(row.kpp), ogrn: textIn(row.ogrn) ?? textIn(row.ogrnip) },
    legalAddress: noteIn(row.legalAddress) ?? noteIn(joined(row.legalAddressFull, names)),
    actualAddress: noteIn(row.actualAddress) ?? noteIn(joined(row.actualAddressFull, names)),
    bankAccounts: sorted.map(({ bankName, accountNumber, bic, correspondentAccount }) =>
      filled({
        ...{ bankName: textIn(bankName), accountNumber: textIn(accountNumber), bic: textIn(bic) },
        correspondentAccount: textIn(correspondentAccount),
      }),
    ),
  }
}

/** Joins the parts of an address in the order that MoySklad uses. */
function joined(full: Row | undefined, { countries }: Names): string {
  const { postalCode, country, city, street, house, apartment, addInfo } = full ?? {}
  const parts = [postalCode, countries.get(idIn(country)), city, street, house, apartment, addInfo]
  return parts.filter((part) => part !== undefined && part !== '').join(', ')
}

export function warehouseOf(row: Row, names: Names): Mapped {
  const record = {
    ...{ name: textIn(row.name), short: textIn(row.code) ?? initials(row.name), archived: row.archived },
    ...{ city: textIn(row.addressFull?.city), address: textIn(row.address) ?? textIn(joined(row.addressFull, names)) },
  }
  return { record, codes: [] }
}

/** Returns the first letter of each word, or the first three letters of a single word. */
function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return (words.length === 1 ? words[0]!.slice(0, 3) : words.map((word) => word[0]).join('')).toUpperCase()
}
