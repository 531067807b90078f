/**
 * `npm test`: runs all tests, then prints the tests that did not run and one line with the number of passed ones.
 * Arguments go to vitest, such as a path.
 */
import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { setPriority } from 'node:os'

const RESULTS = 'tmp/test-results.json'

/**
 * The nice level of the tests. Recognition processes have the lowest priority, 19: beside tests of normal priority they
 * got a seventieth of their CPU time and hardly moved on a slow machine; beside these they get a half.
 */
const PRIORITY = 15

interface Results {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  testResults: { assertionResults: { status: string; title: string }[] }[]
}

setPriority(PRIORITY)
await rm(RESULTS, { force: true })
const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], {
  stdio: 'inherit',
})
const exitCode = await new Promise<number>((resolve) => vitest.once('exit', (code) => resolve(code ?? 1)))
const results = await readFile(RESULTS, 'utf8').then(
  (text) => JSON.parse(text) as Results,
  () => null,
)
// A file that could not even be loaded has no failed tests, but it still failed.
const failed = results === null ? 1 : Math.max(results.numFailedTests, results.numFailedTestSuites > 0 ? 1 : 0)
const skipped = (results?.testResults ?? [])
  .flatMap(({ assertionResults }) => assertionResults)
  .filter(({ status }) => status === 'skipped' || status === 'pending')
for (const { title } of skipped) console.log(`not run: ${title}`)
console.log(`${results?.numPassedTests ?? 0} passed, ${exitCode !== 0 && failed === 0 ? 1 : failed} failed`)
process.exit(exitCode)
