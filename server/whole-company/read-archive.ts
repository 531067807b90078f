/** Reads a company's archive, and checks that it is complete and undamaged before anything is written. */
import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { type Entry, type Options, open, type ZipFile } from 'yauzl'
import { fileEntry, MANIFEST, Manifest, PEOPLE, People, tableEntry } from './format.ts'

/** Thrown when a file is damaged or is not a company archive. The message is for the operator. */
export class BadArchive extends Error {}

/** How many bytes of rows are collected before they are passed on. A single row may be larger. */
const PIECE_BYTES = 1_048_576
const MAX_ROW_BYTES = 268_435_456
const MAX_MANIFEST_BYTES = 268_435_456
const NEW_LINE = 0x0a

export interface Archive {
  readonly manifest: Manifest
  readonly people: People
  /**
   * Reads the rows of a table in batches, each a JSON array. Throws BadArchive if the rows do not match the manifest.
   */
  readRows(table: Manifest['tables'][number]): AsyncIterable<string>
  openFile(sha256: string): Promise<Readable>
  /** Reads the whole archive once. Throws BadArchive if anything does not match the manifest. */
  check(): Promise<void>
  close(): void
}

const openZip = promisify<string, Options, ZipFile>(open)

/** Opens an archive. Throws BadArchive. */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openZip(path, { lazyEntries: true, autoClose: false }).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall !== undefined) throw error
    throw new BadArchive(`${path} is not a complete archive: ${error.message}.`)
  })
  try {
    const entries = await listEntries(zip)
    const parts = partsOf(zip, entries)
    const manifest = await readJson(Manifest, parts, MANIFEST)
    const people = await readJson(People, parts, PEOPLE)
    checkNames(manifest, entries)
    const archive: Archive = {
      manifest,
      people,
      readRows: (table) => readRows(parts, table),
      openFile: (sha256) => parts.open(fileEntry(sha256)),
      check: () => checkAll(archive, parts),
      close: () => zip.close(),
    }
    return archive
  } catch (error) {
    zip.close()
    throw error instanceof BadArchive ? error : new BadArchive(`${path} is damaged: ${(error as Error).message}.`)
  }
}

/** Returns the parts of an archive by name. */
function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      if (entries.has(entry.fileName)) return reject(new BadArchive(`The archive has ${entry.fileName} twice.`))
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}

interface Parts {
  open(name: string): Promise<Readable>
  sizeOf(name: string): number
}

function partsOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Parts {
  const find = (name: string): Entry => {
    const entry = entries.get(name)
    if (entry === undefined) throw new BadArchive(`This is no exported company: the archive has no ${name}.`)
    return entry
  }
  return {
    open: (name) =>
      new Promise((resolve, reject) => {
        zip.openReadStream(find(name), (error, stream) => (error === null ? resolve(stream) : reject(error)))
      }),
    sizeOf: (name) => find(name).uncompressedSize,
  }
}

async function readJson<T extends TSchema>(schema: T, parts: Parts, name: string): Promise<Static<T>> {
  if (parts.sizeOf(name) > MAX_MANIFEST_BYTES) throw new BadArchive(`${name} is too large.`)
  const text = (await buffer(await parts.open(name))).toString('utf8')
  const value: unknown = JSON.parse(text)
  if (Check(schema, value)) return value as Static<T>
  throw new BadArchive(`This version cannot read the archive: ${name} has another form. Use the version that made it.`)
}

/** Throws BadArchive if the archive's parts are not exactly those listed in the manifest. */
function checkNames({ tables, files }: Manifest, entries: ReadonlyMap<string, Entry>): void {
  const known = new Set([MANIFEST, PEOPLE, ...tables.map(({ name }) => tableEntry(name))])
  for (const { sha256 } of files) known.add(fileEntry(sha256))
  for (const name of entries.keys())
    if (!known.has(name)) throw new BadArchive(`The archive has a foreign part ${name}.`)
  if (known.size !== entries.size) throw new BadArchive('The archive lacks a part that its manifest names.')
}

async function* readRows(
  parts: Parts,
  { name, rows, bytes, sha256 }: Manifest['tables'][number],
): AsyncGenerator<string> {
  const digest = createHash('sha256')
  const read = { bytes: 0, rows: 0 }
  let held: Buffer[] = []
  let size = 0
  for await (const piece of damagesOf(tableEntry(name), await parts.open(tableEntry(name)))) {
    digest.update(piece)
    read.bytes += piece.length
    held.push(piece)
    size += piece.length
    if (size > MAX_ROW_BYTES) throw new BadArchive(`A row of ${name} is too large.`)
    if (size < PIECE_BYTES) continue
    const joined = Buffer.concat(held)
    const end = joined.lastIndexOf(NEW_LINE)
    if (end < 0) continue
    held = [joined.subarray(end + 1)]
    size = joined.length - end - 1
    yield arrayOf(joined.subarray(0, end), read)
  }
  const rest = Buffer.concat(held)
  if (rest.length > 0) yield arrayOf(rest.subarray(0, rest.length - 1), read)
  compare(tableEntry(name), { bytes, sha256 }, { bytes: read.bytes, digest })
  if (read.rows !== rows) throw new BadArchive(`${tableEntry(name)} has ${read.rows} rows instead of ${rows}.`)
}

/** Joins lines of JSON into one array and counts the lines. */
function arrayOf(lines: Buffer, read: { rows: number }): string {
  const each = lines.toString('utf8').split('\n')
  read.rows += each.length
  return `[${each.join(',')}]`
}

/** Yields the bytes of a part of the archive. Throws BadArchive if they cannot be unpacked. */
async function* damagesOf(name: string, part: Readable): AsyncGenerator<Buffer> {
  try {
    yield* part
  } catch (error) {
    throw new BadArchive(`${name} is damaged: ${(error as Error).message}.`)
  }
}

function compare(
  name: string,
  told: { readonly bytes: number; readonly sha256: string },
  found: { readonly bytes: number; readonly digest: Hash },
): void {
  if (found.bytes !== told.bytes || found.digest.digest('hex') !== told.sha256)
    throw new BadArchive(`${name} is damaged: its bytes are not those that were exported.`)
}

async function checkAll({ manifest, readRows: rowsOf }: Archive, parts: Parts): Promise<void> {
  await checkPart(parts, PEOPLE, manifest.people)
  for (const table of manifest.tables) for await (const _rows of rowsOf(table));
  for (const file of manifest.files) await checkPart(parts, fileEntry(file.sha256), file)
}

async function checkPart(
  parts: Parts,
  name: string,
  told: { readonly bytes: number; readonly sha256: string },
): Promise<void> {
  const digest = createHash('sha256')
  let bytes = 0
  for await (const piece of damagesOf(name, await parts.open(name))) {
    digest.update(piece)
    bytes += piece.length
  }
  compare(name, told, { bytes, digest })
}
