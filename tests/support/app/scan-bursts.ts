/** Sends bursts of scans to every focusable element on the app's screens. Each scan must count once and change nothing else. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { type Chance, createChance } from '../chance/chance.ts'
import type { Browser } from '../node/browser.ts'
import { made, stockedShop } from '../scene/web-shop.ts'
import { countFocusable, fieldsNow, focusOn, SCANNERS, type ScannerSettings, scanAs } from './scanner-settings.ts'

const PATIENCE_MS = 8_000
const LOOK_MS = 40

/** A code printed on a label, with the product and quantity that it stands for. */
interface Label {
  readonly code: string
  readonly name: string
  readonly count: number
}

const GOODS = [
  {
    name: 'Проба с EAN',
    barcodes: ['4601234567893'],
    packages: [{ name: 'Ящик', quantity: 6, barcode: '14601234567890' }],
  },
  { name: 'Проба с буквами', sku: 'T-00419' },
  { name: 'Проба короткая', sku: '7788' },
  { name: 'Проба с нулями', sku: '00123' },
  { name: 'Проба UPC', barcodes: ['0416000336108'] },
] as const

const LABELS: readonly Label[] = [
  { code: '4601234567893', name: 'Проба с EAN', count: 1 },
  { code: '04601234567893', name: 'Проба с EAN', count: 1 },
  { code: '14601234567890', name: 'Проба с EAN', count: 6 },
  { code: '010460123456789310LOT7', name: 'Проба с EAN', count: 1 },
  { code: '\x1d010460123456789310LOT7\x1d91EE', name: 'Проба с EAN', count: 1 },
  { code: 'T-00419', name: 'Проба с буквами', count: 1 },
  { code: '7788', name: 'Проба короткая', count: 1 },
  { code: '00123', name: 'Проба с нулями', count: 1 },
  { code: '416000336108', name: 'Проба UPC', count: 1 },
]

export interface ScanWorld {
  readonly owner: Browser
  readonly warehouseId: string
  readonly supplier: string
  readonly orderNumber: string
}

/** Creates a company whose products have all sorts of codes, with stock, a second warehouse and an order to pick. */
export async function scanWorld(owner: Browser): Promise<ScanWorld> {
  const shop = await stockedShop(owner)
  const items = []
  for (const body of GOODS) {
    const { id } = await made(owner, 'products', { uom: 'шт', price: 10, ...body })
    const receipt = { productId: id, warehouseId: shop.warehouseId, supplier: shop.supplier }
    await made(owner, 'stock/receipt', { ...receipt, quantity: 90_000, unitCost: 1 })
    items.push({ productId: id, quantity: 40_000 })
  }
  await made(owner, 'warehouses', { name: 'Второй' })
  const order = { customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт', items }
  const { number } = await made(owner, 'orders', order)
  return { owner, warehouseId: shop.warehouseId, supplier: shop.supplier, orderNumber: number }
}

interface Screen {
  readonly name: string
  /**
   * Where the screen shows scanned products: in form fields, in the list of the warehouse-floor screens, in the cells
   * of a sheet, or nowhere if the screen takes no scans.
   */
  readonly lines: 'fields' | 'floor' | 'cells' | 'none'
  open(page: Page, world: ScanWorld): Promise<void>
}

const begin = (page: Page) => page.getByRole('button', { name: 'Начать' }).click()
const choose = async (page: Page, field: string, name: string) => {
  const box = page.getByRole('combobox', { name: field }).last()
  await box.fill(name.slice(0, 6))
  await page.getByRole('option', { name }).click()
}

const SCREENS: readonly Screen[] = [
  {
    name: 'a new order',
    lines: 'fields',
    open: async (page, { warehouseId }) => {
      await page.goto('/orders/new')
      await page.getByRole('combobox', { name: 'Склад' }).last().selectOption(warehouseId)
      await choose(page, 'Покупатель', 'Иван Петров')
      await page.getByRole('textbox', { name: 'Адрес доставки' }).fill('ул. Мира, 5')
    },
  },
  {
    name: 'a document',
    lines: 'fields',
    open: async (page, { supplier }) => {
      await page.goto('/purchasing/documents/new')
      await choose(page, 'Поставщик', supplier)
    },
  },
  {
    name: 'a receipt of many lines',
    lines: 'cells',
    open: async (page, { supplier, warehouseId }) => {
      await page.goto('/stock/receive/lines')
      await page.getByRole('combobox', { name: 'Склад' }).last().selectOption(warehouseId)
      await choose(page, 'Поставщик', supplier)
    },
  },
  {
    name: 'a write-off of many lines',
    lines: 'cells',
    open: async (page, { warehouseId }) => {
      await page.goto('/stock/write-off/lines')
      await page.getByRole('combobox', { name: 'Склад' }).last().selectOption(warehouseId)
      await page.getByLabel('Причина').and(page.locator('input')).fill('Бой')
    },
  },
  {
    name: 'the sheet of products',
    lines: 'none',
    open: (page) => page.goto('/products/grid').then(() => undefined),
  },
  {
    name: 'receiving at the floor',
    lines: 'floor',
    open: async (page, { supplier, warehouseId }) => {
      await page.goto('/floor/receive')
      await page.getByRole('combobox', { name: 'На склад' }).selectOption(warehouseId)
      await choose(page, 'Поставщик', supplier)
      await begin(page)
    },
  },
  {
    name: 'moving at the floor',
    lines: 'floor',
    open: async (page, { warehouseId }) => {
      await page.goto('/floor/move')
      await page.getByRole('combobox', { name: 'Со склада' }).selectOption(warehouseId)
      await page.getByRole('combobox', { name: 'На склад' }).selectOption({ label: 'Второй' })
      await begin(page)
    },
  },
  {
    name: 'picking at the floor',
    lines: 'floor',
    open: async (page, { orderNumber }) => {
      await page.goto('/floor/pick')
      await page.getByRole('button', { name: new RegExp(`Заказ ${orderNumber}`) }).click()
      await page.getByText('Осталось 5 позиций').waitFor()
    },
  },
]

/**
 * Returns the quantity of each product in the screen's lines. A line that shows anything but a product is included
 * under its text.
 */
const linesNow = (page: Page, shown: Screen['lines']): Promise<Record<string, number>> =>
  page.evaluate<Record<string, number>>(`(() => {
    const figures = {}
    const add = (name, text) => {
      const figure = Number(text.replace(/[^\\d,]/g, '').replace(',', '.'))
      figures[name] = (figures[name] ?? 0) + figure
    }
    if (${shown === 'cells'}) {
      for (const row of document.querySelectorAll('[role=grid] [role=row]')) {
        const cells = [...row.querySelectorAll('[role=gridcell]')].map(
          (one) => one.querySelector('input')?.value ?? one.querySelector('span')?.textContent ?? '',
        )
        if (cells.length > 1 && cells[0] + cells[1] !== '') add(cells.at(-1), cells[1])
      }
      return figures
    }
    if (${shown === 'none'}) return {}
    if (${shown === 'fields'}) {
      for (const one of document.querySelectorAll('input[aria-label^="Количество: "]'))
        add(one.getAttribute('aria-label').slice('Количество: '.length), one.value)
      return figures
    }
    for (const line of document.querySelectorAll('main ul li > button')) {
      const [name, amount] = line.children
      if (amount !== undefined) add(name.firstChild.textContent.trim(), amount.textContent.replace(/собрано/, '').split(' из ')[0])
    }
    return figures
  })()`)

const sumOf = (figures: Record<string, number>) => Object.values(figures).reduce((sum, one) => sum + one, 0)

interface Burst {
  readonly screen: Screen
  readonly label: Label
  readonly into: number
}

interface Stage {
  readonly page: Page
  readonly session: CDPSession
  readonly chance: Chance
  readonly settings: ScannerSettings
  /** The writes that the page has sent to the service. */
  readonly writes: string[]
}

/** Opens a screen and adds a line to it first, so that the fields of a line are among the elements that get scans. */
async function opened({ page, session, chance, settings }: Stage, screen: Screen, world: ScanWorld): Promise<void> {
  await screen.open(page, world)
  await page
    .getByText(/Сканируйте товар|Осталось 5|Сканируйте или введите|^Количество$|^Артикул$/)
    .first()
    .waitFor()
  await page.evaluate('document.activeElement?.blur()')
  // Scan with the same scanner first: the browser learns which key this scanner sends at the end of a code.
  await scanAs(session, { ...settings, pauseMs: undefined }, GOODS[0].barcodes[0], chance)
  await settledAt({ page }, screen, screen.lines === 'none' ? 0 : 1)
}

async function settledAt(
  { page }: Pick<Stage, 'page'>,
  { lines }: Screen,
  sum: number,
): Promise<Record<string, number>> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const figures = await linesNow(page, lines)
    const isThere = Object.keys(figures).every((name) => name.startsWith('Проба') || name.startsWith('Ча'))
    if ((sumOf(figures) === sum && isThere) || Date.now() > until) return figures
    await sleep(LOOK_MS)
  }
}

/**
 * Sends one burst of scans. Returns null if the burst counted once, in the right place, and changed nothing else;
 * otherwise returns a description of the fault.
 */
async function faultOf(stage: Stage, { screen, label, into }: Burst): Promise<string | null> {
  const { page, session, chance, writes, settings } = stage
  const target = await focusOn(page, into)
  const isCounted = screen.lines !== 'none'
  const [before, fields] = [await linesNow(page, screen.lines), await fieldsNow(page, !isCounted)]
  const wrote = writes.length
  await scanAs(session, settings, label.code, chance)
  const after = await settledAt(stage, screen, sumOf(before) + (isCounted ? label.count : 0))
  const told = `${screen.name}, ${settings.name}, ${JSON.stringify(label.code)} into ${target}`
  const expected = isCounted ? { ...before, [label.name]: (before[label.name] ?? 0) + label.count } : before
  const isSame = (other: object) =>
    JSON.stringify(Object.entries(after).sort()) === JSON.stringify(Object.entries(other).sort())
  // A scan that a pause cuts in two may be refused, but must not be taken for something else.
  const isRefused = settings.pauseMs !== undefined && isSame(before)
  if (!isSame(expected) && !isRefused) return `${told}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`
  const fieldsAfter = await fieldsNow(page, !isCounted)
  if (fieldsAfter !== fields) return `${told}: the fields ${fields} became ${fieldsAfter}`
  return writes.length === wrote ? null : `${told}: the page sent ${writes.slice(wrote).join(', ')}`
}

interface RunOptions {
  readonly world: ScanWorld
  /** Opens a separate page for each scanner, because a browser learns which key its scanner sends at the end of a code. */
  readonly newPage: () => Promise<Page>
  readonly count: number
  readonly seed: number
  /**
   * The number of random combinations of a screen and a scanner to test; if it is omitted, all combinations are tested.
   */
  readonly pairs?: number
  readonly tell?: (text: string) => void
}

/**
 * Sends the given number of bursts, spread over all screens, scanner settings, labels and fields. @returns descriptions of
 * everything that went wrong.
 */
export async function runScans(options: RunOptions): Promise<string[]> {
  const { world, newPage, count, seed, tell = () => undefined } = options
  const chance = createChance(seed)
  const faults: string[] = []
  const pairs = SCREENS.flatMap((screen) => SCANNERS.map((settings) => ({ screen, settings })))
  const mixed = pairs
    .map((pair) => ({ pair, at: chance.next() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, options.pairs)
  const each = Math.max(1, Math.ceil(count / mixed.length))
  let left = count
  for (const { pair } of mixed) {
    if (left <= 0) break
    const page = await newPage()
    const writes: string[] = []
    page.on('request', (request) => {
      // Opening an order to pick it sends a write, which is not counted.
      if (request.method() !== 'GET' && /\/api\/v1\//.test(request.url()))
        writes.push(`${request.method()} ${request.url()}`)
    })
    const stage = { page, session: await page.context().newCDPSession(page), chance, writes, settings: pair.settings }
    await opened(stage, pair.screen, world)
    for (let done = 0; done < each && left > 0; done += 1, left -= 1) {
      const into = chance.below(await countFocusable(page))
      const label = chance.pick(labelsFor(pair.settings))
      const fault = await faultOf(stage, { screen: pair.screen, label, into })
      if (fault === null) continue
      faults.push(fault)
      tell(fault)
      await opened(stage, pair.screen, world).catch(() => undefined)
    }
    await page.context().close()
    tell(`${count - left} of ${count}: ${pair.screen.name}, ${pair.settings.name}`)
  }
  return faults
}

/**
 * Returns the labels that a scanner with these settings can scan reliably. Without a key at the end, a short code looks
 * like typing. A code with letters that is cut in two by a pause is not recognized.
 */
function labelsFor({ ending, pauseMs }: ScannerSettings): readonly Label[] {
  if (pauseMs !== undefined) return LABELS.filter(({ code }) => /^\d{12,14}$/.test(code))
  return ending.length === 0 ? LABELS.filter(({ code }) => code.length > 5) : LABELS
}
