/**
 * Tests the SDK's client for signed-in users with the service's real address for the browser app. fetch-cookie stores
 * the cookies, as the README describes.
 */
import fetchCookie from 'fetch-cookie'
import { expect, test } from 'vitest'
import { ApiError, createClient, createSessionClient, newKey, type SessionClient } from '../../sdk/index.ts'
import { totpCode } from '../support/fakes/totp.ts'
import { newAccount } from '../support/node/browser.ts'
import { useService } from '../support/node/service.ts'

const service = useService()

const open = () => createSessionClient({ baseUrl: service.sessionUrl, fetch: fetchCookie(fetch) })
async function signedUp(): Promise<{ client: SessionClient; account: ReturnType<typeof newAccount> }> {
  const client = open()
  const account = newAccount()
  await client.account.signUp(account)
  return { client, account }
}
async function refusalOf(promise: Promise<unknown>): Promise<[number, string]> {
  const error = await promise.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  const { status, code, detail } = error as ApiError
  expect(detail).not.toBe('')
  return [status, code]
}

test('an owner can sign up, work with the company, and issue a token for a program through the SDK', async () => {
  const { client, account } = await signedUp()
  const session = await client.session.read()
  expect([session.user.email, session.company?.name, session.role]).toEqual([
    account.email,
    account.companyName,
    'owner',
  ])
  const { result: warehouse } = await client.warehouses.create({ name: 'Склад' })
  const key = newKey()
  const issued = await client.tokens.issue({ name: 'Сайт' }, { key })
  expect([issued.isReplay, issued.token.scope]).toEqual([false, 'write'])
  const program = createClient({ baseUrl: service.url, token: issued.secret! })
  expect((await program.warehouses.read(warehouse.id)).name).toBe('Склад')
  const again = await client.tokens.issue({ name: 'Сайт' }, { key })
  expect([again.isReplay, again.secret, again.token.id]).toEqual([true, null, issued.token.id])
  expect((await client.tokens.list()).items).toHaveLength(1)
  await client.tokens.revoke(issued.token.id)
  expect((await client.tokens.list()).items).toEqual([])
})

test('an invited user can sign up, do what their role allows, and leave through the SDK', async () => {
  const { client: owner } = await signedUp()
  const { link } = await owner.invitations.create({ role: 'storekeeper' })
  const invitation = new URL(link!).hash.slice('#token='.length)
  const clerk = open()
  const { role, company } = await clerk.invitations.preview({ token: invitation })
  expect([role, company.id]).toEqual(['storekeeper', (await owner.session.read()).company!.id])
  const { name, email, password } = newAccount()
  await clerk.account.signUp({ name, email, password, invitation })
  expect(await refusalOf(clerk.tokens.list())).toEqual([403, 'FORBIDDEN'])
  const { userId } = (await owner.members.list()).items.find((member) => member.email === email)!
  await owner.members.update(userId, { role: 'manager' })
  expect((await clerk.session.read()).role).toBe('manager')
  expect((await clerk.members.remove(userId)).isReplay).toBe(false)
  expect((await clerk.session.read()).company).toBe(null)
})

test('the SDK’s sign-in asks for the second factor and refuses a wrong password', async () => {
  const { client, account } = await signedUp()
  const { email, password } = account
  const { totpURI } = await client.account.twoFactor.enable({ password })
  await client.account.twoFactor.confirm({ code: totpCode(totpURI) })
  await client.account.signOut()
  expect(await refusalOf(client.session.read())).toEqual([401, 'UNAUTHENTICATED'])
  expect(await refusalOf(client.account.signIn({ email, password: 'wrong password' }))).toEqual([
    401,
    'INVALID_EMAIL_OR_PASSWORD',
  ])
  expect(await client.account.signIn({ email, password })).toMatchObject({ twoFactorRedirect: true })
})

test('the SDK shows which of the user’s sessions is the current one', async () => {
  const { client, account } = await signedUp()
  const other = open()
  await other.account.signIn(account)
  const [mine, theirs] = [await client.account.sessions.current(), await other.account.sessions.current()]
  expect(mine.token).not.toBe(theirs.token)
  const listed = (await client.account.sessions.list()).map(({ token }) => token)
  expect(listed.toSorted()).toEqual([mine.token, theirs.token].toSorted())
})

test('the SDK’s stream of changes also works with a session', async () => {
  const { client } = await signedUp()
  const { revision } = await client.state.read()
  await client.warehouses.create({ name: 'Новый' })
  for await (const event of client.changes.stream({ since: revision })) {
    expect(event.form === 'changes' && event.changes.changed.warehouses?.[0]?.name).toBe('Новый')
    break
  }
})
