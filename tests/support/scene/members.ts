/**
 * Provides clients of members with any role, who use the browser app's address. The members are inserted by SQL,
 * because these tests are about roles and not about joining a company.
 */
import { randomUUID } from 'node:crypto'
import type { Role } from '../../../server/domain/roles.ts'
import { type Account, type Browser, signedUp } from '../node/browser.ts'
import { Client, type Json, type Sending } from '../node/client.ts'
import type { Reply } from '../node/reply.ts'
import type { TestService } from '../node/service.ts'

/** A client that is authenticated by a session and has no token. */
export class SessionClient extends Client {
  readonly browser: Browser & { readonly account: Account }

  constructor(browser: SessionClient['browser'], companyId: string) {
    super(browser.url, '', companyId)
    this.browser = browser
  }

  override get credentials(): Record<string, string> {
    return { cookie: this.browser.cookieHeader }
  }

  override async send(method: string, path: string, body?: unknown, sending: Sending = {}): Promise<Reply<Json>> {
    const response = await this.ask(method, path, body, sending)
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    const json = isJson && text !== '' ? JSON.parse(text) : {}
    return { status: response.status, headers: response.headers, text, json }
  }

  /** Sends a request and returns the raw response. */
  ask(method: string, path: string, body?: unknown, sending: Sending = {}): Promise<Response> {
    const isWrite = method !== 'GET'
    return fetch(this.url + path, {
      method,
      headers: {
        ...this.credentials,
        ...(isWrite ? { origin: this.browser.origin, 'content-type': 'application/json' } : {}),
        ...(isWrite ? { 'idempotency-key': sending.key ?? randomUUID() } : {}),
        ...(sending.prefer === undefined ? {} : { prefer: sending.prefer }),
        ...sending.headers,
      },
      ...(isWrite ? { body: (sending.raw as string | undefined) ?? JSON.stringify(body ?? {}) } : {}),
    })
  }
}

export interface Membership {
  readonly role: Role
  /** Whether a viewer may see costs; it has no effect for other roles. */
  readonly seesCosts?: boolean
}

/**
 * Changes a user's membership of a company. As for any change of membership, the service notices it within a second.
 */
export async function setMembership(
  { database }: TestService,
  { companyId, userId }: { readonly companyId: string; readonly userId: string },
  { role, seesCosts = true }: Membership,
): Promise<void> {
  await database.query(
    `insert into memberships (user_id, company_id, role, sees_costs) values ($1, $2, $3, $4)
     on conflict (user_id, company_id) do update set role = excluded.role, sees_costs = excluded.sees_costs`,
    [userId, companyId, role, seesCosts],
  )
}

/** Creates a user who is a member of the company and has it selected as the current company. */
export async function joinAs(service: TestService, companyId: string, membership: Membership): Promise<SessionClient> {
  const browser = await signedUp(service.sessionUrl)
  const { user } = await browser.session()
  await setMembership(service, { companyId, userId: user.id }, membership)
  const client = new SessionClient(browser, companyId)
  await actFor(client, companyId)
  return client
}

/** Makes a user a member of another company, and switches their client to it. */
export async function moveTo(
  service: TestService,
  { browser }: SessionClient,
  companyId: string,
  membership: Membership,
): Promise<SessionClient> {
  const { user } = await browser.session()
  await setMembership(service, { companyId, userId: user.id }, membership)
  const client = new SessionClient(browser, companyId)
  await actFor(client, companyId)
  return client
}

async function actFor({ browser }: SessionClient, companyId: string): Promise<void> {
  const reply = await browser.post('/api/v1/session/company', { companyId })
  if (reply.status !== 200) throw new Error(`The company could not be chosen: ${reply.status} ${reply.text}`)
}
