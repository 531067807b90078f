/** Tries every route that exists only at the browser app's address, with every kind of caller. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JobStatus } from '../../server/moysklad/jobs/job.ts'
import { allOperationsOf } from '../support/contract/openapi.ts'
import { FAKE_TOKEN, startFakeMoysklad } from '../support/moysklad/fake-moysklad.ts'
import { ALL, putJob, setJobs } from '../support/moysklad/import-jobs.ts'
import { NO_PACE } from '../support/moysklad/node.ts'
import { Browser } from '../support/node/browser.ts'
import { Client } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { addMember, issued, logOf, newOwner, type Owner } from '../support/scene/team.ts'

const fake = await startFakeMoysklad()
const service = useService({ extsys: { url: fake.url, pace: NO_PACE } })

/** The kinds of callers with which each route is tried. */
type Asker = 'nobody' | 'manager' | 'storekeeper' | 'viewer' | 'foreign owner' | 'token' | 'owner'

let owner: Owner
/** The browser of each kind of caller, except the caller with a token. */
let askers: Record<Exclude<Asker, 'token'>, Browser> & { 'foreign owner': Owner }
let secret: string
/** The ids for the routes' paths. They all belong to the owner's company. */
let ids: Record<'tokenId' | 'userId' | 'invitationId' | 'jobId', string>

beforeAll(async () => {
  owner = await newOwner(service.sessionUrl)
  const memberOf = (role: string) => addMember(service, owner, role)
  const [manager, storekeeper, viewer] = await Promise.all(['manager', 'storekeeper', 'viewer'].map(memberOf))
  const nobody = new Browser(service.sessionUrl)
  const foreign = await newOwner(service.sessionUrl)
  askers = { nobody, manager: manager!, storekeeper: storekeeper!, viewer: viewer!, 'foreign owner': foreign, owner }
  secret = (await issued(owner)).secret
  const { invitation } = (await owner.post('/api/v1/invitations', { role: 'viewer' })).json
  const colleague = await memberOf('viewer')
  const jobId = await putJob(service.database, owner.companyId, { accountId: fake.account.settings.accountId })
  ids = { tokenId: (await issued(owner)).id, userId: colleague.userId, invitationId: invitation.id, jobId }
})
afterAll(() => fake.close())

/**
 * Sets the import of the owner's company to the status that a route needs. The other company has only finished imports.
 */
async function prepareJobs(status: JobStatus | undefined): Promise<void> {
  if (status === undefined) return
  await setJobs(service.database, askers['foreign owner'].companyId)
  await setJobs(service.database, owner.companyId, { id: ids.jobId, status })
}

interface Route {
  readonly method: string
  readonly path: string
  readonly body?: object
  /** Whether every member may use the route, whatever their role. */
  readonly isForAll?: boolean
  /** The status that the import must have for this route. */
  readonly job?: JobStatus
}

const EXTSYS = '/api/v1/integrations/extsys'
const JOB = `${EXTSYS}/jobs/{jobId}`

/** The routes to try. Those with lasting effects come last. */
const ROUTES: Route[] = [
  { method: 'GET', path: '/api/v1/session', isForAll: true },
  { method: 'GET', path: '/api/v1/company/archive' },
  { method: 'GET', path: '/api/v1/tokens' },
  { method: 'GET', path: '/api/v1/members' },
  { method: 'GET', path: '/api/v1/invitations' },
  { method: 'GET', path: EXTSYS },
  { method: 'POST', path: `${EXTSYS}/connection`, body: { token: FAKE_TOKEN } },
  { method: 'GET', path: `${JOB}/rows` },
  { method: 'GET', path: `${JOB}/problems` },
  { method: 'GET', path: `${JOB}/report` },
  { method: 'POST', path: `${JOB}/pause`, job: 'previewing' },
  { method: 'POST', path: `${JOB}/resume`, job: 'paused' },
  { method: 'POST', path: `${JOB}/apply`, job: 'ready' },
  { method: 'POST', path: `${JOB}/cancel`, job: 'ready' },
  { method: 'POST', path: `${EXTSYS}/jobs`, body: ALL, job: 'done' },
  { method: 'DELETE', path: `${EXTSYS}/connection`, job: 'done' },
  { method: 'POST', path: '/api/v1/tokens', body: { name: 'Сайт' } },
  { method: 'POST', path: '/api/v1/invitations', body: { role: 'viewer' } },
  { method: 'PATCH', path: '/api/v1/members/{userId}', body: { role: 'manager' } },
  { method: 'DELETE', path: '/api/v1/tokens/{tokenId}' },
  { method: 'DELETE', path: '/api/v1/invitations/{invitationId}' },
  { method: 'DELETE', path: '/api/v1/members/{userId}' },
]

/**
 * Returns the expected response for each caller. The owner of another company acts in their own company, where these
 * ids do not exist.
 */
function expectedOf({ path, isForAll }: Route): Record<Asker, [number, string | undefined]> {
  const ok: [number, undefined] = [200, undefined]
  const byRole: [number, string | undefined] = isForAll === true ? ok : [403, 'FORBIDDEN']
  return {
    nobody: [401, 'UNAUTHENTICATED'],
    manager: byRole,
    storekeeper: byRole,
    viewer: byRole,
    'foreign owner': path.includes('{') ? [404, 'NOT_FOUND'] : ok,
    token: [401, 'UNAUTHENTICATED'],
    owner: ok,
  }
}

const CASES = ROUTES.flatMap((route) =>
  Object.entries(expectedOf(route)).map(([asker, [status, code]]) => ({ route, asker: asker as Asker, status, code })),
)

const pathOf = ({ path }: Route) => path.replace(/\{(\w+)\}/, (_all, name: keyof typeof ids) => ids[name])

/** The operations that have their own tests at the end of this file. */
const ELSEWHERE = [
  'POST /api/v1/session/company',
  // tests/api/owner-deletion.test.ts tries them with every kind of caller.
  'POST /api/v1/company/deletion',
  'POST /api/v1/company/deletion/receipt',
  'POST /api/v1/invitations/accept',
  'POST /api/v1/invitations/preview',
]

test('this test file lists every operation that exists only at the address of the browser app', async () => {
  const document = await (await fetch(`${service.sessionUrl}/openapi.json`)).json()
  const operations = allOperationsOf(document).filter(({ operation }) => operation.servers !== undefined)
  const listed = [...ROUTES.map(({ method, path }) => `${method} ${path}`), ...ELSEWHERE]
  expect(listed.sort()).toEqual(operations.map(({ route }) => route).sort())
})

test.each(CASES)(
  'a $route.method $route.path request sent as $asker returns $status',
  async ({ route, asker, status, code }) => {
    const { method, body = {} } = route
    await prepareJobs(route.job)
    const before = await logOf(owner)
    const asking = asker === 'token' ? { headers: { authorization: `Bearer ${secret}` } } : {}
    const browser = asker === 'token' ? new Browser(service.sessionUrl) : askers[asker]
    const reply = await browser.send(method, pathOf(route), body, asking)
    expect([reply.status, reply.json.code]).toEqual([status, code])
    // A command that was refused or ran in another company must leave no trace in this company's audit log.
    if (asker !== 'owner') expect(await logOf(owner)).toEqual(before)
  },
)

test.each(ROUTES)('the route $method $path does not exist at the API’s address', async (route) => {
  const client = new Client(service.url, secret, owner.companyId)
  const reply = await client.send(route.method, pathOf(route), route.body)
  expect([reply.status, reply.json.code]).toEqual([404, 'ROUTE_NOT_FOUND'])
})

describe.each(ROUTES.filter(({ method }) => method !== 'GET'))('the write $method $path', (route) => {
  const send = (browser: Browser, asking: object) => browser.send(route.method, pathOf(route), route.body ?? {}, asking)

  test('a write to an owner-only route is refused for any role if its Origin is missing or wrong', async () => {
    for (const origin of [null, 'https://evil.example'])
      for (const browser of [owner, askers.viewer]) {
        const reply = await send(browser, { origin })
        expect([reply.status, reply.json.code]).toEqual([403, 'ORIGIN_REJECTED'])
      }
  })

  test('a write request to an owner-only route is checked for the user’s role first, then the idempotency key, then the body', async () => {
    const { viewer } = askers
    const wrong = { headers: { 'idempotency-key': 'short' }, raw: '{"unknown":1}' }
    expect((await send(viewer, wrong)).json.code).toBe('FORBIDDEN')
    expect((await send(owner, wrong)).json.code).toBe('IDEMPOTENCY_KEY_INVALID')
    expect((await send(owner, { raw: '{"unknown":1}' })).json.code).toBe('VALIDATION_FAILED')
    expect((await send(owner, { headers: { 'content-type': 'text/plain' } })).json.code).toBe('UNSUPPORTED_MEDIA_TYPE')
  })
})

test('any signed-in user can accept an invitation, and anybody can preview one', async () => {
  const ask = async (browser: Browser, what: string) => {
    const { link } = (await owner.post('/api/v1/invitations', { role: 'viewer' })).json
    const reply = await browser.post(`/api/v1/invitations/${what}`, { token: link.split('#token=')[1] })
    return [reply.status, reply.json.code]
  }
  const { nobody, viewer, 'foreign owner': foreign } = askers
  expect(await ask(nobody, 'accept')).toEqual([401, 'UNAUTHENTICATED'])
  expect(await ask(viewer, 'accept')).toEqual([409, 'ALREADY_MEMBER'])
  expect(await ask(foreign, 'accept')).toEqual([200, undefined])
  expect(await ask(nobody, 'preview')).toEqual([200, undefined])
})
