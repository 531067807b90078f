/**
 * Tests signing in with a second-factor code, resetting a forgotten password, deleting an account, and an import that
 * waits for a database migration.
 */
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signedInVisitor, useApp } from '../support/app/app.ts'
import { startMailServer } from '../support/fakes/mail-server.ts'
import { totpCode } from '../support/fakes/totp.ts'
import { Browser, newAccount, signedUp } from '../support/node/browser.ts'

const mail = await startMailServer()
const app = useApp({ mail: { smtpUrl: mail.url, from: 'Skladno <skladno@example.org>' } })
afterAll(() => mail.close())

const PERIOD_MS = 30_000

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const atHome = (page: Page) => page.getByRole('heading', { name: 'Обзор', level: 1 }).waitFor()

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Электронная почта').fill(email)
  await page.getByLabel(/^Пароль/).fill(password)
  await press(page, 'Войти')
}

test('a user with a second factor can sign in only with the current code of the authenticator', async () => {
  const owner = await signedUp(app.sessionUrl)
  const { password } = owner.account
  const { totpURI } = (await owner.post('/api/auth/two-factor/enable', { password })).json
  await owner.post('/api/auth/two-factor/verify-totp', { code: totpCode(totpURI) })
  const { page } = await app.visitor()
  await page.goto('/sign-in')
  await signIn(page, owner.account)
  const code = page.getByLabel('Код из шести цифр')
  await code.fill(totpCode(totpURI, 0))
  await press(page, 'Подтвердить')
  await page.getByRole('alert').or(page.locator('[aria-invalid="true"]')).first().waitFor()
  // Use the next code, because the current code was used to enable the second factor.
  await code.fill(totpCode(totpURI, Date.now() + PERIOD_MS))
  await press(page, 'Подтвердить')
  await atHome(page)
})

test('a user who forgot the password can set a new one with a link sent by e-mail', async () => {
  const { account } = await signedUp(app.sessionUrl)
  const { page } = await app.visitor()
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Забыли пароль?' }).click()
  // Wait for the heading, because the previous page also has an e-mail field.
  await page.getByRole('heading', { name: 'Восстановление пароля' }).waitFor()
  await page.getByLabel('Электронная почта').fill(account.email)
  await press(page, 'Прислать ссылку')
  await page.getByText(`Если учётная запись с адресом ${account.email} есть, письмо уже в пути.`).waitFor()
  const linkOf = () =>
    mail.mails.flatMap(({ to, text }) => (to.includes(account.email) ? (/\S+#token=\S+/.exec(text)?.[0] ?? []) : []))[0]
  await expect.poll(linkOf, { timeout: 20_000 }).toBeTypeOf('string')
  const { pathname, hash } = new URL(linkOf()!)
  await page.goto(pathname + hash)
  await page.getByLabel(/^Новый пароль/).fill('teapots on every shelf')
  expect(page.url()).not.toContain('token')
  await press(page, 'Сохранить пароль')
  await page.getByText('Пароль сохранён. Войдите с ним.').waitFor()
  await signIn(page, account)
  await page.getByText('Почта или пароль не подходят.').waitFor()
  await signIn(page, { ...account, password: 'teapots on every shelf' })
  await atHome(page)
})

test('users can delete their account with their password, unless a company would be left without an owner', async () => {
  const { page, account } = await signedInVisitor(app)
  await page.goto('/settings/account')
  const part = page.getByText('Вы потеряете доступ ко всем компаниям').locator('..')
  await part.getByRole('button', { name: 'Продолжить' }).click()
  await part.getByLabel('Нынешний пароль').fill(account.password)
  await part.getByRole('button', { name: 'Удалить учётную запись' }).click()
  await part.getByRole('alert').waitFor()
  // Make a colleague an owner as well.
  const other = newAccount({ password: 'kettles on every shelf' })
  const answer = await page.request.post('/api/v1/invitations', {
    data: { role: 'owner' },
    headers: { origin: app.sessionUrl, 'idempotency-key': 'an-invitation-of-an-owner' },
  })
  const { link } = (await answer.json()) as { link: string }
  const invitation = new URL(link).hash.slice('#token='.length)
  const joined = await new Browser(app.sessionUrl).post('/api/auth/sign-up/email', {
    ...other,
    companyName: undefined,
    invitation,
  })
  expect(joined.status, joined.text).toBe(200)
  await part.getByRole('button', { name: 'Удалить учётную запись' }).click()
  await page.getByRole('heading', { name: 'Вход' }).waitFor()
  await signIn(page, account)
  await page.getByText('Почта или пароль не подходят.').waitFor()
})

test('the import page shows when imports are waiting for a database migration', async () => {
  const { page } = await signedInVisitor(app)
  await page.route('**/api/v1/integrations/extsys', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), migrationPending: true } })
  })
  await page.goto('/settings/import')
  await page.getByText('Перенос ждёт обновления базы данных').waitFor()
  expect(await page.getByLabel('Токен МоегоСклада').count()).toBe(0)
  expect(await page.getByRole('button', { name: /Подключить|Прочитать/ }).count()).toBe(0)
})
