/** Tests sign-up, sign-in and sign-out. */
import { expect, test } from 'vitest'
import { Browser, newAccount, signedUp } from '../support/node/browser.ts'
import { useService } from '../support/node/service.ts'

const service = useService()

test('a sign-up creates a user and a company owned by that user, and signs the user in', async () => {
  const account = newAccount()
  const browser = new Browser(service.sessionUrl)
  const reply = await browser.signUp(account)
  expect([reply.status, reply.text]).toEqual([200, expect.anything()])
  const session = await browser.session()
  expect(session).toEqual({
    user: {
      id: expect.any(String),
      name: account.name,
      email: account.email,
      emailVerified: false,
      twoFactorEnabled: false,
    },
    company: { id: expect.any(String), name: account.companyName },
    role: 'owner',
    seesCosts: true,
    revision: 0,
    epoch: expect.stringMatching(/^[0-9a-z]{8,}$/),
    drill: false,
    companies: [{ id: session.company.id, name: account.companyName, role: 'owner' }],
  })
})

test('a signed-in user can send commands to the company, and the audit log names the user', async () => {
  const browser = await signedUp(service.sessionUrl)
  const made = await browser.post('/api/v1/warehouses', { name: 'Склад' })
  expect(made.status, made.text).toBe(200)
  const { user } = await browser.session()
  const { items } = (await browser.get('/api/v1/audit')).json
  expect(items[0]).toMatchObject({ action: 'warehouse.created', actor: { type: 'user', id: user.id, name: user.name } })
})

test('after a sign-out the session cookie no longer works', async () => {
  const browser = await signedUp(service.sessionUrl)
  const before = browser.copy()
  expect((await browser.post('/api/auth/sign-out')).status).toBe(200)
  expect(browser.sessionCookie).toBeUndefined()
  expect(await before.session()).toBe(401)
  expect((await before.get('/api/v1/bootstrap')).json.code).toBe('UNAUTHENTICATED')
})

test('a user can sign in again only with the right password', async () => {
  const { account } = await signedUp(service.sessionUrl)
  const browser = new Browser(service.sessionUrl)
  const wrong = await browser.signIn({ ...account, password: 'wrong password' })
  expect([wrong.status, wrong.json.code, browser.cookies.size]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD', 0])
  expect((await browser.signIn(account)).status).toBe(200)
  expect((await browser.session()).user.email).toBe(account.email)
})

test('a cached response is used only for the same session cookie and the same company', async () => {
  const [browser, other] = [await signedUp(service.sessionUrl), await signedUp(service.sessionUrl)]
  const state = await browser.get('/api/v1/bootstrap')
  expect(state.headers.get('vary')).toMatch(/^Cookie\b/)
  const headers = { 'if-none-match': state.headers.get('etag')! }
  expect((await browser.get('/api/v1/bootstrap', { headers })).status).toBe(304)
  expect((await other.get('/api/v1/bootstrap', { headers })).status).toBe(200)
})
