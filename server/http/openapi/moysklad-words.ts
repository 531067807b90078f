/** Descriptions and examples of the MoySklad import for the OpenAPI document; see words.ts and example-records.ts. */
import { EXAMPLE_MOMENT as at, exampleId } from '../../domain/fields/examples.ts'
import type { Json } from './example-records.ts'

const CHOSEN = 'Whether the import includes these records.'

export const IMPORT_WORDS: Readonly<Record<string, string>> = {
  jobId: 'The id of the import.',
  phase: '`preview` reads and plans, `apply` writes. A paused or failed import continues in the same phase.',
  finishedAt: 'When the import was done or cancelled; null until then.',
  'ImportJob.startedAt': 'When the import sent its first request; null until then.',
  pausedUntil:
    'The import waits until this time and then continues by itself, because the source asked it to wait or does not answer. Absent when it does not wait.',
  'ImportJob.error': 'Why the import failed or is waiting. Absent when there is no problem.',
  'ImportJobError.message': 'The error message in Russian.',
  messageEn: 'The message in English.',
  create: 'Rows that become new records.',
  update: 'Rows that change an existing record.',
  unchanged: 'Rows whose data the existing record already has.',
  problem: 'Rows that are not imported; their `problems` say why.',
  written: 'Rows that have been written.',
  failed: 'Rows that could not be written; their `problems` say why.',
  'ImportJobOptions.products': CHOSEN,
  'StartImportBody.products': CHOSEN,
  partners: CHOSEN,
  warehouses: CHOSEN,
  organizations: CHOSEN,
  purchases: `${CHOSEN} They become drafts.`,
  'ImportJobProgress.entity':
    'What the import is working on: a kind of row, or `settings`, which are needed to understand the rows; null: nothing in particular.',
  done: 'The number of these rows done so far.',
  'ImportJobProgress.total': 'The total number of these rows; null: not known yet.',
  stage: '`reading` the source, `planning` the rows, or `applying` them.',
  percent: 'The progress of the phase, in per cent.',
  estimatedRemainingSeconds: 'The estimated seconds until the phase ends; null: not known.',
  'ImportRow.entityType': 'The kind of record that the row becomes here.',
  'ImportRow.externalId': 'The id of the row in the source.',
  'ImportRow.name': 'The name of the row in the source.',
  'ImportRow.action':
    'The plan for the row: `create` a record, `update` one, or do nothing because it is `unchanged` or has a `problem`.',
  'ImportRow.status': 'What happened to the row: `planned` is not written yet, `skipped` has nothing to write.',
  'ImportRow.internalId': 'The id of the record here, once it exists.',
  'ImportRow.source':
    'The original data of the source, unchanged; null: no longer stored, since it is stored only for the newest imports. Present only with `source=true`.',
  'ImportRow.problems': 'Messages about the row, and what to do.',
  'ImportRow.data':
    'Data that is only in the report: `left` has fields under their names in the source, `whole` has the original values that were shortened, rounded or unusable.',
  'ImportProblem.code': 'A code for programs; docs/import.md lists them.',
  'ImportProblemGroup.code': 'A code for programs; docs/import.md lists them.',
  severity: '`error`: the row is not imported. `warning`: check the row. `info`: nothing to do.',
  field: 'The name of the field, here or in the source; may be empty.',
  'ImportProblem.value': 'The value in the source, shortened.',
  'ImportProblem.message': 'What happened and what to do, in Russian.',
  'ImportProblemGroup.message':
    'What the problem means and what to do, in Russian; `…` stands for what differs from row to row.',
  'ImportProblemGroup.rows': 'The number of rows with the problem.',
  entityTypes: 'The number of these rows by the kind of record that they become here.',
  offset: 'The number of rows before the page.',
  'ImportRows.limit': 'The maximum number of rows on the page.',
  rows: 'The rows, in the order in which they are written.',
  'ImportRows.total': 'The number of rows in the report, or of those that need attention.',
  'ImportReport.total': 'The number of rows in the report, or of those that need attention.',
}

const problem = {
  code: 'price_zero_skipped',
  severity: 'info',
  message: 'Нулевые цены (…) не перенесены: в МоёмСкладе ноль значит, что цена не указана. Ничего делать не нужно.',
  messageEn: 'Prices of zero (…) were not transferred, because zero means "no price" in MoySklad. Nothing to do.',
}

export const IMPORT_RECORDS: Readonly<Record<string, Json>> = {
  ImportJob: {
    ...{ id: exampleId('job'), status: 'previewing', phase: 'preview' },
    options: { products: true, partners: true, warehouses: true, organizations: true, purchases: false },
    progress: {
      ...{ entity: 'product', done: 2_000, total: 5_000, stage: 'reading', percent: 40 },
      estimatedRemainingSeconds: 160,
    },
    counts: { create: 0, update: 0, unchanged: 0, problem: 0, written: 0, failed: 0 },
    ...{ createdAt: at, createdBy: { id: exampleId('user'), name: 'Анна' }, startedAt: at, finishedAt: null },
  },
  ImportRow: {
    ...{ id: exampleId('row'), entityType: 'product', externalId: exampleId('external'), name: 'Чайник' },
    ...{ action: 'create', status: 'planned' },
    problems: [{ ...problem, field: 'prices', value: 'Оптовая' }],
    data: { left: { trackingType: 'ELECTRONICS' } },
  },
  ImportProblemGroup: { ...problem, rows: 12, entityTypes: { product: 12 } },
}
