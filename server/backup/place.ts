/**
 * Where backups are stored: a folder or a bucket. Objects are stored completely or not at all, and are on disk when
 * `put` returns.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { openDisk, sync } from '../integrations/file-store.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../integrations/private-folders.ts'
import type { StoragePlace } from '../integrations/storage-settings.ts'

/** The folder for objects that are still being written. */
const INCOMING = 'incoming'

export interface BackupPlace {
  /** A description of the backup place, for messages. */
  readonly title: string
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Returns an object; null when there is none. */
  find(name: string): Promise<Buffer | null>
  /** Returns when an object was stored; null when there is none. */
  storedAt(name: string): Promise<Date | null>
  /**
   * Lists the names of the objects and folders directly below a folder. A folder that does not exist counts as empty.
   */
  list(folder: string): Promise<string[]>
  remove(name: string): Promise<void>
  /** Removes incomplete objects that a killed process left behind before the given time. */
  removeAbandoned(before: Date): Promise<void>
}

/**
 * Opens a backup place. Its folder must already exist. If the folder were created here while its disk is not mounted,
 * backups would go to another disk.
 */
export function openBackupPlace(place: StoragePlace): Promise<BackupPlace> {
  return 'folder' in place ? Promise.resolve(folderPlace(place.folder)) : bucketPlace(place)
}

/** Creates the place's folder; does nothing for a bucket. */
export async function makeBackupPlace(place: StoragePlace): Promise<void> {
  if ('folder' in place) await mkdir(place.folder, { recursive: true, mode: PRIVATE_FOLDER })
}

const isMissing = (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ENOTDIR'

/** Returns null if the error means that a file does not exist, and throws any other error. */
function nothing(error: NodeJS.ErrnoException): null {
  if (isMissing(error)) return null
  throw error
}

function ifThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

function folderPlace(folder: string): BackupPlace {
  const incoming = join(folder, INCOMING)
  return {
    title: folder,
    async put(name, bytes) {
      const path = join(folder, name)
      await mkdir(incoming, { mode: PRIVATE_FOLDER }).catch(ifThere)
      const draft = join(incoming, randomUUID())
      try {
        const file = await open(draft, 'wx', PRIVATE_FILE)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        const firstMade = await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
        await rename(draft, path)
        await sync(dirname(path))
        if (firstMade !== undefined) await sync(dirname(firstMade))
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined)
        throw error
      }
    },
    find: (name) => readFile(join(folder, name)).catch(nothing),
    storedAt: (name) => stat(join(folder, name)).then(({ mtime }) => mtime, nothing),
    list: async (name) => (await readdir(join(folder, name)).catch(nothing)) ?? [],
    remove: (name) => rm(join(folder, name), { recursive: true, force: true }),
    async removeAbandoned(before) {
      for (const name of (await readdir(incoming).catch(nothing)) ?? []) {
        const found = await stat(join(incoming, name)).catch(nothing)
        if (found !== null && found.mtime < before) await rm(join(incoming, name), { force: true })
      }
    },
  }
}

async function bucketPlace(place: Extract<StoragePlace, { s3: object }>): Promise<BackupPlace> {
  const { bucket, prefix } = place.s3
  const disk = await openDisk(place)
  const keyOf = (name: string) => `${prefix}${name}`
  const entries = async (folder: string) => {
    const found: { name: string; isFile: boolean }[] = []
    let paginationToken: string | undefined
    do {
      const page = await disk.listAll(keyOf(`${folder}/`), paginationToken ? { paginationToken } : {})
      for (const { name, isFile } of page.objects) found.push({ name, isFile })
      paginationToken = page.paginationToken
    } while (paginationToken !== undefined)
    return found
  }
  const remove = async (name: string): Promise<void> => {
    for (const entry of await entries(name))
      await (entry.isFile ? disk.delete(keyOf(`${name}/${entry.name}`)) : remove(`${name}/${entry.name}`))
    await disk.delete(keyOf(name))
  }
  return {
    title: `s3://${bucket}/${prefix}`,
    put: (name, bytes) => disk.put(keyOf(name), bytes),
    find: async (name) => ((await disk.exists(keyOf(name))) ? Buffer.from(await disk.getBytes(keyOf(name))) : null),
    storedAt: async (name) =>
      (await disk.exists(keyOf(name))) ? (await disk.getMetaData(keyOf(name))).lastModified : null,
    list: async (folder) => (await entries(folder)).map(({ name }) => name),
    remove,
    // Nothing to do: objects in a bucket are always complete.
    removeAbandoned: async () => {},
  }
}

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }

/** Compresses bytes and adds a checksum. The result is an ordinary zstd file. */
export const pack = (bytes: Uint8Array): Promise<Buffer> => compress(bytes, ZSTD)

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Thrown when a missing or damaged object makes a backup unusable. */
export class Damaged extends Error {
  readonly object: string

  constructor(object: string, what: string) {
    super(`The backup is damaged: ${object} ${what}`)
    this.object = object
  }
}

/**
 * Returns the uncompressed bytes of an object. Throws `Damaged` when the object is missing or differs from the object
 * that was stored.
 */
export async function readPacked(place: BackupPlace, name: string, sha256?: string): Promise<Buffer> {
  const packed = await place.find(name)
  if (packed === null) throw new Damaged(name, 'is missing')
  if (sha256 !== undefined && sha256Of(packed) !== sha256) throw new Damaged(name, 'has other bytes than were stored')
  return decompress(packed).catch((error: Error) => {
    throw new Damaged(name, `cannot be read (${error.message})`)
  })
}
