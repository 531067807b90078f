/** What people keep to themselves is found nowhere afterwards: not in the database, not in the log, not in an audit entry. */
import { Writable } from 'node:stream'
import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { parseSecretKeys } from '../../server/access/secret-key.ts'
import { startService } from '../../server/service.ts'
import { Browser, newAccount, signedUp } from '../support/browser.ts'
import { startMailServer } from '../support/mail-server.ts'
import { until } from '../support/notifications.ts'
import { cloneDatabase, nodeConfig } from '../support/service.ts'
import { totpCode } from '../support/totp.ts'

const SECRET_KEY = 'the-secret-key-of-this-test-and-no-other'

/** Every row of every table as text, those of companies too. */
async function dump(url: string): Promise<string> {
  // As the superuser: row-level security hides nothing from him.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} as t`)
    texts.push(name, ...rows.map(({ row }) => row))
  }
  await client.end()
  expect(tables.length).toBeGreaterThan(40)
  return texts.join('\n')
}

test('after a day’s use no secret stands anywhere in clear text', async () => {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const mail = await startMailServer()
  const cloned = await cloneDatabase()
  const config = nodeConfig(cloned.url, {
    logLevel: 'trace',
    secretKeys: parseSecretKeys(SECRET_KEY),
    mail: { smtpUrl: mail.url, from: 'skladno@example.org' },
  })
  const node = await startService(config, pino({ level: 'trace' }, sink))
  const secrets: Record<string, string> = { secretKey: SECRET_KEY }
  const answers: string[] = []
  const note = (name: string, value: string | undefined) => {
    expect(value, name).toMatch(/.{6}/)
    secrets[name] = value!
  }
  const noteCookie = (name: string, { sessionCookie }: Browser) => {
    note(name, sessionCookie)
    note(`${name}: token`, decodeURIComponent(sessionCookie!).split('.')[0])
  }
  try {
    const browser = await signedUp(node.appUrl, { password: 'correct horse battery staple' })
    const { account } = browser
    note('password', account.password)
    noteCookie('first session', browser)
    for (const wrong of ['wrong horse battery staple', account.email]) {
      if (wrong !== account.email) note('wrong password', wrong)
      answers.push((await new Browser(node.appUrl).signIn({ ...account, password: wrong })).text)
    }
    answers.push((await browser.get('/api/auth/list-sessions')).text, (await browser.get('/api/auth/get-session')).text)
    await browser.post('/api/v1/warehouses', { name: 'Склад' })

    const enabled = await browser.post('/api/auth/two-factor/enable', { password: account.password })
    const { totpURI, backupCodes } = enabled.json
    note('totp secret', new URL(totpURI).searchParams.get('secret')!.replace(/=+$/, ''))
    note('recovery code', backupCodes[0])
    await browser.post('/api/auth/two-factor/verify-totp', { code: totpCode(totpURI) })
    noteCookie('session with a second factor', browser)
    const second = new Browser(node.appUrl)
    await second.signIn(account)
    await second.post('/api/auth/two-factor/verify-backup-code', { code: backupCodes[0] })
    noteCookie('session by a recovery code', second)

    await browser.post('/api/auth/request-password-reset', { email: account.email })
    const found = () => mail.mails.find(({ subject }) => /Новый пароль/.test(subject))
    await until(() => found() !== undefined)
    note('reset token', /#token=(\S+)/.exec(found()!.text)![1])
    answers.push((await new Browser(node.appUrl).signUp({ ...newAccount(), email: account.email })).text)
    const change = { currentPassword: account.password, newPassword: 'staple battery horse correct' }
    note('new password', change.newPassword)
    answers.push((await browser.post('/api/auth/change-password', change)).text)
    noteCookie('session after the change', browser)
    const key = { headers: { 'idempotency-key': 'once-and-once-more' } }
    const issue = () => browser.post('/api/v1/tokens', { name: 'Сайт' }, key)
    note('API token', (await issue()).json.secret)
    const { link } = (await browser.post('/api/v1/invitations', { role: 'viewer' })).json
    const invitation = link.split('#token=')[1]
    note('invitation', invitation)
    const guest = new Browser(node.appUrl)
    const { companyName: _none, ...user } = newAccount()
    await guest.post('/api/auth/sign-up/email', { ...user, invitation })
    expect((await guest.session()).role).toBe('viewer')
    answers.push((await issue()).text, (await browser.get('/api/v1/tokens')).text)
    answers.push((await browser.get('/api/v1/invitations')).text, (await browser.get('/api/v1/members')).text)
    // Of what is broken, nothing is told either.
    answers.push(
      (await browser.post('/api/auth/sign-in/email', null, { raw: `{"password":"${account.password}` })).text,
    )
    answers.push((await browser.post('/api/auth/sign-in/email', { email: 5, password: account.password })).text)
    answers.push((await browser.get('/api/v1/audit')).text)
  } finally {
    await node.stop()
  }
  const places = { database: await dump(cloned.url), log: lines.join('\n'), answers: answers.join('\n') }
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(200)
    const found = Object.entries(secrets).filter(([, secret]) => text.includes(secret))
    expect(found, place).toEqual([])
  }
  await cloned.drop()
  await mail.close()
}, 180_000)
