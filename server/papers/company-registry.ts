/**
 * Looks up companies' names by tax number in a file that the operator provides. The file may list every company of a
 * country.
 */
import { createReadStream } from 'node:fs'
import { access, constants, open } from 'node:fs/promises'
import { dsvFormat } from 'd3-dsv'
import { decodeText } from '../../spellings/table-text.ts'

export interface CompanyRegistry {
  /**
   * Returns the company's name for a tax number, or null when the number is not in the file. Throws when the file
   * cannot be read.
   */
  nameOf(inn: string): Promise<string | null>
}

/** The number of bytes in which the file is read at a time, so that only a small part of the file is ever in memory. */
const CHUNK_BYTES = 1024 * 1024
/** The maximum size of a row, in bytes; longer rows are skipped. */
const MAX_ROW_BYTES = 64 * 1024
/** The time limit for a look-up, in milliseconds. It is enough to read a gigabyte from a disk of normal speed. */
const LOOK_UP_MS = 20_000
const MAX_NAME = 255

const NEWLINE = 10

/**
 * Opens a registry file in UTF-8 or Windows-1251, whose columns are separated by semicolons, tabs or commas. The first
 * row contains the column names `inn` and `name` (or «ИНН» and «Название»), and each further row is a company. Each
 * look-up searches the file from the beginning, which needs no memory and means that a replaced file is used at once.
 * Throws when the file cannot be read or lacks the columns.
 */
export async function openCompanyRegistry(path: string): Promise<CompanyRegistry> {
  await access(path, constants.R_OK)
  await shapeOf(path)
  return { nameOf: (inn) => nameIn(path, inn) }
}

interface Shape {
  readonly delimiter: string
  readonly inn: number
  readonly name: number
}

async function shapeOf(path: string): Promise<Shape> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_ROW_BYTES), 0, MAX_ROW_BYTES, 0)
    const head = decodeText(rowAt(buffer.subarray(0, bytesRead), 0))?.replace(/^\uFEFF/, '') ?? ''
    for (const delimiter of [';', '\t', ',']) {
      const columns = (dsvFormat(delimiter).parseRows(head)[0] ?? []).map((column) => column.trim().toLowerCase())
      const inn = columns.findIndex((column) => column === 'inn' || column === 'инн')
      const name = columns.findIndex((column) => ['name', 'название', 'наименование'].includes(column))
      if (inn !== -1 && name !== -1) return { delimiter, inn, name }
    }
  } finally {
    await file.close()
  }
  throw new Error(`The registry of companies ${path} has no columns "inn" and "name" in its first row`)
}

/** Returns the row that contains a byte position. */
function rowAt(bytes: Buffer, at: number): Buffer {
  const end = bytes.indexOf(NEWLINE, at)
  return bytes.subarray(bytes.lastIndexOf(NEWLINE, at) + 1, end === -1 ? bytes.length : end)
}

async function nameIn(path: string, inn: string): Promise<string | null> {
  const shape = await shapeOf(path)
  const stream = createReadStream(path, { highWaterMark: CHUNK_BYTES, signal: AbortSignal.timeout(LOOK_UP_MS) })
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    const bytes = Buffer.concat([rest, chunk as Buffer])
    const whole = bytes.lastIndexOf(NEWLINE) + 1
    const name = nameAmong(bytes.subarray(0, whole), inn, shape)
    if (name !== null) return name
    // Carry the incomplete last row over to the next chunk, unless it is already longer than a row may be.
    rest = bytes.length - whole > MAX_ROW_BYTES ? Buffer.alloc(0) : bytes.subarray(whole)
  }
  return nameAmong(rest, inn, shape)
}

function nameAmong(rows: Buffer, inn: string, { delimiter, inn: innAt, name: nameAt }: Shape): string | null {
  for (let at = rows.indexOf(inn); at !== -1; at = rows.indexOf(inn, at + inn.length)) {
    const row = rowAt(rows, at)
    const cells = row.length > MAX_ROW_BYTES ? [] : (dsvFormat(delimiter).parseRows(decodeText(row) ?? '')[0] ?? [])
    const name = cells[nameAt]?.trim() ?? ''
    if (cells[innAt]?.trim() === inn && name !== '') return name.slice(0, MAX_NAME)
  }
  return null
}
