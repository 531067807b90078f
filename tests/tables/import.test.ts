/**
 * Tests importing tables of products, partners and opening stock. They are uploaded, mapped, previewed, written exactly
 * once, and reported.
 */
import { describe, expect, test } from 'vitest'
import { readXlsx } from '../support/figures/xlsx.ts'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import {
  addField,
  addFilter,
  addFilterValue,
  addPartner,
  addPriceType,
  addProduct,
  addWarehouse,
  openShop,
  stockRow,
} from '../support/scene/fixtures.ts'
import {
  applied,
  type CellValue,
  mapped,
  recordsByName,
  rowsOf,
  sendTable,
  TABLE_IMPORTS,
  untilTable,
  upload,
  xlsx,
} from '../support/scene/tables.ts'

const service = useService()

describe('importing products', () => {
  test('the valid rows of a table are imported, and each invalid row is reported', async () => {
    const client = await service.newCompany()
    const rows: CellValue[][] = [['Название', 'Артикул', 'Цена', 'Штрихкод', 'Неснижаемый остаток']]
    for (let n = 1; n <= 1_000; n += 1) rows.push([`Товар ${n}`, `A-${n}`, n + 0.5, null, 1.25])
    rows[10]![2] = 'дорого'
    rows[20]![1] = null
    rows[30]![0] = null
    rows[40]![2] = -1
    rows[50]![2] = 1.005
    rows[60]![1] = 'A-1'
    rows[70]![3] = '4,60005E+12'
    const { id, columns, status } = await upload(client, await xlsx(rows))
    expect(status).toBe('uploaded')
    expect(columns.map(({ proposed }: Json) => proposed)).toEqual(['name', 'sku', 'price', 'barcodes', 'minStock'])
    const preview = await mapped(client, id)
    expect(preview).toMatchObject({ rowCount: 1_000, counts: { create: 993, problem: 7, update: 0, unchanged: 0 } })
    expect((await client.state()).totals.products).toBe(0)
    const bad = await rowsOf(client, id, '&problems=true')
    expect(bad.map(({ row, problems }) => [row, problems[0].code, problems[0].column])).toEqual([
      [11, 'NOT_A_NUMBER', 2],
      [21, 'KEY_MISSING', 1],
      [31, 'NAME_MISSING', 0],
      [41, 'NEGATIVE', 2],
      [51, 'TOO_PRECISE', 2],
      [61, 'DUPLICATE_KEY', 1],
      [71, 'SPOILED_NUMBER', 3],
    ])
    expect(bad[5]!.problems[0].message).toBe('То же значение «A-1» уже есть в строке 2. Оставьте одну из них.')
    const end = await applied(client, id)
    expect(end).toMatchObject({ counts: { applied: 993, failed: 0 }, progress: { done: 993, of: 993 } })
    const { products } = await client.state()
    expect(products).toHaveLength(993)
    expect(products.find(({ sku }: Json) => sku === 'A-7')).toMatchObject({
      name: 'Товар 7',
      price: 7.5,
      minStock: 1.25,
    })
  })

  test('a table import fills every field and creates missing price types, filter values and custom fields', async () => {
    const client = await service.newCompany()
    await addPriceType(client, 'Опт')
    await addFilterValue(client, await addFilter(client, 'Цвет'), 'Красный')
    await addField(client, { name: 'Гарантия', valueType: 'number' })
    await addField(client, { name: 'Сезон', valueType: 'select', options: ['Зима', 'Лето'] })
    await addField(client, { name: 'Годен до', valueType: 'date' })
    const supplierId = await addPartner(client, 'ООО «Ромашка»', { type: 'Поставщик' })
    const table = await xlsx([
      [
        'Наименование',
        'Артикул',
        'Код',
        'Вид',
        'Категория',
        'Ед. изм.',
        'Штрихкод',
        'Цена',
        'Цена: Опт',
        'Цена: Дилер',
        'Себестоимость',
        'НДС',
        'Вес',
        'Теги',
        'Поставщик',
        'Характеристика: Цвет',
        'Характеристика: Размер',
        'Поле: Гарантия',
        'Поле: Сезон',
        'Поле: Годен до',
        'В архиве',
      ],
      [
        'Чайник',
        'T-1',
        17,
        'товар',
        'Кухня',
        'шт',
        '4600051000057; 4600051000064',
        '1 234,50 ₽',
        '1000',
        900.5,
        '700,25',
        0.2,
        1.7,
        'хит; новинка',
        'ооо «ромашка»',
        'красный; Синий',
        'L',
        24,
        'зима',
        new Date('2027-03-01T00:00:00Z'),
        'да',
      ],
    ])
    const { id, columns } = await upload(client, table)
    expect(columns.map(({ proposed }: Json) => proposed)).toEqual([
      ...[
        'name',
        'sku',
        'code',
        'kind',
        'category',
        'uom',
        'barcodes',
        'price',
        'price:Опт',
        'price:Дилер',
        'cost',
        'vatRate',
      ],
      ...[
        'weightKg',
        'tags',
        'preferredSupplierId',
        'filter:Цвет',
        'filter:Размер',
        'custom:Гарантия',
        'custom:Сезон',
        'custom:Годен до',
        'archived',
      ],
    ])
    expect((await mapped(client, id)).counts).toMatchObject({ create: 1, problem: 0 })
    await applied(client, id)
    const state = await client.state()
    const [product] = state.products
    const priceTypes = Object.fromEntries(state.priceTypes.map(({ id: of, name }: Json) => [name, of]))
    const values = state.filters.flatMap(({ name, values: of }: Json) =>
      of.map((value: Json) => [value.id, `${name} ${value.name}`]),
    )
    expect(product).toMatchObject({
      ...{
        name: 'Чайник',
        sku: 'T-1',
        code: '17',
        kind: 'product',
        category: 'Кухня',
        uom: 'шт',
        price: 1234.5,
        cost: 700.25,
      },
      ...{ vatRate: 20, weightKg: 1.7, tags: ['хит', 'новинка'], preferredSupplierId: supplierId, archived: true },
      barcodes: ['4600051000057', '4600051000064'],
      prices: [
        { priceTypeId: priceTypes.Опт, price: 1000 },
        { priceTypeId: priceTypes.Дилер, price: 900.5 },
      ],
      customValues: { Гарантия: 24, Сезон: 'Зима', 'Годен до': '2027-03-01' },
    })
    const named = Object.fromEntries(values)
    expect(product.filterValueIds.map((one: string) => named[one])).toEqual(['Цвет Красный', 'Цвет Синий', 'Размер L'])
  })

  test('importing a table updates a product only if its row contains a different value', async () => {
    const client = await service.newCompany()
    const fields = { sku: 'S-1', price: 10, category: 'Старая', tags: ['а'], customValues: { Другое: 1 } }
    const changedId = await addProduct(client, { name: 'Первый', ...fields })
    await addProduct(client, { name: 'Второй', sku: 'S-2', price: 20 })
    const { id } = await upload(client, 'Артикул;Цена;Категория\r\ns-1;11,5;\r\nS-2;20;\r\n')
    expect((await mapped(client, id)).counts).toMatchObject({ update: 1, unchanged: 1, create: 0, problem: 0 })
    const before = (await recordsByName(client, 'products')).Второй
    await applied(client, id)
    const { Первый, Второй } = await recordsByName(client, 'products')
    expect(Первый).toMatchObject({ ...fields, id: changedId, price: 11.5 })
    expect(Второй).toEqual(before)
  })

  test('importing an exported table changes nothing', async () => {
    const client = await service.newCompany()
    await addPriceType(client, 'Опт')
    const filterId = await addFilter(client)
    const valueId = await addFilterValue(client, filterId)
    await addProduct(client, {
      name: '=Чай',
      sku: '-1',
      price: 5.5,
      minStock: 0.125,
      filterValueIds: [valueId],
      barcodes: ['4600051000057'],
      vatRate: 20,
    })
    await addProduct(client, { name: 'Кофе', sku: '00012', kind: 'service', archived: undefined })
    for (const format of ['xlsx', 'csv', 'csv&decimal=point', 'xlsx&language=en']) {
      const reply = await fetch(`${client.url}/api/v1/products?format=${format}`, { headers: client.credentials })
      const { id } = await upload(client, Buffer.from(await reply.arrayBuffer()))
      expect((await mapped(client, id)).counts, format).toMatchObject({
        unchanged: 2,
        update: 0,
        create: 0,
        problem: 0,
      })
    }
  })

  test('a table row is reported and not imported if its key matches several records, or if there is no record to update', async () => {
    const client = await service.newCompany()
    await addProduct(client, { name: 'А', sku: 'X' })
    await addProduct(client, { name: 'Б', sku: 'x' })
    const { id } = await upload(client, 'Артикул;Название\nX;А\nY;Новый\n')
    await mapped(client, id, { create: false })
    const rows = await rowsOf(client, id)
    expect(rows.map(({ plan, problems }) => [plan, problems[0].code])).toEqual([
      ['problem', 'AMBIGUOUS_KEY'],
      ['problem', 'RECORD_NOT_FOUND'],
    ])
  })

  test('the import creates missing price types and filter values only if it is allowed to', async () => {
    const client = await service.newCompany()
    await addFilter(client, 'Цвет')
    const { id } = await upload(client, 'Артикул;Название;Цена: Опт;Характеристика: Цвет\nX;А;5;Синий\n')
    await mapped(client, id, { createMissing: false })
    const [row] = await rowsOf(client, id)
    expect(row!.problems.map(({ code }: Json) => code)).toEqual(['PRICE_TYPE_NOT_FOUND', 'FILTER_VALUE_NOT_FOUND'])
  })

  test('every kind of error in a table cell is reported in the requested language', async () => {
    const client = await service.newCompany()
    await addField(client, { name: 'Дата', valueType: 'date' })
    await addField(client, { name: 'Флаг', valueType: 'boolean' })
    const table = await xlsx([
      ['Артикул', 'Название', 'Цена', 'Вид', 'Поставщик', 'Поле: Дата', 'Поле: Флаг', 'Код', 'В архиве'],
      [new Date('2026-02-01T00:00:00Z'), 'a', 1, null, null, null, null, null, null],
      ['B', 'b', '#N/A', null, null, null, null, null, null],
      ['C', 'c', 1e13, null, null, null, null, null, null],
      ['D', 'd', 1, 'ящик', null, null, null, null, null],
      ['E', 'e', 1, null, 'Никто', null, null, null, null],
      ['F', 'f', 1, null, null, '31.02.2026', null, null, null],
      ['G', 'g', 1, null, null, null, 'может быть', null, null],
      ['H', 'h', 1, null, null, null, null, 'я'.repeat(300), null],
      ['I', 'i', 1, 'комплект', null, null, null, null, null],
      ['J', 'j', 1, null, null, null, null, null, 'наверное'],
    ])
    const { id } = await upload(client, table, { language: 'en' })
    await mapped(client, id)
    const rows = await rowsOf(client, id)
    expect(rows.map(({ problems }) => problems.map(({ code }: Json) => code).join())).toEqual([
      'CELL_IS_DATE',
      'FORMULA_ERROR',
      'TOO_LARGE',
      'UNKNOWN_WORD',
      'SUPPLIER_NOT_FOUND',
      'NOT_A_DAY',
      'NOT_A_FLAG',
      'TOO_LONG',
      'BUNDLE_HERE',
      'NOT_A_FLAG',
    ])
    expect(rows[4]!.problems[0].message).toBe('There is no supplier "Никто". Create it first.')
    expect((await rowsOf(client, id, '&language=ru'))[4]!.problems[0].message).toBe(
      'Нет поставщика «Никто». Создайте его сначала.',
    )
  })

  test('the column that a user chose for a field is remembered for the next table', async () => {
    const client = await service.newCompany()
    const table = 'Номенклатурный №;Нечто;Название\nX-1;5;Чай\n'
    const first = await upload(client, table)
    expect(first.columns.map(({ proposed }: Json) => proposed)).toEqual([null, null, 'name'])
    await mapped(client, first.id, {
      columns: [
        { index: 0, target: 'sku' },
        { index: 1, target: 'price' },
      ],
      matchBy: 'sku',
    })
    const again = await upload(client, `${table}X-2;6;Кофе\n`)
    expect(again.columns.map(({ proposed }: Json) => proposed)).toEqual(['sku', 'price', null])
    expect((await upload(await service.newCompany(), table)).columns[0].proposed).toBeNull()
  })

  test('a column of barcodes is recognized by the check digits of its cells, whatever its heading', async () => {
    const client = await service.newCompany()
    const { columns } = await upload(client, 'Название;Палочки\nА;4600051000057\nБ;4600051000064\n')
    expect(columns[1]).toMatchObject({
      header: 'Палочки',
      proposed: 'barcodes',
      samples: ['4600051000057', '4600051000064'],
    })
  })

  test('a table row with a barcode that another product or row already has is imported without that barcode', async () => {
    const client = await service.newCompany()
    const barcodes = ['4600000000017']
    const kettle = await addProduct(client, { name: 'Чайник', sku: 'CH-001', code: '1', barcodes })
    await addProduct(client, { name: 'Прежний', code: '2', sku: 'OLD' })
    const { id } = await upload(
      client,
      [
        'Код;Название;Артикул;Штрихкод',
        '1;Чайник;CH-001;4600000000017',
        '2;Прежний;ch-001;',
        '3;Новый;N-1;4600000000017, 4600000000024',
        '4;Ещё новый;N-2;4600000000024',
      ].join('\n'),
    )
    const preview = await mapped(client, id, { matchBy: 'code' })
    expect(preview.counts).toMatchObject({ create: 2, update: 1, unchanged: 1, problem: 0, warned: 3 })
    const told = await rowsOf(client, id, '&problems=true')
    expect(told.map(({ row, problems }) => [row, ...problems.map(({ message: _, ...one }: Json) => one)])).toEqual([
      [3, { code: 'CODE_TAKEN', column: 2, productId: kettle }],
      [4, { code: 'CODE_TAKEN', column: 3, productId: kettle }],
      [5, { code: 'CODE_TWICE', column: 3 }],
    ])
    expect(told[1]!.problems[0].message).toContain('«4600000000017» уже есть у товара «Чайник»')
    expect((await applied(client, id)).counts).toMatchObject({ applied: 3, failed: 0, warned: 3 })
    expect((await recordsByName(client, 'products')).Новый).toMatchObject({ barcodes: [...barcodes, '4600000000024'] })
  })

  test('known units of measure in a table are imported under their names in the classifier ОКЕИ', async () => {
    const client = await service.newCompany()
    await addProduct(client, { name: 'Прежний', sku: '0', uom: 'штука' })
    const units = ['шт', 'шт.', 'ШТ', 'Штука', 'КГ.', 'лист', 'л', 'по 6 в ряду']
    const rows = units.map((unit, at) => `${at};Товар ${at};${unit}`)
    const { id } = await upload(client, ['Артикул;Название;Ед. изм.', ...rows].join('\n'))
    await mapped(client, id)
    await applied(client, id)
    const { products } = await client.state()
    const uoms = products.map(({ sku, uom }: Json) => [sku, uom]).sort()
    expect(uoms.map(([, uom]: string[]) => uom)).toEqual(['штука', 'шт', 'шт', 'шт', 'кг', 'лист', 'л', 'по 6 в ряду'])
  })

  test('a table row that a business rule refuses is reported, and the other rows are imported', async () => {
    const client = await service.newCompany()
    const id = await addProduct(client, { name: 'Был', sku: 'X' })
    const { id: importId } = await upload(client, 'Артикул;Название;Вид\nX;Стал;услуга\nY;Новый;товар\n')
    await mapped(client, importId)
    const { warehouseId, supplier } = await openShop(client)
    await client.made('POST', '/api/v1/stock/receipt', {
      productId: id,
      warehouseId,
      supplier,
      unitCost: 1,
      quantity: 1,
    })
    const end = await applied(client, importId)
    expect(end.counts).toMatchObject({ applied: 1, failed: 1 })
    const [row] = await rowsOf(client, importId, '&problems=true')
    expect(row).toMatchObject({ row: 2, outcome: 'failed', problems: [{ code: 'REFUSED', column: null }] })
    expect(row!.problems[0].message).toContain('so it must stay a product')
  })
})

describe('importing partners', () => {
  test('partners in a table are matched by INN, and an INN that lost its leading zero is accepted', async () => {
    const client = await service.newCompany()
    await addPartner(client, 'Старое имя', { inn: '7707083893', phone: '1' })
    const table = await xlsx([
      ['Контрагент', 'ИНН', 'КПП', 'Тел.', 'Email', 'Тип', 'Роли', 'Юр. адрес', 'Скидка', 'Тип цены'],
      [
        'ООО «Банк»',
        '7707083893',
        '773601001',
        '+7 495 500-55-50',
        'a@bank.example',
        'покупатель',
        null,
        'Москва',
        5,
        'Опт',
      ],
      ['ООО «Север»', 273095520, null, null, null, 'Поставщик', 'Производитель; Импортёр', null, null, null],
    ])
    const { id, columns } = await upload(client, table, { kind: 'partners' })
    expect(columns.map(({ proposed }: Json) => proposed)).toEqual([
      ...['name', 'inn', 'kpp', 'phone', 'email', 'type', 'roles', 'legalAddress', 'discountPercent', 'priceTypeId'],
    ])
    expect((await mapped(client, id)).counts).toMatchObject({ update: 1, create: 1, problem: 0 })
    await applied(client, id)
    const partners = await recordsByName(client, 'partners')
    const [priceType] = (await client.state()).priceTypes
    expect(partners['ООО «Банк»']).toMatchObject({
      inn: '7707083893',
      kpp: '773601001',
      phone: '+7 495 500-55-50',
      discountPercent: 5,
      priceTypeId: priceType.id,
      type: null,
    })
    expect(partners['ООО «Север»']).toMatchObject({ type: 'Поставщик', roles: ['Производитель', 'Импортёр'] })
  })
})

describe('importing opening stock', () => {
  async function stocked(): Promise<{ client: Client; warehouseId: string; teaId: string; secondId: string }> {
    const client = await service.newCompany()
    const warehouseId = await addWarehouse(client, 'Основной')
    const secondId = await addWarehouse(client, 'Дальний')
    await addPartner(client, 'Начальные остатки', { type: 'Поставщик' })
    const teaId = await addProduct(client, { name: 'Чай', sku: 'T', cost: 7.5 })
    await addProduct(client, { name: 'Доставка', sku: 'S', kind: 'service' })
    await addProduct(client, { name: 'Мёд', sku: 'M' })
    return { client, warehouseId, teaId, secondId }
  }
  const opening = { kind: 'opening_stock' }

  test('each valid row of an opening stock table becomes one receipt', async () => {
    const { client, warehouseId, teaId, secondId } = await stocked()
    const table =
      'Артикул;Остаток;Цена закупки;Склад\nT;10;5,5;\nT;2,5;6;Дальний\nT;1;;\nS;1;1;\nM;1;;\nM;;1;\nНет;1;1;\nM;0;2;\nT;1;1;Луна\n'
    const { id } = await upload(client, table, opening)
    const preview = await mapped(client, id, { warehouseId, supplier: 'начальные остатки' })
    expect(preview.counts).toMatchObject({ create: 3, unchanged: 1, problem: 5 })
    const bad = await rowsOf(client, id, '&problems=true')
    expect(bad.map(({ problems }) => problems[0].code)).toEqual([
      'NOT_STOCKED',
      'COST_MISSING',
      'QUANTITY_MISSING',
      'RECORD_NOT_FOUND',
      'WAREHOUSE_NOT_FOUND',
    ])
    expect((await applied(client, id)).counts).toMatchObject({ applied: 3, failed: 0 })
    expect(await stockRow(client, teaId, warehouseId)).toMatchObject({ onHand: 11 })
    expect(await stockRow(client, teaId, secondId)).toMatchObject({ onHand: 2.5 })
    const { items } = (await client.get('/api/v1/lots?sort=createdAt')).json
    expect(items.map(({ unitCost, received }: Json) => [unitCost, received]).sort()).toEqual([
      [5.5, 10],
      [6, 2.5],
      [7.5, 1],
    ])
    expect((await client.get('/api/v1/self-check')).json.ok).toBe(true)
  })

  test('neither an opening stock file nor a row in it is ever received twice', async () => {
    const { client, warehouseId, teaId } = await stocked()
    const table = 'Артикул;Остаток;Цена закупки\nT;10;5\nT;10;5\n'
    const first = await upload(client, table, opening)
    const preview = await mapped(client, first.id, { warehouseId, supplier: 'Начальные остатки' })
    expect(preview.counts).toMatchObject({ create: 1, problem: 1 })
    await applied(client, first.id)
    const again = await upload(client, table, { ...opening, fileName: 'Другое имя.csv' })
    await mapped(client, again.id, { warehouseId, supplier: 'Начальные остатки' })
    const reply = await client.post(`${TABLE_IMPORTS}/${again.id}/apply`)
    expect([reply.status, reply.json.code]).toEqual([409, 'ALREADY_IMPORTED'])
    expect(await stockRow(client, teaId, warehouseId)).toMatchObject({ onHand: 10 })
  })

  test.each([
    [{}, 400, '/warehouseId'],
    [{ warehouseId: '00000000-0000-7000-8000-000000000000', supplier: 'Начальные остатки' }, 404, null],
    [{ warehouseId: 'own' }, 400, '/supplier'],
    [{ warehouseId: 'own', supplier: 'Никто' }, 404, null],
    [{ warehouseId: 'own', supplier: 'Начальные остатки', columns: [{ index: 0, target: 'sku' }] }, 400, '/columns'],
  ])('an opening stock import with the options %j is refused with status %i', async (given, status, path) => {
    const { client, warehouseId } = await stocked()
    const { id } = await upload(client, 'Артикул;Остаток;Цена закупки\nT;10;5\n', opening)
    const body = 'warehouseId' in given && given.warehouseId === 'own' ? { ...given, warehouseId } : given
    const reply = await client.send('PUT', `${TABLE_IMPORTS}/${id}/columns`, body)
    expect([reply.status, reply.json.errors?.[0]?.path ?? null]).toEqual([status, path])
  })
})

describe('the report of an import', () => {
  test('the report of a table import can be read page by page and downloaded', async () => {
    const client = await service.newCompany()
    const { id } = await upload(client, 'Артикул;Название;Цена\n001;А;1\n002;Б;два\n003;;3\n')
    await mapped(client, id)
    expect((await client.get(`${TABLE_IMPORTS}/${id}/rows?offset=1&limit=1`)).json).toMatchObject({
      total: 3,
      offset: 1,
      items: [{ row: 3, cells: ['002', 'Б', 'два'] }],
    })
    expect((await client.get(`${TABLE_IMPORTS}/${id}/rows?problems=true&limit=1`)).json).toMatchObject({
      total: 2,
      items: [{ row: 3 }],
    })
    const reply = await fetch(`${client.url}${TABLE_IMPORTS}/${id}/rows?problems=true&format=xlsx`, {
      headers: client.credentials,
    })
    const bytes = Buffer.from(await reply.arrayBuffer())
    expect(readXlsx(bytes)).toEqual([
      ['Артикул', 'Название', 'Цена', 'Что исправить', 'Строка файла'],
      ['002', 'Б', 'два', 'Цена: «два» — не число.', 3],
      ['003', null, '3', 'Название: Нет названия: без него новую запись не создать.', 4],
    ])
    const again = await upload(client, bytes)
    expect(again.columns.map(({ proposed }: Json) => proposed)).toEqual(['sku', 'name', 'price', null, null])
  })

  test('the report of a table import escapes cells that look like formulas', async () => {
    const client = await service.newCompany()
    const { id } = await upload(client, 'Артикул;Название;Цена\n1;=1+1;x\n')
    await mapped(client, id)
    const reply = await fetch(`${client.url}${TABLE_IMPORTS}/${id}/rows?format=csv`, { headers: client.credentials })
    expect(await reply.text()).toContain("'=1+1")
  })
})

describe('the steps of an import', () => {
  test('the list of table imports is read page by page, newest first', async () => {
    const client = await service.newCompany()
    const ids: string[] = []
    for (const name of ['Чай', 'Кофе', 'Какао'])
      ids.unshift((await upload(client, await xlsx([['Название'], [name]]))).id)
    const page = (await client.get(`${TABLE_IMPORTS}?limit=2`)).json
    expect(page.items.map(({ id }: Json) => id)).toEqual(ids.slice(0, 2))
    const rest = (await client.get(`${TABLE_IMPORTS}?limit=2&cursor=${page.nextCursor}`)).json
    expect(rest).toMatchObject({ items: [{ id: ids[2] }], nextCursor: null })
    await addWarehouse(client, 'Первый')
    await addWarehouse(client, 'Второй')
    const { nextCursor: foreign } = (await client.get('/api/v1/warehouses?limit=1')).json
    for (const cursor of [foreign, ids[0]])
      expect(await client.get(`${TABLE_IMPORTS}?cursor=${cursor}`)).toMatchObject({
        status: 400,
        json: { code: 'VALIDATION_FAILED', errors: [{ path: 'query/cursor' }] },
      })
  })

  test('a table import can be applied, paused, resumed, cancelled or deleted only if its status allows it', async () => {
    const client = await service.newCompany()
    const { id } = await upload(client, 'Артикул;Название\nX;А\n')
    const move = async (step: string) => {
      const { status, json } = await client.post(`${TABLE_IMPORTS}/${id}/${step}`)
      return json.code ?? status
    }
    for (const step of ['apply', 'pause', 'resume']) expect(await move(step)).toBe('INVALID_TRANSITION')
    await mapped(client, id)
    for (const step of ['pause', 'resume']) expect(await move(step)).toBe('INVALID_TRANSITION')
    await applied(client, id)
    for (const step of ['apply', 'pause', 'resume', 'cancel']) expect(await move(step)).toBe('INVALID_TRANSITION')
    const remap = await client.send('PUT', `${TABLE_IMPORTS}/${id}/columns`, {})
    expect(remap.json.code).toBe('INVALID_TRANSITION')
    const other = await upload(client, 'Артикул;Название\nY;Б\n')
    expect((await client.post(`${TABLE_IMPORTS}/${other.id}/cancel`)).json.status).toBe('cancelled')
    expect((await client.delete(`${TABLE_IMPORTS}/${id}`)).json).toEqual({ id, deleted: true })
    expect((await client.get(`${TABLE_IMPORTS}/${id}`)).status).toBe(404)
    expect((await client.get(TABLE_IMPORTS)).json.items.map((one: Json) => one.id)).toEqual([other.id])
    expect((await client.state()).totals.products).toBe(1)
  })

  test('a paused table import continues where it stopped when it is resumed', async () => {
    const client = await service.newCompany()
    const lines = Array.from({ length: 1_500 }, (_, n) => `P-${n};Товар ${n}`)
    const { id } = await upload(client, `Артикул;Название\n${lines.join('\n')}\n`)
    await mapped(client, id)
    await client.post(`${TABLE_IMPORTS}/${id}/apply`)
    const paused = await client.post(`${TABLE_IMPORTS}/${id}/pause`)
    expect(paused.json.status).toBe('paused')
    const written = async () => (await client.get(`${TABLE_IMPORTS}/${id}`)).json.counts.applied
    await expect
      .poll(async () => [await written(), await written()].every((count, _at, [first]) => count === first))
      .toBe(true)
    expect(await written()).toBeLessThan(1_500)
    await client.post(`${TABLE_IMPORTS}/${id}/resume`)
    const end = await untilTable(client, id, 'done')
    expect(end.counts.applied).toBe(1_500)
    expect((await client.state()).totals.products).toBe(1_500)
  })

  test('a table import command repeated with its idempotency key takes effect only once', async () => {
    const client = await service.newCompany()
    const table = 'Артикул;Название\nX;А\n'
    const first = await sendTable(client, table, { key: 'the first upload' })
    const again = await sendTable(client, table, { key: 'the first upload' })
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true'])
    const { id } = first.json
    expect((await sendTable(client, `${table}Y;Б\n`, { key: 'the first upload' })).json.code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    )
    expect((await client.get(TABLE_IMPORTS)).json.items).toHaveLength(1)
    await mapped(client, id)
    const apply = () => client.post(`${TABLE_IMPORTS}/${id}/apply`, {}, { key: 'the first apply' })
    const [one, two] = [await apply(), await apply()]
    expect([one.status, two.status, two.text]).toEqual([200, 200, one.text])
    await untilTable(client, id, 'done')
    const actions = (await client.get('/api/v1/audit?limit=100')).json.items.map(({ action }: Json) => action)
    expect(actions.filter((action: string) => action === 'product.created')).toHaveLength(1)
    expect(actions).toEqual(expect.arrayContaining(['table_import.uploaded', 'table_import.applied']))
  })
})

describe('sheets and headings', () => {
  test('choosing another sheet makes the service detect the table’s heading row and columns again', async () => {
    const client = await service.newCompany()
    const second: CellValue[][] = [['Прайс-лист на 2026 год'], [], ['Товар', 'Арт.', 'Цена продажи'], ['Чай', 'T', 5]]
    const table = await xlsx(
      [
        ['Пояснения', 'к прайсу'],
        ['не', 'тут'],
      ],
      { Прайс: second },
    )
    const { id, sheets } = await upload(client, table)
    expect(sheets).toEqual(['Лист1', 'Прайс'])
    const preview = await mapped(client, id, { sheet: 'Прайс' })
    expect(preview).toMatchObject({ sheet: 'Прайс', headerRow: 3, rowCount: 1, counts: { create: 1 } })
    expect(preview.columns.map(({ target }: Json) => target)).toEqual(['name', 'sku', 'price'])
    const wrong = await client.send('PUT', `${TABLE_IMPORTS}/${id}/columns`, { sheet: 'Нет такого' })
    expect([wrong.status, wrong.json.code]).toEqual([400, 'UNREADABLE_TABLE'])
  })

  test.each([
    [{ columns: [{ index: 9, target: 'sku' }] }, '/columns/0/index'],
    [
      {
        columns: [
          { index: 0, target: 'sku' },
          { index: 0, target: 'name' },
        ],
      },
      '/columns/1/index',
    ],
    [
      {
        columns: [
          { index: 0, target: 'sku' },
          { index: 1, target: 'sku' },
        ],
      },
      '/columns/1/target',
    ],
    [{ columns: [{ index: 0, target: 'inn' }] }, '/columns/0/target'],
    [{ columns: [{ index: 0, target: 'custom:Нет' }] }, '/columns/0/target'],
    [{ columns: [{ index: 0, target: 'category' }] }, '/columns'],
    [{ matchBy: 'code' }, '/matchBy'],
    [{ matchBy: 'inn' }, '/matchBy'],
    [{ warehouseId: 'x' }, '/warehouseId'],
  ])('a table mapping with %j is refused with an error at %s', async (body, path) => {
    const client = await service.newCompany()
    const { id } = await upload(client, 'Артикул;Название\nX;А\n')
    const reply = await client.send('PUT', `${TABLE_IMPORTS}/${id}/columns`, body)
    expect([reply.status, reply.json.code, reply.json.errors?.[0].path]).toEqual([400, 'VALIDATION_FAILED', path])
    expect((await client.get(`${TABLE_IMPORTS}/${id}`)).json.status).toBe('uploaded')
  })

  test('a column of a table can be mapped to any field', async () => {
    const client = await service.newCompany()
    await addPriceType(client, 'Опт')
    const { items } = (await client.get(`${TABLE_IMPORTS}/targets?kind=products`)).json
    expect(items).toEqual(
      expect.arrayContaining([
        { target: 'sku', title: 'Артикул', canMatch: true },
        { target: 'price:Опт', title: 'Цена: Опт', canMatch: false },
      ]),
    )
  })
})
