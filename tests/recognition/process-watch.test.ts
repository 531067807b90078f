/**
 * Tests when the service gives up on a page: if its process keeps computing for too long, or keeps waiting without
 * doing anything.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TooLong, TooMuchMemory, watchProcess } from '../../server/integrations/process-watch.ts'
import { wasmMemory } from '../../server/integrations/reader-process.ts'

const LIMIT_MS = 1_500
const TEST_MS = 120_000

/** Runs a command and returns why its process was stopped. */
async function reasonFor(
  command: string,
  args: readonly string[],
  memoryMb = Number.POSITIVE_INFINITY,
): Promise<Error> {
  const child = spawn(command, args, { stdio: 'ignore' })
  const { promise, resolve } = Promise.withResolvers<Error>()
  const unwatch = watchProcess(child.pid!, { limitMs: LIMIT_MS, memoryMb }, resolve)
  try {
    return await promise
  } finally {
    unwatch()
    child.kill('SIGKILL')
  }
}

test(
  'a page that keeps the reading process computing for too long is reported as too slow',
  async () => {
    expect(await reasonFor(process.execPath, ['-e', 'for (;;);'])).toBeInstanceOf(TooLong)
  },
  TEST_MS,
)

test(
  'a reading process that does nothing is reported as stalled, and its page may be tried again',
  async () => {
    const reason = await reasonFor('sleep', ['600'])
    // If the operating system does not report how much processor time a process uses, only the elapsed time counts.
    if (!existsSync('/proc/self/stat')) return expect(reason).toBeInstanceOf(TooLong)
    expect(reason).not.toBeInstanceOf(TooLong)
    expect(reason.message).toMatch(/stood still/)
  },
  TEST_MS,
)

test.runIf(existsSync('/proc/self/statm'))(
  'a reading process above its memory limit is stopped as too large, whatever part of it uses the memory',
  async () => {
    const script = 'const kept = []; setInterval(() => kept.push(Buffer.alloc(10_000_000, 1)), 10)'
    expect(await reasonFor(process.execPath, ['-e', script], 200)).toBeInstanceOf(TooMuchMemory)
  },
  TEST_MS,
)

test('a WebAssembly library cannot allocate memory beyond its limit', () => {
  const script = (pages: number) =>
    `const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536 }); memory.grow(${pages - 1})`
  const run = (pages: number) => spawnSync(process.execPath, [wasmMemory(32), '-e', script(pages)]).status
  expect(run(512)).toBe(0)
  expect(run(513)).not.toBe(0)
})
