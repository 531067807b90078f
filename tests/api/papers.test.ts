/**
 * Tests uploaded files of purchase documents: upload, queue, recognition, draft. The test itself acts as the vision
 * model.
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { request } from 'undici'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listNamedFiles } from '../../server/cli/named-files-sql.ts'
import type { Service } from '../../server/service.ts'
import { writeCompany } from '../../server/store/commits.ts'
import { readCompany } from '../../server/store/database.ts'
import { readProblem } from '../support/contract/problems.ts'
import { type HeldVision, READ, startHeldVision } from '../support/fakes/held-vision.ts'
import type { Client, Json, Sending } from '../support/node/client.ts'
import { patience } from '../support/node/patience.ts'
import { startNode, useService } from '../support/node/service.ts'
import { EXTRACTION, finishAs } from '../support/papers/papers.ts'
import { pdfOf } from '../support/papers/pdf.ts'
import { addPartner, addProduct, addWarehouse, MOMENT, moveDocument, UNKNOWN_ID } from '../support/scene/fixtures.ts'

const IMPORTS = '/api/v1/procurement/imports'
const service = useService()
let vision: HeldVision
let reading: Service

beforeAll(async () => {
  vision = await startHeldVision()
  reading = await startReading()
})
afterAll(async () => {
  await reading.stop()
  await vision.close()
})

/** Starts a node that recognizes files, in addition to the node that only handles requests. */
const startReading = () =>
  startNode(service.databaseUrl, { recognition: { recognizer: { url: vision.url, model: 'held' }, workers: 1 } })

let shade = 0
/** Returns a picture of a page that differs from all others. */
const page = () => {
  shade += 1
  const background = { r: shade % 256, g: 255, b: 255 - (shade >> 8) }
  return sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
}

async function upload(client: Client, sending: Sending = {}): Promise<Json> {
  const raw = sending.raw ?? (await page())
  const headers = { 'content-type': 'image/png', ...sending.headers }
  const reply = await client.at(reading.apiUrl).send('POST', IMPORTS, undefined, { ...sending, raw, headers })
  expect(reply.status, reply.text).toBe(200)
  return reply.json.result
}

const list = async (client: Client): Promise<Json[]> => (await client.at(reading.apiUrl).get(IMPORTS)).json.items
const one = async (client: Client, id: string): Promise<Json> =>
  (await client.at(reading.apiUrl).get(`${IMPORTS}/${id}`)).json

/** Waits until a file has the status. */
async function until(client: Client, id: string, status: string): Promise<Json> {
  for (const pause = patience(); ; await pause()) {
    const file = await one(client, id)
    if (file.status === status) return file
  }
}

async function recognized(client: Client, content: object = READ): Promise<Json> {
  const { id } = await upload(client)
  ;(await vision.next()).answer(content)
  return until(client, id, 'recognized')
}

const draftBody = (ids: { productId: string; supplierId: string; warehouseId: string }) => ({
  kind: 'receipt',
  supplierId: ids.supplierId,
  warehouseId: ids.warehouseId,
  lines: [{ productId: ids.productId, quantity: 10, unitCost: 95.4 }],
})

test('an uploaded file is queued, processed and recognized, and the company’s own partner and product are proposed', async () => {
  const client = await service.newCompany()
  const partnerId = await addPartner(client, 'Ромашка', { inn: '7707083893' })
  const productId = await addProduct(client, { name: 'Чайник электрический', sku: 'TEA-7' })
  const raw = await page()
  const uploaded = await upload(client, { raw, headers: { 'x-file-name': encodeURIComponent('УПД 1542.png') } })
  expect(uploaded).toMatchObject({
    fileName: 'УПД 1542.png',
    contentType: 'image/png',
    size: raw.length,
    status: 'queued',
  })
  const asked = await vision.next()
  const [processing] = await list(client)
  expect(processing).toMatchObject({ id: uploaded.id, status: 'processing' })
  expect(processing.recognition).toMatchObject({
    queuePosition: 1,
    sampleCount: 0,
    estimatedRemainingSeconds: null,
    estimateExceeded: false,
  })
  asked.answer(READ)
  const file = await until(client, uploaded.id, 'recognized')
  expect(file.extraction).toMatchObject({
    kind: 'upd',
    reference: '1542',
    issuedAt: '2026-03-01',
    supplier: { name: 'ООО «Ромашка»', inn: '7707083893', partnerId },
    lines: [{ name: 'Чайник синий', sku: 'TEA-7', quantity: 10, unitCost: 95.4, amount: 954, productId }],
    total: 954,
    recognition: { model: 'held', startedAt: expect.stringMatching(MOMENT), durationSeconds: expect.any(Number) },
  })
  const { startedAt, durationSeconds } = file.extraction.recognition
  const { items } = (await client.get('/api/v1/audit?limit=1')).json
  expect(items[0].action).toBe('procurement_import.recognized')
  // Check that the recognition took place after the upload and before the result was recorded.
  expect(Date.parse(startedAt)).toBeGreaterThanOrEqual(Date.parse(file.uploadedAt))
  expect(Date.parse(startedAt) + durationSeconds * 1_000).toBeLessThanOrEqual(Date.parse(items[0].at))
  expect(file.extraction.lines[0].confidence).toBeGreaterThanOrEqual(0.9)
  expect(file).not.toHaveProperty('recognition')
  expect((await client.state()).documents).toEqual([])
  const bytes = await fetch(`${reading.apiUrl}${IMPORTS}/${uploaded.id}/file`, {
    headers: { authorization: `Bearer ${client.token}` },
  })
  expect(Buffer.from(await bytes.arrayBuffer()).equals(raw)).toBe(true)
  expect(bytes.headers.get('content-type')).toBe('image/png')
  expect(bytes.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent('УПД 1542.png')}`)
})

test('a recognized file stores when its recognition started and how long it took, for later time estimates', async () => {
  const client = await service.newCompany()
  const { extraction } = await recognized(client)
  const { rows } = await readCompany(service.database, client.companyId, (tx) =>
    tx.query<{ duration_ms: number; record: string }>(
      'select duration_ms, record from recognitions where company_id = $1',
      [client.companyId],
    ),
  )
  const [sample] = rows
  expect(extraction.recognition).toEqual({
    model: 'held',
    startedAt: JSON.parse(sample!.record).startedAt,
    durationSeconds: sample!.duration_ms / 1_000,
  })
})

test('a user’s corrections in a draft are proposed for the next file', async () => {
  const client = await service.newCompany()
  const supplierId = await addPartner(client, 'Ромашка', { inn: '7707083893' })
  const warehouseId = await addWarehouse(client)
  const productId = await addProduct(client, { name: 'Совсем иначе названный' })
  const first = await recognized(client)
  expect(first.extraction.lines[0]).not.toHaveProperty('productId')
  await client.made('POST', `${IMPORTS}/${first.id}/document`, draftBody({ productId, supplierId, warehouseId }))
  const second = await recognized(client)
  expect(second.extraction.lines[0].productId).toBe(productId)
})

test('a file becomes imported when a draft is created from it, and is available again when the draft is deleted', async () => {
  const client = await service.newCompany()
  const supplierId = await addPartner(client, 'Ромашка')
  const warehouseId = await addWarehouse(client)
  const productId = await addProduct(client)
  const body = draftBody({ productId, supplierId, warehouseId })
  const { id } = await upload(client)
  const asked = await vision.next()
  expect(await client.refused('POST', `${IMPORTS}/${id}/document`, body)).toMatchObject({ code: 'NOT_RECOGNIZED' })
  asked.answer(READ)
  await until(client, id, 'recognized')
  const [a, b] = await Promise.all([1, 2].map(() => client.post(`${IMPORTS}/${id}/document`, body)))
  expect([a!.status, b!.status].sort()).toEqual([200, 409])
  const document = (a!.status === 200 ? a : b)!.json.result
  expect(document).toMatchObject({ status: 'draft', importId: id, total: 954 })
  expect(await one(client, id)).toMatchObject({ status: 'imported', documentId: document.id })
  expect(await client.refused('POST', `${IMPORTS}/${id}/document`, body)).toMatchObject({ code: 'ALREADY_IMPORTED' })
  expect(await client.refused('DELETE', `${IMPORTS}/${id}`, {})).toMatchObject({ code: 'ALREADY_IMPORTED' })
  expect(await client.refused('POST', `${IMPORTS}/${id}/recognize`, {})).toMatchObject({ code: 'ALREADY_IMPORTED' })
  await client.made('DELETE', `/api/v1/procurement/documents/${document.id}`, {})
  const freed = await one(client, id)
  expect(freed.status).toBe('recognized')
  expect(freed).not.toHaveProperty('documentId')
  await client.made('POST', `${IMPORTS}/${id}/document`, body)
})

test('a draft made from a file takes from the file only the fields that the request omits', async () => {
  const client = await service.newCompany()
  const supplierId = await addPartner(client, 'Ромашка', { inn: '7707083893' })
  const warehouseId = await addWarehouse(client)
  const productId = await addProduct(client, { name: 'Чайник электрический', sku: 'TEA-7' })
  const drafted = async (body: object): Promise<Json> => {
    const { id } = await recognized(client)
    return client.made('POST', `${IMPORTS}/${id}/document`, body)
  }
  const read = {
    kind: 'receipt',
    reference: '1542',
    issuedAt: '2026-03-01',
    supplierId,
    warehouseId: null,
    lines: [{ productId, quantity: 10, unitCost: 95.4 }],
  }
  expect(await drafted({})).toMatchObject({ status: 'draft', total: 954, ...read })
  expect(await drafted({ warehouseId, reference: 'своя' })).toMatchObject({ ...read, warehouseId, reference: 'своя' })
  const cleared = { kind: 'purchase_order', reference: null, issuedAt: null, supplierId: null, lines: [] }
  expect(await drafted(cleared)).toMatchObject(cleared)
  await client.made('DELETE', `/api/v1/procurement/documents/${(await client.state()).documents[0].id}`, {})
})

test('a draft can be made from a file with incomplete lines only if the request itself gives the lines', async () => {
  const client = await service.newCompany()
  const productId = await addProduct(client, { name: 'Чайник электрический', sku: 'TEA-7' })
  const [line] = READ.lines
  const unknown = { ...line, name: 'Нечто новое', sku: null }
  const { id } = await recognized(client, { ...READ, lines: [line, unknown] })
  const problem = await client.refused('POST', `${IMPORTS}/${id}/document`, { kind: 'receipt' })
  expect(problem).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', errors: [{ path: '/lines' }] })
  expect(problem.errors![0]!.message).toMatch(/line 2 "Нечто новое" has no product/)
  const lines = [{ productId, quantity: 1, unitCost: 2 }]
  const draft = await client.made('POST', `${IMPORTS}/${id}/document`, { kind: 'receipt', lines })
  expect(draft).toMatchObject({ reference: '1542', lines })
})

test('cancelling a posted document made from a file takes its goods out of stock again, and the file stays imported', async () => {
  const client = await service.newCompany()
  const supplierId = await addPartner(client, 'Ромашка')
  const warehouseId = await addWarehouse(client)
  const productId = await addProduct(client)
  const { id } = await recognized(client)
  const document = await client.made(
    'POST',
    `${IMPORTS}/${id}/document`,
    draftBody({ productId, supplierId, warehouseId }),
  )
  await moveDocument(client, document.id, 'posted')
  expect((await client.state()).stock).toMatchObject([{ onHand: 10 }])
  const problem = await client.refused('DELETE', `${IMPORTS}/${id}`, {})
  expect(problem).toMatchObject({ status: 409, code: 'ALREADY_IMPORTED' })
  await moveDocument(client, document.id, 'cancelled')
  expect((await client.state()).stock).toMatchObject([{ onHand: 0 }])
  expect(await one(client, id)).toMatchObject({ status: 'imported', documentId: document.id })
  expect(await client.refused('DELETE', `${IMPORTS}/${id}`, {})).toMatchObject({ code: 'ALREADY_IMPORTED' })
})

test('the bytes of a rejected file stay in the file store, and no cleanup of unused files removes them', async () => {
  const client = await service.newCompany()
  const raw = await page()
  const { id, sha256 } = await upload(client, { raw })
  const asked = await vision.next()
  await client.made('DELETE', `${IMPORTS}/${id}`, {})
  await asked.gone
  expect(readFileSync(join(inject('filesFolder'), client.companyId, sha256)).equals(raw)).toBe(true)
  const named = readCompany(service.database, client.companyId, (tx) => listNamedFiles(tx, client.companyId, [sha256]))
  expect(await named).toEqual([sha256])
})

test('a rejected file disappears from the list at once, and its recognition stops', async () => {
  const client = await service.newCompany()
  const { id } = await upload(client)
  const asked = await vision.next()
  const before = await client.state()
  // Reject the file on the other node, so that the node that is reading the file must find out by itself.
  const rejected = await client.made('DELETE', `${IMPORTS}/${id}`, {})
  expect(rejected).toEqual({ id, deleted: true })
  await asked.gone
  expect(await list(client)).toEqual([])
  for (const path of [`${IMPORTS}/${id}`, `${IMPORTS}/${id}/file`])
    expect(readProblem(await client.get(path)).code).toBe('NOT_FOUND')
  expect(readProblem(await client.post(`${IMPORTS}/${id}/recognize`)).code).toBe('NOT_FOUND')
  const { items } = (await client.get('/api/v1/audit')).json
  expect(items[0]).toMatchObject({ action: 'procurement_import.rejected', entityId: id })
  expect({ ...(await client.state()), revision: 0 }).toEqual({ ...before, revision: 0 })
})

test('a client cannot block a recognition result by using up the idempotency key of that result', async () => {
  const client = await service.newCompany()
  const { id } = await upload(client)
  const asked = await vision.next()
  const reply = await client.post('/api/v1/warehouses', { name: 'Склад' }, { key: `recognition:${id}:1` })
  expect(reply.status, reply.text).toBe(200)
  asked.answer(READ)
  await until(client, id, 'recognized')
})

test('a file is marked as failed after three failed attempts to read it, and can be retried', async () => {
  const client = await service.newCompany()
  const { id } = await upload(client)
  for (let round = 0; round < 3; round += 1) (await vision.next()).fail()
  const failed = await until(client, id, 'failed')
  expect(failed.error).toMatch(/три раза/)
  // Request recognition on a node that does not recognize files. The node that does is notified at once.
  expect(await client.made('POST', `${IMPORTS}/${id}/recognize`, {})).toMatchObject({ status: 'queued' })
  const asked = await vision.next()
  const [processing] = await list(client)
  // Check that a failed attempt does not count towards the time estimate.
  expect(processing.recognition.sampleCount).toBe(0)
  expect((await client.made('POST', `${IMPORTS}/${id}/recognize`, {})).status).toBe('queued')
  asked.answer(READ)
  await until(client, id, 'recognized')
  expect(vision.waiting).toEqual([])
})

test('companies take turns in the recognition queue, and each file in it has a position and a time estimate', async () => {
  const busy = await service.newCompany()
  await recognized(busy)
  const other = await service.newCompany()
  const files: Json[] = []
  for (let count = 0; count < 3; count += 1) files.push(await upload(busy))
  const first = await vision.next()
  const single = await upload(other)
  const items = (await list(busy)).filter(({ recognition }) => recognition !== undefined)
  expect(items.map(({ id }) => id)).toEqual(files.map(({ id }) => id).reverse())
  expect(items.map(({ recognition }) => recognition.queuePosition)).toEqual([3, 2, 1])
  expect(items.map(({ recognition }) => recognition.sampleCount)).toEqual([1, 1, 1])
  first.answer(READ)
  const order: string[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    const asked = await vision.next()
    const atWork = [...(await list(busy)), ...(await list(other))].filter(({ status }) => status === 'processing')
    expect(atWork).toHaveLength(1)
    order.push(atWork[0].id)
    asked.answer(READ)
  }
  // Check only the rest of the order: whether the busy company's second file was read before the other company's file
  // depends on when the reader polled.
  expect(order.filter((id) => id !== single.id)).toEqual([files[1].id, files[2].id])
  expect(order.at(-1)).toBe(files[2].id)
  await until(busy, files[2].id, 'recognized')
})

/** Inserts records of earlier successful recognitions, oldest first. */
async function addSamples(client: Client, samples: readonly { model: string; seconds: number }[]): Promise<void> {
  await writeCompany(service.database, client.companyId, async (tx) => {
    for (const { model, seconds } of samples)
      await tx.query(
        `insert into recognitions (company_id, id, revision, import_id, model, duration_ms, record)
         values ($1, $2, 0, $2, $3, $4, '{}')`,
        [client.companyId, v7(), model, seconds * 1_000],
      )
  })
}

test('the time estimate averages the company’s last ten successful recognitions by the current model', async () => {
  const client = await service.newCompany()
  // A reading time in seconds, longer than any machine could need.
  const average = 1_000_000
  await addSamples(client, [
    ...Array.from({ length: 3 }, () => ({ model: 'held', seconds: 9 * average })),
    ...Array.from({ length: 5 }, () => ({ model: 'held', seconds: average - 7 })),
    ...Array.from({ length: 5 }, () => ({ model: 'held', seconds: average + 7 })),
    { model: 'another', seconds: 9 * average },
  ])
  await addSamples(await service.newCompany(), [{ model: 'held', seconds: 9 * average }])
  const files = [await upload(client), await upload(client)]
  const asked = await vision.next()
  const [behind, atWork] = (await list(client)).map(({ recognition }) => recognition)
  expect([atWork.sampleCount, behind.sampleCount]).toEqual([10, 10])
  expect(behind.estimatedRemainingSeconds - atWork.estimatedRemainingSeconds).toBeCloseTo(average, 0)
  asked.answer(READ)
  ;(await vision.next()).answer(READ)
  for (const { id } of files) await until(client, id, 'recognized')
})

test('interrupted and untimed reading attempts do not count towards the reading time estimate', async () => {
  const client = await service.newCompany()
  const old = await upload(client)
  const unmeasured = await vision.next()
  await writeCompany(service.database, client.companyId, (tx) =>
    finishAs(tx, client.companyId, old.id, { extraction: EXTRACTION }),
  )
  await unmeasured.gone
  const { id } = await upload(client)
  ;(await vision.next()).drop()
  const again = await vision.next()
  const [processing] = await list(client)
  expect(processing.recognition).toMatchObject({ sampleCount: 0, estimatedRemainingSeconds: null })
  again.answer(READ)
  await until(client, id, 'recognized')
  await upload(client)
  const asked = await vision.next()
  expect((await list(client))[0].recognition.sampleCount).toBe(1)
  asked.answer(READ)
})

test('a file that a node was reading when it stopped is read by the next node, once', async () => {
  const client = await service.newCompany()
  const { id } = await upload(client)
  const asked = await vision.next()
  await reading.stop()
  await asked.gone
  reading = await startReading()
  ;(await vision.next()).answer(READ)
  await until(client, id, 'recognized')
  const { items } = (await client.get('/api/v1/audit')).json
  expect(items.filter(({ action }: Json) => action === 'procurement_import.recognized')).toHaveLength(1)
})

/** Returns the process ids of this process's reader processes, from /proc. */
function readerPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))!
        return (
          Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('recognition-process')
        )
      } catch {
        return false
      }
    })
    .map(Number)
}

test('if a file’s reader process is killed, the file is read again by a new process', async () => {
  const client = await service.newCompany()
  const { id } = await upload(client)
  const asked = await vision.next()
  const pids = readerPids()
  expect(pids).toHaveLength(1)
  process.kill(pids[0]!, 'SIGKILL')
  await asked.gone
  ;(await vision.next()).answer(READ)
  await until(client, id, 'recognized')
})

test.each([
  [encodeURIComponent('УПД 1542.pdf'), 'УПД 1542.pdf'],
  [Buffer.from('Счёт №7.png').toString('latin1'), 'Счёт №7.png'],
  ['..%2F..%2Fetc%2Fpasswd', 'passwd'],
  ['C%3A%5CДокументы%5Cсчёт.png'.replace(/[^\x20-\x7e]+/g, encodeURIComponent), 'счёт.png'],
  ['100%.png', '100%.png'],
  ['a%00b%0d%0a.png', 'ab.png'],
])('the file name sent in the X-File-Name header as %j is stored as %j', async (header, fileName) => {
  const client = await service.newCompany()
  const reply = await client.send('POST', IMPORTS, undefined, {
    raw: await page(),
    headers: { 'content-type': 'image/png', 'x-file-name': header },
  })
  expect(reply.json.result?.fileName, reply.text).toBe(fileName)
  await client.made('DELETE', `${IMPORTS}/${reply.json.result.id}`, {})
})

test('a file uploaded without a name is named after its id and type', async () => {
  const client = await service.newCompany()
  const { result } = (
    await client.send('POST', IMPORTS, undefined, { raw: await page(), headers: { 'content-type': 'image/png' } })
  ).json
  expect(result.fileName).toBe(`file-${result.id.slice(-8)}.png`)
  await client.made('DELETE', `${IMPORTS}/${result.id}`, {})
})

test.each([
  ['a text named .jpg', Buffer.from('Это не картинка, а просто текст, и довольно длинный.'), 'image/jpeg'],
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'),
    'image/svg+xml',
  ],
  ['an HTML page', Buffer.from('<!doctype html><html><body>счёт</body></html>'), 'image/png'],
  ['an empty file', Buffer.alloc(0), 'image/png'],
])('uploading %s is refused because its bytes are not of an accepted type', async (_what, raw, contentType) => {
  const client = await service.newCompany()
  const reply = await client.send('POST', IMPORTS, undefined, { raw, headers: { 'content-type': contentType } })
  expect(readProblem(reply)).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
  expect((await client.get(IMPORTS)).json.items).toEqual([])
})

test('an uploaded file’s bytes determine its type, and a Content-Type of PDF for an image or vice versa is refused', async () => {
  const client = await service.newCompany()
  const bytes = await page()
  const send = async (contentType: string | undefined, raw: Uint8Array) => {
    const headers = { ...client.credentials, 'idempotency-key': randomUUID(), prefer: 'return=minimal' }
    const typed = contentType === undefined ? headers : { ...headers, 'content-type': contentType }
    const { statusCode, body } = await request(client.url + IMPORTS, { method: 'POST', headers: typed, body: raw })
    const json = (await body.json()) as Json
    return [statusCode, json.code ?? json.result.contentType]
  }
  const pdf = pdfOf(1)
  expect(await send(undefined, bytes)).toEqual([200, 'image/png'])
  expect(await send(undefined, pdf)).toEqual([200, 'application/pdf'])
  for (const type of ['application/octet-stream', 'application/x-www-form-urlencoded', 'image/jpeg'])
    expect(await send(type, bytes)).toEqual([200, 'image/png'])
  expect(await send('application/pdf', bytes)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  expect(await send('image/png', pdf)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  expect(await send(undefined, Buffer.from('Просто текст.'))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
})

test('an uploaded file above 25 MiB is refused as too large', async () => {
  const client = await service.newCompany()
  const raw = Buffer.concat([await page(), Buffer.alloc(25 * 1_048_576)])
  const reply = await client.send('POST', IMPORTS, undefined, { raw, headers: { 'content-type': 'image/png' } })
  expect(readProblem(reply)).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
})

test('an upload repeated with the same idempotency key creates only one file', async () => {
  const client = await service.newCompany()
  const raw = await page()
  const sending = { raw, key: 'upload-key-1', headers: { 'content-type': 'image/png', 'x-file-name': 'a.png' } }
  const replies = await Promise.all([1, 2, 3].map(() => client.send('POST', IMPORTS, undefined, sending)))
  expect(new Set(replies.map(({ json }) => json.result.id)).size).toBe(1)
  for (const other of [{ raw: await page() }, { headers: { ...sending.headers, 'x-file-name': 'b.png' } }]) {
    const reply = await client.send('POST', IMPORTS, undefined, { ...sending, ...other })
    expect(readProblem(reply).code).toBe('IDEMPOTENCY_KEY_REUSED')
  }
  await client.made('DELETE', `${IMPORTS}/${replies[0]!.json.result.id}`, {})
})

test('uploaded files are listed newest first, page by page', async () => {
  const client = await service.newCompany()
  const ids: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const reply = await client.send('POST', IMPORTS, undefined, {
      raw: await page(),
      headers: { 'content-type': 'image/png' },
    })
    ids.unshift(reply.json.result.id)
  }
  const first = (await client.get(`${IMPORTS}?limit=2`)).json
  const rest = (await client.get(`${IMPORTS}?limit=2&cursor=${first.nextCursor}`)).json
  expect([...first.items, ...rest.items].map(({ id }: Json) => id)).toEqual(ids)
  expect(rest.nextCursor).toBeNull()
  expect(readProblem(await client.get(`${IMPORTS}?cursor=x`)).code).toBe('VALIDATION_FAILED')
  for (const id of ids) await client.made('DELETE', `${IMPORTS}/${id}`, {})
})

test('another company’s files are not found', async () => {
  const owner = await service.newCompany()
  const stranger = await service.newCompany()
  const { id } = (
    await owner.send('POST', IMPORTS, undefined, { raw: await page(), headers: { 'content-type': 'image/png' } })
  ).json.result
  for (const file of [id, UNKNOWN_ID, 'x'])
    for (const path of [`${IMPORTS}/${file}`, `${IMPORTS}/${file}/file`])
      expect(readProblem(await stranger.get(path)).code).toBe('NOT_FOUND')
  expect((await stranger.get(IMPORTS)).json.items).toEqual([])
  await owner.made('DELETE', `${IMPORTS}/${id}`, {})
})
