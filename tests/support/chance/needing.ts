/**
 * Declares tests that need material that some machines lack. On those machines they are skipped, and `npm test` repeats
 * the reason at its end.
 */
import { test } from 'vitest'
import { materialAt, whyWithout } from '../contract/material.ts'

/**
 * Returns a `test` function for tests that need material outside the repository (contract/material.ts). If the material
 * is missing, the test is skipped and its title states the reason.
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
