/**
 * The model's rules for references in a command: references to records by id and to partners by name, and external ids.
 * Source: S-RECORD-4, S-PARTNER-5, S-PARTNER-6, S-PARTNER-7, S-PARTNER-8, S-LINK-5.
 */
import type { Model, ModelPartner, ModelProduct } from './model.ts'
import type { Json, ModelLink } from './model-kinds.ts'

export type ModelRole = 'supplier' | 'customer'
const ROLE_WORDS: Record<ModelRole, string[]> = {
  supplier: ['поставщик', 'supplier'],
  customer: ['покупатель', 'customer'],
}

/** Derives a partner's roles, supplier and customer, from its `type` and `roles` fields. */
export function modelRoles(partner: Pick<ModelPartner, 'type' | 'roles'>): ModelRole[] {
  const words = [...partner.roles, ...(partner.type === null ? [] : [partner.type])].map((word) => word.toLowerCase())
  return (['supplier', 'customer'] as const).filter((role) => ROLE_WORDS[role].some((word) => words.includes(word)))
}

/** Returns the partners with a name, including archived ones, that have the given role or no role. */
function partnersCalled(model: Model, name: string, role: ModelRole): ModelPartner[] {
  const folded = name.trim().toLowerCase()
  return [...model.partners.values()].filter((partner) => {
    const roles = modelRoles(partner)
    return partner.name.trim().toLowerCase() === folded && (roles.length === 0 || roles.includes(role))
  })
}

export function partnerCodes(model: Model, name: string, role: ModelRole): string[] {
  const called = partnersCalled(model, name, role)
  const active = called.filter((partner) => !partner.archived)
  if (active.length === 1) return []
  if (active.length > 1) return ['AMBIGUOUS_PARTNER']
  return [called.length > 0 ? 'ARCHIVED' : 'NOT_FOUND']
}

export const activePartner = (model: Model, name: string, role: ModelRole): ModelPartner =>
  partnersCalled(model, name, role).find((partner) => !partner.archived)!

/** Returns NOT_FOUND or ARCHIVED if a new operation cannot refer to the record. */
export function namingCodes(record: { archived: boolean } | undefined): string[] {
  if (record === undefined) return ['NOT_FOUND']
  return record.archived ? ['ARCHIVED'] : []
}

/**
 * Returns the codes for a reference in an update. They are those of `namingCodes`, except that an existing reference
 * may stay even if the record is archived.
 */
export function newlyNamingCodes(
  map: ReadonlyMap<string, { archived: boolean }>,
  id: string | null,
  before: string | null,
): string[] {
  return id === null || id === before ? [] : namingCodes(map.get(id))
}

export function stockedCodes(product: ModelProduct | undefined): string[] {
  return product?.kind === 'bundle' || product?.kind === 'service' ? ['NOT_STOCKED'] : []
}

/** Returns the external source and id of an order or purchase as one string. */
export const externalOf = (body: Json): string | null =>
  body.externalSource && body.externalId ? `${body.externalSource}\n${body.externalId}` : null

/**
 * Returns VALIDATION_FAILED if only one of the external source and id is given, or DUPLICATE_EXTERNAL_ID if another record has
 * both.
 */
export function externalCodes(body: Json, others: Iterable<{ readonly external: string | null }>): string[] {
  if (Boolean(body.externalSource) !== Boolean(body.externalId)) return ['VALIDATION_FAILED']
  const external = externalOf(body)
  if (external === null) return []
  for (const other of others) if (other.external === external) return ['DUPLICATE_EXTERNAL_ID']
  return []
}

export const linkKey = ({ source, entityType, externalId }: Pick<ModelLink, 'source' | 'entityType' | 'externalId'>) =>
  `${source}\n${entityType}\n${externalId}`

export function isLinked(model: Model, id: string): boolean {
  return [...model.links.values()].some((link) => link.internalId === id)
}
