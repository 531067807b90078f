/**
 * Tests ordering from suppliers in the app: proposals, orders drafted from proposals, rules on the product page, and
 * orders shown next to purchases.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import type { Json } from '../support/node/client.ts'
import { addMember, newOwner } from '../support/scene/team.ts'
import { made, stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()

/** Opens the app for an owner who has 12 kettles and 40 cups in stock but should have 20 and 60. */
async function buyer() {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const { items } = (await owner.get('/api/v1/partners?q=Поставка')).json
  const supplierId = items[0].id as string
  await made(owner, 'supplier-items', { productId: shop.cupId, supplierId, price: 93.7, packQuantity: 12, leadDays: 3 })
  await made(owner, 'stock-rules', { productId: shop.kettleId, minStock: 20, supplierId })
  await made(owner, 'stock-rules', { productId: shop.cupId, minStock: 60, supplierId })
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const drafts = async (): Promise<Json[]> =>
    (await owner.get('/api/v1/procurement/documents?kind=purchase_order')).json.items
  return { owner, shop, supplierId, page: visitor.page, drafts }
}

const quantityOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Количество: ${name}` })

test('a proposal with a changed quantity is ordered with one click, and then nothing is proposed any more', async () => {
  const { page, shop, drafts, supplierId } = await buyer()
  await page.goto('/purchasing/proposals')
  await page.getByText('Доступно и заказано 12, минимум 20: довести до 20.').waitFor()
  await page.getByText('Доступно и заказано 40, минимум 60: довести до 60. Кратно 12.').waitFor()
  expect(await quantityOf(page, 'Чайник эмалированный').inputValue()).toBe('8')
  expect(await quantityOf(page, 'Чашка фарфоровая').inputValue()).toBe('24')
  expect(await barriersInBothThemes(page)).toEqual([])
  const create = page.getByRole('button', { name: 'Создать 1 заказ' })
  await quantityOf(page, 'Чайник эмалированный').fill('')
  await expect.poll(() => create.isDisabled()).toBe(true)
  await quantityOf(page, 'Чайник эмалированный').fill('9,5')
  await create.dblclick()
  await page.getByText('Заказывать нечего').waitFor()
  await page.getByText('Создан 1 черновик заказа').waitFor()
  const [draft, ...others] = await drafts()
  expect(others).toEqual([])
  expect(draft).toMatchObject({ status: 'draft', supplierId, warehouseId: shop.warehouseId })
  expect(draft.lines.map(({ quantity, unitCost }: Json) => [quantity, unitCost])).toEqual([
    [9.5, 0],
    [24, 93.7],
  ])
  await page.getByRole('button', { name: 'Показать' }).click()
  await page.getByRole('row').filter({ hasText: 'ООО «Поставка»' }).click()
  await page
    .getByRole('region', { name: /^Заказ поставщику / })
    .getByText('черновик')
    .waitFor()
  expect(new URL(page.url()).pathname).toBe(`/purchasing/orders/${draft.id}`)
})

test('a proposal can be left out, and one that somebody else has already ordered is refused and reloaded', async () => {
  const { page, owner, shop, drafts, supplierId } = await buyer()
  await page.goto('/purchasing/proposals')
  await page.getByRole('checkbox', { name: 'Заказать: Чашка фарфоровая' }).uncheck()
  await made(owner, 'procurement/proposals', {
    supplierId,
    lines: [{ productId: shop.kettleId, quantity: 2, ordered: 0 }],
  })
  await page.getByRole('button', { name: 'Создать 1 заказ' }).click()
  await page.getByRole('alert').getByText('уже заказано 2, а было 0').waitFor()
  await page.getByText('Доступно и заказано 14, минимум 20: довести до 20.').waitFor()
  expect(await drafts()).toHaveLength(1)
  await page.getByRole('button', { name: 'Создать 1 заказ' }).click()
  await expect.poll(async () => (await drafts()).length).toBe(2)
  expect((await drafts())[0].lines).toMatchObject([{ productId: shop.kettleId, quantity: 6 }])
})

test('the page of a product shows its rules and its suppliers’ terms, with a form for each', async () => {
  const { page, owner, shop } = await buyer()
  await page.goto(`/products/${shop.cupId}?tab=stock`)
  await page.getByRole('group', { name: 'Условия поставщиков' }).getByText('ООО «Поставка»').waitFor()
  await page.getByRole('group', { name: 'Правила запаса' }).getByRole('link', { name: 'Все склады' }).click()
  // Look for the button in this region only, because the product page that is closing also has a button with this name.
  await page.getByRole('region', { name: 'Минимум 60' }).getByRole('button', { name: 'Изменить' }).click()
  await page.getByLabel('Максимум').fill('120,5')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('region', { name: 'Минимум 60, максимум 120,5' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  const { items } = (await owner.get(`/api/v1/stock-rules?productId=${shop.cupId}`)).json
  expect(items).toMatchObject([{ minStock: 60, maxStock: 120.5, safetyDays: 0 }])
})

test('orders and purchases share one section, which explains each of them', async () => {
  const { page } = await buyer()
  await page.goto('/purchasing')
  const tab = page.getByRole('navigation', { name: 'Закупки' }).getByRole('link', { name: 'Заказы поставщикам' })
  await page.getByText('Заказ — документ с любым числом товаров одному поставщику').waitFor()
  expect(await tab.getAttribute('aria-current')).toBe('page')
  await page.getByRole('radio', { name: 'Закупки' }).press('Space')
  await page.getByText('Закупка — один товар у одного поставщика').waitFor()
  expect(await tab.getAttribute('aria-current')).toBe('page')
  expect(await barriersInBothThemes(page)).toEqual([])
  await tab.click()
  await page.keyboard.press('c')
  await expect.poll(() => page.getByLabel('Вид').last().inputValue()).toBe('purchase_order')
})

test('a storekeeper sees what to order, but no prices, and cannot place the order', async () => {
  const { owner, shop } = await buyer()
  const visitor = await app.visitor()
  const { page } = visitor
  await actAs(visitor, await addMember(app, owner, 'storekeeper'))
  await page.goto('/purchasing/proposals')
  await page.getByText('Доступно и заказано 12, минимум 20: довести до 20.').waitFor()
  expect(await page.getByRole('button', { name: /^Создать/ }).count()).toBe(0)
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await page.goto(`/products/${shop.cupId}?tab=stock`)
  await page.getByRole('group', { name: 'Условия поставщиков' }).getByText('ООО «Поставка»').waitFor()
  expect(await page.getByText('93,7').count()).toBe(0)
})

/** Gives the buyer's company a second warehouse with 30 cups, a rule for the first one, and no other rules. */
async function withSecondWarehouse({ owner, shop, supplierId }: Awaited<ReturnType<typeof buyer>>) {
  for (const { id } of (await owner.get('/api/v1/stock-rules')).json.items)
    await owner.send('DELETE', `/api/v1/stock-rules/${id}`, {})
  const far = await made(owner, 'warehouses', { name: 'Дальний' })
  const receipt = { warehouseId: far.id, supplier: shop.supplier, productId: shop.cupId, unitCost: 93.7 }
  await made(owner, 'stock/receipt', { ...receipt, quantity: 30 })
  await made(owner, 'stock-rules', { productId: shop.cupId, warehouseId: far.id, minStock: 2, maxStock: 10 })
  await made(owner, 'stock-rules', { productId: shop.cupId, warehouseId: shop.warehouseId, minStock: 60, supplierId })
  await made(owner, 'stock-rules', {
    productId: shop.kettleId,
    warehouseId: shop.warehouseId,
    minStock: 20,
    supplierId,
  })
  const onHand = async (): Promise<number> => {
    const { items } = (await owner.get(`/api/v1/stock?productId=${shop.cupId}&warehouseId=${shop.warehouseId}`)).json
    return items[0].onHand
  }
  return { farId: far.id as string, onHand }
}

test('what another warehouse has too much of is moved with one click, and then it is neither to be moved nor ordered', async () => {
  const all = await buyer()
  const { page, shop } = all
  const { onHand } = await withSecondWarehouse(all)
  await page.goto('/purchasing/proposals')
  const moves = page.getByRole('region', { name: 'Переместить между складами' })
  await moves.getByText('Со склада «Дальний» на склад «Основной»').waitFor()
  // 60 − 40 = 20 are lacking, and 30 − 10 = 20 are left over, so only kettles are to be ordered.
  await moves
    .getByText('Здесь доступно и заказано 40: довести до 60. Там доступно 30, по правилу остаётся 10.')
    .waitFor()
  const quantity = moves.getByRole('textbox', { name: 'Сколько переместить: Чашка фарфоровая' })
  expect(await quantity.inputValue()).toBe('20')
  await quantityOf(page, 'Чайник эмалированный').waitFor()
  expect(await quantityOf(page, 'Чашка фарфоровая').count()).toBe(0)
  expect(await barriersInBothThemes(page)).toEqual([])
  const move = moves.getByRole('button', { name: 'Переместить 1 товар' })
  await quantity.fill('')
  await expect.poll(() => move.isDisabled()).toBe(true)
  await quantity.fill('20')
  await move.dblclick()
  await page.getByText('Перемещён 1 товар').waitFor()
  await moves.waitFor({ state: 'detached' })
  expect(await onHand()).toBe(60)
  await page.reload()
  await quantityOf(page, 'Чайник эмалированный').waitFor()
  expect(await moves.count()).toBe(0)
  expect(await page.getByText('Чашка фарфоровая').count()).toBe(0)
  expect((await all.owner.get(`/api/v1/movements?type=transfer&productId=${shop.cupId}`)).json.items).toHaveLength(1)
})

test('a storekeeper moves goods on a telephone, and what somebody else moved meanwhile is refused and reloaded', async () => {
  const all = await buyer()
  const { owner, shop } = all
  const { farId, onHand } = await withSecondWarehouse(all)
  const visitor = await app.visitor({ isPhone: true, width: 360, height: 740, locale: 'en-GB' })
  await actAs(visitor, await addMember(app, owner, 'storekeeper'))
  const { page } = visitor
  await page.goto('/purchasing/proposals')
  const moves = page.getByRole('region', { name: 'Move between warehouses' })
  await moves.getByText('30 available there, 10 kept by its rule.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(true)
  const places = { warehouseId: farId, toWarehouseId: shop.warehouseId }
  await made(owner, 'stock/transfer', { productId: shop.cupId, ...places, quantity: 15 })
  await moves.getByRole('button', { name: 'Move 1 product' }).click()
  await page.getByRole('alert').getByText('can be moved to “Основной” now, not 20').waitFor()
  const quantity = moves.getByRole('textbox', { name: 'Quantity to move of Чашка фарфоровая' })
  await expect.poll(() => quantity.inputValue()).toBe('5')
  await moves.getByRole('button', { name: 'Move 1 product' }).click()
  await page.getByText('1 product moved').waitFor()
  expect(await onHand()).toBe(60)
})
