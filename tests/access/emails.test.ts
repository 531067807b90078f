/** Checks that each mailbox has at most one account, however its address is spelled. */
import { expect, test } from 'vitest'
import { isEmail, normalizeEmail } from '../../server/access/emails.ts'
import { Browser, newAccount, signedUp } from '../support/node/browser.ts'
import { useService } from '../support/node/service.ts'

const service = useService()

test.each([
  ['Owner@Example.ORG', 'owner@example.org'],
  ['  owner@example.org\n', 'owner@example.org'],
  ['ｏｗｎｅｒ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'owner@example.org'],
  ['OWNER@CAFE\u0301.example', 'owner@xn--caf-dma.example'],
  ['owner@CAFÉ.example', 'owner@xn--caf-dma.example'],
  ['owner@xn--caf-dma.example', 'owner@xn--caf-dma.example'],
  ['\u212Aate@example.org', 'kate@example.org'],
  ['"@"@example.org', '"@"@example.org'],
])('the e-mail address %j is normalized to %s', (typed, email) => {
  expect(normalizeEmail(typed)).toBe(email)
  expect(normalizeEmail(email)).toBe(email)
})

test.each([
  'owner',
  '@example.org',
  'owner@',
  'a b@example.org',
  'owner@example',
  'a@b@example.org',
  '"@"@example.org',
  'жук@example.org',
  `${'x'.repeat(250)}@example.org`,
  'owner@exa mple.org',
  '.owner@example.org',
  'ow..ner@example.org',
])('%j is not accepted as an e-mail address', (typed) => {
  expect(isEmail(normalizeEmail(typed))).toBe(false)
})

test('every spelling of an e-mail address belongs to the same account', async () => {
  const local = `kate-${Date.now()}`
  const email = `${local}@CAFE\u0301.example`
  const { account } = await signedUp(service.sessionUrl, { email })
  const forms = [
    `${local}@café.example`,
    ` ${local.toUpperCase()}@CAFÉ.EXAMPLE `,
    `${local.replace('k', '\u212A')}＠caf\u00e9．example`,
    `${local}@xn--caf-dma.example`,
  ]
  for (const form of forms) {
    const browser = new Browser(service.sessionUrl)
    expect((await browser.signIn({ email: form, password: account.password })).status, form).toBe(200)
    expect((await browser.session()).user.email).toBe(`${local}@xn--caf-dma.example`)
    const again = await new Browser(service.sessionUrl).signUp(newAccount({ email: form }))
    expect([again.status, again.json.code], form).toEqual([422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'])
  }
})

test('two simultaneous sign-ups with one e-mail address create one account and one company', async () => {
  const account = newAccount()
  const forms = [account.email, account.email.toUpperCase(), account.email, ` ${account.email}`]
  const replies = await Promise.all(forms.map((email) => new Browser(service.sessionUrl).signUp({ ...account, email })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  const { rows } = await service.database.query(
    'select user_id from memberships where user_id in (select id from users where email = $1)',
    [account.email],
  )
  expect(rows).toHaveLength(1)
})

test('changing an e-mail address to that of another account does not take over the other account', async () => {
  const [mine, other] = [await signedUp(service.sessionUrl), await signedUp(service.sessionUrl)]
  const change = { newEmail: other.account.email.toUpperCase(), password: mine.account.password }
  // Check that the response does not reveal that an account with this e-mail address exists.
  expect((await mine.post('/api/auth/change-email', change)).status).toBe(200)
  expect((await mine.session()).user.email).toBe(mine.account.email)
  expect((await new Browser(service.sessionUrl).signIn(other.account)).status).toBe(200)
})
