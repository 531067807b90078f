/**
 * `npm test`: runs all tests, then prints which tests were skipped and how many passed and failed. Arguments, such as a
 * path, are passed to vitest.
 */
import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { setPriority } from 'node:os'

const RESULTS = 'tmp/test-results.json'

/**
 * The nice level at which tests run. Recognition processes run at the lowest priority, 19. Next to tests of normal
 * priority they would get only a seventieth of the tests' share of the CPU and barely progress on a slow machine; next
 * to tests at this level they get half as much as the tests.
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
// A test file that could not be loaded has no failed tests, so count it as failed here.
const failed = results === null ? 1 : Math.max(results.numFailedTests, results.numFailedTestSuites > 0 ? 1 : 0)
const skipped = (results?.testResults ?? [])
  .flatMap(({ assertionResults }) => assertionResults)
  .filter(({ status }) => status === 'skipped' || status === 'pending')
for (const { title } of skipped) console.log(`not run: ${title}`)
console.log(`${results?.numPassedTests ?? 0} passed, ${exitCode !== 0 && failed === 0 ? 1 : failed} failed`)
process.exit(exitCode)
