/** Why an import waits or stopped, in words for its owner: what the source said, and of which list and row. */
import { fieldWords } from '../mapping/field-words.ts'
import { type SourceError, type SourcePlace, sentencesOf } from '../source-errors.ts'
import type { JobError } from './job.ts'
import { sectionOf } from './sections.ts'

const WHAT: Readonly<Record<SourcePlace['what'], { readonly ru: string; readonly en: string }>> = {
  broken: { ru: 'ответ не читается', en: 'the answer cannot be read' },
  short: { ru: 'строк пришло меньше, чем обещано', en: 'fewer rows came than were announced' },
  'not-expanded': { ru: 'вложенный список пришёл без строк', en: 'the nested list came without its rows' },
}

/** What an owner is told of an error of the source. */
export function errorFor({ kind, extras: { place } }: SourceError): JobError {
  const { ru, en } = sentencesOf(kind)
  if (place === undefined) return { kind, ru, en }
  return { kind, ru: `${ru} ${placeWords(place, 'ru')}`, en: `${en} ${placeWords(place, 'en')}` }
}

/** Said when it was tried so often that only a person can go on. */
export const givenUp = ({ kind, ru, en }: JobError): JobError => ({
  kind,
  ru: `${ru} Мы повторили несколько раз; импорт остановлен. Проверьте эту запись в МоёмСкладе и нажмите «Продолжить».`,
  en: `${en} We tried several times; the import has stopped. Check this record in MoySklad, then resume.`,
})

/** What an owner is told when we are to blame. */
export const OUR_ERROR: JobError = {
  kind: 'internal',
  ru: 'Импорт остановился из-за ошибки в нашей программе. Записанное сохранено. Сообщите о ней, пожалуйста, и попробуйте продолжить.',
  en: 'The import has stopped because of an error of ours. What was written is kept. Please report it, then try to resume.',
}

/** Such as: Раздел «Приёмки», строка 17 («00042»), список «Позиции»: строк пришло меньше, чем обещано. */
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
