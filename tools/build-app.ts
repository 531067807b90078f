/**
 * Builds the app from web/, sdk/, amounts/ and spellings/ into dist/app, unless it has already been built from the same
 * sources. `npm ci` runs this, and so does every start of the server. Files that compress well get brotli and gzip
 * versions beside them.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'dist/app')
/** The name of the file in the build folder that contains the hash of the sources. */
const MARK = '.built-from'
const SOURCES = ['web', 'sdk', 'amounts', 'spellings', 'package-lock.json', 'tools/build-app.ts']
const COMPRESSED = /\.(html|js|css|svg|json|wasm)$/
const MIN_COMPRESSED_BYTES = 1_024
const LOCK = join(ROOT, 'dist/.building')
/** The number of milliseconds after which an unfinished build must have been killed, so that its lock is ignored. */
const MAX_BUILD_MS = 180_000
const WAIT_MS = 300

/** Returns all files at or below a path, sorted by name. */
async function filesOf(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES)
    for (const path of await filesOf(join(ROOT, source)))
      hash.update(`${relative(ROOT, path)}\0`).update(await readFile(path))
  return hash.digest('hex')
}

const builtFrom = () => readFile(join(FOLDER, MARK), 'utf8').catch(() => null)

async function compressBeside(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (!COMPRESSED.test(path) || bytes.length < MIN_COMPRESSED_BYTES) return
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

async function buildInto(folder: string): Promise<void> {
  // Import the bundler only here, because a machine with a current build does not need it.
  const { build } = await import('vite')
  // Always set NODE_ENV: React is built differently in development mode, and the program that started the build, such
  // as a test, may have set another value.
  process.env.NODE_ENV = 'production'
  const configFile = join(ROOT, 'web/vite.config.ts')
  await build({ configFile, logLevel: 'warn', build: { outDir: folder } })
  await Promise.all((await filesOf(folder)).map(compressBeside))
}

/** Lets only one process build at a time: if two starts need a build at once, the second waits for the first. */
async function withLock<T>(work: () => Promise<T>): Promise<T> {
  await mkdir(join(ROOT, 'dist'), { recursive: true })
  for (;;) {
    try {
      await mkdir(LOCK)
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const since = await stat(LOCK).then(({ mtimeMs }) => mtimeMs, Date.now)
      if (Date.now() - since > MAX_BUILD_MS) await rm(LOCK, { recursive: true, force: true })
      else await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    }
  }
  try {
    return await work()
  } finally {
    await rm(LOCK, { recursive: true, force: true })
  }
}

async function buildWhenStale(): Promise<void> {
  const hash = await hashOfSources()
  if ((await builtFrom()) === hash) return
  await withLock(async () => {
    if ((await builtFrom()) === hash) return
    const fresh = `${FOLDER}-${process.pid}`
    try {
      await buildInto(fresh)
      await writeFile(join(fresh, MARK), hash)
      await rm(FOLDER, { recursive: true, force: true })
      await rename(fresh, FOLDER)
    } finally {
      await rm(fresh, { recursive: true, force: true })
    }
  })
}

try {
  // An installation may contain only the finished build and no sources.
  if (existsSync(join(ROOT, 'web'))) await buildWhenStale()
} catch (error) {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'
  const why = isMissing ? 'the tools that build it are not installed' : (error as Error).message
  console.error(
    `The app could not be built: ${why}. Run "npm ci" and "node tools/build-app.ts"; the API works without.`,
  )
  // With --if-possible, missing build tools are not an error, because an installation without them already contains the
  // build or does not need one.
  process.exitCode = isMissing && process.argv.includes('--if-possible') ? 0 : 1
}
