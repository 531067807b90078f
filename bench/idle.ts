/**
 * `npm run bench:idle -- [--companies 10000] [--minutes 2]`: fills a database with small companies, starts a node on it,
 * and leaves the node alone. Prints the time until the node is ready, what the checks after a start cost, and the
 * transactions, processor time and memory of a node that has nothing to do. Ends with 1 if it uses more than 10
 * transactions a second.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/postgres/embedded-postgres.ts'
import { openDatabase, readCompany } from '../server/store/database.ts'
import { startMailServer } from '../tests/support/fakes/mail-server.ts'
import { send } from '../tests/support/node/exchange.ts'
import { endServer, type ServerProcess, startServer } from '../tests/support/node/server-process.ts'
import { finish, openShop, order, receive, type SoakShop, type Step } from '../tools/soak/shops.ts'

const FLAGS = ['--max-semi-space-size=64', '--heap-growing-percent=100']
const ORDERS = 20
const GOAL = 10
/** The checks after a start are over when there are fewer transactions a second than this. */
const QUIET = 20
const LOOK_SECONDS = 5
const SETTLING_SECONDS = 900
const MIB = 1_048_576
const PAGE_BYTES = 4_096
const TICKS_A_SECOND = 100
const READY_MS = 20

const { values } = parseArgs({ options: { companies: { type: 'string' }, minutes: { type: 'string' } } })
const companies = Number(values.companies ?? 10_000)
const minutes = Number(values.minutes ?? 2)

/** Copies all rows of one company to new companies, each with a token. `$1` is the company, `$2` the number of copies. */
const COPY = `
  create temporary table copies as select gen_random_uuid() as id from generate_series(1, $2);
  do $copying$
  declare one record;
  begin
    for one in
      select c.relname as name,
             string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
             string_agg(case a.attname when 'company_id' then 'copies.id' else 't.' || quote_ident(a.attname) end, ', ' order by a.attnum) as given
        from pg_class c
        join pg_index i on i.indrelid = c.oid and i.indisprimary
        join pg_attribute k on k.attrelid = c.oid and k.attnum = i.indkey[0] and k.attname = 'company_id'
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       where c.relnamespace = 'public'::regnamespace
       group by c.relname
    loop
      execute format('insert into %I (%s) select %s from %I t cross join copies where t.company_id = %L',
                     one.name, one.columns, one.given, one.name, '$1');
    end loop;
  end $copying$;
  insert into tokens (secret_hash, token_id, company_id, name, prefix, created_at)
    select sha256(id::text::bytea), gen_random_uuid(), id, 'Сайт', 'copied', now() from copies`

/** Makes a small company: five products, twenty orders, most of them shipped. */
async function makeModel(url: string, shop: SoakShop): Promise<void> {
  let keys = 0
  const run = async ({ method, path, body, onSuccess }: Step) => {
    const key = `idle-${String(keys++).padStart(4, '0')}`
    const answer = await send(
      { url, token: shop.token },
      { method, path: `/api/v1/${path}`, body, key, prefer: undefined },
    )
    if (answer.status !== 200) throw new Error(answer.text)
    onSuccess(JSON.parse(answer.text).result)
  }
  for (const productId of shop.productIds) await run(receive(shop, productId))
  for (let at = 0; at < ORDERS; at += 1) {
    const made: string[] = []
    await run(order(shop, shop.productIds[at % shop.productIds.length]!, (id) => made.push(id)))
    if (at % 5 > 0) await run(finish(shop, made[0]!, 'shipped'))
  }
}

interface Reading {
  readonly transactions: number
  readonly cpuSeconds: number
}

async function main(folder: string): Promise<boolean> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
  const mail = await startMailServer()
  const settings = { DATABASE_URL: postgres.adminUrl, FILES_URL: `file://${folder}/files`, SMTP_URL: mail.url }
  const start = () => startServer(folder, { ...settings, MAIL_FROM: 'Idle <idle@example.org>' }, { flags: FLAGS })
  // The connection that measures belongs to another database, so that it does not count itself.
  const admin = new pg.Client({ connectionString: postgres.adminUrl.replace('/skladno', '/postgres') })
  let node: ServerProcess = await start()
  try {
    await fill(postgres.adminUrl, node.url)
    await endServer(node, 'SIGTERM')
    await admin.connect()
    const read = async (): Promise<Reading> => {
      const text = `select xact_commit + xact_rollback as count from pg_stat_database where datname = 'skladno'`
      const { rows } = await admin.query<{ count: string }>(text)
      const fields = readFileSync(`/proc/${node.child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      return {
        transactions: Number(rows[0]!.count),
        cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND,
      }
    }
    const beganAt = performance.now()
    node = await start()
    while ((await fetch(`${node.url}/readyz`).catch(() => null))?.status !== 200) await sleep(READY_MS)
    const readySeconds = (performance.now() - beganAt) / 1_000
    const { cpuSeconds } = await read()
    console.log(
      `${companies} companies: ready after ${readySeconds.toFixed(1)} s, with ${cpuSeconds.toFixed(1)} s of processor time`,
    )
    await settle(read)
    const before = await read()
    await sleep(minutes * 60_000)
    const after = await read()
    const perSecond = (after.transactions - before.transactions) / (minutes * 60)
    const cpu = (after.cpuSeconds - before.cpuSeconds) / minutes
    const resident = Number(readFileSync(`/proc/${node.child.pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES
    console.log(
      `idle for ${minutes} minutes: ${perSecond.toFixed(1)} transactions a second (goal: ${GOAL}), ${cpu.toFixed(1)} s of processor time a minute, ${(resident / MIB).toFixed(0)} MiB`,
    )
    return perSecond <= GOAL
  } finally {
    await admin.end()
    await endServer(node, 'SIGTERM')
    await mail.close()
    await postgres.stop()
  }
}

/** Makes one company through the API and copies it. */
async function fill(databaseUrl: string, url: string): Promise<void> {
  const database = openDatabase(databaseUrl, () => {})
  const owner = new pg.Client({ connectionString: databaseUrl })
  try {
    const shop = await openShop(database, url, 1)
    await makeModel(url, shop)
    // Wait until the tables contain everything.
    await readCompany(database, shop.companyId, async () => undefined)
    await owner.connect()
    await owner.query('set session_replication_role = replica')
    await owner.query(COPY.replaceAll('$1', shop.companyId).replaceAll('$2', String(companies - 1)))
    await owner.query('vacuum analyze')
  } finally {
    await owner.end()
    await database.end()
  }
}

/** Waits until the checks after a start are over, and prints what they cost. */
async function settle(read: () => Promise<Reading>): Promise<void> {
  const first = await read()
  for (let seconds = LOOK_SECONDS, last = first; seconds < SETTLING_SECONDS; seconds += LOOK_SECONDS) {
    await sleep(LOOK_SECONDS * 1_000)
    const now = await read()
    const isQuiet = now.transactions - last.transactions < QUIET * LOOK_SECONDS
    last = now
    if (!isQuiet) continue
    const cpu = (now.cpuSeconds - first.cpuSeconds).toFixed(1)
    console.log(
      `checks after the start: ${seconds} s, ${now.transactions - first.transactions} transactions, ${cpu} s of processor time`,
    )
    return
  }
  throw new Error(`The node is not quiet after ${SETTLING_SECONDS} s`)
}

const folder = await mkdtemp(join(tmpdir(), 'skladno-idle-'))
try {
  if (!(await main(folder))) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
