/**
 * `npm run simulate -- [--commands 10000000] [--seed N] [--nodes N] [--steps 3,7-9] [--at-most N] [--keep] [--mutant NAME] [--mutants]`: runs
 * the engine and the projector of the service in simulated worlds, in which nodes crash and messages are lost, and
 * compares every command with the model. A fault is printed with its seed and the shortest list of steps that still
 * leads to it; `--seed` and `--steps` (and `--at-most`, the number of commands per step) repeat it;
 * `--keep` keeps the steps as they are. `--mutants` plants bugs in the engine, one after another, and prints how
 * long each took to be caught; `--mutant` plants a single one. Source: docs/decisions/0080.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createChance } from '../tests/support/chance/chance.ts'
import { plant } from '../tests/support/simulation/mutants.ts'
import { tryMutants } from '../tests/support/simulation/try-mutants.ts'
import { VirtualTime } from '../tests/support/simulation/virtual-time.ts'

const { values } = parseArgs({
  options: {
    commands: { type: 'string', default: '1000000' },
    seed: { type: 'string' },
    nodes: { type: 'string' },
    steps: { type: 'string' },
    'at-most': { type: 'string' },
    mutant: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})

if (values.mutants) process.exitCode = tryMutants(fileURLToPath(import.meta.url), values.seed ?? '1')
else {
  // The engine is imported only now: its modules take the functions of Node that time replaces, and the planted bug.
  const time = new VirtualTime(createChance(0))
  time.install()
  if (values.mutant !== undefined) plant(values.mutant)
  const { simulate } = await import('../tests/support/simulation/simulate.ts')
  process.exitCode = await simulate(time, values)
  const { user, system } = process.cpuUsage()
  console.log(`CPU ${((user + system) / 1e6).toFixed(1)} s`)
}
