/** Reads an uploaded table in a separate process, in a limiter slot of the company. */
import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { watchProcess } from '../integrations/process-watch.ts'
import { forkReader } from '../integrations/reader-process.ts'
import { type Asker, fairLimiter } from '../runtime/fair-limiter.ts'
import type { Cell } from './cells.ts'
import { HEAVY_READER_MEMORY_MB, READ_LIMIT_MS, READER_MEMORY_MB } from './limits.ts'

/** The reasons why a file cannot be read as a table. */
export type TableFault =
  | 'NOT_A_TABLE'
  | 'OLD_EXCEL'
  | 'BROKEN'
  | 'TOO_LARGE'
  | 'TOO_MANY_COLUMNS'
  | 'TOO_MANY_ROWS'
  | 'TOO_MANY_SHEETS'
  | 'SHEET_NOT_FOUND'
  | 'EMPTY'
  /** The file is fine, but reading was interrupted too often. */
  | 'INTERRUPTED'

export interface ReadOrder {
  /** The name of the sheet to read; null for the first sheet. */
  readonly sheet: string | null
  /** The maximum number of nonempty rows that are read. */
  readonly maxRows: number
}

export interface TableRow {
  /** The row's number in the file, from 1. */
  readonly number: number
  readonly cells: readonly Cell[]
}

/**
 * The messages that the reading process sends: first that it needs a lot of memory (if it does), then the sheets, then
 * the rows. After each message it waits for a reply.
 */
export type ReadPart =
  | { readonly isHeavy: true }
  | { readonly sheets: string[]; readonly sheet: string | null }
  | { readonly rows: TableRow[]; readonly isLast?: true }
  | { readonly fault: TableFault }

/** Thrown when the file itself is at fault. The fault can be shown to the user. */
export class UnreadableTable extends Error {
  readonly fault: TableFault
  constructor(fault: TableFault) {
    super(`The table cannot be read: ${fault}`)
    this.fault = fault
  }
}

const PROGRAM = new URL('./read-process.ts', import.meta.url)
const FLAGS = [`--max-old-space-size=${HEAVY_READER_MEMORY_MB}`, '--max-semi-space-size=8']
/**
 * The time limit for reading, in wall-clock time. It is long, because the process has the lowest priority and waits
 * while its rows are written to the database.
 */
const MAX_READING_MS = 15 * 60_000

const TURN = {
  maxWaiting: 16,
  maxWaitMs: READ_LIMIT_MS,
  refusal: 'Too many tables of this company are being read. Try again in a moment.',
}
const inTurn = fairLimiter({ ...TURN, atOnce: 2, perCompany: 1 })
const inHeavyTurn = fairLimiter({ ...TURN, atOnce: 1, perCompany: 1 })

export interface ReadSheets {
  readonly sheets: readonly string[]
  readonly sheet: string | null
}

export type TakeRows = (rows: readonly TableRow[]) => void | Promise<void>

/**
 * Reads a table. `open`: called once the company has been given a limiter slot. `take`: receives the nonempty rows in
 * batches. Throws UnreadableTable; refuses with UNAVAILABLE.
 */
export function readTable(
  asker: Asker,
  order: ReadOrder & { readonly open: () => Promise<Readable> },
  take: TakeRows,
): Promise<ReadSheets> {
  return inTurn(asker, async () => {
    const { open, ...said } = order
    const child = forkReader(PROGRAM, FLAGS, { file: await open(), args: [JSON.stringify(said)] })
    try {
      return await readingOf(child, asker, take)
    } finally {
      child.kill('SIGKILL')
    }
  })
}

async function readingOf(child: ChildProcess, asker: Asker, take: TakeRows): Promise<ReadSheets> {
  const { signal } = asker
  const { promise, resolve, reject } = Promise.withResolvers<ReadSheets>()
  const tooLarge = () => reject(new UnreadableTable('TOO_LARGE'))
  const hangUp = () => reject(signal?.reason)
  signal?.addEventListener('abort', hangUp, { once: true })
  const watchUpTo = (memoryMb: number) =>
    child.pid === undefined
      ? () => {}
      : watchProcess(child.pid, { memoryMb, limitMs: READ_LIMIT_MS, mayWait: true }, tooLarge)
  let unwatch = watchUpTo(READER_MEMORY_MB)
  const timer = setTimeout(tooLarge, MAX_READING_MS)
  const goOn = () => child.send('next', () => {})
  const over = promise.then(
    () => undefined,
    () => undefined,
  )
  const found: ReadSheets = { sheets: [], sheet: null }
  let isSaid = false
  const hear = async (part: ReadPart): Promise<unknown> => {
    if ('fault' in part) return reject(new UnreadableTable(part.fault))
    if ('isHeavy' in part)
      return inHeavyTurn(asker, () => {
        unwatch()
        unwatch = watchUpTo(HEAVY_READER_MEMORY_MB)
        goOn()
        return over
      })
    if ('sheets' in part) return Object.assign(found, part)
    isSaid = part.isLast === true
    await take(part.rows)
    return part.isLast ? resolve(found) : goOn()
  }
  child.on('message', (part: ReadPart) => void hear(part).catch(reject))
  // After the last batch, the process may exit normally, even while that batch is still being handled here. An earlier
  // exit most likely means that the process ran out of memory because the file needs more than we allow.
  child.once('exit', () => isSaid || tooLarge())
  child.once('error', reject)
  return promise.finally(() => {
    unwatch()
    clearTimeout(timer)
    signal?.removeEventListener('abort', hangUp)
  })
}
