import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const path = (file: string) => fileURLToPath(new URL(`tests/${file}.test.ts`, import.meta.url))

/** Test files that take 20 seconds or more, longest first. */
const LONGEST = [
  ...['contract/long-runs', 'web/settings', 'faults/recognition-crash', 'api/recognition-turns', 'tables/files'],
  ...[
    'web/barriers',
    'tables/import',
    'faults/crash',
    'web/forms',
    'web/files',
    'web/photograph',
    'api/negative',
    'web/viewers',
  ],
  ...['moysklad/import-changes', 'moysklad/import-course', 'moysklad/import-unread', 'web/stock', 'recognition/scans'],
  ...['access/roles-costs', 'web/floor', 'api/notifications', 'web/purchasing', 'web/orders', 'api/oversized'],
  ...['access/cost-worlds', 'contract/memory-estimate', 'faults/stop'],
].map(path)
for (const file of LONGEST)
  if (!existsSync(file)) throw new Error(`${file} is among the longest tests, and there is none`)

/**
 * Starts the longest files first. In a fresh clone vitest has no timings and might start a short file that runs long at
 * the very end, alone.
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
    // No test asserts a time: these limits only stop tests that hang, and must not stop a test that is slow on a busy
    // machine.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // The default is one second, which a write, its projection and a stream or a browser together can exceed on a busy
    // machine.
    expect: { poll: { timeout: 30_000 } },
    // In CI on a shared machine a browser sometimes starves, so a test may be retried once. On a developer's machine
    // there is no second chance.
    retry: process.env.CI === 'true' ? 1 : 0,
    // Node strips the types itself and nothing is mocked, so Vite has nothing to transform, and the tests run the
    // service as `npm start` does.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Node's compile cache for the workers and for every server process that tests start; saves a fifth of their time.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('tmp/compile-cache', import.meta.url)) },
    pool: 'forks',
    // As in `npm start`: objects of a request die young, and promoting them to the old generation took a fifth of the
    // time.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    // Loading the service takes two seconds of CPU, so a worker loads it once rather than once per file. Files share no
    // state this way: the modules of server/ and tests/support/ hold only what is the same for all, and each file stops
    // what it starts.
    isolate: false,
    // More workers than cores, because many tests wait for a process, a clock or a lock.
    maxWorkers: 3,
    reporters: ['default', 'json'],
    // `npm run coverage`: shows which branches of the rules and of the engine no test takes.
    coverage: {
      include: ['server/{domain,commands,engine}/**/*.ts'],
      reporter: [['text', { skipFull: true }], 'json-summary'],
      reportsDirectory: 'tmp/coverage',
      reportOnFailure: true,
    },
    outputFile: { json: 'tmp/test-results.json' },
  },
})
