/**
 * Defines the table columns of two lists that need special columns: the audit log and the list of uploaded files.
 * Source: docs/lists.md "As a table".
 */

import { sentenceIn } from '../domain/audit-log.ts'
import { DOCUMENT } from '../domain/fields/documents.ts'
import { PAYMENT } from '../domain/fields/payments.ts'
import { KIND_NAMES, KINDS, namesOf } from '../domain/kinds.ts'
import { inLanguage, type Language, type Words } from '../domain/languages.ts'
import { type ColumnsOf, dateColumn, type ListColumn, type Shown, textColumn } from './list-columns.ts'

/** The data on which the columns depend. */
export type TableOf = Omit<ColumnsOf, 'list'>

const ACTORS: Readonly<Record<string, Words>> = {
  user: ['пользователь', 'user'],
  token: ['ключ API', 'API token'],
  system: ['сервис', 'service'],
}

const ENTITIES: Readonly<Record<string, Words>> = {
  ...Object.fromEntries(KIND_NAMES.map((kind) => [namesOf(kind).entity, KINDS[kind].one])),
  product_image: ['фотография товара', 'photograph'],
  filter_value: ['значение характеристики', 'filter value'],
  token: ['ключ API', 'API token'],
  member: ['сотрудник', 'member'],
  invitation: ['приглашение', 'invitation'],
  integration: ['внешняя система', 'external system'],
  table_import: ['таблица', 'table'],
}

const STATUSES: Readonly<Record<string, Words>> = {
  queued: ['в очереди', 'queued'],
  processing: ['читается', 'being read'],
  recognized: ['прочитан', 'read'],
  failed: ['не прочитан', 'not read'],
  imported: ['стал документом', 'imported'],
}

const wordOf = (words: Readonly<Record<string, Words>>, word: unknown, language: Language): string =>
  words[String(word)] === undefined ? String(word) : inLanguage(words[String(word)]!, language)

/** Readable names of actions, by the last part of an action such as `order.shipped`. */
export const DEEDS: Readonly<Record<string, Words>> = {
  created: ['создание', 'created'],
  updated: ['изменение', 'changed'],
  deleted: ['удаление', 'deleted'],
  archived: ['перенос в архив', 'archived'],
  resolved: ['поиск или создание', 'found or created'],
  posted: ['проведение', 'posted'],
  assigned: ['распределение', 'assigned'],
  closed: ['закрытие', 'closed'],
  reserved: ['резерв', 'reserved'],
  released: ['снятие резерва', 'released'],
  cancelled: ['отмена', 'cancelled'],
  picking: ['начало сборки', 'picking'],
  taken: ['передача сборки', 'taken over'],
  absent: ['нет на полке', 'not on the shelf'],
  shipped: ['отгрузка', 'shipped'],
  received: ['приёмка', 'received'],
  written_off: ['списание', 'written off'],
  transferred: ['перемещение', 'transferred'],
  uploaded: ['загрузка', 'uploaded'],
  added: ['добавление', 'added'],
  requeued: ['повтор чтения', 'read again'],
  recognized: ['чтение файла', 'read'],
  failed: ['не прочитан', 'not read'],
  rejected: ['удаление файла', 'removed'],
  marked: ['отметка', 'marked'],
  made: ['составление', 'made'],
  dated: ['дата и номер', 'dated'],
  exported: ['выгрузка', 'exported'],
  imported: ['перенос', 'imported'],
  issued: ['выпуск', 'issued'],
  revoked: ['отзыв', 'revoked'],
  joined: ['вступление', 'joined'],
  removed: ['исключение', 'removed'],
  left: ['выход', 'left'],
  withdrawn: ['отзыв', 'withdrawn'],
  connected: ['подключение', 'connected'],
  disconnected: ['отключение', 'disconnected'],
  started: ['начало', 'started'],
  paused: ['пауза', 'paused'],
  resumed: ['продолжение', 'resumed'],
  applied: ['запись', 'applied'],
  counted: ['подсчёт', 'counted'],
  recounted: ['пересчёт', 'recount ordered'],
  netted: ['зачёт пересортицы', 'mis-sorts netted'],
  accepted: ['принятие подсчёта', 'count accepted'],
  reviewed: ['передача на проверку', 'sent to review'],
  reopened: ['возврат к подсчёту', 'back to counting'],
}

const deedOf = (action: string, language: Language) => wordOf(DEEDS, action.slice(action.indexOf('.') + 1), language)

/**
 * Returns the text of an audit log entry. Entries from earlier versions have no `figures`, only an English sentence.
 */
function sentenceOf({ action, figures, summary }: Shown, language: Language): string {
  const said =
    figures === undefined ? null : sentenceIn(language, { action: String(action), figures: figures as Shown })
  return said ?? String(summary)
}

/** Returns the columns of the audit log. They contain all data of an entry except the complete resulting record. */
export function auditColumns({ language }: TableOf): ListColumn[] {
  const title = (words: Words) => inLanguage(words, language)
  const actorOf = ({ actor }: Shown) => actor as { readonly type: string; readonly id: string; readonly name: string }
  return [
    dateColumn(title(['Когда', 'At']), 'moment', ({ at }) => at),
    textColumn(title(['Кто', 'Who']), (entry) => actorOf(entry).name),
    textColumn(title(['Кто это', 'Kind of actor']), (entry) => wordOf(ACTORS, actorOf(entry).type, language)),
    textColumn(title(['О чём', 'About']), ({ entityType }) => wordOf(ENTITIES, entityType, language)),
    textColumn(title(['Действие', 'Action']), ({ action }) => deedOf(String(action), language)),
    textColumn(title(['Запись', 'Entry']), (entry) => sentenceOf(entry, language)),
    { ...textColumn(title(['Ревизия', 'Revision']), ({ revision }) => String(revision)), kind: 'count' },
    textColumn('ID', ({ id }) => String(id)),
    textColumn(title(['ID: О чём', 'ID: About']), ({ entityId }) => String(entityId)),
    textColumn(title(['ID: Кто', 'ID: Who']), (entry) => actorOf(entry).id),
  ]
}

/**
 * Returns the columns of the list of uploaded files: each file's status, and the number, date and supplier recognized
 * in it.
 */
export function importColumns({ view, language }: TableOf): ListColumn[] {
  const title = (words: Words) => inLanguage(words, language)
  const field = (name: keyof typeof DOCUMENT.fields) => title(DOCUMENT.fields[name].about.label)
  const readIn = ({ extraction }: Shown) =>
    (extraction ?? {}) as Shown & { readonly supplier?: { name: string | null } }
  const textOf = (value: unknown) => (value === undefined || value === null ? null : String(value))
  const total: ListColumn = {
    title: field('total'),
    kind: 'money',
    valueOf: (file) => {
      const sum = readIn(file).total
      return typeof sum === 'number' ? String(Math.round(sum * 100)) : null
    },
  }
  const kindOf = (kind: unknown) =>
    kind === undefined ? null : wordOf({ ...DOCUMENT.fields.kind.about.choices, ...PAPERS }, kind, language)
  return [
    textColumn(title(['Файл', 'File']), ({ fileName }) => String(fileName)),
    textColumn(field('status'), ({ status }) => wordOf(STATUSES, status, language)),
    dateColumn(title(['Загружен', 'Uploaded']), 'moment', ({ uploadedAt }) => uploadedAt),
    textColumn(field('kind'), (file) => kindOf(readIn(file).kind)),
    textColumn(field('supplier'), (file) => textOf(readIn(file).supplier?.name)),
    textColumn(field('reference'), (file) => textOf(readIn(file).reference)),
    dateColumn(field('issuedAt'), 'day', (file) => readIn(file).issuedAt),
    ...(view === 'full' ? [total] : []),
    textColumn(title(['Ошибка', 'Error']), ({ error }) => textOf(error)),
    { ...textColumn(title(['Размер, байт', 'Size, bytes']), ({ size }) => String(size)), kind: 'count' },
    textColumn('ID', ({ id }) => String(id)),
    textColumn(`ID: ${title(PAYMENT.fields.documentId.about.label)}`, ({ documentId }) => textOf(documentId)),
  ]
}

const PAPERS: Readonly<Record<string, Words>> = {
  invoice: ['счёт', 'invoice'],
  torg12: ['ТОРГ-12', 'TORG-12'],
  upd: ['УПД', 'UPD'],
  receipt: ['чек', 'receipt'],
}
