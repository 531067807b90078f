/** Tests the import from MoySklad in a real browser, with our fake MoySklad: from the token to records on screen. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { barriersInBothThemes, signedInVisitor, useApp } from '../support/app/app.ts'
import { FAKE_TOKEN, type FakeMoysklad, startFakeMoysklad } from '../support/moysklad/fake-moysklad.ts'
import type { Rights } from '../support/moysklad/fake-moysklad-answers.ts'
import { NO_PACE } from '../support/moysklad/node.ts'

/**
 * The fake MoySklad's tokens, each with the rights of its user. A token that is removed from here is no longer
 * accepted.
 */
const tokens: Record<string, Rights> = { [FAKE_TOKEN]: {} }
const fake: FakeMoysklad = await startFakeMoysklad({ tokens })
const app = useApp({ extsys: { url: fake.url, pace: NO_PACE } })
beforeAll(() => expect(fake.url).toContain('127.0.0.1'))
afterAll(() => fake.close())
afterEach(() => {
  tokens[FAKE_TOKEN] = {}
  fake.heal()
})

test('a user can connect MoySklad, choose what to import, read the report and start the import', async () => {
  const { page } = await signedInVisitor(app)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/settings/import')
  await page.getByLabel('Токен МоегоСклада').fill('no-such-token-here')
  await button('Подключить').click()
  await page.getByText('Внешняя система не принимает этот токен').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByLabel('Токен МоегоСклада').fill(FAKE_TOKEN)
  await button('Подключить').click()
  await page.getByText('Что перенести').waitFor()
  expect(await page.content()).not.toContain(FAKE_TOKEN)
  await page.getByLabel('Закупки (станут черновиками)').uncheck()
  await button('Прочитать').click()
  await page.getByText('Готово к записи').waitFor()
  await page.getByRole('heading', { name: 'На что посмотреть' }).waitFor()
  await button('Открыть отчёт').click()
  await page.getByLabel('Строки отчёта').first().selectOption('all')
  // Choose the full list of report rows, because rows without a problem appear only there.
  await page.getByRole('row').filter({ hasText: 'Цена продажи' }).first().click()
  await page.getByText('Как было в источнике').click()
  expect(await barriersInBothThemes(page)).toEqual([])
  const download = page.waitForEvent('download')
  await button('Скачать таблицу').click()
  expect((await download).suggestedFilename()).toMatch(/^import-.*\.xlsx$/)
  await page.getByRole('link', { name: 'К переносу' }).click()
  await button('Записать').click()
  await page.getByRole('dialog').getByText('Будет создано').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Записать' }).click()
  await page.getByText('Перенесено', { exact: true }).first().waitFor()
  const { items } = (await (await page.request.get('/api/v1/products?limit=1&sort=name&archived=false')).json()) as {
    items: { name: string }[]
  }
  await page.goto('/products')
  await page.getByRole('row').filter({ hasText: items[0]!.name }).first().waitFor()
})

test('the import page shows why an import stopped and what to do', async () => {
  const { page } = await signedInVisitor(app)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const connect = async (token: string) => {
    await page.getByLabel('Токен МоегоСклада').fill(token)
    await button('Подключить').click()
  }
  await page.goto('/settings/import')
  await connect(FAKE_TOKEN)
  await page.getByText('Что перенести').waitFor()
  fake.fail({ path: /entity\/product/, times: 1_000, how: { kind: 'status', status: 503 } })
  await button('Прочитать').click()
  await page.getByRole('alert').filter({ hasText: 'МойСклад сейчас не работает' }).waitFor()
  expect(await page.getByText('Читаем и готовим').count()).toBeGreaterThan(0)
  delete tokens[FAKE_TOKEN]
  fake.heal()
  await page.getByText('Остановлено', { exact: true }).waitFor()
  const said = page.getByRole('alert').filter({ hasText: 'МойСклад не принимает токен' })
  expect(await said.textContent()).toContain('Создайте в МоёмСкладе новый токен и подключитесь снова')
  expect(await barriersInBothThemes(page)).toEqual([])
  tokens[FAKE_TOKEN.replaceAll('c0ffee', 'decaf0')] = {}
  await button('Сменить токен').click()
  await connect(FAKE_TOKEN.replaceAll('c0ffee', 'decaf0'))
  await button('Сменить токен').waitFor()
  await button('Продолжить').click()
  await page.getByText('Готово к записи').waitFor()
  expect(await said.count()).toBe(0)
  await button('Записать').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Записать' }).click()
  await page.getByText('Перенесено', { exact: true }).first().waitFor()
  const integration = await page.request.get('/api/v1/integrations/extsys')
  const { jobs } = (await integration.json()) as { jobs: { counts: Record<string, number> }[] }
  const { create, written, failed } = jobs[0]!.counts
  expect([written, failed]).toEqual([create, 0])
})

test('an import can be paused, continued and cancelled in the app', async () => {
  const { page } = await signedInVisitor(app, { locale: 'en-GB' })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/settings/import')
  await page.getByLabel('MoySklad token').fill(FAKE_TOKEN)
  await button('Connect').click()
  await page.getByText('What to import').waitFor()
  for (let one = 0; one < 3; one += 1) fake.fail({ how: { kind: 'too often', retryAfterMs: 60_000 } })
  await button('Read').click()
  await page.getByText('MoySklad asks us to wait until').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await button('Pause').click()
  await page.getByText('Paused').waitFor()
  await button('Resume').click()
  await button('Pause').waitFor()
  await button('Cancel the import').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the import' }).click()
  await page.getByText('Cancelled').waitFor()
  await button('Disconnect').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByLabel('MoySklad token').waitFor()
})
