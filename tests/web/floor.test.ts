/**
 * Tests work on the warehouse floor: scans with a hand scanner, the operations they cause in the service, and offline
 * work, none of which may be lost or done twice.
 */
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import type { VisitorSettings } from '../support/app/chromium.ts'
import {
  BOX_OF_CUPS,
  button,
  CUP,
  finish,
  isWide,
  KETTLE,
  keeperOf,
  movements,
  openReceive,
  PHONE,
  plain,
  playedLast,
  said,
  scan,
} from '../support/app/floor.ts'
import { intercept } from '../support/app/interception.ts'
import type { Json } from '../support/node/client.ts'
import { addMember, newOwner } from '../support/scene/team.ts'
import { made, stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()
const keeper = (settings?: VisitorSettings) => keeperOf(app, settings)

test('goods can be received by scanning on the warehouse-floor screens', async () => {
  const { page, owner, shop } = await keeper()
  const { supplier, warehouseId, cupId, kettleId } = shop
  await made(owner, 'purchases', { productId: kettleId, warehouseId, supplier, quantity: 2, unitCost: 650 })
  await openReceive(page, shop)
  await scan(page, KETTLE, CUP, KETTLE, KETTLE, BOX_OF_CUPS)
  const lines = page.getByRole('list', { name: 'Отсканировано' }).getByRole('listitem')
  await lines.filter({ hasText: /Чашка.*13/ }).waitFor()
  await lines.filter({ hasText: /Чайник.*по закупке.*3/ }).waitFor()
  await expect.poll(() => playedLast(page)).toBe('sine')
  await scan(page, 'NO-SUCH-CODE')
  await said(page).filter({ hasText: 'Товара с кодом NO-SUCH-CODE нет' }).waitFor()
  expect(await playedLast(page)).toBe('square')
  expect(await page.evaluate('globalThis.__shaken.length')).toBe(3)
  await button(page, 'Убрать: NO-SUCH-CODE').click()
  // Scan a code while the quantity field has the focus. It must not be entered as a quantity.
  await button(page, /^Чашка/).click()
  const field = page.getByRole('textbox', { name: 'Количество: Чашка фарфоровая' })
  await field.focus()
  await scan(page, CUP)
  await lines.filter({ hasText: /Чашка.*14/ }).waitFor()
  await expect.poll(() => field.inputValue()).toBe('14')
  await field.fill('20')
  await page.keyboard.press('Enter')
  await lines.filter({ hasText: /Чашка.*20/ }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  const consequence = await finish(page, 'Принять')
  expect(consequence).toContain('Принять 2 позиции, всего 23, на склад «Основной» от «ООО „Поставка“»')
  await said(page).filter({ hasText: 'Всё отправлено' }).waitFor()
  const kettles = await movements(owner, `productId=${kettleId}&type=receipt`)
  expect(kettles.slice(0, 2).map(({ quantity }) => quantity)).toEqual([1, 2])
  const [cups] = await movements(owner, `productId=${cupId}&type=receipt`)
  expect(cups).toMatchObject({ quantity: 20, warehouseId })
  // What no purchase expected is one document, with its lines in the order in which they were scanned.
  const receipt = (await owner.get(`/api/v1/procurement/documents/${cups.documentId}`)).json
  expect(receipt).toMatchObject({ kind: 'receipt', status: 'posted', supplier, warehouseId })
  expect(receipt.lines.map(({ productId, quantity }: Json) => [productId, quantity])).toEqual([
    [kettleId, 1],
    [cupId, 20],
  ])
  expect(kettles.slice(0, 2).map(({ documentId }) => documentId ?? null)).toEqual([receipt.id, null])
  expect((await owner.get('/api/v1/purchases')).json.items[0].status).toBe('received')
})

test('a receipt on the warehouse-floor screens uses the price that the screen showed', async () => {
  const { page, owner, shop } = await keeper()
  const { supplier, warehouseId, cupId } = shop
  const receipt = { productId: cupId, warehouseId, supplier, quantity: 1 }
  await made(owner, 'stock/receipt', { ...receipt, unitCost: 61.5 })
  await openReceive(page, shop)
  await scan(page, CUP, CUP)
  const line = page.getByRole('list', { name: 'Отсканировано' }).getByRole('listitem')
  await line.filter({ hasText: /Чашка.*по 61,50/ }).waitFor()
  // In the meantime let another user receive the goods at another price, of which this page is not notified.
  await page.route(/receipt-costs/, (route) => route.abort())
  await made(owner, 'stock/receipt', { ...receipt, unitCost: 999 })
  expect(await finish(page, 'Принять')).toContain('На сумму 123,00 ₽.')
  await said(page).filter({ hasText: 'Всё отправлено' }).waitFor()
  const [cups] = await movements(owner, `productId=${cupId}&type=receipt`)
  expect(cups).toMatchObject({ quantity: 2, cost: 123 })
})

test('a receipt made offline uses only prices that the screen has shown', async () => {
  const { page, context, owner, shop } = await keeper()
  await openReceive(page, shop)
  // Prevent the page from showing the price. The product's name is cached, as usual.
  await page.route(/receipt-costs/, (route) => route.abort())
  await scan(page, CUP, KETTLE)
  await page.getByRole('listitem').filter({ hasText: 'Чайник' }).waitFor()
  await context.setOffline(true)
  await page.getByText('Нет связи. Продолжайте').waitFor()
  expect(await finish(page, 'Принять')).toContain('У 2 позиций цену сейчас не видно: они подождут')
  const before = (await movements(owner, 'type=receipt')).length
  await page.unroute(/receipt-costs/)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Не прошло: 2' }).click()
  await page.getByText('Цену этой приёмки ещё никто не видел').first().waitFor()
  expect(await movements(owner, 'type=receipt')).toHaveLength(before)
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const price = (name: string) => row(name).getByRole('textbox', { name: 'Цена закупки' })
  await expect.poll(async () => plain(await price('Чашка').inputValue())).toBe('93,7')
  expect(await barriersInBothThemes(page)).toEqual([])
  await row('Чашка').getByRole('button', { name: 'Повторить' }).click()
  await price('Чайник').fill('700')
  await row('Чайник').getByRole('button', { name: 'Повторить' }).click()
  await page.getByText('Здесь видно то, что ждёт связи или не прошло.').waitFor()
  const receiptOf = async (id: string) => (await movements(owner, `productId=${id}&type=receipt`))[0]
  expect(await receiptOf(shop.cupId)).toMatchObject({ quantity: 1, unitCost: 93.7 })
  expect(await receiptOf(shop.kettleId)).toMatchObject({ quantity: 1, unitCost: 700 })
})

test('an order can be picked by scanning and shipped on a screen 320 px wide', async () => {
  const { page, owner, shop } = await keeper({ width: 320, height: 640, isPhone: true })
  const items = [
    { productId: shop.kettleId, quantity: 1 },
    { productId: shop.cupId, quantity: 12 },
  ]
  const body = { customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт', items }
  const order = await made(owner, 'orders', body)
  await made(owner, 'orders', body)
  const other = await made(owner, 'products', { name: 'Блюдце', barcodes: ['4600000000048'] })
  await page.goto('/floor')
  await page.getByRole('link', { name: 'Собрать' }).waitFor()
  expect(await isWide(page)).toBe(false)
  await page.getByRole('link', { name: 'Собрать' }).click()
  const rows = page.getByRole('list', { name: 'Заказы к сборке' }).getByRole('button')
  expect(plain(await rows.first().textContent())).toContain(order.number)
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await isWide(page)).toBe(false)
  await rows.first().click()
  await page.getByText('Осталось 2 позиции').waitFor()
  await expect.poll(async () => (await owner.get(`/api/v1/orders/${order.id}`)).json.status).toBe('picking')
  await scan(page, '4600000000048')
  await said(page).filter({ hasText: 'Нет в этом заказе' }).waitFor()
  expect(await playedLast(page)).toBe('square')
  await scan(page, KETTLE)
  await said(page).filter({ hasText: 'Чайник эмалированный: 1 из 1' }).waitFor()
  await scan(page, KETTLE)
  await said(page).filter({ hasText: 'Лишнее: Чайник эмалированный' }).waitFor()
  await page.reload()
  await page.getByText('Осталась 1 позиция').waitFor()
  await scan(page, BOX_OF_CUPS)
  await said(page).filter({ hasText: 'Всё собрано' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await isWide(page)).toBe(false)
  expect(await finish(page, 'Отгрузить')).toContain('2 позиции уйдут со склада «Основной»')
  await expect.poll(async () => (await owner.get(`/api/v1/orders/${order.id}`)).json.status).toBe('shipped')
  expect(other.id).not.toBe(order.id)
})

test('each of ten scans made offline arrives at the service exactly once', async () => {
  const { page, context, owner, shop } = await keeper()
  const late = await made(owner, 'products', { name: 'Поднос', barcodes: ['4600000000055'] })
  await openReceive(page, shop)
  await scan(page, KETTLE, CUP)
  await said(page).filter({ hasText: 'Чашка' }).waitFor()
  // Wait until the prices of both products are shown, so that the offline receipt can use them.
  const shown = page.getByRole('list', { name: 'Отсканировано' }).getByRole('listitem')
  for (const name of ['Чайник', 'Чашка']) await shown.filter({ hasText: new RegExp(`${name}.*по \\d`) }).waitFor()
  // Wait until the service worker has cached the page and its files.
  await page.waitForFunction(`caches.match('/floor').then((one) => one !== undefined)`)
  await page.reload()
  await page
    .getByText('Отсканировано')
    .or(page.getByRole('list', { name: 'Отсканировано' }))
    .first()
    .waitFor()
  await context.setOffline(true)
  await page.getByText('Нет связи. Продолжайте').waitFor()
  await scan(page, KETTLE, KETTLE, CUP, '4600000000055', BOX_OF_CUPS)
  await page.getByRole('button', { name: /4600000000055 найдётся/ }).waitFor()
  await page.reload()
  await page.getByText('Нет связи. Продолжайте').waitFor()
  await scan(page, CUP, CUP, '4600000000055', KETTLE, CUP)
  await page.getByRole('list', { name: 'Отсканировано' }).getByText('4600000000055').waitFor()
  await finish(page, 'Принять')
  await said(page).filter({ hasText: 'уйдут, когда связь вернётся' }).waitFor()
  await page.reload()
  // The goods whose prices were seen wait as one delivery, the unknown code on its own.
  await page.getByRole('link', { name: 'В очереди: 2' }).click()
  await page.getByText('Поставка от «ООО „Поставка“»').or(page.getByText('Поставка от «ООО «Поставка»»')).waitFor()
  await page.getByText('Приёмка: 4600000000055, 2').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  // Open a second tab, which must not send any operation twice.
  const second = await context.newPage()
  await context.setOffline(false)
  await second.goto('/floor')
  // The tray was never received before, so it has no cost yet.
  await page.getByText('Приёмка: Поднос, 2').waitFor()
  await page.getByRole('textbox', { name: 'Цена закупки' }).fill('90')
  await button(page, 'Повторить').click()
  await page.getByText('Всё отправлено').first().waitFor()
  const received = async (productId: string) =>
    (await movements(owner, `productId=${productId}&type=receipt`)).map(({ quantity }) => quantity)
  expect(await received(shop.kettleId)).toEqual([4, 10, 2])
  expect(await received(shop.cupId)).toEqual([17, 40])
  expect(await received(late.id)).toEqual([2])
})

/** A script that makes the browser slow to read its stored data. */
const SLOW_STORE = `
  const { get } = IDBObjectStore.prototype
  IDBObjectStore.prototype.get = function (key) {
    const asked = get.call(this, key)
    const set = (then) => asked.addEventListener('success', () => setTimeout(then, 1000))
    Object.defineProperty(asked, 'onsuccess', { set })
    return asked
  }
`

test('codes scanned while the page is still loading its stored state are all recorded', async () => {
  const { page, context, shop } = await keeper()
  await openReceive(page, shop)
  await scan(page, CUP)
  await said(page).filter({ hasText: 'Чашка' }).waitFor()
  await context.addInitScript(SLOW_STORE)
  await page.reload()
  await page.getByRole('heading', { name: 'Принять' }).waitFor()
  expect(await page.getByRole('list', { name: 'Отсканировано' }).count()).toBe(0)
  await scan(page, KETTLE, CUP, BOX_OF_CUPS)
  const lines = page.getByRole('list', { name: 'Отсканировано' }).getByRole('listitem')
  await lines.filter({ hasText: /Чайник/ }).waitFor()
  await lines.filter({ hasText: /Чашка.*14/ }).waitFor()
  expect(await lines.count()).toBe(2)
})

test('goods can be moved by scanning, and a refused transfer stays in the queue with its reason until it is corrected', async () => {
  const { page, owner, shop } = await keeper()
  const second = await made(owner, 'warehouses', { name: 'Второй' })
  await page.goto('/floor/move')
  await page.getByRole('combobox', { name: 'Со склада' }).selectOption(shop.warehouseId)
  await page.getByRole('combobox', { name: 'На склад' }).selectOption(second.id)
  await button(page, 'Начать').click()
  await scan(page, KETTLE, BOX_OF_CUPS, BOX_OF_CUPS, BOX_OF_CUPS, BOX_OF_CUPS)
  await page
    .getByRole('listitem')
    .filter({ hasText: /Чашка.*48/ })
    .waitFor()
  await finish(page, 'Переместить')
  await said(page).filter({ hasText: 'Не прошло: Чашка фарфоровая. Доступно 40' }).waitFor()
  await page.getByRole('link', { name: 'Не прошло: 1' }).click()
  await page.getByText('Доступно 40, нужно 48').first().waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Количество: Чашка фарфоровая' }).fill('40')
  await button(page, 'Повторить').click()
  await page.getByText('Всё отправлено').first().waitFor()
  const moved = await movements(owner, 'type=transfer')
  expect(moved.map(({ quantity }) => quantity).sort()).toEqual([1, 40])
  await page.goto('/floor/find')
  await page.getByText('Отсканируйте товар или введите название').waitFor()
  await scan(page, CUP)
  await page
    .getByRole('region', { name: 'Чашка фарфоровая' })
    .getByRole('row')
    .filter({ hasText: 'Второй' })
    .first()
    .waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
})

test('if the response to a request is lost, the warehouse-floor screens repeat it with the same key', async () => {
  const { page, context, owner, shop } = await keeper()
  await openReceive(page, shop)
  await scan(page, CUP)
  await said(page).filter({ hasText: 'Чашка' }).waitFor()
  let done = 0
  const release = await intercept(context, { url: /\/api\/v1\/stock\/(receipt|deliveries)$/ }, async (route) => {
    await route.fetch()
    done += 1
    await route.abort()
  })
  await finish(page, 'Принять')
  await expect.poll(() => done).toBeGreaterThan(0)
  await page.reload()
  await page.getByRole('link', { name: 'В очереди: 1' }).waitFor()
  release()
  await said(page).filter({ hasText: 'Всё отправлено' }).waitFor()
  const receipts = await movements(owner, `productId=${shop.cupId}&type=receipt`)
  expect(receipts.map(({ quantity }) => quantity)).toEqual([1, 40])
})

test('the camera reads a barcode, and the code for it is loaded only from the app’s own address', async () => {
  const { page, context } = await keeper()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const { data } = encode('K-1', { border: 4 })
  await context.addInitScript(`
    delete globalThis.BarcodeDetector
    const cells = ${JSON.stringify(data)}
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = cells.length * 8
      const paper = canvas.getContext('2d')
      const draw = () => {
        for (const [y, row] of cells.entries())
          for (const [x, isDark] of row.entries()) {
            paper.fillStyle = isDark ? '#000' : '#fff'
            paper.fillRect(x * 8, y * 8, 8, 8)
          }
        requestAnimationFrame(draw)
      }
      draw()
      return canvas.captureStream()
    }
  `)
  await page.goto('/floor/find')
  await button(page, 'Камера').click()
  await page.getByRole('region', { name: 'Чайник эмалированный' }).waitFor()
  expect(asked.filter((url) => /\.wasm$/.test(url))).toHaveLength(1)
  expect(asked.every((url) => url.startsWith(app.sessionUrl))).toBe(true)
  expect(await barriersInBothThemes(page)).toEqual([])
  await button(page, 'Закрыть камеру').click()
  await page.locator('video').waitFor({ state: 'detached' })
})

test('a storekeeper receives goods by scanning and sees no costs', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const visitor = await app.visitor(PHONE)
  await actAs(visitor, await addMember(app, owner, 'storekeeper'))
  const { page } = visitor
  await page.goto('/floor/find')
  await page.getByText('Отсканируйте товар или введите название').waitFor()
  await scan(page, CUP)
  const found = page.getByRole('region', { name: 'Чашка фарфоровая' })
  await found.getByRole('group', { name: 'Партии' }).waitFor()
  expect(plain(await page.locator('body').textContent())).not.toMatch(/93,7|Цена закупки|₽/)
  await openReceive(page, shop)
  await scan(page, CUP)
  await page.getByRole('listitem').filter({ hasText: 'Чашка' }).waitFor()
  expect(plain(await page.locator('body').textContent())).not.toMatch(/93,7|₽/)
  // The storekeeper is not asked for a cost: the last cost is used.
  await scan(page, KETTLE)
  await page.getByRole('listitem').filter({ hasText: 'Чайник' }).waitFor()
  await finish(page, 'Принять')
  await said(page).filter({ hasText: 'Всё отправлено' }).waitFor()
  const [cups] = await movements(owner, `productId=${shop.cupId}&type=receipt`)
  expect(cups).toMatchObject({ quantity: 1, unitCost: 93.7 })
  // Both are lines of one document with a number.
  const [kettles] = await movements(owner, `productId=${shop.kettleId}&type=receipt`)
  expect(kettles).toMatchObject({ quantity: 1, unitCost: 800, documentId: cups.documentId })
  const { items: documents } = (await owner.get('/api/v1/procurement/documents?kind=receipt')).json
  expect(documents).toMatchObject([{ id: cups.documentId, status: 'posted', total: 893.7 }])
  // If no cost is known, the storekeeper types the one on the delivery note.
  const tray = await made(owner, 'products', { name: 'Поднос', barcodes: ['4600000000055'] })
  await scan(page, '4600000000055')
  await page.getByRole('listitem').filter({ hasText: 'Поднос' }).waitFor()
  await finish(page, 'Принять')
  await page.getByRole('link', { name: 'Не прошло: 1' }).click()
  await page.getByText('товара «Поднос»').first().waitFor()
  await page.getByText('Впишите её с накладной').first().waitFor()
  const price = page.getByRole('textbox', { name: 'Цена по накладной' })
  // Check that the price field is wide enough to show its whole label.
  expect((await price.boundingBox())!.width).toBeGreaterThan(220)
  await price.fill('90')
  await button(page, 'Повторить').click()
  await page.getByText('Здесь видно то, что ждёт связи или не прошло.').waitFor()
  expect((await movements(owner, `productId=${tray.id}`))[0]).toMatchObject({ quantity: 1, unitCost: 90 })
  const viewer = await app.visitor(PHONE)
  await actAs(viewer, await addMember(app, owner, 'viewer'))
  await viewer.page.goto('/floor')
  await viewer.page.getByRole('link', { name: 'Найти' }).waitFor()
  expect(await viewer.page.getByRole('link', { name: 'Принять' }).count()).toBe(0)
})
