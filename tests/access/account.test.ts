/** Tests what users do with their accounts: change passwords and e-mail addresses, end sessions, delete the account. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../support/fakes/mail-server.ts'
import { totpCode } from '../support/fakes/totp.ts'
import { Browser, newAccount, signedUp } from '../support/node/browser.ts'
import { cloneDatabase, startNode, useService } from '../support/node/service.ts'
import { until } from '../support/scene/notifications.ts'

const service = useService()

let mail: MailServer
let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let mailing: Awaited<ReturnType<typeof startNode>>
beforeAll(async () => {
  mail = await startMailServer()
  cloned = await cloneDatabase()
  mailing = await startNode(cloned.url, { mail: { smtpUrl: mail.url, from: 'Skladno <skladno@example.org>' } })
})
afterAll(async () => {
  await mailing.stop()
  await cloned.drop()
  await mail.close()
})

/** Returns the newest e-mail to an address whose subject matches. */
async function mailTo(address: string, subject: RegExp): Promise<string> {
  const found = () => mail.mails.filter(({ to, subject: one }) => to.includes(address) && subject.test(one)).at(-1)
  await until(() => found() !== undefined)
  return found()!.text
}

const linkIn = (text: string) => /https?:\/\/\S+/.exec(text)![0]
const resetToken = (text: string) => /#token=(\S+)/.exec(text)![1]!

test('changing the password ends the user’s other sessions and gives the current session a new cookie', async () => {
  const browser = await signedUp(service.sessionUrl)
  const { account } = browser
  const elsewhere = new Browser(service.sessionUrl)
  await elsewhere.signIn(account)
  const old = browser.copy()
  const change = { currentPassword: account.password, newPassword: 'another password' }
  expect((await browser.post('/api/auth/change-password', change)).status).toBe(200)
  expect([await elsewhere.session(), await old.session()]).toEqual([401, 401])
  expect((await browser.session()).company.name).toBe(account.companyName)
  expect((await new Browser(service.sessionUrl).signIn(account)).status).toBe(401)
  expect((await new Browser(service.sessionUrl).signIn({ ...account, password: 'another password' })).status).toBe(200)
})

test('changing the password requires the current password', async () => {
  const browser = await signedUp(service.sessionUrl)
  const change = { currentPassword: 'wrong password', newPassword: 'another password' }
  const reply = await browser.post('/api/auth/change-password', change)
  expect([reply.status, reply.json.code]).toEqual([400, 'INVALID_PASSWORD'])
  expect((await new Browser(service.sessionUrl).signIn(browser.account)).status).toBe(200)
})

test('a forgotten password can be reset only once with an e-mailed link, and the reset ends all of the user’s sessions', async () => {
  const browser = await signedUp(mailing.appUrl)
  const { account } = browser
  const stranger = new Browser(mailing.appUrl)
  expect((await stranger.post('/api/auth/request-password-reset', { email: account.email })).status).toBe(200)
  const token = resetToken(await mailTo(account.email, /Новый пароль/))
  const reset = { token, newPassword: 'another password' }
  expect((await stranger.post('/api/auth/reset-password', reset)).status).toBe(200)
  expect(await browser.session()).toBe(401)
  const twice = await stranger.post('/api/auth/reset-password', { token, newPassword: 'third password' })
  expect([twice.status, twice.json.code]).toEqual([400, 'INVALID_TOKEN'])
  expect((await stranger.signIn({ ...account, password: 'third password' })).status).toBe(401)
  expect((await stranger.signIn({ ...account, password: 'another password' })).status).toBe(200)
  expect(await mailTo(account.email, /Пароль изменён/)).toContain('Пароль')
})

test('an expired password reset link does not reset the password', async () => {
  const { account } = await signedUp(mailing.appUrl)
  const stranger = new Browser(mailing.appUrl)
  await stranger.post('/api/auth/request-password-reset', { email: account.email })
  const token = resetToken(await mailTo(account.email, /Новый пароль/))
  const { openDatabase } = await import('../../server/store/database.ts')
  const database = openDatabase(cloned.url, () => {})
  await database.query(`update verifications set expires_at = now() - interval '1 second'`)
  await database.end()
  const reply = await stranger.post('/api/auth/reset-password', { token, newPassword: 'another password' })
  expect([reply.status, reply.json.code]).toEqual([400, 'INVALID_TOKEN'])
  expect((await stranger.signIn(account)).status).toBe(200)
})

test('resetting the password, changing the password and changing the e-mail address each invalidate all of the user’s password reset links', async () => {
  const askForLink = async (email: string): Promise<string> => {
    const before = mail.mails.length
    await new Browser(mailing.appUrl).post('/api/auth/request-password-reset', { email })
    await until(() => mail.mails.slice(before).some(({ to, text }) => to.includes(email) && text.includes('#token=')))
    return resetToken(
      mail.mails.slice(before).find(({ to, text }) => to.includes(email) && text.includes('#token='))!.text,
    )
  }
  const reset = (token: string, newPassword: string) =>
    new Browser(mailing.appUrl).post('/api/auth/reset-password', { token, newPassword })
  const [browser, other] = [await signedUp(mailing.appUrl), await signedUp(mailing.appUrl)]
  const { account } = browser
  const [older, newer] = [await askForLink(account.email), await askForLink(account.email)]
  const others = await askForLink(other.account.email)
  expect((await reset(newer, 'second password')).status).toBe(200)
  expect((await reset(older, 'stolen password')).json.code).toBe('INVALID_TOKEN')

  expect((await browser.signIn({ ...account, password: 'second password' })).status).toBe(200)
  const beforeChange = await askForLink(account.email)
  const change = { currentPassword: 'second password', newPassword: 'third password' }
  expect((await browser.post('/api/auth/change-password', change)).status).toBe(200)
  expect((await reset(beforeChange, 'stolen password')).json.code).toBe('INVALID_TOKEN')

  const inOldMailbox = await askForLink(account.email)
  const { email: newEmail } = newAccount()
  await browser.post('/api/auth/change-email', { newEmail, password: 'third password' })
  await browser.get(linkIn(await mailTo(newEmail, /Подтвердите/)).slice(mailing.appUrl.length))
  expect((await browser.session()).user.email).toBe(newEmail)
  expect((await reset(inOldMailbox, 'stolen password')).json.code).toBe('INVALID_TOKEN')
  // Check that changing a user's name does not invalidate a reset link, and that one user's actions do not invalidate
  // another user's links.
  const stillGood = await askForLink(newEmail)
  expect((await browser.post('/api/auth/update-user', { name: 'Another name' })).status).toBe(200)
  expect((await reset(stillGood, 'fourth password')).status).toBe(200)
  expect((await reset(others, 'password of another')).status).toBe(200)
})

test('the response to a password reset does not reveal whether the account exists', async () => {
  const { account } = await signedUp(mailing.appUrl)
  const stranger = new Browser(mailing.appUrl)
  const there = await stranger.post('/api/auth/request-password-reset', { email: account.email })
  const not = await stranger.post('/api/auth/request-password-reset', { email: newAccount().email })
  expect([there.status, there.text]).toEqual([not.status, not.text])
})

test('without a mail server, features that need e-mail are refused for that reason', async () => {
  const browser = await signedUp(service.sessionUrl)
  const { email } = browser.account
  const reset = await browser.post('/api/auth/request-password-reset', { email })
  expect([reset.status, reset.json.code]).toEqual([400, 'RESET_PASSWORD_DISABLED'])
  const verification = await browser.post('/api/auth/send-verification-email', { email })
  expect([verification.status, verification.json.code]).toEqual([400, 'VERIFICATION_EMAIL_NOT_ENABLED'])
})

test('opening the link in the first e-mail to a new user confirms the e-mail address', async () => {
  const browser = await signedUp(mailing.appUrl)
  const link = linkIn(await mailTo(browser.account.email, /Подтвердите/))
  expect((await browser.session()).user.emailVerified).toBe(false)
  const opened = await new Browser(mailing.appUrl).get(link.slice(mailing.appUrl.length))
  expect([opened.status, opened.headers.get('location')]).toEqual([302, '/'])
  expect((await browser.session()).user.emailVerified).toBe(true)
})

test('with a mail server, an e-mail address changes only after the link sent to the new address is opened', async () => {
  const browser = await signedUp(mailing.appUrl)
  const { account } = browser
  const { email: newEmail } = newAccount()
  const reply = await browser.post('/api/auth/change-email', { newEmail, password: account.password })
  expect(reply.status, reply.text).toBe(200)
  expect((await browser.session()).user.email).toBe(account.email)
  const path = linkIn(await mailTo(newEmail, /Подтвердите/)).slice(mailing.appUrl.length)
  // Check that opening the link does not sign anybody in, because somebody else may read the e-mail.
  const reader = new Browser(mailing.appUrl)
  await reader.get(path)
  expect([reader.sessionCookie, (await browser.session()).user.email]).toEqual([undefined, account.email])
  await browser.get(path)
  expect((await browser.session()).user).toMatchObject({ email: newEmail, emailVerified: true })
  expect((await new Browser(mailing.appUrl).signIn({ ...account, email: newEmail })).status).toBe(200)
  expect(await mailTo(account.email, /Адрес почты изменён/)).toContain(newEmail)
})

test('a link that confirms a new e-mail address becomes invalid when the user’s password or e-mail address changes', async () => {
  const browser = await signedUp(mailing.appUrl)
  const { account } = browser
  const askFor = async (password: string) => {
    const { email: newEmail } = newAccount()
    expect((await browser.post('/api/auth/change-email', { newEmail, password })).status).toBe(200)
    return { newEmail, path: linkIn(await mailTo(newEmail, /Подтвердите/)).slice(mailing.appUrl.length) }
  }
  const opens = async (path: string) => (await browser.get(path)).headers.get('location')
  const emailNow = async () => (await browser.session()).user.email
  const [stranger, first] = [new Browser(mailing.appUrl), await askFor(account.password)]
  const change = { currentPassword: account.password, newPassword: 'second password' }
  expect((await browser.post('/api/auth/change-password', change)).status).toBe(200)
  expect([await opens(first.path), await emailNow()]).toEqual(['/?error=INVALID_TOKEN', account.email])

  const second = await askFor('second password')
  await stranger.post('/api/auth/request-password-reset', { email: account.email })
  const token = resetToken(await mailTo(account.email, /Новый пароль/))
  await stranger.post('/api/auth/reset-password', { token, newPassword: 'third password' })
  expect((await browser.signIn({ ...account, password: 'third password' })).status).toBe(200)
  expect([await opens(second.path), await emailNow()]).toEqual(['/?error=INVALID_TOKEN', account.email])

  const [third, fourth] = [await askFor('third password'), await askFor('third password')]
  // Check that changing the user's name does not invalidate links.
  expect((await browser.post('/api/auth/update-user', { name: 'Another name' })).status).toBe(200)
  expect([await opens(fourth.path), await emailNow()]).toEqual(['/', fourth.newEmail])
  expect([await opens(third.path), await emailNow()]).toEqual(['/?error=INVALID_TOKEN', fourth.newEmail])
  // Check that the earlier link is void, because the user has since changed their e-mail address with another link.
  expect(await opens(fourth.path)).toContain('error=')
})

test('without a mail server, an e-mail address changes at once if the user gives the password', async () => {
  const browser = await signedUp(service.sessionUrl)
  const { email: newEmail } = newAccount()
  const wrong = await browser.post('/api/auth/change-email', { newEmail, password: 'wrong password' })
  expect([wrong.status, wrong.json.code]).toEqual([400, 'INVALID_PASSWORD'])
  const reply = await browser.post('/api/auth/change-email', { newEmail, password: browser.account.password })
  expect(reply.status, reply.text).toBe(200)
  expect((await browser.session()).user.email).toBe(newEmail)
})

test('a user is notified by mail when their second factor changes', async () => {
  const browser = await signedUp(mailing.appUrl)
  const { email, password } = browser.account
  const { totpURI } = (await browser.post('/api/auth/two-factor/enable', { password })).json
  await browser.post('/api/auth/two-factor/verify-totp', { code: '000000' })
  const code = totpCode(totpURI)
  await browser.post('/api/auth/two-factor/verify-totp', { code })
  expect(await mailTo(email, /Второй фактор включён/)).toContain('код из приложения')
  // Check that sending the same code again does not send a second e-mail.
  expect((await browser.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200)
  await browser.post('/api/auth/two-factor/generate-backup-codes', { password })
  expect(await mailTo(email, /Новые коды восстановления/)).toContain('Прежние больше не действуют')
  await browser.post('/api/auth/two-factor/disable', { password: 'wrong password' })
  await browser.post('/api/auth/two-factor/disable', { password })
  await mailTo(email, /Второй фактор выключен/)
  const subjects = mail.mails.filter(({ to }) => to.includes(email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => /фактор|коды/.test(subject))).toHaveLength(3)
})

test('an operator can end all sessions of one user with the documented database statement', async () => {
  const [one, other] = [await signedUp(service.sessionUrl), await signedUp(service.sessionUrl)]
  const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const statement = /`(delete from sessions where [^`]*)`/.exec(operations)![1]!
  await service.database.query(statement.replace('anna@example.org', one.account.email))
  await until(async () => (await one.session()) === 401)
  expect((await other.session()).user.email).toBe(other.account.email)
})

test('changing a user’s name changes nothing else', async () => {
  const browser = await signedUp(service.sessionUrl)
  const wishes = { name: '  Анна  ', emailVerified: true, twoFactorEnabled: true, image: 'https://evil.example/x' }
  expect((await browser.post('/api/auth/update-user', wishes)).status).toBe(200)
  expect((await browser.session()).user).toMatchObject({ name: 'Анна', emailVerified: false, twoFactorEnabled: false })
  expect((await browser.post('/api/auth/update-user', { name: ' ' })).status).toBe(400)
  const { items } = (await browser.get('/api/v1/audit')).json
  expect(items).toEqual([])
})

test('users can list their sessions, end one of them, or end all except the current one', async () => {
  const browser = await signedUp(service.sessionUrl)
  const others = [1, 2, 3].map(() => new Browser(service.sessionUrl))
  for (const other of others) await other.signIn(browser.account)
  const list = (await browser.get('/api/auth/list-sessions')).json
  expect(list).toHaveLength(4)
  const { session } = (await others[0]!.get('/api/auth/get-session')).json
  await browser.post('/api/auth/revoke-session', { token: session.token })
  expect(await Promise.all(others.map(async (other) => typeof (await other.session())))).toEqual([
    'number',
    'object',
    'object',
  ])
  expect((await browser.post('/api/auth/revoke-other-sessions')).status).toBe(200)
  expect([await others[1]!.session(), await others[2]!.session()]).toEqual([401, 401])
  expect((await browser.session()).user.email).toBe(browser.account.email)
  expect((await browser.get('/api/auth/list-sessions')).json).toHaveLength(1)
})

test('nobody can end another user’s session', async () => {
  const [mine, other] = [await signedUp(service.sessionUrl), await signedUp(service.sessionUrl)]
  const { session } = (await other.get('/api/auth/get-session')).json
  await mine.post('/api/auth/revoke-session', { token: session.token })
  expect((await other.session()).user.email).toBe(other.account.email)
})

test('a company’s last owner cannot delete their account', async () => {
  const browser = await signedUp(service.sessionUrl)
  const { password } = browser.account
  const without = await browser.post('/api/auth/delete-user', {})
  expect([without.status, without.json.code]).toEqual([400, 'INVALID_PASSWORD'])
  const last = await browser.post('/api/auth/delete-user', { password })
  expect([last.status, last.json.code]).toEqual([409, 'LAST_OWNER'])
  expect((await browser.session()).role).toBe('owner')

  const second = await signedUp(service.sessionUrl)
  const { user, company } = await browser.session()
  const { user: other } = await second.session()
  const add = `insert into memberships (user_id, company_id, role) values ($1, $2, 'owner')`
  await service.database.query(add, [other.id, company.id])
  const gone = await browser.post('/api/auth/delete-user', { password })
  expect([gone.status, gone.text]).toEqual([200, expect.stringContaining('deleted')])
  expect(await browser.session()).toBe(401)
  expect((await new Browser(service.sessionUrl).signIn(browser.account)).status).toBe(401)
  for (const table of ['memberships', 'sessions', 'accounts']) {
    const { rowCount } = await service.database.query(`select from ${table} where user_id = $1`, [user.id])
    expect([table, rowCount]).toEqual([table, 0])
  }
})

test('one owner remains when a company’s two owners delete their accounts at the same time', async () => {
  const [one, two] = [await signedUp(service.sessionUrl), await signedUp(service.sessionUrl)]
  const [first, second] = [await one.session(), await two.session()]
  const add = `insert into memberships (user_id, company_id, role) values ($1, $2, 'owner')`
  await service.database.query(add, [second.user.id, first.company.id])
  await service.database.query(add, [first.user.id, second.company.id])
  const replies = await Promise.all(
    [one, two].map((browser) => browser.post('/api/auth/delete-user', { password: browser.account.password })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('unsupported account routes, such as social sign-in, do not exist', async () => {
  const browser = await signedUp(service.sessionUrl)
  for (const path of [
    'sign-in/social',
    'link-social',
    'unlink-account',
    'update-session',
    'ok',
    'error',
    'no-such-thing',
  ]) {
    const reply = await browser.post(`/api/auth/${path}`, {})
    expect([path, reply.status, reply.json.code]).toEqual([path, 404, 'ROUTE_NOT_FOUND'])
  }
})

test('a sign-up with missing fields is refused with a list of them, and nothing is stored', async () => {
  const good = newAccount()
  const bad = [
    [{ ...good, companyName: ' ' }, 'VALIDATION_ERROR'],
    [{ ...good, name: 'x'.repeat(256) }, 'VALIDATION_ERROR'],
    [{ ...good, name: { $ne: null } }, 'VALIDATION_ERROR'],
    [{ ...good, email: 'nobody' }, 'INVALID_EMAIL'],
    [{ ...good, password: 'short' }, 'PASSWORD_TOO_SHORT'],
    [{ ...good, password: 'x'.repeat(129) }, 'PASSWORD_TOO_LONG'],
  ] as const
  const count = async () => (await service.database.query('select from users')).rowCount
  const before = await count()
  for (const [wishes, code] of bad) {
    const reply = await new Browser(service.sessionUrl).post('/api/auth/sign-up/email', wishes)
    expect([reply.status, reply.json.code], code).toEqual([400, code])
  }
  expect(await count()).toBe(before)
})

test('a user can sign in at once to an account and company created from the shell', async () => {
  const { createCompanyWithToken } = await import('../../server/access/new-company.ts')
  const { email, password } = newAccount()
  const wishes = { name: 'ООО Ромашка', userName: 'Ромашка', email: ` ${email.toUpperCase()} `, password }
  const { companyId } = await createCompanyWithToken(service.database, wishes)
  const browser = new Browser(service.sessionUrl)
  expect((await browser.signIn({ email, password })).status).toBe(200)
  expect((await browser.session()).company).toEqual({ id: companyId, name: 'ООО Ромашка' })
})
