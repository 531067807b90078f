/**
 * Tests pages of which a part fails to load: the part is requested again, and the failure is shown without losing typed
 * text.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersInBothThemes, signedInVisitor, useApp } from '../support/app/app.ts'
import { intercept } from '../support/app/interception.ts'

const app = useApp()

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const partners = (page: Page) => page.getByRole('link', { name: 'Контрагенты' })

test('the page is reloaded once if a part of the app’s code fails to load, and typed text is kept', async () => {
  const { page } = await signedInVisitor(app)
  await page.goto('/products/new')
  await page.getByRole('textbox', { name: 'Название', exact: true }).fill('Чайник')
  let isAway = true
  await page.route('**/assets/partners*.js', (route) => (isAway ? route.abort('connectionreset') : route.continue()))
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  await partners(page).click()
  await page.getByText('Эта часть страницы не загрузилась').waitFor()
  // The code is still missing after the automatic reload, so the app leaves the next reload to the user.
  await expect.poll(() => loads).toBe(1)
  await page.getByText('Эта часть страницы не загрузилась').waitFor()
  isAway = false
  await page.getByRole('button', { name: 'Обновить страницу' }).click()
  await heading(page, 'Контрагенты').waitFor()
  expect(loads).toBe(2)
  await page.goto('/products/new')
  await page.getByText('Восстановлено то, что вы не успели сохранить').waitFor()
})

test('a page works with placeholders while its menus have not loaded', async () => {
  const { page } = await signedInVisitor(app)
  let isAway = true
  await page.route('**/assets/rail-menus*.js', (route) => (isAway ? route.abort('connectionreset') : route.continue()))
  const failed = page.waitForEvent('requestfailed', { predicate: (one) => one.url().includes('/assets/rail-menus') })
  await page.goto('/overview')
  await failed
  await heading(page, 'Обзор').waitFor()
  expect(await page.getByText('Эта часть страницы не загрузилась').count()).toBe(0)
  isAway = false
  const menu = page.getByRole('button', { name: /^Меню пользователя/ })
  const loaded = page.waitForEvent('load')
  await menu.click()
  // Browsers remember a failed module, so the page is reloaded to request it again.
  await loaded
  await menu.click()
  await page.getByRole('menuitem', { name: 'Выйти' }).waitFor()
})

const notice = (page: Page) => page.getByRole('alert').getByText('Эта часть страницы не загрузилась')
/** Returns whether the retry button is neither cut off nor covered. */
const isWithinReach = async (what: Locator) => {
  const { x, y, width, height } = (await what.boundingBox())!
  const at = `document.elementFromPoint(${x + width / 2}, ${y + height / 2})`
  return what.page().evaluate<boolean>(`${at}?.closest('button')?.textContent === 'Повторить'`)
}
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Название', exact: true })
/**
 * The time in milliseconds for which the app assumes that the connection still exists after the page's menus have
 * loaded.
 */
const A_MOMENT_MS = 4_000

test('the command palette shows a notice while it cannot load, and opens once there is a connection', async () => {
  const { page, context } = await signedInVisitor(app)
  await page.goto('/products/new')
  await nameField(page).fill('Чайник')
  await page.evaluate('globalThis.isTheSame = true')
  await context.setOffline(true)
  await page.keyboard.press('Control+k')
  await notice(page).waitFor()
  await page.getByText('Загрузится само, как только она появится.').waitFor()
  await page.keyboard.press('Escape')
  await notice(page).waitFor({ state: 'hidden' })
  expect(await nameField(page).inputValue()).toBe('Чайник')
  await page.keyboard.press('Control+k')
  await notice(page).waitFor()
  await page.getByRole('button', { name: 'Повторить' }).click()
  await notice(page).waitFor()
  await context.setOffline(false)
  await page.getByRole('combobox', { name: 'Поиск и действия' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await nameField(page).inputValue()).toBe('Чайник')
  expect(await page.evaluate('globalThis.isTheSame')).toBe(true)
})

test('a date field whose calendar cannot load shows a notice and can still be typed into', async () => {
  const { page } = await signedInVisitor(app)
  await page.goto('/purchasing/payments/new')
  const day = page.getByRole('combobox', { name: 'Дата платежа' })
  await day.waitFor()
  await sleep(A_MOMENT_MS)
  // Let the requests fail without going offline: the browser does not report being offline, although the server cannot
  // be reached.
  const connect = await intercept(page, { url: /assets\/calendar|icon\.svg/ }, (route) =>
    route.abort('connectionreset'),
  )
  await day.press('ArrowDown')
  await notice(page).waitFor()
  await page.getByText('Дату можно вписать в поле.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await day.fill('05.03.2026')
  connect()
  await page.getByRole('button', { name: 'Повторить' }).click()
  await page.getByRole('dialog', { name: 'Календарь' }).getByText('Март 2026').waitFor()
  expect(await notice(page).count()).toBe(0)
  await page.keyboard.press('Escape')
  expect(await day.inputValue()).toBe('05.03.2026')
})

test('Escape removes the notice of a date field whose calendar did not load', async () => {
  const { page, context } = await signedInVisitor(app)
  await page.goto('/settings/tokens')
  await page.getByRole('button', { name: 'Новый ключ' }).first().click()
  const name = page.getByRole('dialog').getByRole('textbox').first()
  await name.fill('Касса')
  await context.setOffline(true)
  const day = page.getByRole('combobox', { name: 'Действует до' })
  for (const leave of [() => page.keyboard.press('Escape'), () => name.focus()]) {
    await day.press('ArrowDown')
    await notice(page).waitFor()
    expect(await isWithinReach(page.getByRole('button', { name: 'Повторить' }))).toBe(true)
    await leave()
    await notice(page).waitFor({ state: 'hidden' })
    expect(await name.inputValue()).toBe('Касса')
  }
})

test('if a part of the app fails to load although the service is reachable, a button to reload the page appears in its place', async () => {
  const { page } = await signedInVisitor(app)
  let isAway = true
  await page.route('**/assets/key-list*.js', (route) => (isAway ? route.abort('connectionreset') : route.continue()))
  await page.goto('/products/new')
  await nameField(page).fill('Чайник')
  await heading(page, 'Товары').click()
  await page.keyboard.press('?')
  await notice(page).waitFor()
  expect(await nameField(page).inputValue()).toBe('Чайник')
  isAway = false
  await page.getByRole('button', { name: 'Обновить страницу' }).click()
  await page.getByText('Восстановлено то, что вы не успели сохранить').waitFor()
  expect(await nameField(page).inputValue()).toBe('Чайник')
})

test('a message is shown in plain form if the code that shows messages fails to load', async () => {
  const { page } = await signedInVisitor(app)
  await page.route('**/assets/toasts*.js', (route) => route.abort('connectionreset'))
  await page.goto('/products/new')
  await nameField(page).fill('Чайник')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('status').getByText('Товар «Чайник» создан').waitFor()
  await page.getByRole('heading', { name: 'Чайник' }).first().waitFor()
  expect(await notice(page).count()).toBe(0)
})

test('the app does not reload itself while there is no connection', async () => {
  const { page } = await signedInVisitor(app)
  await page.goto('/overview')
  await heading(page, 'Обзор').waitFor()
  let probes = 0
  const connect = await intercept(page, { url: /assets\/partners|icon\.svg/ }, (route) => {
    if (route.request().url().endsWith('icon.svg')) probes += 1
    return route.abort('internetdisconnected')
  })
  await page.evaluate('globalThis.isTheSame = true')
  await partners(page).click()
  await expect.poll(() => probes, { timeout: 30_000 }).toBeGreaterThan(0)
  await page.getByText('Эта часть страницы не загрузилась').waitFor()
  expect(await page.evaluate('globalThis.isTheSame')).toBe(true)
  connect()
  await heading(page, 'Контрагенты').waitFor()
  expect(await page.evaluate('globalThis.isTheSame')).toBeUndefined()
})

test('a page that gets no response about the session shows this and appears once the response arrives', async () => {
  const { page } = await signedInVisitor(app)
  await page.clock.install()
  let isAway = true
  await page.route('**/api/v1/session', (route) => (isAway ? route.abort('connectionreset') : route.continue()))
  await page.goto('/products')
  // Wait until the app gives up retrying.
  for (const alert = page.getByRole('alert'); (await alert.count()) === 0; ) await page.clock.runFor(1_000)
  await page.getByRole('alert').getByText('Не удалось загрузить').waitFor()
  isAway = false
  await page.clock.runFor(10_000)
  await heading(page, 'Товары').waitFor()
})
