/** Finds the names of records in MoySklad by their ids, because sentences in the report show names. */
import type { Tx } from '../../store/database.ts'
import { SOURCE_ENTITIES } from '../mapping/map-row.ts'
import { type SourceRow, sourceIdOf, sourceRowOf } from '../mapping/source-values.ts'
import { findPlans } from './row-sql.ts'
import { findDocumentNames } from './source-sql.ts'

const DOCUMENTS: readonly string[] = ['purchase_order', 'supplier_invoice', 'receipt'].map(
  (type) => SOURCE_ENTITIES[type as 'receipt'].entity,
)

/**
 * Returns the names of records that some rows refer to: names of rows that are already planned, and numbers of other
 * documents.
 */
export async function namesFor(
  tx: Tx,
  companyId: string,
  jobId: string,
  rows: readonly SourceRow[],
): Promise<Map<string, string>> {
  const found = new Set<string>()
  const documents = new Set<string>()
  for (const row of rows) collect(row, { found, documents })
  const plans = await findPlans(tx, companyId, jobId, [...found])
  const names = await findDocumentNames(tx, companyId, { jobId, lists: DOCUMENTS, externalIds: [...documents] })
  return new Map([
    ...plans.filter(({ name }) => name !== '').map(({ externalId, name }) => [externalId, name] as const),
    ...names,
  ])
}

const KINDS: readonly string[] = [...new Set(Object.values(SOURCE_ENTITIES).map(({ entity }) => entity))]

/** Collects all references inside a MoySklad value, grouped by entity. */
function collect(value: unknown, into: { readonly found: Set<string>; readonly documents: Set<string> }): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) {
    const { type, size } = sourceRowOf(sourceRowOf(value).meta)
    if (size === undefined && KINDS.includes(String(type))) {
      const isDocument = DOCUMENTS.includes(String(type))
      ;(isDocument ? into.documents : into.found).add(sourceIdOf(value))
    }
  }
  for (const inner of Object.values(value)) collect(inner, into)
}
