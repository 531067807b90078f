/**
 * Explains to the company's owner why an import is waiting or has stopped: the error that MoySklad returned, and the
 * list and row to which it belongs.
 */
import { fieldWords } from '../mapping/field-words.ts'
import { type SourceError, type SourcePlace, sentencesOf } from '../source-errors.ts'
import type { JobError } from './job.ts'
import { sectionOf } from './sections.ts'

const WHAT: Readonly<Record<SourcePlace['what'], { readonly ru: string; readonly en: string }>> = {
  broken: { ru: 'ответ не читается', en: 'the answer cannot be read' },
  short: { ru: 'строк пришло меньше, чем обещано', en: 'fewer rows arrived than were announced' },
  'not-expanded': { ru: 'вложенный список пришёл без строк', en: 'the nested list came without its rows' },
}

/** Returns the error that the owner sees for an error from MoySklad. */
export function errorFor({ kind, extras: { place } }: SourceError): JobError {
  const { ru, en } = sentencesOf(kind)
  if (place === undefined) return { kind, ru, en }
  return { kind, ru: `${ru} ${placeWords(place, 'ru')}`, en: `${en} ${placeWords(place, 'en')}` }
}

/** Returns the error to show when retries are used up and only a person can continue the import. */
export const givenUp = ({ kind, ru, en }: JobError): JobError => ({
  kind,
  ru: `${ru} Мы повторили несколько раз; импорт остановлен. Проверьте эту запись в МоёмСкладе и нажмите «Продолжить».`,
  en: `${en} We tried several times; the import has stopped. Check this record in MoySklad, then resume.`,
})

/** The error that the owner sees when Skladno itself is at fault. */
export const OUR_ERROR: JobError = {
  kind: 'internal',
  ru: 'Импорт остановился из-за ошибки в нашей программе. Записанное сохранено. Сообщите о ней, пожалуйста, и попробуйте продолжить.',
  en: 'The import has stopped because of an error on our side. What was written is kept. Please report it, then try to resume.',
}

/**
 * Describes where an error occurred, for example: Раздел «Приёмки», строка 17 («00042»), список «Позиции»: строк пришло
 * меньше, чем обещано.
 */
function placeWords({ list, row, name, field, what }: SourcePlace, language: 'ru' | 'en'): string {
  const [quoteLeft, quoteRight] = language === 'ru' ? ['«', '»'] : ['"', '"']
  const quoted = (text: string) => `${quoteLeft}${text}${quoteRight}`
  const words =
    language === 'ru'
      ? { list: 'Раздел', row: 'строка', field: 'список' }
      : { list: 'Section', row: 'row', field: 'list' }
  const parts = [
    list === undefined ? '' : `${words.list} ${quoted(fieldWords(sectionOf(list), language))}`,
    row === undefined ? '' : `${words.row} ${row}${name === undefined ? '' : ` (${quoted(name)})`}`,
    field === undefined ? '' : `${words.field} ${quoted(fieldWords(field, language))}`,
  ]
  return `${parts.filter((part) => part !== '').join(', ')}: ${WHAT[what][language]}.`
}
