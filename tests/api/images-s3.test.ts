/** Tests files stored in an S3 bucket, which is accessed over the network and may be unreachable. */
import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { startS3 } from '../support/fakes/s3-server.ts'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { addProduct } from '../support/scene/fixtures.ts'

const DAY_MS = 86_400_000

const s3 = await startS3('shop-files', 'AKIDEXAMPLE')
const dataDir = await mkdtemp(join(tmpdir(), 'skladno-s3-'))
const environment = {
  FILES_URL: `s3://shop-files/live/skladno?region=eu-central-1&endpoint=${encodeURIComponent(s3.url)}`,
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'secret',
  DATA_DIR: dataDir,
}
const service = useService({ files: readConfig(environment).files })
afterAll(async () => {
  await s3.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const ownPicture = () =>
  sharp(randomBytes(300), { raw: { width: 10, height: 10, channels: 3 } })
    .png()
    .toBuffer()
const keyOf = (client: Client, bytes: Uint8Array) => `live/skladno/${client.companyId}/${sha256(bytes)}`

function upload(client: Client, productId: string, raw: Uint8Array, key: string = randomUUID()) {
  const headers = { 'content-type': 'image/png' }
  return client.send('POST', `/api/v1/products/${productId}/images`, undefined, { raw, headers, key })
}

async function getImage(client: Client, id: string, query = '') {
  const headers = { authorization: `Bearer ${client.token}` }
  const response = await fetch(`${client.url}/api/v1/images/${id}${query}`, { headers })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('an image is stored in an S3 bucket by a signed request, and is read back unchanged', async () => {
  const client = await service.newCompany()
  const productId = await addProduct(client)
  const bytes = await ownPicture()
  const reply = await upload(client, productId, bytes)
  expect(reply.status, reply.text).toBe(200)
  expect(s3.objects.get(keyOf(client, bytes))?.bytes.equals(bytes)).toBe(true)
  const read = await getImage(client, reply.json.result.id)
  expect(read.bytes.equals(bytes)).toBe(true)
  const small = await getImage(client, reply.json.result.id, '?width=16')
  expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 10 })
  expect(s3.unsigned).toEqual([])
  expect(await readdir(join(dataDir, 'incoming'))).toEqual([])
})

test('an upload while the S3 bucket is unreachable changes nothing and can be repeated later', async () => {
  const client = await service.newCompany()
  const productId = await addProduct(client)
  const bytes = await ownPicture()
  const [known, key] = [(await upload(client, productId, bytes)).json.result, randomUUID()]
  const before = await client.get('/api/v1/bootstrap')
  s3.isDown = true
  try {
    const refused = await upload(client, productId, await ownPicture(), key)
    expect([refused.status, refused.json.code]).toEqual([503, 'UNAVAILABLE'])
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await getImage(client, known.id)).status).toBe(503)
    expect((await getImage(client, known.id, '?width=20')).status).toBe(503)
  } finally {
    s3.isDown = false
  }
  expect((await client.get('/api/v1/bootstrap')).text).toBe(before.text)
  expect((await upload(client, productId, bytes, key)).status).toBe(200)
  expect((await getImage(client, known.id, '?width=20')).status).toBe(200)
})

test('a request that the S3 bucket rejects for being too busy is retried', async () => {
  const client = await service.newCompany()
  const productId = await addProduct(client)
  const bytes = await ownPicture()
  s3.busyFor = 2
  const reply = await upload(client, productId, bytes)
  expect(reply.status, reply.text).toBe(200)
  expect(s3.busyFor).toBe(0)
  expect((await getImage(client, reply.json.result.id)).bytes.equals(bytes)).toBe(true)
})

test('the sweep for unused files reads all pages of an S3 bucket’s listing', async () => {
  const client = await service.newCompany()
  const productId = await addProduct(client)
  const pictures = await Promise.all(Array.from({ length: 7 }, ownPicture))
  const images: Json[] = []
  for (const bytes of pictures) images.push((await upload(client, productId, bytes)).json.result)
  for (const { id } of images.slice(2)) await client.made('DELETE', `/api/v1/products/${productId}/images/${id}`, {})
  const old = new Date(Date.now() - DAY_MS - 60_000)
  for (const bytes of pictures.slice(0, 6)) s3.objects.get(keyOf(client, bytes))!.at = old
  const stranger = `live/skladno/${randomUUID()}/${sha256(pictures[0]!)}`
  s3.objects.set(stranger, { bytes: pictures[0]!, at: old })
  s3.objects.set('live/other', { bytes: pictures[0]!, at: old })

  const env = { ...process.env, ...environment, DATABASE_URL: service.databaseUrl }
  const { stdout } = await promisify(execFile)(process.execPath, ['server/cli/sweep-files.ts'], { env })
  expect(JSON.parse(stdout)).toMatchObject({ removed: 4 })
  const left = [...s3.objects.keys()].filter((key) => key.includes(client.companyId))
  expect(left.sort()).toEqual([pictures[0]!, pictures[1]!, pictures[6]!].map((bytes) => keyOf(client, bytes)).sort())
  expect([s3.objects.has(stranger), s3.objects.has('live/other')]).toEqual([true, true])
})

// Tests of the setting FILES_URL.

test('files are stored in DATA_DIR if FILES_URL is not set', () => {
  const { files } = readConfig({ DATA_DIR: '/srv/skladno' })
  expect(files).toEqual({ place: { folder: '/srv/skladno/files' }, incoming: '/srv/skladno/files/incoming' })
})

test('a FILES_URL that begins with file: specifies a folder', () => {
  const { files } = readConfig({ FILES_URL: 'file:///mnt/my%20files' })
  expect(files.place).toEqual({ folder: '/mnt/my files' })
})

test('an Amazon bucket needs no endpoint, and needs no keys on a machine that has an IAM role', () => {
  const { files } = readConfig({ FILES_URL: 's3://shop-files', AWS_REGION: 'eu-central-1' })
  const s3 = { bucket: 'shop-files', prefix: '', region: 'eu-central-1', endpoint: null, credentials: null }
  expect(files.place).toEqual({ s3 })
})

test.each([
  '/mnt/files',
  'files',
  'file://host/files',
  'http://127.0.0.1/files',
  's3://',
  's3://bucket?region=a&acl=public',
  's3://bucket?region=a&endpoint=minio:9000',
  's3://bucket',
])('the service does not start if the file storage URL is unusable: %s', (url) => {
  expect(() => readConfig({ FILES_URL: url })).toThrow(/^FILES_URL must look like/)
})
