/**
 * Tests prices, discounts and margins in an order form: the amounts shown must match those in the service's response to
 * the kopeck.
 */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inShape } from '../../web/data/shapes.ts'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { lostAt } from '../support/app/layout.ts'
import type { Json } from '../support/node/client.ts'
import { addMember, newOwner, type Owner } from '../support/scene/team.ts'
import { made, stockedShop, type WebShop } from '../support/scene/web-shop.ts'

const app = useApp()

const KETTLE = 'Чайник эмалированный'
const CUP = 'Чашка фарфоровая'
const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ')
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const priceOf = (page: Page, name: string) => box(page, `Цена: ${name}`)
const discountOf = (page: Page, name: string) => box(page, `Скидка, %: ${name}`)
const entry = (page: Page) => page.getByRole('combobox', { name: 'Артикул, штрихкод или название' })
const save = (page: Page) => page.getByRole('button', { name: 'Сохранить' })
const place = (page: Page) => page.getByRole('button', { name: 'Оформить заказ' })
const total = async (page: Page) => plain(await page.getByText(/^(Сумма|Total): /).textContent())
/** Returns the description that is shown below a field. */
const said = async (field: Locator) => {
  const ids = (await field.getAttribute('aria-describedby')) ?? ''
  const texts = ids.split(' ').map((id) => field.page().locator(`[id="${id}"]`).textContent())
  return plain((await Promise.all(texts)).join(' '))
}
const isFocused = (page: Page, name: string) =>
  expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(name)

interface Seller {
  readonly page: Page
  readonly owner: Owner
  readonly shop: WebShop
}

async function seller(role: 'owner' | 'manager' = 'owner', locale = 'ru-RU'): Promise<Seller> {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const visitor = await app.visitor({ locale })
  await actAs(visitor, role === 'owner' ? owner : await addMember(app, owner, role))
  return { page: visitor.page, owner, shop }
}

const changeKettle = async (owner: Owner, shop: WebShop, fields: object) => {
  const reply = await owner.send('PATCH', `/api/v1/products/${shop.kettleId}`, { name: KETTLE, ...fields })
  expect(reply.status).toBe(200)
}

const placed = ({ owner, shop }: Seller, items: object[], fields: object = {}): Promise<Json> =>
  made(owner, 'orders', { customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт', items, ...fields })
const read = async (owner: Owner, id: string) => (await owner.get(`/api/v1/orders/${id}`)).json
const only = async (owner: Owner) => (await owner.get('/api/v1/orders')).json.items[0]

async function chooseCustomer(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Покупатель' }).last().fill('Иван')
  await page.getByRole('option', { name: 'Иван Петров' }).click()
}

test('an order with discounts, filled in with the keyboard alone, shows the amounts that the service computes', async () => {
  const { page, owner, shop } = await seller()
  await page.goto('/orders/new')
  const customer = page.getByRole('combobox', { name: 'Покупатель' }).last()
  await expect.poll(() => customer.evaluate((field) => field.matches(':focus'))).toBe(true)
  await page.keyboard.type('Иван')
  await page.getByRole('option', { name: 'Иван Петров' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await isFocused(page, 'Артикул, штрихкод или название')
  const type = async (...keys: string[]) => {
    for (const key of keys) await (/^[A-Z][a-z]/.test(key) ? page.keyboard.press(key) : page.keyboard.type(key))
  }
  await type('K-1', 'Enter')
  await isFocused(page, `Количество: ${KETTLE}`)
  await type('3', 'Tab')
  await isFocused(page, `Цена: ${KETTLE}`)
  expect(await priceOf(page, KETTLE).getAttribute('placeholder')).toBe('1\u00a0500')
  await type('1250,50', 'Tab', '12,5', 'Enter')
  await isFocused(page, 'Артикул, штрихкод или название')
  await type('C-1', 'Enter')
  await isFocused(page, `Количество: ${CUP}`)
  await type('7', 'Tab', 'Tab')
  await isFocused(page, `Скидка, %: ${CUP}`)
  await type('10', 'Tab', 'Tab')
  await isFocused(page, 'Артикул, штрихкод или название')
  await type('Tab', '100', 'Tab')
  await isFocused(page, 'Скидка на заказ: в процентах или рублях')
  await type('ArrowDown')
  // Line 1: 3 × 1,250.50 = 3,751.50; less 12.5 % (468.94), this is 3,282.56. Line 2: 7 × 250 = 1,750; less 10 %, this
  // is 1,575. The sum is 4,857.56. Of the discount of 100 roubles, line 1 gets 100 × 3,282.56 / 4,857.56 = 67.58, and
  // line 2 gets the remaining 32.42.
  await expect.poll(() => total(page)).toBe('Сумма: 4 757,56 ₽')
  const form = plain(await page.getByRole('group', { name: 'Новый заказ' }).innerText())
  expect(form).toContain('До скидки на заказ 4 857,56 ₽ Скидка на заказ −100,00 ₽ Сумма 4 757,56 ₽')
  // The kettles cost 2 × 700 + 800, so their margin is 3,214.98 − 2,200. The cups cost 7 × 93.70, so their margin is
  // 1,542.58 − 655.90.
  expect(form).toContain('3 214,98 ₽ Маржа 1 014,98 ₽ · 31,57 %')
  expect(form).toContain('1 542,58 ₽ Маржа 886,68 ₽ · 57,48 %')
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: /^Заказ \d/ }).waitFor()
  expect(await only(owner)).toMatchObject({
    discountAmount: 100,
    total: 4757.56,
    items: [
      {
        productId: shop.kettleId,
        quantity: 3,
        price: 1250.5,
        priceGiven: true,
        discountPercent: 12.5,
        amount: 3214.98,
      },
      { productId: shop.cupId, quantity: 7, price: 250, discountPercent: 10, amount: 1542.58 },
    ],
  })
  expect('priceGiven' in (await only(owner)).items[1]).toBe(false)
  const row = page.getByRole('row').filter({ hasText: KETTLE })
  expect((await row.getByRole('cell').allInnerTexts()).slice(1).map(plain)).toEqual([
    '3 шт',
    '1 250,50 ₽',
    '−12,5 %',
    '3 214,98 ₽',
  ])
  const foot = (await page.locator('tfoot tr').allInnerTexts()).map((text) => plain(text).trim())
  expect(foot).toEqual(['До скидки на заказ 4 857,56 ₽', 'Скидка на заказ −100,00 ₽', 'Сумма 4 757,56 ₽'])
})

test('changing the price of an order line sends only the difference, with the id of the line', async () => {
  const scene = await seller('manager')
  const { page, owner, shop } = scene
  const { kettleId, cupId } = shop
  const order = await placed(scene, [
    { productId: kettleId, quantity: 3 },
    { productId: kettleId, quantity: 1, price: 1400, discountPercent: 5 },
  ])
  // Change the catalogue price, which must not affect a line unless the line is priced again.
  await changeKettle(owner, shop, { price: 1900 })
  const sent: Json[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON())
  })
  await page.goto(`/orders/${order.id}/edit`)
  const [first, second] = [priceOf(page, KETTLE).first(), priceOf(page, KETTLE).last()]
  await expect.poll(() => first.getAttribute('placeholder')).toBe('1\u00a0500')
  expect([await first.inputValue(), await second.inputValue()]).toEqual(['', '1\u00a0400'])
  await first.fill('1 450,25')
  // The lines are 3 × 1,450.25 = 4,350.75, and 1,400 less 5 %, which is 1,330.
  await expect.poll(() => total(page)).toBe('Сумма: 5 680,75 ₽')
  await save(page).click()
  await page.getByRole('button', { name: 'Изменить' }).waitFor()
  expect(sent.at(-1)).toEqual({
    items: [
      { id: 1, productId: kettleId, quantity: 3, price: 1450.25 },
      { id: 2, productId: kettleId, quantity: 1 },
    ],
  })
  expect(await read(owner, order.id)).toMatchObject({ total: 5680.75, items: [{ priceGiven: true }, { price: 1400 }] })

  await page.getByRole('button', { name: 'Изменить' }).click()
  await first.fill('')
  await expect.poll(() => first.getAttribute('placeholder')).toBe('1\u00a0900')
  await discountOf(page, KETTLE).last().fill('')
  await entry(page).fill('C-1')
  await page.keyboard.press('Enter')
  await priceOf(page, CUP).fill('240')
  // The sum is 3 × 1,900 + 1,400 + 240.
  await expect.poll(() => total(page)).toBe('Сумма: 7 340,00 ₽')
  await save(page).click()
  await page.getByRole('button', { name: 'Изменить' }).waitFor()
  expect(sent.at(-1)).toEqual({
    items: [
      { id: 1, productId: kettleId, quantity: 3, price: null },
      { id: 2, productId: kettleId, quantity: 1, discountPercent: null },
      { id: null, productId: cupId, quantity: 1, price: 240 },
    ],
  })
  const { items, total: sum } = await read(owner, order.id)
  expect([sum, 'priceGiven' in items[0], 'discountPercent' in items[1]]).toEqual([7340, false, false])
  expect(items).toMatchObject([{ price: 1900 }, { price: 1400, priceGiven: true }, { price: 240, priceGiven: true }])
})

test('a manager is warned of a price below the minimum, while the owner may sell at such a price', async () => {
  const scene = await seller('manager')
  const { page, owner, shop } = scene
  await changeKettle(owner, shop, { minPrice: 1300 })
  await page.goto(`/orders/new?product=${shop.kettleId}`)
  await chooseCustomer(page)
  await entry(page).fill('C-1')
  await page.keyboard.press('Enter')
  const price = priceOf(page, KETTLE)
  await price.fill('1299,99')
  await expect.poll(() => said(price)).toBe('Не ниже 1 300,00 ₽')
  expect(await price.getAttribute('aria-invalid')).toBe('true')
  await price.fill('1300')
  await expect.poll(() => price.getAttribute('aria-invalid')).toBe(null)
  // The typed price is high enough now, but the discount of the whole order brings it below the minimum.
  await box(page, 'Скидка на заказ').fill('0,01')
  await expect.poll(() => price.getAttribute('aria-invalid')).toBe('true')
  await box(page, 'Скидка на заказ').fill('')
  await owner.send('PATCH', `/api/v1/products/${shop.cupId}`, { name: CUP, minPrice: 250 })
  await discountOf(page, CUP).fill('1')
  await place(page).click()
  await page.getByText('«Чашка фарфоровая»: цена ниже минимальной.').waitFor()
  await expect.poll(() => said(priceOf(page, CUP))).toBe('Цена ниже минимальной. Повысьте её или попросите владельца.')
  expect(await price.getAttribute('aria-invalid')).toBe(null)
  expect(await barriersInBothThemes(page)).toEqual([])

  const boss = await app.visitor()
  await actAs(boss, owner)
  await boss.page.goto(`/orders/new?product=${shop.kettleId}`)
  await chooseCustomer(boss.page)
  await priceOf(boss.page, KETTLE).fill('1000')
  await boss.page.getByText('Ниже минимальной: 1 300,00 ₽').waitFor()
  expect(await priceOf(boss.page, KETTLE).getAttribute('aria-invalid')).toBe(null)
  expect(await barriersInBothThemes(boss.page)).toEqual([])
  await place(boss.page).click()
  await boss.page.getByRole('heading', { name: /^Заказ \d/ }).waitFor()
  expect(await only(owner)).toMatchObject({ total: 1000, items: [{ price: 1000, priceGiven: true }] })
})

test('the discount of the customer can be applied to an order with one click', async () => {
  const { page, owner, shop } = await seller()
  await page.goto(`/orders/new?product=${shop.kettleId}`)
  await chooseCustomer(page)
  await page.getByText('У покупателя скидка 5 %: 1 425,00 ₽ вместо 1 500,00 ₽.').waitFor()
  await page.getByRole('button', { name: 'Дать скидку' }).click()
  const discount = box(page, 'Скидка на заказ')
  expect(await discount.inputValue()).toBe('5')
  await expect.poll(() => total(page)).toBe('Сумма: 1 425,00 ₽')
  expect(await page.getByText('У покупателя скидка').count()).toBe(0)
  const unit = page.getByRole('combobox', { name: 'Скидка на заказ: в процентах или рублях' })
  await unit.selectOption('₽')
  await discount.fill('1500,01')
  await discountOf(page, KETTLE).fill('100,5')
  await place(page).click()
  const isWrong = (field: Locator) => expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await isWrong(discountOf(page, KETTLE))
  await discountOf(page, KETTLE).fill('')
  await place(page).click()
  await isWrong(discount)
  await page.getByText(/Не больше 1\s?500/).waitFor()
  // Check that a discount that cannot be read is not sent.
  await discount.fill('сто')
  await place(page).click()
  await expect.poll(() => discount.evaluate((field) => field.matches(':focus'))).toBe(true)
  expect((await owner.get('/api/v1/orders')).json.items).toEqual([])
  await discount.fill('1500')
  await place(page).click()
  await page.getByRole('heading', { name: /^Заказ \d/ }).waitFor()
  expect(await only(owner)).toMatchObject({ discountAmount: 1500, total: 0 })
})

test('a price pasted from a spreadsheet becomes the price of the order line', async () => {
  const { page } = await seller()
  await page.goto('/orders/new')
  await entry(page).focus()
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'K-1\\t2\\t1 200,40\\nC-1\\t3\\t')
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
  await page.getByRole('button', { name: 'Добавить 2 строки' }).click()
  // The sum is 2 × 1,200.40 + 3 × 250.
  await expect.poll(() => total(page)).toBe('Сумма: 3 150,80 ₽')
  expect([await priceOf(page, KETTLE).inputValue(), await priceOf(page, CUP).inputValue()]).toEqual([
    '1\u00a0200,4',
    '',
  ])
})

test('two users who change the prices of one order see both versions', async () => {
  const scene = await seller()
  const { page, owner, shop } = scene
  const order = await placed(scene, [
    { productId: shop.kettleId, quantity: 3 },
    { productId: shop.cupId, quantity: 2 },
  ])
  await page.goto(`/orders/${order.id}/edit`)
  await priceOf(page, CUP).fill('200')
  await box(page, 'Скидка на заказ').fill('3')
  const theirs = { discountAmount: 50, items: [{ id: 1, productId: shop.kettleId, quantity: 3, discountPercent: 2 }] }
  expect((await owner.send('PATCH', `/api/v1/orders/${order.id}`, theirs)).status).toBe(200)
  const clash = page.getByRole('alert').filter({ hasText: 'кто-то ещё изменил то же самое' })
  await clash.waitFor()
  const cells = async (name: string) =>
    (await clash.getByRole('row').filter({ hasText: name }).getByRole('cell').allInnerTexts()).map(plain)
  expect(await cells('Скидка на заказ')).toEqual(['50,00 ₽', '3 %'])
  expect(await cells('Позиции')).toEqual([`${KETTLE} × 3 · −2 %`, `${KETTLE} × 3 ${CUP} × 2 · 200,00 ₽`])
  await clash.getByRole('button', { name: 'Оставить моё' }).click()
  await save(page).click()
  await page.getByRole('button', { name: 'Изменить' }).waitFor()
  const now = await read(owner, order.id)
  // Line 1 is 3 × 1,500 less 2 % = 4,410. Line 2 is 2 × 200 = 400. The discount on both is 3 %, or 144.30.
  expect([now.discountPercent, now.total, 'discountAmount' in now]).toEqual([3, 4665.7, false])
  expect(now.items).toMatchObject([
    { id: 1, discountPercent: 2 },
    { id: 2, productId: shop.cupId, price: 200, quantity: 2 },
  ])
})

test('a draft of an order change that an earlier app version stored opens with the prices of its order', async () => {
  const scene = await seller()
  const { page, owner, shop } = scene
  const order = await placed(scene, [{ productId: shop.kettleId, quantity: 3 }])
  await page.goto(`/orders/${order.id}/edit`)
  await box(page, `Количество: ${KETTLE}`).fill('4')
  // Store the draft in the format of version 1: its lines contained their position in the order, and no line had an id,
  // a price or a discount.
  await page.evaluate(`(() => {
    const name = 'skladno.draft.orders/${order.id}'
    const { v, ...draft } = JSON.parse(sessionStorage.getItem(name))
    const { discount, discountUnit, ...values } = draft.values
    values.lines = values.lines.map(({ price, discount, ...line }) => ({ ...line, item: 0 }))
    values.order.items = values.order.items.map(({ id, ...item }) => item)
    sessionStorage.setItem(name, JSON.stringify({ ...draft, values, v: 1 }))
  })()`)
  await page.reload()
  await page.getByText('Восстановлено то, что вы не успели сохранить').waitFor()
  expect(await priceOf(page, KETTLE).getAttribute('placeholder')).toBe('1\u00a0500')
  await expect.poll(() => total(page)).toBe('Сумма: 6 000,00 ₽')
  await save(page).click()
  await page.getByRole('button', { name: 'Изменить' }).waitFor()
  expect(await read(owner, order.id)).toMatchObject({ total: 6000, items: [{ id: 1, quantity: 4, price: 1500 }] })
})

test('a draft of an order change that an earlier app version stored keeps the prices and discounts of its order', () => {
  const items = [
    { id: 4, quantity: 3, price: 1400.5, priceGiven: true, discountPercent: 5 },
    { id: 2, quantity: 1.5, price: 250 },
  ]
  const order = { items, discountAmount: 100 }
  // Simulate an order from before shipments existed: nothing has been shipped from it.
  const untouched = items.map((item) => ({ ...item, shipped: 0, cancelled: 0, reserved: item.quantity }))
  const values = {
    customerId: 'c',
    channel: 'Сайт',
    order,
    lines: [{ key: 'a', item: 1 }, { key: 'b', item: 0 }, { key: 'c' }],
  }
  expect(inShape('draft', { v: 1, kept: { key: 'k', values } })).toEqual({
    key: 'k',
    values: {
      ...values,
      order: { ...order, items: untouched },
      lines: [
        { key: 'a', item: 2, price: '', discount: '' },
        { key: 'b', item: 4, price: '1400.5', discount: '5' },
        { key: 'c', price: '', discount: '' },
      ],
      discount: '100',
      discountUnit: '₽',
    },
  })
  const other = { key: 'k', values: { name: 'Чайник', channel: 'Сайт' } }
  expect(inShape('draft', { v: 1, kept: other })).toBe(other)
})

test.each([
  ['ru-RU', ['До скидки на заказ', 'Скидка на заказ, 7,5 %', 'Маржа 836,37 ₽ · 27,55 %'], ['Цена', 'Скидка, %']],
  [
    'en-GB',
    ['Before the order discount', 'Order discount, 7.5 %', 'Margin ₽836.37 · 27.55 %'],
    ['Price', 'Discount, %'],
  ],
])(
  'an order with discounts is not cut off on a telephone or on paper, in the locale %s',
  async (locale, [before, off, margin], heads) => {
    const scene = await seller('owner', locale)
    const { page, shop } = scene
    // Line 1 is 3 × 1,250.50 less 12.5 %, which is 3,282.56. With line 2, 7 × 250, the sum is 5,032.56. The order
    // discount of 7.5 % is 377.44.
    const order = await placed(
      scene,
      [
        { productId: shop.kettleId, quantity: 3, price: 1250.5, discountPercent: 12.5 },
        { productId: shop.cupId, quantity: 7 },
      ],
      { discountPercent: 7.5 },
    )
    const sizes = [
      { width: 360, height: 740 },
      { width: 320, height: 640 },
    ]
    const lost: string[] = []
    for (const [path, shown] of [
      [`/orders/${order.id}/edit`, margin!],
      [`/orders/${order.id}`, before!],
      [`/print/orders/${order.id}/note`, off!],
    ] as const) {
      await page.setViewportSize(sizes[0]!)
      await page.goto(path)
      await expect.poll(async () => plain(await page.locator('body').innerText())).toContain(shown)
      expect(await barriersInBothThemes(page)).toEqual([])
      for (const size of sizes) lost.push(...(await lostAt(page, size)).map((one) => `${path}: ${one}`))
    }
    expect(lost).toEqual([])
    const sheet = (await page.locator('article').boundingBox())!
    expect(sheet.x + sheet.width).toBeLessThanOrEqual(320)
    await page.setViewportSize({ width: 1280, height: 800 })
    const shownHeads = await page.getByRole('columnheader').allInnerTexts()
    expect(shownHeads).toEqual(expect.arrayContaining(heads))
  },
)

test('an order without discounts shows no column and no rows for discounts', async () => {
  const scene = await seller()
  const { page, shop } = scene
  const order = await placed(scene, [{ productId: shop.kettleId, quantity: 1 }])
  await page.goto(`/print/orders/${order.id}/order`)
  await page.getByRole('cell', { name: KETTLE }).waitFor()
  expect(await page.locator('body').innerText()).not.toMatch(/[Сс]кидк/)
  await page.goto(`/orders/${order.id}`)
  await page.getByRole('columnheader', { name: 'Цена' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Скидка, %' }).count()).toBe(0)
  expect(await page.getByText('До скидки').count()).toBe(0)
})

test('the history of an order shows its discount, even after the discount was removed', async () => {
  const scene = await seller()
  const { page, owner, shop } = scene
  const order = await placed(scene, [{ productId: shop.kettleId, quantity: 1 }])
  for (const discountAmount of [100, null])
    expect((await owner.send('PATCH', `/api/v1/orders/${order.id}`, { discountAmount })).status).toBe(200)
  await page.goto(`/orders/${order.id}?tab=history`)
  const panel = page.getByRole('tabpanel')
  await expect.poll(async () => plain(await panel.innerText())).toContain('Скидка на заказ 100,00 ₽ → пусто')
})
