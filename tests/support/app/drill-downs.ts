/**
 * Builds the queries that the app sends when a user clicks a number in a report. Uses the app's own report definitions
 * and list queries.
 */
import type { Client, Json } from '../node/client.ts'
import { REPORTS } from './definitions.ts'

type Address = Readonly<Record<string, string | undefined>>

/**
 * A copy of the type `Place` in web/sections/reports/spec.ts. The original cannot be imported, because it needs browser
 * types that tests do not have.
 */
export interface Place {
  readonly to: string
  readonly search?: Address
  readonly sum?: string
}
export interface ReportSpec {
  readonly name: string
  readonly time: 'day' | 'period' | 'now'
  readonly narrows: readonly string[]
  readonly groups: object
  readonly shows?: { readonly choices: object }
  columns(
    address: Query,
    totals: Json,
  ): readonly { name: string; opens?: (row: Json, address: Query) => Place | null }[]
}

const web = (path: string): Promise<Json> => import(new URL(`../../../web/${path}.ts`, import.meta.url).href)
const { orderQuery, statusQuery } = await web('sections/orders/queries')
const { paymentQuery } = await web('sections/purchasing/queries')
const { reportQuery, withDefaults } = await web('sections/reports/query')
const { LISTS, viewOf } = await web('sections/stock/queries')

export const SPECS = REPORTS as unknown as readonly ReportSpec[]

type Query = Readonly<Record<string, unknown>>

/** Formats a query as the SDK does, repeating a list's name for each of its values. */
export function printed(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [[name, String(one)] as [string, string]])),
  )
  return String(new URLSearchParams(pairs))
}

async function answerOf(client: Client, path: string): Promise<Json> {
  const reply = await client.get(`/api/v1/${path}`)
  if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`)
  return reply.json
}

/** Requests a report exactly as the app's report page with the given address does. */
export function askReport(client: Client, name: string, address: Query, today: string): Promise<Json> {
  const spec = SPECS.find((one) => one.name === name)!
  const query = reportQuery(spec, withDefaults(spec, address, today))
  return answerOf(client, `reports/${name}?${printed(query)}`)
}

/**
 * Returns the sum that an app page shows below its rows. For pages that list shipments and returns, counts only rows
 * from day `from` to day `to`.
 */
export async function sumAt(
  client: Client,
  place: Place,
  { today, ...period }: Period & { readonly today: string },
): Promise<number> {
  const { to, search = {}, sum = '' } = place
  const [, section, part, id] = to.split('/')
  if (section === 'reports') {
    const { totals, rowCount, items } = await askReport(client, part!, search, today)
    if (sum === 'orders') return items.filter(({ channel }: Json) => channel !== null).length
    return sum === 'count' ? rowCount : totals[sum]
  }
  if (section === 'orders' && (part === 'returns' || search.tab === 'shipments'))
    return wentWithin(client, { part: part!, id }, sum, period)
  if (section === 'orders' && part !== undefined) return (await answerOf(client, `orders/${part}`))[sum]
  if (part === 'documents' && id !== undefined) return (await answerOf(client, `procurement/documents/${id}`))[sum]
  const { path, query } = listAt(to, search)
  return (await answerOf(client, `${path}?${printed({ ...query, limit: 1, totals: true })}`)).totals[sum]
}

function listAt(to: string, search: NonNullable<Place['search']>): { path: string; query: Query } {
  if (to === '/stock') {
    const { kind, query } = LISTS[viewOf(search)]
    return { path: kind, query: query(search) }
  }
  if (to === '/purchasing/payments') return { path: 'procurement/payments', query: paymentQuery(search) }
  if (to === '/orders') return { path: 'orders', query: { ...orderQuery(search), ...statusQuery(search) } }
  throw new Error(`Nothing is known of ${to}.`)
}

interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * Sums the shipments and returns on an order's page, or one return without an order, that fall within the period.
 * Shipments and cancelled returns add to the sum; cancelled shipments and returns reduce it.
 */
async function wentWithin(
  client: Client,
  { part, id }: { readonly part: string; readonly id: string | undefined },
  sum: string,
  { from, to }: Period,
): Promise<number> {
  const isReturn = part === 'returns'
  const shipments = isReturn ? [] : (await answerOf(client, `shipments?orderId=${part}&limit=100`)).items
  const returns = isReturn
    ? [await answerOf(client, `customer-returns/${id}`)]
    : (await answerOf(client, `customer-returns?orderId=${part}&limit=100`)).items
  const [first, after] = [dayStart(from, 0) ?? 0, dayStart(to, DAY_MS) ?? Number.POSITIVE_INFINITY]
  const signOf = (went: string | null, cameBack: string | null | undefined) => {
    const isWithin = (at: string | null | undefined) => at != null && Date.parse(at) >= first && Date.parse(at) < after
    return Number(isWithin(went)) - Number(isWithin(cameBack))
  }
  const figureOf = ({ amount, cost, items = [] }: Json): number =>
    sum === 'unpricedItems'
      ? items.filter((line: Json) => line.amount === null).length
      : Math.round((sum === 'cost' ? cost : amount) * 100)
  const moved = [
    ...shipments.map((one: Json) => signOf(one.at, one.cancelledAt) * figureOf(one)),
    ...returns
      .filter(({ postedAt }: Json) => postedAt !== null)
      .map((one: Json) => signOf(one.cancelledAt ?? null, one.postedAt) * figureOf(one)),
  ]
  const total = moved.reduce((all: number, one: number) => all + one, 0)
  return sum === 'unpricedItems' ? total : total / 100
}

const DAY_MS = 86_400_000

/** Returns the time at which a day begins in Moscow, the time zone of new companies, plus `laterMs`. */
const dayStart = (day: string | undefined, laterMs: number): number | undefined =>
  day === undefined ? undefined : Date.parse(`${day}T00:00:00+03:00`) + laterMs
