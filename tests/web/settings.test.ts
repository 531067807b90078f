/**
 * Tests the settings in a real browser: reference records, the team and its roles, tokens, the account, the audit log,
 * and the self-check.
 */
import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, signedInVisitor, useApp } from '../support/app/app.ts'
import { walkTo } from '../support/app/walk.ts'
import { totpCode } from '../support/fakes/totp.ts'
import { Browser, newAccount } from '../support/node/browser.ts'
import type { Json } from '../support/node/client.ts'
import { addMember, newOwner } from '../support/scene/team.ts'
import { made, stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Opens a page as an owner, with an API client of the same owner. */
async function ownerAt(path: string) {
  const owner = await newOwner(app.sessionUrl)
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  await visitor.page.goto(path)
  return { page: visitor.page, owner }
}

/** Creates a record with the given name on a page. */
async function create(page: Page, path: string, name: string): Promise<void> {
  await page.goto(`${path}/new`)
  await field(page, 'Название').fill(name)
  await button(page, 'Сохранить').click()
  await row(page, name).waitFor()
}

test('a warehouse can be created, renamed, archived and restored in the settings', async () => {
  const { page } = await signedInVisitor(app)
  await create(page, '/settings/warehouses', 'Главный')
  await button(page, 'Изменить').click()
  await field(page, 'Город').fill('Казань')
  await button(page, 'Сохранить').click()
  await row(page, 'Казань').waitFor()
  await page.getByRole('tab', { name: 'История' }).click()
  await page.getByText('Изменён склад «Главный»').waitFor()
  expect(await page.getByRole('definition').filter({ hasText: 'Казань' }).textContent()).toContain('пусто')
  await button(page, 'Действия').click()
  await page.getByRole('menuitem', { name: 'Удалить' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
  await page.getByText('«Главный» — последний действующий склад').waitFor()
  await page.keyboard.press('Escape')
  await create(page, '/settings/warehouses', 'Запасной')
  await button(page, 'Действия').click()
  await page.getByRole('menuitem', { name: 'В архив' }).click()
  await row(page, 'Запасной').waitFor({ state: 'detached' })
  await button(page, 'Вернуть').click()
  await row(page, 'Запасной').waitFor()
})

test('every kind of archived record can be restored from the message that says it was archived', async () => {
  const { page, owner } = await ownerAt('/overview')
  const partner = await made(owner, 'partners', { name: 'Иван Петров', phone: '+7 900 000-00-00', discountPercent: 5 })
  const organization = await made(owner, 'organizations', { name: 'ООО Лавка' })
  const terms = { kind: 'sale', partnerId: partner.id, organizationId: organization.id }
  const kinds: readonly (readonly [path: string, api: string, name: string, record: Json])[] = [
    ['/partners', 'partners', 'Иван Петров', partner],
    ['/organizations', 'organizations', 'ООО Лавка', organization],
    ['/contracts', 'contracts', 'Д-7', await made(owner, 'contracts', { ...terms, number: 'Д-7' })],
    ['/products', 'products', 'Чайник', await made(owner, 'products', { name: 'Чайник', sku: 'K-1', price: 1500 })],
  ]
  for (const [path, api, name, record] of kinds) {
    const now = async () => (await owner.get(`/api/v1/${api}/${record.id}`)).json
    await walkTo(page, `${path}/${record.id}`)
    await button(page, 'Действия').last().click()
    await page.getByRole('menuitem', { name: 'В архив' }).click()
    const told = page.getByRole('alert').filter({ hasText: 'в архиве' }).filter({ hasText: name })
    await told.waitFor()
    await row(page, name).waitFor({ state: 'detached' })
    expect(await now(), name).toMatchObject({ archived: true })
    await told.getByRole('button', { name: 'Вернуть' }).click()
    await row(page, name).waitFor()
    const { revision: _revision, updatedAt: _updatedAt, ...rest } = record
    expect(await now(), name).toMatchObject({ ...rest, archived: false })
  }
})

test('a filter value and other records that cannot be deleted can be archived and restored', async () => {
  const { page, owner } = await ownerAt('/overview')
  const filter = await made(owner, 'filters', { name: 'Цвет' })
  const { id: valueId } = await made(owner, `filters/${filter.id}/values`, { name: 'красный' })
  const shop = await stockedShop(owner)
  await walkTo(page, `/settings/filters/${filter.id}`)
  await button(page, 'В архив: «красный»').click()
  await button(page, 'Вернуть из архива: «красный»').waitFor()
  await page.getByRole('alert').getByRole('button', { name: 'Вернуть' }).click()
  await button(page, 'В архив: «красный»').waitFor()
  const [{ values }] = (await owner.get('/api/v1/filters')).json.items
  expect(values).toMatchObject([{ id: valueId, name: 'красный', archived: false }])

  await walkTo(page, `/products/${shop.kettleId}`)
  await button(page, 'Действия').last().click()
  await page.getByRole('menuitem', { name: 'Удалить' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
  await page.getByRole('dialog').getByText('Запись используется').waitFor()
  await button(page, 'Отправить в архив').click()
  const told = page.getByRole('alert').filter({ hasText: '«Чайник эмалированный» в архиве' })
  await told.getByRole('button', { name: 'Вернуть' }).click()
  await row(page, 'Чайник эмалированный').waitFor()
  expect((await owner.get(`/api/v1/products/${shop.kettleId}`)).json.archived).toBe(false)
})

test('the values of a filter can be added, renamed and deleted', async () => {
  const { page } = await signedInVisitor(app)
  await create(page, '/settings/filters', 'Цвет')
  for (const value of ['красный', 'синий']) {
    await field(page, 'Новое значение').fill(value)
    await button(page, 'Добавить').click()
    await button(page, `Удалить «${value}»`).waitFor()
  }
  await button(page, 'Переименовать «синий»').click()
  await field(page, 'Значение').fill('голубой')
  await button(page, 'Сохранить').click()
  await button(page, 'Удалить «красный»').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
  await button(page, 'Удалить «красный»').waitFor({ state: 'detached' })
  expect(await row(page, 'Цвет').textContent()).toContain('голубой')
})

test('a custom field with options can be created in the settings', async () => {
  const { page } = await signedInVisitor(app)
  await page.goto('/settings/custom-fields/new')
  await page.getByRole('group', { name: 'Новое поле' }).getByLabel('У кого поле').selectOption('partner')
  await page.getByLabel('Что в поле').selectOption('select')
  await field(page, 'Название').fill('Откуда узнал')
  await page.getByRole('combobox', { name: 'Варианты' }).fill('реклама')
  await page.keyboard.press('Enter')
  expect(await barriersInBothThemes(page)).toEqual([])
  await button(page, 'Сохранить').click()
  expect(await row(page, 'Откуда узнал').textContent()).toContain('контрагенты')
  await create(page, '/settings/price-types', 'Оптовая')
  // Check that the price type form explains that price types are optional.
  await page.goto('/settings/price-types/new')
  await page.getByText('Необязательно: если в разных городах цены разные.').waitFor()
})

test('a new company name and notification setting apply at once', async () => {
  const { page } = await signedInVisitor(app)
  await page.goto('/settings/company')
  await field(page, 'Название компании').fill('Лавка у моря')
  await page.getByLabel('Сообщать, когда').check()
  await button(page, 'Сохранить').click()
  await page.getByRole('region', { name: 'Складно' }).getByText('Лавка у моря').waitFor()
  const settings = await (await page.request.get('/api/v1/settings')).json()
  expect(settings).toMatchObject({ companyName: 'Лавка у моря', lowStockAlerts: true, timeZone: 'Europe/Moscow' })
})

test('a new time zone applies at once to the times that the app shows', async () => {
  const { page, owner } = await ownerAt('/settings/company')
  await made(owner, 'warehouses', { name: 'Дальний' })
  const { at } = (await owner.get('/api/v1/audit?limit=1')).json.items[0]
  const timeIn = (timeZone: string) =>
    new Intl.DateTimeFormat('ru-RU', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(at))
  const entry = page.getByRole('main').getByText('Дальний').first()
  const shown = async () => {
    await walkTo(page, '/settings/audit')
    await entry.waitFor()
    return page.getByRole('main').innerText()
  }
  await field(page, 'Название компании').waitFor()
  expect(await shown()).toContain(timeIn('Europe/Moscow'))
  await walkTo(page, '/settings/company')
  const zone = page.getByRole('combobox', { name: 'Часовой пояс' })
  await zone.click()
  await zone.fill('Владивосток')
  await page.getByRole('option', { name: /^Владивосток/ }).click()
  await button(page, 'Сохранить').click()
  await expect.poll(async () => (await owner.get('/api/v1/settings')).json.timeZone).toBe('Asia/Vladivostok')
  const text = await shown()
  expect(text).toContain(timeIn('Asia/Vladivostok'))
  expect(text).not.toContain(timeIn('Europe/Moscow'))
})

test('an issued token works until it is revoked', async () => {
  const { page } = await signedInVisitor(app)
  await page.goto('/settings/tokens')
  await page.getByText('Ключей пока нет').waitFor()
  await button(page, 'Новый ключ').click()
  await field(page, 'Для чего ключ').fill('Сайт')
  await button(page, 'Выпустить').click()
  const secret = await field(page, 'Ключ').inputValue()
  await button(page, 'Готово').click()
  const ask = async () =>
    (await fetch(`${app.url}/api/v1/products`, { headers: { authorization: `Bearer ${secret}` } })).status
  expect(await ask()).toBe(200)
  expect(await page.content()).not.toContain(secret)
  await button(page, 'Отозвать ключ: Сайт').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отозвать' }).click()
  await page.getByText('Ключей пока нет').waitFor()
  await expect.poll(ask).toBe(401)
})

test('a storekeeper who was invited by a link sees no costs, not even by calling the API', async () => {
  const { page } = await signedInVisitor(app)
  await page.goto('/products/new')
  await field(page, 'Название').fill('Чайник')
  await button(page, 'Ещё: вид, артикул, штрихкоды, минимум и другое').click()
  await field(page, 'Закупочная цена (для новых приёмок)').fill('777')
  await button(page, 'Сохранить').click()
  await page.getByText('777').waitFor()
  await page.goto('/settings/team')
  await button(page, 'Пригласить').click()
  await field(page, 'Электронная почта').fill('keeper@example.org')
  await page.getByRole('dialog').getByRole('button', { name: 'Пригласить' }).click()
  // Check that the page shows that no mail was sent, because no mail server is configured.
  await page.getByText('Письмо на keeper@example.org не отправлено').waitFor()
  await button(page, 'Готово').click()
  await button(page, 'Пригласить').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Пригласить' }).click()
  const link = await field(page, 'Ссылка приглашения').inputValue()
  await button(page, 'Готово').click()
  await page.getByText('Любой со ссылкой').waitFor()

  const { page: theirs } = await app.visitor()
  const account = newAccount({ password: 'kettles on every shelf' })
  await theirs.goto(link)
  await theirs.getByLabel('Ваше имя').fill(account.name)
  await theirs.getByLabel('Электронная почта').fill(account.email)
  await theirs.getByLabel(/^Новый пароль/).fill(account.password)
  await theirs.getByRole('button', { name: 'Зарегистрироваться и вступить' }).click()
  await theirs.getByRole('heading', { name: 'Обзор' }).waitFor()
  await theirs.goto('/products')
  await row(theirs, 'Чайник').click()
  await theirs.getByRole('heading', { name: 'Чайник' }).waitFor()
  expect(await theirs.locator('body').textContent()).not.toMatch(/777|Себестоимость|Закупочная/)
  await theirs.goto('/settings')
  await theirs.getByRole('link', { name: 'Моя учётная запись' }).waitFor()
  expect(await theirs.getByRole('link', { name: /Ключи API|Сотрудники|Перенос|Самопроверка/ }).count()).toBe(0)
  const ask = (method: string, path: string) =>
    theirs.evaluate(
      async ([how, where]) => {
        const body = how === 'GET' ? {} : { body: JSON.stringify({ name: 'x' }) }
        const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
        return (await fetch(where!, { method: how!, headers, ...body })).status
      },
      [method, path],
    )
  for (const [method, path] of [
    ['POST', '/api/v1/products'],
    ['POST', '/api/v1/tokens'],
    ['GET', '/api/v1/members'],
    ['GET', '/api/v1/purchases'],
    ['GET', '/api/v1/self-check'],
  ] as const)
    expect([path, await ask(method, path)]).toEqual([path, 403])

  // Check that a changed role takes effect at once, and then remove the member.
  await page.reload()
  await page.getByLabel(`Роль: ${account.name}`).selectOption('manager')
  await page.getByText(`Роль изменена: ${account.name}`).waitFor()
  await expect.poll(() => ask('GET', '/api/v1/purchases')).toBe(200)
  await button(page, `Убрать из компании: ${account.name}`).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Убрать из компании' }).click()
  await page.getByText(`«${account.name}» больше не в компании`).waitFor()
  await expect.poll(() => ask('GET', '/api/v1/products')).toBe(403)
})

test('the second factor can be switched on with an authenticator code, and off again', async () => {
  const { page, account } = await signedInVisitor(app)
  await page.goto('/settings/account')
  await button(page, 'Включить').waitFor()
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  await page.getByText(`Складно, версия ${version}`, { exact: true }).waitFor()
  await button(page, 'Включить').click()
  const password = page.getByRole('region', { name: 'Моя учётная запись' }).getByLabel('Нынешний пароль').last()
  await password.fill(account.password)
  await button(page, 'Продолжить').first().click()
  await page.getByRole('img', { name: 'Код для приложения-аутентификатора' }).waitFor()
  const key = await field(page, 'Ключ для ручного ввода').inputValue()
  await field(page, 'Код из шести цифр').fill(totpCode(`otpauth://totp/x?secret=${key}`))
  expect(await barriersInBothThemes(page)).toEqual([])
  await button(page, 'Подтвердить').click()
  await page.getByText('Сохраните их').waitFor()
  await page.getByText('Включён: при входе').waitFor()
  await button(page, 'Выключить').click()
  // Fill in the field of this form, because the page has other fields with the same label.
  const form = page.locator('form').filter({ has: button(page, 'Выключить') })
  await form.getByLabel('Нынешний пароль').fill(account.password)
  await form.getByRole('button', { name: 'Выключить' }).click()
  await page.getByText('Выключен. Включите').waitFor()
})

test('the list of sessions marks the current device, and sessions on other devices can be ended there', async () => {
  const { page, account } = await signedInVisitor(app)
  const elsewhere = new Browser(app.sessionUrl)
  await elsewhere.signIn(account)
  await page.goto('/settings/account')
  const sessions = page.getByRole('listitem').filter({ hasText: 'действует до' })
  await sessions.nth(1).waitFor()
  expect(await sessions.filter({ hasText: 'Это устройство' }).count()).toBe(1)
  expect(await sessions.first().textContent()).toContain('Это устройство')
  expect(await sessions.first().getByRole('button').count()).toBe(0)
  await sessions.nth(1).getByRole('button').click()
  await sessions.nth(1).waitFor({ state: 'detached' })
  expect(await elsewhere.session()).toBe(401)
  await page.reload()
  await page.getByText('Это устройство').waitFor()
})

test('the audit log shows who did what, with the values before and after', async () => {
  const { page, account } = await signedInVisitor(app)
  await create(page, '/settings/warehouses', 'Главный')
  await button(page, 'Изменить').click()
  await field(page, 'Название').fill('Центральный')
  await button(page, 'Сохранить').click()
  await row(page, 'Центральный').waitFor()
  await page.goto('/settings/audit')
  expect(await row(page, 'Центральный').textContent()).toContain(account.name)
  await row(page, 'Центральный').click()
  await page.locator('del', { hasText: 'Главный' }).waitFor()
  await page.getByRole('heading', { name: 'Изменён склад «Центральный»' }).waitFor()
  await page.getByText('Запись после этого').waitFor()
  const latin = /Warehouse|[a-z]{4}|\d{4}-\d\d/
  expect(await page.getByRole('region', { name: 'Изменён склад «Центральный»' }).innerText()).not.toMatch(latin)
  await button(page, 'Отбор').click()
  await page.getByLabel('О чём').selectOption('order')
  await page.getByText('Записей нет').waitFor()
  // Check that an entry whose id is in the page's address is opened, even if the list does not show the entry.
  await page.reload()
  await page.getByText('Записей нет').waitFor()
  await page.getByRole('heading', { name: 'Изменён склад «Центральный»' }).waitFor()
  await page.goto('/settings/self-check')
  await button(page, 'Проверить').click()
  await page.getByText('Всё сходится').waitFor()
  await page.getByText('Наличие равно сумме остатков партий').waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(latin)
  expect(await barriersInBothThemes(page)).toEqual([])
})

test('the audit log shows an order’s first change with the values before and after it', async () => {
  const { page, owner } = await ownerAt('/settings/audit')
  const { warehouseId, kettleId } = await stockedShop(owner)
  const items = [{ productId: kettleId, quantity: 1 }]
  const order = await made(owner, 'orders', { customer: 'Иван Петров', warehouseId, channel: 'Сайт', items })
  const reply = await owner.send('PATCH', `/api/v1/orders/${order.id}/status`, { status: 'picking' })
  expect(reply.status).toBe(200)
  // Wait until the list, which is already open, also shows the status change. It appears above the entry for the
  // order's creation.
  const entries = row(page, `заказ ${order.number}`)
  await expect.poll(() => entries.count()).toBe(2)
  await entries.first().click()
  await page.locator('del', { hasText: 'новый' }).waitFor()
  await page.locator('ins', { hasText: 'в сборке' }).waitFor()
})

test('the English app contains no Russian text', async () => {
  const { page } = await signedInVisitor(app, { locale: 'en-GB' })
  for (const name of ['company', 'warehouses', 'custom-fields', 'team', 'tokens', 'audit', 'self-check', 'account']) {
    await page.goto(`/settings/${name}`)
    await page.locator('main h1').waitFor()
    const text = await page.locator('main').innerText()
    // Ignore the names of people and companies, which are not translated.
    expect(text.replace(/Владелец \d+|ООО «\d+»/g, '')).not.toMatch(/[а-яё]/i)
  }
})

test('an owner can download all of the company’s data, but a manager cannot', async () => {
  const owner = await newOwner(app.sessionUrl)
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const { page } = visitor
  await page.goto('/settings/company')
  const link = page.getByRole('link', { name: 'Скачать всё' })
  await link.waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  expect((await stat(await download.path())).size).toBeGreaterThan(1_000)
  const other = await app.visitor()
  await actAs(other, await addMember(app, owner, 'manager'))
  await other.page.goto('/settings/company')
  await field(other.page, 'Название компании').waitFor()
  expect(await other.page.getByRole('link', { name: 'Скачать всё' }).count()).toBe(0)
})
