/**
 * Kills the server while it recognizes files. After the restart, each file must be recognized once, and no finished
 * page may be read again.
 */
import sharp from 'sharp'
import { test } from 'vitest'
import { startHeldVision, startVision } from '../support/fakes/held-vision.ts'
import { Client, type Json } from '../support/node/client.ts'
import { patience } from '../support/node/patience.ts'
import { endServer, makeCompany, newDataDir, type ServerProcess, startServer } from '../support/node/server-process.ts'
import { pageAskedFor, plainPdf, readingOfPage, untilStatus, uploadFile } from '../support/papers/reading.ts'

const FILES = 20
const KILLED_AFTER = 5
const PAGE_MS = 150
const IMPORTS = '/api/v1/procurement/imports'
const TIMEOUT_MS = 240_000

/** Registers a clean-up that runs after the test. Clean-ups run in reverse order of registration. */
type Undo = (end: () => Promise<void>) => void

/** Starts a separate server that uses the vision model at the given address and can be restarted with the same data. */
async function openSite(undo: Undo, { url, workers }: { url: string; workers: number }) {
  const data = await newDataDir()
  undo(() => data.remove())
  let server: ServerProcess | undefined
  undo(async () => {
    if (server !== undefined) await endServer(server, 'SIGTERM')
  })
  const start = async () => {
    const settings = { RECOGNIZER_URL: url, RECOGNIZER_MODEL: 'steady', RECOGNITION_WORKERS: String(workers) }
    server = await startServer(data.path, settings)
    return server
  }
  return { data, start, kill: () => endServer(server!, 'SIGKILL') }
}

const page = (shade: number) =>
  sharp({ create: { width: 50, height: 40, channels: 3, background: { r: shade, g: 250, b: 250 } } })
    .png()
    .toBuffer()

/**
 * The maximum pause between polls. It is long because another node takes over a killed node's jobs only after
 * heartbeats have been missed.
 */
const LONG_PAUSE_MS = 250

/** Waits until the given number of files are recognized. @returns the list of files at that moment. */
async function until(client: Client, wanted: number, mostMs?: number): Promise<Json[]> {
  for (const pause = patience(mostMs); ; await pause()) {
    const { items } = (await client.get(IMPORTS)).json
    if (items.filter(({ status }: Json) => status === 'recognized').length >= wanted) return items
  }
}

// The tests run concurrently because most of their time is spent waiting until the queue notices that a node has died.
test.concurrent(
  'twenty uploaded files get exactly twenty recognition results although the service is killed in the middle',
  async ({ expect, onTestFinished }) => {
    const vision = await startVision(PAGE_MS)
    onTestFinished(() => vision.close())
    const { data, start, kill } = await openSite(onTestFinished, { url: vision.url, workers: 2 })
    let server = await start()
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
    await kill()
    server = await start()
    const again = client.at(server.url)
    const files = await until(again, FILES, LONG_PAUSE_MS)
    expect(files.map(({ status }) => status)).toEqual(Array.from({ length: FILES }, () => 'recognized'))
    const { items } = (await again.get('/api/v1/audit?limit=1000')).json
    const results = items.filter(({ action }: Json) => action === 'procurement_import.recognized')
    expect(results.map(({ entityId }: Json) => entityId).sort()).toEqual(files.map(({ id }) => id).sort())
    expect((await again.get('/api/v1/self-check')).json).toMatchObject({ ok: true })
  },
  TIMEOUT_MS,
)

test.concurrent(
  'after the service is killed at the fourth of six pages, recognition continues with the fourth page',
  async ({ expect, onTestFinished }) => {
    const held = await startHeldVision()
    onTestFinished(() => held.close())
    const { data, start, kill } = await openSite(onTestFinished, { url: held.url, workers: 1 })
    let server = await start()
    const { url, token, companyId } = await makeCompany(data.path, server.url)
    const client = new Client(url, token, companyId)
    const id = await uploadFile(client, await plainPdf(6))
    const pages: string[] = []
    for (let answered = 0; answered < 3; answered += 1) {
      const asked = await held.next()
      pages.push(pageAskedFor(asked))
      asked.answer(readingOfPage(asked))
    }
    const broken = await held.next()
    pages.push(pageAskedFor(broken))
    await kill()
    await broken.gone
    server = await start()
    const again = client.at(server.url)
    for (let answered = 3; answered < 6; answered += 1) {
      const asked = await held.next()
      pages.push(pageAskedFor(asked))
      asked.answer(readingOfPage(asked))
    }
    expect(pages).toEqual([1, 2, 3, 4, 4, 5, 6].map((page) => `${page} of 6`))
    const { extraction } = await untilStatus(again, id, 'recognized')
    expect(extraction.lines.map(({ name }: Json) => name)).toEqual([1, 2, 3, 4, 5, 6].map((page) => `Чайник ${page}`))
    expect(extraction).toMatchObject({ reference: '1542', total: 5_724, warnings: [] })
  },
  TIMEOUT_MS,
)
