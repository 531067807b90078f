/** Describes the fields of own organizations. Source: S-ORGANIZATION-1. */
import { Name } from '../schema.ts'
import { ARCHIVED, idOf, STAMPS } from './common.ts'
import { lasting } from './field.ts'
import { recordKind } from './kind.ts'
import { BANK_ACCOUNTS, legalFields } from './legal.ts'

export const ORGANIZATION = recordKind(
  { title: 'Organization', description: 'A legal entity of the company itself.' },
  {
    id: idOf('organization'),
    name: lasting(Name, {
      label: ['Название', 'Name'],
      meaning: 'A name for people; several records may have the same name.',
      example: 'ООО «Складно Трейд»',
      searched: true,
    }),
    ...legalFields('7701234567', true),
    bankAccounts: BANK_ACCOUNTS,
    archived: ARCHIVED,
    ...STAMPS,
  },
)
