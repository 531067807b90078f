/** Counterparties of the source as partners. */
import { MAX_NOTE_LENGTH } from '../../domain/schema.ts'
import { customValuesOf } from './attributes.ts'
import { isZero, readDecimal } from './decimals.ts'
import type { Dictionaries } from './dictionaries.ts'
import {
  type Draft,
  draftOf,
  filledOf,
  keepLeft,
  type LeftCodes,
  noteUnread,
  type Plan,
  planOf,
  type Reference,
  referenceTo,
  report,
} from './plan.ts'
import { bankAccountsOf, REQUISITE_CODES, REQUISITE_FIELDS, requisitesOf } from './requisites.ts'
import {
  arrayOf,
  collectionOf,
  idOf,
  isBlank,
  isCollection,
  plain,
  rowOf,
  type SourceRow,
  textOf,
} from './source-values.ts'
import { distinct, fitList, fitName, fitText, measureOf } from './texts.ts'

const UNNAMED = 'Без названия'
const UNNAMED_CONTACT = 'Контактное лицо'

const CARRIED: ReadonlySet<string> = new Set([
  ...REQUISITE_FIELDS,
  ...[
    'name',
    'phone',
    'email',
    'description',
    'tags',
    'contactpersons',
    'priceType',
    'attributes',
    'salesAmount',
    'discounts',
  ],
])
const LEFT: LeftCodes = { ...REQUISITE_CODES, notes: 'notes_events' }

/** A row of /entity/counterparty, with accounts and contactpersons expanded. */
export function planPartner(row: SourceRow, dictionaries: Dictionaries): Plan {
  const draft = draftOf('partner', row, dictionaries.names)
  const name = fitName(draft, row.name, [textOf(row.legalTitle), textOf(row.code), UNNAMED])
  const contacts = contactsOf(draft)
  const body = {
    name,
    roles: rolesOf(draft, dictionaries),
    contact: contacts[0]?.name,
    phone: fitText(draft, 'phone', { value: row.phone }),
    email: fitText(draft, 'email', { value: row.email }),
    ...requisitesOf(draft, dictionaries),
    contacts,
    bankAccounts: bankAccountsOf(draft, dictionaries),
    groups: groupsOf(draft),
    note: fitText(draft, 'note', { value: row.description, most: MAX_NOTE_LENGTH }),
    priceTypeId: priceTypeOf(draft),
    discountPercent: discountOf(draft),
    customValues: customValuesOf(draft, dictionaries, { entityKind: 'partner' }),
  }
  keepLeft(draft, CARRIED, LEFT)
  return planOf(draft, name, body)
}

function priceTypeOf(draft: Draft): Reference | undefined {
  const { priceType } = draft.row
  if (idOf(priceType) === '' && !isBlank(priceType)) noteUnread(draft, 'priceTypeId', priceType)
  return referenceTo(draft, 'price_type', priceType)
}

/**
 * The source knows no roles: who is named by purchases or products is a supplier, who bought something is a customer. Nobody is made
 * either of them without a sign, since a partner without roles may act as both.
 */
function rolesOf(draft: Draft, { suppliers }: Dictionaries): string[] {
  const { salesAmount } = draft.row
  if (!isBlank(salesAmount)) draft.left.salesAmount = plain(salesAmount, draft.names)
  const sales = readDecimal(salesAmount)
  const roles = [
    ...(suppliers.has(textOf(draft.row.id)) ? ['Поставщик'] : []),
    ...(sales !== null && !isZero(sales) ? ['Покупатель'] : []),
  ]
  if (roles.length === 0) {
    draft.unread.add('roles')
    report(draft, 'role_unknown', { field: 'roles' })
  }
  return roles
}

function contactsOf(draft: Draft) {
  const { rows, isWhole } = collectionOf(draft.row.contactpersons)
  if (!isWhole) report(draft, 'truncated_collection', { field: 'contactpersons' })
  if (!isCollection(draft.row.contactpersons)) draft.unread.add('contacts').add('contact')
  const contacts = rows.map((person) => {
    const [phone, email] = [person.phone, person.email].map((value) => fitText(draft, 'contacts', { value }))
    const given = fitText(draft, 'contacts', { value: person.name })
    const name = given || phone || email || UNNAMED_CONTACT
    if (given === '') report(draft, 'name_missing', { field: 'contacts', value: name })
    noteDetails(draft, person, name)
    return { name, ...filledOf({ phone, email }) }
  })
  return fitList(draft, 'contacts', contacts)
}

/** Keeps what our contacts do not have. */
function noteDetails(draft: Draft, person: SourceRow, name: string): void {
  const details = filledOf({
    ...{ position: textOf(person.position), description: textOf(person.description) },
    ...{ code: textOf(person.code), externalCode: textOf(person.externalCode) },
  })
  const told = Object.values(details).map(textOf)
  if (told.length === 0) return
  draft.whole[`contacts: ${name}`] = details
  report(draft, 'contact_details', { field: name, value: told.join(', ') })
}

function groupsOf(draft: Draft): string[] {
  if (!isBlank(draft.row.tags) && !Array.isArray(draft.row.tags)) noteUnread(draft, 'groups', draft.row.tags)
  const tags = arrayOf(draft.row.tags).map((value) => fitText(draft, 'groups', { value }))
  return fitList(draft, 'groups', distinct(draft, 'groups', tags))
}

/** The personal discount; other kinds of discount have no place here. */
function discountOf(draft: Draft): number | undefined {
  const { discounts: given } = draft.row
  if (!isBlank(given) && !Array.isArray(given)) noteUnread(draft, 'discountPercent', given)
  const discounts = arrayOf(given).map(rowOf)
  const personal = discounts.filter(({ personalDiscount }) => !isBlank(personalDiscount))
  const isSimple = discounts.every(
    ({ accumulationDiscount, demandSumCorrection }) => isBlank(accumulationDiscount) && isBlank(demandSumCorrection),
  )
  if (personal.length > 1 || !isSimple) {
    draft.whole.discountPercent = plain(discounts, draft.names)
    report(draft, 'discount_complex', { field: 'discountPercent', value: String(discounts.length) })
  }
  return measureOf(draft, 'discountPercent', { value: personal[0]?.personalDiscount, most: 100 })
}
