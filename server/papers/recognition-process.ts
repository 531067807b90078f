/**
 * The program of a process that reads pages. It is separate from the process that serves requests, so that its
 * processor and memory use and its crashes affect nothing else. It reads one page at a time and exits with its parent.
 * It keeps unfinished documents in memory until the parent tells it to drop them, so that they need not be sent again
 * for each page.
 */
import { flushCompileCache } from 'node:module'
import { Refusal } from '../domain/refusals.ts'
import { endWithoutMemory, yieldToRequests } from '../integrations/reader-process.ts'
import { type DocumentSoFar, type PageOutcome, recognizePage } from '../recognition/recognize-file.ts'
import { openRecognizer, type RecognizerSettings } from './recognizers.ts'

/** The parent's request to read one page. */
export interface PageOrder {
  /** The identifier of the document. */
  readonly name: string
  /** The document with the results of its pages so far; null when this process already has it in memory. */
  readonly document: DocumentSoFar | null
  readonly page: number
  /** Documents that this process can drop from memory. */
  readonly forget: readonly string[]
  readonly recognizer: RecognizerSettings
}

/**
 * The response of the reading process. `refused`: the file itself is at fault; the string explains this to the user.
 * `broken`: the process must be replaced.
 */
export type ReadReport = PageOutcome | { readonly refused: string } | { readonly broken: string }

yieldToRequests()
endWithoutMemory()

const documents = new Map<string, DocumentSoFar>()
let recognizer: ReturnType<typeof openRecognizer> | null = null

process.on('message', (order: PageOrder) => {
  void read(order).then((report) => {
    process.send?.(report)
    // Write the compile cache now, because the process may be killed at any time.
    flushCompileCache()
  })
})
process.on('disconnect', () => process.exit(0))

async function read({ name, document, page, forget, recognizer: settings }: PageOrder): Promise<ReadReport> {
  try {
    for (const done of forget) documents.delete(done)
    const current = document ?? documents.get(name)
    if (current === undefined) throw new Error(`The document ${name} was not sent`)
    recognizer ??= openRecognizer(settings)
    // The signal of this controller is never used, because a reading is cancelled by killing the process.
    const outcome = await recognizePage(current, { index: page, recognizer }, new AbortController().signal)
    if ('next' in outcome)
      documents.set(name, { ...current, found: current.found.toSpliced(outcome.page, 1, outcome.found) })
    return outcome
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message }
    return { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
