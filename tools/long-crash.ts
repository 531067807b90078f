/**
 * `node tools/long-crash.ts [--rounds 20] [--seed N]`: kills processes while the server is under load, in rotation: the
 * server, PostgreSQL, single PostgreSQL processes, the process that copies the log into the tables, and the process
 * that continuously rebuilds the tables. Prints for each round how many commands were answered, how often the tables
 * were rebuilt, and how many commands were lost or executed twice (there must be none).
 */
import { parseArgs } from 'node:util'
import { openSite, type Victim } from '../tests/support/node/crash-rounds.ts'

const VICTIMS: readonly Victim[] = ['server', 'postmaster', 'backend', 'projector', 'reindex']
const SHOWN_WRONGS = 10
/** How many lines of the server's log to show when a round does not finish. */
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
      `${round}. kill -9 ${victim}${isStruck ? '' : ' (no process was working)'}: ${report.sent} sent, ${acknowledged} answered, ${succeeded} succeeded, ${reindexed} × reindexed, ${wrong.length} wrong`,
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
