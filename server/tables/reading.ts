/** Reading an uploaded table in a process of its own, when it is the company's turn. */
import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { watchProcess } from '../integrations/process-watch.ts'
import { forkReader } from '../integrations/reader-process.ts'
import { type Asker, fairLimiter } from '../runtime/fair-limiter.ts'
import type { Cell } from './cells.ts'
import { HEAVY_READER_MEMORY_MB, READ_LIMIT_MS, READER_MEMORY_MB } from './limits.ts'

/** Why a file is no table that can be read. */
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
  /** Nothing is wrong with the file: the service broke off, again and again. */
  | 'INTERRUPTED'

export interface ReadOrder {
  /** null: the first one. */
  readonly sheet: string | null
  /** Rows in which something stands; what follows is not read. */
  readonly maxRows: number
}

export interface TableRow {
  /** From 1, as the file counts them. */
  readonly number: number
  readonly cells: readonly Cell[]
}

/** What the process says: that it will take much memory, the sheets, then the rows. It goes on when it is told to. */
export type ReadPart =
  | { readonly isHeavy: true }
  | { readonly sheets: string[]; readonly sheet: string | null }
  | { readonly rows: TableRow[]; readonly isLast?: true }
  | { readonly fault: TableFault }

/** The file is at fault, in a way that can be told. */
export class UnreadableTable extends Error {
  readonly fault: TableFault
  constructor(fault: TableFault) {
    super(`The table cannot be read: ${fault}`)
    this.fault = fault
  }
}

const PROGRAM = new URL('./read-process.ts', import.meta.url)
const FLAGS = [`--max-old-space-size=${HEAVY_READER_MEMORY_MB}`, '--max-semi-space-size=8']
/** By the clock, whatever it waits for: such a process has the lowest priority, and its rows are written meanwhile. */
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
 * Reads a table; `open` is called when it is its turn, `take` gets the rows in which something stands, some at a time. Throws
 * UnreadableTable; refuses UNAVAILABLE.
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
  // What it said last may still be worked on. Otherwise it is out of its own memory: the file asks for more than it may.
  child.once('exit', () => isSaid || tooLarge())
  child.once('error', reject)
  return promise.finally(() => {
    unwatch()
    clearTimeout(timer)
    signal?.removeEventListener('abort', hangUp)
  })
}
