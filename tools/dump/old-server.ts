/** Runs the server of any checkout as a process with its own data folder. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const START_MS = 300_000
const LOOK_MS = 20
const SECOND_MS = 500

export interface Checkout {
  /** The folder of the checkout, with its packages installed. */
  readonly folder: string
  readonly dataDir: string
}

export interface OldServer {
  readonly apiUrl: string
  /** The address of the app; empty for versions that have no app. */
  readonly appUrl: string
  stop(): Promise<void>
}

const environment = ({ dataDir }: Checkout) => ({ ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' })

export async function startOldServer(checkout: Checkout, settings: Record<string, string>): Promise<OldServer> {
  const env = { ...environment(checkout), API_PORT: '0', MAX_LAG_MS: '0', APP_FOLDER: '/nonexistent', ...settings }
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: checkout.folder,
    env: { ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => lines.push(line))
  const told = (name: string) => new RegExp(`"${name}":"([^"]+)"`).exec(lines.join('\n'))?.[1] ?? ''
  for (let waited = 0; told('apiUrl') === ''; waited += LOOK_MS) {
    if (child.exitCode !== null || waited > START_MS) {
      child.kill('SIGKILL')
      throw new Error(`The server does not start: ${lines.join('\n')}`)
    }
    await sleep(LOOK_MS)
  }
  // A version that has an app prints the app's address right after the API's address, so wait a little for it.
  await sleep(SECOND_MS)
  return { apiUrl: told('apiUrl'), appUrl: told('appUrl'), stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** Runs the checkout's `npm run demo` against an address. Returns the token of the company that the demo created. */
export async function runDemo(checkout: Checkout, url: string, scale: number): Promise<string> {
  const args = [join('tools', 'demo', 'demo.ts'), '--url', url, '--seed', '1', '--scale', String(scale)]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: checkout.folder,
    env: environment(checkout),
    maxBuffer: 1 << 24,
  })
  const token = /^TOKEN=(\S+)$/m.exec(stdout)?.[1]
  if (token === undefined) throw new Error(`The demo named no token: ${stdout}`)
  return token
}
