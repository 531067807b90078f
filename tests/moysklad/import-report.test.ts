/**
 * Tests the report of an import: pages of rows, MoySklad's own rows, problems by code, and the full report as JSON and
 * as a spreadsheet.
 */
import { beforeAll, expect, test } from 'vitest'
import { putSourceRows } from '../../server/moysklad/jobs/source-sql.ts'
import { sentenceOf } from '../../server/moysklad/mapping/problem-codes.ts'
import { writeCompany } from '../../server/store/commits.ts'
import { readXlsx } from '../support/figures/xlsx.ts'
import { aNote, anError, aWarning, putJob, rowOf, setJobs } from '../support/moysklad/import-jobs.ts'
import type { Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { newOwner, type Owner } from '../support/scene/team.ts'

const JOBS = '/api/v1/integrations/extsys/jobs'
const COUNT = 1_203

const service = useService()
let owner: Owner
let stranger: Owner
let jobId: string

/**
 * The problems of the report's rows. Of every ten rows, one has a warning and a note, one has only the note, and the
 * others have none.
 */
const PROBLEMS = [[aWarning, aNote], [aNote], []]
const ROWS = Array.from({ length: COUNT }, (_, number) =>
  rowOf(number, { problems: PROBLEMS[number % 10 === 0 ? 0 : number % 10 === 1 ? 1 : 2]! }),
)
const LOOKS = ROWS.filter(({ number }) => number % 10 === 0)

beforeAll(async () => {
  owner = await newOwner(service.sessionUrl)
  stranger = await newOwner(service.sessionUrl)
  jobId = await putJob(service.database, owner.companyId, { status: 'ready', rows: ROWS })
})

const read = (path: string, browser = owner, asking = {}) => browser.get(`${JOBS}/${jobId}/${path}`, asking)
const numbersOf = (rows: Json[]) => rows.map(({ externalId }) => Number(externalId.slice(2)))

test('the first page of the import report has fifty rows, each with its planned action and its problems', async () => {
  const { status, json, headers } = await read('rows')
  expect([status, json.total, json.offset, json.limit]).toEqual([200, COUNT, 0, 50])
  expect(numbersOf(json.rows)).toEqual(ROWS.slice(0, 50).map(({ number }) => number))
  const [row] = json.rows
  expect(row).toEqual({
    ...{ id: ROWS[0]!.id, entityType: 'product', externalId: 'e-0', name: 'Товар 0', action: 'create' },
    ...{ status: 'planned', data: {} },
    problems: [aWarning, aNote].map((problem) => ({ ...problem, messageEn: sentenceOf(problem.code, problem, 'en') })),
  })
  expect(row.problems[0].messageEn).toMatch(/VAT/)
  expect(headers.get('cache-control')).toContain('no-store')
})

test.each([
  [0, 1],
  [100, 500],
  [1_200, 500],
  [1_203, 10],
  [1_000_000, 1],
])(
  'a page of the import report that starts at row %i and is limited to %i rows contains exactly those rows of the report',
  async (offset, limit) => {
    const { json } = await read(`rows?offset=${offset}&limit=${limit}`)
    expect([json.total, json.offset, json.limit]).toEqual([COUNT, offset, limit])
    expect(numbersOf(json.rows)).toEqual(ROWS.slice(offset, offset + limit).map(({ number }) => number))
  },
)

test('problems=true limits the import report to rows that need attention', async () => {
  const { json } = await read('rows?problems=true&offset=100&limit=30')
  expect(json.total).toBe(LOOKS.length)
  expect(numbersOf(json.rows)).toEqual(LOOKS.slice(100, 130).map(({ number }) => number))
  expect((await read('rows?problems=false&limit=1')).json.total).toBe(COUNT)
})

test.each(['offset=-1', 'limit=0', 'limit=501', 'limit=5.0', 'problems=1', 'source=yes', 'cursor=a', 'offset=1e3'])(
  'an import report request with the query %s is refused',
  async (query) => {
    const { status, json } = await read(`rows?${query}`)
    expect([status, json.code]).toEqual([400, 'VALIDATION_FAILED'])
  },
)

test('source=true adds the original MoySklad row, byte for byte, to each row of the import report', async () => {
  const source = '{"id":"s-0", "price": 80000.0,"big":12345678901234567890,"quantity":0.1000,"name":"\\u0416"}'
  const late = '{"id":"s-1","name":"later"}'
  const number = (count: number, entityType: string, externalId: string) =>
    rowOf(count, { entityType: entityType as 'product', externalId })
  const rows = [
    number(0, 'product', 's-0'),
    number(1, 'product', 's-1'),
    number(2, 'partner', 's-0'),
    number(3, 'price_type', 's-3'),
    number(4, 'custom_field', 's-4'),
    number(5, 'receipt', 's-5'),
  ]
  const { companyId } = owner
  await setJobs(service.database, companyId)
  const id = await putJob(service.database, companyId, { status: 'done', rows })
  const lists: [string, string, string][] = [
    ['product', 's-0', source],
    ['product', 's-1', '{"id":"s-1","name":"first"}'],
    ['late:product', 's-1', late],
    ['counterparty', 's-0', '{"kind":"counterparty"}'],
    ['pricetype', 's-3', '{"kind":"price type"}'],
    ['attributes:counterparty', 's-4', '{"kind":"attribute"}'],
  ]
  await writeCompany(service.database, companyId, async (tx) => {
    for (const [list, externalId, text] of lists)
      await putSourceRows(tx, companyId, { jobId: id, list, rows: [{ externalId, source: text, suppliers: [] }] })
  })
  const { json, text } = await owner.get(`${JOBS}/${id}/rows?source=true`)
  expect(text).toContain(`"source":${source}}`)
  expect(json.rows.map((row: Json) => row.source?.name ?? row.source?.kind ?? row.source)).toEqual([
    ...['Ж', 'later', 'counterparty', 'price type', 'attribute', null],
  ])
  expect((await owner.get(`${JOBS}/${id}/rows`)).text).not.toContain('"source"')
})

test('a long page of the import report that includes MoySklad’s own rows is complete', async () => {
  const { json } = await read('rows?source=true&limit=500&offset=3')
  expect(numbersOf(json.rows)).toEqual(ROWS.slice(3, 503).map(({ number }) => number))
  expect(json.rows.every((row: Json) => row.source === null)).toBe(true)
})

test('the import report counts problems by code, with the most severe and then the most frequent first', async () => {
  await setJobs(service.database, stranger.companyId)
  const rows = [
    rowOf(0, { problems: [aNote, { ...aNote, value: 'Розничная' }] }),
    rowOf(1, { problems: [aNote], entityType: 'service' }),
    rowOf(2, { problems: [aWarning, anError] }),
  ]
  const id = await putJob(service.database, stranger.companyId, { status: 'ready', rows })
  const { json } = await stranger.get(`${JOBS}/${id}/problems`)
  expect(
    json.items.map(({ code, severity, rows: count, entityTypes }: Json) => [code, severity, count, entityTypes]),
  ).toEqual([
    ['document_currency', 'error', 1, { product: 1 }],
    ['vat_ambiguous', 'warning', 1, { product: 1 }],
    ['price_zero_skipped', 'info', 2, { product: 1, service: 1 }],
  ])
  expect(json.items[0].message).toContain('(…)')
  expect(json.items[0].messageEn).toMatch(/another currency \(…\)/)
})

test('the full import report as JSON contains the rows of all pages', async () => {
  const { json, headers } = await read('report')
  const pages: Json[] = []
  for (let offset = 0; offset < COUNT; offset += 500)
    pages.push(...(await read(`rows?offset=${offset}&limit=500`)).json.rows)
  expect(json).toEqual({ total: COUNT, rows: pages })
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="import-\d{4}-\d\d-\d\d\.json"$/)
  const some = (await read('report?problems=true')).json
  expect([some.total, numbersOf(some.rows)]).toEqual([LOOKS.length, LOOKS.map(({ number }) => number)])
})

const sheetOf = async (path: string, asking = {}) => {
  const cookie = { cookie: owner.cookieHeader }
  const response = await fetch(service.sessionUrl + path, { headers: { ...cookie, ...asking } })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])
  return readXlsx(Buffer.from(await response.arrayBuffer()))
}

test('the spreadsheet of an import report states in plain words the kind of each row and the outcome of its import', async () => {
  await setJobs(service.database, owner.companyId)
  const rows = [
    rowOf(0, { problems: [aNote], body: { code: '00017' }, data: { left: { externalCode: 'x', images: 2 } } }),
    rowOf(1, {
      ...{ entityType: 'purchase_order', name: '=1+1', action: 'problem', status: 'skipped' },
      problems: [anError, aWarning],
    }),
    rowOf(2, { status: 'written', internalId: jobId, data: { whole: { note: 'ю'.repeat(40_000) } } }),
  ]
  const id = await putJob(service.database, owner.companyId, { status: 'ready', rows })
  const sheet = await sheetOf(`${JOBS}/${id}/report?format=xlsx`)
  expect(sheet[0]!.slice(0, 3)).toEqual(['Вид', 'Название', 'Номер или код'])
  expect(sheet[1]).toEqual([
    ...['Товар', 'Товар 0', '00017', 'Создать', 'Ещё не записано', aNote.message],
    ...['Внешний код: x\nИзображения: 2', 'e-0'],
  ])
  expect(sheet[2]).toEqual([
    ...['Заказ поставщику', '=1+1', null, 'Не переносится', 'Записывать нечего'],
    ...[`${anError.message}\n${aWarning.message}`, null, 'e-1'],
  ])
  expect((sheet[3]![6] as string).length).toBe(32_767)
  expect(sheet[3]!.at(-1)).toBe(jobId)
  expect(sheet).toHaveLength(4)
  const english = await sheetOf(`${JOBS}/${id}/report?language=en`, {
    accept: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
  expect(english[2]!.slice(0, 5)).toEqual(['Purchase order', '=1+1', null, 'Not transferred', 'Nothing to write'])
  expect(english[2]![5]).toMatch(/another currency \(EUR\)/)
})

test('the spreadsheet of a long import report is complete', async () => {
  const sheet = await sheetOf(`${JOBS}/${jobId}/report?format=xlsx&problems=true`)
  expect(sheet.slice(1).map((row) => row[1])).toEqual(LOOKS.map(({ name }) => name))
})

test('an import report that is too long for a spreadsheet is refused with advice to use another format', async () => {
  await setJobs(service.database, stranger.companyId)
  const id = await putJob(service.database, stranger.companyId, { status: 'done' })
  await writeCompany(service.database, stranger.companyId, (tx) =>
    tx.query('update extsys_jobs set row_count = 100001 where company_id = $1 and id = $2', [stranger.companyId, id]),
  )
  const { status, json } = await stranger.get(`${JOBS}/${id}/report?format=xlsx`)
  expect([status, json.code]).toEqual([400, 'VALIDATION_FAILED'])
  expect(json.detail).toMatch(/request json/)
})

test('the report of an unknown import or of another company’s import is not found', async () => {
  for (const path of ['rows', 'rows?source=true', 'problems', 'report', 'report?format=xlsx']) {
    const foreign = await read(path, stranger)
    expect([foreign.status, foreign.json.code]).toEqual([404, 'NOT_FOUND'])
    expect((await owner.get(`${JOBS}/no-id/${path}`)).json.code).toBe('NOT_FOUND')
  }
})
