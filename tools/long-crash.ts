/**
 * `node tools/long-crash.ts [--rounds 20] [--seed N]`: kills the server, PostgreSQL and single processes of PostgreSQL by turns
 * under load, and prints for each round what was answered, what was lost (nothing) and what was doubled (nothing).
 */
import { parseArgs } from 'node:util'
import { openSite, type Victim } from '../tests/support/crash-rounds.ts'

const VICTIMS: readonly Victim[] = ['server', 'postmaster', 'backend']
const SHOWN_WRONGS = 10

const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' } } })
const rounds = Number(values.rounds ?? 20)
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)

console.log(`long-crash: ${rounds} rounds, --seed ${seed}`)
const site = await openSite(seed)
let wrongs = 0
let sent = 0
try {
  for (let round = 1; round <= rounds; round += 1) {
    const report = await site.round(VICTIMS[round % VICTIMS.length]!)
    const { victim, acknowledged, succeeded, wrong } = report
    sent += report.sent
    wrongs += wrong.length
    console.log(
      `${round}. kill -9 ${victim}: ${report.sent} sent, ${acknowledged} answered, ${succeeded} succeeded, ${wrong.length} wrong`,
    )
    for (const one of wrong.slice(0, SHOWN_WRONGS)) console.log(`   ${one}`)
  }
} finally {
  await site.close()
}
console.log(`${rounds} rounds, ${sent} commands, ${wrongs} wrong`)
process.exitCode = wrongs === 0 ? 0 : 1
