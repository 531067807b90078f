/** The limits of a company in a real browser: what is used of them, the warning, and the refusal. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { NO_LIMITS } from '../../server/domain/limits.ts'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import type { VisitorSettings } from '../support/app/chromium.ts'
import { newOwner } from '../support/scene/team.ts'
import { made } from '../support/scene/web-shop.ts'

const MOST = 10
const app = useApp({ limits: { ...NO_LIMITS, products: MOST, fileBytes: 20 * 1_048_576 } })

const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens the app as the owner of a company that has some products. */
async function ownerWith(products: number, settings: VisitorSettings = {}) {
  const owner = await newOwner(app.sessionUrl)
  for (let count = 0; count < products; count += 1) await made(owner, 'products', { name: `Чайник ${count}` })
  const visitor = await app.visitor(settings)
  await actAs(visitor, owner)
  return { owner, page: visitor.page }
}

test('the settings and the overview show how much of each limit is used, and warn from 90 % on', async () => {
  const { owner, page } = await ownerWith(MOST - 2)
  const shown = page.getByRole('region', { name: 'Сколько занято' })
  const warnings = shown.getByRole('status')
  await page.goto('/settings/company')
  await shown.waitFor()
  expect(plain(await shown.textContent())).toContain('Товары: 8 из 10')
  expect(plain(await shown.textContent())).toContain('Место для файлов: 0 МБ из 20 МБ')
  expect(await shown.getByRole('progressbar', { name: 'Товары' }).getAttribute('aria-valuenow')).toBe('80')
  expect(await warnings.count()).toBe(0)

  await made(owner, 'products', { name: 'Девятый' })
  await page.goto('/overview')
  const warning = page.getByRole('status').filter({ hasText: 'Товаров 9 из 10' })
  await warning.waitFor()
  await warning.getByRole('link', { name: 'Сколько занято' }).click()
  await warnings.waitFor()
  expect(plain(await warnings.textContent())).toBe('Скоро новые товары нельзя будет добавить.')
  expect(await barriersInBothThemes(page)).toEqual([])
})

test('the app explains why a product beyond the limit is refused, and keeps what the user typed', async () => {
  const { owner, page } = await ownerWith(MOST)
  const name = page.getByRole('textbox', { name: 'Название', exact: true })
  await page.goto('/products/new')
  await name.fill('Лишний')
  await button(page, 'Сохранить').click()
  const refused = page.getByRole('alert').filter({ hasText: 'Товаров уже 10, а можно не больше 10' })
  await refused.waitFor()
  expect(await name.inputValue()).toBe('Лишний')
  const { items } = (await owner.get('/api/v1/products')).json
  expect((await owner.send('DELETE', `/api/v1/products/${items[0].id}`)).status).toBe(200)
  await button(page, 'Сохранить').click()
  await page.getByRole('row').filter({ hasText: 'Лишний' }).waitFor()
})

test('the English app also shows the limits and explains a refusal because of a limit', async () => {
  const { page } = await ownerWith(MOST, { locale: 'en-GB' })
  await page.goto('/settings/company')
  const shown = page.getByRole('region', { name: 'What is used' })
  await shown.getByText('No more products can be added.').waitFor()
  expect(plain(await shown.textContent())).toContain('Products: 10 of 10')
  expect(plain(await shown.textContent())).toContain('Room for files: 0 MB of 20 MB')
  await page.goto('/products/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('One more')
  await button(page, 'Save').click()
  await page.getByRole('alert').filter({ hasText: 'There are 10 products, and at most 10 are allowed.' }).waitFor()
})
