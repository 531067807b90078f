/**
 * `node tools/long-backup.ts [--own] [--rounds 10] [--seed N]`: writes continuously to a server that is backed up. Each
 * round kills PostgreSQL, the server, a manual backup or nothing. Then one copy is restored as of a random point in
 * time, and another as if the machine had just been lost. Clients that know the lost future must be told to read it again.
 * `--own` does it with the PostgreSQL installed on this machine, whose log is archived, instead of the embedded one.
 * Prints how much data was lost (RPO), how long it took until the restored copy was ready (RTO), and the faults found
 * (there must be none).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Chance, createChance } from '../tests/support/chance/chance.ts'
import { compareAt, readCopy, startWriting, type Writing } from '../tests/support/node/backups.ts'
import { Client } from '../tests/support/node/client.ts'
import { endServer, makeCompany, type ServerProcess, startServer } from '../tests/support/node/server-process.ts'
import { embeddedSide, ownSide } from './backup-sides.ts'

const SHOWN = 10

const { values } = parseArgs({
  options: { own: { type: 'boolean' }, rounds: { type: 'string' }, seed: { type: 'string' } },
})
const rounds = Number(values.rounds ?? 10)
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
console.log(`long-backup: ${rounds} rounds, --seed ${seed}${values.own ? ' --own' : ''}`)

const chance: Chance = createChance(seed)
const folder = await mkdtemp(join(tmpdir(), 'skladno-long-backup-'))
const side = values.own ? await ownSide(folder) : await embeddedSide(folder)
let server: ServerProcess = await startServer(side.dataDir, side.settings)
const { token, companyId } = await makeCompany(side.dataDir, server.url, side.settings)
const all: Pick<Writing, 'products' | 'pictures'> = { products: [], pictures: [] }
const victims = ['nothing', 'PostgreSQL', 'the server', ...(side.killBackup ? ['a backup by hand'] : [])]
let wrongs = 0

/** What a client of the history that is about to be lost keeps. */
interface Kept {
  readonly at: number
  readonly revision: number
  readonly epoch: string
  readonly etag: string
}

async function keep(): Promise<Kept> {
  const at = Date.now()
  const { json, headers } = await new Client(server.url, token, companyId).get('/api/v1/bootstrap')
  return { at, revision: json.revision, epoch: headers.get('skladno-epoch')!, etag: headers.get('etag')! }
}

/** Asks a copy with what a client of the lost history kept. @returns the answers that do not tell it to read the state again */
async function askAfterLoss(client: Client, { revision, epoch, etag }: Kept): Promise<string[]> {
  const cached = await client.get('/api/v1/bootstrap', { headers: { 'if-none-match': etag } })
  const changed = await client.get(`/api/v1/changes?since=${revision}&epoch=${epoch}`)
  return [
    ...(cached.status === 200 ? [] : [`the ETag of the lost history gets ${cached.status}`]),
    ...(changed.status === 200 && !('since' in changed.json)
      ? []
      : [`its revision gets ${changed.text.slice(0, 200)}`]),
  ]
}

/** Restores a backup, compares it, and prints the faults. */
async function compareCopy(name: string, at: number | null, kept: Kept): Promise<string> {
  const beganAt = Date.now()
  const copy = await side.restore(name, at)
  const seconds = (Date.now() - beganAt) / 1_000
  const client = new Client(copy.server.url, token, companyId)
  const there = await readCopy(client)
  const until = copy.until ?? newestIn(there.products)
  const wrong = [...compareAt(until, all.products, there.products), ...compareAt(until, all.pictures, there.pictures)]
    // If no point in time is given, the copy may also contain data that was written while the end of the log was being
    // copied.
    .filter((one) => at !== null || one.endsWith('lost'))
  wrong.push(...(await askAfterLoss(client, kept)))
  const { json: checked } = await client.get('/api/v1/self-check')
  if (!checked.ok) wrong.push('the self-check differs')
  for (const one of wrong.slice(0, SHOWN)) console.log(`   ${one}`)
  wrongs += wrong.length
  await copy.close()
  await rm(join(folder, name), { recursive: true, force: true })
  return `${((kept.at - until) / 1_000).toFixed(1)} s back, ready after ${seconds.toFixed(1)} s, ${there.products.size} products, ${wrong.length} wrong`
}

/**
 * Returns the moment up to which a copy has everything, if only its contents can tell: just before the first answered
 * product that it lacks.
 */
function newestIn(there: ReadonlySet<string>): number {
  const lost = all.products.filter(({ id }) => !there.has(id!)).map(({ answeredAt }) => answeredAt)
  return Math.min(...lost, Date.now()) - 1
}

/** Kills the given process while commands are being sent. */
async function strike(victim: string): Promise<void> {
  if (victim === 'PostgreSQL') await side.killPostgres()
  if (victim === 'the server') {
    await endServer(server, 'SIGKILL')
    server = await startServer(side.dataDir, side.settings)
  }
  if (victim === 'a backup by hand') await side.killBackup!(chance.between(300, 4_000))
}

async function round(number: number): Promise<void> {
  const victim = chance.pick(victims)
  const client = new Client(server.url, token, companyId)
  let writing = startWriting(client)
  const collect = () => {
    ;(all.products as unknown[]).push(...writing.products)
    ;(all.pictures as unknown[]).push(...writing.pictures)
  }
  await sleep(chance.between(1_000, 8_000))
  const isInterrupted = victim === 'the server' || victim === 'PostgreSQL'
  if (isInterrupted) {
    const stopping = writing.stop().catch(() => undefined)
    await strike(victim)
    await stopping
    collect()
    writing = startWriting(new Client(server.url, token, companyId))
  } else await strike(victim)
  await sleep(chance.between(1_000, 8_000))
  const moment = Date.now()
  await sleep(chance.between(1_000, 12_000))
  await writing.stop()
  collect()
  const kept = await keep()
  // Simulate the loss of the machine: all data that has not been copied by now is lost.
  await endServer(server, 'SIGKILL')
  console.log(`${number}. ${victim} killed; lost machine: ${await compareCopy('lost', null, kept)}`)
  server = await startServer(side.dataDir, side.settings)
  await side.reaching(server, moment)
  console.log(`   earlier moment: ${await compareCopy('earlier', moment, kept)}`)
}

try {
  for (let number = 1; number <= rounds; number += 1) await round(number)
  if (!(await side.verify())) wrongs += 1
} finally {
  await endServer(server, 'SIGTERM')
  await side.close()
  await rm(folder, { recursive: true, force: true })
}
console.log(`${rounds} rounds, ${all.products.length} products, ${all.pictures.length} pictures, ${wrongs} wrong`)
process.exitCode = wrongs === 0 ? 0 : 1
