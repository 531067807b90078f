/**
 * `npm run --silent restore -- --from FOLDER --data-dir NEW [--at 2026-11-27T10:00:00Z]`: restores a backup into a new
 * data folder. Without `--at` it restores everything in the backup. A dump is restored into the empty database of
 * DATABASE_URL, if that is set. Prints one JSON line; exit code 1 when files are missing.
 */
import { join, resolve } from 'node:path'
import { chooseBackup } from '../backup/choose.ts'
import { FILES } from '../backup/manifest.ts'
import { openBackupPlace } from '../backup/place.ts'
import { restoreBackup } from '../backup/restore.ts'
import { readConfig, readNamedPlace } from '../config.ts'
import { readMoment } from '../domain/moments.ts'
import { answer, optionsOf } from './options.ts'
import { isFaulty, lookAtRestored } from './restored.ts'

const USAGE = 'Usage: npm run --silent restore -- --from FOLDER --data-dir NEW [--at 2026-11-27T10:00:00Z]'

await answer(async () => {
  const { from, at, 'data-dir': folder } = optionsOf(['from', 'at', 'data-dir'], USAGE)
  const moment = at === undefined ? null : readMoment(at)
  if (!from || !folder) throw new Error(USAGE)
  if (at !== undefined && moment === null) throw new Error(`--at must be a moment, not "${at}"\n${USAGE}`)
  const dataDir = resolve(folder)
  const { databaseUrl } = readConfig()
  const place = await openBackupPlace(readNamedPlace('--from', from, dataDir))
  const chosen = await chooseBackup(place, moment === null ? null : new Date(moment))
  if (chosen.backup.kind === 'base' && databaseUrl !== null)
    throw new Error('This backup is of the embedded PostgreSQL: unset DATABASE_URL to restore it')
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const files = chosen.backup.hasFiles ? join(dataDir, FILES) : null
  const restored = await restoreBackup(chosen, { place, dataDir, databaseUrl, log }, (url) =>
    lookAtRestored(url, { files, isChecked: false }),
  )
  if (isFaulty(restored)) process.exitCode = 1
  const reaches = (chosen.at ?? chosen.until).toISOString()
  return { backup: chosen.backup.name, reachesTo: reaches, dataDir, hasFiles: files !== null, ...restored }
})
