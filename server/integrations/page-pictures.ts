/** Pictures of the pages of uploaded files, as people are shown them: drawn in a thread of its own, when it is the company's turn. */
import { Worker } from 'node:worker_threads'
import { type Asker, fairTurns } from '../domain/turns.ts'
import { TOO_MANY_FILES } from './file-store.ts'

/** Pages that recognition reads are drawn in a second or two; one that takes longer than this is not shown. */
const DRAW_LIMIT_MS = 20_000
const MEMORY_MB = 256

export interface DrawOrder {
  readonly bytes: ArrayBuffer
  /** From 0. */
  readonly page: number
  /** Degrees clockwise. */
  readonly rotation: number
  readonly width: number
}

/** What the thread says: WebP; or why there is no picture, null when there is no such page. */
export type DrawAnswer = { readonly picture: Uint8Array<ArrayBuffer> } | { readonly fault: string | null }

const inTurn = fairTurns({
  atOnce: 2,
  perCompany: 1,
  maxWaiting: 64,
  maxWaitMs: 2 * DRAW_LIMIT_MS,
  refusal: TOO_MANY_FILES,
})

/** Draws a page. The bytes are read when it is their turn: those who wait take no memory. Refuses UNAVAILABLE. */
export function drawPage(
  asker: Asker,
  readBytes: () => Promise<ArrayBuffer>,
  wanted: Omit<DrawOrder, 'bytes'>,
): Promise<DrawAnswer> {
  return inTurn(asker, async () => {
    const bytes = await readBytes()
    const worker = new Worker(new URL('./page-thread.ts', import.meta.url), {
      workerData: { ...wanted, bytes } satisfies DrawOrder,
      transferList: [bytes],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    try {
      return await answerOf(worker)
    } finally {
      await worker.terminate()
    }
  })
}

function answerOf(worker: Worker): Promise<DrawAnswer> {
  const { promise, resolve } = Promise.withResolvers<DrawAnswer>()
  const timer = setTimeout(() => resolve({ fault: 'It takes too long to draw.' }), DRAW_LIMIT_MS)
  worker.once('message', resolve)
  // Out of its own memory, most likely.
  worker.once('error', () => resolve({ fault: 'It takes too much memory to draw.' }))
  worker.once('exit', () => resolve({ fault: 'It could not be drawn.' }))
  return promise.finally(() => clearTimeout(timer))
}
