/**
 * Helpers for tests of the warehouse-floor screens: a hand scanner, the sounds it causes, and the steps that most tests begin
 * with.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Browser, signedUp } from '../node/browser.ts'
import type { Json } from '../node/client.ts'
import { stockedShop, type WebShop } from '../scene/web-shop.ts'
import { actAs, type TestApp } from './app.ts'
import type { VisitorSettings } from './chromium.ts'

export const KETTLE = '4600000000017'
export const CUP = '4600000000024'
export const BOX_OF_CUPS = '4600000000031'
export const PHONE: VisitorSettings = { width: 360, height: 740, isPhone: true }

/** A script that makes the page record sounds and vibrations instead of playing them. */
const LISTENING = `
  globalThis.__played = []
  OscillatorNode.prototype.start = function () { globalThis.__played.push(this.type) }
  navigator.vibrate = (pattern) => { globalThis.__shaken = pattern; return true }
`

/** Opens the warehouse-floor screens on a telephone, as the owner of a shop with stock. */
export async function keeperOf(app: TestApp, settings: VisitorSettings = PHONE) {
  const owner = await signedUp(app.sessionUrl)
  const shop = await stockedShop(owner)
  const boxed = {
    ...{ name: 'Чашка фарфоровая', sku: 'C-1', uom: 'шт', price: 250, barcodes: [CUP] },
    packages: [{ name: 'Коробка', quantity: 12, barcode: BOX_OF_CUPS }],
  }
  const reply = await owner.send('PATCH', `/api/v1/products/${shop.cupId}`, boxed)
  expect(reply.status, reply.text).toBe(200)
  const visitor = await app.visitor(settings)
  await actAs(visitor, owner)
  await visitor.page.addInitScript(LISTENING)
  return { ...visitor, owner, shop }
}

/** Types codes like a hand scanner: each goes to the focused element and ends with Enter. */
export async function scan(page: Page, ...codes: string[]): Promise<void> {
  for (const code of codes) {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }
}

export const said = (page: Page) => page.locator('p[role="status"][data-outcome]')
export const playedLast = (page: Page) => page.evaluate<string>('globalThis.__played.at(-1)')

export const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ')
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const isWide = (page: Page) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth')

async function chooseSupplier(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Поставщик' }).fill(name.slice(0, 6))
  await page.getByRole('option', { name }).click()
}

export async function openReceive(page: Page, { supplier }: WebShop): Promise<void> {
  await page.goto('/floor')
  await page.getByRole('link', { name: 'Принять' }).click()
  await page.getByRole('combobox', { name: 'На склад' }).waitFor()
  await chooseSupplier(page, supplier)
  await button(page, 'Начать').click()
  await page.getByText('Сканируйте товар.').waitFor()
}

export async function finish(page: Page, action: string): Promise<string> {
  await page.locator('footer').getByRole('button', { name: action }).click()
  const dialog = page.getByRole('dialog')
  const text = plain(await dialog.locator('.mantine-Modal-body').textContent())
  await dialog.getByRole('button', { name: action }).click()
  return text
}

export async function movements(owner: Browser, query: string): Promise<Json[]> {
  return (await owner.get(`/api/v1/movements?limit=100&${query}`)).json.items
}
