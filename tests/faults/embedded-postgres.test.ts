import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/postgres/embedded-postgres.ts'

const TEST_TIMEOUT_MS = 30_000
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

/**
 * A folder that only its owner can enter (mode 0700). If root starts the service, PostgreSQL's own account cannot enter
 * this folder unless the service helps.
 */
const closedFolder = mkdtempSync(join(tmpdir(), 'skladno-test-'))
/** A folder that every account can enter. */
const openFolder = mkdtempSync(join(tmpdir(), 'skladno-test-'))
chmodSync(openFolder, 0o755)
/** A cluster shared by the tests that need not create their own, because creating one (initdb) is slow. */
const sharedDir = join(openFolder, 'shared')
const usedDirs = new Set<string>()
const servers: EmbeddedPostgres[] = []
const owners: ChildProcess[] = []
let lines: string[] = []

afterEach(async () => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL')
  for (const server of servers.splice(0)) await server.stop()
  // A failed test may have left a PostgreSQL server running that no process uses. Start using this server and then
  // stop, so that the server stops too.
  for (const dataDir of usedDirs) if (postmasterPid(dataDir) !== 0) await (await start(dataDir)).stop()
  servers.length = 0
  lines = []
}, TEST_TIMEOUT_MS)

afterAll(() => {
  for (const folder of [closedFolder, openFolder]) rmSync(folder, { recursive: true, force: true })
})

async function start(dataDir: string, settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  usedDirs.add(dataDir)
  const server = await startEmbeddedPostgres({ dataDir, settings, log: (line) => lines.push(line) })
  servers.push(server)
  return server
}

interface Owner {
  readonly child: ChildProcess
  readonly adminUrl: Promise<string>
}

/**
 * Starts another process that uses the same data folder. The process prints the connection string, and stops when its
 * input ends.
 */
function startOwner(dataDir: string): Owner {
  usedDirs.add(dataDir)
  const module = new URL('../../server/postgres/embedded-postgres.ts', import.meta.url).href
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(module)}
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} })
    console.log(server.adminUrl)
    process.stdin.on('end', () => server.stop()).resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  owners.push(child)
  const adminUrl = once(createInterface(child.stdout), 'line').then(([line]) => String(line))
  return { child, adminUrl }
}

async function stopOwner({ child }: Owner): Promise<void> {
  const exited = once(child, 'exit')
  child.stdin?.end()
  expect(await exited).toEqual([0, null])
}

async function killOwner({ child }: Owner): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

async function query(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

async function eventually<Result>(
  what: () => Promise<Result> | Result,
  isDone: (result: Result) => boolean,
): Promise<Result> {
  const deadline = Date.now() + 15_000
  for (;;) {
    try {
      const result = await what()
      if (isDone(result) || Date.now() > deadline) return result
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
    await sleep(20)
  }
}

/** Returns the process id in postmaster.pid, or 0 if there is no such file. */
function postmasterPid(dataDir: string): number {
  try {
    return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return 0
  }
}

/**
 * Whether a process has ended. A zombie counts as ended, because some containers have no init process that removes it.
 */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform === 'linux' && readFileSync(`/proc/${pid}/cmdline`, 'utf8') === ''
  } catch {
    return true
  }
}

test(
  'the first start of embedded PostgreSQL creates a durable cluster and database, reachable by socket and TCP',
  async () => {
    const server = await start(sharedDir, { work_mem: '16MB', 'skladno.note': "it's \\ ok" })
    for (const url of [server.adminUrl, server.tcpUrl]) {
      expect(await query(url, 'select current_database()')).toBe('skladno')
      expect(await query(url, 'show fsync')).toBe('on')
      expect(await query(url, 'show work_mem')).toBe('16MB')
      expect(await query(url, 'show skladno.note')).toBe("it's \\ ok")
    }
    expect(server.adminUrl).toContain('?host=/')
    await expect(query(server.tcpUrl.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password')
    expect(statSync(join(sharedDir, 'postgres-password')).mode & 0o777).toBe(0o600)
  },
  TEST_TIMEOUT_MS,
)

test(
  'stopping embedded PostgreSQL ends the server, and the next start finds the written data',
  async () => {
    const server = await start(sharedDir)
    await query(server.adminUrl, 'create table kept as select 1 as n')
    const pid = postmasterPid(sharedDir)
    await server.stop()
    expect(postmasterPid(sharedDir)).toBe(0)
    expect(await eventually(() => isGone(pid), Boolean)).toBe(true)
    const again = await start(sharedDir)
    expect(await query(again.adminUrl, 'select n from kept')).toBe(1)
  },
  TEST_TIMEOUT_MS,
)

test(
  'a second process uses the embedded PostgreSQL that is running, and the last process to stop ends it',
  async () => {
    const server = await start(sharedDir)
    const pid = postmasterPid(sharedDir)
    const owner = startOwner(sharedDir)
    expect(await owner.adminUrl).toBe(server.adminUrl)
    await server.stop()
    expect(await query(server.adminUrl, 'select 1')).toBe(1)
    expect(postmasterPid(sharedDir)).toBe(pid)
    await stopOwner(owner)
    expect(postmasterPid(sharedDir)).toBe(0)
  },
  TEST_TIMEOUT_MS,
)

test(
  'after kill -9, PostgreSQL restarts at the same address with all committed data',
  async () => {
    const server = await start(sharedDir)
    await query(server.adminUrl, 'create table before_kill as select 42 as n')
    const pid = postmasterPid(sharedDir)
    process.kill(pid, 'SIGKILL')
    expect(
      await eventually(
        () => postmasterPid(sharedDir),
        (now) => now !== pid,
      ),
    ).not.toBe(0)
    expect(
      await eventually(
        () => query(server.adminUrl, 'select n from before_kill'),
        (n) => n === 42,
      ),
    ).toBe(42)
    expect(await query(server.tcpUrl, 'select n from before_kill')).toBe(42)
    expect(lines.join('\n')).toContain('has ended: starting it again')
  },
  TEST_TIMEOUT_MS,
)

test(
  'a restart of embedded PostgreSQL waits for an orphaned backend that still holds the shared memory',
  async () => {
    const server = await start(sharedDir)
    const pid = postmasterPid(sharedDir)
    const orphan = new Client({ connectionString: server.adminUrl })
    orphan.on('error', () => undefined)
    await orphan.connect()
    const backendPid = Number((await orphan.query('select pg_backend_pid() as pid')).rows[0].pid)
    process.kill(backendPid, 'SIGSTOP')
    try {
      process.kill(pid, 'SIGKILL')
      const log = join(sharedDir, 'postgres.log')
      await eventually(
        () => readFileSync(log, 'utf8'),
        (text) => text.includes('is still in use'),
      )
      await expect(query(server.adminUrl, 'select 1')).rejects.toThrow()
    } finally {
      process.kill(backendPid, 'SIGCONT')
    }
    expect(
      await eventually(
        () => query(server.adminUrl, 'select 1'),
        (one) => one === 1,
      ),
    ).toBe(1)
  },
  TEST_TIMEOUT_MS,
)

test(
  'PostgreSQL keeps running after kill -9 of the process that started it',
  async () => {
    const owner = startOwner(sharedDir)
    const url = await owner.adminUrl
    const pid = postmasterPid(sharedDir)
    await killOwner(owner)
    expect(await query(url, 'select 1')).toBe(1)
    const server = await start(sharedDir)
    expect(postmasterPid(sharedDir)).toBe(pid)
    expect(server.adminUrl).toBe(url)
    await server.stop()
    expect(postmasterPid(sharedDir)).toBe(0)
  },
  TEST_TIMEOUT_MS,
)

test(
  'a stale postmaster.pid does not block the start of PostgreSQL',
  async () => {
    const owner = startOwner(sharedDir)
    await owner.adminUrl
    await killOwner(owner)
    const pid = postmasterPid(sharedDir)
    process.kill(pid, 'SIGKILL')
    await eventually(() => isGone(pid), Boolean)
    // The process must run under PostgreSQL's account. Otherwise PostgreSQL would not mistake it for the old server.
    const stranger = spawn('sleep', ['60'], isRoot ? { uid: NOBODY, gid: NOBODY, cwd: '/' } : {})
    try {
      const file = join(sharedDir, 'postgres', 'postmaster.pid')
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(stranger.pid)))
      const server = await start(sharedDir)
      expect(await query(server.adminUrl, 'select 1')).toBe(1)
    } finally {
      stranger.kill()
    }
  },
  TEST_TIMEOUT_MS,
)

test(
  'if another program has taken PostgreSQL’s port, that program is not disturbed',
  async () => {
    const first = await start(sharedDir)
    await first.stop()
    const port = Number(new URL(first.tcpUrl).port)
    const stranger = createServer().listen(port, '127.0.0.1')
    await once(stranger, 'listening')
    try {
      const second = await start(sharedDir)
      expect(Number(new URL(second.tcpUrl).port)).not.toBe(port)
      expect(await query(second.tcpUrl, 'select 1')).toBe(1)
    } finally {
      stranger.close()
    }
  },
  TEST_TIMEOUT_MS,
)

test(
  'two processes that start for the first time, at the same time, share one PostgreSQL cluster and server',
  async () => {
    const dataDir = join(openFolder, 'raced')
    const both = [startOwner(dataDir), startOwner(dataDir)]
    const [one, other] = await Promise.all(both.map((owner) => owner.adminUrl))
    expect(one).toBe(other)
    expect(await query(String(one), 'select 1')).toBe(1)
    await Promise.all(both.map(stopOwner))
    expect(postmasterPid(dataDir)).toBe(0)
  },
  TEST_TIMEOUT_MS,
)

test(
  'a process killed during initdb leaves nothing that blocks the next start',
  async () => {
    const dataDir = join(closedFolder, 'crashed')
    const isHalfMade = (name: string) => name.startsWith('postgres.init-')
    const owner = startOwner(dataDir)
    await eventually(
      () => readdirSync(dataDir),
      (names) => names.some(isHalfMade),
    )
    await killOwner(owner)
    expect(readdirSync(dataDir)).toContain('postgres.lock')
    const server = await start(dataDir)
    expect(await query(server.adminUrl, 'select 1')).toBe(1)
    expect(readdirSync(dataDir)).not.toContain('postgres.lock')
  },
  TEST_TIMEOUT_MS,
)

test.runIf(isRoot)(
  'when root starts embedded PostgreSQL in a folder that only root can enter, it runs as another account',
  async () => {
    const dataDir = join(closedFolder, 'closed')
    const { mode, uid } = statSync(closedFolder)
    expect([mode & 0o777, uid]).toEqual([0o700, 0])
    const server = await start(dataDir)
    expect(await query(server.adminUrl, 'select 1')).toBe(1)
    expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0)
    expect(statSync(dataDir).uid).toBe(0)
    expect(statSync(closedFolder).mode & 0o777).toBe(0o700)
  },
  TEST_TIMEOUT_MS,
)

test(
  'a lost PostgreSQL password is reported',
  async () => {
    await (await start(sharedDir)).stop()
    const file = join(sharedDir, 'postgres-password')
    const password = readFileSync(file, 'utf8')
    try {
      writeFileSync(file, 'wrong')
      await expect(start(sharedDir)).rejects.toThrow('postgres-password the right one')
      expect(postmasterPid(sharedDir)).toBe(0)
    } finally {
      writeFileSync(file, password)
    }
  },
  TEST_TIMEOUT_MS,
)

test.runIf(process.platform === 'linux')(
  'a connection returns the memory of its large statements to the system',
  async () => {
    const { adminUrl } = await start(sharedDir)
    const client = new Client({ connectionString: adminUrl })
    await client.connect()
    try {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      const before = privateBytes(rows[0]!.pid)
      // Run statements like those that update the list tables for large records: parse documents of growing size and
      // print them again.
      for (let megabytes = 1; megabytes <= 8; megabytes += 1) {
        const text = JSON.stringify(Array.from({ length: megabytes }, () => 'x'.repeat(1_048_576)))
        await client.query(
          "select (select string_agg(value || 'y', '') from jsonb_array_elements_text($1::jsonb)) is null",
          [text],
        )
      }
      expect(privateBytes(rows[0]!.pid) - before).toBeLessThan(8 * 1_048_576)
    } finally {
      await client.end()
    }
  },
  TEST_TIMEOUT_MS,
)

/** Returns the memory that only this process uses, in bytes. */
function privateBytes(pid: number): number {
  const found = /^Private_Dirty:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))!
  return Number(found[1]) * 1_024
}

test('a data folder that contains anything other than a PostgreSQL cluster is left unchanged', async () => {
  const dataDir = join(closedFolder, 'foreign')
  mkdirSync(join(dataDir, 'postgres'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres', 'letter.txt'), 'mine')
  await expect(startEmbeddedPostgres({ dataDir, log: () => undefined })).rejects.toThrow('not empty')
  expect(readdirSync(dataDir)).toEqual(['postgres'])
})
