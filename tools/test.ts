/**
 * `npm test`: runs all tests, then prints which tests did not run and a line with the number of tests that passed.
 * Arguments are passed to vitest, for example a path.
 */
import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { setPriority } from 'node:os'

const RESULTS = 'tmp/test-results.json'

/**
 * The nice level at which tests run. Recognition processes run at the lowest priority, 19. Beside tests of normal
 * priority they would get only a seventieth of the tests' share of the CPU and barely progress on a slow machine;
 * beside tests at this level they get half as much.
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
// Count a test file that could not even be loaded as failed, although it has no failed tests.
const failed = results === null ? 1 : Math.max(results.numFailedTests, results.numFailedTestSuites > 0 ? 1 : 0)
const skipped = (results?.testResults ?? [])
  .flatMap(({ assertionResults }) => assertionResults)
  .filter(({ status }) => status === 'skipped' || status === 'pending')
for (const { title } of skipped) console.log(`not run: ${title}`)
console.log(`${results?.numPassedTests ?? 0} passed, ${exitCode !== 0 && failed === 0 ? 1 : failed} failed`)
process.exit(exitCode)
