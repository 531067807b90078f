/**
 * Tests imports that cannot read something. Our data must stay as it is; each unreadable item may affect only itself
 * and must be reported.
 */
import { beforeEach, expect, test } from 'vitest'
import { TINY_ACCOUNT } from '../support/moysklad/fake-moysklad-account.ts'
import { errorAnswer } from '../support/moysklad/fake-moysklad-answers.ts'
import type { Row } from '../support/moysklad/fake-moysklad-shapes.ts'
import { readAll } from '../support/moysklad/imported-company.ts'
import type { SeenRow } from '../support/moysklad/imports-run.ts'
import { useImports } from '../support/moysklad/imports-scene.ts'

const scene = useImports({ size: TINY_ACCOUNT })

beforeEach(() => {
  scene.fake.onAnswer = null
})

const refusing = (paths: RegExp, status: number, code: number) => {
  scene.fake.onAnswer = (path, _query, answer) => (paths.test(path) ? errorAnswer(status, code, 'Отказ') : answer)
}
/** Changes the rows on a page of a MoySklad list. */
const spoiling = (entity: string, change: (rows: Row[]) => unknown[], meta: (meta: Row) => Row = (same) => same) => {
  scene.fake.onAnswer = (path, _query, answer) => {
    if (path !== `/entity/${entity}` || answer.status !== 200) return answer
    const body = JSON.parse(JSON.stringify(answer.body)) as Row
    return { ...answer, body: { ...body, meta: meta(body.meta), rows: change(body.rows) } }
  }
}
const codesOf = ({ problems }: SeenRow) => problems.map(({ code }) => code)
const withCode = (rows: readonly SeenRow[], code: string) => rows.filter((row) => codesOf(row).includes(code))
const everything = async () =>
  Promise.all(['products', 'partners', 'procurement/documents'].map((list) => readAll(scene.owner, list)))

/** What MoySklad refuses, how it refuses it, and what the report calls it. */
const REFUSED: readonly (readonly [what: string, paths: RegExp, status: number, code: number, section: string])[] = [
  ['price types', /pricetype/, 403, 1016, 'Типы цен'],
  ['currencies', /entity\/currency/, 403, 1016, 'Валюты'],
  ['units', /entity\/uom/, 403, 1070, 'Единицы измерения'],
  ['countries', /entity\/country/, 404, 1021, 'Страны'],
  ['custom fields', /product\/metadata\/attributes/, 404, 1021, 'Дополнительные поля товаров'],
]

test('a repeated import changes nothing here if MoySklad refuses a reference list, and the report mentions it', async () => {
  await scene.imports.whole()
  const before = await everything()
  for (const [what, paths, status, code, section] of REFUSED) {
    refusing(paths, status, code)
    const { id, counts } = await scene.imports.whole()
    expect(counts, what).toMatchObject({ create: 0, update: 0, written: 0, failed: 0 })
    expect(await everything(), what).toEqual(before)
    const told = (await scene.imports.rows(id)).flatMap(({ problems }) => problems)
    const list = told.find(({ code: one }) => one.startsWith('list_not'))
    expect(list?.message, what).toContain(`«${section}»`)
    expect(list?.message, what).toContain('не изменилось')
  }
})

test('a custom field and its values stay if MoySklad refuses the field’s options in a repeated import', async () => {
  await scene.imports.whole()
  const before = await everything()
  const fields = await readAll(scene.owner, 'custom-fields')
  refusing(/entity\/customentity/, 404, 1021)
  const { id, counts } = await scene.imports.whole()
  expect(counts).toMatchObject({ update: 0, written: 0, failed: 0 })
  expect([await everything(), await readAll(scene.owner, 'custom-fields')]).toEqual([before, fields])
  expect(withCode(await scene.imports.rows(id), 'options_unread').length).toBeGreaterThan(0)
})

test('a nested list that is missing in MoySklad fails only the record to which it belongs', async () => {
  const long = scene
    .rows('supply')
    .find(({ id }) => scene.expected().some((one) => one.externalId === id && one.record !== null))!
  const [line] = long.positions.rows
  long.positions.rows = Array.from({ length: 105 }, (_one, at) => ({
    ...line,
    id: `${line.id.slice(0, -3)}${100 + at}`,
  }))
  const wanted = scene.expected().filter(({ record }) => record !== null).length
  refusing(new RegExp(`${long.id}/positions`), 404, 1021)
  const { id, counts } = await scene.imports.whole()
  const [row, ...more] = withCode(await scene.imports.rows(id), 'row_vanished')
  expect([row!.externalId, row!.action, more]).toEqual([long.id, 'problem', []])
  expect(counts.written).toBe(wanted - 1)
})

test('a MoySklad row without an id is read once more, and then reported with its position and name', async () => {
  spoiling('counterparty', (rows) => rows.map((row, at) => (at === 3 ? { ...row, id: undefined } : row)))
  const { id } = await scene.imports.whole()
  const [row, ...more] = withCode(await scene.imports.rows(id), 'row_unreadable')
  expect(more).toEqual([])
  const name = scene.rows('counterparty').toSorted((a, b) => (a.id < b.id ? -1 : 1))[3]!.name
  expect(row!.problems[0]!.message).toContain(`4: ${name}`)
  expect(scene.fake.log.filter(({ path }) => path === '/entity/counterparty').length).toBeGreaterThan(1)
})

test('a row that appears twice on a page from MoySklad counts once', async () => {
  spoiling(
    'service',
    (rows) => [...rows, rows[0]],
    (meta) => ({ ...meta, size: meta.size + 1 }),
  )
  const { id } = await scene.imports.whole()
  const rows = (await scene.imports.rows(id)).filter(
    ({ entityType, externalId }) => entityType === 'service' && externalId !== '',
  )
  expect(rows.length).toBe(scene.rows('service').length)
})

test.each([
  [
    'announces more rows than it has',
    (rows: Row[]) => rows,
    (meta: Row) => ({ ...meta, size: meta.size + 5 }),
    /Контрагенты.*меньше, чем обещано/,
  ],
  [
    'comes without its nested rows',
    (rows: Row[]) => rows.map((row) => ({ ...row, contactpersons: { meta: { ...row.contactpersons.meta, size: 2 } } })),
    (meta: Row) => meta,
    /Контрагенты.*строка 1.*Контактные лица.*без строк/,
  ],
])(
  'an import fails at a MoySklad list that %s, and continues once the list is fixed',
  async (_name, rows, meta, words) => {
    spoiling('counterparty', rows, meta)
    const id = await scene.imports.begin()
    const failed = await scene.imports.untilAny(id, ({ status }) => status === 'failed' || status === 'ready')
    expect(failed.status).toBe('failed')
    expect(failed.error!.message).toMatch(words)
    scene.fake.onAnswer = null
    await scene.imports.resume(id)
    await scene.imports.until(id, 'ready')
    await scene.imports.apply(id)
    await scene.imports.until(id, 'done')
    await scene.expectImported(id)
  },
)

test('the import requests the minimum stock per warehouse from MoySklad and reports it', async () => {
  const [each, varied] = scene.rows('product')
  for (const row of [each!, varied!]) delete row.minimumBalance
  each!.minimumStock = { type: 'ALL_WAREHOUSE_SAME', quantity: 5 }
  varied!.minimumStock = { type: 'WAREHOUSE_VARIED', storebalances: { meta: { href: 'x' } } }
  const { id } = await scene.imports.whole()
  const rows = await scene.imports.rows(id)
  expect(withCode(rows, 'min_stock_each_warehouse').map(({ externalId }) => externalId)).toEqual([each!.id])
  expect(withCode(rows, 'min_stock_by_warehouse').map(({ externalId }) => externalId)).toEqual([varied!.id])
})

test('the import report links to the pictures in MoySklad', async () => {
  const { id } = await scene.imports.whole()
  const pictured = scene.rows('product').find(({ images }) => images.rows.length > 0)!
  const row = (await scene.imports.rows(id)).find(({ externalId }) => externalId === pictured.id)!
  expect(row.data.left.images.href).toMatch(new RegExp(`/entity/product/${pictured.id}/images$`))
  expect(row.data.left.images.size).toBe(pictured.images.rows.length)
})

test('a remark that applies to all products appears only once in the import report', async () => {
  const [one, other] = scene.rows('product').filter(({ archived }) => !archived)
  for (const row of [one!, other!]) Object.assign(row, { article: 'ПОВТОР', barcodes: [{ ean13: '4600000000017' }] })
  await scene.owner.post('/api/v1/products', { name: 'Свой', sku: 'ПОВТОР' })
  const { id } = await scene.imports.whole()
  const rows = await scene.imports.rows(id)
  expect(withCode(rows, 'weight_unit_assumed').length).toBe(1)
  const repeated = withCode(rows, 'sku_repeated').filter(({ externalId }) => [one!.id, other!.id].includes(externalId))
  expect(repeated.length).toBe(2)
  const { message } = repeated[0]!.problems.find(({ code }) => code === 'sku_repeated')!
  expect(message).toContain('«ПОВТОР»')
  expect(withCode(rows, 'barcode_repeated').length).toBeGreaterThanOrEqual(2)
  expect(repeated.every(({ status }) => status === 'written')).toBe(true)
})

test('the import report gives the names of the statuses, projects and products that MoySklad’s documents refer to', async () => {
  const [document] = scene.rows('supply')
  const meta = (type: string, id: string) => ({
    href: `https://api.moysklad.ru/api/remap/1.2/entity/${type}/${id}`,
    type,
  })
  scene.fake.account.rows.set('project', [{ id: 'p-1', name: 'Стройка', meta: meta('project', 'p-1') }])
  scene.fake.account.rows.set('states:supply', [{ id: 's-1', name: 'Принято', meta: meta('state', 's-1') }])
  Object.assign(document!, { project: { meta: meta('project', 'p-1') }, state: { meta: meta('state', 's-1') } })
  const { id } = await scene.imports.whole()
  const row = (await scene.imports.rows(id)).find(({ externalId }) => externalId === document!.id)!
  const told = row.problems.map(({ message }) => message).join('\n')
  expect(told).toContain('Стройка')
  expect(told).toContain('Принято')
  const services = withCode(await scene.imports.rows(id), 'service_line')
  expect(services.length).toBeGreaterThan(0)
  for (const { problems } of services)
    for (const { code, value } of problems)
      if (code === 'service_line') expect(value).not.toMatch(/[\da-f]{8}-[\da-f]{4}/)
})

test('the import report states if changes made in MoySklad during the import could not be read', async () => {
  scene.fake.onAnswer = (path, query, answer) =>
    path === '/entity/counterparty' && query.get('filter')?.includes('updated>=') === true
      ? errorAnswer(403, 1016, 'Отказ')
      : answer
  const { id, counts } = await scene.imports.whole()
  const [row, ...more] = withCode(await scene.imports.rows(id), 'list_late_unread')
  expect([row!.entityType, more]).toEqual(['partner', []])
  expect(row!.problems[0]!.message).toContain('«Контрагенты»')
  const wanted = scene.expected().filter(({ record }) => record !== null).length
  expect(counts).toMatchObject({ written: wanted, failed: 0 })
})

test('a record that was archived here stays archived when MoySklad documents that use it are imported again', async () => {
  const { id: first } = await scene.imports.whole()
  const written = new Set(scene.expected().flatMap(({ externalId, record }) => (record === null ? [] : [externalId])))
  const supply = scene.rows('supply').find((row) => written.has(row.id) && row.agent.meta.type === 'counterparty')!
  const product = scene.rows('product').find(({ archived, supplier }) => !archived && supplier === undefined)!
  const ids = Object.fromEntries((await scene.imports.rows(first)).map((row) => [row.externalId, row.internalId!]))
  const supplierId = ids[supply.agent.meta.href.split('/').at(-1)]!
  await scene.owner.send('PATCH', `/api/v1/partners/${supplierId}`, { archived: true })
  const again = (row: Row, name: string) => ({ ...row, id: crypto.randomUUID(), name })
  const [late, sold] = [again(supply, '777'), { ...again(product, 'Новый'), supplier: supply.agent }]
  scene.rows('supply').push(late)
  scene.rows('product').push(sold)
  const { id, counts } = await scene.imports.whole()
  expect(counts).toMatchObject({ create: 2, written: 2, failed: 0 })
  const own = Object.fromEntries((await scene.imports.rows(id)).map((row) => [row.externalId, row.internalId!]))
  const draft = (await scene.owner.get(`/api/v1/procurement/documents/${own[late.id]}`)).json
  expect(draft).toMatchObject({ supplierId, status: 'draft' })
  expect((await scene.owner.get(`/api/v1/products/${own[sold.id]}`)).json).toMatchObject({
    preferredSupplierId: supplierId,
  })
  expect((await scene.owner.get(`/api/v1/partners/${supplierId}`)).json).toMatchObject({ archived: true })
  // The document cannot be posted until its supplier is active again, because our own rules apply to it.
  expect((await scene.imports.whole()).counts).toMatchObject({ create: 0, update: 0, written: 0, failed: 0 })
})
