/**
 * `npm run --silent verify-backup -- --from FOLDER [--at …] [--in FOLDER]`: restores a backup into a temporary folder
 * (inside the system's temporary folder, or inside `--in`), runs the self-check of every company in it and checks that
 * all its files exist. Prints one JSON line; exit code 1 when something is missing or differs.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chooseBackup } from '../backup/choose.ts'
import { FILES } from '../backup/manifest.ts'
import { openBackupPlace } from '../backup/place.ts'
import { restoreBackup } from '../backup/restore.ts'
import { readNamedPlace } from '../config.ts'
import { readMoment } from '../domain/moments.ts'
import { answer, optionsOf } from './options.ts'
import { isFaulty, lookAtRestored } from './restored.ts'

const USAGE = 'Usage: npm run --silent verify-backup -- --from FOLDER [--at 2026-11-27T10:00:00Z] [--in FOLDER]'

await answer(async () => {
  const options = optionsOf(['from', 'at', 'in'], USAGE)
  const { from, at } = options
  const moment = at === undefined ? null : readMoment(at)
  if (!from || (at !== undefined && moment === null)) throw new Error(USAGE)
  const temporary = await mkdtemp(join(resolve(options.in ?? tmpdir()), 'skladno-verify-'))
  try {
    const place = await openBackupPlace(readNamedPlace('--from', from, temporary))
    const chosen = await chooseBackup(place, moment === null ? null : new Date(moment))
    const files = chosen.backup.hasFiles ? join(temporary, FILES) : null
    const { companies } = await restoreBackup(
      chosen,
      { place, dataDir: temporary, databaseUrl: null, log: () => {} },
      (url) => lookAtRestored(url, { files, isChecked: true }),
    )
    const ok = !isFaulty({ epoch: null, companies })
    if (!ok) process.exitCode = 1
    const reaches = (chosen.at ?? chosen.until).toISOString()
    return { ok, backup: chosen.backup.name, reachesTo: reaches, hasFiles: files !== null, companies }
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
})
