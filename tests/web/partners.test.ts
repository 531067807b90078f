/** Partners, own organizations and contracts in a real browser. */
import { expect, test } from 'vitest'
import { barriersInBothThemes, signedInVisitor, useApp } from '../support/app.ts'

const app = useApp()

test('a partner with contacts, an organization, and the contract between them', async () => {
  const { page } = await signedInVisitor(app)
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const save = async () => page.getByRole('button', { name: 'Сохранить' }).click()
  await page.goto('/organizations/new')
  await field('Название').fill('ООО Лавка')
  await field('ИНН').fill('7707083893')
  await save()
  await page.getByRole('row').filter({ hasText: 'ООО Лавка' }).waitFor()
  await page.goto('/partners/new')
  await field('Название').fill('Иван Петров')
  await field('Телефон').fill('+7 900 000-00-00')
  await page.getByRole('button', { name: 'Добавить контакт' }).click()
  await field('Имя').fill('Мария')
  expect(await barriersInBothThemes(page)).toEqual([])
  await save()
  await page.getByRole('row').filter({ hasText: 'Иван Петров' }).waitFor()
  await page.getByText('Мария').waitFor()
  await page.getByRole('tab', { name: 'Договоры' }).click()
  await page.getByRole('link', { name: 'Добавить договор' }).click()
  await page.locator('select[name="organizationId"]').selectOption({ label: 'ООО Лавка' })
  await field('Номер').fill('Д-7')
  await save()
  const row = page.getByRole('row').filter({ hasText: 'Д-7' })
  await row.waitFor()
  expect(await row.textContent()).toContain('Иван Петров')
})
