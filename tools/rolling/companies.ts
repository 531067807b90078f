/** A company that writes are sent to through a proxy, and the book of what was acknowledged to its clients. */
import { createHash, randomUUID } from 'node:crypto'
import { APP_HOST, type Ask, openClient, type Response } from './raw-client.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are read, not typed.
export type Json = any

export const ORIGIN = `https://${APP_HOST}`

export interface Company {
  readonly token: string
  readonly cookie: string
  readonly warehouseId: string
  /** The product that is received and written off all the time. */
  readonly productId: string
  /** The products that were acknowledged, by name, with their ids. */
  readonly products: Map<string, string>
  /** The pictures that were acknowledged: their ids, with the SHA-256 of their bytes. */
  readonly pictures: Map<string, string>
  /** The stock that the acknowledged receipts and write-offs add up to. */
  onHand: number
  /** The most that failed writes may have changed the stock, in units. */
  unsure: number
  /** The names of products whose writes failed. They may be there or not. */
  readonly unsureNames: Set<string>
}

/** Returns a write with a JSON body and a new key. */
export function writeOf(method: string, path: string, body: object, more: Record<string, string> = {}): Ask {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    prefer: 'return=minimal',
    ...more,
  }
  const text = JSON.stringify(body)
  return { method, path, headers: { ...headers, 'content-length': String(Buffer.byteLength(text)) }, pieces: [text] }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Signs up with a new company at the session address, as a browser does, and makes a token, a warehouse and a product. */
export async function openCompany(port: number, name: string): Promise<Company> {
  const client = openClient(port, 'kept')
  const must = (response: Response): Json => {
    if (response.status !== 200) throw new Error(`${name}: ${response.status} ${response.text}`)
    return JSON.parse(response.text)
  }
  const email = `${randomUUID()}@example.org`
  const account = { name: 'Анна', email, password: 'kettles on every shelf', companyName: name }
  const signedUp = await client.ask(APP_HOST, writeOf('POST', '/api/auth/sign-up/email', account, { origin: ORIGIN }))
  must(signedUp)
  const cookie = [signedUp.headers['set-cookie'] ?? []]
    .flat()
    .map((one) => one.split(';')[0])
    .join('; ')
  const own = { origin: ORIGIN, cookie }
  const send = async (path: string, body: object): Promise<Json> =>
    must(await client.ask(APP_HOST, writeOf('POST', `/api/v1/${path}`, body, own)))
  const { secret: token } = await send('tokens', { name: 'Сайт' })
  const make = async (path: string, body: object): Promise<string> => (await send(path, body)).result.id
  const warehouseId = await make('warehouses', { name: 'Склад' })
  await make('partners', { name: 'Поставка', type: 'Поставщик' })
  const productId = await make('products', { name: 'Чайник', price: 1500 })
  client.close()
  const products = new Map([['Чайник', productId]])
  const kept = { products, pictures: new Map(), onHand: 0, unsure: 0, unsureNames: new Set<string>() }
  return { token, cookie, warehouseId, productId, ...kept }
}

/** Reads all rows of a list from a node. */
async function readList(url: string, token: string, path: string): Promise<Json[]> {
  const rows: Json[] = []
  for (let cursor = ''; ; ) {
    const response = await fetch(`${url}/api/v1/${path}limit=200${cursor}`, { headers: bearer(token) })
    const page = (await response.json()) as Json
    if (response.status !== 200) throw new Error(`${path}: ${JSON.stringify(page)}`)
    rows.push(...page.items)
    if (page.nextCursor === null) return rows
    cursor = `&cursor=${page.nextCursor}`
  }
}

/** Compares a company with its book. `url` is the API of a node. Returns what was lost, doubled or is inconsistent. */
export async function faultsOf(url: string, company: Company): Promise<string[]> {
  const faults: string[] = []
  const { token, productId, onHand, unsure, unsureNames } = company
  const rows = await readList(url, token, 'products?')
  const names = new Map<string, number>()
  for (const { name } of rows) names.set(name, (names.get(name) ?? 0) + 1)
  for (const [name, id] of company.products)
    if (!rows.some((row) => row.id === id)) faults.push(`the product ${name} is lost`)
  for (const [name, times] of names) {
    if (times > 1) faults.push(`the product ${name} is there ${times} times`)
    if (!company.products.has(name) && !unsureNames.has(name)) faults.push(`nobody made the product ${name}`)
  }
  const [stock] = (await readList(url, token, 'stock?')).filter((row) => row.productId === productId)
  const there = stock?.onHand ?? 0
  if (Math.abs(there - onHand) > unsure) faults.push(`${there} on hand, ${onHand} were acknowledged, ${unsure} unsure`)
  for (const [id, sha256] of company.pictures) {
    const response = await fetch(`${url}/api/v1/images/${id}`, { headers: bearer(token) })
    const hash = createHash('sha256')
      .update(new Uint8Array(await response.arrayBuffer()))
      .digest('hex')
    if (response.status !== 200 || hash !== sha256) faults.push(`the picture ${id} is lost (${response.status})`)
  }
  const checked = (await (await fetch(`${url}/api/v1/self-check`, { headers: bearer(token) })).json()) as Json
  if (checked.ok !== true) faults.push(`self-check: ${JSON.stringify(checked.checks ?? checked).slice(0, 500)}`)
  return faults
}
