/** Reading an uploaded table in a thread of its own, when it is the company's turn. */
import { Worker } from 'node:worker_threads'
import { type Asker, fairTurns } from '../domain/turns.ts'
import type { Cell } from './cells.ts'
import { READ_LIMIT_MS, READER_MEMORY_MB } from './limits.ts'

/** Why a file is no table that can be read. */
export type TableFault =
  | 'NOT_A_TABLE'
  | 'OLD_EXCEL'
  | 'BROKEN'
  | 'TOO_LARGE'
  | 'TOO_MANY_COLUMNS'
  | 'TOO_MANY_ROWS'
  | 'SHEET_NOT_FOUND'
  | 'EMPTY'

export interface ReadOrder {
  readonly bytes: Uint8Array<ArrayBuffer>
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

/** What the thread says: first the sheets, then the rows. */
export type ReadPart =
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

const inTurn = fairTurns({
  atOnce: 2,
  perCompany: 1,
  maxWaiting: 16,
  maxWaitMs: READ_LIMIT_MS,
  refusal: 'Too many tables of this company are being read. Try again in a moment.',
})

export interface ReadSheets {
  readonly sheets: readonly string[]
  readonly sheet: string | null
}

/** Reads a table; `take` gets the rows in which something stands, some at a time. Throws UnreadableTable; refuses UNAVAILABLE. */
export function readTable(
  asker: Asker,
  order: ReadOrder,
  take: (rows: readonly TableRow[]) => void | Promise<void>,
): Promise<ReadSheets> {
  return inTurn(asker, async () => {
    const worker = new Worker(new URL('./read-thread.ts', import.meta.url), {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: READER_MEMORY_MB },
    })
    try {
      return await answerOf(worker, asker, take)
    } finally {
      await worker.terminate()
    }
  })
}

function answerOf(
  worker: Worker,
  { signal }: Asker,
  take: (rows: readonly TableRow[]) => void | Promise<void>,
): Promise<ReadSheets> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadSheets>()
  let found: ReadSheets = { sheets: [], sheet: null }
  const timer = setTimeout(() => reject(new UnreadableTable('TOO_LARGE')), READ_LIMIT_MS)
  const hangUp = () => reject(signal?.reason)
  signal?.addEventListener('abort', hangUp, { once: true })
  let isSaid = false
  const hear = async (part: ReadPart) => {
    if ('fault' in part) return reject(new UnreadableTable(part.fault))
    if ('sheets' in part) {
      found = part
      return
    }
    isSaid = part.isLast === true
    await take(part.rows)
    if (part.isLast) resolve(found)
    else worker.postMessage('next')
  }
  worker.on('message', (part: ReadPart) => void hear(part).catch(reject))
  // Out of its own memory: the file asks for more than it may.
  worker.once('error', () => reject(new UnreadableTable('TOO_LARGE')))
  // It ends once all is said; what it said last may still be worked on.
  worker.once('exit', () => {
    if (!isSaid) reject(new UnreadableTable('BROKEN'))
  })
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', hangUp)
  })
}
