/**
 * Compares lists served from memory with a scan of every record, for random queries while random records are added,
 * changed and removed.
 */
import { expect, test } from 'vitest'
import { PRODUCT_KINDS } from '../../server/domain/record-schemas.ts'
import type { Product } from '../../server/domain/records.ts'
import { Collection } from '../../server/engine/collection.ts'
import { CompanyIndex } from '../../server/lists/company-indexes.ts'
import type { Found, Question, RecordIndex, Searched } from '../../server/lists/record-index.ts'
import { PRODUCTS } from '../../server/lists/state-lists.ts'
import { type Chance, createChance } from '../support/chance/chance.ts'

const SEARCHED = PRODUCTS.searched as Searched<Product>
const WORDS = ['Чайник', 'чай', 'Ёлка', 'елки', 'утюг', 'Щётка', 'ъ', 'é', 'AB-12', 'ab', '1212', '46', '😀', 'ЮГ']
const CATEGORIES = [null, 'Кухня', 'кухня', 'Сад']
const TAGS = ['новинка', 'нов', 'a:b']

const idOf = (n: number) => `018cc251-f400-7000-8000-${String(n).padStart(12, '0')}`
const some = (chance: Chance, words: readonly string[], most: number) =>
  Array.from({ length: chance.below(most + 1) }, () => chance.pick(words))

function product(chance: Chance, n: number, revision: number): Product {
  const name = [chance.pick(WORDS), ...some(chance, WORDS, 3)].join(chance.pick([' ', '-', '']))
  const fields = {
    id: idOf(n),
    name,
    sku: chance.pick([null, `S-${chance.below(300)}`]),
    code: null,
    externalCode: null,
    category: chance.pick(CATEGORIES),
    preferredSupplierId: null,
    parentProductId: null,
    barcodes: some(chance, ['4600051', '121212', '77'], 2),
    packages: [{ name: 'кор', quantity: 1, barcode: chance.pick([null, '999000']) }],
    tags: some(chance, TAGS, 2),
    kind: chance.pick(PRODUCT_KINDS),
    filterValueIds: [],
    components: [],
    prices: [],
    archived: chance.happens(0.1),
    revision,
  }
  return fields as unknown as Product
}

/** Returns a copy of a product with some or all fields changed. */
function changed(chance: Chance, before: Product | undefined, after: Product): Product {
  if (before === undefined || chance.happens(0.5)) return after
  const { category, kind, archived, tags, name, revision } = after
  return { ...before, revision, ...chance.pick([{ category }, { kind }, { archived }, { tags }, { name }, {}]) }
}

function question(chance: Chance, count: number): Question {
  const values: { category?: string[]; tag?: string[]; kind?: string[]; archived?: string[] } = {}
  if (chance.happens(0.3)) values.category = [chance.pick(['Кухня', 'Сад', 'нет'])]
  if (chance.happens(0.3)) values.tag = [chance.pick(TAGS)]
  if (chance.happens(0.3)) values.kind = [...some(chance, PRODUCT_KINDS, 2), 'bundle']
  if (chance.happens(0.3)) values.archived = [String(chance.happens(0.5))]
  const words = some(chance, [...WORDS, 'а', 'к', '12', 'ёл', 's-1', 's-29', 'нет', '00051', 'йник'], 2)
  return {
    words: words.map((word) => word.toLowerCase().replaceAll('ё', 'е')),
    values,
    ids: chance.happens(0.2) ? Array.from({ length: 5 }, () => idOf(chance.below(count + 2))) : undefined,
    firstId: chance.happens(0.3) ? idOf(chance.below(count)) : undefined,
    lastId: chance.happens(0.3) ? idOf(chance.below(count)) : undefined,
    sort: chance.pick(['createdAt', 'name']),
    isDescending: chance.happens(0.5),
    after: null,
  }
}

const small = (text: string) => text.toLowerCase().replace(/ё/g, 'е')

/** Returns a string that identifies a record and its revision. */
const marked = ({ id, revision }: Product) => `${id} of ${revision}`

/** Returns the records that a query should find, in order, by scanning all records. */
function truth(records: Iterable<Product>, asked: Question): string[] {
  const { words, values, ids, firstId, lastId, sort, isDescending } = asked
  const fits = (one: Product) => {
    const texts = [
      one.name,
      one.sku ?? '',
      ...one.barcodes,
      ...one.packages.map(({ barcode }) => barcode ?? ''),
      ...one.tags,
    ]
    const { category, tag, kind, archived } = values as Partial<typeof values>
    return (
      words.every((word) => texts.some((text) => small(text).includes(word))) &&
      (category === undefined || category[0] === one.category) &&
      (tag === undefined || one.tags.includes(tag[0]!)) &&
      (kind === undefined || kind.includes(one.kind)) &&
      (archived === undefined || archived[0] === String(one.archived)) &&
      (ids === undefined || ids.includes(one.id)) &&
      one.id >= (firstId ?? '') &&
      one.id <= (lastId ?? 'g')
    )
  }
  const keyOf = ({ id, name }: Product) => (sort === 'name' ? `${small(name)}\u0000${id}` : id)
  const found = [...records].filter(fits).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return (isDescending ? found.reverse() : found).map(marked)
}

/** Returns the records of all result pages. */
function pagesOf(index: RecordIndex<Product>, asked: Question, limit: number): string[] {
  const ids: string[] = []
  let page: Found<Product> = { records: [], next: null }
  do {
    page = index.find({ ...asked, after: page.next }, limit)
    expect(page.records.length).toBeLessThanOrEqual(limit)
    ids.push(...page.records.map(marked))
  } while (page.next !== null)
  return ids
}

const SEED = Math.floor(Math.random() * 2 ** 32)

test(`for any query the index finds the same pages as a scan of all records (--seed ${SEED})`, async () => {
  const chance = createChance(SEED)
  const collection = new Collection('products')
  const kept = new CompanyIndex('a-company', 'products', SEARCHED)
  let used = 0
  for (let revision = 1; revision <= 60; revision += 1) {
    const count = chance.pick([0, 1, 5, 60])
    for (let at = 0; at < count; at += 1) {
      const n = chance.happens(0.5) || used === 0 ? ++used : 1 + chance.below(used)
      if (chance.happens(0.15)) collection.delete(idOf(n))
      else collection.put(idOf(n), changed(chance, collection.get(idOf(n)), product(chance, n, revision)))
    }
    const index = await kept.upTo(revision, collection.snapshot())
    expect(index.size).toBe(collection.size)
    for (let turn = 0; turn < 20; turn += 1) {
      const asked = question(chance, used + 1)
      expect(pagesOf(index, asked, chance.pick([1, 7, 50])), JSON.stringify(asked)).toEqual(
        truth(collection.values(), asked),
      )
    }
  }
})

test('the index finds the same records after it was rebuilt because of too many changes', async () => {
  const chance = createChance(1)
  const collection = new Collection('products')
  const kept = new CompanyIndex('a-company', 'products', SEARCHED)
  const first = await kept.upTo(0, collection.snapshot())
  for (let revision = 1; revision <= 700; revision += 1) {
    for (const n of [1, 2, 3]) collection.put(idOf(n), product(chance, n, revision))
    const index = await kept.upTo(revision, collection.snapshot())
    const asked = question(chance, 3)
    expect(pagesOf(index, asked, 2)).toEqual(truth(collection.values(), asked))
  }
  expect(await kept.upTo(700, collection.snapshot())).not.toBe(first)
})

test('adjacent records that match a filter or a word are found page by page, even if there are many of them', async () => {
  const chance = createChance(2)
  const collection = new Collection('products')
  for (let n = 1; n <= 45_000; n += 1) {
    const name = n <= 25_000 ? `Ящик ${n % 500}` : `Апельсин ${n}`
    collection.put(idOf(n), { ...product(chance, n, 1), name, archived: n % 2_000 === 0 })
  }
  const index = await new CompanyIndex('a-company', 'products', SEARCHED).upTo(1, collection.snapshot())
  const base: Question = {
    words: [],
    values: {},
    firstId: undefined,
    lastId: undefined,
    sort: 'name',
    isDescending: false,
    after: null,
  }
  for (const words of [['ящик'], ['я'], ['ящик', '12'], ['щи', 'апельсин'], ['апельсин', '44444']])
    for (const values of [{}, { archived: ['true'] }] as Question['values'][])
      for (const isDescending of [false, true]) {
        const asked = { ...base, words, values, isDescending }
        expect(pagesOf(index, asked, 1_000), JSON.stringify(asked)).toEqual(truth(collection.values(), asked))
      }
})

test('records that are requested by their ids are on one page, however far apart their ids are', async () => {
  const chance = createChance(4)
  const collection = new Collection('products')
  for (let n = 1; n <= 20_000; n += 1) collection.put(idOf(n), product(chance, n, 1))
  const index = await new CompanyIndex('a-company', 'products', SEARCHED).upTo(1, collection.snapshot())
  const ids = [idOf(19_999), idOf(3), idOf(3), idOf(30_000)]
  const asked = { words: [], values: {}, ids, firstId: undefined, lastId: undefined, after: null } as const
  const { records, next } = index.find({ ...asked, sort: 'createdAt', isDescending: false }, 10)
  expect([records.map(({ id }) => id), next]).toEqual([[idOf(3), idOf(19_999)], null])
})

test('the index finds all ids of the records with a word, or estimates their number', async () => {
  const chance = createChance(3)
  const collection = new Collection('products')
  for (let n = 1; n <= 3_000; n += 1) collection.put(idOf(n), product(chance, n, 1))
  const index = await new CompanyIndex('a-company', 'products', SEARCHED).upTo(1, collection.snapshot())
  for (const words of [['s-29'], ['чайник'], ['а'], ['нетничего'], ['чайник', 'утюг'], ['12']]) {
    const asked: Question = {
      words,
      values: {},
      firstId: undefined,
      lastId: undefined,
      sort: 'createdAt',
      isDescending: false,
      after: null,
    }
    const expected = truth(collection.values(), asked)
    for (const id of [idOf(1), idOf(2_999), idOf(9_999)])
      expect(index.hasWith(id, words)).toBe(expected.includes(`${id} of 1`))
    const { ids, share } = index.withWords(words, 3_000)
    expect([ids?.map((id) => `${id} of 1`).toSorted(), share]).toEqual([expected, expected.length / 3_000])
    if (expected.length > 20) expect(index.withWords(words, 20).ids).toBe(null)
  }
})
