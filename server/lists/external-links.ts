/** GET /external-links with a key: finds our record by an id used in another system. Source: S-LINK-4, S-LINK-6. */
import type { ExternalLink, Order } from '../domain/records.ts'
import { Refusal } from '../domain/refusals.ts'
import { serializeRecord } from '../engine/serialize.ts'
import { parseStoredRecord } from '../engine/stored-records.ts'
import { type Database, readCompany } from '../store/database.ts'
import { findExternalLink } from '../store/prefetch.ts'
import { findOrderByPair } from './lists-sql.ts'

export interface LinkKey {
  readonly source: string
  readonly entityType: ExternalLink['entityType']
  readonly externalId: string
}

/**
 * Returns the link as JSON. An order's own external id counts as a link too, with the order's id and creation time.
 * Refuses with NOT_FOUND.
 */
export async function readExternalLink(database: Database, companyId: string, key: LinkKey): Promise<string> {
  const { source, entityType, externalId } = key
  const link = await readCompany(database, companyId, async (tx) => {
    const record = await findExternalLink(tx, companyId, key)
    if (record !== null) return parseStoredRecord('externalLinks', record)
    const order = entityType === 'order' ? await findOrderByPair(tx, companyId, source, externalId) : null
    return order === null ? null : linkOf(parseStoredRecord('orders', order), key)
  })
  if (link === null)
    throw new Refusal(
      'NOT_FOUND',
      `No ${entityType} in this company has the external id "${externalId}" of "${source}".`,
      {
        figures: { reason: 'external_id', entity: entityType, source, externalId },
      },
    )
  return serializeRecord('externalLinks', link)
}

function linkOf({ id, createdAt, revision }: Order, key: LinkKey): ExternalLink {
  return { id, ...key, internalId: id, createdAt, revision }
}
