/** Maps MoySklad's counterparties to partners. */
import { MAX_NOTE_LENGTH } from '../../domain/schema.ts'
import { customValuesOf } from './attributes.ts'
import { isZero, readDecimal } from './decimals.ts'
import type { Dictionaries } from './dictionaries.ts'
import { type Draft, filledOf, keepLeft, type LeftCodes, type Plan, planOf, referenceTo, report } from './plan.ts'
import { carriedBy, readSourceRow } from './read-row.ts'
import { bankAccountsOf, REQUISITE_CODES, requisitesOf } from './requisites.ts'
import { PARTNER_SHAPE, type ReadContact, type ReadPartner } from './shapes.ts'
import { isEmptyValue, plainValue, sourceText } from './source-values.ts'
import { distinct, fitList, fitName, fitText, measureOf } from './texts.ts'

const UNNAMED = 'Без названия'
const UNNAMED_CONTACT = 'Контактное лицо'

const LEFT: LeftCodes = { ...REQUISITE_CODES, notes: 'notes_events' }

/** Plans a row of /entity/counterparty that was read with accounts and contactpersons expanded. */
export function planPartner(draft: Draft, dictionaries: Dictionaries): Plan {
  const row = readSourceRow(draft, PARTNER_SHAPE)
  const name = fitName(draft, row.name, [sourceText(row.legalTitle), sourceText(draft.source.code), UNNAMED])
  const contacts = contactsOf(draft, row)
  const body = {
    name,
    roles: rolesOf(draft, row, dictionaries),
    contact: contacts[0]?.name,
    phone: fitText(draft, 'phone', { value: row.phone }),
    email: fitText(draft, 'email', { value: row.email }),
    ...requisitesOf(draft, row, dictionaries),
    contacts,
    bankAccounts: bankAccountsOf(draft, row, dictionaries),
    groups: groupsOf(draft, row),
    note: fitText(draft, 'note', { value: row.description, most: MAX_NOTE_LENGTH }),
    priceTypeId: referenceTo(draft, 'price_type', row.priceType),
    discountPercent: discountOf(draft, row),
    customValues: customValuesOf(draft, dictionaries, { entityKind: 'partner', attributes: row.attributes }),
  }
  keepLeft(draft, carriedBy(PARTNER_SHAPE), LEFT)
  return planOf(draft, name, body)
}

/**
 * Infers a partner's roles, which MoySklad does not have. A partner to whom purchases or products refer is a supplier;
 * a partner with sales is a customer. Without purchases, products or sales no role is set, and a partner without roles
 * may act as both.
 */
function rolesOf(draft: Draft, { salesAmount }: ReadPartner, { suppliers }: Dictionaries): string[] {
  if (!isEmptyValue(salesAmount)) draft.left.salesAmount = plainValue(salesAmount, draft.names)
  const sales = readDecimal(salesAmount)
  const roles = [
    ...(suppliers.has(sourceText(draft.source.id)) ? ['Поставщик'] : []),
    ...(sales !== null && !isZero(sales) ? ['Покупатель'] : []),
  ]
  if (roles.length === 0) {
    draft.unread.add('roles')
    report(draft, 'role_unknown', { field: 'roles' })
  }
  return roles
}

function contactsOf(draft: Draft, { contactpersons }: ReadPartner) {
  const { rows, isWhole } = contactpersons ?? { rows: [], isWhole: true }
  if (!isWhole) report(draft, 'truncated_collection', { field: 'contactpersons' })
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

/** Puts contact details that do not exist in Skladno into the report. */
function noteDetails(draft: Draft, person: ReadContact, name: string): void {
  const details = filledOf({
    ...{ position: sourceText(person.position), description: sourceText(person.description) },
    ...{ code: sourceText(person.code), externalCode: sourceText(person.externalCode) },
  })
  if (Object.keys(details).length === 0) return
  draft.whole[`contacts: ${name}`] = details
  // Every contact person has an external code, but it means nothing to people and is left out.
  const { externalCode: _code, ...told } = details
  if (Object.keys(told).length > 0)
    report(draft, 'contact_details', { field: name, value: Object.values(told).map(sourceText).join(', ') })
}

function groupsOf(draft: Draft, { tags }: ReadPartner): string[] {
  const groups = (tags ?? []).map((value) => fitText(draft, 'groups', { value }))
  return fitList(draft, 'groups', distinct(draft, 'groups', groups))
}

/** Returns the personal discount. Skladno has no other kinds of discount. */
function discountOf(draft: Draft, { discounts = [] }: ReadPartner): number | undefined {
  const personal = discounts.filter(({ personalDiscount }) => !isEmptyValue(personalDiscount))
  const isSimple = discounts.every(
    ({ accumulationDiscount, demandSumCorrection }) =>
      isEmptyValue(accumulationDiscount) && isEmptyValue(demandSumCorrection),
  )
  if (personal.length > 1 || !isSimple) {
    draft.whole.discountPercent = plainValue(draft.source.discounts, draft.names)
    report(draft, 'discount_complex', { field: 'discountPercent', value: String(discounts.length) })
  }
  return measureOf(draft, 'discountPercent', { value: personal[0]?.personalDiscount, most: 100 })
}
