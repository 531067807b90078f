/**
 * `npm run test:long -- [--commands 1000000] [--seed N] [--skip N]`: sends random commands through the engine and
 * compares the results with the model, for as long as wanted. Prints the seed and the progress; `--skip` continues a
 * stopped run with the same seed.
 */
import { parseArgs } from 'node:util'
import { neverMet } from '../tests/support/model/model-outcomes.ts'
import { type Outcomes, runWorld } from '../tests/support/model/model-run.ts'

const COMMANDS_PER_WORLD = 500
/**
 * The number of companies of which one gets a much longer history: thousands of lots, and more finished orders than the
 * state contains.
 */
const LONG_WORLD_EVERY = 100
const COMMANDS_IN_LONG_WORLD = 20_000
const CARE_IN_LONG_WORLD = 0.02
const REPORT_EVERY_MS = 10_000

const { values } = parseArgs({
  options: { commands: { type: 'string' }, seed: { type: 'string' }, skip: { type: 'string' } },
})
const wanted = Number(values.commands ?? 1_000_000)
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
const outcomes: Outcomes = new Map()
const startedAt = performance.now()
let world = Number(values.skip ?? 0)
let done = 0
let reportedAt = startedAt

console.log(`long-model: ${wanted} commands, --seed ${seed} --skip ${world}`)
while (done < wanted) {
  const isLong = world % LONG_WORLD_EVERY === LONG_WORLD_EVERY - 1
  const commands = isLong ? COMMANDS_IN_LONG_WORLD : COMMANDS_PER_WORLD
  for (const [outcome, count] of runWorld(seed + world, commands, isLong ? CARE_IN_LONG_WORLD : 1))
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count)
  world += 1
  done += commands
  if (performance.now() - reportedAt < REPORT_EVERY_MS && done < wanted) continue
  reportedAt = performance.now()
  const seconds = (reportedAt - startedAt) / 1_000
  console.log(`${done} commands, ${Math.round(done / seconds)} a second; to continue: --seed ${seed} --skip ${world}`)
}
for (const [outcome, count] of [...outcomes].sort()) console.log(`${String(count).padStart(9)}  ${outcome}`)
for (const outcome of neverMet(outcomes)) console.log(`    never  ${outcome}`)
console.log(`${done} commands agreed with the model`)
