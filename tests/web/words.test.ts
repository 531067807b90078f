/**
 * Checks the app's texts: both languages must have the same set of texts, with a sentence for every refusal that the
 * service can return.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AUDIT as auditEn } from '../../sdk/audit.en.ts'
import { AUDIT as auditRu } from '../../sdk/audit.ru.ts'
import { LOG_TEXTS } from '../../server/domain/audit-log.ts'
import { FIELD_FAULTS } from '../../server/domain/field-faults.ts'
import { ABOUT } from '../../server/domain/problems.ts'
import { PROBLEMS } from '../../server/domain/refusals.ts'
import { MEMORY_CHECK } from '../../server/self-check/memory.ts'
import { CHECK_NAMES } from '../../server/self-check/self-check-sql.ts'
import { FAULT_ADVICE as TABLE_FAULTS } from '../../server/tables/head.ts'
import { ROW_PROBLEMS } from '../../server/tables/row-problems.ts'
import { sentenceOfBlocker, sentenceOfField, sentenceOfRefusal } from '../../web/data/told.ts'
import { accountEn } from '../../web/words/account.en.ts'
import { accountRu } from '../../web/words/account.ru.ts'
import { checksEn } from '../../web/words/checks.en.ts'
import { checksRu } from '../../web/words/checks.ru.ts'
import { composed, shareIn, written } from '../../web/words/composed.ts'
import { coreEn } from '../../web/words/core.en.ts'
import { coreRu } from '../../web/words/core.ru.ts'
import { filesEn } from '../../web/words/files.en.ts'
import { filesRu } from '../../web/words/files.ru.ts'
import { floorEn } from '../../web/words/floor.en.ts'
import { floorRu } from '../../web/words/floor.ru.ts'
import { gridEn } from '../../web/words/grid.en.ts'
import { gridRu } from '../../web/words/grid.ru.ts'
import { importEn } from '../../web/words/import.en.ts'
import { importRu } from '../../web/words/import.ru.ts'
import { linesEn } from '../../web/words/lines.en.ts'
import { linesRu } from '../../web/words/lines.ru.ts'
import { ordersEn } from '../../web/words/orders.en.ts'
import { ordersRu } from '../../web/words/orders.ru.ts'
import { overviewEn } from '../../web/words/overview.en.ts'
import { overviewRu } from '../../web/words/overview.ru.ts'
import { partnersEn } from '../../web/words/partners.en.ts'
import { partnersRu } from '../../web/words/partners.ru.ts'
import { productsEn } from '../../web/words/products.en.ts'
import { productsRu } from '../../web/words/products.ru.ts'
import { purchasingEn } from '../../web/words/purchasing.en.ts'
import { purchasingRu } from '../../web/words/purchasing.ru.ts'
import { refusalsEn } from '../../web/words/refusals.en.ts'
import { refusalsRu } from '../../web/words/refusals.ru.ts'
import { reportsEn } from '../../web/words/reports.en.ts'
import { reportsRu } from '../../web/words/reports.ru.ts'
import { returnsEn } from '../../web/words/returns.en.ts'
import { returnsRu } from '../../web/words/returns.ru.ts'
import { settingsEn } from '../../web/words/settings.en.ts'
import { settingsRu } from '../../web/words/settings.ru.ts'
import { stockEn } from '../../web/words/stock.en.ts'
import { stockRu } from '../../web/words/stock.ru.ts'
import { tablesEn } from '../../web/words/tables.en.ts'
import { tablesRu } from '../../web/words/tables.ru.ts'
import {
  FIELDS,
  RECORDS,
  REPORTS,
  type Words,
  wordsOfFields,
  wordsOfRecords,
  wordsOfReport,
} from '../support/app/definitions.ts'

type Texts = Readonly<Record<string, string>>
const of = (words: Words, language: 'ru' | 'en'): Texts =>
  Object.fromEntries(Object.entries(words).map(([word, text]) => [word, text[language]]))
const inTwo = (words: Words) => [of(words, 'ru'), of(words, 'en')] as const
const PARTS: Readonly<Record<string, readonly [ru: Texts, en: Texts]>> = {
  core: [coreRu, coreEn],
  account: [accountRu, accountEn],
  products: [productsRu, productsEn],
  orders: [ordersRu, ordersEn],
  lines: [linesRu, linesEn],
  stock: [stockRu, stockEn],
  grid: [gridRu, gridEn],
  floor: [floorRu, floorEn],
  import: [importRu, importEn],
  files: [filesRu, filesEn],
  partners: [partnersRu, partnersEn],
  purchasing: [purchasingRu, purchasingEn],
  overview: [overviewRu, overviewEn],
  reports: [reportsRu, reportsEn],
  returns: [returnsRu, returnsEn],
  audit: [auditRu, auditEn],
  settings: [settingsRu, settingsEn],
  checks: [checksRu, checksEn],
  tables: [tablesRu, tablesEn],
  refusals: [refusalsRu, refusalsEn],
  ...Object.fromEntries(RECORDS.map((spec) => [spec.file, inTwo(wordsOfRecords(spec))])),
  ...Object.fromEntries(FIELDS.map((spec) => [spec.file, inTwo(wordsOfFields(spec))])),
  ...Object.fromEntries(REPORTS.map((spec) => [`reports/${spec.name}`, inTwo(wordsOfReport(spec))])),
}

const PLURAL = /_(one|few|many|other)$/
const names = (texts: Texts) => [...new Set(Object.keys(texts).map((name) => name.replace(PLURAL, '')))].sort()
const figures = (text: string) => [...text.matchAll(/\{\{([\w:]+)\}\}/g)].map(([, name]) => name).sort()

test.each(Object.entries(PARTS))(
  'the texts of %s have the same names and placeholders in both languages',
  (_part, [ru, en]) => {
    expect(names(en)).toEqual(names(ru))
    for (const name of Object.keys(en)) if (name in ru) expect(figures(en[name]!), name).toEqual(figures(ru[name]!))
  },
)

test.each(Object.entries(PARTS))('the texts of %s have every plural form of their language', (_part, [ru, en]) => {
  for (const [texts, language] of [
    [ru, 'ru'],
    [en, 'en'],
  ] as const) {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const counted = new Set(
      Object.keys(texts)
        .filter((name) => PLURAL.test(name))
        .map((name) => name.replace(PLURAL, '')),
    )
    for (const name of counted)
      for (const form of forms) expect(texts[`${name}_${form}`], `${name}_${form}`).toBeTypeOf('string')
  }
})

test.each(Object.entries(PARTS))(
  'no text of %s is empty or has an exclamation mark, and no Russian text has Latin letters',
  (_part, [ru, en]) => {
    for (const [name, text] of [...Object.entries(ru), ...Object.entries(en)]) {
      expect(text.trim(), name).not.toBe('')
      expect(text, name).not.toContain('!')
    }
    const latin = Object.entries(ru).filter(
      ([name, text]) =>
        name !== 'language-en' &&
        /[a-z]/i.test(text.replace(/\{\{[\w:]+\}\}|Enter|Tab|API|Excel|CSV|PDF|JPEG|PNG|WebP|GIF|TIFF|HEIC/g, '')),
    )
    expect(latin).toEqual([])
  },
)

test.each(Object.entries(PARTS))(
  'the English texts of %s have no Cyrillic letters and no straight double quotes',
  (_part, [, en]) => {
    const foreign = Object.entries(en).filter(([name, text]) => name !== 'language-ru' && /[а-яё"]/i.test(text))
    expect(foreign).toEqual([])
  },
)

test('the service’s own actors in the audit log have names in both languages', () => {
  const sources = ['papers/recognition-turn.ts', 'workers/daily-summary.ts', 'access/access-log.ts']
  for (const path of sources) {
    const source = readFileSync(new URL(path, SERVER), 'utf8')
    const [, id] = /id: (?:'(.+?)'|QUEUE), name: '/.exec(source)!
    const actor = id ?? /QUEUE = '(.+?)'/.exec(source)![1]
    expect(coreRu, path).toHaveProperty([`actor-${actor}`])
    expect(coreEn, path).toHaveProperty([`actor-${actor}`])
  }
})

test('every check of the self-check has a sentence in the app, and every such sentence belongs to a check', () => {
  expect(Object.keys(checksRu).sort()).toEqual([...CHECK_NAMES, MEMORY_CHECK].sort())
  for (const [name, text] of Object.entries(checksRu)) expect(text, name).toMatch(/^[А-ЯЁ]/)
})

test('every possible fault of an imported table or row is described in both languages', () => {
  const faults = Object.keys(tablesRu).filter((name) => name.startsWith('fault-'))
  expect(faults.map((name) => name.slice('fault-'.length)).sort()).toEqual(Object.keys(TABLE_FAULTS).sort())
  for (const [code, [ru, en]] of Object.entries(ROW_PROBLEMS)) {
    // Excel is the only Latin word allowed in Russian.
    expect(ru.replace(/\{\w+\}|Excel/g, ''), code).toMatch(/^[^a-z]*[а-яё][^a-z]*$/i)
    expect(en.replace(/\{\w+\}/g, ''), code).toMatch(/^[^а-яё]*[a-z][^а-яё]*$/i)
  }
})

/** The error codes of sign-up, sign-in and account requests, read from the SDK's source. */
const SIGN_IN_CODES = [
  ...readFileSync(new URL('../../sdk/errors.ts', import.meta.url), 'utf8')
    .split('export type SignInCode =')[1]!
    .split('\n\n')[0]!
    .matchAll(/'(\w+)'/g),
].map(([, code]) => code!)

test('every refusal of the service has a sentence in the app, and every such sentence belongs to a refusal', () => {
  const codes = [
    ...Object.keys(PROBLEMS),
    ...SIGN_IN_CODES,
    'UNREADABLE_ANSWER',
    'INVITATION_NOT_FOUND',
    'INVITATION_FOR_ANOTHER',
  ]
  const said = Object.keys(refusalsRu).filter((name) => !name.includes('-'))
  expect(said.sort()).toEqual([...new Set(codes)].sort())
})

const SERVER = new URL('../../server/', import.meta.url)

test('the app’s sentences and words for the audit log are the same as the service’s', () => {
  expect({ ru: auditRu, en: auditEn }).toEqual(LOG_TEXTS)
})

/**
 * The names of the texts for refusals. For each text, this gives whether the app shows it, and which `figures` its
 * sentence may use.
 */
const TOLD = Object.entries(ABOUT).flatMap(([code, about]) => [
  { word: code, isSaid: true, figures: [] as string[] },
  ...(about.figures === undefined
    ? []
    : [{ word: `${code}-figures`, isSaid: about.told !== undefined, figures: Object.keys(about.figures) }]),
  ...Object.entries(about.reasons ?? {}).map(([reason, one]) => ({
    ...{ word: `${code}-${reason}`, isSaid: one.told !== undefined, figures: Object.keys(one.figures) },
  })),
])

test.each(TOLD)(
  'there is a sentence for the refusal $word if the app shows it, and the sentence uses only the refusal’s `figures`',
  ({ word, isSaid, figures: own }) => {
    for (const texts of [refusalsRu, refusalsEn] as Texts[]) {
      expect(word in texts).toBe(isSaid)
      for (const name of figures(texts[word] ?? '')) expect(own).toContain(name)
    }
  },
)

test.each(Object.entries(FIELD_FAULTS))('a field error with the code %s has a sentence in the app', (code, about) => {
  for (const texts of [refusalsRu, refusalsEn] as Texts[])
    for (const name of figures(texts[`field-${code}`]!)) expect(Object.keys(about.figures)).toContain(name)
})

test('the text for a refusal is chosen by its reason, or else by whether it has `figures`', () => {
  const lot = { reason: 'lot', asked: 5, left: 2.5 }
  expect(sentenceOfRefusal({ code: 'INSUFFICIENT_STOCK', figures: lot }).word).toBe('INSUFFICIENT_STOCK-lot')
  expect(sentenceOfRefusal({ code: 'LIMIT_REACHED', figures: { most: 20 } })).toEqual({
    word: 'LIMIT_REACHED-figures',
    figures: { most: 20 },
  })
  expect(sentenceOfRefusal({ code: 'ARCHIVED' })).toEqual({ word: 'ARCHIVED', figures: {} })
  expect(sentenceOfField({ path: '/name', message: 'x', code: 'TOO_LONG', figures: { most: 300 } }, String)).toEqual({
    word: 'field-TOO_LONG',
    figures: { most: 300 },
  })
  expect(sentenceOfField({ path: '/name', message: 'x' }, String).word).toBe('field-NOT_VALID')
})

type Meant = [entity: string, told: object, word: string, name: string | null]
const MEANT: Meant[] = [
  ['order', { name: '00017' }, 'blocker-order', '00017'],
  ['purchase', { name: 'E-17' }, 'blocker-purchase', 'E-17'],
  ['document', { name: 'EXT-RCV-7' }, 'blocker-document', 'EXT-RCV-7'],
  ['procurement_document', { name: 'Счёт.pdf' }, 'blocker-procurement_document', 'Счёт.pdf'],
  ['payment', { name: '00003' }, 'blocker-payment', '00003'],
  ['shipment', { name: '00017-2' }, 'blocker-shipment', '00017-2'],
  ['stocktake', { name: '00004' }, 'blocker-stocktake', '00004'],
  ['customer return', { name: '00005' }, 'blocker-customer_return', '00005'],
  ['stock rule', { name: 'Чайник' }, 'blocker-stock_rule', 'Чайник'],
  ['supplier item', { name: 'Чайник' }, 'blocker-supplier_item', 'Чайник'],
  ['contract', { name: '5/26', kind: 'sale' }, 'blocker-contract', '5/26'],
  ['contract', { kind: 'purchase' }, 'blocker-contract-purchase', null],
  ['contract', { kind: 'sale' }, 'blocker-contract-sale', null],
  ['contract', { kind: 'commission' }, 'blocker-contract-commission', null],
  ['lot', { day: '2026-03-01' }, 'blocker-lot', '1 марта'],
  ['lot', { name: 'Чайник' }, 'blocker-lot-product', 'Чайник'],
  ['movement', { day: '2026-03-01', kind: 'writeoff' }, 'blocker-movement', '1 марта'],
  ['receipt', { day: '2026-03-01' }, 'blocker-receipt', '1 марта'],
  ['stock row', {}, 'blocker-stock_row', null],
  ['product', { name: 'Чайник' }, 'blocker-product', 'Чайник'],
  ['bundle', { name: 'Набор' }, 'blocker-bundle', 'Набор'],
  ['variant', { name: 'Чайник, синий' }, 'blocker-variant', 'Чайник, синий'],
  ['partner', { name: 'Иван' }, 'blocker-partner', 'Иван'],
  ['external link', { name: 'ozon: 17' }, 'blocker-external_link', 'ozon: 17'],
]

test.each(MEANT)('a blocking record of the kind %s has a text in the app: %j', (entity, told, word, name) => {
  const said = sentenceOfBlocker({ entity, id: '1', label: 'x', ...told }, () => '1 марта')
  expect(said).toEqual({ word, figures: name === null ? {} : { name } })
  expect(refusalsRu).toHaveProperty([word])
})

test('a blocking record in a response stored long ago is described by its label alone', () => {
  expect(sentenceOfBlocker({ entity: 'order', id: '1', label: 'Order 00017' }, String)).toBe(null)
})

test('every kind of record that can block a command has a text in the app', () => {
  const source = readFileSync(new URL('store/prefetch.ts', SERVER), 'utf8')
  const entities = [...source.matchAll(/\[\s*'([a-z ]+)',\s*(?:`|LINKS)/g)].map(([, entity]) => entity!)
  expect(new Set(entities).size).toBeGreaterThan(10)
  for (const entity of entities) expect(MEANT.map(([one]) => one)).toContain(entity)
})

test.each([
  ['Товар «Чайник «Василёк» 2,5 л» создан', 'Товар «Чайник „Василёк“ 2,5 л» создан'],
  ['Юрлицо «ООО «Торговый дом «Рубеж»»» создано', 'Юрлицо «ООО „Торговый дом „Рубеж““» создано'],
  ['«ООО «Ромашка»» и «ООО «Вектор»»', '«ООО „Ромашка“» и «ООО „Вектор“»'],
  ['Product “Kettle “Iris” 2.5 l” created', 'Product “Kettle ‘Iris’ 2.5 l” created'],
  ['“Set “A”” and “ООО «Вектор»”', '“Set ‘A’” and “ООО «Вектор»”'],
  ['Product “Тарелка „Луг“, 19” created', 'Product “Тарелка „Луг“, 19” created'],
  ['19” and “Iris”', '19” and “Iris”'],
  ['Товар «Чайник» создан', 'Товар «Чайник» создан'],
  ['Доска 2» и ещё', 'Доска 2» и ещё'],
  ['Оплата от ИП Пробникова Э. Ю..', 'Оплата от ИП Пробникова Э. Ю.'],
  ['Ищем… и ждём...', 'Ищем… и ждём...'],
])('in a sentence that contains names, quotation marks and full stops are corrected: %s', (put, printed) => {
  expect(composed(put)).toBe(printed)
})

test('a number in a sentence is formatted in the language of the sentence', () => {
  const written2154 = [written(2154, undefined, 'ru'), written(2154, undefined, 'en'), written('00017')]
  expect(written2154.map((one) => one.replace(/\s/g, ' '))).toEqual(['2 154', '2,154', '00017'])
})

test('a percentage always has two decimals', () => {
  const shares = [99.4, 59.81, 0].map((one) => shareIn(one, 'ru-RU').replace(/\s/g, ' '))
  expect(shares).toEqual(['99,40 %', '59,81 %', '0,00 %'])
})
