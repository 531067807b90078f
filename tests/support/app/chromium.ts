/**
 * Starts a real Chromium for the app's tests. This Chromium comes from an npm package that includes the few libraries
 * that a bare system lacks.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PACKED = join(ROOT, 'node_modules/@sparticuz/chromium/bin')
const UNPACKED = join(ROOT, 'tmp/chromium')
const RECORD = 512

/**
 * Unpacks Chromium and its libraries once per working copy. Two test files that start at the same time do not disturb
 * each other.
 */
async function unpacked(): Promise<string> {
  if (existsSync(UNPACKED)) return UNPACKED
  const fresh = `${UNPACKED}-${process.pid}`
  await mkdir(fresh, { recursive: true })
  const read = async (name: string) => promisify(brotliDecompress)(await readFile(join(PACKED, name)))
  await writeFile(join(fresh, 'chromium'), await read('chromium.br'), { mode: 0o755 })
  for (const name of ['al2023.tar.br', 'fonts.tar.br']) await writeTar(await read(name), fresh)
  await rename(fresh, UNPACKED).catch(() => rm(fresh, { recursive: true, force: true }))
  return UNPACKED
}

/** Extracts the files of a plain tar archive. */
async function writeTar(tar: Buffer, folder: string): Promise<void> {
  for (let at = 0; at < tar.length; ) {
    const text = (from: number, to: number) => tar.toString('latin1', at + from, at + to).split('\0', 1)[0]!
    const name = text(0, 100)
    if (name === '') return
    const size = Number.parseInt(text(124, 136), 8)
    const path = join(folder, name)
    if (text(156, 157) === '5') await mkdir(path, { recursive: true })
    else {
      await mkdir(join(path, '..'), { recursive: true })
      await writeFile(path, tar.subarray(at + RECORD, at + RECORD + size))
    }
    at += RECORD + Math.ceil(size / RECORD) * RECORD
  }
}

let shared: Promise<Browser> | undefined

/**
 * Returns the Chromium that all test files of this process share, because starting one takes about a second of CPU
 * time. It ends with the process.
 */
export async function sharedChromium(): Promise<Browser> {
  shared ??= startChromium()
  const browser = await shared
  if (browser.isConnected()) return browser
  shared = startChromium()
  return shared
}

export async function startChromium(): Promise<Browser> {
  const folder = await unpacked()
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'lib') },
    // Tests may run as root, where Chromium has no sandbox. That is acceptable because the tests open only our own pages.
    args: [
      '--headless=shell',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--font-render-hinting=none',
      '--renderer-process-limit=1',
      '--disable-site-isolation-trials',
    ],
  })
}

export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** The errors on the page so far: script errors, and requests refused by the Content-Security-Policy. */
  readonly faults: string[]
}

export interface VisitorSettings {
  readonly width?: number
  readonly height?: number
  readonly locale?: string
  readonly isDark?: boolean
  readonly isPhone?: boolean
  /** The browser's time zone; by default the machine's time zone. */
  readonly timezoneId?: string
}
