/** The types of records to which entries of the audit log refer. */
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
 * Returns the name of a type of record as users see it. The definition of the kind of record provides it; if there is
 * none, the texts of the settings do.
 */
export function nameOfEntity(entityType: string): string {
  const spec = recordsOfEntity(entityType)
  const name =
    spec === undefined ? sayIfKnown('settings', `entity-${entityType}`) : sayIfKnown(partOf(spec), `log-${entityType}`)
  return name ?? entityType
}
