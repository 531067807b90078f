/** Tests the overview: a new company's first steps, the open tasks, and the results of work. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, signedInVisitor, useApp } from '../support/app/app.ts'
import { newAccount } from '../support/node/browser.ts'
import { addMember, newOwner } from '../support/scene/team.ts'
import { made, stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()

const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ')
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const linesOf = async (page: Page, name: string) =>
  (await part(page, name).getByRole('listitem').allTextContents()).map(plain)
const save = (page: Page) => page.getByRole('button', { name: 'Сохранить' }).click()

/** Opens the overview with the keyboard shortcut that works everywhere. */
async function toOverview(page: Page): Promise<void> {
  await page.locator('body').press('Escape')
  await page.getByRole('link', { name: 'Обзор' }).focus()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByRole('heading', { name: 'Обзор', level: 1 }).waitFor()
}

/** Types into a search field and chooses an option. */
async function choose(page: Page, field: string, typed: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).last().fill(typed)
  await page.getByRole('option', { name: option }).click()
}

const STEPS = [
  'Создайте первый товар',
  'Примите первый товар: склад и поставщика назовёте там же',
  'Создайте первый заказ',
  'Пригласите коллегу или выпустите ключ API',
]

test('up to its first shipment, each finished step disappears from a new company’s overview', async () => {
  const { page } = await app.visitor()
  const account = newAccount({ password: 'kettles on every shelf' })
  await page.goto('/sign-up')
  await page.getByLabel('Ваше имя').fill(account.name)
  await page.getByLabel('Название компании').fill(account.companyName)
  await page.getByLabel('Электронная почта').fill(account.email)
  await page.getByLabel(/^Новый пароль/).fill(account.password)
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
  await part(page, 'Чего ещё не хватает').waitFor()
  expect(await linesOf(page, 'Чего ещё не хватает')).toEqual(STEPS)
  const doors = part(page, 'С чего начнём').getByRole('link')
  const addresses = await doors.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual(['/settings/import', '/tables', '/purchasing/files', '/products/new'])
  expect(await barriersInBothThemes(page)).toEqual([])

  const step = (name: string) => part(page, 'Чего ещё не хватает').getByRole('link', { name }).click()
  const name = page.getByRole('textbox', { name: 'Название', exact: true })
  await step('Создайте первый товар')
  await name.fill('Чайник')
  await page.getByLabel('Цена', { exact: true }).fill('1500,5')
  await page.getByRole('button', { name: 'Ещё: вид' }).click()
  await page.getByLabel('Неснижаемый остаток').fill('20')
  await save(page)
  await page.getByRole('row').filter({ hasText: 'Чайник' }).waitFor()
  await toOverview(page)
  await part(page, 'Сделать сейчас').getByText('0 из 20').waitFor()
  expect(await part(page, 'С чего начнём').count()).toBe(0)
  await step('Примите первый товар')
  await choose(page, 'Товар', 'Чай', 'Чайник')
  await choose(page, 'Поставщик', 'ООО «Ромашка»', 'Создать «ООО „Ромашка“»')
  await page.getByRole('button', { name: 'Создать', exact: true }).last().click()
  await page.getByLabel('Количество').fill('12')
  await page.getByLabel('Цена закупки').fill('980,5')
  await page.locator('footer').getByRole('button', { name: 'Принять' }).click()
  await page.getByText('Принято: Чайник').waitFor()
  await toOverview(page)
  await part(page, 'Чего ещё не хватает').getByText('Создайте первый заказ').waitFor()
  await expect.poll(() => linesOf(page, 'Чего ещё не хватает')).toEqual(STEPS.slice(2))

  await step('Создайте первый заказ')
  await choose(page, 'Покупатель', 'Иван Петров', 'Создать «Иван Петров»')
  const entry = page.getByRole('combobox', { name: 'Артикул, штрихкод или название' })
  await entry.fill('Чайник')
  await page.getByRole('option', { name: 'Чайник' }).first().waitFor()
  await entry.press('Enter')
  await page.getByRole('textbox', { name: 'Количество: Чайник' }).fill('2')
  await page.getByRole('button', { name: 'Оформить заказ' }).click()
  await page.getByRole('heading', { name: /^Заказ / }).waitFor()
  await toOverview(page)
  await part(page, 'Сделать сейчас').getByRole('link', { name: 'Собрать: новые заказы' }).click()
  await page.getByRole('row').filter({ hasText: 'Иван Петров' }).click()
  await page.getByRole('button', { name: 'В сборку' }).click()
  await toOverview(page)
  await part(page, 'Сделать сейчас').getByRole('link', { name: 'Отгрузить: заказы в сборке' }).click()
  await page.getByRole('row').filter({ hasText: 'Иван Петров' }).click()
  await page.getByRole('button', { name: 'Отгрузить' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отгрузить' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await toOverview(page)
  await part(page, 'Сейчас').getByText('3 001,00 ₽').waitFor()
  expect(plain(await part(page, 'Сейчас').textContent())).toBe(
    'СейчасОтгружено сегодня3 001,00 ₽ · 1Валовая прибыль сегодня1 040,00 ₽Стоимость остатков9 805,00 ₽',
  )
  await expect
    .poll(async () => (await linesOf(page, 'Сделать сейчас'))[0])
    .toContain('Заказать: ниже неснижаемого остатка1')
  const sales = part(page, 'Продажи')
  await sales.locator('canvas').waitFor()
  await expect
    .poll(async () => plain(await sales.getByRole('figure').textContent()))
    .toContain('Выручка 3 001,00 ₽Валовая прибыль 1 040,00 ₽')
})

/** The number of clicks and filled fields that a new owner needed in an earlier version. */
const STEPS_BEFORE = 27

test('a new company can print its first delivery note with fewer clicks and entries than in an earlier version', async () => {
  const { page } = await signedInVisitor(app)
  const steps: string[] = []
  const click = async (name: string | RegExp, within: Page | Locator = page) => {
    steps.push(`click ${name}`)
    const target = within.getByRole('button', { name, exact: true }).or(within.getByRole('link', { name, exact: true }))
    await target.filter({ visible: true }).last().click()
  }
  const fill = async (label: string, text: string) => {
    steps.push(`type ${label}`)
    await page
      .getByLabel(new RegExp(`^${label}( \\*)?$`))
      .filter({ visible: true })
      .last()
      .fill(text)
  }
  const create = async (field: string, name: string) => {
    steps.push(`type ${field}`, `click Создать «${name}»`)
    await choose(page, field, name, `Создать «${name}»`)
  }
  await page.goto('/')
  await click('Создать первый товар')
  await fill('Название', 'Чайник')
  await fill('Цена', '1500,5')
  await click('Сохранить')
  await page.getByText('0 шт · 0 в резерве · 0 доступно').waitFor()
  await click('Принять')
  await create('Поставщик', 'Завод')
  await click('Создать')
  await fill('Количество', '12')
  // A product that was never received has no cost yet, so the cost field is marked as required.
  const unitCost = page.getByRole('textbox', { name: 'Цена закупки' })
  await expect.poll(() => unitCost.getAttribute('aria-required')).toBe('true')
  await fill('Цена закупки', '980,5')
  await page.getByText('Станет в наличии 12 шт, сейчас 0 шт.').waitFor()
  await click('Принять', page.locator('footer'))
  await page.getByText('12 шт · 0 в резерве · 12 доступно').waitFor()
  await click('В заказ')
  await create('Покупатель', 'Иван Петров')
  await click('Оформить заказ')
  await page.getByRole('heading', { name: /^Заказ / }).waitFor()
  await click('Отгрузить')
  await page.getByRole('dialog').getByText('Отгрузить 1 позицию, себестоимость 980,50 ₽.').waitFor()
  await click('Отгрузить', page.getByRole('dialog'))
  await click('Накладная')
  await page.getByRole('heading', { name: /^Накладная к заказу / }).waitFor()
  expect(plain(await page.getByRole('row').nth(1).textContent())).toContain('Чайник1 шт1 500,50 ₽')
  await page.evaluate('window.print = () => { window.wasPrinted = true }')
  await click('Напечатать')
  expect(await page.evaluate('window.wasPrinted')).toBe(true)
  expect(steps.length, steps.join('\n')).toBeLessThan(STEPS_BEFORE)
  expect(steps).toHaveLength(19)
})

test('the overview of a trading company shows at once what other users do', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  await made(owner, 'organizations', { name: 'ООО «Свои»' })
  await owner.post('/api/v1/tokens', { name: 'Сайт' })
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const { page } = visitor
  await page.goto('/')
  await part(page, 'Чего ещё не хватает').getByText('Создайте первый заказ').waitFor()
  const body = { customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт' }
  const order = await made(owner, 'orders', { ...body, items: [{ productId: shop.kettleId, quantity: 1 }] })
  // Check that the overview changes without a page reload.
  await part(page, 'Сделать сейчас').getByText('1 500,00 ₽').waitFor()
  await part(page, 'Чего ещё не хватает').waitFor({ state: 'detached' })
  await owner.send('PATCH', `/api/v1/orders/${order.id}/status`, { status: 'shipped' })
  await part(page, 'Сделать сейчас').getByText('Сейчас ничего не ждёт.').waitFor()
  await page.reload()
  const chart = part(page, 'Стоимость остатков')
  const picture = chart.getByRole('group', { name: /Стрелки/ })
  await picture.locator('canvas').waitFor()
  await expect.poll(async () => plain(await chart.getByRole('figure').textContent())).toContain('Стоимость 12 448,00 ₽')
  await picture.focus()
  await page.keyboard.press('Home')
  await expect.poll(async () => plain(await chart.locator('figcaption').textContent())).toContain('Стоимость 0,00 ₽')
  await chart.getByText('Те же цифры таблицей').click()
  expect(await chart.getByRole('row').count()).toBe(31)
  await page.getByRole('combobox', { name: 'Период графиков' }).selectOption('Год')
  await expect.poll(() => chart.getByRole('row').count()).toBeLessThan(15)
  expect(await barriersInBothThemes(page)).toEqual([])
})

test('a storekeeper’s overview shows the storekeeper’s tasks and no costs', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const body = { customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт' }
  const order = await made(owner, 'orders', { ...body, items: [{ productId: shop.kettleId, quantity: 3 }] })
  await owner.send('PATCH', `/api/v1/orders/${order.id}/status`, { status: 'shipped' })
  await made(owner, 'orders', { ...body, items: [{ productId: shop.kettleId, quantity: 2 }] })
  const visitor = await app.visitor({ locale: 'en-GB' })
  await actAs(visitor, await addMember(app, owner, 'storekeeper'))
  const { page } = visitor
  await page.goto('/overview')
  await part(page, 'Now').waitFor()
  const seen = plain(await page.locator('body').textContent())
  expect(seen).toContain('Shipped today')
  // The three kettles cost 2,200, and the stock is worth 10,948. Check that the storekeeper sees the sales total, but
  // neither of these costs.
  expect(seen).toContain('4,500.00')
  expect(seen).not.toMatch(/2[, ]?200|2[, ]?300|10[, ]?948|700|800|profit|[Cc]ost|value|Что|Сейчас/i)
  expect(await part(page, 'Still to do').count()).toBe(0)
  expect(await page.getByRole('figure').count()).toBe(0)
})

test('the overview of an empty company offers each role what it may do', async () => {
  const owner = await newOwner(app.sessionUrl)
  for (const [role, steps, doors] of [
    ['manager', 3, 2],
    ['viewer', 0, 0],
    ['storekeeper', 0, 0],
  ] as const) {
    const visitor = await app.visitor()
    await actAs(visitor, await addMember(app, owner, role))
    const { page } = visitor
    await page.goto('/overview')
    await page.getByText(role === 'manager' ? 'Создайте первый товар' : 'Здесь появится, что сделать').waitFor()
    await expect.poll(() => part(page, 'Чего ещё не хватает').getByRole('listitem').count()).toBe(steps)
    expect(await part(page, 'С чего начнём').getByRole('listitem').count()).toBe(doors)
  }
  const { page } = await signedInVisitor(app, { isPhone: true, width: 320, height: 640 })
  await page.goto('/overview')
  await part(page, 'С чего начнём').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
})
