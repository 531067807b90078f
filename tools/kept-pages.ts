/**
 * Stores the recognized text of pages in a folder, so that the later steps (tables, verdict, header) can be tested
 * repeatedly without reading the pictures again. A page is identified by its bytes and by the code that finds and reads
 * text, so the page is read again when that code changes.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FoundOnPage } from '../server/papers/tesseract-recognizer.ts'
import { assembled } from '../server/recognition/assemble.ts'
import { judged } from '../server/recognition/judge/judge.ts'
import { betterReading, hasRemainder } from '../server/recognition/judge/second-reading.ts'
import { openFile } from '../server/recognition/open-file.ts'
import { textIn } from '../server/recognition/pdf/text-layer.ts'
import type { UntimedExtraction } from '../server/recognition/recognize-file.ts'
import type { Recognizer } from '../server/recognition/recognizer.ts'
import type { Reading } from '../server/recognition/words/extraction.ts'

const SERVER = fileURLToPath(new URL('../server', import.meta.url))

/** The source files that decide which text is read from a page. Other files only interpret that text. */
const READING = [
  'papers/tesseract-first-look.ts',
  'papers/tesseract-looks.ts',
  'papers/tesseract-readers.ts',
  'papers/tesseract-recognizer.ts',
  ...['legibility', 'open-file'].map((name) => `recognition/${name}.ts`),
  ...[
    'components',
    'dot-codes',
    'drawn-columns',
    'flatten',
    'page-layout',
    'papers',
    'prepare',
    'raster',
    'rules',
    'segments',
    'straighten',
  ].map((name) => `recognition/picture/${name}.ts`),
  ...['pdfium', 'text-columns', 'text-layer', 'text-letters', 'text-pieces'].map(
    (name) => `recognition/pdf/${name}.ts`,
  ),
]

/** The maximum number of rounds of re-reading parts of a page. Any document needs fewer. */
const MAX_ROUNDS = 12

export interface KeptRecognition {
  readonly extraction: UntimedExtraction
  readonly pages: number
}

/** Extracts a document's data from its stored text. Pictures are read only for text that is not stored yet. */
export async function recognizeKept(
  bytes: Uint8Array,
  folder: string,
  recognizer: Recognizer,
): Promise<KeptRecognition> {
  await mkdir(folder, { recursive: true })
  const mark = `${await readingMark()}-${digest([bytes])}`
  const names = (await readdir(folder)).filter((name) => name.startsWith(mark)).sort()
  const found = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const pages = found.map((text) => JSON.parse(text) as FoundOnPage)
    const missing = pages.length === 0 ? new Set([0]) : new Set<number>()
    const looks = pages.map((page) => new Map(page.looks))
    const pieces = pages.flatMap((page, at) => page.pieces.map((piece) => ({ ...piece, page: at })))
    const reading = await assembled(
      pieces,
      async (at, box, look) => {
        if (pages[at]!.isText === true) return textIn(pages[at]!.pieces, box)
        const { left, top, right, bottom } = box
        const known = looks[at]!.get(`${look} ${left} ${top} ${right} ${bottom}`)
        if (known === undefined) missing.add(at)
        return known ?? ''
      },
      pages.flatMap(({ codes = [] }) => codes),
    )
    const best = missing.size === 0 && pages.length === 1 ? await secondOf(reading, pages[0]!, missing) : reading
    if (missing.size === 0) return { extraction: judged(best), pages: pages.length }
    await readMissing(bytes, { found, missing, recognizer })
    for (const [index, text] of found.entries())
      await writeFile(join(folder, `${mark}-${String(index).padStart(2, '0')}`), text)
  }
  throw new Error('The pages keep requesting second looks.')
}

/** Adds text read at another scale, for pages on which the first reading left areas without text. */
async function secondOf(
  first: Reading,
  { other, isText, codes = [] }: FoundOnPage,
  missing: Set<number>,
): Promise<Reading> {
  if (isText === true || !hasRemainder(first)) return first
  if (other === undefined) missing.add(0)
  const looks = new Map(other?.looks)
  const pieces = (other?.pieces ?? []).map((piece) => ({ ...piece, page: 0 }))
  const second = await assembled(
    pieces,
    async (_, { left, top, right, bottom }, look) => {
      const known = looks.get(`${look} ${left} ${top} ${right} ${bottom}`)
      if (known === undefined) missing.add(0)
      return known ?? ''
    },
    codes,
  )
  return betterReading(first, second)
}

interface Missing {
  readonly found: string[]
  readonly missing: ReadonlySet<number>
  readonly recognizer: Recognizer
}

async function readMissing(bytes: Uint8Array, { found, missing, recognizer }: Missing): Promise<void> {
  const file = await openFile(bytes)
  try {
    const signal = new AbortController().signal
    const wanted = found.length === 0 ? Array.from({ length: file.pageCount }, (_, index) => index) : [...missing]
    for (const index of wanted) {
      const page = { image: () => file.page(index), text: () => file.text(index), index, count: file.pageCount, found }
      found[index] = (await recognizer.readPage(page, signal)).found
    }
  } finally {
    file.close()
  }
}

let mark: Promise<string> | null = null

function readingMark(): Promise<string> {
  mark ??= Promise.all(READING.map((name) => readFile(join(SERVER, name)))).then(digest)
  return mark
}

function digest(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex').slice(0, 16)
}
