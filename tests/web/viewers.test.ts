/**
 * Visits every page of the app as a read-only user. No actions may be offered, no request may be refused, and costs may
 * be shown only to users with the right to see them.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { walkTo } from '../support/app/walk.ts'
import { FigureSearch } from '../support/scene/cost-figures.ts'
import { COSTS } from '../support/scene/costly-company.ts'
import { joinAs, setMembership } from '../support/scene/members.ts'
import { openWholeCompany, pagesOf, type WholeCompany } from '../support/scene/whole-company.ts'

const app = useApp()
let company: WholeCompany
beforeAll(async () => {
  company = await openWholeCompany(app)
})
afterAll(() => company?.stop())

/**
 * The names of buttons that change something. «Оплатить: документы поставщиков» is an exception: it only links to
 * unpaid documents.
 */
const DEEDS =
  /^(Создать|Изменить|Удалить|В архив|Сохранить|Провести|Отгрузить|В сборку|Принять|Списать|Переместить|Оплатить(?!:)|Загрузить|Пригласить|Новый ключ|Записать|Добавить)/

/** Visits every page that the app offers. Returns the faults found and the content that was loaded and shown. */
async function walk(seesCosts: boolean) {
  const { browser } = await joinAs(app, company.client.companyId, { role: 'viewer', seesCosts })
  const visitor = await app.visitor()
  const { page } = visitor
  await actAs(visitor, browser)
  const answers: Promise<string>[] = []
  const refused: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const isStream = response.headers()['content-type']?.startsWith('text/event-stream') === true
    if (!pathname.startsWith('/api/v1/') || isStream) return
    if (response.status() >= 400) refused.push(`${response.status()} ${pathname}`)
    answers.push(response.text().catch(() => ''))
  })
  await page.goto('/overview')
  await page.getByRole('link', { name: 'Настройки' }).waitFor()
  const shown: string[] = []
  const offered: string[] = []
  for (const address of pagesOf(company, seesCosts)) {
    await walkTo(page, address)
    shown.push(await page.locator('body').innerText())
    const names = await page
      .locator('main')
      .getByRole('button')
      .or(page.locator('main').getByRole('link'))
      .allInnerTexts()
    offered.push(...names.filter((name) => DEEDS.test(name.trim())).map((name) => `${address}: ${name}`))
  }
  return { refused, offered, shown: shown.join('\n'), answers: (await Promise.all(answers)).join('\n') }
}

const search = new FigureSearch(Object.values(COSTS))

test('a viewer who may not see costs sees no costs in the app', async () => {
  const { refused, offered, shown, answers } = await walk(false)
  expect(refused).toEqual([])
  expect(offered).toEqual([])
  expect([search.in(answers), search.in(shown)]).toEqual([[], []])
  expect(shown).not.toMatch(/[Сс]ебестоимость|Цена закупки|Минимальная цена/)
})

test('a viewer who may see costs sees them in the app', async () => {
  const { refused, offered, shown } = await walk(true)
  expect(refused).toEqual([])
  expect(offered).toEqual([])
  expect(search.in(shown)).toEqual(expect.arrayContaining([COSTS.cost, COSTS.unitCost, COSTS.payment]))
})

test('costs disappear at once from a user’s page and browser when an owner hides them', async () => {
  const { client, productId } = company
  const { browser } = await joinAs(app, client.companyId, { role: 'viewer', seesCosts: true })
  const visitor = await app.visitor()
  const { page } = visitor
  await actAs(visitor, browser)
  await page.goto(`/products/${productId}`)
  await page.getByRole('tab', { name: 'Остатки' }).click()
  const shown = async () => search.in(await page.locator('body').innerText())
  await expect.poll(shown).toContain(COSTS.unitCost)
  await page.evaluate(
    (figure) => sessionStorage.setItem('skladno.draft.receive', JSON.stringify({ figure })),
    COSTS.cost,
  )
  const { user } = await browser.session()
  const change = { companyId: client.companyId, userId: user.id }
  await setMembership(app, change, { role: 'viewer', seesCosts: false })
  // The page must reload by itself when the user's rights change.
  await page.waitForEvent('load')
  await page.getByRole('tab', { name: 'Остатки' }).waitFor()
  await page.getByRole('link', { name: 'Отчёты' }).waitFor()
  expect(await shown()).toEqual([])
  expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain(
    String(COSTS.cost),
  )
  await page.getByRole('link', { name: 'Отчёты' }).click()
  await page.getByText('Оборот').first().waitFor()
  expect(await page.getByText('Валовая прибыль').count()).toBe(0)
  await page.goBack()
  await page.getByRole('tab', { name: 'Остатки' }).waitFor()
  expect(await shown()).toEqual([])
  // Let the user see costs again. The costs must reappear.
  await setMembership(app, change, { role: 'viewer', seesCosts: true })
  await expect.poll(shown, { timeout: 20_000 }).toContain(COSTS.unitCost)
})

test('every page shows the same message to a role that may not open it', async () => {
  const { ids } = company
  const refusedTo = async (member: Parameters<typeof joinAs>[2], addresses: readonly string[]) => {
    const { browser } = await joinAs(app, company.client.companyId, member)
    const visitor = await app.visitor()
    await actAs(visitor, browser)
    await visitor.page.goto('/overview')
    for (const address of addresses) {
      await walkTo(visitor.page, address)
      const title = visitor.page.getByRole('heading', { level: 1, name: 'Недоступно для вашей роли' })
      await title.waitFor().catch(() => expect.fail(`${address} does not say that it is for others`))
      expect(await visitor.page.locator('form').count(), address).toBe(0)
    }
    expect(await barriersInBothThemes(visitor.page)).toEqual([])
    await visitor.page.getByRole('link', { name: 'На главную' }).click()
    await visitor.page.getByRole('heading', { level: 1, name: 'Обзор' }).waitFor()
    return visitor.page
  }
  const page = await refusedTo({ role: 'storekeeper' }, [
    ...['/orders/new', `/orders/${ids.orders}/edit`, '/products/new', '/purchasing/purchases', '/purchasing/documents'],
    ...['/purchasing/payments/new', '/reports/gross-profit', '/settings/team', '/settings/import', '/partners/new'],
  ])
  await refusedTo({ role: 'viewer', seesCosts: true }, [
    ...['/stock/receive', '/stock/write-off', '/stock/receive/lines', '/tables', '/purchasing/purchases/new'],
    ...[`/purchasing/documents/${ids['procurement/documents']}/edit`, `/partners/${ids.partners}/edit`],
  ])
  await walkTo(page, '/reports/no-such-report')
  await page.getByRole('heading', { level: 1, name: 'Такой страницы нет' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.goto('/no/such/page')
  await page.getByRole('heading', { level: 1, name: 'Такой страницы нет' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
})
