/** Finds records that came from MoySklad but are no longer in its lists. */
import type { Tx } from '../../store/database.ts'
import { SOURCE_ENTITIES } from '../mapping/map-row.ts'
import type { EntityType } from '../mapping/plan.ts'
import type { Job } from './job.ts'
import type { LinkKind } from './link-sql.ts'
import { findLocal } from './local-records-sql.ts'

export interface MissingLink {
  readonly entityType: EntityType
  readonly externalId: string
  readonly internalId: string
  readonly name: string
}

type Listed = keyof typeof SOURCE_ENTITIES

/** For each kind of link, the kinds of rows that its records may have come from. */
const TYPES: readonly (readonly [LinkKind, readonly Listed[]])[] = [
  ['warehouse', ['warehouse']],
  ['organization', ['organization']],
  ['partner', ['partner']],
  ['product', ['product', 'service', 'variant', 'bundle']],
  ['document', ['purchase_order', 'supplier_invoice', 'receipt']],
]
/**
 * The maximum number of missing records of each kind that are reported. If more are missing, the records most likely
 * belong to another account.
 */
const MOST = 10_000

/**
 * Finds records that are absent from MoySklad's lists, considering only lists that were read completely. `partial`:
 * entities whose records are only partly visible to the token's user; these are skipped, because absence proves
 * nothing.
 */
export async function findMissing(
  tx: Tx,
  companyId: string,
  { id, checkpoint }: Job,
  partial: readonly string[],
): Promise<MissingLink[]> {
  const isWhole = (entity: string) =>
    !partial.includes(entity) &&
    checkpoint.steps.some(
      ({ list, kind, skipped, isUnsteady, unreadable = 0 }) =>
        list === entity && kind === 'entity' && skipped === null && !isUnsteady && unreadable === 0,
    )
  const missing: MissingLink[] = []
  for (const [kind, types] of TYPES) {
    const lists = types.map((type) => SOURCE_ENTITIES[type].entity)
    if (!lists.every(isWhole)) continue
    const { rows } = await tx.query<{ external_id: string; internal_id: string }>(
      `select external_id, internal_id from extsys_links as l
        where company_id = $1 and kind = $2
          and not exists (select from extsys_source_rows as s
                           where s.company_id = $1 and s.job_id = $3 and s.list = any ($4) and s.external_id = l.external_id)
        order by external_id limit ${MOST}`,
      [companyId, kind, id, lists],
    )
    const ids = rows.map(({ internal_id }) => internal_id)
    const local = await findLocal(tx, companyId, kind, ids)
    for (const { external_id: externalId, internal_id: internalId } of rows) {
      const record = local.get(internalId)
      if (record === undefined) continue
      const entityType = typeOf(kind, types, String(record.kind))
      missing.push({ entityType, externalId, internalId, name: String(record.name ?? record.reference ?? '') })
    }
  }
  return missing
}

/** Returns the kind of row that a record came from. Products and documents store this kind themselves. */
function typeOf(kind: LinkKind, types: readonly Listed[], own: string): EntityType {
  return types.find((type) => type === own) ?? (kind === 'product' ? 'product' : types[0]!)
}
