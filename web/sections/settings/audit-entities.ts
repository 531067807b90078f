/** The types of records that audit log entries are about. */
import { sayIfKnown } from '../../words/words.ts'
import { RECORDS, recordsOfEntity } from '../records/all.ts'
import { partOf } from '../records/spec.ts'

export const auditEntities = [
  'product',
  'order',
  'shipment',
  'customer_return',
  'movement',
  'delivery',
  'delivery_photo',
  'purchase',
  'procurement_document',
  'procurement_import',
  'payment',
  ...RECORDS.flatMap(({ log }) => Object.keys(log)),
  'external_link',
  'settings',
  'member',
  'invitation',
  'token',
  'integration',
  'table_import',
  'company',
]

/**
 * Returns the name that users see for this type of record: from the definition of its kind, otherwise from the
 * settings' texts.
 */
export function nameOfEntity(entityType: string): string {
  const spec = recordsOfEntity(entityType)
  const name =
    spec === undefined ? sayIfKnown('settings', `entity-${entityType}`) : sayIfKnown(partOf(spec), `log-${entityType}`)
  return name ?? entityType
}
