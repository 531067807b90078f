/**
 * Copies the folder of a running PostgreSQL cluster. What PostgreSQL writes meanwhile makes the copy inconsistent; the
 * WAL from the beginning to the end of the copy repairs that. Source: the chapter "Making a Base Backup Using the Low
 * Level API" of PostgreSQL's manual.
 */
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Piece } from './manifest.ts'
import { type BackupPlace, pack, sha256Of } from './place.ts'

/** The size of a part of a file before it is compressed. A part's checksum takes the thread that decides for 3 ms at most. */
const PART_BYTES = 4 * 1_048_576
const AT_ONCE = 4

/** The folder of the embedded PostgreSQL in a data folder. */
export const CLUSTER = 'postgres'

/** Folders whose contents PostgreSQL makes anew. */
const EMPTIED = new Set(
  'pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(' '),
)
const LEFT_OUT = new Set(
  'postmaster.pid postmaster.opts backup_label tablespace_map backup_manifest current_logfiles pg_internal.init'.split(
    ' ',
  ),
)
const TEMPORARY = /(^|\/)pgsql_tmp/
/** PostgreSQL asks that this file be copied last. */
const CONTROL = 'global/pg_control'

export interface Copied {
  readonly folders: readonly string[]
  readonly pieces: readonly Piece[]
  readonly bytes: number
}

interface CopyOptions {
  readonly place: BackupPlace
  /** The folder in the place. */
  readonly folder: string
  readonly signal: AbortSignal
}

/** Copies the cluster in a data folder. Names are below the data folder. */
export async function copyCluster(dataDir: string, options: CopyOptions): Promise<Copied> {
  const cluster = join(dataDir, CLUSTER)
  const folders = ['pg_wal/archive_status', 'pg_wal/summaries']
  const files: string[] = []
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(cluster.length + 1)
    const top = path.split('/')[0]!
    const isInside = path !== top && EMPTIED.has(top)
    if (isInside || LEFT_OUT.has(entry.name) || TEMPORARY.test(path)) continue
    if (entry.isDirectory()) folders.push(path)
    else if (entry.isFile()) files.push(path)
    else throw new Error(`${path} of the database is a link, which a backup cannot copy`)
  }
  const pieces: Piece[] = []
  let bytes = 0
  const store = async (file: string) => {
    let index = 0
    for await (const part of partsOf(join(cluster, file))) {
      options.signal.throwIfAborted()
      pieces.push(await storePart(options, { file: `${CLUSTER}/${file}`, index }, part))
      bytes += part.length
      index += 1
    }
  }
  const waiting = files.filter((file) => file !== CONTROL)
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) await store(file)
    }),
  )
  await store(CONTROL)
  return { folders: folders.sort().map((folder) => `${CLUSTER}/${folder}`), pieces, bytes }
}

/** Stores bytes as a piece of a backup. */
export async function storePart(
  { place, folder }: Pick<CopyOptions, 'place' | 'folder'>,
  { file, index }: { file: string; index: number },
  bytes: Uint8Array,
): Promise<Piece> {
  const packed = await pack(bytes)
  const object = `${folder}/data/${file}.${index}.zst`
  await place.put(object, packed)
  return { file, object, sha256: sha256Of(packed) }
}

/** Reads a file in parts: at least one, which may be empty, or none when the file is gone. */
async function* partsOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    // PostgreSQL deletes files of dropped tables at any time. If one was needed, the WAL makes it again.
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (file === null) return
  try {
    for (let isFirst = true; ; isFirst = false) {
      const buffer = Buffer.alloc(PART_BYTES)
      const { bytesRead } = await file.read(buffer, 0, PART_BYTES)
      if (bytesRead > 0 || isFirst) yield buffer.subarray(0, bytesRead)
      if (bytesRead < PART_BYTES) return
    }
  } finally {
    await file.close()
  }
}
