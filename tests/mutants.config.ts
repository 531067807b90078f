/** The tests that `npm run mutants` runs against mutated rules: all tests that need neither a database nor a server. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/rules/*.test.ts'],
    exclude: ['tests/rules/{counterexamples,http-model,projector-pauses,slices,turns}.test.ts'],
    env: { MODEL_WORLDS: '4' },
    testTimeout: 60_000,
    isolate: false,
  },
})
