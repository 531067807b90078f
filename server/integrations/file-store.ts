/**
 * Stores the bytes of images and uploaded purchase documents, either in a folder or in an S3-compatible bucket. A file
 * is named after its content, `<companyId>/<sha256>`, so the file never changes, and storing it twice has no effect.
 * Only the database knows which records refer to which files: cli/named-files-sql.ts. See
 * docs/decisions/0012-files-and-images.md.
 */
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { ReadStream } from 'node:fs'
import { mkdir, open as openFile, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { Refusal } from '../domain/refusals.ts'
import { isIssuedId } from '../domain/schema.ts'
import { fairLimiter } from '../runtime/fair-limiter.ts'
import { makePrivateFolder, makeSharedFolder, PRIVATE_FILE, PRIVATE_FOLDER } from './private-folders.ts'

/** How many files are uploaded to a bucket at the same time. */
const SENT_AT_ONCE = 4
const MAX_WAITING = 1_000
/** The message of the refusal when too many files are being processed. */
export const TOO_MANY_FILES = 'Too many files are being processed. Try again in a moment.'
const S3_CONNECT_MS = 5_000
const S3_REQUEST_MS = 60_000

export interface S3Settings {
  readonly bucket: string
  /** The prefix of every key in the bucket: empty, or ending in `/`. */
  readonly prefix: string
  readonly region: string
  /** The address of an S3 service other than Amazon's; null for Amazon's. */
  readonly endpoint: string | null
  /** The credentials. If null, the AWS client finds them itself, for example from the machine's role. */
  readonly credentials: {
    readonly accessKeyId: string
    readonly secretAccessKey: string
    readonly sessionToken?: string
  } | null
}

export interface FileStoreSettings {
  readonly place: { readonly folder: string } | { readonly s3: S3Settings }
  /**
   * A local folder for files that are being received. If files are stored in a folder, both folders must be on the same
   * file system.
   */
  readonly incoming: string
  /** Whether an operator chose the folder, which may therefore also contain other files. */
  readonly isNamed?: boolean
}

/** A complete file that was received from a client. The file is on the local disk but not yet in the file store. */
export interface ReceivedFile {
  readonly path: string
  readonly size: number
  /** The SHA-256 of the content in lowercase hex. */
  readonly sha256: string
}

export interface FileStore {
  /**
   * Creates the folders, or removes other accounts' access to existing ones. Throws when the folders cannot be used.
   */
  prepare(): Promise<void>
  /** Writes a stream to a new file. The caller must call `discard` when done. Refuses with BODY_TOO_LARGE. */
  receive(source: Readable, maxBytes: number): Promise<ReceivedFile>
  /** Stores a received file atomically. When this returns, the file is on disk. Refuses with UNAVAILABLE. */
  keep(companyId: string, file: ReceivedFile): Promise<void>
  discard(file: ReceivedFile): Promise<void>
  /** Opens a file and returns its bytes and size. Refuses with UNAVAILABLE. The caller must check permissions first. */
  read(companyId: string, sha256: string): Promise<{ stream: Readable; size: number }>
  /** Lists the names of the companies' folders. The list may include folders that do not belong to the service. */
  listCompanies(): AsyncIterable<string>
  listFiles(companyId: string): AsyncIterable<string>
  /**
   * Removes a file, unless it was stored after `before`. @returns how many bytes were freed, or null when the file was
   * not removed
   */
  removeOlder(companyId: string, sha256: string, before: Date): Promise<number | null>
  /** Whether a file is stored. */
  has(companyId: string, sha256: string): Promise<boolean>
  /** Lists the sizes of a company's files. In a bucket, this takes one request per file. */
  listSizes(companyId: string): AsyncIterable<number>
  /** Removes all files of a company, and its folder. @returns how many files and bytes were removed */
  removeCompany(companyId: string): Promise<{ removed: number; bytes: number }>
  /**
   * Removes the remains of uploads that were interrupted before the given moment. @returns how many files were removed
   */
  removeAbandoned(before: Date): Promise<number>
}

export function openFileStore(settings: FileStoreSettings, log: FastifyBaseLogger): FileStore {
  const { place, incoming } = settings
  let opened: Promise<Disk> | undefined
  const open = () => (opened ??= openDisk(place))
  const sending = fairLimiter({
    atOnce: SENT_AT_ONCE,
    perCompany: Math.ceil(SENT_AT_ONCE / 2),
    maxWaiting: MAX_WAITING,
    refusal: TOO_MANY_FILES,
  })
  const prefix = 's3' in place ? place.s3.prefix : ''
  const keyOf = (companyId: string, sha256: string) => `${prefix}${companyId}/${sha256}`
  const reach = async <T>(doing: string, action: () => Promise<T>): Promise<T> => {
    try {
      return await action()
    } catch (error) {
      if (error instanceof Refusal) throw error
      log.error({ error }, `The file store could not ${doing}`)
      throw new Refusal('UNAVAILABLE', 'The file store does not answer correctly. Try again in a moment.')
    }
  }
  return {
    prepare: () => prepare(settings, log),
    receive: (source, maxBytes) => receive(source, maxBytes, incoming),
    discard: ({ path }) => rm(path, { force: true }),
    keep: (companyId, file) =>
      reach('keep a file', async () => {
        if ('folder' in place) return moveInto(join(place.folder, companyId), file)
        // The file is read into memory, because the S3 client can retry an upload only if it can read the body again.
        await sending({ companyId }, async () =>
          (await open()).put(keyOf(companyId, file.sha256), await readFile(file.path)),
        )
      }),
    read: (companyId, sha256) =>
      reach('read a file', async () => {
        const [disk, key] = [await open(), keyOf(companyId, sha256)]
        const { contentLength } = await disk.getMetaData(key)
        const stream = await disk.getStream(key)
        // If a file cannot be opened, the error must occur here and not in the middle of the response.
        if (stream instanceof ReadStream) await once(stream, 'open')
        return { stream, size: contentLength }
      }),
    async *listCompanies() {
      for await (const entry of list(await open(), prefix)) if (entry.isDirectory) yield entry.name
    },
    async *listFiles(companyId) {
      for await (const entry of list(await open(), `${prefix}${companyId}/`)) if (entry.isFile) yield entry.name
    },
    async removeOlder(companyId, sha256, before) {
      const [disk, key] = [await open(), keyOf(companyId, sha256)]
      // Another clean-up may have removed the file already.
      if (!(await disk.exists(key))) return null
      const { lastModified, contentLength } = await disk.getMetaData(key)
      if (lastModified >= before) return null
      await disk.delete(key)
      return contentLength
    },
    has: (companyId, sha256) => reach('look for a file', async () => (await open()).exists(keyOf(companyId, sha256))),
    async *listSizes(companyId) {
      const disk = await open()
      for await (const { key } of filesOf(disk, `${prefix}${companyId}/`))
        yield (await disk.getMetaData(key)).contentLength
    },
    async removeCompany(companyId) {
      const disk = await open()
      const done = { removed: 0, bytes: 0 }
      for await (const { key } of filesOf(disk, `${prefix}${companyId}/`)) {
        done.bytes += (await disk.getMetaData(key)).contentLength
        done.removed += 1
        await disk.delete(key)
      }
      if ('folder' in place) await rm(join(place.folder, companyId), { recursive: true, force: true })
      return done
    },
    removeAbandoned: (before) => removeAbandoned(incoming, before),
  }
}

async function prepare({ place, incoming, isNamed }: FileStoreSettings, log: FastifyBaseLogger): Promise<void> {
  const setting = isNamed === true ? 'FILES_URL' : 'DATA_DIR'
  if ('folder' in place && isNamed === true) await makeSharedFolder(place.folder, setting, { isOurs: isIssuedId, log })
  else if ('folder' in place) await makePrivateFolder(place.folder, setting, log)
  await makePrivateFolder(incoming, setting, log)
}

/** Opens a folder or a bucket with the library that supports both. */
export async function openDisk(place: FileStoreSettings['place']): Promise<Disk> {
  if ('folder' in place) return new Disk(new FSDriver({ location: place.folder, visibility: 'private' }))
  // Load the S3 driver only when needed, because it is large.
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { bucket, region, endpoint, credentials } = place.s3
  return new Disk(
    new S3Driver({
      bucket,
      region,
      visibility: 'private',
      // ACLs are not used: modern buckets are private as a whole, and many services do not support ACLs.
      supportsACL: false,
      ...(credentials === null ? {} : { credentials }),
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: S3_CONNECT_MS, requestTimeout: S3_REQUEST_MS },
    }),
  )
}

async function receive(source: Readable, maxBytes: number, folder: string): Promise<ReceivedFile> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const path = join(folder, randomUUID())
  const file = await openFile(path, 'wx', PRIVATE_FILE)
  try {
    const digest = createHash('sha256')
    let size = 0
    // A body that is too long must not close the connection, otherwise the client could not read the refusal. The rest
    // of the body is discarded.
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      digest.update(chunk)
      await file.writeFile(chunk)
    }
    return { path, size, sha256: digest.digest('hex') }
  } catch (error) {
    await rm(path, { force: true })
    if (source.errored !== null) throw new Refusal('VALIDATION_FAILED', 'The upload broke off. Send it again.')
    source.resume()
    throw error
  } finally {
    await file.close()
  }
}

/** Returns the refusal for a body above a route's size limit. */
export function tooLarge(maxBytes: number): Refusal {
  return new Refusal('BODY_TOO_LARGE', `The body is larger than this route takes: ${maxBytes / 1_048_576} MiB.`, {
    figures: { reason: 'bytes', most: maxBytes },
  })
}

/**
 * Moves a file to its final place by renaming it, so that an incomplete file is never visible, even if the file already
 * exists. Renaming also renews the file's date, which protects the file from clean-up. The driver's own write and move
 * methods would copy the bytes instead.
 */
async function moveInto(folder: string, { path, sha256 }: ReceivedFile): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  await sync(path)
  await rename(path, join(folder, sha256))
  await sync(folder)
  if (firstMade !== undefined) await sync(dirname(folder))
}

/** Waits until a file, or the list of a folder's files, is on disk. */
export async function sync(path: string): Promise<void> {
  const handle = await openFile(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Lists the entries directly below a prefix, page by page. */
async function* list(disk: Disk, prefix: string) {
  let paginationToken: string | undefined
  do {
    const page = await disk.listAll(prefix === '' ? '/' : prefix, paginationToken ? { paginationToken } : {})
    yield* page.objects
    paginationToken = page.paginationToken
  } while (paginationToken !== undefined)
}

/** Lists the files directly below a prefix. A missing folder counts as empty. */
async function* filesOf(disk: Disk, prefix: string) {
  try {
    for await (const entry of list(disk, prefix)) if (entry.isFile) yield entry
  } catch (error) {
    if (!isAbsent(error)) throw error
  }
}

/** Whether an error means that the folder does not exist. The driver wraps the error of the file system. */
const isAbsent = (error: unknown): boolean =>
  [error, (error as Error).cause].some((one) => (one as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')

async function removeAbandoned(incoming: string, before: Date): Promise<number> {
  let removed = 0
  for (const name of await readdir(incoming).catch(() => [])) {
    const path = join(incoming, name)
    const found = await stat(path).catch(() => null)
    if (found === null || found.mtime >= before) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
