import { log } from '../domain/audit-log.ts'
import type { Books } from '../domain/books.ts'
import { externalKey } from '../domain/books.ts'
import { ExternalLinkRecord, LINKED_ENTITIES } from '../domain/record-schemas.ts'
import { type ExternalLink, put, remove } from '../domain/records.ts'
import { notFound } from '../domain/refusals.ts'
import { Id, Name, oneOf, strictObject } from '../domain/schema.ts'
import { defineCommand, type Prefetch, type Prefetched, prefetchedRecord } from './define.ts'
import { Deleted, NoBody, refuseTakenPair } from './fields.ts'
import { findPartner, findProduct } from './find.ts'

/**
 * POST /external-links. Repeating a link changes nothing and returns the existing one. Refuses: NOT_FOUND
 * (`internalId`), DUPLICATE_EXTERNAL_ID. Source: S-LINK-1, S-LINK-2, S-LINK-3.
 */
export const createExternalLink = defineCommand({
  name: 'createExternalLink',
  method: 'POST',
  path: '/api/v1/external-links',
  may: 'managers',
  refusals: ['NOT_FOUND', 'DUPLICATE_EXTERNAL_ID'],
  summary: 'Link a record to its id in another system',
  description:
    'Source, entity type and external id form the key, which identifies one record. Sending the same four fields again returns the same link.',
  tag: 'External links',
  entity: 'external_link',
  action: 'external_link.created',
  body: strictObject({ source: Name, entityType: oneOf(LINKED_ENTITIES), externalId: Name, internalId: Id }),
  result: ExternalLinkRecord,
  example: { source: 'ozon', entityType: 'product', externalId: 'SKU-1', internalId: '…' },
  facts(books, { body: { source, entityType, externalId, internalId } }): readonly Prefetch[] {
    const link: Prefetch = { fact: 'externalLink', source, entityType, externalId }
    if (entityType !== 'order') return [link]
    const order: readonly Prefetch[] = books.orders.has(internalId)
      ? []
      : [{ fact: 'record', kind: 'orders', id: internalId }]
    return [link, { fact: 'idByExternalId', kind: 'orders', source, externalId }, ...order]
  },
  decide(books, { body, facts }, { now, revision, newId }) {
    checkExists(books, body, facts)
    const known = facts.externalLink ?? null
    if (known !== null && known.internalId === body.internalId)
      return {
        result: { kind: 'externalLinks', record: known },
        changes: [],
        logged: log('external_link.created', { how: 'found', ...saidOf(known) }),
      }
    const ownPair =
      body.entityType === 'order'
        ? (books.ordersByExternalKey.get(externalKey(body.source, body.externalId)) ?? facts.idByExternalId)
        : null
    const taken = known?.internalId ?? ownPair ?? null
    if (taken !== body.internalId) refuseTakenPair(body.entityType, taken, body.externalId)
    const link: ExternalLink = { id: newId(), ...body, createdAt: now, revision }
    return {
      result: { kind: 'externalLinks', record: link },
      changes: [put('externalLinks', link)],
      logged: log('external_link.created', { how: 'created', ...saidOf(link) }),
    }
  },
})

/**
 * DELETE /external-links/{linkId}. Afterwards, the linked record can be deleted and the external id used again. An
 * external id stored in the order itself is kept. Refuses: NOT_FOUND. Source: S-LINK-7.
 */
export const deleteExternalLink = defineCommand({
  name: 'deleteExternalLink',
  method: 'DELETE',
  path: '/api/v1/external-links/:linkId',
  may: 'managers',
  refusals: ['NOT_FOUND'],
  summary: 'Delete an external link',
  description: 'The record no longer counts as linked, and the key can be used for another record.',
  tag: 'External links',
  entity: 'external_link',
  action: 'external_link.deleted',
  body: NoBody,
  result: Deleted,
  example: {},
  facts: (_books, { params }) => [{ fact: 'record', kind: 'externalLinks', id: params.linkId! }],
  decide(_books, { params, facts }) {
    const link = prefetchedRecord(facts, 'externalLinks', params.linkId!)
    if (link === null) throw notFound('external link', params.linkId!)
    return {
      result: { deleted: link.id },
      changes: [remove('externalLinks', link.id)],
      logged: log('external_link.deleted', saidOf(link)),
    }
  },
})

function checkExists(
  books: Books,
  { entityType, internalId }: Pick<ExternalLink, 'entityType' | 'internalId'>,
  facts: Prefetched,
): void {
  if (entityType === 'product') findProduct(books, internalId)
  else if (entityType === 'partner') findPartner(books, internalId)
  else if (!books.orders.has(internalId) && prefetchedRecord(facts, 'orders', internalId) === null)
    throw notFound('order', internalId)
}

const saidOf = ({ source, entityType, externalId }: ExternalLink) => ({ source, entityType, externalId })
