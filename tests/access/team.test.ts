/** Tests a company's members: what owners can change, and how members leave. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import type { Browser } from '../support/node/browser.ts'
import type { Json } from '../support/node/client.ts'
import { startNode, useService } from '../support/node/service.ts'
import {
  addMember,
  asksUntil,
  atOnce,
  issued,
  logOf,
  newOwner,
  type Owner,
  openStream,
  withKey,
} from '../support/scene/team.ts'

const service = useService()
let second: Service
beforeAll(async () => {
  second = await startNode(service.databaseUrl, { appUrl: service.sessionUrl })
})
afterAll(() => second.stop())

const MEMBERS = '/api/v1/members'
const membersOf = async (owner: Browser): Promise<Json[]> => (await owner.get(MEMBERS)).json.items
const change = (owner: Browser, userId: string, body: object, asking = {}) =>
  owner.send('PATCH', `${MEMBERS}/${userId}`, body, asking)
const remove = (owner: Browser, userId: string, asking = {}) => owner.send('DELETE', `${MEMBERS}/${userId}`, {}, asking)
const asks = (browser: Browser) => async () => (await browser.get(MEMBERS)).status
const streamOf = (browser: Browser) => openStream(browser.url, { cookie: browser.cookieHeader })

test('members are listed in the order in which they joined the company', async () => {
  const owner = await newOwner(service.sessionUrl)
  const clerk = await addMember(service, owner, 'storekeeper')
  const list = await owner.get(MEMBERS)
  expect(list.headers.get('cache-control')).toContain('no-store')
  expect(list.json.items).toEqual([
    {
      ...{ userId: owner.userId, name: owner.account.name, email: owner.account.email, role: 'owner' },
      ...{ seesCosts: true, joinedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    },
    {
      ...{ userId: clerk.userId, name: clerk.account.name, email: clerk.account.email, role: 'storekeeper' },
      ...{ seesCosts: false, joinedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    },
  ])
})

test('a role change takes effect at once on the node that made it, and within a second on the other', async () => {
  const owner = await newOwner(service.sessionUrl)
  const other = await addMember(service, owner, 'owner')
  const far = other.copy(second.appUrl)
  expect([await asks(other)(), await asks(far)()]).toEqual([200, 200])
  const streams = [await streamOf(other), await streamOf(far)]
  const reply = await change(owner, other.userId, { role: 'storekeeper' })
  expect(reply.status).toBe(200)
  expect(reply.json).toMatchObject({ userId: other.userId, role: 'storekeeper', seesCosts: false })
  expect(await asks(other)()).toBe(403)
  await asksUntil(403, asks(far))
  await Promise.all(streams.map(({ ended }) => ended))
  expect((await other.session()).role).toBe('storekeeper')
  expect((await membersOf(owner))[1].role).toBe('storekeeper')
})

test('a removed member loses access at once on the node that removed them, and within a second on the other', async () => {
  const owner = await newOwner(service.sessionUrl)
  const other = await addMember(service, owner, 'owner')
  const far = other.copy(second.appUrl)
  expect([await asks(other)(), await asks(far)()]).toEqual([200, 200])
  const streams = [await streamOf(other), await streamOf(far)]
  const key = withKey('remove-him-once')
  const reply = await remove(owner, other.userId, key)
  expect([reply.status, reply.json]).toEqual([200, { id: other.userId, deleted: true }])
  expect(await asks(other)()).toBe(403)
  await asksUntil(403, asks(far))
  await Promise.all(streams.map(({ ended }) => ended))
  expect((await membersOf(owner)).map(({ userId }) => userId)).toEqual([owner.userId])
  const again = await remove(owner, other.userId, key)
  expect([again.status, again.json, again.headers.get('idempotent-replayed')]).toEqual([200, reply.json, 'true'])
  const session = await other.session()
  expect([session.company, session.companies.length]).toEqual([null, 1])
  const back = await other.post('/api/v1/session/company', { companyId: session.companies[0].id })
  expect(back.json.role).toBe('owner')
})

test('tokens issued by an owner who was later removed work until they are revoked', async () => {
  const owner = await newOwner(service.sessionUrl)
  const other = await addMember(service, owner, 'owner')
  const token = await issued(other)
  await remove(owner, other.userId)
  expect(await token.ask(service.url)).toBe(200)
  const { items } = (await owner.get('/api/v1/tokens')).json
  expect(items[0].createdBy).toEqual({ id: other.userId, name: other.account.name })
  await owner.send('DELETE', `/api/v1/tokens/${token.id}`)
  expect(await token.ask(service.url)).toBe(401)
})

test.each(['manager', 'storekeeper', 'viewer'])(
  'a %s can leave the company, but cannot remove anyone else',
  async (role) => {
    const owner = await newOwner(service.sessionUrl)
    const [member, other] = [await addMember(service, owner, role), await addMember(service, owner, 'viewer')]
    for (const { userId } of [owner, other]) {
      const reply = await remove(member, userId)
      expect([reply.status, reply.json.code]).toEqual([403, 'FORBIDDEN'])
    }
    expect((await remove(member, member.userId)).status).toBe(200)
    expect((await membersOf(owner)).map(({ userId }) => userId)).toEqual([owner.userId, other.userId])
    expect((await member.session()).company).toBeNull()
    expect((await logOf(owner))[0]).toMatchObject({
      action: 'member.left',
      actor: { type: 'user', id: member.userId, name: member.account.name },
      entityId: member.userId,
    })
  },
)

test('the owner decides whether a viewer may see costs', async () => {
  const owner = await newOwner(service.sessionUrl)
  const member = await addMember(service, owner, 'storekeeper')
  const now = async (body: object) => {
    const { json } = await change(owner, member.userId, body)
    return [json.role, json.seesCosts]
  }
  expect(await now({ role: 'viewer' })).toEqual(['viewer', false])
  expect((await member.session()).seesCosts).toBe(false)
  expect(await now({ seesCosts: true })).toEqual(['viewer', true])
  expect((await member.session()).seesCosts).toBe(true)
  expect(await now({ seesCosts: false })).toEqual(['viewer', false])
  expect(await now({ role: 'manager' })).toEqual(['manager', true])
  expect(await now({ role: 'viewer' })).toEqual(['viewer', true])
  expect(await now({ role: 'storekeeper', seesCosts: true })).toEqual(['storekeeper', false])
  expect(await now({})).toEqual(['storekeeper', false])
})

test('the audit log records who updated or removed which member, and what changed', async () => {
  const owner = await newOwner(service.sessionUrl)
  const member = await addMember(service, owner, 'manager')
  await change(owner, member.userId, { role: 'viewer', seesCosts: false })
  await change(owner, member.userId, { role: 'viewer' })
  await remove(owner, member.userId)
  const log = await logOf(owner)
  expect(log.map(({ action, actor, entityId }) => [action, actor.id, entityId])).toEqual([
    ['member.removed', owner.userId, member.userId],
    ['member.updated', owner.userId, member.userId],
  ])
  expect(log[1].summary).toBe(`${member.account.name}: role manager → viewer, sees no costs`)
  expect((await owner.get('/api/v1/bootstrap')).json.revision).toBe(0)
})

test('repeating a member update with its idempotency key does not apply it again', async () => {
  const owner = await newOwner(service.sessionUrl)
  const member = await addMember(service, owner, 'manager')
  const key = withKey('make-him-a-viewer')
  const first = await change(owner, member.userId, { role: 'viewer' }, key)
  await change(owner, member.userId, { role: 'storekeeper' })
  const again = await change(owner, member.userId, { role: 'viewer' }, key)
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
  expect((await membersOf(owner))[1].role).toBe('storekeeper')
  const other = await change(owner, member.userId, { role: 'owner' }, key)
  expect([other.status, other.json.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
})

test.each([
  ['an unknown role', { role: 'admin' }],
  ['the role null', { role: null }],
  ['a flag that is neither true nor false', { seesCosts: 'yes' }],
  ['an unknown field', { email: 'x@example.org' }],
])('a member update with %s is refused', async (_what, body) => {
  const owner = await newOwner(service.sessionUrl)
  const member = await addMember(service, owner, 'viewer')
  const reply = await change(owner, member.userId, body)
  expect([reply.status, reply.json.code]).toEqual([400, 'VALIDATION_FAILED'])
})

test('a user of another company is not found as a member', async () => {
  const [owner, stranger] = [await newOwner(service.sessionUrl), await newOwner(service.sessionUrl)]
  const replies = [
    await change(owner, stranger.userId, { role: 'viewer' }),
    await remove(owner, stranger.userId),
    await remove(owner, 'nobody'),
  ]
  expect(replies.map(({ status, json }) => [status, json.code])).toEqual(replies.map(() => [404, 'NOT_FOUND']))
  expect(await membersOf(stranger)).toHaveLength(1)
})

describe('a company always has an owner', () => {
  test('the last owner of a company can neither leave it nor take another role', async () => {
    const owner = await newOwner(service.sessionUrl)
    await addMember(service, owner, 'manager')
    const key = withKey('leave-if-i-may')
    const refused = [
      await remove(owner, owner.userId, key),
      await remove(owner, owner.userId, key),
      await change(owner, owner.userId, { role: 'manager' }),
    ]
    expect(refused.map(({ status, json }) => [status, json.code])).toEqual(refused.map(() => [409, 'LAST_OWNER']))
    expect((await owner.session()).role).toBe('owner')
    // Check that owners may update their own membership as long as they remain owners.
    expect((await change(owner, owner.userId, { role: 'owner' })).status).toBe(200)
  })

  test('an owner can take another role if the company has another owner', async () => {
    const owner = await newOwner(service.sessionUrl)
    const other = await addMember(service, owner, 'manager')
    expect((await change(owner, other.userId, { role: 'owner' })).status).toBe(200)
    expect((await change(owner, owner.userId, { role: 'viewer' })).status).toBe(200)
    expect([await asks(owner)(), await asks(other)()]).toEqual([403, 200])
    const last = await remove(other, other.userId)
    expect([last.status, last.json.code]).toEqual([409, 'LAST_OWNER'])
  })

  const owners = async () => {
    const owner = await newOwner(service.sessionUrl)
    const other = await addMember(service, owner, 'owner')
    return { owner, other, far: other.copy(second.appUrl) }
  }

  test('when two owners demote each other at the same time on two nodes, one of them remains an owner', async () => {
    const { owner, other, far } = await owners()
    const replies = await atOnce(service, owner, [
      () => change(owner, other.userId, { role: 'viewer' }),
      () => change(far, owner.userId, { role: 'viewer' }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403])
    const { rows } = await service.database.query(
      `select user_id from memberships where company_id = $1 and role = 'owner'`,
      [owner.companyId],
    )
    expect(rows).toHaveLength(1)
  })

  test('when two owners remove each other at once on two nodes, one of them remains', async () => {
    const { owner, other, far } = await owners()
    const replies = await atOnce(service, owner, [() => remove(owner, other.userId), () => remove(far, owner.userId)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  test.each<[string, (owner: Owner) => Promise<{ status: number }>]>([
    ['leaves', (owner) => remove(owner, owner.userId)],
    ['makes himself a viewer', (owner) => change(owner, owner.userId, { role: 'viewer' })],
    ['deletes his account', (owner) => owner.post('/api/auth/delete-user', { password: owner.account.password })],
  ])('when one owner removes the other, who at the same time %s, one of them remains', async (_what, leave) => {
    const { owner, other, far } = await owners()
    const replies = await atOnce(service, owner, [() => leave(owner), () => remove(far, other.userId)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

test('deleting an account removes the user from all companies', async () => {
  const owner = await newOwner(service.sessionUrl)
  const member = await addMember(service, owner, 'manager')
  // Remove the user from all other companies: the user's own company would otherwise be left without an owner.
  await service.database.query('delete from memberships where user_id = $1 and company_id <> $2', [
    member.userId,
    owner.companyId,
  ])
  const reply = await member.post('/api/auth/delete-user', { password: member.account.password })
  expect(reply.status).toBe(200)
  expect(await membersOf(owner)).toHaveLength(1)
  expect((await logOf(owner))[0]).toMatchObject({ action: 'member.left', entityId: member.userId })
})
