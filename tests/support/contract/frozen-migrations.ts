/** Computes and reads the hashes of released migrations, in the format of `sha256sum --check`. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

const FOLDER = new URL('../../../server/migrations/', import.meta.url)
export const FROZEN = new URL('SHA256SUMS', FOLDER)

/** Computes the hashes of the current migration files. Returns the hashes by file name. */
export async function hashesNow(): Promise<Map<string, string>> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort()
  const hashes = names.map(async (name) => {
    const text = await readFile(new URL(name, FOLDER))
    return [name, createHash('sha256').update(text).digest('hex')] as const
  })
  return new Map(await Promise.all(hashes))
}

/** Reads the hashes recorded when the migrations were released. Returns the hashes by file name. */
export async function hashesFrozen(): Promise<Map<string, string>> {
  const lines = (await readFile(FROZEN, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
}

export const printHashes = (hashes: ReadonlyMap<string, string>): string =>
  [...hashes].map(([name, hash]) => `${hash}  ${name}\n`).join('')
