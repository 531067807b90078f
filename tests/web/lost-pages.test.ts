/** What a page is made of does not arrive: it is asked for again, and what cannot be had is said, with what was typed kept. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signedInVisitor, useApp } from '../support/app.ts'
import { intercept } from '../support/interception.ts'

const app = useApp()

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const partners = (page: Page) => page.getByRole('link', { name: 'Контрагенты' })

test('code that does not arrive comes by a reload, once, and what was typed is kept', async () => {
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
  // Still missing after it was loaded anew: people decide.
  await expect.poll(() => loads).toBe(1)
  await page.getByText('Эта часть страницы не загрузилась').waitFor()
  isAway = false
  await page.getByRole('button', { name: 'Обновить страницу' }).click()
  await heading(page, 'Контрагенты').waitFor()
  expect(loads).toBe(2)
  await page.goto('/products/new')
  await page.getByText('Восстановлено то, что вы не успели сохранить').waitFor()
})

test('a page is not lost for its menus: what stands in for them stays until they come', async () => {
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
  // Browsers remember what did not come: a new page asks for it again.
  await loaded
  await menu.click()
  await page.getByRole('menuitem', { name: 'Выйти' }).waitFor()
})

test('without a connection nothing is loaded anew until it is back', async () => {
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

test('a page that nobody answers to, who is signed in, says so and is there as soon as there is an answer', async () => {
  const { page } = await signedInVisitor(app)
  await page.clock.install()
  let isAway = true
  await page.route('**/api/v1/session', (route) => (isAway ? route.abort('connectionreset') : route.continue()))
  await page.goto('/products')
  // Until the client gives up.
  for (const alert = page.getByRole('alert'); (await alert.count()) === 0; ) await page.clock.runFor(1_000)
  await page.getByRole('alert').getByText('Не удалось загрузить').waitFor()
  isAway = false
  await page.clock.runFor(10_000)
  await heading(page, 'Товары').waitFor()
})
