/**
 * Checks that nothing that a user types in a form is lost and nothing is done twice, whether because of a reload, a
 * lost connection, a second click, a refusal or an expired session.
 */
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, signedInVisitor, useApp } from '../support/app/app.ts'
import { intercept, loseAnswers } from '../support/app/interception.ts'
import { newOwner } from '../support/scene/team.ts'
import { made, stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()

const name = (page: Page) => page.getByRole('textbox', { name: 'Название', exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Сохранить' })
const rows = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Collects the idempotency keys of requests that create products. */
function keysOf(page: Page): string[] {
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/products'))
      keys.push(request.headers()['idempotency-key']!)
  })
  return keys
}

/** Returns the number of the company's products with the given name. */
async function countNamed(page: Page, text: string): Promise<number> {
  const answer = await page.request.get(`/api/v1/products?q=${encodeURIComponent(text)}`)
  return ((await answer.json()) as { items: unknown[] }).items.length
}

test('the typed values of a form and its idempotency key survive a reload', async () => {
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

test('a double click on the button of a form creates only one product', async () => {
  const { page } = await signedInVisitor(app)
  await page.goto('/products/new')
  await name(page).fill('Самовар')
  await save(page).dblclick()
  await rows(page, 'Самовар').waitFor()
  expect(await countNamed(page, 'Самовар')).toBe(1)
})

test('a form repeats a request whose response was lost with the same idempotency key', async () => {
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

test('a form shows a refusal at the field that caused it and uses a new idempotency key for the next attempt', async () => {
  const { page } = await signedInVisitor(app)
  await page.goto('/products/new')
  await name(page).fill('Ложка')
  const kind = page.getByRole('group', { name: 'Новый товар' }).getByLabel('Вид')
  await page.getByRole('button', { name: 'Ещё: вид' }).click()
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

test('signing in again after the session has ended leads back to the page where the user was', async () => {
  const { page, account } = await signedInVisitor(app)
  await page.goto('/products/new')
  await name(page).fill('Поднос')
  await page.context().clearCookies()
  // Click the button, because the app notices only at the next request that the session has ended. Usually the click
  // sends this request, but another one may still be in flight.
  await page.evaluate("document.querySelector('button[type=submit]')?.click()")
  await page.getByText('Сеанс закончился. Войдите, и вы вернётесь туда, где были.').waitFor()
  await page.getByLabel('Электронная почта').fill(account.email)
  await page.getByLabel(/^Пароль/).fill(account.password)
  await page.getByRole('button', { name: 'Войти' }).click()
  await name(page).waitFor()
  expect(await name(page).inputValue()).toBe('Поднос')
  await save(page).click()
  await rows(page, 'Поднос').waitFor()
})

const day = (page: Page, label: string) => page.getByRole('combobox', { name: label, exact: true })
const calendar = (page: Page) => page.getByRole('dialog', { name: 'Календарь' })
const chosenDay = (page: Page) => page.evaluate<string | undefined>('document.activeElement?.dataset.day')

test('a date field accepts dates typed in the usual formats', async () => {
  const { page } = await signedInVisitor(app)
  await page.goto('/purchasing/payments/new')
  const paid = day(page, 'Дата платежа')
  const draft = () =>
    page.evaluate<string>(
      "JSON.parse(sessionStorage.getItem('skladno.draft.purchasing/payments/new/')).values.now.paidAt",
    )
  await paid.fill('5.3.26')
  await paid.press('Enter')
  expect([await paid.inputValue(), await draft()]).toEqual(['05.03.2026', '2026-03-05'])
  // Check that the first Enter accepts the typed date and does not send the form.
  expect(await page.getByText('Заполните это поле').count()).toBe(0)
  await paid.fill('31.02.2026')
  await paid.press('Tab')
  await page.getByText('Такого дня нет.').waitFor()
  await page.keyboard.press('Control+Enter')
  expect(await page.getByText('Заполните это поле').count()).toBe(0)
  expect([await paid.inputValue(), await draft()]).toEqual(['31.02.2026', '2026-03-05'])
  expect(await barriersInBothThemes(page)).toEqual([])
  await paid.fill('07 12 2026')
  expect(await draft()).toBe('2026-12-07')
  await paid.fill('')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Заполните это поле').first().waitFor()
  expect(await draft()).toBe('')
})

test('the calendar of a date field can be used with the keyboard', async () => {
  const { page } = await signedInVisitor(app)
  await page.goto('/purchasing/payments/new')
  const paid = day(page, 'Дата платежа')
  await paid.fill('30.03.2026')
  await paid.press('ArrowDown')
  await calendar(page).getByRole('button', { name: '30 марта 2026', pressed: true }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  expect((await calendar(page).getByRole('columnheader').allTextContents()).join(' ')).toBe('пн вт ср чт пт сб вс')
  for (const [key, reached] of [
    ['ArrowDown', '2026-04-06'],
    ['ArrowLeft', '2026-04-05'],
    ['Home', '2026-03-30'],
    ['PageDown', '2026-04-30'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => chosenDay(page)).toBe(reached)
  }
  await page.keyboard.press('Escape')
  await calendar(page).waitFor({ state: 'detached' })
  expect(await paid.evaluate((field) => field.matches(':focus'))).toBe(true)
  await paid.press('ArrowDown')
  await expect.poll(() => chosenDay(page)).toBe('2026-03-30')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => chosenDay(page)).toBe('2026-03-23')
  await page.keyboard.press('Enter')
  await calendar(page).waitFor({ state: 'detached' })
  expect(await paid.inputValue()).toBe('23.03.2026')
  // Check that the keyboard can also reach everything in the calendar's month and year views.
  await paid.press('ArrowDown')
  await calendar(page).getByRole('button', { name: 'Март 2026' }).press('Enter')
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('март')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => chosenDay(page)).toMatch(/^2026-06/)
  await calendar(page).getByRole('button', { name: 'Без даты' }).click()
  expect(await paid.inputValue()).toBe('')
})

test('the day marked as today in a calendar is the company’s, even if the browser’s day is different', async () => {
  const owner = await newOwner(app.sessionUrl)
  expect(
    (
      await owner.send('PATCH', '/api/v1/settings', {
        companyName: 'Лавка',
        lowStockAlerts: false,
        dailySummary: false,
        timeZone: 'Pacific/Pago_Pago',
      })
    ).status,
  ).toBe(200)
  const visitor = await app.visitor({ timezoneId: 'Pacific/Kiritimati' })
  await actAs(visitor, owner)
  const { page } = visitor
  await page.goto('/purchasing/payments/new')
  await day(page, 'Дата платежа').fill('')
  await day(page, 'Дата платежа').press('ArrowDown')
  await calendar(page).getByRole('button', { name: 'Сегодня' }).waitFor()
  const looks = await calendar(page)
    .locator('[data-day]')
    .evaluateAll((days) =>
      days.map((one) => {
        // This code runs in the page, so it can use the page's `window`.
        const { getComputedStyle } = globalThis as unknown as { getComputedStyle(of: unknown): Record<string, string> }
        const { borderTopColor, borderTopWidth, outlineStyle, backgroundColor } = getComputedStyle(one)
        const border = borderTopWidth === '0px' ? '' : borderTopColor
        return [border, outlineStyle === 'none' ? '' : outlineStyle, backgroundColor].join(' ')
      }),
    )
  const plainest = looks.toSorted(
    (a, b) => looks.filter((one) => one === b).length - looks.filter((one) => one === a).length,
  )[0]
  expect(looks.filter((one) => one !== plainest)).toHaveLength(1)
})

test('Escape closes an open calendar before the dialog or the filters around it', async () => {
  const { page } = await signedInVisitor(app)
  await page.goto('/settings/tokens')
  await page.getByRole('button', { name: 'Новый ключ' }).first().click()
  await day(page, 'Действует до').press('ArrowDown')
  await calendar(page).waitFor()
  await expect.poll(() => chosenDay(page)).toBeDefined()
  await page.keyboard.press('Escape')
  await calendar(page).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/settings/audit')
  await page.getByRole('button', { name: 'Отбор' }).click()
  await day(page, 'С').press('ArrowDown')
  await expect.poll(() => chosenDay(page)).toBeDefined()
  await page.keyboard.press('Escape')
  await calendar(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Календарь' }).last().click()
  await calendar(page).locator('[data-day$="-15"]').click()
  await expect.poll(() => page.url()).toMatch(/to=\d{4}-\d\d-15/)
  await page.keyboard.press('Escape')
  await day(page, 'С').waitFor({ state: 'detached' })
})

test.each([
  ['/stock/receive', 'Товар'],
  ['/purchasing/payments/new', 'Контрагент'],
  ['/orders/new', 'Покупатель'],
])('Escape in the form %s, field "%s", first closes the field’s list and then the form', async (path, label) => {
  const { page } = await signedInVisitor(app)
  await page.goto(path)
  const field = page.getByRole('region').getByRole('combobox', { name: label }).last()
  const lists = page.getByRole('listbox')
  await field.press('ArrowDown')
  await lists.filter({ visible: true }).waitFor()
  await field.press('Escape')
  await expect.poll(() => lists.filter({ visible: true }).count()).toBe(0)
  // Check that the field's closed list stays in the page, but hidden.
  expect(await page.locator('[role="listbox"]').count()).toBeGreaterThan(0)
  await field.press('Escape')
  await field.waitFor({ state: 'detached' })
})

test('a form that cannot load the warehouses shows an error', async () => {
  const owner = await newOwner(app.sessionUrl)
  await made(owner, 'warehouses', { name: 'У реки' })
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const { page, context } = visitor
  const release = await intercept(page, { url: /\/api\/v1\/warehouses/ }, (route) => route.fulfill({ status: 500 }))
  await page.goto('/orders/new')
  await page.getByText('Список не загрузился.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Закрыть' }).click()
  await context.setOffline(true)
  await page.waitForFunction('!navigator.onLine')
  release()
  await page.keyboard.press('c')
  await page.getByText('Список не загрузился. Нет связи с сервисом.').waitFor()
  await context.setOffline(false)
  await page
    .getByLabel(/^Склад/)
    .getByRole('option', { name: 'У реки' })
    .waitFor({ state: 'attached' })
  expect(await page.getByText('Список не загрузился.').count()).toBe(0)
})

test('a form that waits for the list of warehouses shows after a few seconds that it keeps trying', async () => {
  const owner = await newOwner(app.sessionUrl)
  await made(owner, 'warehouses', { name: 'У реки' })
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const { page } = visitor
  const held: Route[] = []
  const release = await intercept(page, { url: /\/api\/v1\/warehouses/ }, (route) => held.push(route))
  await page.goto('/orders/new')
  const warehouse = page.getByLabel(/^Склад/)
  await warehouse.getByRole('option', { name: 'Загружаем' }).waitFor({ state: 'attached' })
  const late = page.getByRole('status').getByText('Сервер пока не отвечает.')
  expect(await late.count()).toBe(0)
  await late.waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  release()
  for (const route of held) await route.continue()
  await warehouse.getByRole('option', { name: 'У реки' }).waitFor({ state: 'attached' })
  expect(await late.count()).toBe(0)
})

test('an order form that cannot load the price types shows an error and keeps the order’s own price type', async () => {
  const owner = await newOwner(app.sessionUrl)
  const { kettleId: productId, warehouseId } = await stockedShop(owner)
  const { id: priceTypeId } = await made(owner, 'price-types', { name: 'Оптовая' })
  const items = [{ productId, quantity: 1 }]
  const order = await made(owner, 'orders', {
    customer: 'Иван Петров',
    warehouseId,
    channel: 'Сайт',
    items,
    priceTypeId,
  })
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const { page } = visitor
  const release = await intercept(page, { url: /\/api\/v1\/price-types/ }, (route) => route.fulfill({ status: 500 }))
  await page.goto(`/orders/${order.id}/edit`)
  await page.getByText('Список не загрузился.').waitFor()
  const priceType = page.getByLabel('Тип цены', { exact: true })
  expect(await priceType.inputValue()).toBe(priceTypeId)
  expect(await barriersInBothThemes(page)).toEqual([])
  release()
  await page.getByRole('button', { name: 'Повторить' }).click()
  await priceType.getByRole('option', { name: 'Оптовая' }).waitFor({ state: 'attached' })
  expect(await priceType.inputValue()).toBe(priceTypeId)
  expect(await page.getByText('Список не загрузился.').count()).toBe(0)
})

/** Returns a form's stored draft, including the idempotency key for sending it. */
const keptDraft = (page: Page, draft: string) =>
  page.evaluate<string | null>(`sessionStorage.getItem('skladno.draft.${draft}')`)
const cancelForm = (page: Page) => page.getByRole('button', { name: 'Отменить', exact: true }).click()
const bringBack = (page: Page) => page.getByRole('button', { name: 'Вернуть', exact: true })

test('input discarded with «Отменить» can be restored together with its idempotency key', async () => {
  const { page } = await signedInVisitor(app)
  await page.goto('/products/new?q=чай')
  await cancelForm(page)
  await name(page).waitFor({ state: 'detached' })
  expect(await page.getByText('Черновик удалён').count()).toBe(0)

  await page.goto('/products/new?q=чай')
  await name(page).fill('Чайник')
  const draft = await keptDraft(page, 'products/new')
  await cancelForm(page)
  await page.getByText('Черновик удалён').waitFor()
  expect(await keptDraft(page, 'products/new')).toBeNull()
  // Start another draft first. Restoring the old draft replaces the new one, which can then be restored in turn.
  await page.getByRole('button', { name: 'Создать', exact: true }).first().click()
  await name(page).fill('Самовар')
  await bringBack(page).click()
  await expect.poll(() => name(page).inputValue()).toBe('Чайник')
  expect([await keptDraft(page, 'products/new'), new URL(page.url()).search]).toEqual([draft, '?q=%D1%87%D0%B0%D0%B9'])
  await bringBack(page).click()
  await expect.poll(() => name(page).inputValue()).toBe('Самовар')
  await page.getByRole('button', { name: 'Начать заново' }).click()
  await expect.poll(() => name(page).inputValue()).toBe('')
  // Check that both discarded drafts are still offered. The older message is above the newer one.
  await expect.poll(() => bringBack(page).count()).toBe(2)
  await bringBack(page).last().click()
  await expect.poll(() => name(page).inputValue()).toBe('Самовар')
})

test('a form that cannot reach the service shows at once that it keeps trying', async () => {
  const { page } = await signedInVisitor(app)
  await page.goto('/products/new')
  await name(page).fill('Поднос')
  const keys = keysOf(page)
  const release = await intercept(page, { url: '**/api/v1/products', method: 'POST' }, (route) => route.abort())
  await save(page).click()
  await page.getByText('Нет связи, пробуем ещё. Введённое на месте.').waitFor()
  const looks = () =>
    page.evaluate<string[]>(`(() => {
      const { opacity, color } = getComputedStyle(document.querySelector('input[name=name]'))
      return [opacity, color, getComputedStyle(document.body).color]
    })()`)
  const [opacity, color, plain] = await looks()
  expect([opacity, color]).toEqual(['1', plain])
  expect(await barriersInBothThemes(page)).toEqual([])
  release()
  await rows(page, 'Поднос').waitFor()
  expect(new Set(keys).size).toBe(1)
  expect(await countNamed(page, 'Поднос')).toBe(1)
})
