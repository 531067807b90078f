/**
 * Checks that no other site can make write requests with a signed-in user's cookie. The tests try every write request
 * from every kind of foreign origin.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AUTH_ROUTES } from '../../server/access/auth-requests.ts'
import { operationsOf } from '../support/contract/openapi.ts'
import { Browser, newAccount, signedUp } from '../support/node/browser.ts'
import { cloneDatabase, startNode, useService } from '../support/node/service.ts'

const service = useService()

const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'))
const WRITES = operationsOf(document)
  .map(({ route }) => route.split(' ') as [string, string])
  .filter(([method]) => method !== 'GET')
  .map(([method, path]) => [method, path.replace(/\{\w+\}/g, '0190a0b0-0000-7000-8000-000000000000')] as const)

/** Origins from which write requests must be refused, including some that resemble the app's own address. */
const elsewhere = (own: string) => [
  null,
  'https://evil.example',
  'null',
  `${own}.evil.example`,
  `${own}/`,
  own.replace('http:', 'https:'),
  own.replace('127.0.0.1', 'localhost'),
  own.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
  `${own}, ${own}`,
  own.toUpperCase(),
]

test('every write request to the API from another origin is refused', async () => {
  const browser = await signedUp(service.sessionUrl)
  const before = (await browser.get('/api/v1/bootstrap')).text
  expect(new Set(WRITES.map(([method]) => method))).toEqual(new Set(['POST', 'PUT', 'PATCH', 'DELETE']))
  expect(WRITES.length).toBeGreaterThan(50)
  const origins = elsewhere(service.sessionUrl)
  let index = 0
  for (const [method, path] of WRITES) {
    index += 1
    for (const origin of [null, origins[index % origins.length]!]) {
      const reply = await browser.send(method, path, {}, { origin })
      expect([method, path, origin, reply.status, reply.json.code]).toEqual([
        method,
        path,
        origin,
        403,
        'ORIGIN_REJECTED',
      ])
    }
  }
  expect((await browser.get('/api/v1/bootstrap')).text).toBe(before)
})

test('neither unused HTTP methods nor method overrides bypass the origin check', async () => {
  const browser = await signedUp(service.sessionUrl)
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const reply = await browser.send(method, '/api/v1/session/company', {}, { origin: null })
    expect([method, reply.status, reply.json.code]).toEqual([method, 404, 'ROUTE_NOT_FOUND'])
  }
  const override = { origin: 'https://evil.example', headers: { 'x-http-method-override': 'GET' } }
  expect((await browser.post('/api/v1/warehouses', { name: 'Склад' }, override)).status).toBe(403)
})

test('every write request to the account routes from another origin is refused', async () => {
  const browser = await signedUp(service.sessionUrl)
  const writes = AUTH_ROUTES.filter((route) => route.startsWith('POST ')).map((route) => route.slice('POST '.length))
  expect(writes.length).toBeGreaterThan(15)
  for (const origin of elsewhere(service.sessionUrl))
    for (const path of writes) {
      const reply = await browser.post(`/api/auth${path}`, browser.account, { origin })
      expect([path, origin, reply.status, reply.json.code]).toEqual([path, origin, 403, 'ORIGIN_REJECTED'])
    }
  expect(await browser.session()).toMatchObject({ user: { name: browser.account.name, twoFactorEnabled: false } })
})

test('sign-in and sign-up requests from another site are refused', async () => {
  const { account } = await signedUp(service.sessionUrl)
  const forms = ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']
  for (const origin of elsewhere(service.sessionUrl).filter((one) => one !== null)) {
    const stranger = new Browser(service.sessionUrl)
    const replies = [await stranger.signIn(account, { origin }), await stranger.signUp(newAccount(), { origin })]
    for (const type of forms)
      replies.push(await stranger.signIn(account, { origin, headers: { 'content-type': type } }))
    expect(replies.map(({ status, json }) => [status, json.code])).toEqual(replies.map(() => [403, 'ORIGIN_REJECTED']))
    expect(stranger.sessionCookie).toBeUndefined()
  }
})

test('a plain HTML form sent without an Origin header is refused', async () => {
  const { account } = await signedUp(service.sessionUrl)
  for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
    const stranger = new Browser(service.sessionUrl)
    const reply = await stranger.signIn(account, { origin: null, headers: { 'content-type': type } })
    expect([type, reply.status, stranger.sessionCookie]).toEqual([type, 415, undefined])
  }
})

test('CORS headers allow no other site', async () => {
  const browser = await signedUp(service.sessionUrl)
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
  const replies = [
    await browser.get('/api/v1/bootstrap', { headers }),
    await browser.get('/api/auth/get-session', { headers }),
    await browser.send('OPTIONS', '/api/v1/warehouses', {}, { headers }),
    await browser.send('OPTIONS', '/api/auth/sign-out', {}, { headers }),
  ]
  for (const reply of replies)
    expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
})

test('a cookie of the http address does not work at the https address, nor the other way round', async () => {
  const cloned = await cloneDatabase()
  const origin = 'https://sklad.example.org'
  const [plain, secure] = [await startNode(cloned.url), await startNode(cloned.url, { appUrl: origin })]
  try {
    const [one, other] = [await signedUp(plain.appUrl), new Browser(secure.appUrl, origin)]
    await other.signUp(newAccount())
    expect([...one.cookies.keys()]).toEqual(['skladno.session_token'])
    expect([...other.cookies.keys()]).toEqual(['__Host-skladno.session_token'])
    expect(await one.copy(secure.appUrl).session()).toBe(401)
    expect(await other.copy(plain.appUrl).session()).toBe(401)
  } finally {
    await plain.stop()
    await secure.stop()
    await cloned.drop()
  }
})

test('signing up invalidates a session cookie that was planted in the browser beforehand', async () => {
  const attacker = await signedUp(service.sessionUrl)
  const victim = attacker.copy()
  const account = newAccount()
  expect((await victim.signUp(account)).status).toBe(200)
  expect(victim.sessionCookie).not.toBe(attacker.sessionCookie)
  expect([(await victim.session()).user.email, await attacker.session()]).toEqual([account.email, 401])
})
