/**
 * `npm run bench:app -- [--products N] [--orders N] [--rounds N] [--check]`: measures the app in Chromium against its
 * goals, in a company with many products and open orders. Each time is printed beside a lower bound from the same
 * machine: an empty page, or the same request sent without the app. Without --products it runs with 10,000 and again
 * with 100,000 products; the minimum is 1,000.
 */
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { startChromium } from '../tests/support/app/chromium.ts'
import { visit } from '../tests/support/app/visitors.ts'
import {
  focusIn,
  openedIn,
  panelIs,
  recordScrolling,
  rowCountBetween,
  rowCountIs,
  rowsShown,
  scriptBytes,
  shownAfter,
  until,
} from './app-browser.ts'
import { chanceFrom } from './chance.ts'
import { median } from './compare.ts'
import { fillCatalogue } from './product-data.ts'
import { count, figure, printTable } from './report.ts'
import { BENCH_PASSWORD, freePort, openSite, type Pace, type Site } from './site.ts'

const PACE: Pace = {
  ...{ isQuick: false, seconds: 1, warmUpSeconds: 0, heatSeconds: 0, rounds: 1, restarts: 0, manyProducts: 0 },
}
const KIB = 1_024
const SCRIPT_GOAL_KIB = 250
const FIRST_SCREEN_GOAL_MS = 1_500
const ANSWER_GOAL_MS = 100
const ORDER_LINES = 20
const ORDER_GOAL_SECONDS = 60
/** The number of seconds that a practised typist needs to press a key. */
const SECONDS_PER_KEY = 0.2
/** How far one turn of the mouse wheel scrolls, in pixels. */
const WHEEL_PX = 360

const { values } = parseArgs({
  options: {
    products: { type: 'string' },
    orders: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '7' },
    check: { type: 'boolean', default: false },
  },
})
const ORDERS = Number(values.orders)
const ROUNDS = Number(values.rounds)
const SIZES = values.products === undefined ? [10_000, 100_000] : [Number(values.products)]
/**
 * How many different products the measured order and receipt need. Each product must be in stock and available for
 * sale.
 */
const LEAST_PRODUCTS = 1_000
if (!(Math.min(...SIZES) >= LEAST_PRODUCTS)) throw new Error(`--products must be ${LEAST_PRODUCTS} or more`)

interface Measure {
  readonly what: string
  readonly goal: string
  readonly measured: string
  /** A lower bound for the measured time, taken in the same run. */
  readonly baseline: string
  readonly ratio: string
  readonly isMet: boolean
}

/** The fields of a list response that the measurements use. */
interface Found {
  readonly items: readonly { readonly id: string }[]
}

interface Scene {
  readonly page: Page
  /** How many products the measured company has. */
  readonly products: number
}

const timed = (what: string, goalMs: number, times: readonly number[], least: readonly number[]): Measure => ({
  what,
  goal: `≤ ${count(goalMs)} ms`,
  measured: `${figure(median(times))} ms, at most ${figure(Math.max(...times))}`,
  baseline: `${figure(median(least))} ms`,
  ratio: figure(median(times) / median(least)),
  isMet: median(times) <= goalMs,
})

async function repeated(work: (round: number) => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) times.push(await work(round))
  return times
}

/** Measures a request sent from the page without using the app, from the call until the response is parsed. */
const askedByHand = (page: Page, path: string) =>
  page.evaluate(async (url) => {
    const from = performance.now()
    await (await fetch(url)).json()
    return performance.now() - from
  }, path)

async function firstScreens({ page }: Scene): Promise<Measure[]> {
  const bytes = await scriptBytes(page, '/', `document.querySelector('h1') !== null`)
  const emptyPage = await repeated(() => openedIn(page, '/theme.js', 'document.body !== null'))
  const session = await page.context().newCDPSession(page)
  const cold = await repeated(async () => {
    await session.send('Network.clearBrowserCache')
    return openedIn(page, '/products', rowsShown)
  })
  const again = await repeated(() => openedIn(page, '/products', rowsShown))
  const kib = bytes / KIB
  return [
    {
      what: 'JavaScript of the first screen, gzip',
      ...{ goal: `≤ ${SCRIPT_GOAL_KIB} KiB`, measured: `${figure(kib)} KiB`, baseline: '', ratio: '' },
      isMet: kib <= SCRIPT_GOAL_KIB,
    },
    timed('first screen with rows, nothing in the cache', FIRST_SCREEN_GOAL_MS, cold, emptyPage),
    timed('second start', FIRST_SCREEN_GOAL_MS / 2, again, emptyPage),
  ]
}

/** Returns a SKU that only one product has. */
const skuOf = (n: number) => `AB-${String(n).padStart(6, '0')}`

/** Measures the search: the time from the last key of a unique SKU until only that product is shown. */
async function searches({ page, products }: Scene): Promise<Measure> {
  await openedIn(page, '/products', rowsShown)
  const field = page.getByRole('searchbox', { name: 'Название, артикул или штрихкод' })
  const codeOf = (round: number) => skuOf(tradedOf(products, ROUNDS, round))
  const least = await repeated((round) =>
    askedByHand(page, `/api/v1/products?archived=false&sort=name&limit=100&q=${codeOf(round)}`),
  )
  const times = await repeated(async (round) => {
    const sku = codeOf(round)
    await field.fill('')
    await until(page, rowsShown)
    await field.pressSequentially(sku.slice(0, -1))
    await until(page, rowCountBetween(2, 12))
    return shownAfter(page, 'keydown', rowCountIs(1), () => page.keyboard.press(sku.at(-1)!))
  })
  await field.fill('')
  return timed('search, from the last key to its rows', ANSWER_GOAL_MS, times, least)
}

/**
 * Returns the number of the nth product, when `wanted` products are chosen at equal distances from the whole catalogue.
 * The number ends in 7, because products with such a number are neither bundles nor services and are not archived.
 */
const tradedOf = (products: number, wanted: number, n: number) => 7 + 10 * Math.floor(products / (10 * wanted)) * n

async function openings({ page }: Scene): Promise<Measure> {
  await openedIn(page, '/products', rowsShown)
  const rows = page.locator('[role="row"][data-index]')
  const names = await rows.locator('[role="gridcell"]:nth-child(2)').allInnerTexts()
  const ids = await page.evaluate(async () => {
    const page = (await (await fetch('/api/v1/products?archived=false&sort=name&limit=20')).json()) as Found
    return page.items.map(({ id }) => id)
  })
  const least = await repeated((round) => askedByHand(page, `/api/v1/products/${ids[round]}`))
  const times = await repeated((round) => {
    const name = names[round]!.split('\n')[0]!
    return shownAfter(page, 'click', panelIs(name), () => rows.nth(round).click())
  })
  return timed('a record, from the click to its panel', ANSWER_GOAL_MS, times, least)
}

async function scrolling({ page }: Scene): Promise<Measure> {
  await openedIn(page, '/products', rowsShown)
  const session = await page.context().newCDPSession(page)
  const { frames, emptyFrames } = await recordScrolling(page, session, WHEEL_PX)
  return {
    what: 'scrolling through the list',
    ...{ goal: 'no empty frame', measured: `${emptyFrames} of ${frames} frames`, baseline: '', ratio: '' },
    isMet: frames > 0 && emptyFrames === 0,
  }
}

const ENTRY = 'Артикул, штрихкод или название'

/** Returns the number of a product of which the second warehouse has enough stock. */
const inWarehouseTwo = (line: number) => 1 + 20 * (line + Math.floor((line + 1) / 2))

/**
 * Types an order with the keyboard alone. Measures how many keys this takes and how long the user has to wait for the
 * app.
 */
async function orderOfManyLines({ page }: Scene): Promise<Measure> {
  await openedIn(page, '/orders', rowsShown)
  let keys = 0
  let waitedMs = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  const type = async (text: string) => {
    keys += text.length
    await page.keyboard.type(text)
  }
  const pressAndWait = async (key: string, shown: string) => {
    keys += 1
    waitedMs += await shownAfter(page, 'keydown', shown, () => page.keyboard.press(key))
  }
  await pressAndWait('c', focusIn('Покупатель'))
  await type('Иванов Иван 1')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await press('ArrowDown')
  await press('Enter')
  await page.getByRole('combobox', { name: 'Склад' }).last().selectOption({ label: 'Склад 2' })
  await page.getByRole('combobox', { name: ENTRY }).focus()
  for (let line = 0; line < ORDER_LINES; line += 1) {
    await type(skuOf(inWarehouseTwo(line)))
    await pressAndWait('Enter', focusIn('Количество'))
    await press('2')
    await pressAndWait('Enter', focusIn(ENTRY))
  }
  waitedMs += await shownAfter(
    page,
    'keydown',
    `/^Заказ /.test([...document.querySelectorAll('h1, h2')].at(-1)?.textContent ?? '')`,
    async () => {
      await page.keyboard.press('Control+Enter')
    },
  )
  const seconds = keys * SECONDS_PER_KEY + waitedMs / 1_000
  return {
    what: `order of ${ORDER_LINES} lines by keyboard, ${keys} keys at ${SECONDS_PER_KEY} s`,
    goal: `≤ ${ORDER_GOAL_SECONDS} s`,
    measured: `${figure(seconds)} s`,
    baseline: `${figure(keys * SECONDS_PER_KEY)} s of typing`,
    ratio: figure(seconds / (keys * SECONDS_PER_KEY)),
    isMet: seconds <= ORDER_GOAL_SECONDS,
  }
}

const RECEIVED_LINES = 50
const RECEIPT_GOAL_SECONDS = 180
/** The number of seconds that a person needs to take a box, turn it and scan it. */
const SECONDS_PER_SCAN = 2

/** The barcode of the nth product in the data that the benchmark writes. */
const barcodeOf = (n: number) => `46${String((n * 7_919) % 100_000_000_000).padStart(11, '0')}`

/**
 * Receives goods on the warehouse-floor page with a hand scanner. Measures how long the user waits for the app after
 * each scan, and the time until everything is received.
 */
async function receiptOfManyLines({ page, products }: Scene): Promise<Measure> {
  await openedIn(page, '/floor/receive', `document.querySelector('select') !== null`)
  await page.getByRole('combobox', { name: 'На склад' }).selectOption({ label: 'Склад 2' })
  await page.getByRole('combobox', { name: 'Поставщик' }).fill('Иванов')
  await page.getByRole('listbox').getByRole('option').first().click()
  await page.getByRole('button', { name: 'Начать' }).click()
  await page.getByText('Сканируйте товар.').waitFor()
  const linesAre = (count: number) =>
    `document.querySelectorAll('[aria-label="Отсканировано"] > li').length === ${count} && !/\\d{13}/.test(document.querySelector('[aria-label="Отсканировано"]').textContent)`
  let waitedMs = 0
  for (let line = 0; line < RECEIVED_LINES; line += 1) {
    await page.keyboard.type(barcodeOf(tradedOf(products, RECEIVED_LINES, line)))
    waitedMs += await shownAfter(page, 'keydown', linesAre(line + 1), () => page.keyboard.press('Enter'))
  }
  await page.locator('footer').getByRole('button', { name: 'Принять' }).click()
  const isReceived = `document.querySelector('[role="dialog"]') === null && !document.querySelector('[aria-label="Отсканировано"] > li')`
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Принять' })
  waitedMs += await shownAfter(page, 'click', isReceived, () => confirm.click())
  const handling = RECEIVED_LINES * SECONDS_PER_SCAN
  const seconds = handling + waitedMs / 1_000
  return {
    what: `${RECEIVED_LINES} lines received with a scanner, ${SECONDS_PER_SCAN} s a scan`,
    goal: `≤ ${RECEIPT_GOAL_SECONDS} s`,
    measured: `${figure(seconds)} s`,
    baseline: `${figure(handling)} s of scanning`,
    ratio: figure(seconds / handling),
    isMet: seconds <= RECEIPT_GOAL_SECONDS,
  }
}

async function measured(site: Site, port: number, products: number): Promise<Measure[]> {
  const { companyId, email } = await site.newCompany()
  await fillCatalogue((text, given) => site.query(text, given), companyId, {
    products,
    orders: ORDERS,
    openOrders: ORDERS,
  })
  await site.query('vacuum analyze')
  const url = `http://127.0.0.1:${port}`
  const browser = await startChromium()
  try {
    const { page, context, faults } = await visit(browser, url)
    const answer = await context.request.post(`${url}/api/auth/sign-in/email`, {
      headers: { origin: url },
      data: { email, password: BENCH_PASSWORD },
    })
    if (!answer.ok()) throw new Error(`The sign-in was answered ${answer.status()}: ${await answer.text()}`)
    // Open the page once without measuring, so that the server has already loaded the company when the measurement
    // starts.
    await openedIn(page, '/products', rowsShown)
    const scene = { page, products }
    const all = [
      ...(await firstScreens(scene)),
      await searches(scene),
      await openings(scene),
      await scrolling(scene),
      await orderOfManyLines(scene),
      await receiptOfManyLines(scene),
    ]
    if (faults.length > 0) throw new Error(`The app failed: ${faults.join('; ')}`)
    return all
  } finally {
    await browser.close()
  }
}

for (const products of SIZES) {
  const port = await freePort()
  const site = await openSite(PACE, chanceFrom(1), { settings: { APP_PORT: String(port) } })
  try {
    const all = await measured(site, port, products)
    console.log(`\n${count(products)} products, ${count(ORDERS)} open orders; median of ${ROUNDS}\n`)
    const rows = all.map(({ what, goal, measured: found, baseline, ratio, isMet }) => [
      what,
      goal,
      found,
      baseline,
      ratio,
      isMet ? '✓' : '✗',
    ])
    console.log(printTable(['what', 'goal', 'measured', 'least possible', 'ratio', ''], rows))
    if (values.check && all.some(({ isMet }) => !isMet)) process.exitCode = 1
  } finally {
    await site.close()
  }
}
