/**
 * Copies the files of a running PostgreSQL cluster. The copy is inconsistent, because PostgreSQL keeps writing during
 * it; replaying the WAL from the beginning to the end of the copy makes it consistent. Source: the chapter "Making a
 * Base Backup Using the Low Level API" of PostgreSQL's manual.
 */
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PACK_BYTES, type Pack, type PackPart, storePack } from './packs.ts'
import type { BackupPlace } from './place.ts'

/** How many packs are compressed and stored at the same time. */
const AT_ONCE = 4

/** The embedded PostgreSQL's folder within a data folder. */
export const CLUSTER = 'postgres'

/** Folders whose contents are skipped: PostgreSQL recreates them. */
const EMPTIED = new Set(
  'pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(' '),
)
const LEFT_OUT = new Set(
  'postmaster.pid postmaster.opts backup_label tablespace_map backup_manifest current_logfiles pg_internal.init'.split(
    ' ',
  ),
)
const TEMPORARY = /(^|\/)pgsql_tmp/
/** The control file. PostgreSQL's manual requires that it be copied last. */
const CONTROL = 'global/pg_control'

interface Copied {
  readonly folders: readonly string[]
  readonly packs: readonly Pack[]
  readonly bytes: number
}

interface CopyOptions {
  readonly place: BackupPlace
  /** The backup's folder within the place. */
  readonly folder: string
  readonly signal: AbortSignal
}

/** Copies the cluster in a data folder. All file names are relative to the data folder. */
export async function copyCluster(dataDir: string, { place, folder, signal }: CopyOptions): Promise<Copied> {
  const cluster = join(dataDir, CLUSTER)
  const { folders, files } = await listCluster(cluster)
  const packs: Promise<Pack>[] = []
  const running = new Set<Promise<unknown>>()
  let bytes = 0
  for await (const parts of inPacks(cluster, files)) {
    signal.throwIfAborted()
    for (const part of parts) bytes += part.bytes.length
    const stored = storePack({ place, folder }, packs.length, parts)
    packs.push(stored)
    const ended: Promise<boolean> = stored.then(
      () => running.delete(ended),
      () => running.delete(ended),
    )
    running.add(ended)
    if (running.size >= AT_ONCE) await Promise.race(running)
  }
  return { folders, packs: await Promise.all(packs), bytes }
}

async function listCluster(cluster: string): Promise<{ folders: string[]; files: string[] }> {
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
  const others = files.filter((file) => file !== CONTROL).sort()
  return { folders: folders.sort().map((folder) => `${CLUSTER}/${folder}`), files: [...others, CONTROL] }
}

/**
 * Reads files one after another and groups their parts into packs, so that thousands of small files need only a few
 * objects.
 */
async function* inPacks(cluster: string, files: readonly string[]): AsyncGenerator<PackPart[]> {
  let gathered: PackPart[] = []
  let size = 0
  for (const file of files) {
    let offset = 0
    for await (const bytes of partsOf(join(cluster, file))) {
      gathered.push({ file: `${CLUSTER}/${file}`, offset, bytes })
      offset += bytes.length
      size += bytes.length
      if (size < PACK_BYTES) continue
      yield gathered
      gathered = []
      size = 0
    }
  }
  yield gathered
}

/** Reads a file in parts. Yields at least one part, which may be empty, or nothing when the file no longer exists. */
async function* partsOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    // PostgreSQL may delete files of dropped tables at any time. If such a file was needed, the WAL recreates it.
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (file === null) return
  try {
    for (let isFirst = true; ; isFirst = false) {
      const buffer = Buffer.allocUnsafe(Math.min(PACK_BYTES, (await file.stat()).size + 1))
      const { bytesRead } = await file.read(buffer, 0, buffer.length)
      if (bytesRead > 0 || isFirst) yield buffer.subarray(0, bytesRead)
      if (bytesRead < buffer.length) return
    }
  } finally {
    await file.close()
  }
}
