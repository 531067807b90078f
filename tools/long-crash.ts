/**
 * `node tools/long-crash.ts [--rounds 20] [--seed N]`: kills by turns the server, PostgreSQL, single processes of PostgreSQL, the
 * one that projects the log, and the process that makes the tables anew all the while, under load. Prints for each round what was answered
 * and how often the tables were made anew, what was lost (nothing) and what was doubled (nothing).
 */
import { parseArgs } from 'node:util'
import { openSite, type Victim } from '../tests/support/node/crash-rounds.ts'

const VICTIMS: readonly Victim[] = ['server', 'postmaster', 'backend', 'projector', 'reindex']
const SHOWN_WRONGS = 10
/** Of what the server logged, when a round does not come to its end. */
const SHOWN_LINES = 20

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
    const { victim, isStruck, acknowledged, succeeded, reindexed, wrong } = report
    sent += report.sent
    wrongs += wrong.length
    console.log(
      `${round}. kill -9 ${victim}${isStruck ? '' : ' (none was at work)'}: ${report.sent} sent, ${acknowledged} answered, ${succeeded} succeeded, ${reindexed} × made anew, ${wrong.length} wrong`,
    )
    for (const one of wrong.slice(0, SHOWN_WRONGS)) console.log(`   ${one}`)
  }
} catch (error) {
  for (const line of site.lines().slice(-SHOWN_LINES)) console.log(`   ${line}`)
  throw error
} finally {
  await site.close()
}
console.log(`${rounds} rounds, ${sent} commands, ${wrongs} wrong`)
process.exitCode = wrongs === 0 ? 0 : 1
