/** The OpenAPI document describes the browser app's address completely: every route, and every key of its responses. */
import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Access } from '../../server/access/access.ts'
import type { Companies } from '../../server/engine/companies.ts'
import { sessionRoutes } from '../../server/http/session.ts'
import type { JobStatus } from '../../server/moysklad/jobs/job.ts'
import { insertRows } from '../../server/moysklad/jobs/row-sql.ts'
import type { Extsys } from '../../server/moysklad/moysklad.ts'
import { writeCompany } from '../../server/store/commits.ts'
import type { Stores } from '../../server/whole-company/write-archive.ts'
import { allOperationsOf, answerChecker, type Operation } from '../support/contract/openapi.ts'
import { FAKE_TOKEN, startFakeMoysklad } from '../support/moysklad/fake-moysklad.ts'
import { ALL, aWarning, rowOf, setJobs } from '../support/moysklad/import-jobs.ts'
import { NO_PACE } from '../support/moysklad/node.ts'
import { Browser, newAccount } from '../support/node/browser.ts'
import type { Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { addMember, newOwner } from '../support/scene/team.ts'

type Texts = Record<string, string>

const fake = await startFakeMoysklad()
const service = useService({ extsys: { url: fake.url, pace: NO_PACE } })
let document: Json
let operations: Operation[]

afterAll(() => fake.close())
beforeAll(async () => {
  document = await (await fetch(`${service.sessionUrl}/openapi.json`)).json()
  operations = allOperationsOf(document).filter(({ operation }) => operation.servers !== undefined)
})

test('the API and the browser app serve the same OpenAPI document', async () => {
  expect(await (await fetch(`${service.url}/openapi.json`)).json()).toEqual(document)
})

test('the OpenAPI document has the routes of the router and of the sign-in library', async () => {
  const app = fastify()
  app.setValidatorCompiler(() => () => true)
  const routes: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (method !== 'HEAD' && !url.startsWith('/api/auth/')) routes.push(`${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
  })
  // A replacement for the dependencies of routes. The dependencies are used only when a request arrives, and no request
  // is sent here.
  const nothing: unknown = new Proxy(() => nothing, { get: (_target, name) => (name === 'then' ? undefined : nothing) })
  await app.register(
    sessionRoutes(nothing as Access, {
      drill: false,
      countRequest: null,
      forgetToken: () => undefined,
      extsys: nothing as Extsys,
      companies: nothing as Companies,
      stores: nothing as Stores,
    }),
  )
  await app.ready()
  expect(operations.map(({ route }) => route).sort()).toEqual(routes.sort())
})

test('each session route accepts requests and returns responses as the OpenAPI document describes', async () => {
  const check = answerChecker(document)
  const asked = new Set<string>()
  /** Calls an operation by its operationId. */
  const ask = async (browser: Browser, name: string, body: Json = {}, ...[ids = {}, headers = {}]: Texts[]) => {
    const operation = operations.find((one) => one.operation.operationId === name)!
    const path = operation.path.replace(/\{(\w+)\}/g, (_all, parameter: string) => ids[parameter]!)
    const reply = await browser.send(operation.method, path, operation.method === 'GET' ? undefined : body, { headers })
    expect([name, reply.status, reply.text]).toEqual([name, 200, reply.text])
    expect([name, check(operation, 200)(reply.json)]).toEqual([name, []])
    asked.add(name)
    return reply.json
  }
  const owner = await newOwner(service.sessionUrl)
  const { company } = await ask(owner, 'readSession')
  await ask(owner, 'chooseCompany', { companyId: company.id })
  // The response of this route is only a file, which tests/api/company-archive.test.ts checks.
  const archive = await owner.get('/api/v1/company/archive')
  expect([archive.status, archive.headers.get('content-type')]).toEqual([200, 'application/zip'])
  asked.add('exportCompany')
  const { token } = await ask(owner, 'issueToken', { name: 'Сайт', scope: 'read', expiresAt: '2099-01-01T00:00:00Z' })
  await ask(owner, 'listTokens')
  await ask(owner, 'revokeToken', {}, { tokenId: token.id })
  const clerk = await addMember(service, owner, 'viewer')
  await ask(owner, 'updateMember', { role: 'manager', seesCosts: true }, { userId: clerk.userId })
  await ask(owner, 'listMembers')
  await ask(owner, 'removeMember', {}, { userId: clerk.userId })
  const { invitation } = await ask(owner, 'inviteMember', { role: 'viewer', seesCosts: false })
  await ask(owner, 'listInvitations')
  await ask(owner, 'withdrawInvitation', {}, { invitationId: invitation.id })
  const { link } = await ask(owner, 'inviteMember', { role: 'storekeeper' })
  const linked = { token: new URL(link).hash.slice('#token='.length) }
  await ask(new Browser(service.sessionUrl), 'previewInvitation', linked)
  await ask(owner, 'connectIntegration', { token: FAKE_TOKEN })
  const { result: job } = await ask(owner, 'startImport', ALL)
  await writeCompany(service.database, company.id, (tx) =>
    insertRows(tx, company.id, job.id, [
      rowOf(0, { internalId: job.id, problems: [aWarning], data: { left: { a: 1 } } }),
    ]),
  )
  const setJob = (status: JobStatus) => setJobs(service.database, company.id, { id: job.id, status })
  const ids = { jobId: job.id }
  await setJob('previewing')
  await ask(owner, 'readIntegration')
  await ask(owner, 'pauseImport', {}, ids)
  await ask(owner, 'resumeImport', {}, ids)
  await setJob('ready')
  for (const read of ['listImportRows', 'listImportProblems', 'exportImport']) await ask(owner, read, {}, ids)
  await ask(owner, 'applyImport', {}, ids)
  await setJob('ready')
  await ask(owner, 'cancelImport', {}, ids)
  await ask(owner, 'disconnectIntegration')
  const guest = new Browser(service.sessionUrl)
  await guest.signUp(newAccount())
  await ask(guest, 'acceptInvitation', linked)
  const key = randomUUID()
  const { companyName: name, password } = owner.account
  await ask(owner, 'deleteCompany', { name, password }, {}, { 'idempotency-key': key })
  await ask(new Browser(service.sessionUrl), 'readDeletion', { companyId: company.id, key })
  expect([...asked].sort()).toEqual(operations.map(({ operation }) => operation.operationId).sort())
})
