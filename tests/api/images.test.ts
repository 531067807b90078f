/**
 * Tests product images: uploads, downloads of the original bytes, thumbnails, and what happens to files to which no
 * record refers.
 */
import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { request } from 'undici'
import { afterAll, expect, test } from 'vitest'
import { readCompany } from '../../server/store/database.ts'
import { readProblem } from '../support/contract/problems.ts'
import type { Client, Json, Sending } from '../support/node/client.ts'
import type { Reply } from '../support/node/reply.ts'
import { startNode, useService } from '../support/node/service.ts'
import { animation, blackPng, FORMATS, lying, picture } from '../support/papers/pictures.ts'
import { addProduct, ISSUED_ID, UNKNOWN_ID } from '../support/scene/fixtures.ts'

const MAX_BYTES = 10 * 1_048_576
const DAY_MS = 86_400_000

const folder = await mkdtemp(join(tmpdir(), 'skladno-images-'))
const files = { place: { folder }, incoming: join(folder, 'incoming') }
const service = useService({ files })
afterAll(() => rm(folder, { recursive: true, force: true }))

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const jpeg = FORMATS['image/jpeg']
/** Returns a picture that no other test uses. */
const ownPicture = () =>
  sharp(randomBytes(300), { raw: { width: 10, height: 10, channels: 3 } })
    .png()
    .toBuffer()

interface Gallery {
  readonly client: Client
  readonly productId: string
}

async function openGallery(): Promise<Gallery> {
  const client = await service.newCompany()
  return { client, productId: await addProduct(client) }
}

function upload({ client, productId }: Gallery, raw: Uint8Array, sending: Sending & { type?: string } = {}) {
  const headers = { 'content-type': sending.type ?? 'image/jpeg', ...sending.headers }
  return client.send('POST', `/api/v1/products/${productId}/images`, undefined, { ...sending, raw, headers })
}

async function uploaded(gallery: Gallery, raw: Uint8Array, type?: string): Promise<Json> {
  const reply = await upload(gallery, raw, { prefer: 'state=summary', ...(type === undefined ? {} : { type }) })
  expect(reply.status, reply.text).toBe(200)
  return reply.json.result
}

const remove = ({ client, productId }: Gallery, imageId: string) =>
  client.made('DELETE', `/api/v1/products/${productId}/images/${imageId}`, {})

/** Requests an image. Returns the response with its bytes instead of text. */
async function getImage(client: Client, id: string, query = '', headers: Record<string, string> = {}) {
  const response = await fetch(`${client.url}/api/v1/images/${id}${query}`, {
    headers: { authorization: `Bearer ${client.token}`, ...headers },
  })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function expectNoImage(client: Client, id: string) {
  expect(readProblem(await client.get(`/api/v1/images/${id}`)).code).toBe('NOT_FOUND')
  expect(readProblem(await client.get(`/api/v1/images/${id}?width=100`)).code).toBe('NOT_FOUND')
}

/** Asserts that an upload is refused and leaves the company state unchanged to the byte. */
async function expectRefused(gallery: Gallery, raw: Uint8Array, sending: Sending & { type?: string }, code: string) {
  const before = await gallery.client.get('/api/v1/bootstrap')
  const problem = readProblem(await upload(gallery, raw, sending))
  expect(problem.code, problem.detail).toBe(code)
  expect((await gallery.client.get('/api/v1/bootstrap')).text).toBe(before.text)
  return problem
}

const imagesOf = async ({ client, productId }: Gallery): Promise<Json[]> =>
  (await client.state()).products.find(({ id }: Json) => id === productId).images

const kept = async (client: Client) => (await readdir(join(folder, client.companyId)).catch(() => [])).sort()

// Tests of upload and download.

test.each(Object.entries(FORMATS))(
  '%s: an upload returns the image’s record, and reading the image returns the same bytes',
  async (type, make) => {
    const gallery = await openGallery()
    const bytes = await make()
    const reply = await upload(gallery, bytes, { type })
    expect(reply.status, reply.text).toBe(200)
    const expected = {
      id: expect.stringMatching(ISSUED_ID),
      contentType: type,
      size: bytes.length,
      width: 64,
      height: 48,
    }
    expect(reply.json.result).toEqual(expected)
    expect(reply.json.state.products[0].images).toEqual([reply.json.result])
    expect(reply.text).not.toContain(sha256(bytes))
    const read = await getImage(gallery.client, reply.json.result.id)
    expect(read.status).toBe(200)
    expect(read.bytes.equals(bytes)).toBe(true)
    expect(read.headers.get('content-type')).toBe(type)
    expect(read.headers.get('content-length')).toBe(String(bytes.length))
    expect(read.headers.get('x-content-type-options')).toBe('nosniff')
    expect(read.headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/)
    expect(read.headers.get('content-disposition')).toMatch(/^inline; filename=image-[0-9a-f]{8}\.(jpg|png|webp|gif)$/)
  },
)

test('an upload may have the Content-Type of any image format, because the stored format is detected from the bytes', async () => {
  const gallery = await openGallery()
  for (const type of ['image/jpeg', 'IMAGE/PNG', 'image/svg+xml', 'image/x-unheard-of; q=1', 'image/heic']) {
    const image = await uploaded(gallery, await FORMATS['image/webp'](), type)
    expect(image.contentType).toBe('image/webp')
    expect((await getImage(gallery.client, image.id)).headers.get('content-type')).toBe('image/webp')
  }
})

test.each(['gif', 'webp'] as const)(
  'an animated %s is accepted, and its stored size is that of one frame',
  async (format) => {
    const gallery = await openGallery()
    const bytes = await animation(format)
    const image = await uploaded(gallery, bytes)
    expect(image).toMatchObject({ contentType: `image/${format}`, width: 40, height: 30 })
    expect((await getImage(gallery.client, image.id)).bytes.equals(bytes)).toBe(true)
  },
)

test('a photograph stored sideways is recorded with its upright width and height, and the file’s bytes stay unchanged', async () => {
  const gallery = await openGallery()
  const bytes = await lying()
  const image = await uploaded(gallery, bytes)
  expect(image).toMatchObject({ width: 48, height: 64 })
  expect((await getImage(gallery.client, image.id)).bytes.equals(bytes)).toBe(true)
})

test('a product’s images are listed in upload order, even after the product is updated, and the audit log records the uploads', async () => {
  const gallery = await openGallery()
  const { client, productId } = gallery
  const ids: string[] = []
  for (const make of Object.values(FORMATS)) ids.push((await uploaded(gallery, await make())).id)
  await client.made('PATCH', `/api/v1/products/${productId}`, { name: 'Другой' })
  expect((await imagesOf(gallery)).map(({ id }) => id)).toEqual(ids)
  const { items } = (await client.get('/api/v1/audit?limit=2')).json
  expect(items[1]).toMatchObject({ action: 'product_image.uploaded', entityType: 'product_image', entityId: ids[3] })
})

test('uploading an image raises its product’s revision and appears as a change', async () => {
  const gallery = await openGallery()
  const reply = await upload(gallery, await jpeg(), { prefer: 'state=changes' })
  const { changed, revision } = reply.json.state
  expect(changed.products).toMatchObject([{ id: gallery.productId, images: [reply.json.result] }])
  expect(revision).toBe(2)
})

test('an archived product accepts image uploads too', async () => {
  const gallery = await openGallery()
  await gallery.client.made('PATCH', `/api/v1/products/${gallery.productId}`, { name: 'Товар', archived: true })
  await uploaded(gallery, await jpeg())
})

test('uploading the same bytes twice creates two images but only one file', async () => {
  const gallery = await openGallery()
  const bytes = await jpeg()
  const [one, two] = [await uploaded(gallery, bytes), await uploaded(gallery, bytes)]
  expect(one.id).not.toBe(two.id)
  expect(await kept(gallery.client)).toEqual([sha256(bytes)])
  await remove(gallery, one.id)
  await expectNoImage(gallery.client, one.id)
  expect((await getImage(gallery.client, two.id)).bytes.equals(bytes)).toBe(true)
})

test('an image of exactly 10 MiB is accepted, even without a Content-Length header', async () => {
  const gallery = await openGallery()
  const bytes = Buffer.concat([await jpeg(), Buffer.alloc(MAX_BYTES)]).subarray(0, MAX_BYTES)
  const image = await uploaded(gallery, bytes)
  expect(image.size).toBe(MAX_BYTES)
  expect(sha256((await getImage(gallery.client, image.id)).bytes)).toBe(sha256(bytes))
  expect((await uploadChunked(gallery, bytes)).status).toBe(200)
})

function uploadChunked({ client, productId }: Gallery, bytes: Buffer) {
  return fetch(`${client.url}/api/v1/products/${productId}/images`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.token}`,
      'idempotency-key': randomUUID(),
      'content-type': 'image/jpeg',
      prefer: 'state=summary',
    },
    body: new Blob([new Uint8Array(bytes)]).stream(),
    duplex: 'half',
  } as RequestInit)
}

// Tests of uploads that are not pictures or are too large.

test('an image one byte above 10 MiB is refused, with or without a Content-Length header', async () => {
  const gallery = await openGallery()
  const bytes = Buffer.concat([await jpeg(), Buffer.alloc(MAX_BYTES)]).subarray(0, MAX_BYTES + 1)
  await expectRefused(gallery, bytes, {}, 'BODY_TOO_LARGE')
  const chunked = await uploadChunked(gallery, bytes)
  expect([chunked.status, ((await chunked.json()) as Json).code]).toEqual([413, 'BODY_TOO_LARGE'])
  expect(await kept(gallery.client)).toEqual([])
})

test.each(['application/json', 'text/html', 'application/octet-stream', 'image', 'image/', 'image/*', 'imagejpeg', ''])(
  'an upload whose Content-Type is not an image type is refused: %j',
  async (type) => {
    await expectRefused(await openGallery(), await jpeg(), { type }, 'UNSUPPORTED_MEDIA_TYPE')
  },
)

const HTML = '<!doctype html><html><script>alert(1)</script></html>'
const SVG = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>'
const NO_PICTURES: Record<string, () => Uint8Array | Promise<Uint8Array>> = {
  nothing: () => new Uint8Array(0),
  HTML: () => Buffer.from(HTML),
  SVG: () => Buffer.from(SVG),
  JSON: () => Buffer.from('{"name":"x"}'),
  PDF: () => Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  TIFF: () => picture().tiff().toBuffer(),
  AVIF: () => picture(16, 16).avif().toBuffer(),
  'a BMP header': () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(64)]),
  'HTML behind the signature of a PNG': async () =>
    Buffer.concat([(await FORMATS['image/png']()).subarray(0, 8), Buffer.from(HTML)]),
  'HTML behind the signature of a GIF': () => Buffer.from(`GIF89a${HTML}`),
  'HTML behind the signature of a JPEG': () =>
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(HTML)]),
  'a PNG of no width': () => blackPng(0, 5),
  noise: () => randomBytes(5_000),
}

test.each(Object.keys(NO_PICTURES))('an upload whose bytes are not a supported image is refused: %s', async (name) => {
  const gallery = await openGallery()
  for (const type of ['image/png', 'image/svg+xml'])
    await expectRefused(gallery, await NO_PICTURES[name]!(), { type }, 'UNSUPPORTED_MEDIA_TYPE')
  expect(await kept(gallery.client)).toEqual([])
})

test.each(Object.entries(FORMATS))('a truncated %s is refused', async (type, make) => {
  const gallery = await openGallery()
  const bytes = await make()
  for (const part of [0.2, 0.5, 0.9])
    await expectRefused(gallery, bytes.subarray(0, Math.floor(bytes.length * part)), { type }, 'UNSUPPORTED_MEDIA_TYPE')
})

test('a picture with HTML appended to it is served as an image, never as HTML', async () => {
  const gallery = await openGallery()
  const bytes = Buffer.concat([await FORMATS['image/gif'](), Buffer.from(HTML)])
  const image = await uploaded(gallery, bytes, 'image/svg+xml')
  const { headers } = await getImage(gallery.client, image.id, '', { accept: 'text/html' })
  expect(headers.get('content-type')).toBe('image/gif')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('a small file whose picture has too many pixels is refused before it is decoded', async () => {
  const gallery = await openGallery()
  const bomb = blackPng(30_000, 30_000)
  expect(bomb.length).toBeLessThan(200_000)
  const problem = await expectRefused(gallery, bomb, { type: 'image/png' }, 'BODY_TOO_LARGE')
  expect(problem.detail).toContain('900 megapixels')
  await expectRefused(gallery, blackPng(8_001, 8_000), {}, 'BODY_TOO_LARGE')
  expect(await uploaded(gallery, blackPng(8_000, 8_000))).toMatchObject({ width: 8_000, height: 8_000 })
})

test('a product may have at most 100 images', async () => {
  const gallery = await openGallery()
  const bytes = await jpeg()
  for (let count = 0; count < 100; count += 1) await uploaded(gallery, bytes)
  expect((await expectRefused(gallery, bytes, {}, 'VALIDATION_FAILED')).detail).toContain('100 images')
})

// Tests of the order of checks.

test('an image upload is checked in this order: idempotency key, content type and bytes, product', async () => {
  const { client } = await openGallery()
  const nowhere = { client, productId: UNKNOWN_ID }
  await expectRefused(nowhere, await jpeg(), { type: 'text/plain' }, 'UNSUPPORTED_MEDIA_TYPE')
  await expectRefused(nowhere, Buffer.from(HTML), {}, 'UNSUPPORTED_MEDIA_TYPE')
  await expectRefused(nowhere, await jpeg(), {}, 'NOT_FOUND')
  await expectRefused(nowhere, Buffer.from(HTML), { key: 'short', type: 'text/plain' }, 'IDEMPOTENCY_KEY_INVALID')
})

test('an image upload uses up its idempotency key if a business rule refuses it, but not if its bytes are refused', async () => {
  const gallery = await openGallery()
  const bytes = await jpeg()
  const key = randomUUID()
  await expectRefused(gallery, Buffer.from(HTML), { key }, 'UNSUPPORTED_MEDIA_TYPE')
  expect((await upload(gallery, bytes, { key })).status).toBe(200)
  const other = randomUUID()
  const nowhere = { client: gallery.client, productId: UNKNOWN_ID }
  const [first, again] = [await upload(nowhere, bytes, { key: other }), await upload(nowhere, bytes, { key: other })]
  expect(again.text).toBe(first.text)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
})

// Tests of repeated uploads.

test('a repeated image upload is carried out once, and any node repeats the response byte for byte', async () => {
  const gallery = await openGallery()
  const bytes = await jpeg()
  const key = randomUUID()
  const first = await upload(gallery, bytes, { key })
  await gallery.client.made('POST', '/api/v1/warehouses', { name: 'После' })
  const node = await startNode(service.databaseUrl, { files })
  try {
    for (const client of [gallery.client, gallery.client.at(node.apiUrl)]) {
      const again = await upload({ ...gallery, client }, bytes, { key })
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(again.text).toBe(first.text)
    }
    const there = await getImage(gallery.client.at(node.apiUrl), first.json.result.id)
    expect(there.bytes.equals(bytes)).toBe(true)
  } finally {
    await node.stop()
  }
  expect(await imagesOf(gallery)).toHaveLength(1)
})

test('an image upload without a Content-Type is accepted if its bytes are a picture', async () => {
  const gallery = await openGallery()
  const { client, productId } = gallery
  const send = async (raw: Uint8Array) => {
    const headers = { ...client.credentials, 'idempotency-key': randomUUID() }
    const path = `/api/v1/products/${productId}/images`
    const { statusCode, body } = await request(client.url + path, { method: 'POST', headers, body: raw })
    return [statusCode, ((await body.json()) as Json).result?.contentType]
  }
  expect(await send(await jpeg())).toEqual([200, 'image/jpeg'])
  expect(await send(Buffer.from('Просто текст.'))).toEqual([415, undefined])
})

test('an image can be deleted with an empty object as the body or without a body', async () => {
  const gallery = await openGallery()
  const { client, productId } = gallery
  const remove = async (more: { headers?: Record<string, string>; body?: string }) => {
    const { id } = await uploaded(gallery, await jpeg())
    const headers = { ...client.credentials, 'idempotency-key': randomUUID(), ...more.headers }
    const path = `/api/v1/products/${productId}/images/${id}`
    const { body, statusCode } = await request(client.url + path, { method: 'DELETE', ...more, headers })
    return [statusCode, ((await body.json()) as Json).result?.deleted]
  }
  const json = { 'content-type': 'application/json' }
  expect(await remove({})).toEqual([200, true])
  expect(await remove({ headers: json })).toEqual([200, true])
  expect(await remove({ headers: json, body: '{}' })).toEqual([200, true])
  expect(await remove({ headers: json, body: '{"a":1}' })).toEqual([400, undefined])
  expect(await imagesOf(gallery)).toHaveLength(1)
  // Check that repeating a delete command with the body `{}` instead of no body counts as the same command.
  const { id } = (await imagesOf(gallery))[0]!
  const again = { ...client.credentials, 'idempotency-key': randomUUID() }
  const path = `${client.url}/api/v1/products/${productId}/images/${id}`
  const texts: string[] = []
  for (const more of [{}, { body: '{}' }]) {
    const headers = 'body' in more ? { ...again, ...json } : again
    texts.push(await (await request(path, { method: 'DELETE', ...more, headers })).body.text())
  }
  expect(texts[1]).toBe(texts[0])
})

test('two simultaneous uploads with one idempotency key create one image', async () => {
  const gallery = await openGallery()
  const bytes = await jpeg()
  const key = randomUUID()
  const replies = await Promise.all(Array.from({ length: 8 }, () => upload(gallery, bytes, { key })))
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(replies[0]!.status).toBe(200)
  expect(await imagesOf(gallery)).toHaveLength(1)
})

test('an image upload’s idempotency key cannot be used with other bytes, another content type, file name, product or command', async () => {
  const gallery = await openGallery()
  const bytes = await jpeg()
  const key = randomUUID()
  await upload(gallery, bytes, { key })
  const elsewhere = { ...gallery, productId: await addProduct(gallery.client) }
  const replies: [string, Promise<Reply>][] = [
    ['other bytes', upload(gallery, await ownPicture(), { key })],
    ['another type', upload(gallery, bytes, { key, type: 'image/png' })],
    ['another product', upload(elsewhere, bytes, { key })],
    ['another name', upload(gallery, bytes, { key, headers: { 'x-file-name': 'a.jpg' } })],
    ['another command', gallery.client.post('/api/v1/warehouses', { name: 'Склад' }, { key })],
  ]
  for (const [what, reply] of replies) expect(readProblem(await reply).code, what).toBe('IDEMPOTENCY_KEY_REUSED')
  const spelled = await upload(gallery, bytes, { key, type: 'Image/JPEG; x=1' })
  expect(spelled.headers.get('idempotent-replayed')).toBe('true')
})

test('an interrupted upload stores neither an image nor a file', async () => {
  const gallery = await openGallery()
  const { client, productId } = gallery
  const { hostname, port } = new URL(client.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const head = [
    `POST /api/v1/products/${productId}/images HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${client.token}`,
    `Idempotency-Key: ${randomUUID()}`,
    'Content-Type: image/jpeg',
    'Content-Length: 100000',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(await jpeg())
  await expect.poll(() => readdir(files.incoming)).toHaveLength(1)
  socket.destroy()
  await expect.poll(() => readdir(files.incoming)).toEqual([])
  expect(await imagesOf(gallery)).toEqual([])
  expect(await kept(client)).toEqual([])
})

// Tests of reading.

test('a client that already has an image’s bytes gets a 304', async () => {
  const gallery = await openGallery()
  const bytes = await jpeg()
  const { id } = await uploaded(gallery, bytes)
  const etag = (await getImage(gallery.client, id)).headers.get('etag')!
  expect(etag).toBe(`"${sha256(bytes)}"`)
  for (const known of [etag, `W/${etag}`, '*', `"x", ${etag}`]) {
    const reply = await getImage(gallery.client, id, '', { 'if-none-match': known })
    expect([reply.status, reply.bytes.length]).toEqual([304, 0])
    expect(reply.headers.get('etag')).toBe(etag)
  }
  expect((await getImage(gallery.client, id, '', { 'if-none-match': '"other"' })).status).toBe(200)
})

test('a HEAD request for an image gets its headers without its bytes', async () => {
  const gallery = await openGallery()
  const bytes = await jpeg()
  const { id } = await uploaded(gallery, bytes)
  const headers = { authorization: `Bearer ${gallery.client.token}` }
  const response = await fetch(`${gallery.client.url}/api/v1/images/${id}`, { method: 'HEAD', headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
})

test('an unknown image, another company’s image and a malformed id are not found', async () => {
  const [mine, theirs] = [await openGallery(), await openGallery()]
  const bytes = await jpeg()
  const foreign = await uploaded(theirs, bytes)
  await uploaded(mine, bytes)
  for (const id of [foreign.id, UNKNOWN_ID, 'nobody', mine.productId, sha256(bytes), foreign.id.toUpperCase()])
    await expectNoImage(mine.client, id)
  const problem = readProblem(
    await mine.client.get(`/api/v1/images/${foreign.id}`, { headers: { 'if-none-match': '*' } }),
  )
  expect(problem.code).toBe('NOT_FOUND')
  expect(readProblem(await mine.client.get(`/api/v1/images/${'x'.repeat(65)}`)).code).toBe('VALIDATION_FAILED')
  const nobody = await fetch(`${mine.client.url}/api/v1/images/${foreign.id}`)
  expect(nobody.status).toBe(401)
})

test('row-level security alone is enough to hide another company’s image', async () => {
  const [mine, theirs] = [await openGallery(), await openGallery()]
  const { id } = await uploaded(theirs, await jpeg())
  const look = (companyId: string) =>
    readCompany(service.database, companyId, (tx) => tx.query('select from product_images where id = $1', [id]))
  expect((await look(mine.client.companyId)).rowCount).toBe(0)
  expect((await look(theirs.client.companyId)).rowCount).toBe(1)
})

test('each company has its own copy of a picture, so an upload never reveals that another company has it', async () => {
  const [mine, theirs] = [await openGallery(), await openGallery()]
  const bytes = await ownPicture()
  for (const gallery of [mine, theirs]) await uploaded(gallery, bytes)
  for (const { client } of [mine, theirs]) expect(await kept(client)).toEqual([sha256(bytes)])
})

// Tests of thumbnails.

test('a thumbnail is upright, of the requested width and in an accepted format, and has no camera metadata', async () => {
  const gallery = await openGallery()
  const photo = await picture(400, 200)
    .withExif({ IFD0: { Copyright: 'Тайна' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { id } = await uploaded(gallery, photo)
  for (const [accept, format] of [
    ['image/avif,image/webp,*/*', 'webp'],
    ['*/*', 'jpeg'],
    ['image/png', 'jpeg'],
  ] as const) {
    const { status, headers, bytes } = await getImage(gallery.client, id, '?width=100', { accept })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe(`image/${format}`)
    expect(headers.get('vary')).toMatch(/accept/i)
    expect(headers.get('content-length')).toBe(String(bytes.length))
    const facts = await sharp(bytes).metadata()
    expect(facts).toMatchObject({ format, width: 100, height: 200 })
    expect([facts.exif, facts.orientation]).toEqual([undefined, undefined])
    const etag = headers.get('etag')!
    expect((await getImage(gallery.client, id, '?width=100', { accept, 'if-none-match': etag })).status).toBe(304)
    expect((await getImage(gallery.client, id, '?width=99', { accept, 'if-none-match': etag })).status).toBe(200)
  }
})

test('a thumbnail is never wider than the original, and the thumbnail of an animation is a still picture', async () => {
  const gallery = await openGallery()
  const { id } = await uploaded(gallery, await animation('gif'))
  const { bytes } = await getImage(gallery.client, id, '?width=2000', { accept: 'image/webp' })
  expect(await sharp(bytes, { pages: -1 }).metadata()).toMatchObject({ width: 40, height: 30 })
})

test('thumbnails can be made of pictures of any shape', async () => {
  const gallery = await openGallery()
  for (const [width, height] of [
    [1, 1],
    [1, 60_000],
    [60_000, 1],
    [3, 20_000],
  ] as const) {
    const { id } = await uploaded(gallery, blackPng(width, height))
    for (const accept of ['image/webp', '*/*'])
      expect((await getImage(gallery.client, id, '?width=2000', { accept })).status, `${width} × ${height}`).toBe(200)
  }
})

test('in thumbnails of formats without transparency, transparent parts become white', async () => {
  const gallery = await openGallery()
  const clear = sharp({ create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
  const { id } = await uploaded(gallery, await clear.png().toBuffer())
  const { bytes } = await getImage(gallery.client, id, '?width=16')
  expect((await sharp(bytes).stats()).channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255])
})

test.each(['15', '2001', '0', '-5', '1.5', 'wide', '', '100&width=200', '100&height=5'])(
  'a thumbnail of an invalid width is refused: %s',
  async (width) => {
    const gallery = await openGallery()
    const { id } = await uploaded(gallery, await jpeg())
    const problem = readProblem(await gallery.client.get(`/api/v1/images/${id}?width=${width}`))
    expect(problem.code).toBe('VALIDATION_FAILED')
  },
)

test('many simultaneous thumbnail requests all succeed', async () => {
  const gallery = await openGallery()
  const { id } = await uploaded(gallery, await picture(600, 400).jpeg().toBuffer())
  const widths = Array.from({ length: 60 }, (_, index) => 20 + (index % 30) * 10)
  const replies = await Promise.all(widths.map((width) => getImage(gallery.client, id, `?width=${width}`)))
  const seen = await Promise.all(replies.map(async ({ bytes }) => (await sharp(bytes).metadata()).width))
  expect(seen).toEqual(widths)
})

// Tests of deleting, and of leftover files.

test('neither a deleted image nor its thumbnail can be read any more', async () => {
  const gallery = await openGallery()
  const [one, two] = [await uploaded(gallery, await jpeg()), await uploaded(gallery, await ownPicture())]
  await getImage(gallery.client, one.id, '?width=20')
  expect(await remove(gallery, one.id)).toEqual({ id: one.id, deleted: true })
  await expectNoImage(gallery.client, one.id)
  expect(await imagesOf(gallery)).toEqual([two])
  const path = `/api/v1/products/${gallery.productId}/images/${one.id}`
  expect((await gallery.client.refused('DELETE', path, {})).code).toBe('NOT_FOUND')
})

test('reordering a product’s images changes nothing else in the product', async () => {
  const gallery = await openGallery()
  const images = [await uploaded(gallery, await jpeg()), await uploaded(gallery, await ownPicture())]
  images.push(await uploaded(gallery, await ownPicture()))
  const [one, two, three] = images
  const path = `/api/v1/products/${gallery.productId}/images`
  const before = (await gallery.client.state()).products[0]
  const changed = await gallery.client.made('PATCH', path, { imageIds: [three.id, one.id, two.id] })
  const expected = { ...before, images: [three, one, two], updatedAt: expect.any(String) }
  expect(changed).toEqual(expected)
  expect(await imagesOf(gallery)).toEqual([three, one, two])
  for (const { id } of images) expect((await getImage(gallery.client, id)).status).toBe(200)
})

test('a new order of images is refused if it omits one, repeats one or includes another product’s image', async () => {
  const [gallery, other] = [await openGallery(), await openGallery()]
  const [one, two] = [await uploaded(gallery, await jpeg()), await uploaded(gallery, await ownPicture())]
  const foreign = await uploaded(other, await jpeg())
  const path = `/api/v1/products/${gallery.productId}/images`
  const refusals = [
    [[one.id], 'VALIDATION_FAILED'],
    [[], 'VALIDATION_FAILED'],
    [[one.id, two.id, one.id], 'VALIDATION_FAILED'],
    [[one.id, one.id], 'VALIDATION_FAILED'],
    [[two.id, foreign.id], 'NOT_FOUND'],
  ] as const
  for (const [imageIds, code] of refusals)
    expect((await gallery.client.refused('PATCH', path, { imageIds })).code).toBe(code)
  expect(await imagesOf(gallery)).toEqual([one, two])
})

test('an image can be deleted only through its own product', async () => {
  const [gallery, theirs] = [await openGallery(), await openGallery()]
  const image = await uploaded(gallery, await jpeg())
  const other = await addProduct(gallery.client)
  for (const path of [`${other}/images/${image.id}`, `${UNKNOWN_ID}/images/${image.id}`])
    expect((await gallery.client.refused('DELETE', `/api/v1/products/${path}`, {})).code).toBe('NOT_FOUND')
  const path = `/api/v1/products/${gallery.productId}/images/${image.id}`
  expect((await theirs.client.refused('DELETE', path, {})).code).toBe('NOT_FOUND')
  expect((await gallery.client.refused('DELETE', path, { x: 1 })).code).toBe('VALIDATION_FAILED')
  expect((await getImage(gallery.client, image.id)).status).toBe(200)
})

test('deleting a product deletes its images', async () => {
  const gallery = await openGallery()
  const { id } = await uploaded(gallery, await jpeg())
  await gallery.client.made('DELETE', `/api/v1/products/${gallery.productId}`, {})
  await expectNoImage(gallery.client, id)
})

test('the bytes of a refused upload are never served, but the same bytes can be uploaded later', async () => {
  const gallery = await openGallery()
  const bytes = await ownPicture()
  await expectRefused({ ...gallery, productId: UNKNOWN_ID }, bytes, {}, 'NOT_FOUND')
  expect(await kept(gallery.client)).toEqual([sha256(bytes)])
  await expectNoImage(gallery.client, sha256(bytes))
  const image = await uploaded(gallery, bytes)
  expect((await getImage(gallery.client, image.id)).bytes.equals(bytes)).toBe(true)
})

test('an image file is either complete or absent, and a truncated one is written again', async () => {
  const gallery = await openGallery()
  const bytes = await ownPicture()
  await uploaded(gallery, await jpeg())
  const path = join(folder, gallery.client.companyId, sha256(bytes))
  await writeFile(path, bytes.subarray(0, 50))
  const image = await uploaded(gallery, bytes)
  expect((await readFile(path)).equals(bytes)).toBe(true)
  expect((await getImage(gallery.client, image.id)).bytes.equals(bytes)).toBe(true)
})

test('the response for an image whose stored bytes are missing is a server error', async () => {
  const gallery = await openGallery()
  const bytes = await ownPicture()
  const { id } = await uploaded(gallery, bytes)
  await rm(join(folder, gallery.client.companyId, sha256(bytes)))
  for (const query of ['', '?width=20']) {
    const reply = await getImage(gallery.client, id, query)
    expect([reply.status, JSON.parse(reply.bytes.toString()).code]).toEqual([503, 'UNAVAILABLE'])
  }
})

// Tests of the sweep.

async function sweep(): Promise<Json> {
  const env = { ...process.env, DATABASE_URL: service.databaseUrl, FILES_URL: `file://${folder}` }
  const { stdout } = await promisify(execFile)(process.execPath, ['server/cli/sweep-files.ts'], { env })
  return JSON.parse(stdout)
}

async function age(path: string, milliseconds = DAY_MS + 60_000) {
  const then = new Date(Date.now() - milliseconds)
  await utimes(path, then, then)
}

test('a sweep removes only files that no record refers to and that are older than a day', async () => {
  const gallery = await openGallery()
  const { client } = gallery
  const place = (bytes: Uint8Array, companyId = client.companyId) => join(folder, companyId, sha256(bytes))
  const [named, shared, deleted, refused, young, touched] = await Promise.all(Array.from({ length: 6 }, ownPicture))
  await uploaded(gallery, named!)
  const twice = await uploaded(gallery, shared!)
  await uploaded(gallery, shared!)
  await remove(gallery, twice.id)
  for (const bytes of [deleted!, young!, touched!]) await remove(gallery, (await uploaded(gallery, bytes)).id)
  await upload({ ...gallery, productId: UNKNOWN_ID }, refused!)
  for (const bytes of [named!, shared!, deleted!, refused!, touched!]) await age(place(bytes))
  // Store the file again with a command that is refused. The sweep must not remove this file, because it may be in use.
  await upload({ ...gallery, productId: UNKNOWN_ID }, touched!)
  const stranger = { folder: join(folder, UNKNOWN_ID), path: join(folder, UNKNOWN_ID, sha256(named!)) }
  await promisify(execFile)('mkdir', [stranger.folder])
  await writeFile(stranger.path, named!)
  await age(stranger.path)
  const note = join(folder, client.companyId, 'note.txt')
  await writeFile(note, 'мой')
  await age(note)
  const [left, fresh] = [join(files.incoming, 'left'), join(files.incoming, 'fresh')]
  for (const path of [left, fresh]) await writeFile(path, 'half')
  await age(left)

  const report = await sweep()
  expect(report).toMatchObject({ removed: 2, removedBytes: deleted!.length + refused!.length, abandoned: 1 })
  expect(report.unknownCompanies).toEqual([UNKNOWN_ID])
  expect(await kept(client)).toEqual([named!, shared!, young!, touched!].map(sha256).concat('note.txt').sort())
  expect((await stat(stranger.path)).size).toBe(named!.length)
  expect(await readdir(files.incoming)).toEqual(['fresh'])
  await rm(fresh)
  expect((await sweep()).removed).toBe(0)
})
