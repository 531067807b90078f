/** Rebuilds the owner's web app in a separate process, so that the service can keep serving requests. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BUILDER = join(ROOT, 'tools/build-app.ts')
const MAX_BUILD_MS = 300_000

/** The folder of the built app. `npm ci` and the first start of the service write to it. */
export const BUILT_APP_FOLDER = join(ROOT, 'dist/app')

interface BuildLog {
  readonly info: (text: string) => void
  readonly warn: (text: string) => void
}

/**
 * Rebuilds the app if its sources have changed. Logs the result, with advice if the build fails; in that case the
 * previous build stays in use.
 */
export async function updateAppBuild(log: BuildLog): Promise<void> {
  if (!existsSync(BUILDER)) return
  if (!existsSync(join(BUILT_APP_FOLDER, 'index.html'))) log.info('The app is being built, which takes half a minute')
  try {
    await promisify(execFile)(process.execPath, [BUILDER], { cwd: ROOT, timeout: MAX_BUILD_MS })
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    log.warn(stderr?.trim() || `The app could not be built: ${message}`)
  }
}
