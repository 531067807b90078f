/**
 * Tests `npm run import`, with which an owner imports from MoySklad in the shell. The program is an ordinary client of
 * the URL that the browser app uses.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fetchCookie from 'fetch-cookie'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createSessionClient } from '../../sdk/index.ts'
import { runImport, type Secrets, type Wishes } from '../../tools/import/run.ts'
import { openTerminal } from '../../tools/import/terminal.ts'
import { totpCode } from '../support/fakes/totp.ts'
import { readXlsx } from '../support/figures/xlsx.ts'
import { FAKE_TOKEN, startFakeMoysklad } from '../support/moysklad/fake-moysklad.ts'
import { aNote, anError, connectCompany, putJob, rowOf, setJobs } from '../support/moysklad/import-jobs.ts'
import { NO_PACE } from '../support/moysklad/node.ts'
import { startNode, useService } from '../support/node/service.ts'
import { until } from '../support/scene/notifications.ts'
import { addMember, newOwner, type Owner } from '../support/scene/team.ts'

const PROGRAM = fileURLToPath(new URL('../../tools/import/import.ts', import.meta.url))
const PLAIN: Wishes = { only: null, language: 'ru', isYes: false, command: null, isResume: false }

const service = useService()
const folder = await mkdtemp(join(tmpdir(), 'skladno-shell-'))
let owner: Owner

beforeEach(async () => {
  owner = await newOwner(service.sessionUrl)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the program as a separate process that has no terminal. */
function spawned(args: readonly string[], secrets: Record<string, string> = {}) {
  const all = [PROGRAM, '--url', service.sessionUrl, '--email', owner.account.email, ...args]
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, SKLADNO_PASSWORD: owner.account.password, ...secrets }
  return new Promise<{ code: number; out: string; said: string }>((resolve) => {
    const child = execFile(process.execPath, all, { env }, (_error, out, said) =>
      resolve({ code: child.exitCode ?? -1, out, said }),
    )
  })
}

/** Runs the program in this process. Returns the lines it printed and its exit code. */
async function run(wishes: Partial<Wishes>, { url = service.sessionUrl, ...secrets }: Secrets & { url?: string } = {}) {
  const lines: string[] = []
  const { email, password } = owner.account
  const client = createSessionClient({ baseUrl: url, fetch: fetchCookie(fetch) as typeof fetch })
  const code = await runImport({
    ...{ client, terminal: openTerminal(false, (line) => lines.push(line)), wishes: { ...PLAIN, email, ...wishes } },
    ...{ secrets: { password, ...secrets }, pollMs: 20, onInterrupt: () => undefined },
  })
  return { code, lines }
}

const jobs = async () => (await owner.get('/api/v1/integrations/extsys')).json.jobs
const put = (wishes: Parameters<typeof putJob>[2]) => putJob(service.database, owner.companyId, wishes)
/** Waits until the newest import has the status `from` or `to`, then sets it to `to`. */
const bring = async (from: string, to: 'ready' | 'done') => {
  await until(async () => [from, to].includes((await jobs())[0]?.status))
  const [{ id }] = await jobs()
  await setJobs(service.database, owner.companyId, { id, status: to })
}

test('the import command in the shell imports the chosen sections and saves the report', async () => {
  await connectCompany(service.database, owner.companyId)
  const path = join(folder, 'whole.xlsx')
  const going = run({ only: ['products', 'partners'], isYes: true, report: path })
  await bring('previewing', 'ready')
  await bring('applying', 'done')
  const { code, lines } = await going
  expect([code, lines[0], lines[1]]).toEqual([
    ...[0, `Company: ${owner.account.companyName}`, 'Connected to MoySklad: Счёт account-1'],
  ])
  expect((await jobs())[0].options).toEqual({
    ...{ products: true, partners: true, warehouses: false, organizations: false, purchases: false },
  })
  const said = lines.join('\n')
  expect(said).toContain('0 % Reading MoySklad: settings')
  expect(said).toContain('create 0, update 0, unchanged 0, not transferred 0; written 0, failed 0')
  expect(said).toContain('The import is done.')
  expect(readXlsx(await readFile(path))[0]![0]).toBe('Вид')
})

test('if there is no terminal and --yes is not given, the import command writes nothing', async () => {
  await connectCompany(service.database, owner.companyId)
  await put({ status: 'ready', rows: [rowOf(0, { problems: [anError, aNote] }), rowOf(1)] })
  const { code, lines } = await run({ language: 'en' })
  expect(code).toBe(0)
  expect(lines).toContain('create 2, update 0, unchanged 0, not transferred 0')
  expect(lines.find((line) => line.startsWith('✗'))).toMatch(/^✗ +1 {2}The document is in another currency/)
  expect(lines).toContain('· 1 more kinds of remarks need no action; the report lists them all.')
  expect(lines.at(-1)).toMatch(/is ready.*use --yes to write/)
  expect((await jobs())[0].status).toBe('ready')
})

test('the import command takes the MoySklad token from the environment and never prints it', async () => {
  const fake = await startFakeMoysklad()
  const node = await startNode(service.databaseUrl, { extsys: { url: fake.url, pace: NO_PACE } })
  try {
    const going = run({ only: ['warehouses'] }, { url: node.appUrl, token: FAKE_TOKEN })
    await until(async () => (await jobs()).length === 1)
    const [{ id }] = await jobs()
    await setJobs(service.database, owner.companyId, { id, status: 'ready' })
    const { code, lines } = await going
    expect([code, lines[2]]).toEqual([
      ...[0, `Connected to MoySklad: ${fake.account.settings.accountName}, as Администратор`],
    ])
    expect(lines.join('\n')).not.toContain(FAKE_TOKEN)
  } finally {
    await node.stop()
    await fake.close()
  }
})

test('the import command continues a stopped import only with --resume', async () => {
  await connectCompany(service.database, owner.companyId)
  const error = { kind: 'token-rejected', ru: 'Токен не подходит.', en: 'The token does not fit.' }
  const id = await put({ status: 'failed', error })
  await expect(run({})).rejects.toThrow(/Use --resume to continue it, or --cancel/)
  const going = run({ isResume: true, language: 'en' })
  await bring('previewing', 'ready')
  const { code, lines } = await going
  expect([code, lines.includes('The token does not fit.')]).toEqual([0, true])
  expect((await jobs()).map((job: { id: string }) => job.id)).toEqual([id])
})

test('--status, --pause and --cancel of the import command act on the existing import', async () => {
  await expect(run({ command: 'status' })).rejects.toThrow('There is no import yet.')
  await connectCompany(service.database, owner.companyId)
  await put({ status: 'previewing' })
  expect((await run({ command: 'pause' })).lines.at(-1)).toBe('The import is paused.')
  const { lines } = await run({ command: 'status' })
  expect(lines[1]).toMatch(/^The import of .* is paused: create 0/)
  expect((await run({ command: 'cancel' })).lines.at(-1)).toBe('The import is cancelled.')
  await expect(run({ command: 'cancel' })).rejects.toThrow(/no unfinished import; the last one is cancelled/)
})

test('the import command refuses a user who is not an owner and gives the reason', async () => {
  const boss = owner
  owner = await addMember(service, boss, 'manager')
  await expect(run({ companyId: boss.companyId, command: 'status' })).rejects.toThrow(
    `Only owners of "${boss.account.companyName}" can import; your role is manager.`,
  )
})

test('the exit code of the import command shows success or failure, and stderr the reason', async () => {
  await put({ status: 'done', rows: [rowOf(0)] })
  const path = join(folder, 'own.json')
  const status = await spawned(['--status', '--report', path])
  expect([status.code, status.said, status.out]).toEqual([0, '', expect.stringContaining(`The report is in ${path}`)])
  expect(JSON.parse(await readFile(path, 'utf8')).total).toBe(1)
  const [wrong, unknown, kind, untold] = await Promise.all([
    spawned(['--status'], { SKLADNO_PASSWORD: 'a wrong password' }),
    spawned(['--token', 'x']),
    spawned(['--only', 'stock']),
    spawned([]),
  ])
  expect([wrong.code, wrong.said]).toEqual([1, expect.stringMatching(/password/i)])
  expect([unknown.code, unknown.said]).toEqual([1, expect.stringMatching(/'--token'(.|\n)*Usage: npm run import/)])
  expect([kind.code, kind.said]).toEqual([1, expect.stringMatching(/--only knows products, .*not "stock"/)])
  expect([untold.code, untold.said]).toEqual([
    1,
    expect.stringMatching(/no terminal for questions. Set MOYSKLAD_TOKEN/),
  ])
})

test('the import command asks a user with a second factor for a code', async () => {
  const { email, password } = owner.account
  const { totpURI, backupCodes } = (await owner.post('/api/auth/two-factor/enable', { password })).json
  await owner.post('/api/auth/two-factor/verify-totp', { code: totpCode(totpURI) })
  await put({ status: 'done' })
  for (const code of [totpCode(totpURI, Date.now() + 30_000), backupCodes[0]])
    expect((await run({ command: 'status' }, { code })).code).toBe(0)
  await expect(run({ command: 'status', email })).rejects.toThrow(/no terminal for questions. Set SKLADNO_CODE/)
})
