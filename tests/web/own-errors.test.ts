/**
 * Checks that forms report missing fields themselves, at the field and in the app's language, and that the browser
 * shows no validation messages.
 */
import { expect, test } from 'vitest'
import { barriersInBothThemes, signedInVisitor, useApp } from '../support/app/app.ts'

const app = useApp()

/** A script that returns the first invalid field's name, its message, and whether the field has the focus. */
const shown = `(() => {
  const wrong = document.querySelector('[aria-invalid="true"]')
  const text = document.getElementById(wrong?.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')
  return { name: wrong?.name, says: text?.textContent, isFocused: wrong === document.activeElement }
})()`

test.each([
  ['ru', '/organizations/new', 'Сохранить', 'Звёздочка * — поле обязательное.', 'Заполните это поле'],
  ['en', '/organizations/new', 'Save', 'Fields with an asterisk * are required.', 'Please fill this in'],
] as const)(
  'in the language %s the form %s shows which required fields are missing',
  async (language, path, action, legend, says) => {
    const { page } = await signedInVisitor(app, { locale: language === 'ru' ? 'ru-RU' : 'en-GB' })
    await page.goto(path)
    const name = 'name'
    const field = page.locator('input[name="name"]')
    await field.waitFor()
    expect(await page.locator('form:not([novalidate])').count()).toBe(0)
    await page.getByText(legend, { exact: true }).waitFor()
    await page.getByRole('button', { name: action, exact: true }).click()
    await expect.poll(() => page.evaluate(shown)).toEqual({ name, says, isFocused: true })
    expect(await barriersInBothThemes(page)).toEqual([])
    await field.fill('Ромашка')
    await expect.poll(() => page.evaluate(shown)).toMatchObject({ name: undefined })
    await page.getByRole('button', { name: action, exact: true }).click()
    await page.getByRole('heading', { name: 'Ромашка' }).waitFor()
  },
)

test('the sign-in page reports a malformed e-mail address at its field', async () => {
  const { page } = await app.visitor()
  await page.goto('/sign-in')
  await page.locator('input[name="email"]').fill('кто-то')
  await page.locator('input[name="password"]').fill('x')
  await page.keyboard.press('Enter')
  const says = 'Проверьте адрес: в нём имя, знак @ и домен'
  await expect.poll(() => page.evaluate(shown)).toEqual({ name: 'email', says, isFocused: true })
})

test('every required field of a form is marked with an asterisk', async () => {
  const { page } = await signedInVisitor(app)
  for (const path of ['/products/new', '/organizations/new', '/stock/receive', '/stock/write-off', '/partners/new']) {
    await page.goto(path)
    await page.locator('form input').first().waitFor()
    const bare = await page.evaluate<string[]>(
      `[...document.querySelectorAll('form :is(input, select, textarea)')]
        .filter((one) => one.required || one.getAttribute('aria-required') === 'true')
        .map((one) => one.closest('.mantine-InputWrapper-root'))
        .filter((place) => place !== null && place.querySelector('.mantine-InputWrapper-required') === null)
        .map((place) => place.textContent)`,
    )
    expect(bare, path).toEqual([])
    expect(await page.locator('.mantine-InputWrapper-required').count(), path).toBeGreaterThan(0)
  }
})
