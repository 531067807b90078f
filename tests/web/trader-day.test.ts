/**
 * A trader's whole day: goods are sold with a discount, prepaid and shipped in two parts; one piece comes back damaged
 * and is refunded; a shelf is counted; and goods that are running out are ordered. All figures were computed by hand.
 * The day is played twice: in Russian, at a desk and with the keyboard alone; and in English, with the telephones of an
 * owner and of a storekeeper, who may not see costs.
 */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import type { VisitorSettings } from '../support/app/chromium.ts'
import { CUP as CUP_CODE, finish, isWide, KETTLE as KETTLE_CODE, plain, said, scan } from '../support/app/floor.ts'
import type { Json } from '../support/node/client.ts'
import { addMember } from '../support/scene/team.ts'
import {
  BACK,
  CUP,
  checkBooks,
  KETTLE,
  onlyOrder,
  opened,
  PARTS,
  read,
  SOLD,
  shipmentsOf,
} from '../support/scene/trader-day.ts'

const app = useApp()

/**
 * Presses keys in turn, and types what is not the name of a key: figures as slowly as a person, so that they are not
 * taken for a scan.
 */
async function type(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys)
    if (/^[A-Z][a-z]/.test(key)) await page.keyboard.press(key)
    else await page.keyboard.type(key, { delay: /^[\d,]+$/.test(key) ? 120 : 0 })
}

/** Presses a button with the keyboard. */
async function press(within: Page | Locator, name: string): Promise<void> {
  const button = within.getByRole('button', { name, exact: true })
  await button.focus()
  await button.page().keyboard.press('Enter')
}

/**
 * Waits until the focus has moved into the open dialog, which happens after its first frame. Returns the dialog's
 * amount field.
 */
async function amountIn(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.evaluate((shown) => shown.contains(shown.ownerDocument.activeElement))).toBe(true)
  return dialog.getByRole('textbox', { name: 'Сумма' })
}

/** Replaces the text of a field with the keyboard. */
async function retype(field: Locator, text: string): Promise<void> {
  await field.press('Control+a')
  await type(field.page(), text)
}

const isFocused = (page: Page, name: string) =>
  expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(name)
const textOf = async (shown: Locator) => plain(await shown.innerText()).replace(/ +/g, ' ')
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Waits until a search field offers this product and nothing else, and takes it. */
async function takeOption(page: Page, name: string): Promise<void> {
  const options = page.getByRole('listbox').getByRole('option')
  await options.filter({ hasText: name }).waitFor()
  await expect.poll(() => options.count()).toBe(1)
  await type(page, 'ArrowDown', 'Enter')
}

async function sellAtDesk(page: Page): Promise<void> {
  await page.goto('/orders/new')
  const customer = page.getByRole('combobox', { name: 'Покупатель' }).last()
  await expect.poll(() => customer.evaluate((field) => field.matches(':focus'))).toBe(true)
  await type(page, 'Иван')
  await page.getByRole('option', { name: 'Иван Петров' }).waitFor()
  await type(page, 'ArrowDown', 'Enter')
  await isFocused(page, 'Артикул, штрихкод или название')
  await type(page, 'K-1', 'Enter')
  await isFocused(page, `Количество: ${KETTLE}`)
  await type(page, '4', 'Tab')
  await isFocused(page, `Цена: ${KETTLE}`)
  await type(page, '1250,50', 'Tab', '12,5', 'Enter')
  await isFocused(page, 'Артикул, штрихкод или название')
  await type(page, 'C-1', 'Enter')
  await isFocused(page, `Количество: ${CUP}`)
  await type(page, '6', 'Tab')
  await expect.poll(() => textOf(page.getByText(/^Сумма: /))).toBe('Сумма: 5 876,75 ₽')
  const form = await textOf(page.getByRole('group', { name: 'Новый заказ' }))
  expect(form).toContain('4 376,75 ₽ Маржа 1 376,75 ₽ · 31,46 %')
  expect(form).toContain('1 500,00 ₽ Маржа 937,80 ₽ · 62,52 %')
  expect(await barriersInBothThemes(page)).toEqual([])
  await type(page, 'Control+Enter')
  await page.getByRole('heading', { name: /^Заказ \d/ }).waitFor()
}

async function shipAtDesk(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await press(page, 'Отгрузить')
  await press(dialog, 'Только часть')
  await retype(dialog.getByRole('textbox', { name: KETTLE }), '2')
  await retype(dialog.getByRole('textbox', { name: CUP }), '3')
  await dialog.getByText('Отгрузить 2 позиции, себестоимость 1 681,10 ₽.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await press(dialog, 'Отгрузить')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('отгружен частично').waitFor()
  expect(await textOf(rowOf(page, KETTLE))).toMatch(/4 шт.*отгружено 2.*осталось 2/)
  expect(await textOf(rowOf(page, CUP))).toMatch(/6 шт.*отгружено 3.*осталось 3/)

  await press(page, 'Отгрузить')
  await dialog.getByText('Отгрузить 2 позиции, себестоимость 1 881,10 ₽.').waitFor()
  await press(dialog, 'Отгрузить')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('отгружен', { exact: true }).first().waitFor()
}

/** Records the return of one damaged kettle out of four, and refunds its price. */
async function takeBackAtDesk(page: Page, { number }: Json): Promise<void> {
  await press(page, 'Возврат')
  const form = page.getByRole('region', { name: `Возврат по заказу ${number}` })
  const back = form.getByRole('textbox', { name: `Вернули: ${KETTLE}` })
  await expect.poll(() => back.evaluate((field) => field.matches(':focus'))).toBe(true)
  await type(page, '1', 'Tab', '1', 'Tab')
  await form.getByText('К возврату: 1 094,19 ₽').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await type(page, 'Control+Enter')
  const record = page.getByRole('region', { name: 'Возврат 00001' })
  await record.getByText('проведён', { exact: true }).waitFor()
  await record.getByText('из них брак 1 шт').waitFor()
  await record.getByText('Осталось вернуть').waitFor()
  expect(await textOf(record)).toMatch(/Осталось вернуть 1 094,19 ₽/)
  await press(record, 'Вернуть деньги')
  const dialog = page.getByRole('dialog')
  const amount = await amountIn(page)
  expect(plain(await amount.inputValue())).toBe('1 094,19')
  await amount.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await record.getByText('Возвращено денег').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
}

/** Counts a shelf with kettles and cups: one kettle is missing, and there is one cup more. */
async function countAtDesk(page: Page): Promise<void> {
  await page.goto('/stock/stocktakes/new')
  const warehouse = page.getByRole('combobox', { name: 'Склад' })
  await warehouse.locator('option', { hasText: 'Основной' }).waitFor({ state: 'attached' })
  await warehouse.focus()
  await type(page, 'ArrowDown', 'Tab', 'ArrowDown', 'Tab')
  for (const name of [KETTLE, CUP]) {
    await type(page, name.slice(0, 4))
    await takeOption(page, name)
    await page.getByRole('list', { name: 'Выбранные товары' }).getByText(name).waitFor()
  }
  await type(page, 'Control+Enter')
  await page.getByText(`Выбранные товары: ${KETTLE}, ${CUP}`).waitFor()
  const product = page.getByRole('combobox', { name: 'Товар' })
  for (const [name, found] of [
    [KETTLE, '7'],
    [CUP, '35'],
  ] as const) {
    await product.focus()
    await type(page, name.slice(0, 4))
    await takeOption(page, name)
    await page.getByRole('textbox', { name: 'Посчитано' }).focus()
    await type(page, found, 'Enter')
    await rowOf(page, name).waitFor()
  }
  expect(await textOf(rowOf(page, KETTLE))).toMatch(/7 шт.*8 шт.*[−-]1 шт/)
  expect(await textOf(rowOf(page, CUP))).toMatch(/35 шт.*34 шт.*1 шт/)
  expect(await barriersInBothThemes(page)).toEqual([])
  await press(page, 'На проверку')
  await press(page, 'Провести')
  await press(page.getByRole('dialog'), 'Провести')
  await page.getByText('проведена').first().waitFor()
}

test('a working day in the Russian desktop app, using only the keyboard: sales, prepayment, partial shipments, a return, a stocktake and purchasing', async () => {
  const day = await opened(app)
  const { owner } = day
  const visitor = await app.visitor({ width: 1280, height: 800 })
  await actAs(visitor, owner)
  const { page } = visitor
  await sellAtDesk(page)
  const order = await onlyOrder(owner)
  expect(order).toMatchObject({ total: SOLD.total, items: SOLD.amounts.map((amount) => ({ amount })) })

  await press(page, 'Принять оплату')
  await retype(await amountIn(page), '5000')
  expect(await barriersInBothThemes(page)).toEqual([])
  await type(page, 'Enter')
  await page.getByText('Оплачено 5 000,00 ₽, осталось 876,75 ₽.').waitFor()

  await shipAtDesk(page)
  expect(await shipmentsOf(owner, order.id)).toMatchObject(PARTS)

  await press(page, 'Принять оплату')
  await (await amountIn(page)).press('Enter')
  await page.getByText('Оплачено 5 876,75 ₽, осталось 0,00 ₽.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])

  await takeBackAtDesk(page, order)
  expect((await read(owner, 'customer-returns')).items).toMatchObject([{ ...BACK, refunded: BACK.amount }])

  await countAtDesk(page)

  await page.goto('/purchasing/proposals')
  await page.getByText('Доступно и заказано 7, минимум 20: довести до 20.').waitFor()
  expect(await page.getByRole('textbox', { name: `Количество: ${KETTLE}` }).inputValue()).toBe('13')
  expect(await barriersInBothThemes(page)).toEqual([])
  await press(page, 'Создать 1 заказ')
  await page.getByText('Заказывать нечего').waitFor()
  await checkBooks(app, day, order.id)
}, 120_000)

const PHONE: VisitorSettings = { width: 375, height: 740, isPhone: true, locale: 'en-GB' }

/** Returns what is wrong with a screen of a telephone. A storekeeper must not be shown costs on it. */
async function faultsOf(page: Page, sees: 'costs' | 'no costs' = 'costs'): Promise<string[]> {
  const faults = await barriersInBothThemes(page)
  if (await isWide(page)) faults.push('the page is wider than the screen')
  const shown = plain(await page.locator('body').innerText())
  if (sees === 'no costs' && /\b[Cc]ost|700\.00|800\.00|93\.7|1,681\.10|1,881\.10/.test(shown)) faults.push(shown)
  return faults
}

async function sellByPhone(page: Page): Promise<void> {
  await page.goto('/orders/new')
  await page.getByRole('combobox', { name: 'Customer' }).last().fill('Иван')
  await page.getByRole('option', { name: 'Иван Петров' }).click()
  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  const entry = page.getByRole('combobox', { name: 'SKU, barcode or name' })
  await entry.fill('K-1')
  await page.keyboard.press('Enter')
  await box(`Quantity: ${KETTLE}`).fill('4')
  await box(`Price: ${KETTLE}`).fill('1250.50')
  await box(`Discount, %: ${KETTLE}`).fill('12.5')
  await entry.fill('C-1')
  await page.keyboard.press('Enter')
  await box(`Quantity: ${CUP}`).fill('6')
  await expect.poll(() => textOf(page.getByText(/^Total: /))).toBe('Total: ₽5,876.75')
  const form = await textOf(page.locator('main'))
  expect(form).toContain('Margin ₽1,376.75 · 31.46 %')
  expect(form).toContain('Margin ₽937.80 · 62.52 %')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.getByRole('heading', { name: /^Order \d/ }).waitFor()
}

/** Takes a payment on the page of an order. Without an amount, what is due. */
async function payByPhone(page: Page, amount: string | null): Promise<void> {
  await page.getByRole('button', { name: 'Take a payment' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: 'Amount' })
  if (amount === null) expect(await field.inputValue()).toBe('876.75')
  else await field.fill(amount)
  await dialog.getByRole('button', { name: 'Take a payment' }).click()
}

/** Picks an order on the floor by scanning two kettles and three cups of it. */
async function pickTwoAndThree(page: Page, { number }: Json): Promise<void> {
  await page.goto('/floor/pick')
  await page.getByText(`Order ${number}`).click()
  await page.getByText('2 lines left').waitFor()
  await scan(page, KETTLE_CODE, KETTLE_CODE, CUP_CODE, CUP_CODE, CUP_CODE)
}

async function countByPhone(page: Page, keeper: Page): Promise<void> {
  await page.goto('/stock/stocktakes/new')
  await page.getByRole('combobox', { name: 'Warehouse' }).selectOption('Основной')
  await page.getByRole('combobox', { name: 'What is counted' }).selectOption('Chosen products')
  for (const name of [KETTLE, CUP]) {
    await page.getByRole('combobox', { name: 'Add a product' }).fill(name)
    await page.getByRole('option', { name }).click()
    await page.getByRole('list', { name: 'Chosen products' }).getByText(name).waitFor()
  }
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`Chosen products: ${KETTLE}, ${CUP}`).waitFor()

  await keeper.goto('/floor/count')
  await keeper.getByRole('list', { name: 'Being counted' }).getByRole('button').click()
  await keeper.getByText('Scan a product, or find it').waitFor()
  const done = keeper.getByRole('list', { name: 'Counted on this sheet' }).getByRole('listitem')
  for (const [code, name, found] of [
    [KETTLE_CODE, KETTLE, '7'],
    [CUP_CODE, CUP, '35'],
  ] as const) {
    await scan(keeper, code)
    await keeper.getByRole('textbox', { name: `Quantity: ${name}` }).fill(found)
    await keeper.getByRole('button', { name: 'Save', exact: true }).click()
    await done.filter({ hasText: new RegExp(`${name}.*${found}\\sшт`) }).waitFor()
  }
  expect(await faultsOf(keeper, 'no costs')).toEqual([])

  await page.reload()
  await expect.poll(() => textOf(rowOf(page, KETTLE))).toMatch(/7 шт.*8 шт.*[−-]1 шт/)
  await expect.poll(() => textOf(rowOf(page, CUP))).toMatch(/35 шт.*34 шт.*1 шт/)
  await page.getByRole('button', { name: 'Send to review' }).click()
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Post', exact: true }).click()
  await rowOf(page, KETTLE).getByText('posted').waitFor()
  expect(await faultsOf(page)).toEqual([])
}

test('the same working day in English on telephones: the owner sells and takes payments, the storekeeper ships, accepts returns and counts without seeing costs', async () => {
  const day = await opened(app)
  const { owner } = day
  const visitor = await app.visitor(PHONE)
  await actAs(visitor, owner)
  const { page } = visitor
  const member = await addMember(app, owner, 'storekeeper')
  const other = await app.visitor(PHONE)
  await actAs(other, member)
  const keeper = other.page
  await sellByPhone(page)
  const order = await onlyOrder(owner)
  expect(order).toMatchObject({ total: SOLD.total, items: SOLD.amounts.map((amount) => ({ amount })) })
  await payByPhone(page, '5000')
  await page.getByText('₽5,000.00 paid, ₽876.75 due.').waitFor()
  expect(await faultsOf(page)).toEqual([])

  await pickTwoAndThree(keeper, order)
  await said(keeper)
    .filter({ hasText: `${CUP}: 3 of 6` })
    .waitFor()
  expect(await faultsOf(keeper, 'no costs')).toEqual([])
  await keeper.getByRole('button', { name: 'Ship what is picked' }).click()
  await keeper.getByRole('dialog').getByRole('button', { name: 'Ship' }).click()
  await expect.poll(async () => (await onlyOrder(owner)).fulfilment).toBe('part')
  expect(await shipmentsOf(owner, order.id)).toMatchObject(PARTS.slice(0, 1))
  await pickTwoAndThree(keeper, order)
  await said(keeper).filter({ hasText: 'Everything is picked' }).waitFor()
  await finish(keeper, 'Ship')
  await expect.poll(async () => (await onlyOrder(owner)).status).toBe('shipped')
  expect(await shipmentsOf(owner, order.id)).toMatchObject(PARTS)
  expect(JSON.stringify(await shipmentsOf(member, order.id))).not.toContain('cost')

  await page.getByText('shipped', { exact: true }).first().waitFor()
  await payByPhone(page, null)
  await page.getByText('₽5,876.75 paid, ₽0.00 due.').waitFor()

  await keeper.goto('/floor/return')
  await keeper.getByRole('list', { name: 'Shipped orders' }).waitFor()
  await scan(keeper, order.number)
  await keeper.getByText('0 of 4 шт').waitFor()
  await scan(keeper, KETTLE_CODE)
  await said(keeper)
    .filter({ hasText: `${KETTLE}: 1 of 4` })
    .waitFor()
  await keeper
    .getByRole('list', { name: 'Scanned' })
    .getByRole('button', { name: new RegExp(KETTLE) })
    .click()
  const damaged = keeper.getByRole('textbox', { name: `Damaged of these: ${KETTLE}` })
  await damaged.fill('1')
  await damaged.press('Enter')
  expect(await faultsOf(keeper, 'no costs')).toEqual([])
  expect(await finish(keeper, 'Take back')).toContain('Damaged goods are written off at once.')
  await expect.poll(async () => (await read(owner, 'customer-returns')).items).toMatchObject([BACK])

  const [{ id: returnId }] = (await read(owner, 'customer-returns')).items
  await page.goto(`/orders/returns/${returnId}`)
  await page.getByText('Left to pay back').waitFor()
  expect(await textOf(page.locator('main'))).toContain('₽1,094.19')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Pay back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pay back' }).click()
  await expect.poll(async () => (await read(owner, `customer-returns/${returnId}`)).refunded).toBe(BACK.amount)

  await countByPhone(page, keeper)

  await page.goto('/purchasing/proposals')
  await page.getByText('7 available and ordered, minimum 20: order up to 20.').waitFor()
  expect(await page.getByRole('textbox', { name: `Quantity of ${KETTLE}` }).inputValue()).toBe('13')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Make 1 order' }).click()
  await page.getByText('Nothing to order').waitFor()
  await checkBooks(app, day, order.id)
}, 120_000)
