/**
 * Checks that members who may not see costs never receive one. The tests search the bytes of every response of every
 * route.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyAddress, READS } from '../support/contract/every-address.ts'
import type { Client, Json } from '../support/node/client.ts'
import { openStream, takeOver } from '../support/node/event-stream.ts'
import { type OpenNode, startOpenNode } from '../support/node/open-node.ts'
import { useService } from '../support/node/service.ts'
import { blackPng } from '../support/papers/pictures.ts'
import { COST_KEYS_OF_RECORDS, stateWithoutCosts, withoutCosts } from '../support/scene/cost-blind.ts'
import { costsIn, everythingOf, FigureSearch } from '../support/scene/cost-figures.ts'
import { COSTS, type CostlyCompany, openCostlyCompany } from '../support/scene/costly-company.ts'
import { placeOrder, receiveOf } from '../support/scene/fixtures.ts'
import { joinAs, type SessionClient, setMembership } from '../support/scene/members.ts'
import { until } from '../support/scene/notifications.ts'

const service = useService()
const IS_FILE = /format=(csv|xlsx)/
const ENCODINGS = ['identity', 'gzip', 'br']
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let node: OpenNode
let company: CostlyCompany
let owner: SessionClient
let storekeeper: SessionClient
let viewer: SessionClient
let search: FigureSearch
/** The URLs of all GET routes for the company's records, with all possible queries. */
let addresses: string[]

beforeAll(async () => {
  node = await startOpenNode(service.databaseUrl)
  company = await openCostlyCompany(await service.newCompany(), node.companies)
  const { companyId } = company.client
  owner = await joinAs(service, companyId, { role: 'owner' })
  storekeeper = await joinAs(service, companyId, { role: 'storekeeper' })
  viewer = await joinAs(service, companyId, { role: 'viewer', seesCosts: false })
  addresses = await everyAddress(company)
  search = new FigureSearch([...Object.values(COSTS), ...(await harvest())])
})
afterAll(() => node.stop())

/** Collects all costs that the owner can see, including those that the service computes from the costs in requests. */
async function harvest(): Promise<number[]> {
  const found: number[] = []
  // Skip files: they contain the same costs in another form, and creating each file occupies a thread.
  for (const path of addresses.filter((one) => !IS_FILE.test(one))) {
    const { json } = await company.client.get(path)
    found.push(...costsIn(path, json))
  }
  return found
}

/** Returns the costs in the response to a member, each with the URL where it was found. */
async function findAt(member: SessionClient, path: string, headers: Record<string, string> = {}): Promise<string[]> {
  const text = await everythingOf(await member.ask('GET', path, undefined, { headers }))
  return search.in(text).map((figure) => `${figure} in ${path}`)
}

/** Collects every cost as the owner, then checks that members who may not see costs never receive any of them. */
async function expectNoneIsTold(): Promise<void> {
  const found = new Set<string>()
  for (const path of addresses) {
    if (found.size === search.figures.length) break
    for (const one of await findAt(owner, path)) found.add(one.split(' ')[0]!)
  }
  expect(search.figures.filter((figure) => !found.has(String(figure)))).toEqual([])
  for (const member of [storekeeper, viewer])
    for (const path of addresses) expect(await findAt(member, path)).toEqual([])
}

test('reports requested as CSV or XLSX show no costs to users who may not see costs', async () => {
  const path = '/api/v1/reports/turnover?from=2026-01-01'
  const reports = addresses.filter((one) => one.startsWith('/api/v1/reports/'))
  const formless = new Set(reports.map((address) => address.replace(/format=\w+&?/, '')))
  for (const headers of [{ accept: 'text/csv' }, { accept: XLSX }]) {
    expect(await findAt(owner, path, headers)).not.toEqual([])
    for (const address of formless) expect(await findAt(storekeeper, address, headers)).toEqual([])
  }
})

test('compressed state and catalog responses show no costs to users who may not see costs', async () => {
  for (const path of ['/api/v1/bootstrap', '/api/v1/bootstrap?since=0', '/api/v1/catalog', '/api/v1/changes?since=0'])
    for (const encoding of ENCODINGS) {
      expect(await findAt(owner, path, { 'accept-encoding': encoding })).not.toEqual([])
      expect(await findAt(storekeeper, path, { 'accept-encoding': encoding })).toEqual([])
      expect(await findAt(owner, path, { 'accept-encoding': encoding })).not.toEqual([])
    }
})

/** Returns write requests for a storekeeper: some that succeed and some that are refused. */
function writesOf({ productId, warehouseId, otherWarehouseId, supplier, openOrderIds }: CostlyCompany, turn: number) {
  const place = { productId, warehouseId }
  const picture = { raw: blackPng(3, 3 + turn), headers: { 'content-type': 'image/png' } }
  const orderPath = `/api/v1/orders/${openOrderIds[turn]}/status`
  return [
    ['POST', '/api/v1/stock/receipt', { ...place, supplier, quantity: 2, unitCost: COSTS.unitCost }],
    ['POST', '/api/v1/stock/writeoff', { ...place, quantity: 1, reason: 'Бой' }],
    ['POST', '/api/v1/stock/transfer', { ...place, toWarehouseId: otherWarehouseId, quantity: 1 }],
    ['PATCH', orderPath, { status: 'picking' }],
    ['PATCH', orderPath, { status: 'shipped' }],
    ['POST', '/api/v1/procurement/imports', undefined, picture],
    ['POST', '/api/v1/stock/writeoff', { ...place, quantity: 100_000, reason: 'Бой' }],
    ['POST', '/api/v1/stock/receipt', { ...place, supplier, quantity: 1e9, unitCost: 7_777.31 }],
    ['POST', '/api/v1/products', { name: 'Чайник', cost: 1 }],
    ['POST', '/api/v1/stock/receipt', { ...place, supplier, quantity: 1, unitCost: null }],
  ] as const
}

test.each([undefined, 'state=changes', 'state=changes; since=0', 'state=summary'])(
  'no response to a storekeeper’s write request with Prefer: %s shows a cost, even when the request is repeated',
  async (prefer) => {
    const turn = [undefined, 'state=changes', 'state=changes; since=0', 'state=summary'].indexOf(prefer)
    for (const [at, [method, path, body, sending]] of writesOf(company, turn).entries()) {
      const asked = { key: `write ${turn} ${at}`, ...(prefer && { prefer }), ...sending }
      const answers = [1, 2].map(() => storekeeper.ask(method, path, body, asked))
      const [first, again] = await Promise.all(answers.map(async (answer) => everythingOf(await answer)))
      expect([search.in(first!), search.in(again!)], path).toEqual([[], []])
      // Check that the owner, who repeats the storekeeper's command, does get the costs.
      if (at < 5 && at !== 3)
        expect(search.in(await everythingOf(await owner.ask(method, path, body, asked)))).not.toEqual([])
    }
  },
)

test('a storekeeper who repeats a command with another caller’s idempotency key gets the first response without costs', async () => {
  for (const { method, path, body, key } of company.sent)
    for (const prefer of ['state=full', 'state=changes', 'state=summary']) {
      const reply = await storekeeper.send(method, path, body, { key, prefer })
      expect([reply.status, reply.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
      expect(search.in(reply.text)).toEqual([])
      const whole = await company.client.send(method, path, body, { key, prefer })
      expect(search.in(whole.text)).not.toEqual([])
      expect(reply.json.result).toEqual(withoutCosts(whole.json.result))
    }
})

test('users who may not see costs see everything else', async () => {
  const whole = (await owner.get('/api/v1/bootstrap')).json
  const shown = (await storekeeper.get('/api/v1/bootstrap')).json
  expect(shown).toEqual(stateWithoutCosts(whole))
  expect(Object.keys(shown)).not.toContain('purchases')
  expect(shown.totals).not.toHaveProperty('stockValue')
  expect(shown.products[0]).toMatchObject({ price: 20_000 })
  expect(shown.orders.find(({ status }: Json) => status === 'shipped')).toMatchObject({ total: 40_000 })
  for (const key of COST_KEYS_OF_RECORDS) expect(JSON.stringify(shown)).not.toContain(`"${key}":`)
  for (const path of addresses.filter(
    (one) => !/audit|bootstrap|changes|catalog|reports|summary|imports|notifications/.test(one),
  )) {
    const some = await storekeeper.get(path)
    if (some.status !== 200) expect(some.json.code, path).toBe('FORBIDDEN')
    else if (!IS_FILE.test(path)) expect(some.json, path).toEqual(withoutCosts((await owner.get(path)).json))
  }
  const catalog = await storekeeper.get('/api/v1/catalog')
  expect(catalog.json).toEqual(withoutCosts((await owner.get('/api/v1/catalog')).json))
})

test('in the audit log a storekeeper sees shipments and receipts, but no costs and no payments', async () => {
  expect((await owner.post('/api/v1/tokens', { name: 'Сайт' })).status).toBe(200)
  const of = async (member: SessionClient) => (await member.get('/api/v1/audit?limit=1000')).json.items as Json[]
  const [all, some] = [await of(owner), await of(storekeeper)]
  const shipped = (items: Json[]) => items.find(({ action }) => action === 'order.shipped')
  expect(shipped(all).summary).toMatch(/ at a cost of [\d.]+$/)
  expect(shipped(some).summary).toMatch(/^Order \S+ shipped$/)
  expect(Object.keys(shipped(all).figures)).toEqual(['number', 'cost'])
  expect(shipped(some).figures).toEqual({ number: shipped(all).figures.number })
  expect(shipped(some).details.result).toMatchObject({ status: 'shipped', total: expect.any(Number) })
  expect(shipped(some).details.before).toEqual(withoutCosts(shipped(all).details.before))
  const kinds = (items: Json[]) => new Set(items.map(({ entityType }) => entityType))
  for (const kind of ['purchase', 'procurement_document', 'payment']) {
    expect(kinds(all)).toContain(kind)
    expect(kinds(some)).not.toContain(kind)
  }
  expect(some.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['stock.received', 'procurement_import.recognized']),
  )
  expect(all.map(({ action }) => action)).toContain('summary.made')
  expect(some.map(({ action }) => action)).not.toContain('summary.made')
  // Requesting an entry by its id returns the same entry as the list, or NOT_FOUND if the list does not contain it.
  expect(kinds(all)).toContain('token')
  const shown = new Map(some.map((entry) => [entry.id, entry]))
  for (const entry of all) {
    expect((await owner.get(`/api/v1/audit/${entry.id}`)).json).toEqual(entry)
    const one = await storekeeper.get(`/api/v1/audit/${entry.id}`)
    if (shown.has(entry.id)) expect(one.json).toEqual(shown.get(entry.id))
    else expect(one.json.code).toBe('NOT_FOUND')
  }
  // Page through the entries, because the pages must be complete even though some entries are hidden.
  const seen: Json[] = []
  let cursor = ''
  do {
    const { items, nextCursor } = (await storekeeper.get(`/api/v1/audit?limit=3${cursor}`)).json
    seen.push(...items)
    cursor = nextCursor === null ? '' : `&cursor=${nextCursor}`
  } while (cursor !== '')
  expect(seen).toEqual(await of(storekeeper))
})

test('only users who may see costs get the daily summary', async () => {
  const { items } = (await owner.get('/api/v1/notifications?kind=daily_summary')).json
  expect(items).toHaveLength(1)
  expect((await viewer.get('/api/v1/notifications?kind=daily_summary')).json).toEqual({ items: [], nextCursor: null })
  expect((await viewer.get(`/api/v1/notifications/${items[0].id}`)).status).toBe(404)
  const others = (await viewer.get('/api/v1/notifications')).json.items
  expect(others.map(({ kind }: Json) => kind)).toContain('low_stock')
  expect((await viewer.get(`/api/v1/notifications/${others[0].id}`)).json).toEqual(others[0])
})

test('a storekeeper’s turnover report has no cost columns, in JSON or CSV', async () => {
  const turnover = (await storekeeper.get('/api/v1/reports/turnover?from=2026-01-01')).json
  const names = Object.keys(turnover.items[0])
  expect(names).toEqual(expect.arrayContaining(['receiptQuantity', 'closingQuantity']))
  expect(names.filter((name) => /cost|rounding/i.test(name))).toEqual([])
  expect(Object.keys(turnover.totals).filter((name) => /cost|rounding/i.test(name))).toEqual([])
  const csv = await storekeeper.get('/api/v1/reports/turnover?from=2026-01-01&format=csv')
  expect(csv.text).not.toMatch(/себестоимость|Округление/)
  expect(csv.text).toContain('Приёмка, кол-во')
})

/** Runs trade commands, and commands that create records with costs. */
async function trade({ client, otherWarehouseId }: CostlyCompany): Promise<void> {
  await receiveOf(company, { unitCost: COSTS.unitCost, quantity: 1, warehouseId: otherWarehouseId })
  const { id } = await placeOrder(company)
  await client.patch(`/api/v1/orders/${id}/status`, { status: 'shipped' })
  const payment = { partnerId: (await client.state()).partners[0].id, direction: 'outgoing', method: 'bank' }
  await client.made('POST', '/api/v1/procurement/payments', { ...payment, amount: COSTS.payment })
}

test('the stream of changes shows no cost to users who may not see costs', async () => {
  const state = (await storekeeper.get('/api/v1/bootstrap')).json
  const streams = [
    await openStream(storekeeper, { since: state.revision }),
    await openStream(owner, { since: state.revision }),
  ]
  const follow = async (stream: (typeof streams)[number]) => {
    const texts: string[] = []
    let kept = stream === streams[0] ? state : null
    for (let revision = state.revision; revision < state.revision + 4; ) {
      const event = (await stream.next())!
      texts.push(event.data)
      revision = Number(event.id)
      if (kept !== null) kept = takeOver(kept, event)
    }
    await stream.close()
    return { text: texts.join('\n'), kept }
  }
  const following = streams.map(follow)
  await trade(company)
  const [blind, whole] = await Promise.all(following)
  expect(search.in(whole!.text)).not.toEqual([])
  expect(search.in(blind!.text)).toEqual([])
  expect(JSON.stringify(blind!.kept)).toBe((await storekeeper.get('/api/v1/bootstrap')).text)
})

test('a user who loses the right to see costs is disconnected from the change stream and gets a state without costs', async () => {
  const member = await joinAs(service, company.client.companyId, { role: 'viewer', seesCosts: true })
  const before = await member.get('/api/v1/bootstrap')
  const headers = { 'if-none-match': before.headers.get('etag')! }
  expect((await member.get('/api/v1/bootstrap', { headers })).status).toBe(304)
  expect(search.in(before.text)).not.toEqual([])
  expect((await member.get('/api/v1/purchases')).status).toBe(200)
  const stream = await openStream(member, { since: before.json.revision })
  const { user } = await member.browser.session()
  const place = { companyId: company.client.companyId, userId: user.id }
  await setMembership(service, place, { role: 'viewer', seesCosts: false })
  await until(async () => (await member.get('/api/v1/bootstrap', { headers })).status === 200)
  const after = await member.get('/api/v1/bootstrap', { headers })
  expect([search.in(after.text), after.headers.get('etag')]).toEqual([
    [],
    expect.not.stringMatching(headers['if-none-match']),
  ])
  expect((await member.get('/api/v1/purchases')).json.code).toBe('FORBIDDEN')
  expect(await stream.next()).toBeNull()
})

test('no list offers sorting or filtering by a cost', () => {
  for (const { route, operation } of READS) {
    const asked: string[] = operation.parameters.flatMap(({ name, schema }: Json) => [
      name,
      ...(name === 'sort' ? schema.enum : []),
    ])
    // The parameter `totals=true` requests sums. It is covered by the test "a user who may not see costs can neither
    // get nor request sums of costs in lists".
    const others = asked.filter((name) => name !== 'totals')
    expect(
      others.filter((name) => /cost|minPrice|amount|total|profit|margin|value(?!Id|Type)/i.test(name)),
      route,
    ).toEqual([])
  }
})

test('an API token still sees all costs', async () => {
  const client: Client = company.client
  expect(search.in((await client.get('/api/v1/bootstrap')).text)).not.toEqual([])
})

// This test comes last, so that the company also has what the other tests have written.
test('no route shows a cost that the owner sees to a storekeeper or to a viewer who may not see costs', async () => {
  addresses = await everyAddress(company)
  search = new FigureSearch([...Object.values(COSTS), ...(await harvest())])
  expect(search.figures.length).toBeGreaterThan(30)
  await expectNoneIsTold()
})
