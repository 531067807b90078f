/**
 * Creates companies that differ only in their costs, and compares the responses for them while ignoring ids and times.
 */
import { pino } from 'pino'
import type { Command } from '../../../server/commands/define.ts'
import { makeDailySummary } from '../../../server/commands/service-commands.ts'
import { Companies } from '../../../server/engine/companies.ts'
import { submitOwn } from '../../../server/engine/own-command.ts'
import type { Database } from '../../../server/store/database.ts'
import { readXlsxWithoutTimes } from '../figures/xlsx.ts'
import { Client, type Json, type Sending } from '../node/client.ts'
import type { Reply } from '../node/reply.ts'
import type { TestService } from '../node/service.ts'
import { withoutCosts } from './cost-blind.ts'
import { addProduct } from './fixtures.ts'
import { joinAs, type SessionClient } from './members.ts'
import { bodyIn, type Scene, setScene } from './scene.ts'

const UNIT_COSTS = /^(unitCost|cost|minPrice)$/
const COSTS = /^(unitCost|cost|minPrice|amount)$/

/** Cost fields that a request may omit. The unit cost of a receipt is not among them. */
const MAY_LACK = /^(cost|minPrice)$/

/** A client that multiplies every cost in its requests by `times`, or omits the optional costs if `times` is null. */
class DearerClient extends Client {
  readonly times: number | null

  constructor({ url, token, companyId }: Client, times: number | null) {
    super(url, token, companyId)
    this.times = times
  }

  override send(method: string, path: string, body?: unknown, sending?: Sending): Promise<Reply<Json>> {
    // A customer's refund is the price at which the goods were sold, not their cost.
    const isReturn = path.startsWith('/api/v1/customer-returns')
    return super.send(method, path, this.dearer(body, '', isReturn ? UNIT_COSTS : COSTS), sending)
  }

  private dearer(value: unknown, key: string, costs: RegExp): unknown {
    if (typeof value === 'number' && this.times === null) return MAY_LACK.test(key) ? null : value
    if (typeof value === 'number') return costs.test(key) ? Math.round(value * this.times! * 100) / 100 : value
    if (Array.isArray(value)) return value.map((entry) => this.dearer(entry, '', costs))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.dearer(inner, name, costs)]))
  }
}

export interface World {
  readonly scene: Scene
  /** A client of the owner, who has every permission; the costs in its requests are multiplied. */
  readonly owner: Client
  /** Clients of members who may not see costs. */
  readonly members: { readonly storekeeper: SessionClient; readonly viewer: SessionClient }
  readonly warehouseId: string
  /**
   * The ids of products that were never received but have a cost set on the product; their SKUs are M-1, M-2 and so on.
   */
  readonly unreceivedIds: string[]
}

const UNRECEIVED = 4

/**
 * Creates a company in which every command can succeed. Its costs are multiplied by `times`; if that is null, received
 * products have no cost set on the product.
 */
export async function openWorld(service: TestService, database: Database, times: number | null): Promise<World> {
  const plain = await service.newCompany('Мир')
  const owner = new DearerClient(plain, times)
  const scene = await setScene(owner, database)
  const { productId, warehouseId } = scene.bodyIds as Record<string, string>
  await owner.made('PATCH', `/api/v1/products/${productId}`, { name: 'Чайник', cost: 7.31, minPrice: 8.17 })
  // Give these products a cost: without a known cost their receipt would be refused in every company, and nothing could
  // be compared.
  const unreceivedIds: string[] = []
  for (let number = 1; number <= UNRECEIVED; number += 1) {
    const product = { name: `Кружка ${number}`, sku: `M-${number}`, cost: 6.13, price: 1 }
    unreceivedIds.push(await addProduct(times === null ? plain : owner, product))
  }
  const { companyId } = owner
  await summarize(service, companyId, BigInt(Math.round((times ?? 3) * 613)))
  const members = {
    storekeeper: await joinAs(service, companyId, { role: 'storekeeper' }),
    viewer: await joinAs(service, companyId, { role: 'viewer', seesCosts: false }),
  }
  return { scene, owner, members, warehouseId: warehouseId!, unreceivedIds }
}

/** Adds a daily summary to the notifications and the log, as the service would. */
async function summarize({ database }: TestService, companyId: string, costMinor: bigint): Promise<void> {
  const companies = new Companies(database, pino({ level: 'silent' }), 1 << 26)
  const counts = { ordersPlaced: 1, placedTotalMinor: 200n, ordersShipped: 1, shippedTotalMinor: 200n, receipts: 1 }
  const body = { day: '2026-03-02', ...counts, shippedCostMinor: costMinor, receivedCostMinor: costMinor }
  const actor = { id: 'test', name: 'test' }
  await submitOwn(companies, companyId, { command: makeDailySummary as never, body, name: 'summary', actor })
  await companies.drain()
}

/** Quantities and amounts from the smallest to beyond every limit. */
const FIGURES = [0, 0.001, 0.0005, 1, -1, 1e6, 1e9, 1e12, 1e13]

interface Field {
  readonly name: string
  readonly schema: Json
}

/** Returns the command's example body in many variants: numbers at their limits, fields left out, every option of a choice. */
export function bodiesOf(scene: Scene, command: Command): Json[] {
  const body = bodyIn(scene, command)
  const fields: Field[] = Object.entries((command.body as Json).properties ?? {}).map(([name, schema]) => ({
    name,
    schema,
  }))
  const bodies: Json[] = []
  const typed: Json[] = [body]
  const figures = fields.filter(({ schema }) => isNumber(schema))
  const costs = Object.fromEntries(figures.filter(({ name }) => COSTS.test(name)).map(({ name }) => [name, null]))
  for (const { name, schema } of fields) {
    typed.push({ ...body, [name]: null })
    const choices = wordsOf(schema)
    if (isNumber(schema)) choices.push(...FIGURES)
    for (const value of choices) typed.push({ ...body, [name]: value })
    if (!isNumber(schema) || name in costs) continue
    // Send the first bodies without costs, so that the service must look the costs up. These receipts have no undamaged
    // goods, so stock does not grow.
    for (const value of FIGURES) bodies.push({ ...body, ...costs, [name]: value })
    for (const other of figures)
      if (other.name !== name && !(other.name in costs))
        for (const value of FIGURES) bodies.push({ ...body, ...costs, [name]: value, [other.name]: value })
  }
  return [...bodies, ...typed]
}

function isNumber(schema: Json): boolean {
  return /number|integer/.test(String(schema.type)) || (schema.anyOf ?? []).some(isNumber)
}

function wordsOf(schema: Json): unknown[] {
  if (Array.isArray(schema.enum)) return [...schema.enum]
  return (schema.anyOf ?? []).flatMap((one: Json) => ('const' in one ? [one.const] : wordsOf(one)))
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
const MOMENT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+Z|Z)?/g
/** Headers that differ between companies, or depend on how well ids and times compress. */
const OWN_HEADERS = /^(date|x-request-id|set-cookie|content-length|content-disposition): .*\n?/gm

/**
 * Returns the content of a response in a form that can be compared: ids are numbered in order, and times and members'
 * names are replaced.
 */
export async function toldBy(response: Response, world: World): Promise<string> {
  const headers = [...response.headers].map((line) => `${line.join(': ')}\n`).join('')
  const bytes = Buffer.from(await response.arrayBuffer())
  const isSheet = bytes.subarray(0, 2).equals(Buffer.from('PK'))
  const body = isSheet ? JSON.stringify(readXlsxWithoutTimes(bytes, 'T')) : bytes.toString()
  let text = `${response.status}\n${headers.replace(OWN_HEADERS, '')}\n${body}`
  for (const [role, { browser }] of Object.entries(world.members)) text = text.replaceAll(browser.account.name, role)
  const numbers = new Map<string, number>()
  return text
    .replace(/"nextCursor":"([\w-]+)"/g, (_all, cursor) => `"nextCursor":${placeIn(cursor)}`)
    .replace(/file-[0-9a-f]{8}\./g, 'file-#.')
    .replace(ID, (id) => {
      if (!numbers.has(id)) numbers.set(id, numbers.size)
      return `#${numbers.get(id)}`
    })
    .replace(MOMENT, 'T')
    .replace(/"(\d+)-[\w-]{4,}"/g, '"$1-tag"')
}

/**
 * Returns the contents of a record that distinguish it in lists, without ids, times, revisions and costs. The result is
 * the same in each of the compared companies.
 */
export function shapeOf(record: Json): string {
  const { revision, ...others } = withoutCosts(record)
  return JSON.stringify(others)
    .replace(ID, '#')
    .replace(MOMENT, 'T')
    .replace(/ at a cost of [\d.]+"/g, '"')
}

/** Returns the position stored in a paging cursor, without the part that identifies the query. */
function placeIn(cursor: string): string {
  const [, ...place] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  return JSON.stringify(place)
}
