/** Checks that the command palette (Ctrl+K) understands hasty typing, and starts any action that the user may take. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { exactFirst, halvesOf, matching, meaningsOf } from '../../web/shell/palette-search.ts'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { signedUp } from '../support/node/browser.ts'
import { made, stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()

const LABELS = [
  { label: 'Перейти: Ключи API', also: 'настройки' },
  { label: 'Новый заказ', also: 'создать оформить' },
  { label: 'Списать товар', also: 'списание бой инвентаризация' },
  { label: 'Перейти: Настройки' },
  { label: 'Чайник «Василёк» 2,5 л' },
  { label: 'New order', also: 'create sell' },
]

test.each([
  ['зак', 'Новый заказ'],
  ['заказ новый', 'Новый заказ'],
  ['pfrfp', 'Новый заказ'],
  ['инвентар', 'Списать'],
  ['настрйоки', 'Перейти: Настройки'],
  ['rk.x', 'Перейти: Ключи'],
  ['чайнек', 'Чайник'],
  ['xfqytr', 'Чайник'],
  ['чайнки', 'Чайник'],
  ['василек', 'Чайник'],
  ['туц щквук', 'New order'],
  ['ordr', 'New order'],
])('searching the command palette for %s finds %s', (typed, start) => {
  expect(matching(typed, LABELS)[0]?.label.startsWith(start)).toBe(true)
})

test.each(['велосипед', 'зззз', '77'])('searching the command palette for %s finds nothing', (typed) => {
  expect(matching(typed, LABELS)).toEqual([])
})

test('the command palette finds a code typed in either alphabet and a mistyped name by parts of it', () => {
  expect(meaningsOf('Т-0041')).toContain('T-0041')
  expect(meaningsOf('T-0041')).toContain('Т-0041')
  expect(halvesOf('синий чайнек')).toEqual(['чай', 'нек'])
  expect([halvesOf('чай'), halvesOf('12345678')]).toEqual([[], []])
  const found = [{ label: 'Чашка 00001' }, { label: 'Блюдце', hint: '000015' }, { label: '00001', hint: 'Анна' }]
  expect(exactFirst(' 00001 ', found).map(({ label }) => label)).toEqual(['00001', 'Чашка 00001', 'Блюдце'])
})

const options = (page: Page) => page.getByRole('dialog').getByRole('option')

async function ask(page: Page, typed: string, first: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox').fill(typed)
  await expect.poll(async () => (await options(page).allInnerTexts())[0]).toContain(first)
}

test('the command palette finds records, actions, settings and reports', async () => {
  const visitor = await app.visitor()
  const { page } = visitor
  const browser = await signedUp(app.sessionUrl)
  await actAs(visitor, browser)
  await stockedShop(browser)
  await made(browser, 'products', { name: 'Кофейник медный', sku: 'T-0041' })
  await made(browser, 'partners', { name: 'Ромашка', inn: '7707083893' })
  await page.goto('/overview')
  await page.getByRole('heading', { name: 'Обзор', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await ask(page, 'кофейнек', 'Кофейник медный')
  await ask(page, 'rjatqybr', 'Кофейник медный')
  await ask(page, 'Т-0041', 'Кофейник медный')
  await ask(page, '7707083893', 'Ромашка')
  await ask(page, 'себестоимость', 'Перейти')
  await ask(page, 'ключ', 'Выпустить ключ')
  await ask(page, 'интеграция', 'Выпустить ключ')
  expect(await barriersInBothThemes(page)).toEqual([])
  await ask(page, 'ghbyznm', 'Принять товар')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/stock/receive')
})

test('the command palette finds the same in English', async () => {
  const visitor = await app.visitor({ locale: 'en-GB', width: 360, height: 740 })
  const { page } = visitor
  await actAs(visitor, await signedUp(app.sessionUrl))
  await page.goto('/overview')
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await ask(page, 'recieve', 'Receive goods')
  await ask(page, 'туц щквук', 'New order')
  await ask(page, 'excel', 'Import a spreadsheet')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await ask(page, 'log out', 'Sign out')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sign-in**')
})
