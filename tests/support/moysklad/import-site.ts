/**
 * Runs the service as a process with a fake MoySklad, so that tests can watch its imports from outside, kill it and start it
 * again.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signedUp } from '../node/browser.ts'
import { endServer, killPostgres, newDataDir, type ServerProcess, startServer } from '../node/server-process.ts'
import type { Owner } from '../scene/team.ts'
import { type Expected, expectedImport } from './expected-import.ts'
import { FAKE_TOKEN, type FakeMoysklad, startFakeMoysklad } from './fake-moysklad.ts'
import type { AccountSize } from './fake-moysklad-account.ts'
import { differences } from './imported-company.ts'
import { type ImportRun, openImportRun } from './imports-run.ts'

/** A company on the server, connected to the fake MoySklad. */
export interface ImportCompany {
  readonly owner: Owner
  readonly run: ImportRun
  /** Returns the faults of the imported company, or an empty list. */
  wrong(jobId: string, expected?: readonly Expected[]): Promise<string[]>
}

export interface RunningSite {
  readonly fake: FakeMoysklad
  newCompany(): Promise<ImportCompany>
  expected(): Expected[]
  /** Restarts the server with another gap, in milliseconds, between its requests to MoySklad. */
  restart(gapMs: number): Promise<void>
  /** Kills the server, or all of PostgreSQL, and makes sure that the service runs again. */
  kill(victim: 'server' | 'postgres'): Promise<void>
  close(): Promise<void>
}

/** Finds a free port. The port must stay the same when the server restarts, because sessions are bound to the address. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

export async function openRunningSite(
  size: AccountSize,
  { seed, gapMs }: { seed: number; gapMs: number },
): Promise<RunningSite> {
  const fake = await startFakeMoysklad({ size, seed })
  const dataDir = await newDataDir()
  const appPort = String(await freePort())
  let gap = gapMs
  const start = () => startServer(dataDir.path, { EXTSYS_URL: fake.url, EXTSYS_GAP_MS: String(gap), APP_PORT: appPort })
  let server: ServerProcess = await start()
  const site: RunningSite = {
    fake,
    async newCompany() {
      const browser = await signedUp(server.appUrl)
      const { user, company } = await browser.session()
      const owner: Owner = Object.assign(browser, { userId: user.id, companyId: company.id })
      const reply = await owner.post('/api/v1/integrations/extsys/connection', { token: FAKE_TOKEN })
      if (reply.status !== 200) throw new Error(`The connection was answered ${reply.status}: ${reply.text}`)
      const run = openImportRun(owner)
      const wrong = async (jobId: string, expected = site.expected()) =>
        differences(owner, { expected, rows: await run.rows(jobId) })
      return { owner, run, wrong }
    },
    expected: () => expectedImport(fake.account),
    async restart(next) {
      gap = next
      await endServer(server, 'SIGTERM')
      server = await start()
    },
    async kill(victim) {
      if (victim === 'postgres') {
        await killPostgres(dataDir.path, 'postmaster')
        return
      }
      await endServer(server, 'SIGKILL')
      server = await start()
    },
    async close() {
      await endServer(server, 'SIGTERM')
      await fake.close()
      await dataDir.remove()
    },
  }
  return site
}
