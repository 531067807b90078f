/** Tests that need what is not on every machine: they are skipped with the reason, which `npm test` repeats at its end. */
import { existsSync } from 'node:fs'
import { test } from 'vitest'

/** `test` for what needs a file or folder beside the repository. Without it the test is skipped, and its title says why. */
export function needing(address: URL): (title: string, run: () => void | Promise<void>, ms?: number) => void {
  const isHere = existsSync(address)
  const place = address.pathname.split('/').slice(-4).join('/')
  return (title, run, ms) => test.runIf(isHere)(isHere ? title : `${title} (skipped: there is no ${place})`, run, ms)
}
