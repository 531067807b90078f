/** Sample scans from bytes to extraction, with the embedded recognizer as it runs in the service. */
import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { tesseractRecognizer } from '../../server/integrations/tesseract-recognizer.ts'
import { recognizeFile } from '../../server/recognition/recognize-file.ts'

const FOLDER = new URL('../../../shared/documents/', import.meta.url)
const LIMIT_MS = 120_000

interface Truth {
  readonly kind: string
  readonly number: string
  readonly date: string
  readonly supplier: { readonly inn: string }
  readonly lines: readonly { readonly quantity: number; readonly unitCost: number; readonly total: number }[]
  readonly total: number
}

const recognizer = tesseractRecognizer()
afterAll(() => recognizer.close())

// A table photographed askew, a till receipt, and a coarse scan: one of each kind of trouble.
test.each(['05.jpg', '15.jpg', '16.jpg'])(
  '%s is read to the kopeck',
  async (scan) => {
    const truth = JSON.parse(await readFile(new URL(scan.replace('.jpg', '.json'), FOLDER), 'utf8')) as Truth
    const extraction = await recognizeFile(
      await readFile(new URL(scan, FOLDER)),
      { recognizer },
      new AbortController().signal,
    )
    expect(extraction).toMatchObject({
      kind: truth.kind,
      reference: truth.number,
      issuedAt: truth.date,
      supplier: { inn: truth.supplier.inn },
      total: Math.round(truth.total * 100),
      warnings: [],
    })
    expect(extraction.lines.map(({ quantity, unitCost, amount }) => ({ quantity, unitCost, amount }))).toEqual(
      truth.lines.map((line) => ({
        quantity: Math.round(line.quantity * 1000),
        unitCost: Math.round(line.unitCost * 100),
        amount: Math.round(line.total * 100),
      })),
    )
    for (const line of extraction.lines) expect(line.confidence).toBeGreaterThanOrEqual(0.9)
  },
  LIMIT_MS,
)

test(
  'a reading that is no longer wanted ends with the reason given, and the recognizer reads on',
  async () => {
    const abort = new AbortController()
    const reason = new Error('not wanted')
    const reading = recognizeFile(await readFile(new URL('02.jpg', FOLDER)), { recognizer }, abort.signal)
    setTimeout(() => abort.abort(reason), 300)
    await expect(reading).rejects.toBe(reason)
    const next = await recognizeFile(
      await readFile(new URL('16.jpg', FOLDER)),
      { recognizer },
      new AbortController().signal,
    )
    expect(next.lines).toHaveLength(7)
  },
  LIMIT_MS,
)
