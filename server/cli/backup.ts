/**
 * `npm run --silent backup -- --to FOLDER`: backs up the database and the files of all companies, whether the server is
 * running or not; prints one JSON line. FOLDER may also be `s3://bucket/prefix?region=…`.
 */
import { pino } from 'pino'
import { makeBackupPlace, openBackupPlace } from '../backup/place.ts'
import { takeBackup } from '../backup/take.ts'
import { readConfig, readNamedPlace } from '../config.ts'
import { openPostgres } from '../configured-database.ts'
import { answer, optionsOf } from './options.ts'

const USAGE = 'Usage: npm run --silent backup -- --to FOLDER'

await answer(async () => {
  const { to } = optionsOf(['to'], USAGE)
  if (to === undefined) throw new Error(USAGE)
  const { dataDir, databaseUrl, files } = readConfig()
  const named = readNamedPlace('--to', to, dataDir)
  await makeBackupPlace(named)
  const place = await openBackupPlace(named)
  const opened = await openPostgres(readConfig(), pino({ level: 'silent' }), async () => {})
  try {
    const beganAt = Date.now()
    const source = { url: opened.url, dataDir: databaseUrl === null ? dataDir : null, files }
    const { signal } = new AbortController()
    const { backup, bytes } = await takeBackup(source, { place, isContinued: false, signal })
    const { name, kind, reachesTo, hasFiles } = backup
    return { backup: name, kind, to: place.title, reachesTo, hasFiles, bytes, seconds: (Date.now() - beganAt) / 1_000 }
  } finally {
    await opened.close()
  }
})
