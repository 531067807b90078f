/** Plants every bug in turn, each in a process of its own, and measures how long the simulation takes to notice it. */
import { spawnSync } from 'node:child_process'
import { MUTANTS } from './mutants.ts'
import { realNow } from './virtual-time.ts'

/** The number of commands after which a bug counts as not noticed. */
const COMMANDS = 100_000
const MOST_MS = 600_000

/** Tries all bugs and prints a table. `script`: the simulator's own script. @returns the exit code: 0 if all were caught. */
export function tryMutants(script: string, seed: string): number {
  let missed = 0
  for (const { name } of MUTANTS) {
    const beganAt = realNow()
    const args = [script, '--mutant', name, '--seed', seed, '--commands', `${COMMANDS}`, '--keep']
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: MOST_MS })
    const seconds = ((realNow() - beganAt) / 1_000).toFixed(1)
    const [line] = stdout.split('\n').filter((one) => one.startsWith('FAULT'))
    const isCaught = status === 1 && line !== undefined
    if (!isCaught) missed += 1
    const cpu = /^CPU ([\d.]+) s$/m.exec(stdout)?.[1] ?? '?'
    console.log(`${isCaught ? 'caught' : 'MISSED'} ${seconds.padStart(6)} s, CPU ${cpu.padStart(5)} s  ${name}`)
    console.log(`         ${(line ?? (stderr || stdout)).slice(0, 230)}`)
  }
  console.log(`${MUTANTS.length - missed} of ${MUTANTS.length} planted bugs were caught`)
  return missed === 0 ? 0 : 1
}
