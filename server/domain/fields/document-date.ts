/**
 * The number and date on the paper document that belongs to a record, as opposed to the number and time that the
 * service assigns. Procurement documents, payments and orders have had their own fields for this from the beginning.
 * Source: docs/decisions/0073.
 */
import { Day, ShortText } from '../schema.ts'
import { maybe } from './field.ts'

export const ON_PAPER = {
  documentNumber: maybe(ShortText, {
    label: ['Номер документа', 'Document number'],
    meaning: 'The number on the paper, if it differs from ours. Absent: none was given.',
    example: undefined,
  }),
  documentDate: maybe(Day, {
    label: ['Дата документа', 'Document date'],
    meaning:
      'The date on the paper, a day in the time zone of the company. Statements and debts by age count from it; stock, costs and profit go by the time of posting. Absent: the day of posting.',
    example: undefined,
  }),
}
