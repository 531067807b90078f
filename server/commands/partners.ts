import { type Static, Type } from 'typebox'
import { log } from '../domain/audit-log.ts'
import type { Books } from '../domain/books.ts'
import { PARTNER, PARTNER_TYPES } from '../domain/fields/partners.ts'
import { foldEmail, foldPhone } from '../domain/folding.ts'
import { type Partner, put, remove } from '../domain/records.ts'
import { invalid } from '../domain/refusals.ts'
import { Name, oneOf, optional, ShortText, strictObject } from '../domain/schema.ts'
import { checkCustomValues } from './custom-values.ts'
import { type Context, type Decision, defineCommand } from './define.ts'
import { Deleted, NoBody, refuseReferenced, updated } from './fields.ts'
import { active, findPartner, findPriceType, type PartnerRole, rolesOf } from './find.ts'
import { namesakeWarnings, partnerResult, withWarnings } from './partner-warnings.ts'

const PartnerAnswer = partnerResult('PartnerAnswer', 'The partner as it is now.', {})

/**
 * POST /partners. Refuses: NOT_FOUND, ARCHIVED (the price type), VALIDATION_FAILED (a custom value). Names may repeat.
 * Source: S-PARTNER-1, S-PARTNER-3.
 */
export const createPartner = defineCommand({
  name: 'createPartner',
  method: 'POST',
  path: '/api/v1/partners',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ARCHIVED'],
  summary: 'Create a partner',
  description:
    'A supplier, a customer, or both, according to `type` and `roles`. A partner without either can act as both. Orders and receipts refer to a partner by its `name`.',
  tag: 'Partners',
  entity: 'partner',
  action: 'partner.created',
  body: PARTNER.create,
  result: PartnerAnswer,
  example: {
    name: 'ООО «Ромашка»',
    type: 'Поставщик',
    phone: '+7 495 123-45-67',
    email: 'zakaz@romashka.example',
    inn: '7701234567',
    kpp: '770101001',
    legalAddress: '101000, Москва, ул. Мясницкая, 5',
    contacts: [{ name: 'Анна Смирнова', phone: '+7 916 765-43-21', email: 'smirnova@romashka.example' }],
    bankAccounts: [{ bankName: 'ПАО Сбербанк', accountNumber: '40702810938000012345', bic: '044525225' }],
    groups: ['Чай и кофе'],
    discountPercent: 5,
  },
  decide(books, { body }, context) {
    const partner = newPartner(body, context)
    checkCustomValues(books, 'partner', body.customValues)
    checkPriceType(books, partner.priceTypeId, null)
    return {
      result: { kind: 'partners', record: partner, ...withWarnings(books, partner) },
      changes: [put('partners', partner)],
      logged: log('partner.created', { name: partner.name }),
    }
  },
})

/**
 * PATCH /partners/{partnerId}. Refuses: NOT_FOUND, ARCHIVED (a newly chosen price type). Source: S-PARTNER-2,
 * S-PARTNER-3.
 */
export const updatePartner = defineCommand({
  name: 'updatePartner',
  method: 'PATCH',
  path: '/api/v1/partners/:partnerId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ARCHIVED'],
  summary: 'Change, archive or restore a partner',
  description:
    'Fields that are left out stay unchanged, null clears a field, and a given array replaces the old one. `type` is set only when the partner is created; change `roles` instead. New operations cannot use an archived partner.',
  tag: 'Partners',
  entity: 'partner',
  action: 'partner.updated',
  body: PARTNER.update,
  result: PartnerAnswer,
  example: { phone: '+7 495 765-43-21', groups: ['Чай и кофе', 'Москва'], note: 'Отгрузка по вторникам' },
  decide(books, { params, body }, { now, revision }) {
    const partner = findPartner(books, params.partnerId!)
    const changed: Partner = { ...PARTNER.change(partner, body), updatedAt: now, revision }
    checkPriceType(books, changed.priceTypeId, partner.priceTypeId)
    checkCustomValues(books, 'partner', body.customValues)
    const isNamedAnew = changed.name !== partner.name || changed.archived !== partner.archived
    return {
      ...updated('partners', { before: partner, after: changed }, { entity: 'partner', name: changed.name }),
      result: { kind: 'partners', record: changed, ...(isNamedAnew ? withWarnings(books, changed) : {}) },
    }
  },
})

/** DELETE /partners/{partnerId}. Refuses: NOT_FOUND, HAS_REFERENCES. Source: S-PARTNER-4. */
export const deletePartner = defineCommand({
  name: 'deletePartner',
  method: 'DELETE',
  path: '/api/v1/partners/:partnerId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'HAS_REFERENCES'],
  summary: 'Delete a partner without links',
  description: 'Only a partner that nothing refers to can be deleted. A partner with history can be archived instead.',
  tag: 'Partners',
  entity: 'partner',
  action: 'partner.deleted',
  body: NoBody,
  result: Deleted,
  example: {},
  facts: (_books, { params }) => [{ fact: 'references', kind: 'partners', id: params.partnerId! }],
  decide(books, { params, facts }) {
    const partner = findPartner(books, params.partnerId!)
    refuseReferenced(`partner "${partner.name}"`, facts.references!)
    return {
      result: { deleted: partner.id },
      changes: [remove('partners', partner.id)],
      logged: log('partner.deleted', { name: partner.name }),
    }
  },
})

/**
 * POST /partners/resolve. Finds an active partner by e-mail and phone, or creates one; the name is not compared.
 * Refuses: VALIDATION_FAILED (neither e-mail nor phone given). Source: S-PARTNER-9, S-PARTNER-10, S-PARTNER-11,
 * S-PARTNER-12.
 */
export const resolvePartner = defineCommand({
  name: 'resolvePartner',
  method: 'POST',
  path: '/api/v1/partners/resolve',
  may: 'managers',
  refusals: [],
  summary: 'Find a partner by phone or e-mail, or create it',
  description:
    'Give `phone`, `email` or both. A partner that matches both comes first, then one with the e-mail, then one with the phone; among several, the oldest. The found partner gets the role of `type` if it lacks it; nothing else changes. `created` says whether the partner is new.',
  tag: 'Partners',
  entity: 'partner',
  action: 'partner.resolved',
  body: strictObject({
    name: Name,
    type: oneOf(PARTNER_TYPES),
    phone: optional<string>(ShortText),
    email: optional<string>(ShortText),
  }),
  result: partnerResult('ResolvedPartner', 'The partner that was found or created.', { created: Type.Boolean() }),
  example: { name: 'Иван Петров', type: 'Покупатель', phone: '8 (916) 123-45-67', email: 'petrov@mail.example' },
  decide(books, { body }, context) {
    const email = foldEmail(body.email ?? '')
    const phone = foldPhone(body.phone ?? '')
    if (email === '' && phone === '') throw invalid('', 'an email or a phone with digits must be given', 'REQUIRED')
    const found = findByContact(books, email, phone)
    if (found !== null) return joinRole(found, body.type, context)
    const partner = newPartner(body, context)
    return {
      result: { kind: 'partners', record: partner, extra: { created: true, ...namesakeWarnings(books, partner) } },
      changes: [put('partners', partner)],
      logged: log('partner.created', { name: partner.name }),
    }
  },
})

function newPartner(body: Static<typeof PARTNER.create>, { now, revision, newId }: Context): Partner {
  return PARTNER.make({ id: newId(), createdAt: now, updatedAt: now, revision }, body)
}

/**
 * Checks the partner's price type. A newly chosen price type must exist and be active; the partner's current price type
 * may be archived.
 */
function checkPriceType(books: Books, priceTypeId: string | null, keptId: string | null): void {
  if (priceTypeId !== null && priceTypeId !== keptId) active(findPriceType(books, priceTypeId), 'price type')
}

/**
 * Finds the active partner with the normalized e-mail and phone ('' when not given). A partner that
 * matches both comes first, then one that matches the e-mail, then one that matches the phone;
 * among several, the oldest.
 */
function findByContact(books: Books, email: string, phone: string): Partner | null {
  const withEmail: ReadonlySet<string> = (email === '' ? undefined : books.partnersByEmail.get(email)) ?? new Set()
  const withPhone: ReadonlySet<string> = (phone === '' ? undefined : books.partnersByPhone.get(phone)) ?? new Set()
  return oldestActive(books, withEmail, withPhone) ?? oldestActive(books, withEmail) ?? oldestActive(books, withPhone)
}

/** Returns the oldest active partner whose id is in both sets. Ids sort by creation time. */
function oldestActive(books: Books, ids: ReadonlySet<string>, others = ids): Partner | null {
  let oldest: Partner | null = null
  for (const id of ids) {
    const partner = books.partners.get(id)!
    if (others.has(id) && !partner.archived && (oldest === null || id < oldest.id)) oldest = partner
  }
  return oldest
}

const ROLE_OF_TYPE = { Поставщик: 'supplier', Покупатель: 'customer' } as const satisfies Record<string, PartnerRole>

/**
 * Returns the found partner, with the requested role added if the partner lacks it. A partner that
 * already has the role stays exactly as it is.
 */
function joinRole(found: Partner, type: (typeof PARTNER_TYPES)[number], { now, revision }: Context): Decision {
  const extra = { created: false }
  if (rolesOf(found).has(ROLE_OF_TYPE[type]))
    return {
      result: { kind: 'partners', record: found, extra },
      changes: [],
      logged: log('partner.resolved', { how: 'found', name: found.name }),
    }
  const joined: Partner = { ...found, roles: [...found.roles, type], updatedAt: now, revision }
  return {
    result: { kind: 'partners', record: joined, extra },
    changes: [put('partners', joined)],
    logged: log('partner.resolved', { how: 'joined', name: joined.name, type }),
  }
}
