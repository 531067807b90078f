/** A separate server for the screenshots, with a PostgreSQL in a temporary folder. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { readConfig } from '../../server/config.ts'
import { startService } from '../../server/service.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export interface ShotSite {
  /** The URL of the app. */
  readonly url: string
  stop(): Promise<void>
}

/** Builds the app if it is outdated, and starts the server. */
export async function startSite(): Promise<ShotSite> {
  await promisify(execFile)(process.execPath, ['tools/build-app.ts'], { cwd: ROOT })
  const folder = await mkdtemp(join(tmpdir(), 'skladno-screenshots-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  const settings = { DATA_DIR: folder, API_PORT: '0', LOG_LEVEL: 'silent', MAX_LAG_MS: '0' }
  try {
    const config = { ...readConfig(settings), app: { folder: join(ROOT, 'dist/app'), isOurs: false } }
    const service = await startService(config, pino({ level: 'silent' }))
    return { url: service.appUrl, stop: () => service.stop().finally(removeFolder) }
  } catch (error) {
    await removeFolder()
    throw error
  }
}
