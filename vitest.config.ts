import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/support/postgres.ts'],
    testTimeout: 60_000,
    // On a shared machine a browser is starved now and then: what fails twice is wrong. At a desk nothing gets a second chance.
    retry: process.env.CI === 'true' ? 1 : 0,
    hookTimeout: 60_000,
    // Node strips the types itself and nothing is mocked: there is nothing for Vite to transform, and the tests run the service
    // as `npm start` does.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // What Node compiled, for the workers and for every server that tests start as a process: a fifth of their time.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('tmp/compile-cache', import.meta.url)) },
    pool: 'forks',
    // Loading the service takes two seconds of a core: a worker does it once, not once per file. Files share nothing by it:
    // the modules of server/ and tests/support/ keep nothing but what is the same for all, and a file stops what it starts.
    isolate: false,
    // More than cores: many tests wait for a process, a clock or a lock.
    maxWorkers: 3,
    reporters: ['default', 'json'],
    outputFile: { json: 'tmp/test-results.json' },
  },
})
