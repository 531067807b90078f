/**
 * Tests the audit log's table of actions: the sentences in both languages, the values in them (`figures`), and the
 * costs that some callers may not see.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Milli, Minor } from '../../amounts/quantity.ts'
import { COMMANDS } from '../../server/commands/table.ts'
import {
  ACTIONS,
  figuresWithoutCosts,
  LOG_TEXTS,
  type Logged,
  log,
  logRecord,
  mayNameCost,
  sayingsOf,
  sentenceIn,
  summaryOf,
} from '../../server/domain/audit-log.ts'
import type { SayingKind } from '../../server/domain/audit-saying.ts'
import { RECORD_WORDS } from '../../server/domain/audit-words.ts'
import type { ShownFigures } from '../../server/domain/figures.ts'
import { namesOf, PLAIN_KINDS } from '../../server/domain/kinds.ts'
import { LANGUAGES } from '../../server/domain/languages.ts'
import { entryWithoutCosts } from '../../server/engine/hide-costs.ts'
import { DEEDS } from '../../server/tables/log-columns.ts'

/** Every sentence of the table of actions. */
const SAID = Object.entries(ACTIONS).flatMap(([action, about]) =>
  sayingsOf(about).map(({ how, saying }) => ({ key: how === null ? action : `${action} ${how}`, action, how, saying })),
)

/** The actions whose sentences differ from those of the same action for other kinds of records. */
const OF_THEIR_OWN: readonly string[] = [
  'price_type.deleted',
  'filter.deleted',
  'contract.created',
  'custom_field.created',
]
/** All actions whose `figures` include a cost. */
const WITH_COSTS = [
  ...['customer_return.cancelled', 'customer_return.posted'],
  ...['order.shipped', 'payment.assigned', 'payment.cancelled', 'payment.created', 'payment.posted', 'payment.updated'],
  ...['procurement_document.created', 'procurement_document.updated', 'shipment.cancelled', 'shipment.posted'],
]

const milli = (value: number) => value as Milli
const minor = (value: number) => value as Minor
const file = { fileName: 'УПД 1542.pdf' }
const order = { number: '00012', customer: 'Иван', items: 3, total: minor(475_756) }
const returned = { number: '00005', customer: 'Иван', lines: 2, amount: minor(475_756) }
const shipment = { number: '00012-2', customer: 'Иван', amount: minor(475_756), cost: minor(123_400) }
const value = { name: 'Красный', filter: 'Цвет', filterId: 'f' }
const document = { number: '00004', kind: 'supplier_return' } as const
const draft = { ...document, lines: 2, total: minor(30_050) }
const payment = { number: '00003', direction: 'outgoing', amount: minor(864_197), partner: 'Ромашка' } as const
const assigned = { number: '00003', assigned: minor(10_000), amount: minor(30_050), partner: 'Ромашка' }
const link = { source: 'ozon', entityType: 'product', externalId: '17' } as const
const token = { name: 'Сайт', prefix: 'sk_ab' }
const table = { fileName: 'Остатки.xlsx', kind: 'opening_stock' } as const
const dated = { paper: '17', date: '2026-11-06', paperBefore: '—', dateBefore: '2026-11-26' }
const roles = { name: 'Анна', was: 'manager', role: 'viewer' } as const

/** The entries that commands log, each with the exact English sentence that the API has always returned for it. */
const SUMMARIES: readonly (readonly [Logged, summary: string])[] = [
  ...(
    [
      ['warehouse', 'Warehouse'],
      ['price_type', 'Price type'],
      ['filter', 'Filter'],
      ['product', 'Product'],
      ['partner', 'Partner'],
      ['organization', 'Organization'],
      ['contract', 'Contract'],
      ['custom_field', 'Custom field'],
    ] as const
  ).flatMap(([entity, called]) =>
    (['created', 'updated', 'restored', 'archived', 'deleted'] as const)
      .filter((verb) => !OF_THEIR_OWN.includes(`${entity}.${verb}`))
      .map((verb) => [logRecord(entity, verb, 'Имя'), `${called} "Имя" ${verb}`] as const),
  ),
  [
    log('price_type.deleted', { name: 'Опт', products: 12, partners: 1 }),
    'Price type "Опт" deleted with 12 product prices, cleared at 1 partners',
  ],
  [
    log('filter.deleted', { name: 'Цвет', values: 3, products: 2154 }),
    'Filter "Цвет" deleted with 3 values, taken off 2154 products',
  ],
  [log('filter_value.created', value), 'Value "Красный" of filter "Цвет" created'],
  [log('filter_value.updated', { how: 'updated', ...value }), 'Value "Красный" of filter "Цвет" updated'],
  [log('filter_value.updated', { how: 'restored', ...value }), 'Value "Красный" of filter "Цвет" restored'],
  [log('filter_value.archived', value), 'Value "Красный" of filter "Цвет" archived'],
  [
    log('filter_value.deleted', { ...value, products: 4 }),
    'Value "Красный" of filter "Цвет" deleted, taken off 4 products',
  ],
  [log('product.updated', { how: 'images', name: 'Чайник' }), 'Images of product "Чайник" put in order'],
  [
    log('product_image.uploaded', {
      ...{ product: 'Чайник', productId: 'p', contentType: 'image/jpeg', width: 1600, height: 1200 },
    }),
    'Image of product "Чайник" uploaded: image/jpeg, 1600 × 1200',
  ],
  [log('product_image.deleted', { product: 'Чайник', productId: 'p' }), 'Image of product "Чайник" deleted'],
  [log('partner.resolved', { how: 'found', name: 'Иван' }), 'Partner "Иван" found'],
  [
    log('partner.resolved', { how: 'joined', name: 'Иван', type: 'Поставщик' }),
    'Partner "Иван" found and made Поставщик',
  ],
  [
    log('contract.created', { name: '17/26', organization: 'Лавка', partner: 'ООО "Ромашка"' }),
    'Contract "17/26" of "Лавка" with "ООО "Ромашка"" created',
  ],
  [log('custom_field.created', { name: 'Сезон', entityKind: 'product' }), 'Custom field "Сезон" of product created'],
  [log('external_link.created', { how: 'created', ...link }), 'Link ozon product "17" created'],
  [log('external_link.created', { how: 'found', ...link }), 'Link ozon product "17" found'],
  [log('external_link.deleted', link), 'Link ozon product "17" deleted'],
  [log('settings.updated', { company: 'Лавка' }), 'Settings of "Лавка" updated'],
  [log('notification.marked', { how: 'read', title: 'Мало' }), 'Notification "Мало" marked as read'],
  [log('notification.marked', { how: 'unread', title: 'Мало' }), 'Notification "Мало" marked as unread'],
  [log('summary.made', { day: '2026-11-26' }), 'Daily summary of 2026-11-26 made'],
  [
    log('stock.received', { good: milli(1_250), product: 'Чай', warehouse: 'Главный', supplier: 'Ромашка' }),
    'Received 1.25 of "Чай" at "Главный" from "Ромашка"',
  ],
  [
    log('stock.written_off', { quantity: milli(1), product: 'Чай', warehouse: 'Главный', reason: 'Бой: «ёлка»' }),
    'Wrote off 0.001 of "Чай" at "Главный": Бой: «ёлка»',
  ],
  [
    log('stock.transferred', { quantity: milli(2_000), product: 'Чай', warehouse: 'А', toWarehouse: 'Б' }),
    'Moved 2 of "Чай" from "А" to "Б"',
  ],
  [log('order.created', order), 'Order 00012 for "Иван": 3 items, 4757.56'],
  [log('order.updated', { ...order, items: 1 }), 'Order 00012 for "Иван" changed: 1 items, 4757.56'],
  [log('order.picking', { number: '00012' }), 'Order 00012 picking'],
  [log('order.taken', { number: '00012', from: 'Анна' }), 'Order 00012 taken over from Анна'],
  [
    log('order.absent', { how: 'absent', number: '00012', product: 'Кружка', quantity: milli(1_500) }),
    'Not on the shelf for order 00012: 1.5 of "Кружка"',
  ],
  [log('order.absent', { how: 'found', number: '00012', product: 'Кружка' }), 'Found for order 00012: "Кружка"'],
  [
    log('delivery.received', { number: '00007', lines: 2, warehouse: 'Главный', supplier: 'Завод' }),
    'Delivery 00007 received: 2 lines at "Главный" from "Завод"',
  ],
  [log('delivery_photo.added', { number: '00007', supplier: 'Завод' }), 'Photo added to delivery 00007 from "Завод"'],
  [log('order.shipped', { number: '00012', cost: minor(123_400) }), 'Order 00012 shipped at a cost of 1234'],
  [log('order.cancelled', { number: '00012' }), 'Order 00012 cancelled'],
  [log('order.deleted', { number: '00012', customer: 'Иван' }), 'Order 00012 for "Иван" deleted'],
  [
    log('order.closed', { number: '00012', shipped: minor(120_050), total: minor(475_756) }),
    'Order 00012 closed: 1200.5 of 4757.56 shipped',
  ],
  [log('order.reserved', { how: 'again', number: '00012' }), 'Order 00012 reserved again'],
  [log('order.reserved', { how: 'longer', number: '00012' }), 'End of the reservation of order 00012 changed'],
  [
    log('order.released', { how: 'ended', number: '00012', customer: 'Иван' }),
    'Reservation of order 00012 for "Иван" ended, its goods are free',
  ],
  [
    log('order.released', { how: 'paid', number: '00012', customer: 'Иван' }),
    'Reservation of order 00012 for "Иван" kept without an end, because it is being paid',
  ],
  [
    log('shipment.posted', { how: 'rest', items: 3, ...shipment }),
    'Shipment 00012-2 for "Иван" posted: 3 items, 4757.56 at a cost of 1234',
  ],
  [
    log('shipment.posted', { how: 'part', items: 1, ...shipment }),
    'Shipment 00012-2 for "Иван" posted, a part of the order: 1 items, 4757.56 at a cost of 1234',
  ],
  [log('customer_return.created', returned), 'Return 00005 from "Иван" created: 2 lines, 4757.56'],
  [log('customer_return.updated', returned), 'Return 00005 from "Иван" changed: 2 lines, 4757.56'],
  [
    log('customer_return.posted', { ...returned, cost: minor(123_400) }),
    'Return 00005 from "Иван" posted: 2 lines, 4757.56 at a cost of 1234',
  ],
  [
    log('customer_return.cancelled', { how: 'posted', ...returned, cost: minor(123_400) }),
    'Return 00005 from "Иван" cancelled: 2 lines, 4757.56 at a cost of 1234',
  ],
  [
    log('customer_return.cancelled', { how: 'draft', number: '00005', customer: 'Иван' }),
    'Draft of return 00005 from "Иван" cancelled',
  ],
  [log('customer_return.deleted', { number: '00005', customer: 'Иван' }), 'Return 00005 from "Иван" deleted'],
  ...(['created', 'changed', 'deleted'] as const).flatMap((deed): [Logged, string][] => {
    const verb = deed === 'changed' ? 'updated' : deed
    return [
      [log(`stock_rule.${verb}`, { product: 'Чай' }), `Stock rule of "Чай" ${deed}`],
      [log(`supplier_item.${verb}`, { product: 'Чай', supplier: 'Ромашка' }), `Terms of "Ромашка" for "Чай" ${deed}`],
    ]
  }),
  [log('shipment.cancelled', shipment), 'Shipment 00012-2 for "Иван" cancelled: 4757.56 at a cost of 1234'],
  [
    log('purchase.created', { number: '00007', quantity: milli(10_500), product: 'Чай', supplier: 'Ромашка' }),
    'Purchase 00007: 10.5 of "Чай" from "Ромашка"',
  ],
  [log('purchase.deleted', { number: '00007', supplier: 'Ромашка' }), 'Purchase 00007 from "Ромашка" deleted'],
  [log('procurement_document.created', draft), 'Document 00004 (supplier_return) drafted: 2 lines, 300.5'],
  [log('procurement_document.updated', draft), 'Document 00004 (supplier_return) edited: 2 lines, 300.5'],
  [log('procurement_document.posted', document), 'Document 00004 (supplier_return) posted'],
  [log('procurement_document.closed', document), 'Document 00004 (supplier_return) closed'],
  [log('procurement_document.cancelled', document), 'Document 00004 (supplier_return) cancelled'],
  [log('procurement_document.deleted', document), 'Document 00004 (supplier_return) deleted'],
  [log('stocktake.started', { number: '00002', warehouse: 'А' }), 'Stocktake 00002 started at "А"'],
  [log('stocktake.counted', { how: 'one', number: '00002', product: 'Чай' }), 'Stocktake 00002: counted "Чай"'],
  [
    log('stocktake.counted', { how: 'several', number: '00002', product: 'Чай', others: 4 }),
    'Stocktake 00002: counted "Чай" and 4 more',
  ],
  [log('stocktake.recounted', { number: '00002', products: 3 }), 'Stocktake 00002: recount of 3 products'],
  [log('stocktake.accepted', { number: '00002', products: 3 }), 'Stocktake 00002: counts of 3 products accepted'],
  [log('stocktake.netted', { number: '00002', pairs: 3 }), 'Stocktake 00002: mis-sorts netted, 3 pairs'],
  [log('stocktake.reopened', { number: '00002' }), 'Stocktake 00002 is counted again'],
  [log('stocktake.reviewed', { number: '00002' }), 'Stocktake 00002 sent to review'],
  [
    log('stocktake.posted', { how: 'whole', number: '00002', warehouse: 'А', short: 2, over: 1 }),
    'Stocktake 00002 posted at "А": 2 products short, 1 over',
  ],
  [
    log('stocktake.posted', { how: 'part', number: '00002', warehouse: 'А', short: 2, over: 1, left: 9 }),
    'Part of stocktake 00002 posted at "А": 2 products short, 1 over, 9 left to post',
  ],
  [log('stocktake.updated', { number: '00002', left: 5 }), 'Part of stocktake 00002 cancelled, 5 lines left'],
  [log('stocktake.cancelled', { number: '00002' }), 'Stocktake 00002 cancelled'],
  [log('payment.created', payment), 'Payment 00003 drafted: outgoing 8641.97, "Ромашка"'],
  [log('payment.updated', payment), 'Payment 00003 edited: outgoing 8641.97, "Ромашка"'],
  [log('payment.posted', payment), 'Payment 00003 posted: outgoing 8641.97, "Ромашка"'],
  [log('payment.cancelled', payment), 'Payment 00003 cancelled: outgoing 8641.97, "Ромашка"'],
  [
    log('payment.assigned', { how: 'one_order', ...assigned }),
    'Payment 00003 assigned to 1 order: 100 of 300.5, "Ромашка"',
  ],
  [
    log('payment.assigned', { how: 'several_orders', orders: 0, ...assigned }),
    'Payment 00003 assigned to 0 orders: 100 of 300.5, "Ромашка"',
  ],
  [log('payment.deleted', { number: '00003', partner: 'Ромашка' }), 'Payment 00003 of "Ромашка" deleted'],
  [
    log('procurement_import.uploaded', { ...file, contentType: 'application/pdf', size: 184_320 }),
    'File "УПД 1542.pdf" uploaded: application/pdf, 184320 bytes',
  ],
  [log('procurement_import.requeued', { how: 'again', ...file }), 'File "УПД 1542.pdf" queued again'],
  [log('procurement_import.requeued', { how: 'waiting', ...file }), 'File "УПД 1542.pdf" is queued'],
  [log('procurement_import.rejected', file), 'File "УПД 1542.pdf" rejected'],
  [
    log('procurement_import.recognized', { how: 'read', ...file, lines: 7, seconds: 3 }),
    'File "УПД 1542.pdf" recognized: 7 lines in 3 s',
  ],
  [log('procurement_import.recognized', { how: 'late', ...file }), 'A late recognition of "УПД 1542.pdf" was dropped'],
  [
    log('procurement_import.failed', { ...file, error: 'Строк не видно.' }),
    'File "УПД 1542.pdf" could not be recognized: Строк не видно.',
  ],
  [log('token.issued', { how: 'write', ...token }), 'Token "Сайт" (sk_ab…) issued'],
  [log('token.issued', { how: 'read', ...token }), 'Token "Сайт" (sk_ab…) issued, for reading'],
  [log('token.revoked', token), 'Token "Сайт" (sk_ab…) revoked'],
  [log('member.joined', { name: 'Анна', role: 'storekeeper' }), 'Анна: joined as storekeeper'],
  [log('member.updated', { how: 'role', ...roles }), 'Анна: role manager → viewer'],
  [log('member.updated', { how: 'costs_shown', name: 'Анна' }), 'Анна: sees costs'],
  [log('member.updated', { how: 'costs_hidden', name: 'Анна' }), 'Анна: sees no costs'],
  [log('member.updated', { how: 'role_costs_shown', ...roles }), 'Анна: role manager → viewer, sees costs'],
  [log('member.updated', { how: 'role_costs_hidden', ...roles }), 'Анна: role manager → viewer, sees no costs'],
  [log('member.removed', { name: 'Анна' }), 'Анна: removed'],
  [log('member.left', { name: 'Анна' }), 'Анна: left'],
  [
    log('invitation.created', { how: 'email', email: 'anna@example.org', role: 'viewer' }),
    'Invitation of anna@example.org as viewer created',
  ],
  [log('invitation.created', { how: 'link', role: 'viewer' }), 'Invitation by link as viewer created'],
  [
    log('invitation.withdrawn', { how: 'email', email: 'anna@example.org', role: 'viewer' }),
    'Invitation of anna@example.org as viewer withdrawn',
  ],
  [log('invitation.withdrawn', { how: 'link', role: 'viewer' }), 'Invitation by link as viewer withdrawn'],
  [log('integration.connected', { account: 'лавка' }), 'Connected to MoySklad, account "лавка"'],
  [log('integration.disconnected', { account: 'лавка' }), 'Disconnected from MoySklad, account "лавка"'],
  [log('import.started', { what: ['products', 'partners'] }), 'Started an import from MoySklad: products, partners'],
  [log('import.paused', {}), 'Paused the import from MoySklad'],
  [log('import.resumed', {}), 'Resumed the import from MoySklad'],
  [log('import.cancelled', {}), 'Cancelled the import from MoySklad'],
  [log('import.applied', {}), 'Had the import from MoySklad written'],
  ...(['uploaded', 'applied', 'paused', 'resumed', 'cancelled', 'deleted'] as const).map(
    (verb) => [log(`table_import.${verb}`, table), `Table "Остатки.xlsx" of opening_stock ${verb}`] as const,
  ),
  [log('company.exported', {}), 'Exported the whole company into a file'],
  [log('company.imported', {}), 'Imported the company from another installation'],
  ...(
    [
      ['shipment', 'shipment'],
      ['customer_return', 'return'],
      ['stocktake', 'stocktake'],
      ['procurement_document', 'purchase document'],
      ['payment', 'payment'],
    ] as const
  ).map(
    ([entity, called]) =>
      [
        log(`${entity}.dated`, { number: '00012', ...dated }),
        `Paper of ${called} 00012: no. 17 of 2026-11-06 (was no. — of 2026-11-26)`,
      ] as const,
  ),
  [
    log('stock.dated', { quantity: milli(1_500), product: 'Чайник', ...dated }),
    'Paper of the movement of 1.5 of "Чайник": no. 17 of 2026-11-06 (was no. — of 2026-11-26)',
  ],
]

test('the English summary of every action, composed from its `figures`, is exactly the text of earlier versions', () => {
  for (const [logged, summary] of SUMMARIES) expect(summaryOf(logged)).toBe(summary)
  const told = SUMMARIES.map(([{ action, figures }]) =>
    figures.how === undefined ? action : `${action} ${figures.how}`,
  )
  const written = SAID.filter(({ action }) => !ofPlainKind(action)).map(({ key }) => key)
  expect(told.sort()).toEqual(written.sort())
})

const ofPlainKind = (action: string) => PLAIN_KINDS.some((kind) => action.startsWith(`${namesOf(kind).entity}.`))

const placesIn = (sentence: string) => [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!)
/** Whether values of this kind appear in sentences. Ids do not, because only programs need them. */
const isTold = (kind: SayingKind) => kind !== 'id'

test.each(SAID)(
  'the sentences for $key contain all its `figures` except ids, and no others, in both languages',
  ({ saying }) => {
    const told = Object.entries(saying.figures)
      .filter(([, kind]) => isTold(kind))
      .map(([name]) => name)
    for (const sentence of saying.said) expect(placesIn(sentence).sort()).toEqual(told.sort())
  },
)

test.each(SAID)('the sentences of $key are still complete if the costs are left out', ({ saying }) => {
  const costs = Object.keys(saying.figures).filter((name) => saying.figures[name] === 'cost')
  for (const sentence of saying.said)
    expect(placesIn(sentence.replaceAll(/\[[^\]]*\]/g, '')).filter((name) => costs.includes(name))).toEqual([])
})

test.each(SAID)('the sentences of $key are in the right language', ({ saying: { said } }) => {
  const [ru, en] = said.map((sentence) => sentence.replaceAll(/\{\{\w+\}\}|API/g, '')) as [string, string]
  expect(ru).toMatch(/^[^a-z"“”]*[а-яё][^a-z"“”]*$/i)
  expect(en).toMatch(/^[^а-яё"«»]*[a-z][^а-яё"«»]*$/i)
})

test('Russian and English have the same sentences, one for each action and variant, and a word for each choice', () => {
  expect(Object.keys(LOG_TEXTS.ru)).toEqual(Object.keys(LOG_TEXTS.en))
  const sentences = Object.keys(LOG_TEXTS.ru).filter((key) => !key.startsWith('word-'))
  expect(sentences.length).toBe(SAID.length)
  expect(SAID.length).toBeGreaterThan(100)
})

test('a word means the same in every sentence', () => {
  const meanings = new Map<string, Set<string>>()
  const note = (words: Readonly<Record<string, readonly string[]>>) => {
    for (const [word, said] of Object.entries(words))
      meanings.set(word, (meanings.get(word) ?? new Set()).add(said.join(' / ')))
  }
  note(RECORD_WORDS)
  for (const { saying } of SAID)
    for (const kind of Object.values(saying.figures)) if (typeof kind !== 'string') note([kind].flat()[0]!)
  expect([...meanings].filter(([, all]) => all.size > 1)).toEqual([])
})

/** Returns an example value of a kind, as API responses give it and as it is written in each language. */
function exampleOf(name: string, kind: SayingKind): { shown: unknown; ru: string; en: string } {
  if (typeof kind !== 'string') {
    const [word, [ru, en]] = Object.entries([kind].flat()[0]!)[0]!
    return { shown: Array.isArray(kind) ? [word] : word, ru, en }
  }
  if (kind === 'money') return { shown: 4757.5, ru: '4 757,50 ₽', en: '₽4,757.50' }
  if (kind === 'cost') return { shown: 8641.97, ru: '8 641,97 ₽', en: '₽8,641.97' }
  if (kind === 'quantity') return { shown: 1234.125, ru: '1 234,125', en: '1,234.125' }
  if (kind === 'count') return { shown: 2154, ru: '2 154', en: '2,154' }
  if (kind === 'day') return { shown: '2026-11-06', ru: '06.11.2026', en: '06/11/2026' }
  if (kind === 'word') return { shown: 'procurement_document', ru: 'документ закупки', en: 'purchase document' }
  return { shown: `[${name}]`, ru: `[${name}]`, en: `[${name}]` }
}

const withPlainSpaces = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.each(SAID)('the sentences for $key format their numbers according to the language', ({ action, how, saying }) => {
  const examples = Object.entries(saying.figures).map(([name, kind]) => [name, exampleOf(name, kind)] as const)
  const figures = {
    ...(how !== null && { how }),
    ...Object.fromEntries(examples.map(([name, { shown }]) => [name, shown])),
  }
  for (const language of LANGUAGES) {
    const sentence = withPlainSpaces(sentenceIn(language, { action, figures })!)
    expect(sentence).not.toMatch(/\{\{|\}\}|undefined|NaN/)
    for (const [name, example] of examples)
      if (isTold(saying.figures[name]!)) expect(sentence, name).toContain(example[language])
    // For callers who may not see costs, the sentence is composed from the remaining `figures`.
    const left = figuresWithoutCosts({ action, figures })!
    const shown = withPlainSpaces(sentenceIn(language, { action, figures: left })!)
    expect(shown).not.toMatch(/\{\{|\}\}|undefined|NaN|641/)
  }
})

test.each([
  [log('order.created', order), 'Оформлен заказ 00012: «Иван», строк 3, 4 757,56 ₽'],
  [log('order.shipped', { number: '00012', cost: minor(123_400) }), 'Отгружен заказ 00012, себестоимость 1 234,00 ₽'],
  [
    log('shipment.posted', { how: 'part', items: 1, ...shipment }),
    'Проведена отгрузка 00012-2, часть заказа: «Иван», строк 1, 4 757,56 ₽, себестоимость 1 234,00 ₽',
  ],
  [logRecord('warehouse', 'restored', 'Главный'), 'Возвращён из архива склад «Главный»'],
  [logRecord('product', 'updated', 'Чайник «Василёк»'), 'Изменён товар «Чайник „Василёк“»'],
  [log('import.started', { what: ['products', 'purchases'] }), 'Начат перенос из МоегоСклада: товары, закупки'],
  [log('summary.made', { day: '2026-11-26' }), 'Составлена сводка: 26.11.2026'],
])('the Russian sentence for %j is %s', (logged, sentence) => {
  expect(withPlainSpaces(sentenceIn('ru', logged)!)).toBe(sentence)
})

test('the `figures` of a log entry are in units and roubles, in the order in which the action describes them', () => {
  expect(JSON.stringify(log('order.created', { total: minor(29), items: 1, customer: 'И', number: '1' }).figures)).toBe(
    '{"number":"1","customer":"И","items":1,"total":0.29}',
  )
  expect(log('stock.received', { good: milli(1_005), product: 'Ч', warehouse: 'А', supplier: 'Р' }).figures).toEqual({
    ...{ good: 1.005, product: 'Ч', warehouse: 'А', supplier: 'Р' },
  })
})

test('braces, brackets and dollar signs in a name are treated as plain text', () => {
  const name = '[{{name}}] $& $1'
  expect(summaryOf(logRecord('product', 'created', name))).toBe(`Product "${name}" created`)
  expect(sentenceIn('ru', logRecord('product', 'created', name))).toBe(`Добавлен товар «${name}»`)
})

test('logging an action with missing, unknown or wrongly typed `figures` does not compile', () => {
  // @ts-expect-error: the action has no such figure
  log('order.picking', { number: '1', customer: 'Иван' })
  // @ts-expect-error: the total is missing
  expect(() => summaryOf(log('order.created', { number: '1', customer: 'Иван', items: 1 }))).not.toThrow()
  // @ts-expect-error: a quantity is not an amount
  log('order.shipped', { number: '1', cost: milli(1_000) })
  // @ts-expect-error: there is no such action
  expect(() => log('order.lost', { number: '1' })).toThrow()
})

test('a log entry with an action that only a later version has shows the action’s name as its summary, and no `figures`', () => {
  const entry = { action: 'order.teleported', figures: { cost: 5 } }
  expect(summaryOf(entry)).toBe('order.teleported')
  expect(sentenceIn('ru', entry)).toBe(null)
  expect(figuresWithoutCosts(entry)).toBe(null)
})

const entryOf = (action: string, summary: string, figures: ShownFigures | null, record: object) => ({
  action,
  entity_type: 'order',
  summary,
  figures: figures === null ? null : JSON.stringify(figures),
  result: JSON.stringify(record),
})

test('callers who may not see costs get no costs from log entries, neither in `figures` nor in stored sentences of earlier versions', () => {
  const record = { number: '00012', status: 'shipped', total: 4000, cost: 1234.5 }
  const { figures } = log('order.shipped', { number: '00012', cost: minor(123_450) })
  expect(entryWithoutCosts(entryOf('order.shipped', '', figures, record))).toMatchObject({
    figures: '{"number":"00012"}',
    result: JSON.stringify({ number: '00012', status: 'shipped', total: 4000 }),
  })
  const stored = 'Order 00012 shipped at a cost of 1234.5'
  expect(entryWithoutCosts(entryOf('order.shipped', stored, null, record))).toMatchObject({
    summary: 'Order 00012 shipped',
    figures: null,
  })
  const other = 'Order 00012 for "Иван" deleted'
  expect(entryWithoutCosts(entryOf('order.deleted', other, null, { id: 'x' }))).toMatchObject({ summary: other })
  expect(Object.keys(ACTIONS).filter(mayNameCost).sort()).toEqual(WITH_COSTS)
})

/** The service's folders whose code logs actions. */
const LOGGING = ['commands', 'access', 'moysklad', 'moysklad/jobs', 'tables', 'whole-company']
const SERVER = new URL('../../server/', import.meta.url)

test('every action of the table is logged somewhere, and every action of a command is in the table', () => {
  const sources = LOGGING.flatMap((folder) =>
    readdirSync(new URL(folder, SERVER))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(new URL(`${folder}/${name}`, SERVER), 'utf8')),
  ).join('\n')
  const isLogged = (action: string) => {
    const [entity, verb] = action.split('.') as [string, string]
    const ofUpdates = verb === 'updated' || verb === 'archived' ? `{ entity: '${entity}', name` : null
    return (
      new RegExp(`log\\(\\s*'${action}'`).test(sources) ||
      sources.includes(`\`${entity}.\${`) ||
      (verb === 'dated' && sources.includes(`action: '${action}'`)) ||
      (ofUpdates !== null && sources.includes(ofUpdates))
    )
  }
  expect(Object.keys(ACTIONS).filter((action) => !isLogged(action) && !ofPlainKind(action))).toEqual([])
  for (const { action } of COMMANDS) expect(ACTIONS).toHaveProperty([action])
})

test('every verb in an action’s name has a word for exported audit logs', () => {
  for (const action of Object.keys(ACTIONS)) expect(DEEDS).toHaveProperty([action.split('.')[1]!])
})
