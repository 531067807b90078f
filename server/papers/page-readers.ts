/**
 * Manages the processes that read pages. A process starts when there is a page to read and keeps running for later
 * pages.
 */
import type { ChildProcess } from 'node:child_process'
import { TooMuchMemory, watchProcess } from '../integrations/process-watch.ts'
import { forkReader, WITHOUT_MEMORY, wasmMemory } from '../integrations/reader-process.ts'
import type { DocumentSoFar } from '../recognition/recognize-file.ts'
import type { PageOrder, ReadReport } from './recognition-process.ts'
import type { RecognizerSettings } from './recognizers.ts'

const PROGRAM = new URL('./recognition-process.ts', import.meta.url)
/**
 * The number of pages after which a process is replaced, so that memory leaks in libraries cannot grow forever. In a
 * test, memory did not grow over 80 pages. A restart costs as much as reading one page.
 */
const MAX_PAGES_READ = 200
/**
 * The maximum number of documents that a process keeps in memory between pages. Any other document is sent to it
 * again for each page.
 */
const MAX_AT_HAND = 3
/**
 * The memory limit of a process, in megabytes. The largest pages take less than 400 MB, so a file that needs more than
 * the limit is not a real document.
 */
const MAX_MEMORY_MB = 640
const MAX_HEAP_MB = 400
/**
 * The memory limit of each WebAssembly library: enough to read A4 at 600 dpi. A process that exceeds the limit reports
 * this and exits (`endWithoutMemory`).
 */
const MAX_WASM_MB = 192
/**
 * The size that V8's old generation must reach before V8 collects it. Pictures are stored outside this heap, so garbage
 * collections would free little. Moreover, every second collection discards all compiled regular expressions.
 */
const FIRST_HEAP_MB = 100
/**
 * The size of each half of V8's young generation. With the default of 16 MB, a process grew by 100 MB without being
 * faster.
 */
const YOUNG_MB = 4

/** The number of milliseconds without work after which a process exits to free its memory. */
const IDLE_MS = 120_000

interface Reader {
  readonly child: ChildProcess
  pagesRead: number
  idleTimer: NodeJS.Timeout | null
  /**
   * The documents that the process has in memory, least recently used first. The value is the number of turns that were
   * saved for the document when the process received it.
   */
  readonly atHand: Map<string, number>
  /** Documents that the process no longer needs to keep. */
  readonly done: string[]
}

/** The next page of a document to read. */
interface PageToRead {
  /** The identifier of the document. */
  readonly name: string
  /**
   * The number of turns that have been saved for this document. If a process has a copy with another number of turns,
   * the copy is outdated.
   */
  readonly turns: number
  readonly page: number
  readonly recognizer: RecognizerSettings
  /** The time limit for reading a page, in milliseconds, applied separately to processor time and to idle time. */
  readonly limitMs: number
  /** Loads the document for a process that does not have it in memory. */
  load(): Promise<DocumentSoFar>
}

export interface PageReaders {
  /**
   * Reads a page. Throws TooLong, TooMuchMemory, or another error if the process dies or reports that it must be
   * replaced. When aborted, rejects at once and kills the process.
   */
  read(turn: PageToRead, signal: AbortSignal): Promise<ReadReport>
  close(): void
}

export function openPageReaders(): PageReaders {
  const idle: Reader[] = []
  const all = new Set<Reader>()
  const end = (reader: Reader) => {
    all.delete(reader)
    const at = idle.indexOf(reader)
    if (at !== -1) idle.splice(at, 1)
    if (reader.idleTimer !== null) clearTimeout(reader.idleTimer)
    reader.child.kill('SIGKILL')
  }
  const take = ({ name, turns }: PageToRead): Reader => {
    const fitting = idle.findIndex(({ atHand }) => atHand.get(name) === turns)
    const [known] = idle.splice(fitting === -1 ? idle.length - 1 : fitting, 1)
    if (known !== undefined) {
      if (known.idleTimer !== null) clearTimeout(known.idleTimer)
      known.idleTimer = null
      return known
    }
    const child = forkReader(PROGRAM, [
      `--max-old-space-size=${MAX_HEAP_MB}`,
      `--initial-old-space-size=${FIRST_HEAP_MB}`,
      `--max-semi-space-size=${YOUNG_MB}`,
      wasmMemory(MAX_WASM_MB),
      // This flag lets the process free pictures as soon as they are no longer needed.
      '--expose-gc',
    ])
    const reader: Reader = { child, pagesRead: 0, idleTimer: null, atHand: new Map(), done: [] }
    all.add(reader)
    child.once('exit', () => end(reader))
    return reader
  }
  const giveBack = (reader: Reader) => {
    if (!all.has(reader)) return
    if (reader.pagesRead >= MAX_PAGES_READ) return end(reader)
    reader.idleTimer = setTimeout(() => end(reader), IDLE_MS)
    reader.idleTimer.unref()
    idle.push(reader)
  }
  return {
    async read(turn, signal) {
      signal.throwIfAborted()
      const reader = take(turn)
      const order = await orderFor(reader, turn).catch((error: unknown) => {
        giveBack(reader)
        throw error
      })
      try {
        const report = await ask(reader.child, order, { limitMs: turn.limitMs, signal })
        // A library that has run out of memory does not free the memory that it used, so the process is replaced.
        if ('broken' in report) {
          end(reader)
          return report
        }
        reader.pagesRead += 1
        remember(reader, turn, 'next' in report)
        giveBack(reader)
        return report
      } catch (error) {
        end(reader)
        throw error
      }
    },
    close() {
      for (const reader of [...all]) end(reader)
    },
  }
}

async function orderFor({ atHand, done }: Reader, turn: PageToRead): Promise<PageOrder> {
  const { name, turns, page, recognizer } = turn
  const document = atHand.get(name) === turns ? null : await turn.load()
  return { name, document, page, recognizer, forget: done.splice(0) }
}

function remember({ atHand, done }: Reader, { name, turns }: PageToRead, isUnfinished: boolean): void {
  const hadIt = atHand.delete(name)
  if (isUnfinished) atHand.set(name, turns + 1)
  else if (hadIt) done.push(name)
  const [oldest] = atHand.keys()
  if (atHand.size > MAX_AT_HAND && atHand.delete(oldest!)) done.push(oldest!)
}

const endedBy = (code: number | null, signal: string | null) =>
  code === WITHOUT_MEMORY
    ? new TooMuchMemory(`A library asked for more than ${MAX_WASM_MB} MB`)
    : new Error(`The process that reads pages ended (${signal ?? code})`)

function ask(
  child: ChildProcess,
  order: PageOrder,
  { limitMs, signal }: { limitMs: number; signal: AbortSignal },
): Promise<ReadReport> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      unwatch()
      child.off('message', onMessage)
      child.off('exit', onExit)
      child.off('error', onError)
      signal.removeEventListener('abort', onAbort)
      finish()
    }
    const onMessage = (report: unknown) => settle(() => resolve(report as ReadReport))
    const onExit = (code: number | null, by: string | null) => settle(() => reject(endedBy(code, by)))
    const onError = (error: Error) => settle(() => reject(error))
    const onAbort = () => settle(() => reject(signal.reason))
    const unwatch =
      child.pid === undefined ? () => {} : watchProcess(child.pid, { limitMs, memoryMb: MAX_MEMORY_MB }, onError)
    if (signal.aborted) return onAbort()
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.on('error', onError)
    signal.addEventListener('abort', onAbort, { once: true })
    child.send(order, (error) => {
      if (error !== null) onError(error)
    })
  })
}
