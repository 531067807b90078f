/**
 * Tests how the service learns from corrections: electronic documents of invented suppliers are read, corrected, and
 * read again.
 */
import { beforeAll, expect, test } from 'vitest'
import { startChromium } from '../support/app/chromium.ts'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { invoiceHtml, type PrintedInvoice, printed } from '../support/papers/printed.ts'
import { IMPORTS, untilStatus, uploadFile } from '../support/papers/reading.ts'

/**
 * The time limit of a test in milliseconds. It is long because reader processes have the lowest priority and mostly
 * wait for other tests.
 */
const LIMIT_MS = 300_000
const service = useService({ recognition: { recognizer: null, workers: 1 } })

/**
 * A product: the supplier's name for it, the owner's name for it, the supplier's unit, and the cost of one such unit in
 * kopecks.
 */
type Goods = readonly [theirs: string, ours: string, unit: string, cost: number]

interface Supplier {
  readonly printed: { readonly supplier: string; readonly inn: string }
  /** The partner in the owner's books, with or without its tax number (ИНН). */
  readonly partner: { readonly name: string; readonly inn?: string }
  readonly goods: readonly Goods[]
  /** The number of pieces in a pack if the owner counts pieces, otherwise 1. */
  readonly pack: number
  /** The VAT rate in per cent if VAT is added on top of the lines, otherwise 0. The owner stores prices with VAT. */
  readonly vat: number
  /** Whether the last line is a delivery charge, which the owner removes. */
  readonly hasDelivery: boolean
}

const SIMPLE = { pack: 1, vat: 0, hasDelivery: false }
const SUPPLIERS: readonly Supplier[] = [
  {
    ...SIMPLE,
    printed: { supplier: 'ООО «Метиз Опт»', inn: '7707083893' },
    partner: { name: 'Метиз Опт', inn: '7707083893' },
    goods: [
      ['Анкер клиновой 10х95', 'Клин стальной большой', 'уп', 120_000],
      ['Дюбель распорный 6х40', 'Пробка пластмассовая', 'уп', 60_000],
      ['Шуруп-глухарь 8х80', 'Глухарёк', 'уп', 84_000],
    ],
    pack: 12,
  },
  {
    ...SIMPLE,
    printed: { supplier: 'АО «Канцлер Плюс»', inn: '7736050003' },
    partner: { name: 'Канцлер Плюс', inn: '7736050003' },
    goods: [
      ['Скоросшиватель картонный Дело', 'Папка белая', 'шт', 1_250],
      ['Фломастеры 12 цветов', 'Набор рисовальный', 'шт', 18_900],
    ],
    vat: 22,
  },
  {
    ...SIMPLE,
    printed: { supplier: 'ООО «Сигма»', inn: '7728168971' },
    partner: { name: 'Снабжение у Ивана' },
    goods: [
      ['Фильтр масляный W914', 'Фильтр круглый', 'шт', 45_000],
      ['Щётка стеклоочистителя 500', 'Дворник', 'шт', 39_000],
    ],
  },
  {
    ...SIMPLE,
    printed: { supplier: 'ООО «Чайный дом»', inn: '7710140679' },
    partner: { name: 'Чайный дом', inn: '7710140679' },
    goods: [
      ['Улун молочный листовой', 'Китайский зелёный', 'кор', 240_000],
      ['Ройбуш африканский', 'Травяной красный', 'кор', 120_000],
    ],
    pack: 6,
    vat: 10,
  },
  {
    ...SIMPLE,
    printed: { supplier: 'ИП Сидоров П. К.', inn: '500100732259' },
    partner: { name: 'Сидоров', inn: '500100732259' },
    goods: [
      ['Мешок для строительного мусора', 'Пакет большой', 'шт', 3_100],
      ['Совок металлический', 'Лопатка', 'шт', 21_000],
      ['Услуги транспортные', '', 'шт', 150_000],
    ],
    hasDelivery: true,
  },
  {
    ...SIMPLE,
    printed: { supplier: 'ООО «Лакокраска»', inn: '7702070139' },
    partner: { name: 'Краски с базы' },
    goods: [
      ['Грунтовка адгезионная', 'Бетоноконтакт', 'шт', 99_000],
      ['Олифа оксоль', 'Пропитка', 'шт', 45_600],
    ],
  },
]

const money = (kopecks: number) =>
  (kopecks / 100)
    .toFixed(2)
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+,)/, ' ')

/** Returns a document of the supplier that contains each of its products; the numbers depend on `round`. */
function documentOf({ printed: head, goods, vat }: Supplier, round: number): PrintedInvoice {
  const lines = goods.map(([name, , unit, cost], index) => ({
    name,
    unit,
    quantity: 4 + index + 3 * round,
    cost: cost * round,
  }))
  const sum = lines.reduce((all, { quantity, cost }) => all + quantity * cost, 0)
  return {
    ...head,
    number: `${round}7`,
    date: '14 ноября 2026 г.',
    lines: lines.map(({ name, unit, quantity, cost }) => ({
      name,
      unit,
      quantity: String(quantity),
      price: money(cost),
      amount: money(quantity * cost),
    })),
    total: money(sum),
    ...(vat > 0 && { vat: { rate: vat, amount: money((sum * vat) / 100), total: money((sum * (100 + vat)) / 100) } }),
  }
}

interface Wanted {
  readonly supplierId: string
  readonly lines: readonly ({ productId: string; quantity: number; unitCost: number } | null)[]
}

/** Returns the draft that the owner wants from the document. */
function wantedOf({ goods, pack, vat, hasDelivery }: Supplier, round: number, ids: Ids): Wanted {
  const lines = goods.map(([, , , cost], index) => {
    if (hasDelivery && index === goods.length - 1) return null
    const unitCost = Math.round((cost * round * (100 + vat)) / 100 / pack) / 100
    return { productId: ids.products[index]!, quantity: (4 + index + 3 * round) * pack, unitCost }
  })
  return { supplierId: ids.partnerId, lines }
}

interface Ids {
  readonly partnerId: string
  readonly products: readonly string[]
}

/** Counts the fields of the proposal that the owner must correct; lines that the owner removes do not count. */
function corrections({ supplier, lines }: Json, wanted: Wanted): number {
  const wrong = wanted.lines.map((line, index) => {
    const read = lines[index]
    if (line === null) return 0
    return (['productId', 'quantity', 'unitCost'] as const).filter((field) => read?.[field] !== line[field]).length
  })
  return wrong.reduce((all, one) => all + one, supplier.partnerId === wanted.supplierId ? 0 : 1)
}

const draft = async (client: Client, fileId: string, { supplierId, lines }: Wanted): Promise<Json> =>
  client.made('POST', `${IMPORTS}/${fileId}/document`, {
    kind: 'supplier_invoice',
    supplierId,
    lines: lines.filter((line) => line !== null),
  })

let files: Buffer[][]
beforeAll(async () => {
  const browser = await startChromium()
  const pages = SUPPLIERS.flatMap((supplier) => [1, 2].map((round) => invoiceHtml(documentOf(supplier, round))))
  const all = await printed(browser, pages)
  await browser.close()
  files = SUPPLIERS.map((_, index) => [all[2 * index]!, all[2 * index + 1]!])
}, LIMIT_MS)

async function shopOf(client: Client): Promise<Ids[]> {
  const shops: Ids[] = []
  for (const { partner, goods } of SUPPLIERS) {
    const { id: partnerId } = await client.made('POST', '/api/v1/partners', { ...partner, type: 'Поставщик' })
    const products: string[] = []
    for (const [, name] of goods)
      if (name !== '') products.push((await client.made('POST', '/api/v1/products', { name, price: 1, uom: 'шт' })).id)
    shops.push({ partnerId, products })
  }
  return shops
}

const readAll = async (client: Client, uploads: readonly Buffer[]): Promise<Json[]> => {
  const ids: string[] = []
  for (const file of uploads) ids.push(await uploadFile(client, file))
  return Promise.all(ids.map((id) => untilStatus(client, id, 'recognized')))
}

test(
  'a supplier’s second document needs at most a third of the corrections that the first one needed',
  async () => {
    const client = await service.newCompany()
    const shops = await shopOf(client)
    const first = await readAll(
      client,
      files.map(([one]) => one!),
    )
    const wanted = (round: number) => SUPPLIERS.map((supplier, index) => wantedOf(supplier, round, shops[index]!))
    const before = first.map(({ extraction }, index) => corrections(extraction, wanted(1)[index]!))
    const documents: Json[] = []
    for (const [index, { id }] of first.entries()) documents.push(await draft(client, id, wanted(1)[index]!))
    const second = await readAll(
      client,
      files.map(([, two]) => two!),
    )
    const after = second.map(({ extraction }, index) => corrections(extraction, wanted(2)[index]!))
    for (const [index, count] of before.entries()) {
      expect(count).toBeGreaterThan(1)
      expect(after[index], `Supplier ${index}: ${count} before`).toBeLessThanOrEqual(count / 3)
    }

    // Check that the proposal shows which rule was applied, the printed values and the document from which the rule was
    // learned.
    const [bolt] = second[0]!.extraction.lines
    expect(bolt).toMatchObject({ unit: 'шт', quantity: 120, unitCost: 200 })
    expect(bolt.learned).toEqual({
      rules: ['pack'],
      documentId: documents[0].id,
      read: { unit: 'уп', quantity: 10, unitCost: 2400, amount: 24_000 },
    })
    expect(second[3]!.extraction.lines[0].learned.rules).toEqual(['pack', 'vat'])
    expect(second[2]!.extraction.supplier).toMatchObject({ inn: '7728168971', learnedFrom: documents[2].id })

    // Check that reading the file again gives the same proposals.
    await client.made('POST', `${IMPORTS}/${second[0]!.id}/recognize`, {})
    const again = await untilStatus(client, second[0]!.id, 'recognized')
    expect(again.extraction.lines).toEqual(second[0]!.extraction.lines)

    // Check that corrections in one company do not affect another company.
    const other = await service.newCompany()
    await shopOf(other)
    const [foreign] = await readAll(other, [files[0]![1]!])
    expect(foreign!.extraction.lines[0]).toMatchObject({ unit: 'уп', quantity: 10, unitCost: 2400 })
    expect(JSON.stringify(foreign!.extraction)).not.toMatch(/learned/)

    // Check that nothing is learned any more from documents whose correction was reversed, or from cancelled documents.
    const asRead = second[0]!.extraction.lines.map(({ productId, learned }: Json) => ({
      productId,
      quantity: learned.read.quantity,
      unitCost: learned.read.unitCost,
    }))
    await draft(client, second[0]!.id, { supplierId: shops[0]!.partnerId, lines: asRead })
    const status = `/api/v1/procurement/documents/${documents[1].id}/status`
    await client.made('PATCH', status, { status: 'cancelled' })
    const [back, cancelled] = await readAll(client, [files[0]![0]!, files[1]![0]!])
    for (const { extraction } of [back!, cancelled!]) expect(JSON.stringify(extraction)).not.toMatch(/learned/)
  },
  LIMIT_MS,
)
