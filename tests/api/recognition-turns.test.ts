/**
 * Tests how companies take turns in recognition, page by page: a long file delays nobody else, and each of its pages is
 * read once.
 */
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Config } from '../../server/config.ts'
import type { Service } from '../../server/service.ts'
import { writeCompany } from '../../server/store/commits.ts'
import { readCompany } from '../../server/store/database.ts'
import { type Asked, type HeldVision, startHeldVision } from '../support/fakes/held-vision.ts'
import type { Client, Json } from '../support/node/client.ts'
import { startNode, useService } from '../support/node/service.ts'
import { pdfOfPictures } from '../support/papers/pdf.ts'
import {
  fileOf,
  IMPORTS,
  pageAskedFor,
  plainPage,
  plainPdf,
  readingOfPage,
  untilStatus,
  uploadFile,
} from '../support/papers/reading.ts'

/**
 * The time limit of a test in milliseconds. It is long because reader processes have the lowest priority and mostly
 * wait for other tests.
 */
const LIMIT_MS = 600_000

const service = useService()
let vision: HeldVision
let reading: Service

/** The files that the current test has uploaded. */
let uploaded: { readonly client: Client; readonly id: string }[] = []

const begin = async () => {
  vision = await startHeldVision()
  reading = await startReading()
}
const end = async () => {
  await reading.stop()
  await vision.close()
}
beforeAll(begin)
afterAll(end)

/**
 * Cleans up after a failed test, so that files not yet read and vision requests not yet answered do not disturb the
 * next test.
 */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') {
    await end()
    for (const { client, id } of uploaded) await client.at(service.url).send('DELETE', `${IMPORTS}/${id}`, {})
    await begin()
  }
  uploaded = []
})

/** Uploads a file for the current test. @returns the file's id. */
async function upload(client: Client, raw: Buffer): Promise<string> {
  const id = await uploadFile(client, raw)
  uploaded.push({ client, id })
  return id
}

const startReading = (recognition: Partial<Config['recognition']> = {}) =>
  startNode(service.databaseUrl, {
    recognition: { recognizer: { url: vision.url, model: 'held' }, workers: 1, ...recognition },
  })

/** Runs `during` with another node in place of the node that recognizes files. */
async function readingOtherwise(
  recognition: Partial<Config['recognition']>,
  during: () => Promise<void>,
): Promise<void> {
  await reading.stop()
  reading = await startReading(recognition)
  try {
    await during()
  } finally {
    await reading.stop()
    reading = await startReading()
  }
}

/** Creates a company, with a client of the node that recognizes files. */
const newCompany = async () => (await service.newCompany()).at(reading.apiUrl)

const answer = (asked: Asked) => asked.answer(readingOfPage(asked))

/** Responds to the next requests about pages. @returns the pages that these requests were about. */
async function answerNext(count: number): Promise<string[]> {
  const pages: string[] = []
  for (let turn = 0; turn < count; turn += 1) {
    const asked = await vision.next()
    pages.push(pageAskedFor(asked))
    answer(asked)
  }
  return pages
}

interface Progress {
  readonly turns: number
  readonly read_ms: number
  readonly tries: number
  readonly turn_started_at: Date | null
}

/** Returns a file's progress and the number of its pages with stored results. */
const progressOf = (client: Client, id: string) =>
  readCompany(service.database, client.companyId, async (tx) => {
    const { rows } = await tx.query<Progress & { kept: number }>(
      `select turns, read_ms, tries, case when status = 'queued' then turn_started_at end as turn_started_at,
              (select count(*) from recognition_pages as p where p.company_id = i.company_id and p.import_id = i.id) as kept
         from procurement_imports as i
        where company_id = $1 and id = $2`,
      [client.companyId, id],
    )
    return rows[0]!
  })

/** Waits until the stored page results of a file are deleted. */
async function untilSwept(client: Client, id: string): Promise<void> {
  while ((await progressOf(client, id)).kept > 0) await sleep(30)
}

test(
  'a company’s one-page file waits for at most one page of another company’s long file',
  async () => {
    const [long, short] = [await newCompany(), await newCompany()]
    const longId = await upload(long, await plainPdf(6))
    const first = await vision.next()
    const shortId = await upload(short, await plainPage(1))
    answer(first)
    expect(pageAskedFor(first)).toBe('1 of 6')
    const second = await vision.next()
    expect(pageAskedFor(second)).toBe('1 of 1')
    // Check that the long file still counts as being read while a page of another company's file is read.
    expect(await fileOf(long, longId)).toMatchObject({ status: 'processing', recognition: { queuePosition: 1 } })
    answer(second)
    await untilStatus(short, shortId, 'recognized')
    expect(await fileOf(long, longId)).toMatchObject({ status: 'processing' })
    expect(await answerNext(5)).toEqual(['2 of 6', '3 of 6', '4 of 6', '5 of 6', '6 of 6'])
    const { extraction } = await untilStatus(long, longId, 'recognized')
    expect(extraction).toMatchObject({ reference: '1542', supplier: { inn: '7707083893' }, total: 5_724, warnings: [] })
    expect(extraction.lines.map(({ name }: Json) => name)).toEqual([1, 2, 3, 4, 5, 6].map((page) => `Чайник ${page}`))
    expect(extraction.text).toBe([1, 2, 3, 4, 5, 6].map((page) => `Страница ${page}`).join('\n'))
    await untilSwept(long, longId)
  },
  LIMIT_MS,
)

test(
  'the pages of companies with long and short files are read in turn',
  async () => {
    const companies: Client[] = []
    for (let count = 0; count < 5; count += 1) companies.push(await newCompany())
    const [greedy, ...others] = companies
    const three = await plainPdf(3)
    const ids = new Map<string, Client>()
    const add = async (client: Client, raw: Buffer) => ids.set(await upload(client, raw), client)
    await add(greedy!, three)
    const first = await vision.next()
    // The first company uploads two more long files and three short ones, and each other company uploads one long file.
    for (const raw of [three, three, await plainPage(2), await plainPage(3), await plainPage(4)])
      await add(greedy!, raw)
    for (const other of others) await add(other, three)
    const order: number[] = []
    const isAtWork = async ([id, client]: [string, Client]) => (await progressOf(client, id)).turn_started_at !== null
    const ownerNow = async () => {
      for (const entry of ids) if (await isAtWork(entry)) return companies.indexOf(entry[1])
      throw new Error('No page is being read')
    }
    for (let asked = first; ; asked = await vision.next()) {
      order.push(await ownerNow())
      answer(asked)
      if (order.length === 9 + 3 + 4 * 3) break
    }
    // Each round reads one page of every company that has pages left.
    expect(order.slice(0, 15)).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4])
    expect(order.slice(15)).toEqual(new Array<number>(9).fill(0))
    for (const [id, client] of ids) await untilStatus(client, id, 'recognized')
    for (const [id, client] of ids) await untilSwept(client, id)
  },
  LIMIT_MS,
)

test(
  'a file’s reading time excludes the time spent on other companies’ pages',
  async () => {
    const [long, short] = [await newCompany(), await newCompany()]
    const longId = await upload(long, await plainPdf(2))
    const first = await vision.next()
    await upload(short, await plainPage(5))
    answer(first)
    const between = await vision.next()
    // Simulate an hour passing while the file is being read.
    await writeCompany(service.database, long.companyId, (tx) =>
      tx.query(
        `update procurement_imports set started_at = started_at - interval '1 hour' where company_id = $1 and id = $2`,
        [long.companyId, longId],
      ),
    )
    const { recognition } = await fileOf(long, longId)
    expect(recognition.elapsedSeconds).toBeGreaterThanOrEqual(3_600)
    answer(between)
    await answerNext(1)
    const { extraction, uploadedAt } = await untilStatus(long, longId, 'recognized')
    expect(Date.parse(extraction.recognition.startedAt)).toBeLessThan(Date.parse(uploadedAt))
    expect(extraction.recognition.durationSeconds).toBeLessThan(3_600)
    const { read_ms: firstPageMs } = await progressOf(long, longId)
    expect(extraction.recognition.durationSeconds * 1_000).toBeGreaterThanOrEqual(firstPageMs)
  },
  LIMIT_MS,
)

test(
  'a file that is rejected between two of its pages is not read further and leaves nothing behind',
  async () => {
    const [long, other] = [await newCompany(), await newCompany()]
    const longId = await upload(long, await plainPdf(6))
    const nextId = await upload(long, await plainPage(6))
    const first = await vision.next()
    const otherId = await upload(other, await plainPage(7))
    answer(first)
    const between = await vision.next()
    expect(pageAskedFor(between)).toBe('1 of 1')
    expect(await progressOf(long, longId)).toMatchObject({ turns: 1, kept: 1, tries: 0, turn_started_at: null })
    await long.made('DELETE', `${IMPORTS}/${longId}`, {})
    answer(between)
    expect(await answerNext(1)).toEqual(['1 of 1'])
    await untilStatus(long, nextId, 'recognized')
    await untilStatus(other, otherId, 'recognized')
    await untilSwept(long, longId)
    expect(vision.waiting).toEqual([])
  },
  LIMIT_MS,
)

test(
  'a company’s only file leaves nothing behind if it is rejected while one of its pages is being read',
  async () => {
    const client = await newCompany()
    const id = await upload(client, await plainPdf(3))
    await answerNext(1)
    const asked = await vision.next()
    await client.made('DELETE', `${IMPORTS}/${id}`, {})
    await asked.gone
    await untilSwept(client, id)
  },
  LIMIT_MS,
)

test(
  'a page that a node was reading when it stopped is read by the next node',
  async () => {
    const client = await newCompany()
    const id = await upload(client, await plainPdf(4))
    expect(await answerNext(2)).toEqual(['1 of 4', '2 of 4'])
    const asked = await vision.next()
    await reading.stop()
    await asked.gone
    const left = await fileOf(client.at(service.url), id)
    // Check that the file keeps its place in the queue.
    expect(left).toMatchObject({ status: 'processing', recognition: { queuePosition: 1 } })
    expect(await progressOf(client, id)).toMatchObject({ turns: 2, kept: 2, tries: 0, turn_started_at: null })
    reading = await startReading()
    expect(await answerNext(2)).toEqual(['3 of 4', '4 of 4'])
    const { extraction } = await untilStatus(client.at(reading.apiUrl), id, 'recognized')
    expect(extraction.lines.map(({ name }: Json) => name)).toEqual([1, 2, 3, 4].map((page) => `Чайник ${page}`))
  },
  LIMIT_MS,
)

test(
  'two nodes that read two companies’ files in turn read each page once and miss none',
  async () => {
    const other = await startReading()
    try {
      const companies = [await newCompany(), await newCompany()]
      const six = await plainPdf(6)
      const ids: string[] = []
      for (const client of companies) ids.push(await upload(client, six))
      const pages = await answerNext(12)
      expect(pages.sort()).toEqual([1, 2, 3, 4, 5, 6].flatMap((page) => [`${page} of 6`, `${page} of 6`]))
      for (const [index, client] of companies.entries()) {
        const { extraction } = await untilStatus(client, ids[index]!, 'recognized')
        expect(extraction.lines.map(({ name }: Json) => name)).toEqual(
          [1, 2, 3, 4, 5, 6].map((page) => `Чайник ${page}`),
        )
      }
      expect(vision.waiting).toEqual([])
    } finally {
      await other.stop()
    }
  },
  LIMIT_MS,
)

test(
  'a file fails after three failed attempts at one page, and a retry starts at the first page',
  async () => {
    const client = await newCompany()
    const id = await upload(client, await plainPdf(2))
    expect(await answerNext(1)).toEqual(['1 of 2'])
    for (let round = 0; round < 3; round += 1) {
      const asked = await vision.next()
      expect(pageAskedFor(asked)).toBe('2 of 2')
      asked.fail()
    }
    expect((await untilStatus(client, id, 'failed')).error).toMatch(/три раза/)
    await untilSwept(client, id)
    await client.made('POST', `${IMPORTS}/${id}/recognize`, {})
    expect(await answerNext(2)).toEqual(['1 of 2', '2 of 2'])
    await untilStatus(client, id, 'recognized')
  },
  LIMIT_MS,
)

test(
  'a file that was partly read by one model is read by another model from the first page',
  async () => {
    const client = await newCompany()
    const id = await upload(client, await plainPdf(3))
    expect(await answerNext(2)).toEqual(['1 of 3', '2 of 3'])
    const asked = await vision.next()
    await readingOtherwise({ recognizer: { url: vision.url, model: 'another' } }, async () => {
      await asked.gone
      expect(await answerNext(3)).toEqual(['1 of 3', '2 of 3', '3 of 3'])
      const { extraction } = await untilStatus(client.at(service.url), id, 'recognized')
      expect(extraction.recognition.model).toBe('another')
      expect(extraction.lines.map(({ name }: Json) => name)).toEqual([1, 2, 3].map((page) => `Чайник ${page}`))
    })
  },
  LIMIT_MS,
)

test(
  'a page for which the model sends no response is retried after pages of other companies',
  () =>
    readingOtherwise({ pageSeconds: 8 }, async () => {
      const [hung, other] = [await newCompany(), await newCompany()]
      const hungId = await upload(hung, await plainPdf(2))
      expect(await answerNext(1)).toEqual(['1 of 2'])
      const unanswered = await vision.next()
      const otherId = await upload(other, await plainPage(8))
      await unanswered.gone
      expect(await answerNext(1)).toEqual(['1 of 1'])
      await untilStatus(other, otherId, 'recognized')
      expect(await answerNext(1)).toEqual(['2 of 2'])
      await untilStatus(hung, hungId, 'recognized')
    }),
  LIMIT_MS,
)

test(
  'a file fails at once if one of its pages takes too much processor time, and the error names the page',
  () =>
    readingOtherwise({ recognizer: null, pageSeconds: 2.5 }, async () => {
      const client = await newCompany()
      const scan = await readFile(new URL('../recognition/pages/5002.jpg', import.meta.url))
      const id = await upload(client, await pdfOfPictures([scan, scan]))
      const failed = await untilStatus(client, id, 'failed')
      expect(failed.error).toMatch(/^Страница 1 /)
      await untilSwept(client, id)
    }),
  LIMIT_MS,
)
