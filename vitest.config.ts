import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const path = (file: string) => fileURLToPath(new URL(`tests/${file}.test.ts`, import.meta.url))

/** The test files that take 20 seconds or more, longest first. */
const LONGEST = [
  ...['contract/long-runs', 'web/barriers', 'faults/backup', 'moysklad/import-unread'],
  ...['faults/upgrade-postgres', 'api/recognition-turns'],
  ...['api/negative', 'moysklad/import-changes', 'moysklad/import-course', 'access/roles-costs', 'web/forms'],
  ...['access/cost-worlds', 'web/stock', 'web/settings', 'tables/files', 'faults/company-deletion-crash'],
  ...['contract/openapi', 'web/orders', 'web/purchasing', 'web/order-prices', 'moysklad/import-foreign'],
  ...['faults/recognition-crash', 'tables/import', 'api/delete-company', 'web/floor', 'web/table-imports'],
  ...['rules/model', 'rules/http-model', 'web/stocktakes', 'contract/migrate-command', 'web/lines', 'faults/crash'],
  ...['web/trader-day', 'api/whole-company', 'api/company-limits', 'web/viewers', 'faults/stop', 'upgrade/dumps'],
  ...['web/import', 'web/files', 'web/lost-pages', 'contract/memory-estimate', 'web/scans', 'web/company-deletion'],
  ...['recognition/memory', 'api/owner-deletion', 'faults/private-files'],
].map(path)
for (const file of LONGEST)
  if (!existsSync(file)) throw new Error(`${file} is among the longest tests, and there is none`)

/**
 * Starts the longest test files first. In a fresh clone vitest does not know how long files take, so it might start a
 * long one last and then wait for it alone.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => LONGEST.indexOf(moduleId)
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.includes(moduleId)
    const sorted = await super.sort(files)
    const long = sorted.filter(isLong).sort((one, other) => place(one) - place(other))
    return [...long, ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/support/node/postgres.ts'],
    // No test checks how long something takes. These limits only stop tests that hang, so they must be long enough for
    // a slow test on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // How long `expect.poll` waits. On a busy machine the default of one second is too short for a write, its copying
    // into the tables, and a stream or a browser together.
    expect: { poll: { timeout: 30_000 } },
    // On CI's shared machines a browser sometimes gets too little CPU time, so a failed test is tried once more there.
    // On a developer's machine there is no second attempt.
    retry: process.env.CI === 'true' ? 1 : 0,
    // Let Node load the code itself, so that tests run the server as `npm start` does. Vite is not needed, because Node
    // strips the types and nothing is mocked.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Use Node's compile cache for the workers and for every server process that tests start; this saves a fifth of
    // their time.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('tmp/compile-cache', import.meta.url)) },
    pool: 'forks',
    // The same flag as in `npm start`. A request's objects live only briefly, and without the flag moving them to the
    // old generation took a fifth of the time.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    // Let each worker load the server only once, not for each test file, because loading takes two seconds of CPU time.
    // Files still do not affect each other: the modules of server/ and tests/support/ hold only state that is the same
    // for all files, and each file stops what it starts.
    isolate: false,
    // Use more workers than cores, because many tests wait for a process, a clock or a lock.
    maxWorkers: 3,
    reporters: ['default', 'json'],
    // `npm run coverage` shows which branches of the rules and of the engine no test runs.
    coverage: {
      include: ['server/{domain,commands,engine}/**/*.ts'],
      reporter: [['text', { skipFull: true }], 'json-summary'],
      reportsDirectory: 'tmp/coverage',
      reportOnFailure: true,
    },
    outputFile: { json: 'tmp/test-results.json' },
  },
})
