/**
 * Tests payments for orders in the app: received on the order page, spread over several orders, assigned later, and
 * paid back.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { type Browser, signedUp } from '../support/node/browser.ts'
import { made, stockedShop, type WebShop } from '../support/scene/web-shop.ts'

const app = useApp()

const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ')

interface Cashier {
  readonly page: Page
  readonly owner: Browser
  readonly shop: WebShop
}

async function cashier(): Promise<Cashier> {
  const owner = await signedUp(app.sessionUrl)
  const shop = await stockedShop(owner)
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  return { page: visitor.page, owner, shop }
}

/** Places an order by Ivan for one cup at the given price. */
function order({ owner, shop }: Cashier, price: number) {
  const items = [{ productId: shop.cupId, quantity: 1, price }]
  return made(owner, 'orders', { customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт', items })
}

const read = async ({ owner }: Cashier, path: string) => (await owner.get(`/api/v1/${path}`)).json

test('the form for a payment on the order page proposes the amount due, and the payments for a cancelled order are paid back', async () => {
  const desk = await cashier()
  const { page, owner } = desk
  const { id, number } = await order(desk, 4757.56)
  await page.goto(`/orders/${id}`)
  const record = page.getByRole('region', { name: `Заказ ${number}` })
  await record.getByText('Оплачено 0,00 ₽, осталось 4 757,56 ₽.').waitFor()
  await record.getByRole('button', { name: 'Принять оплату' }).click()
  const dialog = page.getByRole('dialog')
  const amount = dialog.getByRole('textbox', { name: 'Сумма' })
  expect(plain(await amount.inputValue())).toBe('4 757,56')
  expect(await barriersInBothThemes(page)).toEqual([])
  await amount.fill('')
  await amount.press('Enter')
  await dialog.getByText('Заполните это поле').waitFor()
  await amount.fill('2000')
  await amount.press('Enter')
  await record.getByText('Оплачено 2 000,00 ₽, осталось 2 757,56 ₽.').waitFor()
  expect(await read(desk, `orders/${id}`)).toMatchObject({ paid: 2000, payment: 'part' })
  await record.getByRole('link', { name: '00001' }).waitFor()

  // The confirm button has the focus, so that a user can accept the whole amount due with Enter.
  await record.getByRole('button', { name: 'Принять оплату' }).click()
  await dialog.waitFor()
  await page.keyboard.press('Enter')
  await record.getByText('Оплачено 4 757,56 ₽, осталось 0,00 ₽.').waitFor()
  expect(await record.getByRole('button', { name: 'Принять оплату' }).count()).toBe(0)
  expect(await barriersInBothThemes(page)).toEqual([])

  await owner.send('PATCH', `/api/v1/orders/${id}/status`, { status: 'cancelled' })
  await record.getByText('лишние 4 757,56 ₽ нужно вернуть').waitFor()
  await record.getByRole('button', { name: 'Вернуть деньги' }).click()
  await dialog.getByRole('button', { name: 'Вернуть деньги' }).click()
  await record.getByText('Оплачено 0,00 ₽').waitFor()
  expect(await read(desk, `orders/${id}`)).toMatchObject({ paid: 0, payment: 'unpaid' })
})

test('a payment form spreads its amount over the customer’s oldest orders, and a posted payment can be reassigned', async () => {
  const desk = await cashier()
  const { page, shop } = desk
  const [first, second, third] = [await order(desk, 100), await order(desk, 250.5), await order(desk, 70)]
  await page.goto(`/purchasing/payments/new?partner=${shop.customerId}`)
  await page.getByLabel('Вид платежа').last().selectOption('incoming')
  await page.getByRole('textbox', { name: 'Сумма', exact: true }).fill('300')
  await page.getByRole('button', { name: 'Распределить' }).click()
  const part = ({ number }: { number: string }) => page.getByRole('textbox', { name: `Сумма за заказ ${number}` })
  await expect.poll(() => part(second).inputValue()).toBe('200')
  expect(await part(first).inputValue()).toBe('100')
  expect(await part(third).inputValue()).toBe('')
  await part(second).fill('150')
  await page.getByText('Не распределено 50,00 ₽.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: /^Платёж / }).waitFor()
  const { items } = await read(desk, 'procurement/payments')
  expect(items[0]).toMatchObject({ direction: 'incoming', amount: 300, unassigned: 50 })

  await page.getByRole('button', { name: 'Провести' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Провести' }).click()
  await page.getByRole('button', { name: 'Распределить' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Распределить' }).click()
  await expect.poll(() => part(second).inputValue()).toBe('200')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect
    .poll(async () => (await read(desk, `orders?id=${second.id}`)).items[0])
    .toMatchObject({ paid: 200, payment: 'part' })

  await page.goto('/orders?payment=part')
  await page.getByRole('row').filter({ hasText: second.number }).getByText('оплачен частично').waitFor()
  expect(await page.getByRole('row').filter({ hasText: first.number }).count()).toBe(0)
})
