/** Creates companies with several members, for tests of the settings that owners manage. */
import pg from 'pg'
import { lockTeam } from '../../../server/access/company-sql.ts'
import { type Browser, type newAccount, signedUp } from '../node/browser.ts'
import type { Json } from '../node/client.ts'
import type { TestService } from '../node/service.ts'
import { until } from './notifications.ts'

type Account = ReturnType<typeof newAccount>

/** The browser of an owner, with the ids of user and company. */
export interface Owner extends Browser {
  readonly account: Account
  readonly userId: string
  readonly companyId: string
}

export async function newOwner(url: string): Promise<Owner> {
  const browser = await signedUp(url)
  const { user, company } = await browser.session()
  return Object.assign(browser, { userId: user.id, companyId: company.id })
}

/** Adds a member to a company, and returns a browser in which the member has that company selected. */
export async function addMember(service: TestService, { companyId }: Owner, role: string): Promise<Owner> {
  const member = await newOwner(service.sessionUrl)
  await service.database.query('insert into memberships (user_id, company_id, role) values ($1, $2, $3)', [
    member.userId,
    companyId,
    role,
  ])
  const moved = await member.post('/api/v1/session/company', { companyId })
  if (moved.status !== 200) throw new Error(`The member could not act for the company: ${moved.text}`)
  return Object.assign(member, { companyId })
}

/** Returns the header with an idempotency key. */
export const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })

export interface TokenClient {
  readonly id: string
  readonly secret: string
  /** Sends a request to the API with the token. Returns the response status. */
  readonly ask: (url: string, method?: string, path?: string) => Promise<number>
}

/** Issues a token and returns a client for it. */
export async function issued(owner: Browser, wishes: object = {}): Promise<TokenClient> {
  const reply = await owner.post('/api/v1/tokens', { name: 'Сайт', ...wishes })
  if (reply.status !== 200) throw new Error(`The token was not issued: ${reply.text}`)
  const { token, secret } = reply.json
  const ask = async (url: string, method = 'GET', path = '/api/v1/bootstrap') => {
    const isWrite = method !== 'GET' && method !== 'HEAD'
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(isWrite && { 'content-type': 'application/json', 'idempotency-key': `key-${Math.random()}` }),
      },
      ...(isWrite && { body: JSON.stringify({ name: 'Склад' }) }),
    })
    await response.arrayBuffer()
    return response.status
  }
  return { id: token.id, secret, ask }
}

/** Returns the audit log's entries about tokens, members and invitations, newest first. */
export async function logOf(owner: Browser): Promise<Json[]> {
  const { items } = (await owner.get('/api/v1/audit')).json
  return items.filter(({ entityType }: Json) => ['token', 'member', 'invitation'].includes(entityType))
}

/** Repeats a request, one at a time, until its response has the given status. */
export async function asksUntil(status: number, ask: () => Promise<number>): Promise<void> {
  await until(async () => (await ask()) === status)
}

/** Opens a stream of changes. In the result, `ended` resolves when the server ends the stream. */
export async function openStream(url: string, headers: Record<string, string>): Promise<{ ended: Promise<void> }> {
  const response = await fetch(`${url}/api/v1/changes?since=0`, {
    headers: { ...headers, accept: 'text/event-stream' },
  })
  if (response.status !== 200) throw new Error(`The stream was answered ${response.status}`)
  const reader = response.body!.getReader()
  const readAll = async () => {
    while (!(await reader.read()).done);
  }
  return { ended: readAll() }
}

/**
 * Makes several changes to a team at the same time: starts them while the team is locked in the database, and releases
 * the lock once all of them are waiting.
 */
export async function atOnce<T>(
  { databaseUrl }: TestService,
  { companyId }: Owner,
  doings: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await lockTeam(client, companyId)
    const done = Promise.all(doings.map((run) => run()))
    await until(async () => {
      const { rowCount } = await client.query(
        `select from pg_locks as mine
           join pg_locks as other using (locktype, database, classid, objid, objsubid)
          where mine.locktype = 'advisory' and mine.pid = pg_backend_pid() and not other.granted`,
      )
      return rowCount === doings.length
    })
    await client.query('commit')
    return await done
  } finally {
    await client.end()
  }
}
