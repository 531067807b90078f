/**
 * The model's rules for organizations, contracts, external links, settings and notifications, written from S-ORGANIZATION,
 * S-CONTRACT, S-LINK and S-SETTINGS.
 */
import { available, differences, keptText, type Model, noteNewId, type Rule, takeDelete } from './model.ts'
import type { Json, ModelContract, ModelOrganization } from './model-kinds.ts'
import { linkKey, namingCodes, newlyNamingCodes } from './model-naming.ts'

/** Compares an organization in a response with the model's, and returns the differences. */
export function organizationDifferences(organization: ModelOrganization, actual: Json): string[] {
  const diff = differences()
  const { id, name, inn, bankAccounts, archived } = organization
  const is = [actual.id, actual.name, actual.inn, actual.bankAccounts, actual.archived]
  diff.expect(`organization ${id}`, is, [id, name, inn, bankAccounts, archived])
  return diff.found
}

const createOrganization: Rule = {
  refusals: () => [],
  take(model, { body }, { result }) {
    const diff = differences()
    noteNewId(model, result.id, diff)
    const inn = keptText(body.inn, null)
    const organization = { id: result.id, name: body.name.trim(), inn, bankAccounts: body.bankAccounts ?? [] }
    model.organizations.set(organization.id, { ...organization, archived: false })
    return [...diff.found, ...organizationDifferences({ ...organization, archived: false }, result)]
  },
}

const updateOrganization: Rule = {
  refusals: (model, { params }) => (model.organizations.has(params.organizationId!) ? [] : ['NOT_FOUND']),
  take(model, { params, body }, { result }) {
    const organization = model.organizations.get(params.organizationId!)!
    organization.name = keptText(body.name, organization.name)!
    organization.inn = keptText(body.inn, organization.inn)
    if (body.bankAccounts !== undefined) organization.bankAccounts = body.bankAccounts ?? []
    if (body.archived !== undefined) organization.archived = body.archived
    return organizationDifferences(organization, result)
  },
}

const deleteOrganization: Rule = {
  refusals(model, { params }) {
    const id = params.organizationId!
    if (!model.organizations.has(id)) return ['NOT_FOUND']
    const named = [...model.contracts.values(), ...model.documents.values(), ...model.payments.values()]
    return named.some((record) => record.organizationId === id) ? ['HAS_REFERENCES'] : []
  },
  take: (model, { params }, seen) => takeDelete(model.organizations, params.organizationId!, seen),
}

/** Compares a contract in a response with the model's, and returns the differences. */
export function contractDifferences(contract: ModelContract, actual: Json): string[] {
  const diff = differences()
  for (const [name, value] of Object.entries(contract))
    diff.expect(`${name} of contract ${contract.id}`, actual[name], value)
  return diff.found
}

const isContractUsed = (model: Model, id: string): boolean =>
  [...model.documents.values(), ...model.payments.values()].some((record) => record.contractId === id)

const createContract: Rule = {
  refusals: (model, { body }) => [
    ...namingCodes(model.partners.get(body.partnerId)),
    ...namingCodes(model.organizations.get(body.organizationId)),
  ],
  take(model, { body }, { result }) {
    const diff = differences()
    noteNewId(model, result.id, diff)
    const { partnerId, organizationId, kind, signedAt = null, commissionPercent = null } = body
    const parties = { id: result.id, partnerId, organizationId, kind }
    const contract = { ...parties, number: keptText(body.number, null), signedAt, commissionPercent, archived: false }
    model.contracts.set(contract.id, contract)
    return [...diff.found, ...contractDifferences(contract, result)]
  },
}

const updateContract: Rule = {
  refusals(model, { params, body }) {
    const contract = model.contracts.get(params.contractId!)
    if (contract === undefined) return ['NOT_FOUND']
    const partnerId = body.partnerId ?? contract.partnerId
    const organizationId = body.organizationId ?? contract.organizationId
    const isOther = partnerId !== contract.partnerId || organizationId !== contract.organizationId
    return [
      ...newlyNamingCodes(model.partners, partnerId, contract.partnerId),
      ...newlyNamingCodes(model.organizations, organizationId, contract.organizationId),
      ...(isOther && isContractUsed(model, contract.id) ? ['HAS_REFERENCES'] : []),
    ]
  },
  take(model, { params, body }, { result }) {
    const contract = model.contracts.get(params.contractId!)!
    contract.partnerId = body.partnerId ?? contract.partnerId
    contract.organizationId = body.organizationId ?? contract.organizationId
    contract.kind = body.kind ?? contract.kind
    contract.number = keptText(body.number, contract.number)
    contract.signedAt = keptText(body.signedAt, contract.signedAt)
    if (body.commissionPercent !== undefined) contract.commissionPercent = body.commissionPercent
    if (body.archived !== undefined) contract.archived = body.archived
    return contractDifferences(contract, result)
  },
}

const deleteContract: Rule = {
  refusals(model, { params }) {
    const id = params.contractId!
    if (!model.contracts.has(id)) return ['NOT_FOUND']
    return isContractUsed(model, id) ? ['HAS_REFERENCES'] : []
  },
  take: (model, { params }, seen) => takeDelete(model.contracts, params.contractId!, seen),
}

/**
 * Returns why a contract cannot be used with a partner and an organization: it must belong to both, and must be active unless
 * it was already used.
 */
export function contractCodes(
  model: Model,
  wanted: { contractId: string | null; partnerId: string | null; organizationId: string | null },
  before: string | null,
): string[] {
  if (wanted.contractId === null) return []
  const contract = model.contracts.get(wanted.contractId)
  if (contract === undefined) return ['NOT_FOUND']
  const isOther =
    (wanted.partnerId !== null && wanted.partnerId !== contract.partnerId) ||
    (wanted.organizationId !== null && wanted.organizationId !== contract.organizationId)
  return [
    ...(isOther ? ['CONTRACT_MISMATCH'] : []),
    ...(contract.archived && contract.id !== before ? ['ARCHIVED'] : []),
  ]
}

const LINKED = { product: 'products', partner: 'partners', order: 'orders' } as const

const createExternalLink: Rule = {
  refusals(model, { body }) {
    const { source, entityType, externalId, internalId } = body
    const map: ReadonlyMap<string, unknown> = model[LINKED[entityType as keyof typeof LINKED]]
    const known = model.links.get(linkKey(body))
    const owner = [...model.orders.values()].find(
      ({ external }) => entityType === 'order' && external === `${source}\n${externalId}`,
    )
    const isTaken = [known?.internalId, owner?.id].some((id) => id !== undefined && id !== internalId)
    return [...(map.has(internalId) ? [] : ['NOT_FOUND']), ...(isTaken ? ['DUPLICATE_EXTERNAL_ID'] : [])]
  },
  take(model, { body }, { result }) {
    const diff = differences()
    const { source, entityType, externalId, internalId } = body
    const known = model.links.get(linkKey(body))
    if (known === undefined) noteNewId(model, result.id, diff)
    const link = { id: known?.id ?? result.id, source, entityType, externalId, internalId }
    model.links.set(linkKey(link), link)
    for (const [name, value] of Object.entries(link)) diff.expect(`${name} of the link`, result[name], value)
    return diff.found
  },
}

const deleteExternalLink: Rule = {
  refusals: (model, { params }) => (linkWithId(model, params.linkId!) === undefined ? ['NOT_FOUND'] : []),
  take(model, { params }, { result }) {
    const diff = differences()
    diff.expect('result', result, { id: params.linkId, deleted: true })
    model.links.delete(linkKey(linkWithId(model, params.linkId!)!))
    return diff.found
  },
}

const linkWithId = (model: Model, id: string) => [...model.links.values()].find((link) => link.id === id)

const updateSettings: Rule = {
  refusals: () => [],
  take(model, { body }, { result }) {
    const timeZone = body.timeZone === undefined ? model.settings.timeZone : (body.timeZone ?? 'Europe/Moscow')
    const { reservationHours: given, ...rest } = body
    const hours = given === undefined ? model.settings.reservationHours : given
    const told = hours == null ? {} : { reservationHours: hours }
    model.settings = { ...rest, companyName: body.companyName.trim(), timeZone: timeZone.trim(), ...told }
    const diff = differences()
    diff.expect('settings', result, model.settings)
    return diff.found
  },
}

const markNotification: Rule = {
  refusals: (model, { params }) => (model.notifications.has(params.notificationId!) ? [] : ['NOT_FOUND']),
  take(model, { params, body }, { result }) {
    model.notifications.set(params.notificationId!, body.read)
    const diff = differences()
    diff.expect('notification', [result.id, result.readAt !== null], [params.notificationId, body.read])
    return diff.found
  },
}

/** Returns, for each product with a minimum stock, the available quantity over all warehouses. */
export function watchedStock(model: Model): Map<string, bigint> {
  const watched = new Map<string, bigint>()
  if (!model.settings.lowStockAlerts) return watched
  for (const { id, minStock, archived } of model.products.values()) {
    if (minStock === null || archived) continue
    const here = [...model.warehouses.keys()].map((warehouseId) => available(model, id, warehouseId))
    watched.set(
      id,
      here.reduce((sum, quantity) => sum + quantity, 0n),
    )
  }
  return watched
}

/**
 * Compares the notifications that a command caused with the expected ones, given the stock before it: one for each product that
 * fell below its minimum.
 */
export function takeNotices(model: Model, before: Map<string, bigint>, notices: readonly Json[] | null): string[] {
  if (notices === null) return []
  const diff = differences()
  const after = watchedStock(model)
  const fallen = [...before.keys()].filter((id) => {
    const least = model.products.get(id)?.minStock ?? 0n
    return before.get(id)! >= least && (after.get(id) ?? least) < least
  })
  diff.expect('products told to run low', notices.map(({ productId }) => productId).sort(), fallen.sort())
  for (const { id, kind, readAt } of notices) {
    noteNewId(model, id, diff)
    diff.expect('notice', [kind, readAt], ['low_stock', null])
    model.notifications.set(id, false)
  }
  return diff.found
}

export const PARTY_RULES: Readonly<Record<string, Rule>> = {
  createOrganization,
  updateOrganization,
  deleteOrganization,
  createContract,
  updateContract,
  deleteContract,
  createExternalLink,
  deleteExternalLink,
  updateSettings,
  markNotification,
}
