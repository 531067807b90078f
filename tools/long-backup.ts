/**
 * `node tools/long-backup.ts [--rounds 10] [--seed N]`: writes continuously to a server that backs itself up. Each
 * round kills PostgreSQL, the server, a manual backup or nothing. Then one copy is restored as of a random point in
 * time, and another as if the machine had just been lost. Prints how much data was lost (RPO), how long it took until
 * the restored copy was ready (RTO), and the faults found (there must be none).
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Chance, createChance } from '../tests/support/chance/chance.ts'
import { compareAt, readCopy, runScript, startWriting, type Writing } from '../tests/support/node/backups.ts'
import { Client } from '../tests/support/node/client.ts'
import {
  endServer,
  killPostgres,
  makeCompany,
  newDataDir,
  type ServerProcess,
  startServer,
} from '../tests/support/node/server-process.ts'

const SHOWN = 10
const VICTIMS = ['nothing', 'PostgreSQL', 'the server', 'a backup by hand'] as const

const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' } } })
const rounds = Number(values.rounds ?? 10)
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
console.log(`long-backup: ${rounds} rounds, --seed ${seed}`)

const chance: Chance = createChance(seed)
const folder = await mkdtemp(join(tmpdir(), 'skladno-long-backup-'))
const to = join(folder, 'backups')
await mkdir(to)
const dataDir = await newDataDir()
const settings = { BACKUP_TO: to }
let server: ServerProcess = await startServer(dataDir.path, settings)
const { token, companyId } = await makeCompany(dataDir.path, server.url)
const all: Pick<Writing, 'products' | 'pictures'> = { products: [], pictures: [] }
let wrongs = 0

/** Restores a backup, compares it, and prints the faults. */
async function compareCopy(name: string, at: number | null, answeredAt: number): Promise<string> {
  const beganAt = Date.now()
  const data = join(folder, name)
  const moment = at === null ? [] : ['--at', new Date(at).toISOString()]
  const restored = await runScript('restore', ['--from', to, '--data-dir', data, ...moment])
  if (restored.code !== 0) throw new Error(restored.stderr)
  const copy = await startServer(data, { DRILL: 'true' })
  const seconds = (Date.now() - beganAt) / 1_000
  const client = new Client(copy.url, token, companyId)
  const there = await readCopy(client)
  const until = Date.parse(restored.json.reachesTo)
  const wrong = [...compareAt(until, all.products, there.products), ...compareAt(until, all.pictures, there.pictures)]
    // If no point in time is given, the copy may also contain data that was written while the end of the log was being
    // copied.
    .filter((one) => at !== null || one.endsWith('lost'))
  const { json: checked } = await client.get('/api/v1/self-check')
  if (!checked.ok) wrong.push('the self-check differs')
  for (const one of wrong.slice(0, SHOWN)) console.log(`   ${one}`)
  wrongs += wrong.length
  await endServer(copy, 'SIGTERM')
  await rm(data, { recursive: true })
  return `${((answeredAt - until) / 1_000).toFixed(1)} s back, ready after ${seconds.toFixed(1)} s, ${there.products.size} products, ${wrong.length} wrong`
}

/** Kills the given process while commands are being sent. */
async function strike(victim: (typeof VICTIMS)[number]): Promise<void> {
  if (victim === 'PostgreSQL') await killPostgres(dataDir.path, 'postmaster')
  if (victim === 'the server') {
    await endServer(server, 'SIGKILL')
    server = await startServer(dataDir.path, settings)
  }
  if (victim === 'a backup by hand')
    await runScript(
      'backup',
      ['--to', to],
      { DATA_DIR: dataDir.path },
      (kill) => void setTimeout(kill, chance.between(300, 4_000)),
    )
}

async function round(number: number): Promise<void> {
  const victim = chance.pick(VICTIMS)
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
  const answeredAt = Date.now()
  // Simulate the loss of the machine: all data that has not been copied by now is lost.
  await endServer(server, 'SIGKILL')
  console.log(`${number}. ${victim} killed; lost machine: ${await compareCopy('lost', null, answeredAt)}`)
  server = await startServer(dataDir.path, settings)
  for (;;) {
    const { backup } = (await (await fetch(`${server.url}/readyz`)).json()) as { backup: { reachesTo: string | null } }
    if (Date.parse(backup.reachesTo ?? '') > moment) break
    await sleep(200)
  }
  console.log(`   earlier moment: ${await compareCopy('earlier', moment, answeredAt)}`)
}

try {
  for (let number = 1; number <= rounds; number += 1) await round(number)
  const verified = await runScript('verify-backup', ['--from', to])
  if (verified.code !== 0) wrongs += 1
} finally {
  await endServer(server, 'SIGTERM')
  await rm(folder, { recursive: true, force: true })
  await dataDir.remove()
}
console.log(`${rounds} rounds, ${all.products.length} products, ${all.pictures.length} pictures, ${wrongs} wrong`)
process.exitCode = wrongs === 0 ? 0 : 1
