/**
 * A thread that reads one uploaded table and ends: what it takes of the processor and of memory, and how it may die, is its own. It sends
 * some rows at a time, and the next ones when they are asked for.
 */
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { readXlsx, streamXlsxRows } from 'hucre'
import { fromBuffer, type ZipFile } from 'yauzl'
import type { Cell } from './cells.ts'
import { MAX_CELL_LENGTH, MAX_COLUMNS, MAX_PARTS, MAX_UNPACKED_BYTES } from './limits.ts'
import type { ReadOrder, ReadPart, TableFault } from './reading.ts'
import { decodeText, textRows } from './table-text.ts'

const BATCH = 500
/** A spreadsheet of before 2007, or one with a password. */
const OLE2 = [0xd0, 0xcf, 0x11, 0xe0]
const ZIP = [0x50, 0x4b, 0x03, 0x04]

const { bytes, sheet, maxRows } = workerData as ReadOrder
const beginsWith = (magic: readonly number[]) => magic.every((byte, at) => bytes[at] === byte)

class Unreadable extends Error {
  readonly fault: TableFault
  constructor(fault: TableFault) {
    super(fault)
    this.fault = fault
  }
}

/** What the archive says that it unpacks to; the reader holds each part to that. */
async function checkArchive(): Promise<void> {
  const archive = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { lazyEntries: true }, (error, opened) =>
      error === null ? resolve(opened) : reject(new Unreadable('BROKEN')),
    )
  })
  let unpacked = 0
  let isWorkbook = false
  await new Promise<void>((resolve, reject) => {
    archive.on('entry', ({ uncompressedSize, compressedSize, fileName }) => {
      unpacked += uncompressedSize
      if (fileName === 'xl/workbook.xml') isWorkbook = true
      const isHidden = uncompressedSize === 0 && compressedSize > 2
      if (unpacked > MAX_UNPACKED_BYTES || archive.entryCount > MAX_PARTS || isHidden)
        reject(new Unreadable('TOO_LARGE'))
      else archive.readEntry()
    })
    archive.once('end', resolve)
    archive.once('error', () => reject(new Unreadable('BROKEN')))
    archive.readEntry()
  })
  if (!isWorkbook) throw new Unreadable('NOT_A_TABLE')
}

const cellOf = (value: unknown): Cell => {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : { date: value.toISOString().slice(0, 10) }
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return value
  // The database takes no other texts.
  const text = String(value).replaceAll('\u0000', '').toWellFormed()
  return text === '' ? null : text.slice(0, MAX_CELL_LENGTH)
}

interface Row {
  /** From 1, as the file counts them. */
  readonly number: number
  readonly cells: Cell[]
}

async function* xlsxRows(name: string): AsyncGenerator<Row> {
  for await (const { index, values } of streamXlsxRows(bytes, { sheet: name }))
    yield { number: index + 1, cells: values.map(cellOf) }
}

async function* csvRows(text: string): AsyncGenerator<Row> {
  for (const [index, cells] of textRows(text).entries()) yield { number: index + 1, cells: cells.map(cellOf) }
}

async function open(): Promise<{ sheets: string[]; sheet: string | null; rows: AsyncGenerator<Row> }> {
  if (beginsWith(OLE2)) throw new Unreadable('OLD_EXCEL')
  if (beginsWith(ZIP)) {
    await checkArchive()
    const sheets: string[] = []
    await readXlsx(bytes, {
      sheets: ({ name, hidden, veryHidden }) => {
        if (!hidden && !veryHidden) sheets.push(name)
        return false
      },
    })
    const chosen = sheet ?? sheets[0]
    if (chosen === undefined || !sheets.includes(chosen)) throw new Unreadable('SHEET_NOT_FOUND')
    return { sheets, sheet: chosen, rows: xlsxRows(chosen) }
  }
  const text = decodeText(bytes)
  if (text === null) throw new Unreadable('NOT_A_TABLE')
  return { sheets: [], sheet: null, rows: csvRows(text) }
}

const send = (part: ReadPart) => parentPort!.postMessage(part)

async function read(): Promise<void> {
  const { sheets, sheet: chosen, rows } = await open()
  send({ sheets, sheet: chosen })
  let batch: Row[] = []
  let count = 0
  for await (const { number, cells } of rows) {
    while (cells.length > 0 && cells.at(-1) === null) cells.pop()
    if (cells.length === 0) continue
    if (cells.length > MAX_COLUMNS) throw new Unreadable('TOO_MANY_COLUMNS')
    count += 1
    if (count > maxRows) break
    batch.push({ number, cells })
    if (batch.length < BATCH) continue
    send({ rows: batch })
    batch = []
    await once(parentPort!, 'message')
  }
  send({ rows: batch, isLast: true })
}

read().catch((error: unknown) => {
  send({ fault: error instanceof Unreadable ? error.fault : 'BROKEN' })
})
