/** Names of companies by their tax numbers, from a table that the operator gives: every company of a country, if he likes. */
import { createReadStream } from 'node:fs'
import { access, constants, open } from 'node:fs/promises'
import { dsvFormat } from 'd3-dsv'
import { decodeText } from '../tables/table-text.ts'

export interface CompanyRegistry {
  /** The name that stands beside the tax number; null when it does not stand there. Throws when the file cannot be read. */
  nameOf(inn: string): Promise<string | null>
}

/** Read at a time; nothing else of the file is ever in memory. */
const CHUNK_BYTES = 1024 * 1024
/** Longest row; a longer one is passed over. */
const MAX_ROW_BYTES = 64 * 1024
/** A gigabyte from a disk that is not slow. */
const LOOK_UP_MS = 20_000
const MAX_NAME = 255

const NEWLINE = 10

/**
 * A registry in a file whose first row names the columns `inn` and `name` (or «ИНН» and «Название»), one company a row, UTF-8 or Windows-1251,
 * separated by semicolons, tabs or commas. It is searched from its beginning at each question, so it takes no memory, and a file that was
 * replaced is used at once. Throws when it cannot be read or has no such columns.
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

/** The row that a place is in. */
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
    // Of what has no end yet no more is kept than a row may have.
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
