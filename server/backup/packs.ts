/** Packs: parts of files, stored together in objects of a few megabytes. */
import { type BackupPlace, pack, readPacked, sha256Of } from './place.ts'

/** A pack is stored as soon as it has this size. Computing its checksum blocks the main thread for 3 ms at most. */
export const PACK_BYTES = 4 * 1_048_576

/** The name of an object in the backup place, and the SHA-256 of its content. */
export interface StoredObject {
  readonly object: string
  readonly sha256: string
}

/**
 * The file to which a part belongs, and the offset at which the part begins. A file may have several parts, or a single
 * empty one.
 */
interface Position {
  readonly file: string
  readonly offset: number
}

export interface PackPart extends Position {
  readonly bytes: Uint8Array
}

export interface Pack extends StoredObject {
  /** The parts of files in this pack, in the order of their bytes. `length` is in bytes. */
  readonly parts: readonly (Position & { readonly length: number })[]
}

/** The folder within a backup place in which packs are stored. */
interface PackFolder {
  readonly place: BackupPlace
  readonly folder: string
}

export async function storePack(
  { place, folder }: PackFolder,
  index: number,
  parts: readonly PackPart[],
): Promise<Pack> {
  const object = `${folder}/data/${String(index).padStart(6, '0')}.zst`
  const stored = await storePacked(place, object, Buffer.concat(parts.map(({ bytes }) => bytes)))
  return { ...stored, parts: parts.map(({ file, offset, bytes }) => ({ file, offset, length: bytes.length })) }
}

/** Compresses bytes and stores them. */
export async function storePacked(place: BackupPlace, object: string, bytes: Uint8Array): Promise<StoredObject> {
  const packed = await pack(bytes)
  await place.put(object, packed)
  return { object, sha256: sha256Of(packed) }
}

/** Reads the parts of a pack. Throws `Damaged` if it is damaged. */
export async function readPack(place: BackupPlace, { object, sha256, parts }: Pack): Promise<PackPart[]> {
  const bytes = await readPacked(place, object, sha256)
  let from = 0
  return parts.map(({ file, offset, length }) => {
    from += length
    return { file, offset, bytes: bytes.subarray(from - length, from) }
  })
}
