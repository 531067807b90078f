/**
 * The two kinds of installations that `long-backup.ts` tries: the embedded PostgreSQL, which the service backs up
 * itself, and one of the operator's own, whose log is archived by its own means, as docs/operations.md describes.
 */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runScript } from '../tests/support/node/backups.ts'
import { installedPrograms, startOwnPostgres } from '../tests/support/node/own-postgres.ts'
import {
  endServer,
  killPostgres,
  newDataDir,
  type ServerProcess,
  startServer,
} from '../tests/support/node/server-process.ts'

/** How many seconds the own PostgreSQL waits until it archives a log file that is not full. */
const ARCHIVE_SECONDS = 5
const POLL_MS = 200
/** Copies with a data folder of their own need the key of the server. */
const SECRET_KEY = 'a secret key for this run, of no use elsewhere'

interface Copy {
  readonly server: ServerProcess
  /** The moment up to which the copy must have everything; null if only its rows can tell. */
  readonly until: number | null
  close(): Promise<void>
}

export interface Side {
  readonly dataDir: string
  /** The settings of the service, apart from its data folder. */
  readonly settings: Record<string, string>
  killPostgres(): Promise<void>
  /** Kills a backup by hand, if there is such a command. */
  killBackup: ((delayMs: number) => Promise<void>) | null
  /** Waits until a restore to the moment is possible. */
  reaching(server: ServerProcess, moment: number): Promise<void>
  /** Restores everything that was backed up, or what was there at a moment, and starts a copy with it. */
  restore(name: string, at: number | null): Promise<Copy>
  /** Verifies the backup. @returns whether it is good */
  verify(): Promise<boolean>
  close(): Promise<void>
}

const end = async (server: ServerProcess): Promise<void> => void (await endServer(server, 'SIGTERM'))

/** Formats a moment with +00, because PostgreSQL does not know the zone Z yet when it reads this setting. */
const inSql = (at: number): string => new Date(at).toISOString().replace('T', ' ').replace('Z', '+00')

export async function embeddedSide(folder: string): Promise<Side> {
  const to = join(folder, 'backups')
  await mkdir(to)
  const dataDir = await newDataDir()
  return {
    ...{ dataDir: dataDir.path, settings: { BACKUP_TO: to } },
    killPostgres: async () => void (await killPostgres(dataDir.path, 'postmaster')),
    async killBackup(delayMs) {
      const env = { DATA_DIR: dataDir.path }
      await runScript('backup', ['--to', to], env, (kill) => void setTimeout(kill, delayMs))
    },
    async reaching(server, moment) {
      for (;;) {
        const { backup } = (await (await fetch(`${server.url}/readyz`)).json()) as {
          backup: { reachesTo: string | null }
        }
        if (Date.parse(backup.reachesTo ?? '') > moment) return
        await sleep(POLL_MS)
      }
    },
    async restore(name, at) {
      const data = join(folder, name)
      const moment = at === null ? [] : ['--at', new Date(at).toISOString()]
      const restored = await runScript('restore', ['--from', to, '--data-dir', data, ...moment])
      if (restored.code !== 0) throw new Error(restored.stderr)
      const server = await startServer(data, { DRILL: 'true' })
      return { server, until: Date.parse(restored.json.reachesTo), close: () => end(server) }
    },
    verify: async () => (await runScript('verify-backup', ['--from', to])).code === 0,
    close: () => dataDir.remove(),
  }
}

export async function ownSide(folder: string): Promise<Side> {
  const programs = installedPrograms()
  if (programs === null) throw new Error('This machine has no PostgreSQL with pg_config')
  const archiving = (own: string) =>
    `-c archive_mode=on -c archive_timeout=${ARCHIVE_SECONDS} -c "archive_command=cp %p ${own}/%f.part && mv ${own}/%f.part ${own}/archived-%f"`
  const own = await startOwnPostgres(programs, archiving)
  const ask = async <Row extends object>(url: string, sql: string): Promise<Row> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<Row>(sql)
    await client.end()
    return rows[0]!
  }
  const admin = own.url('postgres')
  await ask(admin, 'create database shop template template0')
  const dataDir = join(folder, 'data')
  const files = `file://${join(folder, 'files')}`
  const base = join(own.folder, 'base')
  const { port } = new URL(admin)
  own.run('pg_basebackup', ['-D', base, '-X', 'stream', '-c', 'fast', '-h', '127.0.0.1', '-p', port, '-U', 'postgres'])
  return {
    ...{ dataDir, settings: { DATABASE_URL: own.url('shop'), FILES_URL: files, SECRET_KEY } },
    async killPostgres() {
      own.kill()
      own.startAgain()
    },
    killBackup: null,
    async reaching() {
      // The log up to now has commands of after any earlier moment, so a restore to that moment can tell where to stop.
      const { name } = await ask<{ name: string }>(admin, 'select pg_walfile_name(pg_switch_wal()) as name')
      const archived = `select last_archived_wal >= '${name}' as there from pg_stat_archiver`
      while (!(await ask<{ there: boolean | null }>(admin, archived)).there) await sleep(POLL_MS)
    },
    async restore(name, at) {
      const data = join(own.folder, name)
      own.copyFolder(base, data)
      await writeFile(join(data, 'recovery.signal'), '')
      const target = at === null ? '' : `-c "recovery_target_time=${inSql(at)}" -c recovery_target_action=promote`
      const url = await own.startCopy(data, `-c "restore_command=cp ${own.folder}/archived-%f %p" ${target}`)
      while ((await ask<{ on: boolean }>(url('shop'), 'select pg_is_in_recovery() as on')).on) await sleep(POLL_MS)
      const copied = join(folder, `${name}-files`)
      await cp(join(folder, 'files'), copied, { recursive: true })
      const settings = { DATABASE_URL: url('shop'), FILES_URL: `file://${copied}`, SECRET_KEY, DRILL: 'true' }
      const server = await startServer(join(folder, `${name}-data`), settings)
      const close = async () => {
        await end(server)
        own.stopCopy(data)
        await rm(data, { recursive: true })
      }
      return { server, until: at, close }
    },
    verify: async () => true,
    close: () => own.stop(),
  }
}
