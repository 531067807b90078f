/**
 * Tests the whole service with its built-in recognizer: the service receives pages, reads them in a separate process
 * and lists them.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { tesseractRecognizer } from '../../server/papers/tesseract-recognizer.ts'
import { recognizeFile, recognizePage } from '../../server/recognition/recognize-file.ts'
import { readCompany } from '../../server/store/database.ts'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { pdfOfPictures } from '../support/papers/pdf.ts'
import { sheetsOf } from '../support/papers/pictures.ts'
import { fileOf, untilStatus, uploadFile } from '../support/papers/reading.ts'

/**
 * The time limit of a test in milliseconds. It is long because reader processes have the lowest priority and mostly
 * wait for other tests.
 */
const LIMIT_MS = 300_000
const IMPORTS = '/api/v1/procurement/imports'
const service = useService({ recognition: { recognizer: null, workers: 1 } })

const page = (name: string) => readFile(new URL(`./pages/${name}`, import.meta.url))

/** Returns the nice value (priority) of each thread of the reader process. */
async function readerPriorities(): Promise<number[]> {
  const nices: number[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const file = (name: string) => readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '')
    // After the process's name in brackets come the state, the parent and so on; the 17th field is the nice value.
    const fieldsOf = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fieldsOf(await file('stat'))[1] !== String(process.pid)) continue
    if (!(await file('cmdline')).includes('recognition-process')) continue
    for (const thread of await readdir(`/proc/${pid}/task`)) {
      const stat = await file(`task/${thread}/stat`)
      // A thread that has just ended has an empty stat file, without a nice value.
      if (stat !== '') nices.push(Number(fieldsOf(stat)[16]))
    }
  }
  return nices
}

test(
  'an uploaded page is read by the real reader process of the service',
  async () => {
    const client = await service.newCompany()
    const truth = JSON.parse(await page('5007.json').then(String))
    const upload = { raw: await page('5007.png'), headers: { 'content-type': 'image/png' } }
    const { id } = (await client.send('POST', IMPORTS, undefined, upload)).json.result
    let file = (await client.get(`${IMPORTS}/${id}`)).json
    while (file.status === 'queued' || file.status === 'processing') {
      await new Promise((resolve) => setTimeout(resolve, 100))
      file = (await client.get(`${IMPORTS}/${id}`)).json
    }
    expect(file.error).toBeUndefined()
    expect(file.extraction).toMatchObject({ reference: truth.number, issuedAt: truth.date, total: truth.total })
    expect(
      file.extraction.lines.map(({ quantity, unitCost }: { quantity: number; unitCost: number }) => [
        quantity,
        unitCost,
      ]),
    ).toEqual(truth.lines.map(({ quantity, unitCost }: { quantity: number; unitCost: number }) => [quantity, unitCost]))
    // The process now waits for the next file. All of its threads must have the lowest priority, not only the thread
    // that set the priority.
    if (!existsSync('/proc/self/task')) return
    const nices = await readerPriorities()
    expect(nices.length).toBeGreaterThan(1)
    expect(new Set(nices)).toEqual(new Set([19]))
  },
  LIMIT_MS,
)

/**
 * Returns an invoice on six sheets: one with the header and a line, four with a line each, and one with the totals.
 * Only the first sheet has headings.
 */
const sixSheets = async () => sheetsOf(await page('5007.png'), [479, 516, 554, 590, 630])

/** Returns an extraction without its `recognition` field, which contains the reading time. */
function shown({ recognition: _recognition, ...extraction }: Json): Json {
  return extraction
}

/** Returns how many pages of the company's files have been read so far. */
async function pagesRead(client: Client): Promise<number> {
  const { rows } = await readCompany(service.database, client.companyId, (tx) =>
    tx.query<{ turns: number }>('select turns from procurement_imports where company_id = $1', [client.companyId]),
  )
  return rows.reduce((sum, { turns }) => sum + turns, 0)
}

test(
  'six pages read in turns with another company’s pages give the same result as the six pages alone',
  async () => {
    const [long, undisturbed, short] = [
      await service.newCompany(),
      await service.newCompany(),
      await service.newCompany(),
    ]
    const sheets = await sixSheets()
    const document = await pdfOfPictures(sheets)
    const alone = await uploadFile(undisturbed, document)
    const expected = await untilStatus(undisturbed, alone, 'recognized')
    const truth = JSON.parse(await page('5007.json').then(String))
    expect(expected.extraction).toMatchObject({ reference: truth.number, total: truth.total, warnings: [] })
    expect(expected.extraction.lines).toHaveLength(truth.lines.length)
    const longId = await uploadFile(long, document)
    while ((await fileOf(long, longId)).status === 'queued') await new Promise((resolve) => setTimeout(resolve, 10))
    const shortId = await uploadFile(short, sheets.at(-1)!)
    const before = await pagesRead(long)
    await untilStatus(short, shortId, 'recognized')
    // Up to three more pages of the long file may have been read: the page being read when the short file arrived, at
    // most one page before the service noticed the short file, and one page after the short file was finished.
    expect((await pagesRead(long)) - before).toBeLessThanOrEqual(3)
    expect(await fileOf(long, longId)).toMatchObject({ status: 'processing' })
    const { extraction } = await untilStatus(long, longId, 'recognized')
    expect(JSON.stringify(shown(extraction))).toBe(JSON.stringify(shown(expected.extraction)))
  },
  LIMIT_MS,
)

test(
  'a page whose picture was dropped is rendered again if the page must be read again',
  async () => {
    // Read a delivery note with article codes, because article codes are always read a second time.
    const bytes = await pdfOfPictures(await sheetsOf(await page('5002.jpg'), [470]))
    const recognizer = tesseractRecognizer()
    const { signal } = new AbortController()
    try {
      const { recognition: _recognition, ...whole } = await recognizeFile(bytes, { recognizer }, signal)
      const found: string[] = []
      const order: number[] = []
      for (let index = 0; ; ) {
        order.push(index)
        const outcome = await recognizePage({ bytes, found }, { index, recognizer }, signal)
        if ('extraction' in outcome) {
          expect(JSON.stringify(outcome.extraction)).toBe(JSON.stringify(whole))
          break
        }
        // The result begins with a line that names the model.
        const [model, kept] = outcome.found.split('\n')
        expect(JSON.parse(kept!).looks.length).toBeGreaterThan(0)
        const forgetful = `${model}\n${JSON.stringify({ ...JSON.parse(kept!), looks: [] })}`
        found[index] = order.length === 1 ? forgetful : outcome.found
        index = outcome.next
      }
      expect(order).toEqual([0, 1, 0])
    } finally {
      await recognizer.close()
    }
  },
  LIMIT_MS,
)
