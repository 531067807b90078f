/** The routes of table imports as the OpenAPI document shows them. */
import { type TSchema, Type } from 'typebox'
import type { ProblemCode } from '../../domain/refusals.ts'
import { MEDIA_TYPES } from '../formats.ts'
import { describeRead, WRITE_PROBLEMS } from './openapi.ts'

export const TABLE_TAG = 'Table imports'
export const TABLE_TYPES = [MEDIA_TYPES.xlsx, MEDIA_TYPES.csv, 'application/octet-stream'] as const

interface Words {
  readonly summary: string
  readonly description: string
  readonly refusals: readonly ProblemCode[]
  readonly body?: object
  readonly alsoHeaders?: Readonly<Record<string, object>>
}

const MANAGERS =
  'Managers can import every kind of table, storekeepers only opening stock. Users who do not see costs can use only their own uploads.'
const BINARY = { schema: { type: 'string', format: 'binary' } }
const FILE_NAME = Type.String({
  description: 'The file name as percent-encoded or raw UTF-8.',
  examples: [encodeURIComponent('Прайс.xlsx')],
})
const BY_RULE: readonly ProblemCode[] = ['NOT_FOUND', 'INVALID_TRANSITION']
const MAPPING_EXAMPLE = {
  columns: [
    { index: 0, target: 'name' },
    { index: 1, target: 'sku' },
    { index: 2, target: 'price:Опт' },
    { index: 3, target: null },
  ],
  matchBy: 'sku',
  createMissing: true,
}

const WRITES: Readonly<Record<string, Words>> = {
  uploadTableImport: {
    summary: 'Upload a table',
    description: `The bytes of an XLSX or CSV file (UTF-8, UTF-16 or windows-1251; cells separated by ; , or a tab). Returns the columns and what each seems to contain; writes nothing. ${MANAGERS}`,
    refusals: ['UNREADABLE_TABLE', 'COMPANY_LIMIT_REACHED', 'LIMIT_REACHED'],
    body: { content: Object.fromEntries(TABLE_TYPES.map((type) => [type, BINARY])) },
    alsoHeaders: { 'X-File-Name': FILE_NAME },
  },
  mapTableImport: {
    summary: 'Set what the columns contain',
    description:
      'Makes a preview of all rows in the background: `planning`, then `ready`. If `sheet` or `headerRow` changes, the columns are detected again. Writes nothing.',
    refusals: [...BY_RULE, 'UNREADABLE_TABLE', 'ARCHIVED', 'AMBIGUOUS_PARTNER'],
    body: { examples: [MAPPING_EXAMPLE] },
  },
  applyTableImport: {
    summary: 'Write the rows',
    description:
      'Runs in the background and writes each row once, even after a crash. Rows with a problem are left out.',
    refusals: [...BY_RULE, 'ALREADY_IMPORTED'],
    body: { examples: [{}] },
  },
  pauseTableImport: {
    summary: 'Pause writing',
    description: 'Rows that are already written stay.',
    refusals: BY_RULE,
    body: { examples: [{}] },
  },
  resumeTableImport: {
    summary: 'Continue writing',
    description: 'Continues from where the import was paused.',
    refusals: BY_RULE,
    body: { examples: [{}] },
  },
  cancelTableImport: {
    summary: 'Cancel an import',
    description: 'Rows that are already written stay; no further rows are written.',
    refusals: BY_RULE,
    body: { examples: [{}] },
  },
  deleteTableImport: {
    summary: 'Delete an import and its report',
    description: 'Records written by the import stay. Pause or cancel an import that is writing before you delete it.',
    refusals: BY_RULE,
    body: { examples: [{}] },
  },
}

/** The part of a write route's schema that is only for documentation. */
export function describeWrite(operationId: string, answer: TSchema) {
  const { summary, description, refusals, body = {}, alsoHeaders } = WRITES[operationId]!
  const { tags, security } = describeRead(operationId, summary, description, TABLE_TAG)
  return {
    ...{ operationId, summary, tags, security },
    description: `${description} Refuses: ${refusals.map((code) => `\`${code}\``).join(', ')}.`,
    'x-refusals': refusals,
    ...(alsoHeaders === undefined ? {} : { alsoHeaders }),
    body,
    response: {
      200: { description: 'Done.', content: { 'application/json': { schema: answer } } },
      ...WRITE_PROBLEMS,
    },
  }
}
