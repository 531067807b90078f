/** Formats a row of the import report as the cells of a spreadsheet. */
import type { Language } from '../../domain/languages.ts'
import { fieldWords } from '../mapping/field-words.ts'
import type { EntityType } from '../mapping/plan.ts'
import type { RowAction, RowStatus } from './job.ts'
import { englishOf } from './report-json.ts'
import type { ExportedRow } from './row-sql.ts'

interface Words {
  /** The name of the spreadsheet's only sheet. */
  readonly name: string
  readonly titles: readonly string[]
  readonly kinds: Readonly<Record<EntityType, string>>
  readonly plans: Readonly<Record<RowAction, string>>
  readonly outcomes: Readonly<Record<RowStatus, string>>
}

export const REPORT_SHEETS: Readonly<Record<Language, Words>> = {
  ru: {
    name: 'Импорт',
    titles: [
      'Вид',
      'Название',
      'Номер или код',
      'Что решено',
      'Что сделано',
      'Замечания',
      'Осталось только в отчёте',
      'Id в МоёмСкладе',
      'Id здесь',
    ],
    kinds: {
      price_type: 'Тип цен',
      custom_field: 'Дополнительное поле',
      warehouse: 'Склад',
      organization: 'Организация',
      partner: 'Контрагент',
      product: 'Товар',
      service: 'Услуга',
      variant: 'Модификация',
      bundle: 'Комплект',
      purchase_order: 'Заказ поставщику',
      supplier_invoice: 'Счёт поставщика',
      receipt: 'Приёмка',
    },
    plans: { create: 'Создать', update: 'Обновить', unchanged: 'Без изменений', problem: 'Не переносится' },
    outcomes: {
      planned: 'Ещё не записано',
      written: 'Записано',
      failed: 'Не удалось записать',
      skipped: 'Записывать нечего',
    },
  },
  en: {
    name: 'Import',
    titles: [
      'Kind',
      'Name',
      'Number or code',
      'Plan',
      'Outcome',
      'Remarks',
      'Only in the report',
      'Id in MoySklad',
      'Id here',
    ],
    kinds: {
      price_type: 'Price type',
      custom_field: 'Custom field',
      warehouse: 'Warehouse',
      organization: 'Organization',
      partner: 'Partner',
      product: 'Product',
      service: 'Service',
      variant: 'Variant',
      bundle: 'Bundle',
      purchase_order: 'Purchase order',
      supplier_invoice: 'Supplier invoice',
      receipt: 'Receipt',
    },
    plans: { create: 'Create', update: 'Update', unchanged: 'Unchanged', problem: 'Not transferred' },
    outcomes: {
      planned: 'Not written yet',
      written: 'Written',
      failed: 'Could not be written',
      skipped: 'Nothing to write',
    },
  },
}

/** The longest text that a spreadsheet cell can contain. */
const MAX_CELL_LENGTH = 32_767

/** Returns a row's cells, in the order of the column titles. */
export function cellsOf(row: ExportedRow, language: Language): (string | null)[] {
  const { kinds, plans, outcomes } = REPORT_SHEETS[language]
  const remarks = row.problems.map((problem) => (language === 'ru' ? problem.message : englishOf(problem)))
  const cells = [
    ...[kinds[row.entityType], row.name, numberOf(row), plans[row.action], outcomes[row.status]],
    ...[remarks.join('\n'), leftOf(row, language), row.externalId, row.internalId],
  ]
  return cells.map((cell) => (cell === null || cell === '' ? null : fitting(cell)))
}

/** Returns the number (or code) by which people identify a record, in addition to its name. */
function numberOf({ body }: ExportedRow): string {
  const { reference, code, sku, inn } = (body ?? {}) as Readonly<Record<string, unknown>>
  const known = [reference, code, sku, inn].find((value) => typeof value === 'string')
  return (known as string | undefined) ?? ''
}

/** Returns the fields that were not transferred, one per line: `Внешний код: 17`. */
function leftOf({ data }: ExportedRow, language: Language): string {
  return Object.values(data)
    .flatMap((fields) => Object.entries(fields as Readonly<Record<string, unknown>>))
    .map(
      ([field, value]) =>
        `${fieldWords(field, language)}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join('\n')
}

function fitting(text: string): string {
  return text.length <= MAX_CELL_LENGTH ? text : `${text.slice(0, MAX_CELL_LENGTH - 1)}…`
}
