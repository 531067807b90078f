/**
 * Checks that a server that cannot start logs the reason in one line that contains the setting's name, and exits with
 * code 1.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../support/node/service.ts'

const TIMEOUT_MS = 60_000
/** The log level of fatal errors, as a number. */
const FATAL = 60

const folder = mkdtempSync(join(tmpdir(), 'skladno-start-'))
const file = join(folder, 'file')
writeFileSync(file, '')
const taken = createServer()
let takenPort = 0
let database: Awaited<ReturnType<typeof cloneDatabase>>

beforeAll(async () => {
  database = await cloneDatabase()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  takenPort = (taken.address() as { port: number }).port
})
afterAll(async () => {
  taken.close()
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

/** Runs a server that cannot start until it exits. Returns its exit code and log lines. */
async function runServer(settings: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: folder, API_PORT: '0', ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, ['server/main.ts'], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), lines: (stdout + stderr).trim().split('\n') }),
    )
  })
}

const FAILING: readonly (readonly [string, () => Record<string, string>, RegExp])[] = [
  ['an invalid DATABASE_URL', () => ({ DATABASE_URL: 'nonsense' }), /DATABASE_URL must look like postgres:/],
  [
    'a DATABASE_URL of another kind of database',
    () => ({ DATABASE_URL: 'mysql://u:geheim@h/d' }),
    /DATABASE_URL must look/,
  ],
  [
    'a PostgreSQL that does not answer',
    () => ({ DATABASE_URL: 'postgres://u:geheim@localhost:1/d' }),
    /PostgreSQL of DATABASE_URL cannot be reached: .*ECONNREFUSED/,
  ],
  ['a DATA_DIR that is a file', () => ({ DATA_DIR: file }), /DATA_DIR must name a folder .*file \(EEXIST\)/],
  [
    'a DATA_DIR that is a file, and a DATABASE_URL',
    () => ({ DATA_DIR: file, DATABASE_URL: database.url }),
    /DATA_DIR must name a folder .*files \(ENOTDIR\)/,
  ],
  [
    'a DATA_DIR that cannot be created',
    () => ({ DATA_DIR: '/sys/skladno' }),
    /DATA_DIR must name a folder .*\(E[A-Z]+\)/,
  ],
  [
    'a FILES_URL that cannot be created',
    () => ({ FILES_URL: 'file:///sys/skladno', DATABASE_URL: database.url }),
    /FILES_URL must name a folder .*\(E[A-Z]+\)/,
  ],
  [
    'a port that is in use',
    () => ({ API_PORT: String(takenPort), DATABASE_URL: database.url }),
    /API_PORT \d+ of 127\.0\.0\.1 is taken by another program/,
  ],
  [
    'the address of another machine',
    () => ({ HOST: '203.0.113.1', DATABASE_URL: database.url }),
    /HOST must be an address of this machine, but 203\.0\.113\.1 is not/,
  ],
]

test.each(FAILING)(
  'the service does not start with %s, and logs the reason',
  async (_what, settings, message) => {
    const { code, lines } = await runServer(settings())
    expect(code).toBe(1)
    const said = lines.map((line) => JSON.parse(line) as { level: number; msg: string })
    const fatal = said.filter(({ level }) => level === FATAL)
    expect(fatal.map(({ msg }) => msg)).toEqual([expect.stringMatching(message)])
    expect(fatal[0]!.msg).toMatch(/^Skladno could not start: /)
    expect(lines.join('\n')).not.toMatch(/geheim/)
  },
  TIMEOUT_MS,
)
