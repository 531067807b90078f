/**
 * Tests that need material not present on every machine. Without it they are skipped with the reason, which `npm test` repeats
 * at its end.
 */
import { test } from 'vitest'
import { materialAt, whyWithout } from '../contract/material.ts'

/**
 * Returns `test` for tests that need material outside the repository (contract/material.ts). Without the material the test is
 * skipped, and its title says why.
 */
export function needing(
  path: string,
): (title: string, run: (material: URL) => void | Promise<void>, ms?: number) => void {
  const material = materialAt(path)
  return (title, run, ms) =>
    test.runIf(material !== null)(
      material === null ? `${title} (skipped: ${whyWithout(path)})` : title,
      () => run(material!),
      ms,
    )
}
