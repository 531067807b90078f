/** Tests the page of a product in a real browser: its photographs, variants and related records. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { type Browser, signedUp } from '../support/node/browser.ts'
import { addMember, newOwner } from '../support/scene/team.ts'
import { made, stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()

const SOON = { timeout: 30_000 }
const picture = (color: string) =>
  sharp({ create: { width: 120, height: 90, channels: 3, background: color } })
    .png()
    .toBuffer()

async function shopAt(as: (url: string) => Promise<Browser> = signedUp) {
  const owner = await as(app.sessionUrl)
  const shop = await stockedShop(owner)
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  return { page: visitor.page, owner, shop }
}

const photos = (page: Page) => page.getByRole('list', { name: 'Фотографии' })
const open = (page: Page, number: number) => page.getByRole('button', { name: `Открыть фотографию ${number}` })
const imagesOf = async (owner: Browser, id: string): Promise<string[]> =>
  (await owner.get(`/api/v1/products/${id}`)).json.images.map((one: { id: string }) => one.id)

/** Pastes a file from the clipboard into the page. */
const pasteFile = (page: Page, bytes: Buffer) =>
  page.evaluate(
    `(() => { const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob('${bytes.toString('base64')}'), (one) => one.charCodeAt(0))], 'paste.png', { type: 'image/png' }));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })) })()`,
  )

test('a product’s photographs can be added, reordered and deleted', async () => {
  const { page, owner, shop } = await shopAt()
  const { kettleId } = shop
  await page.goto(`/products/${kettleId}`)
  const files = await Promise.all(
    ['red', 'green'].map(async (name) => ({ name, mimeType: 'image/png', buffer: await picture(name) })),
  )
  await page.locator('input[type=file]').first().setInputFiles(files)
  await open(page, 2).waitFor()
  await pasteFile(page, await picture('blue'))
  await open(page, 3).waitFor()
  const [one, two, three] = await imagesOf(owner, kettleId)
  expect(await barriersInBothThemes(page)).toEqual([])

  await open(page, 3).focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => imagesOf(owner, kettleId), SOON).toEqual([one, three, two])
  await page.getByRole('button', { name: 'Действия с фотографией 3' }).click()
  await page.getByRole('menuitem', { name: 'Сделать главной' }).click()
  await expect.poll(() => imagesOf(owner, kettleId), SOON).toEqual([two, one, three])
  await photos(page).locator('li').nth(2).dragTo(photos(page).locator('li').nth(0))
  await expect.poll(() => imagesOf(owner, kettleId), SOON).toEqual([three, two, one])
  const heads = page.locator(`img[src*="${three}"]`)
  // Check that the picture is shown in the list's row, in the panel's header and among the photographs.
  await expect.poll(() => heads.count(), SOON).toBe(3)

  // Check that all names are aligned, whether or not the product has a picture.
  const starts = ['Чайник эмалированный', 'Чашка фарфоровая'].map(async (name) => {
    const place = await page.getByRole('row').getByText(name, { exact: true }).boundingBox()
    return place!.x
  })
  expect(new Set(await Promise.all(starts)).size).toBe(1)

  // Add a file that is not a picture. It must be shown with the reason until the user removes it.
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }])
  await photos(page).getByRole('alert').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await photos(page).getByRole('button', { name: 'Убрать' }).click()
  await photos(page).getByRole('alert').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Действия с фотографией 1' }).click()
  await page.getByRole('menuitem', { name: 'Удалить' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
  await expect.poll(() => imagesOf(owner, kettleId), SOON).toEqual([two, one])
  await page.getByRole('tab', { name: 'История' }).click()
  await page.getByText('3 фотографии').first().waitFor()
})

test('a product’s page lists its variants, bundles and external links', async () => {
  const { page, owner, shop } = await shopAt()
  const { kettleId, cupId } = shop
  const components = [{ productId: kettleId, quantity: 1 }]
  await made(owner, 'products', { name: 'Чайный набор', kind: 'bundle', price: 1700, components })
  const link = { source: 'Лавка', entityType: 'product', externalId: 'L-77', internalId: kettleId }
  await made(owner, 'external-links', link)
  await page.goto(`/products/${kettleId}`)
  await page.getByRole('button', { name: 'Новый вариант' }).click()
  const name = page.getByRole('textbox', { name: 'Название', exact: true })
  await expect.poll(() => name.inputValue(), SOON).toBe('Чайник эмалированный')
  await name.fill('Чайник эмалированный, синий')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  const panel = page.getByRole('region', { name: 'Чайник эмалированный, синий' })
  await panel.getByRole('link', { name: 'Чайник эмалированный' }).click()
  const kettle = page.getByRole('region', { name: 'Чайник эмалированный', exact: true })
  await kettle.getByRole('link', { name: 'Чайник эмалированный, синий' }).waitFor()
  await kettle.getByRole('link', { name: 'Чайный набор' }).waitFor()
  await kettle.getByRole('button', { name: 'Убрать связь: Лавка L-77' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
  await page.getByText('Связь убрана').waitFor()
  await kettle.getByText('L-77').waitFor({ state: 'detached' })
  expect((await owner.get(`/api/v1/external-links?internalId=${kettleId}`)).json.items).toEqual([])

  const body = { customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт' }
  const order = await made(owner, 'orders', { ...body, items: [{ productId: cupId, quantity: 3 }] })
  await page.goto(`/products/${cupId}?tab=stock`)
  const row = page.getByRole('row').filter({ hasText: order.number })
  await row.waitFor()
  expect(await row.textContent()).toContain('3 шт'.replace(' ', '\u00a0'))
})

test('a product code that another product has causes a warning but can be saved', async () => {
  const { page, owner } = await shopAt()
  await made(owner, 'products', { name: 'Чайник «Василёк»', sku: 'CH-001', barcodes: ['4600000000017'] })
  await page.goto('/products/new')
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await field('Название').fill('Чайник новый')
  await page.getByLabel('Единица измерения').first().fill('уп')
  await page.getByRole('option', { name: 'упак' }).click()
  await page
    .getByRole('button', { name: /Ещё|Другие|Остальн/ })
    .first()
    .click()
  await field('Артикул').fill('ch-001')
  const note = page.getByRole('status').filter({ hasText: 'Код ch-001 уже есть у товара' })
  await note.getByRole('link', { name: 'Чайник «Василёк»' }).waitFor()
  await page.getByLabel('Штрихкоды').first().fill('4600000000017')
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: 'Код 4600000000017 уже есть у товара' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await page.waitForURL(/\/products\/[\w-]{36}/)
  const saved = (await owner.get('/api/v1/products?q=Чайник новый')).json.items[0]
  expect(saved).toMatchObject({ sku: 'ch-001', uom: 'упак', barcodes: ['4600000000017'] })
  // Check that the product being edited does not count as another product with the same code.
  await page.goto(`/products/${saved.id}/edit`)
  await note.getByRole('link', { name: 'Чайник «Василёк»' }).waitFor()
  expect(await note.getByRole('link').count()).toBe(1)
})

test('a user who may not change products sees their photographs without any actions', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  await visitor.page.goto(`/products/${shop.cupId}`)
  await visitor.page
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: 'a', mimeType: 'image/png', buffer: await picture('red') }])
  await open(visitor.page, 1).waitFor()
  await actAs(visitor, await addMember(app, owner, 'storekeeper'))
  await visitor.page.goto(`/products/${shop.cupId}`)
  await open(visitor.page, 1).click()
  await visitor.page.getByRole('dialog', { name: 'Фотография 1: Чашка фарфоровая' }).waitFor()
  await visitor.page.keyboard.press('Escape')
  expect(await visitor.page.locator('input[type=file]').count()).toBe(0)
  expect(await visitor.page.getByRole('button', { name: /Действия с фотографией|Новый вариант/ }).count()).toBe(0)
  await visitor.page.goto('/products/grid')
  await visitor.page.locator('[data-cell="0:0"]').waitFor()
  expect(await visitor.page.locator('[role=gridcell]:not([aria-readonly=true])').count()).toBe(0)
  expect(await visitor.page.getByRole('button', { name: /Сохранить/ }).count()).toBe(0)
})

test('when a product is archived with stock left, the remaining stock is shown so that it can be written off', async () => {
  const { page, owner, shop } = await shopAt()
  const { kettleId } = shop
  await page.goto(`/products/${kettleId}`)
  const onHand = async () => {
    const { stock } = (await owner.get('/api/v1/bootstrap')).json
    return stock
      .filter(({ productId }: { productId: string }) => productId === kettleId)
      .reduce((sum: number, row: { onHand: number }) => sum + row.onHand, 0)
  }
  const left = await onHand()
  expect(left).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Действия', exact: true }).click()
  await page.getByRole('menuitem', { name: 'В архив' }).click()
  await page.getByText(`На складах осталось ${left}`).waitFor()
  await page.getByRole('link', { name: 'Списать', exact: true }).click()
  await page.getByRole('textbox', { name: 'Количество' }).fill(String(left))
  await page.getByRole('combobox', { name: 'Причина' }).fill('Снято с продажи')
  await page.keyboard.press('Control+Enter')
  await expect.poll(onHand, SOON).toBe(0)
})
