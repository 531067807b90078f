import type { Static } from 'typebox'
import { log } from '../domain/audit-log.ts'
import type { Books } from '../domain/books.ts'
import { CONTRACT } from '../domain/fields/contracts.ts'
import { type Contract, put, remove } from '../domain/records.ts'
import { defineCommand, type Prefetch } from './define.ts'
import { Deleted, NoBody, refuseReferenced, updated } from './fields.ts'
import { active, findContract, findOrganization, findPartner } from './find.ts'

/** POST /contracts. Refuses: NOT_FOUND, ARCHIVED (the partner or organization). Source: S-CONTRACT-1, S-CONTRACT-4. */
export const createContract = defineCommand({
  name: 'createContract',
  method: 'POST',
  path: '/api/v1/contracts',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ARCHIVED'],
  summary: 'Create a contract',
  description:
    'Connects an own organization with a partner. Documents and payments that name the contract must be for the same two.',
  tag: 'Contracts',
  entity: 'contract',
  action: 'contract.created',
  body: CONTRACT.create,
  result: CONTRACT.record,
  example: { partnerId: '…', organizationId: '…', kind: 'purchase', number: '17/26', signedAt: '2026-01-15' },
  decide(books, { body }, { now, revision, newId }) {
    const partner = active(findPartner(books, body.partnerId), 'partner')
    const organization = active(findOrganization(books, body.organizationId), 'organization')
    const contract = CONTRACT.make({ id: newId(), createdAt: now, updatedAt: now, revision }, body)
    return {
      result: { kind: 'contracts', record: contract },
      changes: [put('contracts', contract)],
      logged: log('contract.created', {
        name: labelOf(contract),
        organization: organization.name,
        partner: partner.name,
      }),
    }
  },
})

/**
 * PATCH /contracts/{contractId}. Refuses: NOT_FOUND, ARCHIVED (a new partner or organization), HAS_REFERENCES (changing
 * the partner or organization while documents or payments refer to the contract). Source: S-CONTRACT-2, S-CONTRACT-4.
 */
export const updateContract = defineCommand({
  name: 'updateContract',
  method: 'PATCH',
  path: '/api/v1/contracts/:contractId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ARCHIVED', 'HAS_REFERENCES'],
  summary: 'Change, archive or restore a contract',
  description:
    'Fields that are left out stay unchanged; null clears a field. The partner and the organization cannot change once documents or payments name the contract.',
  tag: 'Contracts',
  entity: 'contract',
  action: 'contract.updated',
  body: CONTRACT.update,
  result: CONTRACT.record,
  example: { number: '17/26-2', note: 'Пролонгирован на год' },
  facts(books, { params, body }): readonly Prefetch[] {
    const contract = books.contracts.get(params.contractId!)
    if (contract === undefined || !changesParties(contract, body)) return []
    return [{ fact: 'references', kind: 'contracts', id: contract.id }]
  },
  decide(books, { params, body, facts }, { now, revision }) {
    const contract = findContract(books, params.contractId!)
    checkParties(books, contract, body)
    if (changesParties(contract, body))
      refuseReferenced(`contract "${labelOf(contract)}"`, facts.references!, 'Create another contract instead.')
    const changed: Contract = { ...CONTRACT.change(contract, body), updatedAt: now, revision }
    return updated('contracts', { before: contract, after: changed }, { entity: 'contract', name: labelOf(changed) })
  },
})

/** DELETE /contracts/{contractId}. Refuses: NOT_FOUND, HAS_REFERENCES. Source: S-CONTRACT-3. */
export const deleteContract = defineCommand({
  name: 'deleteContract',
  method: 'DELETE',
  path: '/api/v1/contracts/:contractId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'HAS_REFERENCES'],
  summary: 'Delete a contract without links',
  description:
    'Only a contract that no document or payment names can be deleted. A contract with history can be archived instead.',
  tag: 'Contracts',
  entity: 'contract',
  action: 'contract.deleted',
  body: NoBody,
  result: Deleted,
  example: {},
  facts: (_books, { params }) => [{ fact: 'references', kind: 'contracts', id: params.contractId! }],
  decide(books, { params, facts }) {
    const contract = findContract(books, params.contractId!)
    refuseReferenced(`contract "${labelOf(contract)}"`, facts.references!)
    return {
      result: { deleted: contract.id },
      changes: [remove('contracts', contract.id)],
      logged: log('contract.deleted', { name: labelOf(contract) }),
    }
  },
})

const labelOf = ({ number, id }: Contract): string => number ?? id

function changesParties(contract: Contract, { partnerId, organizationId }: Static<typeof CONTRACT.update>): boolean {
  return (
    (partnerId ?? contract.partnerId) !== contract.partnerId ||
    (organizationId ?? contract.organizationId) !== contract.organizationId
  )
}

function checkParties(
  books: Books,
  contract: Contract,
  { partnerId, organizationId }: Static<typeof CONTRACT.update>,
): void {
  if (partnerId !== undefined && partnerId !== contract.partnerId) active(findPartner(books, partnerId), 'partner')
  if (organizationId !== undefined && organizationId !== contract.organizationId)
    active(findOrganization(books, organizationId), 'organization')
}
