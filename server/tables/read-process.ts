/**
 * The program of a process that reads one uploaded table and exits. It sends a batch of rows each time the parent
 * process requests one.
 */
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { decodeText, textRows } from '../../spellings/table-text.ts'
import { yieldToRequests } from '../integrations/reader-process.ts'
import { type BareFormulas, bareFormulasOf, type PartOf, partsOf } from './bare-formulas.ts'
import type { Cell } from './cells.ts'
import {
  HEAVY_BYTES,
  MAX_CELL_LENGTH,
  MAX_COLUMNS,
  MAX_PARTS,
  MAX_ROW_NUMBER,
  MAX_SHEETS,
  MAX_UNPACKED_BYTES,
  MAX_WORKBOOK_BYTES,
} from './limits.ts'
import type { ReadOrder, ReadPart, TableFault } from './reading.ts'

/**
 * Loads the spreadsheet library, but only for workbooks, because loading it took half of the time needed for a CSV
 * file.
 */
const spreadsheets = () => import('hucre')

/** The limits of a batch of rows. A batch ends as soon as it reaches one of these limits. */
const BATCH_ROWS = 500
const BATCH_CELLS = 10_000
/** Options for opening an archive so that its parts are only listed at first and read later. */
const OPEN = { lazyEntries: true, autoClose: false } as const
/** The first bytes of an Excel file that is from before 2007 or is password-protected. */
const OLE2 = [0xd0, 0xcf, 0x11, 0xe0]
const ZIP = [0x50, 0x4b, 0x03, 0x04]

yieldToRequests()
const bytes = new Uint8Array(await buffer(process.stdin))
const { sheet, maxRows } = JSON.parse(process.argv[2]!) as ReadOrder
const beginsWith = (magic: readonly number[]) => magic.every((byte, at) => bytes[at] === byte)

class Unreadable extends Error {
  readonly fault: TableFault
  constructor(fault: TableFault) {
    super(fault)
    this.fault = fault
  }
}

/**
 * Checks the sizes that an archive declares. The reader enforces them for each part.
 * @returns `whole`: how many bytes must be in memory at once, namely all parts except the sheets, which are read piece
 * by piece. `partOf`: reads a part of the archive.
 */
async function weighArchive(): Promise<{ readonly whole: number; readonly partOf: PartOf }> {
  const archive = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), OPEN, (error, opened) =>
      error === null ? resolve(opened) : reject(new Unreadable('BROKEN')),
    )
  })
  const entries = new Map<string, Entry>()
  let unpacked = 0
  let whole = 0
  let isWorkbook = false
  await new Promise<void>((resolve, reject) => {
    archive.on('entry', (entry: Entry) => {
      const { uncompressedSize, compressedSize, fileName } = entry
      entries.set(fileName, entry)
      unpacked += uncompressedSize
      if (READ_WHOLE.test(fileName)) whole += uncompressedSize
      // The workbook part grows with the number of sheets, by about a hundred bytes per sheet.
      if (fileName === 'xl/workbook.xml' && uncompressedSize > MAX_WORKBOOK_BYTES)
        reject(new Unreadable('TOO_MANY_SHEETS'))
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
  return { whole, partOf: partsOf(archive, entries) }
}

const READ_WHOLE = /^xl\/[^/]+\.xml(\.rels)?$|\.rels$/

const cellOf = (value: unknown): Cell => {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : { date: value.toISOString().slice(0, 10) }
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return value
  // The database accepts only well-formed strings without NUL characters.
  const text = String(value).replaceAll('\u0000', '').toWellFormed()
  return text === '' ? null : text.slice(0, MAX_CELL_LENGTH)
}

interface Row {
  /** The row's number in the file, from 1. */
  readonly number: number
  readonly cells: Cell[]
}

async function* xlsxRows(name: string, partOf: PartOf): AsyncGenerator<Row> {
  // Ignore a broken archive here, because the row reader reports it.
  const formulas = await bareFormulasOf(partOf, name).catch((): BareFormulas => new Map())
  const { streamXlsxRows } = await spreadsheets()
  for await (const { index, values } of streamXlsxRows(bytes, { sheet: name })) {
    const cells = values.map(cellOf)
    for (const [column, formula] of formulas.get(index + 1) ?? []) {
      if (column >= MAX_COLUMNS || (cells[column] ?? null) !== null) continue
      while (cells.length <= column) cells.push(null)
      cells[column] = { formula }
    }
    yield { number: index + 1, cells }
  }
}

async function* csvRows(text: string): AsyncGenerator<Row> {
  for (const { number, cells } of textRows(text, maxRows + 1)) yield { number, cells: cells.map(cellOf) }
}

async function open(): Promise<{ sheets: string[]; sheet: string | null; rows: AsyncGenerator<Row> }> {
  if (beginsWith(OLE2)) throw new Unreadable('OLD_EXCEL')
  if (beginsWith(ZIP)) {
    const { whole, partOf } = await weighArchive()
    if (whole > HEAVY_BYTES) await sayHeavy()
    const sheets: string[] = []
    const { readXlsx } = await spreadsheets()
    await readXlsx(bytes, {
      sheets: ({ name, hidden, veryHidden }) => {
        if (!hidden && !veryHidden) sheets.push(name)
        return false
      },
    })
    if (sheets.length > MAX_SHEETS) throw new Unreadable('TOO_MANY_SHEETS')
    const chosen = sheet ?? sheets[0]
    if (chosen === undefined || !sheets.includes(chosen)) throw new Unreadable('SHEET_NOT_FOUND')
    return { sheets, sheet: chosen, rows: xlsxRows(chosen, partOf) }
  }
  if (bytes.length > HEAVY_BYTES) await sayHeavy()
  const text = decodeText(bytes)
  if (text === null) throw new Unreadable('NOT_A_TABLE')
  return { sheets: [], sheet: null, rows: csvRows(text) }
}

const send = (part: ReadPart) => process.send!(part)

/** Asks the parent process for permission to use a lot of memory, and waits for the reply. */
async function sayHeavy(): Promise<void> {
  send({ isHeavy: true })
  await once(process, 'message')
}

/** Throws if a row number occurs twice or is impossible. */
function refuseOddNumber(number: number, seen: Set<number>): void {
  const isOdd = !Number.isInteger(number) || number < 1 || number > MAX_ROW_NUMBER || seen.has(number)
  if (isOdd) throw new Unreadable('BROKEN')
  seen.add(number)
}

async function read(): Promise<void> {
  const { sheets, sheet: chosen, rows } = await open()
  send({ sheets, sheet: chosen })
  const seen = new Set<number>()
  let batch: Row[] = []
  let cellCount = 0
  for await (const { number, cells } of rows) {
    while (cells.length > 0 && cells.at(-1) === null) cells.pop()
    if (cells.length === 0) continue
    if (cells.length > MAX_COLUMNS) throw new Unreadable('TOO_MANY_COLUMNS')
    refuseOddNumber(number, seen)
    if (seen.size > maxRows) break
    batch.push({ number, cells })
    cellCount += cells.length
    if (batch.length < BATCH_ROWS && cellCount < BATCH_CELLS) continue
    send({ rows: batch })
    batch = []
    cellCount = 0
    await once(process, 'message')
  }
  send({ rows: batch, isLast: true })
}

process.on('disconnect', () => process.exit(0))
read().catch((error: unknown) => {
  send({ fault: error instanceof Unreadable ? error.fault : 'BROKEN' })
})
