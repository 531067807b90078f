/**
 * Tests stock in the app: a new company's first warehouse and receipt, purchases, and write-offs and transfers with a
 * preview of their effects.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, signedInVisitor, useApp } from '../support/app/app.ts'
import { intercept } from '../support/app/interception.ts'
import { type Browser, signedUp } from '../support/node/browser.ts'
import { addMember, newOwner } from '../support/scene/team.ts'
import { made, stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()

const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ')
const consequence = async (page: Page) => plain(await page.locator('footer').getByRole('status').textContent())

/** Types into a search field and chooses the option. */
async function choose(page: Page, field: string, typed: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).fill(typed)
  await page.getByRole('option', { name: option }).click()
}

async function keeper(as: (url: string) => Promise<Browser> = signedUp) {
  const owner = await as(app.sessionUrl)
  const shop = await stockedShop(owner)
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  return { page: visitor.page, owner, shop }
}

async function stockOf(owner: Browser, productId: string, warehouseId: string) {
  const { items } = (await owner.get(`/api/v1/stock?productId=${productId}&warehouseId=${warehouseId}`)).json
  return items[0]?.onHand ?? 0
}

test('a user of a new company can create a product, a warehouse, a supplier and the first receipt in one form', async () => {
  const { page } = await signedInVisitor(app)
  await page.goto('/stock')
  await page.getByText('Здесь будут остатки товаров').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Приёмка товара' }).click()
  // Check that a form does not open with its dropdown expanded, and that an empty list explains how to fill it.
  await page.getByRole('combobox', { name: 'Товар', exact: true }).waitFor()
  expect(await page.getByRole('listbox').count()).toBe(0)
  await page.getByRole('combobox', { name: 'Товар', exact: true }).click()
  await page.getByText('Товаров ещё нет. Введите название, чтобы создать.').waitFor()
  await choose(page, 'Товар', 'Чайник', 'Создать «Чайник»')
  await choose(page, 'Поставщик', 'ООО «Ромашка»', 'Создать «ООО „Ромашка“»')
  await page.getByRole('textbox', { name: 'Склад' }).fill('Основной')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Склад' }).waitFor()
  await page.getByLabel('Количество').fill('12')
  await page.getByLabel('Из них брак').fill('2')
  await page.getByLabel('Цена закупки').fill('120,5')
  await expect.poll(() => consequence(page)).toContain('Станет в наличии 10, сейчас 0. Партия 10 по 120,50 ₽')
  await page.locator('footer').getByRole('button', { name: 'Принять' }).dblclick()
  await page.getByText('Принято: Чайник, 10').waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Чайник' })
  await row.waitFor()
  // Check that after a receipt, the form for the next receipt keeps only the supplier.
  expect(await page.getByLabel('Количество').inputValue()).toBe('')
  expect(await page.getByRole('combobox', { name: 'Поставщик' }).inputValue()).toBe('ООО «Ромашка»')
  await row.click()
  await page.getByRole('region', { name: 'Чайник: Основной' }).getByText('10 · 0 в резерве · 10 доступно').waitFor()
})

test('the form for receiving a purchase is filled in from the purchase', async () => {
  const { page, owner, shop } = await keeper()
  const purchase = await made(owner, 'purchases', {
    productId: shop.cupId,
    warehouseId: shop.warehouseId,
    supplier: shop.supplier,
    quantity: 24,
    unitCost: 90,
  })
  await page.goto('/stock/receive')
  await page.getByRole('combobox', { name: 'По закупке' }).selectOption(purchase.id)
  await expect.poll(() => consequence(page)).toContain('Станет в наличии 64 шт, сейчас 40 шт.')
  await page.locator('footer').getByRole('button', { name: 'Принять' }).click()
  await page.getByText('Принято: Чашка фарфоровая, 24 шт').waitFor()
  expect((await owner.get(`/api/v1/purchases/${purchase.id}`)).json.status).toBe('received')
})

test('the forms for a write-off and a transfer show their effects in advance', async () => {
  const { page, owner, shop } = await keeper()
  const second = await made(owner, 'warehouses', { name: 'Второй' })
  const body = { customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт' }
  const order = await made(owner, 'orders', { ...body, items: [{ productId: shop.kettleId, quantity: 3 }] })
  await page.goto('/stock')
  const row = page.getByRole('row').filter({ hasText: 'Чайник эмалированный' })
  await row.getByRole('link', { name: '3', exact: true }).click()
  await page.getByRole('cell', { name: order.number }).waitFor()
  await page.getByRole('button', { name: 'Списать' }).click()
  await page.getByLabel('Количество').fill('11')
  await page.getByText('Доступно 9, нужно 11').waitFor()
  await page.getByLabel('Количество').fill('1')
  await page.getByLabel('Партия').selectOption({ index: 2 })
  await page.getByRole('combobox', { name: 'Причина' }).fill('Бой')
  await page.keyboard.press('Tab')
  await expect.poll(() => consequence(page)).toBe('Спишется 1 шт, останется 11 шт. Себестоимость 800,00 ₽.')
  await page.locator('footer').getByRole('button', { name: 'Списать' }).dblclick()
  await page.getByRole('region', { name: 'Чайник эмалированный: −1 шт' }).getByText('Бой').waitFor()

  await page.goto(`/stock/transfer?productId=${shop.kettleId}&at=${shop.warehouseId}`)
  await page.getByLabel('Количество').fill('2')
  await page.getByLabel('На склад').selectOption(second.id)
  await expect
    .poll(() => consequence(page))
    .toContain('Переместится 2 шт: на складе «Основной» останется 9 шт, на складе «Второй» станет 2 шт.')
  await page.locator('footer').getByRole('button', { name: 'Переместить' }).click()
  await page.getByText('Основной → Второй').first().waitFor()
  expect([
    await stockOf(owner, shop.kettleId, shop.warehouseId),
    await stockOf(owner, shop.kettleId, second.id),
  ]).toEqual([9, 2])

  await page.goto('/stock?view=movements&type=transfer')
  const rows = page.getByRole('grid').getByRole('row')
  await rows.filter({ hasText: 'перемещение' }).waitFor()
  expect(await rows.filter({ hasText: /приёмка|списание/ }).count()).toBe(0)
  await page.goto('/stock?view=lots')
  await page.getByRole('grid').getByRole('row').filter({ hasText: 'Второй' }).first().click()
  await page.getByText('Перемещена из партии').waitFor()
})

test('a storekeeper can receive and write off goods without seeing costs', async () => {
  const { owner, shop } = await (async () => {
    const one = await newOwner(app.sessionUrl)
    return { owner: one, shop: await stockedShop(one) }
  })()
  const visitor = await app.visitor()
  await actAs(visitor, await addMember(app, owner, 'storekeeper'))
  const { page } = visitor
  const [lot] = (await owner.get(`/api/v1/lots?productId=${shop.cupId}`)).json.items
  const [movement] = (await owner.get(`/api/v1/movements?productId=${shop.cupId}`)).json.items
  // The screens to visit, each with a text that appears once everything is loaded.
  const screens: readonly (readonly [path: string, text: string])[] = [
    ['/stock', '40 шт'],
    ['/stock?view=lots', 'ООО «Поставка»'],
    ['/stock?view=movements', '+40 шт'],
    [`/stock/rows/${shop.cupId}/${shop.warehouseId}`, 'ООО «Поставка»'],
    [`/stock/lots/${lot.id}`, 'приёмка'],
    [`/stock/movements/${movement.id}`, 'В партию'],
    [`/stock/write-off?productId=${shop.cupId}&at=${shop.warehouseId}`, 'Сначала старые'],
  ]
  for (const [path, text] of screens) {
    await page.goto(path)
    await page.getByText(text).first().waitFor({ state: 'attached' })
    expect(plain(await page.locator('body').textContent()), path).not.toMatch(
      /93,7|3 748|[Сс]ебестоимость|Цена закупки/,
    )
  }
  await page.getByLabel('Количество').fill('4')
  await page.getByRole('combobox', { name: 'Причина' }).fill('Бой')
  await expect.poll(() => consequence(page)).toBe('Спишется 4 шт, останется 36 шт.')
  await page.locator('footer').getByRole('button', { name: 'Списать' }).click()
  await page.getByRole('region', { name: 'Чашка фарфоровая: −4 шт' }).waitFor()
  expect(await stockOf(owner, shop.cupId, shop.warehouseId)).toBe(36)
})

test('a user who may not see costs is not asked for costs that are known', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  await made(owner, 'products', { name: 'Поднос', uom: 'шт', barcodes: ['4600000000055'] })
  const visitor = await app.visitor()
  await actAs(visitor, await addMember(app, owner, 'storekeeper'))
  const { page } = visitor
  await page.goto('/stock/receive')
  await choose(page, 'Товар', 'Чашка', /Чашка фарфоровая/)
  await choose(page, 'Поставщик', 'ООО', shop.supplier)
  await page.getByLabel('Количество').fill('5')
  await expect.poll(() => consequence(page)).toBe('Станет в наличии 45 шт, сейчас 40 шт.')
  expect(await page.getByLabel(/Цена/).count()).toBe(0)
  await page.locator('footer').getByRole('button', { name: 'Принять' }).click()
  await page.getByText('Принято: Чашка фарфоровая, 5 шт').waitFor()
  const last = async (query = '') => (await owner.get(`/api/v1/movements?type=receipt&limit=1${query}`)).json.items[0]
  expect(await last()).toMatchObject({ productId: shop.cupId, quantity: 5, unitCost: 93.7 })
  // Check that the user may type the cost from the delivery note if no cost is known.
  await choose(page, 'Товар', 'Поднос', /Поднос/)
  await page.getByLabel('Количество').fill('2')
  await page.locator('footer').getByRole('button', { name: 'Принять' }).click()
  await page.getByText('Цена закупки товара «Поднос» ещё не известна. Впишите её с накладной').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByLabel('Цена по накладной').fill('90,5')
  await page.locator('footer').getByRole('button', { name: 'Принять' }).click()
  await page.getByText('Принято: Поднос, 2 шт').waitFor()
  expect(await last()).toMatchObject({ quantity: 2, unitCost: 90.5 })

  await page.goto('/stock/receive/lines')
  await choose(page, 'Поставщик', 'ООО', shop.supplier)
  await page.getByText('Вставьте из Excel товар и количество').waitFor()
  expect(await page.getByRole('columnheader', { name: /Цена/ }).count()).toBe(0)
  await page.locator('[data-cell="0:0"]').click()
  await page.evaluate(
    `(() => { const data = new DataTransfer(); data.setData('text/plain', 'Чашка фарфоровая\\t3');
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })) })()`,
  )
  await page.getByRole('button', { name: 'Принять 1 строку' }).click()
  await page.getByText('Принята 1 строка').waitFor()
  const listed = await last()
  expect(listed).toMatchObject({ productId: shop.cupId, quantity: 3, unitCost: 93.7 })
  // Check that a receipt entered as a list becomes one document with a number, although the user may not open
  // documents.
  const { json: receipt } = await owner.get(`/api/v1/procurement/documents/${listed.documentId}`)
  expect(receipt).toMatchObject({ kind: 'receipt', status: 'posted', total: 281.1 })
  await page.getByText(`Приёмка ${receipt.number}`).waitFor()
  expect(await page.getByRole('link', { name: 'Открыть документ' }).count()).toBe(0)
})

/** Pastes text into the focused field as if it were spreadsheet cells. */
const paste = (page: Page, text: string) =>
  page.evaluate(
    `(() => { const data = new DataTransfer(); data.setData('text/plain', ${JSON.stringify(text)});
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })) })()`,
  )

test('several lines can be written off or moved at once', async () => {
  const { page, owner, shop } = await keeper()
  const there = await made(owner, 'warehouses', { name: 'Филиал' })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await intercept(page, { url: /\/products\?q=C-1/ }, async (route) => {
    await held
    await route.continue()
  })
  const save = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/stock/write-off/lines')
  await page.getByRole('combobox', { name: 'Склад', exact: true }).selectOption(shop.warehouseId)
  await page.locator('[data-cell="0:0"]').click()
  await paste(page, 'K-1\t2\nC-1\t3\nнет такого\t1')
  await page.getByText('Ищем ещё 1 товар · 1 строка с ошибкой останется здесь').waitFor()
  expect(await save('Ищем товары…').isEnabled()).toBe(false)
  letGo()
  await save('Списать 2 строки').click()
  await page.getByText('Заполните это поле').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('combobox', { name: 'Причина' }).fill('Бой')
  await save('Списать 2 строки').click()
  await page.getByText('Списаны 2 строки').waitFor()
  expect(await stockOf(owner, shop.kettleId, shop.warehouseId)).toBe(10)
  expect(await stockOf(owner, shop.cupId, shop.warehouseId)).toBe(37)
  // Leave the third line unsaved. A message must say so when the user leaves the page.
  await page.getByRole('link', { name: 'Показать движения' }).click()
  await page.getByText('Несохранённая 1 строка осталась: она ждёт вас.').waitFor()
  expect(await page.getByRole('grid').getByRole('row').filter({ hasText: 'списание' }).count()).toBe(2)
  await save('К ним').click()
  await page.getByText('1 строка с ошибкой останется здесь').waitFor()

  await page.goto('/stock/transfer/lines')
  await page.locator('[data-cell="0:0"]').click()
  await paste(page, 'C-1\t7\nK-1\t100')
  await page.getByLabel('На склад').selectOption({ label: 'Филиал' })
  await save('Переместить 2 строки').click()
  // One line is refused, so no line may be moved. All lines must stay in the sheet, and the refused line must show the
  // reason.
  await page.getByText('Одна строка не прошла, поэтому ещё 1 строка не записана.').waitFor()
  await page.getByText('1 строка с ошибкой останется здесь').waitFor()
  expect(await stockOf(owner, shop.cupId, there.id)).toBe(0)
  await page.locator('[data-cell="1:1"]').click()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await save('Переместить 2 строки').click()
  await page.getByText('Перемещены 2 строки').waitFor()
  expect(await stockOf(owner, shop.cupId, there.id)).toBe(7)
  expect(await stockOf(owner, shop.kettleId, shop.warehouseId)).toBe(9)
})

test('a stock of zero is shown in a paler colour', async () => {
  const { page, owner, shop } = await keeper()
  await owner.send('PATCH', `/api/v1/warehouses/${shop.warehouseId}`, { name: 'Основной склад' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/stock/rows/${shop.cupId}/${shop.warehouseId}`)
  const row = page.getByRole('row').filter({ hasText: 'Чашка фарфоровая' })
  const colorOf = (text: string) =>
    row
      .getByRole('link', { name: text, exact: true })
      .first()
      .evaluate((one) => {
        const { getComputedStyle } = globalThis as unknown as { getComputedStyle(of: unknown): { color: string } }
        return getComputedStyle(one).color
      })
  await row.waitFor()
  expect(await colorOf('0')).not.toBe(await colorOf('40'))
  const cell = row.getByRole('gridcell', { name: 'Основной склад', exact: true })
  const [shown, whole] = await cell.evaluate((one) => {
    const { clientWidth, scrollWidth } = one as unknown as { clientWidth: number; scrollWidth: number }
    return [clientWidth, scrollWidth] as const
  })
  expect(shown).toBeGreaterThanOrEqual(whole)
})

test('a list that cannot be loaded shows an error and a button to try again', async () => {
  const { page } = await keeper()
  const release = await intercept(page, { url: '**/api/v1/stock?**' }, (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/problem+json',
      body: '{"code":"VALIDATION_FAILED","status":400,"detail":"x"}',
    }),
  )
  await page.goto('/stock')
  await page.getByText('Не удалось загрузить').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  release()
  await page.getByRole('button', { name: 'Повторить' }).click()
  await page.getByRole('row').filter({ hasText: 'Чайник эмалированный' }).waitFor()
})

test('a receipt uses only prices that the screen has shown', async () => {
  const { page, owner, shop } = await keeper()
  const tray = await made(owner, 'products', { name: 'Поднос', uom: 'шт', cost: 13 })
  await made(owner, 'products', { name: 'Салфетка', uom: 'шт' })
  const last = async () => (await owner.get('/api/v1/movements?type=receipt&limit=1')).json.items[0]
  const price = page.getByLabel('Цена закупки')
  await page.goto('/stock/receive')
  await choose(page, 'Товар', 'Салфетка', /Салфетка/)
  await choose(page, 'Поставщик', 'ООО', shop.supplier)
  await page.getByLabel('Количество').fill('10')
  await expect.poll(() => price.getAttribute('placeholder')).toBe('ещё не принимали')
  await page.locator('footer').getByRole('button', { name: 'Принять' }).click()
  await page.getByText('Заполните это поле').waitFor()
  await choose(page, 'Товар', 'Поднос', /Поднос/)
  await expect.poll(async () => plain(await price.getAttribute('placeholder'))).toBe('13,00 ₽, закупочная цена')
  await choose(page, 'Товар', 'Чашка', /Чашка фарфоровая/)
  await expect.poll(async () => plain(await price.getAttribute('placeholder'))).toBe('93,70 ₽ в прошлый раз')
  await expect.poll(() => consequence(page)).toMatch(/Партия 10 шт по 93,70 ₽, всего 937,00 ₽\.$/)
  await page.locator('footer').getByRole('button', { name: 'Принять' }).click()
  await page.getByText('Принято: Чашка фарфоровая, 10 шт').waitFor()
  expect(await last()).toMatchObject({ productId: shop.cupId, unitCost: 93.7 })

  await page.goto('/stock/receive/lines')
  await choose(page, 'Поставщик', 'ООО', shop.supplier)
  await page.locator('[data-cell="0:0"]').click()
  await page.evaluate(
    `(() => { const data = new DataTransfer(); data.setData('text/plain', 'Чашка фарфоровая\\t3\\nПоднос\\t2\\nСалфетка\\t1');
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })) })()`,
  )
  await expect.poll(async () => plain(await page.locator('[data-cell="0:2"]').textContent())).toBe('93,70 ₽')
  await expect.poll(async () => plain(await page.locator('[data-cell="1:2"]').textContent())).toBe('13,00 ₽')
  await page.getByRole('button', { name: 'Принять 2 строки на 307,10 ₽' }).click()
  await page.getByText('Приняты 2 строки').waitFor()

  await page.goto(`/products/${tray.id}`)
  await page.getByText('Закупочная цена (для новых приёмок)').waitFor()
  await page.getByText('в остатке 13,00 ₽, последняя 13,00 ₽').waitFor()
})

test('no warehouse is preselected until a user has chosen one', async () => {
  const { page, owner, shop } = await keeper()
  const second = await made(owner, 'warehouses', { name: 'Аптека' })
  await page.goto('/floor/receive')
  const field = page.getByRole('combobox', { name: 'На склад' })
  await field.getByRole('option', { name: 'Аптека' }).waitFor({ state: 'attached' })
  expect(await field.inputValue()).toBe('')
  await field.selectOption(shop.warehouseId)
  await page.goto('/stock/receive')
  await choose(page, 'Товар', 'Чайник', /^Чайник/)
  const atDesk = page.getByRole('combobox', { name: 'Склад' })
  await expect.poll(() => atDesk.inputValue()).toBe(shop.warehouseId)
  await atDesk.selectOption(second.id)
  await page.goto('/floor/move')
  await expect.poll(() => page.getByRole('combobox', { name: 'Со склада' }).inputValue()).toBe(second.id)
})
