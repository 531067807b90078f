/**
 * Tests changes made while a list is loading: the list must show the current data, however late the responses arrive.
 */
import { expect, test } from 'vitest'
import { signedInVisitor, useApp } from '../support/app/app.ts'
import { intercept } from '../support/app/interception.ts'

const app = useApp()

const PRICE_TYPES = '/api/v1/price-types'

/** Opens a page as a signed-in user. The returned `write` changes data as another user would. */
async function opened() {
  const { page } = await signedInVisitor(app)
  const write = async (method: 'POST' | 'PATCH', path: string, data: object) => {
    const headers = { 'idempotency-key': crypto.randomUUID(), origin: app.sessionUrl }
    const answer = await page.request.fetch(app.sessionUrl + path, { method, data, headers })
    expect(answer.ok()).toBe(true)
    return (await answer.json()).result
  }
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  return { page, write, row }
}

test('a change that arrives while the app is loading a list is not lost', async () => {
  const { page, write, row } = await opened()
  const { id } = await write('POST', PRICE_TYPES, { name: 'Оптовая' })
  await page.goto('/settings/price-types')
  await row('Оптовая').waitFor()
  let wasRead = () => {}
  const read = new Promise<void>((resolve) => {
    wasRead = resolve
  })
  let answer = () => {}
  const late = new Promise<void>((resolve) => {
    answer = resolve
  })
  // Let the list's first request get a late response, with the data as it was when the request was sent.
  let isFirst = true
  await intercept(page, { url: /\/api\/v1\/price-types\?/, method: 'GET' }, async (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    const response = await route.fetch()
    wasRead()
    await late
    await route.fulfill({ response })
  })
  const changes = page.waitForResponse(/\/price-types\?/)
  await write('POST', PRICE_TYPES, { name: 'Розничная' })
  await read
  await write('PATCH', `${PRICE_TYPES}/${id}`, { name: 'Оптовая', archived: true })
  await page.waitForTimeout(50)
  answer()
  await changes
  await row('Розничная').waitFor()
  await expect.poll(() => row('Оптовая').count()).toBe(0)
})

test('the app shows a change made after its first list was loaded and before the stream of changes opened', async () => {
  const { page, write, row } = await opened()
  await write('POST', PRICE_TYPES, { name: 'Оптовая' })
  let follow = () => {}
  const late = new Promise<void>((resolve) => {
    follow = resolve
  })
  await intercept(page, { url: /\/api\/v1\/(changes|audit)/ }, async (route) => {
    await late
    await route.continue()
  })
  await page.goto('/settings/price-types')
  await row('Оптовая').waitFor()
  await write('POST', PRICE_TYPES, { name: 'Розничная' })
  follow()
  await row('Розничная').waitFor()
})
