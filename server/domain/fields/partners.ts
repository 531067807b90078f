/** Describes the fields of partners. Source: S-PARTNER-1. */
import { type Static, type TSchema, Type } from 'typebox'
import {
  CustomValues,
  FreeObject,
  Id,
  list,
  Measure,
  Name,
  Note,
  oneOf,
  optional,
  orNull,
  ShortText,
  strictObject,
} from '../schema.ts'
import { searchedPhone } from '../search-words.ts'
import { ARCHIVED, customValues, idOf, NAME_HEADINGS, STAMPS } from './common.ts'
import { atCreation, emptied, lasting, nullable, several } from './field.ts'
import { recordKind } from './kind.ts'
import { BANK_ACCOUNTS, legalFields } from './legal.ts'

export const PARTNER_TYPES = ['Поставщик', 'Покупатель'] as const

const Contact = strictObject({ name: Name, phone: optional<string>(ShortText), email: optional<string>(ShortText) })
const BankAccount = strictObject({
  bankName: Name,
  accountNumber: Name,
  bic: optional<string>(ShortText),
  correspondentAccount: optional<string>(ShortText),
})

/**
 * A list whose entries may have only known keys when a partner is created, and any keys in updates and in the record.
 */
const closed = <S extends TSchema>(entry: S, meaning: string) =>
  Type.Optional(Type.Unsafe<Static<S>[] | null>({ ...orNull(list(entry)), description: meaning }))

function textIn(object: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = object[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
const phoneIn = (person: Readonly<Record<string, unknown>>) => {
  const phone = textIn(person, 'phone')
  return phone === null ? null : searchedPhone(phone)
}

const contacts = several(
  FreeObject,
  {
    label: ['Контакты', 'Contacts'],
    meaning: 'The contact persons. A given array replaces the old one.',
    example: [],
    searched: (people) =>
      people.flatMap((person) => [textIn(person, 'name'), textIn(person, 'email'), phoneIn(person)]),
  },
  CustomValues,
)

export const PARTNER = recordKind(
  { title: 'Partner', description: 'A supplier, a customer, or both.' },
  {
    id: idOf('supplier'),
    name: lasting(Name, {
      label: ['Название', 'Name'],
      meaning: 'A name for people; several records may have the same name.',
      example: 'ООО «Ромашка»',
      searched: true,
      imported: { headings: [...NAME_HEADINGS, 'контрагент', 'организация'] },
    }),
    type: atCreation(
      nullable(oneOf(PARTNER_TYPES), {
        label: ['Тип', 'Type'],
        meaning: 'Supplier (`Поставщик`) or customer (`Покупатель`), as it was created.',
        example: 'Поставщик',
        choices: { Поставщик: ['Поставщик', 'Supplier'], Покупатель: ['Покупатель', 'Customer'] },
        filter: 'type',
        imported: { headings: ['вид', 'тип контрагента'], values: { клиент: 'Покупатель' } },
      }),
    ),
    roles: several(
      ShortText,
      {
        label: ['Роли', 'Roles'],
        meaning: 'Free words; `Поставщик`/`supplier` and `Покупатель`/`customer` decide who may sell and who may buy.',
        example: ['Поставщик'],
        filter: 'role',
        imported: {},
      },
      Name,
    ),
    groups: several(
      ShortText,
      {
        label: ['Группы', 'Groups'],
        meaning: 'Free-text tags to group partners by.',
        example: [],
        filter: 'group',
        imported: {},
      },
      Name,
    ),
    contact: nullable(ShortText, {
      label: ['Контактное лицо', 'Contact person'],
      meaning: 'The name of the contact person.',
      example: null,
      searched: true,
      imported: { headings: ['контакт', 'менеджер', 'contact'] },
    }),
    phone: nullable(ShortText, {
      label: ['Телефон', 'Phone'],
      meaning:
        'The phone number, stored as given. partners/resolve compares only the digits and treats 8 and +7 as the same.',
      example: '+7 495 123-45-67',
      searched: (phone) => [searchedPhone(phone)],
      imported: { headings: ['тел', 'тел.', 'номер телефона', 'мобильный'] },
    }),
    email: nullable(ShortText, {
      label: ['Электронная почта', 'Email'],
      meaning: 'The e-mail address, stored as given.',
      example: 'info@romashka.example',
      searched: true,
      imported: { headings: ['эл. почта', 'почта', 'e-mail', 'адрес электронной почты'] },
    }),
    ...legalFields('7712345678', false),
    contacts: { ...contacts, create: closed(Contact, contacts.about.meaning) },
    bankAccounts: { ...BANK_ACCOUNTS, create: closed(BankAccount, BANK_ACCOUNTS.about.meaning) },
    note: nullable(Note, {
      label: ['Комментарий', 'Note'],
      meaning: 'A free-text note.',
      example: null,
      imported: { headings: ['примечание', 'заметка', 'comment'] },
    }),
    priceTypeId: nullable(Id, {
      label: ['Тип цены', 'Price type'],
      meaning: 'The id of the price type offered to this partner; by itself it changes no order.',
      example: null,
      filter: 'priceTypeId',
      imported: {},
    }),
    discountPercent: nullable(Measure, {
      label: ['Скидка, %', 'Discount, %'],
      meaning: 'The partner’s discount in per cent. The app suggests it; by itself it changes no order.',
      example: null,
      imported: { headings: ['скидка'], reader: 'per cent' },
    }),
    customValues: emptied(CustomValues, {}, customValues({})),
    archived: ARCHIVED,
    ...STAMPS,
  },
)
