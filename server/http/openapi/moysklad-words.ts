/** Descriptions and examples of the MoySklad import for the OpenAPI document; see words.ts and example-records.ts. */
import { EXAMPLE_MOMENT as at, exampleId } from '../../domain/fields/examples.ts'
import type { Json } from './example-records.ts'

const CHOSEN = 'Whether they are imported.'

export const IMPORT_WORDS: Readonly<Record<string, string>> = {
  jobId: 'Of an import.',
  phase: '`preview` reads and plans, `apply` writes. What is paused or failed goes on with it.',
  finishedAt: 'When it was done or cancelled; null before.',
  'ImportJob.startedAt': 'When the first request was made; null before.',
  pausedUntil:
    'It waits until then and goes on by itself: the source wants it so, or does not answer. Not there when it does not wait.',
  'ImportJob.error': 'Why it failed, or waits. Not there when all is well.',
  'ImportJobError.message': 'In Russian.',
  messageEn: 'In English.',
  create: 'Rows that become new records.',
  update: 'Rows whose record is changed.',
  unchanged: 'Rows of which the record here has all.',
  problem: 'Rows that are not transferred; they say why.',
  written: 'Rows that were written.',
  failed: 'Rows that could not be written; they say why.',
  'ImportJobOptions.products': CHOSEN,
  'StartImportBody.products': CHOSEN,
  partners: CHOSEN,
  warehouses: CHOSEN,
  organizations: CHOSEN,
  purchases: `${CHOSEN} They become drafts.`,
  'ImportJobProgress.entity':
    'What it is at: a kind of row, or `settings` for what explains them; null: nothing in particular.',
  done: 'Rows of it so far.',
  'ImportJobProgress.total': 'Rows of it in all; null: not known yet.',
  stage: '`reading` the source, `planning` rows, or `applying` them.',
  percent: 'Of the phase.',
  estimatedRemainingSeconds: 'Until the phase is over; null: not known.',
  'ImportRow.entityType': 'What it becomes here.',
  'ImportRow.externalId': 'Of the row in the source.',
  'ImportRow.name': 'What the source calls it.',
  'ImportRow.action':
    'What is planned: to `create` a record, to `update` one, nothing (`unchanged`), or nothing because of a `problem`.',
  'ImportRow.status': 'What became of it: `planned` is not written yet, `skipped` has nothing to write.',
  'ImportRow.internalId': 'Of the record here, once there is one.',
  'ImportRow.source':
    'What the source had, as it came; null: it is kept for the newest imports alone. Only where `source=true` asks for it.',
  'ImportRow.problems': 'What is to be said about the row, and what to do.',
  'ImportRow.data':
    'What only the report keeps: `left` has fields as the source calls them, `whole` what was shortened, rounded or unusable.',
  'ImportProblem.code': 'For programs; the list is in docs/import.md.',
  'ImportProblemGroup.code': 'For programs; the list is in docs/import.md.',
  severity: '`error`: the row is not transferred. `warning`: look at it. `info`: nothing to do.',
  field: 'The field, by its name here or in the source; may be empty.',
  'ImportProblem.value': 'What the source has there, in short.',
  'ImportProblem.message': 'What happened and what to do, in Russian.',
  'ImportProblemGroup.message': 'What it means and what to do, in Russian; what differs from row to row is `…`.',
  'ImportProblemGroup.rows': 'That have it.',
  entityTypes: 'These rows by what they become here.',
  offset: 'Rows before the page.',
  'ImportRows.limit': 'The most rows of the page.',
  rows: 'In the order in which they are written.',
  'ImportRows.total': 'Rows of the report, or those of them that want a look.',
  'ImportReport.total': 'Rows of the report, or those of them that want a look.',
}

const problem = {
  code: 'price_zero_skipped',
  severity: 'info',
  message: 'Нулевые цены (…) не перенесены: в МоёмСкладе ноль значит, что цена не указана. Ничего делать не нужно.',
  messageEn: 'Prices of zero (…) were not transferred: in MoySklad zero means that there is no price. Nothing to do.',
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
