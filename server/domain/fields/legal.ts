/** The fields for the legal identity of partners and own organizations. */
import { tidyAccounts, withoutGaps } from '../legal-numbers.ts'
import { CustomValues, FreeObject, LegalNumber, Note, ShortText } from '../schema.ts'
import { type CellReader, nullable, several } from './field.ts'

interface Number {
  readonly label: readonly [ru: string, en: string]
  readonly meaning: string
  readonly example: string | null
  readonly reader: CellReader
}

/** A number issued by authorities. Spaces between its digits are removed before it is stored or searched. */
const numbered = ({ reader, ...about }: Number, isSearched: boolean) =>
  nullable(
    ShortText,
    {
      ...about,
      ...(isSearched && { searched: (number: string) => [withoutGaps(number)] }),
      imported: { reader },
    },
    LegalNumber,
  )

/**
 * The legal fields. `inn`: the ИНН used in the example. `isSearched`: whether search covers all these numbers, or only
 * the ИНН.
 */
export const legalFields = (inn: string, isSearched: boolean) => ({
  legalKind: nullable(ShortText, {
    label: ['Правовая форма', 'Legal form'],
    meaning: 'The legal form, such as ООО.',
    example: null,
    imported: { headings: ['форма лица'] },
  }),
  fullName: nullable(Note, {
    label: ['Полное название', 'Full name'],
    meaning: 'The full legal name of the organization.',
    example: null,
    searched: true,
    imported: { headings: ['полное наименование'] },
  }),
  inn: numbered(
    { label: ['ИНН', 'Tax number'], meaning: 'Taxpayer number (ИНН).', example: inn, reader: 'tax number' },
    true,
  ),
  kpp: numbered(
    { label: ['КПП', 'KPP'], meaning: 'Registration reason code (КПП).', example: null, reader: 'legal number' },
    isSearched,
  ),
  ogrn: numbered(
    { label: ['ОГРН', 'OGRN'], meaning: 'State registration number (ОГРН).', example: null, reader: 'legal number' },
    isSearched,
  ),
  legalAddress: nullable(Note, {
    label: ['Юридический адрес', 'Legal address'],
    meaning: 'The registered legal address.',
    example: null,
    imported: { headings: ['юр. адрес', 'адрес'] },
  }),
  actualAddress: nullable(Note, {
    label: ['Фактический адрес', 'Actual address'],
    meaning: 'The address where the organization actually is.',
    example: null,
    imported: { headings: ['факт. адрес', 'адрес доставки'] },
  }),
})

/** Accounts are objects whose keys the client chooses. They are checked like custom values. */
export const BANK_ACCOUNTS = several(
  FreeObject,
  {
    label: ['Банковские счета', 'Bank accounts'],
    meaning: 'The bank accounts. A given array replaces the old one.',
    example: [],
    stored: (accounts) => tidyAccounts(accounts),
  },
  CustomValues,
)
