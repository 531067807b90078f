/** Checks that after a day of use, no user's secret is found in the database, the log or any response. */
import { execFile } from 'node:child_process'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { parseSecretKeys } from '../../server/access/secret-key.ts'
import { startService } from '../../server/service.ts'
import { startMailServer } from '../support/fakes/mail-server.ts'
import { totpCode } from '../support/fakes/totp.ts'
import { FAKE_TOKEN, startFakeMoysklad } from '../support/moysklad/fake-moysklad.ts'
import { NO_PACE } from '../support/moysklad/node.ts'
import { Browser, newAccount, signedUp } from '../support/node/browser.ts'
import { Client } from '../support/node/client.ts'
import { cloneDatabase, nodeConfig } from '../support/node/service.ts'
import { until } from '../support/scene/notifications.ts'
import { dumpDatabase, findSecrets, formsOf, type Secret } from '../support/scene/secret-search.ts'

const ROOT = new URL('../../', import.meta.url)
const SECRET_KEY = 'the-secret-key-of-this-test-and-no-other'
/** A password that looks different in every encoding. */
const PASSWORD = 'correct "horse" Батарейка/скрепка?&+'
const PERIOD_MS = 30_000

/** Starts a node whose log lines and responses are collected. */
async function startWatched() {
  const lines: string[] = []
  const answers: string[] = []
  const secrets: Secret[] = [{ name: 'secret key', value: SECRET_KEY }]
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...parts: unknown[]) => void lines.push(parts.map(String).join(' '))),
  )
  const ask = globalThis.fetch
  const watching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...asked) => {
    const response = await ask(...asked)
    answers.push(await response.clone().text())
    // The Set-Cookie header is left out, because it is supposed to contain the session's token.
    const headers = [...response.headers].filter(([name]) => name !== 'set-cookie')
    answers.push(JSON.stringify(headers))
    return response
  })
  const mail = await startMailServer()
  const source = await startFakeMoysklad()
  const cloned = await cloneDatabase()
  const config = nodeConfig(cloned.url, {
    logLevel: 'trace',
    secretKeys: parseSecretKeys(SECRET_KEY),
    mail: { smtpUrl: mail.url, from: 'skladno@example.org' },
    extsys: { url: source.url, pace: NO_PACE },
  })
  const node = await startService(config, pino({ level: 'trace' }, sink))
  return {
    ...{ node, mail, source, lines, answers, secrets, url: cloned.url },
    note(name: string, value: string | undefined, shownIn?: string) {
      expect(value, name).toMatch(/.{8}/)
      secrets.push({ name, value: value!, ...(shownIn === undefined ? {} : { shownIn }) })
    },
    async end() {
      watching.mockRestore()
      for (const spy of spies) spy.mockRestore()
      await node.stop()
    },
    async remove() {
      await cloned.drop()
      await mail.close()
      await source.close()
    },
  }
}

type Watched = Awaited<ReturnType<typeof startWatched>>

function noteCookie({ note }: Watched, name: string, { sessionCookie }: Browser): void {
  note(name, sessionCookie)
  note(`${name}, decoded`, decodeURIComponent(sessionCookie!))
  note(`${name}, its token`, decodeURIComponent(sessionCookie!).split('.')[0])
}

/**
 * Uses an account as a user might in one morning: signs in and out, mistypes and changes the password, opens an
 * e-mailed link, and uses a second factor.
 */
async function useAccount(watched: Watched): Promise<Browser> {
  const { node, mail, note } = watched
  const browser = await signedUp(node.appUrl, { password: PASSWORD })
  const { account } = browser
  note('password', PASSWORD)
  noteCookie(watched, 'first session', browser)
  note('wrong password', 'wrong "horse" Батарейка')
  const stranger = () => new Browser(node.appUrl)
  expect((await stranger().signIn({ ...account, password: 'wrong "horse" Батарейка' })).status).toBe(401)
  // Simulate a user who types the password into the e-mail field, and the e-mail address into the password field.
  expect((await stranger().signIn({ email: PASSWORD, password: account.email })).status).toBe(400)
  expect((await stranger().signUp({ ...newAccount(), email: PASSWORD })).status).toBe(400)
  expect((await stranger().signUp({ ...account, password: PASSWORD })).status).toBe(422)
  await browser.get('/api/auth/list-sessions')
  await browser.get('/api/auth/get-session')

  const enabled = await browser.post('/api/auth/two-factor/enable', { password: PASSWORD })
  const { totpURI, backupCodes } = enabled.json
  const totpSecret = new URL(totpURI).searchParams.get('secret')!.replace(/=+$/, '')
  const uri = await browser.post('/api/auth/two-factor/get-totp-uri', { password: PASSWORD })
  note('totp secret', totpSecret, enabled.text)
  for (const code of backupCodes) note('recovery code', code, enabled.text)
  // Leave this response out: it contains the second factor's secret, which the service shows again to a user who gives
  // the password.
  watched.answers.splice(watched.answers.indexOf(uri.text), 1)
  await browser.post('/api/auth/two-factor/verify-totp', { code: totpCode(totpURI) })
  noteCookie(watched, 'session with a second factor', browser)
  const second = stranger()
  await second.signIn(account)
  await second.post('/api/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now() + PERIOD_MS) })
  noteCookie(watched, 'session by a code', second)
  const third = stranger()
  await third.signIn(account)
  await third.post('/api/auth/two-factor/verify-backup-code', { code: backupCodes[0] })
  noteCookie(watched, 'session by a recovery code', third)
  const renewed = await third.post('/api/auth/two-factor/generate-backup-codes', { password: PASSWORD })
  note('new recovery code', renewed.json.backupCodes[0], renewed.text)

  await stranger().post('/api/auth/request-password-reset', { email: account.email })
  const found = () => mail.mails.find(({ subject }) => /Новый пароль/.test(subject))
  await until(() => found() !== undefined)
  const token = /#token=(\S+)/.exec(found()!.text)![1]!
  note('reset token', token)
  const asked = 'staple "battery" horse'
  note('password by a reset', asked)
  expect((await stranger().post('/api/auth/reset-password', { token, newPassword: 'short' })).status).toBe(400)
  expect((await stranger().post('/api/auth/reset-password', { token, newPassword: asked })).status).toBe(200)
  expect((await stranger().post('/api/auth/reset-password', { token, newPassword: PASSWORD })).status).toBe(400)
  await browser.signIn({ ...account, password: asked })
  await browser.post('/api/auth/two-factor/verify-backup-code', { code: renewed.json.backupCodes[1] })
  const changed = 'battery "staple" horse'
  note('changed password', changed)
  const change = { currentPassword: asked, newPassword: changed }
  expect((await browser.post('/api/auth/change-password', { ...change, newPassword: 'Password123' })).status).toBe(400)
  expect((await browser.post('/api/auth/change-password', change)).status).toBe(200)
  noteCookie(watched, 'session after the change', browser)

  // Two secrets are still valid in the evening: an unused link, and a sign-in that is waiting for its code.
  const links = () => mail.mails.filter(({ subject }) => /Новый пароль/.test(subject))
  await stranger().post('/api/auth/request-password-reset', { email: account.email })
  await until(() => links().length === 2)
  note('open reset token', /#token=(\S+)/.exec(links()[1]!.text)![1])
  const half = stranger()
  await half.signIn({ ...account, password: changed })
  const [, waiting] = [...half.cookies].find(([cookie]) => cookie.endsWith('two_factor'))!
  note('half a sign-in', waiting)
  note('half a sign-in, its identifier', decodeURIComponent(waiting).split('.')[0])
  return browser
}

/**
 * Manages a team as an owner might in one afternoon: issues a token, and invites one guest by link and one by e-mail.
 * The first guest accepts.
 */
async function useTeam({ node, mail, note }: Watched, browser: Browser): Promise<void> {
  const key = { headers: { 'idempotency-key': 'once-and-once-more' } }
  const issue = () => browser.post('/api/v1/tokens', { name: 'Сайт' }, key)
  const issued = await issue()
  note('API token', issued.json.secret, issued.text)
  expect((await issue()).json.secret).toBeNull()
  const invited = await browser.post('/api/v1/invitations', { role: 'viewer' })
  const invitation = invited.json.link.split('#token=')[1]
  note('invitation', invitation, invited.text)
  await browser.post('/api/v1/invitations', { role: 'viewer', email: 'guest@example.org' })
  const found = () => mail.mails.find(({ to }) => to.includes('guest@example.org'))
  await until(() => found() !== undefined)
  note('invitation by mail', /#token=(\S+)/.exec(found()!.text)![1])
  const guest = new Browser(node.appUrl)
  const { companyName: _none, ...user } = newAccount({ password: PASSWORD })
  await guest.post('/api/auth/sign-up/email', { ...user, password: 'skladno-1', invitation })
  await guest.post('/api/auth/sign-up/email', { ...user, invitation })
  expect((await guest.session()).role).toBe('viewer')
  for (const path of ['tokens', 'invitations', 'members', 'audit']) await browser.get(`/api/v1/${path}`)
}

/** Connects the owner's company to MoySklad, whose first responses are failures. */
async function useConnection({ source, note }: Watched, browser: Browser): Promise<void> {
  const wrong = 'a-wrong-token-of-the-external-system'
  note('token of the external system', FAKE_TOKEN)
  note('wrong token of the external system', wrong)
  const connect = (token: unknown) => browser.post('/api/v1/integrations/extsys/connection', { token })
  for (const how of [{ kind: 'html', status: 403 }, { kind: 'reset' }, { kind: 'empty' }] as const) {
    source.fail({ how })
    expect((await connect(FAKE_TOKEN)).status).toBeGreaterThanOrEqual(400)
  }
  expect((await connect(wrong)).status).toBe(400)
  expect((await connect([FAKE_TOKEN])).status).toBe(400)
  expect((await connect(`${FAKE_TOKEN} `)).status).toBe(400)
  expect((await connect(FAKE_TOKEN)).json.result.connected).toBe(true)
  expect((await browser.get('/api/v1/integrations/extsys')).json.connection.connected).toBe(true)
  await useImport({ source }, browser)
  await browser.get('/api/v1/audit')
}

/** Runs an import from start to report while some of MoySklad's responses are failures. */
async function useImport({ source }: Pick<Watched, 'source'>, browser: Browser): Promise<void> {
  const url = '/api/v1/integrations/extsys'
  source.fail({ how: { kind: 'html', status: 503 } })
  source.fail({ how: { kind: 'reset' } })
  source.fail({ path: /\/entity\/supply/, how: { kind: 'status', status: 403, code: 1016 } })
  const all = { products: true, partners: true, warehouses: true, organizations: true, purchases: true }
  const { id } = (await browser.post(`${url}/jobs`, all)).json.result
  const isAt = async (status: string) => (await browser.get(url)).json.jobs[0].status === status
  await until(() => isAt('ready'))
  await browser.post(`${url}/jobs/${id}/apply`, {})
  await until(() => isAt('done'))
  const { rows } = (await browser.get(`${url}/jobs/${id}/rows?source=true&limit=500`)).json
  expect(rows.length).toBeGreaterThan(100)
  await browser.get(`${url}/jobs/${id}/problems`)
  await browser.get(`${url}/jobs/${id}/report?format=json`)
}

/** Sends secrets in malformed requests or in the wrong place. The refusals must not repeat them. */
async function askWrongly(browser: Browser): Promise<void> {
  const raws = [`{"password":"${PASSWORD}`, JSON.stringify(PASSWORD), JSON.stringify([PASSWORD]), `x=${PASSWORD}`]
  for (const path of ['/api/auth/sign-in/email', '/api/auth/change-password', '/api/v1/warehouses'])
    for (const raw of raws) expect((await browser.post(path, null, { raw })).status).toBeGreaterThanOrEqual(400)
  const bodies = [{ email: 5, password: PASSWORD }, { email: { password: PASSWORD } }, { newPassword: [PASSWORD] }]
  for (const body of bodies)
    for (const path of ['sign-in/email', 'sign-up/email', 'reset-password', 'change-email'])
      expect((await browser.post(`/api/auth/${path}`, body)).status).toBeGreaterThanOrEqual(400)
  const writes: [string, object][] = [
    ['/api/v1/warehouses', { name: 'Склад', password: PASSWORD }],
    ['/api/v1/warehouses', { name: { password: PASSWORD } }],
    ['/api/v1/products', { name: 'Чайник', price: PASSWORD }],
    ['/api/v1/products', { name: 'Чайник', kind: PASSWORD }],
    ['/api/v1/orders', { customer: 'Иван', items: PASSWORD }],
    ['/api/v1/session/company', { companyId: { password: PASSWORD } }],
  ]
  for (const [path, body] of writes) expect([path, (await browser.post(path, body)).status]).toEqual([path, 400])
  const upload = { raw: PASSWORD, headers: { 'content-type': 'application/pdf' } }
  expect((await browser.post('/api/v1/procurement/imports', null, upload)).status).toBe(415)
  await browser.post('/api/v1/procurement/imports', null, { ...upload, headers: { 'content-type': 'text/plain' } })
}

/** Creates a company and tokens with the shell commands, and uses the tokens as API clients do. */
async function useTokens({ node, url, note, lines, answers }: Watched): Promise<void> {
  const shell = async (command: string, ...args: string[]) => {
    const env = { ...process.env, DATABASE_URL: url, LOG_LEVEL: 'trace' }
    const run = promisify(execFile)(process.execPath, [`server/cli/${command}.ts`, ...args], { cwd: ROOT, env })
    const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error)
    lines.push(stderr)
    return stdout
  }
  const password = 'horse "Батарейка" staple'
  note('password from the shell', password)
  const account = ['--name', 'ООО Ромашка', '--email', 'shell@example.org', '--password', password]
  const made = await shell('company', ...account)
  const { companyId, token } = JSON.parse(made)
  // Run the command again, first unchanged and then incomplete. The error messages must not quote the refused values.
  answers.push(await shell('company', ...account), await shell('company', ...account.slice(2)))
  note('first token', token)
  const issued = JSON.parse(await shell('token', 'issue', '--company', companyId, '--name', 'Сайт'))
  note('issued token', issued.token)
  const client = new Client(node.apiUrl, issued.token, companyId)
  expect((await client.send('POST', '/api/v1/warehouses', { name: 'Основной' })).status).toBe(200)
  expect((await new Client(node.apiUrl, token, companyId).send('GET', '/api/v1/bootstrap')).status).toBe(200)
  const body = { name: 'Склад', token: issued.token, password }
  expect((await client.send('POST', '/api/v1/warehouses', body)).status).toBe(400)
  answers.push(await shell('token', 'list', '--company', companyId))
  answers.push(await shell('token', 'revoke', '--company', companyId, '--token', issued.tokenId))
  note('wrong token', `${token.slice(0, -4)}AAAA`)
  expect(
    (await new Client(node.apiUrl, `${token.slice(0, -4)}AAAA`, companyId).send('GET', '/api/v1/bootstrap')).status,
  ).toBe(401)
  await client.send('GET', '/api/v1/audit')
}

/** Makes the service fail unexpectedly, so that it logs all details. */
async function failInside(
  { node, url, lines }: Watched,
  { account }: Awaited<ReturnType<typeof signedUp>>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const table of ['users', 'accounts', 'sessions', 'rate_limits']) {
      const before = lines.length
      await client.query(`alter table ${table} rename to ${table}_away`)
      const browser = new Browser(node.appUrl)
      const replies = [await browser.signIn({ ...account, password: PASSWORD })]
      replies.push(await browser.signUp(newAccount({ password: PASSWORD })))
      await client.query(`alter table ${table}_away rename to ${table}`)
      expect(Math.max(...replies.map(({ status }) => status)), table).toBeGreaterThanOrEqual(500)
      expect(lines.length, table).toBeGreaterThan(before)
    }
  } finally {
    await client.end()
  }
}

test('after a day of use, no secret is stored anywhere in clear text', async () => {
  const watched = await startWatched()
  try {
    const browser = await useAccount(watched)
    await useTeam(watched, browser)
    await useConnection(watched, browser)
    await askWrongly(browser)
    await useTokens(watched)
    const other = await signedUp(watched.node.appUrl, { password: PASSWORD })
    await other.post('/api/v1/warehouses', { name: 'Склад' })
    await other.get('/api/v1/audit')
    await failInside(watched, other)
  } finally {
    await watched.end()
  }
  const { tables, rows } = await dumpDatabase(watched.url)
  expect(tables).toBeGreaterThan(40)
  const places = { database: rows, log: watched.lines, answers: watched.answers }
  for (const [place, texts] of Object.entries(places)) expect(texts.length, place).toBeGreaterThan(15)
  expect(watched.secrets.length).toBeGreaterThan(35)
  expect(findSecrets(places, watched.secrets)).toEqual([])
  // Check that the search works: the database contains this warehouse name, so the search must find it.
  expect(findSecrets(places, [{ name: 'a name', value: 'Основной' }])).toEqual(['database: a name', 'answers: a name'])
  await watched.remove()
}, 180_000)

test('the search for stored secrets finds a secret in each of its encodings and wherever it is stored', () => {
  const secret = { name: 'password', value: PASSWORD }
  const bytes = (text: string) => Buffer.from(text)
  const texts = [
    `(1,${PASSWORD})`,
    JSON.stringify({ body: { password: PASSWORD } }),
    JSON.stringify({ body: JSON.stringify({ password: PASSWORD }) }),
    `/path?password=${encodeURIComponent(PASSWORD)}&x=1`,
    new URLSearchParams({ email: 'a', password: PASSWORD }).toString(),
    `\\x00${bytes(PASSWORD).toString('hex')}00`,
    PASSWORD.toLowerCase(),
    ...['', 'a', 'ab', 'abc'].map((before) => bytes(`${before}${PASSWORD}after`).toString('base64')),
    ...['', 'a', 'ab', 'abc'].map((before) => bytes(`${before}${PASSWORD}`).toString('base64url')),
  ]
  expect(texts.filter((text) => findSecrets({ log: ['a', text] }, [secret]).length === 0)).toEqual([])
  expect(findSecrets({ log: ['correct horse'] }, [secret])).toEqual([])
  expect(findSecrets({ log: [`shown: ${PASSWORD}`] }, [{ ...secret, shownIn: `shown: ${PASSWORD}` }])).toEqual([])
  expect(formsOf(PASSWORD).every((form) => form.length >= 30)).toBe(true)
})
