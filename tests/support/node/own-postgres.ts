/**
 * Starts the PostgreSQL installed on this machine, if there is one. Tests use it in place of an operator's own server.
 */
import { spawnSync } from 'node:child_process'
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

/** Starts a new server. @returns its superuser's connection string, for any of its databases */
export async function startOwnPostgres(
  programs: string,
): Promise<{ url(database: string): string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'skladno-own-'))
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if ('uid' in account) await chown(folder, NOBODY, NOBODY)
  const port = await pickPort(undefined)
  const run = (program: string, args: readonly string[]) => {
    const { status, stderr } = spawnSync(join(programs, program), args, {
      ...{ encoding: 'utf8', cwd: folder, env: { LC_ALL: 'C.UTF-8' }, stdio: ['ignore', 'ignore', 'pipe'] },
      ...account,
    })
    if (status !== 0) throw new Error(`${program}: ${stderr}`)
  }
  const data = join(folder, 'data')
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`
  run('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8'])
  run('pg_ctl', ['start', '-w', '-s', '-D', data, '-l', join(folder, 'log'), '-o', settings])
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    async stop() {
      run('pg_ctl', ['stop', '-w', '-s', '-m', 'immediate', '-D', data])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
