/** Tests API tokens: owners issue them, see each secret once, and can revoke them on all nodes at once. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_TOKENS } from '../../server/access/tokens.ts'
import { bearerTokens } from '../../server/http/bearer.ts'
import type { Service } from '../../server/service.ts'
import { writeCompany } from '../../server/store/commits.ts'
import type { Browser } from '../support/node/browser.ts'
import { Client, type Json } from '../support/node/client.ts'
import { startNode, useService } from '../support/node/service.ts'
import { addMember, asksUntil, issued, logOf, newOwner, openStream, withKey } from '../support/scene/team.ts'

const service = useService()
let second: Service
beforeAll(async () => {
  second = await startNode(service.databaseUrl, { appUrl: service.sessionUrl })
})
afterAll(() => second.stop())

const TOKENS = '/api/v1/tokens'
const listOf = async (owner: Browser): Promise<Json[]> => (await owner.get(TOKENS)).json.items

test('a new token works at once, and the token list shows who issued it', async () => {
  const owner = await newOwner(service.sessionUrl)
  const reply = await owner.post(TOKENS, { name: '  Сайт  ' })
  expect(reply.status).toBe(200)
  const { token, secret } = reply.json
  expect(Object.keys(token)).toEqual([
    ...['id', 'name', 'prefix', 'scope', 'createdAt', 'createdBy', 'lastUsedAt', 'expiresAt'],
  ])
  const createdBy = { id: owner.userId, name: owner.account.name }
  expect(token).toMatchObject({ name: 'Сайт', scope: 'write', createdBy, lastUsedAt: null, expiresAt: null })
  expect(secret.startsWith(token.prefix)).toBe(true)
  expect(reply.headers.get('cache-control')).toContain('no-store')
  const made = await new Client(service.url, secret, owner.companyId).post('/api/v1/warehouses', { name: 'Склад' })
  expect(made.status).toBe(200)
  const list = await owner.get(TOKENS)
  expect(list.headers.get('cache-control')).toContain('no-store')
  const { items } = list.json
  expect(items).toEqual([{ ...token, lastUsedAt: expect.stringMatching(/^\d{4}-.*Z$/) }])
  expect(list.text).not.toContain(secret)
})

test('the token list has only the company’s own tokens, newest first', async () => {
  const [owner, other] = [await newOwner(service.sessionUrl), await newOwner(service.sessionUrl)]
  const [first, last] = [await issued(owner), await issued(owner)]
  const foreign = await issued(other)
  expect((await listOf(owner)).map(({ id }) => id)).toEqual([last.id, first.id])
  const reply = await owner.send('DELETE', `${TOKENS}/${foreign.id}`)
  expect([reply.status, reply.json.code]).toEqual([404, 'NOT_FOUND'])
  expect(await foreign.ask(service.url)).toBe(200)
})

test('repeating the command that issues a token neither creates a second token nor shows the secret again', async () => {
  const owner = await newOwner(service.sessionUrl)
  const key = withKey('issue-the-token-once')
  const first = await owner.post(TOKENS, { name: 'Сайт' }, key)
  const again = await owner.post(TOKENS, { name: 'Сайт' }, key)
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
  expect(again.json).toEqual({ token: first.json.token, secret: null })
  expect(await listOf(owner)).toHaveLength(1)
  const other = await owner.post(TOKENS, { name: 'Другой' }, key)
  expect([other.status, other.json.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
})

test('ten simultaneous commands with one key, on two nodes, issue one token', async () => {
  const owner = await newOwner(service.sessionUrl)
  const key = withKey('ten-times-at-once')
  const browsers = Array.from({ length: 10 }, (_, index) => owner.copy(index % 2 === 0 ? owner.url : second.appUrl))
  const replies = await Promise.all(browsers.map((browser) => browser.post(TOKENS, { name: 'Сайт' }, key)))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect(new Set(replies.map(({ json }) => json.token.id)).size).toBe(1)
  expect(replies.filter(({ json }) => json.secret !== null)).toHaveLength(1)
  expect(await listOf(owner)).toHaveLength(1)
  expect(await logOf(owner)).toHaveLength(1)
})

test('an idempotency key cannot be used for both a warehouse command and a token command', async () => {
  const owner = await newOwner(service.sessionUrl)
  await owner.post('/api/v1/warehouses', { name: 'Склад' }, withKey('a-warehouse'))
  await owner.post(TOKENS, { name: 'Сайт' }, withKey('one-token'))
  const replies = [
    await owner.post(TOKENS, { name: 'Сайт' }, withKey('a-warehouse')),
    await owner.post('/api/v1/warehouses', { name: 'Склад' }, withKey('one-token')),
    await owner.copy(second.appUrl).post('/api/v1/warehouses', { name: 'Склад' }, withKey('one-token')),
  ]
  expect(replies.map(({ status, json }) => [status, json.code])).toEqual(
    replies.map(() => [409, 'IDEMPOTENCY_KEY_REUSED']),
  )
  expect((await owner.get('/api/v1/bootstrap')).json.revision).toBe(1)
})

test('a revoked token stops working at once on the node that revoked it, and within a second on the other', async () => {
  const owner = await newOwner(service.sessionUrl)
  const token = await issued(owner)
  const headers = { authorization: `Bearer ${token.secret}` }
  const streams = [await openStream(service.url, headers), await openStream(second.apiUrl, headers)]
  const key = withKey('revoke-it-once')
  const reply = await owner.send('DELETE', `${TOKENS}/${token.id}`, {}, key)
  expect([reply.status, reply.json]).toEqual([200, { id: token.id, deleted: true }])
  expect(await token.ask(service.url)).toBe(401)
  await asksUntil(401, () => token.ask(second.apiUrl))
  await Promise.all(streams.map(({ ended }) => ended))
  expect(await listOf(owner)).toEqual([])
  const again = await owner.send('DELETE', `${TOKENS}/${token.id}`, {}, key)
  expect([again.status, again.json, again.headers.get('idempotent-replayed')]).toEqual([200, reply.json, 'true'])
  const unknown = await owner.send('DELETE', `${TOKENS}/${token.id}`)
  expect([unknown.status, unknown.json.code]).toEqual([404, 'NOT_FOUND'])
})

test('an open stream checks its token against the database rather than the cache', async () => {
  const owner = await newOwner(service.sessionUrl)
  const { id, secret } = await issued(owner)
  const tokens = bearerTokens(service.database)
  const request = { method: 'GET', ip: '203.0.113.9', headers: { authorization: `Bearer ${secret}` } } as FastifyRequest
  const caller = await tokens.authenticate(request)
  expect(caller.companyId).toBe(owner.companyId)
  await service.database.query('update tokens set revoked_at = now() where token_id = $1', [id])
  const again = async () => tokens.authenticate({ ...request, caller } as FastifyRequest)
  await expect(again()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('repeating a refused token command with its key returns the same refusal', async () => {
  const owner = await newOwner(service.sessionUrl)
  const key = withKey('revoke-nothing')
  const path = `${TOKENS}/01890a5d-ac96-774b-bcce-b302099a8057`
  const first = await owner.send('DELETE', path, {}, key)
  const again = await owner.send('DELETE', path, {}, key)
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([404, null])
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([404, 'true'])
  expect(again.text).toBe(first.text)
  expect(again.headers.get('content-type')).toContain('application/problem+json')
})

test('a read-only token can read everything and write nothing', async () => {
  const owner = await newOwner(service.sessionUrl)
  const token = await issued(owner, { scope: 'read' })
  expect((await listOf(owner))[0].scope).toBe('read')
  for (const path of ['/api/v1/bootstrap', '/api/v1/audit', '/api/v1/products', '/api/v1/catalog'])
    expect([path, await token.ask(service.url, 'GET', path)]).toEqual([path, 200])
  expect(await token.ask(service.url, 'HEAD')).toBe(200)
  const client = new Client(service.url, token.secret, owner.companyId)
  const replies = [
    await client.post('/api/v1/warehouses', { name: 'Склад' }),
    await client.post('/api/v1/partners/resolve', {}),
    await client.patch('/api/v1/settings', {}),
    await client.delete('/api/v1/warehouses/x'),
    await client.post('/api/v1/warehouses', { name: 'Склад' }, { headers: { 'idempotency-key': 'short' } }),
  ]
  expect(replies.map(({ status, json }) => [status, json.code])).toEqual(replies.map(() => [403, 'FORBIDDEN']))
  expect(replies[0]!.json.detail).toContain('scope write')
  expect((await client.state()).revision).toBe(0)
})

test('an expired token stops working, and its open stream ends', async () => {
  const owner = await newOwner(service.sessionUrl)
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const token = await issued(owner, { expiresAt })
  expect((await listOf(owner))[0].expiresAt).toBe(expiresAt)
  const stream = await openStream(service.url, { authorization: `Bearer ${token.secret}` })
  expect(await token.ask(service.url)).toBe(200)
  await service.database.query(`update tokens set expires_at = now() - interval '1 second' where token_id = $1`, [
    token.id,
  ])
  await asksUntil(401, () => token.ask(service.url))
  await stream.ended
  expect((await listOf(owner)).map(({ id }) => id)).toEqual([token.id])
  expect((await owner.send('DELETE', `${TOKENS}/${token.id}`)).status).toBe(200)
})

test.each([
  ['no name', {}],
  ['an empty name', { name: '  ' }],
  ['a name that is too long', { name: 'x'.repeat(256) }],
  ['an unknown scope', { name: 'Сайт', scope: 'admin' }],
  ['an unknown field', { name: 'Сайт', role: 'owner' }],
  ['an invalid expiry time', { name: 'Сайт', expiresAt: 'tomorrow' }],
  ['an expiry time in the past', { name: 'Сайт', expiresAt: '2020-01-01T00:00:00Z' }],
])('issuing a token with %s is refused, and no token is issued', async (_what, body) => {
  const owner = await newOwner(service.sessionUrl)
  const reply = await owner.post(TOKENS, body)
  expect([reply.status, reply.json.code]).toEqual([400, 'VALIDATION_FAILED'])
  expect(await listOf(owner)).toEqual([])
})

test('a token command needs an idempotency key', async () => {
  const owner = await newOwner(service.sessionUrl)
  const [without, short] = [
    await owner.post(TOKENS, { name: 'Сайт' }, withKey('')),
    await owner.post(TOKENS, { name: 'Сайт' }, withKey('short')),
  ]
  expect([without.json.code, short.json.code]).toEqual(['IDEMPOTENCY_KEY_REQUIRED', 'IDEMPOTENCY_KEY_INVALID'])
})

test('the number of a company’s tokens is limited', async () => {
  const owner = await newOwner(service.sessionUrl)
  await service.database.query(
    `insert into tokens (secret_hash, token_id, company_id, name, prefix, created_at)
     select sha256(convert_to($1 || n, 'UTF8')), gen_random_uuid(), $1::uuid, 'Сайт', 'skl_', now() from generate_series(1, $2) as n`,
    [owner.companyId, MAX_TOKENS],
  )
  const reply = await owner.post(TOKENS, { name: 'Сайт' })
  expect([reply.status, reply.json.code]).toEqual([409, 'LIMIT_REACHED'])
})

describe('the audit log', () => {
  test('the audit log shows who issued and revoked a token, but never the token’s secret', async () => {
    const owner = await newOwner(service.sessionUrl)
    await owner.post('/api/v1/warehouses', { name: 'Склад' })
    const { id, secret } = await issued(owner, { scope: 'read' })
    await owner.post('/api/v1/warehouses', { name: 'Второй склад' })
    await owner.send('DELETE', `${TOKENS}/${id}`)
    const { text, json } = await owner.get('/api/v1/audit')
    expect(json.items.map(({ action, revision }: Json) => [action, revision])).toEqual([
      ['token.revoked', 2],
      ['warehouse.created', 2],
      ['token.issued', 1],
      ['warehouse.created', 1],
    ])
    const [revoked, , issue] = json.items
    const actor = { type: 'user', id: owner.userId, name: owner.account.name }
    expect([revoked.actor, issue.actor]).toEqual([actor, actor])
    expect([issue.entityType, issue.entityId]).toEqual(['token', id])
    expect(issue.details.result).toMatchObject({ id, name: 'Сайт', scope: 'read' })
    expect(text).not.toContain(secret)
    expect((await owner.get('/api/v1/bootstrap')).json.revision).toBe(2)
  })

  test('paging and filtering the audit log work across entries of both tokens and commands', async () => {
    const owner = await newOwner(service.sessionUrl)
    const tokens: string[] = []
    for (let round = 0; round < 4; round += 1) {
      await owner.post('/api/v1/warehouses', { name: `Склад ${round}` })
      for (let count = 0; count < round; count += 1) tokens.push((await issued(owner)).id)
    }
    const whole = (await owner.get('/api/v1/audit')).json
    expect([whole.items.length, whole.nextCursor]).toEqual([10, null])
    for (const limit of [1, 2, 3, 4]) {
      const pages: Json[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Json = (await owner.get(`/api/v1/audit?limit=${limit}${cursor && `&cursor=${cursor}`}`)).json
        expect(page.items.length).toBeLessThanOrEqual(limit)
        pages.push(...page.items)
        cursor = page.nextCursor
      }
      expect(pages, `pages of ${limit}`).toEqual(whole.items)
    }
    const only = async (query: string) => (await owner.get(`/api/v1/audit?${query}`)).json.items
    const newest = [...tokens].reverse()
    expect((await only('action=token.issued')).map(({ entityId }: Json) => entityId)).toEqual(newest)
    expect((await only('entityType=token')).map(({ entityId }: Json) => entityId)).toEqual(newest)
    expect(await only(`entityId=${tokens[2]}`)).toHaveLength(1)
    expect(await only(`actorId=${owner.userId}`)).toHaveLength(10)
    expect(await only('actorType=token')).toEqual([])
    const { at } = (await only(`entityId=${tokens[2]}`))[0]
    const [from, to] = [await only(`from=${at}&entityType=token`), await only(`to=${at}&entityType=token`)]
    expect([from, to].map((items) => items.some(({ entityId }: Json) => entityId === tokens[2]))).toEqual([true, true])
    expect(from.length + to.length).toBeGreaterThanOrEqual(tokens.length + 1)
    expect(await only('from=2100-01-01')).toEqual([])
    expect(await only('to=2020-01-01')).toEqual([])
  })

  test('the audit log shows each entry once, however many commands must be searched to fill a page', async () => {
    const owner = await newOwner(service.sessionUrl)
    const { id } = await issued(owner)
    // Create more entries than the service examines for one page.
    const count = 4_500
    await writeCompany(service.database, owner.companyId, async (tx) => {
      await tx.query(
        `insert into commands (company_id, key, id, revision, at, fingerprint, status, result, actor_type, actor_id, actor_name,
                               action, entity_type, entity_id, summary, changes)
         select $1, 'made up ' || n, gen_random_uuid(), n, now(), 'x', 200, '{}', 'user', 'x', 'x', 'warehouse.created',
                'warehouse', 'x', 'x', '[]'
           from generate_series(1, $2::integer) as n`,
        [owner.companyId, count],
      )
      await tx.query('update companies set revision = $2 where company_id = $1', [owner.companyId, count])
      await tx.query('update projections set revision = $2, logged_since = $2 where company_id = $1', [
        owner.companyId,
        count,
      ])
    })
    const pages: Json[][] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = `action=token.issued&limit=2${cursor && `&cursor=${cursor}`}`
      const page: Json = (await owner.get(`/api/v1/audit?${query}`)).json
      pages.push(page.items)
      cursor = page.nextCursor
    }
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flat().map(({ entityId }) => entityId)).toEqual([id])
  })

  test('the audit log of one company shows no entry about another company’s tokens', async () => {
    const [owner, other] = [await newOwner(service.sessionUrl), await newOwner(service.sessionUrl)]
    await issued(owner)
    expect(await logOf(other)).toEqual([])
    expect(await logOf(owner)).toHaveLength(1)
  })

  test('the audit log refuses a paging cursor that it did not issue', async () => {
    const owner = await newOwner(service.sessionUrl)
    await issued(owner)
    await issued(owner)
    const { nextCursor } = (await owner.get('/api/v1/audit?limit=1')).json
    const [marks] = JSON.parse(Buffer.from(nextCursor, 'base64url').toString())
    for (const place of [[1, 5], [1, 'x'], [1, null, null], ['1'], [1.5]]) {
      const cursor = Buffer.from(JSON.stringify([marks, ...place])).toString('base64url')
      const reply = await owner.get(`/api/v1/audit?limit=1&cursor=${cursor}`)
      expect([JSON.stringify(place), reply.status, reply.json.code]).toEqual([
        JSON.stringify(place),
        400,
        'VALIDATION_FAILED',
      ])
    }
  })
})

test('a user who is no longer an owner cannot issue a token, even on a node that does not know this yet', async () => {
  const owner = await newOwner(service.sessionUrl)
  const other = await addMember(service, owner, 'owner')
  const far = other.copy(second.appUrl)
  expect((await far.get(TOKENS)).status).toBe(200)
  await service.database.query(`update memberships set role = 'viewer' where user_id = $1 and company_id = $2`, [
    other.userId,
    owner.companyId,
  ])
  const reply = await far.post(TOKENS, { name: 'Сайт' }, withKey('too-late-to-issue'))
  expect([reply.status, reply.json.code]).toEqual([403, 'FORBIDDEN'])
  expect(await listOf(owner)).toEqual([])
  // Check that a refusal with status 403 does not use up the idempotency key.
  expect((await owner.post(TOKENS, { name: 'Сайт' }, withKey('too-late-to-issue'))).status).toBe(200)
})

test('the shell issues and revokes tokens by the same rules as the browser app', async () => {
  const owner = await newOwner(service.sessionUrl)
  const shell = await mkdtemp(join(tmpdir(), 'shell-'))
  const run = async (...words: string[]): Promise<Json> => {
    const command = [join(import.meta.dirname, '../../server/cli/token.ts'), ...words, '--company', owner.companyId]
    const env = { ...process.env, DATABASE_URL: service.databaseUrl, DATA_DIR: shell }
    const { stdout } = await promisify(execFile)(process.execPath, command, { env })
    return JSON.parse(stdout)
  }
  try {
    const made = await run('issue', '--name', 'Касса', '--scope', 'read', '--expires', '2199-12-31T00:00:00Z')
    expect(made).toMatchObject({ name: 'Касса', scope: 'read', expiresAt: '2199-12-31T00:00:00.000Z' })
    expect(await listOf(owner)).toMatchObject([{ id: made.tokenId, createdBy: null, scope: 'read' }])
    await expect(run('issue', '--name', 'Касса', '--scope', 'all')).rejects.toThrow('Usage')
    expect((await run('list')).tokens).toMatchObject([{ id: made.tokenId }])
    expect(await run('revoke', '--token', made.tokenId)).toEqual({ tokenId: made.tokenId, revoked: true })
    const log = await logOf(owner)
    expect(log.map(({ action, actor }) => [action, actor.type])).toEqual([
      ['token.revoked', 'system'],
      ['token.issued', 'system'],
    ])
  } finally {
    await rm(shell, { recursive: true })
  }
})
