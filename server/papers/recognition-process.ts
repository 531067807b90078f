/**
 * The process that reads pages, away from the one that answers requests: what it takes of the processor and of memory, and how it
 * may die, is its own. It reads one page at a time and ends with its parent. Documents that are not read to their end stay here until
 * the parent says otherwise, so that they need not be sent again for each page.
 */
import { flushCompileCache } from 'node:module'
import { Refusal } from '../domain/refusals.ts'
import { endWithoutMemory, yieldToRequests } from '../integrations/reader-process.ts'
import { type DocumentSoFar, type PageOutcome, recognizePage } from '../recognition/recognize-file.ts'
import { openRecognizer, type RecognizerSettings } from './recognizers.ts'

/** What the parent asks, one page at a time. */
export interface PageOrder {
  /** Names the document. */
  readonly name: string
  /** null: this process has it, with all that was found on its pages. */
  readonly document: DocumentSoFar | null
  readonly page: number
  /** Names of documents that are not asked for again. */
  readonly forget: readonly string[]
  readonly recognizer: RecognizerSettings
}

/** What it is told. `refused`: the file itself is at fault, in words for its owner. */
export type ReadReport = PageOutcome | { readonly refused: string } | { readonly broken: string }

yieldToRequests()
endWithoutMemory()

const documents = new Map<string, DocumentSoFar>()
let recognizer: ReturnType<typeof openRecognizer> | null = null

process.on('message', (order: PageOrder) => {
  void read(order).then((report) => {
    process.send?.(report)
    // It is ended without notice: what was compiled is written now.
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
    // Who wants to stop this ends the process.
    const outcome = await recognizePage(current, { index: page, recognizer }, new AbortController().signal)
    if ('next' in outcome)
      documents.set(name, { ...current, found: current.found.toSpliced(outcome.page, 1, outcome.found) })
    return outcome
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message }
    return { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
