/** Two nodes on one PostgreSQL with a disk of its own, a bucket, a mail server and a network, all of which can fail. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/postgres/embedded-postgres.ts'
import { type MailServer, startMailServer } from '../../tests/support/fakes/mail-server.ts'
import { type S3Server, startS3 } from '../../tests/support/fakes/s3-server.ts'
import { type SlowProxy, startSlowProxy } from '../../tests/support/fakes/slow-proxy.ts'
import { endServer, type ServerProcess, startServer } from '../../tests/support/node/server-process.ts'

const ACCESS_KEY = 'SOAK'
const BUCKET = 'files'
const DISK = '6g'
/** What is left of the disk when it is full. */
const LEFT_BYTES = 65_536
const PAGE_BYTES = 4_096
/** The flags of `npm start`. */
const FLAGS = ['--max-semi-space-size=64', '--heap-growing-percent=100']

export interface SoakSite {
  readonly dataDir: string
  readonly s3: S3Server
  readonly mail: MailServer
  readonly network: SlowProxy
  readonly postgres: EmbeddedPostgres
  /** Whether the disk of PostgreSQL can be filled: whether this account may mount one. */
  readonly hasDisk: boolean
  /** The APIs of the nodes. The first node is never killed, so that its memory can be watched. */
  readonly urls: [string, string]
  /** Fills PostgreSQL's disk, or empties it again. */
  fillDisk(isFull: boolean): Promise<void>
  killSecondNode(): Promise<void>
  /** The log lines about answers with 500. */
  bugs(): string[]
  /** The memory of the first node's process, in bytes. */
  memory(): number
  close(): Promise<void>
}

/** Mounts a file system in memory. @returns false if this account may not. */
function mount(path: string): boolean {
  mkdirSync(path)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0711`, 'tmpfs', path], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const isBug = (line: string) => line.includes('"level":50') && line.includes('"requestId"')

export async function openSoakSite(): Promise<SoakSite> {
  const folder = await mkdtemp(join(tmpdir(), 'skladno-soak-'))
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'disk')
  const hasDisk = mount(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const network = await startSlowProxy(postgres.tcpUrl)
  const s3 = await startS3(BUCKET, ACCESS_KEY)
  const mail = await startMailServer()
  const settings = {
    DATABASE_URL: network.url,
    FILES_URL: `s3://${BUCKET}/soak?region=eu-1&endpoint=${encodeURIComponent(s3.url)}`,
    ...{ AWS_ACCESS_KEY_ID: ACCESS_KEY, AWS_SECRET_ACCESS_KEY: 'soak', RECOGNITION_WORKERS: '0' },
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'Soak <soak@example.org>', SECRET_KEY: randomBytes(32).toString('hex') },
  }
  const start = (name: string) => startServer(join(folder, name), settings, { flags: FLAGS })
  const first = await start('first')
  let second: ServerProcess = await start('second')
  const earlier: string[] = []
  const urls: [string, string] = [first.url, second.url]
  return {
    ...{ dataDir, s3, mail, network, postgres, hasDisk, urls },
    async fillDisk(isFull) {
      const { blocks, bfree, bsize } = await statfs(dataDir)
      const size = isFull ? String((blocks - bfree) * bsize + LEFT_BYTES) : DISK
      execFileSync('mount', ['-o', `remount,size=${size}`, dataDir])
    },
    async killSecondNode() {
      await endServer(second, 'SIGKILL')
      earlier.push(...second.lines.filter(isBug))
      second = await start('second')
      urls[1] = second.url
    },
    bugs: () => [...earlier, ...first.lines, ...second.lines].filter(isBug),
    memory: () => Number(readFileSync(`/proc/${first.child.pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES,
    async close() {
      network.delayMs = 0
      for (const node of [first, second]) await endServer(node, 'SIGTERM')
      await network.stop()
      await postgres.stop()
      await s3.stop()
      await mail.close()
      if (hasDisk) execFileSync('umount', [dataDir])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
