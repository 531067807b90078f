/** Nothing typed is lost, and nothing is done twice: a reload, a lost connection, a second click, a refusal, a session that is over. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signedInVisitor, useApp } from '../support/app.ts'
import { loseAnswers } from '../support/interception.ts'

const app = useApp()

const name = (page: Page) => page.getByRole('textbox', { name: 'Название', exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Сохранить' })
const rows = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** The keys with which products were to be made. */
function keysOf(page: Page): string[] {
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/products'))
      keys.push(request.headers()['idempotency-key']!)
  })
  return keys
}

/** How many products the company has with a name. */
async function countNamed(page: Page, text: string): Promise<number> {
  const answer = await page.request.get(`/api/v1/products?q=${encodeURIComponent(text)}`)
  return ((await answer.json()) as { items: unknown[] }).items.length
}

test('a reload in the middle of a form keeps what was typed, and its key', async () => {
  const { page } = await signedInVisitor(app)
  const readKey = () =>
    page.evaluate<string | undefined>("JSON.parse(sessionStorage.getItem('skladno.draft.products/new') ?? '{}').key")
  await page.goto('/products/new')
  await name(page).fill('Чайник')
  const key = await readKey()
  await page.reload()
  await page.getByText('Восстановлено то, что вы не успели сохранить').waitFor()
  expect([await name(page).inputValue(), await readKey()]).toEqual(['Чайник', key])
  const keys = keysOf(page)
  await save(page).click()
  await rows(page, 'Чайник').waitFor()
  expect(keys).toEqual([key])
  expect(await readKey()).toBeUndefined()
})

test('a double click makes one product', async () => {
  const { page } = await signedInVisitor(app)
  await page.goto('/products/new')
  await name(page).fill('Самовар')
  await save(page).dblclick()
  await rows(page, 'Самовар').waitFor()
  expect(await countNamed(page, 'Самовар')).toBe(1)
})

test('an answer that is lost, and a reload: what was sent is sent again with its key, and done once', async () => {
  const { page } = await signedInVisitor(app)
  await page.goto('/products/new')
  await name(page).fill('Кружка')
  const keys = keysOf(page)
  const answers = await loseAnswers(page, { url: '**/api/v1/products', method: 'POST' })
  await save(page).click()
  await expect.poll(answers.count).toBeGreaterThan(0)
  await page.reload()
  answers.release()
  const again = page.getByRole('button', { name: 'Повторить' })
  await again.waitFor()
  expect(await name(page).isEnabled()).toBe(false)
  await again.click()
  await rows(page, 'Кружка').waitFor()
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  expect(await countNamed(page, 'Кружка')).toBe(1)
})

test('a refusal stands at its field, and the next try has a new key', async () => {
  const { page } = await signedInVisitor(app)
  await page.goto('/products/new')
  await name(page).fill('Ложка')
  const kind = page.getByRole('group', { name: 'Новый товар' }).getByLabel('Вид')
  await kind.selectOption('bundle')
  const keys = keysOf(page)
  await save(page).click()
  await page.getByRole('alert').waitFor()
  expect(await name(page).inputValue()).toBe('Ложка')
  await kind.selectOption('product')
  await save(page).click()
  await rows(page, 'Ложка').waitFor()
  expect(new Set(keys).size).toBe(2)
})

test('when the session is over one signs in and is where one was', async () => {
  const { page, account } = await signedInVisitor(app)
  await page.goto('/products/new')
  await name(page).fill('Поднос')
  await page.context().clearCookies()
  // Whatever asks next notices it: as a rule this, or a question that was still under way.
  await page.evaluate("document.querySelector('button[type=submit]')?.click()")
  await page.getByText('Сеанс закончился. Войдите, и вы вернётесь туда, где были.').waitFor()
  await page.getByLabel('Электронная почта').fill(account.email)
  await page.getByLabel('Пароль', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Войти' }).click()
  await name(page).waitFor()
  expect(await name(page).inputValue()).toBe('Поднос')
  await save(page).click()
  await rows(page, 'Поднос').waitFor()
})
