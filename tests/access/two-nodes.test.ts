/**
 * Tests sessions on two nodes that share a database: a session created on one node also works on the other, and ending
 * it on one node ends it on both.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseSecretKeys } from '../../server/access/secret-key.ts'
import type { Service } from '../../server/service.ts'
import { Browser, signedUp } from '../support/node/browser.ts'
import { startNode, useService } from '../support/node/service.ts'
import { until } from '../support/scene/notifications.ts'

const service = useService()
let second: Service
beforeAll(async () => {
  second = await startNode(service.databaseUrl)
})
afterAll(() => second.stop())

/**
 * Moves a browser to the second node. The browser's Origin stays the same, as if both nodes were behind a load
 * balancer.
 */
const atSecond = (browser: Browser) => browser.copy(second.appUrl)

/** Repeats a request, one at a time, until the response has the given status. */
async function asksUntil(status: number, ask: () => Promise<{ status: number }>): Promise<void> {
  await until(async () => (await ask()).status === status)
}

/** Opens a company's stream of changes, and reports whether the stream has ended. */
async function openStream(browser: Browser): Promise<{ ended: Promise<void>; isOver: () => boolean }> {
  const controller = new AbortController()
  const response = await fetch(`${browser.url}/api/v1/changes?since=0`, {
    headers: { cookie: browser.cookieHeader, accept: 'text/event-stream' },
    signal: controller.signal,
  })
  expect(response.status).toBe(200)
  const reader = response.body!.getReader()
  let isOver = false
  const read = async () => {
    while (!(await reader.read()).done);
    isOver = true
  }
  return { ended: read().catch(() => undefined), isOver: () => isOver }
}

test('a session created on one node works on the other node', async () => {
  const browser = await signedUp(service.sessionUrl)
  const other = atSecond(browser)
  expect((await other.session()).user.email).toBe(browser.account.email)
  expect((await other.get('/api/v1/bootstrap')).json.company.name).toBe(browser.account.companyName)
})

test('a sign-out on one node ends the session’s open stream on the other', async () => {
  const browser = await signedUp(service.sessionUrl)
  const other = atSecond(browser)
  // Let the other node cache the session, to test that the sign-out removes it there.
  expect((await other.get('/api/v1/bootstrap')).status).toBe(200)
  const streams = [await openStream(browser), await openStream(other)]
  await browser.post('/api/auth/sign-out')
  expect((await browser.copy().get('/api/v1/bootstrap')).status).toBe(401)
  await asksUntil(401, () => other.get('/api/v1/bootstrap'))
  await Promise.all(streams.map(({ ended }) => ended))
  expect(streams.map(({ isOver }) => isOver())).toEqual([true, true])
})

test('changing a password on one node ends the sessions on the other', async () => {
  const browser = await signedUp(service.sessionUrl)
  const elsewhere = new Browser(second.appUrl)
  await elsewhere.signIn(browser.account)
  expect((await elsewhere.get('/api/v1/bootstrap')).status).toBe(200)
  const { password } = browser.account
  await browser.post('/api/auth/change-password', { currentPassword: password, newPassword: 'another password' })
  await asksUntil(401, () => elsewhere.get('/api/v1/bootstrap'))
})

/** Adds the user as a member of another user's company. */
async function join(browser: Browser, of: Browser): Promise<{ companyId: string; userId: string }> {
  const [{ user }, { company }] = [await browser.session(), await of.session()]
  const add = 'insert into memberships (user_id, company_id, role) values ($1, $2, $3)'
  await service.database.query(add, [user.id, company.id, 'owner'])
  return { companyId: company.id, userId: user.id }
}

test('when a user switches to another of their companies, every node uses that company at once', async () => {
  const browser = await signedUp(service.sessionUrl)
  const owner = await signedUp(service.sessionUrl)
  const { companyId } = await join(browser, owner)
  const before = await browser.session()
  expect(before.companies.map((one: { name: string }) => one.name)).toEqual([
    browser.account.companyName,
    owner.account.companyName,
  ])
  const other = atSecond(browser)
  expect((await other.get('/api/v1/bootstrap')).json.company.id).toBe(before.company.id)
  const stream = await openStream(other)
  const moved = await browser.post('/api/v1/session/company', { companyId })
  expect([moved.status, moved.json.company]).toEqual([200, { id: companyId, name: owner.account.companyName }])
  // Use the second node with the new cookie, for which it cannot have cached anything.
  const after = atSecond(browser)
  expect((await after.get('/api/v1/bootstrap')).json.company.id).toBe(companyId)
  const made = await browser.post('/api/v1/warehouses', { name: 'Склад' })
  expect((await owner.get(`/api/v1/warehouses/${made.json.result.id}`)).status).toBe(200)
  await asksUntil(401, () => other.get('/api/v1/bootstrap'))
  await stream.ended
  const { items } = (await owner.get('/api/v1/audit')).json
  expect(items[0].actor.name).toBe(browser.account.name)
})

test('a removed member loses access on both nodes and is not switched to another company automatically', async () => {
  const browser = await signedUp(service.sessionUrl)
  const owner = await signedUp(service.sessionUrl)
  const { companyId, userId } = await join(browser, owner)
  await browser.post('/api/v1/session/company', { companyId })
  const other = atSecond(browser)
  expect((await other.get('/api/v1/bootstrap')).json.company.id).toBe(companyId)
  const stream = await openStream(other)
  await service.database.query('delete from memberships where user_id = $1 and company_id = $2', [userId, companyId])
  await asksUntil(403, () => other.get('/api/v1/bootstrap'))
  await asksUntil(403, () => browser.post('/api/v1/warehouses', { name: 'Склад' }))
  await stream.ended
  const session = await browser.session()
  expect([session.company, session.role, session.companies.length]).toEqual([null, null, 1])
  const back = await browser.post('/api/v1/session/company', { companyId: session.companies[0].id })
  expect(back.json.company.name).toBe(browser.account.companyName)
})

test('using a session extends it up to its maximum age, and an expired session no longer works', async () => {
  const browser = await signedUp(service.sessionUrl)
  const { session } = (await browser.get('/api/auth/get-session')).json
  const age = (column: string, interval: string) =>
    service.database.query(`update sessions set ${column} = now() + $2::interval where id = $1`, [session.id, interval])
  const expiry = async () => {
    const { rows } = await service.database.query<{ expires_at: Date; ends_at: Date }>(
      'select expires_at, ends_at from sessions where id = $1',
      [session.id],
    )
    return rows[0]!
  }
  // Make the session expire soon, and use it on a node that has not seen it for a minute. This use must extend it.
  await age('expires_at', '5 minutes')
  expect((await atSecond(browser).get('/api/v1/bootstrap')).status).toBe(200)
  await until(async () => (await expiry()).expires_at.getTime() > Date.now() + 6 * 86_400_000)
  // Check that using a session never extends it beyond its maximum age.
  await age('ends_at', '1 hour')
  const third = await startNode(service.databaseUrl)
  try {
    expect((await browser.copy(third.appUrl).get('/api/v1/bootstrap')).status).toBe(200)
    await until(async () => (await expiry()).expires_at.getTime() === (await expiry()).ends_at.getTime())
  } finally {
    await third.stop()
  }
  await age('expires_at', '-1 second')
  await asksUntil(401, () => browser.get('/api/v1/bootstrap'))
  await asksUntil(401, () => atSecond(browser).get('/api/v1/bootstrap'))
  expect((await browser.get('/api/auth/get-session')).text).toBe('null')
})

test('a node with a different secret key does not start and reports why', async () => {
  const secretKeys = parseSecretKeys('a key that nobody else has, on this node alone')
  await expect(startNode(service.databaseUrl, { secretKeys })).rejects.toThrow(/SECRET_KEY/)
})

test('a stream opened for one company ends when its session switches to another', async () => {
  const browser = await signedUp(service.sessionUrl)
  const { companyId, userId } = await join(browser, await signedUp(service.sessionUrl))
  const stream = await openStream(browser)
  // Change only the session's company in the database. The cookie stays the same, so nothing else reveals the change.
  await service.database.query('update sessions set company_id = $1 where user_id = $2', [companyId, userId])
  await stream.ended
  expect(stream.isOver()).toBe(true)
  expect((await browser.get('/api/v1/bootstrap')).json.company.id).toBe(companyId)
})
