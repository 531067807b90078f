/**
 * Checks that responses to members who may not see costs do not depend on costs: companies that differ only in their
 * costs must give the same responses.
 */
import { beforeAll, expect, test } from 'vitest'
import type { Command } from '../../server/commands/define.ts'
import { COMMANDS } from '../../server/commands/table.ts'
import { everyAddress } from '../support/contract/every-address.ts'
import type { Json } from '../support/node/client.ts'
import { openStream } from '../support/node/event-stream.ts'
import { useService } from '../support/node/service.ts'
import { blackPng } from '../support/papers/pictures.ts'
import { bodiesOf, openWorld, shapeOf, toldBy, type World } from '../support/scene/cost-worlds.ts'
import { pathIn } from '../support/scene/scene.ts'
import { applied, mapped, upload } from '../support/scene/tables.ts'

const service = useService()
/**
 * The factors by which costs are multiplied: 1; a factor so high that 100 units reach the maximum amount; and null,
 * which means products without a cost.
 */
const TIMES = [1, 2e9, null]
const ROLES = ['storekeeper', 'viewer'] as const
type Role = (typeof ROLES)[number]

let worlds: World[]

beforeAll(async () => {
  worlds = await Promise.all(TIMES.map((times) => openWorld(service, service.database, times)))
})

interface Told {
  readonly asked: string
  readonly answer: string
}

/** Runs the same steps in each company. Returns the responses that differ from the first company's. */
async function differences(act: (world: World) => Promise<Told[]>): Promise<{ count: number; differing: string[][] }> {
  const [first, ...others] = await Promise.all(worlds.map(act))
  expect(others.map(({ length }) => length)).toEqual(others.map(() => first!.length))
  const differing = others.flatMap((other) =>
    first!.flatMap(({ asked, answer }, at) => {
      const there = other[at]!.answer
      if (answer === there) return []
      const from = Math.max(0, [...answer].findIndex((sign, place) => sign !== there[place]) - 100)
      return [[asked, answer.slice(from, from + 300), there.slice(from, from + 300)]]
    }),
  )
  return { count: first!.length, differing }
}

/**
 * Whether every example body of a command is tried with this role. If the role may not use the command, the command is
 * refused before its body is read, so one body is enough.
 */
const isFor = (role: Role, { may }: Command) => role === 'storekeeper' && may === 'storekeepers'

async function tryAll(world: World, role: Role, command: Command): Promise<Told[]> {
  const { scene } = world
  const told: Told[] = []
  const all = command.upload === undefined ? bodiesOf(scene, command) : [{}]
  const bodies = isFor(role, command) ? all : all.slice(0, 1)
  for (const [at, body] of bodies.entries()) {
    const picture = { raw: blackPng(2, 3), headers: { 'content-type': 'image/png' } }
    const asked = { key: `${role} ${command.name} ${at}`, prefer: 'state=changes' }
    const sending = { ...asked, ...(command.upload === undefined ? {} : picture) }
    const response = await world.members[role].ask(command.method, pathIn(scene, command), body, sending)
    const { productId, warehouseId, supplier, ...figures } = body
    told.push({ asked: `${command.name} ${JSON.stringify(figures)}`, answer: await toldBy(response, world) })
  }
  return told
}

test.each(ROLES)('a %s gets the same responses to commands in companies that differ only in costs', async (role) => {
  const { count, differing } = await differences(async (world) => {
    const told: Told[] = []
    for (const command of COMMANDS) told.push(...(await tryAll(world, role, command)))
    return told
  })
  expect(count).toBeGreaterThanOrEqual(COMMANDS.length)
  expect(differing).toEqual([])
})

/**
 * Receives goods without stating a price, so that their cost exceeds the limit for one movement, and takes them from
 * stock in every possible way.
 */
async function drawMuch(world: World): Promise<Told[]> {
  const { scene, members, owner, unreceivedIds, warehouseId } = world
  const [productId] = unreceivedIds
  const storekeeper = members.storekeeper
  const send = async (method: string, path: string, body: Json): Promise<Told> => {
    const response = await storekeeper.ask(method, path, body, { prefer: 'state=changes' })
    return {
      asked: `${path.replace(/[0-9a-f-]{36}/, '#')} ${JSON.stringify(body)}`,
      answer: await toldBy(response, world),
    }
  }
  const place = { productId, warehouseId }
  const receipt = { ...place, supplier: 'ООО «Ромашка»', unitCost: null, quantity: 1e9 }
  const told: Told[] = []
  for (let count = 0; count < 150; count += 1) told.push(await send('POST', '/api/v1/stock/receipt', receipt))
  const ordered = { customer: 'Иван Петров', warehouseId, channel: 'Сайт', items: [{ productId, quantity: 7.5e10 }] }
  const { id } = await owner.made('POST', '/api/v1/orders', ordered)
  const toWarehouseId = scene.bodyIds.toWarehouseId
  told.push(await send('POST', '/api/v1/stock/transfer', { ...place, toWarehouseId, quantity: 7.5e10 }))
  const thrown = { productId, warehouseId: toWarehouseId, quantity: 7.5e10, reason: 'Бой' }
  told.push(await send('POST', '/api/v1/stock/writeoff', thrown))
  told.push(await send('PATCH', `/api/v1/orders/${id}/status`, { status: 'shipped' }))
  expect(told.map(({ answer }) => answer.slice(0, 3))).toEqual(told.map(() => '200'))
  return told
}

test('goods whose cost is too large for one movement can still be taken from stock', async () => {
  expect((await differences(drawMuch)).differing).toEqual([])
  for (const { owner } of worlds) {
    const { checks } = (await owner.get('/api/v1/self-check')).json
    expect(checks.filter(({ ok }: Json) => !ok)).toEqual([])
    const [shipped] = (await owner.get('/api/v1/orders?status=shipped&limit=1')).json.items
    expect(shipped.cost).toBe(owner === worlds[1]!.owner ? 2 ** 46 : 7.5e10 * 6.13)
  }
})

/**
 * Previews and applies an opening stock table without costs, and gets its report. The table adds small and large
 * quantities, including products that were never received. A single table is used because each one needs reader
 * processes.
 */
async function importStock(world: World): Promise<Told[]> {
  const { storekeeper } = world.members
  const rows = [1e11, 1, 5e8, 1e11].map((quantity, at) => `M-${at + 1};${quantity}\n`)
  const { id } = await upload(storekeeper, `Артикул;Остаток\n${rows.join('')}`, { kind: 'opening_stock' })
  await mapped(storekeeper, id, { warehouseId: world.warehouseId, supplier: 'ООО «Ромашка»' })
  const report = async (): Promise<Told[]> => {
    const paths = ['', '/rows', '/rows?format=csv'].map((rest) => `/api/v1/table-imports/${id}${rest}`)
    return Promise.all(
      paths.map(async (path) => ({ asked: path, answer: await toldBy(await storekeeper.ask('GET', path), world) })),
    )
  }
  const preview = await report()
  await applied(storekeeper, id)
  return [...preview, ...(await report())]
}

test('previews, results and reports of an imported opening-stock table are the same in companies that differ only in costs', async () => {
  for (const { members, unreceivedIds, warehouseId } of worlds)
    for (const productId of unreceivedIds.slice(1, 3)) {
      const receipt = { productId, warehouseId, supplier: 'ООО «Ромашка»', unitCost: null, quantity: 1 }
      await members.storekeeper.made('POST', '/api/v1/stock/receipt', receipt)
    }
  expect((await differences(importStock)).differing).toEqual([])
})

test.each(ROLES)(
  'a %s sees the same lists, records, reports, files and search results in companies that differ only in costs',
  async (role) => {
    const { count, differing } = await differences(async (world) => {
      const told: Told[] = []
      const addresses = await everyAddress({ client: world.owner, warehouseId: world.warehouseId, shapeOf })
      // Request exports for one role only, because an exported list contains only what the role's list shows.
      for (const path of addresses.filter((one) => role === 'storekeeper' || !/format=(csv|xlsx)/.test(one)))
        told.push({ asked: path, answer: await toldBy(await world.members[role].ask('GET', path), world) })
      return told
    })
    expect(count).toBeGreaterThan(200)
    expect(differing).toEqual([])
  },
)

test.each(ROLES)('a %s gets the same stream of changes in companies that differ only in costs', async (role) => {
  const { differing } = await differences(async (world) => {
    const stream = await openStream(world.members[role], { since: 0 })
    const event = await stream.next()
    await stream.close()
    return [{ asked: 'the stream', answer: await toldBy(new Response(JSON.stringify(event)), world) }]
  })
  expect(differing).toEqual([])
})
