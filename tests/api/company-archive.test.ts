/**
 * Tests that owners, and nobody else, can download everything that belongs to their company: GET /company/archive at
 * the browser app's address.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browser, signedUp } from '../support/node/browser.ts'
import { cloneDatabase, useService } from '../support/node/service.ts'
import { runShell } from '../support/node/shell.ts'
import { joinAs } from '../support/scene/members.ts'
import { made } from '../support/scene/web-shop.ts'

const service = useService()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skladno-downloaded-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const ARCHIVE = '/api/v1/company/archive'
const download = ({ url, cookieHeader }: Browser, signal?: AbortSignal) =>
  fetch(url + ARCHIVE, { headers: { cookie: cookieHeader }, ...(signal && { signal }) })

async function save(response: Response, name: string): Promise<string> {
  const path = join(folder, name)
  await pipeline(Readable.fromWeb(response.body as never), createWriteStream(path))
  return path
}

/** Adds a product with pictures that cannot be compressed: three times three megabytes. */
async function addPictures(owner: Browser): Promise<void> {
  const { id } = await made(owner, 'products', { name: 'Ковёр' })
  for (const _ of [1, 2, 3]) {
    const noise = { raw: { width: 1_000, height: 1_000, channels: 3 as const } }
    const raw = await sharp(randomBytes(3_000_000), noise).png({ compressionLevel: 0 }).toBuffer()
    const response = await fetch(`${owner.url}/api/v1/products/${id}/images`, {
      method: 'POST',
      headers: {
        ...{ cookie: owner.cookieHeader, origin: owner.origin },
        ...{ 'content-type': 'image/png', 'idempotency-key': randomUUID() },
      },
      body: raw,
    })
    expect(response.status).toBe(200)
  }
}

test('an owner can download an archive of the company, and another installation can import it', async () => {
  const owner = await signedUp(service.sessionUrl)
  await made(owner, 'warehouses', { name: 'Дальний' })
  const { user, company, revision } = await owner.session()
  const response = await download(owner)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment;.*filename\*=UTF-8''.+\.zip/)
  const path = await save(response, 'downloaded.zip')
  const [entry] = (await owner.get('/api/v1/audit?limit=1')).json.items
  expect(entry).toMatchObject({ action: 'company.exported', actor: { type: 'user', id: user.id } })

  const cloned = await cloneDatabase()
  const there = { databaseUrl: cloned.url, files: await mkdtemp(join(folder, 'files-')) }
  const ran = await runShell(there, ['import-company', '--from', path])
  expect(ran.code, ran.stderr).toBe(0)
  expect(ran.json).toMatchObject({ companyId: company.id, revision })
  await cloned.drop()
})

test('only an owner can download the archive of a company', async () => {
  const owner = await signedUp(service.sessionUrl)
  const { company } = await owner.session()
  for (const role of ['manager', 'storekeeper', 'viewer'] as const) {
    const { browser } = await joinAs(service, company.id, { role, seesCosts: true })
    const response = await download(browser)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([403, 'FORBIDDEN'])
  }
  expect((await fetch(service.sessionUrl + ARCHIVE)).status).toBe(401)
  const client = await service.newCompany()
  expect((await client.get(ARCHIVE)).status).toBe(404)
  const { items } = (await owner.get('/api/v1/audit?action=company.exported')).json
  expect(items).toEqual([])
})

test('when a client disconnects during a download, the next download begins, and no transaction stays open', async () => {
  const owner = await signedUp(service.sessionUrl)
  await addPictures(owner)
  const leaving = new AbortController()
  const left = await download(owner, leaving.signal)
  expect(left.status).toBe(200)
  // Do not read the first download, so that the second one has to wait.
  let isDone = false
  const second = download(owner).then(async (response) => {
    isDone = true
    return save(response, 'second.zip')
  })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(isDone).toBe(false)
  leaving.abort()
  await second
  const admin = new pg.Client({ connectionString: service.databaseUrl })
  await admin.connect()
  const open = () =>
    admin.query(
      "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'",
    )
  await expect.poll(async () => (await open()).rowCount).toBe(0)
  await admin.end()
})

test('a HEAD request for a company’s archive gets only its headers: nothing is exported, and no download has to wait', async () => {
  const owner = await signedUp(service.sessionUrl)
  for (let at = 0; at < 3; at += 1) {
    const response = await fetch(service.sessionUrl + ARCHIVE, {
      ...{ method: 'HEAD', headers: { cookie: owner.cookieHeader } },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(response.headers.get('content-length')).toBeNull()
    expect((await response.arrayBuffer()).byteLength).toBe(0)
  }
  expect((await owner.get('/api/v1/audit?action=company.exported')).json.items).toEqual([])
  const { company } = await owner.session()
  const { browser } = await joinAs(service, company.id, { role: 'manager' })
  const refused = await fetch(service.sessionUrl + ARCHIVE, {
    ...{ method: 'HEAD', headers: { cookie: browser.cookieHeader } },
  })
  expect(refused.status).toBe(403)
})
