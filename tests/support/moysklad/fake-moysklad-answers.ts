/**
 * Builds the fake MoySklad's responses: lists with pages, single rows, nested collections and errors. The sizes in
 * lists are counted from the rows.
 */
import type { FakeAccount } from './fake-moysklad-account.ts'
import { DOCUMENT_TYPES } from './fake-moysklad-documents.ts'
import { type Row, SOURCE_BASE, SOURCE_ORIGIN } from './fake-moysklad-shapes.ts'

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** The response's body, before it is serialized as JSON; undefined means no body. */
  readonly body?: unknown
}

const MORE_INFO = 'https://dev.moysklad.ru/doc/api/remap/1.2/#error_'
const NOT_ALLOWED = 'Доступ запрещен: у вас нет прав на просмотр данного объекта'
const BAD_TOKEN = 'Ошибка аутентификации: Неправильный пароль или имя пользователя или ключ авторизации'

export const errorAnswer = (status: number, code: number, error: string, headers = {}): Answer => ({
  ...{ status, headers },
  body: { errors: [{ error, code, moreInfo: `${MORE_INFO}${code}` }] },
})

export const ERRORS = {
  badAccept: () =>
    errorAnswer(400, 1062, 'Неверное значение заголовка Accept. Допустимое значение: application/json;charset=utf-8'),
  badToken: () => errorAnswer(401, 1056, BAD_TOKEN),
  noRight: () => errorAnswer(403, 1016, NOT_ALLOWED),
  closedTariff: () => errorAnswer(403, 1070, 'Ресурс недоступен на вашем тарифе'),
  unknownPath: (path: string) => errorAnswer(404, 1002, `Неизвестный путь: ${path}`),
  notFound: (type: string, id: string) =>
    errorAnswer(404, 1021, `Объект с типом '${type}' и идентификатором '${id}' не найден`),
  badFilter: (field: string) => errorAnswer(412, 1034, `Ошибка фильтрации: неизвестное поле '${field}'`),
  badOrder: (field: string) => errorAnswer(400, 1063, `Сортировка по полю '${field}' не поддерживается`),
  badLimit: () => errorAnswer(400, 1012, 'Параметр limit должен быть от 1 до 1000'),
  tooOften: (retryAfterMs: number) =>
    errorAnswer(429, 1049, 'Превышено ограничение на количество запросов в единицу времени', {
      'x-lognex-retry-after': String(retryAfterMs),
      'x-lognex-auth': '429002',
    }),
  tooManyAtOnce: () =>
    errorAnswer(429, 1073, 'Превышено ограничение на одновременное количество запросов', { 'x-lognex-auth': '429005' }),
}

/** A request for data of the account, with the rights of the token's user. */
export interface Question {
  readonly account: FakeAccount
  /** The path of the request without its beginning, /api/remap/1.2. */
  readonly path: string
  readonly query: URLSearchParams
  /** The path of the request, including /api/remap/1.2 and the query. */
  readonly href: string
  readonly rights: Rights
  readonly traits: Traits
}

/**
 * The missing rights of a token's user: entities that the user may not read, and in `own` entities of which the user
 * sees only their own rows.
 */
export interface Rights {
  readonly forbidden?: readonly string[]
  readonly closed?: readonly string[]
  readonly own?: readonly string[]
}

/** Peculiarities of MoySklad that a test can choose. */
export interface Traits {
  /** The entities whose lists cannot be sorted by id. */
  readonly refusesOrder: readonly string[]
  /** The maximum number of nested rows that a list shows for one row. */
  readonly maxNested: number
  /** Whether `expand` is ignored, as MoySklad does for pages of more than 100 rows. */
  readonly ignoresExpand: boolean
}

const MAX_LIMIT = 1000
const MAX_EXPANDED = 100
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns the response to a request whose headers have passed all checks. */
export function answerTo(question: Question): Answer {
  const [area, type = '', ...rest] = question.path.split('/').filter((part) => part !== '')
  if (area === 'context') return contextAnswer(question, [type, ...rest].join('/'))
  if (area !== 'entity') return ERRORS.unknownPath(question.path)
  const { account, rights } = question
  const entity = type.toLowerCase()
  if (rights.forbidden?.includes(entity)) return ERRORS.noRight()
  if (rights.closed?.includes(entity)) return ERRORS.closedTariff()
  if (entity === 'customentity') {
    const rows = account.settings.dictionaries.get(rest[0] ?? '')
    return rows === undefined ? ERRORS.notFound(entity, rest[0] ?? '') : listAnswer(question, entity, rows)
  }
  if (rest.join('/') === 'metadata/attributes') return fieldsAnswer(question, entity)
  if (rest.join('/') === 'metadata')
    return { status: 200, body: { states: account.rows.get(`states:${entity}`) ?? [] } }
  const rows = account.rows.get(entity)
  if (rows === undefined) return ERRORS.unknownPath(question.path)
  const [id, collection] = rest
  if (id === undefined) return listAnswer(question, entity, rows)
  const row = rows.find((one) => one.id === id)
  if (row === undefined || !UUID.test(id)) return ERRORS.notFound(entity, id)
  if (collection === undefined) return { status: 200, body: printed(row, expansions(question, 1), question.traits) }
  const nested = row[collection]
  if (nested?.rows === undefined) return ERRORS.unknownPath(question.path)
  return listAnswer(question, nested.meta.type, nested.rows)
}

function contextAnswer({ account, rights, path }: Question, what: string): Answer {
  const { settings } = account
  if (what === 'employee')
    return { status: 200, body: { ...settings.employee, permissions: permissions(account, rights) } }
  if (what === 'companysettings') return { status: 200, body: settings.companySettings }
  if (what === 'companysettings/pricetype') return { status: 200, body: settings.priceTypes }
  if (what === 'companysettings/pricetype/default') return { status: 200, body: settings.priceTypes[0] }
  return ERRORS.unknownPath(path)
}

/** Returns the user's rights in MoySklad's format, in which a missing right is left out. */
function permissions({ rows }: FakeAccount, { forbidden = [], own = [] }: Rights): Row {
  const names = [...rows.keys(), 'customentity', 'settings', 'employee'].filter((name) => !forbidden.includes(name))
  const ofEach = names.map((name) => [name, { view: own.includes(name) ? 'OWN' : 'ALL', create: 'ALL' }])
  return { ...Object.fromEntries(ofEach), viewProductCostAndProfit: { view: 'ALL' } }
}

function fieldsAnswer(question: Question, entity: string): Answer {
  const { fields } = question.account.settings
  const isDocument = (DOCUMENT_TYPES as readonly string[]).includes(entity)
  // In MoySklad, services, variants and bundles have the same custom fields as products.
  const rows = isDocument ? fields.documents : fields[entity as 'product' | 'counterparty']
  return listAnswer(question, 'attributemetadata', rows ?? [])
}

function listAnswer(question: Question, type: string, rows: readonly Row[]): Answer {
  const { query, href, traits } = question
  const limit = Number(query.get('limit') ?? MAX_LIMIT)
  const offset = Number(query.get('offset') ?? 0)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) return ERRORS.badLimit()
  const matching = filtered(rows, query.get('filter') ?? '')
  if (typeof matching === 'string') return ERRORS.badFilter(matching)
  const order = query.get('order')
  if (order !== null && traits.refusesOrder.includes(type)) return ERRORS.badOrder(order)
  const sorted = /^id(,asc)?$/.test(order ?? '') ? matching.toSorted((a, b) => (a.id < b.id ? -1 : 1)) : matching
  const expand = expansions(question, limit)
  const asked = query.get('fields')
  const page = sorted.slice(offset, offset + limit).map((row) => printed(withField(row, asked), expand, traits))
  const at = (to: number) => {
    const url = new URL(href, SOURCE_ORIGIN)
    url.searchParams.set('limit', String(limit))
    url.searchParams.set('offset', String(to))
    return url.href
  }
  const meta = {
    ...{ href: SOURCE_ORIGIN + href, metadataHref: `${SOURCE_BASE}/entity/${type}/metadata`, type },
    ...{ mediaType: 'application/json', size: sorted.length, limit, offset },
    ...(offset + limit < sorted.length ? { nextHref: at(offset + limit) } : {}),
    ...(offset > 0 ? { previousHref: at(Math.max(0, offset - limit)) } : {}),
  }
  const employee = {
    meta: { href: `${SOURCE_BASE}/context/employee`, type: 'employee', mediaType: 'application/json' },
  }
  return { status: 200, body: { context: { employee }, meta, rows: page } }
}

/**
 * Returns the references to expand. With more than 100 rows per page nothing is expanded, and the response does not
 * indicate this.
 */
function expansions({ query, traits }: Question, limit: number): ReadonlySet<string> {
  const names = query.get('expand')?.split(',') ?? []
  return new Set(limit <= MAX_EXPANDED && !traits.ignoresExpand ? names : [])
}

/** Removes the minimum stock per warehouse unless it was requested. */
function withField(row: Row, asked: string | null): Row {
  const { minimumStock, ...rest } = row
  return minimumStock === undefined || asked === 'minimumStock' ? row : rest
}

/** Returns a row, with the rows of nested collections only if they were requested. */
function printed(row: Row, expand: ReadonlySet<string>, { maxNested }: Traits): Row {
  const entries = Object.entries(row).map(([name, value]) => {
    if (value?.meta?.size === undefined || value.rows === undefined) return [name, value]
    const { meta, rows } = value as { meta: Row; rows: Row[] }
    const counted = { ...meta, size: rows.length }
    return [name, expand.has(name) ? { meta: counted, rows: rows.slice(0, maxNested) } : { meta: counted }]
  })
  return Object.fromEntries(entries)
}

/**
 * Filters rows; several values of one field are alternatives. If a field cannot be used in a filter, returns the
 * field's name.
 */
function filtered(rows: readonly Row[], filter: string): readonly Row[] | string {
  const parts = filter.split(';').filter((part) => part !== '')
  const equals = new Map<string, Set<string>>()
  const others: [string, string, string][] = []
  for (const part of parts) {
    const [, name, sign, value] = /^(\w+)(>=|<=|!=|=|>|<)(.*)$/s.exec(part) ?? []
    if (name === undefined || !['archived', 'id', 'updated'].includes(name)) return name ?? filter
    if (name === 'archived' && rows.length > 0 && !('archived' in rows[0]!)) return name
    if (sign === '=') equals.set(name, (equals.get(name) ?? new Set()).add(value!))
    else others.push([name, sign!, value!])
  }
  // Archived rows are left out unless they are requested or a single row is requested by its id.
  if (!equals.has('archived') && !equals.has('id')) equals.set('archived', new Set(['false', 'undefined']))
  return rows.filter(
    (row) =>
      [...equals].every(([name, values]) => values.has(String(row[name]))) &&
      others.every(([name, sign, value]) => compares(String(row[name]), sign, value)),
  )
}

function compares(found: string, sign: string, value: string): boolean {
  if (sign === '>=') return found >= value
  if (sign === '<=') return found <= value
  if (sign === '>') return found > value
  return sign === '<' ? found < value : found !== value
}
