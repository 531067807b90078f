import { log } from '../domain/audit-log.ts'
import { ORGANIZATION } from '../domain/fields/organizations.ts'
import { type Organization, put, remove } from '../domain/records.ts'
import { defineCommand } from './define.ts'
import { Deleted, NoBody, refuseReferenced, updated } from './fields.ts'
import { findOrganization } from './find.ts'

/**
 * POST /organizations. Refuses only a malformed body; several organizations may have the same name. Source:
 * S-ORGANIZATION-1.
 */
export const createOrganization = defineCommand({
  name: 'createOrganization',
  method: 'POST',
  path: '/api/v1/organizations',
  may: 'managers',
  refusals: [],
  summary: 'Create an own organization',
  description: 'A legal entity of the company itself, for contracts, documents and payments.',
  tag: 'Organizations',
  entity: 'organization',
  action: 'organization.created',
  body: ORGANIZATION.create,
  result: ORGANIZATION.record,
  example: {
    name: 'ООО «Складно Трейд»',
    legalKind: 'ООО',
    inn: '7712345678',
    kpp: '771201001',
    legalAddress: '125009, Москва, ул. Тверская, 7',
    bankAccounts: [{ bankName: 'АО «Банк»', accountNumber: '40702810900000012345' }],
  },
  decide(_books, { body }, { now, revision, newId }) {
    const organization = ORGANIZATION.make({ id: newId(), createdAt: now, updatedAt: now, revision }, body)
    return {
      result: { kind: 'organizations', record: organization },
      changes: [put('organizations', organization)],
      logged: log('organization.created', { name: organization.name }),
    }
  },
})

/** PATCH /organizations/{organizationId}. Refuses: NOT_FOUND. Source: S-ORGANIZATION-2. */
export const updateOrganization = defineCommand({
  name: 'updateOrganization',
  method: 'PATCH',
  path: '/api/v1/organizations/:organizationId',
  may: 'managers',
  refusals: ['NOT_FOUND'],
  summary: 'Change, archive or restore an organization',
  description: 'Fields that are left out stay unchanged, null clears a field, and a given array replaces the old one.',
  tag: 'Organizations',
  entity: 'organization',
  action: 'organization.updated',
  body: ORGANIZATION.update,
  result: ORGANIZATION.record,
  example: { kpp: '771201002' },
  decide(books, { params, body }, { now, revision }) {
    const organization = findOrganization(books, params.organizationId!)
    const changed: Organization = { ...ORGANIZATION.change(organization, body), updatedAt: now, revision }
    return updated(
      'organizations',
      { before: organization, after: changed },
      { entity: 'organization', name: changed.name },
    )
  },
})

/** DELETE /organizations/{organizationId}. Refuses: NOT_FOUND, HAS_REFERENCES. Source: S-ORGANIZATION-3. */
export const deleteOrganization = defineCommand({
  name: 'deleteOrganization',
  method: 'DELETE',
  path: '/api/v1/organizations/:organizationId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'HAS_REFERENCES'],
  summary: 'Delete an organization without links',
  description:
    'Only an organization that no contract, document or payment names can be deleted. An organization with history can be archived instead.',
  tag: 'Organizations',
  entity: 'organization',
  action: 'organization.deleted',
  body: NoBody,
  result: Deleted,
  example: {},
  facts: (_books, { params }) => [{ fact: 'references', kind: 'organizations', id: params.organizationId! }],
  decide(books, { params, facts }) {
    const organization = findOrganization(books, params.organizationId!)
    refuseReferenced(`organization "${organization.name}"`, facts.references!)
    return {
      result: { deleted: organization.id },
      changes: [remove('organizations', organization.id)],
      logged: log('organization.deleted', { name: organization.name }),
    }
  },
})
