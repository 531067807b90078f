/** The types of records that audit log entries are about. */
import { RECORDS } from '../records/all.ts'

const isEntity = (word: string) => !word.includes('-')

export const auditEntities = [
  'product',
  'order',
  'movement',
  'purchase',
  'procurement_document',
  'procurement_import',
  'payment',
  ...RECORDS.flatMap(({ log }) => Object.keys(log).filter(isEntity)),
  'external_link',
  'settings',
  'member',
  'invitation',
  'token',
  'integration',
  'table_import',
]
