/**
 * Where the bytes of images and procurement files are: a folder, or a bucket that speaks S3. A file is named after what is in
 * it, `<companyId>/<sha256>`, so that it never changes and keeping it twice is keeping it once. Which records name which bytes
 * only the database knows: cli/named-files-sql.ts. See docs/decisions/0012-files-and-images.md.
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

/** To a bucket. */
const SENT_AT_ONCE = 4
const MAX_WAITING = 1_000
/** What is said of files when they are refused. */
export const TOO_MANY_FILES = 'Too many files are being worked on. Try again in a moment.'
const S3_CONNECT_MS = 5_000
const S3_REQUEST_MS = 60_000

export interface S3Settings {
  readonly bucket: string
  /** Before every key: empty, or ending in `/`. */
  readonly prefix: string
  readonly region: string
  /** Of a service other than Amazon's; null: Amazon's. */
  readonly endpoint: string | null
  /** null: as the AWS client finds them, such as from the role of the machine. */
  readonly credentials: {
    readonly accessKeyId: string
    readonly secretAccessKey: string
    readonly sessionToken?: string
  } | null
}

export interface FileStoreSettings {
  readonly place: { readonly folder: string } | { readonly s3: S3Settings }
  /** A folder on the disk of this machine, for what is being received; for a folder store on the same file system. */
  readonly incoming: string
  /** True when an operator has named the folder: there may be more in it than what is ours. */
  readonly isNamed?: boolean
}

/** A file that a client sent, whole, on the disk of this machine, and not kept yet. */
export interface ReceivedFile {
  readonly path: string
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
}

export interface FileStore {
  /** Makes the folders, or closes those that are there to other accounts. Throws when they cannot be used. */
  prepare(): Promise<void>
  /** Writes a stream to a file of its own. The caller lets go of it with `discard`. Refuses BODY_TOO_LARGE. */
  receive(source: Readable, maxBytes: number): Promise<ReceivedFile>
  /** Puts a received file in its place, on disk when this returns. Whole or not at all, however it ends. Refuses UNAVAILABLE. */
  keep(companyId: string, file: ReceivedFile): Promise<void>
  discard(file: ReceivedFile): Promise<void>
  /** The bytes and how many they are. Refuses UNAVAILABLE. Who may read them is the caller's to know. */
  read(companyId: string, sha256: string): Promise<{ stream: Readable; size: number }>
  /** The folders of companies, and others that stand beside them. */
  listCompanies(): AsyncIterable<string>
  listFiles(companyId: string): AsyncIterable<string>
  /** Removes a file unless it was kept after this moment. @returns the bytes it had; null: it was left. */
  removeOlder(companyId: string, sha256: string, before: Date): Promise<number | null>
  /** Removes what uploads that broke off left behind before this moment. @returns how many. */
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
      throw new Refusal('UNAVAILABLE', 'The file store does not answer as it should. Try again in a moment.')
    }
  }
  return {
    prepare: () => prepare(settings, log),
    receive: (source, maxBytes) => receive(source, maxBytes, incoming),
    discard: ({ path }) => rm(path, { force: true }),
    keep: (companyId, file) =>
      reach('keep a file', async () => {
        if ('folder' in place) return moveInto(join(place.folder, companyId), file)
        // In memory, since only what can be read again is sent again when the bucket is busy.
        await sending({ companyId }, async () =>
          (await open()).put(keyOf(companyId, file.sha256), await readFile(file.path)),
        )
      }),
    read: (companyId, sha256) =>
      reach('read a file', async () => {
        const [disk, key] = [await open(), keyOf(companyId, sha256)]
        const { contentLength } = await disk.getMetaData(key)
        const stream = await disk.getStream(key)
        // A file that cannot be opened is to fail here, not when half of the answer is on its way.
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
      // Another sweep may have been faster.
      if (!(await disk.exists(key))) return null
      const { lastModified, contentLength } = await disk.getMetaData(key)
      if (lastModified >= before) return null
      await disk.delete(key)
      return contentLength
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

async function openDisk(place: FileStoreSettings['place']): Promise<Disk> {
  if ('folder' in place) return new Disk(new FSDriver({ location: place.folder, visibility: 'private' }))
  // Loaded only by those who use it: it is large.
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { bucket, region, endpoint, credentials } = place.s3
  return new Disk(
    new S3Driver({
      bucket,
      region,
      visibility: 'private',
      // Buckets of today are private as a whole; many services know no ACLs at all.
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
    // Left open when it is too long, so that the client hears of it; what still comes is thrown away.
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

/** The refusal of a body above a route's bound. */
export function tooLarge(maxBytes: number): Refusal {
  return new Refusal('BODY_TOO_LARGE', `The body is larger than this route takes: ${maxBytes / 1_048_576} MiB.`, {
    figures: { reason: 'bytes', most: maxBytes },
  })
}

/**
 * Moves a file to its place: a rename, so that nobody ever sees half of it, also when it is there already. That makes it new
 * again, so that a sweep leaves it alone. The driver's own writing and moving copy byte by byte in place.
 */
async function moveInto(folder: string, { path, sha256 }: ReceivedFile): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  await sync(path)
  await rename(path, join(folder, sha256))
  await sync(folder)
  if (firstMade !== undefined) await sync(dirname(folder))
}

async function sync(path: string): Promise<void> {
  const handle = await openFile(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What stands directly under a prefix, page by page. */
async function* list(disk: Disk, prefix: string) {
  let paginationToken: string | undefined
  do {
    const page = await disk.listAll(prefix === '' ? '/' : prefix, paginationToken ? { paginationToken } : {})
    yield* page.objects
    paginationToken = page.paginationToken
  } while (paginationToken !== undefined)
}

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
