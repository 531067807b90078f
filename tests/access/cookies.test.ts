/** Tests what a session cookie can and cannot be used for. */
import { describe, expect, test } from 'vitest'
import { parseSecretKeys } from '../../server/access/secret-key.ts'
import { Browser, newAccount, signedUp } from '../support/node/browser.ts'
import { cloneDatabase, startNode, useService } from '../support/node/service.ts'

const service = useService()
const attributesOf = (line: string | undefined) => (line ?? '').split('; ').slice(1).sort()

test('the session cookie cannot be read by scripts and is not sent with requests from other sites', async () => {
  const browser = await signedUp(service.sessionUrl)
  const line = browser.lastSetCookies.find((one) => one.startsWith('skladno.session_token='))
  expect(attributesOf(line)).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax'])
})

test('with "remember me" off, the session cookie lasts only until the browser closes', async () => {
  const { account } = await signedUp(service.sessionUrl)
  const browser = new Browser(service.sessionUrl)
  await browser.post('/api/auth/sign-in/email', { ...account, rememberMe: false })
  const line = browser.lastSetCookies.find((one) => one.startsWith('skladno.session_token='))
  expect(attributesOf(line)).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax'])
})

describe('with an https address', () => {
  const ORIGIN = 'https://sklad.example.org'
  const secure = useService({ appUrl: ORIGIN })

  test('session cookies are Secure and valid for this host only', async () => {
    const browser = new Browser(secure.sessionUrl, ORIGIN)
    expect((await browser.signUp(newAccount())).status).toBe(200)
    const set = browser.lastSetCookies.filter((one) => /session_token=/.test(one))
    expect(set).toHaveLength(1)
    expect(set[0]).toMatch(/^__Host-skladno\.session_token=/)
    expect(attributesOf(set[0])).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'Secure'])
    expect((await browser.post('/api/v1/warehouses', { name: 'Склад' })).status).toBe(200)
    const fromInside = await browser.post('/api/v1/warehouses', { name: 'Склад' }, { origin: secure.sessionUrl })
    expect(fromInside.json.code).toBe('ORIGIN_REJECTED')
  })
})

test('signing in invalidates a session cookie that was planted in the browser beforehand', async () => {
  const attacker = await signedUp(service.sessionUrl)
  const { account } = await signedUp(service.sessionUrl)
  const victim = attacker.copy()
  expect((await victim.signIn(account)).status).toBe(200)
  expect(victim.sessionCookie).not.toBe(attacker.sessionCookie)
  expect((await victim.session()).user.email).toBe(account.email)
  expect(await attacker.session()).toBe(401)
})

test('a sign-in never adopts a session token made up by the client', async () => {
  const { account } = await signedUp(service.sessionUrl)
  const browser = new Browser(service.sessionUrl)
  browser.cookies.set('skladno.session_token', 'ChosenByAttackerChosenByAttacker.c2lnbmF0dXJl')
  await browser.signIn(account)
  expect(browser.sessionCookie).not.toContain('ChosenByAttacker')
})

test('a session cookie with one changed character is not accepted', async () => {
  const browser = await signedUp(service.sessionUrl)
  const [name, value] = [...browser.cookies].find(([one]) => one.endsWith('session_token'))!
  browser.cookies.set(
    name,
    value.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
  )
  expect(await browser.session()).toBe(401)
})

test('the session id shown in responses cannot be used as a session cookie', async () => {
  const browser = await signedUp(service.sessionUrl)
  const [{ token }] = (await browser.get('/api/auth/list-sessions')).json
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  const [, signature] = browser.sessionCookie!.split('.')
  const other = browser.copy()
  other.cookies.set('skladno.session_token', `${token}.${signature}`)
  expect(await other.session()).toBe(401)
})

describe.each([
  ['without an Origin', null],
  ['from another site', 'https://evil.example'],
  ['from another port', 'http://127.0.0.1:1'],
  ['from a sandbox', 'null'],
])('a write %s', (_what, origin) => {
  test('a write request with a wrong Origin is refused before any other check', async () => {
    const browser = await signedUp(service.sessionUrl)
    const before = (await browser.get('/api/v1/bootstrap')).text
    const replies = [
      await browser.post('/api/v1/warehouses', { name: 'Склад' }, { origin }),
      await browser.post('/api/v1/warehouses', {}, { origin, headers: { 'content-type': 'text/plain' } }),
      await browser.post('/api/v1/warehouses', { name: 'Склад' }, { origin, headers: { 'idempotency-key': 'short' } }),
      await browser.post('/api/v1/procurement/imports', {}, { origin }),
      await browser.post('/api/v1/session/company', { companyId: 'x' }, { origin }),
    ]
    expect(replies.map(({ status, json }) => [status, json.code])).toEqual(replies.map(() => [403, 'ORIGIN_REJECTED']))
    expect((await browser.get('/api/v1/bootstrap')).text).toBe(before)
  })

  test('a write request to the account routes with a wrong Origin is refused too', async () => {
    const browser = await signedUp(service.sessionUrl)
    for (const path of ['sign-out', 'update-user', 'revoke-sessions', 'delete-user', 'sign-in/email']) {
      const reply = await browser.post(`/api/auth/${path}`, browser.account, { origin })
      expect([path, reply.status, reply.json.code]).toEqual([path, 403, 'ORIGIN_REJECTED'])
    }
    expect((await browser.session()).user.name).toBe(browser.account.name)
  })
})

test('the response to a write request with a wrong Origin and no session is 401, because the session is checked first', async () => {
  const reply = await new Browser(service.sessionUrl).post('/api/v1/warehouses', {}, { origin: 'https://evil.example' })
  expect([reply.status, reply.json.code]).toEqual([401, 'UNAUTHENTICATED'])
})

test('GET requests need no Origin header', async () => {
  const browser = await signedUp(service.sessionUrl)
  expect((await browser.get('/api/v1/bootstrap')).status).toBe(200)
})

test('API tokens do not work at the browser app’s address, and sessions do not work at the API’s address', async () => {
  const client = await service.newCompany()
  const stranger = new Browser(service.sessionUrl)
  const headers = { authorization: `Bearer ${client.token}` }
  expect((await stranger.get('/api/v1/bootstrap', { headers })).status).toBe(401)
  const browser = await signedUp(service.sessionUrl)
  const withBoth = await browser.get('/api/v1/bootstrap', { headers })
  expect(withBoth.json.company.name).toBe(browser.account.companyName)
  expect((await browser.copy(service.url).get('/api/v1/bootstrap')).status).toBe(401)
  expect((await browser.copy(service.url).get('/api/v1/session')).json.code).toBe('ROUTE_NOT_FOUND')
})

test('a 401 response demands Bearer at the API’s address and Cookie at the browser app’s address', async () => {
  const at = async (url: string) => (await fetch(`${url}/api/v1/bootstrap`)).headers.get('www-authenticate')
  expect([await at(service.url), await at(service.sessionUrl)]).toEqual(['Bearer', 'Cookie'])
})

test('the session cookie of another installation does not work', async () => {
  const cloned = await cloneDatabase()
  const secretKeys = parseSecretKeys('another secret key, of another installation')
  const other = await startNode(cloned.url, { secretKeys })
  try {
    const browser = await signedUp(other.appUrl)
    expect(await browser.copy(service.sessionUrl).session()).toBe(401)
    const mine = await signedUp(service.sessionUrl)
    expect(await mine.copy(other.appUrl).session()).toBe(401)
  } finally {
    await other.stop()
    await cloned.drop()
  }
})

test('a session can access only its user’s own companies', async () => {
  const [mine, other] = [await signedUp(service.sessionUrl), await signedUp(service.sessionUrl)]
  const { id } = (await other.post('/api/v1/warehouses', { name: 'Чужой' })).json.result
  expect((await mine.get(`/api/v1/warehouses/${id}`)).status).toBe(404)
  const { company } = await other.session()
  const reply = await mine.post('/api/v1/session/company', { companyId: company.id })
  expect([reply.status, reply.json.code]).toEqual([404, 'NOT_FOUND'])
})

test('responses about the account are never cached', async () => {
  const browser = await signedUp(service.sessionUrl)
  for (const path of ['/api/auth/get-session', '/api/auth/list-sessions', '/api/v1/session'])
    expect((await browser.get(path)).headers.get('cache-control')).toContain('no-store')
  const { id } = (await browser.post('/api/v1/warehouses', { name: 'Склад' })).json.result
  const kept: string[] = []
  for (const path of [
    'orders',
    'audit',
    'products',
    'settings',
    'stock',
    'warehouses',
    `warehouses/${id}`,
    'procurement/imports',
  ])
    if ((await browser.get(`/api/v1/${path}`)).headers.get('cache-control') !== 'private, no-store') kept.push(path)
  expect(kept).toEqual([])
  // Check that the browser must send the ETag with each request, to find out whether its copy is still current.
  expect((await browser.get('/api/v1/bootstrap')).headers.get('cache-control')).toBe('private, no-cache')
})
