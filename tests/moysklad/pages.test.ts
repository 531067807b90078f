/**
 * Checks that MoySklad lists are read to the end, and each row exactly once, whatever changes in the lists during
 * reading.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PageRow, type ReadSummary, readObject, readPages, type SourceList } from '../../server/moysklad/pages.ts'
import { type FakeMoysklad, type FakeSettings, startFakeMoysklad } from '../support/moysklad/fake-moysklad.ts'
import { LISTED, makeAccount, SMALL_ACCOUNT } from '../support/moysklad/fake-moysklad-account.ts'
import { type Row, SOURCE_ORIGIN } from '../support/moysklad/fake-moysklad-shapes.ts'
import { ASKING, type AskingNode, NO_PACE, openAskingNode } from '../support/moysklad/node.ts'
import { cloneDatabase } from '../support/node/service.ts'

const NESTED: Readonly<Record<string, string[]>> = {
  counterparty: ['accounts', 'contactpersons'],
  organization: ['accounts'],
  bundle: ['components'],
  purchaseorder: ['positions'],
  invoicein: ['positions'],
  supply: ['positions'],
}
const listOf = (entity: string, other: Partial<SourceList> = {}): SourceList => ({
  ...{ path: `/entity/${entity}`, expand: NESTED[entity] ?? [], withArchived: true, sorted: true },
  ...other,
})

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let fake: FakeMoysklad
let node: AskingNode

beforeAll(async () => {
  cloned = await cloneDatabase()
})
afterAll(() => cloned.drop())

/** Replaces the fake MoySklad with one that has the given settings. */
async function open(settings: FakeSettings = {}): Promise<void> {
  await close()
  fake = await startFakeMoysklad(settings)
  node = openAskingNode(cloned.url, fake.url, NO_PACE)
}
async function close(): Promise<void> {
  await node?.close()
  await fake?.close()
  node = fake = null!
}
beforeEach(() => open())
afterEach(close)

async function read(
  list: SourceList,
  limit?: number,
): Promise<{ rows: PageRow[]; summary: ReadSummary; pages: number }> {
  const rows: PageRow[] = []
  const asking = limit === undefined ? ASKING : { ...ASKING, limit }
  const pages = readPages(node.client(), { list, offset: 0 }, asking)
  for (let count = 0; ; count += 1) {
    const { done, value } = await pages.next()
    if (done) return { rows, summary: value, pages: count }
    rows.push(...value.rows)
  }
}

/**
 * Formats a row of the account, including its expanded nested rows, as the JSON text that MoySklad should return, so
 * that every digit can be compared.
 */
function printed(row: Row, expand: readonly string[]): string {
  const entries = Object.entries(row).map(([name, value]) => {
    if (value?.rows === undefined || value.meta?.size === undefined) return [name, value]
    const counted = { ...value.meta, size: value.rows.length }
    return [name, expand.includes(name) ? { meta: counted, rows: value.rows } : { meta: counted }]
  })
  return JSON.stringify(Object.fromEntries(entries)).replaceAll(SOURCE_ORIGIN, new URL(fake.url).origin)
}

test.each(LISTED)(
  'every row of the MoySklad list %s is read, including archived ones and all nested rows, with every digit',
  async (entity) => {
    const list = listOf(entity)
    const { rows, summary } = await read(list, 7)
    const wanted = fake.account.rows.get(entity)!
    expect(summary).toEqual({ size: wanted.length, distinct: wanted.length, repeated: 0, isComplete: true })
    const texts = new Map(rows.map(({ id, text }) => [id, text]))
    for (const row of wanted) expect(texts.get(row.id)).toBe(printed(row, list.expand))
  },
)

test('nested rows that MoySklad omits from a list are read from their own address', async () => {
  await open({ traits: { maxNested: 3 } })
  const { rows } = await read(listOf('supply'))
  for (const row of fake.account.rows.get('supply')!) {
    const { positions } = rows.find(({ id }) => id === row.id)!.row as { positions: Row }
    expect(positions.rows.map(({ id }: Row) => id)).toEqual(row.positions.rows.map(({ id }: Row) => id))
  }
})

test('a MoySklad page has 100 rows if nested rows are requested, and 1,000 otherwise', async () => {
  await read(listOf('product'))
  await read(listOf('counterparty'))
  expect(fake.log.map(({ query }) => query.get('limit'))).toEqual(['1000', '100'])
})

test('a parameter that MoySklad refuses for a list is not sent again for that list', async () => {
  const { rows } = await read(listOf('variant'), 5)
  expect(rows).toHaveLength(SMALL_ACCOUNT.variants)
  expect(fake.log.map(({ query }) => query.get('order'))).toEqual(['id,asc', null, null, null])
  fake.log.length = 0
  // Units cannot be archived, so MoySklad refuses the filter for archived units.
  expect((await read(listOf('uom'), 5)).rows).toHaveLength(10)
  expect(fake.log.map(({ query }) => query.get('filter'))).toEqual(['archived=true;archived=false', null, null])
})

test('a MoySklad list is read without duplicate rows even if rows are added during reading', async () => {
  const added = makeAccount({ ...SMALL_ACCOUNT, products: 3 }, 5).rows.get('product')!
  // The ids of the added rows sort before all others, so a row that has already been read appears again on the next
  // page.
  for (const [index, row] of added.entries()) row.id = `00000000-0000-11e6-0000-00000000000${index}`
  fake.onRequest = (_request, number) => {
    if (number === 3) fake.account.rows.get('product')!.push(...added)
  }
  const { rows, summary } = await read(listOf('product'), 10)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  expect(summary).toMatchObject({ repeated: 3, isComplete: false })
})

test('the reader of a MoySklad list notices if rows are deleted from the list during reading', async () => {
  fake.onRequest = (_request, number) => {
    const rows = fake.account.rows.get('product')!
    if (number === 3)
      for (const { id } of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, 4))
        rows.splice(
          rows.findIndex((row) => row.id === id),
          1,
        )
  }
  const { summary } = await read(listOf('product'), 10)
  expect(summary).toMatchObject({ size: 56, isComplete: false })
  expect((await read(listOf('product'), 10)).summary).toMatchObject({ size: 56, distinct: 56, isComplete: true })
})

test('reading a MoySklad list ends if the list becomes empty during reading', async () => {
  fake.onRequest = (_request, number) => {
    if (number === 2) fake.account.rows.set('product', [])
  }
  expect((await read(listOf('product'), 10)).pages).toBe(2)
})

test('nested rows that were requested but are missing from MoySklad’s response are an error', async () => {
  await open({ traits: { ignoresExpand: true } })
  await expect(
    readPages(
      node.client(),
      { list: listOf('supply', { withArchived: false }), offset: 0 },
      { ...ASKING, tries: { failures: 2, refusals: 1 } },
    ).next(),
  ).rejects.toMatchObject({ kind: 'garbled', extras: { found: 'positions was not expanded' } })
  expect(fake.log).toHaveLength(2)
})

test('only the MoySklad rows that changed since a given time are requested', async () => {
  const [latest] = fake.account.rows.get('product')!.toSorted((a, b) => (a.updated > b.updated ? -1 : 1))
  const { rows } = await read(listOf('product', { updatedSince: latest!.updated }))
  expect(rows.map(({ id }) => id)).toEqual([latest!.id])
})

test('MoySklad’s price types, settings and custom fields can be read too', async () => {
  const client = node.client()
  const types = (await readObject(client, '/context/companysettings/pricetype', ASKING)) as Row[]
  expect(types.map(({ name }) => name)).toEqual(fake.account.settings.priceTypes.map(({ name }) => name))
  const settings = (await readObject(client, '/context/companysettings', ASKING)) as Row
  expect(settings.currency.isoCode).toBe('RUB')
  const fields = await read({
    path: '/entity/service/metadata/attributes',
    expand: [],
    withArchived: false,
    sorted: false,
  })
  expect(fields.rows).toEqual([])
  const own = await read({
    path: '/entity/product/metadata/attributes',
    expand: [],
    withArchived: false,
    sorted: false,
  })
  expect(own.rows).toHaveLength(15)
  const [dictionary] = [...fake.account.settings.dictionaries.keys()]
  expect(
    (await read({ path: `/entity/customentity/${dictionary}`, expand: [], withArchived: false, sorted: true })).rows,
  ).toHaveLength(5)
})
