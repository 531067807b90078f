import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/support/postgres.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // More than cores: many tests wait for a process, a clock or a lock.
    maxWorkers: 3,
    reporters: ['default', 'json'],
    outputFile: { json: 'tmp/test-results.json' },
  },
})
