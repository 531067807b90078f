/**
 * Copies the files of companies (images, procurement files). A file never changes and is named after the hash of its
 * content, so all backups share one copy. Files are stored before the command that refers to them is committed.
 * Therefore, a copy made after reading the WAL position contains every file to which the WAL up to that position
 * refers.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isIssuedId } from '../domain/schema.ts'
import type { FileStoreSettings } from '../integrations/file-store.ts'
import { FILES } from './manifest.ts'
import type { BackupPlace } from './place.ts'

const SHA256 = /^[0-9a-f]{64}$/
/**
 * How recently, in milliseconds, a folder must have changed to be checked again, because it may change once more with
 * the same modification time.
 */
const SETTLED_MS = 2_000
/**
 * The folder that contains an empty note for each file missing from the file store. The note was written when the file
 * was first found missing.
 */
const GONE = 'gone'

export class FilesMirror {
  readonly #folder: string
  readonly #place: BackupPlace
  /** The modification time of each company's folder at the last copy. */
  readonly #changed = new Map<string, number>()

  constructor(folder: string, place: BackupPlace) {
    this.#folder = folder
    this.#place = place
  }

  /**
   * Copies the files that were stored since the last call. The first call copies every file that the backup place does
   * not have yet.
   */
  async catchUp(signal?: AbortSignal): Promise<void> {
    for (const companyId of await companiesIn(this.#folder)) {
      signal?.throwIfAborted()
      const lookedAt = Date.now()
      const { mtimeMs } = await stat(join(this.#folder, companyId))
      if (this.#changed.get(companyId) === mtimeMs) continue
      const stored = new Set(await this.#place.list(`${FILES}/${companyId}`))
      for (const name of await filesIn(this.#folder, companyId))
        if (!stored.has(name)) await this.#copy(companyId, name)
      if (lookedAt - mtimeMs > SETTLED_MS) this.#changed.set(companyId, mtimeMs)
    }
  }

  async #copy(companyId: string, name: string): Promise<void> {
    const bytes = await readFile(join(this.#folder, companyId, name)).catch((error: NodeJS.ErrnoException) => {
      // sweep-files may have removed the file, because no record refers to it.
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (bytes !== null) await this.#place.put(`${FILES}/${companyId}/${name}`, bytes)
  }

  /**
   * Removes files that were already missing from the store when the oldest backup began, so no backup needs them. Also
   * notes which files are missing from the store now. They can be removed once all backups from before the note have
   * been deleted.
   */
  async forget(oldestBegan: Date): Promise<void> {
    for (const companyId of await this.#place.list(FILES)) {
      const kept = new Set(await filesIn(this.#folder, companyId))
      const noted = new Set(await this.#place.list(`${GONE}/${companyId}`))
      for (const name of await this.#place.list(`${FILES}/${companyId}`)) {
        const note = `${GONE}/${companyId}/${name}`
        if (kept.has(name)) {
          if (noted.has(name)) await this.#place.remove(note)
        } else if (!noted.has(name)) await this.#place.put(note, Buffer.from(''))
        else if ((await this.#place.storedAt(note))! < oldestBegan) {
          await this.#place.remove(`${FILES}/${companyId}/${name}`)
          await this.#place.remove(note)
        }
      }
    }
  }
}

/** Returns a mirror of the file folder; null when the files are in a bucket, which is not backed up here. */
export function mirrorOf({ place: from }: FileStoreSettings, place: BackupPlace): FilesMirror | null {
  return 'folder' in from ? new FilesMirror(from.folder, place) : null
}

const ifThere = async (list: Promise<string[]>): Promise<string[]> =>
  list.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

const companiesIn = async (folder: string): Promise<string[]> => (await ifThere(readdir(folder))).filter(isIssuedId)

const filesIn = async (folder: string, companyId: string): Promise<string[]> =>
  (await ifThere(readdir(join(folder, companyId)))).filter((name) => SHA256.test(name))
