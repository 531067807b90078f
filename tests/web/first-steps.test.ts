/**
 * Tests the first steps in the app, in a real browser on the real service: sign-up, the first product, and a colleague
 * who sees it.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, useApp } from '../support/app/app.ts'
import { newAccount, signedUp } from '../support/node/browser.ts'
import { made } from '../support/scene/web-shop.ts'

const app = useApp()

/** Signs up by filling in the sign-up form. */
async function signUp(page: Page): Promise<ReturnType<typeof newAccount>> {
  const account = newAccount({ password: 'kettles on every shelf' })
  await page.goto('/sign-up')
  await page.getByLabel('Ваше имя').fill(account.name)
  await page.getByLabel('Название компании').fill(account.companyName)
  await page.getByLabel('Электронная почта').fill(account.email)
  await page.getByLabel(/^Новый пароль/).fill(account.password)
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
  await page.getByRole('heading', { name: 'Обзор', level: 1 }).waitFor()
  await page.getByRole('region', { name: 'С чего начнём' }).waitFor()
  return account
}

async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Электронная почта').fill(account.email)
  await page.getByLabel(/^Пароль/).fill(account.password)
  await page.getByRole('button', { name: 'Войти' }).click()
}

test('a colleague immediately sees a product that a new user creates', async () => {
  const { page } = await app.visitor()
  const account = await signUp(page)
  await page.getByRole('link', { name: 'Создать первый товар' }).click()
  await page.getByRole('textbox', { name: 'Название', exact: true }).fill('Чайник')
  await page.getByLabel('Цена', { exact: true }).fill('1500,5')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Чайник' })
  await row.waitFor()
  expect((await row.textContent())?.replace(/\s/g, ' ')).toContain('1 500,50 ₽')

  const colleague = await app.visitor()
  await colleague.page.goto('/products')
  await signIn(colleague.page, account)
  await colleague.page.getByRole('row').filter({ hasText: 'Чайник' }).click()
  await colleague.page.getByRole('button', { name: 'Изменить' }).click()
  await colleague.page.getByRole('textbox', { name: 'Название', exact: true }).fill('Чайник эмалированный')
  await colleague.page.getByRole('button', { name: 'Сохранить' }).click()
  await page.getByRole('row').filter({ hasText: 'Чайник эмалированный' }).waitFor()
  // Check that each session is described by its browser and operating system.
  await page.goto('/settings/account')
  await page
    .getByText(/Chrome на Linux$/)
    .first()
    .waitFor()
})

/** Returns functions that use only the keyboard: no clicks, and only Tab to reach fields. */
function keysOf(page: Page) {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  // Type at human speed: input as fast as a scanner's counts as a scan.
  const type = (text: string) => page.keyboard.type(text, { delay: FINGERS_MS })
  /** Returns the label of the focused element. */
  const place = () =>
    page.evaluate<string>(`(() => {
      const at = document.activeElement
      if (at === null || at === document.body) return ''
      const label = at.labels?.[0]?.textContent ?? at.getAttribute('aria-label') ?? at.textContent
      return label.replace(/[ *]+$/, '').trim()
    })()`)
  const at = (name: string) => expect.poll(place, { message: `the focus at ${name}` }).toBe(name)
  const tabTo = async (name: string) => {
    for (let count = 0; count < MAX_TABS && (await place()) !== name; count += 1) await press('Tab')
    expect(await place()).toBe(name)
  }
  /** Types into a search field and takes the first match. */
  const choose = async (text: string, option: string) => {
    await type(text)
    await page.getByRole('option', { name: option }).waitFor()
    await press('ArrowDown', 'Enter')
  }
  return { press, type, place, at, tabTo, choose }
}

const MAX_TABS = 40
const FINGERS_MS = 80

test('a user can create, receive, order, pick and ship a product with the keyboard alone', async () => {
  const owner = await signedUp(app.sessionUrl)
  await made(owner, 'warehouses', { name: 'Основной' })
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const { page } = visitor
  const { press, type, place, at, tabTo, choose } = keysOf(page)
  const heading = (name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()
  await page.goto('/overview')
  await heading('Обзор')

  await press('g', 'p')
  await heading('Товары')
  await press('c')
  await at('Название')
  await type('Самовар')
  await tabTo('Цена')
  await type('5000')
  await tabTo('Ещё: вид, артикул, штрихкоды, минимум и другое')
  await press('Enter')
  await tabTo('Артикул')
  await type('S-1')
  await press('Control+Enter')
  await heading('Самовар')
  await page.getByText('5 000,00 ₽').first().waitFor()
  await at('Самовар')

  await press('g', 'w')
  await heading('Склад')
  await press('c')
  await at('Товар')
  await choose('Сам', 'Самовар')
  await tabTo('Поставщик')
  await choose('Завод', 'Создать «Завод»')
  await tabTo('Количество')
  await type('10')
  await tabTo('Цена закупки')
  await type('3000')
  await press('Control+Enter')
  await page.getByText('Принято: Самовар, 10').waitFor()
  // After sending the form, the focus must be on its first field again.
  await at('Товар')
  await tabTo('Отменить')
  await press('Enter')
  await page.getByRole('heading', { name: 'Приёмка товара' }).waitFor({ state: 'detached' })

  await press('g', 'o')
  await heading('Заказы')
  await press('c')
  await at('Покупатель')
  await choose('Иван', 'Создать «Иван»')
  await tabTo('Артикул, штрихкод или название')
  await type('S-1')
  await press('Enter')
  await at('Количество: Самовар')
  await type('3')
  await press('Enter')
  await at('Артикул, штрихкод или название')
  await press('Control+Enter')
  await heading(/^Заказ \d/)
  await expect.poll(place).toMatch(/^Заказ \d/)
  // Check that a panel that receives the focus automatically has no outline.
  expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('none')
  await tabTo('В сборку')
  await press('Enter')
  await page.getByText('в сборке', { exact: true }).first().waitFor()
  await tabTo('Отгрузить')
  await press('Enter')
  await page.getByRole('dialog').getByText('Отгрузить 1 позицию').waitFor()
  await at('Отгрузить')
  await press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('отгружен', { exact: true }).first().waitFor()
  const { items } = (await owner.get('/api/v1/stock')).json
  expect(items).toMatchObject([{ onHand: 7, reserved: 0, available: 7 }])
})
