/** Reads the files of a set of pages as the server does: in separate processes, one page at a time. */
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Refusal } from '../../server/domain/refusals.ts'
import { openPageReaders, type PageReaders } from '../../server/papers/page-readers.ts'
import { tesseractRecognizer } from '../../server/papers/tesseract-recognizer.ts'
import type { Recognizer } from '../../server/recognition/recognizer.ts'
import type { Extraction } from '../../server/recognition/words/extraction.ts'
import { recognizeKept } from '../kept-pages.ts'
import { type Comparison, compare, type Truth } from './compare.ts'

/** The result for one file. Results can be stored, so that a large set can be read in several runs. */
export interface Result {
  readonly file: string
  readonly layout: string
  readonly damage: string
  readonly isHopeless: boolean
  readonly pages: number
  /** The wall-clock time, in seconds, that reading the file took. */
  readonly seconds: number
  /**
   * The processor time of all reading processes while the file was read, in seconds; with one worker, this is the time
   * for this file alone. 0 if the system does not report processor times.
   */
  readonly processorSeconds: number
  /** The comparison with the truth, or null if the file was refused; `said` then contains the reason. */
  readonly comparison: Comparison | null
  readonly lines: number
  /** The codes of the warnings about the file, or the reason why it was refused. */
  readonly said: readonly string[]
  readonly isEmpty: boolean
  readonly rotations: readonly number[]
}

export interface Measured {
  readonly results: Result[]
  /** The highest peak memory of any reading process, in MB. */
  peakMemory: number
  processorSeconds: number
  pagesTimed: number
}

export async function scansIn(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => /\.(jpe?g|png|tiff?|webp|pdf)$/i.test(name) && names.includes(`${stem(name)}.json`))
    .sort()
}

const stem = (name: string) => name.slice(0, -extname(name).length)

async function truthOf(folder: string, scan: string): Promise<Truth> {
  return JSON.parse(await readFile(join(folder, `${stem(scan)}.json`), 'utf8')) as Truth
}

export interface Reading {
  readonly folder: string
  readonly scans: readonly string[]
  readonly workers: number
  /** The number of milliseconds after which no further file is started. */
  readonly limitMs: number
  /** A folder with the stored text of pages read earlier; null if all pages must be read again. */
  readonly keptPages: string | null
  told(result: Result): Promise<void>
}

const PAGE_LIMIT_MS = 120_000

export async function measure(reading: Reading, measured: Measured): Promise<void> {
  const readers = openPageReaders()
  const recognizer = tesseractRecognizer()
  const { folder, keptPages } = reading
  const extractionOf = (scan: string, bytes: Uint8Array) =>
    keptPages === null ? readInTurns(readers, scan, bytes) : readKept(recognizer, keptPages, bytes)
  const until = performance.now() + reading.limitMs
  const waiting = [...reading.scans]
  const before = measured.processorSeconds
  const seconds = new Map<string, number>()
  const look = () => {
    for (const use of childrenUse()) {
      seconds.set(use.child, use.seconds)
      measured.peakMemory = Math.max(measured.peakMemory, use.peak)
    }
    measured.processorSeconds = before + [...seconds.values()].reduce((sum, one) => sum + one, 0)
  }
  const watch = setInterval(look, 500)
  try {
    const work = async () => {
      for (let scan = waiting.shift(); scan !== undefined && performance.now() < until; scan = waiting.shift()) {
        const usedBefore = measured.processorSeconds
        const read = await readOne(extractionOf, folder, scan)
        look()
        const result = { ...read, processorSeconds: measured.processorSeconds - usedBefore }
        measured.results.push(result)
        measured.pagesTimed += result.pages
        await reading.told(result)
      }
    }
    await Promise.all(Array.from({ length: reading.workers }, work))
  } finally {
    clearInterval(watch)
    readers.close()
    await recognizer.close()
  }
}

type Read = (scan: string, bytes: Uint8Array) => Promise<Outcome>

async function readOne(extractionOf: Read, folder: string, scan: string): Promise<Omit<Result, 'processorSeconds'>> {
  const bytes = await readFile(join(folder, scan))
  const truth = await truthOf(folder, scan)
  const { meta } = truth
  const known = {
    file: scan,
    layout: meta?.layout ?? meta?.template ?? '',
    damage: meta?.damage ?? meta?.way ?? meta?.name ?? '',
    isHopeless: meta?.hopeless === true,
    lines: truth.lines.length,
  }
  const began = performance.now()
  const { extraction, refusal, pages } = await extractionOf(scan, bytes)
  const seconds = (performance.now() - began) / 1000
  if (extraction === null)
    return { ...known, pages, seconds, comparison: null, said: [refusal], isEmpty: true, rotations: [] }
  return {
    ...known,
    pages,
    seconds,
    comparison: compare(extraction, truth),
    said: extraction.warnings.map(({ code }) => code),
    isEmpty: extraction.lines.length === 0,
    rotations: extraction.pages?.map(({ rotation }) => rotation) ?? [],
  }
}

interface Outcome {
  readonly extraction: Extraction | null
  readonly refusal: string
  readonly pages: number
}

async function readKept(recognizer: Recognizer, folder: string, bytes: Uint8Array): Promise<Outcome> {
  const recognition = { model: recognizer.model, startedAt: '', durationSeconds: 0 }
  try {
    const { extraction, pages } = await recognizeKept(bytes, folder, recognizer)
    return { extraction: { ...extraction, recognition }, refusal: '', pages }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { extraction: null, refusal: error.message, pages: 1 }
  }
}

async function readInTurns(readers: PageReaders, name: string, bytes: Uint8Array): Promise<Outcome> {
  const found: string[] = []
  for (let turns = 0, page = 0; ; turns++) {
    const turn = { name, turns, page, recognizer: null, limitMs: PAGE_LIMIT_MS, load: async () => ({ bytes, found }) }
    const report = await readers.read(turn, new AbortController().signal)
    if ('refused' in report) return { extraction: null, refusal: report.refused, pages: turns + 1 }
    if ('broken' in report) return { extraction: null, refusal: report.broken, pages: turns + 1 }
    if ('extraction' in report) {
      const recognition = { model: report.model, startedAt: '', durationSeconds: 0 }
      return { extraction: { ...report.extraction, recognition }, refusal: '', pages: turns + 1 }
    }
    found[report.page] = report.found
    page = report.next
  }
}

const TICKS_A_SECOND = 100

/**
 * Returns the processor time and peak memory of each reading process so far; empty if the system does not report them.
 */
function childrenUse(): { child: string; seconds: number; peak: number }[] {
  try {
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ')
    return children
      .filter((child) => child !== '')
      .map((child) => {
        const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1] ?? '0'
        const fields = readFileSync(`/proc/${child}/stat`, 'utf8').split(') ')[1]!.split(' ')
        const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
        return { child, seconds, peak: Math.round(Number(peak) / 1024) }
      })
  } catch {
    return []
  }
}
