/** Runs the simulation shortly, and checks that it can fail. Source: docs/decisions/0080. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { shrink } from '../support/simulation/shrink.ts'

const SCRIPT = fileURLToPath(new URL('../../tools/simulate.ts', import.meta.url))

/** Runs the simulator in a process of its own, because it replaces the clock and the timers of its process. */
function simulate(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

test('in a simulated world with three nodes, every command agrees with the model', () => {
  const { status, output } = simulate('--seed', '27', '--nodes', '3', '--steps', '0-140')
  expect(output).toMatch(/commands agreed with the model/)
  expect(status).toBe(0)
})

test('a planted bug is found, and its seed and steps find it again', () => {
  const mutant = ['--mutant', 'commands are answered before their commit']
  const { status, output } = simulate('--seed', '27', '--nodes', '1', ...mutant)
  expect(output).toMatch(/^FAULT in --seed 27 after .*it is not in the log$/m)
  expect(status).toBe(1)
  const repeat = /simulate -- (.*)$/m.exec(output)![1]!.split(' ')
  const again = simulate(...repeat, ...mutant, '--keep')
  expect(again.output).toMatch(/it is not in the log/)
})

test('a list of steps is shortened to those that are needed for the fault', async () => {
  const tried: number[] = []
  const shortest = await shrink(
    Array.from({ length: 300 }, (_, step) => step),
    async (steps) => {
      tried.push(steps.length)
      return [17, 150, 151].every((step) => steps.includes(step))
    },
  )
  expect(shortest).toEqual([17, 150, 151])
  expect(tried.length).toBeLessThan(150)
})
