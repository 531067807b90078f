/** Puts uploaded files into the states in which recognition would leave them, without running the recognition. */
import type { ImportFile } from '../../../server/domain/records.ts'
import { parseStoredRecord, printStoredRecord } from '../../../server/engine/stored-records.ts'
import type { Tx } from '../../../server/store/database.ts'
import { findRecords } from '../../../server/store/records.ts'

type Extraction = NonNullable<ImportFile['extraction']>

/** A recognition result in the form held in memory: amounts in kopecks, quantities in thousandths. */
export const EXTRACTION = {
  kind: 'upd',
  reference: '1542',
  issuedAt: '2026-03-01',
  supplier: { name: 'ООО «Ромашка»', inn: '7701234567' },
  lines: [
    { name: 'Чайник', sku: null, unit: 'шт', quantity: 10_000, unitCost: 9_540, amount: 95_400, confidence: 0.97 },
  ],
  total: 95_400,
  warnings: [],
  text: 'УПД № 1542 от 01.03.2026',
  recognition: { model: 'test', startedAt: '2026-03-01T10:00:00.000Z', durationSeconds: 4 },
} as unknown as Extraction

/**
 * Moves a queued file into its state after recognition, both in the table of files and in the log. This runs no
 * command, so the revision stays the same.
 */
export async function finishAs(
  tx: Tx,
  companyId: string,
  importId: string,
  outcome: { extraction: Extraction } | { error: string },
): Promise<void> {
  const status = 'error' in outcome ? 'failed' : 'recognized'
  const [kept] = await findRecords(tx, companyId, 'imports', [importId])
  const record = printStoredRecord('imports', { ...parseStoredRecord('imports', kept!), status, ...outcome })
  await tx.query('update procurement_imports set status = $3, record = $4 where company_id = $1 and id = $2', [
    companyId,
    importId,
    status,
    record,
  ])
  // Rewrite the log as if the file had been in this state from the beginning.
  await tx.query('update commands set after = replace(after, $2, $3) where company_id = $1 and entity_id = $4', [
    companyId,
    kept,
    record,
    importId,
  ])
}
