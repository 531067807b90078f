/**
 * Tests the throttle: guessing passwords soon becomes extremely slow, while a user with the right password can still
 * sign in.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { networkOf, throttleKey } from '../../server/access/throttle.ts'
import { startMailServer } from '../support/fakes/mail-server.ts'
import { totpCode } from '../support/fakes/totp.ts'
import { Browser, newAccount, signedUp } from '../support/node/browser.ts'
import { cloneDatabase, startNode, useService } from '../support/node/service.ts'
import { until } from '../support/scene/notifications.ts'

/** The node trusts one proxy, so that a test can choose a request's source address. */
const service = useService({ trustProxy: 1 })

let addresses = 0
const newAddress = () => {
  addresses += 1
  return `203.0.113.${addresses}`
}
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const browserHere = () => new Browser(service.sessionUrl)

// The clock of this process and its nodes stands still unless a test moves it, so that pauses have the same length on
// any machine.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterEach(() => {
  vi.useRealTimers()
})
/** Sets the counter of wrong passwords directly, because making that many wrong attempts would take a minute. */
async function setCounter(key: string, points: number): Promise<void> {
  const { rowCount } = await service.database.query('update rate_limits set points = $2 where key = $1', [key, points])
  expect([key, rowCount]).toEqual([key, 1])
}
const letPass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000)

async function accountHere(address = newAddress()) {
  const account = newAccount()
  expect((await browserHere().signUp(account, from(address))).status).toBe(200)
  return account
}

test('of a thousand wrong passwords tried for an account, only a few are checked', async () => {
  const account = await accountHere()
  const here = from(newAddress())
  const wrong = { ...account, password: 'wrong password' }
  const statuses: number[] = []
  for (let batch = 0; batch < 100; batch += 1)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 10 }, async () => (await browserHere().signIn(wrong, here)).status))),
    )
  const looked = statuses.filter((status) => status === 401).length
  expect(statuses.filter((status) => status === 429).length).toBe(1_000 - looked)
  expect(looked).toBe(6)

  const early = await browserHere().signIn(account, here)
  expect([early.status, early.json.code]).toEqual([429, 'RATE_LIMITED'])
  const wait = Number(early.headers.get('retry-after'))
  expect(wait).toBeGreaterThanOrEqual(1)
  expect(wait).toBeLessThanOrEqual(60)
  letPass(wait)
  expect((await browserHere().signIn(account, here)).status).toBe(200)
  // Check that after a successful sign-in, the throttle no longer counts earlier wrong attempts.
  for (let tries = 0; tries < 5; tries += 1) expect((await browserHere().signIn(wrong, here)).status).toBe(401)
}, 300_000)

test('the pauses after wrong passwords grow, but never beyond a minute', async () => {
  const account = await accountHere()
  const here = from(newAddress())
  const wrong = { ...account, password: 'wrong password' }
  for (let tries = 0; tries < 5; tries += 1) expect((await browserHere().signIn(wrong, here)).status).toBe(401)
  const waits: number[] = []
  for (let pause = 0; pause < 6; pause += 1) {
    expect((await browserHere().signIn(wrong, here)).status).toBe(401)
    const refused = await browserHere().signIn(wrong, here)
    expect(refused.status).toBe(429)
    const wait = Number(refused.headers.get('retry-after'))
    waits.push(wait)
    letPass(wait - 1)
    expect((await browserHere().signIn(account, here)).status).toBe(429)
    letPass(1)
  }
  expect(waits).toEqual([1, 8, 60, 60, 60, 60])
  expect((await browserHere().signIn(account, here)).status).toBe(200)
})

test('a few mistyped passwords delay neither the user nor anyone else', async () => {
  const [account, other] = [await accountHere(), await accountHere()]
  const here = from(newAddress())
  for (let tries = 0; tries < 4; tries += 1) await browserHere().signIn({ ...account, password: 'wrong' }, here)
  expect((await browserHere().signIn(account, here)).status).toBe(200)
  for (let tries = 0; tries < 30; tries += 1) await browserHere().signIn({ ...account, password: 'wrong' }, here)
  expect((await browserHere().signIn(other, here)).status).toBe(200)
  expect((await browserHere().signIn(account, from(newAddress()))).status).toBe(200)
})

test('strangers cannot lock a user out at the network address from which the user usually signs in', async () => {
  const account = await accountHere()
  const home = from(newAddress())
  expect((await browserHere().signIn(account, home)).status).toBe(200)
  expect((await browserHere().signIn({ ...account, password: 'wrong' }, from(newAddress()))).status).toBe(401)
  await setCounter(`account-tries:${throttleKey(account.email)}`, 50)
  const beyond = () => browserHere().signIn({ ...account, password: 'wrong' }, from(newAddress()))
  for (let pause = 1; pause <= 4; pause += 1) {
    expect((await beyond()).status).toBe(401)
    letPass(8)
  }
  expect((await beyond()).status).toBe(401)
  const elsewhere = await browserHere().signIn({ ...account, password: 'wrong' }, from('192.0.2.1'))
  expect([elsewhere.status, elsewhere.headers.get('retry-after')]).toEqual([429, '10'])
  expect((await browserHere().signIn(account, home)).status).toBe(200)
})

test('strangers cannot lock a user out at the network address from which the user signed up', async () => {
  const home = newAddress()
  const account = await accountHere(home)
  expect((await browserHere().signIn({ ...account, password: 'wrong' }, from(newAddress()))).status).toBe(401)
  await setCounter(`account-tries:${throttleKey(account.email)}`, 60)
  expect((await browserHere().signIn({ ...account, password: 'wrong' }, from(newAddress()))).status).toBe(401)
  expect((await browserHere().signIn(account, from(newAddress()))).status).toBe(429)
  expect((await browserHere().signIn(account, from(home))).status).toBe(200)
})

test('password guesses from many network addresses cannot lock out a user who signs in with the right password from a new address', async () => {
  const account = await accountHere()
  const strangers = Array.from({ length: 16 }, newAddress)
  const guess = async (address: string) =>
    (await browserHere().signIn({ ...account, password: 'wrong password' }, from(address))).status
  expect(await guess(strangers[0]!)).toBe(401)
  await setCounter(`account-tries:${throttleKey(account.email)}`, 60)
  // Let every stranger guess several times; each of them still gets only one place in the queue.
  for (let round = 0; round < 3; round += 1) await Promise.all(strangers.map(guess))
  const owner = from(newAddress())
  const first = await browserHere().signIn(account, owner)
  expect([first.status, first.json.code]).toEqual([429, 'RATE_LIMITED'])
  const wait = Number(first.headers.get('retry-after'))
  expect(wait).toBeLessThanOrEqual((strangers.length + 1) * 10)
  let looked = 0
  for (let passed = 0; passed < wait; passed += 10) {
    letPass(Math.min(10, wait - passed))
    const statuses = await Promise.all(strangers.map(guess))
    looked += statuses.filter((status) => status === 401).length
  }
  const second = await browserHere().signIn(account, owner)
  expect(second.status, second.text).toBe(200)
  // Check that the queue lets one caller through every ten seconds, whether it is a stranger or the owner.
  expect(looked).toBeLessThanOrEqual(wait / 10 + 1)
})

test('somebody who has stolen a password can neither try many second-factor codes nor lock the user out with wrong ones', async () => {
  const [home, elsewhere] = [from(newAddress()), from(newAddress())]
  const account = newAccount()
  const owner = browserHere()
  await owner.signUp(account, home)
  const { password } = account
  const { totpURI } = (await owner.post('/api/auth/two-factor/enable', { password }, home)).json
  const switchedOn = await owner.post('/api/auth/two-factor/verify-totp', { code: totpCode(totpURI) }, home)
  expect(switchedOn.status).toBe(200)
  let looked = 0
  const guessFrom = async (address: object) => {
    const thief = browserHere()
    expect((await thief.signIn(account, address)).status).toBe(200)
    for (let tries = 0; tries < 5; tries += 1)
      if ((await thief.post('/api/auth/two-factor/verify-totp', { code: '000000' }, address)).status === 401)
        looked += 1
  }
  // Check that the right password alone does not make a network address trusted if the account has a second factor.
  for (let sitting = 0; sitting < 8; sitting += 1) await guessFrom(elsewhere)
  expect(looked).toBe(6)
  for (let sitting = 0; sitting < 8; sitting += 1) await guessFrom(from(newAddress()))
  // At most this many codes are checked: the user's free attempts, the additional attempts of one address, and one
  // attempt after a pause.
  expect(looked).toBeLessThanOrEqual(12)
  letPass(60)
  const again = browserHere()
  expect((await again.signIn(account, home)).status).toBe(200)
  const code = await again.post('/api/auth/two-factor/verify-totp', { code: totpCode(totpURI) }, home)
  expect(code.status, code.text).toBe(200)
}, 120_000)

test('only a few second-factor codes are checked within a session', async () => {
  const account = newAccount()
  const browser = browserHere()
  await browser.signUp(account, from(newAddress()))
  await browser.post('/api/auth/two-factor/enable', { password: account.password })
  const statuses: number[] = []
  for (let tries = 0; tries < 9; tries += 1)
    statuses.push((await browser.post('/api/auth/two-factor/verify-totp', { code: '000000' })).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429, 429])
})

test('trying a list of stolen passwords from one network address is soon throttled', async () => {
  const address = newAddress()
  const here = from(address)
  expect((await browserHere().signIn(newAccount(), here)).status).toBe(401)
  await setCounter(`address-tries:${throttleKey(address)}`, 98)
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries += 1) statuses.push((await browserHere().signIn(newAccount(), here)).status)
  expect(statuses).toEqual([401, 401, 401, 429, 429, 429])
})

test('for the throttle, another spelling of an e-mail address counts as the same account', async () => {
  const account = await accountHere()
  const here = from(newAddress())
  const forms = [account.email, account.email.toUpperCase(), ` ${account.email}`, account.email.replace('@', '＠')]
  const statuses: number[] = []
  for (let tries = 0; tries < 8; tries += 1) {
    const email = forms[tries % forms.length]!
    statuses.push((await browserHere().signIn({ email, password: 'wrong password' }, here)).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429])
})

test('all nodes share the counters of wrong passwords', async () => {
  const account = await accountHere()
  const here = from(newAddress())
  const second = await startNode(service.databaseUrl, { trustProxy: 1 })
  try {
    const wrong = { ...account, password: 'wrong password' }
    const statuses: number[] = []
    for (let tries = 0; tries < 8; tries += 1) {
      const url = tries % 2 === 0 ? service.sessionUrl : second.appUrl
      statuses.push((await new Browser(url).signIn(wrong, here)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429])
  } finally {
    await second.stop()
  }
})

test('a stolen session cannot be used to guess its user’s password', async () => {
  const browser = await signedUp(service.sessionUrl)
  const change = { currentPassword: 'wrong password', newPassword: 'another password' }
  const statuses: number[] = []
  for (let tries = 0; tries < 10; tries += 1)
    statuses.push((await browser.post('/api/auth/change-password', change)).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429, 429, 429, 429])
})

test('at most a hundred sign-ups an hour are accepted from one network address', async () => {
  const here = newAddress()
  const account = newAccount()
  expect((await browserHere().signUp(account, from(here))).status).toBe(200)
  await setCounter(`sign-up:${throttleKey(here)}`, 99)
  const invalid = await browserHere().signUp(newAccount({ email: 'nobody' }), from(here))
  expect(invalid.status).toBe(400)
  expect((await browserHere().signUp(newAccount(), from(here))).status).toBe(200)
  const beyond = await browserHere().signUp(newAccount(), from(here))
  expect([beyond.status, beyond.json.code]).toEqual([429, 'RATE_LIMITED'])
  expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(3_000)
  expect((await browserHere().signUp(newAccount(), from(newAddress()))).status).toBe(200)
  // Move the counter's time back instead of moving the clock forward, because a node whose clock is an hour ahead would
  // refuse to create a company.
  await service.database.query(`update rate_limits set expire = expire - 3600000 where key like 'sign-up:%'`)
  expect((await browserHere().signUp(newAccount(), from(here))).status).toBe(200)
})

test('nobody’s mailbox can be flooded with e-mails from the service', async () => {
  const mail = await startMailServer()
  const cloned = await cloneDatabase()
  const node = await startNode(cloned.url, { mail: { smtpUrl: mail.url, from: 'skladno@example.org' }, trustProxy: 1 })
  try {
    const { account } = await signedUp(node.appUrl)
    const statuses: number[] = []
    for (let tries = 0; tries < 7; tries += 1) {
      const asking = from(`203.0.113.${tries}`)
      const { email } = account
      statuses.push((await new Browser(node.appUrl).post('/api/auth/request-password-reset', { email }, asking)).status)
    }
    // Only four more e-mails are sent, because the sign-up had already sent one.
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 429])
    const here = from('203.0.113.99')
    for (let signUps = 0; signUps < 33; signUps += 1)
      expect((await new Browser(node.appUrl).signUp(newAccount(), here)).status).toBe(200)
    await until(() => mail.mails.length >= 35)
    // Five of these e-mails went to the account above. The other 30 are the most that one network address may cause in
    // an hour.
    expect(mail.mails.length).toBe(35)
  } finally {
    await node.stop()
    await cloned.drop()
    await mail.close()
  }
})

test('a forwarded client address is trusted only if it comes from a trusted proxy', async () => {
  const node = await startNode(service.databaseUrl)
  try {
    const account = await accountHere()
    const seenFrom = async (browser: Browser) => {
      expect((await browser.signIn(account, from('203.0.113.200, 198.51.100.7'))).status).toBe(200)
      const { session } = (await browser.get('/api/auth/get-session')).json
      return session.ipAddress
    }
    expect(await seenFrom(browserHere())).toBe('198.51.100.7')
    expect(await seenFrom(new Browser(node.appUrl))).toBe('127.0.0.1')
    const named = { headers: { 'x-skladno-address': '203.0.113.201' } }
    const browser = new Browser(node.appUrl)
    await browser.signIn(account, named)
    expect((await browser.get('/api/auth/get-session')).json.session.ipAddress).toBe('127.0.0.1')
  } finally {
    await node.stop()
  }
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the throttle counts %s as the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
