/** Makes a backup of the running service: of the database, and of the files to which its records refer. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStoreSettings } from '../integrations/file-store.ts'
import { connect, finishBackup, keepWal, slotOf, startBackup } from './backup-sql.ts'
import { CLUSTER, copyCluster } from './cluster-copy.ts'
import { dumpDatabase } from './dump.ts'
import { mirrorOf } from './files-mirror.ts'
import { type Backup, description, folderOf, newBackupName, storePacks, writeManifest } from './manifest.ts'
import { type PackPart, storePack } from './packs.ts'
import type { BackupPlace } from './place.ts'
import { copyWal } from './wal-copy.ts'
import { parseLsn } from './wal-names.ts'

export interface BackupSource {
  /** The connection string: that of the embedded PostgreSQL's superuser, or DATABASE_URL. */
  readonly url: string
  /** The data folder with the embedded PostgreSQL; null when DATABASE_URL points to another PostgreSQL. */
  readonly dataDir: string | null
  readonly files: FileStoreSettings
}

interface TakeOptions {
  readonly place: BackupPlace
  /** Whether PostgreSQL should keep its WAL afterwards, so that the backup can be continued. */
  readonly isContinued: boolean
  readonly signal: AbortSignal
}

export interface TakenBackup {
  readonly backup: Backup
  /** The number of bytes copied from the database, before compression. */
  readonly bytes: number
}

/** Small files of the data folder, outside the cluster, that a restored copy needs, if they exist. */
const BESIDE_CLUSTER = ['postgres-password', 'secret-key']

/** Makes a backup. Its folder does not count as a backup until the last step is done. */
export async function takeBackup(source: BackupSource, options: TakeOptions): Promise<TakenBackup> {
  const name = newBackupName(new Date())
  const { place, signal } = options
  const taken =
    source.dataDir === null
      ? await dumpDatabase(source.url, { place, name, signal })
      : await copyEmbedded({ ...source, dataDir: source.dataDir }, { ...options, name })
  const mirror = mirrorOf(source.files, place)
  await mirror?.catchUp(signal)
  const packs = await storePacks(place, name, taken.packs)
  const backup: Backup = { ...description(), name, ...taken.backup, packs, hasFiles: mirror !== null }
  await writeManifest(place, backup)
  return { backup, bytes: taken.bytes }
}

async function copyEmbedded(
  { url, dataDir }: { url: string; dataDir: string },
  { place, name, isContinued, signal }: TakeOptions & { name: string },
) {
  const folder = folderOf(name)
  const cluster = join(dataDir, CLUSTER)
  const client = await connect(url)
  try {
    await keepWal(client, slotOf(name), !isContinued)
    const { startLsn, startedAt, ...shape } = await startBackup(client, name)
    const copied = await copyCluster(dataDir, { place, folder, signal })
    const { stopLsn, labelFile, finishedAt, reachesTo } = await finishBackup(client)
    await copyWal(cluster, { place, folder, shape }, { from: parseLsn(startLsn), to: parseLsn(stopLsn) })
    const label = { file: `${CLUSTER}/backup_label`, offset: 0, bytes: Buffer.from(labelFile) }
    const beside = [label, ...(await readBeside(dataDir))]
    const packs = [...copied.packs, await storePack({ place, folder }, copied.packs.length, beside)]
    const times = { startedAt: startedAt.toISOString(), finishedAt: finishedAt.toISOString() }
    return {
      bytes: copied.bytes,
      packs,
      backup: {
        kind: 'base' as const,
        ...times,
        reachesTo: reachesTo.toISOString(),
        ...shape,
        startLsn,
        stopLsn,
        folders: copied.folders,
      },
    }
  } finally {
    await client.end()
  }
}

async function readBeside(dataDir: string): Promise<PackPart[]> {
  const parts: PackPart[] = []
  for (const file of BESIDE_CLUSTER) {
    const bytes = await readFile(join(dataDir, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (bytes !== null) parts.push({ file, offset: 0, bytes })
  }
  return parts
}
