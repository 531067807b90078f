/**
 * Runs small versions of scripts that take too long to be run every day. They must still start, do their work and
 * finish. Other tests check the same things as the scripts, on a smaller scale.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LIMIT_MS = 240_000

const RUNS = [
  ['tools/long-model.ts', ['--commands', '500', '--seed', '7'], /500 commands agreed with the model/],
  [
    'tools/long-http-model.ts',
    ['--commands', '15', '--seed', '7', '--nodes', '1'],
    /15 commands agreed with the model/,
  ],
  ['tools/long-fuzz.ts', ['--count', '60', '--seed', '7'], /60 requests, no 5xx, every answer as documented/],
  [
    'tools/long-import.ts',
    ['--products', '12', '--kills', '1', '--seed', '7', '--gap', '10', '--estimate-gap', '0'],
    /kills in .*\n0 wrong/s,
  ],
  [
    'tools/long-counting.ts',
    ['--products', '45', '--orders', '10', '--away-seconds', '1', '--seed', '7'],
    /45 products, 3 telephones, 10 orders, .* differences, exactly those hidden/,
  ],
] as const

test.each(RUNS)(
  'the script %s runs to the end and prints its expected last line',
  async (script, options, ending) => {
    const run = await promisify(execFile)(process.execPath, [script, ...options], { cwd: ROOT })
    expect(run.stdout).toMatch(ending)
  },
  LIMIT_MS,
)

test(
  'the script bench/neighbours.ts runs to the end and prints its table of results',
  async () => {
    const options = ['--quick', '--only', 'slow-connections']
    // Do not check the script's goals, because other tests on this machine slow the script down.
    const run = await promisify(execFile)(process.execPath, ['bench/neighbours.ts', ...options], { cwd: ROOT }).catch(
      (error: { stdout: string; stderr: string }) => error,
    )
    expect(run.stdout, run.stderr).toMatch(/^\| undisturbed +\|.*\n\| slow-connections +\|.*opened × \d+/m)
  },
  LIMIT_MS,
)
