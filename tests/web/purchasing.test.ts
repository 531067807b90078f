/** Tests purchasing in the app: a received purchase, a document from draft to full payment, and who may see what. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { FIELDS, methodsOf, typedFields } from '../support/app/definitions.ts'
import { type Browser, signedUp } from '../support/node/browser.ts'
import { addMember, newOwner } from '../support/scene/team.ts'
import { made, stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()

const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ')
const entry = (page: Page) => page.getByRole('combobox', { name: 'Артикул, штрихкод или название' })
const isFocused = (page: Page, name: string) =>
  expect.poll(() => page.getByRole('textbox', { name }).evaluate((field) => field.matches(':focus'))).toBe(true)

/** Types into a search field and chooses the matching option. */
async function choose(page: Page, field: string, typed: string): Promise<void> {
  await page.getByRole('region').getByRole('combobox', { name: field, exact: true }).last().fill(typed)
  await page.getByRole('option', { name: typed }).filter({ hasNotText: 'Создать' }).click()
}

async function buyer(as: (url: string) => Promise<Browser> = signedUp) {
  const owner = await as(app.sessionUrl)
  const shop = await stockedShop(owner)
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  return { page: visitor.page, owner, shop }
}

async function stockOf(owner: Browser, productId: string) {
  return (await owner.get(`/api/v1/stock?productId=${productId}`)).json.items[0].onHand
}

test('a purchase can be ordered, received in two parts, and is then in stock', async () => {
  const { page, owner, shop } = await buyer()
  await page.goto('/purchasing')
  await page.getByText('Здесь будут заказы поставщикам').waitFor()
  await page.getByRole('radio', { name: 'Закупки' }).press('Space')
  await page.getByText('Здесь будут закупки').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.keyboard.press('c')
  await choose(page, 'Товар', 'Чашка')
  await choose(page, 'Поставщик', 'ООО «Поставка»')
  await page.getByLabel('Количество').fill('24')
  await page.getByLabel('Цена').fill('90,5')
  await page.getByText('Закажем 24 шт на 2 172,00 ₽').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: /^Закупка / }).waitFor()
  await page.getByText('Ещё ничего не приехало').waitFor()

  await page.getByRole('link', { name: 'Принять' }).click()
  await expect.poll(() => page.getByLabel('Количество').inputValue()).toBe('24')
  await page.getByLabel('Количество').fill('20')
  await page.getByLabel('Из них брак').fill('1')
  await page.locator('footer').getByRole('button', { name: 'Принять' }).click()
  const record = page.getByRole('region', { name: /^Закупка / })
  await record.getByText('принята частично').waitFor()
  expect(plain(await record.textContent())).toMatch(/Принято19 шт.*Брак1 шт.*Осталось4 шт/)
  await record.getByText('брак и недостача 1').waitFor()
  expect(await stockOf(owner, shop.cupId)).toBe(59)

  await page.getByRole('link', { name: 'Принять' }).click()
  await expect.poll(() => page.getByLabel('Количество').inputValue()).toBe('4')
  await page.locator('footer').getByRole('button', { name: 'Принять' }).click()
  await record.getByText('принята', { exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Принять' }).count()).toBe(0)
  expect(await stockOf(owner, shop.cupId)).toBe(63)
  // Check that the dialog shows, without a request to the service, that a purchase with received goods cannot be
  // deleted.
  await record.getByRole('button', { name: 'Действия' }).click()
  await page.getByRole('menuitem', { name: 'Удалить' }).click()
  await page.getByRole('dialog').getByText('уже принимали товар').waitFor()
})

/** Enters a receipt of 3 kettles and 2 cups, with keyboard and scanner alone. */
async function typeReceipt(page: Page): Promise<void> {
  await page.goto('/purchasing/documents')
  await page.getByText('Здесь будут документы закупки').waitFor()
  await page.keyboard.press('c')
  const supplier = page.getByRole('combobox', { name: 'Поставщик' }).last()
  await supplier.waitFor()
  await expect.poll(() => supplier.evaluate((field) => field.matches(':focus'))).toBe(true)
  await page.keyboard.type('ООО')
  await page.getByRole('option', { name: 'ООО «Поставка»' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await entry(page).focus()
  await page.keyboard.type('K-1')
  await page.keyboard.press('Enter')
  const kettles = 'Цена: Чайник эмалированный'
  // Check that the form proposes the last purchase price.
  await expect.poll(() => page.getByRole('textbox', { name: kettles }).inputValue()).toBe('800')
  await isFocused(page, 'Количество: Чайник эмалированный')
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await isFocused(page, kettles)
  await page.keyboard.type('810,50')
  await page.keyboard.press('Enter')
  await expect.poll(() => entry(page).evaluate((field) => field.matches(':focus'))).toBe(true)
  // Scan without waiting for the app, as a scanner does. Each scan must add one piece.
  for (let piece = 1; piece <= 3; piece += 1) {
    await page.keyboard.type('4600000000024')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Количество: Чашка фарфоровая' }).inputValue())
      .toBe(String(piece))
  }
  await expect.poll(() => page.getByRole('textbox', { name: 'Цена: Чашка фарфоровая' }).inputValue()).toBe('93,7')
}

test('a receipt document can be drafted, posted, paid and cancelled with keyboard and scanner', async () => {
  const { page, owner, shop } = await buyer()
  await typeReceipt(page)
  await expect.poll(async () => plain(await page.locator('footer').textContent())).toContain('Сумма: 2 712,60 ₽')
  await page.keyboard.press('Control+Enter')
  const record = page.getByRole('region', { name: /^Приёмка / })
  await record.getByText('черновик').waitFor()
  expect(await stockOf(owner, shop.kettleId)).toBe(12)
  await record.getByRole('button', { name: 'Провести' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('поступит').waitFor()
  expect(plain(await dialog.textContent())).toContain('На склад «Основной» поступит 6 шт на 2 712,60 ₽.')
  await dialog.getByRole('button', { name: 'Провести' }).dblclick()
  await record.getByText('проведён', { exact: true }).waitFor()
  expect([await stockOf(owner, shop.kettleId), await stockOf(owner, shop.cupId)]).toEqual([15, 43])

  await record.getByRole('link', { name: 'Записать оплату' }).click()
  await expect.poll(() => page.getByLabel('Сумма').inputValue().then(plain)).toBe('2 712,6')
  expect(await page.getByRole('region').getByRole('combobox', { name: 'Контрагент' }).last().inputValue()).toBe(
    'ООО «Поставка»',
  )
  await page.keyboard.press('Control+Enter')
  const payment = page.getByRole('region', { name: /^Платёж / })
  await payment.getByText('черновик').waitFor()
  await payment.getByRole('button', { name: 'Провести' }).click()
  await dialog.getByText('останется не оплачено').waitFor()
  expect(plain(await dialog.textContent())).toMatch(
    /Списать 2 712,60 ₽: ООО «Поставка»\..*Приёмка \d+: останется не оплачено 0,00 ₽\./,
  )
  await dialog.getByRole('button', { name: 'Провести' }).click()
  await payment.getByText('проведён', { exact: true }).waitFor()
  await payment.getByRole('link', { name: /^Приёмка / }).click()
  await expect.poll(async () => plain(await record.textContent())).toContain('Оплачено 2 712,60 ₽, не оплачено 0,00 ₽.')
  expect(await record.getByRole('link', { name: 'Записать оплату' }).count()).toBe(0)
  await page.getByRole('tab', { name: 'Связи' }).click()
  await record.getByRole('link', { name: 'партия' }).first().waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])

  // Cancelling the document removes the goods from stock but keeps the payment. The dialog warns of both beforehand.
  await record.getByRole('button', { name: 'Действия' }).click()
  await page.getByRole('menuitem', { name: 'Отменить документ' }).click()
  await dialog.getByText('уйдёт обратно').waitFor()
  expect(plain(await dialog.textContent())).toMatch(/уйдёт обратно 6 шт на 2 712,60 ₽.*оплачено 2 712,60 ₽/)
  await dialog.getByRole('button', { name: 'Отменить документ' }).click()
  await record.getByText('отменён', { exact: true }).waitFor()
  expect(await stockOf(owner, shop.kettleId)).toBe(12)
})

test('a refusal of a document is shown at the field that caused it', async () => {
  const { page, owner, shop } = await buyer()
  const draft = await made(owner, 'procurement/documents', {
    kind: 'receipt',
    lines: [{ productId: shop.cupId, quantity: 1, unitCost: 90 }],
  })
  await page.goto(`/purchasing/documents/${draft.id}`)
  const record = page.getByRole('region', { name: /^Приёмка / })
  await record.getByRole('button', { name: 'Провести' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('нужны: склад, поставщик').waitFor()
  expect(await dialog.getByRole('button', { name: 'Провести' }).count()).toBe(0)
  expect(await barriersInBothThemes(page)).toEqual([])
  await dialog.getByRole('link', { name: 'Заполнить' }).click()
  const cups = page.getByRole('textbox', { name: 'Количество: Чашка фарфоровая' })
  const cost = page.getByRole('textbox', { name: 'Цена: Чашка фарфоровая' })
  await cups.fill('999999999')
  // Check that an unusually large quantity needs confirmation before it is sent.
  await page.keyboard.press('Control+Enter')
  await page.getByText('999 999 999 шт. Верно?').waitFor()
  await page.getByRole('button', { name: 'Да, верно' }).click()
  await cost.fill('9999999')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Проверьте то, что отмечено').waitFor()
  await expect.poll(() => cost.getAttribute('aria-invalid')).toBe('true')
  await page.getByText('Слишком большая сумма').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await cups.fill('2,5')
  await cost.fill('')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Заполните это поле').waitFor()
  await cost.fill('10,10')
  await choose(page, 'Поставщик', 'ООО «Поставка»')
  await page.getByRole('combobox', { name: 'Склад' }).last().selectOption(shop.warehouseId)
  await page.keyboard.press('Control+Enter')
  // Poll the API, because the form shows the total even before the document is saved.
  await expect.poll(async () => (await owner.get(`/api/v1/procurement/documents/${draft.id}`)).json.total).toBe(25.25)
  await record.getByText('25,25').first().waitFor()

  // Return more goods than are in stock. The dialog must show a warning, and the refusal to post the return must state
  // both quantities.
  const back = await made(owner, 'procurement/documents', {
    kind: 'supplier_return',
    supplierId: (await owner.get('/api/v1/partners?type=Поставщик')).json.items[0].id,
    warehouseId: shop.warehouseId,
    lines: [{ productId: shop.kettleId, quantity: 13, unitCost: 700 }],
  })
  await page.goto(`/purchasing/documents/${back.id}`)
  await page.getByRole('button', { name: 'Провести' }).click()
  await dialog.getByText('«Чайник эмалированный»: доступно 12, нужно 13').waitFor()
  await dialog.getByRole('button', { name: 'Провести' }).click()
  await dialog.getByText('Доступно 12, нужно 13: «Чайник эмалированный», склад «Основной»').waitFor()
})

test('a storekeeper sees no purchases, documents or payments, and a viewer sees them without any actions', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const receipt = await made(owner, 'procurement/documents', {
    kind: 'receipt',
    warehouseId: shop.warehouseId,
    lines: [{ productId: shop.cupId, quantity: 1, unitCost: 93.7 }],
  })
  const keeper = await app.visitor()
  await actAs(keeper, await addMember(app, owner, 'storekeeper'))
  await keeper.page.goto(`/purchasing/documents/${receipt.id}`)
  await keeper.page.getByText('Недоступно для вашей роли').first().waitFor()
  for (const place of ['purchases', 'documents', 'payments'])
    expect(await keeper.page.locator(`a[href="/purchasing/${place}"]`).count(), place).toBe(0)
  expect(plain(await keeper.page.locator('body').textContent())).not.toContain('93,7')

  const member = await addMember(app, owner, 'viewer')
  await owner.send('PATCH', `/api/v1/members/${member.userId}`, { role: 'viewer', seesCosts: true })
  const viewer = await app.visitor()
  await actAs(viewer, member)
  const { page } = viewer
  await page.goto(`/purchasing/documents/${receipt.id}`)
  const record = page.getByRole('region', { name: /^Приёмка / })
  await record.getByText('93,70').first().waitFor()
  expect(await record.getByRole('button', { name: /Провести|Действия/ }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Создать' }).count()).toBe(0)
})

test('the Ctrl+K search finds documents, purchases and payments', async () => {
  const { page, owner, shop } = await buyer()
  const supplier = (await owner.get('/api/v1/partners?type=Поставщик')).json.items[0]
  const purchase = { productId: shop.cupId, warehouseId: shop.warehouseId, supplier: shop.supplier, unitCost: 90 }
  await made(owner, 'purchases', { ...purchase, quantity: 24 })
  const order = await made(owner, 'procurement/documents', {
    kind: 'purchase_order',
    supplierId: supplier.id,
    warehouseId: shop.warehouseId,
    reference: 'СЧ-1542',
    lines: [
      { productId: shop.cupId, quantity: 10, unitCost: 90 },
      { productId: shop.kettleId, quantity: 2, unitCost: 700 },
    ],
  })
  await made(owner, 'procurement/documents', {
    kind: 'receipt',
    sourceDocumentId: order.id,
    lines: [{ productId: shop.cupId, quantity: 4, unitCost: 90 }],
  })
  await page.goto(`/partners/${supplier.id}?tab=purchasing`)
  await page.getByRole('link', { name: /^Заказ поставщику / }).waitFor()
  await page.getByRole('link', { name: /^Закупка / }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Поиск и действия' }).fill('СЧ-1542')
  await page.getByRole('option', { name: /^Заказ поставщику / }).click()
  await page.getByRole('heading', { name: /^Заказ поставщику / }).waitFor()
  // Check that a receipt made from an order contains the quantities that earlier receipts have not taken.
  await page.getByRole('button', { name: 'Действия' }).click()
  await page.getByRole('menuitem', { name: 'Создать: Приёмка' }).click()
  const cups = page.getByRole('textbox', { name: 'Количество: Чашка фарфоровая' })
  await expect.poll(() => cups.inputValue()).toBe('6')
  expect(await page.getByRole('textbox', { name: 'Количество: Чайник эмалированный' }).inputValue()).toBe('2')
})

test('the simple fields in a record’s definition appear in its form, details and history', async () => {
  const { page, owner, shop } = await buyer()
  const items = [{ productId: shop.kettleId, quantity: 1 }]
  const { warehouseId, customerId: partnerId } = shop
  const pages: Readonly<Record<string, readonly [api: string, body: object, address: string]>> = {
    orders: ['orders', { customer: 'Иван Петров', warehouseId, channel: 'Сайт', items }, '/orders'],
    documents: ['procurement/documents', { kind: 'receipt', lines: [] }, '/purchasing/documents'],
    payments: [
      'procurement/payments',
      { partnerId, amount: 10, direction: 'outgoing', method: 'bank' },
      '/purchasing/payments',
    ],
    products: ['products', { name: 'Ложка' }, '/products'],
    customerReturns: [
      'customer-returns',
      { customerId: partnerId, warehouseId, lines: [{ ...items[0], amount: 10 }] },
      '/orders/returns',
    ],
  }
  for (const spec of FIELDS.filter((one) => methodsOf(one).update !== undefined)) {
    const [api, body, address] = pages[spec.kind]!
    const texts = typedFields(spec.fields).filter(({ type }) => type === 'text' || type === 'area')
    expect(texts.length, spec.file).toBeGreaterThan(0)
    const { id } = await made(owner, api, body)
    const before = Object.fromEntries(texts.map(({ name }) => [name, 'прежнее']))
    // Leave out the customer, because the customer of a return cannot be changed.
    const { customerId, ...kept } = body as { readonly customerId?: string }
    expect((await owner.send('PATCH', `/api/v1/${api}/${id}`, { ...kept, ...before })).status).toBe(200)
    await page.goto(`${address}/${id}/edit`)
    const save = page.getByRole('button', { name: 'Сохранить' })
    const form = page.getByRole('region').filter({ has: save }).last()
    const all = async (look: (label: { ru: string; en: string }) => Promise<void>) => {
      for (const { label } of texts) await look(label)
    }
    await all(({ ru, en }) => form.getByLabel(ru, { exact: true }).fill(en))
    await save.click()
    const lineOf = (ru: string, value: string) => page.locator(`dt:text-is("${ru}") + dd`, { hasText: value }).first()
    await all(({ ru, en }) => lineOf(ru, en).waitFor())
    await page.getByRole('tab', { name: 'История' }).click()
    await page.locator('ins').first().waitFor()
    await all(({ ru, en }) => lineOf(ru, `прежнее → ${en}`).waitFor())
  }
})
