/** What is taken for a page that hangs: a process that only computes, and one that only waits. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PageTooLong, watchPage } from '../../server/workers/page-watch.ts'

const LIMIT_MS = 1_500
const TEST_MS = 120_000

/** Why a process is given up. */
async function reasonFor(command: string, args: readonly string[]): Promise<Error> {
  const child = spawn(command, args, { stdio: 'ignore' })
  const { promise, resolve } = Promise.withResolvers<Error>()
  const unwatch = watchPage(child.pid!, LIMIT_MS, resolve)
  try {
    return await promise
  } finally {
    unwatch()
    child.kill('SIGKILL')
  }
}

test(
  'a page that computes on and on is too long',
  async () => {
    expect(await reasonFor(process.execPath, ['-e', 'for (;;);'])).toBeInstanceOf(PageTooLong)
  },
  TEST_MS,
)

test(
  'a process that does nothing stands still, which may go well the next time',
  async () => {
    const reason = await reasonFor('sleep', ['600'])
    // Where the system does not tell what a process uses, only the clock is left.
    if (!existsSync('/proc/self/stat')) return expect(reason).toBeInstanceOf(PageTooLong)
    expect(reason).not.toBeInstanceOf(PageTooLong)
    expect(reason.message).toMatch(/stood still/)
  },
  TEST_MS,
)
