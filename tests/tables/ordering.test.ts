/**
 * Tests importing stock rules and supplier items from tables with the usual headings of shops and suppliers. Importing
 * a table twice must change nothing the second time.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { addBundle, addPartner, addProduct, addWarehouse, setArchived } from '../support/scene/fixtures.ts'
import { addItem, addRule } from '../support/scene/ordering.ts'
import { applied, mapped, rowsOf, TABLE_IMPORTS, upload, xlsx } from '../support/scene/tables.ts'

const service = useService()
const RULES = { kind: 'stock_rules' }
const ITEMS = { kind: 'supplier_items' }

let client: Client
const ids: Record<string, string> = {}

beforeAll(async () => {
  client = await service.newCompany()
  ids.main = await addWarehouse(client, 'Основной склад')
  ids.shop = await addWarehouse(client, 'Магазин')
  ids.romashka = await addPartner(client, 'ООО «Ромашка»', { type: 'Поставщик' })
  ids.vasilek = await addPartner(client, 'Василёк', { type: 'Поставщик' })
  ids.kettle = await addProduct(client, { name: 'Чайник', sku: 'A-1', barcodes: ['4600051000057'] })
  ids.cup = await addProduct(client, { name: 'Чашка', sku: 'A-2', barcodes: ['4600051000064'] })
  ids.spoon = await addProduct(client, { name: 'Ложка', sku: 'A-3' })
  for (let n = 1; n <= 8; n += 1) await addProduct(client, { name: `Деталь ${n}`, sku: `P-${n}` })
  ids.set = await addBundle(client, [[ids.cup, 1]], { name: 'Набор', sku: 'B-1' })
  ids.old = await addProduct(client, { name: 'Прежний', sku: 'A-9' })
  await setArchived(client, 'products', ids.old)
})

async function recordsOf(list: string): Promise<Json[]> {
  return (await client.get(`/api/v1/${list}?limit=1000`)).json.items
}

/** Uploads and previews a table. Returns its columns’ proposed targets, its counts, and the problem codes by row. */
async function previewed(bytes: Buffer | string, kind: { kind: string }, body: Json = {}) {
  const { id, columns } = await upload(client, bytes, kind)
  const { counts } = await mapped(client, id, body)
  const bad = await rowsOf(client, id, '&problems=true')
  return {
    id,
    counts,
    targets: columns.map(({ proposed }: Json) => proposed),
    problems: bad.map(({ row, problems }) => [row, ...problems.map(({ code, column }: Json) => `${code} ${column}`)]),
  }
}

const RULES_TABLE = [
  'Точки заказа на зиму;;;;;;;',
  ';;;;;;;',
  '№;  АРТ. ;Наименование товара;Название склада;Мин. остаток, шт;Макс. остаток;Запас (дней);Контрагент',
  '1;a-1;Чайник; ОСНОВНОЙ склад ;5,5;1 200;3 дня;ооо «РОМАШКА»',
  '2; A-1 ;Чайник;Магазин;2;;;',
  '3;A-2;;все склады;0;10,25;0;',
  '4;Я-7;Чего нет;;5;;;',
  '5;P-1;;Подвал;5;;;',
  '6;P-2;;;пять;;;',
  '7;P-3;;;1.234;;;',
  '8;P-4;;;1,2345;;;',
  '9;P-5;;;10;5;;',
  '10;P-6;;;;;400;',
  '11;P-7;;;;;2,5;',
  '12;P-8;;;5;;;Лютик',
  '13;B-1;;;5;;;',
  '14;A-9;;;5;;;',
  '15;A-1;;Магазин;3;;;',
  '16;A-1;;;3;;;',
  '17;;;Магазин;3;;;',
  '18;A-3;;;;;;',
  '',
].join('\r\n')

describe('stock rules', () => {
  let whole: Awaited<ReturnType<typeof previewed>>

  test('a table with unusual headings is imported as stock rules, and each row that cannot become a rule is reported', async () => {
    whole = await previewed(RULES_TABLE, RULES)
    expect(whole.targets).toEqual([
      ...[null, 'sku', 'name', 'warehouseId', 'minStock', 'maxStock', 'safetyDays', 'supplierId'],
    ])
    expect(whole.counts).toMatchObject({ create: 3, update: 0, unchanged: 1, problem: 14 })
    expect(whole.problems).toEqual([
      [7, 'RECORD_NOT_FOUND 1'],
      [8, 'WAREHOUSE_NOT_FOUND 3'],
      [9, 'NOT_A_NUMBER 4'],
      [10, 'TWO_NUMBERS 4'],
      [11, 'TOO_PRECISE 4'],
      [12, 'MAXIMUM_TOO_SMALL 5'],
      [13, 'TOO_LARGE 6'],
      [14, 'TOO_PRECISE 6'],
      [15, 'SUPPLIER_NOT_FOUND 7'],
      [16, 'NOT_STOCKED 1'],
      [17, 'ARCHIVED 1'],
      [18, 'DUPLICATE_KEY 1'],
      [19, 'RULE_OVERLAPS 3'],
      [20, 'KEY_MISSING 1'],
    ])
    expect(await recordsOf('stock-rules')).toEqual([])
    expect((await applied(client, whole.id)).counts).toMatchObject({ applied: 3, failed: 0 })
    const rules = await recordsOf('stock-rules')
    expect(rules).toHaveLength(3)
    expect(rules.find(({ warehouseId }) => warehouseId === ids.main)).toMatchObject({
      ...{ productId: ids.kettle, minStock: 5.5, maxStock: 1200, safetyDays: 3, coverDays: 0 },
      supplierId: ids.romashka,
    })
    expect(rules.find(({ warehouseId }) => warehouseId === ids.shop)).toMatchObject({
      ...{ productId: ids.kettle, minStock: 2, maxStock: null, safetyDays: 0, supplierId: null },
    })
    expect(rules.find(({ productId }) => productId === ids.cup)).toMatchObject({
      ...{ warehouseId: null, minStock: 0, maxStock: 10.25 },
    })
  })

  test('importing the same table of stock rules again changes nothing, not even the revision', async () => {
    const { revision } = await client.state()
    const again = await previewed(RULES_TABLE, RULES)
    expect(again.counts).toMatchObject({ create: 0, update: 0, unchanged: 4, problem: 14 })
    await applied(client, again.id)
    expect((await client.state()).revision).toBe(revision)
  })

  test.each(['ru', 'en'])(
    'an exported list of stock rules in the language %s can be imported without changes',
    async (language) => {
      const file = await client.get(`/api/v1/stock-rules?format=csv&language=${language}`)
      const { counts, targets } = await previewed(file.text, RULES)
      expect(targets).toContain('minStock')
      expect(counts).toMatchObject({ create: 0, update: 0, unchanged: 3, problem: 0 })
    },
  )

  test('a row changes only the fields that it contains, and a row without a warehouse belongs to the chosen warehouse', async () => {
    const table = 'Артикул;Минимум;Заказывать на, дней\r\nA-1;7;\r\n'
    const { id, counts } = await previewed(table, RULES, { warehouseId: ids.main })
    expect(counts).toMatchObject({ create: 0, update: 1, problem: 0 })
    await applied(client, id)
    const rules = await recordsOf('stock-rules')
    expect(rules.find(({ warehouseId }) => warehouseId === ids.main)).toMatchObject({
      ...{ minStock: 7, maxStock: 1200, safetyDays: 3, supplierId: ids.romashka },
    })
    // The new minimum is also compared with the maximum that the rule already has.
    const above = await previewed('Артикул;Минимум\r\nA-1;1 201\r\n', RULES, { warehouseId: ids.main })
    expect(above.problems).toEqual([[2, 'MAXIMUM_TOO_SMALL 1']])
    expect((await rowsOf(client, above.id))[0]!.problems[0].message).toBe('Максимум 1200 меньше минимума 1201.')
  })

  test('with create: false no stock rules are created, and with update: false existing rules stay unchanged', async () => {
    const table = 'Артикул;Склад;Минимум\r\nA-1;Магазин;99\r\nA-3;Магазин;1\r\n'
    expect((await previewed(table, RULES, { create: false })).counts).toMatchObject({
      update: 1,
      create: 0,
      problem: 1,
    })
    expect((await previewed(table, RULES, { update: false })).counts).toMatchObject({ unchanged: 1, create: 1 })
  })

  test('a stock rule created by somebody else after the preview is updated, and a row whose rule now overlaps another is reported', async () => {
    const { id } = await previewed('Артикул;Склад;Минимум\r\nA-3;Магазин;4\r\nA-3;Основной склад;6\r\n', RULES)
    await addRule({ client }, { productId: ids.spoon, warehouseId: null, minStock: 1 })
    expect((await applied(client, id)).counts).toMatchObject({ applied: 0, failed: 2 })
    expect((await rowsOf(client, id))[0]!.problems[0].code).toBe('RULE_OVERLAPS')
    const other = await previewed('Артикул;Минимум\r\nA-3;5\r\n', RULES)
    await applied(client, other.id)
    const rules = (await recordsOf('stock-rules')).filter(({ productId }) => productId === ids.spoon)
    expect(rules).toMatchObject([{ warehouseId: null, minStock: 5 }])
  })
})

describe('supplier items', () => {
  const PRICES = [
    ['Прайс-лист от 01.11', null, null, null, null, null],
    ['Штрих-код', 'Артикул поставщика', 'Цена, руб.', 'Кол-во в упаковке', 'Мин. партия', 'Срок поставки (дней)'],
    ['4600051000057', 'RM-204', '1 095,40 ₽', 12, '24 шт', 3],
    [4600051000064, 'RM-205', 95.4, null, null, '5 дн.'],
    ['4600051000064', 'RM-206', 90, null, null, null],
    ['4600051999999', 'RM-207', 10, null, null, null],
    ['4600051000057', null, null, null, null, null],
  ]

  test('a price list is imported as the terms of the chosen supplier, and importing it again changes nothing', async () => {
    const bytes = await xlsx(PRICES)
    const { id, columns } = await upload(client, bytes, ITEMS)
    expect(columns.map(({ proposed }: Json) => proposed)).toEqual([
      ...['barcodes', 'supplierCode', 'price', 'packQuantity', 'minQuantity', 'leadDays'],
    ])
    const missing = await client.send('PUT', `${TABLE_IMPORTS}/${id}/columns`, {})
    expect([missing.status, missing.json.errors[0].path]).toEqual([400, '/supplier'])
    const preview = await mapped(client, id, { supplier: 'ооо «ромашка»' })
    expect(preview.counts).toMatchObject({ create: 2, problem: 2, unchanged: 1 })
    const bad = await rowsOf(client, id, '&problems=true')
    expect(bad.map(({ row, problems }) => [row, problems[0].code])).toEqual([
      [5, 'DUPLICATE_KEY'],
      [6, 'RECORD_NOT_FOUND'],
    ])
    await applied(client, id)
    const items = await recordsOf('supplier-items')
    expect(items).toHaveLength(2)
    expect(items.find(({ productId }) => productId === ids.kettle)).toMatchObject({
      ...{ supplierId: ids.romashka, code: 'RM-204', price: 1095.4, packQuantity: 12, minQuantity: 24, leadDays: 3 },
    })
    expect(items.find(({ productId }) => productId === ids.cup)).toMatchObject({
      ...{ supplierId: ids.romashka, code: 'RM-205', price: 95.4, packQuantity: null, leadDays: 5 },
    })
    const { revision } = await client.state()
    const again = await upload(client, bytes, ITEMS)
    expect((await mapped(client, again.id, { supplier: 'ООО «Ромашка»' })).counts).toMatchObject({
      ...{ create: 0, update: 0, unchanged: 3 },
    })
    await applied(client, again.id)
    expect((await client.state()).revision).toBe(revision)
  })

  test('a column may name the supplier, a new price changes nothing but the price, and a pack of zero is reported', async () => {
    const table = [
      'Товар;Поставщик;Цена;Упаковка;Поставка',
      'Чайник;ООО «Ромашка»;1 100;;',
      'Чашка;Василёк;77;;',
      'Ложка;Василёк;5;0;',
      'Ложка;;5;;',
      '',
    ].join('\r\n')
    const { id, counts, problems } = await previewed(table, ITEMS)
    expect(counts).toMatchObject({ create: 1, update: 1, problem: 2 })
    expect(problems).toEqual([
      [4, 'NOT_ABOVE_ZERO 3'],
      [5, 'SUPPLIER_MISSING 1'],
    ])
    await applied(client, id)
    const items = await recordsOf('supplier-items')
    expect(items.filter(({ productId }) => productId === ids.kettle)).toMatchObject([{ price: 1100, packQuantity: 12 }])
    expect(items.find(({ supplierId }) => supplierId === ids.vasilek)).toMatchObject({ productId: ids.cup, price: 77 })
  })

  test.each(['ru', 'en'])(
    'an exported list of supplier items in the language %s can be imported without changes',
    async (language) => {
      await addItem({ client }, { productId: ids.spoon, supplierId: ids.vasilek, price: 1.05, packQuantity: 0.125 })
      const file = await client.get(`/api/v1/supplier-items?format=csv&language=${language}`)
      const { counts } = await previewed(file.text, ITEMS)
      expect(counts).toMatchObject({ create: 0, update: 0, problem: 0 })
      expect(counts.unchanged).toBe((await recordsOf('supplier-items')).length)
      const spoon = (await recordsOf('supplier-items')).find(({ productId }) => productId === ids.spoon)
      await client.made('DELETE', `/api/v1/supplier-items/${spoon.id}`, {})
    },
  )

  test('a table mapping refuses a warehouse or supplier that its kind does not use', async () => {
    const rules = await upload(client, 'Артикул;Минимум\r\nA-1;7\r\n', RULES)
    const items = await upload(client, 'Артикул;Цена\r\nA-1;7\r\n', ITEMS)
    const map = async (id: string, body: Json) =>
      (await client.send('PUT', `${TABLE_IMPORTS}/${id}/columns`, body)).json
    expect((await map(rules.id, { supplier: 'Василёк' })).errors[0]).toMatchObject({
      code: 'NOT_HERE',
      path: '/supplier',
    })
    expect((await map(items.id, { supplier: 'Василёк', warehouseId: ids.main })).errors[0]).toMatchObject({
      ...{ code: 'NOT_HERE', path: '/warehouseId' },
    })
    expect((await map(rules.id, { warehouseId: '0199a3c1-5ab1-7e00-8000-00000000ab1e' })).code).toBe('NOT_FOUND')
    expect((await map(items.id, { supplier: 'Лютик' })).code).toBe('NOT_FOUND')
  })
})
