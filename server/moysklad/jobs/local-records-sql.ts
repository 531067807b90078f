/** Reads our records that an import compares with those in MoySklad. */
import type { Kind } from '../../domain/records.ts'
import { shownOf } from '../../engine/stored-records.ts'
import type { Tx } from '../../store/database.ts'
import { findRecords, rowsOf } from '../../store/records.ts'
import type { LocalRecord } from '../mapping/merge.ts'
import type { LinkKind } from './link-sql.ts'

/** For each kind of link, the kind of our record that it points to. */
const KINDS = {
  price_type: 'priceTypes',
  custom_field: 'customFields',
  warehouse: 'warehouses',
  organization: 'organizations',
  partner: 'partners',
  product: 'products',
  document: 'documents',
} as const satisfies Record<LinkKind, Kind>

/** Returns our records of a kind by id, in the form that the API returns. Leaves out deleted records. */
export async function findLocal(
  tx: Tx,
  companyId: string,
  kind: LinkKind,
  ids: readonly string[],
): Promise<Map<string, LocalRecord>> {
  if (ids.length === 0) return new Map()
  const texts = await findRecords(tx, companyId, KINDS[kind], [...new Set(ids)])
  const records = texts.map((text) => JSON.parse(shownOf(KINDS[kind], text, 'full')) as LocalRecord & { id: string })
  return new Map(records.map((record) => [record.id, record]))
}

/** Returns the ids from the given list that exist in the database. */
export async function findExisting(
  tx: Tx,
  companyId: string,
  kind: LinkKind,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await tx.query<{ id: string }>(`select id from ${rowsOf(KINDS[kind])} and id = any ($2)`, [
    companyId,
    [...new Set(ids)],
  ])
  return new Set(rows.map(({ id }) => id))
}
