/** Tests the pictures of pages of uploaded files. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { writeCompany } from '../../server/store/commits.ts'
import { readProblem } from '../support/contract/problems.ts'
import type { Client } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { EXTRACTION, finishAs } from '../support/papers/papers.ts'
import { pdfOfNestedForms, pdfOfPictures } from '../support/papers/pdf.ts'
import { IMPORTS, plainPage, uploadFile } from '../support/papers/reading.ts'

const service = useService()

const pageOf = (client: Client, path: string, headers: Record<string, string> = {}) =>
  fetch(`${client.url}${IMPORTS}/${path}`, { headers: { authorization: `Bearer ${client.token}`, ...headers } })

const largePage = async (shade: number) =>
  sharp(await plainPage(shade))
    .resize(600)
    .png()
    .toBuffer()

async function sizeOf(response: Response) {
  expect(response.status).toBe(200)
  const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  return { format, width, height }
}

test('every page of an uploaded file can be requested as a picture of a given width', async () => {
  const client = await service.newCompany()
  const id = await uploadFile(client, await pdfOfPictures([await largePage(1), await largePage(2)]))
  const first = await pageOf(client, `${id}/pages/1`)
  expect(first.headers.get('content-type')).toBe('image/webp')
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const whole = await sizeOf(first)
  expect(whole).toMatchObject({ format: 'webp' })
  const narrow = await sizeOf(await pageOf(client, `${id}/pages/2?width=100`))
  expect(narrow).toEqual({ format: 'webp', width: 100, height: Math.round((100 * whole.height!) / whole.width!) })
  expect((await pageOf(client, `${id}/pages/2?width=99`)).status).toBe(400)
  const etag = first.headers.get('etag')!
  expect((await pageOf(client, `${id}/pages/1`, { 'if-none-match': etag })).status).toBe(304)
  expect((await pageOf(client, `${id}/pages/2`, { 'if-none-match': etag })).status).toBe(200)
})

test('a page’s picture is never larger than the page itself', async () => {
  const client = await service.newCompany()
  const id = await uploadFile(client, await plainPage(3))
  expect(await sizeOf(await pageOf(client, `${id}/pages/1`))).toEqual({ format: 'webp', width: 60, height: 40 })
})

test('a page is rendered with the rotation found by recognition, and its ETag changes with the rotation', async () => {
  const client = await service.newCompany()
  const id = await uploadFile(client, await plainPage(4))
  const before = await pageOf(client, `${id}/pages/1`)
  const extraction = { ...EXTRACTION, pages: [{ rotation: 90 }] }
  await writeCompany(service.database, client.companyId, (tx) => finishAs(tx, client.companyId, id, { extraction }))
  const after = await pageOf(client, `${id}/pages/1`, { 'if-none-match': before.headers.get('etag')! })
  expect(await sizeOf(after)).toEqual({ format: 'webp', width: 40, height: 60 })
})

test('a request for a page that does not exist or cannot be rendered is answered with NOT_FOUND and the reason', async () => {
  const client = await service.newCompany()
  const id = await uploadFile(client, await plainPage(5))
  const missing = readProblem(await client.get(`${IMPORTS}/${id}/pages/2`))
  expect([missing.code, missing.detail]).toEqual(['NOT_FOUND', expect.stringContaining('2')])
  const broken = await uploadFile(client, Buffer.from('%PDF-1.7\nnothing\n'))
  const problem = readProblem(await client.get(`${IMPORTS}/${broken}/pages/1`))
  expect([problem.code, problem.detail]).toEqual(['NOT_FOUND', expect.stringContaining('damaged')])
  expect((await client.get(`${IMPORTS}/${id}/pages/0`)).status).toBe(400)
})

test('one company cannot access another’s page, even if both uploaded the same file', async () => {
  const [one, other] = [await service.newCompany(), await service.newCompany()]
  const [mine, theirs] = [await uploadFile(one, await plainPage(6)), await uploadFile(other, await plainPage(6))]
  const tag = (await pageOf(one, `${mine}/pages/1`)).headers.get('etag')!
  expect((await pageOf(one, `${theirs}/pages/1`)).status).toBe(404)
  expect((await pageOf(one, `${theirs}/pages/1`, { 'if-none-match': tag })).status).toBe(404)
})

test('a noisy A4 colour scan at 600 dpi is rendered within the memory limit for a page', async () => {
  const client = await service.newCompany()
  const noise = { type: 'gaussian', mean: 200, sigma: 30 } as const
  const scan = await sharp({ create: { width: 4_960, height: 7_016, channels: 3, background: '#fff', noise } })
    .jpeg({ quality: 70 })
    .toBuffer()
  const id = await uploadFile(client, await pdfOfPictures([scan]))
  const drawn = await pageOf(client, `${id}/pages/1?width=800`)
  expect(drawn.status).toBe(200)
  const { channels } = await sharp(Buffer.from(await drawn.arrayBuffer())).stats()
  // The picture must not be blank. If the library lacked memory for the scan, it would render a blank page.
  expect(channels[0]!.stdev).toBeGreaterThan(1)
})

test('a page that would need gigabytes of memory is not rendered, and the service’s own process grows by less than 200 MiB', async () => {
  const client = await service.newCompany()
  const id = await uploadFile(client, pdfOfNestedForms())
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
  const problem = readProblem(await client.get(`${IMPORTS}/${id}/pages/1?width=400`))
  clearInterval(watch)
  expect([problem.code, problem.detail]).toEqual(['NOT_FOUND', expect.stringContaining('too much memory')])
  expect((most - before) / 1_048_576).toBeLessThan(200)
  const again = await Promise.all(
    [100, 900, 2_400].map((width) => client.get(`${IMPORTS}/${id}/pages/1?width=${width}`)),
  )
  expect(again.map((reply) => readProblem(reply).detail)).toEqual(again.map(() => problem.detail))
})

test('requested page widths are rounded up to full hundreds of pixels, so similar widths get the same picture', async () => {
  const client = await service.newCompany()
  const id = await uploadFile(client, await pdfOfPictures([await largePage(7)]))
  const [one, other] = [
    await pageOf(client, `${id}/pages/1?width=101`),
    await pageOf(client, `${id}/pages/1?width=200`),
  ]
  expect(await sizeOf(one)).toMatchObject({ width: 200 })
  expect(other.headers.get('etag')).toBe(one.headers.get('etag'))
})
