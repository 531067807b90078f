/**
 * Tests who may do what: tries every documented route with every kind of caller. New routes are included automatically.
 */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueFromShell } from '../../server/access/tokens.ts'
import { COMMANDS } from '../../server/commands/table.ts'
import { type May, ROLES, type Role, refuseUnlessMay } from '../../server/domain/roles.ts'
import type { ReportKind } from '../../server/reports/report-kind.ts'
import { REPORTS } from '../../server/reports/report-list.ts'
import { operationsOf } from '../support/contract/openapi.ts'
import { readProblem } from '../support/contract/problems.ts'
import { Client, type Json } from '../support/node/client.ts'
import type { Reply } from '../support/node/reply.ts'
import { useService } from '../support/node/service.ts'
import { joinAs, moveTo, type SessionClient } from '../support/scene/members.ts'
import { bodyIn, copyScene, pathIn, type Scene, sendCommand, setScene } from '../support/scene/scene.ts'
import { upload } from '../support/scene/tables.ts'

const service = useService()

/**
 * Exceptions to the defaults: write requests that are not reserved to managers, and GET requests that not everyone may
 * send. A new route gets the defaults until it is listed here.
 */
const WRITES: Record<string, May> = {
  'POST /api/v1/stock/receipt': 'storekeepers',
  'POST /api/v1/stock/writeoff': 'storekeepers',
  'POST /api/v1/stock/transfer': 'storekeepers',
  'PATCH /api/v1/orders/{orderId}/status': 'storekeepers',
  'POST /api/v1/orders/{orderId}/shipments': 'storekeepers',
  'POST /api/v1/stocktakes/{stocktakeId}/counts': 'storekeepers',
  'POST /api/v1/customer-returns': 'storekeepers',
  'PATCH /api/v1/customer-returns/{customerReturnId}/status': 'storekeepers',
  'DELETE /api/v1/customer-returns/{customerReturnId}': 'storekeepers',
  'POST /api/v1/stock/deliveries': 'storekeepers',
  'POST /api/v1/stock/deliveries/{documentId}/photos': 'storekeepers',
  'POST /api/v1/orders/{orderId}/take': 'storekeepers',
  'POST /api/v1/orders/{orderId}/absences': 'storekeepers',
  'POST /api/v1/procurement/imports': 'storekeepers',
  'PATCH /api/v1/settings': 'owner',
}
const READS_OF_STOREKEEPERS = [
  'GET /api/v1/table-imports',
  'GET /api/v1/table-imports/targets',
  'GET /api/v1/table-imports/{tableImportId}',
  'GET /api/v1/table-imports/{tableImportId}/rows',
]
/**
 * Write requests that are not warehouse commands. For table imports, the required role depends on the kind of table:
 * tests/tables/roles.test.ts.
 */
const WRITES_OF_STOREKEEPERS = [
  'POST /api/v1/table-imports',
  'DELETE /api/v1/table-imports/{tableImportId}',
  'PUT /api/v1/table-imports/{tableImportId}/columns',
  ...['apply', 'pause', 'resume', 'cancel'].map((step) => `POST /api/v1/table-imports/{tableImportId}/${step}`),
]
const READS_OF_COSTS = [
  'GET /api/v1/purchases',
  'GET /api/v1/purchases/{purchaseId}',
  'GET /api/v1/procurement/documents',
  'GET /api/v1/procurement/documents/{documentId}',
  'GET /api/v1/procurement/payments',
  'GET /api/v1/procurement/payments/{paymentId}',
  'GET /api/v1/procurement/imports/{importId}/file',
  'GET /api/v1/procurement/imports/{importId}/pages/{page}',
  'GET /api/v1/stock/receipt-costs',
  'GET /api/v1/reports/stock-valuation',
  'GET /api/v1/reports/gross-profit',
  'GET /api/v1/reports/stock-value-over-time',
  'GET /api/v1/reports/cash-flow',
  'GET /api/v1/reports/unpaid-documents',
  'GET /api/v1/reports/partner-balances',
  'GET /api/v1/reports/partner-statement',
  'GET /api/v1/reports/receivables-by-age',
  'GET /api/v1/reports/payables-by-age',
  'GET /api/v1/self-check',
]

const CALLERS = {
  owner: { role: 'owner', seesCosts: true },
  manager: { role: 'manager', seesCosts: true },
  storekeeper: { role: 'storekeeper', seesCosts: false },
  'viewer with costs': { role: 'viewer', seesCosts: true },
  'viewer without costs': { role: 'viewer', seesCosts: false },
} as const satisfies Record<string, { role: Role; seesCosts: boolean }>
type Member = keyof typeof CALLERS
const MEMBERS = Object.keys(CALLERS) as Member[]

/**
 * Returns whether a member may use a route under rule S-ROLE-1. The rule is repeated here to check the table in the
 * code against it.
 */
function mayAsk(may: May, member: Member): boolean {
  const { role, seesCosts } = CALLERS[member]
  if (role === 'owner') return true
  if (may === 'who sees costs') return seesCosts
  if (may === 'everyone') return true
  if (may === 'storekeepers') return role === 'manager' || role === 'storekeeper'
  return may === 'managers' && role === 'manager'
}

const OPERATIONS = operationsOf(JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')))
const READS = OPERATIONS.filter(({ method }) => method === 'GET').map((operation) => ({
  ...operation,
  may: mayRead(operation.route),
}))
function mayRead(route: string): May {
  if (READS_OF_STOREKEEPERS.includes(route)) return 'storekeepers'
  return READS_OF_COSTS.includes(route) ? 'who sees costs' : 'everyone'
}
const routeOf = ({ method, path }: (typeof COMMANDS)[number]) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`

/** The company whose records are used. Requests without an idempotency key never change it. */
let scene: Scene
let members: Record<Member, SessionClient>
/** A client of another company's owner, which must not reach the company of these tests. */
let stranger: SessionClient
/** A client whose token has the scope `read`. */
let forReading: Client
const ids: Record<string, string> = {}

beforeAll(async () => {
  scene = await setScene(await service.newCompany(), service.database)
  const { companyId } = scene.client
  const joined = MEMBERS.map(async (member) => [member, await joinAs(service, companyId, CALLERS[member])] as const)
  members = Object.fromEntries(await Promise.all(joined)) as typeof members
  stranger = await joinAs(service, (await service.newCompany()).companyId, { role: 'owner' })
  const reading = await issueFromShell(service.database, companyId, { name: 'Отчёты', scope: 'read' })
  forReading = new Client(scene.client.url, reading.secret, companyId)
  const first = async (path: string) => (await scene.client.get(`/api/v1/${path}?limit=1`)).json.items[0].id as string
  Object.assign(ids, scene.pathIds, {
    lotId: await first('lots'),
    movementId: await first('movements'),
    page: '1',
    entryId: (await scene.client.get('/api/v1/audit?entityType=product')).json.items[0].id,
    // Upload this import as the storekeeper, because storekeepers cannot see the imports of others.
    tableImportId: (await upload(members.storekeeper, 'Артикул;Остаток\nX;1\n', { kind: 'opening_stock' })).id,
  })
})

/** The query parameters that a GET request requires. */
const QUERIES: Record<string, string> = {
  'GET /api/v1/table-imports/targets': '?kind=opening_stock',
  'GET /api/v1/changes': '?since=0',
  'GET /api/v1/stock/receipt-costs': '?productId={productId}',
  ...Object.fromEntries(
    Object.entries<ReportKind>(REPORTS)
      .filter(([, { query }]) => 'from' in query)
      .map(([report]) => [`GET /api/v1/reports/${report}`, '?from=2026-01-01']),
  ),
}
function addressOf({ route, path }: { route: string; path: string }): string {
  return (path + (QUERIES[route] ?? '')).replace(/\{(\w+)\}/g, (_all, name: string) => {
    if (ids[name] === undefined) throw new Error(`Which ${name}?`)
    return ids[name]
  })
}

function expectForbidden(reply: Reply<Json>, may: May, member: Member): void {
  const problem = readProblem(reply)
  expect([problem.status, problem.code]).toEqual([403, 'FORBIDDEN'])
  // The refusal must contain the allowed roles and the caller's own role.
  const roles = ROLES.filter((role) => MEMBERS.some((one) => CALLERS[one].role === role && mayAsk(may, one)))
  for (const role of [...roles, CALLERS[member].role]) expect(problem.detail).toContain(role)
}

describe.each(READS)('the read $route', (read) => {
  test.each(MEMBERS)(
    'a GET request by a %s succeeds if their role allows it, and is refused otherwise',
    async (member) => {
      const reply = await members[member].get(addressOf(read))
      if (mayAsk(read.may, member)) expect(reply.status, reply.text).toBe(200)
      else expectForbidden(reply, read.may, member)
    },
  )

  test('GET requests from anonymous callers are refused, and no response shows another company’s data', async () => {
    const address = addressOf(read)
    const { url, token, companyId } = scene.client
    const authorization = `Bearer ${token}`
    const atSession = (headers: Record<string, string>) => fetch(service.sessionUrl + address, { headers })
    expect((await atSession({})).status).toBe(401)
    expect((await atSession({ authorization })).status).toBe(401)
    for (const secret of [token, forReading.token])
      expect((await fetch(url + address, { headers: { authorization: `Bearer ${secret}` } })).status).toBe(200)
    const reply = await stranger.get(address)
    expect(reply.status, reply.text).toBe(read.path.includes('{') ? 404 : 200)
    expect(reply.text).not.toContain(companyId)
  })
})

describe.each(COMMANDS.map((command) => ({ route: routeOf(command), command })))(
  'the command $route',
  ({ route, command }) => {
    const may = WRITES[route] ?? 'managers'
    /**
     * Sends the command without an idempotency key. If a caller who may run the command is refused only for the missing
     * key, nothing else is checked before the role.
     */
    const askWithoutKey = (client: Client, headers: Record<string, string> = {}) =>
      sendCommand({ ...scene, client }, command, bodyIn(scene, command), { key: '', headers })

    test.each(MEMBERS)(
      'a %s may run the command or is refused according to their role, before any other check',
      async (member) => {
        const reply = await askWithoutKey(members[member])
        if (mayAsk(may, member)) expect(readProblem(reply).code).toBe('IDEMPOTENCY_KEY_REQUIRED')
        else expectForbidden(reply, may, member)
      },
    )

    test('commands from anonymous callers and from another Origin are refused', async () => {
      const { token } = scene.client
      const nobody = await askWithoutKey(members.owner, { cookie: '' })
      expect(readProblem(nobody).code).toBe('UNAUTHENTICATED')
      const withToken = await askWithoutKey(members.owner, { cookie: '', authorization: `Bearer ${token}` })
      expect(readProblem(withToken).code).toBe('UNAUTHENTICATED')
      // Check that the Origin is checked before the role, so that a user whom another site led here learns nothing.
      const led = await askWithoutKey(members['viewer with costs'], { origin: 'https://elsewhere.example' })
      expect(readProblem(led).code).toBe('ORIGIN_REJECTED')
      expect(readProblem(await askWithoutKey(scene.client)).code).toBe('IDEMPOTENCY_KEY_REQUIRED')
    })

    test('a command with a read-only Bearer token is refused before any other check', async () => {
      const problem = readProblem(await askWithoutKey(forReading))
      expect([problem.status, problem.code]).toEqual([403, 'FORBIDDEN'])
      expect(problem.detail).toContain('read')
    })

    test('the owner of another company gets “not found” for this company’s ids in a command’s path or body', async () => {
      const body = bodyIn(scene, command)
      const names = [...Object.values(scene.bodyIds), ...Object.values(scene.pathIds)]
      const said = pathIn(scene, command) + JSON.stringify(body)
      const reply = await sendCommand({ ...scene, client: stranger }, command, body)
      expect(reply.status, reply.text).toBe(names.some((id) => said.includes(id)) ? 404 : 200)
    })
  },
)

test('every allowed role can run each command, and the audit log names the member', async () => {
  for (const member of ['owner', 'manager', 'storekeeper'] as const) {
    for (const command of COMMANDS.filter((one) => mayAsk(WRITES[routeOf(one)] ?? 'managers', member))) {
      const copy = await copyScene(scene, service)
      const client = await moveTo(service, members[member], copy.client.companyId, CALLERS[member])
      const reply = await sendCommand({ ...copy, client }, command, bodyIn(copy, command), { prefer: 'state=summary' })
      expect(reply.status, `${member} ${command.name} ${reply.text}`).toBe(200)
      const { items } = (await copy.client.get('/api/v1/audit?limit=1')).json
      expect(items[0].actor, command.name).toMatchObject({ type: 'user', name: client.browser.account.name })
    }
  }
})

test('a storekeeper can pick and ship an order but not cancel it', async () => {
  const { client } = await copyScene(scene, service)
  const storekeeper = await joinAs(service, client.companyId, CALLERS.storekeeper)
  const path = `/api/v1/orders/${scene.pathIds.orderId}/status`
  const refused = await storekeeper.patch(path, { status: 'cancelled' })
  expectForbidden(refused, 'managers', 'storekeeper')
  for (const status of ['picking', 'shipped'])
    expect((await storekeeper.patch(path, { status })).json.result).toMatchObject({ status })
})

test('a command that the caller’s role does not allow is refused before any other check', async () => {
  const viewer = members['viewer with costs']
  const asked: Parameters<Client['send']>[] = [
    ['PATCH', '/api/v1/products/nothing', { wrong: true }],
    ['POST', '/api/v1/products', undefined, { raw: '{', headers: { 'content-type': 'text/plain' } }],
    ['POST', '/api/v1/warehouses', { name: 'Склад' }, { key: 'short' }],
    ['POST', '/api/v1/procurement/imports', undefined, { raw: 'no picture', headers: { 'content-type': 'image/png' } }],
  ]
  for (const one of asked) expect(readProblem(await viewer.send(...one)).code, one[1]).toBe('FORBIDDEN')
  // Check that the role is checked before the query, so that an invalid query reveals nothing either.
  expect(readProblem(await members.storekeeper.get('/api/v1/purchases?wrong=1')).code).toBe('FORBIDDEN')
  // Check that the refusal did not use up the idempotency key.
  const key = 'asked by one who may not'
  expect((await viewer.post('/api/v1/warehouses', { name: 'Склад' }, { key })).status).toBe(403)
  const { client } = await copyScene(scene, service)
  const reply = await client.post('/api/v1/warehouses', { name: 'Склад' }, { key })
  expect([reply.status, reply.headers.get('idempotent-replayed')]).toEqual([200, null])
})

test('the OpenAPI document lists the allowed roles of every operation', () => {
  const groups = { ...Object.fromEntries(READS.map(({ route, may }) => [route, may])) }
  for (const command of COMMANDS) groups[routeOf(command)] = WRITES[routeOf(command)] ?? 'managers'
  for (const route of WRITES_OF_STOREKEEPERS) groups[route] = 'storekeepers'
  groups['POST /api/v1/batch'] = 'everyone'
  for (const { route, operation } of OPERATIONS) {
    const may = groups[route]!
    const roles = ROLES.filter((role) => MEMBERS.some((one) => CALLERS[one].role === role && mayAsk(may, one)))
    expect([operation['x-roles'], operation['x-sees-costs'] === true], route).toEqual([roles, may === 'who sees costs'])
    expect(operation.responses, route).toHaveProperty('403')
    expect(operation.description, route).toMatch(
      may === 'everyone' ? /Allowed for every role\.$/ : /Allowed for the role .*\.$/,
    )
    if (may !== 'everyone') for (const role of roles) expect(operation.description, route).toContain(role)
  }
  expect(OPERATIONS.length).toBeGreaterThan(90)
})

test('if a viewer is refused because costs are hidden from them, the refusal says so', () => {
  const viewer = CALLERS['viewer without costs']
  expect(() => refuseUnlessMay('who sees costs', viewer)).toThrow(
    'This needs the role owner, manager or viewer who sees costs; your role in this company is viewer who does not see costs.',
  )
})
