/** Tests the way of a photographed purchase document through the app, from its upload to the goods in stock. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { signedUp } from '../support/node/browser.ts'
import type { Json } from '../support/node/client.ts'
import { made } from '../support/scene/web-shop.ts'

const app = useApp({ recognition: { recognizer: null, workers: 1 } })

const PHOTO = fileURLToPath(new URL('../recognition/pages/5007.png', import.meta.url))
/**
 * The time limit of the test in milliseconds. It is long because recognition has the lowest priority and mostly waits
 * while other tests run.
 */
const LIMIT_MS = 240_000

test(
  'a photographed document can be checked line by line beside its page and posted to stock',
  async () => {
    const owner = await signedUp(app.sessionUrl)
    const warehouse = await made(owner, 'warehouses', { name: 'Основной' })
    const truth = JSON.parse(await readFile(PHOTO.replace(/\.\w+$/, '.json'), 'utf8'))
    const visitor = await app.visitor()
    await actAs(visitor, owner)
    const { page } = visitor
    await page.goto('/purchasing/files')
    await page.getByText('Загрузите снимок накладной').waitFor()
    expect(await barriersInBothThemes(page)).toEqual([])
    await page.locator('input[type="file"]').first().setInputFiles(PHOTO)
    const row = page.getByRole('row').filter({ hasText: basename(PHOTO) })
    await row.getByText('проверьте').waitFor({ timeout: LIMIT_MS })
    await row.click()
    await page.getByRole('img', { name: 'Снимок страницы 1' }).waitFor()
    const heads = page.locator('[data-head]')
    const isChosen = async (number: number) =>
      (await page.getByRole('button', { name: `Строка ${number} на снимке` }).getAttribute('data-chosen')) === 'true'
    expect(await heads.count()).toBe(truth.lines.length)
    await heads.nth(1).click()
    await expect.poll(() => isChosen(2)).toBe(true)
    await page.getByRole('button', { name: 'Строка 1 на снимке' }).click()
    await expect.poll(() => heads.nth(0).getAttribute('aria-expanded')).toBe('true')
    expect(await isChosen(2)).toBe(false)
    await page.getByRole('button', { name: /^Создать поставщика: .*ИНН \d+/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Создать' }).click()
    await page.getByText('Поставщик создан').waitFor()
    await page.getByRole('button', { name: /^Создать \d+ товар/ }).click()
    const names = page.getByRole('dialog', { name: 'Проверьте названия новых товаров' })
    for (const box of await names.getByLabel('Название верное, создать').all()) await box.check()
    await names.getByRole('button', { name: /^Создать \d+ товар/ }).click()
    await page.getByText('Товар не выбран').first().waitFor({ state: 'detached' })
    await page.getByText(/сходится с документом/).waitFor()
    await page.getByLabel('Количество').fill('7')
    await page.getByText(/^Не сходится: 7 ×/).waitFor()
    await page.getByLabel('Количество').press('Enter')
    await page.locator('ol > li').first().getByText('принята').waitFor()
    expect(await barriersInBothThemes(page)).toEqual([])
    await page.getByLabel('Вид документа').selectOption('receipt')
    await page.getByRole('button', { name: 'Создать черновик' }).click()
    await page.waitForURL(/\/purchasing\/documents\/\w/)
    await page.getByText('черновик').first().waitFor()
    // Check that the page of the file links to the draft document and to the next step.
    await page.goto('/purchasing/files')
    await row.click()
    await page.getByText(/^Документ .* · черновик/).waitFor()
    expect((await owner.get('/api/v1/stock')).json.items).toEqual([])
    await page.getByRole('button', { name: 'Принять на склад' }).click()
    await page.getByText('Товар на складе «Основной»').waitFor()
    await page.getByRole('link', { name: 'Показать остатки' }).click()
    await page
      .getByRole('row')
      .filter({ hasText: /7\s(шт|м2)/ })
      .first()
      .waitFor()
    const { items } = (await owner.get(`/api/v1/stock?warehouseId=${warehouse.id}`)).json
    const expected = truth.lines.map(({ quantity }: Json, at: number) => (at === 0 ? 7 : quantity))
    expect(items.map(({ onHand }: Json) => onHand).sort()).toEqual(expected.sort())
  },
  LIMIT_MS,
)
