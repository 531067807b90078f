/**
 * Tests unsent work on the warehouse floor: users are warned and nothing is lost, even if the browser cannot store the
 * work or the user leaves.
 */
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import {
  button,
  CUP,
  finish,
  KETTLE,
  keeperOf,
  movements,
  openReceive,
  PHONE,
  said,
  scan,
} from '../support/app/floor.ts'
import { intercept } from '../support/app/interception.ts'
import { addMember, newOwner } from '../support/scene/team.ts'
import { stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()

/** A script that simulates a full disk: nothing can be written, but existing data can be read. */
const FULL_DISK = `
  IDBObjectStore.prototype.put = () => { throw new DOMException('No room', 'QuotaExceededError') }
`
const NO_DATABASE = `
  IDBFactory.prototype.open = () => { throw new DOMException('Forbidden', 'SecurityError') }
`
/** A script that fills the browser's local storage to the last character. */
const FILL_STORAGE = `
  for (let size = 1 << 22; size > 0; size >>= 1)
    for (let at = 0; ; at++)
      try { localStorage.setItem('fill' + size + '.' + at, 'x'.repeat(size)) } catch { break }
`
const UNKEPT = 'Браузер ничего не хранит'

test('work that was finished offline while the disk was full is sent from memory', async () => {
  const { page, context, owner, shop } = await keeperOf(app)
  await openReceive(page, shop)
  await page.evaluate(FULL_DISK)
  await scan(page, CUP, CUP)
  await said(page).filter({ hasText: 'Чашка фарфоровая: 2' }).waitFor()
  await context.setOffline(true)
  await page.getByText('Нет связи. Продолжайте').waitFor()
  await finish(page, 'Принять')
  await page.getByText(UNKEPT).waitFor()
  await page.getByRole('link', { name: 'В очереди: 1' }).waitFor()
  await context.setOffline(false)
  await said(page).filter({ hasText: 'Всё отправлено' }).waitFor()
  const received = await movements(owner, `productId=${shop.cupId}&type=receipt`)
  expect(received.map(({ quantity }) => quantity)).toEqual([2, 40])
})

test('the warehouse-floor screens work in a browser without a database, and warn that they store nothing', async () => {
  const { page, context, owner, shop } = await keeperOf(app)
  await context.addInitScript(NO_DATABASE)
  await openReceive(page, shop)
  await page.getByText(UNKEPT).waitFor()
  await scan(page, KETTLE)
  await said(page).filter({ hasText: 'Чайник' }).waitFor()
  // Wait for the price, because a receipt is sent only at a price that the screen has shown.
  await page.getByRole('listitem').filter({ hasText: '₽' }).waitFor()
  await finish(page, 'Принять')
  await said(page).filter({ hasText: 'Всё отправлено' }).waitFor()
  const received = await movements(owner, `productId=${shop.kettleId}&type=receipt`)
  expect(received[0]).toMatchObject({ quantity: 1 })
})

test('the warehouse-floor screens show a warning while scans do not fit into the browser’s storage', async () => {
  const { page, shop } = await keeperOf(app)
  await openReceive(page, shop)
  await page.evaluate(FILL_STORAGE)
  await scan(page, CUP)
  await said(page).filter({ hasText: 'Чашка' }).waitFor()
  await page.getByText(UNKEPT).waitFor()
  await page.evaluate(
    'Object.keys(localStorage).filter((name) => /^fill/.test(name)).forEach((name) => localStorage.removeItem(name))',
  )
  await scan(page, CUP)
  await page.getByText(UNKEPT).waitFor({ state: 'detached' })
  await page.reload()
  await page
    .getByRole('listitem')
    .filter({ hasText: /Чашка.*2/ })
    .waitFor()
})

test('a user who leaves or signs out is warned of unsent work, and the work is sent when the user is back', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const [first, second] = [await addMember(app, owner, 'storekeeper'), await addMember(app, owner, 'storekeeper')]
  const visitor = await app.visitor(PHONE)
  const { page, context } = visitor
  await actAs(visitor, first)
  await openReceive(page, shop)
  await scan(page, KETTLE)
  await said(page).filter({ hasText: 'Чайник' }).waitFor()
  const release = await intercept(context, { url: '**/api/v1/stock/deliveries' }, (route) => route.abort())
  await finish(page, 'Принять')
  await page.getByRole('link', { name: 'В очереди: 1' }).waitFor()
  await page.getByRole('link', { name: 'Назад' }).click()
  await page.getByRole('link', { name: 'Выйти из режима' }).click()
  const more = button(page, 'Ещё')
  await more.getByRole('img', { name: '1 операция не отправлена' }).waitFor()
  await more.click()
  await page.getByRole('menuitem', { name: 'Режим кладовщика · 1 операция не отправлена' }).waitFor()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  const question = page.getByRole('dialog', { name: '1 операция ещё не отправлена. Всё равно выйти?' })
  await question.getByRole('button', { name: 'Остаться' }).click()
  await question.waitFor({ state: 'detached' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await question.waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await question.getByRole('button', { name: 'Выйти' }).click()
  await page.getByText('На этом устройстве 1 неотправленная операция').waitFor()
  await actAs(visitor, second)
  await page.goto('/floor')
  await page.getByText('У другого кладовщика или другой компании на этом устройстве 1').waitFor()
  expect(await page.getByRole('link', { name: /В очереди/ }).count()).toBe(0)
  release()
  // Check that the work is sent from whatever page the user opens, not only from the page for the warehouse floor.
  const again = await signedInAgain()
  await actAs(visitor, again)
  await page.goto('/overview')
  const ofKettles = () => movements(owner, `productId=${shop.kettleId}&type=receipt`)
  await expect.poll(async () => (await ofKettles()).map(({ quantity }) => quantity)).toEqual([1, 10, 2])
  await more.getByRole('img').waitFor({ state: 'detached' })

  async function signedInAgain() {
    const browser = first.copy()
    await browser.signIn(first.account)
    await browser.post('/api/v1/session/company', { companyId: owner.companyId })
    return browser
  }
})
