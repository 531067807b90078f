/**
 * Tests signing in to the app: the second factor, an invitation, several companies and sign-out, and the accessibility
 * of these pages.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersInBothThemes, signedInVisitor, useApp } from '../support/app/app.ts'
import { totpCode } from '../support/fakes/totp.ts'
import { newAccount, signedUp } from '../support/node/browser.ts'
import { joinAs } from '../support/scene/members.ts'

const app = useApp()

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/sign-in?next=%2Fproducts%3Fq%3Dtea')
  await page.getByLabel('Электронная почта').fill(email)
  await page.getByLabel(/^Пароль/).fill(password)
  await page.getByRole('button', { name: 'Войти' }).click()
}

const atHome = (page: Page) => page.getByRole('heading', { name: 'Обзор', level: 1 }).waitFor()
const atProducts = (page: Page) => page.getByRole('heading', { name: 'Товары', level: 1 }).waitFor()

test('a user with a second factor can sign in with a recovery code', async () => {
  const owner = await signedUp(app.sessionUrl)
  const { password } = owner.account
  const { totpURI, backupCodes } = (await owner.post('/api/auth/two-factor/enable', { password })).json
  await owner.post('/api/auth/two-factor/verify-totp', { code: totpCode(totpURI) })
  const { page } = await app.visitor()
  await signIn(page, { ...owner.account, password: 'another password' })
  await page.getByText('Почта или пароль не подходят.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await signIn(page, owner.account)
  await page.getByLabel('Код из шести цифр').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Нет доступа к приложению?' }).click()
  await page.getByLabel('Код восстановления').fill(backupCodes[0])
  await page.getByRole('button', { name: 'Подтвердить' }).click()
  await atProducts(page)
  expect(new URL(page.url()).search).toBe('?q=tea')
})

test('a user accepts an invitation with a new account and sees in the app only what the role allows', async () => {
  const owner = await signedUp(app.sessionUrl)
  await owner.post('/api/v1/products', { name: 'Чайник', price: 1500, cost: 980 })
  const { link } = (await owner.post('/api/v1/invitations', { role: 'storekeeper' })).json
  const { page } = await app.visitor({ width: 360, height: 740, isPhone: true })
  const { hash } = new URL(link)
  await page.goto(`/invitation${hash}`)
  await page.getByText('Ваша роль: кладовщик.').waitFor()
  expect(page.url()).not.toContain('token')
  expect(await barriersInBothThemes(page)).toEqual([])
  const account = newAccount({ password: 'kettles on every shelf' })
  await page.getByLabel('Ваше имя').fill(account.name)
  await page.getByLabel('Электронная почта').fill(account.email)
  await page.getByLabel(/^Новый пароль/).fill(account.password)
  await page.getByRole('button', { name: 'Зарегистрироваться и вступить' }).click()
  await atHome(page)
  await page.getByRole('link', { name: 'Товары' }).click()
  await page.getByRole('row').filter({ hasText: 'Чайник' }).click()
  await page.getByText('1 500,00 ₽').last().waitFor()
  expect(await page.getByText(/Себестоимость|Закупочная/).count()).toBe(0)
  expect(await page.getByRole('button', { name: /Изменить|Создать|Действия/ }).count()).toBe(0)
})

test('a user of two companies can switch companies, change the language and sign out', async () => {
  const { companyId } = await app.newCompany('ООО «Вторая»')
  const { browser } = await joinAs(app, companyId, { role: 'manager' })
  const { page } = await app.visitor()
  await signIn(page, browser.account)
  await atProducts(page)
  await page.getByRole('button', { name: /Меню пользователя/ }).click()
  await page.getByRole('menuitem', { name: 'Сменить компанию' }).click()
  await page.getByRole('button', { name: 'ООО «Вторая»' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'ООО «Вторая»' }).click()
  await atHome(page)
  await page.getByTitle('ООО «Вторая»').waitFor()
  await page.getByRole('button', { name: /Меню пользователя/ }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('a password field hides what is typed, allows pasting and is recognized by password managers', async () => {
  const { page } = await app.visitor()
  const password = 'kettles on every shelf'
  await page.goto('/sign-up')
  const typed = page.getByLabel(/^Новый пароль/)
  expect([await typed.getAttribute('type'), await typed.getAttribute('autocomplete')]).toEqual([
    'password',
    'new-password',
  ])
  await typed.focus()
  // Enter the text all at once, as a paste does, and not key by key.
  await page.keyboard.insertText(password)
  expect(await typed.inputValue()).toBe(password)
  await page.getByRole('button', { name: 'Показать или скрыть пароль' }).first().click()
  expect(await typed.getAttribute('type')).toBe('text')
  await page.goto('/sign-in')
  const asked = page.getByLabel(/^Пароль/)
  expect([await asked.getAttribute('type'), await asked.getAttribute('autocomplete')]).toEqual([
    'password',
    'current-password',
  ])
  expect(await page.getByLabel('Электронная почта').getAttribute('autocomplete')).toMatch(/username|email/)
})

test.each(['/sign-up', '/forgot-password', '/reset-password', '/invitation'])(
  'the page %s is accessible',
  async (path) => {
    const { page } = await app.visitor()
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await barriersInBothThemes(page)).toEqual([])
  },
)

test('a user can browse a list, open a product and search everything with the keyboard alone', async () => {
  const { page, account } = await signedInVisitor(app)
  expect(account.email).toContain('@')
  for (const name of ['Кружка', 'Ложка', 'Чайник'])
    await page.request.post('/api/v1/products', {
      data: { name },
      headers: { origin: app.sessionUrl, 'idempotency-key': `made-${name.length}-${name.codePointAt(0)}` },
    })
  await page.goto('/products')
  await page.getByRole('row').filter({ hasText: 'Кружка' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Ложка', level: 2 }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Ложка', level: 2 }).waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Поиск и действия' }).fill('чайн')
  await page.getByRole('option', { name: /Чайник/ }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Чайник', level: 2 }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Клавиши' }).waitFor()
})
