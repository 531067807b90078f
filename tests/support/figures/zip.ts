/** Builds ZIP archives byte by byte, including archives that no program would write. */
import { crc32, inflateRawSync } from 'node:zlib'

export interface ZipPart {
  readonly name: string
  /** The file's content, compressed by deflate. */
  readonly bytes: Buffer
  /** The unpacked size that the archive claims. */
  readonly size: number
}

export function zipOf(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, bytes, size } of parts) {
    const called = Buffer.from(name)
    // If the claimed size is false, no checksum would be correct.
    const sum = size > 0 && size < 100_000_000 ? crc32(inflateRawSync(bytes)) : 0
    const common = Buffer.alloc(22)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(sum, 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(size, 18)
    const lengths = Buffer.alloc(4)
    lengths.writeUInt16LE(called.length, 0)
    const local = Buffer.concat([
      Buffer.from('PK\u0003\u0004'),
      Buffer.from([20, 0]),
      common.subarray(2),
      lengths,
      called,
      bytes,
    ])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    entries.push(
      Buffer.concat([
        Buffer.from('PK\u0001\u0002'),
        Buffer.from([20, 0, 20, 0]),
        common.subarray(2),
        lengths,
        place,
        called,
      ]),
    )
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end])
}

/** Unpacks an archive and returns its files, keyed by name. */
export function unzipped(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(archive.lastIndexOf('PK\u0005\u0006', undefined, 'latin1') + 16)
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset))
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const bytes = archive.subarray(start, start + archive.readUInt32LE(at + 20))
    const isStored = archive.readUInt16LE(at + 10) === 0
    files.set(
      archive.toString('utf8', at + 46, at + 46 + nameLength!),
      (isStored ? bytes : inflateRawSync(bytes)).toString('utf8'),
    )
    at += 46 + nameLength! + extraLength! + noteLength!
  }
  return files
}
