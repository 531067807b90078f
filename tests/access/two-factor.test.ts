/** Tests the second factor: authenticator codes and recovery codes. */
import { expect, test } from 'vitest'
import { totpCode } from '../support/fakes/totp.ts'
import { Browser, signedUp } from '../support/node/browser.ts'
import { useService } from '../support/node/service.ts'

const service = useService()

/** Creates an account with a second factor. */
async function withSecondFactor() {
  const browser = await signedUp(service.sessionUrl)
  const { password } = browser.account
  const enabled = await browser.post('/api/auth/two-factor/enable', { password })
  expect(enabled.status, enabled.text).toBe(200)
  const { totpURI, backupCodes } = enabled.json as { totpURI: string; backupCodes: string[] }
  const usedCode = totpCode(totpURI)
  const verified = await browser.post('/api/auth/two-factor/verify-totp', { code: usedCode })
  expect(verified.status, verified.text).toBe(200)
  return { browser, totpURI, backupCodes, usedCode }
}

const PERIOD_MS = 30_000
/**
 * Returns the code of the next period. The current code was already used to turn on the second factor. The next one is
 * accepted early, so tests need not wait for it.
 */
const nextCode = (uri: string) => totpCode(uri, Date.now() + PERIOD_MS)

test('with a second factor, the password alone is not enough to sign in', async () => {
  const { browser, totpURI } = await withSecondFactor()
  expect((await browser.session()).user.twoFactorEnabled).toBe(true)
  const other = new Browser(service.sessionUrl)
  const first = await other.signIn(browser.account)
  expect([first.status, first.json]).toEqual([200, { twoFactorRedirect: true, twoFactorMethods: ['totp'] }])
  expect([other.sessionCookie, await other.session()]).toEqual([undefined, 401])
  const wrong = await other.post('/api/auth/two-factor/verify-totp', { code: '000000' })
  expect([wrong.status, other.sessionCookie]).toEqual([401, undefined])
  const right = await other.post('/api/auth/two-factor/verify-totp', { code: nextCode(totpURI) })
  expect(right.status, right.text).toBe(200)
  expect((await other.session()).user.email).toBe(browser.account.email)
})

test('a second-factor code works only once', async () => {
  const { browser, totpURI } = await withSecondFactor()
  const code = nextCode(totpURI)
  const [one, two] = [new Browser(service.sessionUrl), new Browser(service.sessionUrl)]
  for (const each of [one, two]) await each.signIn(browser.account)
  expect((await one.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200)
  const again = await two.post('/api/auth/two-factor/verify-totp', { code })
  expect([again.status, again.json.code]).toEqual([401, 'INVALID_CODE'])
  expect(await two.session()).toBe(401)
})

test('the code that switched the second factor on cannot be used to sign in', async () => {
  const { browser, totpURI, usedCode } = await withSecondFactor()
  const other = new Browser(service.sessionUrl)
  await other.signIn(browser.account)
  expect((await other.post('/api/auth/two-factor/verify-totp', { code: usedCode })).status).toBe(401)
  expect(await other.session()).toBe(401)
  await other.signIn(browser.account)
  expect((await other.post('/api/auth/two-factor/verify-totp', { code: nextCode(totpURI) })).status).toBe(200)
})

test('every sign-in requires the second factor, even from a browser that asked to be trusted', async () => {
  const { browser, totpURI, backupCodes } = await withSecondFactor()
  const other = new Browser(service.sessionUrl)
  await other.signIn(browser.account)
  const wishes = { trustDevice: true, disableSession: true }
  await other.post('/api/auth/two-factor/verify-totp', { ...wishes, code: nextCode(totpURI) })
  expect((await other.session()).user.email).toBe(browser.account.email)
  const again = await other.signIn(browser.account)
  expect([again.json.twoFactorRedirect, await other.session()]).toEqual([true, 401])
  await other.post('/api/auth/two-factor/verify-backup-code', { ...wishes, code: backupCodes[0] })
  expect((await other.session()).user.email).toBe(browser.account.email)
  expect((await other.signIn(browser.account)).json.twoFactorRedirect).toBe(true)
})

test('generating new recovery codes requires the password and invalidates the old codes', async () => {
  const { browser, backupCodes } = await withSecondFactor()
  const renew = (password: string) => browser.post('/api/auth/two-factor/generate-backup-codes', { password })
  expect((await renew('wrong password')).json.code).toBe('INVALID_PASSWORD')
  const renewed = (await renew(browser.account.password)).json.backupCodes as string[]
  expect(new Set([...renewed, ...backupCodes]).size).toBe(20)
  const other = new Browser(service.sessionUrl)
  await other.signIn(browser.account)
  const statuses: number[] = []
  for (const code of [backupCodes[0], renewed[0]])
    statuses.push((await other.post('/api/auth/two-factor/verify-backup-code', { code })).status)
  expect(statuses).toEqual([401, 200])
})

test('after five wrong recovery codes, a right one is refused', async () => {
  const { browser, backupCodes } = await withSecondFactor()
  const other = new Browser(service.sessionUrl)
  await other.signIn(browser.account)
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries += 1)
    statuses.push((await other.post('/api/auth/two-factor/verify-backup-code', { code: `00000-0000${tries}` })).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 400])
  const late = await other.post('/api/auth/two-factor/verify-backup-code', { code: backupCodes[0] })
  expect([late.status, other.sessionCookie]).toEqual([401, undefined])
})

test('a recovery code can be used once instead of an authenticator code', async () => {
  const { browser, backupCodes } = await withSecondFactor()
  const [one, two] = [new Browser(service.sessionUrl), new Browser(service.sessionUrl)]
  for (const each of [one, two]) await each.signIn(browser.account)
  const code = backupCodes[0]
  expect((await one.post('/api/auth/two-factor/verify-backup-code', { code })).status).toBe(200)
  expect((await one.session()).user.email).toBe(browser.account.email)
  expect((await two.post('/api/auth/two-factor/verify-backup-code', { code })).status).toBe(401)
  expect(await two.session()).toBe(401)
})

test('after a few wrong codes, the user must start the sign-in again', async () => {
  const { browser, totpURI } = await withSecondFactor()
  const other = new Browser(service.sessionUrl)
  await other.signIn(browser.account)
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries += 1)
    statuses.push((await other.post('/api/auth/two-factor/verify-totp', { code: '000000' })).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 400])
  const late = await other.post('/api/auth/two-factor/verify-totp', { code: nextCode(totpURI) })
  expect([late.status, other.sessionCookie]).toEqual([401, undefined])
})

test('the second factor can be switched off only with the password', async () => {
  const { browser } = await withSecondFactor()
  const { account } = browser
  const wrong = await browser.post('/api/auth/two-factor/disable', { password: 'wrong password' })
  expect([wrong.status, wrong.json.code]).toEqual([400, 'INVALID_PASSWORD'])
  expect((await browser.post('/api/auth/two-factor/disable', { password: account.password })).status).toBe(200)
  expect((await browser.session()).user.twoFactorEnabled).toBe(false)
  const other = new Browser(service.sessionUrl)
  await other.signIn(account)
  expect((await other.session()).user.email).toBe(account.email)
})

test('a second factor that the user has not confirmed locks nobody out', async () => {
  const browser = await signedUp(service.sessionUrl)
  await browser.post('/api/auth/two-factor/enable', { password: browser.account.password })
  const other = new Browser(service.sessionUrl)
  await other.signIn(browser.account)
  expect((await other.session()).user.twoFactorEnabled).toBe(false)
})

test('switching the second factor on gives the session a new cookie and keeps the session’s company', async () => {
  const browser = await signedUp(service.sessionUrl)
  const { company } = await browser.session()
  const before = browser.copy()
  const { totpURI } = (await browser.post('/api/auth/two-factor/enable', { password: browser.account.password })).json
  await browser.post('/api/auth/two-factor/verify-totp', { code: totpCode(totpURI) })
  expect(await before.session()).toBe(401)
  expect((await browser.session()).company).toEqual(company)
})
