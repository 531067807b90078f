/**
 * Tests exporting every list as a table for people. The table must have the same records as the list's JSON, in named
 * columns.
 */
import { dsvFormat } from 'd3-dsv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sentenceIn } from '../../server/domain/audit-log.ts'
import { LIST_TABLES } from '../../server/lists/list-tables.ts'
import { STATE_LISTS } from '../../server/lists/state-lists.ts'
import { refuseLongXlsx } from '../../server/reports/formats.ts'
import { columnsOf } from '../../server/tables/list-columns.ts'
import { type ListSource, listCsv, listXlsx } from '../../server/tables/list-files.ts'
import { choiceOf, labelOf } from '../../server/tables/words.ts'
import { readXlsx, readXlsxFormats, sheetsOf } from '../support/figures/xlsx.ts'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { blackPng } from '../support/papers/pictures.ts'
import {
  addField,
  addFilter,
  addFilterValue,
  addPriceType,
  addProduct,
  openShop,
  placeOrder,
  receive,
} from '../support/scene/fixtures.ts'
import { fillLists } from '../support/scene/list-company.ts'
import { joinAs } from '../support/scene/members.ts'

const service = useService()
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const LISTS = [...STATE_LISTS, ...LIST_TABLES]
let client: Client

beforeAll(async () => {
  client = (await fillLists(await service.newCompany())).client
})

async function fetched(path: string, headers: Record<string, string> = {}, of = client) {
  const reply = await fetch(`${of.url}/api/v1/${path}`, { headers: { ...of.credentials, ...headers } })
  return { reply, bytes: Buffer.from(await reply.arrayBuffer()) }
}

/** Matches the Content-Disposition header, which gives browsers the non-Latin file name. */
const fileNamed = (name: string, ending: string) =>
  new RegExp(`^attachment;.*filename\\*=UTF-8''${encodeURIComponent(name)}%20\\d{4}-\\d\\d-\\d\\d\\.${ending}`)

type Row = Record<string, string>

/** Returns a CSV's rows, keyed by column title. */
async function csv(path: string, headers: Record<string, string> = {}, of = client): Promise<Row[]> {
  const { reply, bytes } = await fetched(path, headers, of)
  expect(reply.status, bytes.toString()).toBe(200)
  const text = bytes.toString('utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  return [...dsvFormat(text.includes(';') ? ';' : ',').parse(text.slice(1))] as Row[]
}

async function listed(path: string): Promise<Json[]> {
  const items: Json[] = []
  let cursor: string | null = ''
  do {
    const page: Json = (
      await client.get(`/api/v1/${path}${path.includes('?') ? '&' : '?'}${cursor && `cursor=${cursor}`}`)
    ).json
    items.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return items
}

describe.each(LISTS.map((list) => [list.path, list] as const))('the export of %s', (path, list) => {
  const idOf = (row: Row) => (list.kind === 'stock' ? `${row['ID: Товар']} ${row['ID: Склад']}` : row.ID)
  const keyOf = (record: Json) => (list.kind === 'stock' ? `${record.productId} ${record.warehouseId}` : record.id)

  test('an exported list has the same records in the same order as the list itself, as CSV and as XLSX', async () => {
    const items = await listed(path)
    if (path !== 'notifications') expect(items.length).toBeGreaterThan(1)
    expect((await csv(`${path}?format=csv`)).map(idOf)).toEqual(items.map(keyOf))
    const { reply, bytes } = await fetched(`${path}?format=xlsx`)
    expect(reply.headers.get('content-type')).toBe(XLSX)
    expect(readXlsx(bytes)).toHaveLength(items.length + 1)
  })

  test('each row of an exported list contains every field of its record', async () => {
    const [rows, items] = [await csv(`${path}?format=csv&decimal=point`), await listed(path)]
    for (const [at, record] of items.entries()) {
      const cells = Object.values(rows[at]!)
      for (const [name, value] of Object.entries(record)) {
        if (typeof value === 'number') expect(cells, name).toContain(String(value))
        const isFixed = typeof value === 'string' && choiceOf(value, list.record.properties[name]) !== undefined
        const isPlain = typeof value === 'string' && !isFixed && !/^\d{4}-\d\d-\d\dT/.test(value)
        if (isPlain && value !== '')
          expect(
            cells.map((cell) => cell.replace(/^'/, '')),
            name,
          ).toContain(value)
      }
    }
  })

  test('every field and every fixed value of an exported list has a Russian and an English name', () => {
    for (const [field, schema] of Object.entries(list.record.properties)) {
      if (['prices', 'filterValueIds', 'customValues'].includes(field)) continue
      expect(labelOf(field, schema), field).toBeDefined()
      for (const word of ((schema as { enum?: string[] }).enum ?? []).filter((one) => one !== null))
        expect(choiceOf(word, schema), `${field} ${word}`).toBeDefined()
    }
  })
})

const DEEDS_OF_STOCK = ['приёмка', 'списание', 'перемещение', 'отгрузка']

describe('exporting lists that do not contain records', () => {
  test('the exported audit log contains the filtered entries, newest first, and shows who did what to which record', async () => {
    const query = 'from=2020-01-01&actorType=token&entityType=movement'
    const items = await listed(`audit?${query}`)
    expect(items.length).toBeGreaterThan(1)
    const rows = await csv(`audit?${query}&format=csv`)
    expect(rows.map((row) => [row.ID, row.Кто])).toEqual(items.map(({ id, actor }) => [id, actor.name]))
    expect(rows.map((row) => row.Запись)).toEqual(items.map((entry) => sentenceIn('ru', entry)))
    expect(rows.map((row) => row.Запись)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Принят товар «.+»: .+, склад «.+», поставщик «.+»$/)]),
    )
    expect(DEEDS_OF_STOCK).toEqual(expect.arrayContaining(rows.map((row) => row.Действие)))
    expect(rows[0]).toMatchObject({
      'Кто это': 'ключ API',
      'О чём': 'движение товара',
      Ревизия: `${items[0]!.revision}`,
    })
    const english = await csv(`audit?${query}&format=csv&language=en&decimal=point`)
    expect(english[0]).toMatchObject({
      'Kind of actor': 'API token',
      About: 'movement',
      Entry: sentenceIn('en', items[0]!),
      'ID: About': items[0]!.entityId,
    })
    const { reply, bytes } = await fetched(`audit?${query}`, { accept: XLSX })
    expect([reply.headers.get('content-type'), reply.headers.get('content-disposition')]).toEqual([
      XLSX,
      expect.stringMatching(fileNamed('История действий', 'xlsx')),
    ])
    expect(readXlsx(bytes).length).toBe(items.length + 1)
  })

  test('the exported list of uploaded files shows the status of each file', async () => {
    const picture = { raw: blackPng(3, 3), headers: { 'content-type': 'image/png', 'x-file-name': 'bill.png' } }
    const uploaded = await client.post('/api/v1/procurement/imports', undefined, picture)
    expect(uploaded.status, uploaded.text).toBe(200)
    const items = await listed('procurement/imports')
    expect(items.length).toBeGreaterThan(0)
    const rows = await csv('procurement/imports?format=csv')
    expect(rows.map((row) => [row.ID, row.Файл, row['Размер, байт']])).toEqual(
      items.map(({ id, fileName, size }) => [id, fileName, String(size)]),
    )
    expect(
      rows.every(({ Статус }) => /^(в очереди|читается|прочитан|не прочитан|стал документом)$/.test(Статус!)),
    ).toBe(true)
  })

  test.each(['audit', 'procurement/imports'])(
    'exporting the list %s with paging parameters is refused',
    async (path) => {
      for (const paging of ['limit=5', 'cursor=abc']) {
        const { reply, bytes } = await fetched(`${path}?format=csv&${paging}`)
        expect([reply.status, JSON.parse(bytes.toString()).code]).toEqual([400, 'VALIDATION_FAILED'])
      }
    },
  )
})

describe('the query of an export', () => {
  test('an exported list can be filtered, searched and sorted like the list itself', async () => {
    for (const query of [
      'q=чайник',
      'archived=false&sort=name',
      'tag=новинка',
      'kind=service',
      'createdFrom=2020-01-01',
    ])
      expect(
        (await csv(`products?format=csv&${query}`)).map(({ ID }) => ID),
        query,
      ).toEqual((await listed(`products?${query}`)).map(({ id }) => id))
  })

  test('an exported file can be requested with the Accept header, but the format parameter takes precedence', async () => {
    for (const [path, accept, type] of [
      ['products', 'text/csv', 'text/csv; charset=utf-8'],
      ['products', `${XLSX}, text/csv;q=0.5`, XLSX],
      ['products', '*/*', 'application/json; charset=utf-8'],
      ['products?format=json', 'text/csv', 'application/json; charset=utf-8'],
    ] as const) {
      const { reply } = await fetched(path, { accept })
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, type])
      expect(reply.headers.get('vary')).toContain('Accept')
    }
  })

  test('the headings of an exported list are Russian by default and English on request', async () => {
    const titlesOf = async (path: string, headers = {}) => Object.keys((await csv(path, headers))[0]!)
    const russian = expect.arrayContaining(['Название', 'Артикул', 'Цена: Оптовая', 'Неснижаемый остаток'])
    const english = expect.arrayContaining(['Name', 'SKU', 'Price: Оптовая', 'Minimum stock'])
    expect(await titlesOf('products?format=csv')).toEqual(russian)
    expect(await titlesOf('products?format=csv', { 'accept-language': 'de, ru;q=0.5' })).toEqual(russian)
    expect(await titlesOf('products?format=csv', { 'accept-language': 'en-US,en;q=0.9' })).toEqual(english)
    expect(await titlesOf('products?format=csv&language=ru', { 'accept-language': 'en' })).toEqual(russian)
    expect(await titlesOf('products?format=csv&language=en')).toEqual(english)
  })

  test('an exported list is downloaded under a file name with the list’s name and the date', async () => {
    const { reply } = await fetched('procurement/documents?format=csv')
    expect(reply.headers.get('content-disposition')).toMatch(fileNamed('Документы закупок', 'csv'))
    const english = await fetched('procurement/documents?format=csv&language=en')
    expect(english.reply.headers.get('content-disposition')).toMatch(fileNamed('Purchase documents', 'csv'))
    expect(reply.headers.get('cache-control')).toBe('private, no-store')
  })

  test.each([
    ['products?format=pdf', 'query/format'],
    ['products?format=csv&limit=5', 'query/limit'],
    ['products?format=xlsx&cursor=abc', 'query/cursor'],
    ['products?format=csv&language=de', 'query/language'],
    ['products?format=csv&decimal=dot', 'query/decimal'],
    ['orders?format=csv&status=lost', 'query/status/0'],
    ['external-links?format=csv&source=a&entityType=order&externalId=b', 'query/format'],
  ])('the export request %s is refused with an error at %s', async (path, at) => {
    const { status, json } = await client.get(`/api/v1/${path}`)
    expect([status, json.code]).toEqual([400, 'VALIDATION_FAILED'])
    expect(json.errors.map((error: Json) => error.path)).toContain(at)
  })
})

describe('the contents of cells', () => {
  let shop: Awaited<ReturnType<typeof openShop>>

  beforeAll(async () => {
    shop = await openShop(await service.newCompany())
    const own = shop.client
    const wholesale = await addPriceType(own, 'Опт')
    const color = await addFilter(own)
    const red = await addFilterValue(own, color, 'Красный')
    const blue = await addFilterValue(own, color, 'Синий')
    await addField(own, { entityKind: 'product', name: 'Гарантия', valueType: 'number' })
    await addProduct(own, {
      name: '=1+1; "кавычки"',
      sku: '-5',
      price: 1234.5,
      cost: 700.25,
      minStock: 0.125,
      weightKg: 1.7,
      prices: [{ priceTypeId: wholesale, price: 1000 }],
      filterValueIds: [red, blue],
      barcodes: ['4600051000057', '4600051000064'],
      packages: [{ name: 'Коробка', quantity: 12, barcode: '14600051000054' }],
      customValues: { Гарантия: 24, Другое: 'да', Галка: true },
    })
    await receive(shop, 3, 100.5)
    await placeOrder(shop)
  })

  test('an exported list has a separate column for each price type, filter and custom field', async () => {
    const [row] = await csv('products?format=csv', {}, shop.client)
    expect(row).toMatchObject({
      Название: `'=1+1; "кавычки"`,
      Артикул: "'-5",
      Вид: 'товар',
      Цена: '1234,5',
      'Цена: Опт': '1000',
      'Закупочная цена': '700,25',
      'Неснижаемый остаток': '0,125',
      'Вес, кг': '1,7',
      'Характеристика: Цвет': 'Красный; Синий',
      'Поле: Гарантия': '24',
      'Прочие поля': 'Другое: да; Галка: да',
      Штрихкоды: '4600051000057; 4600051000064',
      Упаковки: 'Коробка × 12 (14600051000054)',
      'В архиве': 'нет',
    })
  })

  test('in an exported XLSX, money and quantities are numbers, and text stays text', async () => {
    const { bytes } = await fetched('products?format=xlsx', {}, shop.client)
    const [titles, row] = readXlsx(bytes)
    const formats = readXlsxFormats(bytes)[1]!
    const cell = (title: string) => row![titles!.indexOf(title)]
    expect([cell('Название'), cell('Артикул'), cell('Штрихкоды')]).toEqual([
      '=1+1; "кавычки"',
      '-5',
      '4600051000057; 4600051000064',
    ])
    expect([
      cell('Цена'),
      cell('Цена: Опт'),
      cell('Неснижаемый остаток'),
      cell('Вес, кг'),
      cell('Поле: Гарантия'),
    ]).toEqual([1234.5, 1000, 0.125, 1.7, 24])
    expect(formats).toContain('#,##0.00')
    // Check that quantities are shown without trailing zeros, so 0,125 and 15 use the same format.
    expect(formats).not.toContain('#,##0.000')
    // Times are stored as real time values, so they can be sorted and grouped by month.
    expect(formats).toContain('dd.mm.yyyy hh:mm')
    expect(cell('Создан')).toBeTypeOf('number')
  })

  test('an exported XLSX has a separate sheet of order lines, with one row for each line', async () => {
    const { reply, bytes } = await fetched('orders?format=xlsx', {}, shop.client)
    expect(reply.headers.get('content-disposition')).toMatch(fileNamed('Заказы', 'xlsx'))
    const book = sheetsOf(bytes)
    expect(book.map(({ name }) => name)).toEqual(['Заказы', 'Позиции заказов'])
    expect(book[0]!.rows[0]).not.toContain('Позиции')
    const [titles, ...lines] = book[1]!.rows
    const [order] = (await shop.client.get('/api/v1/orders')).json.items
    expect(
      lines.map((line) => [line[0], line[titles!.indexOf('Название')], line[titles!.indexOf('Количество')]]),
    ).toEqual(order.items.map((item: Json) => [order.number, item.name, item.quantity]))
    for (const sheet of book) expect(sheet.xml).toContain('<autoFilter')
  })

  test('an exported list shows related records by name, and times in the company’s time zone', async () => {
    await shop.client.made('PATCH', '/api/v1/settings', {
      ...{ companyName: 'Ромашка', lowStockAlerts: false, dailySummary: false, timeZone: 'Asia/Vladivostok' },
    })
    const [order] = await csv('orders?format=csv', {}, shop.client)
    const [{ createdAt }] = (await shop.client.get('/api/v1/orders')).json.items
    const local = new Date(new Date(createdAt).getTime() + 10 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    expect(order).toMatchObject({
      Покупатель: 'Иван',
      Склад: 'Основной',
      Статус: 'новый',
      Позиции: 'Чайник × 1',
      Создан: local,
    })
    const [lot] = await csv('lots?format=csv', {}, shop.client)
    expect(lot).toMatchObject({ Товар: 'Чайник', Склад: 'Основной', 'Цена закупки': '100,5', Осталось: '3' })
  })

  test('a list exported by a user who may not see costs has no cost columns', async () => {
    const storekeeper = await joinAs(service, shop.client.companyId, { role: 'storekeeper' })
    const titlesOf = async (path: string, of: Client) => Object.keys((await csv(path, {}, of))[0]!)
    for (const [path, title] of [
      ['products', 'Закупочная цена'],
      ['products', 'Минимальная цена'],
      ['lots', 'Цена закупки'],
      ['movements', 'Себестоимость'],
      ['orders', 'Себестоимость'],
    ] as const) {
      expect(await titlesOf(`${path}?format=csv`, shop.client)).toContain(title)
      expect(await titlesOf(`${path}?format=csv`, storekeeper)).not.toContain(title)
    }
    expect((await fetched('purchases?format=csv', {}, storekeeper)).reply.status).toBe(403)
  })

  test('an exported list contains no data from other companies', async () => {
    const other = await service.newCompany()
    for (const { path } of LISTS) expect(await csv(`${path}?format=csv`, {}, other), path).toEqual([])
  })
})

describe('exporting long lists', () => {
  const PRODUCTS = STATE_LISTS[0]!
  const columns = columnsOf({
    list: { ...PRODUCTS, record: { ...PRODUCTS.record, properties: { id: PRODUCTS.record.properties.id } } as never },
    view: 'full',
    language: 'ru',
    names: { has: () => false } as never,
  })
  const controller = new AbortController()
  afterAll(() => controller.abort())

  /** Returns a list source with `rowCount` rows in total. It calls `onPage` for each page. */
  const source = (rowCount: number, onPage: (at: number) => void = () => {}): ListSource => ({
    asker: { companyId: 'long', signal: controller.signal },
    language: 'ru',
    name: 'products',
    timeZone: 'Europe/Moscow',
    columns,
    async readPage(cursor) {
      const from = Number(cursor ?? 0)
      onPage(from)
      const until = Math.min(from + 1_000, rowCount)
      const items = Array.from({ length: until - from }, (_, at) => `{"id":"${from + at}"}`)
      return { items, nextCursor: until < rowCount ? String(until) : null }
    },
  })

  test('a short or empty page of records does not end the exported file', async () => {
    let text = ''
    const pages = [['{"id":"1"}'], [], ['{"id":"2"}']]
    const read = {
      ...source(0),
      readPage: async (cursor = '0') => ({
        items: pages[Number(cursor)]!,
        nextCursor: Number(cursor) < 2 ? String(Number(cursor) + 1) : null,
      }),
    }
    for await (const piece of listCsv(read, 'comma')) text += piece
    expect(text).toBe('\ufeffID\r\n1\r\n2\r\n')
  })

  test('a list of more than 100,000 rows can be exported as CSV but not as a spreadsheet', async () => {
    refuseLongXlsx(100_000)
    await expect(listXlsx(source(100_500))).rejects.toThrow('cannot be xlsx for more than 100000 rows; request csv')
    let rows = -1
    for await (const piece of listCsv(source(100_500), 'comma')) rows += piece.toString().split('\r\n').length - 1
    expect(rows).toBe(100_500)
  })

  test('after the client disconnects, no further pages of the exported list are read', async () => {
    const gone = new AbortController()
    let pages = 0
    const read = source(50_000, () => {
      pages += 1
      if (pages === 3) gone.abort()
    })
    const drain = async () => {
      for await (const _piece of listCsv({ ...read, asker: { companyId: 'long', signal: gone.signal } }, 'comma'));
    }
    await expect(drain()).rejects.toThrow('closed the connection')
    expect(pages).toBe(3)
  })
})
