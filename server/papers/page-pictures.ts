/**
 * Renders pages of uploaded files for display. Each page is rendered in its own process, in a limiter slot of the
 * company.
 */
import type { Readable } from 'node:stream'
import { TOO_MANY_FILES } from '../integrations/file-store.ts'
import { TooLong, watchProcess } from '../integrations/process-watch.ts'
import { forkReader, wasmMemory } from '../integrations/reader-process.ts'
import { type Asker, fairLimiter } from '../runtime/fair-limiter.ts'

const PROGRAM = new URL('./page-process.ts', import.meta.url)
/**
 * Limits for rendering a page. An A4 page at 600 dpi takes two seconds and 350 MB; a page that needs more is not shown.
 */
const BOUNDS = { memoryMb: 400, limitMs: 10_000 }
const FLAGS = ['--max-old-space-size=128', '--max-semi-space-size=4', wasmMemory(192)]
/**
 * The wall-clock time limit for rendering a page. It is long, because the rendering process has the lowest priority.
 */
const MAX_WAIT_MS = 60_000

export interface DrawOrder {
  /** The page's index, counted from 0. */
  readonly page: number
  /** The rotation in degrees clockwise. */
  readonly rotation: number
  readonly width: number
}

/**
 * The response of the rendering process: a WebP picture, or the reason why there is no picture (null when the file has
 * no such page).
 */
export type DrawAnswer = { readonly picture: Uint8Array<ArrayBuffer> } | { readonly fault: string | null }

const TOO_MUCH = 'It takes too much memory to draw.'
const TOO_LONG = 'It takes too long to draw.'

/** Only one page is rendered at a time, because two malicious files at once would take twice the memory. */
const inTurn = fairLimiter({
  atOnce: 1,
  perCompany: 1,
  maxWaiting: 64,
  maxWaitMs: MAX_WAIT_MS,
  refusal: TOO_MANY_FILES,
})

/**
 * Renders a page. `begin` is called when the company has its limiter slot. It returns the file; if a finished response
 * has become available during the wait, it returns that response. Refuses with UNAVAILABLE.
 */
export function drawPage(
  asker: Asker,
  order: DrawOrder,
  begin: () => Promise<{ readonly file: Readable } | DrawAnswer>,
): Promise<DrawAnswer> {
  return inTurn(asker, async () => {
    const begun = await begin()
    return 'file' in begun ? ask(order, begun.file) : begun
  })
}

async function ask(order: DrawOrder, file: Readable): Promise<DrawAnswer> {
  const child = forkReader(PROGRAM, FLAGS, { file })
  const { promise, resolve } = Promise.withResolvers<DrawAnswer>()
  child.once('message', (answer: DrawAnswer) => {
    // Copy the picture, because its buffer is shared with other data.
    resolve('picture' in answer ? { picture: new Uint8Array(answer.picture) } : answer)
  })
  // If the process exits without responding, it has most likely run out of memory.
  child.once('exit', () => resolve({ fault: TOO_MUCH }))
  child.once('error', () => resolve({ fault: 'It could not be drawn.' }))
  const giveUp = (why: Error) => resolve({ fault: why instanceof TooLong ? TOO_LONG : TOO_MUCH })
  const unwatch = child.pid === undefined ? () => {} : watchProcess(child.pid, BOUNDS, giveUp)
  // Sending can fail only when the process has exited, which is handled above.
  child.send(order, () => {})
  try {
    return await promise
  } finally {
    unwatch()
    child.kill('SIGKILL')
  }
}
