/** Pictures of the pages of uploaded files, as people are shown them: drawn in a process of its own, when it is the company's turn. */
import type { Readable } from 'node:stream'
import { TOO_MANY_FILES } from '../integrations/file-store.ts'
import { TooLong, watchProcess } from '../integrations/process-watch.ts'
import { forkReader, wasmMemory } from '../integrations/reader-process.ts'
import { type Asker, fairLimiter } from '../runtime/fair-limiter.ts'

const PROGRAM = new URL('./page-process.ts', import.meta.url)
/** A page of A4 at 600 dpi is drawn in two seconds, within 350 MB; what asks for more is not shown. */
const BOUNDS = { memoryMb: 400, limitMs: 10_000 }
const FLAGS = ['--max-old-space-size=128', '--max-semi-space-size=4', wasmMemory(192)]
/** By the clock: such a process has the lowest priority. */
const MAX_WAIT_MS = 60_000

export interface DrawOrder {
  /** From 0. */
  readonly page: number
  /** Degrees clockwise. */
  readonly rotation: number
  readonly width: number
}

/** What the process says: WebP; or why there is no picture, null when there is no such page. */
export type DrawAnswer = { readonly picture: Uint8Array<ArrayBuffer> } | { readonly fault: string | null }

const TOO_MUCH = 'It takes too much memory to draw.'
const TOO_LONG = 'It takes too long to draw.'

/** One at a time: two companies' bombs together would take twice the memory. */
const inTurn = fairLimiter({
  atOnce: 1,
  perCompany: 1,
  maxWaiting: 64,
  maxWaitMs: MAX_WAIT_MS,
  refusal: TOO_MANY_FILES,
})

/**
 * Draws a page. `begin` is called when it is its turn, for the file, or for what became known of the page meanwhile. Refuses UNAVAILABLE.
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
    // A copy: it came in a buffer with other things.
    resolve('picture' in answer ? { picture: new Uint8Array(answer.picture) } : answer)
  })
  // Out of memory, most likely.
  child.once('exit', () => resolve({ fault: TOO_MUCH }))
  child.once('error', () => resolve({ fault: 'It could not be drawn.' }))
  const giveUp = (why: Error) => resolve({ fault: why instanceof TooLong ? TOO_LONG : TOO_MUCH })
  const unwatch = child.pid === undefined ? () => {} : watchProcess(child.pid, BOUNDS, giveUp)
  // What cannot be sent has nobody to go to: it has exited.
  child.send(order, () => {})
  try {
    return await promise
  } finally {
    unwatch()
    child.kill('SIGKILL')
  }
}
