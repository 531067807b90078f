/** Runs the import for the shell command. Like any other client, it signs in and uses a session. */
import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportJob, SessionClient, StartImportBody } from '../../sdk/index.ts'
import type { Terminal } from './terminal.ts'
import { countsWords, errorWords, GOES_ON, type Language, problemLines, progressWords } from './words.ts'

export const KINDS = ['products', 'partners', 'warehouses', 'organizations', 'purchases'] as const
export type Kind = (typeof KINDS)[number]

export interface Wishes {
  readonly email?: string | undefined
  readonly companyId?: string | undefined
  /** The kinds of records to import. If null, the user is asked; without a terminal, all kinds are imported. */
  readonly only: readonly Kind[] | null
  readonly language: Language
  readonly report?: string | undefined
  readonly isYes: boolean
  /** A single command for the existing import, to be run instead of a whole import. */
  readonly command: 'status' | 'pause' | 'cancel' | null
  readonly isResume: boolean
}

/** Passwords and tokens, which are taken from environment variables. */
export interface Secrets {
  readonly password?: string | undefined
  readonly code?: string | undefined
  readonly token?: string | undefined
}

export interface Run {
  readonly client: SessionClient
  readonly terminal: Terminal
  readonly wishes: Wishes
  readonly secrets: Secrets
  /** The time between two checks of the progress, in milliseconds. */
  readonly pollMs: number
  /** Called when the user stops watching the progress. */
  readonly onInterrupt: () => void
}

/**
 * Time limits for connecting. They are long because the server first waits until it may send a request to MoySklad, and
 * then for the response.
 */
const CONNECT_TIMEOUT = { timeoutMs: 75_000, deadlineMs: 160_000 }
const LABELS: Readonly<Record<Kind, string>> = {
  products: 'Products, services, variants, bundles, prices',
  partners: 'Partners with contacts and bank accounts',
  warehouses: 'Warehouses',
  organizations: 'Own organizations',
  purchases: 'Purchase orders, supplier invoices, receipts: as drafts',
}

/**
 * Runs the import and returns the exit code. Throws if the server refuses a command, or if a question must be asked but
 * there is no terminal.
 */
export async function runImport(run: Run): Promise<number> {
  await signIn(run)
  try {
    return await runSignedIn(run)
  } finally {
    await run.client.account.signOut().catch(() => undefined)
  }
}

async function signIn({ client, terminal, wishes, secrets }: Run): Promise<void> {
  const email = wishes.email ?? (await terminal.ask('E-mail', { isSecret: false, instead: 'Give --email.' }))
  const password =
    secrets.password ?? (await terminal.ask('Password', { isSecret: true, instead: 'Set SKLADNO_PASSWORD.' }))
  const signedIn = await client.account.signIn({ email, password })
  if ('twoFactorRedirect' in signedIn) {
    const instead = 'Set SKLADNO_CODE.'
    const code = secrets.code ?? (await terminal.ask('Two-factor code', { isSecret: false, instead }))
    await client.account.confirmSignIn(/^\d{6}$/.test(code) ? { code } : { recoveryCode: code })
  }
  if (wishes.companyId !== undefined) await client.session.chooseCompany({ companyId: wishes.companyId })
  const { company, companies, role } = await client.session.read()
  const names = companies.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
  if (company === null) throw new Error(`Choose a company with --company:\n${names}`)
  if (role !== 'owner') throw new Error(`Only owners of "${company.name}" can import; your role is ${role}.`)
  terminal.line(`Company: ${company.name}`)
}

async function runSignedIn(run: Run): Promise<number> {
  const { client, terminal, wishes } = run
  const { migrationPending, connection, jobs } = await client.integration.read()
  if (migrationPending)
    throw new Error('The import waits for a database update: start the service without HOLD_MIGRATIONS.')
  const [newest] = jobs
  const open = newest !== undefined && !['cancelled', 'done'].includes(newest.status) ? newest : null
  if (wishes.command !== null) return runCommand(run, open, newest)
  if (!connection.connected) await connect(run)
  else terminal.line(`Connected to MoySklad: ${connection.accountName}`)
  return finish(run, open === null ? await start(run) : await goOn(run, open))
}

/** Runs a command such as `pause` for the existing import. */
async function runCommand(run: Run, open: ImportJob | null, newest: ImportJob | undefined): Promise<number> {
  const { client, terminal, wishes } = run
  if (newest === undefined) throw new Error('There is no import yet.')
  if (wishes.command !== 'status') {
    if (open === null) throw new Error(`There is no unfinished import; the last one is ${newest.status}.`)
    const { result: job } = await client.integration.imports[wishes.command!](open.id)
    terminal.line(`The import is ${job.status}.`)
    return 0
  }
  terminal.line(`The import of ${newest.createdAt} is ${newest.status}: ${countsWords(newest)}`)
  if (open !== null) terminal.line(`${newest.progress.percent} % ${progressWords(newest, wishes.language)}`)
  if (newest.error !== undefined) terminal.line(errorWords(newest.error, wishes.language))
  await saveReport(run, newest)
  return 0
}

async function connect({ client, terminal, secrets }: Run): Promise<void> {
  const question = 'Token of MoySklad (Настройки → Обмен данными → Токены)'
  const token = secrets.token ?? (await terminal.ask(question, { isSecret: true, instead: 'Set MOYSKLAD_TOKEN.' }))
  terminal.line('Checking the token with MoySklad…')
  const { result: connection } = await client.integration.connect({ token }, CONNECT_TIMEOUT)
  terminal.line(`Connected to MoySklad: ${connection.accountName}, as ${connection.employeeName}`)
  const { missing = [], partial = [] } = connection.rights ?? {}
  if (missing.length > 0) terminal.line(`! It may not see: ${missing.join(', ')}. They will not be imported.`)
  if (partial.length > 0) terminal.line(`! It may see only a part of: ${partial.join(', ')}.`)
}

async function start({ client, terminal, wishes }: Run): Promise<ImportJob> {
  const options = KINDS.map((value) => ({ value, label: LABELS[value] }))
  const chosen = wishes.only ?? (await terminal.choose('What do you want to import?', options))
  const body = Object.fromEntries(KINDS.map((kind) => [kind, chosen.includes(kind)])) as unknown as StartImportBody
  const { result: job } = await client.integration.imports.start(body)
  terminal.line('The import has started. MoySklad is never changed, and the warehouse not yet.')
  return job
}

/** Resumes the import if it has stopped. */
async function goOn({ client, terminal, wishes }: Run, job: ImportJob): Promise<ImportJob> {
  const { id, status, error } = job
  terminal.line(`The import of ${job.createdAt} is ${status}.`)
  if (status !== 'paused' && status !== 'failed') {
    const isWaiting = wishes.isResume && job.pausedUntil !== undefined && status !== 'ready'
    return isWaiting ? (await client.integration.imports.resume(id)).result : job
  }
  if (error !== undefined) terminal.line(errorWords(error, wishes.language))
  const instead = 'Use --resume to continue it, or --cancel to end it.'
  if (!wishes.isResume && !(await terminal.confirm('Go on with it?', instead))) throw new Error(instead)
  return (await client.integration.imports.resume(id)).result
}

/** Runs the import to its end, or until the user decides not to continue. */
async function finish(run: Run, begun: ImportJob): Promise<number> {
  const { client, terminal, wishes } = run
  const previewed = await watch(run, begun)
  const isReady = previewed.status === 'ready'
  if (isReady) await showReport(run, previewed)
  const instead = 'Look at the report, then use --yes to write.'
  if (isReady && !wishes.isYes && !terminal.isInteractive) {
    terminal.line(`The import is ready. ${instead}`)
    return 0
  }
  const isWanted = isReady && (wishes.isYes || (await terminal.confirm('Write this into the warehouse?', instead)))
  if (isReady && !isWanted) {
    terminal.line('Nothing was written. The import stays ready; run this again to write it, or use --cancel to end it.')
    return 0
  }
  const last = isReady ? await watch(run, (await client.integration.imports.apply(previewed.id)).result) : previewed
  if (last.status === 'done') await showReport(run, last)
  if (last.error !== undefined) terminal.line(errorWords(last.error, wishes.language))
  return last.status === 'done' ? 0 : 1
}

/** Shows the progress until the server stops working on the import. */
async function watch({ client, terminal, wishes, pollMs, onInterrupt }: Run, job: ImportJob): Promise<ImportJob> {
  let current = job
  const isWorking = () => current.status === 'previewing' || current.status === 'applying'
  if (!isWorking()) return current
  const bar = terminal.bar(() => {
    terminal.line(GOES_ON)
    onInterrupt()
  })
  try {
    while (isWorking()) {
      bar.show(current.progress.percent, progressWords(current, wishes.language))
      await sleep(pollMs)
      const { jobs } = await client.integration.read()
      current = jobs.find(({ id }) => id === job.id) ?? current
    }
  } finally {
    bar.end(`The import is ${current.status}.`)
  }
  return current
}

async function showReport(run: Run, job: ImportJob): Promise<void> {
  const { client, terminal, wishes } = run
  terminal.line(countsWords(job))
  const { items } = await client.integration.imports.problems(job.id)
  for (const line of problemLines(items, wishes.language)) terminal.line(line)
  await saveReport(run, job)
}

async function saveReport({ client, terminal, wishes }: Run, job: ImportJob): Promise<void> {
  const { report: path, language } = wishes
  if (path === undefined) return
  const format = path.endsWith('.json') ? 'json' : 'xlsx'
  const deadline = { timeoutMs: 120_000, deadlineMs: 240_000 }
  const file = await client.integration.imports.report(job.id, { format, language }, deadline)
  await writeFile(path, Buffer.from(await file.arrayBuffer()))
  terminal.line(`The report is in ${path}`)
}
