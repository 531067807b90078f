/**
 * Starts the PostgreSQL installed on this machine, if there is one. Tests use it in place of an operator's own server.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pickPort } from '../../../server/postgres/address.ts'

/** The user id under which PostgreSQL runs, because PostgreSQL refuses to run as root. */
const NOBODY = 65_534

/** Returns the bin directory of the installed PostgreSQL, or null if the machine has none. */
export function installedPrograms(): string | null {
  const found = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const programs = found.status === 0 ? found.stdout.trim() : ''
  const can = ['initdb', 'pg_ctl', 'pg_dump', 'pg_restore'].every(
    (name) => spawnSync(join(programs, name), ['--version']).status === 0,
  )
  return can ? programs : null
}

export interface OwnPostgres {
  /** The folder for everything of this server, which its account may write to. */
  readonly folder: string
  /** Returns the superuser's connection string for a database. */
  url(database: string): string
  /** Runs one of PostgreSQL's programs under the server's account. Throws with its message if it fails. */
  run(program: string, args: readonly string[]): void
  /** Starts another cluster in the folder, with its own port. @returns its connection string for a database */
  startCopy(data: string, settings: string): Promise<(database: string) => string>
  stopCopy(data: string): void
  /** Copies a folder below `folder`, and keeps the owners of its files. */
  copyFolder(from: string, to: string): void
  /** Kills the server's main process, as a crash does. */
  kill(): void
  /** Starts the server again after it was killed. */
  startAgain(): void
  stop(): Promise<void>
}

/** Starts a new server, with further settings such as `-c archive_mode=on`. */
export async function startOwnPostgres(programs: string, settingsIn = (_folder: string) => ''): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'skladno-own-'))
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if ('uid' in account) await chown(folder, NOBODY, NOBODY)
  const run = (program: string, args: readonly string[]) => {
    const { status, stderr } = spawnSync(join(programs, program), args, {
      ...{ encoding: 'utf8', cwd: folder, env: { LC_ALL: 'C.UTF-8', PATH: process.env.PATH } },
      ...{ stdio: ['ignore', 'ignore', 'pipe'] },
      ...account,
    })
    if (status !== 0) throw new Error(`${program}: ${stderr}`)
  }
  const start = (data: string, port: number, settings: string) => {
    const all = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off ${settings}`
    run('pg_ctl', ['start', '-w', '-s', '-D', data, '-l', `${data}.log`, '-o', all])
  }
  const stop = (data: string) => run('pg_ctl', ['stop', '-w', '-s', '-m', 'immediate', '-D', data])
  const urlAt = (port: number) => (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const port = await pickPort(undefined)
  const data = join(folder, 'data')
  run('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8'])
  start(data, port, settingsIn(folder))
  return {
    ...{ folder, run, url: urlAt(port), stopCopy: stop },
    async startCopy(copy, settings) {
      const copyPort = await pickPort(undefined)
      start(copy, copyPort, settings)
      return urlAt(copyPort)
    },
    copyFolder(from, to) {
      const { status } = spawnSync('cp', ['-a', from, to])
      if (status !== 0) throw new Error(`${from} cannot be copied`)
    },
    kill: () => void process.kill(Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10), 'SIGKILL'),
    startAgain: () => start(data, port, settingsIn(folder)),
    async stop() {
      stop(data)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
