/** Tests the limits that an operator sets for companies, over all nodes: requests, products and files. */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { NO_LIMITS } from '../../server/domain/limits.ts'
import type { Service } from '../../server/service.ts'
import { writeBeside } from '../../server/store/commits.ts'
import { readCompany } from '../../server/store/database.ts'
import { readProblem } from '../support/contract/problems.ts'
import { faultsOfFigures } from '../support/contract/refusals.ts'
import { Client } from '../support/node/client.ts'
import { openStream } from '../support/node/event-stream.ts'
import { growthOf, readFigures } from '../support/node/metrics.ts'
import { type NodeSettings, startNode, useService } from '../support/node/service.ts'
import { runShell } from '../support/node/shell.ts'
import { addPartner, addProduct, openShop, UNKNOWN_ID } from '../support/scene/fixtures.ts'
import { newOwner } from '../support/scene/team.ts'

/** A running node looks for changed limits every ten seconds. */
const LEARNED_MS = 15_000
const SUMMARY = { prefer: 'state=summary' }

const isLimitsSql = (text: string) =>
  /take_requests|request_counts|take_file_room|stored_files|company_limits/.test(text)

/** Collects the SQL of this process about limits, while `work` runs. */
async function sqlDuring(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const texts = query.mock.calls.map(([asked]) =>
      typeof asked === 'string' ? asked : (asked as { text: string }).text,
    )
    expect(texts.length).toBeGreaterThan(0)
    return texts.filter(isLimitsSql)
  } finally {
    query.mockRestore()
  }
}

const ownPicture = () =>
  sharp(randomBytes(300), { raw: { width: 10, height: 10, channels: 3 } })
    .png()
    .toBuffer()

const uploadTo = (client: Client, path: string, raw: Uint8Array, key: string = randomUUID()) =>
  client.send('POST', path, undefined, { raw, key, headers: { 'content-type': 'image/png' }, ...SUMMARY })

const imagesOf = (productId: string) => `/api/v1/products/${productId}/images`
const TABLE = Buffer.from('Название;Цена\nЧайник;1500\n')
const uploadTable = (client: Client) =>
  client.send('POST', '/api/v1/table-imports?kind=products', undefined, {
    raw: TABLE,
    headers: { 'content-type': 'text/csv' },
  })

const usedBy = async (client: Client) => (await client.get('/api/v1/limits')).json

describe('without limits', () => {
  const service = useService()

  test('a company without limits gets no rate limit headers, causes no database queries about limits, and reads all its limits as null', async () => {
    const client = await service.newCompany()
    const replies: Headers[] = []
    const asked = await sqlDuring(async () => {
      const productId = await addProduct(client)
      for (const reply of [
        await client.get('/api/v1/warehouses'),
        await client.post('/api/v1/warehouses', { name: 'Склад' }, SUMMARY),
        await uploadTo(client, imagesOf(productId), await ownPicture()),
        await uploadTable(client),
      ]) {
        expect(reply.status, reply.text).toBe(200)
        replies.push(reply.headers)
      }
      expect(await usedBy(client)).toEqual({ requests: null, products: null, files: null, fileBytes: null })
    })
    expect(asked).toEqual([])
    for (const headers of replies)
      expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null])
  })

  test('the settings of limits must be whole numbers, and 0 means no limit', () => {
    expect(readConfig({}).limits).toEqual(NO_LIMITS)
    const env = {
      COMPANY_REQUESTS_PER_MINUTE: '600',
      COMPANY_PRODUCTS: '1000',
      COMPANY_FILES: '0',
      COMPANY_FILE_MB: '2',
    }
    expect(readConfig(env).limits).toEqual({
      requestsPerMinute: 600,
      products: 1_000,
      files: null,
      fileBytes: 2_097_152,
    })
    expect(() => readConfig({ COMPANY_PRODUCTS: 'many' })).toThrow('COMPANY_PRODUCTS')
  })
})

/** Starts a second node beside the service, on the same database and with the same settings. */
function useSecondNode(service: { readonly databaseUrl: string }, settings: NodeSettings): () => Service {
  let node: Service
  beforeAll(async () => {
    node = await startNode(service.databaseUrl, settings)
  })
  afterAll(() => node.stop())
  return () => node
}

describe('requests', () => {
  const PER_MINUTE = 40
  const limits = { ...NO_LIMITS, requestsPerMinute: PER_MINUTE }
  const service = useService({ limits })
  const other = useSecondNode(service, { limits, metrics: { host: '127.0.0.1', port: 0, companies: 0 } })

  /** Waits until a minute of the database’s clock has at least ten seconds left. */
  async function awayFromItsEnd(): Promise<void> {
    const { rows } = await service.database.query<{ at: number }>(
      'select mod(extract(epoch from clock_timestamp()), 60)::float8 as at',
    )
    if (rows[0]!.at > 50) await sleep((60 - rows[0]!.at) * 1_000 + 50)
  }

  test('two nodes together answer exactly as many requests in a minute as the limit allows, and a 429 response says when to try again', async () => {
    await awayFromItsEnd()
    const before = await readFigures(other().metricsUrl!)
    const here = await service.newCompany()
    const both = [here, here.at(other().apiUrl)]
    const replies = await Promise.all(
      Array.from({ length: 4 * PER_MINUTE }, (_, index) => both[index % 2]!.get('/api/v1/warehouses')),
    )
    const served = replies.filter(({ status }) => status === 200)
    const refused = replies.filter(({ status }) => status === 429)
    expect([served.length, refused.length]).toEqual([PER_MINUTE, 3 * PER_MINUTE])
    for (const { headers } of replies) {
      expect(headers.get('ratelimit-policy')).toBe(`"company";q=${PER_MINUTE};w=60`)
      expect(headers.get('ratelimit')).toMatch(/^"company";r=\d+;t=\d+$/)
    }
    for (const reply of refused) {
      expect(readProblem(reply).code).toBe('RATE_LIMITED')
      const seconds = Number(reply.headers.get('retry-after'))
      expect(reply.headers.get('ratelimit')).toBe(`"company";r=0;t=${seconds}`)
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(60)
    }
    const after = await readFigures(other().metricsUrl!)
    expect(growthOf(before, after, 'skladno_limit_refusals_total{limit="requests"}')).toBe(refused.length)
    // Refusing further requests causes no database query, and other companies are not affected.
    expect(
      await sqlDuring(() =>
        Promise.all(both.map((one) => one.get('/api/v1/bootstrap'))).then(() => service.database.query('select 1')),
      ),
    ).toEqual([])
    expect((await (await service.newCompany()).get('/api/v1/warehouses')).status).toBe(200)
  })

  test('when a company has used up its requests, streams still work, and health checks, /limits and the owner’s download are still answered', async () => {
    await awayFromItsEnd()
    const owner = await newOwner(service.sessionUrl)
    const token = (await owner.post('/api/v1/tokens', { name: 'Сайт' })).json.secret
    const read = (path: string, headers: Record<string, string> = {}) =>
      fetch(service.url + path, { headers: { authorization: `Bearer ${token}`, ...headers } })
    const asClient = new Client(service.url, token, owner.companyId)
    const stream = await openStream(asClient, { since: 0 })
    const statuses: number[] = []
    for (let sent = 0; sent <= PER_MINUTE; sent += 1) statuses.push((await read('/api/v1/warehouses')).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(PER_MINUTE)
    // Requests with sessions count like requests with tokens, except those by which an owner manages tokens and
    // members.
    expect((await owner.get('/api/v1/warehouses')).status).toBe(429)
    for (const path of ['session', 'tokens', 'company/archive'])
      expect([path, (await owner.get(`/api/v1/${path}`)).status]).toEqual([path, 200])
    expect((await read('/healthz')).status).toBe(200)
    const used = await read('/api/v1/limits')
    expect(await used.json()).toMatchObject({ requests: { limit: PER_MINUTE, used: PER_MINUTE }, products: null })
    const second = await openStream(asClient, { since: 0 })
    expect([stream.status, second.status]).toEqual([200, 200])
    // Reading changes without the stream is an ordinary request.
    expect((await read('/api/v1/changes?since=0')).status).toBe(429)
    // An open stream asks every second whether its caller is still known.
    expect(await Promise.race([stream.next(), sleep(1_500, 'still open')])).toBe('still open')
    await Promise.all([stream.close(), second.close()])
  })

  test('a command refused because of the request limit does not use up its idempotency key', async () => {
    await awayFromItsEnd()
    const client = await service.newCompany()
    for (let sent = 0; sent < PER_MINUTE; sent += 1) await client.get('/api/v1/warehouses')
    const refused = await client.post('/api/v1/warehouses', { name: 'Склад' }, { key: 'not-used-up-by-it', ...SUMMARY })
    expect([refused.status, refused.json.keyUsed]).toEqual([429, undefined])
    const found = await readCompany(service.database, client.companyId, (tx) =>
      tx.query('select key from commands where company_id = $1', [client.companyId]),
    )
    expect(found.rows).toEqual([])
  })
})

describe('products', () => {
  const MOST = 5
  const limits = { ...NO_LIMITS, products: MOST }
  const service = useService({ limits })
  const other = useSecondNode(service, { limits, metrics: { host: '127.0.0.1', port: 0, companies: 0 } })
  const create = (client: Client, key: string = randomUUID()) =>
    client.post('/api/v1/products', { name: 'Чайник' }, { key, ...SUMMARY })

  test('two nodes that create products at the same time never exceed the product limit, and repeated commands still get their first response', async () => {
    const before = await readFigures(other().metricsUrl!)
    const here = await service.newCompany()
    const both = [here, here.at(other().apiUrl)]
    const keys = Array.from({ length: 24 }, () => randomUUID())
    const replies = await Promise.all(keys.map((key, index) => create(both[index % 2]!, key)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(MOST)
    const refused = replies.filter(({ status }) => status !== 200)
    for (const reply of refused) {
      const problem = readProblem(reply)
      expect(problem).toMatchObject({
        ...{ status: 409, code: 'COMPANY_LIMIT_REACHED', keyUsed: true },
        figures: { reason: 'products', limit: MOST, used: MOST },
      })
      expect(faultsOfFigures(problem)).toEqual([])
    }
    expect((await here.state()).totals.products).toBe(MOST)
    expect((await usedBy(here)).products).toEqual({ limit: MOST, used: MOST })
    for (const [index, key] of keys.entries()) {
      const again = await create(both[(index + 1) % 2]!, key)
      expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([
        ...[replies[index]!.status, 'true', replies[index]!.text],
      ])
    }
    const after = await readFigures(other().metricsUrl!)
    expect(growthOf(before, after, 'skladno_limit_refusals_total{limit="products"}')).toBe(refused.length)
  })

  test('a company at its product limit can still change, archive and delete products, and a deletion makes room for a new product', async () => {
    const client = await service.newCompany()
    const ids: string[] = []
    for (let made = 0; made < MOST; made += 1) ids.push(await addProduct(client))
    await client.made('PATCH', `/api/v1/products/${ids[0]}`, { name: 'Самовар' })
    await client.made('PATCH', `/api/v1/products/${ids[1]}`, { name: 'Чайник', archived: true })
    expect(await client.refused('POST', '/api/v1/products', { name: 'Лишний' })).toMatchObject({
      code: 'COMPANY_LIMIT_REACHED',
    })
    await client.made('DELETE', `/api/v1/products/${ids[2]}`, {})
    await addProduct(client)
    expect((await create(client)).status).toBe(409)
  })

  test('a batch with mode all that creates more products than the limit allows is refused as a whole', async () => {
    const client = await service.newCompany()
    for (let made = 0; made < MOST - 1; made += 1) await addProduct(client)
    const commands = ['А', 'Б'].map((name) => ({
      ...{ key: randomUUID(), method: 'POST', path: '/api/v1/products', body: { name } },
    }))
    const refused = await client.post('/api/v1/batch', { mode: 'all', commands })
    expect(readProblem(refused)).toMatchObject({ code: 'COMPANY_LIMIT_REACHED', command: { index: 1 } })
    expect((await client.state()).totals.products).toBe(MOST - 1)
    await addProduct(client)
  })

  test('an operator can set the limits of a company while nodes are running, and a limit below the present use refuses only additions', async () => {
    const place = { databaseUrl: service.databaseUrl, files: inject('filesFolder') }
    const client = await service.newCompany()
    const ids: string[] = []
    for (let made = 0; made < 3; made += 1) ids.push(await addProduct(client))
    const env = { COMPANY_PRODUCTS: String(MOST) }
    const set = (...args: string[]) => runShell(place, ['limits', '--company', client.companyId, ...args], { env })
    const ran = await set('--products', '2', '--file-mb', '1', '--files', 'none')
    expect(ran.json, ran.stderr).toMatchObject({
      company: client.companyId,
      own: { products: 2, fileBytes: 1_048_576, files: null },
      defaults: { products: MOST, fileBytes: null },
      used: { requests: null, products: { limit: 2, used: 3 }, files: null, fileBytes: { limit: 1_048_576, used: 0 } },
    })
    await expect.poll(async () => (await usedBy(client)).products.limit, { timeout: LEARNED_MS }).toBe(2)
    expect((await create(client)).json.figures).toEqual({ reason: 'products', limit: 2, used: 3 })
    await client.made('PATCH', `/api/v1/products/${ids[0]}`, { name: 'Самовар' })
    const listed = await runShell(place, ['limits'], { env })
    expect(listed.json.companies).toContainEqual({
      id: client.companyId,
      limits: { products: 2, files: null, fileBytes: 1_048_576 },
    })

    expect((await set('--products', 'none')).json.own).toEqual({ files: null, fileBytes: 1_048_576, products: null })
    expect((await set('--products', 'default', '--files', 'default', '--file-mb', 'default')).json).toMatchObject({
      own: {},
    })
    expect((await runShell(place, ['limits'], { env })).json.companies).not.toContainEqual(
      expect.objectContaining({ id: client.companyId }),
    )
  })

  test.each([
    ['--requests', '0', /must be a whole number/],
    ['--company', UNKNOWN_ID, /There is no company/],
  ])('the command npm run limits refuses %s %s and changes nothing', async (option, value, reason) => {
    const place = { databaseUrl: service.databaseUrl, files: inject('filesFolder') }
    const { companyId } = await service.newCompany()
    const ran = await runShell(place, ['limits', '--company', companyId, '--file-mb', '1', option, value])
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringMatching(reason)])
    const { rows } = await service.database.query('select from company_limits where company_id = any ($1)', [
      [companyId, UNKNOWN_ID],
    ])
    expect(rows).toEqual([])
  })
})

describe('files', () => {
  const service = useService()
  /** The nodes with limits; `service` has none. */
  const nodes: Service[] = []
  afterAll(() => Promise.all(nodes.map((node) => node.stop())))
  const nodeWith = async (limits: Partial<typeof NO_LIMITS>): Promise<Service> => {
    const node = await startNode(service.databaseUrl, { limits: { ...NO_LIMITS, ...limits } })
    nodes.push(node)
    return node
  }

  /** Moves a company’s uploads two days back, as if they had been made then. */
  async function age(client: Client): Promise<void> {
    await writeBeside(service.database, client.companyId, async (tx) => {
      await tx.query(`update stored_files set kept_at = now() - interval '2 days' where company_id = $1`, [
        client.companyId,
      ])
    })
  }

  test('files stored before there was a limit count towards it, and two nodes that receive uploads at the same time never exceed it', async () => {
    const before = await service.newCompany()
    const productId = await addProduct(before)
    const pictures = await Promise.all(Array.from({ length: 14 }, ownPicture))
    for (const picture of pictures.slice(0, 2))
      expect((await uploadTo(before, imagesOf(productId), picture)).status).toBe(200)
    const most = { files: 6 }
    const [one, two] = [await nodeWith(most), await nodeWith(most)]
    const both = [before.at(one.apiUrl), before.at(two.apiUrl)]
    expect(await usedBy(both[0]!)).toMatchObject({ files: { limit: 6, used: 2 }, fileBytes: null })
    const replies = await Promise.all(
      pictures.slice(2).map((picture, index) => uploadTo(both[index % 2]!, imagesOf(productId), picture)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(4)
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(readProblem(reply)).toMatchObject({
        ...{ code: 'COMPANY_LIMIT_REACHED', figures: { reason: 'files', limit: 6, used: 6 } },
      })
    expect((await before.get(`/api/v1/products/${productId}`)).json.images).toHaveLength(6)
    expect((await usedBy(both[1]!)).files).toEqual({ limit: 6, used: 6 })
    // Uploading the same bytes again takes no room.
    expect((await uploadTo(both[0]!, imagesOf(productId), pictures[0]!)).status).toBe(200)
    expect((await usedBy(both[1]!)).files).toEqual({ limit: 6, used: 6 })
  })

  test('every kind of upload beyond the byte limit is refused without using up its key, and succeeds after the limit is raised', async () => {
    const shop = await openShop(await service.newCompany())
    const supplierId = await addPartner(shop.client, 'ООО Поставка')
    const lines = [{ productId: shop.productId, quantity: 1, unitCost: 1 }]
    const wish = { supplierId, warehouseId: shop.warehouseId, lines }
    const delivery = await shop.client.made('POST', '/api/v1/stock/deliveries', wish)
    const picture = await ownPicture()
    const key = randomUUID()
    expect((await uploadTo(shop.client, imagesOf(shop.productId), picture, key)).status).toBe(200)
    const full = shop.client.at((await nodeWith({ fileBytes: picture.length })).apiUrl)
    expect((await usedBy(full)).fileBytes).toEqual({ limit: picture.length, used: picture.length })
    const paths = [
      imagesOf(shop.productId),
      `/api/v1/stock/deliveries/${delivery.id}/photos`,
      '/api/v1/procurement/imports',
    ]
    const keys = new Map(paths.map((path) => [path, randomUUID()]))
    const other = await ownPicture()
    const refused = [
      ...(await Promise.all(paths.map((path) => uploadTo(full, path, other, keys.get(path)!)))),
      await uploadTable(full),
    ]
    for (const reply of refused) {
      const problem = readProblem(reply)
      expect(problem).toMatchObject({
        ...{ status: 409, code: 'COMPANY_LIMIT_REACHED' },
        figures: { reason: 'bytes', limit: picture.length, used: picture.length },
      })
      expect(problem).not.toHaveProperty('keyUsed')
    }
    const replay = await uploadTo(full, imagesOf(shop.productId), picture, key)
    expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    const wide = shop.client.at((await nodeWith({ fileBytes: 1_000_000 })).apiUrl)
    for (const path of paths) {
      const reply = await uploadTo(wide, path, other, keys.get(path)!)
      expect([path, reply.status, reply.headers.get('idempotent-replayed')]).toEqual([path, 200, null])
    }
    expect((await uploadTable(wide)).status).toBe(200)
    expect((await usedBy(wide)).fileBytes.used).toBe(picture.length + other.length + TABLE.length)
  })

  test('a deleted file counts towards the limit for one day, and its upload can be repeated with its key even when there is no room', async () => {
    const client = (await service.newCompany()).at((await nodeWith({ files: 1 })).apiUrl)
    const productId = await addProduct(client)
    const picture = await ownPicture()
    const key = randomUUID()
    const first = await uploadTo(client, imagesOf(productId), picture, key)
    await client.made('DELETE', `${imagesOf(productId)}/${first.json.result.id}`, {})
    const next = await ownPicture()
    expect((await uploadTo(client, imagesOf(productId), next)).status).toBe(409)
    await age(client)
    expect((await usedBy(client)).files).toEqual({ limit: 1, used: 0 })
    expect((await uploadTo(client, imagesOf(productId), next)).status).toBe(200)
    await age(client)
    expect((await usedBy(client)).files).toEqual({ limit: 1, used: 1 })
    const replay = await uploadTo(client, imagesOf(productId), picture, key)
    expect([replay.status, replay.headers.get('idempotent-replayed'), replay.text]).toEqual([200, 'true', first.text])
    expect((await usedBy(client)).files).toEqual({ limit: 1, used: 1 })
  })
})
