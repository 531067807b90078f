/**
 * Tests details that nobody notices until they are wrong: whether parts of a page are aligned, and whether a day of
 * navigation leaves event listeners behind.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, useApp } from '../support/app/app.ts'
import { signedUp } from '../support/node/browser.ts'
import { made, stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()

async function visitor(width: number, height: number) {
  const owner = await signedUp(app.sessionUrl)
  const shop = await stockedShop(owner)
  const one = await app.visitor({ width, height })
  await actAs(one, owner)
  return { ...one, owner, shop }
}

const edges = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) => [
      ...new Set(
        all.map((one) =>
          Math.round((one as unknown as { getBoundingClientRect(): { x: number } }).getBoundingClientRect().x),
        ),
      ),
    ])

test('the entries of the report list are aligned, and so are the parts of the overview', async () => {
  const { page, owner, shop } = await visitor(1440, 900)
  const items = [{ productId: shop.kettleId, quantity: 1 }]
  await made(owner, 'orders', { customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт', items })
  await page.goto('/reports')
  await page.getByRole('link', { name: /^Обороты/ }).waitFor()
  expect(await edges(page, 'main h1, main ul > li > a > span:first-child')).toHaveLength(1)
  await page.goto('/overview')
  const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!
  await page.locator('main figure').first().waitFor()
  const [waits, stands, chart] = [
    await boxOf('[aria-labelledby="to-do"]'),
    await boxOf('[aria-labelledby="now"]'),
    await boxOf('figure'),
  ]
  expect([stands.x > waits.x + waits.width, chart.y < 900 / 2]).toEqual([true, true])
})

test('a form keeps most of the screen height at 200 % zoom and with a telephone’s keyboard open', async () => {
  const { page } = await visitor(720, 450)
  await page.goto('/orders/new')
  const form = page.getByRole('region', { name: 'Новый заказ' })
  const content = form.getByRole('group', { name: 'Новый заказ' })
  await content.waitFor()
  expect((await content.boundingBox())!.height).toBeGreaterThan(450 * 0.6)
  await page.setViewportSize({ width: 360, height: 400 })
  await page.getByRole('navigation', { name: 'Разделы' }).waitFor({ state: 'hidden' })
  expect((await form.boundingBox())!.height).toBeGreaterThan(380)
})

test('a message on a telephone is shown above the navigation and covers none of it', async () => {
  const { page, shop } = await visitor(360, 740)
  await page.goto(`/products/${shop.kettleId}`)
  await page.getByRole('button', { name: 'Действия' }).click()
  await page.getByRole('menuitem', { name: 'В архив' }).click()
  const message = page.locator('.mantine-Notification-root').first()
  await message.waitFor()
  const sections = page.getByRole('navigation', { name: 'Разделы' })
  const [shown, bar] = [(await message.boundingBox())!, (await sections.boundingBox())!]
  expect(shown.y + shown.height).toBeLessThanOrEqual(bar.y)
})

const PLACES = [
  ...['/products/grid', '/orders/new', '/stock/receive', '/stock/receive/lines', '/purchasing/documents/new'],
  ...['/settings/audit', '/reports/turnover', '/orders?view=board', '/floor/receive', '/overview'],
]

test('leaving a page of the app leaves no event listener behind', async () => {
  const { page, context } = await visitor(1280, 800)
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  const go = async (path: string) => {
    // Navigate like a link, without reloading the page.
    await page.evaluate(
      `history.pushState({}, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
    )
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))')
  }
  const counted = async () => {
    for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'JSEventListeners')!.value
  }
  /** Counts a page's event listeners once it is idle, that is, once three counts in a row are the same. */
  const listeners = async () => {
    await go('/overview')
    const seen = [await counted()]
    await expect
      .poll(
        async () => {
          seen.push(await counted())
          return new Set(seen.slice(-3)).size
        },
        { interval: 500 },
      )
      .toBe(1)
    return seen.at(-1)!
  }
  const round = async () => {
    for (const path of PLACES) await go(path)
  }
  await page.goto('/overview')
  // Run two rounds first, because they load everything that is loaded only once.
  await round()
  await round()
  const before = await listeners()
  for (let time = 0; time < 3; time += 1) await round()
  await expect.poll(async () => (await listeners()) - before).toBeLessThan(PLACES.length)
})
