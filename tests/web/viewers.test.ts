/** Who may only look goes through the whole app: offered nothing else, refused nothing, and shown no cost unless it may see them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs, useApp } from '../support/app.ts'
import { FigureSearch } from '../support/cost-figures.ts'
import { COSTS } from '../support/costly-company.ts'
import { joinAs } from '../support/members.ts'
import { walkTo } from '../support/walk.ts'
import { openWholeCompany, pagesOf, type WholeCompany } from '../support/whole-company.ts'

const app = useApp()
let company: WholeCompany
beforeAll(async () => {
  company = await openWholeCompany(app)
})
afterAll(() => company?.stop())

/** What changes something; «Оплатить: документы поставщиков» leads to what is unpaid. */
const DEEDS =
  /^(Создать|Изменить|Удалить|В архив|Сохранить|Провести|Отгрузить|В сборку|Принять|Списать|Переместить|Оплатить(?!:)|Загрузить|Пригласить|Новый ключ|Записать|Добавить)/

/** Goes through all pages that are offered: what was wrong, and what was read and shown. */
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

test('a viewer who does not see costs', async () => {
  const { refused, offered, shown, answers } = await walk(false)
  expect(refused).toEqual([])
  expect(offered).toEqual([])
  expect([search.in(answers), search.in(shown)]).toEqual([[], []])
  expect(shown).not.toMatch(/[Сс]ебестоимость|Цена закупки|Минимальная цена/)
})

test('a viewer who sees them', async () => {
  const { refused, offered, shown } = await walk(true)
  expect(refused).toEqual([])
  expect(offered).toEqual([])
  expect(search.in(shown)).toEqual(expect.arrayContaining([COSTS.cost, COSTS.unitCost, COSTS.payment]))
})
