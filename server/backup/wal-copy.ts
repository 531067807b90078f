/**
 * Copies WAL files of a running cluster. The last file is copied as far as it has been written, and copied again when
 * more of it has been written.
 */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupPlace, Damaged, pack, readPacked } from './place.ts'
import { type Lsn, segmentName, segmentStart, type WalShape } from './wal-names.ts'

const FOLDER = 'wal'

const objectOf = (folder: string, segment: string) => `${folder}/${FOLDER}/${segment}.zst`

interface WalRange {
  readonly from: Lsn
  readonly to: Lsn
}

/** A backup's folder and the format of its WAL. */
interface WalStore {
  readonly place: BackupPlace
  readonly folder: string
  readonly shape: WalShape
}

/** Copies the WAL between two positions, starting at the beginning of the file that contains the first position. */
export async function copyWal(
  cluster: string,
  { place, folder, shape }: WalStore,
  { from, to }: WalRange,
): Promise<void> {
  const step = BigInt(shape.segmentBytes)
  for (let start = segmentStart(from, shape); start < to; start += step) {
    const segment = segmentName(start, shape)
    const length = Number(to - start < step ? to - start : step)
    await place.put(
      objectOf(folder, segment),
      await pack(await readBeginning(join(cluster, 'pg_wal', segment), length)),
    )
  }
}

async function readBeginning(path: string, length: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(length)
    const { bytesRead } = await file.read(buffer, 0, length, 0)
    if (bytesRead < length) throw new Error(`${path} has ${bytesRead} bytes, not ${length}`)
    return buffer
  } finally {
    await file.close()
  }
}

interface WalFile {
  readonly segment: string
  /** The whole file. The part that was not copied yet is filled with zeros. */
  readonly bytes: Buffer
}

/** Reads the WAL between two positions. Throws `Damaged` at the first file that is missing, damaged or too short. */
export async function* readWal({ place, folder, shape }: WalStore, { from, to }: WalRange): AsyncGenerator<WalFile> {
  const step = BigInt(shape.segmentBytes)
  for (let start = segmentStart(from, shape); start < to; start += step) {
    const segment = segmentName(start, shape)
    const object = objectOf(folder, segment)
    const copied = await readPacked(place, object)
    const needed = to - start < step ? to - start : step
    if (copied.length < needed || copied.length > shape.segmentBytes)
      throw new Damaged(object, `has ${copied.length} bytes of WAL, not ${needed}`)
    yield { segment, bytes: Buffer.concat([copied, Buffer.alloc(shape.segmentBytes - copied.length)]) }
  }
}
