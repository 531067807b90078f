/** The server is killed in the middle of twenty recognitions: after its restart each file is recognized, once. */
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { Client, type Json } from '../support/client.ts'
import { startVision } from '../support/held-vision.ts'
import { endServer, makeCompany, newDataDir, type ServerProcess, startServer } from '../support/server-process.ts'

const FILES = 20
const KILLED_AFTER = 5
const PAGE_MS = 150
const IMPORTS = '/api/v1/procurement/imports'
const TIMEOUT_MS = 240_000

let server: ServerProcess | undefined
const data = await newDataDir()
const vision = await startVision(PAGE_MS)
afterAll(async () => {
  if (server !== undefined) await endServer(server, 'SIGTERM')
  await vision.close()
  await data.remove()
})

const start = () =>
  startServer(data.path, { RECOGNIZER_URL: vision.url, RECOGNIZER_MODEL: 'steady', RECOGNITION_WORKERS: '2' })

const page = (shade: number) =>
  sharp({ create: { width: 50, height: 40, channels: 3, background: { r: shade, g: 250, b: 250 } } })
    .png()
    .toBuffer()

/** Waits until so many files are recognized. @returns the list then. */
async function until(client: Client, wanted: number): Promise<Json[]> {
  for (;;) {
    const { items } = (await client.get(IMPORTS)).json
    if (items.filter(({ status }: Json) => status === 'recognized').length >= wanted) return items
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test(
  'twenty files, a kill in the middle, twenty results',
  async () => {
    server = await start()
    const { url, token, companyId } = await makeCompany(data.path, server.url)
    const client = new Client(url, token, companyId)
    for (let shade = 0; shade < FILES; shade += 1) {
      const reply = await client.send('POST', IMPORTS, undefined, {
        raw: await page(shade),
        headers: { 'content-type': 'image/png' },
      })
      expect(reply.status, reply.text).toBe(200)
    }
    await until(client, KILLED_AFTER)
    await endServer(server, 'SIGKILL')
    server = await start()
    const again = client.at(server.url)
    const files = await until(again, FILES)
    expect(files.map(({ status }) => status)).toEqual(Array.from({ length: FILES }, () => 'recognized'))
    const { items } = (await again.get('/api/v1/audit?limit=1000')).json
    const results = items.filter(({ action }: Json) => action === 'procurement_import.recognized')
    expect(results.map(({ entityId }: Json) => entityId).sort()).toEqual(files.map(({ id }) => id).sort())
    expect((await again.get('/api/v1/self-check')).json).toMatchObject({ ok: true })
  },
  TIMEOUT_MS,
)
