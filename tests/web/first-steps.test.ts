/** The first steps in the app, in a real browser on the real service: sign-up, the first product, a colleague who sees it. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersInBothThemes, useApp } from '../support/app.ts'
import { newAccount } from '../support/browser.ts'

const app = useApp()

/** Signs up through the form. */
async function signUp(page: Page): Promise<ReturnType<typeof newAccount>> {
  const account = newAccount({ password: 'kettles on every shelf' })
  await page.goto('/sign-up')
  await page.getByLabel('Ваше имя').fill(account.name)
  await page.getByLabel('Название компании').fill(account.companyName)
  await page.getByLabel('Электронная почта').fill(account.email)
  await page.getByLabel('Новый пароль', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
  await page.getByRole('heading', { name: 'Обзор', level: 1 }).waitFor()
  await page.getByRole('region', { name: 'С чего начнём' }).waitFor()
  return account
}

async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Электронная почта').fill(account.email)
  await page.getByLabel('Пароль', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Войти' }).click()
}

test('sign-up, a product, and a colleague who sees it and its change at once', async () => {
  const { page } = await app.visitor()
  const account = await signUp(page)
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('link', { name: 'Создать первый товар' }).click()
  await page.getByRole('textbox', { name: 'Название', exact: true }).fill('Чайник')
  await page.getByLabel('Цена', { exact: true }).fill('1500,5')
  expect(await barriersInBothThemes(page)).toEqual([])
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
})
