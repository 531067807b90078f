import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const path = (file: string) => fileURLToPath(new URL(`tests/${file}.test.ts`, import.meta.url))

/** What takes 20 seconds or more, longest first. */
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

/** The longest files begin first. In a fresh clone vitest knows no times, and would begin a short text that runs long at the end, alone. */
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
    // Nothing is asserted on time: these end what hangs, and must not end what a busy machine is slow with.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // One second by default, which a write, its projection and a stream or a browser together exceed on such a machine.
    expect: { poll: { timeout: 30_000 } },
    // On a shared machine a browser is starved now and then: what fails twice is wrong. At a desk nothing gets a second chance.
    retry: process.env.CI === 'true' ? 1 : 0,
    // Node strips the types itself and nothing is mocked: there is nothing for Vite to transform, and the tests run the service
    // as `npm start` does.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // What Node compiled, for the workers and for every server that tests start as a process: a fifth of their time.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('tmp/compile-cache', import.meta.url)) },
    pool: 'forks',
    // As `npm start`: what requests leave behind dies young, and a fifth of the time went into moving it to the old.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    // Loading the service takes two seconds of a core: a worker does it once, not once per file. Files share nothing by it:
    // the modules of server/ and tests/support/ keep nothing but what is the same for all, and a file stops what it starts.
    isolate: false,
    // More than cores: many tests wait for a process, a clock or a lock.
    maxWorkers: 3,
    reporters: ['default', 'json'],
    // `npm run coverage`: which branches of the rules and of the engine no test takes.
    coverage: {
      include: ['server/{domain,commands,engine}/**/*.ts'],
      reporter: [['text', { skipFull: true }], 'json-summary'],
      reportsDirectory: 'tmp/coverage',
      reportOnFailure: true,
    },
    outputFile: { json: 'tmp/test-results.json' },
  },
})
