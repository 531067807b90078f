/** Writes a company into an archive, from one database snapshot, while the service is running. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { SHELL } from '../access/access-log.ts'
import { listMembers, listTokens } from '../access/company-sql.ts'
import { writeLog } from '../access/log-sql.ts'
import { log } from '../domain/audit-log.ts'
import type { Actor } from '../engine/request.ts'
import { type FileStore, sync } from '../integrations/file-store.ts'
import { PRIVATE_FILE } from '../integrations/private-folders.ts'
import { VERSION } from '../runtime/version.ts'
import { writeBeside } from '../store/commits.ts'
import { type Database, readOpened, type Tx } from '../store/database.ts'
import { openSnapshot } from '../store/snapshots.ts'
import { findIdentity, listFilesOf, readRows } from './archive-sql.ts'
import { type CompanyTable, listCompanyTables, listMigrations } from './catalog-sql.ts'
import {
  FORMAT,
  FORMAT_VERSION,
  fileEntry,
  LEFT_OUT,
  MANIFEST,
  type Manifest,
  PEOPLE,
  type People,
  tableEntry,
} from './format.ts'

export interface Stores {
  readonly database: Database
  readonly files: FileStore
}

interface Exported {
  readonly companyId: string
  readonly name: string
  readonly revision: number
  readonly rows: number
  readonly files: number
  /** The size of the archive in bytes. */
  readonly bytes: number
  /** Files to which records refer but which are missing from the file store. */
  readonly missingFiles: readonly string[]
}

/** A compression level that takes a third of the default level's time but makes archives a tenth larger. */
const COMPRESSION_LEVEL = 3

/**
 * Exports a company into a new file. The file gets its final name only when it is complete. Throws if the company does
 * not exist, or if a file with that name does. `actor`: who requested the export, for the audit log.
 */
export async function exportCompany(
  { database, files }: Stores,
  { companyId, to, actor = SHELL }: { companyId: string; to: string; actor?: Actor },
): Promise<Exported> {
  if (await exists(to)) throw new Error(`${to} exists already. Name a new file.`)
  const partial = `${to}.partial`
  try {
    const sink = () => createWriteStream(partial, { mode: PRIVATE_FILE, flush: true })
    const manifest = await writeArchive({ database, files }, { companyId, actor, sink })
    await rename(partial, to)
    await sync(dirname(to))
    return summarize(manifest, (await stat(to)).size)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

interface ArchiveOrder {
  readonly companyId: string
  /** The user or shell that requested the export, for the audit log. */
  readonly actor: Actor
  /**
   * Opens the stream for the archive's bytes just before the first byte is written, so that no error of the stream is
   * missed.
   */
  readonly sink: () => Writable
}

/**
 * Writes a company's archive into a stream. Rejects if the company does not exist, if a file is damaged, or if the
 * stream is closed early. The manifest comes last, so an archive that was cut off is recognized as incomplete.
 */
export async function writeArchive({ database, files }: Stores, order: ArchiveOrder): Promise<Manifest> {
  const { companyId, actor, sink } = order
  await noteExport(database, companyId, actor)
  const snapshot = await openSnapshot(database, companyId, 'tables')
  return readOpened(snapshot, { companyId }, (tx) => writeParts({ database, files }, { tx, companyId, sink }))
}

/** Writes an entry about the export into the audit log. Call this first, so that the archive contains the entry. */
function noteExport(database: Database, companyId: string, actor: Actor): Promise<void> {
  return writeBeside(database, companyId, (tx) =>
    writeLog(tx, companyId, actor, {
      logged: log('company.exported', {}),
      entityType: 'company',
      entityId: companyId,
      result: { id: companyId },
    }),
  )
}

interface Writing {
  readonly tx: Tx
  readonly companyId: string
  readonly sink: () => Writable
}

async function writeParts({ database, files }: Stores, { tx, companyId, sink }: Writing): Promise<Manifest> {
  const zip = new ZipFile()
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  zip.on('error', failed.reject)
  const written = pipeline(zip.outputStream, sink())
  written.catch(failed.reject)
  const add: AddPart = (path, pieces, compress = true) =>
    Promise.race([addPart(zip, { path, pieces, compress }), failed.promise])
  try {
    const tables = (await listCompanyTables(tx)).filter(({ name }) => LEFT_OUT[name] === undefined)
    const head = await readHead(database, tx, companyId)
    const people = await add(PEOPLE, [Buffer.from(JSON.stringify(await readPeople(tx, companyId)))])
    const toldTables: Manifest['tables'] = []
    for (const table of tables) {
      let rows = 0
      const lines = linesOf(tx, companyId, table, (count) => {
        rows += count
      })
      const { bytes, sha256 } = await add(tableEntry(table.name), lines)
      toldTables.push({ name: table.name, columns: [...table.columns], rows, bytes, sha256 })
    }
    const stored = await addFiles(files, companyId, { names: await listFilesOf(tx, companyId, tables), add })
    const manifest: Manifest = {
      ...head,
      people: { bytes: people.bytes, sha256: people.sha256 },
      tables: toldTables,
      ...stored,
    }
    await add(MANIFEST, [Buffer.from(JSON.stringify(manifest, null, 1))])
    zip.end()
    await written
    return manifest
  } catch (error) {
    ;(zip.outputStream as Readable).destroy()
    await written.catch(() => undefined)
    throw error
  }
}

type Pieces = AsyncIterable<Buffer> | Iterable<Buffer>
type AddPart = (path: string, pieces: Pieces, compress?: boolean) => Promise<{ bytes: number; sha256: string }>

/** Adds a part to the archive, chunk by chunk. */
async function addPart(
  zip: ZipFile,
  { path, pieces, compress }: { path: string; pieces: Pieces; compress: boolean },
): Promise<{ bytes: number; sha256: string }> {
  const digest = createHash('sha256')
  let bytes = 0
  async function* counted() {
    for await (const piece of pieces) {
      digest.update(piece)
      bytes += piece.length
      yield piece
    }
  }
  const source = Readable.from(counted(), { objectMode: false })
  zip.addReadStream(source, path, compress ? { compressionLevel: COMPRESSION_LEVEL } : { compress })
  await finished(source)
  return { bytes, sha256: digest.digest('hex') }
}

async function* linesOf(
  tx: Tx,
  companyId: string,
  table: CompanyTable,
  count: (rows: number) => void,
): AsyncGenerator<Buffer> {
  for await (const lines of readRows(tx, companyId, table)) {
    count(lines.length)
    yield Buffer.from(`${lines.join('\n')}\n`)
  }
}

async function readHead(
  { epoch }: Database,
  tx: Tx,
  companyId: string,
): Promise<Omit<Manifest, 'people' | 'tables' | 'files' | 'missingFiles'>> {
  const company = await findIdentity(tx, companyId)
  if (company === null) throw new Error(`There is no company ${companyId}.`)
  return {
    ...({ format: FORMAT, version: FORMAT_VERSION, service: VERSION, exportedAt: new Date().toISOString() } as const),
    company: { ...company, createdAt: company.createdAt.toISOString() },
    epoch,
    migrations: await listMigrations(tx),
  }
}

async function readPeople(tx: Tx, companyId: string): Promise<People> {
  const members = await listMembers(tx, companyId)
  const tokens = await listTokens(tx, companyId)
  return {
    members: members.map(({ user_id: userId, name, email, role, sees_costs: seesCosts, created_at: joined }) => {
      return { userId, name, email, role, seesCosts, joinedAt: joined.toISOString() }
    }),
    tokens: tokens.map(({ name, prefix, scope, createdAt, expiresAt }) => {
      return { name, prefix, scope, createdAt: createdAt.toISOString(), expiresAt: expiresAt?.toISOString() ?? null }
    }),
  }
}

async function addFiles(
  files: FileStore,
  companyId: string,
  { names, add }: { names: readonly string[]; add: AddPart },
): Promise<Pick<Manifest, 'files' | 'missingFiles'>> {
  const stored: Manifest['files'] = []
  const missingFiles: string[] = []
  for (const sha256 of names) {
    if (!(await files.has(companyId, sha256))) {
      missingFiles.push(sha256)
      continue
    }
    const { stream } = await files.read(companyId, sha256)
    const { bytes, sha256: found } = await add(fileEntry(sha256), stream, false)
    if (found !== sha256) throw new Error(`The stored file ${sha256} is damaged.`)
    stored.push({ sha256, bytes })
  }
  return { files: stored, missingFiles }
}

function summarize({ company, tables, files, missingFiles }: Manifest, bytes: number): Exported {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return {
    companyId: company.id,
    name: company.name,
    revision: company.revision,
    rows,
    files: files.length,
    bytes,
    missingFiles,
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
