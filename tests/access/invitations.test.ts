/**
 * Tests invitations. An invitation link works once, and only while the owner who created it may still invite people.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_INVITATIONS } from '../../server/access/invitations.ts'
import type { Service } from '../../server/service.ts'
import { type MailServer, startMailServer } from '../support/fakes/mail-server.ts'
import { Browser, newAccount } from '../support/node/browser.ts'
import type { Json } from '../support/node/client.ts'
import { cloneDatabase, startNode, useService } from '../support/node/service.ts'
import { until } from '../support/scene/notifications.ts'
import { addMember, atOnce, logOf, newOwner, withKey } from '../support/scene/team.ts'

/** The node trusts one proxy, so that a test can choose a request's source address. */
const service = useService({ trustProxy: 1 })
let second: Service
beforeAll(async () => {
  second = await startNode(service.databaseUrl, { appUrl: service.sessionUrl, trustProxy: 1 })
})
afterAll(() => second.stop())

const INVITATIONS = '/api/v1/invitations'
const listOf = async (owner: Browser): Promise<Json[]> => (await owner.get(INVITATIONS)).json.items
const tokenIn = (link: string) => /#token=(\S+)$/.exec(link)![1]!

async function invited(owner: Browser, wishes: object = {}): Promise<{ id: string; token: string; link: string }> {
  const reply = await owner.post(INVITATIONS, { role: 'manager', ...wishes })
  if (reply.status !== 200) throw new Error(`Nobody was invited: ${reply.text}`)
  const { invitation, link } = reply.json
  return { id: invitation.id, token: tokenIn(link), link }
}

const accept = (browser: Browser, token: string, asking = {}) =>
  browser.post(`${INVITATIONS}/accept`, { token }, asking)
const preview = (browser: Browser, token: string) => browser.post(`${INVITATIONS}/preview`, { token })
const stranger = () => new Browser(service.sessionUrl)
const answerOf = ({ status, json }: { status: number; json: Json }) => [status, json.code]

/** Signs up with an invitation link, without creating a company. */
function signUpWith(browser: Browser, token: string, wishes: object = {}, asking = {}) {
  const { name, email, password } = newAccount()
  return browser.post('/api/auth/sign-up/email', { name, email, password, invitation: token, ...wishes }, asking)
}

test('an invitation’s link is shown only once, at its creation', async () => {
  const owner = await newOwner(service.sessionUrl)
  const key = withKey('invite-once')
  const reply = await owner.post(INVITATIONS, { role: 'viewer', seesCosts: true }, key)
  const { invitation, link } = reply.json
  expect(invitation).toEqual({
    ...{ id: expect.any(String), email: null, role: 'viewer', seesCosts: true, mailed: false },
    ...{ createdAt: expect.any(String), createdBy: { id: owner.userId, name: owner.account.name } },
    expiresAt: new Date(Date.parse(invitation.createdAt) + 7 * 86_400_000).toISOString(),
  })
  expect(link.startsWith(`${service.sessionUrl}/invitation#token=`)).toBe(true)
  expect(await listOf(owner)).toEqual([invitation])
  const again = await owner.post(INVITATIONS, { role: 'viewer', seesCosts: true }, key)
  expect([again.json, again.headers.get('idempotent-replayed')]).toEqual([{ invitation, link: null }, 'true'])
  expect(await listOf(owner)).toHaveLength(1)
  const seen = await preview(stranger(), tokenIn(link))
  expect(seen.headers.get('cache-control')).toContain('no-store')
  expect(seen.json).toEqual({
    company: { id: owner.companyId, name: owner.account.companyName },
    ...{ role: 'viewer', seesCosts: true, email: null, invitedBy: owner.account.name, expiresAt: invitation.expiresAt },
  })
  expect((await owner.get('/api/v1/audit')).text).not.toContain(tokenIn(link))
})

test('a new user who signs up with an invitation becomes a member at once and gets no company of their own', async () => {
  const owner = await newOwner(service.sessionUrl)
  const { token } = await invited(owner, { role: 'storekeeper' })
  const browser = stranger()
  const reply = await signUpWith(browser, token)
  expect(reply.status, reply.text).toBe(200)
  const session = await browser.session()
  expect(session).toMatchObject({ company: { id: owner.companyId }, role: 'storekeeper', seesCosts: false })
  expect(session.companies).toHaveLength(1)
  const members = (await owner.get('/api/v1/members')).json.items
  expect(members.map(({ role }: Json) => role)).toEqual(['owner', 'storekeeper'])
  expect(await listOf(owner)).toEqual([])
  expect((await logOf(owner))[0]).toMatchObject({
    action: 'member.joined',
    actor: { type: 'user', id: session.user.id },
    entityId: session.user.id,
  })
})

test('an existing user who accepts an invitation keeps their own company and can switch to the new one', async () => {
  const [owner, guest] = [await newOwner(service.sessionUrl), await newOwner(service.sessionUrl)]
  const { token } = await invited(owner)
  const key = withKey('accept-it-once')
  const reply = await accept(guest, token, key)
  const company = { id: owner.companyId, name: owner.account.companyName }
  expect([reply.status, reply.json]).toEqual([200, { company, role: 'manager', seesCosts: true }])
  const again = await accept(guest, token, key)
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([reply.text, 'true'])
  const session = await guest.session()
  expect([session.company.id, session.companies.length]).toEqual([guest.companyId, 2])
  const moved = await guest.post('/api/v1/session/company', { companyId: owner.companyId })
  expect(moved.json.role).toBe('manager')
})

test('a used invitation link can neither use up nor reveal the company’s idempotency keys', async () => {
  const owner = await newOwner(service.sessionUrl)
  const [guest, outsider] = [await newOwner(service.sessionUrl), await newOwner(service.sessionUrl)]
  const { token } = await invited(owner)
  const warehouse = (browser: Browser, name: string, key: object) => browser.post('/api/v1/warehouses', { name }, key)
  // The company has already used the key `used-before`, and will use `used-later` below.
  expect((await warehouse(owner, 'First', withKey('used-before'))).status).toBe(200)
  const joined = await accept(guest, token, withKey('joined-once'))
  expect(joined.status).toBe(200)
  for (const key of ['used-before', 'used-later', 'joined-once'])
    expect(answerOf(await accept(outsider, token, withKey(key)))).toEqual([404, 'NOT_FOUND'])
  expect((await warehouse(owner, 'Second', withKey('used-later'))).status).toBe(200)
  // Check that the keys that a user sends when accepting invitations do not collide with the keys of the user's own
  // company.
  expect((await warehouse(outsider, 'Mine', withKey('used-later'))).status).toBe(200)
  // Check that repeating an acceptance with its key returns the same response, and that the same key with another link
  // is refused.
  const again = await accept(outsider, token, withKey('used-later'))
  expect([...answerOf(again), again.headers.get('idempotent-replayed')]).toEqual([404, 'NOT_FOUND', 'true'])
  const other = await accept(outsider, `${token}x`, withKey('used-later'))
  expect(answerOf(other)).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
  // Only the user who accepted the invitation can get the stored response again.
  expect((await accept(guest, token, withKey('joined-once'))).text).toBe(joined.text)
  expect((await outsider.session()).companies).toHaveLength(1)
})

test('a user removed from their only company can still accept an invitation', async () => {
  const owner = await newOwner(service.sessionUrl)
  const browser = stranger()
  await signUpWith(browser, (await invited(owner)).token)
  const { user } = await browser.session()
  await owner.send('DELETE', `/api/v1/members/${user.id}`)
  expect((await browser.session()).company).toBeNull()
  expect((await accept(browser, (await invited(owner)).token)).status).toBe(200)
  expect((await browser.post('/api/v1/session/company', { companyId: owner.companyId })).json.role).toBe('manager')
})

test('an invitation can be used only once', async () => {
  const owner = await newOwner(service.sessionUrl)
  const { token } = await invited(owner)
  const guests = [1, 2, 3, 4].map(() => newOwner(service.sessionUrl))
  const browsers = (await Promise.all(guests)).map((guest, index) =>
    guest.copy(index % 2 === 0 ? guest.url : second.appUrl),
  )
  const replies = await Promise.all(browsers.map((browser) => accept(browser, token)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
  expect(answerOf(await signUpWith(stranger(), token))).toEqual([404, 'INVITATION_NOT_FOUND'])
  expect(answerOf(await preview(stranger(), token))).toEqual([404, 'NOT_FOUND'])
  expect((await owner.get('/api/v1/members')).json.items).toHaveLength(2)
})

describe('void invitations', () => {
  /** Asserts that nobody can use the invitation and that it is not in any list. */
  async function expectVoid(owner: Browser, token: string): Promise<void> {
    const guest = await newOwner(service.sessionUrl)
    expect(answerOf(await accept(guest, token))).toEqual([404, 'NOT_FOUND'])
    expect(answerOf(await preview(stranger(), token))).toEqual([404, 'NOT_FOUND'])
    const browser = stranger()
    expect(answerOf(await signUpWith(browser, token))).toEqual([404, 'INVITATION_NOT_FOUND'])
    expect(browser.sessionCookie).toBeUndefined()
    expect(await listOf(owner)).toEqual([])
  }

  test('a withdrawn invitation is void', async () => {
    const owner = await newOwner(service.sessionUrl)
    const { id, token } = await invited(owner)
    const key = withKey('withdraw-it-once')
    const reply = await owner.send('DELETE', `${INVITATIONS}/${id}`, {}, key)
    expect([reply.status, reply.json]).toEqual([200, { id, deleted: true }])
    await expectVoid(owner, token)
    const again = await owner.send('DELETE', `${INVITATIONS}/${id}`, {}, key)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(answerOf(await owner.send('DELETE', `${INVITATIONS}/${id}`))).toEqual([404, 'NOT_FOUND'])
    expect((await logOf(owner)).map(({ action }) => action)).toEqual(['invitation.withdrawn', 'invitation.created'])
  })

  test('an expired invitation is void', async () => {
    const owner = await newOwner(service.sessionUrl)
    const { id, token } = await invited(owner)
    await service.database.query(
      `update invitations set expires_at = now() - interval '1 second' where invitation_id = $1`,
      [id],
    )
    await expectVoid(owner, token)
  })

  test('an invitation is void once the owner who created it is removed', async () => {
    const owner = await newOwner(service.sessionUrl)
    const other = await addMember(service, owner, 'owner')
    const { token } = await invited(other)
    await owner.send('DELETE', `/api/v1/members/${other.userId}`)
    await expectVoid(owner, token)
  })

  test('an invitation becomes void when the owner who created it takes another role, and stays void if they become an owner again', async () => {
    const owner = await newOwner(service.sessionUrl)
    const other = await addMember(service, owner, 'owner')
    const { token } = await invited(other)
    const be = (role: string) => owner.send('PATCH', `/api/v1/members/${other.userId}`, { role })
    await be('manager')
    await expectVoid(owner, token)
    await be('owner')
    await expectVoid(owner, token)
  })

  test('an invitation is void once the owner who created it leaves or deletes their account', async () => {
    const owner = await newOwner(service.sessionUrl)
    const [other, third] = [await addMember(service, owner, 'owner'), await addMember(service, owner, 'owner')]
    const links = [await invited(other), await invited(third)]
    await other.send('DELETE', `/api/v1/members/${other.userId}`)
    await service.database.query('delete from memberships where user_id = $1 and company_id <> $2', [
      third.userId,
      owner.companyId,
    ])
    const gone = await third.post('/api/auth/delete-user', { password: third.account.password })
    expect(gone.status).toBe(200)
    for (const { token } of links) await expectVoid(owner, token)
  })

  test('an invitation is void as soon as the database records that its creator is no longer an owner', async () => {
    const owner = await newOwner(service.sessionUrl)
    const other = await addMember(service, owner, 'owner')
    const { token } = await invited(other)
    await service.database.query(`update memberships set role = 'viewer' where user_id = $1`, [other.userId])
    expect(answerOf(await accept(await newOwner(service.sessionUrl), token))).toEqual([404, 'NOT_FOUND'])
  })

  test('an invitation link that was never issued is void', async () => {
    const owner = await newOwner(service.sessionUrl)
    const { token } = await invited(owner)
    for (const made of ['x', `${token.slice(0, -1)}_`, token.toUpperCase(), ''.padEnd(200, 'x')])
      expect(answerOf(await preview(stranger(), made))).toEqual([404, 'NOT_FOUND'])
    expect(answerOf(await preview(stranger(), ''.padEnd(201, 'x')))).toEqual([400, 'VALIDATION_FAILED'])
  })
})

describe('an invitation to an e-mail', () => {
  test('an invitation to an e-mail address can be used only with that address, in any spelling', async () => {
    const owner = await newOwner(service.sessionUrl)
    const name = `guest-${Math.random().toString(36).slice(2)}`
    const { token } = await invited(owner, { email: ` ${name.toUpperCase()}@EXAMPLE.org ` })
    expect((await listOf(owner))[0].email).toBe(`${name}@example.org`)
    const other = await newOwner(service.sessionUrl)
    expect(answerOf(await accept(other, token))).toEqual([403, 'FORBIDDEN'])
    expect(answerOf(await signUpWith(stranger(), token))).toEqual([403, 'INVITATION_FOR_ANOTHER'])
    // Write the same e-mail address in full-width letters.
    const wide = [...name].map((letter) =>
      /[a-z]/.test(letter) ? String.fromCodePoint(letter.codePointAt(0)! + 0xfee0) : letter,
    )
    const browser = stranger()
    const reply = await signUpWith(browser, token, { email: `${wide.join('')}@Example.ORG` })
    expect(reply.status, reply.text).toBe(200)
    expect((await browser.session()).role).toBe('manager')
  })

  test('an invitation to an e-mail address can be accepted by the owner of that account, in any letter case', async () => {
    const [owner, guest] = [await newOwner(service.sessionUrl), await newOwner(service.sessionUrl)]
    const { token } = await invited(owner, { email: guest.account.email.toUpperCase() })
    const taken = await signUpWith(stranger(), token, { email: guest.account.email })
    expect(answerOf(taken)).toEqual([422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'])
    expect((await accept(guest, token)).status).toBe(200)
  })

  test('an invitation to a member’s e-mail address is refused, in any spelling of the address', async () => {
    const owner = await newOwner(service.sessionUrl)
    const member = await addMember(service, owner, 'viewer')
    for (const email of [member.account.email, member.account.email.toUpperCase()])
      expect(answerOf(await owner.post(INVITATIONS, { role: 'manager', email }))).toEqual([409, 'ALREADY_MEMBER'])
    expect(await listOf(owner)).toEqual([])
  })

  test('a new invitation replaces an earlier one to the same e-mail address', async () => {
    const owner = await newOwner(service.sessionUrl)
    const { email } = newAccount()
    const first = await invited(owner, { email })
    const last = await invited(owner, { email: email.toUpperCase(), role: 'viewer' })
    expect((await listOf(owner)).map(({ id }) => id)).toEqual([last.id])
    expect((await preview(stranger(), first.token)).status).toBe(404)
    expect((await preview(stranger(), last.token)).json.role).toBe('viewer')
  })
})

test('an invitation that a member of the company cannot accept stays open for somebody else', async () => {
  const owner = await newOwner(service.sessionUrl)
  const { token } = await invited(owner, { role: 'viewer' })
  expect(answerOf(await accept(owner, token))).toEqual([409, 'ALREADY_MEMBER'])
  expect((await owner.session()).role).toBe('owner')
  expect((await accept(await newOwner(service.sessionUrl), token)).status).toBe(200)
})

test.each([
  ['no role', {}],
  ['an unknown role', { role: 'admin' }],
  ['an invalid e-mail', { role: 'viewer', email: 'nobody' }],
  ['an empty e-mail', { role: 'viewer', email: '' }],
  ['an unknown field', { role: 'viewer', name: 'Анна' }],
])('creating an invitation with %s is refused, and no invitation is created', async (_what, body) => {
  const owner = await newOwner(service.sessionUrl)
  expect(answerOf(await owner.post(INVITATIONS, body))).toEqual([400, 'VALIDATION_FAILED'])
  expect(await listOf(owner)).toEqual([])
})

test('a sign-up needs either a company or an invitation, and all other fields', async () => {
  const owner = await newOwner(service.sessionUrl)
  const { token } = await invited(owner)
  const replies = [
    await signUpWith(stranger(), token, { companyName: 'ООО' }),
    await signUpWith(stranger(), token, { name: ' ' }),
    await signUpWith(stranger(), token, { email: 'nobody' }),
    await signUpWith(stranger(), token, { password: 'short' }),
    await signUpWith(stranger(), token, { invitation: { $ne: null } }),
  ]
  expect(replies.map(answerOf)).toEqual([
    [400, 'VALIDATION_ERROR'],
    [400, 'VALIDATION_ERROR'],
    [400, 'INVALID_EMAIL'],
    [400, 'PASSWORD_TOO_SHORT'],
    [404, 'INVITATION_NOT_FOUND'],
  ])
  expect((await preview(stranger(), token)).status).toBe(200)
})

test('of two simultaneous sign-ups with one invitation link only one succeeds', async () => {
  const owner = await newOwner(service.sessionUrl)
  const { token } = await invited(owner)
  const [one, two] = [newAccount(), newAccount()]
  // Each request needs a different source address, because sign-ups from the same address are processed one after the
  // other.
  const signUp = ({ email }: typeof one, url: string, address: string) =>
    signUpWith(new Browser(url, service.sessionUrl), token, { email }, { headers: { 'x-forwarded-for': address } })
  const replies = await atOnce(service, owner, [
    () => signUp(one, service.sessionUrl, '203.0.113.1'),
    () => signUp(two, second.appUrl, '203.0.113.2'),
  ])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404])
  const { rows } = await service.database.query('select from users where email = any ($1)', [[one.email, two.email]])
  expect(rows).toHaveLength(1)
})

test('a company has a limited number of open invitations', async () => {
  const owner = await newOwner(service.sessionUrl)
  await service.database.query(
    `insert into invitations (token_hash, invitation_id, company_id, role, sees_costs, is_mailed, created_by_id,
                              created_by_name, created_at, expires_at)
     select sha256(convert_to($1 || n, 'UTF8')), gen_random_uuid(), $1::uuid, 'viewer', false, false, $2, 'x', now(),
            now() + interval '1 day' from generate_series(1, $3) as n`,
    [owner.companyId, owner.userId, MAX_INVITATIONS],
  )
  expect(answerOf(await owner.post(INVITATIONS, { role: 'viewer' }))).toEqual([409, 'LIMIT_REACHED'])
})

test('previewing an invitation from another site is refused', async () => {
  const owner = await newOwner(service.sessionUrl)
  const { token } = await invited(owner)
  const ask = (browser: Browser, origin: string | null) => browser.post(`${INVITATIONS}/preview`, { token }, { origin })
  expect(answerOf(await ask(stranger(), 'https://evil.example'))).toEqual([403, 'ORIGIN_REJECTED'])
  expect(answerOf(await ask(owner, null))).toEqual([403, 'ORIGIN_REJECTED'])
  expect((await ask(stranger(), null)).status).toBe(200)
})

describe('with a mail server', () => {
  let mail: MailServer
  let cloned: Awaited<ReturnType<typeof cloneDatabase>>
  let mailing: Service
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
  const mailsTo = (email: string) => mail.mails.filter(({ to }) => to.includes(email))

  test('an invitation to an e-mail address is mailed instead of shown, and signing up with its link confirms the address', async () => {
    const owner = await newOwner(mailing.appUrl)
    const { email } = newAccount()
    const key = withKey('mail-it-once')
    const reply = await owner.post(INVITATIONS, { role: 'manager', email }, key)
    expect([reply.json.link, reply.json.invitation.mailed]).toEqual([null, true])
    await owner.post(INVITATIONS, { role: 'manager', email }, key)
    await until(() => mailsTo(email).length > 0)
    const { subject, text } = mailsTo(email)[0]!
    // The e-mail puts the company's name in quotation marks, so the quotation marks within the name take their inner
    // form.
    const company = owner.account.companyName.replace('«', '„').replace('»', '“')
    expect(company).toContain('„')
    expect(subject).toBe(`Приглашение в «${company}»`)
    expect(text).toContain(`в компании «${company}» в Складно`)
    expect(text).toContain(owner.account.name)
    const browser = new Browser(mailing.appUrl)
    const link = /https?:\/\/\S+/.exec(text)![0]
    expect((await signUpWith(browser, tokenIn(link), { email })).status).toBe(200)
    expect((await browser.session()).user.emailVerified).toBe(true)
    // Check that repeating the command sends neither a second invitation e-mail nor a second confirmation e-mail.
    const { email: last } = newAccount()
    await owner.post(INVITATIONS, { role: 'manager', email: last })
    await until(() => mailsTo(last).length > 0)
    expect(mailsTo(email)).toHaveLength(1)
  })

  test('the link of an invitation without an e-mail address is shown to the owner, who passes it on', async () => {
    const owner = await newOwner(mailing.appUrl)
    const reply = await owner.post(INVITATIONS, { role: 'manager' })
    expect([typeof reply.json.link, reply.json.invitation.mailed]).toEqual(['string', false])
    const browser = new Browser(mailing.appUrl)
    await signUpWith(browser, tokenIn(reply.json.link))
    expect((await browser.session()).user.emailVerified).toBe(false)
  })

  test('the number of invitation e-mails to one address is limited', async () => {
    const owner = await newOwner(mailing.appUrl)
    const { email } = newAccount()
    const statuses: number[] = []
    for (let count = 0; count < 6; count += 1)
      statuses.push((await owner.post(INVITATIONS, { role: 'manager', email })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const refused = await owner.post(INVITATIONS, { role: 'manager', email })
    expect(refused.json.code).toBe('RATE_LIMITED')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  })
})
