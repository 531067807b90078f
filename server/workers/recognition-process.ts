/**
 * The process that reads pages, away from the one that answers requests: what it takes of the processor and of memory, and how it
 * may die, is its own. It reads one file at a time and ends with its parent.
 */
import { existsSync, readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { Refusal } from '../domain/refusals.ts'
import { openRecognizer, type RecognizerSettings } from '../integrations/recognizers.ts'
import type { Extraction } from '../recognition/extraction.ts'
import { recognizeFile } from '../recognition/recognize-file.ts'

/** What the parent asks, one file at a time. */
export interface ReadOrder {
  readonly bytes: Uint8Array
  readonly recognizer: RecognizerSettings
}

/** What it is told. `refused`: the file itself is at fault, in words for its owner. */
export type ReadReport =
  | { readonly extraction: Extraction }
  | { readonly refused: string }
  | { readonly broken: string }

const THREADS = '/proc/self/task'

/** Requests go first: reading has time, answering has not. The threads that are started from here inherit it. */
setPriority(constants.priority.PRIORITY_LOW)
// On Linux a priority is of one thread, and those that compile and collect garbage are already there.
if (existsSync(THREADS)) for (const thread of readdirSync(THREADS)) lowerThread(Number(thread))

function lowerThread(id: number): void {
  try {
    setPriority(id, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended meanwhile.
  }
}

let recognizer: ReturnType<typeof openRecognizer> | null = null

process.on('message', (order: ReadOrder) => {
  void read(order).then((report) => process.send?.(report))
})
process.on('disconnect', () => process.exit(0))

async function read({ bytes, recognizer: settings }: ReadOrder): Promise<ReadReport> {
  try {
    recognizer ??= openRecognizer(settings)
    // Who wants to stop this ends the process.
    return { extraction: await recognizeFile(bytes, { recognizer }, new AbortController().signal) }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message }
    return { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
