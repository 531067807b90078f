/** Tests which passwords users may choose, and that passwords are compared exactly. */
import { createHook } from 'node:async_hooks'
import { scryptSync } from 'node:crypto'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '../../server/access/new-company.ts'
import { faultOfPassword, PRODUCT_WORDS, SCRYPT } from '../../server/access/passwords.ts'
import { openDatabase } from '../../server/store/database.ts'
import { type MailServer, startMailServer } from '../support/fakes/mail-server.ts'
import { totpCode } from '../support/fakes/totp.ts'
import { Browser, newAccount, signedUp } from '../support/node/browser.ts'
import { cloneDatabase, startNode, useService } from '../support/node/service.ts'
import { until } from '../support/scene/notifications.ts'

const service = useService({ passwords: SCRYPT })

let mail: MailServer
let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let mailing: Awaited<ReturnType<typeof startNode>>
beforeAll(async () => {
  mail = await startMailServer()
  cloned = await cloneDatabase()
  mailing = await startNode(cloned.url, {
    mail: { smtpUrl: mail.url, from: 'Skladno <skladno@example.org>' },
    // Hash passwords as an installation with default settings does.
    passwords: undefined,
  })
})
afterAll(async () => {
  await mailing.stop()
  await cloned.drop()
  await mail.close()
})

/** Requests a password reset and returns the token from the mailed link. */
async function askForReset(email: string): Promise<string> {
  const mails = () => mail.mails.filter(({ to, subject }) => to.includes(email) && /Новый пароль/.test(subject))
  const before = mails().length
  await new Browser(mailing.appUrl).post('/api/auth/request-password-reset', { email })
  await until(() => mails().length > before)
  return /#token=(\S+)/.exec(mails().at(-1)!.text)![1]!
}

test('a node hashes passwords with scrypt and 32 MiB of memory by default', async () => {
  const { account } = await signedUp(mailing.appUrl)
  const database = openDatabase(cloned.url, () => {})
  const { rows } = await database.query<{ password: string }>(
    'select password from accounts join users on users.id = accounts.user_id where email = $1',
    [account.email],
  )
  await database.end()
  const [salt, key] = rows[0]!.password.split(':')
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 1 << 26 }
  expect(scryptSync(account.password, salt!, 64, cost).toString('hex')).toBe(key)
})

const codeOf = (password: string, about: readonly string[] = []) => faultOfPassword(password, about)?.code ?? null

test('the 3,000 most common passwords are refused, in any letter case', () => {
  const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as {
    dictionary: Record<string, string[]>
  }
  const frequent = dictionary['passwords-common']!.filter(({ length }) => length >= 8).slice(0, 3_000)
  expect(frequent).toHaveLength(3_000)
  expect(frequent.filter((password) => codeOf(password) !== 'PASSWORD_COMPROMISED')).toEqual([])
  const others = ['PASSWORD1', 'QwertyUIOP', '１２３４５６７８']
  expect(others.map((password) => codeOf(password))).toEqual(others.map(() => 'PASSWORD_COMPROMISED'))
})

test('passwords made of user, company or product names are refused, even with a few characters added', () => {
  const about = ['ООО «Ромашка»', 'Анна Каренина', 'a.karenina@oblonsky.example']
  const bad = [
    'романтичнаяромашка',
    'Ромашка-2025',
    'oblonsky.example',
    'karenina!!!1',
    'КаренинаАнна',
    'Ромашкаромашка',
  ]
  expect(bad.map((password) => codeOf(password, about))).toEqual([
    null,
    ...bad.slice(1).map(() => 'PASSWORD_TOO_PERSONAL'),
  ])
  const products = PRODUCT_WORDS.map((word) => `${word.toUpperCase()}-0!${word}`)
  expect(products.map((password) => codeOf(password))).toEqual(products.map(() => 'PASSWORD_TOO_PERSONAL'))
})

test.each([
  ['of lower-case letters only', 'teapotteapots'],
  ['of digits only', '8205771936'],
  ['of spaces only', ' '.repeat(12)],
  ['with letters of several alphabets', 'чайник と 茶碗'],
  ['of emoji only', '🫖🫖☕️☕️🍵'],
  ['of 64 characters', 'a tea pot '.repeat(7).slice(0, 64)],
  ['of 128 characters', 'a tea pot '.repeat(13).slice(0, 128)],
])('a password %s is accepted', async (_what, password) => {
  const { account } = await signedUp(service.sessionUrl, { password })
  expect((await new Browser(service.sessionUrl).signIn(account)).status).toBe(200)
})

test('passwords are compared exactly, including letter case and leading and trailing spaces', async () => {
  const password = ` ${'Teapot, cup and saucer. '.repeat(6).slice(0, 126)} `
  const { account } = await signedUp(service.sessionUrl, { password })
  const others = [password.toLowerCase(), password.trim(), password.slice(0, 127), `${password.slice(0, 127)}x`]
  for (const other of others)
    expect((await new Browser(service.sessionUrl).signIn({ ...account, password: other })).status, other).toBe(401)
  expect((await new Browser(service.sessionUrl).signIn(account)).status).toBe(200)
})

const BAD = [
  ['short', 'PASSWORD_TOO_SHORT'],
  ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
  ['Password123', 'PASSWORD_COMPROMISED'],
  ['skladno-2025', 'PASSWORD_TOO_PERSONAL'],
] as const

test('a weak password is refused at sign-up', async () => {
  for (const [password, code] of [...BAD, ['Romashka-77', 'PASSWORD_TOO_PERSONAL']] as const) {
    const wishes = newAccount({ password, companyName: 'Romashka' })
    const reply = await new Browser(service.sessionUrl).signUp(wishes)
    expect([reply.status, reply.json.code]).toEqual([400, code])
  }
})

test('the shell refuses a weak password for a new company', () => {
  const wishes = { name: 'ООО Ромашка', userName: 'Анна', email: 'anna@example.org' }
  for (const [password] of BAD) expect(faultsOf({ ...wishes, password })).toMatchObject([{ field: 'password' }])
})

test('a weak new password is refused when a user changes their password', async () => {
  const browser = await signedUp(service.sessionUrl)
  const { password, email } = browser.account
  const own = email.split('@')[0]!
  for (const [newPassword, code] of [...BAD, [own, 'PASSWORD_TOO_PERSONAL']] as const) {
    const reply = await browser.post('/api/auth/change-password', { currentPassword: password, newPassword })
    expect([reply.status, reply.json.code]).toEqual([400, code])
  }
  expect((await new Browser(service.sessionUrl).signIn(browser.account)).status).toBe(200)
})

test('a password reset refuses a weak password, and its link can still be used with a better one', async () => {
  const { account } = await signedUp(mailing.appUrl)
  const token = await askForReset(account.email)
  const stranger = new Browser(mailing.appUrl)
  const own = account.email.split('@')[0]!
  for (const [newPassword, code] of [...BAD, [own, 'PASSWORD_TOO_PERSONAL']] as const) {
    const reply = await stranger.post('/api/auth/reset-password', { token, newPassword })
    expect([reply.status, reply.json.code]).toEqual([400, code])
  }
  const better = { ...account, password: 'a teapot of my own' }
  expect((await stranger.post('/api/auth/reset-password', { token, newPassword: better.password })).status).toBe(200)
  expect((await stranger.signIn(better)).status).toBe(200)
})

test('a password reset neither bypasses the second factor nor signs anybody in', async () => {
  const browser = await signedUp(mailing.appUrl)
  const { account } = browser
  const { totpURI } = (await browser.post('/api/auth/two-factor/enable', { password: account.password })).json
  await browser.post('/api/auth/two-factor/verify-totp', { code: totpCode(totpURI) })
  const token = await askForReset(account.email)
  const stranger = new Browser(mailing.appUrl)
  const password = 'a teapot of my own'
  expect((await stranger.post('/api/auth/reset-password', { token, newPassword: password })).status).toBe(200)
  expect([stranger.sessionCookie, await browser.session()]).toEqual([undefined, 401])
  const reply = await stranger.signIn({ ...account, password })
  expect([reply.json.twoFactorRedirect, await stranger.session()]).toEqual([true, 401])
})

/** Counts how often passwords are hashed while `work` runs. Hashing takes up most of the time of a sign-in. */
async function countHashes<T>(work: () => Promise<T>): Promise<{ hashes: number; value: T }> {
  let hashes = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'SCRYPTREQUEST') hashes += 1
    },
  }).enable()
  try {
    return { value: await work(), hashes }
  } finally {
    hook.disable()
  }
}

test('neither the response to a sign-in nor the time it takes reveals whether the account exists', async () => {
  const { account } = await signedUp(service.sessionUrl)
  const password = 'wrong password'
  const ask = (email: string) => countHashes(() => new Browser(service.sessionUrl).signIn({ email, password }))
  const [there, not] = [await ask(account.email), await ask(newAccount().email)]
  expect([there.value.status, there.hashes]).toEqual([401, 1])
  expect([not.value.status, not.value.text, not.hashes]).toEqual([401, there.value.text, 1])
})

test('a new installation has no accounts', async () => {
  const fresh = await cloneDatabase()
  const { openDatabase } = await import('../../server/store/database.ts')
  const database = openDatabase(fresh.url, () => {})
  const node = await startNode(fresh.url)
  try {
    for (const table of ['users', 'accounts', 'memberships', 'tokens', 'companies'])
      expect([table, (await database.query(`select from ${table}`)).rowCount]).toEqual([table, 0])
  } finally {
    await node.stop()
    await database.end()
    await fresh.drop()
  }
})
